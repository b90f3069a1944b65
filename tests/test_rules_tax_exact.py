"""The tax with all its options at once, against an independent calculation with exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from holdem_sim.engine.table import MAX_CHIPS
from holdem_sim.engine.tax import muldiv
from records import ROUNDINGS, SPREADS, charged, shares_of

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

CHIPS = st.one_of(st.integers(0, 500), st.integers(0, MAX_CHIPS))
UNITS = st.sampled_from([1, 2, 5, 25, 100])


# The independent calculation


def rounded(exact, unit, rounding):
    units = exact / unit
    if rounding == "nearest":
        units += Fraction(1, 2)
    return unit * (math.ceil(units) if rounding == "up" else math.floor(units))


def plain_tax(pot, players, flop, o):
    """The tax by the words of the house rules; ``o`` are the options."""
    if (o["no_flop_no_drop"] and not flop) or pot < o["min_pot"]:
        return 0
    if o["steps"]:
        exact = Fraction(sum(amount for start, amount in o["steps"] if start <= pot))
    else:
        exact = Fraction(pot) * Fraction(o["percent"]) / 100
        if players == 2:
            exact *= Fraction(o["heads_up_factor"])
    amount = rounded(exact, o["unit"], o["rounding"])
    by_players = {n: cap for n, cap in o["cap_by_players"].items() if n <= players}
    caps = [by_players[max(by_players)]] if by_players else []
    caps += [] if o["cap"] is None else [o["cap"]]
    amount = min([amount, *caps])
    return min(amount // o["unit"] * o["unit"], pot)


def plain_extra(pot, tax, flop, o):
    due = o["extra_drop"] if pot >= o["extra_drop_min_pot"] and (flop or not o["no_flop_no_drop"]) else 0
    return min(due, pot - tax)


def fill(amounts, chips):
    """``chips`` from the first pot on, as far as each goes."""
    parts = []
    for amount in amounts:
        parts.append(min(amount, chips))
        chips -= parts[-1]
    return parts


def plain_spread(amounts, tax, unit, spread):
    """The tax of each pot: proportional by largest fraction in whole units, or from the main pot on."""
    if spread == "main-first":
        return fill(amounts, tax)
    exact = [Fraction(tax * amount, unit * sum(amounts)) for amount in amounts] if tax else [0] * len(amounts)
    units = [math.floor(quota) for quota in exact]
    turns = [0] * len(amounts)
    while (sum(units) + 1) * unit <= tax:
        room = [i for i, amount in enumerate(amounts) if (units[i] + 1) * unit <= amount]
        if not room:
            break
        i = min(room, key=lambda i: (turns[i], -(exact[i] - math.floor(exact[i])), i))
        units[i] += 1
        turns[i] += 1
    parts = [unit * n for n in units]
    rest = fill([amount - part for amount, part in zip(amounts, parts, strict=True)], tax - sum(parts))
    return [a + b for a, b in zip(parts, rest, strict=True)]


@st.composite
def tax_steps(draw):
    """Steps as the rules hold them, with the amounts ascending or not."""
    starts = draw(st.lists(CHIPS, max_size=6, unique=True))
    return [(start, draw(CHIPS)) for start in sorted(starts)]


OPTIONS = st.fixed_dictionaries(
    {
        "percent": st.one_of(
            st.sampled_from(["0", "5", "4.75", "2.5", "10", "33.3333", "100"]),
            st.integers(0, 100_000).map(lambda n: Fraction(n, 1000)),
        ),
        "heads_up_factor": st.sampled_from(["1", "0.5", "0", "2", "0.333"]),
        "cap": st.one_of(st.none(), CHIPS),
        "cap_by_players": st.dictionaries(st.integers(2, 10), CHIPS, max_size=4),
        "steps": st.one_of(st.just([]), tax_steps()),
        "no_flop_no_drop": st.integers(0, 1),
        "min_pot": st.one_of(st.just(0), CHIPS),
        "unit": UNITS,
        "rounding": st.sampled_from(ROUNDINGS),
        "spread": st.sampled_from(SPREADS),
        "extra_drop": st.one_of(st.just(0), CHIPS),
        "extra_drop_min_pot": st.one_of(st.just(0), CHIPS),
    }
)


@settings(max_examples=600, deadline=None)
@given(pot=CHIPS, players=st.integers(2, 10), flop=st.booleans(), options=OPTIONS)
def test_tax_every_option_in_combination(pot, players, flop, options):
    increments = dict(options)
    increments["steps"] = [  # what each step adds to the one before it
        (start, amount - (options["steps"][i - 1][1] if i else 0))
        for i, (start, amount) in enumerate(options["steps"])
    ]
    tax = plain_tax(pot, players, flop, increments)
    table = charged([pot], players, flop, **options)
    assert (table.tax, table.extra_drop) == (tax, plain_extra(pot, tax, flop, options))
    assert shares_of(table, "pot_tax") == [table.tax]
    assert shares_of(table, "pot_extra_drop") == [table.extra_drop]


AMOUNTS = st.lists(st.one_of(st.integers(1, 60), st.integers(1, MAX_CHIPS // 10)), min_size=2, max_size=10)


@settings(max_examples=600, deadline=None)
@given(amounts=AMOUNTS, players=st.integers(2, 10), options=OPTIONS)
@example([4, 4, 4], 6, {"percent": "40", "unit": 5, "rounding": "up", "spread": "proportional"})
@example([30, 4, 4, 4], 6, {"percent": "100", "cap": 20, "unit": 5, "spread": "proportional"})
@example([7, 3], 6, {"percent": "100", "unit": 5, "spread": "proportional"})
@example([10, 10, 10], 6, {"steps": [(0, 2)], "unit": 1, "spread": "proportional", "extra_drop": 25})
def test_tax_spread_over_the_pots(amounts, players, options):
    table = charged(amounts, players, **options)
    taxes, drops = shares_of(table, "pot_tax"), shares_of(table, "pot_extra_drop")
    assert taxes == plain_spread(amounts, int(table.tax), options["unit"], options["spread"])
    left = [amount - tax for amount, tax in zip(amounts, taxes, strict=True)]
    assert drops == fill(left, int(table.extra_drop))
    # The same amount as from one pot of that size, and no pot below zero.
    assert table.tax == charged([sum(amounts)], players, **options).tax == sum(taxes)
    assert table.extra_drop == sum(drops)
    assert all(0 <= drop <= rest <= amount for drop, rest, amount in zip(drops, left, amounts, strict=True))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(10_000, 10**9), min_size=2, max_size=10), st.integers(0, 90), UNITS)
def test_tax_spread_is_fair_to_less_than_a_unit(amounts, percent, unit):
    # Pots much larger than a unit pay their exact share, up or down to a whole unit.
    table = charged(amounts, percent=percent, unit=unit)
    for amount, tax in zip(amounts, shares_of(table, "pot_tax"), strict=True):
        assert abs(tax - Fraction(int(table.tax) * amount, sum(amounts))) < unit
        assert tax % unit == 0


# Exact products


@settings(max_examples=500)
@given(st.integers(0, MAX_CHIPS), st.integers(0, MAX_CHIPS), st.integers(1, MAX_CHIPS))
@example(MAX_CHIPS, MAX_CHIPS, MAX_CHIPS)
@example(MAX_CHIPS - 1, MAX_CHIPS, MAX_CHIPS)
@example(2**31, 2**31, 2**31 - 1)
@example(3 * 2**31, 3 * 2**31, 2**40)
@example(2**31 - 1, 2**31 - 1, 1)
@example(0, MAX_CHIPS, 7)
def test_tax_exact_product_and_quotient(a, b, c):
    assume(a * b // c < 2**63)
    assert muldiv(a, b, c) == divmod(a * b, c)
