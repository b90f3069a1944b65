"""The words of the reference floor: its rules, its guests, how a hand begins, and what the house refuses."""

from __future__ import annotations

from dataclasses import dataclass, field

from .button import Places

SMALL, BIG = "small", "big"


class Refusal(AssertionError):
    """What the house does not allow."""


def need(condition: bool, text: str) -> None:
    if not condition:
        raise Refusal(text)


@dataclass(frozen=True)
class FloorRules:
    """What the house chooses between hands; chips throughout."""

    seats: int
    small_blind: int
    big_blind: int
    buy_in_min: int
    buy_in_max: int
    late_min: int
    button: str = "moving"
    heads_up: str = "button-small-blind"
    entry_post: str = "dead"
    leave: str = "round"
    separate_parties: bool = False
    time_charge: int = 0


@dataclass
class Guest:
    """A player at the table."""

    player: int
    stack: int = 0
    brought: int = 0  # chips bought during this stay
    waits: bool = False  # has not been dealt in yet, and waits for the button
    posts: bool = False  # would rather post than wait
    party: str | None = None
    first_hand: int | None = None
    hands: int = 0
    paid: set[str] = field(default_factory=set)  # blinds paid in this round
    owed: list[str] = field(default_factory=list)  # after a change of seats


@dataclass(frozen=True)
class Deal:
    """How a hand begins: who is in, where the button and the blinds are, what is posted besides them."""

    places: Places
    dealt: frozenset[int]
    posts: tuple[tuple[int, str, int], ...]  # seat, "post-dead" or "post-live", chips, clockwise
    first: int | None  # who speaks first before the flop, where a change of seats decides it
