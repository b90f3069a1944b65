"""The tax: one amount from the total pot of a hand, spread over its pots, and the promotion fund's drop.

Everything is whole chips and exact fractions; see "Tax" of the house rules for the order of the steps.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.table import MAX_POTS, ROUND_DOWN, ROUND_UP, SPREAD_MAIN_FIRST

SMALL = 2**31
"""Factors below this have a product that fits into int64."""
DIGIT = 4096
"""Digits of the long division: a remainder below 10**15 times a digit, twice, still fits into int64."""
DIGITS = 5
"""That many digits hold any factor up to 10**15."""


@kernel
def muldiv(a, b, c):
    """``divmod(a * b, c)`` without overflow, for 0 <= a, b <= 10**15 and 1 <= c <= 10**15.

    The quotient itself must fit into int64.
    """
    if a < SMALL and b < SMALL:
        product = a * b
        quotient = product // c
        return quotient, product - quotient * c
    quotient = a // c
    factor = a - quotient * c
    quotient *= b
    # What is left is factor * b / c with factor < c: long division over the digits of b.
    tail = remainder = 0
    for place in range(DIGITS - 1, -1, -1):
        digit = (b >> (12 * place)) & (DIGIT - 1)
        remainder = remainder * DIGIT + factor * digit
        step = remainder // c
        remainder -= step * c
        tail = tail * DIGIT + step
    return quotient + tail, remainder


@kernel
def tax_amount(rules, pot, players_dealt):
    """The tax on a total pot (chips, without the uncalled bet), before it is spread over the pots."""
    if pot < rules.tax_min_pot:
        return 0
    part, parts = 0, 1
    if rules.tax_steps > 0:
        whole = _step_amount(rules, pot)
    elif players_dealt == 2:
        parts = rules.tax_heads_up_den
        whole, part = muldiv(pot, rules.tax_heads_up_num, parts)
    else:
        parts = rules.tax_den
        whole, part = muldiv(pot, rules.tax_num, parts)
    unit = rules.tax_unit
    amount = _round_to_unit(whole, part, parts, unit, rules.tax_rounding)
    cap = rules.tax_cap[players_dealt]
    if 0 <= cap < amount:
        amount = cap
    if unit > 1:
        amount -= amount % unit
    return min(amount, pot)


@kernel
def _step_amount(rules, pot):
    """The amount of the highest step that the pot reaches."""
    amount = 0
    for step in range(rules.tax_steps):
        if rules.tax_step_from[step] <= pot:
            amount = rules.tax_step_amount[step]
    return amount


@kernel
def _round_to_unit(whole, part, parts, unit, rounding):
    """``whole + part / parts`` chips (0 <= part < parts) in whole units; halfway the nearest is the upper."""
    over = whole % unit if unit > 1 else 0
    down = whole - over
    if rounding == ROUND_DOWN or (over == 0 and part == 0):
        return down
    if rounding == ROUND_UP:
        return down + unit
    # At least half a unit over? Twice the broken chip is less than two chips.
    missing = unit - 2 * over
    if missing <= 0 or (missing == 1 and 2 * part >= parts):
        return down + unit
    return down


@kernel
def charge(table, rules, flop_dealt):
    """Cut the tax and the extra drop of a hand from its pots, before they are pushed (H-II.7).

    Reads ``pot``, the pots and ``players_dealt``; sets ``tax``, ``extra_drop`` and, for each pot, ``pot_tax``
    and ``pot_extra_drop``.  ``flop_dealt``: whether there was a flop (``no_flop_no_drop``).
    """
    tax = extra_drop = 0
    if flop_dealt or rules.tax_no_flop_no_drop == 0:
        tax = tax_amount(rules, table.pot, table.players_dealt)
        if rules.extra_drop > 0 and table.pot >= rules.extra_drop_min_pot:
            extra_drop = min(rules.extra_drop, table.pot - tax)
    table.tax = tax
    table.extra_drop = extra_drop
    if table.pots == 1:
        table.pot_tax[0] = tax
        table.pot_extra_drop[0] = extra_drop
        return
    for pot_no in range(table.pots):
        table.pot_tax[pot_no] = 0
        table.pot_extra_drop[pot_no] = 0
    if rules.tax_spread == SPREAD_MAIN_FIRST:
        _take_main_first(table, table.pot_tax, tax)
    elif tax > 0:
        _spread_in_proportion(table, rules.tax_unit)
    _take_main_first(table, table.pot_extra_drop, extra_drop)


@kernel
def _take_main_first(table, taken, amount):
    """Add ``amount`` to ``taken`` (chips by pot), from the main pot on, as far as each pot goes."""
    for pot_no in range(table.pots):
        room = table.pot_amount[pot_no] - table.pot_tax[pot_no] - table.pot_extra_drop[pot_no]
        part = min(room, amount)
        taken[pot_no] += part
        amount -= part


@kernel
def _spread_in_proportion(table, unit):
    """Spread ``tax`` over the pots by their size, in whole units, the rest by largest fraction.

    A pot without room for a whole unit more is passed over; only when no pot has room for one, single chips
    are taken, from the main pot on.
    """
    fraction = np.zeros(MAX_POTS, np.int64)  # of a unit, in parts of the total pot
    left = table.tax
    units = left // unit
    for pot_no in range(table.pots):
        whole, fraction[pot_no] = muldiv(units, table.pot_amount[pot_no], table.pot)
        table.pot_tax[pot_no] = whole * unit
        left -= whole * unit
    while left > 0:
        pot_no = _largest_fraction_with_room(table, fraction, unit)
        if pot_no < 0:
            _take_main_first(table, table.pot_tax, left)
            return
        table.pot_tax[pot_no] += unit
        left -= unit
        fraction[pot_no] -= table.pot  # behind all that have not been rounded up yet


@kernel
def _largest_fraction_with_room(table, fraction, unit):
    """The pot with the largest fraction that can pay one unit more, ties to the main pot; -1 if none can."""
    best = -1
    for pot_no in range(table.pots):
        room = table.pot_amount[pot_no] - table.pot_tax[pot_no]
        if room >= unit and (best < 0 or fraction[pot_no] > fraction[best]):
            best = pot_no
    return best
