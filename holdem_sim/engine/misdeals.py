"""Whether the dealer makes an error, and the errors that make a hand void (house rules H-VII.1).

Each kind of error has a random stream of its own for each attempt to deal the hand, and for each street.  A deal
is void once: of several errors that make it so, the first in the order of ``DEALER_ERRORS`` is the one that is
noticed and told.
"""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.betting import count, is_in, next_in
from holdem_sim.engine.deal import take_card
from holdem_sim.engine.hand import void_hand
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_DEALER_ERROR, below, words
from holdem_sim.engine.shuffle import collect
from holdem_sim.engine.stub import expose, stub_size
from holdem_sim.engine.table import SEATS
from holdem_sim.schema import DEALER_ERRORS, EVENT_KINDS

(
    EXPOSED_POCKET_CARD, EXTRA_POCKET_CARD, TWO_CARDS_FACE_UP, ONE_CARD_FACE_UP, WRONG_ORDER, WRONG_BUTTON,
    DEALT_TO_ABSENT, WRONG_BACK, DUPLICATE_CARD, BOARD_CARD_TO_PLAYER, PREMATURE_FLOP, FLOP_WITHOUT_BURN,
    PREMATURE_TURN_OR_RIVER, EXPOSED_BURN, TURN_AND_RIVER_TOGETHER, SHORT_DECK_AFTER_HAND, WRONG_POT,
) = range(len(DEALER_ERRORS))  # fmt: skip
FIRST_KIND = EVENT_KINDS.index(DEALER_ERRORS[0])
MOST_MISDEALS = 20
"""After so many misdeals of one hand the dealer takes care: no more errors that make it void."""
NONE = -1


@kernel
def lane_of(table, kind):
    """The random stream of an error in this attempt to deal the hand, on this street."""
    return kind | table.misdeals << 5 | table.street << 10


@kernel
def happens(table, rules, kind):
    """Whether the dealer makes the error now, at its rate."""
    rate = rules.error_rate[kind]
    if rate == 0:
        return False
    lane = lane_of(table, kind)
    word = words(rules.seed, table.session_id, table.hand_no, PURPOSE_DEALER_ERROR, lane, 0)[0]
    return word < rate


@kernel
def choose(table, rules, kind, number, bound):
    """Draw ``number`` of an error: an integer below ``bound``."""
    lane = lane_of(table, kind)
    return below(rules.seed, table.session_id, table.hand_no, PURPOSE_DEALER_ERROR, lane, 4 + number, bound)


@kernel
def choose_seat(table, rules, kind, number, mask):
    """A seat of a set (mask) that is not empty."""
    left = choose(table, rules, kind, number, count(mask))
    for seat in range(SEATS):
        if is_in(mask, seat):
            if left == 0:
                return seat
            left -= 1
    return NONE


@kernel
def note(table, rules, block, kind, seat):
    """Record the error, which takes its time; returns the event's row, for the cards."""
    row = emit.hand_event_row(table, block, FIRST_KIND + kind, seat)
    table.clock_ms += rules.clock_error_ms
    return row


@kernel
def show(table, block, row, slot, card):
    """A card of the event that everybody has seen."""
    block.events.detail[row, slot] = card
    expose(table, card)


@kernel
def may_be_void(table):
    """Whether the hand can still be taken back, and has not been too often."""
    return (
        table.misdeals < MOST_MISDEALS
        and table.seq <= emit.VOIDABLE
        and table.hand_events <= emit.VOIDABLE_EVENTS
    )


@kernel
def call_misdeal(table, rules, block):
    """The hand is void: chips go back, all cards are collected, and the next deck is another (H-VII.1)."""
    if rules.shuffle_by_hand:
        collect(table)
    void_hand(table, block)
    table.shuffles += 1


@kernel
def absent_seats(table, rules):
    """The table's seats (mask) that are not dealt in."""
    return (1 << rules.seats) - 1 & ~table.dealt


@kernel
def misdeal_of_pocket_cards(table, rules):
    """The error that makes the deal of the pocket cards void; -1: none."""
    for kind in range(BOARD_CARD_TO_PLAYER):
        if kind == ONE_CARD_FACE_UP or not happens(table, rules, kind):
            continue
        if kind != DEALT_TO_ABSENT or absent_seats(table, rules) != 0:
            return kind
    return NONE


@kernel
def tell_misdeal(table, rules, block, kind):
    """The event of a misdeal: who and which cards."""
    row = note(table, rules, block, kind, NONE)
    mask = table.dealt
    if kind == WRONG_BUTTON:
        block.events.seat[row] = choose_seat(table, rules, kind, 0, mask & ~(1 << table.button))
        return
    if kind == TWO_CARDS_FACE_UP:
        tell_two_cards(table, rules, block, row)
        return
    if kind == DEALT_TO_ABSENT:
        mask = absent_seats(table, rules)
    seat = choose_seat(table, rules, kind, 0, mask)
    if kind == EXTRA_POCKET_CARD or kind == DEALT_TO_ABSENT:
        card = take_card(table, rules)
    else:
        which = choose(table, rules, kind, 1, 2)
        card = table.hole[seat, which]
        if kind == WRONG_ORDER:  # he got the card of the player after him, who got his
            other = next_in(mask, seat)
            table.hole[seat, which] = table.hole[other, which]
            table.hole[other, which] = card
            card = table.hole[seat, which]
    if kind != WRONG_BACK and kind != DUPLICATE_CARD:
        block.events.seat[row] = seat
    block.events.detail[row, 0] = card


@kernel
def tell_two_cards(table, rules, block, row):
    """Two different cards of the stub lie face up."""
    size = stub_size(table)
    first = choose(table, rules, TWO_CARDS_FACE_UP, 0, size)
    second = choose(table, rules, TWO_CARDS_FACE_UP, 1, size - 1)
    if second >= first:
        second += 1
    show(table, block, row, 0, table.deck[table.next_card + first])
    show(table, block, row, 1, table.deck[table.next_card + second])
