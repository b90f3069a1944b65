"""The reference floor itself, on small tables told in the words of the house rules."""

from __future__ import annotations

import pytest

from oracle.floor import Floor
from oracle.guests import Deal, FloorRules, Refusal

RULES = {
    "small_blind": 5,
    "big_blind": 10,
    "buy_in_min": 100,
    "buy_in_max": 1000,
    "late_min": 200,
}


def table(seats: int, players: int | list[int] | None = None, at: int | None = None, **options) -> Floor:
    """A floor at which these seats have sat down with 500 chips; with the button ``at`` a seat a game has begun."""
    floor = Floor(FloorRules(seats=seats, **RULES, **options))
    if players is None or isinstance(players, int):
        players = list(range(seats if players is None else players))
    for seat in players:
        floor.sit(seat, seat)
        floor.buy_in(seat, 500, True)
    if at is not None:
        floor.draw(at)
    return floor


def play(floor: Floor, hands: int = 1, move: bool = True) -> Deal:
    """Deal hands in which nobody wins anything."""
    for _ in range(hands):
        if move:
            floor.move_button()
        deal = floor.deal()
        floor.play(deal, {seat: floor.guests[seat].stack for seat in deal.dealt})
        move = True
    return deal


def begun(floor: Floor, hands: int = 1) -> Deal:
    """The first hands of a game whose button has just been drawn."""
    return play(floor, hands, move=False)


def newcomer(floor: Floor, seat: int, chips: int = 500, posts: bool = False, player: int = 50) -> None:
    floor.sit(seat, player, posts=posts)
    floor.buy_in(seat, chips, False)


def where(deal: Deal) -> tuple[int, int, int]:
    return deal.places.button, deal.places.small, deal.places.big


# The button (H-II).


def test_case_a45_of_two_the_button_has_the_small_blind():
    floor = table(2, at=1)
    assert where(begun(floor)) == (1, 1, 0)
    assert where(play(floor)) == (0, 0, 1)
    literal = table(2, at=1, heads_up="literal")
    assert where(begun(literal)) == (1, 0, 1)
    assert where(play(literal)) == (0, 1, 0)


def test_case_a47_moving_button_passes_the_seat_that_was_left():
    floor = table(5, at=0, leave="any-hand")
    begun(floor)
    floor.leave(2)
    assert where(play(floor)) == (1, 3, 4)


def test_case_a47_dead_button_leaves_the_small_blind_dead():
    floor = table(5, at=0, leave="any-hand", button="dead")
    begun(floor)
    floor.leave(2)
    deal = play(floor)
    assert where(deal) == (1, 2, 3) and deal.places.small_dead
    deal = play(floor)
    assert where(deal) == (2, 3, 4) and not deal.places.small_dead
    assert 2 not in deal.dealt
    assert where(play(floor)) == (3, 4, 0)


def test_h_ii_8_with_three_left_the_seat_that_was_left_gets_the_button_once():
    floor = table(4, at=0, leave="any-hand", button="dead")
    begun(floor)
    floor.leave(1)
    deal = play(floor)
    assert where(deal) == (1, 2, 3) and not deal.places.small_dead
    assert where(play(floor)) == (2, 3, 0)


@pytest.mark.parametrize("leaver", range(3))
def test_h_ii_8_of_two_the_last_big_blind_is_not_big_blind_again(leaver):
    floor = table(3, at=0, leave="any-hand")
    begun(floor)
    floor.leave(leaver)
    button, small, big = where(play(floor))
    assert button == small and big != 2


# Rounds and leaving (H-VI.5).


def test_h_vi_5_a_round_ends_where_it_began():
    floor = table(3, at=1)
    ends = []
    begun(floor)
    for _ in range(7):
        ends.append(floor.settle_round())
        play(floor)
    assert ends == [False, False, True, False, False, True, False]


def test_h_vi_5_a_round_ends_also_when_the_button_passes_where_it_began():
    floor = table(4, at=2, leave="any-hand")
    begun(floor)
    play(floor, 2)
    floor.leave(2)
    assert floor.button.at == 0 and not floor.settle_round()
    play(floor)
    assert floor.button.at == 1 and floor.settle_round()
    play(floor)
    assert (floor.button.at, floor.button.round_start) == (3, 3)


def test_h_vi_5_case_a55_who_has_chips_leaves_at_the_end_of_a_round_only():
    floor = table(3, at=0)
    begun(floor)
    assert not floor.settle_round()
    with pytest.raises(Refusal, match=r"H-VI\.5"):
        floor.leave(1)
    play(floor, 2)
    assert floor.settle_round() and floor.leave(1) == 500


def test_h_vi_5_a_round_that_was_settled_is_over_wherever_the_button_lands():
    floor = table(5, [0, 1, 2, 3], at=3)
    begun(floor, 4)
    assert floor.button.at == 2 and floor.settle_round()
    floor.leave(3)
    assert floor.change_seat(1, 4) == []
    play(floor)
    assert (floor.button.at, floor.button.round_start) == (4, 4)


def test_h_vi_5_a_newcomer_stays_for_a_full_round():
    floor = table(4, [0, 1, 2], at=0)
    begun(floor)
    newcomer(floor, 3)
    play(floor, 2)
    assert floor.guests[3].first_hand is None and floor.settle_round()
    play(floor)  # the button passes seat 3, a round begins, and he is in
    assert floor.guests[3].first_hand == 3
    assert not floor.settle_round() and not floor.may_leave(3)
    play(floor, 3)
    assert floor.settle_round() and floor.may_leave(3)


def test_h_vi_5_a_round_that_was_not_full_does_not_count():
    floor = table(5, [0, 1, 2, 3], at=0)
    begun(floor)
    newcomer(floor, 4, posts=True)
    play(floor, 1)
    assert floor.guests[4].first_hand == 1
    play(floor, 3)
    assert floor.settle_round() and not floor.may_leave(4) and floor.may_leave(3)
    play(floor, 5)
    assert floor.settle_round() and floor.may_leave(4)


def test_h_vi_5_without_chips_one_leaves_at_once():
    floor = table(3, at=0)
    floor.guests[1].stack = 0
    assert floor.leave(1) == 0


# Chips (H-VI.2 to 6, H-XVI).


@pytest.mark.parametrize(("opening", "chips", "fine"), [
    (True, 99, False), (True, 100, True), (True, 1000, True), (True, 1001, False),
    (False, 199, False), (False, 200, True), (False, 1001, False),
])  # fmt: skip
def test_h_vi_2_and_3_buy_ins_have_bounds(opening, chips, fine):
    floor = table(3, 2)
    floor.sit(2, 2)
    if fine:
        floor.buy_in(2, chips, opening)
        return
    with pytest.raises(Refusal, match="H-VI"):
        floor.buy_in(2, chips, opening)


@pytest.mark.parametrize(("left_with", "chips", "fine"), [
    (500, 499, False), (500, 500, True), (500, 1000, True), (50, 100, False), (50, 200, True),
    (3000, 1000, False), (3000, 3000, True), (3000, 3001, False), (0, 199, False), (0, 200, True),
])  # fmt: skip
def test_h_vi_6_who_comes_back_brings_what_he_left_with(left_with, chips, fine):
    floor = table(4, 3, at=0, leave="any-hand")
    floor.guests[2].stack = left_with
    floor.leave(2)
    floor.sit(3, 2)
    assert floor.guests[3].waits
    if fine:
        floor.buy_in(3, chips, False)
        return
    with pytest.raises(Refusal, match="H-VI"):
        floor.buy_in(3, chips, False)


@pytest.mark.parametrize(("stack", "chips", "fine"), [
    (0, 99, False), (0, 100, True), (1, 1, True), (500, 500, True), (500, 501, False), (2000, 1, False),
])  # fmt: skip
def test_h_xvi_2_and_4_rebuys_have_bounds(stack, chips, fine):
    floor = table(2)
    floor.guests[0].stack = stack
    if fine:
        floor.rebuy(0, chips)
        assert floor.guests[0].stack == stack + chips
        return
    with pytest.raises(Refusal, match="H-XVI"):
        floor.rebuy(0, chips)


def test_h_vi_9_parties_are_kept_apart():
    floor = table(4, [], separate_parties=True)
    floor.sit(0, 0, party="smith")
    assert not floor.may_sit("smith") and floor.may_sit("jones") and floor.may_sit(None)
    with pytest.raises(Refusal, match=r"H-VI\.9"):
        floor.sit(1, 1, party="smith")
    table(4, []).sit(0, 0, party="smith")


# Newcomers (H-XIV).


def test_h_xiv_1_a_newcomer_plays_when_the_button_has_passed_him():
    floor = table(5, [0, 1, 2, 4], at=2)
    begun(floor)
    newcomer(floor, 3)
    deal = play(floor)  # the button goes to 4, past him
    assert floor.button.at == 4 and 3 in deal.dealt and deal.posts == ()
    floor = table(5, [0, 1, 2, 4], at=1)
    begun(floor)
    newcomer(floor, 3)
    assert 3 not in play(floor).dealt
    deal = play(floor)
    assert floor.button.at == 4 and 3 in deal.dealt and deal.posts == ()


def test_h_xiv_1_a_newcomer_may_post_both_blinds():
    floor = table(6, [0, 1, 2, 3], at=0)
    begun(floor)
    newcomer(floor, 5, posts=True)
    deal = play(floor)
    assert 5 in deal.dealt and deal.posts == ((5, "post-dead", 5), (5, "post-dead", 10))
    assert where(deal) == (1, 2, 3)


def test_case_a48_a_newcomers_big_blind_may_be_live():
    floor = table(6, [0, 1, 2, 3], at=0, entry_post="live")
    begun(floor)
    newcomer(floor, 5, posts=True)
    assert play(floor).posts == ((5, "post-dead", 5), (5, "post-live", 10))


def test_h_xiv_1_between_button_and_big_blind_a_newcomer_waits():
    floor = table(6, [0, 2, 4, 5], at=5)
    begun(floor)
    newcomer(floor, 1, posts=True)
    newcomer(floor, 3, posts=True, player=51)
    deal = play(floor)
    assert where(deal) == (0, 2, 4) and deal.dealt == {0, 2, 4, 5}
    deal = play(floor)
    assert where(deal) == (2, 4, 5) and deal.dealt == {0, 1, 2, 4, 5} and deal.posts == ()
    assert 3 in play(floor).dealt


def test_h_xiv_1_who_has_no_more_than_the_blinds_waits():
    floor = table(6, [0, 1, 2, 3], at=0)
    begun(floor)
    newcomer(floor, 5, posts=True)
    floor.guests[5].stack = 15
    assert 5 not in play(floor).dealt


def test_h_xiv_1_with_one_player_seated_the_next_one_starts_a_game():
    floor = table(3, 1)
    assert not floor.button.is_drawn
    newcomer(floor, 1)
    floor.draw(1)
    assert begun(floor).dealt == {0, 1}


# Changing seats (H-XIII). Five players on ten seats, the button drawn at 0.


def five(hands: int, **options) -> Floor:
    floor = table(10, [0, 2, 4, 6, 8], at=0, **options)
    begun(floor, hands)
    return floor


def test_h_xiii_1_a_change_is_free_if_the_blinds_are_still_to_come():
    floor = five(1)  # blinds were 2 and 4
    assert floor.change_seat(6, 7) == []
    floor = five(1)
    assert floor.change_seat(8, 5) == []


def test_h_xiii_1_a_change_is_free_if_the_blinds_are_paid():
    floor = five(2)  # blinds were 4 and 6; seat 4 has paid both
    assert floor.change_seat(4, 3) == []


def test_h_xiii_2_who_has_paid_neither_blind_pays_both():
    floor = five(2)  # blinds were 4 and 6, seat 8 would be big blind
    assert floor.change_seat(8, 3) == ["small", "big"]
    deal = play(floor)
    assert deal.posts == ((3, "post-dead", 5), (3, "post-dead", 10))
    assert play(floor).posts == ()


def test_case_a48_who_has_paid_the_big_blind_pays_the_small_one_only():
    floor = five(2)  # blinds were 4 and 6
    assert floor.change_seat(6, 3) == ["small"]
    assert play(floor).posts == ((3, "post-dead", 5),)


def test_h_xiii_2_a_blind_that_comes_at_the_new_seat_is_not_skipped():
    floor = five(1)  # blinds were 2 and 4; at 3 he will be small blind
    assert floor.change_seat(6, 3) == ["big"]
    floor = five(1)  # at 1 he will be big blind in the round's last hand
    assert floor.change_seat(6, 1) == ["small"]


def test_h_xiii_3_a_change_does_not_change_who_speaks_first():
    floor = five(1)
    floor.change_seat(8, 9)
    deal = play(floor)
    assert where(deal) == (2, 4, 6) and deal.first == 9
    floor = five(1)
    floor.change_seat(8, 1)  # behind the blinds, where the button comes now
    deal = play(floor)
    assert where(deal) == (1, 2, 4) and deal.first == 1
    floor = five(1)
    floor.change_seat(0, 7)  # without the change seat 8 would have spoken first
    deal = play(floor)
    assert where(deal) == (2, 4, 6) and deal.first == 8


# Short stacks (H-XVI.4).


def test_case_a54_who_cannot_cover_the_blind_is_dealt_in_and_who_has_nothing_is_not():
    floor = table(4, at=0)
    floor.guests[2].stack = 3
    floor.guests[3].stack = 0
    deal = begun(floor)
    assert where(deal) == (0, 1, 2) and deal.dealt == {0, 1, 2}
