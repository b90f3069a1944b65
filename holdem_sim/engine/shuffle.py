"""The shuffle by hand (house rules H-II.9): wash, riffle, riffle, strip, riffle, cut.

The deck is the one that was collected from the hand before, in the order in which the dealer picked it up (see
:func:`collect`); a session opens with a new deck.  How people shuffle is modelled so:

* wash: two cards change places, :data:`WASH_A_SECOND` times a second, both drawn from the whole deck;
* riffle: Gilbert, Shannon and Reeds' model (D. Bayer and P. Diaconis, "Trailing the dovetail shuffle to its lair",
  Annals of Applied Probability 2, 1992): the deck is cut by a fair coin for each card, and all ways to interleave
  the two packets are equally likely;
* strip: packets of :data:`STRIP_LEAST` to :data:`STRIP_MOST` cards from the top come to lie upside down in their
  order, each in its own order;
* cut: somewhere in the middle three fifths of the deck.

The pace of the wash, the packets of the strip and the place of the cut are guesses.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.betting import is_in
from holdem_sim.engine.deal import CARDS
from holdem_sim.engine.hooks import COLLECT
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_SHUFFLE, below, words
from holdem_sim.engine.table import FOLD, NO_CARD, SEATS

WASH_A_SECOND = 4
STRIP_LEAST, STRIP_MOST = 5, 15
STEPS = 8
"""Steps of a shuffle, for the random stream: each has a lane of its own."""
WASH, RIFFLE, RIFFLE_AGAIN, STRIP, LAST_RIFFLE, CUT = range(6)
RANKS = 13


@kernel
def shuffle_by_hand(table, rules, types, block, argument):
    """The kernel of ``hook_shuffle``: collects the cards of a settled hand, or shuffles them for the next."""
    if argument == COLLECT:
        collect(table)
        return 0
    if table.hand_no == 0 and table.misdeals == 0:
        open_new_deck(table)
    wash(table, rules)
    riffle_and_cut(table, rules, 0)
    table.drawn = CARDS
    table.next_card = 0
    table.shuffle_base = 0
    table.clock_ms += rules.wash_ms
    return 0


@kernel
def open_new_deck(table):
    """A deck as it comes from its box: suit by suit, from the two to the ace."""
    for i in range(CARDS):
        table.deck[i] = 4 * (i % RANKS) + i // RANKS


@kernel
def lane_of(table, step):
    """The random stream of one step of the table's present shuffle."""
    return table.shuffles * STEPS + step


@kernel
def wash(table, rules):
    """Cards change places all over the table, the longer the more."""
    moves = rules.wash_ms * WASH_A_SECOND // 1000
    lane = lane_of(table, WASH)
    for pair in range((moves + 1) // 2):
        w0, w1, w2, w3 = words(rules.seed, table.session_id, table.hand_no, PURPOSE_SHUFFLE, lane, pair)
        swap(table, w0 * CARDS >> 32, w1 * CARDS >> 32)
        if 2 * pair + 1 < moves:
            swap(table, w2 * CARDS >> 32, w3 * CARDS >> 32)


@kernel
def swap(table, i, j):
    """The cards of two places in the deck change places."""
    card = table.deck[i]
    table.deck[i] = table.deck[j]
    table.deck[j] = card


@kernel
def riffle_and_cut(table, rules, first):
    """Riffle, riffle, strip, riffle, cut, with the cards of the deck from place ``first`` on."""
    riffle(table, rules, first, RIFFLE)
    riffle(table, rules, first, RIFFLE_AGAIN)
    strip(table, rules, first)
    riffle(table, rules, first, LAST_RIFFLE)
    cut(table, rules, first)


@kernel
def riffle(table, rules, first, step):
    """One riffle: a coin for each place says from which packet its card falls; as many as there are heads lay on
    the upper one."""
    lane = lane_of(table, step)
    w0, w1, _, _ = words(rules.seed, table.session_id, table.hand_no, PURPOSE_SHUFFLE, lane, 0)
    coins = w0 << 26 | w1 & 0x3FFFFFF
    packets = table.deck.copy()
    lower = first
    for i in range(first, CARDS):
        lower += coins >> i & 1
    upper = first
    for i in range(first, CARDS):
        if coins >> i & 1:
            table.deck[i] = packets[upper]
            upper += 1
        else:
            table.deck[i] = packets[lower]
            lower += 1


@kernel
def strip(table, rules, first):
    """Packets from the top, one upon the other: the last one pulled lies on top."""
    lane = lane_of(table, STRIP)
    pulled = table.deck.copy()
    start = first
    index = 0
    span = STRIP_MOST - STRIP_LEAST + 1
    while start < CARDS:
        size = STRIP_LEAST + below(
            rules.seed, table.session_id, table.hand_no, PURPOSE_SHUFFLE, lane, index, span
        )
        index += 1
        end = min(start + size, CARDS)
        place = first + CARDS - end
        for i in range(start, end):
            table.deck[place + i - start] = pulled[i]
        start = end


@kernel
def cut(table, rules, first):
    """What lay above the cut comes to lie below."""
    size = CARDS - first
    least = size // 5
    lane = lane_of(table, CUT)
    span = size - 2 * least + 1
    off = least + below(rules.seed, table.session_id, table.hand_no, PURPOSE_SHUFFLE, lane, 0, span)
    lifted = table.deck.copy()
    for i in range(size):
        table.deck[first + i] = lifted[first + (i + off) % size]


@kernel
def collect(table):
    """The dealer picks up the cards of a hand that is settled or void.

    From the bottom: the stub as it lies, the burn cards, the folded hands in the order in which they were folded,
    the losing hands in the order in which they were shown, the board, the hands that are left (the winners'; all
    that are still in if the hand is void) clockwise from the button, and whatever else has left the deck.
    """
    pile = np.full(CARDS, NO_CARD, np.int64)
    laid = np.zeros(CARDS + 1, np.int64)  # the last place counts the cards on the pile
    for i in range(CARDS - 1, table.next_card - 1, -1):
        lay(pile, laid, table.deck[i])
    for k in range(table.burned_cards):
        lay(pile, laid, table.burned[k])
    lay_folded(table, pile, laid)
    for place in range(SEATS):
        for seat in range(SEATS):
            if table.show_order[seat] == place and table.won[seat] == 0:
                lay_hand(table, pile, laid, seat)
    for k in range(table.board_cards):
        lay(pile, laid, table.board[k])
    for step in range(1, SEATS + 1):
        lay_hand(table, pile, laid, (table.button + step) % SEATS)
    for i in range(table.next_card):
        lay(pile, laid, table.deck[i])
    for i in range(CARDS):
        table.deck[i] = pile[CARDS - 1 - i]
    table.next_card = 0


@kernel
def lay_folded(table, pile, laid):
    """The folded hands in their order; of a hand too long to remember, the last ones by seat."""
    for i in range(table.log_actions):
        if table.log_action[i] == FOLD:
            lay_hand(table, pile, laid, table.log_seat[i])
    for seat in range(SEATS):
        if is_in(table.dealt & ~table.live, seat):
            lay_hand(table, pile, laid, seat)


@kernel
def lay_hand(table, pile, laid, seat):
    """A seat's pocket cards on the pile."""
    for k in range(2):
        if table.hole[seat, k] != NO_CARD:
            lay(pile, laid, table.hole[seat, k])


@kernel
def lay(pile, laid, card):
    """A card on top of the pile, unless it lies there already."""
    if laid[card] == 0:
        laid[card] = 1
        pile[laid[CARDS]] = card
        laid[CARDS] += 1
