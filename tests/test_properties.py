"""What is true of every session, whatever the house chooses: random configurations with everything on.

Each session is followed by the reference floor and dealt again by the reference dealer (:mod:`following`,
:mod:`redealing`), which share no code with the engine.  A failure names theme and seed:
``random_config(theme, seed)`` is the configuration.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from following import Follower
from fuzz_players import play
from holdem_sim.engine.emit import EVENTS_MARGIN
from holdem_sim.engine.jit import COMPILED, portable
from holdem_sim.outside import SideBySide
from holdem_sim.shard import Job
from holdem_sim.strategy import raise_to, strategy
from lively import THEMES, random_config
from redealing import check_hands
from sessions import InMemory, Rows, game_of, play_session, take_rows

SESSIONS = 30 if COMPILED else 14
HANDS = 40 if COMPILED else 24
DIGESTED = 6


@portable
def restless(spot):
    """Everything that a program can do wrong, sensible moves, and now and then what may be a single chip."""
    if spot.randoms[3] < 0.1:
        chips = (5, 10, 20, 25, 50, 100, 200, 400, 500, 1000, 7_000, 14_000)
        return raise_to(spot.bet + chips[int(spot.randoms[2] * len(chips))])
    return play(spot)


@strategy
def fuzzer():
    """Compiled."""
    return restless


@strategy(compiled=False)
def plain_fuzzer():
    """The same in plain Python."""
    return restless


def session(theme: str, seed: int, hands: int = HANDS, number: int = 0) -> Rows:
    return play_session(game_of(random_config(theme, seed), seed, [fuzzer()]), number, hands)


def check_ledger(rows: Rows) -> None:
    """Chips come in and go out by the ledger alone, and nobody is two people (H-XVI.3)."""
    sums = Counter()
    for line in rows["ledger"]:
        sums[line["kind"]] += line["amount"]
    assert sum(sums.values()) == 0
    assert sums["tax"] == -sum(hand["tax"] for hand in rows["hands"])
    assert sums["extra-drop"] == -sum(hand["extra_drop"] for hand in rows["hands"])
    ids = [row["player_id"] for row in rows["players"]]
    assert len(set(ids)) == len(ids)
    bought_in = {line["player_id"] for line in rows["ledger"] if line["kind"] == "buy-in"}
    assert bought_in == set(ids)


def check_hands_are_chips_and_seats(rows: Rows) -> None:
    """Every chip of a hand is somewhere after it, and nobody is dealt in twice."""
    by_hand: dict[int, list] = {}
    for row in rows["seats"]:
        by_hand.setdefault(row["hand_id"], []).append(row)
    for hand in rows["hands"]:
        seats = by_hand[hand["hand_id"]]
        assert sum(r["stack_end"] for r in seats) + hand["tax"] + hand["extra_drop"] == sum(
            r["stack_start"] for r in seats
        )
        assert len({r["player_id"] for r in seats}) == len({r["seat"] for r in seats}) == len(seats)
        assert len(seats) == hand["players_dealt"] >= 2
        assert all(r["stack_start"] > 0 <= r["stack_end"] for r in seats)


@pytest.mark.parametrize("theme", THEMES)
def test_sessions_under_any_rules_agree_with_the_reference(theme):
    for seed in range(SESSIONS):
        try:
            rows = session(theme, seed)
            check_ledger(rows)
            check_hands_are_chips_and_seats(rows)
            check_hands(random_config(theme, seed), rows, Follower(random_config(theme, seed), rows).follow())
        except Exception as error:
            raise AssertionError(f"random_config({theme!r}, {seed}): {error}") from error


class Beside(SideBySide):
    """Keeps the rows of its sessions, each apart, instead of writing them."""

    def __init__(self, game, limits):
        self.rows: dict[int, Rows] = {number: {} for number in range(len(limits))}
        super().__init__(game, None, Job(0, 0, limits))

    def empty(self, slot, session=None, last=False):
        number = int(self.tables[slot].session_id)
        kept = self.rows[number]
        for name in ("hands", "seats", "actions", "pots", "awards", "ledger", "events", "players"):
            kept.setdefault(name, [])
        take_rows(self.blocks[slot], kept)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("brain", [fuzzer, plain_fuzzer])
def test_tables_side_by_side_play_what_they_play_in_turn(theme, brain):
    limits = (9, 4, 12)
    for seed in range(6 if COMPILED else 1):
        beside = Beside(game_of(random_config(theme, seed), seed, [brain()]), limits)
        beside.play()
        for number, hands in enumerate(limits):
            assert beside.rows[number] == session(theme, seed, hands, number), (
                f"random_config({theme!r}, {seed})"
            )


@pytest.mark.parametrize("theme", ("seating", "everything"))
def test_wherever_a_block_is_full_the_session_is_the_same(theme):
    for seed in range(12 if COMPILED else 2):
        game = game_of(random_config(theme, seed), seed, [fuzzer()])
        whole = play_session(game, 0, 12)
        for used in range(EVENTS_MARGIN - 60, EVENTS_MARGIN + 1, 3 if COMPILED else 20):
            player = InMemory(game, None, Job(0, 0, (12,)))
            player.blocks[0].events_rows = used
            player.play()
            player.rows["events"] = player.rows["events"][used:]
            assert player.rows == whole, f"random_config({theme!r}, {seed}), {used} rows"


def digest(theme: str, seed: int) -> str:
    """A fingerprint of every row of a session."""
    rows = session(theme, seed, 10)
    return hashlib.sha256(repr(sorted(rows.items())).encode()).hexdigest()


def digests() -> list[str]:
    return [f"{theme} {seed} {digest(theme, seed)}" for theme in THEMES for seed in range(DIGESTED)]


@pytest.mark.skipif(not COMPILED, reason="compares the compiled engine with the uncompiled one")
def test_compiled_or_not_the_same_seed_gives_the_same_rows():
    code = "import test_properties as t; print('\\n'.join(t.digests()))"
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.split("\n")[:-1] == digests() == digests()
