"""Luck as a person reads it."""

from __future__ import annotations

import pandas as pd

from holdem_sim.language import _
from holdem_sim.reports._rates import sessions_note
from holdem_sim.reports._text import TextTable, decimals, intervals, whole

FAVOURITES = "favourites"
"""Stands for the class of those who had the largest equity of their hand."""
EXTRACT = 5
"""Players shown at either end, and hands."""


def strategy_table(luck: pd.DataFrame) -> TextTable:
    """Win rates, real and adjusted, and the interval of their difference."""
    columns = [
        luck["strategy"],
        map(whole, luck["hands"]),
        map(whole, luck["adjusted_hands"]),
        decimals(luck["bb_per_100"], 1),
        decimals(luck["adjusted_bb_per_100"], 1),
        intervals(luck["luck_bb_per_100_low"], luck["luck_bb_per_100_high"], 1),
        decimals(luck["sd_bb_per_100"], 0),
        decimals(luck["adjusted_sd_bb_per_100"], 0),
    ]
    heads = [
        _("strategy"), _("hands"), _("all-in\nearly"), _("real\nbb/100"), _("adjusted\nbb/100"),
        _("real - adjusted\n95 % interval"), _("SD\nreal"), _("SD\nadj."),
    ]  # fmt: skip
    notes = [_(
        "All-in early: the betting was over before the river. Adjusted: with the exact worth of the pots at that "
        "moment in place of what was won. What the cards gave or took averages out to zero."
    )]  # fmt: skip
    if not luck["adjusted_hands"].any():
        notes = [_("In no hand the betting was over before the river: there is nothing to adjust.")]
    taken, sessions = int(luck["sessions_taken"].max()), int(luck["of_sessions"].max())
    if taken < sessions:
        notes.append(_sample(taken, sessions))
    notes += sorted({note for sessions in luck["sessions"] if (note := sessions_note(int(sessions)))})
    return TextTable(_("Luck by strategy"), heads, _rows(columns), notes)


def _sample(taken: int, sessions: int) -> str:
    return _(
        "All-ins take long to enumerate: {taken} of the run's {sessions} sessions are looked at."
    ).format(taken=whole(taken), sessions=whole(sessions))


def check_table(frame: pd.DataFrame) -> TextTable:
    """What players won beside what they stood to win."""
    labels = [_("favourites") if name == FAVOURITES else name for name in frame["equity"]]
    columns = [
        labels,
        map(whole, frame["seats"]),
        decimals(frame["equity_pct"], 1),
        decimals(frame["won_pct"], 1),
        decimals(frame["difference_pct"], 1),
        intervals(frame["difference_pct_low"], frame["difference_pct_high"], 1),
    ]
    heads = [
        _("stood to\nwin, %"), _("players\nin"), _("of it on\naverage"), _("won\n%"), _("difference\npoints"),
        _("95 % interval\npoints"),
    ]  # fmt: skip
    note = _(
        "In percent of the chips in the pots a player was in. The differences are chance: nineteen of twenty "
        "intervals should hold zero. n/a: fewer than 30 players."
    )
    return TextTable(_("Did players win what they stood to win?"), heads, _rows(columns), [note])


def player_table(frame: pd.DataFrame) -> TextTable:
    """The luckiest and the unluckiest players."""
    several = len(frame) > 2 * EXTRACT
    shown = pd.concat([frame.head(EXTRACT), frame.tail(EXTRACT)]) if several else frame
    columns = [
        [f"{n} {strategy}" for n, strategy in zip(shown["player_id"], shown["strategy"], strict=True)],
        map(whole, shown["hands"]),
        map(whole, shown["adjusted_hands"]),
        decimals(shown["net_bb"], 1),
        decimals(shown["adjusted_bb"], 1),
        decimals(shown["luck_bb"], 1),
        decimals(shown["luck_in_sd"], 1),
    ]
    heads = [
        _("player"), _("hands"), _("all-in\nearly"), _("real\nbb"), _("adjusted\nbb"), _("luck\nbb"), _("in its\nSD"),
    ]  # fmt: skip
    notes = [_(
        "In its SD: luck divided by the standard deviation that the cards alone give it, exactly; two in three "
        "players lie between -1 and 1."
    )]  # fmt: skip
    title = _("Luck by player")
    if several:
        title = _("Luck by player: the {number} luckiest and the {number} unluckiest of {players}").format(
            number=EXTRACT, players=whole(len(frame))
        )
    return TextTable(title, heads, _rows(columns), notes)


def hand_table(frame: pd.DataFrame) -> TextTable:
    """The biggest swings."""
    shown = frame.head(EXTRACT)
    streets = {"preflop": _("preflop"), "flop": _("flop"), "turn": _("turn")}
    columns = [
        [str(number) for number in shown["hand_id"]],
        shown["strategy"],
        shown["street"].map(streets),
        decimals(shown["equity_pct"], 1),
        map(whole, shown["won"]),
        map(whole, shown["expected"]),
        decimals(shown["luck_bb"], 1),
    ]
    heads = [
        _("hand"), _("lucky player"), _("all-in"), _("equity\n%"), _("won\nchips"), _("worth\nchips"), _("luck\nbb"),
    ]  # fmt: skip
    return TextTable(
        _("Where the cards changed most"), heads, _rows(columns), [_("See one: holdem-sim show RUN HAND.")]
    )


def _rows(columns: list) -> list[list[str]]:
    return [list(row) for row in zip(*columns, strict=True)]
