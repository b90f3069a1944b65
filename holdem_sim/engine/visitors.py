"""Who comes whether or not a seat is free, who comes back, and the waiting list (H-VI.6, H-VI.9)."""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.guests import (
    IS_AWAY,
    NEW,
    NOBODY,
    ON_LIST,
    count_guests,
    free_place,
    has_room_on_list,
    set_state,
)
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_WALK_IN, exponential, uniform
from holdem_sim.engine.seats import (
    ARRIVAL,
    GAVE_UP,
    NEVER,
    WAITING,
    begin_stay,
    draw_free_seat,
    is_kept_away,
    note_visitor,
    refuse,
    seat_newcomers,
    seated,
    sit_down,
)
from holdem_sim.engine.table import GUESTS


@kernel
def open_doors(table, rules, types):
    """How often players come of their own accord, and when the first one does."""
    rate = 0.0
    for type_ in range(rules.types):
        if types[type_].walk_in_ms > 0:
            rate += 1.0 / types[type_].walk_in_ms
    table.walk_in_rate = rate
    table.walk_ins = 0
    table.walk_in_ms = NEVER
    if rate > 0.0:
        table.walk_in_ms = time_to_next(table, rules)
    table.visit_ms = table.walk_in_ms


@kernel
def time_to_next(table, rules):
    """Time until the next player comes of his own accord: all types together are one Poisson process."""
    mean = 1.0 / table.walk_in_rate
    return exponential(rules.seed, table.session_id, table.walk_ins, PURPOSE_WALK_IN, 0, 0, mean)


@kernel
def type_of_next(table, rules, types):
    """The type of the player who comes now: each in the measure in which it comes."""
    left = uniform(rules.seed, table.session_id, table.walk_ins, PURPOSE_WALK_IN, 1, 0) * table.walk_in_rate
    last = -1
    for type_ in range(rules.types):
        if types[type_].walk_in_ms > 0:
            last = type_
            left -= 1.0 / types[type_].walk_in_ms
            if left < 0.0:
                break
    return last


@kernel
def receive(table, rules, types, block):
    """Everybody who has come or given up by now, in order; False when the block is full before: call again.

    Free seats go to the waiting list first. Called again it goes on where it was: nothing of the moment between
    two hands happens twice because a block was full.
    """
    if table.receiving == 0:
        give_up(table, block)
        seat_from_list(table, rules, types, block)
    table.receiving = 0
    while True:
        if emit.is_full(block, rules):
            table.receiving = 1
            return False
        guest = next_to_return(table)
        table.visit_ms = table.guest_due_ms[guest] if guest >= 0 else NEVER
        walks_in = table.walk_in_ms >= 0 and (guest < 0 or table.walk_in_ms < table.visit_ms)
        if walks_in:
            table.visit_ms = table.walk_in_ms
        if table.visit_ms < 0 or table.visit_ms > table.clock_ms:
            break
        seat_newcomers(table, rules, types, block, table.visit_ms)
        if walks_in:
            walk_in(table, rules, types, block)
        else:
            come_back(table, rules, types, block, guest)
    give_up(table, block)
    return True


@kernel
def next_to_return(table):
    """The guest who comes back next; -1: nobody does."""
    found = -1
    for guest in range(GUESTS):
        if table.guest_state[guest] == IS_AWAY:
            if found < 0 or table.guest_due_ms[guest] < table.guest_due_ms[found]:
                found = guest
    return found


@kernel
def walk_in(table, rules, types, block):
    """Somebody new comes: he takes a free seat, or waits, or goes."""
    came_ms = table.walk_in_ms
    type_ = type_of_next(table, rules, types)
    table.walk_ins += 1
    table.walk_in_ms += time_to_next(table, rules)
    if table.next_player >= rules.players_per_session:
        table.walk_in_ms = NEVER
        return
    seat = draw_free_seat(table, rules)
    if seat < 0:
        if types[type_].patience_ms != 0 and has_room_on_list(table):
            guest = free_place(table)
            table.guest_type[guest] = type_
            table.guest_player[guest] = NEW
            join_list(table, types, block, guest, came_ms)
    elif is_kept_away(table, rules, types, type_, seated(table)):
        refuse(table, block, type_, False)
    else:
        table.type[seat] = type_
        sit_down(table, rules, types, block, seat, rules.buy_in_late_min)
        table.waiting[seat] = 1


@kernel
def come_back(table, rules, types, block, guest):
    """Somebody who was away is back: he takes a free seat, or waits, or goes for good."""
    came_ms = table.guest_due_ms[guest]
    type_ = table.guest_type[guest]
    table.guest_state[guest] = NOBODY
    seat = draw_free_seat(table, rules)
    if seat < 0:
        if types[type_].patience_ms != 0 and has_room_on_list(table):
            join_list(table, types, block, guest, came_ms)
    elif is_kept_away(table, rules, types, type_, seated(table)):
        refuse(table, block, type_, True)
    else:
        seat_guest(table, rules, types, block, guest, seat)


@kernel
def join_list(table, types, block, guest, came_ms):
    """The guest is the last on the waiting list now, for as long as his patience lasts."""
    patience = types[table.guest_type[guest]].patience_ms
    set_state(table, guest, ON_LIST, came_ms + patience if patience >= 0 else NEVER)
    row = emit.event_row(table, block, WAITING, -1)
    note_visitor(
        block, row, table.guest_type[guest], count_guests(table, ON_LIST), table.guest_player[guest] != NEW
    )


@kernel
def give_up(table, block):
    """Whose patience is over leaves the list."""
    for guest in range(GUESTS):
        if table.guest_state[guest] == ON_LIST and 0 <= table.guest_due_ms[guest] <= table.clock_ms:
            table.guest_state[guest] = NOBODY
            row = emit.event_row(table, block, GAVE_UP, -1)
            note_visitor(block, row, table.guest_type[guest], -1, table.guest_player[guest] != NEW)


@kernel
def seat_from_list(table, rules, types, block):
    """Free seats go to the first on the list who may sit at the table."""
    while True:
        guest = first_who_may_sit(table, rules, types)
        if guest < 0:
            return
        seat = draw_free_seat(table, rules)
        if seat < 0:
            return
        seat_guest(table, rules, types, block, guest, seat)


@kernel
def first_who_may_sit(table, rules, types):
    """The guest who has been on the list longest and whose party is not at the table; -1: there is none."""
    full = table.next_player >= rules.players_per_session
    found = -1
    for guest in range(GUESTS):
        if table.guest_state[guest] != ON_LIST or (full and table.guest_player[guest] == NEW):
            continue
        if found < 0 or table.guest_order[guest] < table.guest_order[found]:
            if not is_kept_away(table, rules, types, table.guest_type[guest], seated(table)):
                found = guest
    return found


@kernel
def seat_guest(table, rules, types, block, guest, seat):
    """The guest takes the seat as a newcomer; who comes back buys in for what he left with, at least (H-VI.6)."""
    table.guest_state[guest] = NOBODY
    table.type[seat] = table.guest_type[guest]
    if table.guest_player[guest] == NEW:
        sit_down(table, rules, types, block, seat, rules.buy_in_late_min)
    else:
        table.player[seat] = table.guest_player[guest]
        table.stay[seat] = table.guest_stay[guest] + 1
        for k in range(table.memory.shape[1]):
            table.memory[seat, k] = table.guest_memory[guest, k]
        row = emit.event_row(table, block, ARRIVAL, seat)
        block.events.detail[row, 0] = 1
        wanted = min(max(types[table.type[seat]].buy_in, rules.buy_in_late_min), rules.buy_in_max)
        begin_stay(table, rules, types, block, seat, max(wanted, table.guest_left[guest]))
    table.waiting[seat] = 1
