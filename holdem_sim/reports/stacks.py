"""Stacks: what becomes of players' chips in a session: results, busts, rebuys, cash-outs, and their course.

Definitions
-----------
A player's session is one player in one session, from his first hand to his last.

result_bb_p5 ... result_bb_p95
    Quantiles, over the strategy's players' sessions, of the net result in big blinds (after tax, before time
    charges; numpy's linear interpolation).
result_bb
    The mean of the same, its interval (_low, _high) with the sessions as independent units, and its sample (_of:
    players' sessions).
winners_pct, bust_pct; ..._low, ..._high, ..._of
    Percent of the players' sessions with a net result above 0, and of those in which the player lost all his chips
    at least once; of fewer than thirty nothing is said.
busts
    Hands after which the player had no chips left.
buy_ins, rebuys, cash_outs; ..._chips
    How often, and how many chips, by the ledger (H-XVI), including newcomers who were never dealt in. A rebuy
    may also top up a stack that is not gone; cash-outs are those who left, or stayed to the end, with chips.
    Time charges were paid from the stacks.

``stacks.fan`` follows all seats through their sessions: at some hands of the session, the quantiles over
seats and sessions of the seat's net result so far, and of the chips in front of the players dealt in. A
session counts as long as it lasts (column ``sessions``), so late hands tell of long sessions only.

``stacks.trajectories`` are single seats of the first sessions, hand by hand (thinned in long sessions).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _, percent
from holdem_sim.reports._courses import ALL, QUANTILES, fan, trajectories
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, measured, sessions_note
from holdem_sim.reports._text import TextTable, between, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Columns = dict[str, Iterable[str]]
RATES = (
    Rate("result_bb", "net_bb", "played", 1, N_("mean result"), "bb"),
    Rate("winners_pct", "winners", "played", 100, N_("winners"), "%"),
    Rate("bust_pct", "bust", "played", 100, N_("lose all their chips"), "%"),
)
LEDGER = {"buy-in": "buy_ins", "rebuy": "rebuys", "cash-out": "cash_outs"}
FAN_LINES = 8
"""Hands of the session shown in the text's fan."""


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``stacks``, a row a strategy; ``stacks.fan``; ``stacks.trajectories``."""
    found = {"stacks": by_strategy(facts)}
    if not short:
        found["stacks.fan"] = fan(facts)
        found["stacks.trajectories"] = trajectories(facts)
    return found


def by_strategy(facts: Facts) -> pd.DataFrame:
    """The columns of the module's docstring, the strategy with the best median first."""
    groups = facts.player_sessions.groupby("strategy", observed=True)
    frame = pd.DataFrame({"players": groups["player_id"].nunique(), "player_sessions": groups.size()})
    levels = groups["net_bb"].quantile(np.array(QUANTILES)).unstack()
    for level in QUANTILES:
        frame[f"result_bb_p{level * 100:.0f}"] = levels[level]
    sums = facts.player_sessions
    counted = sums.assign(
        winners=(sums["net"] > 0).astype("int64"), bust=(sums["busts"] > 0).astype("int64"), played=1
    )
    frame = frame.join(measured(counted, RATES, "strategy").set_index("strategy"))
    frame["busts"] = groups["busts"].sum()
    frame = frame.join(_ledger(facts)).sort_values("result_bb_p50", ascending=False, kind="stable")
    return frame.reset_index()


def _ledger(facts: Facts) -> pd.DataFrame:
    """Numbers and chips of the ledger's lines, by strategy."""
    sums = facts.sql(
        """SELECT strategy, kind, count(*) AS lines, sum(amount)::BIGINT AS chips
        FROM ledger JOIN players USING (session_id, player_id) GROUP BY strategy, kind"""
    )
    lines = sums.pivot(index="strategy", columns="kind", values="lines")
    chips = sums.pivot(index="strategy", columns="kind", values="chips")
    found = {}
    for kind, name in LEDGER.items():
        found[name] = _column(lines, kind)
        found[f"{name}_chips"] = _column(chips, kind).abs()
    found["time_charge_chips"] = _column(chips, "time-charge").abs()
    return pd.DataFrame(found)


def _column(frame: pd.DataFrame, kind: str) -> pd.Series:
    column = frame[kind] if kind in frame else pd.Series(0, index=frame.index)
    return column.fillna(0).astype(np.int64)


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Results by strategy; without ``short`` also how sure they are, the chips in and out, and the fan of all."""
    stacks = tables["stacks"]
    levels = (0.05, 0.5, 0.95) if short else QUANTILES
    columns: Columns = {_("strategy"): stacks["strategy"], _("players"): map(whole, stacks["players"])}
    for level in levels:
        columns[_("{quantile}\nbb").format(quantile=_percent(level))] = decimals(
            stacks[f"result_bb_p{level * 100:.0f}"], 0
        )
    columns[_("winners\n%")] = decimals(stacks["winners_pct"], 1)
    if short:
        columns[_("busts")] = map(whole, stacks["busts"])
        columns[_("rebuys")] = map(whole, stacks["rebuys"])
        note = _("Quantiles of the players' net results in a session; rebuys with top-ups.")
    else:
        note = _("Quantiles of the players' net results in a session.")
    few = [_("n/a: fewer than thirty players' sessions.")] if stacks["winners_pct"].isna().any() else []
    yield _table(_("Stacks: results of players' sessions"), columns, note, *few)
    if short:
        return
    yield _sure_table(stacks, facts)
    yield _ledger_table(stacks, facts)
    yield _fan_table(tables["stacks.fan"])


def _table(title: str, columns: Columns, *notes: str) -> TextTable:
    return TextTable(title, list(columns), [list(row) for row in zip(*columns.values(), strict=True)], notes)


def _percent(level: float) -> str:
    return _("median") if level == 0.5 else percent(f"{level * 100:.0f}")


def _sure_table(stacks: pd.DataFrame, facts: Facts) -> TextTable:
    columns: Columns = {
        _("strategy"): stacks["strategy"],
        _("mean\nbb"): decimals(stacks["result_bb"], 1),
        _("95 % interval\nbb"): intervals(stacks["result_bb_low"], stacks["result_bb_high"], 1),
        _("winners\n%"): intervals(stacks["winners_pct_low"], stacks["winners_pct_high"], 1),
        _("lose\nall, %"): decimals(stacks["bust_pct"], 1),
        _("95 % interval\n%"): intervals(stacks["bust_pct_low"], stacks["bust_pct_high"], 1),
    }
    note = _("Mean net result of a player's session; winners: 95 % interval; lose all: at least once.")
    return _table(
        _("How sure the results are"), columns, *filter(None, (note, sessions_note(facts.extent.sessions)))
    )


def _ledger_table(stacks: pd.DataFrame, facts: Facts) -> TextTable:
    hands = facts.player_sessions.groupby("strategy", observed=True)["hands"].sum()
    blind = facts.extent.big_blind
    columns: Columns = {
        _("strategy"): stacks["strategy"],
        _("bought in\nbb"): map(whole, stacks["buy_ins_chips"] / blind),
        _("rebuys"): map(whole, stacks["rebuys"]),
        _("rebought\nbb"): map(whole, stacks["rebuys_chips"] / blind),
        _("busts per\n100 hands"): decimals(100 * stacks["busts"] / stacks["strategy"].map(hands)),
        _("cash-\nouts"): map(whole, stacks["cash_outs"]),
        _("cashed out\nbb"): map(whole, stacks["cash_outs_chips"] / blind),
    }
    chips = decimal(blind, 0 if blind == int(blind) else 2)
    if facts.extent.several_blinds:
        note = _("Rebuys with top-ups. 1 bb is {chips} chips on average.").format(chips=chips)
    else:
        note = _("Rebuys with top-ups. 1 bb is {chips} chips.").format(chips=chips)
    return _table(_("Chips in and out of the table"), columns, note)


def _fan_table(frame: pd.DataFrame) -> TextTable:
    everybody = frame[frame["strategy"] == ALL]
    step = max(1, -(-len(everybody) // FAN_LINES))
    shown = everybody.iloc[::-1][::step].iloc[::-1]
    columns: Columns = {
        _("after hand"): map(whole, shown["hand"]),
        _("sessions"): map(whole, shown["sessions"]),
    }
    for level in QUANTILES:
        columns[_("{quantile}\nbb").format(quantile=_percent(level))] = decimals(
            shown[f"net_bb_p{level * 100:.0f}"], 0
        )
    columns[_("median chips\nin front, bb")] = decimals(shown["stack_bb_p50"], 0)
    note = _(
        "Quantiles of all seats' net results so far. By strategy, and single seats: --csv, --json, --plots."
    )
    return _table(_("Course of the sessions"), columns, note)


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """How a night ends for the players."""
    sums = facts.player_sessions
    everybody = sums.assign(
        winners=(sums["net"] > 0).astype("int64"), bust=(sums["busts"] > 0).astype("int64"), played=1
    )
    row = measured(everybody, RATES).iloc[0]
    if pd.notna(row["winners_pct"]):
        yield _(
            "{winners} of the players' sessions end with a win (95 % interval {winners_between}), and in {bust} a "
            "player loses all his chips at least once ({bust_between})."
        ).format(
            winners=percent(decimal(row["winners_pct"], 1)),
            winners_between=_between(row, "winners_pct"),
            bust=percent(decimal(row["bust_pct"], 1)),
            bust_between=_between(row, "bust_pct"),
        )
    else:
        yield _(
            "There are fewer than thirty players' sessions: too few to say how many of them end with a win."
        )
    yield _(
        "On average a player's session ends at {mean} big blinds ({between}); half of them end below {median}."
    ).format(
        mean=decimal(row["result_bb"], 1),
        between=_between(row, "result_bb"),
        median=decimal(float(sums["net_bb"].median()), 1),
    )


def _between(row: pd.Series, name: str) -> str:
    if pd.isna(row[f"{name}_low"]):
        return _("no interval: it takes two sessions")
    return between(row[f"{name}_low"], row[f"{name}_high"], 1)


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """The fans by strategy, of net result and of chips in front; the seats of single sessions."""
    from holdem_sim.reports._draw_stacks import fans, session_courses

    found = facts.answer(tables)
    frame = found["stacks.fan"]
    yield "stacks-net", fans(frame, "net_bb", facts)
    yield "stacks-chips", fans(frame, "stack_bb", facts)
    courses = found["stacks.trajectories"]
    for session in courses["session_id"].unique():
        yield f"stacks-session-{session}", session_courses(courses[courses["session_id"] == session], facts)
