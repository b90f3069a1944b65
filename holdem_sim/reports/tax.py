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
players_dealt
    Players dealt in, by time: seat-hours / table-hours.
extra_drop_per_hand, time_charge_per_table_hour
    Chips.
..._low, ..._high, ..._of
    95 % intervals (those of percentages end at 0 and 100) with the sessions as independent units
    (:mod:`holdem_sim.reports._statistics`), and the sample: the hands, hours or chips that the figure is divided by.
    With fewer than thirty hands there is no percentage of them.

tax_per_table_hour_sd, tax_per_table_hour_p5, tax_per_table_hour_p95
    How much single sessions differ: the standard deviation of their tax per table-hour, and its quantiles.

``tax.pots``: the share of all tax that comes from the hands with the most tax. top_pct (percent of the hands dealt),
hands, tax_from (chips: the least tax of a hand among them), share_pct with its interval: the Lorenz curve of the
tax, whose interval is that of sum(max(tax - tax_from, 0)) + tax_from * hands of each session over its tax (J. L.
Gastwirth, The estimation of the Lorenz curve and Gini index, Rev. Econ. Statist. 54, 1972). Hands alike in tax at
the border count in proportion.

``tax.strategies``: tax_paid (chips), tax_share_pct (of all tax), tax_bb_per_100 (per 100 hands dealt in), effective_pct
(of what the strategy contributed). The tax is attributed as ``report --attribution`` says, by contribution unless told
otherwise (:mod:`holdem_sim.reports._attribution`); the column ``attribution`` names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from holdem_sim.language import N_, _, percent
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, measured, sessions_note, shares, unit_word
from holdem_sim.reports._statistics import FEW_SESSIONS, interval_note, overall
from holdem_sim.reports._text import TextTable, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure


RATES = (
    Rate("tax_per_hand", "tax", "hands", 1, N_("tax per hand"), "chips"),
    Rate("tax_bb_per_100", "tax_bb", "hands", 100, N_("tax per 100 hands"), "bb"),
    Rate("tax_per_table_hour", "tax", "table_hours", 1, N_("tax per table-hour"), "chips"),
    Rate("tax_per_seat_hour", "tax", "seat_hours", 1, N_("tax per seat-hour"), "chips"),
    Rate("income_per_table_hour", "income", "table_hours", 1, N_("tax, time charge per table-hour"), "chips"),
    Rate("hands_per_hour", "hands", "table_hours", 1, N_("hands per hour"), ""),
    Rate("players_dealt", "seat_hours", "table_hours", 1, N_("players dealt in, by time"), ""),
    Rate("taxed_pct", "taxed", "hands", 100, N_("hands taxed"), "%"),
    Rate("capped_pct", "capped", "hands", 100, N_("hands at the cap"), "%"),
    Rate("mean_pot", "pot", "hands", 1, N_("mean pot"), "chips"),
    Rate("mean_pot_bb", "pot_bb", "hands", 1, N_("mean pot"), "bb"),
    Rate("effective_pct", "tax", "pot", 100, N_("tax of the pots"), "%", amounts=True),
    Rate("extra_drop_per_hand", "extra_drop", "hands", 1, N_("extra drop per hand"), "chips"),
    Rate(
        "time_charge_per_table_hour",
        "time_charge",
        "table_hours",
        1,
        N_("time charge per table-hour"),
        "chips",
    ),
)
OF_STRATEGIES = (
    Rate("tax_bb_per_100", "tax_paid_bb", "hands", 100, N_("tax\nbb/100"), "bb"),
    Rate("effective_pct", "tax_paid", "contributed", 100, N_("tax of the pots"), "%", amounts=True),
)
TOTALS = {
    "tax": N_("tax in all"),
    "extra_drop": N_("extra drop in all (promotion fund)"),
    "time_charge": N_("time charge in all"),
}
TOPS = (1, 5, 10, 25, 50)
"""Percent of the hands, those with the most tax."""
MONEY = ("tax_per_hand", "tax_per_table_hour", "tax_per_seat_hour", "income_per_table_hour")
"""Rates in chips that are shown in the table's currency too."""
HOURS = N_(
    "Table-hour: an hour of one table in which hands are played. Seat-hour: an hour of one player dealt in. "
    "bb: big blinds."
)
IN_SHORT = (
    "tax_per_hand",
    "tax_bb_per_100",
    "tax_per_table_hour",
    "tax_per_seat_hour",
    "hands_per_hour",
    "effective_pct",
)


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``tax``, one row for the run; ``tax.strategies``, a row a strategy; ``tax.pots``, where the tax comes from."""
    sessions = facts.sessions
    row: dict[str, Any] = {"hands": facts.extent.hands, "sessions": facts.extent.sessions}
    for name in ("table_hours", "seat_hours", "pot", "tax", "extra_drop", "time_charge"):
        row[name] = sessions[name].sum()
    (rates,) = measured(sessions, RATES).drop(columns="sessions").to_dict("records")
    row |= {str(name): value for name, value in rates.items()}
    hourly = (sessions["tax"] / sessions["table_hours"].where(sessions["table_hours"] > 0)).dropna()
    row["tax_per_table_hour_sd"] = hourly.std()
    row["tax_per_table_hour_p5"], row["tax_per_table_hour_p95"] = hourly.quantile(0.05), hourly.quantile(0.95)
    row["note"] = interval_note(facts.extent.sessions)
    result = {"tax": pd.DataFrame([row])}
    if not short:
        result["tax.strategies"] = by_strategy(facts)
        result["tax.pots"] = top_hands(facts)
    return result


def top_hands(facts: Facts) -> pd.DataFrame:
    """The share of all tax that the hands with the most tax bring; the columns of the module's docstring."""
    levels = ", ".join(str(1 - top / 100) for top in TOPS)
    limits = facts.sql(f"SELECT unnest(quantile_disc(tax, [{levels}])) AS least FROM hands")["least"].tolist()
    above = ", ".join(f"sum(greatest(tax - {least}, 0))::BIGINT AS y{n}" for n, least in enumerate(limits))
    sums = facts.sql(
        f"SELECT session_id, count(*) AS hands, sum(tax)::BIGINT AS tax, {above} FROM hands GROUP BY session_id"
    )
    rows = []
    for n, (top, least) in enumerate(zip(TOPS, limits, strict=True)):
        part = sums.assign(top=sums[f"y{n}"] + least * sums["hands"] * top / 100)
        found = overall(part, "top", "tax")
        share = {f"share_pct{end}": min(max(100 * found[key], 0.0), 100.0) for end, key in
                 (("", "rate"), ("_low", "low"), ("_high", "high"))}  # fmt: skip
        rows.append(
            {"top_pct": top, "hands": facts.extent.hands * top / 100, "tax_from": int(least), **share}
        )
    return pd.DataFrame(rows)


def by_strategy(facts: Facts) -> pd.DataFrame:
    """The tax by strategy, by the attribution, the largest payer first.

    strategy, hands (dealt in), contributed and tax_paid (chips), sessions, attribution; with intervals and samples
    tax_share_pct (of all tax), tax_bb_per_100 (per 100 hands dealt in), effective_pct (of what it contributed).
    """
    sums = facts.player_sessions
    names = ["hands", "contributed", "tax_paid"]
    total = sums.groupby("strategy", observed=True)[names].sum()
    frame = total.join(shares(sums, "tax_paid", "strategy").add_prefix("tax_share_"))
    frame = frame.join(measured(sums, OF_STRATEGIES, "strategy").set_index("strategy"))
    frame = frame.assign(
        attribution=facts.attribution.name,
        note=frame["sessions"].map(interval_note).astype(object),
    ).reset_index()
    return frame.sort_values(["tax_paid", "strategy"], ascending=[False, True], ignore_index=True)


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """The run's tax, and without ``short`` the tax by strategy and where it comes from."""
    (row,) = ({str(name): value for name, value in r.items()} for r in tables["tax"].to_dict("records"))
    rows = []
    for name, label in TOTALS.items():
        if name == "tax" or row[name]:
            rows.append([_(label), whole(row[name]), _("chips"), ""])
    for rate in RATES:
        if _is_shown(rate, row, facts, short):
            value, low, high = (row[rate.name + ending] for ending in ("", "_low", "_high"))
            rows.append([_(rate.label), decimal(value), unit_word(rate), *intervals([low], [high])])
    rows += _in_currency(row, facts)
    note = sessions_note(facts.extent.sessions) or _(
        "Intervals take the {sessions} sessions as the independent units."
    ).format(sessions=whole(facts.extent.sessions))
    heads = [_("figure"), _("value"), _("unit"), _("95 % interval")]
    yield TextTable(_("Tax"), heads, rows, [note, _(HOURS)])
    if not short:
        yield _sessions_table(row)
        yield _strategy_table(tables["tax.strategies"], facts)
        yield _tops_table(tables["tax.pots"])


def _in_currency(row: dict[str, Any], facts: Facts) -> list[list[str]]:
    """The main figures in the table's currency, if it has one."""
    currency = facts.setting("table.currency")
    if not currency:
        return []
    value = float(facts.setting("table.chip_value"))
    rows = [[_(TOTALS["tax"]), decimal(value * row["tax"]), currency, ""]]
    for rate in RATES:
        if rate.name in MONEY and _is_shown(rate, row, facts, short=False):
            middle, low, high = (value * row[rate.name + ending] for ending in ("", "_low", "_high"))
            rows.append([_(rate.label), decimal(middle), currency, *intervals([low], [high])])
    return rows


def _sessions_table(row: dict[str, Any]) -> TextTable:
    """How much single sessions differ."""
    shown = decimals([row[f"tax_per_table_hour{end}"] for end in ("", "_sd", "_p5", "_p95")])
    heads = [_("of the sessions"), _("mean"), _("standard deviation"), "5 %", "95 %"]
    return TextTable(_("How sessions differ"), heads, [[_("tax per table-hour, chips"), *shown]])


def _tops_table(tops: pd.DataFrame) -> TextTable:
    columns = [
        [_("top {share} of the hands").format(share=percent(str(top))) for top in tops["top_pct"]],
        map(whole, tops["hands"]),
        map(whole, tops["tax_from"]),
        decimals(tops["share_pct"], 1),
        intervals(tops["share_pct_low"], tops["share_pct_high"], 1),
    ]
    heads = [
        _("hands with the most tax"),
        _("hands"),
        _("tax from\nchips"),
        _("of all tax\n%"),
        _("95 % interval\n%"),
    ]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return TextTable(_("Where the tax comes from"), heads, rows)


def _is_shown(rate: Rate, row: dict[str, Any], facts: Facts, short: bool) -> bool:
    """Whether the rate gets a line: in short form the main ones, and no rate of what does not exist."""
    if rate.numerator in ("extra_drop", "time_charge", "income"):
        return bool(row["extra_drop" if rate.numerator == "extra_drop" else "time_charge"])
    if short and rate.name not in IN_SHORT:
        return False
    return rate.name != "capped_pct" or any(facts.cap(players) is not None for players in range(2, 11))


def _strategy_table(taxes: pd.DataFrame, facts: Facts) -> TextTable:
    heads = [
        _("strategy"),
        _("hands"),
        _("tax\nchips"),
        _("share\n%"),
        _("tax\nbb/100"),
        _("95 % interval\nbb/100"),
    ]
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


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """What the house took, by the hand and by the hour, how sure that is, and where it comes from."""
    (row,) = ({str(name): value for name, value in r.items()} for r in tables["tax"].to_dict("records"))
    yield _(
        "The house took {tax} chips of tax, {share} of the pots: {hand} chips a hand ({between})."
    ).format(
        tax=whole(row["tax"]),
        share=percent(decimal(row["effective_pct"])),
        hand=decimal(row["tax_per_hand"]),
        between=_sure(row, "tax_per_hand"),
    )
    if row["table_hours"] > 0:
        currency = facts.setting("table.currency")
        money = ""
        if currency:
            value = float(facts.setting("table.chip_value")) * row["tax_per_table_hour"]
            money = _(", that is {money} {currency}").format(money=decimal(value), currency=currency)
        yield _(
            "A table brings {tax} chips of tax an hour ({between}){money}, at {hands} hands an hour."
        ).format(
            tax=decimal(row["tax_per_table_hour"]),
            money=money,
            between=_sure(row, "tax_per_table_hour"),
            hands=decimal(row["hands_per_hour"], 1),
        )
    if row["time_charge"]:
        yield _("With the time charge it is {income} chips an hour ({between}).").format(
            income=decimal(row["income_per_table_hour"]), between=_sure(row, "income_per_table_hour")
        )
    if row["sessions"] >= FEW_SESSIONS and row["table_hours"] > 0:
        yield _("Single sessions differ: nine in ten bring between {low} and {high} chips an hour.").format(
            low=decimal(row["tax_per_table_hour_p5"], 0), high=decimal(row["tax_per_table_hour_p95"], 0)
        )
    if "tax.pots" in tables and row["tax"]:
        tops = tables["tax.pots"].set_index("top_pct")["share_pct"]
        yield _("The tenth of the hands with the most tax brings {share} of it.").format(
            share=percent(decimal(float(tops[10]), 0))
        )


def _sure(row: dict[str, Any], name: str) -> str:
    """The interval of a rate in words."""
    if row["sessions"] < 2:
        return _("one session: how sure that is cannot be said")
    (between,) = intervals([row[f"{name}_low"]], [row[f"{name}_high"]])
    return _("95 % interval {between}").format(between=between)


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Tax per table-hour over the sessions; tax by strategy."""
    from holdem_sim.reports._draw_tax import session_taxes, strategy_taxes

    found = facts.answer(tables)
    yield "tax-per-hour", session_taxes(facts.sessions, found["tax"].iloc[0], facts)
    yield "tax-strategies", strategy_taxes(found["tax.strategies"], facts)
