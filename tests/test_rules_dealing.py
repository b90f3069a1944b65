"""Misdeals and what is put right after a hand (H-VII.0, H-VII.1, H-VII.3, H-VI.10)."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from dealing import HANDS, LINEUP, MISDEALS, MOST, POCKET_MISDEALS, errors, of_kind, session, without_clock
from holdem_sim.engine import course, hooks
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.table import BLOCK, TABLE
from holdem_sim.shard import records
from holdem_sim.strategy import check_or_call, raise_to
from sessions import Rows, by_hand, configure, game_of
from watched import Watched


@pytest.fixture(scope="module")
def fair() -> Rows:
    """The session that the others are compared with: no errors."""
    return session()


@pytest.fixture(scope="module", params=MISDEALS)
def spoiled(request) -> tuple[str, Rows]:
    """A session with one error that makes every deal void, as often as a hand can be."""
    return request.param, session(errors(1, request.param))


def test_h_vii_1_every_misdeal_is_an_event_and_the_hand_is_dealt_again(spoiled):
    kind, rows = spoiled
    events = of_kind(rows, kind)
    assert len(rows["hands"]) == HANDS
    for hand in rows["hands"]:
        told = events[hand["hand_id"]]
        reached = kind in POCKET_MISDEALS or len(told) == MOST or hand["last_street"] == "preflop"
        assert reached and hand["misdeals"] == len(told) <= MOST
        street = "preflop" if kind in POCKET_MISDEALS else "flop"
        assert {e["street"] for e in told} <= {street}
    assert max(hand["misdeals"] for hand in rows["hands"]) == MOST


def test_h_vii_1_chips_go_back_and_a_void_hand_leaves_no_action(spoiled, fair):
    _, rows = spoiled
    stacks: dict[int, int] = {}
    added = defaultdict(int)
    for line in rows["ledger"]:
        added[line["player_id"], line["hand_no"]] += line["amount"]
    seats, actions, pots = (by_hand(rows, name) for name in ("seats", "actions", "pots"))
    for hand in rows["hands"]:
        for seat in seats[hand["hand_id"]]:
            player = seat["player_id"]
            assert seat["stack_start"] == stacks.get(player, 0) + added[player, hand["hand_no"]]
            assert seat["stack_end"] == seat["stack_start"] + seat["net"]
            stacks[player] = seat["stack_end"]
        played = actions[hand["hand_id"]]
        assert [a["seq"] for a in played] == list(range(len(played)))
        assert Counter(a["action"] for a in played)["post-big-blind"] == 1
        assert sum(s["contributed"] for s in seats[hand["hand_id"]]) == hand["pot"]
        assert sum(p["amount"] for p in pots[hand["hand_id"]]) == hand["pot"]
    assert sum(line["amount"] for line in rows["ledger"]) == 0


def test_case_a71_no_tax_for_what_was_void(spoiled):
    """The tax of the session is that of the pots that were played to the end, and each paid once."""
    _, rows = spoiled
    (line,) = [r for r in rows["ledger"] if r["kind"] == "tax"]
    assert -line["amount"] == sum(h["tax"] for h in rows["hands"]) == sum(p["tax"] for p in rows["pots"])
    assert len(by_hand(rows, "pots")) == HANDS


def test_h_vii_1_the_button_stays_and_the_blinds_are_posted_by_the_same(spoiled, fair):
    _, rows = spoiled
    buttons = [hand["button_seat"] for hand in rows["hands"]]
    steps = {(b - a) % 5 for a, b in pairwise(buttons)}
    assert steps <= {1, 2} and buttons[0] == fair["hands"][0]["button_seat"]
    first = [a for a in rows["actions"] if a["hand_id"] == 0 and a["action"].startswith("post")]
    assert [(a["seat"], a["action"]) for a in first] == [
        (a["seat"], a["action"])
        for a in fair["actions"]
        if a["hand_id"] == 0 and a["action"].startswith("post")
    ]


def test_h_vii_1_a_hand_dealt_again_has_other_cards_and_takes_its_time(spoiled, fair):
    kind, rows = spoiled
    again = {h["hand_id"]: h["misdeals"] for h in rows["hands"]}
    pockets = defaultdict(list)
    for source in (fair, rows):
        for seat in source["seats"]:
            pockets[seat["hand_id"], seat["seat"]].append(tuple(seat["hole_cards"]))
    both = [(again[hand], pair) for (hand, _), pair in pockets.items() if len(pair) == 2]
    same = sum(a == b for times, (a, b) in both if times)
    assert len(both) > HANDS and same <= len(both) // 50
    for hand in rows["hands"]:
        acted = [a for a in rows["actions"] if a["hand_id"] == hand["hand_id"]]
        decided = sum(not a["action"].startswith(("post", "straddle")) for a in acted)
        streets = ["preflop", "flop", "turn", "river"].index(hand["last_street"])
        least = 45_000 * (hand["misdeals"] + 1) + 60_000 * hand["misdeals"]
        least += 3_500 * decided + 4_000 * streets + 15_000 * hand["showdown"]
        assert hand["duration_s"] >= least
        if kind in POCKET_MISDEALS:
            assert hand["duration_s"] == least


def test_h_vii_1_the_events_name_the_seats_and_cards_involved(spoiled):
    kind, rows = spoiled
    dealt = {h: {s["seat"] for s in seats} for h, seats in by_hand(rows, "seats").items()}
    cards = []
    for hand_id, events in of_kind(rows, kind).items():
        for event in events:
            named = [card for card in event["detail"] if card >= 0]
            assert len(set(named)) == len(named) == {"two-cards-face-up": 2, "wrong-button": 0}.get(kind, 1)
            assert event["detail"][: len(named)] == named
            cards += named
            if kind in ("wrong-back", "duplicate-card", "two-cards-face-up"):
                assert event["seat"] == -1
            elif kind == "dealt-to-absent":
                assert 0 <= event["seat"] < 5 and event["seat"] not in dealt[hand_id]
            else:
                assert event["seat"] in dealt[hand_id]
            if kind == "wrong-button":
                assert event["seat"] != rows["hands"][hand_id]["button_seat"]
    assert kind == "wrong-button" or len(set(cards)) > 40


def test_h_vii_1_nobody_is_absent_at_a_full_table():
    rows = session(errors(1, "dealt-to-absent"), "always-call*3", seats=3)
    assert not of_kind(rows, "dealt-to-absent") and all(h["misdeals"] == 0 for h in rows["hands"])


def test_h_vii_1_two_players_are_dealt_again_too():
    rows = session(errors(0.3, *MISDEALS), "always-call*2", seats=2, hands=40)
    assert sum(h["misdeals"] for h in rows["hands"]) > 40
    for hand in rows["hands"]:
        (big,) = [
            a for a in rows["actions"] if a["hand_id"] == hand["hand_id"] and a["action"] == "post-big-blind"
        ]
        assert big["seat"] == 1 - hand["button_seat"]


@pytest.mark.parametrize("kind", POCKET_MISDEALS)
def test_case_a71_the_kernel_gives_every_chip_back(kind):
    """One call after the deal: stacks are as before the posts, and the actions are taken back."""
    config = configure("always-call*4", ["table.seats=5", "rules.ante=10", *errors(1, kind)])
    game = game_of(config, 7)
    table, block = records(TABLE)[0], records(BLOCK)[0]
    table.player[:] = [0, 1, 2, 3, *[-1] * 6]
    table.stack[:4] = [5_000, 120, 60, 5]
    table.button, table.last_big_blind = 0, -1
    block.actions_rows = 3
    course.post_and_deal(table, game.rules, game.types, block)
    table.actions_mark = 3
    assert sum(table.stack) < 5_185 and block.actions_rows == 9 and table.pot > 0
    shuffles, clock = int(table.shuffles), int(table.clock_ms)
    from holdem_sim.engine.slips import dealing

    answer = dealing(table, game.rules, game.types, block, hooks.AFTER_DEAL)
    assert answer == hooks.VOID
    assert [int(chips) for chips in table.stack[:4]] == [5_000, 120, 60, 5]
    assert (int(block.actions_rows), int(block.events_rows), int(table.misdeals)) == (3, 1, 1)
    assert int(table.shuffles) == shuffles + 1 and int(table.clock_ms) == clock + 60_000


def test_h_vii_1_h_ii_9_the_deck_of_a_void_hand_is_collected_as_it_lies():
    """Shuffled by hand: the stub at the bottom, upon it the hands clockwise from the button."""
    words = ["table.seats=4", "deal.shuffle=hand", "deal.wash_seconds=0", *errors(1, "exposed-pocket-card")]
    game = game_of(configure("always-call*4", words), 7)
    hooks.install(game.rules, game.types, False, records(TABLE)[0], records(BLOCK)[0])
    table, block = records(TABLE)[0], records(BLOCK)[0]
    table.player[:4] = range(4)
    table.stack[:4] = 5_000
    table.button, table.last_big_blind, table.small_seat = 2, 0, 3
    course.post_and_deal(table, game.rules, game.types, block)
    dealt, stub = [int(c) for c in table.deck[:8]], [int(c) for c in table.deck[8:]]
    hands = [int(table.hole[seat, k]) for seat in (3, 0, 1, 2) for k in range(2)]
    from holdem_sim.engine.slips import dealing

    assert dealing(table, game.rules, game.types, block, hooks.AFTER_DEAL) == hooks.VOID
    assert [int(c) for c in table.deck] == hands[::-1] + stub
    assert sorted(hands) == sorted(dealt) and hands[::-1] != dealt


def test_h_vii_1_a_misdeal_after_bets_gives_them_back():
    """The board card goes astray after a raise and calls: the next attempt begins with whole stacks."""
    words = ["table.seats=4", "rules.ante=5", *errors(1, "board-card-to-player")]
    game = Watched(
        configure("always-call*4", words),
        answer=lambda spot: raise_to(300) if spot.raises == 0 and spot.street == 0 else check_or_call(),
    )
    misdeals, hand, voids = 0, 0, 0
    first_numbers = set()
    for spot in game.decisions(8 if COMPILED else 2):
        table = game.table
        if int(table.hand_no) != hand:
            misdeals, hand = 0, int(table.hand_no)
        if int(table.misdeals) > misdeals:
            misdeals, voids = int(table.misdeals), voids + 1
            assert int(spot.pot) == 50 + 100 + 4 * 5 and int(spot.street) == 0 and int(spot.board_cards) == 0
            for seat in range(4):
                assert table.stack[seat] + table.total[seat] == table.stack_start[seat]
            assert int(spot.exposed) == 0
            first_numbers.add(float(spot.random))
    assert len(first_numbers) == voids == MOST * len(game.rows["hands"])
    assert all(h["last_street"] == "river" for h in game.rows["hands"])


def test_h_vii_3_a_short_deck_changes_nothing_but_the_clock(fair):
    rows = session(errors(1, "short-deck-after-hand"))
    for table in ("hands", "seats", "actions", "pots", "awards"):
        assert without_clock(rows, table) == without_clock(fair, table)
    events = of_kind(rows, "short-deck-after-hand")
    for hand, before in zip(rows["hands"], fair["hands"], strict=True):
        assert hand["duration_s"] == before["duration_s"] + 60_000
        (event,) = events[hand["hand_id"]]
        assert event["seat"] == -1 and set(event["detail"]) == {-1}


@pytest.mark.parametrize("players", [LINEUP, "always-all-in*4"])
def test_h_vi_10_a_pot_pushed_to_the_wrong_player_is_put_right(players):
    fair = session(players=players)
    rows = session(errors(1, "wrong-pot"), players)
    for table in ("hands", "seats", "actions", "pots", "awards"):
        assert without_clock(rows, table) == without_clock(fair, table)
    seats, awards = by_hand(rows, "seats"), by_hand(rows, "awards")
    numbers = Counter()
    for hand_id, (event,) in of_kind(rows, "wrong-pot").items():
        pot_no, right = event["detail"][:2]
        winners = [a["seat"] for a in awards[hand_id] if a["pot_no"] == pot_no]
        assert winners[0] == right and event["seat"] not in winners
        losers = {s["seat"] for s in seats[hand_id] if s["folded_street"] is None} - set(winners)
        assert event["seat"] in (losers or {s["seat"] for s in seats[hand_id]})  # who is still in, if anybody
        assert rows["hands"][hand_id]["duration_s"] == fair["hands"][hand_id]["duration_s"] + 60_000
        numbers[pot_no] += 1
    assert numbers.total() > HANDS * 0.8
    assert len(numbers) > 1 or players == LINEUP


def test_h_vii_1_rates_are_met_and_errors_do_not_move_each_other():
    hands = 400 if COMPILED else 60
    alone = session(errors(0.25, "one-card-face-up"), "always-call*3", 3, hands)
    words = errors(0.25, "one-card-face-up") + errors(0.5, "short-deck-after-hand", "wrong-pot")
    together = session(words, "always-call*3", 3, hands)
    kind = "one-card-face-up"
    assert [e["hand_id"] for e in alone["events"] if e["kind"] == kind] == [
        e["hand_id"] for e in together["events"] if e["kind"] == kind
    ]
    sigma = (hands * 0.25 * 0.75) ** 0.5
    assert abs(len(of_kind(alone, kind)) - hands * 0.25) < 4.5 * sigma
    short = set(of_kind(together, "short-deck-after-hand"))
    both = len(short & set(of_kind(together, kind)))
    assert abs(len(short) - hands / 2) < 4.5 * (hands / 4) ** 0.5
    assert abs(both - hands / 8) < 4.5 * (hands * 7 / 64) ** 0.5


def test_h_vii_1_a_misdeal_is_as_frequent_as_its_rate():
    hands = 600 if COMPILED else 80
    rows = session(errors(0.5, "exposed-pocket-card"), "always-fold*3", 3, hands)
    counts = Counter(min(h["misdeals"], 4) for h in rows["hands"])
    for times in range(4):
        chance = 0.5 ** (times + 1)
        assert abs(counts[times] - hands * chance) < 4.5 * (hands * chance * (1 - chance)) ** 0.5


def test_h_vii_1_every_error_at_every_chance_comes_to_an_end():
    rows = session(errors(1), hands=30 if COMPILED else 6)
    assert {h["misdeals"] for h in rows["hands"]} == {MOST}
    told = Counter(e["kind"] for e in rows["events"])
    assert told["exposed-pocket-card"] == MOST * len(rows["hands"])  # a deal is void once
    assert told["one-card-face-up"] == told["short-deck-after-hand"] == len(rows["hands"])


def test_h_vii_1_a_hand_that_is_too_long_is_not_taken_back():
    """Its actions may no longer lie in one block; what is opened then is opened right."""
    from holdem_sim.engine.emit import VOIDABLE, VOIDABLE_EVENTS
    from holdem_sim.engine.slips import dealing

    game = game_of(configure("always-call*4", errors(1, "board-card-to-player")))
    for field, most in (("seq", VOIDABLE), ("hand_events", VOIDABLE_EVENTS), ("misdeals", MOST - 1)):
        for value, answer in ((most, hooks.VOID), (most + 1, hooks.GO_ON)):
            table, block = records(TABLE)[0], records(BLOCK)[0]
            table.player[:4] = range(4)
            table.stack[:4] = 5_000
            table.button = 0
            course.post_and_deal(table, game.rules, game.types, block)
            assert dealing(table, game.rules, game.types, block, hooks.AFTER_DEAL) == hooks.GO_ON
            table[field] = value
            table.street = 1
            assert dealing(table, game.rules, game.types, block, hooks.OPEN_STREET) == answer
            assert int(table.board_cards) == (0 if answer == hooks.VOID else 3)
            assert int(block.events_rows) == (answer == hooks.VOID)


def test_h_vii_1_no_errors_leave_the_session_as_it_was(fair):
    rows = session(errors(0))
    assert rows == fair
