"""What a house that does not play plain no-limit allows of a bet or raise (house rules D-1, G-1, G-4).

Called only where ``rules.limited`` says so; :mod:`holdem_sim.engine.betting` knows the rest. Everything
follows from the table as it stands:

- fixed-limit: one amount, the street's unit above the current bet, at most ``raise_cap`` full bets while
  three or more are in. Before the flop the unit is the last blind (H-XII.1), and the big blind and every
  straddle are bets; a short all-in is none (H-IX.5).
- pot-limit: at most the pot after the call, never less than the smallest full raise.
- ``pot_after_all_in``: a raise is exactly that pot, once somebody has gone all-in on this street.
- bet sizes and raise factors: shares of the pot and multiples of the current bet, and all-in.
"""

from __future__ import annotations

from typing import Any

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.table import FIXED_LIMIT, POT_LIMIT, PREFLOP, SEATS
from holdem_sim.engine.tax import muldiv

SIZE_SCALE = 1_000_000
"""Shares of the pot and multiples of a bet are whole millionths."""


def is_limited(rules: Any) -> bool:
    """Whether anything but plain no-limit is played: what ``rules.limited`` must say."""
    return bool(rules.betting or rules.pot_after_all_in or rules.bet_sizes or rules.raise_factors)


@kernel
def fixed_raise_to(table, rules):
    """The one bet or raise of fixed-limit, stacks aside (G-1); before the flop a straddle is the unit (H-XII.1)."""
    unit = rules.min_bet[table.street]
    if table.street == PREFLOP:
        unit = max(unit, table.straddle)
    return table.current_bet + unit


@kernel
def cap_is_reached(table, rules):
    """Whether the street has had all its bets; heads-up there is no end to them (G-1)."""
    others = table.live & (table.live - 1)
    return table.full_bets >= rules.raise_cap and others & (others - 1) != 0


@kernel
def pot_raise_to(table, rules, seat):
    """A raise by the pot, the call counted first. Before the flop short blinds count as full (H-IX.5)."""
    pot = table.pot
    if table.street == PREFLOP:
        if table.small_blind_seat >= 0:
            pot += max(rules.small_blind - table.bet[table.small_blind_seat], 0)
        if table.big_blind_seat >= 0:
            pot += max(rules.big_blind - table.bet[table.big_blind_seat], 0)
    return 2 * table.current_bet - table.bet[seat] + pot


@kernel
def somebody_is_all_in(table):
    """Whether a player who is in has put his last chips into a bet of this street, a blind included (G-4)."""
    for seat in range(SEATS):
        if (table.live >> seat) & 1 == 1 and table.stack[seat] == 0 and table.bet[seat] > 0:
            return True
    return False


@kernel
def sizes(table, rules):
    """How many sizes there are for a bet, or factors for a raise, as the case is; 0: any amount (D-1)."""
    return rules.bet_sizes if table.current_bet == 0 else rules.raise_factors


@kernel
def size(table, rules, number):
    """One of the :func:`sizes`, in ascending order, as the bet it makes; fractions of a chip are cut off."""
    if table.current_bet == 0:
        return muldiv(rules.bet_size[number], table.pot, SIZE_SCALE)[0]
    return muldiv(rules.raise_factor[number], table.current_bet, SIZE_SCALE)[0]


@kernel
def raise_bounds(table, rules, seat, full, most):
    """The smallest and largest bet that are allowed, both 0 where the cap bars raising.

    ``full`` is the smallest full bet or raise, ``most`` all of the player's chips, more than the current bet.
    Both ends are amounts that are allowed themselves; less than the smallest is allowed only all-in.
    """
    if rules.betting == FIXED_LIMIT:
        if cap_is_reached(table, rules):
            return 0, 0
        return min(full, most), min(full, most)
    if rules.pot_after_all_in and somebody_is_all_in(table):
        to = min(max(pot_raise_to(table, rules, seat), full), most)
        return to, to
    least, all_in = full, most
    if rules.betting == POT_LIMIT:
        most = min(most, max(pot_raise_to(table, rules, seat), full))
    number = sizes(table, rules)
    if number > 0:
        least = max(full, size(table, rules, 0))
        if most < all_in:
            most = min(most, max(full, size(table, rules, number - 1)))
    return min(least, most), most


@kernel
def nearest_allowed(table, rules, to, least, most):
    """The allowed bet nearest to ``to`` between the bounds, the smaller of two as near (D-1).

    A size below the minimum is the minimum, one above the maximum the maximum.
    """
    number = sizes(table, rules)
    if number == 0:
        return min(max(to, least), most)
    best = most
    for i in range(number - 1, -1, -1):
        candidate = min(max(size(table, rules, i), least), most)
        if abs(candidate - to) <= abs(best - to):
            best = candidate
    return best
