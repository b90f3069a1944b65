"""Rounds of the button, wishes to leave, and when they are granted (H-VI.5)."""

from __future__ import annotations

from holdem_sim.engine.betting import count, is_in
from holdem_sim.engine.button import comes_to, coming_hand, is_dead, next_button, place_blinds
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.seats import HANDS, HOURS, STOP_LOSS, STOP_WIN, TIME_TO_GO, TOO_FEW, leave, ready_seats
from holdem_sim.engine.table import SEATS


@kernel
def note_hand(table):
    """After a hand: whether it began a round, who has paid which blind in this round, who was dealt in."""
    if table.hands_noted == table.hand_no:
        return
    table.hands_noted = table.hand_no
    begins = table.round_seat < 0 or table.round_over == 1
    if begins or comes_to(table.round_button, table.button, table.round_seat):
        begins = True
        table.round_seat = table.button
        table.round_no += 1
        table.paid_small = 0
        table.paid_big = 0
    table.round_button = table.button
    table.round_over = 0
    table.paid_small |= table.owes_small
    table.paid_big |= table.owes_big
    if table.small_blind_seat >= 0:
        table.paid_small |= 1 << table.small_blind_seat
    table.paid_big |= 1 << table.big_blind_seat
    for seat in range(SEATS):
        if is_in(table.dealt, seat):
            table.hands_dealt[seat] += 1
            if table.full_round[seat] == 0:
                table.full_round[seat] = table.round_no + (0 if begins else 1)


@kernel
def note_wishes(table, types):
    """Who wants to leave from now on, and why."""
    for seat in range(SEATS):
        if table.player[seat] >= 0 and table.wish[seat] == 0:
            table.wish[seat] = wish_of(table, types, seat)


@kernel
def wish_of(table, types, seat):
    """Why the player wants to leave: a place in DEPARTURE_REASONS; 0: he does not."""
    kind = types[table.type[seat]]
    won = table.stack[seat] - table.brought_in[seat]
    if 0 <= kind.stay_hands <= table.hands_dealt[seat]:
        return HANDS
    if 0 <= kind.stay_ms <= table.clock_ms - table.came_ms[seat]:
        return HOURS
    if 0 <= kind.stop_loss <= -won:
        return STOP_LOSS
    if 0 <= kind.stop_win <= won:
        return STOP_WIN
    if 0 <= table.goes_ms[seat] <= table.clock_ms:
        return TIME_TO_GO
    if table.hands_dealt[seat] > 0 and table.players_dealt < kind.company:
        return TOO_FEW
    return 0


@kernel
def settle_round(table, rules, types):
    """Whether the coming move of the button ends the round; settled once between two hands."""
    table.rounds_settled = table.hand_no
    if count(ready_seats(table, False)) >= 2:
        button = coming_hand(table, rules, types)[0]
        table.round_over = comes_to(table.button, button, table.round_seat)


@kernel
def let_go(table, rules, types, block):
    """Whoever wants to leave and may, leaves: when the round ends, and it was full since his first hand."""
    if table.hand_no == 0:
        return
    if table.rounds_settled != table.hand_no and table.button >= 0:
        settle_round(table, rules, types)
        if table.round_over == 1 and rules.leave_any_hand == 0:
            for seat in range(SEATS):
                full = 0 < table.full_round[seat] <= table.round_no
                if table.player[seat] >= 0 and table.wish[seat] > 0 and full:
                    leave(table, rules, types, block, seat, table.wish[seat])
    if rules.leave_any_hand == 1:
        for seat in range(SEATS):
            if table.player[seat] >= 0 and table.wish[seat] > 0:
                leave(table, rules, types, block, seat, table.wish[seat])


@kernel
def blinds_to_come(table, rules, ready):
    """``(small, big)``: the seats (masks) whose blinds are still to come in this round if nothing changes."""
    small_blinds = big_blinds = 0
    button, small, big = table.button, table.small_seat, table.last_big_blind
    for _ in range(2 * SEATS):
        to = next_button(rules, ready, button, small)
        to, small, big = place_blinds(rules, ready, is_dead(rules, ready), to, small, big)
        if comes_to(button, to, table.round_seat):
            break
        button = to
        small_blinds |= 1 << small
        big_blinds |= 1 << big
    return small_blinds, big_blinds
