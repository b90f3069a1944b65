"""Who has the button, the blinds and a hand, and who posts besides (house rules H-II.1, H-II.8, H-XII.2, H-XIV.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from holdem_sim.recheck.house import House
from holdem_sim.recheck.rows import clockwise
from holdem_sim.schema import MAX_SEATS

FEWEST_FOR_DEAD = 3
"""Two have a rule of their own: the button moves."""
FEWEST_FOR_POST = 3
"""Nobody posts to enter a game of two: there the button passes him soon enough."""


class Coming(NamedTuple):
    """A hand as it must begin; ``small`` may be a seat that nobody has, ``entering`` post to be dealt in."""

    button: int
    small: int
    big: int
    dealt: frozenset[int]
    entering: frozenset[int] = frozenset()


def way_of(old: int, new: int) -> list[int]:
    """The seats that a button passes from ``old``, which it leaves, up to the one before ``new``."""
    way = [old, *clockwise(old)]
    return way[: way.index(new, 1)]


def next_of(seats: Collection[int], after: int) -> int:
    """The first of the seats clockwise after one, which may be that seat itself."""
    return next(seat for seat in clockwise(after) if seat in seats)


def distance(old: int, new: int) -> int:
    """Steps clockwise from one seat to another; once round to the same."""
    return clockwise(old).index(new) + 1


class Button:
    """Button and blinds of the hand before: ``at`` is None when the next hand begins with a draw."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.at: int | None = None
        self.small = self.big = 0

    def put(self, at: int, small: int, big: int) -> None:
        self.at, self.small, self.big = at % MAX_SEATS, small, big

    def blinds_of_two(self, button: int, other: int) -> tuple[int, int]:
        """Small and big blind of two players (H-II.1)."""
        return (button, other) if self._house.heads_up == "button-small-blind" else (other, button)

    def is_dead(self, ready: Collection[int]) -> bool:
        """Whether seats that were left can have the button and the small blind."""
        return self._house.dead_button and len(ready) >= FEWEST_FOR_DEAD

    def skips(self, seat: int, ready: Collection[int]) -> bool:
        """Whether a seat lies between a dead button and its small blind, where nobody can play the next hand."""
        return self.is_dead(ready) and seat in way_of(self.small, self.big)[1:]

    def drawn(self, button: int, dealt: Collection[int]) -> Coming:
        """The first hand of a game, whose button was drawn for."""
        return self._blinds(button, frozenset(dealt))

    def _blinds(self, button: int, dealt: frozenset[int]) -> Coming:
        small = next_of(dealt, button)
        big = next_of(dealt, small)
        if len(dealt) == 2:
            small, big = self.blinds_of_two(button, small)
        return Coming(button, small, big, dealt)

    def coming(self, ready: Collection[int], newcomers: Collection[int], posters: Collection[int]) -> Coming:
        """The next hand of a running game.

        ``ready`` have chips and wait for nothing, ``newcomers`` have chips and wait for the button; ``posters``
        are those of them who would rather pay (H-XIV.1).
        """
        assert self.at is not None
        dead = self.is_dead(ready)
        button = self.small if dead else next_of(ready, self.at)
        dealt = frozenset(ready)
        if newcomers:
            dealt |= frozenset(way_of(self.at, button)) & frozenset(newcomers)
        if dead:
            hand = Coming(button, self.big, next_of(dealt, self.big), dealt)
        elif len(dealt) == 2 and self.big in dealt:
            hand = self._set_for_two(dealt, newcomers)
        else:
            hand = self._blinds(button, dealt)
        waiting = frozenset(posters) - hand.dealt
        if not waiting or len(hand.dealt) < FEWEST_FOR_POST:
            return hand
        dealt = hand.dealt
        behind = frozenset(way_of(hand.big, hand.button)[1:])
        entering = waiting & behind
        return hand._replace(dealt=dealt | entering, entering=entering)

    def _set_for_two(self, dealt: frozenset[int], newcomers: Collection[int]) -> Coming:
        """The hand of two, one of whom was the last big blind and must not be it again (H-II.8).

        Newcomers whom the button passes on the way to where it is set play, too.
        """
        assert self.at is not None
        (other,) = dealt - {self.big}
        button = next(
            button
            for button, second in ((self.big, other), (other, self.big))
            if self.blinds_of_two(button, second)[1] != self.big
        )
        passed = frozenset(way_of(self.at, button)) & frozenset(newcomers)
        return self._blinds(button, dealt | passed)


class Rounds:
    """Trips of the button round the table (H-VI.5), and who has paid which blind in this one (H-XIII)."""

    def __init__(self) -> None:
        self.number = 0
        self.start: int | None = None
        self.over = False
        self.paid: dict[str, set[int]] = {"small": set(), "big": set()}
        self._button = 0

    def would_end(self, old: int, new: int) -> bool:
        """Whether the round ends with this move of the button."""
        return self.start is not None and distance(old, self.start) <= distance(old, new)

    def note(self, button: int) -> bool:
        """A hand with the button there; returns whether a round began with it."""
        button %= MAX_SEATS  # a file may name any seat
        begins = self.start is None or self.over or self.would_end(self._button, button)
        if begins:
            self.start = button
            self.number += 1
            self.paid = {"small": set(), "big": set()}
        self._button = button
        self.over = False
        return begins

    def move(self, old: int, new: int) -> None:
        """A player takes what he has paid along to another seat."""
        for seats in self.paid.values():
            seats.discard(new)
            if old in seats:
                seats.remove(old)
                seats.add(new)

    def forget(self, seat: int) -> None:
        """Somebody new has the seat."""
        for seats in self.paid.values():
            seats.discard(seat)


def to_come(house: House, button: Button, rounds: Rounds, ready: Collection[int]) -> dict[str, set[int]]:
    """The seats whose small and big blinds are still to come in this round, if nothing changes."""
    found: dict[str, set[int]] = {"small": set(), "big": set()}
    ahead = Button(house)
    assert button.at is not None
    ahead.put(button.at, button.small, button.big)
    for _ in range(2 * house.seats):
        hand = ahead.coming(ready, (), ())
        if rounds.would_end(ahead.at or 0, hand.button):
            break
        found["small"].add(hand.small)
        found["big"].add(hand.big)
        ahead.put(hand.button, hand.small, hand.big)
    return found
