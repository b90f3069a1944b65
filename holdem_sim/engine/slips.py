"""A dealer who makes errors (house rules H-VII, H-VIII, H-VI.10), and how they are put right.

:func:`dealing` is called by the loop at the moments of :mod:`holdem_sim.engine.hooks`.  An error happens at its
rate, leaves an event with the cards involved, and takes its time on the clock.  What it does to the hand is
written here; what makes a hand void is in :mod:`holdem_sim.engine.misdeals`.
"""

from __future__ import annotations

from holdem_sim.engine.betting import is_in
from holdem_sim.engine.deal import take_card
from holdem_sim.engine.hand import players_behind
from holdem_sim.engine.hooks import AFTER_DEAL, BEFORE_ACTION, GO_ON, OPEN_STREET, VOID
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.misdeals import (
    BOARD_CARD_TO_PLAYER,
    EXPOSED_BURN,
    FLOP_WITHOUT_BURN,
    NONE,
    ONE_CARD_FACE_UP,
    PREMATURE_FLOP,
    PREMATURE_TURN_OR_RIVER,
    SHORT_DECK_AFTER_HAND,
    TURN_AND_RIVER_TOGETHER,
    WRONG_POT,
    call_misdeal,
    choose,
    choose_seat,
    happens,
    may_be_void,
    misdeal_of_pocket_cards,
    note,
    show,
    tell_misdeal,
)
from holdem_sim.engine.showdown import best_hands
from holdem_sim.engine.stub import burn_card, lay_aside, put_back, shuffle_stub, stub_size
from holdem_sim.engine.table import FLOP, NO_CARD, PREFLOP, RIVER, SEATS, TURN


@kernel
def dealing(table, rules, types, block, moment):
    """The kernel of ``hook_dealing``: what the dealer does wrong at this moment; GO_ON or VOID."""
    if moment == AFTER_DEAL:
        return after_deal(table, rules, block)
    if moment == OPEN_STREET:
        return open_street(table, rules, block)
    if moment == BEFORE_ACTION:
        if table.early and table.acted != 0 and players_behind(table, table.actor) == 0:
            open_too_early(table, rules, block)
    else:
        after_hand(table, rules, block)
    return GO_ON


@kernel
def after_deal(table, rules, block):
    """The pocket cards are dealt: a misdeal (H-VII.1), or a card face up in the deck (H-VII.2)."""
    table.aside = NO_CARD
    table.burn_lies = 0
    if may_be_void(table):
        kind = misdeal_of_pocket_cards(table, rules)
        if kind != NONE:
            tell_misdeal(table, rules, block, kind)
            call_misdeal(table, rules, block)
            return VOID
    if happens(table, rules, ONE_CARD_FACE_UP):
        row = note(table, rules, block, ONE_CARD_FACE_UP, NONE)
        place = choose(table, rules, ONE_CARD_FACE_UP, 0, stub_size(table))
        show(table, block, row, 0, lay_aside(table, place))
    table.early = happens(table, rules, PREMATURE_FLOP)
    return GO_ON


@kernel
def open_too_early(table, rules, block):
    """The next cards are opened before the last player has spoken; the burn stays (H-VIII.1, H-VIII.3).

    The flop's cards go back into the deck at once, a turn or river card lies aside until the betting is over.
    """
    table.early = 0
    if table.street == PREFLOP:
        row = note(table, rules, block, PREMATURE_FLOP, table.actor)
        burn = burn_card(table, rules)
        open_flop_in_error(table, rules, block, row)
        block.events.detail[row, 3] = burn
    else:
        row = note(table, rules, block, PREMATURE_TURN_OR_RIVER, table.actor)
        burn = burn_card(table, rules)
        card = take_card(table, rules)
        show(table, block, row, 0, card)
        block.events.detail[row, 1] = burn
        table.aside = card
    table.burn_lies = 1


@kernel
def open_flop_in_error(table, rules, block, row):
    """Three cards are seen by everybody and go back."""
    for k in range(3):
        show(table, block, row, k, take_card(table, rules))
    put_back(table, 3)


@kernel
def open_street(table, rules, block):
    """Burn a card and open the street's cards, with all that goes wrong; VOID if that is a misdeal."""
    if table.burn_lies:
        table.burn_lies = 0
        if table.aside != NO_CARD:
            table.aside = NO_CARD
            put_back(table, 1)
        shuffle_stub(table, rules)
    else:
        if table.street == FLOP and happens(table, rules, FLOP_WITHOUT_BURN):
            row = note(table, rules, block, FLOP_WITHOUT_BURN, NONE)
            open_flop_in_error(table, rules, block, row)
            shuffle_stub(table, rules)
        burn(table, rules, block)
    if happens(table, rules, BOARD_CARD_TO_PLAYER) and may_be_void(table):
        seat = choose_seat(table, rules, BOARD_CARD_TO_PLAYER, 0, table.live)
        row = note(table, rules, block, BOARD_CARD_TO_PLAYER, seat)
        block.events.detail[row, 0] = take_card(table, rules)
        call_misdeal(table, rules, block)
        return VOID
    for _ in range(3 if table.street == FLOP else 1):
        table.board[table.board_cards] = take_card(table, rules)
        table.board_cards += 1
    if table.street == TURN and happens(table, rules, TURN_AND_RIVER_TOGETHER):
        row = note(table, rules, block, TURN_AND_RIVER_TOGETHER, NONE)
        show(table, block, row, 0, take_card(table, rules))
        put_back(table, 1)
        shuffle_stub(table, rules)
    table.early = table.street < RIVER and happens(table, rules, PREMATURE_TURN_OR_RIVER)
    return GO_ON


@kernel
def burn(table, rules, block):
    """Burn a card; if it is seen it goes back, and another is burned (H-VIII.4).

    The card that lay face up in the deck is burned as it is, seen by everybody before (H-VII.2).
    """
    if table.aside == NO_CARD and happens(table, rules, EXPOSED_BURN):
        row = note(table, rules, block, EXPOSED_BURN, NONE)
        show(table, block, row, 0, take_card(table, rules))
        put_back(table, 1)
        shuffle_stub(table, rules)
    burn_card(table, rules)


@kernel
def after_hand(table, rules, block):
    """Errors that change nothing: the deck is short (H-VII.3), a pot went to the wrong player (H-VI.10)."""
    if happens(table, rules, SHORT_DECK_AFTER_HAND):
        note(table, rules, block, SHORT_DECK_AFTER_HAND, NONE)
    if happens(table, rules, WRONG_POT):
        push_wrong_pot(table, rules, block)


@kernel
def push_wrong_pot(table, rules, block):
    """A pot is pushed to somebody who did not win it, and is given to its winners; somebody still in, if there is
    such a player, else one who has folded. Pots that everybody won, or in which nothing is left, are safe."""
    pushed = 0
    for pot_no in range(table.pots):
        winners = best_hands(table, table.pot_contenders[pot_no])
        if table.dealt & ~winners != 0 and pot_is_pushed(table, pot_no):
            pushed |= 1 << pot_no
    if pushed == 0:
        return
    pot_no = choose_seat(table, rules, WRONG_POT, 0, pushed)
    winners = best_hands(table, table.pot_contenders[pot_no])
    wrong = table.live & ~winners
    if wrong == 0:
        wrong = table.dealt & ~winners
    seat = choose_seat(table, rules, WRONG_POT, 1, wrong)
    row = note(table, rules, block, WRONG_POT, seat)
    block.events.detail[row, 0] = pot_no
    block.events.detail[row, 1] = first_after_button(table, winners)


@kernel
def pot_is_pushed(table, pot_no):
    """Whether tax and extra drop leave something of a pot."""
    return table.pot_amount[pot_no] > table.pot_tax[pot_no] + table.pot_extra_drop[pot_no]


@kernel
def first_after_button(table, mask):
    """The first seat of a set clockwise from the button."""
    for step in range(1, SEATS + 1):
        seat = (table.button + step) % SEATS
        if is_in(mask, seat):
            return seat
    return NONE
