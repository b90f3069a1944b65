"""Style: how each strategy plays, from VPIP to the showdown, with its chances and how sure that is.

Definitions
-----------
Each is what happened out of its chances, as :mod:`holdem_sim.reports._actions` counts them, in percent:

vpip_pct, pfr_pct
    Hands in which the player put chips in before the flop of his own will; in which he raised before the flop.
    Of all hands dealt in. (PokerTracker leaves the hands out that everybody folds to the big blind.)
three_bet_pct
    Raised the first raise before the flop, of the times he could.
fold_to_3bet_pct
    Folded to a raise of his own first raise.
steal_pct, fold_to_steal_pct
    Raised from CO, BTN or SB when everybody before had folded; folded in SB or BB to such a raise.
cbet_pct, turn_cbet_pct, fold_to_cbet_pct
    Bet the flop as the last raiser before it when nobody had bet; bet the turn after a c-bet that nobody raised;
    folded to a c-bet on the flop.
aggression_factor
    Bets and raises for each call after the flop. No percentage, and nothing without calls.
aggression_pct
    Aggression frequency: bets and raises of the bets, raises, calls and folds after the flop.
saw_flop_pct
    Saw the flop, of all hands dealt in.
wtsd_pct
    Went to showdown, of the hands in which he saw the flop, also all-in.
wsd_pct
    W$SD: won chips, if only a share, of the hands shown down.
wwsf_pct
    W$WSF: won chips, with or without a showdown, of the hands in which he saw the flop.
..._times, ..._of
    How often it happened, and the chances; of aggression_factor the bets and raises, and the calls.
..._low, ..._high
    95 % intervals with the sessions as independent units; those of percentages end at 0 and 100.

With fewer than thirty chances there is no number. ``style.players``: single players, who play one session each and
have no intervals over sessions.

Sources: PokerTracker 3 Statistical Reference Guide (2010); VPIP, PFR, steal, fold to steal, c-bet, aggression
factor and frequency, WTSD, W$SD and W$WSF as in the statistics of PokerTracker 4 and Hold'em Manager.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pandas as pd

from holdem_sim.language import N_, _, percent
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, measured
from holdem_sim.reports._statistics import FEW_CHANCES, FEW_SESSIONS, interval_note
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATES = (
    Rate("vpip_pct", "vpip", "hands", 100, "VPIP", "%"),
    Rate("pfr_pct", "pfr", "hands", 100, "PFR", "%"),
    Rate("three_bet_pct", "did_3bet", "could_3bet", 100, N_("3-bet"), "%"),
    Rate("fold_to_3bet_pct", "folded_to_3bet", "faced_3bet", 100, N_("fold to\n3-bet"), "%"),
    Rate("saw_flop_pct", "saw_flop", "hands", 100, N_("saw\nflop"), "%"),
    Rate("steal_pct", "did_steal", "could_steal", 100, N_("steal"), "%"),
    Rate("fold_to_steal_pct", "folded_to_steal", "faced_steal", 100, N_("fold to\nsteal"), "%"),
    Rate("cbet_pct", "did_cbet", "could_cbet", 100, N_("c-bet"), "%"),
    Rate("turn_cbet_pct", "did_turn_cbet", "could_turn_cbet", 100, N_("turn\nc-bet"), "%"),
    Rate("fold_to_cbet_pct", "folded_to_cbet", "faced_cbet", 100, N_("fold to\nc-bet"), "%"),
    Rate("aggression_factor", "raised", "called", 1, N_("aggression\nfactor"), ""),
    Rate("aggression_pct", "raised", "acted", 100, N_("aggression\nfrequency"), "%"),
    Rate("wtsd_pct", "showed_down", "saw_flop", 100, "WTSD", "%"),
    Rate("wsd_pct", "won_showdown", "showed_down", 100, "W$SD", "%"),
    Rate("wwsf_pct", "won_after_flop", "saw_flop", 100, "W$WSF", "%"),
)
GROUPS = {
    N_("Style before the flop"): ("vpip_pct", "pfr_pct", "three_bet_pct", "fold_to_3bet_pct", "saw_flop_pct"),
    N_("Steals and c-bets"): (
        "steal_pct", "fold_to_steal_pct", "cbet_pct", "turn_cbet_pct", "fold_to_cbet_pct",
    ),
    N_("Style after the flop"): (
        "aggression_factor", "aggression_pct", "wtsd_pct", "wsd_pct", "wwsf_pct",
    ),
}  # fmt: skip
"""The tables of text, with their rates."""
WORDS = {
    "vpip_pct": N_("VPIP: put chips in before the flop of his own will; PFR: raised before the flop."),
    "wtsd_pct": N_(
        "WTSD: of the flops seen, went to the showdown; W$SD: won there; W$WSF: of the flops seen, won in any way."
    ),
}
"""What abbreviations mean, under the table that has them."""
SHORT_GROUPS = (N_("Style before the flop"),)
ALL = "all"
"""Stands for the strategy in the row of all players together."""


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``style``: all players together, then each strategy, the tightest first; ``style.players``: each player."""
    sums = by_strategy(facts)
    rows = [measured(sums, RATES).assign(strategy=ALL), measured(sums, RATES, "strategy")]
    totals = sums.drop(columns="session_id").groupby("strategy", observed=True).sum()
    totals.loc[ALL] = totals.sum()
    frame = pd.concat([rows[0], rows[1].sort_values(["vpip_pct", "strategy"])], ignore_index=True)
    frame = _filled(frame, totals.loc[frame["strategy"]].reset_index(drop=True))
    frame["note"] = frame["sessions"].map(interval_note).astype(object)
    result = {"style": frame}
    if not short:
        result["style.players"] = by_player(facts)
    return result


def by_strategy(facts: Facts) -> pd.DataFrame:
    """The counts of :mod:`holdem_sim.reports._actions` by session and strategy, and the ``players``."""
    counts = facts.decisions.players.assign(players=1).drop(columns="player_id")
    return counts.groupby(["session_id", "strategy"], as_index=False, observed=True).sum()


def by_player(facts: Facts) -> pd.DataFrame:
    """A row for every player and session: session_id, player_id, strategy, hands, each rate, times and chances."""
    counts = facts.decisions.players
    frame = counts[["session_id", "player_id", "strategy", "hands"]].copy()
    for rate in RATES:
        chances = counts[rate.denominator]
        value = rate.factor * counts[rate.numerator] / chances.where(chances >= FEW_CHANCES)
        frame[rate.name] = value
        frame[f"{rate.name}_times"], frame[f"{rate.name}_of"] = counts[rate.numerator], chances
    return frame


def _filled(frame: pd.DataFrame, totals: pd.DataFrame) -> pd.DataFrame:
    """The columns in their order: for each rate the number, its interval, how often it happened, of how many."""
    columns = {name: frame[name] for name in ("strategy", "sessions")}
    columns |= {name: totals[name] for name in ("players", "hands")}
    for rate in RATES:
        enough = totals[rate.denominator] >= FEW_CHANCES
        for ending in ("", "_low", "_high"):
            columns[rate.name + ending] = frame[rate.name + ending].where(enough)
        columns[f"{rate.name}_times"] = totals[rate.numerator]
        columns[f"{rate.name}_of"] = totals[rate.denominator]
    return pd.DataFrame(columns)


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Three tables of rates, each with its chances; in ``short`` form the first one of rates."""
    style = tables["style"]
    labels = [_("all players"), *style["strategy"][1:]]
    rates = {rate.name: rate for rate in RATES}
    for title, names in GROUPS.items():
        if short and title not in SHORT_GROUPS:
            continue
        heads = [_(rates[name].label) + ("\n%" if rates[name].unit else "") for name in names]
        columns = [_with_reach(style, name) for name in names]
        rows = [list(row) for row in zip(labels, *columns, strict=True)]
        yield TextTable(_(title), [_("strategy"), *heads], rows, _notes(style, names))
        if not short:
            chances = [[whole(number) for number in style[f"{name}_of"]] for name in names]
            heads = [_(rates[name].label) for name in names]
            rows = [list(row) for row in zip(labels, *chances, strict=True)]
            yield TextTable(_("{title}: chances").format(title=_(title)), [_("strategy"), *heads], rows)


def _with_reach(style: pd.DataFrame, name: str) -> list[str]:
    """The numbers of a column and how far their intervals go, or alone where there is no interval."""
    digits = 1 if name.endswith("_pct") else 2
    low, high = style[name] - style[f"{name}_low"], style[f"{name}_high"] - style[name]
    half = pd.concat([low, high], axis=1).max(axis=1)
    shown = zip(decimals(style[name], digits), decimals(half, digits), half.notna(), strict=True)
    return [f"{number} ±{width}" if known else number for number, width, known in shown]


def _notes(style: pd.DataFrame, names: tuple[str, ...]) -> list[str]:
    notes = [_(WORDS[name]) for name in names if name in WORDS]
    if style["sessions"].max() < 2:
        notes.append(_("No intervals: it takes two sessions."))
    else:
        notes.append(_("±: to the farther end of the 95 % interval, with the sessions as independent units."))
        if style["sessions"].min() < FEW_SESSIONS:
            notes.append(_("Rough where a strategy is in fewer than ten sessions."))
    if style[list(names)].isna().any(axis=None):
        notes.append(_("n/a: fewer than {chances} chances.").format(chances=FEW_CHANCES))
    return notes


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """How loose and how aggressive the players are together, and which strategies differ most."""
    style = tables["style"]
    everybody, strategies = style.iloc[0], style.iloc[1:].dropna(subset=["vpip_pct"])
    if everybody[["vpip_pct", "pfr_pct"]].isna().any():
        yield _("Too few hands to say how the players play.")
        return
    yield _(
        "A player puts chips in before the flop in {vpip} of his hands (VPIP) and raises in {pfr} (PFR)."
    ).format(vpip=_told(everybody, "vpip_pct"), pfr=_told(everybody, "pfr_pct"))
    if len(strategies) > 1:
        tight, loose = strategies.iloc[0], strategies.iloc[-1]
        yield _("The tightest are {tight} with {least} of their hands, the loosest {loose} with {most}.").format(
            tight=tight["strategy"], loose=loose["strategy"],
            least=percent(decimal(tight["vpip_pct"], 1)), most=percent(decimal(loose["vpip_pct"], 1)),
        )  # fmt: skip
    if pd.notna(everybody["wtsd_pct"]):
        yield _(
            "Who sees the flop goes to showdown in {wtsd} of these hands (WTSD) and wins chips in {won}."
        ).format(wtsd=_told(everybody, "wtsd_pct"), won=percent(decimal(everybody["wwsf_pct"], 1)))


def _told(row: pd.Series, name: str) -> str:
    """A percentage with its interval, in words."""
    value = percent(decimal(row[name], 1))
    if pd.isna(row[f"{name}_low"]):
        return value
    (between,) = intervals([row[f"{name}_low"]], [row[f"{name}_high"]], 1)
    return _("{value} (95 % interval {between})").format(value=value, between=between)


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Six of the rates by strategy."""
    from holdem_sim.reports._draw_style import strategy_styles

    yield "style", strategy_styles(facts.answer(tables)["style"], facts)
