"""Changes of seats, and what they cost (H-XIII)."""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.betting import is_in, next_in
from holdem_sim.engine.button import coming_hand, is_dead
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_SEAT_CHANGE, words
from holdem_sim.engine.rounds import blinds_to_come
from holdem_sim.engine.seats import NEVER, SEAT_CHANGE, free_seat, ready_seats
from holdem_sim.engine.table import SEATS


@kernel
def change_seats(table, rules, types, block):
    """At most one player changes to a free seat before a hand, if he can pay what he would owe."""
    ready = ready_seats(table, False)
    for seat in range(SEATS):
        rate = types[table.type[seat]].seat_change if is_in(ready, seat) else 0
        if rate == 0:
            continue
        if words(rules.seed, table.session_id, table.hand_no, PURPOSE_SEAT_CHANGE, seat, 0)[0] >= rate:
            continue
        to = free_seat(table, rules, PURPOSE_SEAT_CHANGE, table.hand_no, seat)
        if to < 0:
            return
        if is_behind_button(table, rules, ready, to):
            continue
        small, big = price_of(table, rules, ready, seat, to)
        if table.stack[seat] > small * rules.small_blind + big * rules.big_blind:
            change_seat(table, rules, types, block, seat, to, small, big)
            return


@kernel
def is_behind_button(table, rules, ready, to):
    """Whether ``to`` lies between button and small blind, where under the dead button nobody may play."""
    if not is_dead(rules, ready):
        return False
    button, small = table.small_seat, table.last_big_blind  # those of the coming hand
    return 0 < (to - button + SEATS) % SEATS < (small - button + SEATS) % SEATS


@kernel
def price_of(table, rules, ready, seat, to):
    """``(small, big)``: 1 for each blind that the move skips and that is not paid in this round (H-XIII.1, 2)."""
    if table.round_over == 1 or table.round_seat < 0:
        return 0, 0
    small_before, big_before = blinds_to_come(table, rules, ready)
    small_after, big_after = blinds_to_come(table, rules, ready & ~(1 << seat) | 1 << to)
    small = is_in(small_before & ~table.paid_small, seat) and not is_in(small_after, to)
    big = is_in(big_before & ~table.paid_big, seat) and not is_in(big_after, to)
    return int(small), int(big)


@kernel
def change_seat(table, rules, types, block, seat, to, small, big):
    """The player at ``seat`` sits at ``to`` from now on and owes the blinds marked in the coming hand.

    Who would have spoken first still does (H-XIII.3).
    """
    _, _, big_blind, dealt, _ = coming_hand(table, rules, types)
    first = next_in(dealt, big_blind)
    move_player(table, seat, to)
    if table.last_big_blind == seat and not is_dead(rules, ready_seats(table, False)):
        table.last_big_blind = to  # it is the player who must not be big blind twice
    table.speaks_first = 1 + (to if first == seat else first)
    table.owes_small |= small << to
    table.owes_big |= big << to
    row = emit.event_row(table, block, SEAT_CHANGE, seat)
    block.events.detail[row, 0] = to
    block.events.detail[row, 1] = 1 if small else -1
    block.events.detail[row, 2] = 1 if big else -1


@kernel
def move_player(table, seat, to):
    """Everything that is the player's goes with him; who was to take the seat ``to`` will take his old one."""
    type_ = table.type[to]
    table.type[to] = table.type[seat]
    table.type[seat] = type_
    table.arrives_ms[seat] = table.arrives_ms[to]
    table.arrives_ms[to] = NEVER
    table.player[to] = table.player[seat]
    table.player[seat] = -1
    table.stack[to] = table.stack[seat]
    table.stack[seat] = 0
    table.rebuys[to] = table.rebuys[seat]
    table.waiting[to] = 0
    table.stay[to] = table.stay[seat]
    table.came_ms[to] = table.came_ms[seat]
    table.hands_dealt[to] = table.hands_dealt[seat]
    table.brought_in[to] = table.brought_in[seat]
    table.goes_ms[to] = table.goes_ms[seat]
    table.wish[to] = table.wish[seat]
    table.full_round[to] = table.full_round[seat]
    table.paid_small = move_bit(table.paid_small, seat, to)
    table.paid_big = move_bit(table.paid_big, seat, to)
    for k in range(table.memory.shape[1]):
        table.memory[to, k] = table.memory[seat, k]


@kernel
def move_bit(mask, seat, to):
    """The mask with ``to`` in it if, and only if, ``seat`` was, and without ``seat``."""
    member = mask >> seat & 1
    return mask & ~(1 << seat) & ~(1 << to) | member << to
