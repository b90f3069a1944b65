"""The shuffle by hand against theory, and what a lazy one does to the game (H-II.9)."""

from __future__ import annotations

from itertools import pairwise
from math import comb, factorial

import numpy as np
import pytest

from chance import chi_square_limit
from holdem_sim.engine import betting, course, deal, hand, shuffle
from holdem_sim.engine.hooks import SHUFFLE
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.table import BLOCK, FOLD, TABLE
from holdem_sim.shard import records
from records import empty_record
from sessions import by_hand, configure, game_of, play_session

CARDS = 52
HAND = ("deal.shuffle=hand",)


def eulerian(cards: int) -> list[int]:
    """How many orders of ``cards`` cards have 1, 2, ... rising sequences (Eulerian numbers)."""
    row = [1]
    for n in range(2, cards + 1):
        row = [
            (k + 1) * (row[k] if k < n - 1 else 0) + (n - k) * (row[k - 1] if k > 0 else 0) for k in range(n)
        ]
    return row


def chances_of_rising_sequences(riffles: int, cards: int = CARDS) -> list[float]:
    """The chance of 1, 2, ... rising sequences after some riffles (Bayer and Diaconis 1992, theorem 1)."""
    stacks = 2**riffles
    ways = [comb(stacks + cards - r, cards) for r in range(1, cards + 1)]
    return [w * orders / stacks**cards for w, orders in zip(ways, eulerian(cards), strict=True)]


def distance_to_fair(riffles: int) -> float:
    """The total variation between a deck riffled so often and a fair one."""
    fair = [orders / factorial(CARDS) for orders in eulerian(CARDS)]
    return sum(abs(a - b) for a, b in zip(chances_of_rising_sequences(riffles), fair, strict=True)) / 2


@kernel
def rising_sequences(table):
    """Into how many chains of successive cards, each from left to right, the deck falls."""
    places = np.empty(CARDS, np.int64)
    for i in range(CARDS):
        places[table.deck[i]] = i
    chains = 1
    for card in range(1, CARDS):
        chains += places[card] < places[card - 1]
    return chains


@kernel
def riffle_decks(table, rules, riffles, counts, decks):
    """The rising sequences of ``decks`` ordered decks, each riffled ``riffles`` times."""
    for n in range(decks):
        table.hand_no = n
        for i in range(CARDS):
            table.deck[i] = i
        for k in range(riffles):
            table.shuffles = k
            shuffle.riffle(table, rules, 0, shuffle.RIFFLE)
        counts[rising_sequences(table)] += 1


def riffled(riffles: int, decks: int) -> np.ndarray:
    counts = np.zeros(CARDS + 1, np.int64)
    table = records(TABLE)[0]
    riffle_decks(table, configure(words=HAND).rules_record(4), riffles, counts, decks)
    return counts


def test_h_ii_9_theory_gives_the_known_distances():
    """Bayer and Diaconis's table for 52 cards, riffles 1 to 10."""
    known = [1.0, 1.0, 1.0, 1.0, 0.924, 0.614, 0.334, 0.167, 0.085, 0.043]
    assert [round(distance_to_fair(k), 3) for k in range(1, 11)] == known
    assert abs(sum(chances_of_rising_sequences(7)) - 1) < 1e-12


@pytest.mark.parametrize("riffles", [6, 7])
def test_h_ii_9_riffles_have_the_rising_sequences_of_theory(riffles):
    decks = 60_000 if COMPILED else 1_500
    counts = riffled(riffles, decks)
    chances = chances_of_rising_sequences(riffles)
    classes, expected, observed = 0, 0.0, 0
    total = 0.0
    for r in range(1, CARDS + 1):
        expected += chances[r - 1] * decks
        observed += int(counts[r])
        left = sum(chances[r:]) * decks
        if expected >= 10 and (left >= 10 or r == CARDS):
            total += (observed - expected) ** 2 / expected
            classes, expected, observed = classes + 1, 0.0, 0
    if expected > 0:
        total += (observed - expected) ** 2 / expected
        classes += 1
    assert classes >= 3
    assert total < chi_square_limit(max(classes - 1, 10), 1e-5)


def test_h_ii_9_seven_riffles_are_measurably_not_fair_and_two_are_far_from_it():
    """The measured distance over the rising sequences: 0.334 after seven; two make at most four of them."""
    decks = 60_000 if COMPILED else 1_500
    fair = np.array([0.0] + [orders / factorial(CARDS) for orders in eulerian(CARDS)])
    seven = np.abs(riffled(7, decks) / decks - fair).sum() / 2
    assert abs(seven - 0.334) < (0.01 if COMPILED else 0.06)
    two = riffled(2, decks // 10)
    assert two[5:].sum() == 0 and np.abs(two / two.sum() - fair).sum() / 2 > 0.999


@kernel
def shuffle_decks(table, rules, counts, decks):
    """Card by place over ``decks`` decks, each washed and shuffled from a new one."""
    for n in range(decks):
        table.hand_no = n
        shuffle.open_new_deck(table)
        shuffle.wash(table, rules)
        shuffle.riffle_and_cut(table, rules, 0)
        for i in range(CARDS):
            counts[i, table.deck[i]] += 1


def places_of(wash_seconds: int, decks: int) -> tuple[float, float]:
    """Chi-square of card by place: the worst place, and all together."""
    words = [*HAND, f"deal.wash_seconds={wash_seconds}"]
    counts = np.zeros((CARDS, CARDS), np.int64)
    shuffle_decks(records(TABLE)[0], configure(words=words).rules_record(8), counts, decks)
    assert (counts.sum(axis=0) == decks).all() and (counts.sum(axis=1) == decks).all()
    expected = decks / CARDS
    by_place = ((counts - expected) ** 2 / expected).sum(axis=1)
    return float(by_place.max()), float(by_place.sum())


def test_h_ii_9_a_washed_deck_has_every_card_everywhere():
    worst, total = places_of(60, 40_000 if COMPILED else 400)
    assert worst < chi_square_limit(51, 1e-6) and total < chi_square_limit(51 * 51, 1e-4)


@kernel
def kept_neighbours(table, rules, decks):
    """How many pairs of neighbours of a new deck are neighbours still, over ``decks`` shuffles."""
    kept = 0
    successor = np.full(CARDS, -1, np.int64)
    for n in range(decks):
        table.hand_no = n
        shuffle.open_new_deck(table)
        for i in range(CARDS - 1):
            successor[table.deck[i]] = table.deck[i + 1]
        shuffle.wash(table, rules)
        shuffle.riffle_and_cut(table, rules, 0)
        for i in range(CARDS - 1):
            kept += successor[table.deck[i]] == table.deck[i + 1]
    return kept


@pytest.mark.parametrize(("wash_seconds", "least", "most"), [(0, 5.5, 7.5), (3, 2.4, 3.8), (60, 0.85, 1.15)])
def test_h_ii_9_without_a_wash_neighbours_stay_neighbours(wash_seconds, least, most):
    """By chance 51 of 52 pairs x 1 / 51: one a deck. Three riffles keep one pair in eight."""
    decks = 40_000 if COMPILED else 1_000
    rules = configure(words=[*HAND, f"deal.wash_seconds={wash_seconds}"]).rules_record(8)
    assert least < kept_neighbours(records(TABLE)[0], rules, decks) / decks < most


def ordered_table(order=range(CARDS)):
    table = empty_record(TABLE)
    table.deck[:] = list(order)
    return table


@pytest.mark.parametrize("first", [0, 13, 20, 28, 30])
def test_h_ii_9_every_step_keeps_the_cards_and_what_is_dealt(first):
    rules = configure(words=HAND).rules_record(2)
    for n in range(40):
        table = ordered_table()
        table.hand_no = n
        for step in (
            lambda: shuffle.riffle(table, rules, first, shuffle.RIFFLE),  # noqa: B023
            lambda: shuffle.strip(table, rules, first),  # noqa: B023
            lambda: shuffle.cut(table, rules, first),  # noqa: B023
        ):
            before = [int(c) for c in table.deck]
            step()
            after = [int(c) for c in table.deck]
            assert after[:first] == before[:first] and sorted(after) == list(range(CARDS))
            assert after != before


def test_h_ii_9_a_riffle_interleaves_two_packets():
    rules = configure(words=HAND).rules_record(2)
    sizes = []
    for n in range(200):
        table = ordered_table()
        table.hand_no = n
        shuffle.riffle(table, rules, 0, shuffle.RIFFLE)
        deck = [int(c) for c in table.deck]
        sizes.append(next(k for k in range(CARDS + 1) if is_riffle(deck, k)))
    assert abs(np.mean(sizes) - 26) < 4.5 * (13 / 200) ** 0.5 and 2 < np.std(sizes) < 5


def is_riffle(deck: list[int], size: int) -> bool:
    """Whether the first ``size`` cards and the others have kept their order."""
    upper = [c for c in deck if c < size]
    lower = [c for c in deck if c >= size]
    return upper == sorted(upper) and lower == sorted(lower)


def test_h_ii_9_a_strip_turns_the_order_of_packets_round():
    rules = configure(words=HAND).rules_record(2)
    for n in range(100):
        table = ordered_table()
        table.hand_no = n
        shuffle.strip(table, rules, 0)
        deck = [int(c) for c in table.deck]
        starts = [0, *(i for i in range(1, CARDS) if deck[i] != deck[i - 1] + 1), CARDS]
        packets = [deck[a:b] for a, b in pairwise(starts)]
        assert [c for packet in reversed(packets) for c in packet] == list(range(CARDS))
        assert all(shuffle.STRIP_LEAST <= len(p) <= shuffle.STRIP_MOST for p in packets[1:])
        assert len(packets[0]) <= shuffle.STRIP_MOST


def test_h_ii_9_a_cut_leaves_the_order_round_the_deck():
    rules = configure(words=HAND).rules_record(2)
    tops = set()
    for n in range(300):
        table = ordered_table()
        table.hand_no = n
        shuffle.cut(table, rules, 0)
        top = int(table.deck[0])
        assert [int(c) for c in table.deck] == [(top + i) % CARDS for i in range(CARDS)]
        tops.add(top)
    assert min(tops) >= 10 and max(tops) <= 42 and len(tops) > 25


def test_h_ii_9_a_session_opens_with_a_new_deck_which_is_washed():
    """Nothing of the session before is left in the deck; the wash takes its time."""
    config = configure(words=[*HAND, "deal.wash_seconds=30"])
    rules, block = config.rules_record(3), empty_record(BLOCK)
    types = config.types_array().view(np.recarray)
    decks = []
    for order in (range(CARDS), reversed(range(CARDS))):
        table = ordered_table(order)
        shuffle.shuffle_by_hand(table, rules, types, block, SHUFFLE)
        decks.append([int(c) for c in table.deck])
        assert int(table.clock_ms) == 30_000 and (int(table.drawn), int(table.next_card)) == (CARDS, 0)
    assert decks[0] == decks[1] and sorted(decks[0]) == list(range(CARDS))
    table = ordered_table()
    table.hand_no = 1
    table.misdeals = 0
    shuffle.shuffle_by_hand(table, rules, types, block, SHUFFLE)
    assert [int(c) for c in table.deck] != decks[0]


def test_h_ii_9_the_deck_is_collected_as_it_lies():
    """Three players: seat 1 folds before the flop, the two others show down and seat 2 wins."""
    config = configure("always-call*3", ["table.seats=3"])
    rules, block = config.rules_record(1), empty_record(BLOCK)
    table = empty_record(TABLE)
    table.player[:3] = range(3)
    table.stack[:3] = 1_000
    table.button = 0
    hand.reset_hand(table)
    for seat in range(3):
        hand.deal_in(table, seat)
    table.deck[:] = range(CARDS)
    table.drawn = CARDS
    deal.deal_pocket_cards(table, rules, 1)
    hand.open_betting(table, rules)
    betting.act(table, rules, block, 1, FOLD, 0)
    for _ in range(3):
        hand.next_street(table, rules)
    hand.rank_hands(table)
    table.show_order[:] = [0, -1, 1, *[-1] * 7]
    table.won[2] = 100
    shuffle.collect(table)
    # Dealt 0..5 from seat 1: seats 1, 2, 0, 1, 2, 0; burned 6, 10, 12; board 7, 8, 9, 11, 13; stub 14 and on.
    from_the_top = [4, 1, 13, 11, 9, 8, 7, 5, 2, 3, 0, 12, 10, 6, *range(14, CARDS)]
    assert [int(c) for c in table.deck] == from_the_top


NEAR = 3


def near_again(words, hands: int) -> tuple[int, int]:
    """Of cards that lay one upon the other when the deck was collected, two of a hand or of the board: how often the
    second comes at most three places after the first in the next deal, and how often both are dealt at all."""
    rows = play_session(game_of(configure("always-call*5", ["table.seats=5", *words]), 6), 0, hands)
    seats = by_hand(rows, "seats")
    near = both = 0
    pairs: list[tuple[int, int]] = []
    for row in rows["hands"]:
        order = sorted(seats[row["hand_id"]], key=lambda s: (s["seat"] - row["button_seat"] - 1) % 5)
        dealt = [s["hole_cards"][k] for k in range(2) for s in order]
        b, f = row["burned"], row["board"]
        dealt += [b[0], *f[:3], b[1], f[3], b[2], f[4]]
        place = {card: i for i, card in enumerate(dealt)}
        for upper, lower in pairs:
            if upper in place and lower in place:
                both += 1
                near += 1 <= place[lower] - place[upper] <= NEAR
        pairs = [(second, first) for first, second in pairwise(f)]
        pairs += [(s["hole_cards"][1], s["hole_cards"][0]) for s in order]
    return near, both


def test_h_ii_9_a_deck_that_is_not_washed_can_be_seen_in_a_session():
    """Neighbours come together far more often than by chance; after a wash they do not."""
    hands = 1_500 if COMPILED else 80
    places = 18
    chance = sum(1 <= b - a <= NEAR for a in range(places) for b in range(places)) / (places * (places - 1))

    def surplus(words) -> float:
        near, both = near_again(words, hands)
        return (near - both * chance) / (both * chance * (1 - chance)) ** 0.5

    assert abs(surplus(())) < 4.5
    assert abs(surplus((*HAND, "deal.wash_seconds=60"))) < 4.5
    assert surplus((*HAND, "deal.wash_seconds=0")) > (20 if COMPILED else 5)


def test_h_ii_9_the_wash_takes_time_and_the_rest_stays():
    rows = play_session(game_of(configure("always-fold*3", [*HAND, "deal.wash_seconds=12.5"])), 0, 20)
    fair = play_session(game_of(configure("always-fold*3")), 0, 20)
    for slow, quick in zip(rows["hands"], fair["hands"], strict=True):
        assert slow["duration_s"] == quick["duration_s"] + 12_500
        assert (slow["button_seat"], slow["pot"]) == (quick["button_seat"], quick["pot"])
    assert [s["hole_cards"] for s in rows["seats"]] != [s["hole_cards"] for s in fair["seats"]]


def test_h_ii_9_the_deck_goes_on_from_hand_to_hand():
    """Without errors the next deck depends on the hand before; a hand alone cannot be dealt from its number."""
    game = game_of(configure("always-call*4", ["table.seats=4", *HAND, "deal.wash_seconds=0"]))
    table, block = records(TABLE)[0], records(BLOCK)[0]
    table.player[:] = [0, 1, 2, 3, *[-1] * 6]
    table.stack[:4] = 10_000
    table.button, table.last_big_blind, table.hand_no = 0, -1, 5
    decks = set()
    for turn in range(6):
        table.deck[:] = np.roll(np.arange(CARDS), turn)
        course.post_and_deal(table, game.rules, game.types, block)
        decks.add(tuple(int(c) for c in table.deck))
        table.stack[:4] = 10_000
    assert len(decks) == 6
