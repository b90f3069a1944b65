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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pandas as pd

from holdem_sim.reports._facts import Facts
from holdem_sim.reports._statistics import hand_deviation, interval_note, ratio_intervals
from holdem_sim.reports._text import TextTable, decimals, intervals, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXTRACT = 5
"""Players shown at either end of the table of players."""
MARK = " *"
"""Stands behind a rough interval."""


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``win-rates``, a row a strategy, best first; ``win-rates.players``, a row a player, best first."""
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


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Strategies, and without ``short`` the best and the worst players."""
    rates = tables["win-rates"]
    heads = ["strategy", "hands", "net\nchips", "win rate\nbb/100", "95 % interval\nbb/100", "SD\nbb/100"]
    yield TextTable("Win rates by strategy", heads, _rows(rates, rates["strategy"]), _notes(rates))
    if short:
        return
    players = tables["win-rates.players"]
    shown = players
    title = "Win rates by player"
    if len(players) > 2 * EXTRACT:
        shown = pd.concat([players.head(EXTRACT), players.tail(EXTRACT)])
        title += f": the {EXTRACT} who won most and the {EXTRACT} who lost most of {len(players):,}"
    labels = [f"{n} {strategy}" for n, strategy in zip(shown["player_id"], shown["strategy"], strict=True)]
    notes = _notes(shown)
    if len(shown) < len(players):
        notes.append("All players: --json or --csv DIR.")
    yield TextTable(title, ["player", *heads[1:]], _rows(shown, labels), notes)


def _rows(rates: pd.DataFrame, labels: Iterable[str]) -> list[list[str]]:
    shown = intervals(rates["bb_per_100_low"], rates["bb_per_100_high"])
    rough = (rates["sessions"] >= 2) & rates["note"].notna()
    columns = [
        labels,
        map(whole, rates["hands"]),
        map(whole, rates["net"]),
        decimals(rates["bb_per_100"]),
        [text + (MARK if mark else "") for text, mark in zip(shown, rough, strict=True)],
        decimals(rates["sd_bb_per_100"], 1),
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _notes(rates: pd.DataFrame) -> list[str]:
    notes = []
    if (rates["sessions"] < 2).any():
        notes.append("n/a: sessions are the independent units of an interval, and it takes two of them.")
    if rates.loc[rates["sessions"] >= 2, "note"].notna().any():
        notes.append(f"{MARK.strip()} rough: an interval over fewer than ten sessions.")
    return notes


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Win rates with their intervals; players' results in their sessions."""
    from holdem_sim.reports._draw_win_rates import player_results, strategy_rates

    rates = tables(facts, short=True)["win-rates"]
    yield "win-rates", strategy_rates(rates, facts)
    yield "win-rates-players", player_results(facts.player_sessions, rates["strategy"].tolist(), facts)
