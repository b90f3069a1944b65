"""H-IX.6 to 10 in whole sessions: players who announce anything in any way, at every kind of table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from holdem_sim.engine.hooks import install
from holdem_sim.engine.jit import COMPILED, portable
from holdem_sim.engine.rulings import (
    all_in,
    check_or_call,
    check_or_fold,
    out_of_turn,
    raise_pot,
    raise_to,
    silent,
    string,
)
from holdem_sim.engine.table import BLOCK, TABLE
from holdem_sim.errors import HoldemError
from holdem_sim.outside import SideBySide
from holdem_sim.schema import ACTIONS, MANNERS
from holdem_sim.shard import Job, records
from holdem_sim.sparring import Player
from holdem_sim.strategy import Brain, strategy
from holdem_sim.strategy_check import check_contract
from sessions import Rows, by_hand, configure, game_of, take_rows

FOLD_PLACE = ACTIONS.index("fold")


@portable
def chatter(spot):
    """Anything, announced in any way; before his turn he keeps silent every other time."""
    r, x = spot.random, spot.randoms[0]
    if r < 0.15:
        wish = check_or_fold()
    elif r < 0.50:
        wish = check_or_call()
    elif r < 0.55:
        wish = all_in()
    elif r < 0.75:
        wish = raise_pot(x)
    else:
        wish = raise_to(spot.current_bet + int(10 * x) * spot.big_blind // 2)
    if spot.in_turn == 0:
        return out_of_turn(wish) if spot.randoms[1] < 0.5 else wish
    if spot.randoms[1] < 0.3:
        return silent(wish)
    return string(wish) if spot.randoms[1] < 0.6 else wish


@strategy(manners=True)
def chatty():
    """Compiled."""
    return chatter


@strategy(compiled=False, manners=True)
def plain_chatty():
    """The same in plain Python."""
    return chatter


@strategy(batch=True, manners=True)
def batch_chatty():
    """The same for all waiting spots at once, with the manners of arrays where they are alike."""

    def decide(spots):
        wishes = np.array([chatter(spot) for spot in spots], np.int64)
        manner = wishes >> 4 & 15
        for number, announced in enumerate((silent, string, out_of_turn), 1):
            wishes = np.where(manner == number, announced(wishes), wishes)
        return wishes

    return decide


@strategy
def mute():
    """The same wishes, always declared: his type's habits say how they come out."""

    def decide(spot):
        return chatter(spot) & ~240

    return decide


HABITS = {"silent": "0.35", "string": "0.35", "out_of_turn": "0.6"}
TABLES: dict[str, tuple[int, list[str]]] = {
    "nine": (9, []),
    "heads-up": (2, []),
    "three, short": (
        3,
        ["buy_in.min_bb=1", "buy_in.late_min_bb=1", "buy_in.max_bb=12", "rules.min_raise=double-increment"],
    ),
    "six, antes, straddles": (6, ["rules.ante=20", "lineup.types.always-call.straddle=0.6"]),
    "increment": (5, ["rules.min_raise=increment", "rules.chip_values=[25, 100, 500]"]),
    "pot-limit": (4, ["rules.betting=pot-limit"]),
    "fixed-limit": (6, ["rules.betting=fixed-limit"]),
    "sizes": (6, ["rules.bet_sizes=[33, 50, 100]", "rules.raise_factors=[2, 3]"]),
    "pot after all-in": (
        5,
        ["rules.after_all_in=pot", "buy_in.min_bb=1", "lineup.types.always-call.buy_in_bb=10"],
    ),
    "careless dealer": (
        6,
        [
            f"dealer_errors.{error}=0.1"
            for error in ("exposed_pocket_card", "premature_flop", "board_card_to_player")
        ],
    ),
}
HANDS = 400 if COMPILED else 25


class Together(SideBySide):
    """Keeps the rows instead of writing them."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.rows: Rows = defaultdict(list)

    def empty(self, slot, session=None, last=False):
        take_rows(self.blocks[slot], self.rows)


def session(
    brain: Brain,
    name: str = "nine",
    hands: int = HANDS,
    habits: dict[str, str] | None = None,
    hooks: bool = False,
) -> Together:
    """A session among players of one strategy, with the types' habits; ``hooks``: those for manners in any case."""
    seats, words = TABLES[name]
    rates = [f"lineup.types.always-call.{key}={rate}" for key, rate in (habits or {}).items()]
    config = configure(f"always-call*{seats}", [f"table.seats={seats}", *words, *rates])
    game = game_of(config, brains=[brain])
    if hooks:
        install(game.rules, game.types, True, records(TABLE)[0], records(BLOCK)[0])
    played = Together(game, None, Job(0, 0, (hands,)))
    played.play()
    return played


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("habits", [None, HABITS], ids=["own manners", "habits"])
def test_h_ix_6_to_10_hold_in_every_hand(name, habits):
    played = session(mute() if habits else chatty(), name, habits=habits)
    rows = played.rows
    assert sum(line["amount"] for line in rows["ledger"]) == 0
    assert all(seat["stack_end"] >= 0 for seat in rows["seats"])
    decided = [row for row in rows["actions"] if ACTIONS.index(row["action"]) >= FOLD_PLACE]
    misdeals = {hand["hand_id"]: hand["misdeals"] for hand in rows["hands"]}
    assert played.sessions[0].decisions == len(decided)  # what was decided in a void attempt is not counted
    # Not every ruling is a correction, and every wish that was not carried out is on record.
    ruled = [row for row in decided if row["wanted"] is not None]
    assert 0 < played.sessions[0].corrected < len(ruled)
    assert {row["manner"] for row in decided} == set(MANNERS)
    events = by_hand(rows, "events")
    for hand, actions in by_hand(rows, "actions").items():
        if not misdeals[hand]:  # what was said in a hand that is void stays among the events
            check_hand(actions, [event for event in events[hand] if event["kind"] == "ruling"])


def check_hand(actions: list[dict[str, Any]], rulings: list[dict[str, Any]]) -> None:
    """Nobody acts twice running, what binds is done, and every ruling is told."""
    told = Counter((event["seat"], event["street"], *event["detail"][:3]) for event in rulings)
    early: Counter = Counter()
    by_chips: Counter = Counter()
    freed = set()
    for before, row in pairwise(actions):
        seat, street, action, manner = row["seat"], row["street"], row["action"], row["manner"]
        if ACTIONS.index(action) < FOLD_PLACE:
            continue
        assert (seat, street) != (before["seat"], before["street"]) or before["action"].startswith("post")
        after_bet = before["action"] in ("bet", "raise") and before["street"] == street
        place = ACTIONS.index(action)
        if manner == "out-of-turn":
            assert before["street"] == street and not before["action"].startswith(("post", "straddle"))
            assert action == "fold" or not after_bet
            early[seat, street, MANNERS.index(manner), place, place] += 1
        elif manner != "declared":
            assert action in ("call", "bet", "raise")
            assert action == "call" or row["to_call"] == 0 or manner == "silent"
            if row["wanted"] is not None:
                by_chips[seat, street, MANNERS.index(manner), ACTIONS.index(row["wanted"]), place] += 1
        if after_bet:
            freed.add((seat, street))
    assert {key: n for key, n in told.items() if key[2] == 3 and key[4] >= 0} == early
    assert {key[:2] for key in told if key[4] < 0} <= freed
    assert Counter({key: n for key, n in told.items() if key[2] in (1, 2)}) <= by_chips


def test_h_ix_6_every_kind_of_strategy_announces_alike():
    compiled, plain, batch = (session(b, hands=40).rows for b in (chatty(), plain_chatty(), batch_chatty()))
    assert {row["manner"] for row in compiled["actions"]} == set(MANNERS)
    for table in ("hands", "actions", "events", "awards", "ledger"):
        assert compiled[table] == plain[table] == batch[table]


def test_h_ix_6_with_no_rates_no_row_is_otherwise():
    """The code for manners, in a game where all is declared, changes nothing."""
    without, within = session(mute(), hands=60).rows, session(mute(), hands=60, hooks=True).rows
    assert without == within
    assert {row["manner"] for row in within["actions"]} == {"declared"}


def test_h_ix_6_habits_come_as_often_as_the_rates_say():
    played = session(mute(), habits={"silent": "0.2", "string": "0.5"})
    counts = Counter(
        row["manner"] for row in played.rows["actions"] if row["action"] in ("call", "bet", "raise")
    )
    number = sum(counts.values())
    for manner, rate in (("silent", 0.2), ("string", 0.5), ("declared", 0.3)):
        assert abs(counts[manner] / number - rate) < 4 * (rate * (1 - rate) / number) ** 0.5


@pytest.mark.skipif(not COMPILED, reason="compares with what is compiled")
def test_h_ix_6_compiled_or_not_the_same_is_ruled():
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_rules_manners_sessions import *\n"
        "print(digest(session(chatty(), hands=12)), digest(session(mute(), hands=12, habits=HABITS)))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    folder = str(Path(__file__).parent)
    told = subprocess.run(
        [sys.executable, "-c", program, folder], env=environment, text=True, capture_output=True
    )
    own = [digest(session(chatty(), hands=12)), digest(session(mute(), hands=12, habits=HABITS))]
    assert told.stdout.split() == own, told.stderr


def digest(played: Together) -> str:
    return sha256(json.dumps(played.rows, sort_keys=True, default=float).encode()).hexdigest()


def test_h_ix_6_strict_stops_at_a_wish_that_is_not_legal_and_at_no_ruling():
    @strategy(manners=True)
    def stringer():
        def decide(spot):
            if spot.in_turn == 0:
                return out_of_turn(check_or_call())
            return string(all_in())

        return decide

    @strategy(manners=True)
    def too_little():
        def decide(spot):
            return out_of_turn(raise_to(1)) if spot.in_turn == 0 else check_or_call()

        return decide

    config = configure("always-call*4", ["table.seats=4"])
    for brain, fault in ((stringer(), None), (too_little(), "not legal: session 0, hand 0, seat")):
        game = game_of(config, brains=[brain])
        game.strict = True
        played = Together(game, None, Job(0, 0, (20,)))
        if fault is None:
            played.play()
            assert played.sessions[0].corrected == 0 and played.sessions[0].hands == 20
        else:
            with pytest.raises(HoldemError, match=fault):
                played.play()


def test_h_ix_6_the_contract_of_a_strategy_is_checked_with_its_manners():
    findings, cases = check_contract(Player(chatty()), 600 if COMPILED else 60)
    assert all(finding.kept for finding in findings if finding.check != "legal")
    assert {case.answer >> 4 & 15 for case in cases} == {0, 1, 2, 3}
    assert {int(case.spot[0]["in_turn"]) for case in cases} == {0, 1}
