"""People who come and go as they like: rounds, wishes, the waiting list (house rules H-VI).

At every moment between two hands, after the time charges, it is seen who wants to leave; chips are added; who
wants to leave and may, leaves; then people come.  What chance decides (who comes, when it is time to go)
is taken from the events; everything else is known beforehand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from holdem_sim.recheck.button import Button, Rounds
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.ledger import BETWEEN_HANDS, Ledger
from holdem_sim.recheck.lineup import Kind
from holdem_sim.recheck.moments import Departure, Moment
from holdem_sim.recheck.rows import EventRow, Hand, LedgerRow, Session
from holdem_sim.recheck.waiting import Waiting, WaitingList
from holdem_sim.recheck.words import Told, told

TIME_TO_GO = "time to go"
VISITS = ("arrival", "waiting", "gave-up", "refused")


@dataclass
class Stay:
    """A player's stay at the table: since when, how many hands, with how many chips bought.

    ``wish`` says why he wants to leave; ``full`` is the number of his first full round, 0 before his first hand.
    """

    since_ms: int
    bought: int
    hands: int = 0
    wish: str | None = None
    full: int = 0


class Company(Ledger):
    """Follows ledger and events of a session whose players have habits."""

    def __init__(
        self, session_id: int, session: Session, house: House, faults: Faults, button: Button
    ) -> None:
        super().__init__(session_id, session, house, faults)
        self._visits = [event for event in session.events if event.kind in VISITS]
        self._leaves = [event for event in session.events if event.kind == "departure"]
        self._visit = self._leave = 0
        self._stay: dict[int, Stay] = {}
        self._vacant: set[int] = set()
        self._left: dict[int, int] = {}
        self._refused: Counter[str] = Counter()
        self._list = WaitingList(house)
        self._button = button
        self.rounds = Rounds()
        self._settled = -1
        self._dealt = 0  # players dealt into the last hand
        self._before = Moment(0.0)

    def _event_fault(self, what: str, event: EventRow, **where: Any) -> None:
        where.setdefault("found", f"{event.clock_s:.3f}")
        self._faults.add(
            f"events: {event.kind}: {what}", session_id=self._session_id, seat=event.seat, **where
        )

    # -- moments between hands

    def _charge(self, moment: Moment) -> None:
        super()._charge(moment)
        for seat, player in self.player.items():
            stay, kind = self._stay_of(seat), self._kind.get(player)
            if stay.wish is None and kind is not None:
                stay.wish = self._wish(kind, stay, self.stack[seat], moment)

    def _stay_of(self, seat: int) -> Stay:
        """The stay of who sits there; whoever sits there by no line of the ledger begins one now."""
        return self._stay.setdefault(seat, Stay(0, self.stack.get(seat, 0)))

    def _wish(self, kind: Kind, stay: Stay, stack: int, moment: Moment) -> str | None:
        """Why he wants to leave, as far as it does not depend on chance."""
        limits, won = kind.stay, stack - stay.bought
        if limits.hands is not None and stay.hands >= limits.hands:
            return "hands"
        if limits.ms is not None and round(moment.clock_s * 1000) - stay.since_ms >= limits.ms:
            return "hours"
        if limits.loss is not None and -won >= limits.loss:
            return "stop-loss"
        if limits.win is not None and won >= limits.win:
            return "stop-win"
        return "too few" if stay.hands > 0 and self._dealt < limits.company else None

    def _buys(self, seat: int) -> bool:
        """Who wants to leave buys no more; of whom nobody knows when he wants to, the ledger tells."""
        stay, kind = self._stay_of(seat), self._kind.get(self.player[seat])
        line = self._next()
        buys = line is not None and (line.kind, line.seat) == ("rebuy", seat)
        if stay.wish is None and kind is not None and kind.stay.some_time and not buys:
            stay.wish = TIME_TO_GO
        return stay.wish is None

    def _bought(self, seat: int, chips: int) -> None:
        self._stay_of(seat).bought += chips

    def _gets_up(self, seat: int) -> None:
        self._left[self.player[seat]] = self.stack[seat]
        self._vacant.add(seat)
        self._stay.pop(seat, None)
        super()._gets_up(seat)
        if self.departures[-1].reasons == ("broke",):
            self._leave += 1

    def _welcome(self, moment: Moment) -> None:
        self._let_go(moment)
        while self._visit < len(self._visits) and moment.is_at(self._visits[self._visit].clock_s):
            event = self._visits[self._visit]
            self._visit += 1
            self._receive(event, told(event.kind, event.detail) or Told(), moment)
        overdue = self._list.overdue(moment.clock_s)
        if overdue is not None:
            self._fault(f"a {overdue.type} still waits before hand {self._hand_no}, his patience over")
        first = self._list.first(self._parties())
        if first is not None and len(self.player) < self._house.seats:
            self._fault(f"a {first.type} waits before hand {self._hand_no} although a seat is free")
        self._before = moment

    def _next_clock(self) -> float | None:
        line = self._next()
        clocks = [] if line is None or line.kind not in BETWEEN_HANDS else [line.clock_s]
        visits = [event.clock_s for event in self._visits[self._visit : self._visit + 1]]
        return min([*clocks, *(clock_s for clock_s in visits if clock_s <= self._until_s)], default=None)

    # -- who leaves

    def _let_go(self, moment: Moment) -> None:
        """Whoever wants to leave and may, leaves (H-VI.5)."""
        if self._hand_no == 0:
            return
        ends = self._round_ends()
        for seat in sorted(self.player):
            stay, event = self._stay_of(seat), self._next_leave(moment)
            may = self._house.leave_any_hand or (ends and 0 < stay.full <= self.rounds.number)
            if event is None or event.seat != seat:
                if may and stay.wish is not None:
                    what = f"does not leave before hand {self._hand_no}, although he may and wants to"
                    self._fault(what, seat=seat, expected=stay.wish)
                continue
            if not may:
                self._event_fault("nobody may leave with chips before the end of a full round", event)
            self._cash_out(seat, stay, moment)

    def _next_leave(self, moment: Moment) -> EventRow | None:
        event = self._leaves[self._leave] if self._leave < len(self._leaves) else None
        return event if event is not None and moment.is_at(event.clock_s) else None

    def _cash_out(self, seat: int, stay: Stay, moment: Moment) -> None:
        kind = self._kind.get(self.player[seat])
        reasons = (stay.wish,) if stay.wish is not None else ()
        if kind is not None and kind.stay.some_time:
            reasons = tuple({*reasons, TIME_TO_GO})
        left = self.stack[seat]
        self.departures.append(Departure(seat, moment, reasons or ("no reason",)))
        self._leave += 1
        self._due("cash-out", "cash-out", seat, -left, moment)
        self.stack[seat] = left
        self._gets_up(seat)

    def _round_ends(self) -> bool:
        """Whether the coming move of the button ends the round; settled once between two hands."""
        if self._settled == self._hand_no or self._button.at is None:
            return False
        self._settled = self._hand_no
        ready = self.ready()
        if len(ready) < 2:
            return False
        hand = self._button.coming(ready, self.newcomers(), self.posters())
        self.rounds.over = self.rounds.would_end(self._button.at, hand.button)
        return self.rounds.over

    # -- who comes

    def _parties(self) -> set[str | None]:
        return {kind.party for player in self.player.values() if (kind := self._kind.get(player)) is not None}

    def _receive(self, event: EventRow, said: Told, moment: Moment) -> None:
        """Somebody comes, waits, gives up, or is refused."""
        wrong = None
        if event.kind == "arrival":
            line = self._next()
            if line is None or line.kind != "buy-in" or line.seat != event.seat:
                self._event_fault("it has no buy-in", event)
                return
            self._choose(event, line, said)
            self._sit_down(line, moment, late=True)
        elif event.kind == "waiting":
            if len(self.player) < self._house.seats:
                self._event_fault("a seat is free", event)
            one = Waiting(said.type or "", said.back, self._before.clock_s, moment.clock_s)
            wrong = self._list.join(one, said.place)
        elif event.kind == "gave-up":
            wrong = self._list.give_up(said.type or "", said.back, moment.clock_s)
        elif not self._list.kept_away(self._house.lineup.kinds.get(said.type or ""), self._parties()):
            wrong = "nobody of his party is there"
        if wrong is not None:
            self._event_fault(wrong, event)

    def _choose(self, event: EventRow, line: LedgerRow, said: Told) -> None:
        """The first on the list who may sit gets a free seat; else somebody who comes now, or for that seat."""
        player, seat = line.player_id or 0, event.seat or 0
        name, kind = self._type.get(player, ""), self._kind.get(player)
        back = player in self._left
        if said.back != back:
            self._event_fault("comes back", event, expected=back, found=said.back)
        if self._list.kept_away(kind, self._parties()):
            self._event_fault("one of his party sits at the table", event)
        first = self._list.first(self._parties())
        if first is not None:
            self._list.people.remove(first)
            if (first.type, first.back) != (name, back):
                self._event_fault(f"a {first.type} has waited longer", event, found=name)
            self._seat_type[seat] = name
        elif back:
            if kind is None or not kind.stay.comes_back:
                self._event_fault(f"no {name} comes back", event)
            self._seat_type[seat] = name
        elif kind is not None and kind.walks_in:
            if not (seat in self._vacant and kind.comes and self._seat_type.get(seat) == name):
                self._seat_type[seat] = name
        elif seat not in self._vacant:
            self._event_fault("nobody has left that seat", event)

    def _check_type(self, seat: int, name: str, kind: Kind | None, late: bool) -> None:
        if not late or self._seat_type.get(seat) != name:
            super()._check_type(seat, name, kind, late)

    def _amount(self, player: int, kind: Kind, late: bool) -> int:
        """Who comes back brings at least what he left with, even above the maximum (H-VI.6)."""
        return max(super()._amount(player, kind, late), self._left.pop(player, 0))

    def _sit_down(self, line: LedgerRow, moment: Moment, late: bool) -> None:
        super()._sit_down(line, moment, late)
        if line.seat is None or line.player_id is None:
            return
        self._rebuys[line.player_id] = 0
        self._stay[line.seat] = Stay(round(moment.clock_s * 1000), line.amount)
        self._vacant.discard(line.seat)
        self.rounds.forget(line.seat)

    def _open(self, opening: Moment) -> None:
        """Who is refused at the opening leaves his place empty; then everybody buys in."""
        while self._visit < len(self._visits) and self._visits[self._visit].kind == "refused":
            event = self._visits[self._visit]
            if not opening.is_at(event.clock_s):
                break
            self._refused[(told("refused", event.detail) or Told()).type or ""] += 1
            self._visit += 1
        super()._open(opening)
        while self._visit < len(self._visits) and self._visits[self._visit].kind == "arrival":
            if not opening.is_at(self._visits[self._visit].clock_s) or self._opened == 0:
                break
            self._visit += 1
            self._opened -= 1
        parties = [
            kind.party for player in self.player.values() if (kind := self._kind.get(player)) is not None
        ]
        for party, number in Counter(party for party in parties if party is not None).items():
            if self._house.separate_parties and number > 1:
                self._fault(f"{number} of the party {party} sit at the table at the opening")

    def _wrong_places(self) -> str | None:
        return self._house.lineup.wrong_places(self._seat_type, self._refused)

    # -- hands

    def game_begins(self) -> None:
        super().game_begins()
        self.rounds.start = None

    def play(self, hand: Hand) -> None:
        super().play(hand)
        self._dealt = len(hand.seats)
        begins = self.rounds.note(hand.row.button_seat)
        for s in hand.seats:
            stay = self._stay.get(s.seat)
            if stay is not None:
                stay.hands += 1
                stay.full = stay.full or self.rounds.number + (not begins)
