"""Positions: what players win, play and pay in tax from each position at the table.

Definitions
-----------
position
    BTN, SB, BB, UTG, UTG+1, ..., HJ, CO as recorded; with two players BTN (who posts the small blind) and BB. The
    order is that of acting before the flop. Hands with any number of players are taken together.
hands
    Hands of players dealt in at the position.
net, bb_per_100
    Won less contributed: chips, and big blinds of the hand per 100 hands.
vpip_pct, pfr_pct
    Of these hands those in which the player put chips in before the flop of his own will, and in which he raised
    before the flop (:mod:`holdem_sim.reports._actions`).
tax, tax_share_pct, tax_bb_per_100
    Chips of tax, in percent of all tax, and big blinds per 100 hands, attributed as ``report --attribution`` says
    (:mod:`holdem_sim.reports._attribution`); the column ``attribution`` names it.
..._low, ..._high, ..._of
    95 % intervals with the sessions as independent units, and the sample.

``positions.strategies``: the same for each strategy at each position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pandas as pd

from holdem_sim.language import N_, _, percent
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, measured, shares
from holdem_sim.reports._statistics import FEW_SESSIONS, interval_note
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES = N_(
    "UTG acts first before the flop; HJ and CO sit before the button; BTN: the button; SB, BB: the blinds."
)
ORDER = ("UTG", "UTG+1", "UTG+2", "UTG+3", "UTG+4", "HJ", "CO", "BTN", "SB", "BB")
"""The positions in the order in which they act before the flop."""
RATES = (
    Rate("bb_per_100", "net_bb", "hands", 100, N_("win rate\nbb/100"), "bb"),
    Rate("vpip_pct", "vpip", "hands", 100, "VPIP", "%"),
    Rate("pfr_pct", "pfr", "hands", 100, "PFR", "%"),
    Rate("tax_bb_per_100", "tax_bb", "hands", 100, N_("tax\nbb/100"), "bb"),
)


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``positions``, a row for each in the order of acting; ``positions.strategies``, for each strategy too."""
    sums = _sums(facts)
    everybody = sums.groupby(["session_id", "position"], as_index=False, observed=True).sum(numeric_only=True)
    result = {"positions": _rows(everybody, ["position"], facts)}
    if not short:
        result["positions.strategies"] = _rows(sums, ["strategy", "position"], facts)
    return result


def _sums(facts: Facts) -> pd.DataFrame:
    """What hands add up to by session, strategy and position."""
    money = facts.sql(
        """SELECT session_id, strategy, position, sum(net)::BIGINT AS net, fsum(net / big_blind) AS net_bb,
            fsum(tax_paid) AS tax, fsum(tax_paid / big_blind) AS tax_bb
        FROM seat_hands GROUP BY ALL ORDER BY session_id, strategy, position"""
    )
    sums = facts.decisions.positions.merge(money, "left", ["session_id", "strategy", "position"])
    sums["position"] = pd.Categorical(sums["position"], ORDER, ordered=True)
    sums["strategy"] = sums["strategy"].astype("category")
    return sums


def _rows(sums: pd.DataFrame, keys: list[str], facts: Facts) -> pd.DataFrame:
    frame = measured(sums, RATES, keys)
    totals = sums.groupby(keys, observed=True)[["hands", "net", "tax"]].sum().reset_index(drop=True)
    front = frame[[*keys, "sessions"]].astype(dict.fromkeys(keys, object))
    parts = shares(sums, "tax", keys).add_prefix("tax_share_").reset_index(drop=True)
    note = frame["sessions"].map(interval_note).astype(object)
    rates = frame.drop(columns=[*keys, "sessions"])
    return pd.concat([front, totals, parts, rates], axis=1).assign(
        attribution=facts.attribution.name, note=note
    )


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Results and play by position; without ``short`` the tax by position."""
    rows = tables["positions"]
    columns = [
        rows["position"],
        [whole(number) for number in rows["hands"]],
        decimals(rows["bb_per_100"]),
        intervals(rows["bb_per_100_low"], rows["bb_per_100_high"]),
        _with_reach(rows, "vpip_pct"),
        _with_reach(rows, "pfr_pct"),
    ]
    heads = [
        _("position"), _("hands"), _("win rate\nbb/100"), _("95 % interval\nbb/100"), "VPIP\n%", "PFR\n%",
    ]  # fmt: skip
    yield TextTable(
        _("Results by position"),
        heads,
        [list(r) for r in zip(*columns, strict=True)],
        [_(NAMES), *_notes(rows)],
    )
    if short:
        return
    columns = [
        rows["position"],
        [whole(number) for number in rows["tax"]],
        _with_reach(rows, "tax_share_pct"),
        decimals(rows["tax_bb_per_100"]),
        intervals(rows["tax_bb_per_100_low"], rows["tax_bb_per_100_high"]),
    ]
    heads = [_("position"), _("tax\nchips"), _("share\n%"), _("tax\nbb/100"), _("95 % interval\nbb/100")]
    notes = [
        *_notes(rows),
        _(facts.attribution.meaning),
        _("For each strategy: --json or --csv DIR."),
    ]
    title = _("Tax by position, {attribution}").format(attribution=_(facts.attribution.title))
    yield TextTable(title, heads, [list(r) for r in zip(*columns, strict=True)], notes)


def _with_reach(rows: pd.DataFrame, name: str) -> list[str]:
    """Percentages and how far their intervals go, or alone where there is no interval."""
    half = pd.concat([rows[name] - rows[f"{name}_low"], rows[f"{name}_high"] - rows[name]], axis=1).max(
        axis=1
    )
    shown = zip(decimals(rows[name], 1), decimals(half, 1), half.notna(), strict=True)
    return [f"{number} ±{width}" if known else number for number, width, known in shown]


def _notes(rows: pd.DataFrame) -> list[str]:
    sessions = rows["sessions"].max()
    if sessions < 2:
        return [_("No intervals: it takes two sessions.")]
    notes = [_("±: to the farther end of the 95 % interval, with the sessions as independent units.")]
    if rows["sessions"].min() < FEW_SESSIONS:
        notes.append(_("Rough where a position is in fewer than ten sessions."))
    return notes


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """Where players win and lose, and who pays most of the tax."""
    rows = tables["positions"]
    best, worst = (
        rows.iloc[int(place)] for place in (rows["bb_per_100"].argmax(), rows["bb_per_100"].argmin())
    )
    yield _("After tax players do best at {best}, {best_rate}, and worst at {worst}, {worst_rate}.").format(
        best=best["position"], best_rate=_told(best), worst=worst["position"], worst_rate=_told(worst)
    )
    if rows["tax"].sum() > 0:
        payer = rows.iloc[int(rows["tax"].argmax())]
        yield _("{position} pays most of the tax: {share} of it, {attribution}.").format(
            position=payer["position"], share=percent(decimal(payer["tax_share_pct"], 1)),
            attribution=_(facts.attribution.title),
        )  # fmt: skip


def _told(row: pd.Series) -> str:
    """A win rate with its interval, in words."""
    if pd.isna(row["bb_per_100_low"]):
        return _("{rate} big blinds per 100 hands").format(rate=decimal(row["bb_per_100"], 1))
    (between,) = intervals([row["bb_per_100_low"]], [row["bb_per_100_high"]], 1)
    return _("{rate} big blinds per 100 hands (95 % interval {between})").format(
        rate=decimal(row["bb_per_100"], 1), between=between
    )


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Win rate and tax by position."""
    from holdem_sim.reports._draw_style import position_rates

    yield "positions", position_rates(facts.answer(tables)["positions"], facts)
