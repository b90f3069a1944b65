"""How strong a hand is (H-V.1).

The rank of a hand is one integer, higher is better: ``rank >> 20`` is the category (0 high card ... 8
straight flush), below it five fields of four bits hold the ranks that decide within the category, the most
important first: for two pairs the high pair, the low pair, the kicker. Equal hands have equal ranks.

Five, six and seven cards are ranked by the same code: a set of cards gives four suit masks, and a few small
tables indexed by a 13-bit mask of ranks do the rest.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.cards import CARD_BIT, LANE, RANKS
from holdem_sim.engine.jit import constant, kernel

(
    HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = range(9)  # fmt: skip

CATEGORIES = (
    "high card", "one pair", "two pairs", "three of a kind", "straight", "flush", "full house",
    "four of a kind", "straight flush",
)  # fmt: skip

CATEGORY_SHIFT = 20
ALL_RANKS = 0x1FFF
_SHIFT_1, _SHIFT_2, _SHIFT_3 = 16, 12, 8  # the first three of the five fields
_STRAIGHT = STRAIGHT << CATEGORY_SHIFT


def _build_tables() -> dict[str, np.ndarray]:
    """Tables indexed by a mask of ranks; what they hold is said where they get their names below."""
    masks = np.arange(ALL_RANKS + 1)
    count = np.zeros_like(masks)
    highest = np.zeros_like(masks)
    for rank in range(13):
        held = masks >> rank & 1
        count += held
        highest[held == 1] = rank
    best_five = np.zeros_like(masks)
    best_two = np.zeros_like(masks)
    rest = masks.copy()
    for field in range(5):
        top = np.where(rest > 0, 1 << highest[rest], 0)
        best_five |= np.where(rest > 0, highest[rest], 0) << (_SHIFT_1 - 4 * field)
        best_two |= top if field < 2 else 0
        rest ^= top
    paired = np.minimum(count, 2) << CATEGORY_SHIFT | best_five >> _SHIFT_2 << _SHIFT_2
    # The ace is also the card below the two; Q-K-A-2-3 and its kind are no straights.
    with_low_ace = masks << 1 | masks >> 12
    straight = np.zeros_like(masks)
    for top_rank in range(3, 13):
        run = 0b11111 << (top_rank - 3)
        straight[with_low_ace & run == run] = top_rank
    return {
        "highest": highest.astype(np.int8),
        "count": count.astype(np.int8),
        "best_five": best_five.astype(np.int32),
        "best_two": best_two.astype(np.int16),
        "paired": paired.astype(np.int32),
        "straight": straight.astype(np.int8),
    }


_tables = _build_tables()
HIGHEST = constant(_tables["highest"])
"""By mask of ranks: the highest rank in it (0 for none)."""
COUNT = constant(_tables["count"])
"""By mask of ranks: how many."""
BEST_FIVE = constant(_tables["best_five"])
"""By mask of ranks: the highest five, in the fields of a hand rank."""
BEST_TWO = constant(_tables["best_two"])
"""By mask of ranks: the mask of the highest two."""
PAIRED = constant(_tables["paired"])
"""By mask of the ranks held twice: the hand rank without its kickers (high card, one pair or two pairs)."""
STRAIGHT_TOP = constant(_tables["straight"])
"""By mask of ranks: the top rank of the best straight, 3 (a five) to 12; 0 for none."""


@kernel
def rank_flush(suit):
    """Rank of five or more cards of one suit, given as a mask of ranks."""
    top = STRAIGHT_TOP[suit]
    if top > 0:
        return int(STRAIGHT_FLUSH << CATEGORY_SHIFT | top << _SHIFT_1)
    return int(FLUSH << CATEGORY_SHIFT | BEST_FIVE[suit])


@kernel
def rank_threes(ranks, pairs, trips, quads):
    """Rank of a hand in which a rank is held three or four times (masks: held, twice, thrice, four times)."""
    if quads:
        four = HIGHEST[quads]
        kicker = HIGHEST[ranks ^ quads]
        return int(FOUR_OF_A_KIND << CATEGORY_SHIFT | four << _SHIFT_1 | kicker << _SHIFT_2)
    three = HIGHEST[trips]
    others = pairs & ~(1 << three)  # a second three counts as a pair
    if others:
        return int(FULL_HOUSE << CATEGORY_SHIFT | three << _SHIFT_1 | HIGHEST[others] << _SHIFT_2)
    kickers = BEST_FIVE[ranks & ~(1 << three)] >> 12 << _SHIFT_3  # the best two of them
    return int(THREE_OF_A_KIND << CATEGORY_SHIFT | three << _SHIFT_1 | kickers)


@kernel
def rank_set(cards):
    """Rank of a set of five to seven cards (see :mod:`holdem_sim.engine.cards`)."""
    clubs = cards & ALL_RANKS
    diamonds = cards >> LANE & ALL_RANKS
    hearts = cards >> 2 * LANE & ALL_RANKS
    spades = cards >> 3 * LANE
    ranks = clubs | diamonds | hearts | spades
    # Of seven cards, five of one suit or five in a row leave too few for a full house or four of a kind.
    if COUNT[clubs] > 4:
        return rank_flush(clubs)
    if COUNT[diamonds] > 4:
        return rank_flush(diamonds)
    if COUNT[hearts] > 4:
        return rank_flush(hearts)
    if COUNT[spades] > 4:
        return rank_flush(spades)
    if STRAIGHT_TOP[ranks]:
        return int(_STRAIGHT | STRAIGHT_TOP[ranks] << _SHIFT_1)
    black, red = clubs & spades, diamonds & hearts
    pairs = black | red | (clubs | spades) & (diamonds | hearts)
    trips = black & (diamonds | hearts) | red & (clubs | spades)
    if trips:
        return rank_threes(ranks, pairs, trips, black & red)
    # High card, one pair, two pairs: nine hands in ten, without a branch. n pairs leave 5 - 2n kickers.
    rank = int(PAIRED[pairs])
    n = rank >> CATEGORY_SHIFT
    return rank | BEST_FIVE[ranks ^ BEST_TWO[pairs]] >> 8 * n << 4 * n


@kernel
def rank_cards(cards, n):
    """Rank of the first ``n`` (5 to 7) of these cards (int8 array)."""
    held = 0
    for i in range(n):
        held |= CARD_BIT[cards[i]]
    return rank_set(held)


@kernel
def rank_seven(hole, board):
    """Rank of two pocket cards (int8[2]) with a full board (int8[5])."""
    pocket = CARD_BIT[hole[0]] | CARD_BIT[hole[1]]
    flop = CARD_BIT[board[0]] | CARD_BIT[board[1]] | CARD_BIT[board[2]]
    return rank_set(pocket | flop | CARD_BIT[board[3]] | CARD_BIT[board[4]])


@kernel
def category(rank):
    """The category of a hand rank, 0 (high card) to 8 (straight flush)."""
    return rank >> CATEGORY_SHIFT


_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def describe(rank: int) -> str:
    """A hand rank in words: ``full house, kings full of tens``; ``one pair, aces with K Q 9``."""
    rank = int(rank)
    kind = rank >> CATEGORY_SHIFT
    if not HIGH_CARD <= kind <= STRAIGHT_FLUSH:
        raise ValueError(f"{rank} is not a hand rank; its category would be {kind}, and they go from 0 to 8")
    fields = [rank >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    letters = [RANKS[field] for field in fields]
    first, second = _NAMES[fields[0]], _NAMES[fields[1]]
    many = [name + ("es" if name == "six" else "s") for name in (first, second)]
    if kind == STRAIGHT_FLUSH and first == "ace":
        return "royal flush"
    details = {
        STRAIGHT_FLUSH: f"{first} high",
        FOUR_OF_A_KIND: f"{many[0]} with {letters[1]}",
        FULL_HOUSE: f"{many[0]} full of {many[1]}",
        FLUSH: " ".join(letters),
        STRAIGHT: f"{first} high",
        THREE_OF_A_KIND: f"{many[0]} with {' '.join(letters[1:3])}",
        TWO_PAIRS: f"{many[0]} and {many[1]} with {letters[2]}",
        ONE_PAIR: f"{many[0]} with {' '.join(letters[1:4])}",
        HIGH_CARD: " ".join(letters),
    }
    return f"{CATEGORIES[kind]}, {details[kind]}"
