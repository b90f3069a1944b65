"""Random numbers as data.

A counter-based generator, Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
as 1, 2, 3", SC 2011): a block of four 32-bit words is a function of a key and a counter, there is no state.
Here the key is the run's seed, and the counter says what the words are for:

    counter = (block, purpose | lane << 8, hand number, session number)

So every number of a run can be had again alone, whatever was played before it and by whom.  ``lane`` tells
streams of one purpose apart (a seat; a seat and its decision), ``block`` counts on within a stream.

All words are non-negative int64 below 2**32. Products of two of them may pass 2**63: compiled int64
arithmetic wraps and plain Python's does not, and the masks make both the same.
"""

from __future__ import annotations

import math

import numpy as np

from holdem_sim.engine.jit import kernel

PURPOSE_DECK = 0
PURPOSE_STRATEGY = 1
PURPOSE_SEATING = 2
PURPOSE_BUTTON = 3
PURPOSE_ARRIVAL = 4
PURPOSE_EQUITY = 5
PURPOSE_STRADDLE = 6
PURPOSE_MANNER = 7
PURPOSE_SEAT_CHANGE = 8
PURPOSE_DEPARTURE = 9
PURPOSE_COME_BACK = 10
PURPOSE_WALK_IN = 11
PURPOSE_DEALER_ERROR = 12
PURPOSE_SHUFFLE = 13

_WORD = 0xFFFFFFFF
_SPAN = 1 << 32
_MULTIPLIER_0 = 0xD2511F53
_MULTIPLIER_1 = 0xCD9E8D57
_WEYL_0 = 0x9E3779B9
_WEYL_1 = 0xBB67AE85
_ATTEMPT = 1 << 24
"""A draw that is rejected goes to a block this much further on, where no first attempt ever looks."""


@kernel
def _word(value):
    """The low 32 bits of any integer, as int64 (as a plain int with the compiler off)."""
    return int(np.int64(int(value) & _WORD))


@kernel
def philox4x32(c0, c1, c2, c3, k0, k1):
    """Ten rounds over the counter ``c0 .. c3`` under the key ``k0, k1``; words in, four words out."""
    c0, c1, c2, c3 = _word(c0), _word(c1), _word(c2), _word(c3)
    k0, k1 = _word(k0), _word(k1)
    for _ in range(10):
        product_0 = c0 * _MULTIPLIER_0
        product_1 = c2 * _MULTIPLIER_1
        c0, c2 = (product_1 >> 32 & _WORD) ^ c1 ^ k0, (product_0 >> 32 & _WORD) ^ c3 ^ k1
        c1, c3 = product_1 & _WORD, product_0 & _WORD
        k0 = k0 + _WEYL_0 & _WORD
        k1 = k1 + _WEYL_1 & _WORD
    return c0, c1, c2, c3


@kernel
def words(seed, session, hand, purpose, lane, block):
    """Four words of the stream (seed of 64 bits; ``purpose`` < 256, ``lane`` < 2**24, the others < 2**32)."""
    return philox4x32(block, purpose | lane << 8, hand, session, seed, seed >> 32)


@kernel
def unit_float(high, low):
    """Two words as a float in [0, 1) of 53 random bits."""
    return ((high >> 5) * 67108864.0 + (low >> 6)) / 9007199254740992.0


@kernel
def uniform(seed, session, hand, purpose, lane, block):
    """A float in [0, 1) of 53 random bits, from the first two words of a block."""
    high, low, _, _ = words(seed, session, hand, purpose, lane, block)
    return unit_float(high, low)


@kernel
def exponential(seed, session, hand, purpose, lane, block, mean):
    """A whole number, exponentially distributed around ``mean``, which is 0 or more."""
    return int(-math.log(1.0 - uniform(seed, session, hand, purpose, lane, block)) * mean)


@kernel
def uniform_pair(seed, session, hand, purpose, lane, block):
    """Two floats in [0, 1) from one block; the first is what :func:`uniform` gives."""
    w0, w1, w2, w3 = words(seed, session, hand, purpose, lane, block)
    return unit_float(w0, w1), unit_float(w2, w3)


@kernel
def _bounded(word, seed, session, hand, purpose, lane, index, bound):
    """``word``, the one of draw ``index``, as a number below ``bound``; another word where it must be.

    The high half of word * bound is uniform once the low halves that would be too many are rejected
    (Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019).
    """
    bound = int(np.int64(bound))
    product = word * bound
    if (product & _WORD) < bound:
        surplus = _SPAN % bound
        block = index >> 2
        while (product & _WORD) < surplus:
            block += _ATTEMPT
            product = words(seed, session, hand, purpose, lane, block)[index & 3] * bound
    return product >> 32


@kernel
def below(seed, session, hand, purpose, lane, index, bound):
    """Draw ``index`` (< 2**26) of the stream: an integer in [0, bound), exactly uniform.

    ``bound`` is 1 to 2**31. The draw depends on its keys alone, not on the draws before it.
    """
    index = int(np.int64(index))
    word = words(seed, session, hand, purpose, lane, index >> 2)[index & 3]
    return _bounded(word, seed, session, hand, purpose, lane, index, bound)


@kernel
def four_below(seed, session, hand, purpose, lane, block, bound):
    """The draws 4 * block ... 4 * block + 3 with falling bounds: ``bound``, ``bound`` - 1, - 2, - 3.

    The same numbers as four calls of :func:`below`, for a quarter of the price: a shuffle wants them so.
    The last bound must be at least 1.
    """
    w0, w1, w2, w3 = words(seed, session, hand, purpose, lane, block)
    first = block << 2
    return (
        _bounded(w0, seed, session, hand, purpose, lane, first, bound),
        _bounded(w1, seed, session, hand, purpose, lane, first + 1, bound - 1),
        _bounded(w2, seed, session, hand, purpose, lane, first + 2, bound - 2),
        _bounded(w3, seed, session, hand, purpose, lane, first + 3, bound - 3),
    )
