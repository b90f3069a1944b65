"""What players did and could have done, counted from the actions: the ground of positions and styles.

Definitions
-----------
They are those of PokerTracker 4 and Hold'em Manager (PokerTracker 3 Statistical Reference Guide, 2010, which
gives them as formulas; the custom statistics of PokerTracker 4). What they leave open is settled here. Every
count is of hands of one player, once in a hand, except for ``raised``, ``called`` and ``folded``.

A *decision* is a fold, check, call, bet or raise. Antes, blinds, straddles and posts, live or dead, are none: they
are forced, or put in before the cards. What counts is what was ruled, not what was wanted: a raise that the
floor ruled a call is a call, what was said out of turn and bound stands where it was carried out, and hands
that were void are not in the files. A *raise* is what the files call a bet or raise, a short all-in too.

hands
    Hands dealt in, also those that everybody folds to him.
vpip
    A call, bet or raise before the flop, of his own will. A big blind, straddler or live post that checks has
    put in nothing more than what was forced.
pfr
    A raise before the flop, however many; never more than ``vpip``.
could_3bet, did_3bet
    Before the flop he had to decide with exactly one raise before him and could raise it; he did. No chance has
    whom the call puts all-in, who has acted and is faced by an all-in too short to open the betting again
    (H-IX.5), and who answers an all-in when nobody else still in could put in more (H-IX.11). A limper who
    raises the raise has made a 3-bet. (In fixed-limit the cap on bets is not looked at.)
faced_3bet, folded_to_3bet
    He made the first raise before the flop and had to decide when exactly one more had been made; he folded.
could_steal, did_steal
    In CO, BTN or SB (with two players BTN) he had to decide before the flop when everybody before him had folded;
    he raised. Somebody who checked his live post has not folded.
faced_steal, folded_to_steal
    In SB or BB he had to decide on such a raise before anybody raised it, callers or not; he folded.
could_cbet, did_cbet
    He made the last raise before the flop and had to decide on the flop when nobody had bet; he bet.
could_turn_cbet, did_turn_cbet
    His bet on the flop was such a c-bet, nobody raised it, and he had to decide on the turn when nobody had bet;
    he bet.
faced_cbet, folded_to_cbet
    He had to decide on a c-bet on the flop before anybody raised it; he folded.
raised, called, folded
    Decisions after the flop, all of them; ``acted`` is their sum, checks are not in it.
saw_flop
    The flop was dealt and he had not folded; all-in before the flop counts.
showed_down
    Of those, he was still in at the end and somebody else was, whether he showed his cards or not.
won_showdown, won_after_flop
    He won chips from a pot, if only a share: of the hands shown down, of those in which he saw the flop.

Streets that are run out because everybody is all-in have no decisions, and therefore no chances; they count only in
``saw_flop`` and what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from holdem_sim.reports._hands import CALL, FLOP, FOLD, PREFLOP, TURN, Hands, pieces
from holdem_sim.schema import MAX_SEATS, POSITIONS

if TYPE_CHECKING:
    from holdem_sim.dataset import Run

_IS_STEALER = np.array([position in ("CO", "BTN", "SB") for position in POSITIONS])
_IS_BLIND = np.array([position in ("SB", "BB") for position in POSITIONS])
COUNTS = (
    "hands", "vpip", "pfr", "could_3bet", "did_3bet", "faced_3bet", "folded_to_3bet", "could_steal", "did_steal",
    "faced_steal", "folded_to_steal", "could_cbet", "did_cbet", "could_turn_cbet", "did_turn_cbet", "faced_cbet",
    "folded_to_cbet", "raised", "called", "folded", "saw_flop", "showed_down", "won_showdown", "won_after_flop",
)  # fmt: skip
BY_POSITION = ("hands", "vpip", "pfr")

Marks = dict[str, np.ndarray]
"""By the name of a count the places (hand * MAX_SEATS + seat) where it happened, one entry each time."""


@dataclass(frozen=True)
class Decisions:
    """What players did in a run, see the module.

    ``players``: a row for every session and player: session_id, player_id, strategy, all of :data:`COUNTS` and
    ``acted``. ``positions``: session_id, strategy, position, and :data:`BY_POSITION`.
    """

    players: pd.DataFrame
    positions: pd.DataFrame


def count_decisions(run: Run) -> Decisions:
    """Everything counted in one pass over the files, some hands at a time."""
    return add_up(Hands(tables) for tables in pieces(run))


def add_up(some: Iterable[Hands]) -> Decisions:
    """The counts of all these hands together."""
    parts = [_count(hands) for hands in some]
    by_player, by_position = ["session_id", "player_id", "strategy"], ["session_id", "strategy", "position"]
    players, positions = (
        pd.concat(frames, ignore_index=True).groupby(keys, as_index=False, observed=True).sum()
        for frames, keys in zip(zip(*parts, strict=True), (by_player, by_position), strict=True)
    )
    players["acted"] = players["raised"] + players["called"] + players["folded"]
    return Decisions(players, positions)


def _count(hands: Hands) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The counts of some hands by player and by position."""
    marks: Marks = {"hands": hands.dealt}
    marks |= _before_flop(hands) | _continuations(hands) | _later(hands)
    marks |= {
        "saw_flop": hands.dealt[hands.saw],
        "showed_down": hands.dealt[hands.showed],
        "won_showdown": hands.dealt[hands.showed & hands.won],
        "won_after_flop": hands.dealt[hands.saw & hands.won],
    }
    strategy = hands.strategy.indices.to_numpy()
    words = hands.strategy.dictionary.to_pylist()
    by_player, first = _groups(hands, hands.session, hands.player)
    players = {
        "session_id": hands.session[first],
        "player_id": hands.player[first],
        "strategy": np.array(words, object)[strategy[first]],
    }
    by_position, first_there = _groups(hands, hands.session, strategy, hands.position)
    positions = {
        "session_id": hands.session[first_there],
        "strategy": np.array(words, object)[strategy[first_there]],
        "position": np.array(POSITIONS, object)[hands.position[first_there]],
    }
    return (
        pd.DataFrame(players | _sums(marks, COUNTS, by_player, len(first))),
        pd.DataFrame(positions | _sums(marks, BY_POSITION, by_position, len(first_there))),
    )


def _groups(hands: Hands, *keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For every place the number of its group, and for every group a row of seats."""
    key = np.zeros(len(keys[0]), np.int64)
    for part in keys:
        key = key * (int(part.max(initial=0)) + 1) + part
    number, found = pd.factorize(key)
    of_place = np.zeros(len(hands.ids) * MAX_SEATS, np.int64)
    of_place[hands.dealt] = number
    first = np.zeros(len(found), np.int64)
    first[number[::-1]] = np.arange(len(key))[::-1]
    return of_place, first


def _sums(marks: Marks, names: tuple[str, ...], group: np.ndarray, groups: int) -> dict[str, Any]:
    return {name: np.bincount(group[marks[name]], minlength=groups).astype(np.int32) for name in names}


def _before_flop(hands: Hands) -> Marks:
    """VPIP, PFR, 3-bets and steals."""
    preflop = hands.street == PREFLOP
    raised = preflop & hands.raises
    folds = hands.action == FOLD
    position = hands.position_of[hands.place]
    late, blind = _IS_STEALER[position], _IS_BLIND[position]
    first_raise = _first(hands, raised & (hands.before == 0))
    could = _could_3bet(hands, preflop & (hands.before == 1), first_raise)
    faced = preflop & (hands.before == 2) & (hands.place == hands.place[first_raise[hands.round]])
    steal = preflop & (hands.sofar(~folds) == 0) & late
    stolen = np.zeros(len(first_raise), bool)
    stolen[hands.round[steal & raised]] = True
    attacked = preflop & (hands.before == 1) & stolen[hands.round] & blind
    return {
        "vpip": hands.once(preflop & (hands.action >= CALL)),
        "pfr": hands.once(raised),
        "could_3bet": hands.place[could],
        "did_3bet": hands.place[could & raised],
        "faced_3bet": hands.place[faced],
        "folded_to_3bet": hands.place[faced & folds],
        "could_steal": hands.place[steal],
        "did_steal": hands.place[steal & raised],
        "faced_steal": hands.place[attacked],
        "folded_to_steal": hands.place[attacked & folds],
    }


def _first(hands: Hands, what: np.ndarray) -> np.ndarray:
    """For every round the decision that is marked (one at most), 0 without one."""
    found = np.zeros(hands.round[-1] + 1 if len(hands.round) else 0, np.int64)
    found[hands.round[what]] = np.flatnonzero(what)
    return found


def _could_3bet(hands: Hands, facing: np.ndarray, first_raise: np.ndarray) -> np.ndarray:
    """Of the decisions that face the first raise, those that could raise it."""
    the_raise = first_raise[hands.round]
    beyond = facing & (hands.reach > hands.to[the_raise])

    # Who has acted may raise again only if the raise is no smaller than the bet it raises (H-IX.5).
    was = hands.to_call[the_raise] + hands.bet[the_raise]
    too_short = hands.to[the_raise] - was < was
    spoke = np.zeros(len(hands.position_of), bool)
    spoke[hands.place[(hands.street == PREFLOP) & (hands.before == 0)]] = True
    barred = too_short & spoke[hands.place]

    # The last to answer an all-in cannot raise it if all others who could put in more have folded (H-IX.11).
    lone = beyond & hands.all_in[the_raise]
    last = np.zeros(len(first_raise), np.int64)
    last[hands.round[lone]] = np.flatnonzero(lone)
    stay = hands.action != FOLD
    staying = np.bincount(hands.round[lone & stay], minlength=len(first_raise))
    again = np.zeros(len(first_raise), bool)
    again[hands.round[facing & hands.raises]] = True
    left_alone = lone & ~again[hands.round] & (staying[hands.round] - stay == 0)
    left_alone &= last[hands.round] == np.arange(len(lone))
    return beyond & ~barred & ~left_alone


def _continuations(hands: Hands) -> Marks:
    """C-bets on the flop and the turn, and what they meet."""
    folds = hands.action == FOLD
    aggressor = np.full(len(hands.ids), -1, np.int64)
    raised = (hands.street == PREFLOP) & hands.raises
    aggressor[hands.hand[raised]] = hands.place[raised]  # the last one stays
    his = hands.place == aggressor[hands.hand]
    could = (hands.street == FLOP) & (hands.before == 0) & his
    did = could & hands.raises
    bet, uncontested = np.zeros(len(hands.ids), bool), np.zeros(len(hands.ids), bool)
    bet[hands.hand[did]] = uncontested[hands.hand[did]] = True
    uncontested[hands.hand[(hands.street == FLOP) & hands.raises & (hands.before > 0)]] = False
    again = (hands.street == TURN) & (hands.before == 0) & his & uncontested[hands.hand]
    faced = (hands.street == FLOP) & (hands.before == 1) & bet[hands.hand]
    return {
        "could_cbet": hands.place[could],
        "did_cbet": hands.place[did],
        "could_turn_cbet": hands.place[again],
        "did_turn_cbet": hands.place[again & hands.raises],
        "faced_cbet": hands.place[faced],
        "folded_to_cbet": hands.place[faced & folds],
    }


def _later(hands: Hands) -> Marks:
    """Decisions after the flop."""
    later = hands.street > PREFLOP
    return {
        "raised": hands.place[later & hands.raises],
        "called": hands.place[later & (hands.action == CALL)],
        "folded": hands.place[later & (hands.action == FOLD)],
    }
