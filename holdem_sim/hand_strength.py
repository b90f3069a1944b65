"""How good are my cards? The questions strategies ask, all of them in compiled code.

Each takes the ``spot`` a player sees (a record in a compiled strategy, a light object in a plain Python
one) and looks at his own cards, the board and nothing else.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.cards import LANE, RANKS
from holdem_sim.engine.jit import COMPILED, constant, kernel, portable
from holdem_sim.engine.ranking import ALL_RANKS, CATEGORY_SHIFT, COUNT, HIGHEST, STRAIGHT_TOP, rank_set
from holdem_sim.engine.ranking import FOUR_OF_A_KIND as FOUR_CATEGORY
from holdem_sim.engine.ranking import STRAIGHT as STRAIGHT_CATEGORY
from holdem_sim.engine.ranking import THREE_OF_A_KIND as THREE_CATEGORY
from holdem_sim.engine.ranking import TWO_PAIRS as TWO_PAIRS_CATEGORY
from holdem_sim.engine.rng import PURPOSE_EQUITY, four_below

# --- Starting hands ---

_BEST_FIRST = """
AA KK QQ JJ TT AKs AQs 99 AKo AJs 88 AQo KQs ATs 77 AJo KJs 66 A9s KQo KTs QJs ATo 55 A8s QTs 44 A7s
A5s KJo K9s JTs A4s A6s 33 A3s A9o Q9s T9s QJo A2s J9s KTo K8s 98s K7s 22 K6s 87s 76s 65s A8o T8s
Q8s 97s K5s J8s QTo 54s K4s 86s 75s JTo K3s 96s 64s A7o A5o Q6s T7s Q7s K9o J7s K2s Q5s A4o 53s 85s
A6o Q4s T9o T6s Q9o 74s 43s J6s A3o 95s J9o Q3s 63s J5s 98o Q2s K8o J4s A2o 76o 87o 84s 52s K7o 65o
K6o J3s 42s T5s 97o 54o T8o 94s T4s 73s Q8o J2s J8o 86o 93s 62s K5o 32s T3s 75o 92s K4o 64o 96o T2s
83s 82s T7o Q6o Q7o K3o 53o 72s J7o 85o Q5o K2o 43o 74o Q4o T6o 63o J6o 95o Q3o J5o 52o J4o Q2o 84o
42o J3o T5o 73o T4o 94o 62o 32o J2o 93o T3o 92o 83o T2o 82o 72o
"""
STARTING_HANDS = tuple(_BEST_FIRST.split())
"""The 169 starting hands, the best first, derived with this project's own evaluator.

A hand's worth is its average share of the pot, over random boards run out to the river, against one, two
and four opponents, each share counted in units of a fair one (1/2, 1/3, 1/5). The opponents hold hands of
the best 30 % of this very list: people do not play at random. So the list is a fixed point of sorting by
that worth. It was reached from the worth against random hands in sixteen rounds, the last with 600,000 boards
for every hand and number of opponents; ``tests/test_starting_hands.py`` derives it again.
"""


def _percentiles() -> np.ndarray:
    """Share of the 1326 combinations at least as good, at ``13 * larger rank + smaller`` if suited, else at
    ``13 * smaller rank + larger``."""
    table = np.zeros(169)
    combinations = 0
    for hand in STARTING_HANDS:
        high, low = RANKS.index(hand[0]), RANKS.index(hand[1])
        combinations += 6 if high == low else 4 if hand[2] == "s" else 12
        place = 13 * low + high if hand[2:] == "o" else 13 * high + low
        table[place] = combinations / 1326
    return table


_PERCENTILES = constant(_percentiles())


@kernel
def _percentile(first, second):
    high, low = max(first, second), min(first, second)
    if (high ^ low) & 3 == 0:
        return _PERCENTILES[13 * (high >> 2) + (low >> 2)]
    return _PERCENTILES[13 * (low >> 2) + (high >> 2)]


def starting_hand_percentile(spot):
    """The share of the 1326 starting hands at least as good as these pocket cards: 0.0045 for aces, 1.0 for
    the worst. Takes a spot, or two cards (numbers)."""
    cards = getattr(spot, "cards", spot)
    return _percentile(int(cards[0]), int(cards[1]))


if COMPILED:
    from numba import types
    from numba.extending import overload

    @overload(starting_hand_percentile)
    def _starting_hand_percentile_compiled(spot):
        if isinstance(spot, types.Record):
            return lambda spot: _percentile(spot.cards[0], spot.cards[1])
        return lambda spot: _percentile(spot[0], spot[1])


# --- Sets of cards, and of ranks ---


@portable
def pocket_set(spot):
    """The player's own cards as a set (see :mod:`holdem_sim.engine.cards`)."""
    a, b = int(spot.cards[0]), int(spot.cards[1])
    return 1 << (LANE * (a & 3) + (a >> 2)) | 1 << (LANE * (b & 3) + (b >> 2))


@portable
def board_set(spot):
    """The board, as far as it is dealt, as a set."""
    cards = 0
    for k in range(spot.board_cards):
        card = int(spot.board[k])
        cards |= 1 << (LANE * (card & 3) + (card >> 2))
    return cards


@kernel
def ranks_of(cards):
    """The ranks a set of cards holds, as a mask."""
    half = cards | cards >> 2 * LANE
    return (half | half >> LANE) & ALL_RANKS


@portable
def hand_rank(spot):
    """Rank of the player's hand so far (see :mod:`holdem_sim.engine.ranking`); higher is better.

    With fewer than five cards it tells pairs, threes and high cards.
    """
    return rank_set(pocket_set(spot) | board_set(spot))


# --- What a hand has made ---

(
    NOTHING, LOW_PAIR, MIDDLE_PAIR, TOP_PAIR, OVERPAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS,
    STRAIGHT_FLUSH,
) = range(12)  # fmt: skip

MADE_HANDS = (
    "nothing", "low pair", "middle pair", "top pair", "overpair", "two pair", "trips", "straight", "flush",
    "full house", "quads", "straight flush",
)  # fmt: skip


@portable
def made_hand(spot):
    """What the player has made with the help of at least one own card: NOTHING ... STRAIGHT_FLUSH.

    What merely lies on the board does not count: A-Q on K-K-7-7-2 is NOTHING, A-7 on K-K-2 is NOTHING, and
    A-7 on K-K-7 is a pair of sevens. A pair is TOP_PAIR if no card on the board is higher (OVERPAIR if it was
    dealt), MIDDLE_PAIR if one rank is, else LOW_PAIR. A pocket pair before the flop is an OVERPAIR. A set,
    and one own card that makes three with the board, are TRIPS.
    """
    return made_of(pocket_set(spot), board_set(spot))


@kernel
def made_of(pocket, board):
    """What a set of two pocket cards has made on a board (a set of 0, 3, 4 or 5 cards)."""
    rank = rank_set(pocket | board)
    category = rank >> CATEGORY_SHIFT
    if category < THREE_CATEGORY:
        return _own_pairs(pocket, board, rank)
    board_rank = rank_set(board)
    if board_rank >> CATEGORY_SHIFT == category and (
        rank == board_rank or category in (THREE_CATEGORY, FOUR_CATEGORY)
    ):
        return NOTHING  # it lies on the board; a better kicker makes nothing of it
    if category >= STRAIGHT_CATEGORY:
        return STRAIGHT + category - STRAIGHT_CATEGORY
    return TRIPS


@kernel
def _own_pairs(pocket, board, rank):
    """Pairs with an own card, in a hand that is no more than two pairs (the best two of three)."""
    own = ranks_of(pocket)
    on_board = ranks_of(board)
    dealt = own & (own - 1) == 0
    paired = own if dealt else own & on_board
    if rank >> CATEGORY_SHIFT == TWO_PAIRS_CATEGORY:
        paired &= 1 << (rank >> 16 & 15) | 1 << (rank >> 12 & 15)
    if paired == 0:
        return NOTHING
    if paired & (paired - 1):
        return TWO_PAIR
    higher = COUNT[on_board & ~(2 * paired - 1)]
    if higher == 0:
        return OVERPAIR if dealt else TOP_PAIR
    return MIDDLE_PAIR if higher == 1 else LOW_PAIR


# --- What a hand may become ---

FLUSH_DRAW, NUT_FLUSH_DRAW, OPEN_ENDED, GUTSHOT, BACKDOOR_FLUSH, OVERCARDS = 1, 2, 4, 8, 16, 32


def _straight_completions() -> np.ndarray:
    """By mask of ranks: the ranks any one of which would make a straight, where there is none yet."""
    masks = np.arange(ALL_RANKS + 1)
    straight = np.asarray(STRAIGHT_TOP)
    found = np.zeros_like(masks)
    for rank in range(13):
        found |= np.where((straight == 0) & (straight[masks | 1 << rank] > 0), 1 << rank, 0)
    return found.astype(np.int16)


STRAIGHT_COMPLETIONS = constant(_straight_completions())
"""By mask of ranks: the ranks any one of which would make a straight; 0 where there is one already."""


@portable
def draws(spot):
    """Flags of what one more card (two for BACKDOOR_FLUSH) may make of the player's hand; 0 on the river.

    FLUSH_DRAW: four of a suit, an own card among them; NUT_FLUSH_DRAW: besides, with the highest card of the
    suit that is not on the board. OPEN_ENDED: two ranks or more would make a straight with an own card,
    double gutshots included; GUTSHOT: one rank. BACKDOOR_FLUSH: on the flop, three of a suit, two of them
    own. OVERCARDS: both own cards are higher than the board, and nothing is made.
    """
    if spot.board_cards < 3 or spot.board_cards > 4:
        return 0
    return draws_of(pocket_set(spot), board_set(spot), spot.board_cards == 3)


@kernel
def draws_of(pocket, board, flop):
    """The flags of :func:`draws` for sets of cards; ``flop``: two cards are to come."""
    own_ranks, board_ranks = ranks_of(pocket), ranks_of(board)
    found = _flush_draws(pocket, board, flop)
    completions = straight_outs(own_ranks, board_ranks)
    if completions & (completions - 1):
        found |= OPEN_ENDED
    elif completions:
        found |= GUTSHOT
    if HIGHEST[own_ranks & -own_ranks] > HIGHEST[board_ranks] and made_of(pocket, board) == NOTHING:
        found |= OVERCARDS
    return found


@kernel
def straight_outs(own_ranks, board_ranks):
    """The ranks, as a mask, that would make a straight of which an own card is part; 0 if there is one."""
    return STRAIGHT_COMPLETIONS[own_ranks | board_ranks] & ~STRAIGHT_COMPLETIONS[board_ranks]


@kernel
def _flush_draws(pocket, board, flop):
    found = 0
    for suit in range(4):
        own = pocket >> LANE * suit & ALL_RANKS
        if own == 0:
            continue
        there = board >> LANE * suit & ALL_RANKS
        held = COUNT[own] + COUNT[there]
        if held == 4:
            found |= FLUSH_DRAW
            if HIGHEST[own] == HIGHEST[ALL_RANKS & ~there]:
                found |= NUT_FLUSH_DRAW
        elif held == 3 and flop and COUNT[own] == 2:
            found |= BACKDOOR_FLUSH
    return found


@portable
def outs(spot):
    """How many unseen cards would give the player a straight or a flush with an own card; 0 on the river."""
    if spot.board_cards < 3 or spot.board_cards > 4:
        return 0
    return outs_of(pocket_set(spot), board_set(spot))


@kernel
def outs_of(pocket, board):
    """The number of :func:`outs` for sets of cards."""
    own_ranks, board_ranks = ranks_of(pocket), ranks_of(board)
    completions = straight_outs(own_ranks, board_ranks)
    number = 0
    for suit in range(4):
        own = pocket >> LANE * suit & ALL_RANKS
        seen = own | board >> LANE * suit & ALL_RANKS
        good = completions
        if COUNT[seen] == 4:
            good = ALL_RANKS if own else 0  # a flush, his or everybody's
        number += COUNT[good & ~seen]
    return number


# --- Monte Carlo ---


@portable
def equity(spot, opponents, samples):
    """The player's average share of the pot against ``opponents`` random hands if all go to the river.

    ``samples`` random boards and hands are dealt from the cards he has not seen; they follow from the
    decision's own random numbers (``spot.random``, ``spot.randoms``), so the same decision gets the same
    answer. The standard error is at most 0.5 / sqrt(samples); the price some 30 ns a sample and opponent.
    """
    seen = pocket_set(spot) | board_set(spot) | _set_of_bits(np.int64(spot.exposed))
    key = np.int64(spot.random * 9007199254740992.0)
    stream = np.int64(spot.randoms[0] * 4294967296.0)
    return equity_of(pocket_set(spot), board_set(spot), seen, opponents, samples, key, stream)


@kernel
def _set_of_bits(bits):
    """The set of the cards whose numbers are the bits."""
    cards = 0
    for card in range(52):
        if bits >> card & 1:
            cards |= 1 << (LANE * (card & 3) + (card >> 2))
    return cards


@kernel
def equity_of(pocket, board, seen, opponents, samples, key, stream):
    """As :func:`equity`, for sets of cards; ``seen`` are all that cannot come, ``key`` and ``stream`` choose
    the random numbers."""
    deck = np.empty(52, np.int64)
    left = 0
    for card in range(52):
        bit = 1 << (LANE * (card & 3) + (card >> 2))
        if seen & bit == 0:
            deck[left] = bit
            left += 1
    missing = 5 - _size(board)
    opponents = min(max(opponents, 1), (left - missing - 3) // 2)
    needed = missing + 2 * opponents
    shares = 0.0
    for sample in range(samples):
        for first in range(0, needed, 4):  # the beginning of a shuffle, four cards at a time
            steps = four_below(key, stream, sample, PURPOSE_EQUITY, 0, first >> 2, left - first)
            for k in range(4):
                i, j = first + k, first + k + steps[k]
                deck[i], deck[j] = deck[j], deck[i]
        shares += _share(deck, pocket, board, missing, opponents)
    return shares / max(samples, 1)


@kernel
def _size(cards):
    """How many cards a set holds."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@kernel
def _share(deck, pocket, board, missing, opponents):
    """The share of the pot when the board and the opponents take the top cards of the deck."""
    for k in range(missing):
        board |= deck[k]
    mine = rank_set(pocket | board)
    equals = 1
    for k in range(missing, missing + 2 * opponents, 2):
        theirs = rank_set(board | deck[k] | deck[k + 1])
        if theirs > mine:
            return 0.0
        equals += theirs == mine
    return 1.0 / equals
