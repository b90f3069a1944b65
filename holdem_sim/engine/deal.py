"""Shuffling and dealing (house rules H-II.2, H-II.4, H-II.9)."""

from __future__ import annotations

from holdem_sim.engine.betting import next_in
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_DECK, four_below
from holdem_sim.engine.table import FLOP, NO_CARD, SEATS

CARDS = 52


@kernel
def new_deck(table):
    """A fresh deck whose order is not settled yet: four cards at a time as it is dealt, so that a hand that ends
    before the flop costs no more random numbers than it needs. Every order is equally likely."""
    for i in range(CARDS):
        table.deck[i] = i
    table.drawn = 0
    table.next_card = 0
    table.shuffle_base = 0


@kernel
def settle_four_cards(table, rules):
    """The next four cards of the Fisher-Yates shuffle."""
    first = table.drawn
    left = CARDS - first
    block = (first - table.shuffle_base) >> 2
    steps = four_below(rules.seed, table.session_id, table.hand_no, PURPOSE_DECK, table.shuffles, block, left)
    for k in range(4):
        i = first + k
        j = i + steps[k]
        card = table.deck[j]
        table.deck[j] = table.deck[i]
        table.deck[i] = card
    table.drawn = first + 4


@kernel
def take_card(table, rules):
    """The next card from the top of the deck."""
    i = table.next_card
    if i >= table.drawn:
        settle_four_cards(table, rules)
    table.next_card = i + 1
    return table.deck[i]


@kernel
def deal_pocket_cards(table, rules, first_seat):
    """Two cards to everybody dealt in, one at a time, clockwise from ``first_seat`` (H-II.2)."""
    for round_ in range(2):
        seat = first_seat
        for _ in range(table.players_dealt):
            table.hole[seat, round_] = take_card(table, rules)
            seat = next_in(table.dealt, seat)


@kernel
def clear_cards(table):
    """No cards anywhere."""
    for seat in range(SEATS):
        table.hole[seat, 0] = NO_CARD
        table.hole[seat, 1] = NO_CARD
    for k in range(5):
        table.board[k] = NO_CARD
    for k in range(3):
        table.burned[k] = NO_CARD
    table.board_cards = 0
    table.burned_cards = 0
    table.exposed = 0


@kernel
def open_street_cards(table, rules):
    """Burn a card, then open the cards of the table's street (H-II.4)."""
    table.burned[table.burned_cards] = take_card(table, rules)
    table.burned_cards += 1
    for _ in range(3 if table.street == FLOP else 1):
        table.board[table.board_cards] = take_card(table, rules)
        table.board_cards += 1
