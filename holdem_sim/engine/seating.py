"""Between hands: a session opens and closes, chips are bought, and the table comes to its next hand (H-VI, H-XVI)."""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.betting import count
from holdem_sim.engine.calls import call_hook
from holdem_sim.engine.guests import no_guests
from holdem_sim.engine.hooks import AFTER_CHIPS, BEFORE_CHIPS, BEFORE_HAND, OPENED
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_SEATING, below
from holdem_sim.engine.seats import (
    BROKE,
    BY_SHARE,
    CASH_OUT,
    EXTRA_DROP,
    GAME_BROKEN,
    GAME_RESTARTED,
    LEFT_EMPTY,
    MIX_LANE,
    NEVER,
    REBUY,
    SESSION_CLOSED,
    SESSION_OPENED,
    TAX,
    TIME_CHARGE,
    add_chips,
    is_kept_away,
    leave,
    ready_seats,
    refuse,
    seat_newcomers,
    sit_down,
)
from holdem_sim.engine.table import SEATS

HALF_HOUR_MS = 30 * 60 * 1000
READY, OVER, BLOCK_FULL = 0, 1, 2
MOST_WAITS = 1000
"""So many moments without a hand, and the game is over: whoever comes may not sit with those who are there."""


@kernel
def choose_types(table, rules, types, block):
    """Which player type sits where when the session opens; a mixed lineup is permuted.

    With parties kept apart a player of the lineup whose party sits already is refused and his seat stays empty;
    the seats filled by share are filled with who may sit (H-VI.9).
    """
    seats = rules.seats
    for seat in range(SEATS):
        table.type[seat] = rules.seat_type[seat] if seat < seats else LEFT_EMPTY
    if rules.seats_mixed:
        for i in range(seats - 1):
            j = i + below(rules.seed, table.session_id, 0, PURPOSE_SEATING, MIX_LANE, i, seats - i)
            moved = table.type[j]
            table.type[j] = table.type[i]
            table.type[i] = moved
    taken = 0
    for seat in range(seats):
        type_ = table.type[seat]
        if type_ >= 0 and is_kept_away(table, rules, types, type_, taken):
            refuse(table, block, type_, False)
            table.type[seat] = LEFT_EMPTY
        elif type_ >= 0:
            taken |= 1 << seat
    for seat in range(seats):
        if table.type[seat] == BY_SHARE:
            table.type[seat] = type_by_share(table, rules, types, seat, taken)
            taken |= (table.type[seat] >= 0) << seat


@kernel
def type_by_share(table, rules, types, seat, taken):
    """The type of a seat that is filled by chance, each by its share; LEFT_EMPTY when no type may sit."""
    total = 0
    for type_ in range(rules.types):
        if not is_kept_away(table, rules, types, type_, taken):
            total += types[type_].weight
    if total == 0:
        return LEFT_EMPTY
    left = below(rules.seed, table.session_id, 0, PURPOSE_SEATING, seat, 0, total)
    found = -1
    for type_ in range(rules.types):
        if left >= 0 and not is_kept_away(table, rules, types, type_, taken):
            left -= types[type_].weight
            found = type_
    return found


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
    clear_seating(table)
    for seat in range(SEATS):
        table.player[seat] = -1
        table.stack[seat] = 0
        table.waiting[seat] = 0
        table.arrives_ms[seat] = NEVER
        table.arrivals[seat] = 0
    emit.event_row(table, block, SESSION_OPENED, -1)
    choose_types(table, rules, types, block)
    for seat in range(SEATS):
        if table.type[seat] >= 0:
            sit_down(table, rules, types, block, seat, rules.buy_in_min)
    if rules.hook_company != 0:
        call_hook(rules.hook_company, table, rules, types, block, OPENED)


@kernel
def clear_seating(table):
    """No round has begun, nobody owes a blind, nobody waits or is away."""
    table.small_seat = -1
    table.round_no = 0
    table.round_seat = -1
    table.round_button = -1
    table.round_over = 0
    table.hands_noted = 0
    table.rounds_settled = 0
    table.paid_small = 0
    table.paid_big = 0
    table.waits = 0
    table.receiving = 0
    table.seatings = 0
    table.walk_ins = 0
    table.walk_in_ms = NEVER
    table.visit_ms = NEVER
    clear_debts(table)
    no_guests(table)


@kernel
def clear_debts(table):
    """The hand is over: what was owed in it has been paid (H-XIII.2, H-XIV.1)."""
    table.owes_small = 0
    table.owes_big = 0
    table.owes_live = 0
    table.speaks_first = 0


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
def keep_chips(table, rules, types, block):
    """Rebuys by each player's own policy, unless he wants to leave; who has no chips then leaves (H-VI.4, H-XVI)."""
    for seat in range(SEATS):
        if table.player[seat] < 0:
            continue
        kind = types[table.type[seat]]
        may = kind.max_rebuys < 0 or table.rebuys[seat] < kind.max_rebuys
        if may and table.wish[seat] == 0 and table.stack[seat] < kind.rebuy_below:
            to = min(max(kind.rebuy_to, rules.buy_in_min), rules.buy_in_max)
            if to > table.stack[seat]:
                table.rebuys[seat] += 1
                table.brought_in[seat] += to - table.stack[seat]
                add_chips(table, block, seat, REBUY, to - table.stack[seat])
        if table.stack[seat] == 0:
            leave(table, rules, types, block, seat, BROKE)


@kernel
def next_arrival_ms(table, rules):
    """When the next player comes; -1: nobody will, or the session has no numbers for more players."""
    earliest = table.visit_ms
    if table.next_player < rules.players_per_session:
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
        if table.receiving == 0:
            if rules.time_charge > 0 and not take_time_charge(table, rules, block):
                return BLOCK_FULL
            if rules.hook_company != 0:
                call_hook(rules.hook_company, table, rules, types, block, BEFORE_CHIPS)
            clear_debts(table)
            keep_chips(table, rules, types, block)
        if rules.hook_company != 0:
            if call_hook(rules.hook_company, table, rules, types, block, AFTER_CHIPS) != 0:
                return BLOCK_FULL
        seat_newcomers(table, rules, types, block, table.clock_ms)
        if count(ready_seats(table, False)) >= 2 and table.button >= 0:
            table.waits = 0
            if rules.hook_company != 0:
                call_hook(rules.hook_company, table, rules, types, block, BEFORE_HAND)
            return READY
        if count(ready_seats(table, True)) >= needed:
            break
        if table.button >= 0:
            emit.event_row(table, block, GAME_BROKEN, -1)
            table.button = -1
        arrival = next_arrival_ms(table, rules)
        table.waits += 1
        if arrival < 0 or table.waits > MOST_WAITS:
            return OVER
        if rules.session_ms > 0:
            arrival = min(arrival, rules.session_ms)
        table.clock_ms = max(table.clock_ms, arrival)
        if emit.is_full(block, rules):
            return BLOCK_FULL
    if table.hand_no > 0:
        emit.event_row(table, block, GAME_RESTARTED, -1)
    table.waits = 0
    table.button = -1
    table.last_big_blind = -1
    table.round_seat = -1
    for seat in range(SEATS):
        table.waiting[seat] = 0
    return READY
