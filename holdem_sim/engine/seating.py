"""Between hands: who sits, buys in, adds chips, leaves, and who has the button (H-III, H-VI, H-XIV, H-XVI)."""

from __future__ import annotations

import math

from holdem_sim.engine import emit
from holdem_sim.engine.betting import count, is_in, next_in
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_ARRIVAL, PURPOSE_BUTTON, PURPOSE_SEATING, below, uniform
from holdem_sim.engine.table import HEADS_UP_BUTTON_SMALL_BLIND, SEATS
from holdem_sim.schema import EVENT_KINDS, LEDGER_KINDS

BUY_IN, REBUY, CASH_OUT, TIME_CHARGE, TAX, EXTRA_DROP = range(len(LEDGER_KINDS))
(
    BUTTON_DRAW, ARRIVAL, DEPARTURE, GAME_BROKEN, GAME_RESTARTED, SESSION_OPENED, SESSION_CLOSED, WAITING, GAVE_UP,
    REFUSED, SEAT_CHANGE,
) = range(EVENT_KINDS.index("ruling"))  # fmt: skip

HALF_HOUR_MS = 30 * 60 * 1000
BY_SHARE, LEFT_EMPTY = -1, -2
READY, OVER, BLOCK_FULL = 0, 1, 2
NEVER = -1
MIX_LANE = 64
"""The lane of the permutation of the seats; the lanes below it belong to the seats."""


@kernel
def choose_types(table, rules, types):
    """Which player type sits where when the session opens; a mixed lineup is permuted."""
    seats = rules.seats
    for seat in range(SEATS):
        table.type[seat] = rules.seat_type[seat] if seat < seats else LEFT_EMPTY
    if rules.seats_mixed:
        for i in range(seats - 1):
            j = i + below(rules.seed, table.session_id, 0, PURPOSE_SEATING, MIX_LANE, i, seats - i)
            moved = table.type[j]
            table.type[j] = table.type[i]
            table.type[i] = moved
    total = 0
    for k in range(rules.types):
        total += types[k].weight
    for seat in range(seats):
        if table.type[seat] == BY_SHARE:
            left = below(rules.seed, table.session_id, 0, PURPOSE_SEATING, seat, 0, total)
            k = 0
            while left >= types[k].weight:
                left -= types[k].weight
                k += 1
            table.type[seat] = k


@kernel
def sit_down(table, rules, types, block, seat, least):
    """A new player takes the seat and buys in for at least ``least`` (H-VI.2, H-VI.3)."""
    kind = types[table.type[seat]]
    table.player[seat] = table.session_id * rules.players_per_session + table.next_player
    table.next_player += 1
    table.rebuys[seat] = 0
    table.arrives_ms[seat] = NEVER
    for k in range(table.memory.shape[1]):
        table.memory[seat, k] = 0
    emit.player_row(table, block, seat, kind.strategy)
    emit.event_row(table, block, ARRIVAL, seat)
    add_chips(table, block, seat, BUY_IN, min(max(kind.buy_in, least), rules.buy_in_max))


@kernel
def add_chips(table, block, seat, kind, amount):
    """Chips onto the stack, and into the ledger (H-XVI.3)."""
    table.stack[seat] += amount
    emit.ledger_row(table, block, seat, kind, amount)


@kernel
def open_session(table, rules, types, block):
    """Everybody of the lineup sits down and buys in; nothing of an earlier session is left in the record."""
    table.hand_no = 0
    table.clock_ms = 0
    table.half_hours = 0
    table.next_player = 0
    table.button = -1
    table.last_big_blind = -1
    table.tax_sum = 0
    table.extra_drop_sum = 0
    table.pot_sum = 0
    table.decisions = 0
    table.corrected = 0
    for seat in range(SEATS):
        table.player[seat] = -1
        table.stack[seat] = 0
        table.waiting[seat] = 0
        table.arrives_ms[seat] = NEVER
        table.arrivals[seat] = 0
    emit.event_row(table, block, SESSION_OPENED, -1)
    choose_types(table, rules, types)
    for seat in range(SEATS):
        if table.type[seat] >= 0:
            sit_down(table, rules, types, block, seat, rules.buy_in_min)


@kernel
def leave(table, rules, types, block, seat):
    """A player whose chips are gone gets up for good; a newcomer of his type may come after a while."""
    emit.event_row(table, block, DEPARTURE, seat)
    table.player[seat] = -1
    table.waiting[seat] = 0
    mean = types[table.type[seat]].arrival_ms
    if mean >= 0:
        u = uniform(rules.seed, table.session_id, table.arrivals[seat], PURPOSE_ARRIVAL, seat, 0)
        table.arrives_ms[seat] = table.clock_ms + int(-math.log(1.0 - u) * mean)
        table.arrivals[seat] += 1


@kernel
def close_session(table, block):
    """Everybody cashes out, and the house's lines are written (H-XVI.3)."""
    for seat in range(SEATS):
        if table.player[seat] >= 0 and table.stack[seat] > 0:
            add_chips(table, block, seat, CASH_OUT, -table.stack[seat])
    emit.ledger_row(table, block, -1, TAX, -table.tax_sum)
    emit.ledger_row(table, block, -1, EXTRA_DROP, -table.extra_drop_sum)
    emit.event_row(table, block, SESSION_CLOSED, -1)


@kernel
def take_time_charge(table, rules, block):
    """Every full half hour each player pays the time charge, or what he has left, before a hand.

    False when the block is full before all of them are taken: call again.
    """
    while (table.half_hours + 1) * HALF_HOUR_MS <= table.clock_ms:
        if emit.is_full(block, rules):
            return False
        table.half_hours += 1
        for seat in range(SEATS):
            paid = min(rules.time_charge, table.stack[seat])
            if table.player[seat] >= 0 and paid > 0:
                add_chips(table, block, seat, TIME_CHARGE, -paid)
    return True


@kernel
def seat_newcomers(table, rules, types, block):
    """Whoever has arrived by now takes his seat and waits to be dealt in (H-XIV.1)."""
    for seat in range(SEATS):
        due = table.player[seat] < 0 and 0 <= table.arrives_ms[seat] <= table.clock_ms
        if due and table.next_player < rules.players_per_session:
            sit_down(table, rules, types, block, seat, rules.buy_in_late_min)
            table.waiting[seat] = 1


@kernel
def keep_chips(table, rules, types, block):
    """Rebuys by each player's own policy; who has no chips and buys none leaves (H-VI.4, H-XVI)."""
    for seat in range(SEATS):
        if table.player[seat] < 0:
            continue
        kind = types[table.type[seat]]
        if table.stack[seat] < kind.rebuy_below and (
            kind.max_rebuys < 0 or table.rebuys[seat] < kind.max_rebuys
        ):
            to = min(max(kind.rebuy_to, rules.buy_in_min), rules.buy_in_max)
            if to > table.stack[seat]:
                table.rebuys[seat] += 1
                add_chips(table, block, seat, REBUY, to - table.stack[seat])
        if table.stack[seat] == 0:
            leave(table, rules, types, block, seat)


@kernel
def ready_seats(table, with_waiting):
    """The seats that can be dealt in; with ``with_waiting`` also newcomers who wait for the button."""
    mask = 0
    for seat in range(SEATS):
        if table.player[seat] >= 0 and table.stack[seat] > 0 and (with_waiting or table.waiting[seat] == 0):
            mask |= 1 << seat
    return mask


@kernel
def next_arrival_ms(table, rules):
    """When the next newcomer comes; -1: nobody will, or the session has no numbers for more players."""
    earliest = NEVER
    if table.next_player >= rules.players_per_session:
        return earliest
    for seat in range(SEATS):
        if table.player[seat] < 0 and table.arrives_ms[seat] >= 0:
            if earliest < 0 or table.arrives_ms[seat] < earliest:
                earliest = table.arrives_ms[seat]
    return earliest


@kernel
def gather(table, rules, types, block):
    """Bring the table to its next hand: charges, rebuys, newcomers; waits for players when the game breaks.

    OVER when nobody will come any more or the session's time is up, BLOCK_FULL when facts have to be taken
    away first (call again), else READY.
    """
    needed = rules.min_players if table.hand_no == 0 else 2
    while True:
        if rules.session_ms > 0 and table.clock_ms >= rules.session_ms:
            return OVER
        if rules.time_charge > 0 and not take_time_charge(table, rules, block):
            return BLOCK_FULL
        keep_chips(table, rules, types, block)
        seat_newcomers(table, rules, types, block)
        if count(ready_seats(table, False)) >= 2 and table.button >= 0:
            return READY
        if count(ready_seats(table, True)) >= needed:
            break
        if table.button >= 0:
            emit.event_row(table, block, GAME_BROKEN, -1)
            table.button = -1
        arrival = next_arrival_ms(table, rules)
        if arrival < 0:
            return OVER
        if rules.session_ms > 0:
            arrival = min(arrival, rules.session_ms)
        table.clock_ms = max(table.clock_ms, arrival)
        if emit.is_full(block, rules):
            return BLOCK_FULL
    if table.hand_no > 0:
        emit.event_row(table, block, GAME_RESTARTED, -1)
    table.button = -1
    table.last_big_blind = -1
    for seat in range(SEATS):
        table.waiting[seat] = 0
    return READY


@kernel
def draw_button(table, rules, block):
    """One card face up to each player, from a deck of its own; the highest gets the button (H-III.1).

    Suits decide between equal ranks, so the largest card number wins.
    """
    row = emit.event_row(table, block, BUTTON_DRAW, -1)
    best = -1
    taken = 0
    left = 52
    for seat in range(SEATS):
        if table.player[seat] >= 0 and table.stack[seat] > 0:
            # The n-th card not yet taken: the draw needs no more than a mask of 52 bits.
            n = below(rules.seed, table.session_id, table.hand_no, PURPOSE_BUTTON, 0, 52 - left, left)
            card = 0
            while True:
                if (taken >> card) & 1 == 0:
                    if n == 0:
                        break
                    n -= 1
                card += 1
            taken |= 1 << card
            left -= 1
            block.events.detail[row, seat] = card
            if card > best:
                best = card
                table.button = seat
    block.events.seat[row] = table.button


@kernel
def move_button(table, rules):
    """The button goes clockwise to the next player dealt in (H-II.8); newcomers whom it passes play (H-XIV.1).

    It has passed the seat it leaves, too: who has taken that meanwhile sits before the button.
    """
    old = table.button
    new = next_in(ready_seats(table, False), old)
    seat = old
    while seat != new:
        table.waiting[seat] = 0
        seat = (seat + 1) % SEATS
    ready = ready_seats(table, False)
    last = table.last_big_blind
    if last >= 0 and count(ready) == 2 and is_in(ready, last):
        # The last big blind must not be big blind again. Heads-up the button is not; by H's own words it is.
        new = last if rules.heads_up == HEADS_UP_BUTTON_SMALL_BLIND else next_in(ready, last)
    table.button = new
