"""What becomes of a wish: taken to the nearest legal action, and ruled by its manner (house rules H-IX.5 to 10)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from holdem_sim.recheck.limits import Choice
from holdem_sim.schema import ACTIONS, MANNERS

FOLD, CHECK, CALL, BET, RAISE = (ACTIONS.index(word) for word in ("fold", "check", "call", "bet", "raise"))
DECLARED, SILENT, STRING, OUT_OF_TURN = range(len(MANNERS))


class Ruling(NamedTuple):
    """What was wanted, in which manner, and what it was ruled: places in ACTIONS."""

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


def ruled(action: int, to: int, manner: int, spot: Spot, chips: Collection[int]) -> tuple[int, int]:
    """What a legal bet or raise counts as when it is made in a certain manner (H-IX.7, H-IX.8).

    Other actions are what they are.
    """
    if action < BET or manner not in (SILENT, STRING):
        return action, to
    added = to - spot.bet
    if spot.owed:
        return spot.passive if manner == STRING or added in chips else (action, to)
    if manner == STRING and spot.choice is not None:
        return spot.bet_to(spot.choice.nearest(spot.bet + added // 2))
    return action, to
