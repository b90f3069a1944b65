"""Fifty-two different cards whatever the dealer does, and the same ones however a session is played (H-VII, VIII.6)."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dealing import LINEUP, MISDEALS, check_files, errors, session
from holdem_sim.engine.jit import COMPILED
from holdem_sim.schema import DEALER_ERRORS
from holdem_sim.shard import Job
from holdem_sim.strategy import check_or_call, fold, raise_to
from sessions import InMemory, configure, game_of, play_session
from watched import Watched, cards_everywhere

HOUSES = {
    "two": (2, "always-call*2", ()),
    "nine": (9, "tight-aggressive*5,maniac*4", ()),
    "ten with antes": (10, "loose-passive*9", ("rules.ante=25",)),
    "straddles": (6, "maniac*6", ("lineup.types.maniac.straddle=0.7",)),
    "talkers": (
        5,
        "maniac*5",
        tuple(f"lineup.types.maniac.{habit}=0.3" for habit in ("silent", "string", "out_of_turn")),
    ),
    "comers and goers under a dead button": (
        6,
        "loose-passive*5",
        (
            "rules.button=dead",
            *(
                f"lineup.types.loose-passive.{habit}"
                for habit in ("max_rebuys=0", "arrival=5", "stay_hands=8")
            ),
            "lineup.types.loose-passive.entry=post",
            "lineup.types.loose-passive.seat_change=0.2",
        ),
    ),
    "tiny stacks": (5, "always-all-in*4", ("buy_in.min_bb=1", "lineup.types.always-all-in.buy_in_bb=1")),
}


@pytest.mark.parametrize("shuffle", ["uniform", "hand"])
@pytest.mark.parametrize("house", HOUSES)
def test_h_viii_6_fifty_two_different_cards_at_every_decision(house, shuffle):
    """With every error at once; folded cards lie among them, so none of them can come again."""
    seats, players, more = HOUSES[house]
    words = [f"table.seats={seats}", f"deal.shuffle={shuffle}", "deal.wash_seconds=5", *more, *errors(0.3)]
    words += errors(0.02, *MISDEALS)
    game = Watched(configure(players, words), answer=mixed)
    deck = list(range(52))
    for _ in game.decisions(200 if COMPILED else 8):
        assert cards_everywhere(game.table) == deck
        assert sorted(int(card) for card in game.table.deck) == deck
    check_files(game.rows)
    if COMPILED:
        told = {e["kind"] for e in game.rows["events"]}
        assert set(DEALER_ERRORS) - told <= {"dealt-to-absent", "premature-flop", "premature-turn-or-river"}


def mixed(spot) -> int:
    """Folds, calls and raises, by the decision's own number."""
    if spot.random < 0.2 and spot.to_call > 0:
        return fold()
    return raise_to(int(spot.min_raise_to)) if spot.random > 0.9 else check_or_call()


@pytest.mark.parametrize("shuffle", ["uniform", "hand"])
def test_h_vii_1_many_hands_with_every_error_at_three_in_ten(shuffle):
    words = [f"deal.shuffle={shuffle}", *errors(0.3), "lineup.types.maniac.straddle=0.5", "rules.ante=10"]
    for number in range(6 if COMPILED else 1):
        rows = session(words, "maniac*3,tight-aggressive*3", 9, 400 if COMPILED else 8, number=number)
        check_files(rows)


DIGEST = """
import sys
sys.path.insert(0, {tests!r})
from test_rules_dealing_cards import digest
print(digest({shuffle!r}))
"""


def digest(shuffle: str) -> str:
    """A fingerprint of a short session with everything that can go wrong."""
    words = [f"deal.shuffle={shuffle}", *errors(0.2)]
    rows = session(words, hands=12, number=3)
    return hashlib.sha256(repr(sorted(rows.items())).encode()).hexdigest()


@pytest.mark.skipif(not COMPILED, reason="compares with the compiled engine")
@pytest.mark.parametrize("shuffle", ["uniform", "hand"])
def test_h_vii_1_compiled_and_plain_python_deal_alike(shuffle):
    code = DIGEST.format(tests=str(Path(__file__).parent), shuffle=shuffle)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert plain.stdout.strip() == digest(shuffle)


@pytest.mark.parametrize("shuffle", ["uniform", "hand"])
def test_h_vii_1_what_is_dealt_does_not_depend_on_what_was_recorded_before(shuffle):
    """Sessions one after the other in one block, which is emptied wherever it is full, and each alone."""
    hands = 150 if COMPILED else 15
    game = game_of(configure(LINEUP, [f"deal.shuffle={shuffle}", "table.seats=5", *errors(0.35)]))
    player = InMemory(game, None, Job(0, 0, (hands, hands, hands)))
    player.play()
    for number in range(3):
        alone = play_session(game, number, hands)
        for table in ("hands", "seats", "actions", "events", "ledger"):
            assert [r for r in player.rows[table] if r["session_id"] == number] == alone[table]
