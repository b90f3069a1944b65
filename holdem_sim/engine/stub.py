"""What a dealer does with the deck when something went wrong: show, put back, lay aside, shuffle again.

The cards that have left the deck are ``deck[:next_card]``, in the order in which they were taken; the stub is the
rest.  Folded cards have left it for good (H-VIII.6): what goes back is always what was taken last.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.deal import CARDS, take_card
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.shuffle import riffle_and_cut
from holdem_sim.engine.table import NO_CARD


@kernel
def expose(table, card):
    """Everybody has seen the card, and knows it from then on (H-VII.0)."""
    table.exposed = table.exposed | (np.uint64(1) << np.uint64(card))


@kernel
def put_back(table, cards):
    """The last ``cards`` cards taken lie on the stub again, as they lay; the stub has to be shuffled."""
    table.next_card -= cards


@kernel
def shuffle_stub(table, rules):
    """Shuffle and cut what is left of the deck: every order is equally likely, or as people do it (H-II.9)."""
    table.shuffles += 1
    if rules.shuffle_by_hand:
        riffle_and_cut(table, rules, table.next_card)
        return
    table.drawn = table.next_card
    table.shuffle_base = table.next_card


@kernel
def lay_aside(table, place):
    """The card that lies ``place`` cards deep in the stub (from 0) leaves it and lies aside; the others keep
    their order."""
    first = table.next_card
    i = first + place
    card = table.deck[i]
    if i >= table.drawn:  # down there the order is not settled yet: the first of these will do as well
        table.deck[i] = table.deck[table.drawn]
        i = table.drawn
        table.drawn += 1
        table.shuffle_base += 1
    while i > first:
        table.deck[i] = table.deck[i - 1]
        i -= 1
    table.deck[first] = card
    table.next_card = first + 1
    table.aside = card
    return card


@kernel
def burn_card(table, rules):
    """Burn the next card, or the one that lies aside (H-II.4, H-VII.2); returns it."""
    card = table.aside
    if card == NO_CARD:
        card = int(take_card(table, rules))
    table.aside = NO_CARD
    table.burned[table.burned_cards] = card
    table.burned_cards += 1
    return card


@kernel
def stub_size(table):
    """How many cards are left in the deck."""
    return CARDS - table.next_card
