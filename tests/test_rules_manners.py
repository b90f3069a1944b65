"""H-IX.6 to 10: how a decision is announced, and what it is ruled to be.

The hands of :class:`talk.Talk` have blinds of 50 and 100 and the button at seat 0.
"""

from __future__ import annotations

import pytest

from holdem_sim.engine.rulings import (
    all_in,
    check_or_call,
    check_or_fold,
    fold,
    out_of_turn,
    raise_pot,
    raise_to,
    silent,
    string,
)
from holdem_sim.schema import ACTIONS
from talk import Did, Talk

DEEP = (10_000,) * 4
CALL, CHECK, FOLD = check_or_call(), check_or_fold(), fold()
CALL_PLACE = ACTIONS.index("call")


def flop(*stacks: int, **options) -> Talk:
    """Three or more players have limped and nobody has bet on the flop; seat 1 is first."""
    talk = Talk(*stacks, **options)
    for _ in stacks:
        talk.asked()
        talk.acts(int(talk.table.actor), CALL)
    talk.asked()
    assert talk.table.street == 1 and talk.table.actor == 1
    return talk


# -- H-IX.6 -------------------------------------------------------------------------------------------


def test_h_ix_6_what_is_declared_is_done_and_recorded_as_such():
    talk = Talk(*DEEP)
    assert talk.acts(3, raise_to(300)) == Did(3, "raise", 300)
    assert talk.acts(0, raise_to(600)) == Did(
        0, "raise", 600
    )  # one chip of 500 and one of 100, or said: the same
    assert talk.acts(1, FOLD) == Did(1, "fold", 50)
    assert talk.rulings == [] and talk.table.corrected == 0


def test_h_ix_6_both_are_recorded_the_wanted_and_the_ruled_action():
    talk = Talk(*DEEP)
    assert talk.acts(3, string(raise_to(450))) == Did(3, "call", 100, "string", "raise", 450)
    assert talk.rulings == [(3, "string", "raise", "call")]
    assert talk.acts(0, silent(CALL)) == Did(0, "call", 100, "silent")  # nothing to rule on
    assert len(talk.rulings) == 1 and talk.table.corrected == 0


def test_h_ix_6_who_folds_or_checks_puts_no_chips_in():
    talk = flop(*DEEP)
    assert talk.acts(1, silent(CHECK)) == Did(1, "check", 0)
    assert talk.acts(2, raise_to(100)) == Did(2, "bet", 100)
    assert talk.acts(3, string(FOLD)) == Did(3, "fold", 0)
    assert talk.rulings == []


def test_h_ix_6_an_elastic_wish_is_an_amount_like_any_other():
    talk = flop(*DEEP)  # a pot of 400
    assert talk.acts(1, string(raise_pot(0.5))) == Did(1, "bet", 100, "string", "bet", 200)
    assert talk.acts(2, silent(raise_pot(1))) == Did(2, "raise", 700, "silent")  # 500 and two of 100
    assert talk.acts(3, silent(all_in())) == Did(3, "raise", 9_900, "silent")


# -- H-IX.7 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", [500, 1000, 5000])
def test_h_ix_7_a_single_chip_larger_than_the_call_is_a_call(chip):
    talk = Talk(*DEEP)
    assert talk.acts(3, silent(raise_to(chip))) == Did(3, "call", 100, "silent", "raise", chip)
    assert talk.rulings == [(3, "silent", "raise", "call")]
    assert talk.table.stack[3] == 9_900


def test_h_ix_7_what_counts_is_what_he_puts_in_not_the_bet_he_makes():
    talk = Talk(*DEEP).line((3, FOLD), (0, FOLD))
    assert talk.acts(1, silent(raise_to(550))) == Did(1, "call", 100, "silent", "raise", 550)  # one of 500
    talk = Talk(*DEEP).line((3, FOLD), (0, FOLD))
    assert talk.acts(1, silent(raise_to(500))) == Did(1, "raise", 500, "silent")  # 450 is several


def test_h_ix_7_several_chips_that_make_the_call_and_a_legal_raise_are_a_raise():
    for to in (200, 300, 600, 9_999):
        talk = Talk(*DEEP)
        assert talk.acts(3, silent(raise_to(to))) == Did(3, "raise", to, "silent")
        assert talk.rulings == [] and talk.table.corrected == 0


def test_h_ix_7_several_chips_that_make_no_legal_raise_are_a_call():
    talk = Talk(*DEEP)
    assert talk.acts(3, silent(raise_to(199))) == Did(3, "call", 100, "silent", "raise", 199)
    assert talk.rulings == [(3, "silent", "raise", "call")]
    assert talk.table.corrected == 1  # said aloud it would have been a raise to 200


def test_h_ix_7_the_house_s_chips_decide_what_a_single_chip_is():
    for chips, action in (((1, 5, 25, 100), "raise"), ((1, 500), "call"), ((), "raise")):
        assert Talk(*DEEP, chips=chips).acts(3, silent(raise_to(500))).action == action


def test_h_ix_7_an_all_in_that_is_a_legal_raise_counts():
    # 130 cannot be a full raise over 100, and is a legal one all the same (H-IX.5).
    talk = Talk(10_000, 10_000, 10_000, 130)
    assert talk.acts(3, silent(all_in())) == Did(3, "raise", 130, "silent")
    assert talk.table.status[3] == 3
    talk = Talk(10_000, 10_000, 10_000, 2_500)
    assert talk.acts(3, silent(raise_to(10**9))) == Did(3, "raise", 2_500, "silent", "raise", 10**9)


def test_h_ix_7_a_last_chip_is_a_single_chip_too():
    talk = Talk(10_000, 10_000, 10_000, 500)
    assert talk.acts(3, silent(all_in())) == Did(3, "call", 100, "silent", "raise", 500)
    assert talk.table.stack[3] == 400 and talk.table.status[3] == 1
    talk = Talk(10_000, 10_000, 10_000, 500)  # he cannot put in more than he has: it is that chip
    assert talk.acts(3, silent(raise_to(600))) == Did(3, "call", 100, "silent", "raise", 600)


def test_h_ix_7_facing_a_raise_it_is_the_same():
    talk = Talk(*DEEP).line((3, raise_to(300)))
    assert talk.acts(0, silent(raise_to(500))) == Did(0, "call", 300, "silent", "raise", 500)
    assert talk.acts(1, silent(raise_to(1_200))) == Did(1, "raise", 1_200, "silent")


# -- H-IX.8 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [200, 500, 750, 10_000])
def test_h_ix_8_a_string_is_a_call(to):
    talk = Talk(*DEEP)
    assert talk.acts(3, string(raise_to(to))) == Did(3, "call", 100, "string", "raise", to)
    assert talk.acts(0, string(CALL)) == Did(0, "call", 100, "string")
    assert talk.rulings == [(3, "string", "raise", "call")]


def test_h_ix_8_with_nothing_to_call_all_chips_without_a_word_are_a_bet():
    for to in (100, 500, 750):  # a single chip, too: there is no call that it could be
        assert flop(*DEEP).acts(1, silent(raise_to(to))) == Did(1, "bet", to, "silent")


@pytest.mark.parametrize(("wanted", "ruled"), [(600, 300), (601, 300), (250, 125), (199, 100), (150, 100)])
def test_h_ix_8_with_nothing_to_call_the_first_movement_is_the_bet(wanted, ruled):
    talk = flop(*DEEP)
    assert talk.acts(1, string(raise_to(wanted))) == Did(1, "bet", ruled, "string", "bet", wanted)
    assert talk.rulings == [(1, "string", "bet", "bet")] and talk.table.corrected == 0


def test_h_ix_8_fewer_chips_than_the_minimum_are_completed_to_it():
    for manner, name in ((silent, "silent"), (string, "string")):
        talk = flop(*DEEP)
        assert talk.acts(1, manner(raise_to(30))) == Did(1, "bet", 100, name, "bet", 30)
        assert talk.rulings == [] and talk.table.corrected == 1  # by his wish, not by his manner
    talk = flop(*DEEP)
    assert talk.acts(1, string(raise_to(100))) == Did(1, "bet", 100, "string")  # 50, completed
    talk = flop(10_000, 160, 10_000)
    assert talk.acts(1, string(all_in())) == Did(1, "bet", 60, "string")  # as far as his chips go


def test_h_ix_8_the_first_movement_is_a_chip_at_least():
    talk = flop(10_000, 101, 10_000)
    assert talk.acts(1, string(all_in())) == Did(1, "bet", 1, "string")
    talk = Talk(10_000, 10_000, 101, 10_000).line((3, CALL), (0, CALL), (1, CALL))
    assert talk.acts(2, string(all_in())) == Did(2, "raise", 101, "string")


def test_h_ix_8_the_big_blind_has_nothing_to_call():
    limped = ((3, CALL), (0, CALL), (1, CALL))
    talk = Talk(*DEEP).line(*limped)
    assert talk.acts(2, string(raise_to(900))) == Did(2, "raise", 500, "string", "raise", 900)
    talk = Talk(*DEEP).line(*limped)
    assert talk.acts(2, silent(raise_to(600))) == Did(2, "raise", 600, "silent")
    talk = Talk(*DEEP).line(*limped)
    assert talk.acts(2, string(raise_to(250))) == Did(2, "raise", 200, "string", "raise", 250)


# -- H-IX.9 -------------------------------------------------------------------------------------------


def test_h_ix_9_a_check_binds_if_nobody_bets_before():
    talk = flop(*DEEP)
    talk.says(2, CHECK)
    talk.acts(1, CHECK)
    assert talk.asked() == 0  # 2 has checked without being asked again, now it is 3's turn
    assert talk.did[-1] == Did(2, "check", 0, "out-of-turn")
    assert talk.rulings == [(2, "out-of-turn", "check", "check")]


def test_h_ix_9_who_checked_is_free_again_if_somebody_bets():
    talk = flop(*DEEP)
    talk.says(2, CHECK)
    talk.acts(1, raise_to(200))
    assert talk.acts(2, raise_to(900)) == Did(2, "raise", 900)
    assert talk.rulings == [(2, "out-of-turn", "check", None)]


@pytest.mark.parametrize("before", [FOLD, CALL])
def test_h_ix_9_who_said_call_must_call_and_may_not_raise(before):
    talk = Talk(*DEEP)
    talk.says(0, CALL)
    talk.acts(3, before)
    assert talk.asked() == 2  # the turn of 0 is over, 1 is next and 2 may speak before him
    assert talk.table.actor == 1
    assert talk.did[-1] == Did(0, "call", 100, "out-of-turn")
    assert talk.rulings == [(0, "out-of-turn", "call", "call")]


@pytest.mark.parametrize("anew", [FOLD, CALL, raise_to(2_000)])
def test_h_ix_9_who_said_call_is_free_again_if_somebody_raises(anew):
    talk = Talk(*DEEP)
    talk.says(0, CALL)
    talk.acts(3, raise_to(300))
    done = talk.acts(0, anew)
    assert done.manner == "declared" and done.wanted is None
    assert done.action == {FOLD: "fold", CALL: "call"}.get(anew, "raise")
    assert talk.rulings == [(0, "out-of-turn", "call", None)]


def test_h_ix_9_a_short_all_in_raise_frees_too():
    talk = Talk(10_000, 10_000, 10_000, 130)
    talk.says(0, CALL)
    assert talk.acts(3, all_in()) == Did(3, "raise", 130)
    assert talk.acts(0, FOLD) == Did(0, "fold", 0)


@pytest.mark.parametrize("before", [FOLD, CALL, raise_to(300)])
def test_h_ix_9_a_fold_binds_always(before):
    talk = Talk(*DEEP)
    talk.says(0, FOLD)
    talk.acts(3, before)
    assert talk.asked() == 2 and talk.table.actor == 1
    assert talk.did[-1] == Did(0, "fold", 0, "out-of-turn")
    assert talk.rulings == [(0, "out-of-turn", "fold", "fold")]


def test_h_ix_9_a_bet_or_raise_binds_unless_the_action_before_changes():
    talk = Talk(*DEEP)
    talk.says(0, raise_to(350))
    talk.acts(3, CALL)
    talk.asked()
    assert talk.did[-1] == Did(0, "raise", 350, "out-of-turn")
    talk = flop(*DEEP)
    talk.says(2, raise_pot(0.5))  # 200, said as an amount: it does not grow with the pot
    talk.acts(1, CHECK)
    talk.asked()
    assert talk.did[-1] == Did(2, "bet", 200, "out-of-turn")
    talk = flop(*DEEP)
    talk.says(2, raise_to(200))
    talk.acts(1, raise_to(100))
    assert talk.acts(2, FOLD) == Did(2, "fold", 0)
    assert talk.rulings == [(2, "out-of-turn", "bet", None)]


def test_h_ix_9_what_is_said_is_seen_until_it_is_settled():
    talk = Talk(*DEEP)
    talk.says(0, CALL)
    assert talk.asked() == 3
    assert list(talk.spot.announced[:4]) == [CALL_PLACE, -1, -1, -1] and talk.spot.in_turn == 1
    talk.answer(raise_to(300))
    assert talk.asked() == 1 and set(talk.spot.announced) == {-1}


def test_h_ix_9_one_speaks_before_a_turn_and_only_once():
    talk = Talk(*DEEP)
    talk.says(0, CALL)
    assert talk.asked() == 3 == talk.table.actor
    talk = Talk(*DEEP)
    assert talk.asked() == 0
    talk.answer(FOLD)  # not out_of_turn(...): he keeps silent, and nothing is counted
    assert talk.table.decisions == 0 and talk.did == []
    assert talk.asked() == 3 == talk.table.actor


def test_h_ix_9_in_turn_it_is_a_plain_declaration():
    talk = Talk(*DEEP)
    assert talk.acts(3, out_of_turn(raise_to(500))) == Did(3, "raise", 500)
    assert talk.rulings == []


def test_h_ix_9_a_wish_that_is_not_legal_is_corrected_when_it_is_carried_out():
    talk = Talk(*DEEP)
    assert talk.says(0, raise_to(150)) and talk.table.corrected == 0
    talk.acts(3, CALL)
    talk.asked()
    assert talk.did[-1] == Did(0, "raise", 200, "out-of-turn", "raise", 150)
    assert talk.table.corrected == 1 and talk.table.decisions == 2
    talk = Talk(*DEEP)
    assert talk.says(0, raise_to(150))
    talk.acts(3, raise_to(300))
    talk.acts(0, FOLD)
    assert talk.table.corrected == 0 and talk.table.decisions == 2


def test_h_ix_9_without_a_turn_nothing_is_left_of_it():
    talk = Talk(10_000, 10_000)  # heads-up: the button acts first
    talk.says(1, raise_to(300))
    talk.acts(0, FOLD)
    assert talk.asked() == -1 and talk.rulings == [] and len(talk.did) == 1
    # The button calls all-in, so that nobody can bet any more: the turn of the big blind never comes.
    talk = Talk(100, 10_000)
    talk.says(1, CHECK)
    talk.acts(0, CALL)
    assert talk.asked() == -1 and [did.seat for did in talk.did] == [0] and talk.rulings == []


def test_h_ix_9_a_fold_binds_even_without_a_turn():
    # The button folds. The small blind has more in than the all-in big blind, and would not be asked any more.
    talk = Talk(10_000, 10_000, 40)
    talk.says(1, FOLD)
    talk.acts(0, FOLD)
    assert talk.asked() == -1 and talk.table.live == 1 << 2
    assert talk.did[-1] == Did(1, "fold", 50, "out-of-turn") and talk.table.decisions == 2
    assert talk.rulings == [(1, "out-of-turn", "fold", "fold")]
    # The button calls all-in: the big blind, who could check, has given his cards up.
    talk = Talk(100, 10_000)
    talk.says(1, FOLD)
    talk.acts(0, CALL)
    assert talk.asked() == -1 and talk.table.live == 1 and set(talk.table.announced) == {-1}
    # Others play on.
    talk = Talk(10_000, 10_000, 60, 100).line((3, CALL))
    talk.says(1, FOLD)
    talk.acts(0, raise_to(300))
    assert talk.asked() == -1 and [did.seat for did in talk.did] == [3, 0, 1]


def test_h_ix_9_a_call_out_of_turn_may_end_the_betting():
    talk = flop(150, 10_000, 10_000)
    talk.acts(1, CHECK)
    talk.acts(2, CHECK)
    talk.acts(0, all_in())
    talk.says(2, CALL)
    talk.acts(1, FOLD)
    assert talk.asked() == -1
    assert talk.did[-1] == Did(2, "call", 50, "out-of-turn") and set(talk.table.announced) == {-1}


# -- H-IX.10 ------------------------------------------------------------------------------------------


def test_h_ix_10_less_than_the_call_is_completed_to_the_call():
    for manner, name in ((silent, "silent"), (string, "string")):
        talk = Talk(*DEEP).line((3, raise_to(300)))
        assert talk.acts(0, manner(raise_to(120))) == Did(0, "call", 300, name, "raise", 120)
        assert talk.rulings == [] and talk.table.corrected == 1
    talk = Talk(180, 10_000, 10_000, 10_000).line((3, raise_to(300)))
    assert talk.acts(0, silent(raise_to(120))) == Did(0, "call", 180, "silent", "raise", 120)
    assert talk.table.stack[0] == 0


def test_h_ix_11_nobody_who_could_answer_is_a_call_in_any_manner():
    for manner, name in ((silent, "silent"), (string, "string")):
        talk = Talk(10_000, 400, 400).line((0, CALL), (1, all_in()), (2, CALL))
        assert talk.acts(0, manner(all_in())) == Did(0, "call", 400, name)
    talk = Talk(10_000, 400, 400).line((0, CALL), (1, all_in()))
    talk.says(0, all_in())
    talk.acts(2, FOLD)
    assert talk.asked() == -1 and talk.did[-1] == Did(0, "call", 400, "out-of-turn")


def test_h_xii_1_straddles_and_antes_are_faced_like_any_bet():
    talk = Talk(*DEEP, posts=(50, 100, 200))
    assert talk.acts(0, silent(raise_to(500))) == Did(0, "call", 200, "silent", "raise", 500)
    assert talk.acts(1, silent(raise_to(450))) == Did(1, "raise", 450, "silent")  # 400 are several chips
    talk = Talk(*DEEP, posts=(50, 100, 200))
    talk.says(1, CALL)
    talk.acts(0, FOLD)
    talk.asked()
    assert talk.did[-1] == Did(1, "call", 200, "out-of-turn")
