"""The order of the 169 starting hands, derived again."""

import numpy as np
import pytest

from holdem_sim.engine.cards import CARD_BIT, RANKS
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.ranking import rank_set
from holdem_sim.engine.rng import PURPOSE_EQUITY, words
from holdem_sim.hand_strength import STARTING_HANDS

PLAYED = 0.3
"""The share of starting hands that the opponents hold."""
OPPONENTS = (1, 2, 4)


def combinations(hand: str) -> list[int]:
    """Every pair of cards of a starting hand, as sets."""
    high, low = RANKS.index(hand[0]), RANKS.index(hand[1])
    suits = [(a, b) for a in range(4) for b in range(4)]
    if high == low:
        suits = [(a, b) for a, b in suits if a < b]
    else:
        suits = [(a, b) for a, b in suits if (a == b) == (hand[2] == "s")]
    return [int(CARD_BIT[4 * high + a] | CARD_BIT[4 * low + b]) for a, b in suits]


def test_the_list_holds_every_hand_once():
    assert len(STARTING_HANDS) == len(set(STARTING_HANDS)) == 169
    assert sum(len(combinations(hand)) for hand in STARTING_HANDS) == 1326
    assert all(RANKS.index(hand[0]) >= RANKS.index(hand[1]) for hand in STARTING_HANDS)


@kernel
def _share(own, played, opponents, samples, lane):
    """Average share of the pot of ``own`` against so many hands of ``played``, all sets of cards."""
    theirs = np.empty(8, np.int64)
    total = 0.0
    for sample in range(samples):
        used, board, hands, dealt, block = own, 0, 0, 0, 0
        while dealt < 5:
            drawn = words(12, lane, sample, PURPOSE_EQUITY, opponents, block)
            block += 1
            for word in drawn:
                if hands < opponents:
                    cards = played[word * played.shape[0] >> 32]
                    if cards & used == 0:
                        used |= cards
                        theirs[hands] = cards
                        hands += 1
                elif dealt < 5:
                    card = CARD_BIT[word * 52 >> 32]
                    if card & used == 0:
                        used |= card
                        board |= card
                        dealt += 1
        mine, equals = rank_set(own | board), 1
        for i in range(opponents):
            other = rank_set(theirs[i] | board)
            if other > mine:
                equals = 0
                break
            equals += other == mine
        if equals:
            total += 1.0 / equals
    return total / samples


@pytest.mark.skipif(not COMPILED, reason="ten million hands need the compiler")
def test_the_list_is_sorted_by_what_its_hands_are_worth_against_its_own_best():
    every = [cards for hand in STARTING_HANDS for cards in combinations(hand)]
    played = np.array(every[: round(PLAYED * 1326)], np.int64)
    samples = 20_000
    worth = np.array(
        [
            sum((n + 1) * _share(combinations(hand)[0], played, n, samples, i) for n in OPPONENTS)
            for i, hand in enumerate(STARTING_HANDS)
        ]
    )
    ranked = np.sort(worth)[::-1]
    assert np.abs(worth - ranked).max() < 0.15, "worth between 1 and 7"
    assert np.abs(worth - ranked).mean() < 0.03
    places = np.argsort(np.argsort(-worth))
    assert np.corrcoef(places, np.arange(169))[0, 1] > 0.997
    assert STARTING_HANDS[:5] == ("AA", "KK", "QQ", "JJ", "TT")
