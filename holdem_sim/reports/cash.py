"""Cash: what players bring, lose to each other and pay the house, and how long a buy-in lasts.

Definitions
-----------
brought, taken, time_charge
    Chips by the ledger (H-XVI): buy-ins and rebuys; cash-outs; what was paid for time.
net
    What the hands came to, after tax and extra drop: chips won less chips contributed.
result
    taken - brought, which to the chip is net - time_charge.
to_house
    Tax and extra drop, attributed as ``report --attribution`` says (column ``attribution``;
    :mod:`holdem_sim.reports._attribution`), and the time charge.
from_players
    Won from the other players (negative: lost to them): result + to_house. Of all players together it is 0.
player_hours
    Hours of play: for each hand its duration times the players dealt in. Table-hours count each hand once.
..._per_hour, ..._bb_per_100
    Chips per player-hour; big blinds per 100 hands dealt in.
lives, busts, hours_per_bust
    A life is what becomes of bought chips until they are gone (a bust), the player leaves or the session closes
    (:mod:`holdem_sim.reports._lives`; a top-up does not begin a new one). Hours of play for each bust:
    player_hours / busts, its interval that of busts per hour turned over.
hours_p25, hours_p50, hours_p75; hands_p25 ...
    When so many percent of the lives are over, in hours of play and in hands, by the estimate of Kaplan and Meier,
    which takes lives cut short for what they are. Empty: not reached while ten lives were still watched.
visits, broke, left, closing
    Stays of a player at the table, and how they ended: with no chips, with chips, with the session.
visit_hours_p25, visit_hours_p50, visit_hours_p75; broke_pct
    Quantiles of the visits' lengths by the clock; those that the closing cut short are as long as they are. Percent of
    the visits that ended broke.
``cash.flow``: what, chips, per_table_hour
    Chips of each kind that came to the table or left it, in all and per table-hour.
..._low, ..._high, ..._of
    95 % intervals with the sessions as independent units, and the sample (the rate's denominator).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from holdem_sim import language
from holdem_sim.language import N_, _
from holdem_sim.reports._courses import ALL
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._lives import LEDGER, survival_quantiles
from holdem_sim.reports._rates import Rate, measured, sessions_note
from holdem_sim.reports._statistics import interval_note
from holdem_sim.reports._text import TextTable, between, decimal, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATES = (
    Rate("result_per_hour", "result", "player_hours", 1, N_("result"), "chips"),
    Rate("from_players_per_hour", "from_players", "player_hours", 1, N_("from players"), "chips"),
    Rate("to_house_per_hour", "to_house", "player_hours", 1, N_("to the house"), "chips"),
    Rate("result_bb_per_100", "result_bb", "hands", 100, N_("result"), "bb"),
    Rate("from_players_bb_per_100", "from_players_bb", "hands", 100, N_("from players"), "bb"),
    Rate("to_house_bb_per_100", "to_house_bb", "hands", 100, N_("to the house"), "bb"),
)
BUSTS = Rate("busts_per_hour", "busts", "player_hours", 1, N_("busts per hour"), "")
BROKE = Rate("broke_pct", "broke", "visits", 100, N_("visits that end broke"), "%")
MONEY = [
    "brought",
    "taken",
    "time_charge",
    "net",
    "result",
    "tax_paid",
    "extra_paid",
    "to_house",
    "from_players",
]
FLOW = {
    "buy_in_chips": N_("bought in"),
    "rebuy_chips": N_("rebought, topped up"),
    "cash_out_chips": N_("cashed out"),
    "tax": N_("tax"),
    "extra_drop": N_("extra drop"),
    "time_charge": N_("time charge"),
}
LEVELS = (0.25, 0.5, 0.75)


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``cash``, ``cash.lives`` and ``cash.visits``, a row a strategy and one of all; ``cash.flow`` by table-hour."""
    sums = _sums(facts)
    everybody = pd.concat([sums, sums.assign(strategy=ALL)])
    groups = everybody.groupby("strategy", sort=False)
    cash = groups[["players", "hands", "player_hours", *MONEY]].sum()
    cash["from_players"] = cash["from_players"].round(6)
    rates = measured(everybody, RATES, "strategy").set_index("strategy")
    cash = cash.join(rates).assign(
        attribution=facts.attribution.name, note=rates["sessions"].map(interval_note).astype(object)
    )
    order = [*cash.drop(index=ALL).sort_values("result", ascending=False, kind="stable").index, ALL]
    found = {"cash": cash.loc[order].reset_index()}
    if not short:
        found["cash.lives"] = _lives(facts, everybody).loc[order].reset_index()
        found["cash.visits"] = _visits(facts).reindex(order).reset_index()
        found["cash.flow"] = _flow(facts)
    return found


def _sums(facts: Facts) -> pd.DataFrame:
    """The money of every session and strategy."""
    sums = facts.strategy_sessions.rename(columns={"seat_hours": "player_hours"})
    blind = facts.extent.big_blind
    brought = sums["buy_in_chips"] + sums["rebuy_chips"]
    charge = sums["time_charge_chips"]
    return sums.assign(
        brought=brought,
        taken=sums["cash_out_chips"],
        time_charge=charge,
        result=sums["cash_out_chips"] - brought,
        to_house=sums["tax_paid"] + sums["extra_paid"] + charge,
        from_players=sums["net"] + sums["tax_paid"] + sums["extra_paid"],
        result_bb=sums["net_bb"] - charge / blind,
        to_house_bb=sums["tax_paid_bb"] + (sums["extra_paid"] + charge) / blind,
        from_players_bb=sums["net_bb"] + sums["tax_paid_bb"] + sums["extra_paid"] / blind,
    )


def _lives(facts: Facts, sums: pd.DataFrame) -> pd.DataFrame:
    """How long buy-ins last, by strategy."""
    frame = sums.groupby("strategy", sort=False)[["lives", "busts"]].sum()
    rates = measured(sums, [BUSTS], "strategy").set_index("strategy")
    for ending, other in (("", ""), ("_low", "_high"), ("_high", "_low")):
        rate = rates[f"busts_per_hour{other}"]
        frame[f"hours_per_bust{ending}"] = 1 / rate.where(rate > 0)
    frame["hours_per_bust_of"] = frame["busts"]
    lives = facts.lives
    for strategy in frame.index:
        mine = lives if strategy == ALL else lives[lives["strategy"] == strategy]
        for what in ("hours", "hands"):
            times = survival_quantiles(mine[what].to_numpy(), mine["bust"].to_numpy(), LEVELS)
            for level, time in zip(LEVELS, times, strict=True):
                frame.loc[strategy, f"{what}_p{level * 100:.0f}"] = time
    return frame


def _visits(facts: Facts) -> pd.DataFrame:
    """How long visits last and how they end, by strategy."""
    visits = pd.concat([facts.visits, facts.visits.assign(strategy=ALL)])
    ends = pd.DataFrame({end: (visits["end"] == end).astype("int64") for end in ("broke", "left", "closing")})
    counts = pd.concat([visits[["session_id", "strategy", "hours"]], ends], axis=1).assign(visits=1)
    groups = counts.groupby("strategy", sort=False)
    frame = groups[["visits", "broke", "left", "closing"]].sum()
    rates = measured(counts, [BROKE], "strategy").set_index("strategy").drop(columns="sessions")
    quantiles = groups["hours"].quantile(np.array(LEVELS)).unstack()
    for level in LEVELS:
        frame[f"visit_hours_p{level * 100:.0f}"] = quantiles[level]
    return frame.join(rates)


def _flow(facts: Facts) -> pd.DataFrame:
    """Chips that come and go, in all and per table-hour."""
    names = [f"{name}_chips" for name in LEDGER.values() if name != "time_charge"]
    lines = facts.strategy_sessions.groupby("session_id")[names].sum()
    sums = facts.sessions.join(lines, on="session_id")
    rates = [
        Rate(f"{name}_per_table_hour", name, "table_hours", 1, label, "chips") for name, label in FLOW.items()
    ]
    row = measured(sums, rates).iloc[0]
    endings = {
        "per_table_hour": "",
        "per_table_hour_low": "_low",
        "per_table_hour_high": "_high",
        "per_table_hour_of": "_of",
    }
    rows = [
        {"what": name.removesuffix("_chips"), "chips": int(sums[name].sum())}
        | {column: row[f"{name}_per_table_hour{ending}"] for column, ending in endings.items()}
        for name in FLOW
    ]
    return pd.DataFrame(rows)


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """The money by strategy; without ``short`` also by the hour, lives of buy-ins, visits and the flow."""
    cash = tables["cash"]
    names = _names(cash)
    columns = {
        _("strategy"): names,
        _("brought\nchips"): map(whole, cash["brought"]),
        _("taken\nchips"): map(whole, cash["taken"]),
        _("from\nplayers"): map(whole, cash["from_players"]),
        _("to the\nhouse"): map(whole, cash["to_house"]),
        _("result\nchips"): map(whole, cash["result"]),
    }
    attribution = _(facts.attribution.title)
    title = _("Cash: from players and to the house, {attribution}").format(attribution=attribution)
    yield _table(title, columns, _(facts.attribution.meaning))
    if short:
        return
    columns = {
        _("strategy"): names,
        _("player-\nhours"): map(whole, cash["player_hours"]),
        _("result\nchips"): decimals(cash["result_per_hour"], 0),
        _("95 % interval\nchips"): intervals(cash["result_per_hour_low"], cash["result_per_hour_high"], 0),
        _("from players\nchips"): decimals(cash["from_players_per_hour"], 0),
        _("to the\nhouse"): decimals(cash["to_house_per_hour"], 0),
    }
    note = sessions_note(facts.extent.sessions)
    notes = [note] if note else []
    yield _table(_("Cash per player-hour, {attribution}").format(attribution=attribution), columns, *notes)
    yield _lives_table(tables["cash.lives"])
    yield _visits_table(tables["cash.visits"])
    yield _flow_table(tables["cash.flow"], facts)


def _names(frame: pd.DataFrame) -> list[str]:
    return [_("all") if strategy == ALL else strategy for strategy in frame["strategy"]]


def _table(title: str, columns: dict, *notes: str) -> TextTable:
    return TextTable(title, list(columns), [list(row) for row in zip(*columns.values(), strict=True)], notes)


def _lives_table(lives: pd.DataFrame) -> TextTable:
    columns = {
        _("strategy"): _names(lives),
        _("buy-ins"): map(whole, lives["lives"]),
        _("busts"): map(whole, lives["busts"]),
        _("hours\nper bust"): decimals(lives["hours_per_bust"], 1),
        _("95 %\ninterval"): intervals(lives["hours_per_bust_low"], lives["hours_per_bust_high"], 1),
    }
    for level in LEVELS:
        hours = lives[f"hours_p{level * 100:.0f}"]
        shown = decimals(hours, 1)
        head = language.percent(f"{level * 100:.0f}")
        columns[_("{share}\ngone").format(share=head)] = [
            text if there else "-" for text, there in zip(shown, hours.notna(), strict=True)
        ]
    note = _(
        "Hours of play until so many are gone; -: not reached before players left or the session closed."
    )
    return _table(_("Lifetime of a buy-in"), columns, note)


def _visits_table(visits: pd.DataFrame) -> TextTable:
    columns = {_("strategy"): _names(visits), _("visits"): map(whole, visits["visits"])}
    for level, head in zip(LEVELS, (N_("25 %\nhours"), N_("median\nhours"), N_("75 %\nhours")), strict=True):
        columns[_(head)] = decimals(visits[f"visit_hours_p{level * 100:.0f}"], 1)
    columns[_("end broke\n%")] = decimals(visits["broke_pct"], 1)
    columns[_("95 % interval\n%")] = intervals(visits["broke_pct_low"], visits["broke_pct_high"], 1)
    note = _("A visit lasts from the buy-in to leaving, going broke or the closing of the session.")
    few = [_("n/a: fewer than thirty visits.")] if visits["broke_pct"].isna().any() else []
    return _table(_("Visits"), columns, note, *few)


def _flow_table(flow: pd.DataFrame, facts: Facts) -> TextTable:
    shown = flow[flow["chips"] != 0]
    columns = {
        _("what"): [_(FLOW.get(what, FLOW.get(f"{what}_chips", what))) for what in shown["what"]],
        _("chips"): map(whole, shown["chips"]),
        _("per table-hour"): decimals(shown["per_table_hour"]),
        _("95 % interval"): intervals(shown["per_table_hour_low"], shown["per_table_hour_high"]),
    }
    return _table(_("Chips that come and go"), columns)


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """What players bring, who loses it to whom, and how long it lasts."""
    cash = tables["cash"].set_index("strategy")
    total = _of_all(tables["cash"])
    yield _(
        "The players brought {brought} chips to the table and took {taken} away; the difference went to the house."
    ).format(brought=whole(total["brought"]), taken=whole(total["taken"]))
    order = cash.drop(index=ALL).sort_values("from_players_per_hour")
    known = order["from_players_per_hour_low"].notna()
    if len(order) > 1 and order["from_players_per_hour"].iloc[0] < 0 and known.iloc[[0, -1]].all():
        yield _(
            "Among each other, {loser} lost most, {lost} chips an hour of play (95 % interval {lost_between}), and "
            "{winner} won most, {won} an hour ({won_between})."
        ).format(
            **dict(zip(("loser", "lost", "lost_between"), _hourly(order, 0, -1), strict=True)),
            **dict(zip(("winner", "won", "won_between"), _hourly(order, -1, 1), strict=True)),
        )
    if "cash.lives" not in tables:
        return
    lives = _of_all(tables["cash.lives"])
    if pd.notna(lives["hours_p50"]):
        yield _("Half of all buy-ins are gone after {hours} hours of play.").format(
            hours=decimal(lives["hours_p50"], 1)
        )
    else:
        yield _("More than half of all buy-ins last until their players leave or the session closes.")
    visits = _of_all(tables["cash.visits"])
    if pd.notna(visits["broke_pct"]):
        share, low, high = (float(visits[f"broke_pct{end}"]) for end in ("", "_low", "_high"))
        yield _("{share} of the visits end broke (95 % interval {between}).").format(
            share=language.percent(decimal(share, 1)), between=between(low, high, 1)
        )


def _of_all(frame: pd.DataFrame) -> pd.Series:
    """The row of all strategies."""
    return frame[frame["strategy"] == ALL].iloc[0]


def _hourly(order: pd.DataFrame, place: int, sign: int) -> tuple[str, str, str]:
    """A strategy, what it wins (sign -1: loses) from the others an hour, and between what."""
    row = order.iloc[place]
    name = "from_players_per_hour"
    low, high = sorted(sign * row[f"{name}{end}"] for end in ("_low", "_high"))
    return str(row.name), decimal(sign * row[name], 0), between(low, high, 0)


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Who wins from whom and pays the house, by the hour of play; how long buy-ins last."""
    from holdem_sim.reports._draw_cash import lifetimes, money

    cash = facts.answer(tables)["cash"]
    yield "cash-per-hour", money(cash[cash["strategy"] != ALL], facts)
    yield "cash-lifetimes", lifetimes(facts.lives, facts)
