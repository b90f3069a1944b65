"""A forecast as a person reads it: tables of text, and what matters in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal

import pandas as pd

from holdem_sim import language
from holdem_sim.language import _, ngettext
from holdem_sim.questions.forecast import money
from holdem_sim.questions.schedule import NAMES, WEEK
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

FEW_SESSIONS = 30
"""Below this many sessions the forecast says that it knows little."""
MUCH_CONTINUED = 2.0
"""Percent of the hours filled with second sessions from which on the forecast says so."""
OTHER_HOURS = 0.005
"""Part by which the income of an open hour differs from the run's before a note says why."""
SO_FAR = 5
"""Lines of the days so far."""


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
        ngettext("Revenue in {days} day", "Revenue in {days} days", row["days"]).format(
            days=whole(row["days"])
        ),
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
    run = facts.sessions["income"].sum() / facts.sessions["open_hours"].sum()
    if run > 0 and abs(row["per_table_hour"] / run - 1) > OTHER_HOURS:
        yield _(
            "Over its whole sessions the run earns {run} chips a table-hour. Stacks and pots grow while a table is "
            "open, and these openings are of another length."
        ).format(run=decimal(run))
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
    if row["continued_pct"] > MUCH_CONTINUED:
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
    step = max(1, -(-len(days) // SO_FAR))
    some = days.iloc[::-1][::step].iloc[::-1] if len(days) > 1 else days.iloc[:0]
    upto = [
        ngettext("first {n} day", "first {n} days", day).format(n=whole(day)) for day in some["day"].tolist()
    ]
    rows += _day_rows(some, upto, "total_")
    heads = [_("day of the house"), _("openings"), _("table-\nhours"), _("mean"), "P5", "P95"]
    return TextTable(_("Revenue by day, and of the days so far"), heads, rows)


def _day_rows(days: pd.DataFrame, labels: list[str], front: str) -> list[list[str]]:
    counts = [days[name] if not front else [None] * len(days) for name in ("openings", "table_hours")]
    columns = [
        labels,
        ["" if count is None else whole(count) for count in counts[0]],
        ["" if count is None else decimal(count, 1) for count in counts[1]],
        *([whole(chips) for chips in days[front + name]] for name in ("mean", "p5", "p95")),
    ]
    return [list(line) for line in zip(*columns, strict=True)]


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> list[str]:
    """The forecast in words."""
    row = tables["forecast"].iloc[0]
    chips = {name: whole(row[name]) for name in ("mean", "p5", "p95", "days", "table_hours")}
    found = [
        ngettext(
            "In {days} day with {table_hours} table-hours the house earns {mean} chips on average, "
            "{hourly} in every hour that a table is open.",
            "In {days} days with {table_hours} table-hours the house earns {mean} chips on average, "
            "{hourly} in every hour that a table is open.",
            row["days"],
        ).format(hourly=decimal(row["per_table_hour"]), **chips),
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
