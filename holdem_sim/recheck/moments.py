"""Points of time between two hands, and what happens at them."""

from __future__ import annotations

from typing import NamedTuple

TICK_S = 0.0005
"""Clocks are whole milliseconds; less than half of one is no difference."""


class Moment(NamedTuple):
    """A point of time, and how far a recorded one may be from it."""

    clock_s: float
    blur_s: float = TICK_S

    def is_at(self, clock_s: float) -> bool:
        return abs(clock_s - self.clock_s) <= self.blur_s


class Change(NamedTuple):
    """A change of seats: who speaks first all the same, and who owes a small or big blind for it (H-XIII)."""

    first: int
    small: set[int]
    big: set[int]


class Departure(NamedTuple):
    """Somebody gets up, for one of these reasons."""

    seat: int | None
    at: Moment
    reasons: tuple[str, ...] = ("broke",)
