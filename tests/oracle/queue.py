"""The waiting list of a table: first come, first served, as far as one may sit (H-VI.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

PLACES = 16


@dataclass(frozen=True)
class Waiting:
    """Somebody on the list: his player type, whether he comes back, between which times he came."""

    type: int
    back: bool
    earliest: int
    latest: int


@dataclass
class WaitingList:
    """Who waits for a seat, the first come first."""

    people: list[Waiting] = field(default_factory=list)

    def types(self) -> list[int]:
        return [one.type for one in self.people]

    def join(self, type: int, back: bool, earliest: int, latest: int) -> int:
        """Somebody goes on the list; his place, from 1."""
        assert len(self.people) < PLACES, "the list is full"
        self.people.append(Waiting(type, back, earliest, latest))
        return len(self.people)

    def give_up(self, type: int, back: bool, clock: int, patience: int) -> None:
        """Somebody of the type, whose patience is over, goes away."""
        for one in self.people:
            if (one.type, one.back) == (type, back) and one.earliest + patience <= clock:
                self.people.remove(one)
                return
        raise AssertionError(f"nobody of type {type} has waited for {patience} ms at {clock}: {self.people}")

    def fill(self, type: int, back: bool, may_sit: Callable[[int], bool]) -> None:
        """Somebody sits down: the first of the list who may sit, if there is one."""
        for one in self.people:
            if may_sit(one.type):
                assert (one.type, one.back) == (type, back), f"{one} was before him on the list"
                self.people.remove(one)
                return

    def overdue(self, clock: int, patience_of: Callable[[int], int | None]) -> list[Waiting]:
        """Who should have gone by now, his patience (None: without end) being over."""
        late = []
        for one in self.people:
            patience = patience_of(one.type)
            if patience is not None and one.latest + patience <= clock:
                late.append(one)
        return late
