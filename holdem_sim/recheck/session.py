"""One session: its hands one after the other, the button, the clock, who plays, and its events."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from typing import Any

from holdem_sim.recheck.announcing import wrong_manner
from holdem_sim.recheck.button import Button, Coming
from holdem_sim.recheck.cards import CARDS
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.floor import Floor
from holdem_sim.recheck.house import House
from holdem_sim.recheck.ledger import Ledger
from holdem_sim.recheck.moments import TICK_S, Change, Departure, Moment
from holdem_sim.recheck.rows import EventRow, Hand, Session, clockwise
from holdem_sim.recheck.rulings import FOLD
from holdem_sim.recheck.stakes import DEAD_POST, LIVE_POST, STRADDLE, Forced
from holdem_sim.recheck.words import Told, told
from holdem_sim.schema import DEALER_ERRORS, HANDS_PER_SESSION_ID

WITHIN_HANDS = frozenset(("ruling", *DEALER_ERRORS))
FLOAT32_STEP = 2**-23
"""How far a duration on disk can be from the true one, as a share of it."""


class Book:
    """Follows one session from its first line to its last."""

    def __init__(self, session_id: int, session: Session, house: House, faults: Faults) -> None:
        self.session_id = session_id
        self._house = house
        self._faults = faults
        self._button = Button(house)
        self._ledger = (
            Floor(session_id, session, house, faults, self._button)
            if house.lively
            else Ledger(session_id, session, house, faults)
        )
        self._strategy = {p.player_id: p.strategy for p in session.players}
        self._kind = {p.player_id: house.lineup.kinds.get(p.type) for p in session.players}
        self._events = session.events
        self._draws = self._of_kind("button-draw")
        self._draw = 0
        self._between = [e for e in session.events if e.kind not in WITHIN_HANDS]
        self._within: dict[int | None, list[EventRow]] = {}
        for event in session.events:
            if event.kind in WITHIN_HANDS:
                self._within.setdefault(event.hand_id, []).append(event)
        self._event = 0
        self._hands = 0
        self._ended = Moment(0.0)
        self._check_events(session)
        self._check_players(session)

    def _fault(self, what: str, **where: Any) -> None:
        self._faults.add(what, session_id=self.session_id, **where)

    def _same(self, what: str, expected: Any, found: Any, **where: Any) -> None:
        if expected != found:
            self._fault(what, expected=expected, found=found, **where)

    def _of_kind(self, kind: str) -> list[EventRow]:
        return [event for event in self._events if event.kind == kind]

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
        for event in self._between:
            if event.kind in ("arrival", "departure"):
                if (event.seat in taken) != (event.kind == "departure"):
                    self._fault(
                        f"events: a {event.kind} that cannot be", seat=event.seat, found=event.clock_s
                    )
                taken ^= {event.seat}
            elif event.kind == "seat-change":
                taken ^= {event.seat, (told(event.kind, event.detail) or Told()).seat}
            elif (event.seat is None) != (event.kind != "button-draw"):
                self._fault(f"events: seat of {event.kind}", seat=event.seat)
            if event.kind != "button-draw" and told(event.kind, event.detail) is None:
                self._fault(f"events: detail of {event.kind}", seat=event.seat, found=event.detail)
            if event.hand_id is not None or event.street is not None:
                found = f"hand {event.hand_id}, {event.street}"
                self._fault(f"events: {event.kind} happens between hands", seat=event.seat, found=found)

    def _check_players(self, session: Session) -> None:
        """Everybody who bought in is in players, as what the lineup says of his type."""
        bought = [line.player_id for line in session.ledger if line.kind == "buy-in"]
        if self._house.lively:
            bought = list(dict.fromkeys(bought))  # some come back (H-VI.6)
        self._same("players: who bought in", bought, [p.player_id for p in session.players])
        for p in session.players:
            kind = self._kind[p.player_id]
            who = f"of player {p.player_id} (type {p.type})"
            self._same(f"players: spec {who}", kind and kind.spec, p.spec)
            self._same(f"players: party {who}", kind and kind.party, p.party)

    # -- hand by hand

    def within(self, hand_id: int) -> list[EventRow]:
        """The events within a hand."""
        return self._within.pop(hand_id, [])

    def hand(self, hand: Hand) -> Forced | None:
        """The next hand of the session; returns what must be posted in it, None if nobody can tell."""
        row = hand.row
        where = {"hand_id": row.hand_id}
        self._same("hand_no", self._hands, row.hand_no, **where)
        self._same("hand_id", self.session_id * HANDS_PER_SESSION_ID + row.hand_no, row.hand_id, **where)
        if row.hand_no >= self._house.session_hands:
            self._fault("hand_no", expected=f"below {self._house.session_hands}", found=row.hand_no, **where)
        self._ledger.before_hand(row.hand_no, self._ended, row.started_s)
        self._pass_events(row.started_s)
        if self._house.session_s is not None and row.started_s >= self._house.session_s:
            expected = f"before {float(self._house.session_s):.3f}, when the session's time is up"
            self._fault("started_s", expected=expected, found=row.started_s, **where)
        forced = self._begin(hand) if len(hand.order) > 1 else None
        self._ledger.play(hand)
        for s in hand.seats:
            self._same("strategy", self._strategy.get(s.player_id), s.strategy, seat=s.seat, **where)
        if self._house.manners:
            self._check_manners(hand)
        self._hands = row.hand_no + 1
        self._ended = Moment(row.started_s + row.duration_s, TICK_S + FLOAT32_STEP * row.duration_s)
        return forced

    def close(self) -> bool:
        """The end of the session; returns whether the table could have played on."""
        gathered = len(self._of_kind("departure")) > len(self._ledger.departures)
        able = self._ledger.close(self._hands, self._ended, gathered)
        self._pass_events(float("inf"))
        if self._draw < len(self._draws):
            self._fault("events: a button-draw without its hand", found=self._draws[self._draw].detail)
        self._check_leaving()
        for hand_id, events in self._within.items():
            where = {"expected": "a hand of the session", "found": hand_id}
            self._fault(f"events: {events[0].kind} within no hand", **where)
        if self._hands >= self._house.session_hands:
            return False
        time_is_up = self._house.session_s is not None and (
            self._ended.clock_s + self._ended.blur_s >= self._house.session_s
        )
        return able and not time_is_up

    def _check_leaving(self) -> None:
        """Departures, broken and restarted games are those that the ledger and the draws led to."""
        breaks = [Departure(None, moment) for moment in self._ledger.breaks]
        restarts = [Departure(None, Moment(draw.clock_s)) for draw in self._draws[1:]]
        for kind, expected in (
            ("departure", self._ledger.departures), ("game-broken", breaks), ("game-restarted", restarts),
        ):  # fmt: skip
            found = self._of_kind(kind)
            for wanted, event in zip_longest(expected, found):
                if wanted and event and wanted.seat == event.seat and wanted.at.is_at(event.clock_s):
                    said = told(event.kind, event.detail)
                    if kind == "departure" and said is not None and said.reason not in wanted.reasons:
                        reasons = " or ".join(sorted(wanted.reasons))
                        self._fault("events: reason", seat=event.seat, expected=reasons, found=said.reason)
                    continue
                self._fault(
                    f"events: the next {kind}",
                    expected=wanted and _seat_at(wanted.seat, wanted.at.clock_s),
                    found=event and _seat_at(event.seat, event.clock_s),
                )
                break

    def _pass_events(self, until_s: float) -> None:
        """Events outside hands happen after the hand before and, up to here, before the next one."""
        while self._event < len(self._between) and self._between[self._event].clock_s <= until_s + TICK_S:
            event = self._between[self._event]
            if event.clock_s < self._ended.clock_s - self._ended.blur_s:
                expected = f"at least {self._ended.clock_s:.3f}"
                self._fault(f"events: clock_s of {event.kind}", expected=expected, found=event.clock_s)
            self._event += 1

    # -- how a hand begins

    def _begin(self, hand: Hand) -> Forced:
        """Button, blinds, who is dealt in and who posts, as the seats and the hand before have it.

        The button was drawn for or has moved on, and newcomers waited for it or posted (H-II.8, H-III, H-XIV.1).
        """
        row, ledger = hand.row, self._ledger
        ready, dealt = ledger.ready(), {s.seat for s in hand.seats}
        change, coming = None, None
        if self._button.at is None or len(ready) < 2:  # a game begins, or begins again
            draw = self._draws[self._draw] if self._draw < len(self._draws) else None
            if draw is None or abs(draw.clock_s - row.started_s) > TICK_S:
                self._fault("events: no button-draw for a game that begins", hand_id=row.hand_id)
            else:
                self._draw += 1
                able = [seat for seat, stack in ledger.stack.items() if stack > 0]
                button = self._drawn_seat(draw, hand)
                if button in able:
                    coming = self._button.drawn(button, able)
            ledger.game_begins()
        else:
            change = ledger.change_seat(row.started_s)
            coming = self._button.coming(ledger.ready(), ledger.newcomers(), ledger.posters())
        if coming is not None:
            self._same("button_seat", coming.button, row.button_seat, hand_id=row.hand_id)
            self._check_dealt_in(coming.dealt, dealt, row.hand_id)
        if coming is None or (coming.button, coming.dealt) != (row.button_seat, dealt):
            coming = self._button.drawn(row.button_seat, dealt)
        self._button.put(coming.button, coming.small, coming.big)
        forced = self._forced(coming, change)
        self._check_straddles(hand, forced)
        ledger.paid(coming, forced)
        return forced

    def _forced(self, coming: Coming, change: Change | None) -> Forced:
        """The posts of a hand: clockwise, the small blind before the big one (H-XIII.2, H-XIV.1)."""
        house = self._house
        small, big = set(coming.entering), set(coming.entering)
        if change is not None:
            small |= change.small
            big |= change.big
        posts = []
        for seat in clockwise(coming.button) if small or big else ():
            if seat in small:
                posts.append((seat, DEAD_POST, house.small_blind))
            if seat in big:
                live = house.live_entry and seat in coming.entering
                posts.append((seat, LIVE_POST if live else DEAD_POST, house.big_blind))
        first = None if change is None else change.first
        return Forced(coming.small, coming.big, tuple(posts), first, frozenset(small), frozenset(big))

    def _check_dealt_in(self, expected: Collection[int], dealt: set[int], hand_id: int) -> None:
        """Everybody with chips plays, but newcomers only when the button has passed them, or for a post."""
        for seat in sorted(dealt.symmetric_difference(expected)):
            if seat in expected:
                what = "a player with chips is not dealt in"
            elif seat in self._ledger.waiting:
                what = "a newcomer is dealt in before the button has passed him"
            else:
                what = "somebody is dealt in who cannot play"
            self._fault(what, hand_id=hand_id, seat=seat)

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

    # -- what not everybody does

    def _check_manners(self, hand: Hand) -> None:
        """Who announces otherwise than declared."""
        for act in hand.acts:
            kind = self._kind.get(act.player_id)
            wrong = None if kind is None or act.action < FOLD else wrong_manner(kind, act.action, act.manner)
            if wrong is not None:
                what = f"action {act.seq}: manner: {wrong}"
                self._fault(what, hand_id=hand.row.hand_id, seat=act.seat)

    def _check_straddles(self, hand: Hand, forced: Forced) -> None:
        """Straddles by those who like to and can pay them (H-XII.1)."""
        house, order, hand_id = self._house, hand.order, hand.row.hand_id
        straddles = [act.seat for act in hand.acts if act.action == STRADDLE]
        if not straddles and not house.straddles:
            return
        stack = {s.seat: s.stack_start - min(house.ante, s.stack_start) for s in hand.seats}
        kind = {s.seat: self._kind.get(s.player_id) for s in hand.seats}
        last, amount = forced.big, house.big_blind
        posts = {post[0] for post in forced.posts}
        for seat in straddles:
            last, amount, who = seat, 2 * amount, kind.get(seat)
            if who is not None and who.straddle == 0:
                self._fault("a straddle by a player whose type never does", hand_id=hand_id, seat=seat)
            if stack.get(seat, 0) < amount:
                self._fault("a straddle that he cannot pay", hand_id=hand_id, seat=seat)
            if seat in posts:
                self._fault("a straddle by a player who has to post", hand_id=hand_id, seat=seat)
        if len(order) > 2 and last in order[:-1] and len(straddles) < house.most_straddles:
            seat = order[order.index(last) + 1]
            who = kind[seat]
            able = stack[seat] >= 2 * amount and seat not in posts
            if who is not None and who.straddle == 1 and able:
                self._fault("no straddle by a player whose type always does", hand_id=hand_id, seat=seat)


def _seat_at(seat: int | None, clock_s: float) -> str:
    return f"{'' if seat is None else f'seat {seat} '}at {clock_s:.3f}"


def draw_cards(detail: str) -> dict[int, str]:
    """The cards by seat of "seat 0 Kh, seat 3 2c; button to seat 0"; empty if it is not such a text."""
    cards = {}
    for part in detail.partition(";")[0].split(", "):
        words = part.split()
        if len(words) != 3 or words[0] != "seat" or not words[1].isdigit():
            return {}
        cards[int(words[1])] = words[2]
    return cards
