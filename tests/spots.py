"""Spots for the tests: one record as a strategy sees it, or the light object a plain Python one gets."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim.engine.cards import parse_cards
from holdem_sim.engine.table import LIVE, SPOT
from holdem_sim.light import light_spots
from holdem_sim.schema import POSITIONS


def make_spots(cards: str, board: str = "", **fields: Any) -> np.recarray:
    """An array of one spot. By default a nine-handed 50/100 table, everybody with 100 blinds, no bet yet.

    ``stacks`` and ``bets`` take a number for every seat or a list; ``folded`` is a list of seats.
    """
    spots = np.zeros(1, SPOT).view(np.recarray)
    spot = spots[0]
    dealt = fields.pop("players_dealt", 9)
    spot.small_blind, spot.big_blind, spot.players_dealt, spot.players_in = 50, 100, dealt, dealt
    spot.street = max(len(parse_cards(board)) - 2, 0)
    spot.board[:] = -1
    spot.cards[:] = parse_cards(cards)
    for k, card in enumerate(parse_cards(board)):
        spot.board[k] = card
    spot.board_cards = len(parse_cards(board))
    spot.last_aggressor = spot.preflop_raiser = -1
    spot.stack, spot.random = 10_000, 0.5
    spot.randoms[:] = 0.5
    spot.stacks[:dealt] = 10_000
    spot.status[:dealt] = LIVE
    spot.players[:] = -1
    spot.players[:dealt] = range(dealt)
    spot.min_raise_to, spot.max_raise_to = 100, 10_000
    for seat in fields.pop("folded", ()):
        spot.status[seat] = 2
        spot.players_in -= 1
    for name, value in fields.items():
        if name == "position":
            value = POSITIONS.index(value)
        spot[name] = value
    return spots


def light(spots: np.recarray) -> Any:
    """The first of these spots as the object that a plain Python strategy is given."""
    return light_spots(spots, [None] * len(spots))[0]
