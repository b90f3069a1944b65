"""What a hand starts from, what may be done in it, and its whole course: the words of the reference dealer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .settlement import Pot

PREFLOP, FLOP, TURN, RIVER = range(4)


class IllegalAction(ValueError):
    """The chooser answered with something the rules do not allow."""


@dataclass(frozen=True)
class Start:
    """A table before the hand.

    ``stacks`` has a number of chips for every seat, 0 for a seat that is not dealt in.  ``blinds`` are the
    small blind, the big blind and any further ones.  ``dead_antes``: antes lie in the main pot as dead
    money; otherwise they are layered like bets.  ``live_posts`` count as their seats' bets.  ``entry`` are the
    posts of newcomers and of who changed seats: (seat, ``post-dead`` or ``post-live``, chips), made after the
    blinds and before the straddles.  ``blind_at``: the seats of small and big blind where they are not simply the
    next ones after the button; a small blind of None is nobody's (H-II.8).  ``first``: who speaks first before the
    flop, where a change of seats decides it (H-XIII.3).
    """

    stacks: tuple[int, ...]
    button: int
    blinds: tuple[int, ...]
    antes: dict[int, int] = field(default_factory=dict)
    dead_antes: bool = True
    live_posts: dict[int, int] = field(default_factory=dict)
    dead_posts: dict[int, int] = field(default_factory=dict)
    entry: tuple[tuple[int, str, int], ...] = ()
    blind_at: tuple[int | None, int] | None = None
    first: int | None = None


@dataclass(frozen=True)
class Decision:
    """What a player may do: both raise bounds are None when he may not raise."""

    seat: int
    to_call: int
    min_raise_to: int | None
    max_raise_to: int | None
    can_check: bool


@dataclass(frozen=True)
class Act:
    """A forced bet or an action as it was ruled."""

    street: int
    seat: int
    action: str
    amount: int
    to: int
    to_call: int
    pot_before: int
    stack_before: int
    all_in: bool


@dataclass
class Course:
    """Everything that happened in a hand."""

    acts: list[Act]
    decisions: list[Decision]
    hole: dict[int, list[int]]
    board: list[int]
    burned: list[int]
    last_street: int
    folded_street: dict[int, int]
    showdown: bool
    pots: list[Pot]
    awards: list[tuple[int, int, int]]  # pot, seat, amount, in the order in which they are pushed
    pot: int
    tax: int
    extra_drop: int
    uncalled_seat: int | None
    uncalled: int
    show_order: list[int]
    stacks: list[int]


Choice = tuple[str, int]
Chooser = Callable[[int, int, int | None, int | None, bool], Choice]
"""Called with (seat, to_call, min_raise_to, max_raise_to, can_check); answers ("fold", 0), ("check", 0),
("call", 0) or ("raise", to), where a raise with no bet before it is a bet."""
