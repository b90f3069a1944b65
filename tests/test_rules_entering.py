"""Who gets the button, who pays which blind, and how newcomers come into a running game (H-II.8, H-XII.2, H-XIV)."""

from __future__ import annotations

from collections import Counter

import pytest

from holdem_sim.engine import betting, course, hand
from holdem_sim.schema import ACTIONS, POSITIONS
from room import Room
from sessions import by_hand, configure, game_of, play_session
from test_rules_session import after, caller, dealt_seats, mixed

POSTS = "lineup.types.always-call.entry=post"
DEAD = "rules.button=dead"
LIVE = "rules.entry_post=live"


def test_case_a47_h_ii_8_the_dead_button_goes_to_a_seat_that_was_left():
    """A has the button, B and C the blinds; C leaves: B gets the button, nobody the small blind, D the big one."""
    room = Room(9, range(5), 0, [DEAD])
    room.goes(2)
    now = room.hand()
    assert (now.button, now.blinds, now.dealt) == (1, (None, 3), {0, 1, 3, 4})
    after_it = room.hand()
    assert (after_it.button, after_it.blinds) == (2, (3, 4))
    assert room.hand().blinds == (4, 0)


def test_case_a47_h_ii_8_the_moving_button_lets_one_off():
    room = Room(9, range(5), 0)
    room.goes(2)
    now = room.hand()
    assert (now.button, now.blinds) == (1, (3, 4))


def test_h_ii_8_a_dead_small_blind_is_recorded_as_one_blind_and_cards_go_round_from_the_next_player():
    room = Room(9, range(6), 0, [DEAD])
    room.goes(2)
    room.hand()
    assert (int(room.table.blinds_posted), int(room.table.small_blind_seat)) == (1, -1)
    order = [3, 4, 5, 0, 1]
    deck = [int(card) for card in room.table.deck[:10]]
    assert [int(room.table.hole[seat, 0]) for seat in order] == deck[:5]
    assert [int(room.table.hole[seat, 1]) for seat in order] == deck[5:]


def test_h_ii_8_positions_under_dead_button_and_dead_small_blind():
    def positions(room: Room) -> dict[int, str]:
        return {seat: POSITIONS[room.table.position[seat]] for seat in room.hand().dealt}

    room = Room(9, range(7), 0, [DEAD])
    room.goes(1, 2)
    assert positions(room) == {3: "BB", 4: "UTG", 5: "UTG+1", 6: "HJ", 0: "CO"}
    assert positions(room) == {3: "SB", 4: "BB", 5: "UTG", 6: "HJ", 0: "CO"}
    assert positions(room) == {3: "BTN", 4: "SB", 5: "BB", 6: "HJ", 0: "CO"}


def test_h_ii_8_a_dead_seat_gets_the_button_once_and_the_next_street_begins_after_it():
    room = Room(9, range(6), 0, [DEAD])
    room.goes(1)
    now = room.hand()
    assert (now.button, now.blinds) == (1, (2, 3))
    assert room.gather() == 0
    course.start_hand(room.table, room.rules, room.types, room.block)
    assert int(room.table.button) == 2
    hand.next_street(room.table, room.rules)
    assert int(room.table.actor) == 3


@pytest.mark.parametrize(("leaver", "chain"), [(1, [4, 5, 0]), (2, [4, 5, 0, 1])])
def test_h_xii_1_under_a_dead_button_the_last_player_before_it_ends_the_chain(leaver, chain):
    """1 is a dead button, so that 2 and 3 have the blinds; or 2 is a dead small blind, and 1 has the button."""
    room = Room(9, range(6), 0, [DEAD, "lineup.types.always-call.straddle=1"])
    room.goes(leaver)
    now = room.hand()
    assert now.button == 1 and now.blinds == (2 if leaver == 1 else None, 3)
    assert [(seat, chips) for seat, action, chips in now.posts if action == "straddle"] == [
        (seat, 200 << place) for place, seat in enumerate(chain)
    ]


@pytest.mark.parametrize(
    ("leaver", "small", "then"),
    [(0, 2, (2, 3, 1)), (1, 2, (2, 3, 0)), (2, None, (2, 3, 0)), (3, 2, (2, 0, 1))],
)
def test_h_ii_8_with_three_left_a_seat_that_was_left_has_button_or_small_blind_once(leaver, small, then):
    room = Room(9, range(4), 0, [DEAD])
    room.goes(leaver)
    stay = [seat for seat in range(4) if seat != leaver]
    now = room.hand()
    assert (now.button, now.blinds) == (1, (small, after(stay, 2)))
    now = room.hand()
    assert (now.button, *now.blinds) == then


@pytest.mark.parametrize("words", [[], [DEAD]])
@pytest.mark.parametrize("leavers", [(0, 1), (0, 2), (1, 2), (2, 3), (0, 3)])
def test_h_ii_8_when_two_are_left_the_last_big_blind_is_not_big_blind_again(words, leavers):
    room = Room(9, range(4), 0, words)
    room.goes(*leavers)
    small, big = room.hand().blinds
    assert big != 2
    assert {small, big} == set(range(4)) - set(leavers)


def test_h_xii_2_the_dead_button_lets_nobody_off_a_blind():
    """Whoever leaves, the others pay both blinds once on each trip of the button past them."""
    rows = play_session(game_of(configure("always-call*9", [DEAD, *leaving()]), 2, [mixed()]), 0, 200)
    dealt = dealt_seats(rows)
    player = {(r["hand_id"], r["seat"]): r["player_id"] for r in rows["seats"]}
    drawn = {r["clock_s"] for r in rows["events"] if r["kind"] == "button-draw"}
    big = {r["hand_id"]: r["seat"] for r in rows["actions"] if r["action"] == "post-big-blind"}
    small = {r["hand_id"]: r["seat"] for r in rows["actions"] if r["action"] == "post-small-blind"}
    checked = dead = 0
    for row in rows["hands"][1:]:
        now = row["hand_id"]
        stayed = [s for s in dealt[now] if player[now, s] == player.get((now - 1, s))]
        if row["started_s"] in drawn or len(stayed) < 4:
            continue
        assert big[now] == after(stayed, big[now - 1])
        if small.get(now) is None:
            dead += 1
            assert row["blinds_posted"] == 1
            assert player.get((now, big[now - 1])) != player[now - 1, big[now - 1]]
        else:
            assert small[now] == big[now - 1]
        assert small.get(now - 1, row["button_seat"]) == row["button_seat"]
        checked += 1
    assert checked > 40 and dead > 2


def leaving() -> list[str]:
    words = ["departure=20", "arrival=5", "entry=post"]
    return [f"lineup.types.always-call.{word}" for word in words]


def test_h_xiv_1_who_waits_is_dealt_in_when_the_button_has_just_passed_him():
    room = Room(9, [0, 1, 2, 4, 5], 0)
    room.comes(3)
    hands = room.hands(4)
    assert [now.button for now in hands] == [1, 2, 4, 5]
    assert [3 in now.dealt for now in hands] == [False, False, True, True]
    assert not any(now.debts for now in hands)
    assert hands[1].blinds == (4, 5)


@pytest.mark.parametrize("live", [False, True])
def test_h_xiv_1_who_posts_is_dealt_in_at_once(live):
    room = Room(9, [0, 1, 2, 3, 5], 0, [POSTS, LIVE] if live else [POSTS])
    room.comes(4)
    now = room.hand()
    assert (now.button, now.blinds) == (1, (2, 3))
    assert now.debts == [(4, "post-dead", 50), (4, "post-live" if live else "post-dead", 100)]
    assert [action for _, action, _ in now.posts[:2]] == ["post-small-blind", "post-big-blind"]
    assert room.hand().debts == []


@pytest.mark.parametrize("words", [[], [DEAD]])
def test_h_xiv_1_who_sits_between_button_and_big_blind_waits_though_he_would_post(words):
    room = Room(9, [0, 1, 3, 5, 7], 0, [POSTS, *words])
    for seat in (2, 4):
        room.comes(seat)
    first, second, third = room.hands(3)
    assert (first.button, first.blinds, first.debts) == (1, (3, 5), [])
    assert (second.button, second.dealt) == (3, {0, 1, 2, 3, 5, 7})
    assert (third.button, third.dealt, third.debts) == (5, {0, 1, 2, 3, 4, 5, 7}, [])


def test_h_xiv_1_who_takes_the_seat_of_the_dead_button_waits_until_it_has_passed():
    room = Room(9, range(6), 0, [POSTS, DEAD, "lineup.types.always-call.arrival=0"])
    room.goes(1)
    first, second = room.hands(2)
    assert 1 in room.taken
    assert (first.button, first.blinds, first.dealt, first.debts) == (1, (2, 3), {0, 2, 3, 4, 5}, [])
    assert (second.button, second.dealt, second.debts) == (2, set(range(6)), [])


def test_h_xiv_1_who_cannot_pay_more_than_both_blinds_waits():
    words = [POSTS, "buy_in.min_bb=1", "buy_in.late_min_bb=1", "lineup.types.always-call.buy_in_bb=1.5"]
    room = Room(9, [0, 1, 2, 3, 5], 0, [*words, "lineup.types.always-call.rebuy_below_bb=0"])
    room.give(dict.fromkeys((0, 1, 2, 3, 5), 5000))
    room.comes(4)
    now = room.hand()
    assert int(room.table.stack[4]) == 150 and 4 not in now.dealt


def test_h_xiv_1_with_three_dealt_in_the_newcomer_before_the_button_posts_the_big_blind():
    room = Room(9, [0, 4], 0)
    room.comes(2)
    now = room.hand()
    assert (now.button, now.blinds, now.dealt, now.debts) == (4, (0, 2), {0, 2, 4}, [])


def test_h_xiv_1_nobody_posts_to_enter_a_game_of_two():
    room = Room(9, [0, 4], 0, [POSTS])
    room.comes(6)
    first, second = room.hands(2)
    assert (first.dealt, first.blinds) == ({0, 4}, (4, 0))
    assert (second.button, second.blinds, second.debts) == (0, (4, 6), [])


@pytest.mark.parametrize("words", [[], [DEAD]])
def test_h_xiv_1_a_button_that_is_set_for_two_lets_in_whom_it_passes(words):
    """The last big blind gets the button, so that it passes the newcomer too; of three he is the big blind."""
    room = Room(9, [0, 2, 6], 0, words)
    room.goes(0)
    room.comes(4)
    now = room.hand()
    assert (now.button, now.blinds, now.dealt, now.debts) == (6, (2, 4), {2, 4, 6}, [])


def test_h_xiv_1_blinds_skip_seats_that_wait():
    room = Room(9, [0, 1, 4, 6], 0)
    for seat in (2, 3, 5):
        room.comes(seat)
    now = room.hand()
    assert (now.button, now.blinds, now.dealt) == (1, (4, 6), {0, 1, 4, 6})


def test_h_xiv_1_with_one_player_seated_the_next_one_starts_a_game():
    room = Room(9, [0, 1], 0)
    room.goes(1)
    room.comes(5)
    now = room.hand()
    kinds = [event["kind"] for event in room.news()]
    assert now.dealt == {0, 5} and now.debts == []
    assert kinds == ["departure", "arrival", "game-restarted", "button-draw"]


def test_h_xiv_1_posts_are_asked_clockwise_from_the_button_and_before_straddles():
    room = Room(10, [0, 1, 2, 3, 9], 0, [POSTS, "lineup.types.always-call.straddle=1"])
    for seat in (4, 6, 8):
        room.comes(seat)
    room.table.button, room.table.small_seat, room.table.last_big_blind = 9, 0, 1
    now = room.hand()
    assert (now.button, now.blinds) == (0, (1, 2))
    assert [seat for seat, _, _ in now.debts] == [4, 4, 6, 6, 8, 8]
    assert [post for post in now.posts if post[1] == "straddle"] == [(3, "straddle", 200)]
    assert now.posts[-1][1] == "straddle" and now.first == 4


def test_h_xiv_1_clockwise_from_the_button_goes_past_the_last_seat():
    room = Room(10, range(3, 8), 4, [POSTS])
    for seat in (1, 9):
        room.comes(seat)
    now = room.hand()
    assert (now.button, now.blinds) == (5, (6, 7))
    assert [seat for seat, _, _ in now.debts] == [9, 9, 1, 1]


def test_case_a48_a_live_post_counts_as_the_bet_and_has_the_option():
    words = [POSTS, LIVE, "table.small_blind=5", "table.big_blind=10"]
    room = Room(6, [0, 1, 2, 3, 5], 0, words)
    room.comes(4)
    assert room.gather() == 0
    table = room.table
    course.start_hand(table, room.rules, room.types, room.block)
    assert int(table.total[4]) == 10 and int(table.dead[4]) == 5
    assert int(table.actor) == 4
    assert betting.bounds(table, room.rules, 4)[0] == 0
    play(room, "check")
    play(room, "raise", 30)
    assert int(table.actor) == 0
    for _ in range(4):
        if table.actor != 4:
            play(room, "fold")
    assert int(table.actor) == 4
    assert betting.bounds(table, room.rules, 4)[0] == 20


def play(room: Room, action: str, to: int = 0) -> None:
    """The player to act does so."""
    seat = int(room.table.actor)
    betting.act(room.table, room.rules, room.block, seat, ACTIONS.index(action), to)
    hand.pass_turn(room.table)


def test_h_xiv_1_a_dead_post_is_no_bet():
    room = Room(6, [0, 1, 2, 3, 5], 0, [POSTS])
    room.comes(4)
    assert room.gather() == 0
    course.start_hand(room.table, room.rules, room.types, room.block)
    assert int(room.table.total[4]) == 0 and int(room.table.dead[4]) == 150
    assert betting.bounds(room.table, room.rules, 4)[0] == 100


def test_h_xiv_1_h_vii_1_what_is_owed_is_posted_again_after_a_misdeal():
    room = Room(9, [0, 1, 2, 3, 5], 0, [POSTS])
    room.comes(4)
    assert room.gather() == 0
    table, block = room.table, room.block
    course.start_hand(table, room.rules, room.types, block)
    stacks = table.stack.tolist()
    rows = int(block.actions_rows)
    hand.void_hand(table, block)
    course.deal_hand(table, room.rules, room.types, block)
    assert table.stack.tolist() == stacks and int(block.actions_rows) == rows
    assert int(table.dead[4]) == 150


def test_case_a54_a_short_stack_posts_what_it_has_and_no_stack_is_not_dealt_in():
    words = [f"lineup.types.always-call.{word}" for word in ("rebuy_below_bb=0", "max_rebuys=0")]
    room = Room(6, range(6), 0, words)
    room.give({3: 60, 5: 0})
    now = room.hand()
    assert now.posts == [(2, "post-small-blind", 50), (3, "post-big-blind", 60)]
    assert now.dealt == {0, 1, 2, 3, 4}
    assert [event["kind"] for event in room.news() if event["seat"] == 5] == ["departure"]


@pytest.mark.parametrize("entry", ["wait", "post"])
def test_h_xiv_1_nobody_comes_in_unpaid_but_before_the_button(entry):
    """Over a whole session: newcomers sit before the button, post, or come in with a draw."""
    words = [f"lineup.types.always-call.{w}" for w in ("departure=15", "arrival=5", f"entry={entry}")]
    rows = play_session(game_of(configure("always-call*9", words), 4, [caller()]), 0, 150)
    dealt, actions = dealt_seats(rows), by_hand(rows, "actions")
    drawn = {r["clock_s"] for r in rows["events"] if r["kind"] == "button-draw"}
    known: set[int] = set()
    ways: Counter = Counter()
    for row in rows["hands"]:
        now = row["hand_id"]
        here = {r["seat"]: r["player_id"] for r in rows["seats"] if r["hand_id"] == now}
        posted = {a["seat"] for a in actions[now] if a["action"] == "post-dead"}
        fresh = {seat for seat, player in here.items() if player not in known}
        for seat in fresh if row["started_s"] not in drawn else ():
            if seat in posted:
                ways["post"] += 1
                continue
            following = seat
            while (following := after(dealt[now], following)) in fresh - posted:
                pass
            assert following == row["button_seat"]
            ways["free"] += 1
        assert posted <= fresh
        known |= set(here.values())
    assert ways["free"] > 5 and (ways["post"] > 5) == (entry == "post")


def test_h_xiv_1_a_button_that_is_set_for_two_lets_in_the_newcomer_whom_it_passes():
    """Of two the last big blind, seat 3, gets the button, which so passes the newcomer in seat 2."""
    room = Room(5, [0, 1, 3])
    room.goes(0)
    room.comes(2)
    hand = room.hand()
    assert (hand.button, hand.blinds, hand.dealt) == (3, (1, 2), {1, 2, 3})


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_h_ii_8_the_last_big_blind_of_two_is_a_person_wherever_he_sits(button):
    room = Room(5, [0, 1, 3], words=[f"rules.button={button}"])
    room.goes(0)
    room.moves(3, 4)
    hand = room.deal()
    assert (hand.button, hand.blinds) == (4, (4, 1))
