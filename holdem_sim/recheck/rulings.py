"""What becomes of a wish: taken to the nearest legal action, and ruled by its manner (house rules H-IX.5 to 10)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from holdem_sim.recheck.limits import Choice
from holdem_sim.schema import ACTIONS, MANNERS

FOLD, CHECK, CALL, BET, RAISE = (ACTIONS.index(word) for word in ("fold", "check", "call", "bet", "raise"))
DECLARED, SILENT, STRING, OUT_OF_TURN = range(len(MANNERS))


class Ruling(NamedTuple):
    """What was wanted, in which manner, and what it was ruled: places in ACTIONS.

    ``decided`` decisions had been made in the hand.
    """

    decided: int
    seat: int
    street: int
    manner: int
    wanted: int
    ruled: int


class Spot(NamedTuple):
    """A decision: the bet to match, the player's own one, what he owes, and what he may raise to (None: barred)."""

    current: int
    bet: int
    owed: int
    choice: Choice | None

    @property
    def passive(self) -> tuple[int, int]:
        """Check where that is free, else call."""
        return (CALL if self.owed else CHECK), self.bet + self.owed

    def bet_to(self, to: int) -> tuple[int, int]:
        """The bet or raise to ``to``."""
        return (RAISE if self.current else BET), to


def legal(wanted: int, to: int, spot: Spot) -> tuple[int, int]:
    """The legal action nearest to a wish, and the bet after it."""
    if wanted == FOLD:
        return FOLD, spot.bet
    if wanted < BET or spot.choice is None or to <= spot.current:
        return spot.passive
    return spot.bet_to(spot.choice.nearest(to))


def ruled(
    fitting: tuple[int, int], meant: int, manner: int, spot: Spot, chips: Collection[int]
) -> tuple[int, int]:
    """What a bet or raise counts as that is made in a certain manner, its chips meant to make a bet of ``meant``.

    ``fitting`` is the legal action it would be if it were declared; other actions are what they are (H-IX.7, 8, 10).
    """
    if fitting[0] < BET or manner not in (SILENT, STRING) or spot.choice is None:
        return fitting
    added = meant - spot.bet
    if spot.owed:
        plain = manner == SILENT and meant >= spot.choice.lowest and added not in chips
        return fitting if plain else spot.passive
    if manner == SILENT:
        return fitting
    first = max(spot.bet + added // 2, spot.current + 1)
    return spot.bet_to(spot.choice.nearest(first))
