"""Sessions: how different nights are, and the course of a night: players, chips and tax by the hour.

Definitions
-----------
``sessions``: a row for every session.

open_hours, table_hours
    Simulated hours from the opening to the closing; those in which hands were played.
hands_per_hour, tax_per_hour
    Hands, and chips of tax, per table-hour.
players
    Players dealt in, by time: seat-hours / table-hours.
people
    Players who were dealt in at all.
busts
    Hands after which a player had nothing.
misdeals
    Deals that were void and dealt again (H-VII).
biggest_pot
    Chips, without the uncalled bet, before tax.

``sessions.hours``: a row for every hour since the opening, 0 the first one; a hand belongs to the hour in which it
began.

sessions
    Those in which a hand began in that hour. Late hours tell of the sessions that last long, not of all.
chips_on_table
    Chips in front of all players when the hour begins (bought so far, less cashed out, charged and taxed), a mean
    over the sessions still on.
hands_per_hour, players, mean_pot, tax_per_table_hour
    As above, of the hands of that hour.
..._low, ..._high, ..._of
    95 % intervals with the sessions as independent units, and the sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, measured
from holdem_sim.reports._statistics import FEW_SESSIONS, interval_note
from holdem_sim.reports._text import TextTable, between, counted, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATES = (
    Rate("hands_per_hour", "hands", "table_hours", 1, N_("hands per hour"), ""),
    Rate("players", "seat_hours", "table_hours", 1, N_("players dealt in, by time"), ""),
    Rate("mean_pot", "pot", "hands", 1, N_("mean pot"), "chips"),
    Rate("tax_per_table_hour", "tax", "table_hours", 1, N_("tax per table-hour"), "chips"),
    Rate("chips_on_table", "chips", "on", 1, N_("chips on the table"), "chips"),
)
FIGURES = {
    "open_hours": N_("open, hours"),
    "hands": N_("hands"),
    "hands_per_hour": N_("hands per hour"),
    "players": N_("players dealt in, by time"),
    "people": N_("people who played"),
    "mean_pot": N_("mean pot, chips"),
    "biggest_pot": N_("biggest pot, chips"),
    "tax": N_("tax, chips"),
    "tax_per_hour": N_("tax per table-hour, chips"),
    "time_charge": N_("time charge, chips"),
    "rebuys": N_("rebuys"),
    "busts": N_("busts"),
    "misdeals": N_("misdeals"),
}
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
SHOWN = 3
"""Sessions shown at either end of the text's table of single ones."""
HOUR_LINES = 14


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``sessions``, a row a session; ``sessions.hours``, a row an hour since the opening."""
    found = {"sessions": by_session(facts)}
    if not short:
        found["sessions.hours"] = by_hour(facts)
    return found


def by_session(facts: Facts) -> pd.DataFrame:
    """What a session was like, in the order of their numbers."""
    sums = facts.sessions
    more = facts.sql(
        """SELECT session_id, max(pot) AS biggest_pot, sum(misdeals)::BIGINT AS misdeals
        FROM hands GROUP BY session_id"""
    )
    lines = facts.sql(
        """SELECT session_id, count(*) FILTER (kind = 'buy-in') AS buy_ins,
            count(*) FILTER (kind = 'rebuy') AS rebuys FROM ledger GROUP BY session_id"""
    )
    people = facts.player_sessions.groupby("session_id").agg(
        people=("player_id", "size"), busts=("busts", "sum")
    )
    frame = sums.merge(more, on="session_id").merge(lines, on="session_id").join(people, on="session_id")
    hours = frame["table_hours"].where(frame["table_hours"] > 0)
    frame["hands_per_hour"] = frame["hands"] / hours
    frame["players"] = frame["seat_hours"] / hours
    frame["mean_pot"] = frame["pot"] / frame["hands"]
    frame["tax_per_hour"] = frame["tax"] / hours
    names = [
        "session_id", "open_hours", "table_hours", "hands", "hands_per_hour", "players", "people", "pot",
        "mean_pot", "biggest_pot", "tax", "tax_per_hour", "extra_drop", "time_charge", "buy_ins", "rebuys",
        "busts", "misdeals",
    ]  # fmt: skip
    return frame[names]


def by_hour(facts: Facts) -> pd.DataFrame:
    """The course of the sessions by the hour since their opening."""
    sums = facts.sql(
        """SELECT session_id, floor(started_s / 3600)::INTEGER AS hour, count(*) AS hands,
            sum(pot)::BIGINT AS pot, sum(tax)::BIGINT AS tax, fsum(duration_s::DOUBLE) / 3600 AS table_hours,
            fsum(duration_s::DOUBLE * players_dealt) / 3600 AS seat_hours
        FROM hands GROUP BY ALL ORDER BY session_id, hour"""
    )
    sums["chips"] = _chips_at(facts, sums)
    frame = measured(sums.assign(on=1), RATES, "hour")
    frame.insert(2, "hands", frame["hour"].map(sums.groupby("hour")["hands"].sum()))
    return frame.assign(note=frame["sessions"].map(interval_note).astype(object))


def _chips_at(facts: Facts, hours: pd.DataFrame) -> pd.Series:
    """Chips in front of the players at the beginning of each hour of each session.

    What has moved until then is what stands in the ledger before it, less tax and extra drop of the hands ended.
    """
    moves = facts.sql(
        """SELECT session_id, ceil(clock_s / 3600)::INTEGER AS hour, sum(amount)::BIGINT AS chips
        FROM ledger WHERE player_id IS NOT NULL GROUP BY ALL
        UNION ALL
        SELECT session_id, ceil((started_s + duration_s) / 3600)::INTEGER AS hour,
            -sum(tax + extra_drop)::BIGINT AS chips
        FROM hands GROUP BY ALL"""
    )
    moves = moves.groupby(["session_id", "hour"])["chips"].sum().reset_index()
    moves = moves.sort_values(["session_id", "hour"], ignore_index=True)
    moves["chips"] = moves.groupby("session_id")["chips"].cumsum()
    wanted = hours[["session_id", "hour"]].sort_values("hour")
    found = pd.merge_asof(wanted, moves.sort_values("hour"), on="hour", by="session_id")
    return hours[["session_id", "hour"]].merge(found, "left", ["session_id", "hour"])["chips"].fillna(0.0)


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Quantiles over sessions; without ``short`` also single sessions, and the hours since the opening."""
    sessions = tables["sessions"]
    rows = []
    for name, label in FIGURES.items():
        values = sessions[name].dropna().to_numpy(float)
        if name in ("time_charge", "misdeals") and not values.any():
            continue
        spread = np.quantile(values, LEVELS) if len(values) else np.full(len(LEVELS), np.nan)
        mean = float(values.mean()) if len(values) else float("nan")
        digits = 0 if np.all(np.abs(values) >= 100) else 1
        rows.append([_(label), *decimals([mean, *spread], digits)])
    heads = [_("figure"), _("mean"), *(_quantile(level) for level in LEVELS)]
    note = _("Quantiles over {sessions}.").format(sessions=counted(len(sessions), "session"))
    yield TextTable(_("Sessions"), heads, rows, [note])
    if not short:
        yield _single_table(sessions)
        yield _hours_table(tables["sessions.hours"])


def _quantile(level: float) -> str:
    return _("median") if level == 0.5 else f"{level * 100:.0f} %"


def _single_table(sessions: pd.DataFrame) -> TextTable:
    """The sessions that brought the most and the least tax."""
    title = _("Single sessions")
    shown = sessions.sort_values(["tax", "session_id"], ascending=[False, True])
    if len(shown) > 2 * SHOWN:
        title = _("Single sessions: the {number} with the most and the {number} with the least tax").format(
            number=SHOWN
        )
        shown = pd.concat([shown.head(SHOWN), shown.tail(SHOWN)])
    columns = {
        _("session"): shown["session_id"].astype(str),
        _("hours"): decimals(shown["open_hours"], 1),
        _("hands"): map(whole, shown["hands"]),
        _("people"): map(whole, shown["people"]),
        _("mean\npot"): map(whole, shown["mean_pot"]),
        _("biggest\npot"): map(whole, shown["biggest_pot"]),
        _("tax\nchips"): map(whole, shown["tax"]),
        _("tax\nper hour"): decimals(shown["tax_per_hour"], 0),
        _("rebuys"): map(whole, shown["rebuys"]),
        _("busts"): map(whole, shown["busts"]),
    }
    return TextTable(title, list(columns), [list(row) for row in zip(*columns.values(), strict=True)])


def _hours_table(hours: pd.DataFrame) -> TextTable:
    step = max(1, -(-len(hours) // HOUR_LINES))
    shown = hours.iloc[::step]
    columns = {
        _("hour"): (shown["hour"] + 1).astype(str),
        _("sessions\nstill on"): map(whole, shown["sessions"]),
        _("hands"): map(whole, shown["hands"]),
        _("players"): decimals(shown["players"], 1),
        _("chips on\nthe table"): decimals(shown["chips_on_table"], 0),
        _("mean\npot"): decimals(shown["mean_pot"], 0),
        _("tax per\ntable-hour"): decimals(shown["tax_per_table_hour"], 0),
        _("95 % interval"): intervals(shown["tax_per_table_hour_low"], shown["tax_per_table_hour_high"], 0),
    }
    notes = [
        _("A hand belongs to the hour in which it begins; chips are those at the beginning of the hour.")
    ]
    if step > 1:
        notes.append(_("One hour in {step} is shown; all of them: --json or --csv DIR.").format(step=step))
    if (shown["sessions"] < 2).any():
        notes.append(_("n/a: it takes two sessions."))
    if ((shown["sessions"] >= 2) & (shown["sessions"] < FEW_SESSIONS)).any():
        notes.append(_("Intervals over fewer than ten sessions are rough."))
    return TextTable(
        _("The hours since the opening"),
        list(columns),
        [list(row) for row in zip(*columns.values(), strict=True)],
        notes,
    )


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """How different nights are, and what becomes of the tax as the night goes on."""
    sessions = tables["sessions"]
    hourly = sessions["tax_per_hour"].dropna()
    if len(hourly) >= FEW_SESSIONS:
        low, middle, high = (decimal(float(hourly.quantile(level)), 0) for level in (0.05, 0.5, 0.95))
        yield _(
            "In half of the {sessions} sessions the tax was above {middle} chips a table-hour; nine sessions in ten "
            "lie between {low} and {high}."
        ).format(sessions=whole(len(sessions)), middle=middle, low=low, high=high)
    else:
        yield _("Fewer than ten sessions tell little of how they differ.")
    hours = tables["sessions.hours"] if "sessions.hours" in tables else sessions.iloc[:0]
    lasting = hours[hours["sessions"] >= max(FEW_SESSIONS, len(sessions) / 2)] if len(hours) else hours
    if len(lasting) >= 2:
        yield _(
            "In the first hour the table brings {first} chips of tax (95 % interval {first_between}), in hour {hour} "
            "{last} ({last_between}); the chips on the table go from {chips_first} to {chips_last}."
        ).format(
            hour=int(lasting["hour"].iloc[-1]) + 1,
            **{f"{end}{part}": told for end, place in (("first", 0), ("last", -1)) for part, told in
               _hourly(lasting.iloc[place])},
            chips_first=decimal(lasting["chips_on_table"].iloc[0], 0),
            chips_last=decimal(lasting["chips_on_table"].iloc[-1], 0),
        )  # fmt: skip


def _hourly(row: pd.Series) -> list[tuple[str, str]]:
    """The tax of an hour and its interval, by the endings of their names."""
    tax, low, high = (row[f"tax_per_table_hour{end}"] for end in ("", "_low", "_high"))
    return [("", decimal(tax, 0)), ("_between", between(low, high, 0))]


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Tax by the hour since the opening, and the chips on the table."""
    from holdem_sim.reports._draw_sessions import hours

    yield "sessions-hours", hours(facts.answer(tables)["sessions.hours"], facts)
