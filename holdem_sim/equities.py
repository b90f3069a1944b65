"""All-in equities by exact enumeration: what the pots are worth when the betting is over and cards are to come.

Every board that can still come counts the same. All numbers of boards are exact integers. A pot is divided as the
house divides it (H-X.1), odd chips included. The enumeration is in :mod:`holdem_sim.runouts`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from holdem_sim.engine.cards import CARD_BIT, CARDS, parse_cards
from holdem_sim.engine.jit import COMPILED
from holdem_sim.runouts import ALL_IN, BOARD, PLAYERS, new_work, settle_range

__all__ = ["ALL_IN", "BOARD", "CARDS", "PLAYERS", "cards_in", "effort", "settle_all", "winner_counts"]


def winner_counts(
    pockets: Sequence[Sequence[int]], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> dict[tuple[int, ...], int]:
    """After how many of the boards still to come exactly these players have the best hand.

    ``pockets`` holds two cards (0 to 51) for each of two to ten players, ``board`` up to five, ``dead`` cards that
    cannot come. Aces against kings: ``{(0,): 1410336, (1,): 292660, (0, 1): 9308}``.
    """
    known = [card for pocket in pockets for card in pocket] + [*board, *dead]
    if not 2 <= len(pockets) <= PLAYERS or any(len(pocket) != 2 for pocket in pockets):
        raise ValueError(f"equities are of 2 to {PLAYERS} players with two cards each")
    if len(set(known)) < len(known) or len(board) > BOARD or not set(known) <= set(range(CARDS)):
        raise ValueError(
            "a board has at most five cards, cards are numbered 0 to 51, and none is there twice"
        )
    hands = np.zeros(1, ALL_IN).view(np.recarray)
    hand = hands[0]
    hand.players = len(pockets)
    for place, pocket in enumerate(pockets):
        hand.pockets[place] = card_set(pocket)
    hand.board, hand.dead = card_set(board), card_set(dead)
    hand.pots, hand.unit = 1, 1
    hand.contenders[0] = (1 << len(pockets)) - 1
    work = new_work()
    settle_range(hands, work, 0, 1)
    counts = work[0].counts
    found = {_members(mask): int(counts[mask]) for mask in range(1, 1 << len(pockets)) if counts[mask]}
    return dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))


def card_set(cards: Sequence[int]) -> int:
    """The set of these cards."""
    return sum(int(CARD_BIT[card]) for card in cards)


@lru_cache(maxsize=4096)
def cards_in(text: str) -> int:
    """The set of the cards of ``AhKd``; 0 if they are not cards, or not known."""
    try:
        return card_set(parse_cards(text))
    except ValueError:
        return 0


def _members(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(PLAYERS) if mask >> place & 1)


def effort(missing: np.ndarray, left: np.ndarray, players: np.ndarray) -> np.ndarray:
    """About how often a hand is ranked to settle such all-ins, which is what time goes by (some 20 ns each).

    ``missing`` cards on the board, ``left`` cards that may come, ``players`` still in.
    """
    boards = np.where(missing == BOARD, left * (left - 1.0) * (left - 2) * (left - 3) * (left - 4) / 120, 0)
    few = np.array([5, 25, 250, 1500, 4000, 6000])
    return players * (few[missing] + boards / 20)


def settle_all(hands: np.ndarray, threads: int | None = None) -> None:
    """Fill in ``boards``, ``expected`` and ``variance`` of an array of :data:`ALL_IN`, on all processors."""
    threads = threads or _processors()
    hands = hands.view(np.recarray)
    parts = min(len(hands), 16 * threads)
    edges = np.linspace(0, len(hands), parts + 1).astype(int).tolist() if parts else []

    def settle(start: int, end: int) -> None:
        settle_range(hands, new_work(), start, end)

    if parts < 2 or threads < 2 or not COMPILED:
        settle(0, len(hands))
        return
    settle(0, edges[1])  # compiles, or loads what was compiled
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(settle, edges[1:-1], edges[2:]))


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
