"""The reference's cards and rulings themselves, on small situations of the house rules."""

from __future__ import annotations

import pytest

from oracle.deck import ASIDE, BURNED, MUCK, STUB, Cards, Happening, Misplaced, replay
from oracle.manners import Spot, rule, ruled_out_of_turn

PAIRS = [(0, 1), (2, 3), (4, 5)]
CHIPS = (1, 5, 25, 100, 500)


def replayed(happenings=(), board=(10, 11, 12, 13, 14), burned=(20, 21, 22), pairs=PAIRS) -> Cards:
    return replay(pairs, [Happening(*h) for h in happenings], board, burned)


def test_h_ii_4_a_hand_without_errors():
    cards = replayed([("flop", "fold", (0, 1))])
    assert [cards.count(place) for place in (STUB, "hand", MUCK, "board", BURNED, ASIDE)] == [
        38,
        4,
        2,
        5,
        3,
        0,
    ]


@pytest.mark.parametrize(("board", "burned"), [
    ((10, 11, 12, 13, 10), (20, 21, 22)),  # twice on the board
    ((10, 11, 12, 13, 4), (20, 21, 22)),  # in a player's hand
    ((10, 11, 12, 13, 20), (20, 21, 22)),  # burned
    ((10, 11, 12, 13), (20, 21, 22)),  # one burned too many
    ((10, 11, 12), (0,)),  # a pocket card burned
])  # fmt: skip
def test_case_a71_a_card_lies_in_one_place(board, burned):
    with pytest.raises(Misplaced):
        replayed(board=board, burned=burned)
    with pytest.raises(Misplaced):
        replayed(pairs=[(0, 1), (1, 2)])


def test_h_viii_6_a_folded_card_stays_folded():
    with pytest.raises(Misplaced):
        replayed([("preflop", "fold", (0, 1))], board=(0, 11, 12), burned=(20,))
    with pytest.raises(Misplaced):
        replayed([("preflop", "fold", (0, 1)), ("turn", "turn-and-river-together", (1,))])


def test_h_vii_2_a_card_that_lay_face_up_is_the_next_burn_card():
    assert replayed([("preflop", "one-card-face-up", (20,))]).place[20] == BURNED
    assert replayed([("preflop", "one-card-face-up", (20,))], (), ()).place[20] == ASIDE
    with pytest.raises(Misplaced, match=r"H-VII\.2"):
        replayed([("preflop", "one-card-face-up", (21,))])


def test_h_viii_1_a_premature_flop_goes_back_and_its_burn_card_stays():
    early = ("preflop", "premature-flop", (30, 31, 10, 20))
    assert replayed([early]).place[30] == STUB
    assert replayed([early], (), (20,)).place[20] == BURNED
    with pytest.raises(Misplaced):
        replayed([early], burned=(21, 20, 22))
    with pytest.raises(Misplaced):
        replayed([early, early])
    with pytest.raises(Misplaced):
        replayed([("preflop", "premature-flop", (30, 31, 1, 20))])


def test_h_viii_2_a_flop_without_a_burn_goes_back():
    assert replayed([("flop", "flop-without-burn", (30, 31, 20))]).place[30] == STUB
    with pytest.raises(Misplaced):
        replayed([("flop", "flop-without-burn", (30, 31, 0))])


def test_h_viii_3_a_premature_turn_or_river_goes_back_and_its_burn_card_stays():
    turn, river = (
        ("flop", "premature-turn-or-river", (13, 21)),
        ("turn", "premature-turn-or-river", (30, 22)),
    )
    assert replayed([turn, river]).count(BURNED) == 3
    assert replayed([turn], (10, 11, 12), (20, 21)).count(BURNED) == 2
    with pytest.raises(Misplaced):
        replayed([river], (10, 11, 12, 13), (20, 21))


def test_h_viii_4_an_exposed_burn_card_goes_back():
    assert replayed([("turn", "exposed-burn", (30,)), ("river", "exposed-burn", (22,))]).place[30] == STUB
    with pytest.raises(Misplaced):
        replayed([("turn", "exposed-burn", (20,))])


def test_h_viii_5_turn_and_river_together_the_river_card_goes_back():
    assert replayed([("turn", "turn-and-river-together", (30,))]).place[30] == STUB
    with pytest.raises(Misplaced):
        replayed([("turn", "turn-and-river-together", (13,))])


# Rulings (H-IX.6 to 10). Blinds 50/100; the player has 5000 chips.

RAISED = Spot(0, 5000, 300, 300, 600, 5000)
NOTHING = Spot(0, 5000, 0, 0, 100, 5000)
OPTION = Spot(100, 4900, 0, 100, 200, 5000)
BARRED = Spot(0, 5000, 300, 300, None, None)


@pytest.mark.parametrize("manner", ["declared", "silent", "string", "out-of-turn"])
@pytest.mark.parametrize("action", ["fold", "check"])
def test_h_ix_6_fold_and_check_are_what_they_are(manner, action):
    assert rule(manner, action, 0, NOTHING, CHIPS) == (action, 0)


@pytest.mark.parametrize(("to", "expected"), [
    (700, ("raise", 700)),  # several chips
    (600, ("raise", 600)),
    (500, ("call", 300)),  # one chip
    (599, ("call", 300)),  # no legal raise
    (300, ("call", 300)),
])  # fmt: skip
def test_h_ix_7_chips_put_in_silently_are_a_call_unless_the_raise_is_plain(to, expected):
    assert rule("silent", "raise", to, RAISED, CHIPS) == expected
    assert rule("silent", "raise", to, BARRED, CHIPS) == ("call", 300)


def test_h_ix_7_an_all_in_that_is_a_legal_raise_counts():
    short = Spot(0, 450, 300, 300, 450, 450)
    assert rule("silent", "raise", 450, short, CHIPS) == ("raise", 450)
    assert rule("silent", "raise", 500, Spot(0, 500, 300, 300, 500, 500), CHIPS) == ("call", 300)


def test_h_ix_7_only_the_chips_put_in_now_count():
    assert rule("silent", "raise", 600, Spot(100, 4900, 200, 300, 600, 5000), CHIPS) == ("call", 300)


def test_h_ix_8_a_string_is_a_call_or_its_first_movement():
    assert rule("string", "raise", 700, RAISED, CHIPS) == ("call", 300)
    assert rule("string", "bet", 701, NOTHING, CHIPS) == ("bet", 350)
    assert rule("string", "bet", 150, NOTHING, CHIPS) == ("bet", 100)
    assert rule("silent", "bet", 701, NOTHING, CHIPS) == ("bet", 701)
    assert rule("silent", "bet", 500, NOTHING, CHIPS) == ("bet", 500)


def test_h_ix_8_the_big_blinds_option_is_nothing_to_call():
    assert rule("string", "raise", 700, OPTION, CHIPS) == ("raise", 400)
    assert rule("string", "raise", 250, OPTION, CHIPS) == ("raise", 200)


def test_h_ix_9_what_was_said_out_of_turn_binds_unless_somebody_bet():
    assert [ruled_out_of_turn(said, False) for said in ("check", "call", "raise", "fold")] == [
        "check", "call", "raise", "fold",
    ]  # fmt: skip
    assert [ruled_out_of_turn(said, True) for said in ("check", "call", "bet", "fold")] == [
        None,
        None,
        None,
        "fold",
    ]


def test_h_ix_10_less_than_the_call_is_completed():
    assert rule("silent", "raise", 200, RAISED, CHIPS) == ("call", 300)
    assert rule("silent", "call", 250, Spot(0, 250, 250, 300, None, None), CHIPS) == ("call", 250)
