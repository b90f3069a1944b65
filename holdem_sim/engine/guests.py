"""People who belong to a session but have no seat: those who went and will be back, and the waiting list (H-VI.6)."""

from __future__ import annotations

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_COME_BACK, exponential, words
from holdem_sim.engine.table import AWAY, GUESTS, QUEUE

NOBODY, IS_AWAY, ON_LIST = range(3)
"""What ``guest_state`` says of a place."""
NEW = -1
"""The ``guest_player`` of somebody who has not played yet."""


@kernel
def no_guests(table):
    """Everybody is forgotten, as when a session opens."""
    table.guests = 0
    for guest in range(GUESTS):
        table.guest_state[guest] = NOBODY


@kernel
def first_guest(table, state):
    """The guest of that state who has been in it longest; -1: there is none."""
    first = -1
    for guest in range(GUESTS):
        if table.guest_state[guest] == state:
            if first < 0 or table.guest_order[guest] < table.guest_order[first]:
                first = guest
    return first


@kernel
def count_guests(table, state):
    number = 0
    for guest in range(GUESTS):
        number += table.guest_state[guest] == state
    return number


@kernel
def free_place(table):
    """A place nobody has; there is one as long as no more than AWAY are away and QUEUE on the list."""
    for guest in range(GUESTS):
        if table.guest_state[guest] == NOBODY:
            return guest
    return -1


@kernel
def set_state(table, guest, state, due_ms):
    """He is away, or on the list, from now on; ``due_ms``: until when."""
    table.guest_state[guest] = state
    table.guest_due_ms[guest] = due_ms
    table.guest_order[guest] = table.guests
    table.guests += 1


@kernel
def go_away(table, rules, types, seat):
    """Whether the player who leaves ``seat`` comes back is drawn now; if so he is remembered (H-VI.6).

    Call it while he still has his chips.  Of more than AWAY people the one who went first is forgotten.
    """
    kind = types[table.type[seat]]
    player = table.player[seat] - table.session_id * rules.players_per_session
    drawn = words(rules.seed, table.session_id, player, PURPOSE_COME_BACK, table.stay[seat], 0)[0]
    if drawn >= kind.come_back:
        return
    if count_guests(table, IS_AWAY) == AWAY:
        table.guest_state[first_guest(table, IS_AWAY)] = NOBODY
    guest = free_place(table)
    table.guest_type[guest] = table.type[seat]
    table.guest_player[guest] = table.player[seat]
    table.guest_left[guest] = table.stack[seat]
    table.guest_stay[guest] = table.stay[seat]
    for k in range(table.memory.shape[1]):
        table.guest_memory[guest, k] = table.memory[seat, k]
    away = exponential(
        rules.seed, table.session_id, player, PURPOSE_COME_BACK, table.stay[seat], 1, kind.away_ms
    )
    set_state(table, guest, IS_AWAY, table.clock_ms + away)


@kernel
def has_room_on_list(table):
    return count_guests(table, ON_LIST) < QUEUE
