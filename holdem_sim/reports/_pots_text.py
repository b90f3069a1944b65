"""Pots as a person reads them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _, percent
from holdem_sim.reports._rates import Rate, unit_word
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

SHOWDOWN, NO_FLOP = "showdown", 0
MANY_PLAYERS = 5
MANY_SIDE_POTS = 3
"""Players at the flop, and side pots, from which on they are counted together."""

RATES = (
    Rate("mean_pot_bb", "pot_bb", "hands", 1, N_("mean pot"), "bb"),
    Rate("mean_pot", "pot", "hands", 1, N_("mean pot"), "chips"),
    Rate("flop_pct", "flops", "hands", 100, N_("hands with a flop"), "%"),
    Rate("turn_pct", "turns", "hands", 100, N_("hands with a turn"), "%"),
    Rate("river_pct", "rivers", "hands", 100, N_("hands with a river"), "%"),
    Rate("showdown_pct", "showdowns", "hands", 100, N_("hands with a showdown"), "%"),
    Rate("multiway_pct", "multiway", "flops", 100, N_("three or more at the flop"), "%"),
    Rate("players_at_flop", "at_flop", "flops", 1, N_("players at the flop"), ""),
    Rate("side_pot_pct", "with_side", "hands", 100, N_("hands with side pots"), "%"),
)

ENDED = {
    "preflop": N_("before the flop"), "flop": N_("on the flop"), "turn": N_("on the turn"),
    "river": N_("on the river"), SHOWDOWN: N_("at the showdown"),
}  # fmt: skip


def no_flop_or(number: int) -> str:
    """The label of a number of players at the flop."""
    if number == NO_FLOP:
        return _("no flop")
    return _("{number} or more").format(number=number) if number == MANY_PLAYERS else str(number)


def overview_table(frame: pd.DataFrame, notes: list[str]) -> TextTable:
    """The figures of all pots."""
    row = frame.iloc[0]
    rows = [
        [
            _(rate.label),
            decimal(row[rate.name]),
            unit_word(rate),
            *intervals([row[f"{rate.name}_low"]], [row[f"{rate.name}_high"]]),
            whole(row[f"{rate.name}_of"]),
        ]
        for rate in RATES
    ]
    rows.insert(2, [_("largest pot"), decimal(row["largest_pot_bb"]), _("bb"), "", whole(row["hands"])])
    heads = [_("figure"), _("value"), _("unit"), _("95 % interval"), _("hands\nlooked at")]
    return TextTable(_("Pots"), heads, rows, notes)


def size_table(frame: pd.DataFrame, notes: list[str]) -> TextTable:
    """Pots by size."""
    capped = bool(frame["capped_pct"].gt(0).any())
    columns = [
        [_range(low, high) for low, high in zip(frame["from_bb"], frame["to_bb"], strict=True)],
        map(whole, frame["hands"]),
        decimals(frame["hands_pct"], 1),
        decimals(frame["up_to_pct"], 1),
        decimals(frame["pot_share_pct"], 1),
        decimals(frame["tax_share_pct"], 1),
        intervals(frame["tax_share_pct_low"], frame["tax_share_pct_high"], 1),
        decimals(frame["effective_pct"]),
        decimals(frame["capped_pct" if capped else "taxed_pct"], 1),
    ]
    heads = [
        _("pot\nbb"), _("hands"), _("of all\n%"), _("up to\n%"), _("of the\nchips %"), _("of the\ntax %"),
        _("95 %\ninterval"), _("tax, %\nof pots"), _("at the\ncap %") if capped else _("taxed\n%"),
    ]  # fmt: skip
    rows = [list(row) for row in zip(*columns, strict=True)]
    note = _("Up to: hands whose pots are in this class or a smaller one. n/a: fewer than 30 hands.")
    return TextTable(_("Pots by size, and the tax they bring"), heads, rows, [note, *notes])


def _range(low: float, high: float) -> str:
    if not np.isfinite(high):
        return f"{whole(low)} +"
    return (
        _("{low} to {high}").format(low=whole(low), high=whole(high))
        if low
        else _("below {number}").format(number=whole(high))
    )


def quantile_table(frame: pd.DataFrame, notes: list[str]) -> TextTable:
    """Quantiles with their intervals."""
    columns = [
        [percent(decimal(level, 0)) for level in frame["below_pct"]],
        decimals(frame["pot_bb"], 1),
        intervals(frame["pot_bb_low"], frame["pot_bb_high"], 1),
        map(whole, frame["pot"]),
    ]
    heads = [_("of the pots\nare below"), _("pot\nbb"), _("95 % interval\nbb"), _("pot\nchips")]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return TextTable(_("Quantiles of the pots"), heads, rows, notes)


def share_table(title: str, head: str, labels: list[str], frame: pd.DataFrame, notes: list[str]) -> TextTable:
    """Parts of hands, chips and tax by class."""
    columns = [
        labels,
        map(whole, frame["hands"]),
        decimals(frame["hands_pct"], 1),
        intervals(frame["hands_pct_low"], frame["hands_pct_high"], 1),
        decimals(frame["mean_pot_bb"], 1),
        decimals(frame["pot_share_pct"], 1),
        decimals(frame["tax_share_pct"], 1),
        decimals(frame["effective_pct"]),
    ]
    heads = [
        head, _("hands"), _("of all\n%"), _("95 %\ninterval"), _("mean\npot, bb"), _("of the\nchips %"),
        _("of the\ntax %"), _("tax, %\nof pots"),
    ]  # fmt: skip
    return TextTable(title, heads, [list(row) for row in zip(*columns, strict=True)], notes)


def side_table(frame: pd.DataFrame, notes: list[str]) -> TextTable:
    """Main and side pots."""
    last = MANY_SIDE_POTS
    names = {0: _("main pot"), **{n: _("side pot {number}").format(number=n) for n in range(1, last)}}
    names[last] = _("further side pots")
    columns = [
        frame["pot_no"].map(names),
        map(whole, frame["hands"]),
        decimals(frame["mean_pot_bb"], 1),
        intervals(frame["mean_pot_bb_low"], frame["mean_pot_bb_high"], 1),
        decimals(frame["contenders"], 2),
        decimals(frame["pot_share_pct"]),
    ]
    heads = [
        _("pot"), _("pots"), _("mean\nbb"), _("95 % interval\nbb"), _("players\nfor it"), _("of all\nchips %"),
    ]  # fmt: skip
    rows = [list(row) for row in zip(*columns, strict=True)]
    return TextTable(_("Side pots, in the hands that had any"), heads, rows, notes)
