"""Who comes back, with what, and what goes with him (H-VI.6)."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from holdem_sim import outside
from holdem_sim.engine import guests
from holdem_sim.engine.table import AWAY
from holdem_sim.shard import Job
from holdem_sim.strategy import all_in, check_or_call, strategy
from room import Room
from sessions import Rows, configure, game_of, take_rows
from test_rules_leaving import session, words
from test_rules_session import caller


def returning(seats: int, taken, *more: str) -> Room:
    return Room(seats, taken, 0, [*words("come_back=1", "away=0", "arrival=never"), *more])


def test_h_vi_6_who_comes_back_is_the_same_player_and_brings_what_he_left_with():
    room = returning(9, range(5), "rules.leave=any-hand")
    who = int(room.table.player[2])
    room.table.memory[2, :] = 7
    room.give({2: 23456})
    room.wishes(2)
    room.hand()
    seat = room.table.player.tolist().index(who)
    assert int(room.table.stack[seat]) == 23456 > 100 * 100
    assert set(room.table.memory[seat].tolist()) == {7}
    assert not room.rows.get("players")
    lines = [(r["kind"], r["amount"]) for r in room.rows["ledger"] if r["player_id"] == who]
    assert lines == [("cash-out", -23456), ("buy-in", 23456)]
    arrival = [event for event in room.news() if event["kind"] == "arrival"]
    assert [event["detail"][0] for event in arrival] == [1]


def test_h_vi_6_he_brings_the_late_minimum_at_least_and_no_more_than_the_maximum_of_his_own_accord():
    for left, usual, brought in ((300, "10", 2000), (300, "250", 10000), (4000, "30", 4000), (0, "10", 2000)):
        room = returning(9, range(5), "rules.leave=any-hand", *words(f"buy_in_bb={usual}"))
        room.give({2: left})
        room.wishes(2)
        room.hand()
        assert [r["amount"] for r in room.rows["ledger"] if r["kind"] == "buy-in"] == [brought]


def test_h_vi_6_for_everything_else_he_is_a_newcomer():
    room = returning(9, [0, 1, 2, 3, 4, 5, 6, 7, 8], "rules.leave=any-hand")
    room.table.rebuys[2] = 3
    room.wishes(2)
    now = room.hand()
    assert 2 in room.taken and 2 not in now.dealt
    assert int(room.table.rebuys[2]) == int(room.table.full_round[2]) == int(room.table.hands_dealt[2]) == 0
    assert int(room.table.waiting[2]) == 1


def test_h_vi_6_as_many_come_back_as_the_rate_says_after_the_mean_time_away():
    room = Room(9, range(5), 0, words("come_back=0.3", "away=45"))
    table, away = room.table, []
    for player in range(2000):
        guests.no_guests(table)
        table.player[2] = player
        guests.go_away(table, room.rules, room.types, 2)
        back = table.guest_state == guests.IS_AWAY
        away += ((table.guest_due_ms[back] - table.clock_ms) / 60_000).tolist()
    assert abs(len(away) - 600) < 4 * (2000 * 0.21) ** 0.5
    assert abs(np.mean(away) - 45) < 4 * 45 / len(away) ** 0.5


def test_h_vi_6_nobody_who_comes_back_is_a_new_player():
    settings = ["departure=20", "come_back=0.5", "away=10", "arrival=1"]
    rows = session(caller, *settings, seats=9, more=["rules.leave=any-hand"])
    ids = [row["player_id"] for row in rows["players"]]
    assert len(set(ids)) == len(ids)
    bought = [line["player_id"] for line in rows["ledger"] if line["kind"] == "buy-in"]
    assert len(bought) > len(set(bought)) and set(bought) == set(ids)


def test_h_vi_6_who_has_been_away_longest_is_forgotten_first():
    room = Room(
        9, range(3), 0, [*words("come_back=1", "away=100000", "arrival=never"), "rules.leave=any-hand"]
    )
    for number in range(AWAY + 3):
        room.table.type[5], room.table.player[5], room.table.stack[5] = 0, 1000 + number, 500
        room.wishes(5)
        room.hand()
    assert sorted(room.table.guest_player[room.table.guest_state == 1].tolist()) == list(
        range(1003, 1003 + AWAY)
    )


MEMORY = np.dtype([("owner", "i8"), ("hands", "i8")])


@strategy(memory=MEMORY)
def compiled_rememberer():
    def decide(spot):
        me = spot.players[spot.seat] + 1
        if spot.memory.owner == 0:
            spot.memory.owner = me
        if spot.memory.owner != me:
            return all_in()
        return check_or_call()

    return decide


LIVELY = ["departure=10", "come_back=1", "away=10", "seat_change=0.2", "arrival=20", "walk_in=10"]


def test_h_vi_6_h_xiii_1_memory_goes_with_the_player_in_compiled_strategies():
    rows = session(compiled_rememberer, *LIVELY, seats=6, more=["rules.leave=any-hand"])
    kinds = [row["kind"] for row in rows["events"]]
    assert kinds.count("seat-change") > 5
    assert sum(row["kind"] == "arrival" and row["detail"][0] == 1 for row in rows["events"]) > 5
    assert not [row for row in rows["actions"] if row["action"] in ("bet", "raise")]


@pytest.mark.parametrize("most", [2, 100])
def test_h_vi_6_h_xiii_1_memory_goes_with_the_player_in_plain_python(most, monkeypatch):
    monkeypatch.setattr(outside, "MOST_MEMORIES", most)
    owners: dict[int, set[int]] = defaultdict(set)
    decided: dict[int, int] = defaultdict(int)

    @strategy(compiled=False, memory=MEMORY)
    def rememberer():
        def decide(spot):
            me = spot.players[spot.seat] + 1
            if spot.memory.owner == 0:
                spot.memory.owner = me
            owners[me].add(spot.memory.owner)
            assert spot.memory.hands == decided[me]
            spot.memory.hands += 1
            decided[me] += 1
            return check_or_call()

        return decide

    config = configure("always-call*6", ["table.seats=6", "rules.leave=any-hand", *words(*LIVELY)])

    class Kept(outside.SideBySide):
        def empty(self, slot, session=None, last=False):
            take_rows(self.blocks[slot], rows)

    rows: Rows = defaultdict(list)
    player = Kept(game_of(config, 3, [rememberer()]), None, Job(0, 0, (80, 80)))
    player.play()
    assert sum(row["kind"] == "seat-change" for row in rows["events"]) > 5
    assert sum(row["kind"] == "arrival" and row["detail"][0] == 1 for row in rows["events"]) > 3
    assert len(owners) > 12
    assert all(names == {me} for me, names in owners.items())
