"""Hands of history files through the engine's rules: cases.md and the house rules, told in PHH."""

from __future__ import annotations

import pytest

from phh_hands import INCREMENT, NO_TAX, SHARED_HANDS, outcomes, phh, replay, replay_all, to_act

BOARD = "d db 2c3d4h, d db 8s, d db 9d"
PLAYED_BOARD = "d db AsKsQs, d db Js, d db Ts"  # a royal flush on the board: everybody ties


def bounds(tmp_path, stacks, actions, *words, **how):
    """Who is to act after these actions, and what he may do."""
    answer = replay(tmp_path, phh(stacks, actions, **how), *words)
    assert answer["status"] == "to-act", answer
    return answer["to_act"]


def settled(tmp_path, stacks, actions, *words, **how):
    answer = replay(tmp_path, phh(stacks, actions, **how), *words)
    assert answer["status"] == "settled", answer
    assert sum(answer["stacks"]) + answer["tax"] + answer["extra_drop"] == pytest.approx(sum(stacks))
    return answer


def illegal(tmp_path, stacks, actions, *words, **how):
    """The error of an illegal hand."""
    answer = replay(tmp_path, phh(stacks, actions, **how), *words)
    assert answer["status"] == "illegal", answer
    assert [answer[key] for key in ("stacks", "net", "pots", "tax", "uncalled", "to_act")] == [None] * 6
    return answer["error"]


def deal(*pockets: str) -> str:
    return ", ".join(f"d dh p{i} {cards}" for i, cards in enumerate(pockets, start=1))


# Pots and uncalled bets.


def test_case_a1_every_pot_goes_to_its_best_hand(tmp_path):
    dealt = deal("Ac2h", "Ad3h", "Kc2c", "Kd3c", "Qc2s", "Qh3s")
    played = "p3 cbr 300, p4 cbr 400, p5 cbr 500, p6 cbr 600, p1 cc, p2 cc"
    actions = f"{dealt}, {played}, d db AsKsQd, d db Td, d db 9c"
    answer = settled(tmp_path, [100, 200, 300, 400, 500, 600], actions, *NO_TAX)
    assert answer["stacks"] == [300, 800, 200, 500, 100, 200]
    assert answer["net"] == [200, 600, -100, 100, -400, -400]
    assert [pot["amount"] for pot in answer["pots"]] == [600, 500, 400, 300, 200]
    assert answer["pots"][2]["awards"] == [{"player": 3, "amount": 200}, {"player": 4, "amount": 200}]


def test_case_a4_folds_when_a_check_is_free_leave_their_chips(tmp_path):
    dealt = deal("2c2d", "3c3d", "AcAd", "KcKd")
    actions = f"{dealt}, p3 cc, p4 cbr 200, p1 cbr 300, p2 cc, d db 7h8h9s, p1 f, p2 f, d db 4s, d db 5h"
    answer = settled(
        tmp_path, [1000, 1000, 100, 200], actions, *NO_TAX, "rules.min_raise=increment", blinds=(50, 100)
    )
    assert [pot["amount"] for pot in answer["pots"]] == [400, 500]
    assert answer["stacks"] == [700, 700, 400, 500]


def test_case_a5_a_fold_against_all_ins_still_pays_out(tmp_path):
    answer = settled(tmp_path, [1000, 300], "p2 cbr 300, p1 cc, d db 2c3d4h, p1 f", *NO_TAX)
    assert answer["stacks"] == [700, 600]


@pytest.mark.parametrize("said", ["p2 cbr 2190", "p2 cbr 23870", "p2 cbr 910", "p2 cc"])
def test_case_a8_a_raise_that_nobody_can_answer_is_a_call(tmp_path, said):
    actions = f"{deal('KsKh', 'AsAh', '????')}, p3 f, p1 cbr 910, {said}, {BOARD}"
    answer = settled(tmp_path, [910, 23870, 5000], actions, blinds=(320, 640))
    assert answer["pots"] == [{"amount": 1820, "tax": 91, "awards": [{"player": 2, "amount": 1729}]}]
    assert answer["net"] == [-910, 819, 0]
    assert answer["uncalled"] == 0


def test_case_a8_only_a_call_is_offered(tmp_path):
    assert bounds(tmp_path, [910, 23870, 5000], "p3 f, p1 cbr 910", blinds=(320, 640)) == to_act(2, 270)


def test_case_a9_everybody_folds_to_an_all_in(tmp_path):
    answer = settled(tmp_path, [200, 200], "p2 cbr 200, p1 f", blinds=(10, 20))
    assert (answer["uncalled"], answer["tax"], answer["stacks"]) == (180, 2, [180, 218])
    assert answer["pots"] == [{"amount": 40, "tax": 2, "awards": [{"player": 2, "amount": 38}]}]


def test_case_a10_two_with_chips_play_on_for_the_side_pot(tmp_path):
    actions = "p3 cbr 300, p1 cc, p2 cc, d db 2c3d4h"
    assert bounds(tmp_path, [5000, 5000, 300], actions) == to_act(1, 0, 100, 4700)


def test_case_a12_pots_are_fixed_by_contributions_and_folds(tmp_path):
    dealt = deal("QhTs", "8h2s", "AsKh", "4s6d", "Ah6c", "TcQd", "4dQc")
    played = "p3 cbr 114, p4 cbr 116, p5 f, p6 cc, p7 cc, p1 cc, p2 cc, p3 f"
    answer = settled(
        tmp_path, [76, 181, 300, 117, 5, 66, 27], f"{dealt}, {played}, d db 7c2hTd, d db Kc, d db Qs",
        *NO_TAX, blinds=(1, 2), antes=[1] * 7,
    )  # fmt: skip
    assert [pot["amount"] for pot in answer["pots"]] == [163, 195, 40, 121]
    assert answer["stacks"] == [220, 185, 185, 0, 4, 178, 0]


def test_h_xi_2_uncalled_bet_goes_back_before_the_tax(tmp_path):
    answer = settled(tmp_path, [1000, 1000, 1000], "p3 cbr 300, p1 f, p2 f")
    assert (answer["uncalled"], answer["tax"], answer["net"]) == (200, 12, [-50, -100, 138])


# Tax.


@pytest.mark.parametrize(
    ("spread", "taxes", "stacks"),
    [("proportional", [4, 6], [296, 394, 700]), ("main-first", [10, 0], [290, 400, 700])],
)
def test_case_a16_the_cap_is_one_for_the_hand(tmp_path, spread, taxes, stacks):
    actions = f"{deal('AsAh', 'KsKh', 'QsQh')}, p3 cbr 1000, p1 cc, p2 cc, {BOARD}"
    answer = settled(tmp_path, [100, 300, 1000], actions, "tax.cap=10", f"tax.spread={spread}", blinds=(1, 2))
    assert answer["uncalled"] == 700
    assert [pot["tax"] for pot in answer["pots"]] == taxes
    assert answer["stacks"] == stacks


def test_case_a17_the_tax_is_rounded_once(tmp_path):
    actions = f"{deal('AsAh', 'KsKh', 'QsQh')}, p3 cbr 200, p1 cc, p2 cc, {BOARD}"
    assert settled(tmp_path, [30, 55, 200], actions, blinds=(5, 10))["tax"] == 7


def test_case_a19_a_walk_is_taxed_on_what_was_called(tmp_path):
    answer = settled(tmp_path, [1000, 1000, 1000], "p3 f, p1 f")
    assert (answer["pots"][0]["amount"], answer["uncalled"], answer["tax"]) == (100, 50, 5)


def test_case_a20_no_flop_no_drop(tmp_path):
    option = "tax.no_flop_no_drop=true"
    assert settled(tmp_path, [1000, 1000, 1000], "p3 cbr 300, p1 f, p2 f", option)["tax"] == 0
    run_out = f"{deal('AsAh', 'KsKh')}, p2 cbr 500, p1 cc, {BOARD}"
    assert settled(tmp_path, [500, 500], run_out, option)["tax"] == 50


def test_case_a22_uncalled_part_of_a_river_bet_in_cents(tmp_path):
    dealt = deal("AsAh", "KsKh")
    played = (
        "p2 cbr 0.15, p1 cc, d db 2c3d4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cbr 0.48, p1 cc, d db 9d, p1 cc, "
        "p2 cbr 2.54, p1 cc"
    )
    answer = settled(tmp_path, [2.83, 40.00], f"{dealt}, {played}", "tax.cap=0.36", blinds=(0.01, 0.02))
    assert answer["uncalled"] == 0.34
    assert answer["pots"][0]["amount"] == 5.66
    assert answer["tax"] == 0.28
    assert answer["net"] == [2.55, -2.83]


@pytest.mark.parametrize(("words", "won"), [((), [48, 47]), (("rules.chip_unit=5",), [50, 45])])
def test_case_a27_odd_chip_after_tax(tmp_path, words, won):
    streets = PLAYED_BOARD.replace(", ", ", p1 cc, p2 cc, ")
    actions = f"{deal('2c2d', '3c3d')}, p2 cbr 50, p1 cc, {streets}, p1 cc, p2 cc"
    answer = settled(tmp_path, [1000, 1000], actions, *words, blinds=(5, 10))
    assert answer["pots"][0]["amount"] == 100
    assert [award["amount"] for award in answer["pots"][0]["awards"]] == won


@pytest.mark.parametrize(("mode", "won"), [("one-each", [9, 9, 8]), ("all-to-first", [10, 8, 8])])
def test_case_a57_remainder_two_of_three_winners(tmp_path, mode, won):
    dealt = deal("2h2d", "2c3c", "3h3d", "4h4d")
    streets = PLAYED_BOARD.replace(", ", ", p2 cc, p3 cc, p4 cc, ")
    actions = f"{dealt}, p3 cbr 8, p4 cc, p1 f, p2 cc, {streets}, p2 cc, p3 cc, p4 cc"
    answer = settled(tmp_path, [100] * 4, actions, *NO_TAX, f"rules.odd_chips={mode}", blinds=(2, 4))
    assert answer["pots"][0]["amount"] == 26
    assert answer["pots"][0]["awards"] == [
        {"player": player, "amount": amount} for player, amount in zip((2, 3, 4), won, strict=True)
    ]


def test_money_keys_are_in_the_files_unit(tmp_path):
    actions = f"{deal('AsAh', 'KsKh')}, p2 cbr 10.00, p1 cc, {BOARD}"
    stacks, blinds = [10.00, 10.00], (0.25, 0.50)
    assert settled(tmp_path, stacks, actions, blinds=blinds)["tax"] == 1
    assert settled(tmp_path, stacks, actions, "tax.cap=0.75", blinds=blinds)["tax"] == 0.75
    assert settled(tmp_path, stacks, actions, "tax.cap_bb=1", blinds=blinds)["tax"] == 0.5
    assert (
        settled(tmp_path, stacks, actions, "tax.percent=4.99", "tax.unit=0.25", blinds=blinds)["tax"] == 0.75
    )


def test_tax_is_cut_in_the_smallest_decimal_of_the_file(tmp_path):
    """The whole file decides: one hand with cents lets the others be taxed in cents."""
    walk = phh([200, 200, 200], "p3 f, p1 f", blinds=(5, 5))
    cents = phh([200.05, 200, 200], "p3 f, p1 f", blinds=(5, 5))
    assert replay(tmp_path, walk)["tax"] == 0
    answers = replay_all(tmp_path, f"[1]\n{walk}\n[2]\n{cents}")
    assert [answer["tax"] for answer in answers] == [0.5, 0.5]
    tenths = phh([200.0, 200.0, 200.0], "p3 f, p1 f", blinds=("5.0", "5.0"))
    assert replay(tmp_path, tenths)["tax"] == 0


def test_a_tax_unit_smaller_than_the_files_decimals_is_exact(tmp_path):
    walk = phh([200, 200, 200], "p3 f, p1 f", blinds=(5, 5))
    assert replay(tmp_path, walk, "tax.unit=0.25")["tax"] == 0.5


# Raises.


def raised(stack_utg):
    return [19, 200, stack_utg, 200], "p3 cbr 16, p4 cc, p1 cbr 19, p2 cc"


def test_case_a30_short_all_in_does_not_reopen(tmp_path):
    stacks, actions = raised(200)
    assert bounds(tmp_path, stacks, actions, blinds=(1, 2)) == to_act(3, 3)
    assert bounds(tmp_path, stacks, f"{actions}, p3 cc", blinds=(1, 2)) == to_act(4, 3)
    error = illegal(tmp_path, stacks, f"{actions}, p3 cbr 60", blinds=(1, 2))
    assert (error["action"], error["text"]) == (5, "p3 cbr 60")
    assert error["message"] == (
        "p3 has acted and faces only 3 more, less than the last full bet or raise of 14: "
        "he may call or fold (H-IX.5)"
    )


def test_case_a30_when_the_raiser_is_all_in(tmp_path):
    stacks, actions = raised(16)
    assert bounds(tmp_path, stacks, actions, blinds=(1, 2)) == to_act(4, 3)


@pytest.mark.parametrize("all_in", [110, 150, 180, 199])
def test_case_a31_limpers_may_not_raise_a_short_all_in(tmp_path, all_in):
    actions = f"p3 cc, p4 cc, p1 cc, p2 cbr {all_in}"
    stacks = [1000, all_in, 1000, 1000]
    for mode in ("double", "increment", "double-increment"):
        assert bounds(tmp_path, stacks, actions, f"rules.min_raise={mode}") == to_act(3, all_in - 100)
    assert illegal(tmp_path, stacks, f"{actions}, p3 cbr 1000")["action"] == 5


@pytest.mark.parametrize(("mode", "least"), [("double", 400), ("increment", 300), ("double-increment", 400)])
def test_case_a31_a_full_raise_of_200_reopens(tmp_path, mode, least):
    actions = "p3 cc, p4 cc, p1 cc, p2 cbr 200"
    found = bounds(tmp_path, [1000, 200, 1000, 1000], actions, f"rules.min_raise={mode}")
    assert found == to_act(3, 100, least, 1000)


def test_case_a32_all_in_below_the_minimum_bet(tmp_path):
    actions = "p3 cc, p4 cc, p1 cc, p2 cc, d db 2c3d4h, p1 cc, p2 cc, p3 cbr 60, p4 cc"
    assert bounds(tmp_path, [1000, 1000, 160, 1000], actions) == to_act(1, 60)


@pytest.mark.parametrize(
    ("mode", "least"), [("increment", 2200), ("double", 3400), ("double-increment", 2700)]
)
def test_case_a35_short_all_ins_add_up_but_set_no_size(tmp_path, mode, least):
    start = "p3 cc, p4 cc, p5 cc, p1 cc, p2 cc, d db 2c3d4h"
    actions = f"{start}, p1 cbr 500, p2 cbr 1000, p3 cc, p4 cbr 1300, p5 cbr 1700"
    stacks = [9000, 9000, 9000, 1400, 1800]
    assert bounds(tmp_path, stacks, actions, f"rules.min_raise={mode}") == to_act(1, 1200, least, 8900)


@pytest.mark.parametrize(("mode", "least"), [("increment", 720), ("double", 1040)])
def test_case_a36_short_all_ins_reopen_for_one_and_not_for_another(tmp_path, mode, least):
    actions = "p3 cbr 300, p4 cbr 400, p5 cc, p6 cbr 520, p1 f, p2 f"
    stacks = [5000, 5000, 5000, 400, 5000, 520]
    word = f"rules.min_raise={mode}"
    assert bounds(tmp_path, stacks, actions, word) == to_act(3, 220, least, 5000)
    assert bounds(tmp_path, stacks, f"{actions}, p3 cc", word) == to_act(5, 120)


def test_case_a38_all_in_below_the_minimum_raise_is_offered(tmp_path):
    assert bounds(tmp_path, [1000, 1000, 150], "") == to_act(3, 100, 150, 150)
    answer = replay(tmp_path, phh([1000, 1000, 150], "p3 cbr 150"))
    assert answer["to_act"] == to_act(1, 100, 300, 1000)
    error = illegal(tmp_path, [1000, 1000, 150], "p3 cbr 120")
    assert error["message"] == (
        'the raise is too small: over 100 p3 may raise all-in to 150 (H-IX.4, rules.min_raise = "double")'
    )


def test_case_a41_the_best_single_test_of_min_raise(tmp_path):
    actions = "p2 cbr 200, p1 cbr 2179, p2 cbr 4200"
    stacks = [20000, 20000]
    assert bounds(tmp_path, stacks, actions, *INCREMENT)["player"] == 1
    error = illegal(tmp_path, stacks, actions)
    assert (error["action"], error["text"]) == (3, "p2 cbr 4200")
    assert error["message"] == (
        "the raise is too small: over 2,179 p2 may raise at least to 4,358, at most to 20,000 "
        '(H-IX.4, rules.min_raise = "double")'
    )


def test_case_a43_all_in_for_less_than_double(tmp_path):
    actions = "p2 cc, p1 cc, d db 2c3d4h, p1 cbr 270"
    assert bounds(tmp_path, [5000, 600], actions) == to_act(2, 270, 500, 500)
    assert bounds(tmp_path, [5000, 600], f"{actions}, p2 cbr 500") == to_act(1, 230)


def test_case_a44_amounts_are_raise_to(tmp_path):
    """Pot 100, bet 50, a pot raise is to 250."""
    actions = "p2 cc, p1 cc, d db 2c3d4h, p1 cbr 50, p2 cbr 250"
    answer = replay(tmp_path, phh([1000, 1000], actions, blinds=(25, 50)))
    assert answer["stacks"] == [900, 700]
    assert answer["to_act"] == to_act(1, 200, 500, 950)


@pytest.mark.parametrize(("mode", "least"), [("double", 12), ("increment", 10), ("double-increment", 14)])
def test_h_ix_4_smallest_reraise_over_a_raise_to_6(tmp_path, mode, least):
    found = bounds(tmp_path, [200, 200, 200], "p3 cbr 6", f"rules.min_raise={mode}", blinds=(1, 2))
    assert found == to_act(1, 5, least, 200)


def test_h_ix_2_smallest_bet_is_a_big_blind(tmp_path):
    error = illegal(tmp_path, [1000, 1000], "p2 cc, p1 cc, d db 2c3d4h, p1 cbr 60")
    assert error["message"] == "the bet is too small: p1 may bet at least to 100, at most to 900 (H-IX.2)"


def test_h_ix_1_nobody_bets_more_than_he_has(tmp_path):
    error = illegal(tmp_path, [1000, 1000, 500], "p3 cbr 501")
    assert error["message"] == "p3 can bet to 500 at most: that is all he has"


def test_h_ix_5_a_raise_must_go_above_the_bet(tmp_path):
    error = illegal(tmp_path, [1000, 1000, 500], "p3 cbr 100")
    assert error["message"] == "that is no raise: the bet is 100 already (a call is written cc)"


def test_h_ix_11_a_call_costs_no_more_than_others_can_show(tmp_path):
    assert bounds(tmp_path, [1000, 60], "", blinds=(50, 100)) == to_act(2, 10)
    assert bounds(tmp_path, [60, 1000], "", blinds=(50, 100)) == to_act(2, 10)


# Blinds, order, straddles, posts.


def test_case_a45_two_players_reverse_the_blinds(tmp_path):
    answer = replay(tmp_path, phh([1000, 1000], ""))
    assert answer["stacks"] == [900, 950]
    assert answer["to_act"] == to_act(2, 50, 200, 1000)
    assert bounds(tmp_path, [1000, 1000], "p2 cc") == to_act(1, 0, 200, 1000)
    assert bounds(tmp_path, [1000, 1000], "p2 cc, p1 cc, d db 2c3d4h")["player"] == 1


def test_two_players_reverse_the_antes_too(tmp_path):
    answer = replay(tmp_path, phh([1000, 1000], "", antes=(0, 30)))
    assert answer["stacks"] == [870, 950]


def test_case_a49_short_big_blind_counts_as_full(tmp_path):
    stacks = [1000, 60, 1000, 1000]
    assert bounds(tmp_path, stacks, "") == to_act(3, 100, 200, 1000)
    dealt = deal("5c7d", "AsAh", "KsKh", "QsQh")
    answer = settled(tmp_path, stacks, f"{dealt}, p3 cc, p4 f, p1 f, {BOARD}", *NO_TAX)
    assert (answer["uncalled"], answer["pots"][0]["amount"]) == (40, 170)
    streets = BOARD.replace(", ", ", p3 cc, p4 cc, ")
    both = settled(tmp_path, stacks, f"{dealt}, p3 cc, p4 cc, p1 f, {streets}, p3 cc, p4 cc", *NO_TAX)
    assert [pot["amount"] for pot in both["pots"]] == [230, 80]
    assert both["net"] == [-50, 170, -20, -100]


def test_case_a51_big_blind_has_the_option(tmp_path):
    assert bounds(tmp_path, [1000] * 4, "p3 f, p4 f, p1 cc") == to_act(2, 0, 200, 1000)
    assert bounds(tmp_path, [1000] * 4, "p3 cbr 300, p4 f, p1 f") == to_act(2, 200, 600, 1000)


def test_case_a52_first_on_the_flop_is_the_seat_after_the_button(tmp_path):
    found = bounds(tmp_path, [100] * 3, "p3 cbr 20, p1 cc, p2 cc, d db 2c3d4h", blinds=(5, 10))
    assert found == to_act(1, 0, 10, 80)


def test_whose_turn_it_is_does_not_wait_for_the_cards(tmp_path):
    """All have called and the file ends before the flop: the next to act is known."""
    found = bounds(tmp_path, [100] * 3, "p3 cbr 20, p1 cc, p2 cc", blinds=(5, 10))
    assert found == to_act(1, 0, 10, 80)


@pytest.mark.parametrize(
    ("blinds", "first", "call", "least"),
    [((1, 2, 4), 4, 4, 8), ((1, 2, 4, 8), 5, 8, 16), ((1, 2, 4, 8, 16, 32), 1, 31, 64)],
)
def test_case_a53_straddles(tmp_path, blinds, first, call, least):
    for mode in ("double", "increment"):
        found = bounds(tmp_path, [200] * 6, "", f"rules.min_raise={mode}", blinds=blinds)
        assert found == to_act(first, call, least, 200)


def test_case_a53_the_straddler_acts_last_and_the_flop_counts_in_big_blinds(tmp_path):
    actions = "p4 cc, p5 f, p6 f, p1 cc, p2 cc"
    assert bounds(tmp_path, [200] * 6, actions, blinds=(1, 2, 4)) == to_act(3, 0, 8, 200)
    flop = f"{actions}, p3 cc, d db 2c3d4h"
    assert bounds(tmp_path, [200] * 6, flop, blinds=(1, 2, 4)) == to_act(1, 0, 2, 196)


def test_button_straddle_acts_last(tmp_path):
    actions = "p1 cc, p2 cc, p3 cc, p4 cc, p5 cc"
    assert bounds(tmp_path, [200] * 6, "", blinds=(1, 2, 0, 0, 0, 4))["player"] == 1
    assert bounds(tmp_path, [200] * 6, actions, blinds=(1, 2, 0, 0, 0, 4)) == to_act(6, 0, 8, 200)


def test_case_a48_live_post_counts_as_his_bet(tmp_path):
    """5/10, 5 dead and 10 live posted: unraised he has the option, over a raise to 30 he adds 20."""
    how = {"blinds": (5, 10, 0, -10), "antes": (0, 0, 0, 5)}
    assert bounds(tmp_path, [500] * 5, "p3 cc", **how) == to_act(4, 0, 20, 495)
    assert bounds(tmp_path, [500] * 5, "p3 cbr 30", **how) == to_act(4, 20, 60, 495)
    answer = settled(tmp_path, [500] * 5, "p3 f, p4 cc, p5 f, p1 f, p2 f", *NO_TAX, **how)
    assert answer["pots"][0]["amount"] == 30


def test_live_post_of_less_than_the_big_blind(tmp_path):
    assert bounds(tmp_path, [100] * 6, "p3 f, p4 f", blinds=(1, 2, 0, 0, -1)) == to_act(5, 1, 4, 100)


@pytest.mark.parametrize(("trimmed", "stacks"), [("true", [15, 1105, 1980]), ("false", [30, 1090, 1980])])
def test_ante_trimming_makes_antes_layers(tmp_path, trimmed, stacks):
    """A short ante wins a layer of 5 from each, or (dead) all antes: 5 + 10 + 10 and nothing else."""
    dealt = deal("AsAh", "KsKh", "QsQh")
    actions = (
        f"{dealt}, p3 cc, p2 cc, d db 2c3d4h, p2 cc, p3 cc, d db 8s, p2 cc, p3 cc, d db 9d, p2 cc, p3 cc"
    )
    answer = settled(
        tmp_path, [5, 1095, 2000], actions, *NO_TAX, antes=(10, 10, 10), blinds=(0, 10),
        ante_trimming_status=trimmed,
    )  # fmt: skip
    paid = 25 if trimmed == "false" else 15
    assert answer["stacks"] == [paid, 1095 - 20 + (45 - paid), 1980]


def test_uneven_antes_are_dead_money(tmp_path):
    answer = settled(tmp_path, [1000] * 3, "p3 f, p1 f", *NO_TAX, antes=(0, 30, 0))
    assert answer["pots"][0]["amount"] == 130


def test_a_player_whom_the_ante_puts_all_in_posts_no_blind(tmp_path):
    found = replay(tmp_path, phh([1000, 30, 1000], "", antes=(30, 30, 30)))
    assert found["stacks"] == [920, 0, 970]
    assert found["to_act"] == to_act(3, 100, 200, 970)


def test_no_blind_at_all_starts_after_the_button(tmp_path):
    found = bounds(tmp_path, [100] * 3, "", blinds=(0, 0), antes=(5, 5, 5), min_bet=10)
    assert found == to_act(1, 0, 10, 95)


# Showdowns.


def river(first: str, second: str) -> str:
    """Two players check down to the river."""
    streets = BOARD.replace(", ", ", p1 cc, p2 cc, ")
    return f"d dh p1 {first}, d dh p2 {second}, p2 cc, p1 cc, {streets}, p1 cc, p2 cc"


@pytest.mark.parametrize(
    ("pockets", "shown", "winner"),
    [
        (("AsAh", "KsKh"), "", 1),  # all hands still in are tabled (H-XV.1)
        (("????", "KsKh"), ", p2 sm KsKh, p1 sm ????", 2),
        (("????", "KsKh"), ", p2 sm KsKh, p1 sm", 2),
        (("????", "????"), ", p1 sm AsAh, p2 sm ????", 1),
        (("????", "????"), ", p1 sm AsAh, p2 sm KsKh", 1),
        (("As??", "????"), ", p1 sm AsAh, p2 sm KsKh", 1),
        (("AsAh", "KsKh"), ", p1 sm -, p2 sm", 1),
        (("AsAh", "KsKh"), ", p1 sm", 2),
        (("????", "????"), ", p1 sm", 2),
        (("????", "????"), ", p1 sm, p2 sm", 2),  # the other one had mucked: the pot is his before he mucks
        (("????", "????"), ", p1 sm, p2 sm ????", 2),
        (("????", "????"), ", p1 sm ??As, p2 sm KsKh", 2),
    ],
)
def test_h_xv_showdown_with_unknown_hands(tmp_path, pockets, shown, winner):
    answer = settled(tmp_path, [1000, 1000], river(*pockets) + shown, *NO_TAX)
    assert answer["pots"][0]["awards"] == [{"player": winner, "amount": 200}]


@pytest.mark.parametrize(
    ("pockets", "shown", "hidden"),
    [
        (("????", "????"), "", "p1 and p2"),
        (("????", "KsKh"), "", "p1"),
        (("As??", "KsKh"), ", p2 sm KsKh", "p1"),
        (("????", "????"), ", p1 sm ????, p2 sm ????", "p1 and p2"),
    ],
)
def test_a_pot_that_cannot_be_decided_is_said_to_be_so(tmp_path, pockets, shown, hidden):
    answer = replay(tmp_path, phh([1000, 1000], river(*pockets) + shown))
    assert answer["status"] == "unreadable"
    assert answer["error"]["message"] == (
        f"the main pot of 200 cannot be decided: the cards of {hidden} are not known, nor who mucked"
    )
    assert answer["pots"] == [{"amount": 200, "tax": 10, "awards": None}]
    assert (answer["stacks"], answer["net"], answer["tax"]) == (None, None, 10)


def test_only_the_undecided_pots_are_named(tmp_path):
    dealt = deal("AsAh", "????", "????")
    actions = f"{dealt}, p3 cbr 500, p1 cc, p2 cc, d db 2c3d4h, d db 8s, d db 9d, p2 sm"
    answer = replay(tmp_path, phh([300, 500, 500], actions), *NO_TAX)
    assert answer["error"]["message"] == (
        "the main pot of 900 cannot be decided: the cards of p3 are not known, nor who mucked"
    )
    assert answer["pots"][1] == {"amount": 400, "tax": 0, "awards": [{"player": 3, "amount": 400}]}


def test_an_unknown_board_decides_nothing(tmp_path):
    actions = river("AsAh", "KsKh").replace("d db 9d", "d db ??")
    answer = replay(tmp_path, phh([1000, 1000], actions))
    assert answer["status"] == "unreadable"
    assert answer["error"]["message"] == "the main pot of 200 cannot be decided: the board is not known"


@pytest.mark.parametrize(
    ("board", "missing"),
    [("", "board"), ("d db 2c3d4h", "turn and the river"), ("d db 2c3d4h, d db 8s", "river")],
)
def test_a_run_out_that_the_file_does_not_hold(tmp_path, board, missing):
    actions = f"{deal('AsAh', 'KsKh')}, p2 cbr 1000, p1 cc, {board}"
    answer = replay(tmp_path, phh([1000, 1000], actions))
    assert answer["status"] == "unreadable"
    message = f"all bets are in, but without the {missing} the pot cannot be decided"
    assert answer["error"] == {"action": None, "text": None, "message": message}


def test_hands_shown_before_the_run_out(tmp_path):
    actions = (
        f"{deal('????', '????')}, p2 cbr 1000, p1 cc, p1 sm AsAh, d db 2c3d4h, p2 sm KsKh, d db 8s, d db 9d"
    )
    assert settled(tmp_path, [1000, 1000], actions, *NO_TAX)["stacks"] == [2000, 0]


# Illegal actions: each names the action and the reason.

FOLDED = "p3 f, p1 cc, p2 cc, d db 2c3d4h"


@pytest.mark.parametrize(
    ("actions", "number", "message"),
    [
        (f"{FOLDED}, p3 f", 5, "p3 has folded before"),
        (f"{FOLDED}, p3 cbr 100", 5, "p3 has folded before"),
        ("p1 cc", 1, "it is p3's turn, not p1's"),
        ("p3 f, p1 f, p2 cc", 3, "nobody is to act: all but one have folded"),
        ("p3 f, p1 cc, p2 cc, p1 cc", 4, "nobody is to act: the flop comes first"),
        ("d db 2c3d4h", 1, "the betting is not over: p3 is to act before the flop"),
        ("p3 f, p1 f, d db 2c3d4h", 3, "no more cards are dealt: all but one have folded"),
        ("p3 f, p1 cc, p2 cc, d db 2c3d", 4, "the flop is three cards, not 2"),
        (f"{FOLDED}, p1 cc, p2 cc, d db 8s9s", 7, "the turn is one card, not 2"),
        (f"{FOLDED}, p1 sm AsAh", 5, "hands are shown when the betting is over: p1 is to act"),
        (
            f"{FOLDED}, p1 cc, p2 cc, p1 sm AsAh",
            7,
            "hands are shown when the betting is over: the turn is to come",
        ),
        ("d dh p1 AsAhAd", 1, "p1 would have 3 pocket cards; a hand has 2"),
        ("d dh p1 AsAh, d dh p1 KsKh", 2, "p1 would have 4 pocket cards; a hand has 2"),
        ("p3 f, d dh p1 AsAh", 2, "pocket cards are dealt before the betting begins"),
        ("d dh p1 AsAh, p3 f, p1 f, p1 sm AsAh", 4, "p1 has folded before"),
        ("p3 f, p1 f, p2 sm AsAh, p2 sm", 4, "p2 has shown or mucked before"),
        ("p3 f, p1 f, p2 sm AsAhAd", 3, "3 cards are shown; a hand has 2"),
        ("p3 f, p1 f, p2 sm AsAs", 3, "As is shown twice"),
        ("d dh p2 KsKh, p3 f, p1 f, p2 sm AsAh", 4, "p2 was dealt KsKh"),
        ("d dh p2 Ks??, p3 f, p1 f, p2 sm AsAh", 4, "p2 was dealt Ks"),
    ],
)
def test_illegal_actions_are_named(tmp_path, actions, number, message):
    error = illegal(tmp_path, [1000] * 3, actions)
    assert error == {"action": number, "text": actions.split(", ")[number - 1], "message": message}


def test_comments_and_empty_actions_count(tmp_path):
    actions = ["# the deal", "", "p3 f # slowly", "  p1   cc  ", "p3 f  # again"]
    error = illegal(tmp_path, [1000] * 3, actions)
    assert error == {"action": 5, "text": "p3 f  # again", "message": "p3 has folded before"}


def test_a_sixth_board_card(tmp_path):
    error = illegal(tmp_path, [1000] * 2, f"{river('AsAh', 'KsKh')}, d db Tc")
    assert error["message"] == "the board has five cards already"
    before_the_last_word = river("AsAh", "KsKh").removesuffix(", p2 cc")
    error = illegal(tmp_path, [1000] * 2, f"{before_the_last_word}, d db Tc")
    assert error["message"] == "the board has five cards already"


@pytest.mark.parametrize(
    ("actions", "number", "card"),
    [
        ("d dh p1 AsAs", 1, "As"),
        ("d dh p1 AsAh, d dh p2 KsAh, p2 cc", 2, "Ah"),
        (river("AsAh", "KsKh").replace("8s", "3d"), 8, "3d"),
        (river("AsAh", "KsKh").replace("8s", "Kh"), 8, "Kh"),
        (river("????", "KsKh") + ", p1 sm As8s", 14, "8s"),
        (river("????", "KsKh") + ", p1 sm AsKs", 14, "Ks"),
    ],
)
def test_h_vii_1_two_equal_cards(tmp_path, actions, number, card):
    error = illegal(tmp_path, [1000] * 2, actions)
    assert error["action"] == number
    assert error["message"] == f"{card} has been dealt already: the deck would hold two of it (H-VII.1)"


def test_a_board_card_that_a_pocket_hides_does_not_change_whose_turn_it_is(tmp_path):
    path = tmp_path / "hand.phh"
    path.write_text(phh([1000] * 2, "d dh p1 AsKs, d dh p2 QsQh, p2 cc, p1 cc, d db Ks8d3c"))
    (outcome,) = outcomes(path)
    assert outcome.status == "to-act"
    assert outcome.note is not None
    assert outcome.note.startswith("action 5 (d db Ks8d3c): Ks has been dealt already")


def test_unasked_checks_of_the_only_one_with_chips(tmp_path):
    """Nobody asks him (H-II.5), but histories let him check once a street."""
    actions = f"{deal('AsAh', 'KsKh')}, p2 cbr 500, p1 cc, d db 2c3d4h, p1 cc, d db 8s, p1 cbr 100, d db 9d"
    assert settled(tmp_path, [1000, 500], actions, *NO_TAX)["stacks"] == [1500, 0]
    error = illegal(tmp_path, [1000, 500], actions.replace("p1 cc, d db 8s", "p1 cc, p1 cc"))
    assert error["message"] == "nobody is to act: the turn comes first"
    error = illegal(tmp_path, [1000, 500], actions.replace("p1 cbr 100", "p1 cbr 501"))
    assert error["message"] == "p1 can bet to 500 at most: that is all he has"


def test_chips_that_cannot_be_counted(tmp_path):
    answer = replay(tmp_path, phh([9 * 10**14, 9 * 10**14], ""))
    assert answer["status"] == "unreadable"
    assert answer["error"]["message"] == "the chips are too many: 1,000,000,000,000,000 can be counted"
    answer = replay(tmp_path, phh(["900000000000000.01", 100], ""))
    assert answer["status"] == "unreadable"


def test_blinds_that_cannot_be_counted_stop_only_their_hand(tmp_path):
    """The smallest bets of later streets are multiples of the file's own blinds."""
    small = phh([100, 100], "p2 f", blinds=(1, 2))
    large = phh([100, 100], "p2 f", blinds=(3 * 10**14, 9 * 10**14))
    text = f"[1]\n{small}\n[2]\n{large}\n[3]\n{small}"
    answers = replay_all(tmp_path, text, "rules.min_bet_by_street=[1, 1, 2, 2]")
    assert [answer["status"] for answer in answers] == ["settled", "unreadable", "settled"]
    assert answers[1]["error"]["message"].startswith("the chips are too many")


# The hands of shared/hands.

needs_hands = pytest.mark.skipif(not SHARED_HANDS.is_dir(), reason="the shared hands are not here")


@needs_hands
def test_pluribus_1000_hands_end_as_recorded():
    found = outcomes(SHARED_HANDS / "pluribus-1000.phhs", *NO_TAX, *INCREMENT)
    assert len(found) == 1000
    assert [outcome.hand for outcome in found] == list(range(1, 1001))
    uneven = 0
    for outcome in found:
        assert outcome.status == "settled"
        assert outcome.history is not None and outcome.stacks is not None
        recorded = outcome.history.fields["finishing_stacks"]
        if list(outcome.stacks) != recorded:
            uneven += 1
            assert all(abs(a - b) < 1 for a, b in zip(outcome.stacks, recorded, strict=True))
        assert sum(outcome.stacks) == 60_000
    assert uneven == 1


@needs_hands
def test_dwan_ivey_ends_as_recorded():
    (outcome,) = outcomes(SHARED_HANDS / "dwan-ivey-2009.phh", *NO_TAX)
    answer = outcome.to_json()
    assert (answer["hand"], answer["label"], answer["status"]) == (1, None, "settled")
    assert answer["uncalled"] == 572_100
    assert answer["stacks"] == [572_100, 1_997_500, 1_109_500]
    assert answer["pots"] == [{"amount": 1_109_500, "tax": 0, "awards": [{"player": 3, "amount": 1_109_500}]}]


@needs_hands
def test_quirks_are_understood():
    answers = [outcome.to_json() for outcome in outcomes(SHARED_HANDS / "quirks.phhs")]
    assert [(a["hand"], a["label"], a["status"]) for a in answers] == [
        (1, 7001, "settled"), (2, 7002, "settled"), (3, 7003, "settled"), (4, 7004, "to-act"),
    ]  # fmt: skip
    assert answers[0]["tax"] == 0.83
    assert answers[0]["stacks"] == [4.9, 15.77]
    assert answers[1]["pots"] == [{"amount": 8.25, "tax": 0.41, "awards": [{"player": 4, "amount": 7.84}]}]
    assert (answers[2]["pots"][0]["amount"], answers[2]["uncalled"], answers[2]["tax"]) == (37.5, 25, 1.87)
    assert answers[3]["to_act"] == to_act(1, 0, 2, 194)
    assert answers[3]["stacks"] == [194, 198, 194]
    assert answers[3]["error"] is None


@needs_hands
def test_quirks_pay_the_recorded_winnings_without_tax():
    third = outcomes(SHARED_HANDS / "quirks.phhs", *NO_TAX)[2]
    assert third.history is not None and third.pots is not None
    assert third.pots[0].awards == ((4, third.history.fields["winnings"][3]),)
