"""Changing seats, what it costs, and who speaks first after it (H-XIII)."""

from __future__ import annotations

from collections import Counter

import pytest

from holdem_sim.engine import course, hand, lockstep, moving
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.seating import READY
from holdem_sim.engine.table import SPOT
from holdem_sim.shard import records
from holdem_sim.strategy import check_or_call
from room import Room
from sessions import Rows, by_hand, configure, game_of, play_session
from test_rules_session import mixed

HANDS = 400 if COMPILED else 150
EVEN = [0, 2, 4, 6, 8]


def second_hand(*words: str) -> Room:
    """Five players on the even seats of ten. The round began at 0; now 2 has the button, 4 and 6 the blinds."""
    room = Room(10, EVEN, 0, words)
    now = room.hand()
    assert (now.button, now.blinds) == (2, (4, 6))
    return room


@pytest.mark.parametrize(("seat", "to"), [(8, 7), (8, 9), (0, 9), (6, 5), (2, 1), (2, 9)])
def test_h_xiii_1_a_change_is_free_when_the_blinds_are_still_to_come(seat, to):
    room = second_hand()
    assert room.moves(seat, to) == (False, False)
    now = room.deal()
    assert now.debts == []
    assert now.dealt == (set(EVEN) - {seat}) | {to}


@pytest.mark.parametrize("seat", [2, 4, 6])
def test_h_xiii_1_a_change_between_two_rounds_is_free(seat):
    room = second_hand()
    room.hands(3)
    assert room.moves(seat, 7) == (False, False)
    assert room.deal().button == 0


def test_h_xiii_2_who_has_paid_neither_blind_pays_both():
    room = second_hand()
    assert room.moves(8, 3) == (True, True)
    now = room.deal()
    assert (now.button, now.blinds) == (3, (4, 6))
    assert now.debts == [(3, "post-dead", 50), (3, "post-dead", 100)]
    assert room.hand().debts == []


def test_h_xiii_2_who_has_paid_the_small_blind_pays_the_big_one_only():
    room = second_hand()
    assert room.moves(2, 5) == (False, True)
    assert room.deal().debts == [(5, "post-dead", 100)]


def test_h_xiii_2_case_a48_who_has_paid_the_big_blind_pays_the_small_one_only():
    room = second_hand()
    assert room.moves(6, 3) == (True, False)
    now = room.deal()
    assert now.debts == [(3, "post-dead", 50)]
    (event,) = [event for event in room.news() if event["kind"] == "seat-change"]
    assert (event["seat"], event["detail"][:3]) == (6, [3, 1, -1])


def test_h_xiii_2_whom_the_ante_has_left_nothing_pays_no_blinds():
    room = second_hand("rules.ante=200", "lineup.types.always-call.rebuy_below_bb=0")
    room.give({8: 160})
    assert room.moves(8, 3) == (True, True)
    now = room.deal()
    assert (3, "post-ante", 160) in now.posts and now.debts == []


def test_h_xiii_2_what_he_has_paid_in_this_round_goes_with_him():
    """He pays the small blind at 2, moves to where it comes once more, and moves past it: he has paid it."""
    room = Room(10, EVEN, 0)
    assert room.moves(2, 7) == (False, False)
    now = room.deal()
    assert (now.button, now.blinds) == (4, (6, 7))
    assert room.moves(7, 5) == (False, False)


def test_h_xiii_2_what_another_has_paid_at_his_seat_is_not_his():
    room = Room(10, EVEN, 0)
    room.table.paid_small |= 1 << 7
    room.table.paid_big |= 1 << 7
    room.comes(7)
    room.hand()
    assert 7 in room.taken and not (int(room.table.paid_small) | int(room.table.paid_big)) >> 7 & 1


def changes_of_many(room_words: list[str], chips: int) -> list[tuple[int, int, int]]:
    """In many sessions the first change after the second hand, everybody having so many chips: (to, owed, seat)."""
    found = []
    for session in range(40):
        room = second_hand("lineup.types.always-call.rebuy_below_bb=0", *room_words)
        room.table.session_id = session
        room.types["seat_change"] = 1 << 32
        room.give(dict.fromkeys(EVEN, chips))
        assert room.gather() == READY
        for event in room.news():
            if event["kind"] == "seat-change":
                to, small, big = event["detail"][:3]
                found.append((to, 50 * (small == 1) + 100 * (big == 1), event["seat"]))
    return found


def test_h_xiii_2_who_cannot_pay_what_he_would_owe_stays_where_he_is():
    assert max(owed for _, owed, _ in changes_of_many([], 10_000)) == 100
    poor = changes_of_many([], 100)
    assert len(poor) > 30 and {owed for _, owed, _ in poor} == {0, 50}


def test_h_xiii_1_under_the_dead_button_nobody_moves_between_button_and_small_blind():
    """The coming hand has its button at 4 and its small blind at 6: a player on 5 could not be dealt in."""
    assert 5 in {to for to, _, _ in changes_of_many([], 10_000)}
    assert {to for to, _, _ in changes_of_many(["rules.button=dead"], 10_000)} == {1, 3, 7, 9}


def test_h_xiii_1_habits_go_with_the_player_and_the_newcomer_comes_to_the_seat_that_is_free_now():
    """A change of seats is no new stay: H-VI.5 and H-XVI count on."""
    room = second_hand()
    assert room.gather() == READY
    table = room.table
    names = ("rebuys", "stay", "came_ms", "hands_dealt", "brought_in", "goes_ms", "wish", "full_round")
    for number, name in enumerate(names):
        table[name][8], table[name][7] = 100 + number, 200 + number
    table.arrives_ms[7] = 10**9
    player, chips = int(table.player[8]), int(table.stack[8])
    moving.change_seat(table, room.rules, room.types, room.block, 8, 7, 0, 0)
    assert [int(table[name][7]) for name in names] == list(range(100, 100 + len(names)))
    assert (int(table.player[7]), int(table.stack[7])) == (player, chips)
    assert (int(table.player[8]), int(table.stack[8])) == (-1, 0)
    assert (int(table.arrives_ms[7]), int(table.arrives_ms[8])) == (-1, 10**9)


def test_h_ii_8_h_xiii_1_of_two_the_last_big_blind_is_not_big_blind_again_wherever_he_moves():
    room = Room(10, [0, 2, 4], 0)
    room.goes(0)
    assert room.moves(4, 7) == (False, False)
    assert room.deal().blinds == (7, 2)


def test_h_xiii_2_a_newcomer_s_post_counts_as_both_blinds_paid():
    room = Room(10, EVEN, 0, ["lineup.types.always-call.entry=post"])
    room.comes(7)
    assert room.hand().debts == [(7, "post-dead", 50), (7, "post-dead", 100)]
    assert room.moves(7, 3) == (False, False)


def test_h_xiii_2_under_the_dead_button_the_old_seat_posts_nothing_and_he_pays_what_he_skips():
    room = second_hand("rules.button=dead")
    assert room.moves(6, 3) == (True, False)
    now = room.deal()
    assert (now.button, now.blinds) == (4, (None, 8))
    assert now.debts == [(3, "post-dead", 50)]


@pytest.mark.parametrize("words", [[], ["rules.button=dead"]])
def test_h_xiii_3_who_would_have_spoken_first_still_does(words):
    room = second_hand(*words)
    room.moves(0, 9)
    before = room.deal()
    assert before.first == 9
    room = second_hand(*words)
    room.moves(0, 7)  # between the small blind and the big one of the coming hand
    now = room.deal()
    assert now.first == 7
    assert room.hand().first != 7


def test_h_xiii_3_after_him_it_goes_by_the_new_seats():
    room = second_hand()
    room.moves(0, 5)
    course.start_hand(room.table, room.rules, room.types, room.block)
    order, spot = [], records(SPOT)[0]
    while room.table.actor >= 0 and room.table.street == 0:
        order.append(int(room.table.actor))
        room.table.speaker = room.table.actor
        lockstep.decide(room.table, room.rules, room.types, room.block, spot, check_or_call(), False)
    assert order == [5, 6, 8, 2, 4]
    hand.next_street(room.table, room.rules)
    assert int(room.table.actor) == 5


def test_h_xiii_3_with_straddles_the_last_blind_decides():
    room = second_hand("lineup.types.always-call.straddle=1", "rules.max_straddles=1")
    room.moves(4, 9)
    now = room.deal()
    straddle = now.seat_of("straddle")
    assert straddle is not None
    order = sorted(now.dealt, key=lambda seat: (seat - straddle - 1) % 10)
    assert now.first == order[0]


def test_h_xiii_3_who_pays_for_his_change_does_not_straddle_in_that_hand():
    room = second_hand("lineup.types.always-call.straddle=1")
    room.moves(8, 3)
    now = room.deal()
    assert now.debts and now.button == 3
    assert {seat for seat, action, _ in now.posts if action == "straddle"} == {8, 0, 2} - {8}


def lively(*more: str) -> Rows:
    words = ["seat_change=0.1", "departure=60", "arrival=30", "entry=post"]
    words = [f"lineup.types.always-call.{word}" for word in words]
    return play_session(
        game_of(configure("always-call*8", ["table.seats=9", *words, *more]), 6, [mixed()]), 0, HANDS
    )


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_h_xiii_1_h_xiii_2_over_a_session(button):
    rows = lively(f"rules.button={button}")
    actions = by_hand(rows, "actions")
    here: dict[int, dict[int, dict]] = {}
    for row in rows["seats"]:
        here.setdefault(row["hand_id"], {})[row["seat"]] = row
    ends = [row["started_s"] + row["duration_s"] for row in rows["hands"]]
    changes = [row for row in rows["events"] if row["kind"] == "seat-change"]
    assert len(changes) > HANDS // 10
    assert max(Counter(row["clock_s"] for row in changes).values()) == 1
    owed: Counter = Counter()
    for event in changes:
        now = next(n for n, row in enumerate(rows["hands"]) if row["started_s"] >= event["clock_s"])
        assert ends[now - 1] <= event["clock_s"]
        old, new = event["seat"], event["detail"][0]
        assert old not in here[now]
        mover = here[now][new]
        assert here[now - 1][old]["player_id"] == mover["player_id"]
        due = [50] * (event["detail"][1] == 1) + [100] * (event["detail"][2] == 1)
        paid = [a["amount"] for a in actions[now] if a["seat"] == new and a["action"] == "post-dead"]
        assert paid == due or mover["stack_start"] < sum(due) + 150
        assert mover["stack_start"] > sum(due)
        owed[len(due)] += 1
    assert owed[0] > owed[1] > 0


def test_h_xiii_1_a_change_is_as_frequent_as_the_rate_says():
    rows = play_session(
        game_of(
            configure("always-call*2", ["table.seats=9", "lineup.types.always-call.seat_change=0.25"]), 6
        ),
        0,
        HANDS,
    )
    changes = [row for row in rows["events"] if row["kind"] == "seat-change"]
    expected = (HANDS - 1) * (1 - 0.75**2)
    assert abs(len(changes) - expected) < 4 * expected**0.5
    assert {row["detail"][0] for row in changes} == set(range(9))
