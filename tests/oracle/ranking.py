"""The order of poker hands (H-V), spelled out card by card.

A card is ``4 * rank + suit`` with rank 0 for the two up to 12 for the ace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
WHEEL = [12, 3, 2, 1, 0]
SHAPES = {
    (4, 1): QUADS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): TRIPS,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
    (1, 1, 1, 1, 1): HIGH_CARD,
}


def strength_of_five(five: Sequence[int]) -> tuple[int, list[int]]:
    """The category and the ranks that decide within it, the weightiest first; larger is better."""
    ranks = sorted((card // 4 for card in five), reverse=True)
    counts = Counter(ranks)
    by_weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    category = SHAPES[tuple(sorted(counts.values(), reverse=True))]
    if category != HIGH_CARD:
        return category, by_weight
    flush = len({card % 4 for card in five}) == 1
    if ranks == WHEEL:  # the ace plays low: a straight to the five, and the lowest
        return (STRAIGHT_FLUSH if flush else STRAIGHT), [3]
    if ranks[0] - ranks[4] == 4:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), [ranks[0]]
    return (FLUSH if flush else HIGH_CARD), by_weight


def strength(cards: Sequence[int]) -> tuple[int, list[int]]:
    """The strength of the best five of the cards."""
    return max(strength_of_five(five) for five in combinations(cards, 5))
