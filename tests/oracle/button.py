"""The button and the blinds from hand to hand, and the rounds that the button's trips make (H-II.8, H-VI.5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


def clockwise(seats: int, after: int) -> list[int]:
    """All seats in the order in which they come after this one, which is the last of them."""
    return [(after + i) % seats for i in range(1, seats + 1)]


def next_of(some: Collection[int], seats: int, after: int) -> int:
    """The first of some seats clockwise after this one."""
    return next(seat for seat in clockwise(seats, after) if seat in some)


def passed(seats: int, old: int, new: int) -> list[int]:
    """The seats a button passes that goes from ``old`` to ``new``: from the one it leaves, all before the new one."""
    trip = clockwise(seats, old)
    return [old, *trip[: trip.index(new)]]


@dataclass(frozen=True)
class Places:
    """Where button, small and big blind belong in a hand; ``small_dead``: nobody is there to post it."""

    button: int
    small: int
    big: int
    small_dead: bool = False


@dataclass
class Button:
    """The button of a table.

    ``style``: ``moving`` to the next player in, or ``dead``.  ``last`` is the hand before, None before the first
    hand of a game.  ``round_start`` is the seat at which the round began.  ``is_dead``: this time it goes by seats.
    """

    seats: int
    style: str = "moving"
    heads_up: str = "button-small-blind"
    at: int = -1
    round_start: int = -1
    last: Places | None = None
    is_dead: bool = False

    def copy(self) -> Button:
        return replace(self)

    def draw(self, seat: int) -> None:
        """The highest card gets the button: a game, and a round, begins (H-III.1, H-VI.5)."""
        self.at = self.round_start = seat
        self.last, self.is_dead = None, False

    @property
    def is_drawn(self) -> bool:
        return self.at >= 0

    def advances_by_seat(self, ready: Collection[int]) -> bool:
        """Whether the dead button's way of moving applies: two have a rule of their own."""
        return self.style == "dead" and self.last is not None and len(ready) > 2

    def goes_to(self, ready: Collection[int]) -> int:
        """Where the button goes if these seats can be dealt in, two players' own rule aside (H-II.8)."""
        if self.is_dead:
            assert self.last is not None
            return self.last.small
        return next_of(ready, self.seats, self.at)

    def set_for_two(self, ready: Collection[int]) -> int | None:
        """Where it is set so that of two the last big blind is not big blind again; None: nothing to set."""
        if self.is_dead or len(ready) != 2 or self.last is None or self.last.big not in ready:
            return None
        # By the usual rule the button of two is not the big blind, by H's own words it is.
        return next_of(ready, self.seats, self.last.big) if self.heads_up == "literal" else self.last.big

    def landing(self, ready: Collection[int]) -> int:
        """Where the button goes next if these seats, and no newcomers, are dealt in."""
        self.is_dead = self.advances_by_seat(ready)
        new = self.set_for_two(ready)
        return self.goes_to(ready) if new is None else new

    def follow(self, old: int, new: int, ready: Collection[int]) -> None:
        """A player has changed seats: the last big blind is a person, but where the dead button moves by seats."""
        if self.last is not None and self.last.big == old and not self.advances_by_seat(ready):
            self.last = replace(self.last, big=new)

    def ends_round(self, new: int) -> bool:
        """Whether a button that now goes to ``new`` comes back to, or passes, where the round began."""
        trip = clockwise(self.seats, self.at)
        return trip.index(self.round_start) <= trip.index(new)

    def move(self, new: int) -> bool:
        """Put the button there; tells whether that ended a round and so began another."""
        ends = self.ends_round(new)
        if ends:
            self.round_start = new
        self.at = new
        return ends

    def places(self, dealt: Collection[int]) -> Places:
        """Button and blinds of a hand for these players, the button being where it is (H-II.1)."""
        if self.is_dead:
            assert self.last is not None
            small = self.last.big
            return Places(self.at, small, next_of(dealt, self.seats, small), small not in dealt)
        order = [seat for seat in clockwise(self.seats, self.at) if seat in dealt]
        if len(order) == 2 and self.heads_up == "button-small-blind":
            order.reverse()
        return Places(self.at, order[0], order[1])

    def note(self, places: Places) -> None:
        """The hand was dealt like this."""
        self.last = places
