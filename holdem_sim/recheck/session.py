"""One session: its hands one after the other, the button, the clock, who plays, and its events."""

from __future__ import annotations

from typing import Any

from holdem_sim.recheck.cards import CARDS
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.ledger import TICK_S, Ledger
from holdem_sim.recheck.play import DEAD_POST, LIVE_POST
from holdem_sim.recheck.rows import EventRow, Hand, Session, clockwise
from holdem_sim.schema import HANDS_PER_SESSION_ID


class Book:
    """Follows one session from its first line to its last."""

    def __init__(self, session_id: int, session: Session, house: House, faults: Faults) -> None:
        self.session_id = session_id
        self._house = house
        self._faults = faults
        self._ledger = Ledger(session_id, session.ledger, house, faults)
        self._strategy = {p.player_id: p.strategy for p in session.players}
        self._draws = [e for e in session.events if e.kind == "button-draw"]
        self._draw = 0
        self._between = [e for e in session.events if e.hand_id is None]
        self._event = 0
        self._played: set[int] = set()
        self._hands = 0
        self._clock = 0.0
        self._started = -1.0
        self._button: int | None = None
        self._big_blind: int | None = None
        self._check_events(session)
        self._check_players(session)

    def _fault(self, what: str, **where: Any) -> None:
        self._faults.add(what, session_id=self.session_id, **where)

    def _same(self, what: str, expected: Any, found: Any, **where: Any) -> None:
        if expected != found:
            self._fault(what, expected=expected, found=found, **where)

    # -- events and players

    def _check_events(self, session: Session) -> None:
        """Events in order, the session's opening and closing, arrivals and departures."""
        events = session.events
        clocks = [e.clock_s for e in events]
        if clocks != sorted(clocks):
            self._fault("events: clock_s runs backwards")
        kinds = [e.kind for e in events]
        for kind, place in (("session-opened", 0), ("session-closed", -1)):
            if kinds.count(kind) != 1 or kinds[place] != kind:
                self._fault(f"events: {kind} must be there once, at its end of the session")
        arrivals = [(e.seat, e.clock_s) for e in events if e.kind == "arrival"]
        bought = [(line.seat, line.clock_s) for line in session.ledger if line.kind == "buy-in"]
        self._same("events: arrivals (seat, clock_s) beside the ledger's buy-ins", bought, arrivals)
        ends = [line.clock_s for line in session.ledger if line.kind == "tax"]
        self._same("events: clock_s of session-closed", ends[-1:], clocks[-1:])
        taken: set[int | None] = set()
        for event in events:
            if event.kind in ("arrival", "departure"):
                if (event.seat in taken) != (event.kind == "departure"):
                    self._fault(
                        f"events: a {event.kind} that cannot be", seat=event.seat, found=event.clock_s
                    )
                taken ^= {event.seat}
            elif (event.seat is None) != (event.kind != "button-draw"):
                self._fault(f"events: seat of {event.kind}", seat=event.seat)
            if event.kind != "button-draw":
                self._same(f"events: detail of {event.kind}", "", event.detail)
            if event.hand_id is not None or event.street is not None:
                found = f"hand {event.hand_id}, {event.street}"
                self._fault(f"events: {event.kind} happens between hands", seat=event.seat, found=found)

    def _check_players(self, session: Session) -> None:
        """Everybody who bought in is in players, as what the lineup says of his type."""
        bought = [line.player_id for line in session.ledger if line.kind == "buy-in"]
        self._same("players: who bought in", bought, [p.player_id for p in session.players])
        for p in session.players:
            spec, party = self._house.types.get(p.type, (None, None))
            self._same(f"players: spec of player {p.player_id} (type {p.type})", spec, p.spec)
            self._same(f"players: party of player {p.player_id} (type {p.type})", party, p.party)

    # -- hand by hand

    def hand(self, hand: Hand) -> None:
        """The next hand of the session."""
        row = hand.row
        where = {"hand_id": row.hand_id}
        self._same("hand_no", self._hands, row.hand_no, **where)
        self._same("hand_id", self.session_id * HANDS_PER_SESSION_ID + row.hand_no, row.hand_id, **where)
        if row.hand_no >= self._house.session_hands:
            self._fault("hand_no", expected=f"below {self._house.session_hands}", found=row.hand_no, **where)
        self._ledger.read(row.hand_no, self._clock, row.started_s)
        self._pass_events(row.started_s)
        if row.started_s < self._clock - TICK_S:
            self._fault("started_s", expected=f"at least {self._clock:.3f}", found=row.started_s, **where)
        if len(hand.order) > 1 and row.button_seat in hand.order:
            self._check_button(hand)
        self._ledger.play(hand)
        for s in hand.seats:
            self._same("strategy", self._strategy.get(s.player_id), s.strategy, seat=s.seat, **where)
            self._played.add(s.player_id)
        self._hands = row.hand_no + 1
        self._started = row.started_s
        self._clock = row.started_s + row.duration_s

    def close(self) -> None:
        """The end of the session."""
        self._ledger.close(self._hands, self._clock)
        self._pass_events(float("inf"))
        if self._draw < len(self._draws):
            self._fault("events: a button-draw without its hand", found=self._draws[self._draw].detail)

    def _pass_events(self, until_s: float) -> None:
        """Events outside hands happen after the hand before and, up to here, before the next one."""
        while self._event < len(self._between) and self._between[self._event].clock_s <= until_s + TICK_S:
            event = self._between[self._event]
            if event.clock_s < self._clock - TICK_S:
                expected = f"at least {self._clock:.3f}"
                self._fault(f"events: clock_s of {event.kind}", expected=expected, found=event.clock_s)
            self._event += 1

    # -- the button

    def _check_button(self, hand: Hand) -> None:
        """The button was drawn for or has moved on, and newcomers waited for it (H-II.8, H-III, H-XIV.1)."""
        row, order = hand.row, hand.order
        newcomers = [s.seat for s in hand.seats if s.player_id not in self._played]
        expected = self._moved_to([seat for seat in order if seat not in newcomers], order)
        draw = self._draws[self._draw] if self._draw < len(self._draws) else None
        if draw is not None and not self._is_for(draw, hand, expected):
            draw = None
        if draw is not None:
            self._draw += 1
            expected = self._drawn_seat(draw, hand)
        elif self._button is None:
            self._fault("events: no button-draw before the first hand", hand_id=row.hand_id)
        if expected is not None:
            self._same("button_seat", expected, row.button_seat, hand_id=row.hand_id)
        self._check_dealt_in(hand, newcomers, draw is not None)
        self._button = row.button_seat
        self._big_blind = self._house.blind_seats(order)[1]

    def _is_for(self, draw: EventRow, hand: Hand, moved: int | None) -> bool:
        """Whether a draw belongs to the hand; where clocks stand still, a button that moved was not drawn."""
        row = hand.row
        if abs(draw.clock_s - row.started_s) > TICK_S:
            return False
        return row.started_s > self._started + TICK_S or moved != row.button_seat

    def _moved_to(self, stayed: list[int], order: list[int]) -> int | None:
        """Where the button goes next; ``stayed`` are the seats dealt in that are no newcomers'."""
        if self._button is None or not stayed:
            return None
        if len(order) == 2 and self._big_blind in order:
            # The last big blind must not be big blind again.
            others = [order, order[::-1]]
            return next(o[-1] for o in others if self._house.blind_seats(o)[1] != self._big_blind)
        return next(seat for seat in clockwise(self._button) if seat in stayed)

    def _drawn_seat(self, draw: EventRow, hand: Hand) -> int | None:
        """The seat that the draw's cards give the button to (H-III.1)."""
        cards = draw_cards(draw.detail)
        dealt = sorted(s.seat for s in hand.seats)
        distinct = set(cards.values())
        if sorted(cards) != dealt or len(distinct) < len(cards) or not CARDS.issuperset(distinct):
            where = {"hand_id": hand.row.hand_id, "expected": f"seats {dealt}", "found": draw.detail}
            self._fault("events: a card for every seat in the button-draw", **where)
            return draw.seat
        winner = max(cards, key=lambda seat: ("23456789TJQKA".index(cards[seat][0]), cards[seat][1]))
        self._same("events: seat of the button-draw", winner, draw.seat, hand_id=hand.row.hand_id)
        text = f"; button to seat {winner}"
        self._same(
            "events: detail of the button-draw", text, draw.detail[-len(text) :], hand_id=hand.row.hand_id
        )
        return winner

    def _check_dealt_in(self, hand: Hand, newcomers: list[int], drawn: bool) -> None:
        """Everybody with chips plays, but newcomers only when the button has passed them, or for a post."""
        hand_id = hand.row.hand_id
        dealt = {s.seat for s in hand.seats}
        for seat, player in self._ledger.player.items():
            due = drawn or player in self._played
            if due and seat not in dealt and self._ledger.stack[seat] > 0:
                self._fault("a player with chips is not dealt in", hand_id=hand_id, seat=seat)
        if drawn or self._button is None:
            return
        way = clockwise(self._button)
        passed = way[: way.index(hand.row.button_seat)]
        posted = [act.seat for act in hand.acts if act.action in (DEAD_POST, LIVE_POST)]
        for seat in newcomers:
            if seat not in passed and seat not in posted:
                self._fault(
                    "a newcomer is dealt in before the button has passed him", hand_id=hand_id, seat=seat
                )


def draw_cards(detail: str) -> dict[int, str]:
    """The cards by seat of "seat 0 Kh, seat 3 2c; button to seat 0"; empty if it is not such a text."""
    cards = {}
    for part in detail.partition(";")[0].split(", "):
        words = part.split()
        if len(words) != 3 or words[0] != "seat" or not words[1].isdigit():
            return {}
        cards[int(words[1])] = words[2]
    return cards
