"""A floor whose players change seats, and what that costs them (house rules H-XIII)."""

from __future__ import annotations

from collections.abc import Collection

from holdem_sim.recheck.button import Button, Coming, next_of, to_come
from holdem_sim.recheck.company import Company
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.moments import TICK_S, Change
from holdem_sim.recheck.rows import Hand, Session
from holdem_sim.recheck.stakes import Forced
from holdem_sim.recheck.words import Told, told


class Floor(Company):
    """Follows changes of seats besides who comes and goes."""

    def __init__(
        self, session_id: int, session: Session, house: House, faults: Faults, button: Button
    ) -> None:
        super().__init__(session_id, session, house, faults, button)
        self._changes = [event for event in session.events if event.kind == "seat-change"]
        self._change = 0
        self._posting: tuple[Coming, Forced] | None = None

    def change_seat(self, clock_s: float) -> Change | None:
        """The change of seats before the hand that comes now (H-XIII), None if there is none."""
        event = self._changes[self._change] if self._change < len(self._changes) else None
        ready = self.ready()
        if event is None or event.clock_s > clock_s + TICK_S:
            self._check_no_change(ready)
            return None
        self._change += 1
        said = told(event.kind, event.detail) or Told()
        old, new = event.seat, said.seat
        kind = self._kind.get(self.player.get(-1 if old is None else old, -1))
        if old is None or new is None or old not in ready or kind is None or not kind.seat_change:
            self._event_fault("nobody there ever changes seats", event)
            return None
        if new in self.player or not 0 <= new < self._house.seats:
            self._event_fault("the seat is not free", event, found=new)
            return None
        if self._button.skips(new, ready):
            self._event_fault("the seat lies between button and small blind", event, found=new)
        owed = self._price(ready, old, new)
        if (said.small, said.big) != owed:
            names = ("nothing", "the big blind", "the small blind", "both blinds")
            expected, found = (names[2 * small + big] for small, big in (owed, (said.small, said.big)))
            self._event_fault("owes", event, expected=expected, found=found)
        if self.stack[old] <= owed[0] * self._house.small_blind + owed[1] * self._house.big_blind:
            self._event_fault("he cannot pay for it", event)
        hand = self._button.coming(ready, self.newcomers(), self.posters())
        first = next_of(hand.dealt, hand.big)
        self._move(old, new)
        return Change(
            new if first == old else first, {new} if owed[0] else set(), {new} if owed[1] else set()
        )

    def _check_no_change(self, ready: Collection[int]) -> None:
        """Somebody who always changes seats does so when he can."""
        if len(self.player) == self._house.seats or self._button.is_dead(ready):
            return
        both = self._house.small_blind + self._house.big_blind
        for seat in sorted(ready):
            kind = self._kind.get(self.player[seat])
            if kind is not None and kind.seat_change == 1 and self.stack[seat] > both:
                self._fault(f"no change of seats before hand {self._hand_no}", seat=seat)
                return

    def _price(self, ready: Collection[int], old: int, new: int) -> tuple[bool, bool]:
        """Small and big blind: those that he skips and has not paid in this round (H-XIII.1, H-XIII.2)."""
        if self.rounds.over or self.rounds.start is None:
            return False, False
        before = to_come(self._house, self._button, self.rounds, ready)
        after = to_come(self._house, self._button, self.rounds, {*ready} - {old} | {new})
        small, big = (
            old in before[name] and old not in self.rounds.paid[name] and new not in after[name]
            for name in ("small", "big")
        )
        return small, big

    def _move(self, old: int, new: int) -> None:
        """He takes everything along; who was to come for the new seat will come for the old one."""
        self.player[new], self.stack[new] = self.player.pop(old), self.stack.pop(old)
        self._stay[new] = self._stay_of(old)
        del self._stay[old]
        names = self._seat_type.get(old, ""), self._seat_type.get(new, "")
        self._seat_type[new], self._seat_type[old] = names
        self._vacant.discard(old)
        if new in self._vacant:
            self._vacant.discard(new)
            self._vacant.add(old)
        self.rounds.move(old, new)
        if self._button.big == old and not self._button.is_dead(self.ready()):
            self._button.big = new  # it is the player who must not be big blind twice

    # -- hands

    def paid(self, coming: Coming, forced: Forced) -> None:
        self._posting = coming, forced

    def play(self, hand: Hand) -> None:
        super().play(hand)
        if self._posting is not None:
            coming, forced = self._posting
            self.rounds.paid["small"] |= forced.owe_small | ({coming.small} & coming.dealt)
            self.rounds.paid["big"] |= forced.owe_big | {coming.big}
