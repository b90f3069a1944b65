"""Kernels that settle a hand over all boards that can still come, for :mod:`holdem_sim.equities`.

The boards are not dealt one by one: a board's ranks alone settle who wins unless somebody has a flush, so that all
boards of the same ranks are settled at once, with their number as a weight, and then the boards that give somebody a
flush are settled again, one by one, in place of what their ranks alone said. Before the flop that takes a twentieth
of the time.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.cards import CARDS, LANE
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.ranking import (
    ALL_RANKS,
    BEST_FIVE,
    BEST_TWO,
    CATEGORY_SHIFT,
    COUNT,
    PAIRED,
    STRAIGHT,
    STRAIGHT_TOP,
    rank_flush,
    rank_threes,
)

PLAYERS = 10
POTS = PLAYERS - 1
BOARD = 5
FLUSH_CARDS = 5
SUITS = 4

ALL_IN = np.dtype(
    [
        ("pockets", np.int64, PLAYERS),
        ("players", np.int64),
        ("board", np.int64),
        ("dead", np.int64),
        ("pots", np.int64),
        ("contenders", np.int64, POTS),
        ("amounts", np.int64, POTS),
        ("unit", np.int64),
        ("one_each", np.int64),
        ("boards", np.int64),
        ("expected", np.float64, PLAYERS),
        ("variance", np.float64, PLAYERS),
    ]
)
"""A hand whose betting is over, for :func:`holdem_sim.equities.settle_all`.

Given are the ``players`` still in, in the order in which odd chips go round (clockwise from the button): their
``pockets``, the ``board`` so far and the cards that are ``dead`` besides, all as sets of cards
(:mod:`holdem_sim.engine.cards`); for each of the ``pots`` its ``contenders`` (mask of players) and the chips to be
shared out (``amounts``); the smallest ``unit`` in which a pot is divided, and whether odd chips go ``one_each``.

Found are the number of ``boards``, and over them each player's ``expected`` chips from all pots and their
``variance``.
"""

_WORK = np.dtype(
    [
        ("missing", np.int64),
        ("left", np.int64, 13),
        ("held", np.int64, 4),
        ("own", np.int64, 13),
        ("owns", np.int64),
        ("others", np.int64, CARDS),
        ("other_count", np.int64),
        ("first", np.int64, PLAYERS),
        ("second", np.int64, PLAYERS),
        ("plain", np.int64, PLAYERS),
        ("ranks", np.int64, PLAYERS),
        ("won", np.int64, PLAYERS),
        ("ranks_at", np.int64, BOARD),
        ("owns_at", np.int64, BOARD),
        ("others_at", np.int64, BOARD),
        ("counts", np.int64, 1 << PLAYERS),
    ]
)
"""What the kernels remember while they enumerate: cards ``missing`` on the board; how many cards of each rank are
``left``; the ranks the board has now, ``held`` once, twice, thrice, four times; of the suit in question the ``own``
cards left (masks of ranks), and the ``others`` (sets of cards); the players' two ranks (``first``, ``second``), their
``ranks`` with and without flushes (``plain``), what each ``won``; where the loops are (``..._at``); and by mask of
winners of the main pot the number of boards (``counts``)."""


def new_work() -> np.recarray:
    """Room for what a kernel remembers; each thread needs its own."""
    return np.zeros(1, _WORK).view(np.recarray)


@kernel(threads=True)
def settle_range(hands, work, start, end):
    """Settle the hands ``start`` to ``end`` - 1."""
    for place in range(start, end):
        _settle(hands[place], work[0])


@kernel
def _settle(hand, work):
    """Settle a hand over all boards still to come."""
    _prepare(hand, work)
    _settle_by_ranks(hand, work)
    for suit in range(SUITS):
        on_board = COUNT[hand.board >> LANE * suit & ALL_RANKS]
        most = 0
        for player in range(hand.players):
            most = max(most, COUNT[hand.pockets[player] >> LANE * suit & ALL_RANKS])
        needed = max(FLUSH_CARDS - on_board - most, 0)
        if needed <= work.missing:
            _split_by_suit(hand, work, suit)
            for number in range(needed, work.missing + 1):
                if number <= work.owns and work.missing - number <= work.other_count:
                    _settle_flushes(hand, work, suit, number)
    for player in range(hand.players):
        mean = hand.expected[player] / hand.boards
        hand.expected[player] = mean
        hand.variance[player] = max(hand.variance[player] / hand.boards - mean * mean, 0.0)


@kernel
def _prepare(hand, work):
    """Begin a hand: what is left of each rank, what the board holds, the players' ranks; empty results."""
    known = hand.board | hand.dead
    for player in range(hand.players):
        pocket = hand.pockets[player]
        known |= pocket
        ranks = pocket | pocket >> 2 * LANE
        ranks = (ranks | ranks >> LANE) & ALL_RANKS
        work.first[player] = ranks & -ranks
        rest = ranks & (ranks - 1)
        work.second[player] = rest if rest else ranks
        hand.expected[player] = 0.0
        hand.variance[player] = 0.0
    for mask in range(1 << hand.players):
        work.counts[mask] = 0
    hand.boards = 0
    work.missing = BOARD
    for rank in range(13):
        work.left[rank] = 0
    once = twice = thrice = fourfold = 0
    for suit in range(SUITS):
        lane = hand.board >> LANE * suit & ALL_RANKS
        work.missing -= COUNT[lane]
        for rank in range(13):
            once, twice, thrice, fourfold = _with(lane & 1 << rank, once, twice, thrice, fourfold)
            work.left[rank] += 1 - (known >> (LANE * suit + rank) & 1)
    work.held[0], work.held[1], work.held[2], work.held[3] = once, twice, thrice, fourfold


@kernel
def _with(bit, once, twice, thrice, fourfold):
    """The ranks held at least so often when a card of the rank ``bit`` is added (0: none)."""
    return once | bit, twice | once & bit, thrice | twice & bit, fourfold | thrice & bit


@kernel
def _rank_of_ranks(once, twice, thrice, fourfold):
    """The rank of seven cards without a flush, from the ranks they hold at least so often."""
    if STRAIGHT_TOP[once]:
        return int(STRAIGHT << CATEGORY_SHIFT | STRAIGHT_TOP[once] << 16)
    if thrice:
        return rank_threes(once, twice, thrice, fourfold)
    rank = int(PAIRED[twice])
    n = rank >> CATEGORY_SHIFT
    return rank | BEST_FIVE[once ^ BEST_TWO[twice]] >> 8 * n << 4 * n


@kernel
def _rank_all(hand, work, once, twice, thrice, fourfold):
    """Rank every player's hand with a board of these ranks, flushes left out, into ``plain``."""
    for player in range(hand.players):
        a, b, c, d = _with(work.first[player], once, twice, thrice, fourfold)
        a, b, c, d = _with(work.second[player], a, b, c, d)
        work.plain[player] = _rank_of_ranks(a, b, c, d)


@kernel
def _settle_by_ranks(hand, work):
    """Settle all boards as if there were no flushes, those of equal ranks at once."""
    missing = work.missing
    at = work.ranks_at
    for k in range(missing):
        at[k] = 0
    while True:
        once, twice, thrice, fourfold = work.held[0], work.held[1], work.held[2], work.held[3]
        boards = 1
        same = 0
        for k in range(missing):  # ways to choose the cards of each rank
            same = same + 1 if k > 0 and at[k] == at[k - 1] else 1
            boards = boards * max(work.left[at[k]] - same + 1, 0) // same
            once, twice, thrice, fourfold = _with(1 << at[k], once, twice, thrice, fourfold)
        if boards > 0:
            _rank_all(hand, work, once, twice, thrice, fourfold)
            _pay(hand, work, work.plain, boards)
            hand.boards += boards
        last = missing - 1
        while last >= 0 and at[last] == 12:
            last -= 1
        if last < 0:
            return
        rank = at[last] + 1
        for k in range(last, missing):
            at[k] = rank


@kernel
def _split_by_suit(hand, work, suit):
    """Set the cards still to come that are of the suit (``own``), and the ``others``."""
    known = hand.board | hand.dead
    for player in range(hand.players):
        known |= hand.pockets[player]
    work.owns = work.other_count = 0
    for card in range(CARDS):
        bit = 1 << (LANE * (card & 3) + (card >> 2))
        if known & bit:
            continue
        if card & 3 == suit:
            work.own[work.owns] = 1 << (card >> 2)
            work.owns += 1
        else:
            work.others[work.other_count] = 1 << (card >> 2)
            work.other_count += 1


@kernel
def _settle_flushes(hand, work, suit, number):
    """Settle the boards to which ``number`` cards of the suit come anew, in place of what their ranks said."""
    rest = work.missing - number
    for k in range(number):
        work.owns_at[k] = k
    while True:
        once, twice, thrice, fourfold = work.held[0], work.held[1], work.held[2], work.held[3]
        flush = hand.board >> LANE * suit & ALL_RANKS
        for k in range(number):
            bit = work.own[work.owns_at[k]]
            flush |= bit
            once, twice, thrice, fourfold = _with(bit, once, twice, thrice, fourfold)
        for k in range(rest):
            work.others_at[k] = k
        while True:
            a, b, c, d = once, twice, thrice, fourfold
            for k in range(rest):
                a, b, c, d = _with(work.others[work.others_at[k]], a, b, c, d)
            _rank_all(hand, work, a, b, c, d)
            for player in range(hand.players):
                own = flush | hand.pockets[player] >> LANE * suit & ALL_RANKS
                work.ranks[player] = work.plain[player]
                if COUNT[own] >= FLUSH_CARDS:  # no full house beside it: seven cards are too few
                    work.ranks[player] = rank_flush(own)
            _pay(hand, work, work.plain, -1)
            _pay(hand, work, work.ranks, 1)
            if not _next_choice(work.others_at, rest, work.other_count):
                break
        if not _next_choice(work.owns_at, number, work.owns):
            return


@kernel
def _next_choice(at, size, number):
    """Go on to the next choice of ``size`` of ``number`` places, in order; False after the last."""
    last = size - 1
    while last >= 0 and at[last] == number - size + last:
        last -= 1
    if last < 0:
        return False
    at[last] += 1
    for k in range(last + 1, size):
        at[k] = at[k - 1] + 1
    return True


@kernel
def _pay(hand, work, ranks, boards):
    """Share out the pots between the best hands, and count it for so many boards."""
    for player in range(hand.players):
        work.won[player] = 0
    for pot in range(hand.pots):
        best = -1
        winners = number = 0
        for player in range(hand.players):
            if hand.contenders[pot] >> player & 1:
                if ranks[player] > best:
                    best = ranks[player]
                    winners = 1 << player
                    number = 1
                elif ranks[player] == best:
                    winners |= 1 << player
                    number += 1
        if pot == 0:
            work.counts[winners] += boards
        _divide(hand, work, pot, winners, number)
    for player in range(hand.players):
        won = float(work.won[player])
        hand.expected[player] += boards * won
        hand.variance[player] += boards * won * won


@kernel
def _divide(hand, work, pot, winners, number):
    """Divide a pot between its winners (mask) in whole units, the rest as the house gives it (H-X.1, D-2)."""
    amount = hand.amounts[pot]
    share = amount
    first = single = 0
    if number > 1:
        share = amount // (number * hand.unit) * hand.unit
        single = amount - number * share
        first = single % hand.unit if hand.one_each else single
        single -= first
    for player in range(hand.players):
        if winners >> player & 1:
            work.won[player] += share + first
            first = 0
            if single > 0:
                work.won[player] += hand.unit
                single -= hand.unit
