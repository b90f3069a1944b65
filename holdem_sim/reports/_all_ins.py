"""Hands whose betting was over before the river, and what each player's part of their pots was worth then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from holdem_sim.equities import ALL_IN, BOARD, CARDS, PLAYERS, cards_in, effort, settle_all
from holdem_sim.reports._facts import Facts
from holdem_sim.schema import MAX_SEATS

MOST_EFFORT = 800e6
"""Rankings of hands spent on a run (some 20 ns each); of larger runs every n-th session is taken."""
LEAST_EFFORT = 1000
"""What a hand costs beside its boards, in rankings."""
PILOT_HANDS = 20_000
"""From the sessions that begin a run, with about so many hands, it is seen how many sessions can be taken."""
RANGE_HANDS = 300_000
KNOWN_CARDS = (0, 3, 4)
"""On the board when the betting ended before the flop, on the flop, on the turn."""

_BETTING_OVER = """
    CREATE OR REPLACE TEMP TABLE all_in_hands AS
    WITH candidates AS (
        SELECT hand_id, count(*) AS live FROM seats WHERE {where} AND folded_street IS NULL
        GROUP BY hand_id HAVING count(*) > 1 AND count(*) FILTER (NOT all_in) <= 1
    ), decided AS (
        SELECT hand_id, max(CASE street WHEN 'preflop' THEN 0 WHEN 'flop' THEN 1 WHEN 'turn' THEN 2 ELSE 3 END) AS last
        FROM actions SEMI JOIN candidates USING (hand_id)
        WHERE {where} AND action IN ('fold', 'check', 'call', 'bet', 'raise') GROUP BY hand_id
    )
    SELECT hand_id, button_seat::INTEGER AS button, players_dealt::INTEGER AS dealt, board, burned,
        coalesce(last, 0)::INTEGER AS street, live::INTEGER AS live
    FROM hands JOIN candidates USING (hand_id) LEFT JOIN decided USING (hand_id)
    WHERE {where} AND coalesce(last, 0) < 3 AND length(board) = 10"""
"""Betting is over when at most one player still in has chips: nobody is asked any more (H-II.5)."""


@dataclass(frozen=True)
class AllIns:
    """``every``: of how many sessions one was taken. ``seats``: a row for every player still in, in those hands.

    hand_id, session_id, seat, player_id, strategy, big_blind, street (0 before the flop, 1, 2: where the betting
    ended), net, won (chips), winnable (the pots he played for, after tax), expected (chips, over all boards that could
    still come), variance (of the same), players (still in).
    """

    every: int
    seats: pd.DataFrame

    def sampled(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The rows of a frame that are about sessions taken."""
        return frame[frame["session_id"] % self.every == 0]


@lru_cache(maxsize=1)
def all_ins(facts: Facts) -> AllIns:
    """All hands of the run, or of every n-th session, whose betting was over before the river."""
    every = _every(facts)
    ranges = facts.session_ranges(RANGE_HANDS * every)
    return AllIns(every, pd.concat([_settled(facts, *ends, every) for ends in ranges], ignore_index=True))


def _hands(facts: Facts, first: int, last: int, every: int) -> pd.DataFrame:
    """The hands whose betting was over early, of a range of sessions; they are the table ``all_in_hands``, too."""
    some = f" AND session_id % {every} = 0" if every > 1 else ""
    facts.sql(_BETTING_OVER.format(where=f"session_id BETWEEN {first} AND {last}{some}"))
    return facts.sql("SELECT * FROM all_in_hands ORDER BY hand_id")


def _every(facts: Facts) -> int:
    """Of how many sessions one can be taken: the effort of the first ones says."""
    first, last = facts.session_ranges(PILOT_HANDS)[0]
    hands = _hands(facts, first, last, 1)
    missing = BOARD - _known(hands)
    left = CARDS - 2 * hands["dealt"].to_numpy() - _known(hands)
    pilot = (effort(missing, left, hands["live"].to_numpy()) + LEAST_EFFORT).sum()
    sessions = facts.sessions
    share = sessions.loc[sessions["session_id"].between(first, last), "hands"].sum() / sessions["hands"].sum()
    return min(max(1, int(np.ceil(pilot / share / MOST_EFFORT))), max(1, len(sessions) // 2))


def _known(hands: pd.DataFrame) -> np.ndarray:
    return np.array(KNOWN_CARDS)[hands["street"]]


def _settled(facts: Facts, first: int, last: int, every: int) -> pd.DataFrame:
    """The rows of :class:`AllIns` of a range of sessions; a hand without some live player's cards has none."""
    hands = _hands(facts, first, last, every)
    within = f"session_id BETWEEN {first} AND {last}"
    seats = facts.sql(
        f"""SELECT hand_id, session_id, seat::INTEGER AS seat, player_id, strategy, hole_cards, net, won, big_blind,
            folded_street IS NULL AS live FROM seat_hands SEMI JOIN all_in_hands USING (hand_id) WHERE {within}"""
    )
    pots = facts.sql(
        f"""SELECT hand_id, pot_no::INTEGER AS pot_no, any_value(contenders)::INTEGER AS contenders,
            coalesce(sum(awards.amount), 0)::BIGINT AS amount
        FROM (FROM pots SEMI JOIN all_in_hands USING (hand_id) WHERE {within}) shared
        LEFT JOIN (FROM awards WHERE {within}) awards USING (hand_id, pot_no) GROUP BY ALL"""
    )
    seats["pocket"] = _sets(seats["hole_cards"])
    unknown = seats.loc[seats["live"] & (seats["pocket"] == 0), "hand_id"]
    hands = hands[~hands["hand_id"].isin(unknown)].reset_index(drop=True)
    if hands.empty:
        return _nobody()
    face_up = _burned_face_up(facts, within)
    hands["exposed"] = _sets(pd.Series([face_up.get(hand, "") for hand in hands["hand_id"]], dtype=object))
    places = pd.Series(np.arange(len(hands)), index=hands["hand_id"])
    seats, pots = (
        frame.assign(hand=frame["hand_id"].map(places)).dropna(subset="hand").astype({"hand": int})
        for frame in (seats, pots)
    )
    seats = _ordered(seats, hands)
    array = _array(hands, seats, pots)
    array["unit"] = int(facts.setting("rules.chip_unit") or 1)
    array["one_each"] = facts.setting("rules.odd_chips") == "one-each"
    settle_all(array)
    return _rows(seats, hands, array)


def _sets(texts: pd.Series) -> pd.Series:
    """The sets of the cards in a column."""
    return texts.astype(object).map({text: cards_in(text) for text in texts.unique()}).astype("int64")


def _burned_face_up(facts: Facts, within: str) -> dict[int, str]:
    """By hand the card that lay face up in the deck and was the first burn card: everybody knew it (H-VII.2)."""
    found = facts.sql(
        f"""SELECT DISTINCT hand_id, left(burned, 2) AS card FROM all_in_hands JOIN
            (FROM events WHERE {within} AND kind = 'one-card-face-up') errors USING (hand_id)
        WHERE left(errors.detail, 2) = left(burned, 2)"""
    )
    return dict(zip(found["hand_id"].tolist(), found["card"].tolist(), strict=True))


def _ordered(seats: pd.DataFrame, hands: pd.DataFrame) -> pd.DataFrame:
    """The seats clockwise from the button, with the ``place`` of those still in among themselves."""
    button = hands["button"].to_numpy()[seats["hand"]]
    seats = seats.assign(behind=(seats["seat"] - button - 1) % MAX_SEATS).sort_values(["hand", "behind"])
    return seats.assign(place=seats.groupby("hand")["live"].cumsum() - 1).reset_index(drop=True)


def _array(hands: pd.DataFrame, seats: pd.DataFrame, pots: pd.DataFrame) -> np.ndarray:
    """The hands as :func:`holdem_sim.equities.settle_all` takes them."""
    array = np.zeros(len(hands), ALL_IN)
    boards = pd.Series(
        [board[: 2 * known] for board, known in zip(hands["board"], _known(hands), strict=True)]
    )
    array["board"] = _sets(boards)
    array["dead"] = hands["exposed"]
    live, folded = seats[seats["live"]], seats[~seats["live"]]
    array["pockets"][live["hand"], live["place"]] = live["pocket"]
    array["players"] = np.bincount(live["hand"], minlength=len(hands))
    np.bitwise_or.at(array["dead"], folded["hand"], folded["pocket"])
    place_of = np.full((len(hands), MAX_SEATS), PLAYERS)
    place_of[live["hand"], live["seat"]] = live["place"]
    masks = np.zeros(len(pots), np.int64)
    for seat in range(MAX_SEATS):
        masks |= (pots["contenders"].to_numpy() >> seat & 1) << place_of[pots["hand"], seat]
    array["contenders"][pots["hand"], pots["pot_no"]] = masks & ((1 << PLAYERS) - 1)
    array["amounts"][pots["hand"], pots["pot_no"]] = pots["amount"]
    array["pots"] = np.bincount(pots["hand"], minlength=len(hands))
    return array


def _rows(seats: pd.DataFrame, hands: pd.DataFrame, array: np.ndarray) -> pd.DataFrame:
    """What the players still in stood to win."""
    live = seats[seats["live"]].reset_index(drop=True)
    hand, place = live["hand"].to_numpy(), live["place"].to_numpy()
    mine = array["contenders"][hand] >> place[:, None] & 1
    return live.assign(
        street=hands["street"].to_numpy()[hand],
        players=array["players"][hand],
        winnable=(mine * array["amounts"][hand]).sum(axis=1),
        expected=array["expected"][hand, place],
        variance=array["variance"][hand, place],
    )[_COLUMNS]


_COLUMNS = [
    "hand_id", "session_id", "seat", "player_id", "strategy", "big_blind", "street", "net", "won", "winnable",
    "expected", "variance", "players",
]  # fmt: skip


def _nobody() -> pd.DataFrame:
    texts = {"strategy": np.array([], object)}
    fractions = dict.fromkeys(("big_blind", "expected", "variance"), np.array([], float))
    return pd.DataFrame({**dict.fromkeys(_COLUMNS, np.array([], np.int64)), **texts, **fractions})
