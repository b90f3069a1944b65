"""Who may sit at the table, and in which order those come in who wait (H-VI.1, H-VI.9)."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.seating import BLOCK_FULL, OVER, READY
from holdem_sim.engine.table import QUEUE
from holdem_sim.errors import UsageError
from room import Room
from sessions import Rows, configure, game_of, play_session
from test_rules_session import caller, pusher

HANDS = 300 if COMPILED else 120
WALKS = ["lineup.types.always-call.walk_in=100000", "lineup.types.always-call.arrival=never"]
APART = "rules.separate_parties=true"


def visits(room: Room) -> list[tuple]:
    """What happened to visitors: (kind, seat, type, place on the list, whether he comes back)."""
    kinds = ("arrival", "departure", "waiting", "gave-up", "refused")
    return [(e["kind"], e["seat"], *e["detail"][:3]) for e in room.news() if e["kind"] in kinds]


# -- the waiting list


def test_h_vi_1_who_finds_a_free_seat_takes_it():
    room = Room(6, range(5), 0, WALKS)
    room.walks_in()
    now = room.hand()
    assert room.taken == set(range(6)) and 5 not in now.dealt
    assert visits(room) == [("arrival", 5, -1, -1, -1)]
    assert int(room.table.stack[5]) == 10000


def test_h_vi_1_who_finds_none_waits_and_the_first_on_the_list_gets_the_next_one():
    room = Room(6, range(6), 0, WALKS)
    for place in (1, 2):
        room.walks_in()
        room.hand()
        assert visits(room) == [("waiting", -1, 0, place, -1)]
    room.goes(2)
    room.hand()
    assert visits(room) == [("departure", 2, 0, -1, -1), ("arrival", 2, -1, -1, -1)]
    room.walks_in()
    room.hand()
    assert visits(room) == [("waiting", -1, 0, 2, -1)]


@pytest.mark.parametrize(("newcomer", "walk_in", "waits"), [(5_000, 4_000, True), (4_000, 5_000, False)])
def test_h_vi_1_the_clock_decides_between_a_seat_s_own_newcomer_and_who_walks_in(newcomer, walk_in, waits):
    """One seat is free: its newcomer came so many ms ago, and somebody of his own accord so many."""
    room = Room(6, range(5), 0, WALKS)
    room.table.clock_ms += 10_000
    room.comes(5)
    room.table.arrives_ms[5] -= newcomer
    room.walks_in()
    room.table.walk_in_ms -= walk_in
    room.hand()
    seen = [("arrival", 5, -1, -1, -1), ("waiting", -1, 0, 1, -1)]
    assert visits(room) == seen[: 1 + waits]


def test_h_vi_1_patience_ends_and_no_patience_does_not_wait():
    room = Room(6, range(6), 0, [*WALKS, "lineup.types.always-call.patience=2"])
    room.walks_in()
    room.hand()
    room.table.clock_ms += 60_000
    room.hand()
    assert [kind for kind, *_ in visits(room)] == ["waiting"]
    room.table.clock_ms += 60_000
    room.goes(3)
    room.hand()
    assert visits(room) == [("departure", 3, 0, -1, -1), ("gave-up", -1, 0, -1, -1)]
    # He came and gave up while one hand was played.
    room = Room(6, range(6), 0, [*WALKS, "lineup.types.always-call.patience=2"])
    room.table.clock_ms += 600_000
    room.walks_in()
    room.table.walk_in_ms -= 120_000
    room.hand()
    assert [kind for kind, *_ in visits(room)] == ["waiting", "gave-up"]
    room = Room(6, range(6), 0, [*WALKS, "lineup.types.always-call.patience=0"])
    room.walks_in()
    room.hand()
    assert visits(room) == []


def test_h_vi_1_the_list_has_so_many_places_and_no_more():
    room = Room(6, range(6), 0, [*WALKS, "lineup.types.always-call.patience=unlimited"])
    for _ in range(QUEUE + 2):
        room.walks_in()
        room.hand()
    assert [place for *_, place, _ in visits(room)] == list(range(1, QUEUE + 1))


def test_h_vi_1_a_seat_filled_from_the_list_has_no_newcomer_of_its_own():
    room = Room(6, range(6), 0, [WALKS[0], "lineup.types.always-call.arrival=30"])
    room.walks_in()
    room.hand()
    room.goes(1)
    room.hand()
    assert 1 in room.taken and int(room.table.arrives_ms[1]) == -1
    room.goes(4)
    room.hand()
    assert 4 not in room.taken
    room.table.clock_ms = int(room.table.arrives_ms[4])
    room.hand()
    assert 4 in room.taken


def test_h_vi_6_who_comes_back_to_a_full_table_waits_with_what_he_left_with():
    words = ["come_back=1", "away=0", "arrival=0", "walk_in=100000"]
    room = Room(6, range(6), 0, ["rules.leave=any-hand", *(f"lineup.types.always-call.{w}" for w in words)])
    who = int(room.table.player[2])
    room.walks_in()
    room.hand()
    room.give({2: 15000})
    room.wishes(2)
    room.hand()
    events = visits(room)
    assert events[-3:] == [
        ("departure", 2, 2, -1, -1),
        ("arrival", 2, -1, -1, -1),
        ("waiting", -1, 0, 1, 1),
    ]
    room.goes(5)
    room.hand()
    assert int(room.table.player[5]) == who and int(room.table.stack[5]) == 15000
    assert ("arrival", 5, 1, -1, -1) in visits(room)


def test_h_vi_6_every_stay_is_drawn_anew():
    """How long he stays, and whether he comes back: not as the last time."""
    words = [
        f"lineup.types.always-call.{w}" for w in ("come_back=0.5", "away=0", "arrival=never", "departure=60")
    ]
    times, stays = set(), []
    for player in range(40):
        room = Room(6, range(5), 0, ["rules.leave=any-hand", *words])
        room.table.player[2] = 900 + player
        stays.append(0)
        while 900 + player in room.table.player.tolist():
            seat = room.table.player.tolist().index(900 + player)
            if stays[-1] > 0:
                times.add(int(room.table.goes_ms[seat] - room.table.came_ms[seat]))
            stays[-1] += 1
            room.wishes(seat)
            room.gather()
    assert len(times) == sum(stays) - 40 > 20
    assert {1, 2, 3} <= set(stays)


def test_h_vi_1_walk_ins_come_as_often_as_the_mean_says():
    words = ["walk_in=4", "patience=0", "arrival=never", "departure=10"]
    config = configure(
        "always-call*9", ["rules.leave=any-hand", *(f"lineup.types.always-call.{word}" for word in words)]
    )
    game = game_of(config, 2, [caller()])
    rows = play_session(game, 0, HANDS)
    came = sum(row["kind"] == "arrival" for row in rows["events"]) - 9
    minutes = rows["events"][-1]["clock_s"] / 60_000
    expected = minutes / 4  # the table is never full for long
    assert 0.6 * expected < came < expected + 4 * expected**0.5


def test_h_vi_1_types_walk_in_in_proportion_to_their_rates():
    words = ["rules.leave=any-hand", "table.seats=9"]
    for name, mean in (("always-call", 2), ("always-fold", 8)):
        words += [
            f"lineup.types.{name}.{word}"
            for word in (f"walk_in={mean}", "patience=0", "arrival=never", "departure=5")
        ]
    rows = play_session(game_of(configure("always-call,always-fold", words), 4), 0, HANDS)
    came = Counter(row["type"] for row in rows["players"][2:])
    total = sum(came.values())
    assert total > 50
    assert abs(came[1] - total / 5) < 4 * (total * 0.16) ** 0.5


def test_h_vi_1_a_session_is_the_same_however_often_its_block_is_emptied():
    """Facts are taken away in the middle of receiving people: what happens is the same."""
    words = [f"lineup.types.always-call.{word}" for word in LIVELY]
    whole = Room(6, range(6), 0, words)
    parts = Room(6, range(6), 0, words)
    for _ in range(40):
        whole.hand()
        parts.block.events_rows = 900  # nearly full
        kept = []
        while (state := parts.gather()) == BLOCK_FULL:
            kept += rows_after(parts, 900)
            parts.block.events_rows = 0
        assert state == READY
        parts.deal()
        parts.rows.pop("events", None)
        whole.table.clock_ms += 600_000
        parts.table.clock_ms += 600_000
    assert whole.table.player.tolist() == parts.table.player.tolist()
    assert whole.table.stack.tolist() == parts.table.stack.tolist()
    assert whole.table.guest_order.tolist() == parts.table.guest_order.tolist()


LIVELY = [
    "walk_in=1",
    "patience=5",
    "departure=20",
    "come_back=0.5",
    "away=10",
    "arrival=10",
    "seat_change=0.1",
]


def rows_after(room: Room, mark: int) -> list:
    return room.block.events.kind[mark : int(room.block.events_rows)].tolist()


# -- parties


def party_config(*more: str, seats: int = 6):
    words = [f"table.seats={seats}", APART, 'lineup.types.always-call.party="friends"', *more]
    return words


def test_h_vi_9_one_of_the_lineup_who_may_not_sit_is_refused_and_his_seat_stays_empty():
    config = configure("always-call*2,always-fold*4", party_config())
    rows = play_session(game_of(config, 1), 0, 20)
    refused = [row for row in rows["events"] if row["kind"] == "refused"]
    assert [(row["seat"], row["detail"][0]) for row in refused] == [(-1, 0)]
    assert {row["seat"] for row in rows["seats"]} == {0, 2, 3, 4, 5}


def test_h_vi_9_without_the_option_parties_sit_together():
    words = [word for word in party_config() if word != APART]
    rows = play_session(game_of(configure("always-call*2,always-fold*4", words), 1), 0, 5)
    assert {row["seat"] for row in rows["seats"]} == set(range(6))


def test_h_vi_9_seats_filled_by_share_are_filled_with_who_may_sit():
    words = [APART, "lineup.types.nit.share=50", 'lineup.types.nit.party="friends"']
    words += ["lineup.types.loose-aggressive.share=50", 'lineup.types.loose-aggressive.party="friends"']
    config = configure(None, words, lineup="regulars")
    names = list(config.lineup.types)
    game = game_of(config, 1)
    friends = {names.index("nit"), names.index("loose-aggressive")}
    seen = Counter()
    for number in range(12):
        rows = play_session(game, number, 1)
        types = [row["type"] for row in rows["players"]]
        assert len(types) == 9
        together = [type_ for type_ in types if type_ in friends]
        assert len(together) <= 1
        seen.update(together)
        assert not [row for row in rows["events"] if row["kind"] == "refused"]
    assert len(seen) == 2


@pytest.mark.parametrize("seed", range(3))
def test_h_vi_9_two_of_a_party_never_sit_at_one_table(seed):
    words = [APART, "rules.leave=any-hand", "table.seats=6"]
    for name, party in (("always-call", "red"), ("always-fold", "red"), ("uniform-random", "blue")):
        habits = ["walk_in=10", "patience=20", "departure=20", "come_back=0.7", "away=10", "arrival=3"]
        words += [f"lineup.types.{name}.{habit}" for habit in (*habits, f"party={party}")]
    config = configure("always-call,always-fold,uniform-random,nit*2", words)
    parties = {name: kind.party for name, kind in config.lineup.types.items()}
    names = list(parties)
    rows = play_session(game_of(config, seed), 0, HANDS)
    kind = {row["player_id"]: names[row["type"]] for row in rows["players"]}
    at: dict[int, list] = defaultdict(list)
    for row in rows["seats"]:
        at[row["hand_id"]].append(parties[kind[row["player_id"]]])
    for hand in at.values():
        known = [party for party in hand if party]
        assert len(set(known)) == len(known)
    assert {"refused", "waiting"} & {row["kind"] for row in rows["events"]}


def test_h_vi_9_a_lineup_that_can_never_play_is_refused():
    with pytest.raises(UsageError, match="no more than 1 of the lineup may sit together"):
        configure("always-call*6", party_config())
    words = [word.replace("always-call", "nit") for word in party_config()]
    assert configure("nit*2,maniac*2,always-call", words).rules.separate_parties
    types = [f'lineup.types.{name}.party="all"' for name in ("tight-aggressive", "nit", "loose-aggressive")]
    with pytest.raises(UsageError, match=r"session\.min_players = 2"):
        configure(None, [APART, *types], lineup="regulars")


def test_h_vi_9_a_game_that_nobody_may_join_ends():
    words = party_config(
        "lineup.types.always-call.walk_in=5", "lineup.types.always-fold.max_rebuys=0", seats=2
    )
    words += ["lineup.types.always-fold.arrival=never", "buy_in.max_bb=10", "buy_in.late_min_bb=10"]
    config = configure("always-call,always-fold", [*words, "lineup.types.always-fold.rebuy_below_bb=0"])
    rows: Rows = play_session(game_of(config, 1, [pusher(), pusher()]), 0, 400)
    assert len(rows["hands"]) < 400
    assert [row["kind"] for row in rows["events"]][-1] == "session-closed"
    assert sum(row["kind"] == "refused" for row in rows["events"]) > 100
    assert sum(row["amount"] for row in rows["ledger"]) == 0


def test_h_vi_1_the_last_one_waits_for_others_and_then_the_game_is_over():
    room = Room(6, range(2), 0, ["lineup.types.always-call.arrival=never"])
    room.goes(1)
    assert room.gather() == OVER
    assert [event["kind"] for event in room.news()] == ["departure", "game-broken"]


def test_h_vi_1_a_table_without_habits_needs_nothing_of_the_code_for_them():
    plain = game_of(configure("always-call*6", ["table.seats=6", "rules.button=dead"]))
    assert int(plain.rules.hook_company) == 0
    for habit in (
        "departure=10",
        "stay_hands=5",
        "stop_win_bb=5",
        "walk_in=9",
        "come_back=0.1",
        "seat_change=0.1",
    ):
        words = ["table.seats=6", f"lineup.types.always-call.{habit}"]
        assert int(game_of(configure("always-call*6", words)).rules.hook_company) != 0
