"""Who may leave when (H-VI.5, H-VI.8)."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.seating import OVER
from holdem_sim.schema import DEPARTURE_REASONS
from room import Room
from sessions import Rows, configure, game_of, play_session
from test_rules_session import caller, mixed, pusher

HANDS = 300 if COMPILED else 120
TYPE = "lineup.types.always-call."


def words(*settings: str) -> list[str]:
    return [TYPE + setting for setting in settings]


def session(brain, *settings: str, seats: int = 6, hands: int = HANDS, more=(), seed: int = 3) -> Rows:
    config = configure(f"always-call*{seats}", [f"table.seats={seats}", *more, *words(*settings)])
    return play_session(game_of(config, seed, [brain()]), 0, hands)


def departures(rows: Rows) -> list[tuple[float, int, str]]:
    """(clock, seat, reason) of everybody who left."""
    left = [row for row in rows["events"] if row["kind"] == "departure"]
    return [(row["clock_s"], row["seat"], DEPARTURE_REASONS[row["detail"][0]]) for row in left]


# -- rounds


def test_h_vi_5_a_player_with_chips_leaves_when_the_button_comes_back():
    room = Room(9, range(4), 0)
    room.wishes(2)
    for _ in range(3):
        room.hand()
        assert 2 in room.taken
    now = room.hand()
    assert 2 not in room.taken
    assert (now.button, now.blinds) == (0, (1, 3))
    assert room.rows["ledger"][-1]["amount"] == -10000


def test_h_vi_5_a_round_ends_too_when_the_button_passes_the_seat_where_it_began():
    room = Room(9, range(5), 0)
    room.goes(0)
    room.wishes(3)
    assert [room.hand().button for _ in range(4)] == [1, 2, 3, 4]
    assert 3 in room.taken
    now = room.hand()
    assert now.button == 1 and room.taken == {1, 2, 4}
    # The next round begins where the button landed.
    room.wishes(4)
    assert [room.hand().button for _ in range(2)] == [2, 4]
    assert 4 in room.taken
    room.hand()
    assert room.taken == {1, 2}


def test_h_vi_5_a_newcomer_plays_a_full_round_first():
    room = Room(9, [0, 1, 2, 4], 0)
    room.comes(3)
    room.hands(2)
    room.wishes(3)
    begun = room.hand()
    assert (begun.button, 3 in begun.dealt) == (4, True)
    assert room.hand().button == 0  # a round ends, but not one that was full since his first hand
    assert 3 in room.taken
    assert [room.hand().button for _ in range(4)] == [1, 2, 3, 4]
    assert 3 in room.taken
    room.hand()
    assert 3 not in room.taken


def test_h_vi_5_who_has_not_been_dealt_in_yet_does_not_leave_with_his_chips():
    room = Room(9, range(4), 0)
    room.hands(2)
    room.comes(8)
    room.hand()
    room.wishes(8)
    now = room.hand()  # the round ends, and the button passes him
    assert now.button == 0 and 8 in now.dealt


def test_h_vi_5_a_round_that_begins_with_his_first_hand_is_full():
    room = Room(9, [0, 1, 2, 3], 0)
    room.hands(3)
    room.comes(8)
    begun = room.hand()
    assert begun.button == 0 and 8 in begun.dealt
    room.wishes(8)
    room.hands(4)
    assert 8 in room.taken
    room.hand()
    assert 8 not in room.taken


def test_h_vi_5_who_has_no_chips_leaves_at_once_and_who_wants_to_leave_buys_none():
    room = Room(9, range(5), 0)
    room.wishes(3)
    room.give({3: 0, 4: 0})
    room.hand()
    assert room.taken == {0, 1, 2, 4}
    rebuys = [(row["seat"], row["amount"]) for row in room.rows["ledger"] if row["kind"] == "rebuy"]
    assert rebuys == [(4, 10000)]
    (event,) = [event for event in room.news() if event["kind"] == "departure"]
    assert DEPARTURE_REASONS[event["detail"][0]] == "broke"


def test_h_vi_5_any_hand_lets_players_leave_between_any_two_hands():
    room = Room(9, range(5), 0, ["rules.leave=any-hand"])
    room.wishes(2)
    assert room.hand().dealt == {0, 1, 3, 4}


def test_h_vi_5_a_round_ends_too_when_somebody_leaves_and_the_button_goes_further():
    """The button would have come to 3, who leaves: it comes to 0, where the round began."""
    room = Room(9, range(4), 0, ["rules.leave=any-hand"])
    room.hands(2)
    room.wishes(3)
    assert room.hand().button == 0
    room.gather()
    assert int(room.table.round_no) == 2
    assert (int(room.table.paid_small), int(room.table.paid_big)) == (1 << 1, 1 << 2)


def test_h_vi_5_a_new_draw_begins_a_new_round():
    room = Room(9, range(3), 0, words("arrival=never"))
    room.hand()
    room.goes(0, 1)
    room.comes(5)
    drawn = room.hand()
    room.wishes(2)
    assert drawn.dealt == {2, 5}
    before = int(room.table.round_no)
    other = room.hand()
    assert (int(room.table.round_no), int(room.table.round_seat)) == (before + 1, drawn.button)
    assert other.button != drawn.button and 2 in room.taken
    assert room.gather() == OVER
    assert room.taken == {5}


def rounds_of(rows: Rows) -> tuple[list[int], list[int]]:
    """By hand: the number of its round, and whether it begins one; told by the recorded buttons alone."""
    drawn = {row["clock_s"] for row in rows["events"] if row["kind"] == "button-draw"}
    numbers, begins = [1], [1]
    start = rows["hands"][0]["button_seat"]
    for before, now in pairwise(rows["hands"]):
        old, new = before["button_seat"], now["button_seat"]
        passed = [(old + step) % 10 for step in range(1, (new - old - 1) % 10 + 2)]
        fresh = now["started_s"] in drawn or start in passed
        start = new if fresh else start
        numbers.append(numbers[-1] + fresh)
        begins.append(int(fresh))
    return numbers, begins


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_h_vi_5_nobody_with_chips_leaves_before_the_end_of_a_full_round(button):
    rows = session(
        mixed,
        *["departure=10", "stop_win_bb=50", "stop_loss_bb=150", "arrival=8", "entry=post"],
        seats=9,
        more=[f"rules.button={button}"],
    )
    numbers, begins = rounds_of(rows)
    first: dict[int, int] = {}
    for row in rows["seats"]:
        first.setdefault(row["player_id"], row["hand_id"])
    left = [row for row in rows["ledger"] if row["kind"] == "cash-out" and row["hand_no"] < HANDS]
    assert len(left) > 15
    for line in left:
        hand_no, came = line["hand_no"], first[line["player_id"]]
        assert begins[hand_no], "he leaves between two rounds"
        full = numbers[came] + (0 if begins[came] else 1)
        assert numbers[hand_no - 1] >= full
    clocks = {row["clock_s"] for row in left}
    reasons = {reason for clock, _, reason in departures(rows) if clock in clocks}
    assert {"time to go", "stop-win"} <= reasons


# -- habits


def stays(rows: Rows) -> dict[int, tuple[int, int]]:
    """player_id: (hands dealt, rounds begun while he was dealt in)."""
    hands: dict[int, int] = defaultdict(int)
    for row in rows["seats"]:
        hands[row["player_id"]] += 1
    return dict(hands)


def test_h_vi_5_stay_hands_is_the_first_end_of_a_round_after_so_many_hands():
    rows = session(caller, "stay_hands=20", "arrival=never", more=["session.hands=100"])
    hands = stays(rows)
    assert [reason for _, _, reason in departures(rows)] == ["hands"] * 6
    assert set(hands.values()) == {24}
    assert len(rows["hands"]) == 24


def test_h_vi_5_stay_hours_wants_to_leave_after_so_long():
    rows = session(caller, "stay_hours=1", "arrival=never")
    ((clock, reason),) = {(clock, reason) for clock, _, reason in departures(rows)}
    assert reason == "hours"
    assert 3_600_000 <= clock < 3_600_000 + 7 * 200_000


def test_h_vi_5_who_wants_company_leaves_after_a_hand_with_too_few():
    """Two of six go broke at once in most of these all-in hands; who is left gets up when three are left."""
    rows = session(pusher, "company=4", "max_rebuys=0", "arrival=never", more=["rules.leave=any-hand"])
    dealt = [row["players_dealt"] for row in rows["hands"]]
    assert min(dealt[:-1], default=6) >= 4 > dealt[-1] or dealt[-1] >= 4
    left = [(clock, seat) for clock, seat, reason in departures(rows) if reason == "too few"]
    with_chips = {
        row["seat"] for row in rows["seats"] if row["hand_id"] == len(dealt) - 1 and row["stack_end"]
    }
    assert {seat for _, seat in left} == (with_chips if dealt[-1] < 4 else set())
    assert left or len(with_chips) < 2


def test_h_vi_5_enough_company_keeps_everybody():
    rows = session(caller, "company=6", "arrival=never", hands=60)
    assert departures(rows) == [] and len(rows["hands"]) == 60


@pytest.mark.parametrize(("sign", "reason"), [(-1, "stop-loss"), (1, "stop-win")])
def test_h_vi_5_stop_loss_and_stop_win_look_at_all_chips_brought_in(sign, reason):
    limit = f"{reason.replace('-', '_')}_bb=120"
    rows = session(mixed, limit, "arrival=10", "rebuy_below_bb=50", more=["rules.leave=any-hand"])
    bought: dict[int, int] = defaultdict(int)
    out: dict[int, int] = {}
    for line in rows["ledger"]:
        if line["kind"] in ("buy-in", "rebuy"):
            bought[line["player_id"]] += line["amount"]
        elif line["kind"] == "cash-out" and line["hand_no"] < HANDS:
            out[line["player_id"]] = -line["amount"]
    assert len(out) > 3
    assert all(sign * (chips - bought[player]) >= 12000 for player, chips in out.items())
    reasons = {why for _, _, why in departures(rows)}
    assert reason in reasons and reasons <= {reason, "broke"}
    final = {line["player_id"]: -line["amount"] for line in rows["ledger"] if line["kind"] == "cash-out"}
    before_last = [player for player in final if player not in out]
    assert before_last  # who was still there had no reason to go before the last hand
    ends = {r["player_id"]: r["stack_start"] for r in rows["seats"] if r["hand_id"] == HANDS - 1}
    assert all(sign * (ends[player] - bought[player]) < 12000 for player in before_last if player in ends)


def test_h_vi_5_departure_is_the_mean_time_until_he_wants_to_leave():
    rows = session(
        caller, "departure=30", "arrival=0", "rebuy_below_bb=99", seats=9, more=["rules.leave=any-hand"]
    )
    came: dict[int, float] = {}
    lengths = []
    arrivals = [row for row in rows["events"] if row["kind"] in ("arrival", "departure")]
    for row in arrivals:
        if row["kind"] == "arrival":
            came[row["seat"]] = row["clock_s"]
        else:
            lengths.append((row["clock_s"] - came[row["seat"]]) / 60_000)
    assert len(lengths) > 50
    assert abs(np.mean(lengths) - 31) < 4 * 30 / np.sqrt(len(lengths)) + 1


def test_h_vi_8_who_does_not_play_does_not_keep_the_seat():
    rows = session(pusher, "max_rebuys=0", "arrival=never", "come_back=0")
    dealt: dict[int, list[int]] = defaultdict(list)
    for row in rows["seats"]:
        dealt[row["hand_id"]].append(row["seat"])
    gone: set[int] = set()
    events = sorted((row["clock_s"], row["seat"]) for row in rows["events"] if row["kind"] == "departure")
    for row in rows["hands"]:
        gone |= {seat for clock, seat in events if clock <= row["started_s"]}
        assert not gone & set(dealt[row["hand_id"]])
        assert set(dealt[row["hand_id"]]) | gone == set(range(6))
