"""H-IX.1 to 5 and 11 in the engine itself: what a player may do, told as a short line of actions."""

from __future__ import annotations

import pytest

from engine_hand import EngineHand
from oracle.course import Decision, Start
from oracle.house import House
from oracle.stage import WORDS

DECK = list(range(52))


def at_table(
    line: str, *stacks: int, button: int = 0, blinds=(50, 100), min_raise: str = "double"
) -> EngineHand:
    """A hand after a line such as ``"3r300 0c 1f"``: seat, then f, k, c or r with the bet made."""
    played = EngineHand(House(min_raise=min_raise), Start(stacks, button, blinds), DECK)
    for step in line.split():
        decision = played.decision
        assert decision is not None and step.startswith(str(decision.seat)), (step, decision)
        word = step[1:]
        if word[0] == "r":
            assert decision.min_raise_to is not None and decision.max_raise_to is not None
            assert decision.min_raise_to <= int(word[1:]) <= decision.max_raise_to
            played.act("raise", int(word[1:]))
        else:
            played.act(WORDS[word], 0)
    return played


def bounds(played: EngineHand) -> tuple[int, int, int | None, int | None]:
    """Who is to act, what he has to call, and between what he may raise."""
    decision = played.decision
    assert isinstance(decision, Decision)
    return decision.seat, decision.to_call, decision.min_raise_to, decision.max_raise_to


def test_h_ix_1_any_number_of_raises_and_the_check_raise():
    played = at_table("0r200 1r400 0r800 1r1600 0r3200 1r6400 0r12800", 100_000, 100_000)
    assert bounds(played) == (1, 6_400, 25_600, 100_000)
    assert bounds(at_table("0c 1k 1k 0r100", 9_000, 9_000)) == (1, 100, 200, 8_900)


def test_h_ix_2_the_smallest_bet_and_raise_is_one_big_blind():
    assert bounds(at_table("", 9_000, 9_000, 9_000)) == (0, 100, 200, 9_000)
    assert bounds(at_table("0c 1c 2k", 9_000, 9_000, 9_000)) == (1, 0, 100, 8_900)
    # An opening all-in of 60 is raised by a big blind at least, whatever the mode.
    for mode in ("double", "increment", "double-increment"):
        opened = at_table("0c 1c 2k 1k 2r60", 9_000, 9_000, 160, min_raise=mode)
        assert bounds(opened) == (0, 60, 160, 8_900)


def test_h_ix_3_the_big_blind_may_raise_when_nobody_has():
    assert bounds(at_table("0c 1c", 9_000, 9_000, 9_000)) == (2, 0, 200, 9_000)
    assert bounds(at_table("0c", 9_000, 9_000)) == (1, 0, 200, 9_000)
    over = at_table("0c 1c 2k", 9_000, 9_000, 9_000)
    assert int(over.table.street) == 1


@pytest.mark.parametrize(("mode", "least"), [("double", 12), ("increment", 10), ("double-increment", 14)])
def test_h_ix_4_reraise_after_a_raise_to_6_over_blinds_of_1_and_2(mode, least):
    assert bounds(at_table("0r6", 500, 500, 500, blinds=(1, 2), min_raise=mode)) == (1, 5, least, 500)


@pytest.mark.parametrize(
    ("mode", "least"), [("double", 4_358), ("increment", 4_158), ("double-increment", 6_137)]
)
def test_h_ix_4_a_raise_to_200_to_2179(mode, least):
    """Case A41: only by the increment is 4,200 enough."""
    assert bounds(at_table("0r200 1r2179", 20_000, 20_000, min_raise=mode)) == (0, 1_979, least, 20_000)


@pytest.mark.parametrize(("shove", "reopened"), [(110, False), (150, False), (199, False), (200, True)])
def test_h_ix_5_a_limper_may_raise_again_only_over_a_full_raise(shove, reopened):
    """Case A31: the big blind is all-in over three limpers."""
    stacks = (10_000, 10_000, shove, 10_000)
    seat, to_call, low, high = bounds(at_table(f"3c 0c 1c 2r{shove}", *stacks))
    assert (seat, to_call) == (3, shove - 100)
    assert (low, high) == ((400, 10_000) if reopened else (None, None))


@pytest.mark.parametrize(("mode", "least"), [("increment", 720), ("double", 1_040)])
def test_h_ix_5_short_all_ins_reopen_for_one_and_not_for_another(mode, least):
    """Case A36: 300, all-in 400, call of 400, all-in 520: the first faces 220, the caller 120."""
    played = at_table("3r300 4r400 5c 0r520 1f 2f", 520, 9_000, 9_000, 9_000, 400, 9_000, min_raise=mode)
    assert bounds(played) == (3, 220, least, 9_000)
    played.act("call", 0)
    assert bounds(played) == (5, 120, None, None)


@pytest.mark.parametrize(
    ("mode", "least"), [("increment", 2_200), ("double", 3_400), ("double-increment", 2_700)]
)
def test_h_ix_5_the_next_raise_counts_from_the_last_full_one(mode, least):
    """Case A35: 500, 1000, call, all-in 1300, all-in 1700."""
    stacks = (9_000, 9_000, 9_000, 9_000, 1_400, 1_800, 9_000)
    played = at_table("3c 4c 5c 6c 0c 1c 2k 1r500 2r1000 3c 4r1300 5r1700 6f 0f", *stacks, min_raise=mode)
    assert bounds(played) == (1, 1_200, least, 8_900)


def test_h_ix_5_who_cannot_cover_calls_all_in_and_a_short_big_blind_changes_nothing():
    """Case A49: the big blind has 60; calls and raises count as if it were full."""
    played = at_table("", 9_000, 9_000, 60)
    assert bounds(played) == (0, 100, 200, 9_000)
    course = at_table("0c 1f", 9_000, 9_000, 60).settle()
    assert (course.pot, course.uncalled_seat, course.uncalled) == (170, 0, 40)
    assert bounds(at_table("0r5000", 9_000, 800, 9_000)) == (1, 750, None, None)


def test_h_ix_11_a_raise_needs_somebody_who_could_answer_it():
    """Case A8: the last opponent is all-in, so there is a call and nothing else."""
    played = at_table("0f 1r910", 9_000, 910, 23_870, blinds=(320, 640))
    assert bounds(played) == (2, 270, None, None)
    played.act("call", 0)
    assert played.settle().pot == 1_820


def test_case_a14_nothing_is_left_over_from_the_hand_before():
    played = at_table("0r5000 1r9000 2f 0c", 9_000, 9_000, 9_000)
    played.settle()
    again = at_table("", 9_000, 9_000, 9_000)
    assert bounds(again) == (0, 100, 200, 9_000)
    assert again.settle().acts[0].pot_before == 0
