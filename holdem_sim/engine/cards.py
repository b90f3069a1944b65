"""Cards as small integers, and as text.

A card is ``4 * rank + suit``: rank 0 is the two and 12 the ace; suit 0 clubs, 1 diamonds, 2 hearts,
3 spades, so that the larger number is the higher card where suits count (H-III.1, the draw for the button).
-1 is "no card".

A set of cards is one integer of four lanes of 16 bits, a lane a suit, a bit a rank (:data:`CARD_BIT`). Its
highest bit is 60, so it fits into int64 without a sign.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from holdem_sim.engine.jit import constant

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = 52
LANE = 16
"""Bits of one suit in a set of cards."""

CARD_TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

CARD_BIT = constant(np.array([1 << (LANE * (card % 4) + card // 4) for card in range(CARDS)], dtype=np.int64))
"""By card: the set that holds this card alone."""

_NUMBERS = {text: card for card, text in enumerate(CARD_TEXTS)}


def card_text(card: int) -> str:
    """``Ah`` for 50; ValueError for a number that is no card."""
    if not 0 <= card < CARDS:
        raise ValueError(f"{card} is not the number of a card; cards are numbered 0 (2c) to 51 (As)")
    return CARD_TEXTS[card]


def cards_text(cards: Iterable[int]) -> str:
    """``AhKd2c`` for the numbers of these cards; places without a card (-1) are left out."""
    return "".join(card_text(card) for card in cards if card != -1)


def parse_card(text: str) -> int:
    """The number of a card written as ``Ah`` or ``10h``; ValueError names what is wrong with it."""
    rank, suit = text[:-1], text[-1:]
    number = _NUMBERS.get(("T" if rank == "10" else rank.upper()) + suit.lower())
    if number is None:
        raise ValueError(
            f"{text!r} is not a card; write a rank of {RANKS} and a suit of {SUITS}, for example Ah or Td"
        )
    return number


def parse_cards(text: str) -> list[int]:
    """The cards of ``AhKd2c``, ``Ah Kd 2c`` or ``Ah,10d``; ValueError names the first that is none."""
    cards = []
    rest = text.replace(",", " ").lstrip()
    while rest:
        width = 3 if rest.startswith("10") else 2
        cards.append(parse_card(rest[:width].rstrip()))
        rest = rest[width:].lstrip()
    return cards
