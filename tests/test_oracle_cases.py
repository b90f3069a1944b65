"""The reference dealer against hands whose right outcome is known.

Seat 0 is the small blind and the last seat the button, unless a test says otherwise; heads-up the last
seat is button and small blind.  A line such as ``"2r300 3c 0f"`` reads: seat 2 raises to 300, seat 3
calls, seat 0 folds.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from oracle.course import IllegalAction
from oracle.house import House, Tax
from oracle.ranking import strength
from oracle.settlement import Pot, build_pots, divide, spread_tax, tax_of
from oracle.stage import cards, next_decision, stage

DOUBLE, INCREMENT, BOTH = "double", "increment", "double-increment"
MODES = (DOUBLE, INCREMENT, BOTH)
FIVE = Tax(percent=Fraction(5))
BROADWAY = "AsKsQdJdTc"  # a board that plays: whoever is in ties


def pots_of(course) -> list[tuple[int, set[int]]]:
    return [(pot.amount, set(pot.contenders)) for pot in course.pots]


def net(course, stacks) -> list[int]:
    return [end - start for end, start in zip(course.stacks, stacks, strict=True)]


def raises(decision) -> tuple[int, int | None, int | None]:
    return decision.to_call, decision.min_raise_to, decision.max_raise_to


# Side pots, dead money, uncalled bets.


def test_case_a1_ties_in_side_pots():
    hole = {0: "Ac2h", 1: "Ad3h", 2: "Qd3s", 3: "Kc2c", 4: "Kd3c", 5: "Qc2s"}
    stacks = [100, 200, 600, 300, 400, 500]
    # The board of the case holds Qd, which no player may hold too: the two queens play the other suits.
    hole[2], hole[5] = "Qh3s", "Qc2s"
    course = stage("2r600 3c 4c 5c 0c 1c", stacks, hole=hole, board="AsKsQdTd9c")
    assert pots_of(course) == [
        (600, {0, 1, 2, 3, 4, 5}), (500, {1, 2, 3, 4, 5}), (400, {2, 3, 4, 5}), (300, {2, 4, 5}),
        (200, {2, 5}),
    ]  # fmt: skip
    assert (course.uncalled_seat, course.uncalled) == (2, 100)
    assert course.stacks == [300, 800, 200, 200, 500, 100]


@pytest.mark.parametrize("order", ["side-first", "main-first"])
def test_case_a3_h_xi_2_example_of_d(order):
    hole = {0: "AcAd", 1: "KcKd", 2: "QcQd", 3: "JcJd"}
    house = House(pot_order=order)
    course = stage("2r200 3c", [50, 100, 200, 200], house=house, hole=hole, board="2s3s7h8h9s")
    assert pots_of(course) == [(200, {0, 1, 2, 3}), (150, {1, 2, 3}), (200, {2, 3})]
    assert course.stacks == [200, 150, 200, 0]
    pushed = [pot for pot, _, _ in course.awards]
    assert pushed == ([2, 1, 0] if order == "side-first" else [0, 1, 2])


def test_case_a4_layer_without_an_owner_joins_the_one_below():
    pots = build_pots({0: 300, 1: 300, 2: 100, 3: 200}, 0, [2, 3])
    assert pots == [Pot(400, [2, 3]), Pot(500, [3])]


def test_case_a5_fold_for_free_beside_all_in_players():
    house = House(min_raise=INCREMENT)
    course = stage("2c 3r200 0r300 1c 0f", [1000, 1000, 100, 200], house=house)
    assert pots_of(course) == [(400, {1, 2, 3}), (300, {1, 3}), (200, {1})]
    assert sum(course.stacks) == 2300
    assert 0 not in course.show_order


def test_case_a8_no_raise_over_an_all_in_of_the_last_opponent():
    stacks = [910, 23_870, 5_000]
    decision = next_decision("2f 0r910", stacks, blinds=(320, 640))
    assert raises(decision) == (270, None, None)
    house = House(tax=FIVE)
    hole = {0: "2c7d", 1: "AcAd"}
    course = stage("2f 0r910 1c", stacks, blinds=(320, 640), house=house, hole=hole, board="3s4sJhQd9c")
    assert (course.pot, course.tax, course.uncalled) == (1820, 91, 0)
    assert net(course, stacks) == [-910, 910 - 91, 0]
    with pytest.raises(IllegalAction):
        stage("2f 0r910 1r2190", stacks, blinds=(320, 640))


@pytest.mark.parametrize(("percent", "end"), [(0, 220), (5, 218)])
def test_case_a9_everybody_folds_to_an_all_in(percent, end):
    house = House(tax=Tax(percent=Fraction(percent)))
    course = stage("1r200 0f", [200, 200], blinds=(10, 20), house=house)
    assert (course.pot, course.uncalled_seat, course.uncalled) == (40, 1, 180)
    assert course.stacks == [180, end]
    assert not course.showdown and course.show_order == []


def test_case_a10_no_action_after_an_all_in_and_its_call():
    course = stage("2f 0r500 1c", [500, 1000, 1000], then="stop")
    assert len(course.board) == 5
    decision = next_decision("2r500 0c 1c", [1000, 1000, 500])
    assert raises(decision) == (0, 100, 500) and decision.seat == 0 and decision.can_check


A12_STACKS = [76, 181, 300, 117, 5, 66, 27]
A12_HOLE = {0: "QhTs", 1: "8h2s", 2: "AsKh", 3: "4s6d", 4: "Ah6c", 5: "TcQd", 6: "4dQc"}


@pytest.mark.parametrize("dead_antes", [True, False])
def test_case_a12_a58_every_pot_is_split_on_its_own(dead_antes):
    course = stage(
        "2r114 3r116 4f 5c 6c 0c 1c 2f",
        A12_STACKS,
        blinds=(1, 2),
        antes=dict.fromkeys(range(7), 1),
        dead_antes=dead_antes,
        hole=A12_HOLE,
        board="7c2hTdKcQs",
    )
    assert pots_of(course) == [
        (163, {0, 1, 3, 5, 6}), (195, {0, 1, 3, 5}), (40, {0, 1, 3}), (121, {1, 3}),
    ]  # fmt: skip
    assert course.awards == [(3, 1, 121), (2, 0, 40), (1, 0, 98), (1, 5, 97), (0, 0, 82), (0, 5, 81)]
    assert course.stacks == [220, 185, 185, 0, 4, 178, 0]


# Tax.


@pytest.mark.parametrize(
    ("spread", "taxes", "ends"),
    [("proportional", [4, 6], [296, 394, 700]), ("main-first", [10, 0], [290, 400, 700])],
)
def test_case_a16_cap_is_per_hand(spread, taxes, ends):
    house = House(tax=Tax(percent=Fraction(5), cap=10, spread=spread))
    hole = {0: "AsAh", 1: "KsKh", 2: "QsQh"}
    course = stage("2r1000 0c 1c", [100, 300, 1000], house=house, hole=hole, board="2c3d4h8s9d")
    assert [pot.tax for pot in course.pots] == taxes
    assert course.stacks == ends
    assert course.uncalled == 700


def test_case_a17_tax_on_the_total_pot():
    course = stage("2r200 0c 1c", [30, 55, 200], blinds=(5, 10), house=House(tax=FIVE))
    assert [pot.amount for pot in course.pots] == [90, 50]
    assert course.tax == 7


@pytest.mark.parametrize(("rounding", "of_50", "of_150"), [("down", 2, 7), ("nearest", 3, 8), ("up", 3, 8)])
def test_case_a18_rounding_is_named_and_exact(rounding, of_50, of_150):
    tax = Tax(percent=Fraction(5), rounding=rounding)
    assert tax_of(tax, 50, 100, 6) == of_50
    assert tax_of(tax, 150, 100, 6) == of_150
    assert tax_of(Tax(percent=Fraction("0.1")), 10**15 + 999, 100, 6) == 10**12  # no float could


def test_case_a19_tax_when_everybody_folds():
    stacks = [1000, 1000, 1000]
    course = stage("2r300 0f 1f", stacks, house=House(tax=FIVE))
    assert (course.uncalled, course.pot, course.tax) == (200, 250, 12)
    assert net(course, stacks) == [-50, -100, 138]
    walk = stage("2f 0f", stacks, house=House(tax=FIVE))
    assert (walk.uncalled, walk.pot, walk.tax) == (50, 100, 5)


@pytest.mark.parametrize(("no_drop", "fold_tax"), [(True, 0), (False, 12)])
def test_case_a20_no_flop_no_drop(no_drop, fold_tax):
    house = House(tax=Tax(percent=Fraction(5), no_flop_no_drop=no_drop, extra_drop=3))
    folded = stage("2r300 0f 1f", [1000] * 3, house=house)
    assert (folded.tax, folded.extra_drop) == (fold_tax, 0 if no_drop else 3)
    run_out = stage("2r1000 0c 1f", [1000] * 3, house=house)
    assert (run_out.tax, run_out.extra_drop) == (105, 3)


def test_case_a22_uncalled_part_of_a_called_bet():
    hole = {0: "AcAd", 2: "KcKd"}
    house = House(tax=Tax(steps=((1, 36),)))
    course = stage(
        "2r15 3c 0c 1f 0k 2k 3k 0r48 2c 3f 0r254 2c",
        [1000, 1000, 283, 1000],
        blinds=(2, 5),
        house=house,
        hole=hole,
        board="2s3s7h8h9s",
    )
    assert (course.pot, course.tax, course.uncalled) == (586, 36, 34)
    assert course.stacks[0] - 1000 == 267
    assert course.awards == [(0, 0, 550)]


def test_case_a26_collected_and_taken_make_the_pot():
    house = House(tax=Tax(percent=Fraction(5), extra_drop=2))
    course = stage("1c 0k", [1000, 1000], blinds=(17, 33), house=house, board=BROADWAY)
    assert sum(chips for _, _, chips in course.awards) + course.tax + course.extra_drop == course.pot == 66


@pytest.mark.parametrize(("unit", "shares"), [(1, [(0, 48), (1, 47)]), (5, [(0, 50), (1, 45)])])
def test_case_a27_split_pot_after_tax(unit, shares):
    house = House(tax=FIVE, chip_unit=unit)
    course = stage("1c 0k", [1000, 1000], blinds=(25, 50), house=house, board=BROADWAY)
    assert course.pots[0].awards == shares


def test_tax_options_one_by_one():
    tenth = Fraction(10)
    assert tax_of(Tax(percent=tenth, heads_up_factor=Fraction(1, 2)), 1000, 100, 2) == 50
    assert tax_of(Tax(percent=tenth, heads_up_factor=Fraction(1, 2)), 1000, 100, 3) == 100
    assert tax_of(Tax(percent=tenth, min_pot=1000), 999, 100, 3) == 0
    assert tax_of(Tax(percent=tenth, min_pot=1000), 1000, 100, 3) == 100
    assert tax_of(Tax(percent=tenth, cap_bb=Fraction(1, 2)), 1000, 100, 3) == 50
    by_players = {2: 10, 5: 20, 8: 30}
    for dealt, cap in ((2, 10), (4, 10), (5, 20), (7, 20), (10, 30)):
        assert tax_of(Tax(percent=tenth, cap_by_players=by_players), 1000, 100, dealt) == cap
    assert tax_of(Tax(percent=tenth, cap_by_players={4: 10}), 1000, 100, 3) == 100
    assert tax_of(Tax(percent=tenth, cap=15, cap_by_players={2: 10}), 1000, 100, 3) == 10
    steps = Tax(steps=((20, 1), (40, 2)))
    assert [tax_of(steps, pot, 2, 6) for pot in (19, 20, 39, 40, 400)] == [0, 1, 1, 2, 2]
    # Cut at the cap first, then down to whole units.
    assert tax_of(Tax(percent=tenth, unit=25, cap=60), 1000, 100, 6) == 50
    assert tax_of(Tax(percent=tenth, unit=25, rounding="nearest"), 625, 100, 6) == 75


def test_tax_spread_remainder_by_largest_fraction_ties_to_the_main_pot():
    pots = [Pot(100, [0, 1, 2]), Pot(100, [1, 2])]
    spread_tax(Tax(), 5, pots)
    assert [pot.tax for pot in pots] == [3, 2]
    pots = [Pot(3, [0, 1, 2]), Pot(97, [1, 2])]
    spread_tax(Tax(unit=5), 10, pots)
    assert [pot.tax for pot in pots] == [0, 10]


# The smallest raise, and who may raise.


@pytest.mark.parametrize(("mode", "least"), [(DOUBLE, 12), (INCREMENT, 10), (BOTH, 14)])
def test_h_ix_4_smallest_re_raise(mode, least):
    decision = next_decision("2r6", [200] * 4, blinds=(1, 2), house=House(min_raise=mode))
    assert decision.min_raise_to == least
    for street_of_two in (least - 1, least):
        line = f"2r6 3r{street_of_two}"
        if street_of_two < least:
            with pytest.raises(IllegalAction):
                stage(line, [200] * 4, blinds=(1, 2), house=House(min_raise=mode))
        else:
            stage(line, [200] * 4, blinds=(1, 2), house=House(min_raise=mode))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("utg", [200, 16])
def test_case_a30_short_all_in_does_not_reopen(mode, utg):
    table = {"stacks": [19, 200, utg, 200], "blinds": (1, 2), "house": House(min_raise=mode)}
    line = "2r16 3c 0r19 1c"
    if utg == 200:
        decision = next_decision(line, **table)
        assert decision.seat == 2 and raises(decision) == (3, None, None)
        line += " 2c"
    decision = next_decision(line, **table)
    assert decision.seat == 3 and raises(decision) == (3, None, None)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shove", [110, 150, 180, 199, 200])
def test_case_a31_limpers_facing_a_shove_of_the_big_blind(mode, shove):
    decision = next_decision(f"2c 3c 0c 1r{shove}", [1000, shove, 1000, 1000], house=House(min_raise=mode))
    assert (decision.seat, decision.to_call) == (2, shove - 100)
    least = None if shove < 200 else 300 if mode == INCREMENT else 400
    assert decision.min_raise_to == least


@pytest.mark.parametrize("mode", MODES)
def test_case_a32_opening_all_in_below_the_minimum(mode):
    table = {"stacks": [1000, 1000, 160, 1000], "house": House(min_raise=mode)}
    line = "2c 3c 0c 1k 0k 1k 2r60"
    assert raises(next_decision(line, **table)) == (60, 160, 900)
    assert raises(next_decision(line + " 3c", **table)) == (60, None, None)


@pytest.mark.parametrize(("mode", "least"), [(DOUBLE, 3400), (INCREMENT, 2200), (BOTH, 2700)])
def test_case_a35_short_all_ins_add_up(mode, least):
    stacks = [9000, 9000, 9000, 1400, 1800, 9000]
    line = "2c 3c 4c 5c 0c 1k 0r500 1r1000 2c 3r1300 4r1700 5f"
    decision = next_decision(line, stacks, house=House(min_raise=mode))
    assert decision.seat == 0 and raises(decision) == (1200, least, 8900)


@pytest.mark.parametrize(("mode", "least"), [(DOUBLE, 1040), (INCREMENT, 720), (BOTH, 920)])
def test_case_a36_reopened_for_one_and_not_for_another(mode, least):
    stacks = [9000, 9000, 9000, 400, 9000, 520]
    line = "2r300 3r400 4c 5r520 0f 1f"
    assert raises(next_decision(line, stacks, house=House(min_raise=mode))) == (220, least, 9000)
    decision = next_decision(line + " 2c", stacks, house=House(min_raise=mode))
    assert decision.seat == 4 and raises(decision) == (120, None, None)


def test_case_a38_all_in_between_call_and_smallest_raise():
    assert raises(next_decision("", [1000, 1000, 150])) == (100, 150, 150)


@pytest.mark.parametrize(("mode", "least"), [(DOUBLE, 4358), (INCREMENT, 4158), (BOTH, 6137)])
def test_case_a41_doubling_against_increment(mode, least):
    decision = next_decision("1r200 0r2179", [20_000, 20_000], house=House(min_raise=mode))
    assert decision.min_raise_to == least


@pytest.mark.parametrize("mode", MODES)
def test_case_a43_all_in_less_than_double_stays_possible(mode):
    decision = next_decision("1c 0k 0r270", [5000, 600], house=House(min_raise=mode))
    assert raises(decision) == (270, 500, 500)


def test_case_a44_bet_made_and_chips_added():
    course = stage("1c 0r300 1r700 0f", [5000, 5000])
    assert [(act.action, act.to, act.amount) for act in course.acts[2:5]] == [
        ("call", 100, 50), ("raise", 300, 200), ("raise", 700, 600),
    ]  # fmt: skip


@pytest.mark.parametrize("street_units", [1, 2])
def test_g_2_smallest_bet_by_street(street_units):
    house = House(min_bet_by_street=(1, 1, street_units, 2))
    assert next_decision("1c 0k 0k 1k", [5000] * 2, house=house).min_raise_to == 100 * street_units
    assert next_decision("1c 0k 0k 1k 0k 1k", [5000] * 2, house=house).min_raise_to == 200


def test_h_ix_11_a_raise_needs_somebody_who_could_answer():
    # The last opponent has 300 in all: over 300 nobody could answer, under 300 he could.
    assert raises(next_decision("2f 0r200", [5000, 300, 5000])) == (100, 300, 300)
    assert raises(next_decision("2f 0r300", [5000, 300, 5000])) == (200, None, None)
    assert raises(next_decision("2f 0r300", [300, 5000, 5000])) == (200, None, None)


def test_h_ix_11_call_costs_no_more_than_the_others_bets():
    # Big blind all-in for 60, all others out: the small blind owes ten.
    assert raises(next_decision("2f", [5000, 60, 5000])) == (10, None, None)


def test_h_ii_5_who_is_still_asked():
    # Alone with chips and nothing to call: not asked. The big blind here has nobody left to play against.
    assert [d.seat for d in stage("2c 0f", [1000, 1000, 60], then="stop").decisions] == [2, 0]
    # A newcomer's post is matched and cannot be outbid, but somebody else still has chips: he is asked.
    decision = next_decision("", [80, 100, 1000], live_posts={2: 100})
    assert decision.seat == 2 and raises(decision) == (0, None, None)


# Blinds, button, order, option.


def test_case_a45_h_ii_1_heads_up_order():
    course = stage("1c 0k 0k 1k 0k 1k 0k 1k", [1000, 1000])
    assert [(a.seat, a.action) for a in course.acts[:2]] == [(1, "post-small-blind"), (0, "post-big-blind")]
    assert [d.seat for d in course.decisions] == [1, 0, 0, 1, 0, 1, 0, 1]
    literal = stage("0c 1k 0k 1k 0k 1k 0k 1k", [1000, 1000], house=House(heads_up="literal"))
    assert [(a.seat, a.action) for a in literal.acts[:2]] == [(0, "post-small-blind"), (1, "post-big-blind")]


def test_case_a48_live_and_dead_post_of_a_newcomer():
    table = {"stacks": [1000] * 5, "blinds": (5, 10), "live_posts": {3: 10}, "dead_posts": {3: 5}}
    decision = next_decision("2f", **table)
    assert raises(decision) == (0, 20, 995 - 0) and decision.can_check
    assert next_decision("2r30", **table).to_call == 20
    course = stage("2f 3k 4f 0f 1k", **table)
    assert pots_of(course) == [(30, {1, 3})]


def test_case_a49_short_big_blind():
    stacks = [1000, 60, 1000, 1000]
    assert raises(next_decision("", stacks)) == (100, 200, 1000)
    alone = stage("2c 3f 0f", stacks)
    assert pots_of(alone) == [(170, {1, 2})] and (alone.uncalled_seat, alone.uncalled) == (2, 40)
    both = stage("2c 3c 0f", stacks)
    assert pots_of(both) == [(230, {1, 2, 3}), (80, {2, 3})]


def test_case_a51_h_ix_3_option_of_the_big_blind():
    decision = next_decision("2f 3f 0c", [1000] * 4)
    assert decision.seat == 1 and decision.can_check and raises(decision) == (0, 200, 1000)
    assert next_decision("2f 3r300 0f", [1000] * 4).seat == 1


def test_case_a52_h_ii_3_order_of_action():
    course = stage("0c 1c 2k", [100] * 3, blinds=(5, 10), button=0)
    assert [d.seat for d in course.decisions][3:6] == [1, 2, 0]
    course = stage("3c 4c 0c 1c 2k", [100] * 5, blinds=(5, 10), button=0)
    assert [d.seat for d in course.decisions][:10] == [3, 4, 0, 1, 2, 1, 2, 3, 4, 0]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("straddles", [1, 2, 3, 4])
def test_case_a53_h_xii_1_straddles(mode, straddles):
    blinds = [1, 2, 4, 8, 16, 32][: 2 + straddles]
    house = House(min_raise=mode)
    first = (2 + straddles) % 6
    decision = next_decision("", [500] * 6, blinds=blinds, house=house)
    assert decision.seat == first
    assert raises(decision)[:2] == (blinds[-1] - (1 if first == 0 else 0), 2 * blinds[-1])
    calls = [f"{(first + i) % 6}c" for i in range(5)]
    last = next_decision(" ".join(calls), [500] * 6, blinds=blinds, house=house)
    assert last.seat == 1 + straddles and last.can_check and last.min_raise_to == 2 * blinds[-1]
    flop = next_decision(" ".join([*calls, f"{last.seat}k"]), [500] * 6, blinds=blinds, house=house)
    assert flop.seat == 0 and flop.min_raise_to == 2


def test_case_a54_blind_that_cannot_be_covered():
    course = stage("2f", [30, 1000, 1000])
    assert course.acts[0].amount == 30 and course.acts[0].all_in
    assert (course.pot, course.uncalled) == (60, 70)
    assert len(course.board) == 5 and len(course.decisions) == 1
    empty = stage("3f 0f", [1000, 0, 1000, 1000])
    assert 1 not in empty.hole and empty.acts[1].seat == 2


def test_h_ii_2_h_ii_4_dealing_and_burning():
    course = stage("2c 0c 1k", [1000, 1000, 1000], hole={0: "AcAd", 1: "KcKd", 2: "QcQd"}, board=BROADWAY)
    assert course.hole == {0: cards("AcAd"), 1: cards("KcKd"), 2: cards("QcQd")}
    assert course.board == cards(BROADWAY)
    assert len(course.burned) == 3
    assert not set(course.burned) & set(course.board)


# Odd chips and ties.


@pytest.mark.parametrize(
    ("odd", "shares"),
    [("one-each", [(1, 9), (2, 9), (3, 8)]), ("all-to-first", [(1, 10), (2, 8), (3, 8)])],
)
def test_case_a57_h_x_1_remainder_of_two_and_three_winners(odd, shares):
    course = stage("2r8 3c 0f 1c", [100] * 4, blinds=(2, 4), house=House(odd_chips=odd), board=BROADWAY)
    assert course.pots[0].amount == 26
    assert course.pots[0].awards == shares


def test_h_x_1_rest_below_a_unit_goes_to_the_first_winner():
    assert divide(112, [3, 0, 1], House(chip_unit=5, odd_chips="one-each")) == [(3, 42), (0, 35), (1, 35)]
    assert divide(117, [3, 0, 1], House(chip_unit=5, odd_chips="one-each")) == [(3, 42), (0, 40), (1, 35)]
    assert divide(117, [3, 0, 1], House(chip_unit=5)) == [(3, 47), (0, 35), (1, 35)]


# Showdown.


def test_case_a69_h_xv_2_who_shows_first():
    # Bet on the river: the bettor, then clockwise.
    course = stage("2c 3c 0c 1k 0k 1k 2k 3k 0k 1k 2k 3k 0k 1k 2r100 3c 0c 1c", [1000] * 4)
    assert course.show_order == [2, 3, 0, 1]
    # Bet on the turn only: the first live seat from the button.
    course = stage("2c 3c 0f 1k 1k 2k 3k 1k 2r100 3c 1c", [1000] * 4)
    assert course.show_order == [1, 2, 3]
    # No action left: the players of the last side pot first.
    course = stage("2r900 3c 0c 1f", [100, 1000, 900, 900])
    assert course.show_order == [2, 3, 0]


def test_case_a70_folded_hands_neither_win_nor_show():
    hole = {0: "2c7d", 1: "3c8d", 2: "AcAd"}
    course = stage("2f 0c 1k", [1000] * 3, hole=hole, board="AsAh4s9sJd")
    assert set(course.show_order) == {0, 1}
    assert course.stacks[2] == 1000 and max(course.stacks) == 1100


# Ranking.


def compare(board: str, one: str, other: str) -> int:
    a, b = strength(cards(board + one)), strength(cards(board + other))
    return (a > b) - (a < b)


def test_case_a60_wheel():
    assert compare("3d4c5sKhQd", "As2h", "Kd9d") == 1
    assert compare("3d4c5sKhQd", "As2h", "2c6h") == -1
    assert strength(cards("3d4d5dKhQd" + "Ad2d")) == (8, [3])
    assert strength(cards("QsKdAh2c3d" + "8h9h"))[0] == 0  # H-V.1: round the corner is no straight


def test_case_a61_a62_a68_board_plays_and_kickers():
    assert compare("4c5d6s7h8d", "AhKs", "2s2h") == 0
    assert compare("4c5d6s7h8d", "9s2h", "AhKs") == 1
    assert compare("Jd7hJcKhKs", "Ah8h", "AsQc") == 0
    assert compare("TsJdQc6d5c", "9hKs", "9sAh") == 1
    assert compare("8c8dAhAs3d", "4s4h", "KdQc") == -1
    assert strength(cards("7c7d7h9s9d9c2c")) == (6, [7, 5])


def test_h_v_1_strength_agrees_with_phevaluator():
    phevaluator = pytest.importorskip("phevaluator")
    random = Random(20_240_501)
    hands = [random.sample(range(52), 7) for _ in range(400)]
    ours = [strength(hand) for hand in hands]
    theirs = [-phevaluator.evaluate_cards(*hand) for hand in hands]
    for i, j in combinations(range(len(hands)), 2):
        assert (ours[i] > ours[j]) - (ours[i] < ours[j]) == (theirs[i] > theirs[j]) - (theirs[i] < theirs[j])
