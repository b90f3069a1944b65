"""Tax: what the house takes by hand, by hour and by strategy, and how sure that is.

Definitions
-----------
tax, extra_drop, time_charge
    Chips: the tax cut from the pots; what went into the promotion fund; what players paid for their time.
    The three are never mixed: every rate below is of the tax alone unless its name says otherwise.
tax_per_hand, tax_bb_per_100
    Chips per hand dealt; big blinds per 100 hands dealt, taxed or not.
tax_per_table_hour, tax_per_seat_hour
    Chips per hour in which hands are played, and per hour of one player dealt in: seat-hours are the sum over
    hands of players dealt in times the hand's duration. Simulated time; waiting for players does not count.
    (The figures card rooms use: M. Selbrede, PokerNews strategy 33298, drop per hand and per seat-hour.)
income_per_table_hour
    Tax and time charge together per table-hour; the extra drop belongs to the players and is not in it.
hands_per_hour
    Hands per table-hour.
taxed_pct, capped_pct
    Percent of the hands in which tax was taken; in which it was the cap that held for the hand.
mean_pot, mean_pot_bb
    The pot without the uncalled bet, before tax: chips, and big blinds of the hand.
effective_pct
    Tax in percent of the pots: 100 * sum(tax) / sum(pot).
..._low, ..._high
    95 % intervals (those of percentages end at 0 and 100) with the sessions as independent units
    (:func:`holdem_sim.reports._statistics.ratio_intervals`).

By strategy the tax is attributed as ``report --attribution`` says, by contribution unless told otherwise
(:mod:`holdem_sim.reports._attribution`); the column ``attribution`` names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from holdem_sim.language import _
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate
from holdem_sim.reports._statistics import interval_note, overall, ratio_intervals
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure


RATES = (
    Rate("tax_per_hand", "tax", "hands", 1, "tax per hand", "chips"),
    Rate("tax_bb_per_100", "tax_bb", "hands", 100, "tax per 100 hands", "bb"),
    Rate("tax_per_table_hour", "tax", "table_hours", 1, "tax per table-hour", "chips"),
    Rate("tax_per_seat_hour", "tax", "seat_hours", 1, "tax per seat-hour", "chips"),
    Rate("income_per_table_hour", "income", "table_hours", 1, "tax, time charge per table-hour", "chips"),
    Rate("hands_per_hour", "hands", "table_hours", 1, "hands per hour", ""),
    Rate("players_dealt", "seat_hours", "table_hours", 1, "players dealt in, by time", ""),
    Rate("taxed_pct", "taxed", "hands", 100, "hands taxed", "%"),
    Rate("capped_pct", "capped", "hands", 100, "hands at the cap", "%"),
    Rate("mean_pot", "pot", "hands", 1, "mean pot", "chips"),
    Rate("mean_pot_bb", "pot_bb", "hands", 1, "mean pot", "bb"),
    Rate("effective_pct", "tax", "pot", 100, "tax of the pots", "%"),
    Rate("extra_drop_per_hand", "extra_drop", "hands", 1, "extra drop per hand", "chips"),
    Rate(
        "time_charge_per_table_hour", "time_charge", "table_hours", 1, "time charge per table-hour", "chips"
    ),
)
TOTALS = {
    "tax": "tax in all",
    "extra_drop": "extra drop in all (promotion fund)",
    "time_charge": "time charge in all",
}
IN_SHORT = (
    "tax_per_hand",
    "tax_bb_per_100",
    "tax_per_table_hour",
    "tax_per_seat_hour",
    "hands_per_hour",
    "effective_pct",
)


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``tax``, one row for the run; ``tax.strategies``, a row a strategy, its tax by the attribution."""
    sessions = facts.sessions
    row: dict[str, Any] = {"hands": facts.extent.hands, "sessions": facts.extent.sessions}
    for name in ("table_hours", "seat_hours", "pot", "tax", "extra_drop", "time_charge"):
        row[name] = sessions[name].sum()
    for rate in RATES:
        found = overall(sessions, rate.numerator, rate.denominator)
        for ending, part in (("", "rate"), ("_low", "low"), ("_high", "high")):
            value = rate.factor * found[part]
            row[rate.name + ending] = min(max(value, 0.0), 100.0) if rate.unit == "%" else value
    row["note"] = interval_note(facts.extent.sessions)
    result = {"tax": pd.DataFrame([row])}
    if not short:
        result["tax.strategies"] = by_strategy(facts)
    return result


def by_strategy(facts: Facts) -> pd.DataFrame:
    """The tax by strategy, by the attribution, the largest payer first.

    strategy, hands (dealt in), contributed and tax_paid (chips), tax_share_pct (of all tax), tax_bb_per_100
    (per 100 hands dealt in) with its interval, effective_pct (of what the strategy contributed), attribution.
    """
    sums = facts.player_sessions
    names = ["hands", "contributed", "tax_paid"]
    total = sums.groupby("strategy", observed=True)[names].sum()
    rates = ratio_intervals(sums, "tax_paid_bb", "hands", "strategy")
    all_tax = total["tax_paid"].sum()
    frame = total.assign(
        tax_share_pct=100 * total["tax_paid"] / (all_tax if all_tax > 0 else float("nan")),
        tax_bb_per_100=100 * rates["rate"],
        tax_bb_per_100_low=100 * rates["low"],
        tax_bb_per_100_high=100 * rates["high"],
        effective_pct=100 * total["tax_paid"] / total["contributed"].where(total["contributed"] > 0),
        attribution=facts.attribution.name,
        note=rates["sessions"].map(interval_note).astype(object),
    ).reset_index()
    return frame.sort_values(["tax_paid", "strategy"], ascending=[False, True], ignore_index=True)


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """The run's tax, and without ``short`` the tax by strategy."""
    (row,) = ({str(name): value for name, value in r.items()} for r in tables["tax"].to_dict("records"))
    rows = [
        [label, whole(row[name]), "chips", ""] for name, label in TOTALS.items() if name == "tax" or row[name]
    ]
    for rate in RATES:
        if _is_shown(rate, row, facts, short):
            value, low, high = (row[rate.name + ending] for ending in ("", "_low", "_high"))
            rows.append([rate.label, decimal(value), rate.unit, *intervals([low], [high])])
    note = row["note"] or f"intervals take the {facts.extent.sessions:,} sessions as the independent units"
    yield TextTable(
        "Tax", ["figure", "value", "unit", "95 % interval"], rows, [f"{note[0].upper()}{note[1:]}."]
    )
    if not short:
        yield _strategy_table(tables["tax.strategies"], facts)


def _is_shown(rate: Rate, row: dict[str, Any], facts: Facts, short: bool) -> bool:
    """Whether the rate gets a line: in short form the main ones, and no rate of what does not exist."""
    if rate.numerator in ("extra_drop", "time_charge", "income"):
        return bool(row["extra_drop" if rate.numerator == "extra_drop" else "time_charge"])
    if short and rate.name not in IN_SHORT:
        return False
    return rate.name != "capped_pct" or any(facts.cap(players) is not None for players in range(2, 11))


def _strategy_table(taxes: pd.DataFrame, facts: Facts) -> TextTable:
    heads = ["strategy", "hands", "tax\nchips", "share\n%", "tax\nbb/100", "95 % interval\nbb/100"]
    columns = [
        taxes["strategy"],
        map(whole, taxes["hands"]),
        map(whole, taxes["tax_paid"]),
        decimals(taxes["tax_share_pct"], 1),
        decimals(taxes["tax_bb_per_100"]),
        intervals(taxes["tax_bb_per_100_low"], taxes["tax_bb_per_100_high"]),
    ]
    rows = [list(row) for row in zip(*columns, strict=True)]
    title = _("Tax by strategy, {attribution}").format(attribution=_(facts.attribution.title))
    return TextTable(title, heads, rows, [_(facts.attribution.meaning)])


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Tax per table-hour over the sessions; tax by strategy."""
    from holdem_sim.reports._draw_tax import session_taxes, strategy_taxes

    found = tables(facts)
    yield "tax-per-hour", session_taxes(facts.sessions, found["tax"].iloc[0], facts)
    yield "tax-strategies", strategy_taxes(found["tax.strategies"], facts)
