"""Errors with burn, flop, turn and river, and the card face up in the deck (H-VII.0, H-VII.2, H-VIII)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dealing import errors, of_kind, session
from holdem_sim.engine import course, deal, stub
from holdem_sim.engine.hand import open_betting
from holdem_sim.engine.hooks import AFTER_DEAL, BEFORE_ACTION, GO_ON
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.slips import dealing
from holdem_sim.engine.table import BLOCK, TABLE
from holdem_sim.schema import EVENT_KINDS
from holdem_sim.shard import records
from holdem_sim.strategy import check_or_call, check_or_fold, raise_to
from sessions import by_hand, configure, game_of
from watched import Watched, cards_of

HANDS = 80 if COMPILED else 8
CALLERS = "always-call*4"


def watch(words, answer=None, hands=HANDS, seats=4):
    """A session of callers; for every decision (hand, street, seat, exposed cards, aside, burned)."""
    game = Watched(configure(f"always-call*{seats}", [f"table.seats={seats}", *words]), answer=answer)
    seen = []
    for spot in game.decisions(hands):
        burned = [int(card) for card in game.table.burned if card >= 0]
        seen.append(
            (
                int(spot.hand_no),
                int(spot.street),
                int(spot.seat),
                cards_of(spot.exposed),
                int(game.table.aside),
                burned,
            )
        )
    return game, seen


def burned_of(hand) -> list[int]:
    return [card for card in hand["burned"] if card >= 0]


SHOWN = {
    "one-card-face-up": 1, "premature-flop": 3, "flop-without-burn": 3, "premature-turn-or-river": 1,
    "exposed-burn": 1, "turn-and-river-together": 1,
}  # fmt: skip


def test_h_vii_0_everybody_knows_every_card_exposed_in_this_deal_and_no_other():
    """Whoever is asked, at any time: what he knows is what the events since the last deal name as shown."""
    words = errors(0.4, *SHOWN) + errors(0.15, "board-card-to-player", "wrong-back")
    game = Watched(configure("always-call*4", ["table.seats=4", *words]))
    known = 0
    for spot in game.decisions(3 * HANDS):
        events, shown = game.block.events, set()
        for row in range(int(game.block.events_rows)):
            if events.hand_id[row] == spot.hand_no:
                kind = EVENT_KINDS[events.kind[row]]
                if kind in SHOWN:
                    shown |= {int(card) for card in events.detail[row][: SHOWN[kind]]}
                else:
                    shown = set()  # a misdeal: all cards go back
        assert cards_of(spot.exposed) == shown
        known += len(shown)
    assert known > 10 * HANDS


def test_h_vii_2_a_card_face_up_in_the_deck_is_the_next_burn_card():
    game, seen = watch(errors(1, "one-card-face-up", "exposed-burn"))
    events = of_kind(game.rows, "one-card-face-up")
    for hand in game.rows["hands"]:
        (event,) = events[hand["hand_id"]]
        card = event["detail"][0]
        assert (event["street"], event["seat"], hand["misdeals"]) == ("preflop", -1, 0)
        assert burned_of(hand)[0] == card and card not in hand["board"]
        pockets = [c for s in by_hand(game.rows, "seats")[hand["hand_id"]] for c in s["hole_cards"]]
        assert card not in pockets
        for number, street, _, exposed, aside, burned in seen:
            if number == hand["hand_no"]:
                assert card in exposed  # H-VII.0
                assert (aside, burned) == (card, []) if street == 0 else burned[0] == card
        # It is seen by everybody already: as a burn card it cannot be exposed once more.
        later = [e["street"] for e in of_kind(game.rows, "exposed-burn")[hand["hand_id"]]]
        assert later == ["turn", "river"]
    assert len({events[h["hand_id"]][0]["detail"][0] for h in game.rows["hands"]}) > HANDS // 4


def test_h_vii_2_without_a_flop_the_card_is_not_burned():
    rows = session(errors(1, "one-card-face-up"), "always-fold*4")
    assert all(burned_of(hand) == [] and hand["last_street"] == "preflop" for hand in rows["hands"])
    assert len(of_kind(rows, "one-card-face-up")) == len(rows["hands"])


@pytest.mark.parametrize("drawn", [0, 20, 24])
def test_h_vii_2_laying_a_card_aside_keeps_the_order_of_the_others(drawn):
    """The settled part of the deck loses a card or none; what comes after it is as it would have been."""
    rules = configure().rules_record(3)
    for place in range(32):
        plain, other = records(TABLE, 2)
        for table in (plain, other):
            deal.new_deck(table)
            for _ in range(20):
                deal.take_card(table, rules)
            while table.drawn < drawn:
                deal.settle_four_cards(table, rules)
        card = int(other.deck[20 + place])
        assert stub.lay_aside(other, place) == card == int(other.aside)
        assert int(other.next_card) == 21 and sorted(other.deck) == list(range(52))
        settled = [int(c) for c in plain.deck[20 : int(plain.drawn)] if c != card]
        assert [int(c) for c in other.deck[21 : 21 + len(settled)]] == settled
        rest = [int(deal.take_card(other, rules)) for _ in range(12)]
        assert len({*rest, card, *(int(c) for c in other.deck[:20])}) == 33


def test_h_viii_1_flop_before_the_last_player_has_spoken():
    game, seen = watch(errors(1, "premature-flop"))
    events = of_kind(game.rows, "premature-flop")
    actions = by_hand(game.rows, "actions")
    for hand in game.rows["hands"]:
        (event,) = events[hand["hand_id"]]
        flop, burn = set(event["detail"][:3]), event["detail"][3]
        (big,) = [a["seat"] for a in actions[hand["hand_id"]] if a["action"] == "post-big-blind"]
        assert (event["street"], event["seat"]) == ("preflop", big)
        assert len(burned_of(hand)) == 3 and burned_of(hand)[0] == burn  # no other burn before the flop
        for number, street, seat, exposed, _, burned in seen:
            if number == hand["hand_no"] and street == 0:
                assert (exposed, burned) == ((flop, [burn]) if seat == big else (set(), []))
            elif number == hand["hand_no"] and street == 1:
                assert exposed == flop and burned == [burn]  # H-VII.0
    flops = [set(h["board"][:3]) == set(events[h["hand_id"]][0]["detail"][:3]) for h in game.rows["hands"]]
    assert sum(flops) <= 1


def test_h_viii_1_the_burn_lies_even_if_nobody_sees_the_flop():
    """A raise, folds, and the flop comes out before the big blind has folded too."""
    game, _ = watch(
        errors(1, "premature-flop"),
        lambda spot: raise_to(300) if spot.raises == 0 and spot.seat != spot.button else check_or_fold(),
    )
    events = of_kind(game.rows, "premature-flop")
    ended = [hand for hand in game.rows["hands"] if hand["last_street"] == "preflop"]
    assert len(ended) == len(game.rows["hands"]) == len(events)
    for hand in ended:
        assert burned_of(hand) == [events[hand["hand_id"]][0]["detail"][3]]
        assert hand["tax"] == hand["pot"] * 5 // 100 and set(hand["board"]) == {-1}


def test_h_viii_1_once_a_street_even_if_the_betting_goes_round_again():
    """The last player raises after he has seen the flop: the others speak again, and the flop comes once more."""

    def answer(spot):
        return raise_to(int(spot.min_raise_to)) if spot.raises < 3 and spot.min_raise_to else check_or_call()

    game, _ = watch(errors(1, "premature-flop", "premature-turn-or-river"), answer)
    told = Counter(
        (e["hand_id"], e["street"]) for e in game.rows["events"] if e["kind"].startswith("premature")
    )
    assert set(told.values()) == {1}
    full = [h for h in game.rows["hands"] if h["last_street"] == "river"]
    assert len(full) > HANDS // 2 and all(len(burned_of(h)) == 3 for h in full)


def test_h_viii_1_nobody_is_early_when_nobody_has_to_speak():
    rows = session(errors(1, "premature-turn-or-river"), "always-all-in*4")
    shown = [h for h in rows["hands"] if h["last_street"] == "river"]
    assert shown and not of_kind(rows, "premature-turn-or-river")
    assert all(len(burned_of(h)) == 3 for h in shown)


def test_h_viii_1_not_before_the_only_player_who_has_to_speak():
    """The big blind is all-in with its post: the round has hardly begun when the button is asked, alone."""
    game = game_of(configure("always-call*2", ["table.seats=2", *errors(1, "premature-flop")]))
    table, block = records(TABLE)[0], records(BLOCK)[0]
    table.player[:2], table.stack[:2] = range(2), (5_000, 60)
    table.button, table.small_seat, table.last_big_blind = 0, 0, 1
    course.post_and_deal(table, game.rules, game.types, block)
    assert dealing(table, game.rules, game.types, block, AFTER_DEAL) == GO_ON
    open_betting(table, game.rules)
    assert int(table.early) == 1 and int(table.actor) == 0
    dealing(table, game.rules, game.types, block, BEFORE_ACTION)
    assert int(block.events_rows) == int(table.burned_cards) == 0


def test_h_viii_2_flop_without_a_burn():
    game, seen = watch(errors(1, "flop-without-burn"))
    events = of_kind(game.rows, "flop-without-burn")
    for hand in game.rows["hands"]:
        (event,) = events[hand["hand_id"]]
        shown = set(event["detail"][:3])
        assert (event["street"], event["seat"]) == ("flop", -1) and len(shown) == 3
        assert len(burned_of(hand)) == 3 and len(set(hand["board"])) == 5
        for number, street, _, exposed, _, burned in seen:
            if number == hand["hand_no"] and street == 1:
                assert exposed == shown and burned == burned_of(hand)[:1]


def test_h_viii_2_not_after_a_flop_that_came_too_early():
    """H-VIII.1 deals that flop without a burn: there is none to be forgotten, exposed or made twice."""
    words = errors(1, "premature-flop", "flop-without-burn", "exposed-burn")
    game, _ = watch(words)
    assert not of_kind(game.rows, "flop-without-burn")
    told = Counter(e["street"] for e in game.rows["events"] if e["kind"] == "exposed-burn")
    assert told == {"turn": len(game.rows["hands"]), "river": len(game.rows["hands"])}


def test_h_viii_3_turn_and_river_before_the_last_player_has_spoken():
    game, seen = watch(errors(1, "premature-turn-or-river"))
    for hand in game.rows["hands"]:
        early = of_kind(game.rows, "premature-turn-or-river")[hand["hand_id"]]
        assert [e["street"] for e in early] == ["flop", "turn"]
        for k, event in enumerate(early):
            card, burn = event["detail"][:2]
            assert burned_of(hand)[1 + k] == burn and event["seat"] == hand["button_seat"]
            asides = {a for n, street, _, _, a, _ in seen if n == hand["hand_no"] and street == 1 + k}
            assert asides == {-1, card}  # it lies aside for the last player alone
            for number, street, _, exposed, _, burned in seen:
                if number == hand["hand_no"] and street == 2 + k:
                    assert card in exposed  # H-VII.0
                    assert burned[: 2 + k] == burned_of(hand)[: 2 + k]
        assert len(burned_of(hand)) == 3


def test_h_viii_3_the_card_can_come_again():
    """It is shuffled into the stub: one of 52 - 2 x 4 - 3 - 2 cards on the turn."""
    hands = 3_000 if COMPILED else 120
    rows = session(errors(1, "premature-turn-or-river"), CALLERS, 4, hands)
    same = chances = 0
    for event in rows["events"]:
        if event["kind"] == "premature-turn-or-river" and event["street"] == "flop":
            same += rows["hands"][event["hand_id"]]["board"][3] == event["detail"][0]
            chances += 1
    share = 1 / (52 - 8 - 5)
    assert chances == hands and abs(same - hands * share) < 4.5 * (hands * share) ** 0.5


def test_h_viii_4_an_exposed_burn_goes_back_and_another_is_burned():
    game, seen = watch(errors(1, "exposed-burn"))
    events = of_kind(game.rows, "exposed-burn")
    again = 0
    for hand in game.rows["hands"]:
        told = events[hand["hand_id"]]
        assert [(e["street"], e["seat"]) for e in told] == [(s, -1) for s in ("flop", "turn", "river")]
        shown = [e["detail"][0] for e in told]
        again += sum(a == b for a, b in zip(shown, burned_of(hand), strict=True))
        for number, street, _, exposed, _, burned in seen:
            if number == hand["hand_no"]:
                assert exposed == set(shown[:street]) and burned == burned_of(hand)[:street]
    assert again < len(game.rows["hands"]) // 2


def test_h_viii_5_turn_and_river_together():
    game, seen = watch(errors(1, "turn-and-river-together"))
    events = of_kind(game.rows, "turn-and-river-together")
    rivers = 0
    for hand in game.rows["hands"]:
        (event,) = events[hand["hand_id"]]
        card = event["detail"][0]
        assert (event["street"], event["seat"]) == ("turn", -1) and card not in hand["board"][:4]
        assert len(burned_of(hand)) == 3
        rivers += hand["board"][4] == card
        for number, street, _, exposed, _, _ in seen:
            if number == hand["hand_no"]:
                assert exposed == ({card} if street >= 2 else set())
    assert rivers < len(game.rows["hands"]) // 2


def test_h_viii_the_turn_stays_as_it_would_have_been():
    """H-VIII.5 and an error of the river leave the cards before them alone: draws do not move each other."""
    fair = session((), CALLERS, 4)
    rows = session(errors(1, "turn-and-river-together"), CALLERS, 4)
    assert [h["board"][:4] for h in rows["hands"]] == [h["board"][:4] for h in fair["hands"]]
    assert [h["board"] for h in rows["hands"]] != [h["board"] for h in fair["hands"]]
    assert [s["hole_cards"] for s in rows["seats"]] == [s["hole_cards"] for s in fair["seats"]]


def test_h_viii_everything_at_once_on_every_street():
    """All errors that are no misdeals at every chance; each costs its time."""
    kinds = [
        "one-card-face-up", "premature-flop", "flop-without-burn", "premature-turn-or-river", "exposed-burn",
        "turn-and-river-together", "short-deck-after-hand", "wrong-pot",
    ]  # fmt: skip
    fair = session((), CALLERS, 4, HANDS)
    game, _ = watch(errors(1, *kinds))
    for hand in game.rows["hands"]:
        told = [(e["kind"], e["street"]) for e in game.rows["events"] if e["hand_id"] == hand["hand_id"]]
        assert told[:5] == [
            ("one-card-face-up", "preflop"),
            ("premature-flop", "preflop"),
            ("premature-turn-or-river", "flop"),
            ("turn-and-river-together", "turn"),
            ("premature-turn-or-river", "turn"),
        ]
        assert set(told[5:]) <= {("short-deck-after-hand", "river"), ("wrong-pot", "river")}
        same_length = fair["hands"][hand["hand_no"]]["duration_s"]
        assert hand["duration_s"] == same_length + 60_000 * len(told)
        assert len(burned_of(hand)) == 3


@pytest.mark.parametrize("kind", ["flop-without-burn", "premature-flop"])
def test_h_viii_the_stub_is_shuffled_evenly(kind):
    """How many of the three cards come again: three times three of the stub, and no card is dearer than another."""
    hands = 4_000 if COMPILED else 150
    rows = session(errors(1, kind), CALLERS, 4, hands)
    again = 0
    places = np.zeros(3)
    for hand_id, (event,) in of_kind(rows, kind).items():
        board = rows["hands"][hand_id]["board"][:3]
        for k in range(3):
            came = event["detail"][k] in board
            again += came
            places[k] += came
    left = 52 - 8 - (kind == "premature-flop")  # the burn stays, and is taken before
    expected = hands * 9 / left
    assert abs(again - expected) < 4.5 * expected**0.5
    assert (abs(places - expected / 3) < 4.5 * (expected / 3) ** 0.5).all()
