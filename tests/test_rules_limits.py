"""G-1 to G-5 and D-1 in the engine itself: what a player may do under limits and with sizes, to the chip."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine_hand import EngineHand
from holdem_sim.config import load
from holdem_sim.engine.rulings import all_in, check_or_call, raise_about, raise_pot, raise_to
from holdem_sim.errors import UsageError
from oracle.course import Start
from oracle.house import House
from oracle.stage import WORDS

DECK = list(range(52))
FIXED = House(betting="fixed-limit", min_raise="double")
POT = House(betting="pot-limit", min_raise="double")
AFTER_ALL_IN = House(after_all_in="pot", min_raise="increment")
SIZES = House(bet_sizes=(Fraction(33), Fraction(50), Fraction(100)), min_raise="increment")
FACTORS = House(raise_factors=(Fraction(2), Fraction(3)), min_raise="increment")


def at_table(house: House, line: str, *stacks: int, button: int = 0, blinds=(50, 100), **more) -> EngineHand:
    """A hand after a line such as ``"3r300 0c 1f"``: seat, then f, k, c or r with the bet made."""
    played = EngineHand(house, Start(stacks, button, blinds, **more), DECK)
    for step in line.split():
        decision = played.decision
        assert decision is not None and step.startswith(str(decision.seat)), (step, decision)
        word = step[1:]
        if word[0] == "r":
            assert played.ruled(raise_to(int(word[1:])))[1:] == (int(word[1:]), False), step
            played.act("raise", int(word[1:]))
        else:
            played.act(WORDS[word], 0)
    return played


def bounds(played: EngineHand) -> tuple[int, int, int | None, int | None]:
    """Who is to act, what he has to call, and between what he may raise."""
    decision = played.decision
    assert decision is not None
    return decision.seat, decision.to_call, decision.min_raise_to, decision.max_raise_to


# -- G-1: fixed-limit -----------------------------------------------------------------------------------


def test_g_1_fixed_limit_bets_and_raises_by_one_unit_that_doubles_on_the_turn():
    deep = (9_000, 9_000, 9_000)
    assert bounds(at_table(FIXED, "", *deep)) == (0, 100, 200, 200)
    assert bounds(at_table(FIXED, "0r200", *deep)) == (1, 150, 300, 300)
    flop = "0c 1c 2k"
    assert bounds(at_table(FIXED, flop, *deep)) == (1, 0, 100, 100)
    assert bounds(at_table(FIXED, f"{flop} 1r100", *deep)) == (2, 100, 200, 200)
    turn = f"{flop} 1k 2k 0k"
    assert bounds(at_table(FIXED, turn, *deep)) == (1, 0, 200, 200)
    assert bounds(at_table(FIXED, f"{turn} 1r200 2r400", *deep)) == (0, 400, 600, 600)
    assert bounds(at_table(FIXED, f"{turn} 1k 2k 0k", *deep)) == (1, 0, 200, 200)


@pytest.mark.parametrize("mode", ["double", "increment", "double-increment"])
def test_g_1_in_fixed_limit_the_mode_of_raises_changes_nothing(mode):
    house = House(betting="fixed-limit", min_raise=mode, min_bet_by_street=(3, 3, 3, 3))
    assert bounds(at_table(house, "0r200 1r300", 9_000, 9_000, 9_000)) == (2, 200, 400, 400)


def test_g_1_a_bet_and_three_raises_while_three_are_in():
    """Before the flop the big blind is the bet."""
    deep = (9_000, 9_000, 9_000)
    assert bounds(at_table(FIXED, "0r200 1r300 2r400", *deep)) == (0, 200, None, None)
    flop = "0c 1c 2k 1r100 2r200 0r300"
    assert bounds(at_table(FIXED, flop, *deep)) == (1, 200, 400, 400)
    capped = at_table(FIXED, f"{flop} 1r400", *deep)
    assert bounds(capped) == (2, 200, None, None)
    assert capped.ruled(raise_to(500)) == ("call", 400, True)
    assert capped.ruled(all_in()) == ("call", 400, False)


@pytest.mark.parametrize(("cap", "line"), [(1, ""), (2, "0r200"), (5, "0r200 1r300 2r400 0r500")])
def test_g_1_the_cap_is_an_option(cap, line):
    house = House(betting="fixed-limit", raise_cap=cap)
    assert bounds(at_table(house, line, 9_000, 9_000, 9_000))[2:] == (None, None)
    higher = House(betting="fixed-limit", raise_cap=cap + 1)
    assert bounds(at_table(higher, line, 9_000, 9_000, 9_000))[2:] != (None, None)


def test_g_1_heads_up_there_is_no_cap():
    assert bounds(at_table(FIXED, "0r200 1r300 0r400 1r500 0r600", 9_000, 9_000)) == (1, 100, 700, 700)
    # Three were in when the fourth bet was made; one folds, and two may go on.
    assert bounds(at_table(FIXED, "0r200 1r300 2r400 0f", 9_000, 9_000, 9_000)) == (1, 100, 500, 500)
    # An all-in player is in: with two who can bet the cap holds.
    three = at_table(FIXED, "0r200 1r300 2c 0c 1r100 2r200 0r300 1r400", 600, 9_000, 9_000)
    assert bounds(three) == (2, 200, None, None)


def test_g_1_all_in_for_less_than_the_bet_is_allowed():
    assert bounds(at_table(FIXED, "", 150, 9_000, 9_000)) == (0, 100, 150, 150)
    assert bounds(at_table(FIXED, "0c 1c 2k", 9_000, 160, 9_000)) == (1, 0, 60, 60)


def test_g_1_h_ix_5_a_short_all_in_does_not_reopen_and_is_no_bet_of_the_cap():
    stacks = (250, 9_000, 9_000, 9_000)  # the button raises all-in by half a bet
    assert bounds(at_table(FIXED, "3r200 0r250", *stacks)) == (1, 200, 350, 350)
    assert bounds(at_table(FIXED, "3r200 0r250 1f 2f", *stacks)) == (3, 50, None, None)
    third = at_table(FIXED, "3r200 0r250 1r350", *stacks)
    assert bounds(third) == (2, 250, 450, 450)
    third.act("raise", 450)
    assert bounds(third) == (3, 250, None, None)
    assert bounds(at_table(FIXED, "0c 1c 2k 1k 2r60", 9_000, 9_000, 160)) == (0, 60, 160, 160)


def test_g_1_h_xii_1_a_straddle_is_a_bet_and_the_unit_before_the_flop():
    stacks, blinds = (9_000,) * 5, (50, 100, 200)
    assert bounds(at_table(FIXED, "", *stacks, blinds=blinds)) == (4, 200, 400, 400)
    assert bounds(at_table(FIXED, "4r400 0r600", *stacks, blinds=blinds)) == (1, 550, None, None)
    flop = "4c 0c 1c 2c 3k"
    assert bounds(at_table(FIXED, flop, *stacks, blinds=blinds)) == (1, 0, 100, 100)


# -- G-1: pot-limit -------------------------------------------------------------------------------------


def test_g_1_pot_limit_counts_the_call_first():
    """Case A44: pot 100, bet 50: to 250 at most."""
    played = at_table(POT, "0c 1k 1r50", 9_000, 9_000, blinds=(25, 50))
    assert bounds(played) == (0, 50, 100, 250)
    assert bounds(at_table(POT, "", 9_000, 9_000, 9_000)) == (0, 100, 200, 350)
    assert bounds(at_table(POT, "0r350", 9_000, 9_000, 9_000)) == (1, 300, 700, 1_150)
    assert bounds(at_table(POT, "0c 1c 2k", 9_000, 9_000, 9_000)) == (1, 0, 100, 300)
    assert bounds(at_table(POT, "", 300, 9_000, 9_000)) == (0, 100, 200, 300)
    assert bounds(at_table(POT, "", 150, 9_000, 9_000)) == (0, 100, 150, 150)


def test_g_1_pot_limit_with_antes_straddles_and_posts():
    antes = dict.fromkeys(range(4), 10)
    assert bounds(at_table(POT, "", *(9_000,) * 4, antes=antes)) == (3, 100, 200, 390)
    assert bounds(at_table(POT, "", *(9_000,) * 4, blinds=(50, 100, 200))) == (0, 200, 400, 750)
    posted = at_table(POT, "", *(9_000,) * 5, dead_posts={0: 50}, live_posts={0: 100})
    assert bounds(posted) == (3, 100, 200, 500)


@pytest.mark.parametrize(
    "stacks", [(9_000, 9_000, 60, 9_000), (9_000, 20, 9_000, 9_000), (9_000, 20, 60, 9_000)]
)
def test_g_1_h_ix_5_in_pot_limit_short_blinds_count_as_full_before_the_flop(stacks):
    assert bounds(at_table(POT, "", *stacks)) == (3, 100, 200, 350)


def test_g_1_the_smallest_bet_is_allowed_even_above_the_pot():
    house = House(betting="pot-limit", min_bet_by_street=(1, 5, 5, 5))
    assert bounds(at_table(house, "0c 1c 2k", 9_000, 9_000, 9_000)) == (1, 0, 500, 500)


def test_g_1_pot_limit_rules_wishes():
    played = at_table(POT, "", 9_000, 9_000, 9_000)
    assert played.ruled(raise_to(350)) == ("raise", 350, False)
    assert played.ruled(raise_to(351)) == ("raise", 350, True)
    assert played.ruled(raise_about(351)) == ("raise", 350, False)
    assert played.ruled(raise_pot(1.0)) == ("raise", 350, False)
    assert played.ruled(raise_pot(3.0)) == ("raise", 350, False)
    assert played.ruled(all_in()) == ("raise", 350, False)


# -- G-2 to G-5 -----------------------------------------------------------------------------------------


def test_g_2_two_big_blinds_at_least_from_the_turn_on():
    house = House(min_raise="increment", min_bet_by_street=(1, 1, 2, 2))
    deep = (9_000, 9_000, 9_000)
    assert bounds(at_table(house, "0c 1c 2k", *deep)) == (1, 0, 100, 8_900)
    turn = "0c 1c 2k 1k 2k 0k"
    assert bounds(at_table(house, turn, *deep)) == (1, 0, 200, 8_900)
    assert bounds(at_table(house, f"{turn} 1r250", *deep)) == (2, 250, 500, 8_900)
    assert bounds(at_table(house, f"{turn} 1k 2k 0k", *deep)) == (1, 0, 200, 8_900)


def test_g_3_a_raise_adds_at_least_the_bet_or_raise_before_it():
    house = House(min_raise="increment")
    deep = (9_000, 9_000, 9_000)
    assert bounds(at_table(house, "0r300", *deep)) == (1, 250, 500, 9_000)
    assert bounds(at_table(house, "0r300 1r700", *deep)) == (2, 600, 1_100, 9_000)
    assert bounds(at_table(house, "0c 1c 2k 1r400", *deep)) == (2, 400, 800, 8_900)


def test_g_4_after_an_all_in_raises_are_exactly_the_pot():
    # 300 + 50 + 100 in the middle, 250 to call: to 300 + 700.
    played = at_table(AFTER_ALL_IN, "0r300", 300, 9_000, 9_000)
    assert bounds(played) == (1, 250, 1_000, 1_000)
    assert played.ruled(raise_to(2_000)) == ("raise", 1_000, True)
    assert played.ruled(all_in()) == ("raise", 1_000, False)
    assert played.ruled(raise_to(1_000)) == ("raise", 1_000, False)
    played.act("raise", 1_000)
    assert bounds(played) == (2, 900, 1_000 + 1_400 + 900, 3_300)
    assert bounds(at_table(AFTER_ALL_IN, "0r300", 300, 700, 9_000)) == (1, 250, 700, 700)
    assert bounds(at_table(AFTER_ALL_IN, "0r299", 300, 9_000, 9_000)) == (1, 249, 498, 9_000)


def test_g_4_a_call_or_a_blind_that_takes_the_last_chips_counts():
    called = at_table(AFTER_ALL_IN, "3r300 0c", 200, 9_000, 9_000, 9_000)
    assert bounds(called) == (1, 250, 300 + 650 + 250, 1_200)
    assert bounds(at_table(AFTER_ALL_IN, "", 9_000, 9_000, 60)) == (0, 100, 350, 350)


def test_g_4_holds_for_the_street_of_the_all_in_only():
    played = at_table(AFTER_ALL_IN, "0r300 1c 2c", 300, 9_000, 9_000)
    assert bounds(played) == (1, 0, 100, 8_700)
    played.act("raise", 450)
    assert bounds(played) == (2, 450, 900, 8_700)


def test_g_4_goes_before_bet_sizes_and_agrees_with_pot_limit():
    both = House(after_all_in="pot", raise_factors=(Fraction(2),), min_raise="increment")
    assert bounds(at_table(both, "0r300", 300, 9_000, 9_000)) == (1, 250, 1_000, 1_000)
    limited = House(after_all_in="pot", betting="pot-limit", min_raise="increment")
    assert bounds(at_table(limited, "0r300", 300, 9_000, 9_000)) == (1, 250, 1_000, 1_000)


@pytest.mark.parametrize("house", [House(), FIXED, POT, AFTER_ALL_IN, SIZES, FACTORS])
def test_g_5_who_may_check_and_a_bet_that_nobody_calls_wins(house):
    deep = (9_000, 9_000, 9_000)
    for line, free in (("", False), ("0c", False), ("0c 1c", True), ("0c 1c 2k", True)):
        asked = at_table(house, line, *deep)
        assert asked.ruled(check_or_call())[0] == ("check" if free else "call")
    bet = asked.nearest(100)
    won = at_table(house, f"0c 1c 2k 1r{bet} 2f 0f", *deep).settle()
    assert (won.showdown, won.awards, won.uncalled) == (False, [(0, 1, 300)], bet)


# -- D-1 ------------------------------------------------------------------------------------------------


def test_d_1_a_bet_is_a_share_of_the_pot_or_all_in():
    flop = at_table(SIZES, "0c 1c 2k", 9_000, 9_000, 9_000)  # pot 300: 99 is below the minimum
    assert bounds(flop) == (1, 0, 100, 8_900)
    wishes = {
        1: 100,
        100: 100,
        125: 100,
        126: 150,
        225: 150,
        226: 300,
        4_600: 300,
        4_601: 8_900,
        10**6: 8_900,
    }
    assert {wish: flop.nearest(wish) for wish in wishes} == wishes


def test_d_1_fractions_of_a_chip_are_cut_off():
    flop = at_table(SIZES, "3r117 0c 1c 2c", 9_000, 9_000, 9_000, 9_000, blinds=(25, 50))
    assert [flop.nearest(wish) for wish in (50, 234, 468)] == [154, 234, 468]  # 154.44 of 468
    odd = House(bet_sizes=(Fraction("0.4999"), Fraction("33.3333")), min_raise="increment")
    deep = at_table(odd, "0r3001 1c", 90_000, 90_000)
    assert bounds(deep) == (1, 0, 100, 86_999)
    assert deep.nearest(2_000) == 2_000  # 6002 * 0.333333 = 2000.66


def test_d_1_a_raise_is_a_multiple_of_the_bet_or_all_in():
    first = at_table(FACTORS, "", 9_000, 9_000, 9_000)
    assert bounds(first) == (0, 100, 200, 9_000)
    assert [first.nearest(wish) for wish in (200, 250, 251, 4_650, 4_651)] == [200, 200, 300, 300, 9_000]
    raised = at_table(FACTORS, "0r300 1r900", 9_000, 9_000, 9_000)
    assert bounds(raised) == (2, 800, 1_800, 9_000)
    assert [raised.nearest(wish) for wish in (1_900, 2_700)] == [1_800, 2_700]
    straddled = at_table(FACTORS, "", *(9_000,) * 4, blinds=(50, 100, 200))
    assert [straddled.nearest(wish) for wish in (201, 501)] == [400, 600]


def test_d_1_a_size_below_the_minimum_is_the_minimum():
    house = House(raise_factors=(Fraction("1.5"), Fraction(2), Fraction(3)), min_raise="double-increment")
    played = at_table(house, "0r300", 9_000, 9_000, 9_000)  # 300 + 2 * 200
    assert bounds(played) == (1, 250, 700, 9_000)
    assert [played.nearest(wish) for wish in (450, 600, 800, 801)] == [700, 700, 700, 900]


def test_d_1_all_in_is_always_allowed():
    short = at_table(SIZES, "3r500 0c 1c 2c", 9_000, 620, 9_000, 9_000)  # pot 2,000, 120 behind
    assert bounds(short) == (1, 0, 120, 120)
    assert bounds(at_table(FACTORS, "0r300", 9_000, 450, 9_000)) == (1, 250, 450, 450)
    between = at_table(FACTORS, "0r300", 9_000, 750, 9_000)
    assert bounds(between) == (1, 250, 600, 750)
    assert [between.nearest(wish) for wish in (675, 676)] == [600, 750]
    assert between.ruled(all_in()) == ("raise", 750, False)


def test_d_1_what_was_wanted_is_told_unless_the_wish_is_elastic():
    played = at_table(FACTORS, "", 9_000, 9_000, 9_000)
    assert played.ruled(raise_to(300)) == ("raise", 300, False)
    assert played.ruled(raise_to(260)) == ("raise", 300, True)
    assert played.ruled(raise_about(260)) == ("raise", 300, False)
    assert played.ruled(raise_pot(1.0)) == ("raise", 300, False)  # 350, this street's bets included
    assert played.ruled(raise_pot(0.1)) == ("raise", 200, False)
    assert played.ruled(all_in()) == ("raise", 9_000, False)


def test_d_1_sizes_without_factors_leave_raises_free_and_the_other_way_round():
    assert at_table(SIZES, "", 9_000, 9_000, 9_000).ruled(raise_to(317)) == ("raise", 317, False)
    flop = at_table(FACTORS, "0c 1c 2k", 9_000, 9_000, 9_000)
    assert flop.ruled(raise_to(317)) == ("bet", 317, False)


def test_d_1_pot_limit_caps_the_sizes():
    house = House(betting="pot-limit", bet_sizes=(Fraction(50), Fraction(75), Fraction(200)))
    assert bounds(at_table(house, "0c 1c 2k", 9_000, 9_000, 9_000)) == (1, 0, 150, 300)
    small = House(betting="pot-limit", bet_sizes=(Fraction(50), Fraction(75)))
    flop = at_table(small, "0c 1c 2k", 9_000, 9_000, 9_000)
    assert bounds(flop) == (1, 0, 150, 225)
    assert flop.ruled(all_in()) == ("bet", 225, False)
    assert bounds(at_table(small, "0c 1c 2k", 9_000, 350, 9_000)) == (1, 0, 150, 250)


# -- presets and keys -----------------------------------------------------------------------------------


def test_d_2_the_preset_discrete():
    rules = load("discrete").rules
    assert (rules.bet_sizes, rules.raise_factors) == ((33, 50, 100), (2, 3))
    assert (rules.min_raise, rules.odd_chips, rules.pot_order) == ("increment", "one-each", "main-first")
    house = House(odd_chips="one-each", pot_order="main-first")
    course = at_table(house, "3r200 0c 1c 2c", 50, 100, 200, 200, blinds=(1, 2)).settle()
    assert [pot.amount for pot in course.pots] == [200, 150, 200]
    assert list(dict.fromkeys(pot_no for pot_no, _, _ in course.awards)) == [0, 1, 2]


def test_g_2_g_3_the_preset_general():
    rules = load("general").rules
    assert (rules.betting, rules.min_raise, rules.min_bet_by_street) == (
        "no-limit",
        "increment",
        (1, 1, 2, 2),
    )
    assert (rules.odd_chips, rules.leave, rules.after_all_in, rules.raise_cap) == (
        "one-each",
        "any-hand",
        "free",
        4,
    )


def test_g_1_the_rules_record_of_every_betting():
    for word, least, limited in (("no-limit", [100] * 4, 0), ("pot-limit", [100] * 4, 1)):
        record = load(words=[f"rules.betting={word}"]).rules_record()
        assert (record.min_bet.tolist(), int(record.limited)) == (least, limited)
    record = load(words=["rules.betting=fixed-limit", "rules.min_bet_by_street=[3, 3, 3, 3]"]).rules_record()
    assert (record.min_bet.tolist(), int(record.limited), int(record.raise_cap)) == (
        [100, 100, 200, 200],
        1,
        4,
    )
    assert load("discrete").rules_record().limited == 1
    assert load("general").rules_record().limited == 0
    assert load(words=["rules.after_all_in=pot"]).rules_record().limited == 1


@pytest.mark.parametrize(
    ("word", "named"),
    [
        ("rules.bet_sizes=[50]", 'rules.bet_sizes and rules.betting = "fixed-limit" exclude each other'),
        (
            "rules.raise_factors=[2]",
            'rules.raise_factors and rules.betting = "fixed-limit" exclude each other',
        ),
        ("rules.after_all_in=pot", 'rules.after_all_in = "pot" and rules.betting = "fixed-limit" exclude'),
    ],
)
def test_g_1_fixed_limit_has_no_sizes_and_no_pot_raises(word, named):
    with pytest.raises(UsageError) as told:
        load(words=["rules.betting=fixed-limit", word])
    assert named in str(told.value)
