"""House rules that live between hands and from hand to hand: button, blinds, seats, chips (H-II, III, VI, XII, XVI)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from chance import chi_square_limit
from holdem_sim.engine import course, deal, hand
from holdem_sim.engine.button import move_button
from holdem_sim.engine.cards import CARD_TEXTS
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.table import BLOCK, TABLE
from holdem_sim.shard import records
from holdem_sim.strategy import all_in, check_or_call, fold, raise_to, strategy
from sessions import Rows, by_hand, configure, game_of, play_session

HANDS = 120 if COMPILED else 60


@strategy
def caller():
    """Calls everything."""

    def decide(spot):
        return check_or_call()

    return decide


@strategy
def pusher():
    """All chips in, always."""

    def decide(spot):
        return all_in()

    return decide


@strategy
def mixed():
    """Folds, calls, raises and pushes at random: every kind of hand comes up."""

    def decide(spot):
        r = spot.random
        if r < 0.25 and spot.to_call > 0:
            return fold()
        if r < 0.80:
            return check_or_call()
        if r < 0.97:
            return raise_to(spot.min_raise_to + spot.randoms[0] * spot.pot)
        return all_in()

    return decide


def session(brain=None, seats: int = 6, words=(), hands: int = HANDS, seed: int = 3, number: int = 0) -> Rows:
    """A session of ``seats`` players who all play ``brain``."""
    config = configure(f"always-call*{seats}", [f"table.seats={seats}", *words])
    return play_session(game_of(config, seed, [(brain or mixed)()]), number, hands)


def posts(rows: Rows, action: str) -> list[tuple[int, int]]:
    """(hand, seat) of a kind of post."""
    return [(r["hand_id"], r["seat"]) for r in rows["actions"] if r["action"] == action]


def dealt_seats(rows: Rows) -> dict[int, list[int]]:
    return {hand_id: [r["seat"] for r in seats] for hand_id, seats in by_hand(rows, "seats").items()}


def after(seats: list[int], seat: int) -> int:
    """The next of ``seats`` clockwise after ``seat``."""
    return min(seats, key=lambda s: (s - seat - 1) % 10)


@pytest.mark.parametrize("seats", range(2, 11))
def test_h_ii_1_the_seats_after_the_button_post_the_blinds(seats):
    rows = session(seats=seats, hands=20)
    small, big = dict(posts(rows, "post-small-blind")), dict(posts(rows, "post-big-blind"))
    dealt = dealt_seats(rows)
    for row in rows["hands"]:
        hand_id, button = row["hand_id"], row["button_seat"]
        heads_up = len(dealt[hand_id]) == 2
        expected = button if heads_up else after(dealt[hand_id], button)
        assert small[hand_id] == expected
        assert big[hand_id] == after(dealt[hand_id], expected)
        assert row["blinds_posted"] == 2


def test_h_ii_1_heads_up_literal_follows_the_sentence():
    rows = session(caller, seats=2, words=["rules.heads_up=literal"], hands=20)
    small = dict(posts(rows, "post-small-blind"))
    for row in rows["hands"]:
        assert small[row["hand_id"]] == after(dealt_seats(rows)[row["hand_id"]], row["button_seat"])
        first = next(a for a in by_hand(rows, "actions")[row["hand_id"]] if a["action"] == "call")
        assert first["seat"] != row["button_seat"]


def test_h_ii_2_one_card_at_a_time_from_the_small_blind():
    config = configure("always-call*5", ["table.seats=5"])
    rules = config.rules_record(11)
    table, block = records(TABLE)[0], records(BLOCK)[0]
    table.stack[:5] = 1000
    hand.reset_hand(table)
    for seat in range(5):
        hand.deal_in(table, seat)
    deal.new_deck(table)
    deal.deal_pocket_cards(table, rules, 3)
    order = [3, 4, 0, 1, 2]
    expected = [int(c) for c in table.deck[:10]]
    assert [int(table.hole[s, 0]) for s in order] == expected[:5]
    assert [int(table.hole[s, 1]) for s in order] == expected[5:]
    assert int(block.actions_rows) == 0


@pytest.mark.parametrize("seats", [3, 6, 10])
def test_h_ii_3_first_to_act(seats):
    rows = session(caller, seats=seats, hands=20)
    for hand_id, actions in by_hand(rows, "actions").items():
        button = rows["hands"][hand_id]["button_seat"]
        played = [a for a in actions if a["action"] in ("check", "call")]
        dealt = dealt_seats(rows)[hand_id]
        big = dict(posts(rows, "post-big-blind"))[hand_id]
        assert played[0]["seat"] == after(dealt, big)
        assert [a for a in played if a["street"] == "preflop"][-1]["seat"] == big
        for street in ("flop", "turn", "river"):
            order = [a["seat"] for a in played if a["street"] == street]
            assert order[0] == after(dealt, button) and order[-1] == button


def test_h_ii_4_a_card_is_burned_before_flop_turn_and_river_and_recorded():
    rows = session(seats=3)
    burned = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
    board = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
    seen = set()
    for row in rows["hands"]:
        cards = [c for c in row["board"] + row["burned"] if c >= 0]
        assert sum(c >= 0 for c in row["burned"]) == burned[row["last_street"]]
        assert sum(c >= 0 for c in row["board"]) == board[row["last_street"]]
        holes = [c for seat in by_hand(rows, "seats")[row["hand_id"]] for c in seat["hole_cards"]]
        assert len(set(cards + holes)) == len(cards + holes)
        seen.add(row["last_street"])
    assert {"preflop", "river"} <= seen


def test_h_ii_5_nobody_acts_who_cannot_change_anything():
    rows = session(pusher, hands=20)
    for actions in by_hand(rows, "actions").values():
        assert {a["street"] for a in actions} == {"preflop"}
        for a in actions:
            assert a["stack_before"] > 0
            if not a["action"].startswith("post"):
                assert a["to_call"] > 0 or a["action"] in ("bet", "raise")


def test_h_ii_6_and_7_the_last_one_takes_the_pot_less_tax_without_showing():
    rows = session(seats=3)
    alone = [r for r in rows["hands"] if not r["showdown"]]
    assert alone
    for row in alone:
        winners = [s for s in by_hand(rows, "seats")[row["hand_id"]] if s["won"] > 0]
        assert len(winners) == 1
        assert winners[0]["won"] == row["pot"] - row["tax"]
        assert winners[0]["show_order"] == winners[0]["hand_rank"] == -1


def test_h_ii_8_the_button_moves_to_the_next_player_dealt_in():
    rows = session(seats=7)
    dealt = dealt_seats(rows)
    drawn = {r["clock_s"] for r in rows["events"] if r["kind"] == "button-draw"}
    moved = 0
    for before, now in pairwise(rows["hands"]):
        if now["started_s"] not in drawn and now["players_dealt"] > 2:
            assert now["button_seat"] == after(dealt[now["hand_id"]], before["button_seat"])
            moved += 1
    assert moved > HANDS // 2


@pytest.mark.parametrize("button", range(3))
@pytest.mark.parametrize("leaver", range(3))
def test_h_ii_8_the_last_big_blind_is_not_big_blind_again_when_two_are_left(button, leaver):
    config = configure("always-call*3", ["table.seats=3"])
    rules = config.rules_record(1)
    table = records(TABLE)[0]
    table.player[:] = -1
    table.player[:3] = range(3)
    table.stack[:3] = 1000
    table.button = button
    table.last_big_blind = (button + 2) % 3
    before = int(table.last_big_blind)
    table.player[leaver] = -1
    move_button(table, rules, config.types_array())
    big_blind = next(s for s in range(3) if s not in (leaver, int(table.button)))
    assert big_blind == int(table.last_big_blind)
    assert big_blind != before or leaver == before


def test_case_a47_the_moving_button_passes_an_empty_seat():
    """A has the button, B and C the blinds; C leaves: B gets the button, D and E the blinds."""
    config = configure("always-call*5", ["table.seats=5"])
    game = game_of(config, 1, [caller()])
    table, block = records(TABLE)[0], records(BLOCK)[0]
    table.player[:] = -1
    table.player[:5] = range(5)
    table.stack[:5] = 1000
    table.button, table.last_big_blind = 0, 2
    table.player[2] = -1
    course.start_hand(table, game.rules, game.types, block)
    assert (int(table.button), int(table.small_blind_seat), int(table.big_blind_seat)) == (1, 3, 4)
    assert int(table.dealt) == 0b11011


def test_case_a55_players_leave_between_hands_only():
    rows = session(pusher, words=["lineup.types.always-call.max_rebuys=0"])
    left = [r for r in rows["events"] if r["kind"] == "departure"]
    assert len(left) > 5
    for event in left:
        inside = [
            h for h in rows["hands"] if h["started_s"] < event["clock_s"] < h["started_s"] + h["duration_s"]
        ]
        assert not inside and event["hand_id"] == -1


@kernel
def count_cards(rules, table, counts, deals):
    """Card by place in the deck, over ``deals`` deals of 28 cards."""
    for n in range(deals):
        table.hand_no = n % 1000000
        table.session_id = n // 1000000
        deal.new_deck(table)
        for place in range(28):
            counts[place, deal.take_card(table, rules)] += 1


def test_h_ii_9_case_a72_every_card_is_equally_likely_in_every_place_over_a_million_deals():
    deals = 1_000_000 if COMPILED else 2_000
    counts = np.zeros((28, 52), np.int64)
    count_cards(configure().rules_record(5), records(TABLE)[0], counts, deals)
    expected = deals / 52
    assert (counts.sum(axis=1) == deals).all()
    by_place = ((counts - expected) ** 2 / expected).sum(axis=1)
    assert by_place.max() < chi_square_limit(51, 1e-6)
    assert by_place.sum() < chi_square_limit(51 * 28, 1e-4)


def test_h_iii_1_the_highest_card_gets_the_button():
    ranks = set()
    for number in range(60 if COMPILED else 10):
        rows = session(caller, seats=9, hands=1, number=number)
        (draw,) = [r for r in rows["events"] if r["kind"] == "button-draw"]
        cards = draw["detail"][:9]
        assert len(set(cards)) == 9 and min(cards) >= 0 and draw["detail"][9] == -1
        highest = max(
            range(9),
            key=lambda s: ("23456789TJQKA".index(text(cards[s])[0]), "cdhs".index(text(cards[s])[1])),
        )
        assert draw["seat"] == highest == rows["hands"][0]["button_seat"]
        ranks.add(cards[highest])
    assert len(ranks) > 3


def text(card: int) -> str:
    return CARD_TEXTS[card]


def test_h_iii_1_every_seat_is_as_likely_to_begin_with_the_button():
    sessions = 3000 if COMPILED else 100
    config = configure("always-call*4", ["table.seats=4"])
    game = game_of(config, 8, [caller()])
    buttons = Counter(play_session(game, n, 1)["hands"][0]["button_seat"] for n in range(sessions))
    expected = sessions / 4
    assert sum((n - expected) ** 2 / expected for n in buttons.values()) < chi_square_limit(3, 1e-4)


def broken_game(hands: int = HANDS) -> Rows:
    """A game of two that breaks whenever one goes broke, and starts again when a newcomer comes."""
    words = ["table.seats=2", "buy_in.max_bb=20", "buy_in.late_min_bb=20"]
    words += ["lineup.types.always-call.max_rebuys=0", "lineup.types.always-call.arrival=5"]
    config = configure("always-call*2", words)
    return play_session(game_of(config, 4, [pusher()]), 0, hands)


def test_h_iii_2_the_draw_is_repeated_when_a_broken_game_restarts():
    rows = broken_game()
    kinds = Counter(r["kind"] for r in rows["events"])
    assert kinds["game-broken"] >= 3
    assert kinds["game-restarted"] == kinds["game-broken"] == kinds["button-draw"] - 1
    drawn = {r["clock_s"]: r["seat"] for r in rows["events"] if r["kind"] == "button-draw"}
    buttons = {r["started_s"]: r["button_seat"] for r in rows["hands"]}
    assert drawn.items() <= buttons.items()


def test_h_vi_1_a_session_opens_with_enough_players_and_runs_for_its_hands():
    rows = broken_game(50)
    assert len(rows["hands"]) == 50
    assert all(r["players_dealt"] == 2 for r in rows["hands"])
    assert rows["events"][0]["kind"] == "session-opened"
    assert rows["events"][-1]["kind"] == "session-closed"


def test_h_vi_1_or_for_its_hours():
    rows = session(caller, words=["session.hours=0.5", "session.hands=1000"], hands=1000)
    assert 5 < len(rows["hands"]) < 60
    assert rows["hands"][-1]["started_s"] < 30 * 60 * 1000 <= rows["events"][-1]["clock_s"]


def test_h_vi_1_a_game_that_nobody_joins_any_more_ends():
    words = [
        "table.seats=2",
        "lineup.types.always-call.max_rebuys=0",
        "lineup.types.always-call.arrival=never",
    ]
    rows = play_session(game_of(configure("always-call*2", words), 4, [pusher()]), 0, 1000)
    assert len(rows["hands"]) < 1000
    assert sum(r["amount"] for r in rows["ledger"]) == 0


def test_h_vi_2_buy_in_between_ten_and_a_hundred_big_blinds():
    for asked, bought in ((3, 1000), (40, 4000), (250, 10000)):
        rows = session(caller, words=[f"lineup.types.always-call.buy_in_bb={asked}"], hands=1)
        amounts = {r["amount"] for r in rows["ledger"] if r["kind"] == "buy-in"}
        assert amounts == {bought}


def test_h_vi_3_who_joins_later_buys_in_for_twenty_big_blinds_at_least():
    words = ["lineup.types.always-call.buy_in_bb=10", "lineup.types.always-call.max_rebuys=0"]
    rows = session(pusher, words=[*words, "lineup.types.always-call.arrival=2"])
    bought = [(r["hand_no"], r["amount"]) for r in rows["ledger"] if r["kind"] == "buy-in"]
    assert {amount for hand_no, amount in bought if hand_no == 0} == {1000}
    later = {amount for hand_no, amount in bought if hand_no > 0}
    assert later == {2000}


def test_h_vi_4_h_xvi_1_chips_are_added_before_a_hand_only_and_count_in_it():
    rows = session(words=["lineup.types.always-call.rebuy_below_bb=90"])
    lines = {(r["hand_no"], r["seat"]): r["amount"] for r in rows["ledger"] if r["kind"] == "rebuy"}
    assert len(lines) > 10
    ends: dict[int, int] = {}
    for row in rows["seats"]:
        hand_no = row["hand_id"] % 1_000_000
        if row["seat"] in ends and hand_no > 0:
            assert row["stack_start"] == ends[row["seat"]] + lines.get((hand_no, row["seat"]), 0)
        ends[row["seat"]] = row["stack_end"]


def test_h_xvi_1_no_chips_are_bought_while_a_hand_is_played():
    rows = session(words=["lineup.types.always-call.rebuy_below_bb=90"])
    lines = [r for r in rows["ledger"] if r["kind"] == "rebuy"]
    assert len(lines) > 10
    for line in lines:
        hand = rows["hands"][line["hand_no"]]
        before = rows["hands"][line["hand_no"] - 1]
        assert before["started_s"] + before["duration_s"] <= line["clock_s"] <= hand["started_s"]


def test_h_vi_7_all_chips_in_front_play():
    rows = session()
    start = {(r["hand_id"], r["seat"]): r["stack_start"] for r in rows["seats"]}
    spent: Counter = Counter()
    for a in rows["actions"]:
        key = (a["hand_id"], a["seat"])
        assert a["stack_before"] == start[key] - spent[key]
        spent[key] += a["amount"]
        assert spent[key] <= start[key]
        assert a["all_in"] == (spent[key] == start[key] and a["amount"] > 0)


def test_h_xii_1_straddles_double_round_the_table_up_to_the_button():
    rows = session(caller, seats=6, words=["lineup.types.always-call.straddle=1"], hands=20)
    for hand_id, actions in by_hand(rows, "actions").items():
        button = rows["hands"][hand_id]["button_seat"]
        straddles = [a for a in actions if a["action"] == "straddle"]
        assert straddles[-1]["seat"] == button
        assert [a["to"] for a in straddles] == [200, 400, 800, 1600]
        assert rows["hands"][hand_id]["blinds_posted"] == 6
        played = [a for a in actions if a["action"] in ("call", "check")]
        assert played[0]["seat"] == after(dealt_seats(rows)[hand_id], button)
        assert [a for a in played if a["street"] == "preflop"][-1]["seat"] == button
        assert played[0]["to_call"] == 1600 - 50


def test_h_xii_1_the_chain_stops_at_who_does_not_post_and_at_the_limit():
    words = ["lineup.types.always-call.straddle=0.5"]
    chains = Counter(r["blinds_posted"] - 2 for r in session(caller, words=words)["hands"])
    assert {0, 1, 2} <= set(chains)
    limited = session(
        caller, words=["lineup.types.always-call.straddle=1", "rules.max_straddles=1"], hands=10
    )
    assert {r["blinds_posted"] for r in limited["hands"]} == {3}


def test_h_xii_1_needs_three_players_and_the_chips_for_it():
    words = ["lineup.types.always-call.straddle=1"]
    assert {r["blinds_posted"] for r in session(caller, seats=2, words=words, hands=10)["hands"]} == {2}
    three = session(caller, seats=3, words=words, hands=10)
    assert {r["blinds_posted"] for r in three["hands"]} == {3}
    for hand_id, seat in posts(three, "straddle"):
        assert three["hands"][hand_id]["button_seat"] == seat
    short = ["buy_in_bb=10", "rebuy_to_bb=10", "rebuy_below_bb=5"]
    short = [f"lineup.types.always-call.{word}" for word in short]
    rows = session(pusher, seats=6, words=[*words, *short], hands=40)
    start = {(r["hand_id"], r["seat"]): r["stack_start"] for r in rows["seats"]}
    for a in rows["actions"]:
        if a["action"] == "straddle":
            assert start[a["hand_id"], a["seat"]] >= a["to"] == a["amount"]


def test_h_xii_1_smallest_raise_over_a_straddle_and_the_unit_after_the_flop():
    @strategy
    def smallest():
        def decide(spot):
            if spot.raises == 0 and spot.random < 0.5:
                return raise_to(spot.min_raise_to)
            return check_or_call()

        return decide

    words = ["lineup.types.always-call.straddle=1", "rules.max_straddles=2"]
    rows = session(smallest, words=words)
    first = {}
    for a in rows["actions"]:
        if a["action"] in ("bet", "raise"):
            first.setdefault((a["hand_id"], a["street"]), a["to"])
    assert {to for (_, street), to in first.items() if street == "preflop"} == {800}
    assert {to for (_, street), to in first.items() if street == "flop"} == {100}


def test_h_xii_2_everybody_posts_both_blinds_in_turn():
    rows = session(caller, seats=6, hands=60)
    for action in ("post-small-blind", "post-big-blind"):
        counts = Counter(seat for _, seat in posts(rows, action))
        assert set(counts.values()) == {10}


def test_h_xiv_1_a_newcomer_waits_until_the_button_has_passed_him():
    words = ["lineup.types.always-call.max_rebuys=0", "lineup.types.always-call.arrival=3"]
    rows = session(pusher, seats=6, words=words)
    first = {}
    for row in rows["seats"]:
        first.setdefault(row["player_id"], row)
    hands = {r["hand_id"]: r for r in rows["hands"]}
    redrawn = {r["clock_s"] for r in rows["events"] if r["kind"] == "button-draw"}
    free = 0
    for player in rows["players"]:
        row = first.get(player["player_id"])
        if row is None or row["hand_id"] == 0 or hands[row["hand_id"]]["started_s"] in redrawn:
            continue
        dealt = dealt_seats(rows)[row["hand_id"]]
        newcomers = {r["seat"] for r in first.values() if r["hand_id"] == row["hand_id"]}
        seat = row["seat"]
        while (seat := after(dealt, seat)) in newcomers:
            pass
        if len(dealt) > 3:
            assert seat == hands[row["hand_id"]]["button_seat"]
        free += 1
    assert free > 5


def test_h_xiv_1_who_takes_the_seat_that_the_button_leaves_plays_at_once():
    words = ["lineup.types.always-call.max_rebuys=0", "lineup.types.always-call.arrival=0"]
    rows = session(pusher, seats=6, words=words)
    drawn = {r["clock_s"] for r in rows["events"] if r["kind"] == "button-draw"}
    seen = 0
    for line in rows["ledger"]:
        number = line["hand_no"]
        if line["kind"] != "buy-in" or not 0 < number < len(rows["hands"]):
            continue
        before, now = rows["hands"][number - 1], rows["hands"][number]
        if line["seat"] == before["button_seat"] and now["started_s"] not in drawn:
            assert line["seat"] in dealt_seats(rows)[now["hand_id"]]
            seen += 1
    assert seen > 3


def test_h_xvi_2_a_rebuy_never_passes_the_maximum():
    words = ["lineup.types.always-call.rebuy_below_bb=99", "lineup.types.always-call.rebuy_to_bb=400"]
    rows = session(words=words)
    seats = {(r["hand_id"] % 1_000_000, r["seat"]): r["stack_start"] for r in rows["seats"]}
    lines = [r for r in rows["ledger"] if r["kind"] == "rebuy"]
    assert lines
    for line in lines:
        assert seats[line["hand_no"], line["seat"]] == 10_000


@pytest.mark.parametrize(
    "words", [[], ["tax.time_charge=7", "tax.extra_drop=3", "tax.extra_drop_min_pot=500"]]
)
def test_h_xvi_3_the_ledger_of_a_session_adds_up_to_zero(words):
    rows = session(words=[*words, "lineup.types.always-call.max_rebuys=2"])
    assert sum(r["amount"] for r in rows["ledger"]) == 0
    tax = [r for r in rows["ledger"] if r["kind"] == "tax"]
    drop = [r for r in rows["ledger"] if r["kind"] == "extra-drop"]
    assert len(tax) == len(drop) == 1
    assert tax[0]["amount"] == -sum(r["tax"] for r in rows["hands"]) < 0
    assert drop[0]["amount"] == -sum(r["extra_drop"] for r in rows["hands"])
    assert tax[0]["hand_no"] == len(rows["hands"]) and tax[0]["seat"] == tax[0]["player_id"] == -1
    charges = [r for r in rows["ledger"] if r["kind"] == "time-charge"]
    half_hours = rows["hands"][-1]["started_s"] // (30 * 60 * 1000)
    assert bool(charges) == bool(words)
    if words:
        assert half_hours > 0 and {r["amount"] for r in charges} == {-7}
        assert len({r["clock_s"] for r in charges}) == half_hours
        assert len({(r["clock_s"], r["player_id"]) for r in charges}) == len(charges)


def test_h_xvi_4_a_short_stack_plays_all_in_and_an_empty_one_is_not_dealt_in():
    words = ["lineup.types.always-call.rebuy_below_bb=0", "lineup.types.always-call.arrival=never"]
    rows = session(words=words, hands=400 if COMPILED else 60, seed=9)
    short = [r for r in rows["seats"] if r["stack_start"] < 100]
    assert all(r["stack_start"] > 0 for r in rows["seats"])
    posted = [a for a in rows["actions"] if a["action"] == "post-big-blind" and a["amount"] < 100]
    assert short or not posted
    for a in posted:
        assert a["all_in"]
    assert not [r for r in rows["ledger"] if r["kind"] == "rebuy"]
    left = {r["seat"] for r in rows["events"] if r["kind"] == "departure"}
    assert left


def test_nine_players_make_thirty_to_thirty_five_hands_an_hour():
    """Pace of a live table: casino figures say 30 to 35 hands an hour (see docs)."""
    config = configure()
    game = game_of(config)
    hands, ms = 0, 0
    for number in range(12 if COMPILED else 2):
        rows = play_session(game, number, 200 if COMPILED else 20)
        hands += len(rows["hands"])
        ms += rows["events"][-1]["clock_s"]
    assert 30 <= hands / (ms / 3_600_000) <= 35


@pytest.mark.skipif(not COMPILED, reason="tens of thousands of raises")
def test_h_ix_1_any_number_of_raises_as_far_as_the_record_can_count():
    @strategy
    def stubborn():
        def decide(spot):
            return raise_to(spot.min_raise_to)

        return decide

    deep = [f"lineup.types.always-call.{key}=1000000" for key in ("buy_in_bb", "rebuy_to_bb")]
    words = ["buy_in.max_bb=1000000", "rules.min_raise=increment", *deep]
    rows = session(stubborn, seats=2, words=words, hands=2)
    for actions in by_hand(rows, "actions").values():
        assert [a["seq"] for a in actions] == list(range(len(actions)))
        assert 32_000 < len(actions) < 32_768
    assert sum(r["amount"] for r in rows["ledger"]) == 0
