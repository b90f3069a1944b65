"""Changing seats, what it costs, and who speaks first after it (H-XIII)."""

from __future__ import annotations

from collections import Counter

import pytest

from holdem_sim.engine import hand, lockstep
from holdem_sim.engine.jit import COMPILED
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
    lockstep.start_hand(room.table, room.rules, room.types, room.block)
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
