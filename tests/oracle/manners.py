"""How an announced or unannounced action is ruled (H-IX.6 to H-IX.10).

The player puts in, or says, what he wants; these rulings say what becomes of it by the way in which it is done.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
DECLARED, SILENT, STRING, OUT_OF_TURN = "declared", "silent", "string", "out-of-turn"


@dataclass(frozen=True)
class Spot:
    """What a player faces: his bet and stack, the call, the raise bounds (None: he may not raise).

    ``current_bet`` 0 means that nobody has bet on this street, blinds included.
    """

    bet: int
    stack: int
    to_call: int
    current_bet: int
    min_raise_to: int | None
    max_raise_to: int | None

    @property
    def passive(self) -> tuple[str, int]:
        return (CALL if self.to_call > 0 else CHECK), self.bet + self.to_call

    @property
    def aggressive(self) -> str:
        return BET if self.current_bet == 0 else RAISE

    def fit(self, to: int) -> int:
        """The nearest bet within the bounds."""
        assert self.min_raise_to is not None and self.max_raise_to is not None
        return min(max(to, self.min_raise_to), self.max_raise_to)

    def makes_a_raise(self, to: int) -> bool:
        """Whether so many chips make the call and a legal raise; what is too much for a limit is given back."""
        return self.min_raise_to is not None and to >= self.min_raise_to


def rule(manner: str, action: str, to: int, spot: Spot, chips: Collection[int]) -> tuple[str, int]:
    """The ruled action and the bet it makes, for a wish made in this manner; ``chips`` are the house's."""
    if action in (FOLD, CHECK) or manner in (DECLARED, OUT_OF_TURN):
        return action, to
    to = min(to, spot.bet + spot.stack)  # nobody puts in more than he has
    put_in = to - spot.bet
    if spot.to_call > 0:
        return facing_a_bet(manner, to, put_in, spot, chips)
    return facing_nothing(manner, put_in, spot)


def facing_a_bet(manner: str, to: int, put_in: int, spot: Spot, chips: Collection[int]) -> tuple[str, int]:
    """H-IX.7, 8, 10: a call, except that several chips without a word can make a raise plain."""
    plain = manner == SILENT and put_in not in chips and spot.makes_a_raise(to)
    return (spot.aggressive, spot.fit(to)) if plain else spot.passive


def facing_nothing(manner: str, put_in: int, spot: Spot) -> tuple[str, int]:
    """H-IX.8: what crosses the line is a bet, completed to the smallest; of a string only the first movement."""
    if put_in <= 0 or spot.min_raise_to is None or spot.max_raise_to is None:
        return spot.passive
    over = put_in if manner == SILENT else put_in // 2
    return spot.aggressive, spot.fit(spot.bet + over)


def ruled_out_of_turn(said: str, somebody_bet_since: bool) -> str | None:
    """H-IX.9: what was said before the turn binds if nobody bet or raised since, a fold in any case.

    None: he is free again.
    """
    if said == FOLD or not somebody_bet_since:
        return said
    return None
