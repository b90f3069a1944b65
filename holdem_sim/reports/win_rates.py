"""Win rates: what each strategy and each player wins or loses, and how sure that is.

Definitions
-----------
hands
    Hands in which the strategy (or player) was dealt in; two players of a strategy in a hand count twice.
net, net_bb
    Chips won less chips contributed, after tax; in big blinds of the hand they belong to.
bb_per_100
    Big blinds won per 100 hands: 100 * sum(net_bb) / sum(hands).
bb_per_100_low, bb_per_100_high
    The 95 % interval of bb_per_100. The sessions are the independent units, not the hands, and all players of
    a strategy in a session are one unit (:func:`holdem_sim.reports._statistics.ratio_intervals`). A player
    who was in one session only has none.
sd_bb_per_100
    Standard deviation per 100 hands, in big blinds: ten times that of single hands, as trackers give it
    (primedope.com, poker variance calculator; PokerTracker and Hold'em Manager, "Std Dev bb/100").

``win-rates.tax``: the same before tax, what the tax takes, and by the hour.

before_tax_bb_per_100, tax_bb_per_100
    What a player would have won had there been no tax and nobody had played otherwise: net_bb plus the tax that he
    paid; and that tax, per 100 hands. Who paid it is a matter of attribution (column ``attribution``;
    :mod:`holdem_sim.reports._attribution`). The extra drop stays taken.
bb_per_hour, before_tax_bb_per_hour
    Big blinds per hour of play: of the hands in which the player was dealt in.
..._low, ..._high, ..._of
    95 % intervals as above, and the sample: hands or hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pandas as pd

from holdem_sim.language import N_, _, ngettext
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, measured
from holdem_sim.reports._statistics import hand_deviation, interval_note, ratio_intervals
from holdem_sim.reports._text import TextTable, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATES = (
    Rate("before_tax_bb_per_100", "before_tax_bb", "hands", 100, N_("before tax"), "bb"),
    Rate("tax_bb_per_100", "tax_paid_bb", "hands", 100, N_("tax"), "bb"),
    Rate("bb_per_hour", "net_bb", "seat_hours", 1, N_("win rate per hour"), "bb"),
    Rate("before_tax_bb_per_hour", "before_tax_bb", "seat_hours", 1, N_("before tax per hour"), "bb"),
)
EXTRACT = 5
"""Players shown at either end of the table of players."""
MARK = " *"
"""Stands behind a rough interval."""


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``win-rates`` and ``win-rates.tax``, a row a strategy, best first; ``win-rates.players``, a row a player."""
    sums = facts.player_sessions
    strategies = _rates(sums, ["strategy"])
    players = sums.groupby("strategy", observed=True)["player_id"].nunique()
    strategies.insert(1, "players", strategies["strategy"].map(players))
    found = {
        "win-rates": strategies.sort_values(
            ["bb_per_100", "strategy"], ascending=[False, True], ignore_index=True
        )
    }
    if not short:
        found["win-rates.tax"] = _before_tax(facts, found["win-rates"]["strategy"].tolist())
        rates = _rates(sums, ["player_id", "strategy"])
        found["win-rates.players"] = rates.sort_values(
            ["net_bb", "player_id"], ascending=[False, True], ignore_index=True
        )
    return found


def _rates(sums: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """The columns of the module's docstring by group."""
    names = ["hands", "net", "net_bb", "net_bb_squares"]
    total = sums.groupby(by, observed=True)[names].sum()
    rates = ratio_intervals(sums, "net_bb", "hands", by)
    deviation = hand_deviation(total["hands"], total["net_bb"], total["net_bb_squares"])
    return pd.DataFrame(
        {
            "sessions": rates["sessions"],
            "hands": total["hands"],
            "net": total["net"],
            "net_bb": total["net_bb"],
            "bb_per_100": 100 * rates["rate"],
            "bb_per_100_low": 100 * rates["low"],
            "bb_per_100_high": 100 * rates["high"],
            "sd_bb_per_100": 10 * deviation,
            "note": rates["sessions"].map(interval_note).astype(object),
        }
    ).reset_index()


def _before_tax(facts: Facts, order: list[str]) -> pd.DataFrame:
    """Win rates before and after tax, by the hand and by the hour."""
    sums = facts.strategy_sessions
    sums = sums.assign(before_tax_bb=sums["net_bb"] + sums["tax_paid_bb"])
    frame = (
        measured(sums[sums["hands"] > 0], RATES, "strategy").set_index("strategy").loc[order].reset_index()
    )
    return frame.assign(
        attribution=facts.attribution.name, note=frame["sessions"].map(interval_note).astype(object)
    )


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Strategies, and without ``short`` the best and the worst players."""
    rates = tables["win-rates"]
    heads = [
        _("strategy"),
        _("hands"),
        _("net\nchips"),
        _("win rate\nbb/100"),
        _("95 % interval\nbb/100"),
        _("SD\nbb/100"),
    ]
    yield TextTable(_("Win rates by strategy"), heads, _rows(rates, rates["strategy"]), _notes(rates))
    if short:
        return
    yield _before_tax_table(tables["win-rates.tax"], facts)
    players = tables["win-rates.players"]
    shown = players
    title = _("Win rates by player")
    if len(players) > 2 * EXTRACT:
        shown = pd.concat([players.head(EXTRACT), players.tail(EXTRACT)])
        title = _(
            "Win rates by player: the {number} who won most and the {number} who lost most of {players}"
        ).format(number=EXTRACT, players=whole(len(players)))
    labels = [f"{n} {strategy}" for n, strategy in zip(shown["player_id"], shown["strategy"], strict=True)]
    notes = _notes(shown)
    if len(shown) < len(players):
        notes.append(_("All players: --json or --csv DIR."))
    yield TextTable(title, [_("player"), *heads[1:]], _rows(shown, labels), notes)


def _before_tax_table(rates: pd.DataFrame, facts: Facts) -> TextTable:
    columns = {_("strategy"): rates["strategy"].tolist()}
    columns[_("before tax\nbb/100")] = decimals(rates["before_tax_bb_per_100"], 1)
    name = "before_tax_bb_per_100"
    columns[_("95 % interval\nbb/100")] = _marked(rates, name, 1)
    columns[_("tax\nbb/100")] = decimals(rates["tax_bb_per_100"], 1)
    columns[_("after tax\nbb/hour")] = decimals(rates["bb_per_hour"], 1)
    columns[_("95 % interval\nbb/hour")] = _marked(rates, "bb_per_hour", 1)
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    title = _("Win rates before tax and by the hour, {attribution}").format(
        attribution=_(facts.attribution.title)
    )
    return TextTable(title, list(columns), rows, [_(facts.attribution.meaning), *_notes(rates)])


def _marked(rates: pd.DataFrame, name: str, digits: int = 2) -> list[str]:
    """The intervals of a rate, rough ones marked."""
    shown = intervals(rates[f"{name}_low"], rates[f"{name}_high"], digits)
    rough = (rates["sessions"] >= 2) & rates["note"].notna()
    return [text + (MARK if mark else "") for text, mark in zip(shown, rough, strict=True)]


def _rows(rates: pd.DataFrame, labels: Iterable[str]) -> list[list[str]]:
    columns = [
        labels,
        map(whole, rates["hands"]),
        map(whole, rates["net"]),
        decimals(rates["bb_per_100"]),
        _marked(rates, "bb_per_100"),
        decimals(rates["sd_bb_per_100"], 1),
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _notes(rates: pd.DataFrame) -> list[str]:
    notes = []
    if (rates["sessions"] < 2).any():
        notes.append(_("n/a: sessions are the independent units of an interval, and it takes two of them."))
    if rates.loc[rates["sessions"] >= 2, "note"].notna().any():
        notes.append(_("* rough: an interval over fewer than ten sessions."))
    return notes


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """Who wins and who loses as far as these hands tell, and what that would be without tax."""
    rates = tables["win-rates"]
    if rates["bb_per_100_low"].isna().all():
        yield _("One session does not tell who wins and who loses: an interval takes two.")
        return
    winners = rates[rates["bb_per_100_low"] > 0]
    losers = rates[rates["bb_per_100_high"] < 0]
    unsure = len(rates) - len(winners) - len(losers)
    if len(winners):
        yield _(
            "These win after tax, with their whole 95 % interval above 0 (big blinds per 100 hands): {names}."
        ).format(names=_named(winners))
    else:
        yield _("No strategy wins after tax with its whole 95 % interval above 0.")
    if len(losers):
        yield _("These lose, with their whole interval below 0: {names}.").format(
            names=_named(losers.iloc[::-1])
        )
    if unsure:
        yield ngettext(
            "Of {number} strategy the interval holds 0: these hands do not tell whether it wins or loses.",
            "Of {number} strategies the interval holds 0: these hands do not tell whether they win or lose.",
            unsure,
        ).format(number=unsure)
    if "win-rates.tax" in tables:
        before = tables["win-rates.tax"]
        sure = before[before["before_tax_bb_per_100_low"] > 0]
        yield _(
            "Before tax ({attribution}) {number} of {all} strategies win with their whole interval above 0."
        ).format(attribution=_(facts.attribution.title), number=len(sure), all=len(before))


def _named(rates: pd.DataFrame) -> str:
    """Strategies with their win rates and intervals."""
    shown = zip(
        rates["strategy"],
        decimals(rates["bb_per_100"], 1),
        intervals(rates["bb_per_100_low"], rates["bb_per_100_high"], 1),
        strict=True,
    )
    return "; ".join(f"{strategy} {rate} ({between})" for strategy, rate, between in shown)


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Win rates with their intervals; players' results in their sessions."""
    from holdem_sim.reports._draw_win_rates import player_results, strategy_rates

    rates = facts.answer(tables)["win-rates"]
    yield "win-rates", strategy_rates(rates, facts)
    yield "win-rates-players", player_results(facts.player_sessions, rates["strategy"].tolist(), facts)
