"""The waiting list, as the events between hands tell it (house rules H-VI.6, H-VI.9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from holdem_sim.recheck.house import House
from holdem_sim.recheck.lineup import Kind

MOST_ON_LIST = 16


class Waiting(NamedTuple):
    """Somebody on the list: his type, whether he comes back, and between which clocks he came."""

    type: str
    back: bool
    after_s: float
    by_s: float


class WaitingList:
    """Who waits for a seat, the first first."""

    def __init__(self, house: House) -> None:
        self._kinds = house.lineup.kinds
        self._apart = house.separate_parties
        self.people: list[Waiting] = []

    def kept_away(self, kind: Kind | None, parties: Collection[str | None]) -> bool:
        """Whether the house refuses him because one of his party sits at the table (H-VI.9)."""
        return self._apart and kind is not None and kind.party is not None and kind.party in parties

    def first(self, parties: Collection[str | None]) -> Waiting | None:
        """Who gets the next free seat; ``parties`` are those at the table."""
        for one in self.people:
            if not self.kept_away(self._kinds.get(one.type), parties):
                return one
        return None

    def join(self, one: Waiting, place: int | None) -> str | None:
        """Somebody comes to the list; what is wrong with that, or None."""
        self.people.append(one)
        kind = self._kinds.get(one.type)
        if kind is None or not (kind.walks_in or one.back) or kind.patience_ms == 0:
            return "somebody waits who never would"
        if place != len(self.people) or place > MOST_ON_LIST:
            return f"place {len(self.people)} on the list, not {place}"
        return None

    def give_up(self, type_: str, back: bool, clock_s: float) -> str | None:
        """Somebody leaves the list; what is wrong with that, or None."""
        one = next((one for one in self.people if (one.type, one.back) == (type_, back)), None)
        if one is None:
            return "he was not on the list"
        self.people.remove(one)
        patience = self._patience_s(one)
        if patience is None or clock_s - one.after_s < patience - 0.001:
            return "his patience was not over"
        return None

    def overdue(self, clock_s: float) -> Waiting | None:
        """Somebody whose patience is over for certain."""
        for one in self.people:
            patience = self._patience_s(one)
            if patience is not None and clock_s - one.by_s > patience + 0.001:
                return one
        return None

    def _patience_s(self, one: Waiting) -> float | None:
        kind = self._kinds.get(one.type)
        return None if kind is None or kind.patience_ms is None else kind.patience_ms / 1000
