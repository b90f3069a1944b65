"""The counter-based generator and what is drawn from it."""

import numpy as np
import pytest

from chance import chi_square_limit
from holdem_sim.engine import rng
from holdem_sim.engine.jit import COMPILED, kernel

ONES = 0xFFFFFFFF

# The known-answer vectors of philox4x32, ten rounds, from the Random123 distribution (kat_vectors).
KNOWN_ANSWERS = [
    ((0, 0, 0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES, ONES, ONES, ONES, ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter_and_key", "answer"), KNOWN_ANSWERS)
def test_philox_known_answers(counter_and_key, answer):
    assert rng.philox4x32(*counter_and_key) == answer
    assert rng.philox4x32(*[np.uint64(word) for word in counter_and_key]) == answer


def test_counter_and_key_are_made_of_seed_session_hand_purpose_lane_and_block():
    seed = 0xFEDCBA9876543210
    expected = rng.philox4x32(7, rng.PURPOSE_ARRIVAL | 5 << 8, 1234, 99, 0x76543210, 0xFEDCBA98)
    assert rng.words(np.uint64(seed), 99, 1234, rng.PURPOSE_ARRIVAL, 5, 7) == expected
    assert rng.words(np.uint64(seed), np.int64(99), np.int32(1234), rng.PURPOSE_ARRIVAL, 5, 7) == expected


def test_neighbouring_keys_give_other_streams():
    base = {"seed": 1, "session": 1, "hand": 1, "purpose": rng.PURPOSE_STRATEGY, "lane": 1, "block": 1}
    purposes = [value for name, value in vars(rng).items() if name.startswith("PURPOSE_")]
    assert sorted(purposes) == list(range(len(purposes)))
    changed = [{**base, "seed": 1 + (1 << 32)}, *({**base, "purpose": purpose} for purpose in purposes)]
    others = [name for name in base if name != "purpose"]
    changed += [{**base, name: base[name] + step} for name in others for step in (1, 2, 255)]
    seen = {}
    for keys in changed:
        drawn = rng.words(**keys)
        assert seen.setdefault(drawn, keys) == keys
    assert len(seen) == len({tuple(keys.items()) for keys in changed})


def test_floats_are_of_53_bits_in_the_unit_interval():
    assert rng.unit_float(0, 0) == 0.0
    assert rng.unit_float(ONES, ONES) == 1 - 2**-53
    assert rng.unit_float(32, 0) == 2**-27
    assert rng.unit_float(0, 64) == 2**-53
    first, second = rng.uniform_pair(3, 1, 4, 1, 5, 9)
    w0, w1, w2, w3 = rng.words(3, 1, 4, 1, 5, 9)
    assert first == rng.uniform(3, 1, 4, 1, 5, 9) == rng.unit_float(w0, w1)
    assert second == rng.unit_float(w2, w3)


def test_uniform_floats_are_uniform():
    n = 200_000 if COMPILED else 4_000
    drawn = _floats(11, n)
    counts = np.bincount((drawn * 100).astype(int), minlength=100)
    assert ((counts - n / 100) ** 2 / (n / 100)).sum() < chi_square_limit(99)
    assert abs(drawn.mean() - 0.5) < 4 * np.sqrt(1 / 12 / n)


@kernel
def _floats(seed, n):
    drawn = np.empty(n)
    for i in range(n):
        drawn[i] = rng.uniform(seed, 0, i, 1, 0, 0)
    return drawn


BOUNDS = [1, 2, 3, 5, 6, 7, 10, 27, 49, 50, 51, 52, 1000, 2**16 + 1, 2**31 - 1, 2**31]


@pytest.mark.parametrize("bound", BOUNDS)
def test_below_is_exactly_uniform(bound):
    """Of the 2**32 words each result has the same number, and every other word is drawn again."""
    keys = (5, 6, 7, rng.PURPOSE_DECK, 8)
    index = 13
    share = 2**32 // bound
    surplus = 2**32 % bound
    results = range(bound) if bound <= 1000 else [0, 1, bound // 3, bound // 2, bound - 2, bound - 1]
    for result in results:
        first = -(-(result * 2**32 + surplus) // bound)
        last = -(-(result + 1) * 2**32 // bound) - 1
        assert last - first + 1 == share
        assert rng._bounded(first, *keys, index, bound) == result
        assert rng._bounded(last, *keys, index, bound) == result
        rejected = [first - 1] if first and (first - 1) * bound >= result * 2**32 else []
        for word in rejected:
            further = rng.words(*keys, (index >> 2) + (1 << 24))[index & 3]
            assert rng._bounded(word, *keys, index, bound) == rng._bounded(further, *keys, index, bound)


def test_a_draw_depends_on_its_keys_alone():
    draws = [rng.below(1, 2, 3, rng.PURPOSE_DECK, 0, index, 52) for index in range(12)]
    backwards = [rng.below(1, 2, 3, rng.PURPOSE_DECK, 0, index, 52) for index in reversed(range(12))]
    assert backwards == draws[::-1]
    assert len(set(draws)) > 6
    assert all(0 <= draw < 52 for draw in draws)


def test_four_at_once_are_the_same_draws():
    for block in range(13):
        bounds = [52 - 4 * block - i for i in range(4)]
        singly = tuple(rng.below(9, 8, 7, 0, 0, 4 * block + i, bound) for i, bound in enumerate(bounds))
        assert rng.four_below(9, 8, 7, 0, 0, block, bounds[0]) == singly


def test_draws_below_52_pass_chi_square():
    n = 520_000 if COMPILED else 5_200
    counts = _count_draws(n)
    assert ((counts - n / 52) ** 2 / (n / 52)).sum() < chi_square_limit(51)


@kernel
def _count_draws(n):
    counts = np.zeros(52, np.int64)
    for i in range(n):
        counts[rng.below(4, 0, i, 0, 0, 2, 52)] += 1
    return counts
