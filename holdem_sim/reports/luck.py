"""Luck: what the cards gave and took after the betting was over, by exact all-in equities.

Definitions
-----------
adjusted hand
    A hand whose last betting decision was made before the river was dealt, with two or more players in. (If one is
    all-in while two others bet on until the river, nothing is adjusted.) What the pots were worth to each player at
    that moment is the average over every board that could still come: his share of each pot after tax, main pot and
    side pots added up, odd chips as the house gives them.
net_bb, bb_per_100
    What was won less what was contributed, after tax, in big blinds; the same per 100 hands.
adjusted_bb_per_100
    The same with the worth of the pots in place of what was won from them, in adjusted hands.
luck_bb, luck_bb_per_100
    Real less adjusted: what the cards that came gave or took. Its expectation is exactly zero for every strategy.
sd_bb_per_100, adjusted_sd_bb_per_100
    Standard deviation per 100 hands (ten times that of single hands), real and adjusted.
..._low, ..._high, ..._of
    95 % intervals with the sessions as independent units, and the sample: hands.

``luck.check``: equity_pct, won_pct, difference_pct: the part of the chips in his pots that a player stood to win, the
part that he won, and the second less the first, by classes of the first; of the favourites too.

All pocket cards that were dealt are known here, those of players who folded too, and none of them can come. Trackers
(PokerTracker, "All-In Adj"; Hold'em Manager, "EV") know only the cards shown, so their lines need not meet the real
results when several players fold; these must. Burned cards are unknown, and as likely to be any card, except one that
lay face up in the deck. The expectation of zero rests on a stub in random order: ``deal.shuffle = "hand"`` makes
orders unequal, and where cards are shown by error and shuffled back, players may know a little more than is
reckoned with here.

Adjusted results are not what a player ought to have won: they leave out one source of luck of several.

Of large runs every n-th session is taken (``sessions_taken``), so that the time stays bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.reports._all_ins import AllIns, all_ins
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._luck_text import FAVOURITES, check_table, hand_table, player_table, strategy_table
from holdem_sim.reports._rates import Rate, measured
from holdem_sim.reports._statistics import hand_deviation, interval_note
from holdem_sim.reports._text import TextTable, counted, decimal

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATES = (
    Rate("bb_per_100", "net_bb", "hands", 100, N_("win rate"), "bb/100"),
    Rate("adjusted_bb_per_100", "adjusted_bb", "hands", 100, N_("adjusted win rate"), "bb/100"),
    Rate("luck_bb_per_100", "luck_bb", "hands", 100, N_("luck"), "bb/100"),
)
CHECKS = (
    Rate("equity_pct", "equity", "seats", 100, N_("stood to win"), "%"),
    Rate("won_pct", "share", "seats", 100, N_("won"), "%"),
)
DIFFERENCE = Rate("difference_pct", "difference", "seats", 100, N_("won less stood to win"), "points")
CLASSES = 10
"""Classes of equity in the check."""
MOST_HANDS = 100


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``luck``, a row a strategy; ``luck.check``, by equity; ``luck.players``; ``luck.hands``, the biggest swings."""
    found = all_ins(facts)
    sums = _sums(facts, found)
    result = {"luck": by_strategy(sums, found, facts)}
    if not short:
        result["luck.check"] = check(found)
        result["luck.players"] = by_player(sums)
        result["luck.hands"] = biggest(found)
    return result


def _sums(facts: Facts, found: AllIns) -> pd.DataFrame:
    """By session and player: hands, adjusted hands, results in big blinds, and their squares."""
    sums = found.sampled(facts.player_sessions)
    seats, blind = found.seats, found.seats["big_blind"]
    luck = (seats["won"] - seats["expected"]) / blind
    net = seats["net"] / blind
    parts = pd.DataFrame(
        {
            "session_id": seats["session_id"],
            "player_id": seats["player_id"],
            "adjusted_hands": 1,
            "luck_bb": luck,
            "luck_variance": seats["variance"] / blind**2,
            "saved": net**2 - (net - luck) ** 2,
        }
    )
    keys = ["session_id", "player_id"]
    sums = sums.merge(parts.groupby(keys, as_index=False).sum(), "left", keys)
    names = list(parts.columns[2:])
    sums[names] = sums[names].fillna(0.0)
    sums["adjusted_hands"] = sums["adjusted_hands"].astype("int64")
    sums["adjusted_bb"] = sums["net_bb"] - sums["luck_bb"]
    sums["adjusted_squares"] = sums["net_bb_squares"] - sums["saved"]
    return sums


def by_strategy(sums: pd.DataFrame, found: AllIns, facts: Facts) -> pd.DataFrame:
    """The columns of the module's docstring, the most adjusted hands first.

    sessions are those in which the strategy played; sessions_taken those looked at, of_sessions those of the run.
    """
    rates = measured(sums, RATES, "strategy")
    names = [
        "hands",
        "adjusted_hands",
        "net_bb",
        "adjusted_bb",
        "luck_bb",
        "net_bb_squares",
        "adjusted_squares",
    ]
    total = sums.groupby("strategy", observed=True)[names].sum().reset_index()
    frame = rates.merge(total, on="strategy")
    for name, sum_, squares in (
        ("sd_bb_per_100", "net_bb", "net_bb_squares"),
        ("adjusted_sd_bb_per_100", "adjusted_bb", "adjusted_squares"),
    ):
        frame[name] = 10 * hand_deviation(frame["hands"], frame[sum_], frame[squares])
    frame["sessions_taken"] = len(found.sampled(facts.sessions))
    frame["of_sessions"] = facts.extent.sessions
    frame["note"] = frame["sessions"].map(interval_note).astype(object)
    frame = frame.sort_values(["adjusted_hands", "strategy"], ascending=[False, True], ignore_index=True)
    rate_names = [rate.name + ending for rate in RATES for ending in ("", "_low", "_high", "_of")]
    order = ["strategy", "sessions", "sessions_taken", "of_sessions", *names[:5], *rate_names]
    return frame[[*order, "sd_bb_per_100", "adjusted_sd_bb_per_100", "note"]]


def check(found: AllIns) -> pd.DataFrame:
    """Whether players won what they stood to win: by their equity, and of the favourites of all adjusted hands.

    equity (the class, as in ``40-50``, in percent of the chips in the pots that the player was in), seats,
    equity_pct, won_pct and difference_pct (percent of those chips, every player with the same weight) with intervals.
    """
    seats = found.seats[found.seats["winnable"] > 0]
    equity = seats["expected"] / seats["winnable"]
    share = seats["won"] / seats["winnable"]
    rows = seats[["session_id", "hand_id"]].assign(
        equity=equity, share=share, difference=share - equity, seats=1
    )
    at = np.clip((equity * CLASSES).astype(int), 0, CLASSES - 1)
    width = 100 // CLASSES
    names = [f"{n * width}-{(n + 1) * width}" for n in range(CLASSES)]
    rows["class"] = [names[n] for n in at]
    best = rows.loc[rows.groupby("hand_id")["equity"].idxmax()].assign(**{"class": FAVOURITES})
    rows = pd.concat([rows, best], ignore_index=True)
    rows = rows.groupby(["class", "session_id"], as_index=False).sum()
    frame = measured(rows, (*CHECKS, DIFFERENCE), "class").rename(columns={"class": "equity"})
    few = frame["won_pct"].isna()
    for ending in ("", "_low", "_high"):
        frame[DIFFERENCE.name + ending] = frame[DIFFERENCE.name + ending].mask(few)
    frame = frame.rename(columns={"won_pct_of": "seats"}).drop(columns=["equity_pct_of", "difference_pct_of"])
    frame["note"] = frame["sessions"].map(interval_note).astype(object)
    places = {name: place for place, name in enumerate([*names, FAVOURITES])}
    return frame.sort_values("equity", key=lambda column: column.map(places), ignore_index=True)


def by_player(sums: pd.DataFrame) -> pd.DataFrame:
    """player_id, strategy, hands, adjusted_hands, net_bb, adjusted_bb, luck_bb, the luckiest first.

    luck_sd_bb is the standard deviation of luck_bb that the cards alone give in these hands, exactly; luck_in_sd is
    luck_bb divided by it.
    """
    names = ["hands", "adjusted_hands", "net_bb", "adjusted_bb", "luck_bb", "luck_variance"]
    frame = sums.groupby(["player_id", "strategy"], observed=True)[names].sum().reset_index()
    frame["luck_sd_bb"] = np.sqrt(frame.pop("luck_variance"))
    frame["luck_in_sd"] = frame["luck_bb"] / frame["luck_sd_bb"].where(frame["luck_sd_bb"] > 0)
    return frame.sort_values(["luck_bb", "player_id"], ascending=[False, True], ignore_index=True)


def biggest(found: AllIns) -> pd.DataFrame:
    """The hundred results that the cards changed most: hand_id (for ``show``), who, and what he stood to win."""
    seats = found.seats.assign(
        equity_pct=100 * found.seats["expected"] / found.seats["winnable"].where(found.seats["winnable"] > 0),
        luck=found.seats["won"] - found.seats["expected"],
    )
    seats["luck_bb"] = seats["luck"] / seats["big_blind"]
    gained = seats[seats["luck_bb"] > 0].sort_values(["luck_bb", "hand_id"], ascending=[False, True])
    names = [
        "hand_id",
        "seat",
        "player_id",
        "strategy",
        "street",
        "equity_pct",
        "won",
        "expected",
        "luck",
        "luck_bb",
    ]
    frame = gained.head(MOST_HANDS)[names].reset_index(drop=True)
    return frame.assign(
        street=frame["street"].map(dict(enumerate(("preflop", "flop", "turn")))).astype(object)
    )


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """Strategies; without ``short`` the check, the luckiest and unluckiest players, and the biggest swings."""
    yield strategy_table(tables["luck"])
    if short or not tables["luck"]["adjusted_hands"].any():
        return
    yield check_table(tables["luck.check"])
    yield player_table(tables["luck.players"])
    yield hand_table(tables["luck.hands"])


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """How much of the results was luck with the cards after an all-in, and that it favours nobody."""
    luck = tables["luck"]
    hands = (
        int(tables["luck.check"].query("equity == @FAVOURITES")["seats"].sum())
        if "luck.check" in tables
        else 0
    )
    if not hands:
        yield _("In no hand the betting was over before the river, so no result hung on an all-in.")
        return
    sessions = int(luck["sessions_taken"].max())
    yield _(
        "In {hands} of {sessions} the betting was over before the river, and the cards to come decided."
    ).format(hands=counted(hands, "hand"), sessions=counted(sessions, "session"))
    row = tables["luck.check"].query("equity == @FAVOURITES").iloc[0]
    if np.isfinite(row["won_pct"]):
        low, high = row["difference_pct_low"], row["difference_pct_high"]
        words = _(
            "The favourites of these hands stood to win {equity} % of the chips and won {won} %."
        ).format(equity=decimal(row["equity_pct"], 1), won=decimal(row["won_pct"], 1))
        if np.isfinite(low):
            verdict = (
                _("That is what chance allows: the difference lies within its 95 % interval around zero.")
                if low <= 0 <= high
                else _("The difference is larger than chance allows in 95 of 100 cases.")
            )
            words = f"{words} {verdict}"
        yield words
    real, adjusted = _together(luck)
    if real > 0:
        yield _(
            "Without this luck, a player's results would scatter {share} % less (standard deviation {adjusted} instead "
            "of {real} big blinds per 100 hands)."
        ).format(
            share=decimal(100 * (1 - adjusted / real), 0),
            adjusted=decimal(adjusted, 0),
            real=decimal(real, 0),
        )


def _together(luck: pd.DataFrame) -> tuple[float, float]:
    """The standard deviations of all strategies taken together, real and adjusted."""
    hands = luck["hands"].sum()
    real, adjusted = (
        float(np.sqrt((luck[name].fillna(0) ** 2 * luck["hands"]).sum() / hands))
        for name in ("sd_bb_per_100", "adjusted_sd_bb_per_100")
    )
    return real, adjusted


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """Win rates, real and adjusted, and whether players won what they stood to win."""
    from holdem_sim.reports._draw_luck import luck_picture

    found = facts.answer(tables)
    yield "luck", luck_picture(found["luck"], found["luck.check"], facts)
