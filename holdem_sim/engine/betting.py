"""Who may do what: the bounds of a decision, and what an action does to the table (house rules H-IX)."""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.limits import fixed_raise_to, raise_bounds
from holdem_sim.engine.table import (
    ALL_IN,
    BET,
    CALL,
    CHECK,
    FIXED_LIMIT,
    FOLD,
    FOLDED,
    MIN_RAISE_DOUBLE,
    MIN_RAISE_INCREMENT,
    OBSERVED_ACTIONS,
    PREFLOP,
    RAISE,
    SEATS,
)

LAST_RAISE = 32_000
"""No more raises after so many actions in a hand: ``actions.seq`` ends at 32,767. Only stacks of thousands of big
blinds and players who raise by the minimum for ever come that far."""


@kernel
def is_in(mask, seat):
    """Whether a seat belongs to a set of seats."""
    return (mask >> seat) & 1 == 1


@kernel
def count(mask):
    """How many seats a set holds."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@kernel
def is_contested(table):
    """Whether two or more players are still in."""
    return table.live & (table.live - 1) != 0


@kernel
def next_in(mask, seat):
    """The first seat of a set clockwise after ``seat`` (which may be ``seat`` itself); -1: the set is empty."""
    for step in range(1, SEATS + 1):
        candidate = (seat + step) % SEATS
        if is_in(mask, candidate):
            return candidate
    return -1


@kernel
def others_can_show(table, seat):
    """The largest bet on this street that any other live player has made or could still make.

    Once somebody is found who can go beyond the current bet, nobody else matters, and the search ends.
    """
    most = 0
    for other in range(SEATS):
        if other != seat and is_in(table.live, other):
            most = max(most, table.bet[other] + table.stack[other])
            if most > table.current_bet:
                break
    return most


@kernel
def others_have_chips(table, seat):
    """Whether any other live player still has chips."""
    for other in range(SEATS):
        if other != seat and is_in(table.live, other) and table.stack[other] > 0:
            return True
    return False


@kernel
def full_raise_to(table, rules):
    """The smallest full bet or raise on this street, stacks aside (H-IX.2, H-IX.4, G-1)."""
    if rules.limited and rules.betting == FIXED_LIMIT:
        return fixed_raise_to(table, rules)
    unit = rules.min_bet[table.street]
    bet = table.current_bet
    if bet == 0:
        return unit
    if rules.min_raise == MIN_RAISE_DOUBLE:
        least = 2 * bet
    elif rules.min_raise == MIN_RAISE_INCREMENT or table.last_full_is_raise == 0:
        least = bet + table.last_full
    else:
        least = bet + 2 * table.last_full
    return max(least, bet + unit)


@kernel
def bounds(table, rules, seat):
    """What a player may do: ``(to_call, min_raise_to, max_raise_to)`` in chips.

    ``to_call`` never exceeds his stack nor what the others can show (H-IX.11); 0 means he may check.  Both
    raise bounds are 0 when raising is barred: by H-IX.11, because he has acted and the betting has not been
    reopened for him (H-IX.5), because he has no chips beyond the call, or by the cap on bets (G-1).  They are
    equal when one amount is possible only, as an all-in.
    """
    others = others_can_show(table, seat)
    bet = table.bet[seat]
    stack = table.stack[seat]
    to_call = min(max(min(table.current_bet, others) - bet, 0), stack)
    most = bet + stack
    if others <= table.current_bet or most <= table.current_bet or table.seq > LAST_RAISE:
        return to_call, 0, 0
    if is_in(table.acted, seat) and table.current_bet - bet < table.last_full:
        return to_call, 0, 0
    full = full_raise_to(table, rules)
    if rules.limited:
        least, most = raise_bounds(table, rules, seat, full, most)
        return to_call, least, most
    return to_call, min(full, most), most


@kernel
def must_act(table, seat):
    """Whether a live player with chips still has to be asked on this street (H-II.5)."""
    if is_in(table.acted, seat) and table.bet[seat] >= table.current_bet:
        return False
    if min(table.current_bet, others_can_show(table, seat)) > table.bet[seat]:
        return True
    return not is_in(table.acted, seat) and others_have_chips(table, seat)


@kernel
def next_actor(table, seat):
    """The first player clockwise after ``seat`` who still has to act on this street; -1: the round is over."""
    if not is_contested(table):
        return -1
    for step in range(1, SEATS + 1):
        candidate = (seat + step) % SEATS
        if is_in(table.live, candidate) and table.stack[candidate] > 0 and must_act(table, candidate):
            return candidate
    return -1


@kernel
def put_in(table, seat, amount):
    """Move chips from the stack into this street's bet."""
    table.stack[seat] -= amount
    table.bet[seat] += amount
    table.total[seat] += amount
    table.pot += amount
    if amount > 0 and table.stack[seat] == 0:
        mark_all_in(table, seat)


@kernel
def mark_all_in(table, seat):
    table.went_all_in |= 1 << seat
    table.status[seat] = ALL_IN


@kernel
def raise_bet(table, rules, seat, to):
    """Note a bet or raise to ``to``: whether it is full decides what the next raise is measured by (H-IX.5)."""
    if to >= full_raise_to(table, rules):
        table.last_full = to - table.current_bet
        table.last_full_is_raise = table.current_bet > 0
        table.full_bets += 1
    table.current_bet = to
    table.raises += 1
    table.last_aggressor = seat
    if table.street == PREFLOP:
        table.preflop_raises += 1
        table.preflop_raiser = seat
        table.preflop_callers = 0
        table.raised_preflop[seat] += 1


@kernel
def log_action(table, seat, action):
    """Keep the beginning of the hand for ``observe``."""
    i = table.log_actions
    if i < OBSERVED_ACTIONS:
        table.log_seat[i] = seat
        table.log_street[i] = table.street
        table.log_action[i] = action
        table.log_to[i] = table.bet[seat]
        table.log_actions = i + 1


@kernel
def act(table, rules, block, seat, action, to, wanted=-1, wanted_to=-1):
    """Carry out a legal action of ``seat`` and record it; the next player's turn is settled elsewhere.

    ``to`` is the bet on this street afterwards for a bet or raise and ignored otherwise.  ``wanted`` and
    ``wanted_to`` say what the player had wished, where that was ruled otherwise.
    """
    to_call, _, _ = bounds(table, rules, seat)
    carry_out(table, rules, block, seat, action, to, to_call, wanted, wanted_to)


@kernel
def carry_out(table, rules, block, seat, action, to, to_call, wanted, wanted_to):
    """:func:`act` for callers who know what there is to call."""
    amount = 0
    if action == FOLD:
        table.live &= ~(1 << seat)
        table.status[seat] = FOLDED
        table.folded_street[seat] = table.street
    elif action == CALL:
        amount = to_call
    elif action == BET or action == RAISE:
        amount = to - table.bet[seat]
    put_in(table, seat, amount)
    if action == BET or action == RAISE:
        raise_bet(table, rules, seat, to)
    elif action == CALL and table.street == PREFLOP:
        table.preflop_callers += 1
    table.acted |= 1 << seat
    emit.action_row(table, block, seat, action, amount, to_call, wanted, wanted_to)
    log_action(table, seat, action)
    table.clock_ms += rules.clock_action_ms


@kernel
def legal_action(table, to_call, to):
    """The action that brings a player's bet to ``to`` with ``to_call`` to call: check, call, bet or raise."""
    if to > table.current_bet:
        return RAISE if table.current_bet > 0 else BET
    return CALL if to_call > 0 else CHECK
