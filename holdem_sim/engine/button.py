"""Who has the button, who posts the blinds, and who is dealt in (H-II.1, H-II.8, H-III.1, H-XIV.1)."""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.betting import count, is_in, next_in
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_BUTTON, below
from holdem_sim.engine.seats import BUTTON_DRAW, ready_seats
from holdem_sim.engine.table import BUTTON_DEAD, ENTRY_LIVE, HEADS_UP_BUTTON_SMALL_BLIND, SEATS

FEWEST_FOR_DEAD = 3
"""Between two there is no seat to be dead: the button moves, as the rule for two has it (H-II.8)."""

FEWEST_FOR_POST = 3
"""With fewer players dealt in a newcomer does not post: he waits until his place is that of a blind (H-XIV.1)."""


@kernel
def way(old, new):
    """The seats that the button passes on its way from ``old``, which it leaves, up to ``new``."""
    mask = 0
    seat = old
    while True:
        mask |= 1 << seat
        seat = (seat + 1) % SEATS
        if seat == new:
            return mask


@kernel
def comes_to(old, new, seat):
    """Whether the button, moving from ``old`` to ``new``, comes to ``seat`` or passes it."""
    return (seat - old - 1 + 2 * SEATS) % SEATS <= (new - old - 1 + 2 * SEATS) % SEATS


@kernel
def is_dead(rules, ready):
    """Whether button and blinds advance seat by seat, to seats that were left, too."""
    return rules.button == BUTTON_DEAD and count(ready) >= FEWEST_FOR_DEAD


@kernel
def next_button(rules, ready, button, small):
    """Where the button goes: to the next player, or, dead, to the last small blind's seat (H-II.8)."""
    return small if is_dead(rules, ready) else next_in(ready, button)


@kernel
def place_blinds(rules, dealt, dead, button, small, big):
    """``(button, small blind, big blind)`` of a hand of the seats ``dealt``, whose button goes to ``button``.

    ``small`` and ``big`` are those of the hand before; -1: there was none.  Under a ``dead`` button the blinds
    advance by seat, the big blind to the next player, and the small blind may fall on a seat that nobody has.
    """
    if dead:
        return button, big, next_in(dealt, big)
    pair = count(dealt) == 2
    button_posts = pair and rules.heads_up == HEADS_UP_BUTTON_SMALL_BLIND
    if pair and big >= 0 and is_in(dealt, big):
        # The last big blind must not be big blind again. Heads-up the button is not; by H's own words it is.
        button = big if button_posts else next_in(dealt, big)
    small = button if button_posts else next_in(dealt, button)
    return button, small, next_in(dealt, small)


@kernel
def enter_by_post(table, rules, types, newcomers, button, big):
    """The newcomers who post to enter: not between button and big blind, and with more than both blinds."""
    mask = 0
    for seat in range(SEATS):
        if is_in(newcomers, seat) and types[table.type[seat]].entry_post == 1:
            from_big = (seat - big + SEATS) % SEATS
            before_button = 0 < from_big < (button - big + SEATS) % SEATS
            if before_button and table.stack[seat] > rules.small_blind + rules.big_blind:
                mask |= 1 << seat
    return mask


@kernel
def coming_hand(table, rules, types):
    """``(button, small blind, big blind, dealt, posting)`` of the next hand, which changes nothing yet.

    ``dealt`` is everybody who takes part, newcomers whom the button has passed and those ``posting`` included:
    of those it passes the seat it leaves, too, and who has taken that meanwhile sits before the button.
    """
    ready = ready_seats(table, False)
    everybody = ready_seats(table, True)
    dead = is_dead(rules, ready)
    button = next_button(rules, ready, table.button, table.small_seat)
    dealt = ready
    if everybody != ready:
        dealt |= everybody & way(table.button, button)
    button, small, big = place_blinds(rules, dealt, dead, button, table.small_seat, table.last_big_blind)
    posting = 0
    if everybody != dealt:
        if count(dealt) == 2 and everybody & way(table.button, button) & ~dealt:
            dealt |= everybody & way(table.button, button)  # set for two, it has passed more seats
            button, small, big = place_blinds(rules, dealt, False, button, small, big)
        if count(dealt) >= FEWEST_FOR_POST:
            posting = enter_by_post(table, rules, types, everybody & ~dealt, button, big)
    return button, small, big, dealt | posting, posting


@kernel
def move_button(table, rules, types):
    """The button goes on clockwise (H-II.8); newcomers whom it passes play, and so do those who post (H-XIV.1)."""
    button, small, big, dealt, posting = coming_hand(table, rules, types)
    table.button = button
    table.small_seat = small
    table.last_big_blind = big
    for seat in range(SEATS):
        if is_in(dealt, seat):
            table.waiting[seat] = 0
    table.owes_small |= posting
    table.owes_big |= posting
    if rules.entry_post == ENTRY_LIVE:
        table.owes_live |= posting


@kernel
def draw_button(table, rules, block):
    """One card face up to each player, from a deck of its own; the highest gets the button (H-III.1).

    Suits decide between equal ranks, so the largest card number wins.
    """
    row = emit.event_row(table, block, BUTTON_DRAW, -1)
    players = ready_seats(table, True)
    best = -1
    taken = 0
    left = 52
    for seat in range(SEATS):
        if is_in(players, seat):
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
    _, small, big = place_blinds(rules, players, False, table.button, -1, -1)
    table.small_seat = small
    table.last_big_blind = big
