"""A seat is taken, bought into, and left (H-VI)."""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.guests import go_away
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_ARRIVAL, PURPOSE_DEPARTURE, PURPOSE_SEATING, below, exponential
from holdem_sim.engine.table import SEATS
from holdem_sim.schema import DEPARTURE_REASONS, EVENT_KINDS, LEDGER_KINDS

BUY_IN, REBUY, CASH_OUT, TIME_CHARGE, TAX, EXTRA_DROP = range(len(LEDGER_KINDS))
(
    BUTTON_DRAW, ARRIVAL, DEPARTURE, GAME_BROKEN, GAME_RESTARTED, SESSION_OPENED, SESSION_CLOSED, WAITING, GAVE_UP,
    REFUSED, SEAT_CHANGE,
) = range(EVENT_KINDS.index("ruling"))  # fmt: skip
BROKE, HANDS, HOURS, STOP_LOSS, STOP_WIN, TIME_TO_GO, TOO_FEW = range(len(DEPARTURE_REASONS))

BY_SHARE, LEFT_EMPTY = -1, -2
NEVER = -1
MIX_LANE, FREE_SEAT_LANE = 64, 65
"""Lanes of PURPOSE_SEATING: of the permutation of the seats, and of the choice of a free one; the lanes below
belong to the seats."""
REFUSED_MS = 60_000
"""After a newcomer was refused, the next one for the seat comes no sooner than this."""


@kernel
def ready_seats(table, with_waiting):
    """The seats that can be dealt in; with ``with_waiting`` also newcomers who wait for the button."""
    mask = 0
    for seat in range(SEATS):
        if table.player[seat] >= 0 and table.stack[seat] > 0 and (with_waiting or table.waiting[seat] == 0):
            mask |= 1 << seat
    return mask


@kernel
def seated(table):
    """The seats that somebody has."""
    mask = 0
    for seat in range(SEATS):
        if table.player[seat] >= 0:
            mask |= 1 << seat
    return mask


@kernel
def free_seat(table, rules, purpose, hand, lane):
    """A seat that nobody has, each as likely as the others; -1: the table is full."""
    free = 0
    for seat in range(rules.seats):
        free += table.player[seat] < 0
    if free == 0:
        return -1
    left = below(rules.seed, table.session_id, hand, purpose, lane, 4, free)
    for seat in range(rules.seats):
        if table.player[seat] < 0:
            if left == 0:
                return seat
            left -= 1
    return -1


@kernel
def draw_free_seat(table, rules):
    """The free seat that somebody who may sit anywhere takes; -1: there is none."""
    seat = free_seat(table, rules, PURPOSE_SEATING, table.seatings, FREE_SEAT_LANE)
    table.seatings += seat >= 0
    return seat


@kernel
def is_kept_away(table, rules, types, type_, seats):
    """Whether the house refuses a player of the type: one of his party is at one of ``seats`` (H-VI.9)."""
    party = types[type_].party
    if rules.separate_parties == 0 or party < 0:
        return False
    for seat in range(SEATS):
        if (seats >> seat) & 1 and types[table.type[seat]].party == party:
            return True
    return False


@kernel
def add_chips(table, block, seat, kind, amount):
    """Chips onto the stack, and into the ledger (H-XVI.3)."""
    table.stack[seat] += amount
    emit.ledger_row(table, block, seat, kind, amount)


@kernel
def sit_down(table, rules, types, block, seat, least):
    """A new player of the seat's type takes it and buys in for at least ``least`` (H-VI.2, H-VI.3)."""
    table.player[seat] = table.session_id * rules.players_per_session + table.next_player
    table.next_player += 1
    table.stay[seat] = 0
    for k in range(table.memory.shape[1]):
        table.memory[seat, k] = 0
    kind = types[table.type[seat]]
    emit.player_row(table, block, seat, kind.strategy)
    emit.event_row(table, block, ARRIVAL, seat)
    begin_stay(table, rules, types, block, seat, min(max(kind.buy_in, least), rules.buy_in_max))


@kernel
def begin_stay(table, rules, types, block, seat, chips):
    """The player at ``seat`` buys in; his habits begin anew."""
    table.rebuys[seat] = 0
    table.arrives_ms[seat] = NEVER
    table.waiting[seat] = 0
    table.came_ms[seat] = table.clock_ms
    table.hands_dealt[seat] = 0
    table.brought_in[seat] = chips
    table.wish[seat] = 0
    table.full_round[seat] = 0
    table.paid_small &= ~(1 << seat)
    table.paid_big &= ~(1 << seat)
    table.goes_ms[seat] = NEVER
    mean = types[table.type[seat]].departure_ms
    if mean >= 0:
        player = table.player[seat] - table.session_id * rules.players_per_session
        stays = exponential(
            rules.seed, table.session_id, player, PURPOSE_DEPARTURE, table.stay[seat], 0, mean
        )
        table.goes_ms[seat] = table.clock_ms + stays
    add_chips(table, block, seat, BUY_IN, chips)


@kernel
def leave(table, rules, types, block, seat, reason):
    """A player gets up, with his chips if he has any; a newcomer of his type may come after a while."""
    if types[table.type[seat]].come_back > 0:
        go_away(table, rules, types, seat)
    if table.stack[seat] > 0:
        add_chips(table, block, seat, CASH_OUT, -table.stack[seat])
    row = emit.event_row(table, block, DEPARTURE, seat)
    block.events.detail[row, 0] = reason
    table.player[seat] = -1
    table.waiting[seat] = 0
    await_newcomer(table, rules, types, seat, 0)


@kernel
def await_newcomer(table, rules, types, seat, least_ms):
    """Draw when a newcomer of the seat's type takes it, no sooner than ``least_ms`` from now."""
    mean = types[table.type[seat]].arrival_ms
    if mean >= 0:
        number = table.arrivals[seat]
        after = exponential(rules.seed, table.session_id, number, PURPOSE_ARRIVAL, seat, 0, mean)
        table.arrives_ms[seat] = table.clock_ms + max(after, least_ms)
        table.arrivals[seat] += 1


@kernel
def refuse(table, block, type_, returns):
    """The house does not let somebody of the type sit with his party (H-VI.9)."""
    row = emit.event_row(table, block, REFUSED, -1)
    note_visitor(block, row, type_, -1, returns)


@kernel
def note_visitor(block, row, type_, place, returns):
    """Details of an event about somebody without a seat: type, place on the list, whether he comes back."""
    block.events.detail[row, 0] = type_ if type_ < 128 else -1
    block.events.detail[row, 1] = place
    block.events.detail[row, 2] = 1 if returns else -1


@kernel
def seat_newcomers(table, rules, types, block, until_ms):
    """Whoever has come by then for a seat that was left takes it and waits to be dealt in (H-XIV.1)."""
    for seat in range(SEATS):
        due = table.player[seat] < 0 and 0 <= table.arrives_ms[seat] <= until_ms
        if due and table.next_player < rules.players_per_session:
            if is_kept_away(table, rules, types, table.type[seat], seated(table)):
                refuse(table, block, table.type[seat], False)
                await_newcomer(table, rules, types, seat, REFUSED_MS)
            else:
                sit_down(table, rules, types, block, seat, rules.buy_in_late_min)
                table.waiting[seat] = 1
