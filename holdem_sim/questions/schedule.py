"""When tables are open: so many every day, or a file that says how many at which hour of which day of the week.

A day is the day of the house: it begins at six in the morning, so that a night belongs to the evening before. From
the tables at each time follow the openings: a table opens when there are more than before, and of those that are
open the last opened closes first. At the end of the day of the house every table closes.

Files: TOML as in ``data/schedules/week.toml``, or CSV with the columns ``day,from,to,tables`` and the same words.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

from holdem_sim.errors import UsageError, unknown
from holdem_sim.language import N_
from holdem_sim.settings import find, read_toml

WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NAMES = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip
DAILY = "daily"
MOST_TABLES = 1_000
"""Tables open at a time."""
DAY_BEGINS = 6 * 60
"""Minutes after midnight."""
DAY = 24 * 60
COLUMNS = ["day", "from", "to", "tables"]
_WHOLE = re.compile(r"\d{1,9}$")
_TIME = re.compile(r"(\d{1,2})(?::(\d{2}))?$")


@dataclass(frozen=True)
class Span:
    """So many tables from one minute to another, counted from the midnight at which its day begins."""

    begin: int
    end: int
    tables: int


@dataclass(frozen=True)
class Schedule:
    """The openings of every day to come: the hours that each table stays open. ``weekdays``: 0 is Monday."""

    name: str
    openings: tuple[tuple[float, ...], ...]
    weekdays: tuple[int, ...]
    is_file: bool

    @property
    def table_hours(self) -> float:
        """The hours of all openings together."""
        return sum(map(sum, self.openings))


def every_day(tables: int, hours: float, days: int, first_day: str = WEEK[0]) -> Schedule:
    """So many tables, open so many hours, on every day."""
    name = f"{tables} x {hours:g} hours a day"
    return Schedule(name, ((hours,) * tables,) * days, _weekdays(days, first_day), is_file=False)


def from_file(name: str, days: int, first_day: str = WEEK[0]) -> Schedule:
    """A shipped schedule or a file, for so many days; UsageError says what is wrong with it."""
    path = find("schedules", name)
    lines = _csv_lines(path) if path.suffix.lower() == ".csv" else _toml_lines(path)
    spans: dict[str, list[Span]] = {}
    for place, day, begin, end, tables in lines:
        if day not in (*WEEK, DAILY):
            raise unknown("day", day, [*WEEK, DAILY], f"in {place}")
        spans.setdefault(day, [])
        if begin is not None:
            spans[day].append(_span(begin, end, tables, place))
    for day, found in spans.items():
        _check_overlaps(found, f"{path}, {day}")
    weekdays = _weekdays(days, first_day)
    week = [openings(spans.get(day, spans.get(DAILY, []))) for day in WEEK]
    schedule = Schedule(path.stem, tuple(week[day] for day in weekdays), weekdays, is_file=True)
    if not schedule.table_hours:
        raise UsageError(f'{path} opens no table on these days; add a line such as "18-02" = 4 under [daily]')
    return schedule


def openings(spans: Iterable[Span]) -> tuple[float, ...]:
    """How many hours each table of a day stays open, in the order of opening; the last opened closes first."""
    changes: list[tuple[int, int]] = []
    ordered = sorted(spans, key=lambda span: span.begin)
    for i, span in enumerate(ordered):
        changes.append((span.begin, span.tables))
        if i + 1 == len(ordered) or ordered[i + 1].begin > span.end:
            changes.append((span.end, 0))
    hours: list[float] = []
    since: list[tuple[int, int]] = []
    for minute, tables in changes:
        while len(since) > tables:
            number, opened = since.pop()
            hours[number] = (minute - opened) / 60
        while len(since) < tables:
            since.append((len(hours), minute))
            hours.append(0.0)
    return tuple(hours)


def _weekdays(days: int, first_day: str) -> tuple[int, ...]:
    first = WEEK.index(first_day)
    return tuple((first + day) % len(WEEK) for day in range(days))


Line = tuple[str, str, str | None, str, Any]
"""Place, day, from, to, tables; from None: a day without tables."""


def _toml_lines(path: Path) -> list[Line]:
    lines: list[Line] = []
    for day, section in read_toml(path).items():
        if day == "description":
            continue
        if not isinstance(section, dict):
            raise UsageError(
                f'{path}: {day} is no section; hours stand under a day, as in [daily] "18-02" = 4'
            )
        lines.append((str(path), day.lower(), None, "", 0))
        for times, tables in section.items():
            begin, dash, end = times.partition("-")
            if not dash:
                raise UsageError(f'{path}, {day}: {times!r} is no span of hours; write it as "18-02" = 4')
            lines.append((f"{path}, {day}", day.lower(), begin, end, tables))
    return lines


def _csv_lines(path: Path) -> list[Line]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows: Sequence[list[str]] = [row for row in csv.reader(file) if any(map(str.strip, row))]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read as CSV: {error}") from None
    if not rows or [head.strip().lower() for head in rows[0]] != COLUMNS:
        raise UsageError(f"{path}: the first line of a schedule is {','.join(COLUMNS)}")
    lines: list[Line] = []
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS):
            raise UsageError(
                f"{path}, row {number}: {len(row)} values; it takes {len(COLUMNS)}: {', '.join(COLUMNS)}"
            )
        day, begin, end, tables = (word.strip() for word in row)
        lines.append(
            (
                f"{path}, row {number}",
                day.lower(),
                begin,
                end,
                int(tables) if _WHOLE.match(tables) else tables,
            )
        )
    return lines


def _span(begin: str, end: str, tables: Any, place: str) -> Span:
    if not isinstance(tables, int) or isinstance(tables, bool) or not 0 <= tables <= MOST_TABLES:
        shown = str(tables) if isinstance(tables, Decimal) else repr(tables)
        shown = f"{shown[:40]}..." if len(shown) > 40 else shown
        raise UsageError(f"{place}, {begin}-{end}: {shown} is no number of tables from 0 to {MOST_TABLES:,}")
    start, stop = _minute(begin, place), _minute(end, place)
    start += DAY if start < DAY_BEGINS else 0
    stop += DAY if stop <= start else 0
    stop += DAY if stop <= start else 0
    if stop > DAY + DAY_BEGINS:
        raise UsageError(
            f"{place}: {begin}-{end} goes beyond six in the morning, where a day of the house ends; "
            'divide it there ("06-06" is round the clock)'
        )
    return Span(start, stop, tables)


def _minute(text: str, place: str) -> int:
    found = _TIME.match(text.strip())
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (99, 0)
    if hour > 24 or minute > 59 or hour * 60 + minute > DAY:
        raise UsageError(f"{place}: {text!r} is no time of the day; write 18, 02 or 14:30")
    return hour * 60 + minute


def _check_overlaps(spans: list[Span], place: str) -> None:
    ordered = sorted(spans, key=lambda span: span.begin)
    for one, other in pairwise(ordered):
        if other.begin < one.end:
            raise UsageError(
                f"{place}: {_clock(one)} and {_clock(other)} overlap; let every hour stand in one line"
            )


def _clock(span: Span) -> str:
    ends = (f"{minute % DAY // 60:02}:{minute % 60:02}" for minute in (span.begin, span.end))
    return "-".join(ends)
