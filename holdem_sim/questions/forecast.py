"""Forecast: what tables that are open so many hours for so many days earn the house, and how far that may vary.

Definitions
-----------
revenue
    Chips of tax and time charge. The extra drop belongs to the players and is not in it.
opening
    A table from when it opens until it closes. One that is open h hours earns what a recorded session, drawn at
    random, had earned h simulated hours after it opened; if that session ended earlier, another one follows.
p5, p50, p95
    In 5, 50, 95 of 100 such periods (or days) the revenue is at most this.
mean, mean_low, mean_high
    The mean revenue, and its 95 % interval over the run's sessions: it gets narrower with a longer run.
luck_p5, luck_p95
    The same as p5 and p95 if the run's sessions were the whole truth: the luck of the period alone.
sd, sd_luck, sd_run
    Standard deviations of the revenue: in all; by luck; because the run is one of many possible ones.

Openings are independent of each other, and all are like the run's sessions: its lineup, its table, its rules. What
guests the house has on a Tuesday, and whether there are enough of them, is not in it: that is the schedule's matter.
How the draws are made: :mod:`holdem_sim.questions._bootstrap`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from holdem_sim import language
from holdem_sim.errors import UsageError
from holdem_sim.language import _, ngettext
from holdem_sim.questions._bootstrap import Worlds, draw_worlds
from holdem_sim.questions._income import Incomes, incomes
from holdem_sim.questions.schedule import NAMES, WEEK, Schedule
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._statistics import CONFIDENCE, t_quantile
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REPLICATES = 10_000
LEVELS = (1, 5, 10, 25, 50, 75, 90, 95, 99)
FEW_SESSIONS = 30
"""Below this many sessions the forecast says that it knows little."""
MUCH_CONTINUED = 0.02
"""Part of the hours filled with second sessions from which on the forecast says so."""
MOST_CELLS = 20_000_000
"""Replicates times days."""
MOST_DRAWS = 400_000_000
"""Sessions drawn."""
DAY_LINES = 31


@dataclass(frozen=True)
class Forecast:
    """A schedule's revenue by replicate, and what it was drawn from."""

    schedule: Schedule
    incomes: Incomes
    worlds: Worlds
    seed: int


def forecast(facts: Facts, schedule: Schedule, replicates: int = REPLICATES, seed: int = 1) -> Forecast:
    """Draw the schedule's revenue from the run's sessions; UsageError if that is too much, or no time passed."""
    found = incomes(facts)
    days = len(schedule.openings)
    if not len(found.hours):
        raise UsageError(
            f"no simulated time passes in the run {facts.run.path} (all of clock.* is 0): nothing by the hour"
        )
    if replicates * days > MOST_CELLS:
        raise UsageError(
            f"{replicates:,} replicates of {days:,} days are too many; take at most {MOST_CELLS // days:,} replicates"
        )
    each = max(schedule.table_hours / found.hours.mean(), sum(map(len, schedule.openings)))
    if replicates * each > MOST_DRAWS:
        raise UsageError(
            f"{replicates:,} replicates draw {replicates * each:,.0f} sessions, more than {MOST_DRAWS:,}; "
            f"take --replicates {int(MOST_DRAWS / each):,}, or a run of longer sessions"
        )
    return Forecast(schedule, found, draw_worlds(found, schedule, replicates, seed), seed)


def tables(found: Forecast, facts: Facts) -> dict[str, pd.DataFrame]:
    """``forecast``, one row; ``forecast.days``, a row a day; ``forecast.levels``, quantiles of the whole."""
    return {
        "forecast": pd.DataFrame([_row(found, facts)]),
        "forecast.days": _days(found),
        "forecast.levels": _levels(found, facts),
    }


def _row(found: Forecast, facts: Facts) -> dict[str, Any]:
    schedule, worlds, sessions = found.schedule, found.worlds, len(found.incomes.hours)
    total, luck = worlds.total, _luck(worlds)
    mean, sd_run = total.mean(), worlds.expected.std()
    half = sd_run * _widened(sessions) if sessions > 1 else math.nan
    extra = facts.sessions["extra_drop"].sum() / facts.sessions["open_hours"].sum() * schedule.table_hours
    row: dict[str, Any] = {
        "schedule": schedule.name,
        "days": len(schedule.openings),
        "openings": sum(map(len, schedule.openings)),
        "table_hours": schedule.table_hours,
        "longest_opening": max(map(max, filter(None, schedule.openings))),
        "sessions": sessions,
        "replicates": len(total),
        "seed": found.seed,
        "mean": mean, "mean_low": mean - half, "mean_high": mean + half,
    }  # fmt: skip
    for level in (5, 50, 95):
        row[f"p{level}"] = np.percentile(total, level)
    row |= {"luck_p5": np.percentile(luck, 5), "luck_p95": np.percentile(luck, 95)}
    row |= {"sd": total.std(), "sd_luck": luck.std(), "sd_run": sd_run}
    row |= {"per_table_hour": mean / schedule.table_hours, "extra_drop": extra}
    row |= {"continued_pct": 100 * worlds.continued, "currency": facts.setting("table.currency") or ""}
    for name in ("mean", "p5", "p50", "p95"):
        row[f"{name}_money"] = str(money(row[name], facts))
    return row


def _luck(worlds: Worlds) -> np.ndarray:
    """The totals without what sets the worlds apart."""
    return worlds.total - worlds.expected + worlds.expected.mean()


def _widened(sessions: int) -> float:
    """Times a bootstrap deviation over so many sessions: its half 95 % interval.

    Student's t, and the part by which drawing n of n sessions falls short of the sample variance.
    """
    return t_quantile(CONFIDENCE, sessions - 1) * math.sqrt(sessions / (sessions - 1))


def _days(found: Forecast) -> pd.DataFrame:
    """day (from 1), weekday, openings, table_hours, mean, p5, p50, p95; total_...: of all days up to this one."""
    schedule, by_day = found.schedule, found.worlds.by_day
    frame = pd.DataFrame(
        {
            "day": np.arange(1, len(schedule.openings) + 1),
            "weekday": [WEEK[day] for day in schedule.weekdays],
            "openings": [len(day) for day in schedule.openings],
            "table_hours": [float(sum(day)) for day in schedule.openings],
        }
    )
    for front, chips in (("", by_day), ("total_", np.cumsum(by_day, axis=1))):
        frame[f"{front}mean"] = chips.mean(axis=0)
        for level, values in zip((5, 50, 95), np.percentile(chips, (5, 50, 95), axis=0), strict=True):
            frame[f"{front}p{level}"] = values
    return frame


def _levels(found: Forecast, facts: Facts) -> pd.DataFrame:
    """level (so many of 100 periods earn at most this), revenue, luck (by luck alone), money (in currency)."""
    total, luck = found.worlds.total, _luck(found.worlds)
    revenue = np.percentile(total, LEVELS)
    return pd.DataFrame(
        {
            "level": LEVELS,
            "revenue": revenue,
            "luck": np.percentile(luck, LEVELS),
            "money": [str(money(chips, facts)) for chips in revenue],
        }
    )


def money(chips: float, facts: Facts) -> Decimal:
    """What so many chips, taken to whole ones, are worth: exact."""
    return round(chips) * Decimal(str(facts.setting("table.chip_value") or 1))


def text(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[TextTable]:
    """The period, and its days or weekdays."""
    row = tables["forecast"].iloc[0]
    labels = {
        "mean": _("mean"), "p5": _("P5: 5 of 100 periods earn at most"), "p50": _("P50: half of them"),
        "p95": _("P95: 95 of 100"),
    }  # fmt: skip
    names = list(labels)
    shown = [whole(row[name]) for name in names]
    per_hour = decimals([row[name] / row["table_hours"] for name in names])
    heads = [_("revenue"), _("chips"), _("a table-hour")]
    columns = [list(labels.values()), shown, per_hour]
    if _is_money(facts):
        heads.append(row["currency"] or _("currency"))
        columns.append([_coins(row[name], facts) for name in names])
    yield TextTable(
        _("Revenue in {days} days").format(days=whole(row["days"])),
        heads,
        [list(line) for line in zip(*columns, strict=True)],
        list(_notes(row, facts)),
    )
    yield _parts_table(row)
    yield _day_table(tables["forecast.days"])


def _is_money(facts: Facts) -> bool:
    return bool(facts.setting("table.currency")) or Decimal(str(facts.setting("table.chip_value") or 1)) != 1


def _coins(chips: float, facts: Facts) -> str:
    """Money as it is written: two decimals, more if the chip has more, none if it is whole."""
    exact = money(chips, facts)
    places = max(0, -int(Decimal(str(facts.setting("table.chip_value") or 1)).as_tuple().exponent))
    return language.number(float(exact), max(places, 2) if places else 0)


def _notes(row: pd.Series, facts: Facts) -> Iterator[str]:
    told = _(
        "{openings} openings, {hours} table-hours; drawn {replicates} times (seed {seed}) from {sessions} sessions."
    )
    size = {name: whole(row[name]) for name in ("openings", "replicates", "sessions")}
    yield told.format(hours=whole(row["table_hours"]), seed=row["seed"], **size)
    if row["extra_drop"] > 0:
        yield _("The extra drop, {chips} chips on average, is not in it: it belongs to the players.").format(
            chips=whole(row["extra_drop"])
        )


def warnings(row: pd.Series, facts: Facts) -> Iterator[str]:
    """What the reader has to know before he believes the numbers; nothing if all is well."""
    if row["sessions"] < 2:
        yield _("One session does not tell how sessions differ: the spread is not known. Play a longer run.")
    elif row["sessions"] < FEW_SESSIONS:
        yield _(
            "Only {sessions} sessions: the spread is rough, probably too narrow. Play a longer run."
        ).format(sessions=row["sessions"])
    if row["continued_pct"] > 100 * MUCH_CONTINUED:
        hands = facts.extent.hands / facts.sessions["open_hours"].sum() * row["longest_opening"]
        yield _(
            "The run's sessions last {hours} hours on average: {share} % of the table-hours are the beginning of "
            "another session, as if new guests had sat down. Sessions long enough: run --set session.hands={hands}"
        ).format(
            hours=decimal(facts.sessions["open_hours"].mean(), 1),
            share=decimal(row["continued_pct"], 0),
            hands=math.ceil(1.4 * hands / 10) * 10,
        )
    if not facts.run.complete:
        yield _("The run is not finished: this is drawn from the sessions that are there.")


def _parts_table(row: pd.Series) -> TextTable:
    """The two reasons why the revenue is not certain."""
    share = 100 * (row["sd_run"] / row["sd"]) ** 2 if row["sd"] > 0 else math.nan
    part = _("{share} % of the variance").format(share=decimal(share, 0))
    luck, both = (intervals([row[f"{front}p5"]], [row[f"{front}p95"]], 0)[0] for front in ("luck_", ""))
    lines = [
        [_("luck of the period"), whole(row["sd_luck"]), luck],
        [_("the run has only so many sessions"), whole(row["sd_run"]), part],
        [_("both"), whole(row["sd"]), both],
    ]
    note = _("The mean lies between {low} and {high} chips (95 % interval over the run's sessions).").format(
        low=whole(row["mean_low"]), high=whole(row["mean_high"])
    )
    heads = [_("reason"), _("standard\ndeviation"), _("P5 to P95\nchips")]
    return TextTable(_("Why it varies"), heads, lines, [note] if row["sessions"] > 1 else [])


def _day_table(days: pd.DataFrame) -> TextTable:
    """The kinds of days, and the revenue up to some days."""
    kinds = days.drop_duplicates(["weekday", "openings", "table_hours"])
    alike = len(days.drop_duplicates(["openings", "table_hours"])) == 1
    kinds = kinds.head(1) if alike else kinds.sort_values("weekday", key=lambda names: names.map(WEEK.index))
    labels = [_("any day") if alike else _(NAMES[WEEK.index(day)]) for day in kinds["weekday"]]
    rows = _day_rows(kinds, labels, "")
    step = max(1, -(-len(days) // 5))
    some = days.iloc[::-1][::step].iloc[::-1] if len(days) > 1 else days.iloc[:0]
    upto = [
        ngettext("first {n} day", "first {n} days", day).format(n=whole(day)) for day in some["day"].tolist()
    ]
    rows += _day_rows(some, upto, "total_")
    heads = [_("day of the house"), _("openings"), _("table-hours"), _("mean"), "P5", "P50", "P95"]
    return TextTable(_("Revenue by day, and of the days so far"), heads, rows)


def _day_rows(days: pd.DataFrame, labels: list[str], front: str) -> list[list[str]]:
    counts = [days[name] if not front else [None] * len(days) for name in ("openings", "table_hours")]
    columns = [
        labels,
        ["" if count is None else whole(count) for count in counts[0]],
        ["" if count is None else decimal(count, 1) for count in counts[1]],
        *([whole(chips) for chips in days[front + name]] for name in ("mean", "p5", "p50", "p95")),
    ]
    return [list(line) for line in zip(*columns, strict=True)]


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> list[str]:
    """The forecast in words."""
    row = tables["forecast"].iloc[0]
    chips = {name: whole(row[name]) for name in ("mean", "p5", "p95", "days", "table_hours")}
    found = [
        _(
            "In {days} days with {table_hours} table-hours the house earns {mean} chips on average, "
            "{hourly} in every hour that a table is open."
        ).format(hourly=decimal(row["per_table_hour"], 0), **chips),
        _("In 90 of 100 such periods it earns between {p5} and {p95} chips; in 5 less, in 5 more.").format(
            **chips
        ),
    ]
    if _is_money(facts):
        coins = {name: _coins(row[name], facts) for name in ("mean", "p5", "p95")}
        told = _("In {currency}: {mean} on average, and between {p5} and {p95}.")
        found.append(told.format(currency=row["currency"] or _("currency"), **coins))
    if row["sd"] > 0 and row["sessions"] > 1:
        if row["sd_luck"] >= row["sd_run"]:
            found.append(
                _(
                    "Most of that spread is luck, of the cards and of who sits down: no longer run makes it smaller."
                )
            )
        else:
            found.append(
                _("Most of that spread is what the run does not know: a longer run makes it smaller.")
            )
    return [*found, *warnings(row, facts)]


def draw(found: Forecast, tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[tuple[str, Figure]]:
    """The distribution of the revenue; the revenue so far, day by day."""
    from holdem_sim.questions._draw_forecast import revenue_days, revenue_distribution

    row = tables["forecast"].iloc[0]
    yield "forecast-revenue", revenue_distribution(found.worlds.total, row, facts)
    if len(tables["forecast.days"]) > 1:
        yield "forecast-days", revenue_days(tables["forecast.days"], row, facts)
