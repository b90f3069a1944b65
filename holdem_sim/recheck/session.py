"""One session after the other: the ledger, the stacks from hand to hand, the button and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.hand import CARDS, Hand
from holdem_sim.recheck.house import House
from holdem_sim.recheck.money import clockwise
from holdem_sim.recheck.play import DEAD_POST, LIVE_POST
from holdem_sim.schema import HANDS_PER_SESSION_ID

HALF_HOUR_S = 1800
TICK_S = 0.0005
"""Clocks are whole milliseconds; less than half of one is no difference."""


class LedgerRow(NamedTuple):
    """A row of the table ``ledger``; ``kind`` as text."""

    session_id: int
    hand_no: int
    clock_s: float
    player_id: int | None
    seat: int | None
    kind: str
    amount: int


class EventRow(NamedTuple):
    """A row of the table ``events``; categories as text."""

    session_id: int
    hand_id: int | None
    clock_s: float
    kind: str
    seat: int | None
    street: str | None
    detail: str


class PlayerRow(NamedTuple):
    """A row of the table ``players``."""

    player_id: int
    session_id: int
    strategy: str
    spec: str
    type: str
    party: str | None


@dataclass
class Session:
    """What the tables ledger, events and players hold of one session."""

    ledger: list[LedgerRow] = field(default_factory=list)
    events: list[EventRow] = field(default_factory=list)
    players: list[PlayerRow] = field(default_factory=list)


class Book:
    """Follows one session from its first line to its last."""

    def __init__(self, session_id: int, session: Session, house: House, faults: Faults) -> None:
        self.session_id = session_id
        self.house = house
        self.faults = faults
        self.strategy = {p.player_id: p.strategy for p in session.players}
        self._lines = session.ledger
        self._line = 0
        self._draws = [e for e in session.events if e.kind == "button-draw"]
        self._draw = 0
        self._player: dict[int, int] = {}
        self._stack: dict[int, int] = {}
        self._bought_in: set[int] = set()
        self._played: set[int] = set()
        self._left: list[int] = []
        self._hands = 0
        self._clock = 0.0
        self._started = -1.0
        self._button: int | None = None
        self._big_blind: int | None = None
        self._house_lines: dict[str, int] = {}
        self._tax = 0
        self._drop = 0
        self._check_rows(session)

    def _fault(self, what: str, **where: Any) -> None:
        self.faults.add(what, session_id=self.session_id, **where)

    # -- before the first hand

    def _check_rows(self, session: Session) -> None:
        """Order, clocks and kinds of the rows themselves."""
        for what, rows in (("ledger", session.ledger), ("events", session.events)):
            clocks = [row.clock_s for row in rows]
            if clocks != sorted(clocks):
                self._fault(f"{what}: clock_s runs backwards")
        numbers = [line.hand_no for line in session.ledger]
        if numbers != sorted(numbers):
            self._fault("ledger: hand_no is not sorted")
        total = sum(line.amount for line in session.ledger)
        if total != 0:
            self._fault("ledger: sum of the session's lines", expected=0, found=total)
        kinds = [e.kind for e in session.events]
        for kind, place in (("session-opened", 0), ("session-closed", -1)):
            if kinds.count(kind) != 1 or kinds[place] != kind:
                self._fault(f"events: {kind} must be there once, at its end of the session")
        arrivals = [e.seat for e in session.events if e.kind == "arrival"]
        bought = [line.seat for line in session.ledger if line.kind == "buy-in"]
        if arrivals != bought:
            self._fault("events: seats of the arrivals", expected=bought, found=arrivals)
        buyers = [line.player_id for line in session.ledger if line.kind == "buy-in"]
        players = [p.player_id for p in session.players]
        if buyers != players:
            self._fault("players: who bought in", expected=buyers, found=players)
        for event in session.events:
            if event.hand_id is not None and event.hand_id // HANDS_PER_SESSION_ID != self.session_id:
                self._fault("events: hand_id of another session", found=event.hand_id)

    # -- hand by hand

    def hand(self, hand: Hand) -> None:
        """The next hand of the session."""
        row = hand.row
        if row.hand_no != self._hands:
            self._fault("hand_no", hand_id=row.hand_id, expected=self._hands, found=row.hand_no)
            self._hands = row.hand_no
        if row.hand_id != row.session_id * HANDS_PER_SESSION_ID + row.hand_no:
            self._fault("hand_id is not session_id x 1,000,000 + hand_no", hand_id=row.hand_id)
        if row.hand_no >= self.house.session_hands:
            self._fault(
                "hand_no",
                hand_id=row.hand_id,
                expected=f"below {self.house.session_hands}",
                found=row.hand_no,
            )
        self._read_ledger(row.hand_no, row.started_s)
        if row.started_s < self._clock - TICK_S:
            self._fault(
                "started_s", hand_id=row.hand_id, expected=f"at least {self._clock:.3f}", found=row.started_s
            )
        self._check_button(hand)
        for s in hand.seats:
            player, stack = self._player.get(s.seat), self._stack.get(s.seat)
            if player != s.player_id:
                self._fault("player_id", hand_id=row.hand_id, seat=s.seat, expected=player, found=s.player_id)
            elif stack != s.stack_start:
                self._fault(
                    "stack_start", hand_id=row.hand_id, seat=s.seat, expected=stack, found=s.stack_start
                )
            if self.strategy.get(s.player_id) != s.strategy:
                expected = self.strategy.get(s.player_id)
                self._fault("strategy", hand_id=row.hand_id, seat=s.seat, expected=expected, found=s.strategy)
            self._player[s.seat] = s.player_id
            self._stack[s.seat] = s.stack_end
            self._played.add(s.player_id)
        self._tax += row.tax
        self._drop += row.extra_drop
        self._hands += 1
        self._started = row.started_s
        self._clock = row.started_s + row.duration_s

    def _check_button(self, hand: Hand) -> None:
        """The button was drawn for or moved on, and newcomers wait for it (H-II.8, H-III, H-XIV.1)."""
        row, order = hand.row, hand.order
        if len(order) < 2:
            return
        newcomers = [s.seat for s in hand.seats if s.player_id not in self._played]
        moved = self._moved_to([seat for seat in order if seat not in newcomers], order)
        draw = self._draws[self._draw] if self._draw < len(self._draws) else None
        drawn = draw is not None and abs(draw.clock_s - row.started_s) < TICK_S
        if drawn and row.started_s <= self._started + TICK_S and moved == row.button_seat:
            drawn = False  # clocks that stand still: the draw belongs to a later hand
        if self._button is None and not drawn:
            self._fault("no button-draw event for the first hand", hand_id=row.hand_id)
        expected = moved
        if drawn and draw is not None:
            self._draw += 1
            expected = self._drawn_seat(draw, hand)
        if expected is not None and expected != row.button_seat:
            self._fault("button_seat", hand_id=row.hand_id, expected=expected, found=row.button_seat)
        self._check_dealt_in(hand, newcomers, drawn)
        self._button = row.button_seat
        small_on_button = len(order) == 2 and self.house.heads_up == "button-small-blind"
        self._big_blind = order[0] if small_on_button else order[1]

    def _moved_to(self, stayed: list[int], order: list[int]) -> int | None:
        """Where the button goes next; ``stayed`` are the seats dealt in that are no newcomers'."""
        if self._button is None or not stayed:
            return None
        if len(order) == 2 and self._big_blind in order:
            # The last big blind must not be big blind again.
            other = order[0] if order[1] == self._big_blind else order[1]
            return self._big_blind if self.house.heads_up == "button-small-blind" else other
        return next(seat for seat in clockwise(self._button) if seat in stayed)

    def _drawn_seat(self, draw: EventRow, hand: Hand) -> int | None:
        """The seat that the draw's cards give the button to (H-III.1)."""
        cards = draw_cards(draw.detail)
        dealt = {s.seat for s in hand.seats}
        if (
            set(cards) != dealt
            or len(set(cards.values())) < len(cards)
            or not CARDS.issuperset(cards.values())
        ):
            self._fault(
                "button-draw: a card for each seat",
                hand_id=hand.row.hand_id,
                expected=sorted(dealt),
                found=draw.detail,
            )
            return draw.seat
        winner = max(
            cards, key=lambda seat: ("23456789TJQKA".index(cards[seat][0]), "cdhs".index(cards[seat][1]))
        )
        if winner != draw.seat:
            self._fault("button-draw: seat", hand_id=hand.row.hand_id, expected=winner, found=draw.seat)
        return winner

    def _check_dealt_in(self, hand: Hand, newcomers: list[int], drawn: bool) -> None:
        """Everybody with chips plays, but newcomers only when the button has passed them, or for a post."""
        dealt = {s.seat for s in hand.seats}
        hand_id, button = hand.row.hand_id, hand.row.button_seat
        passed: list[int] = []
        if self._button is not None:
            way = clockwise(self._button)
            passed = way[: way.index(button)]
        posted = {act.seat for act in hand.acts if act.action in (DEAD_POST, LIVE_POST)}
        for seat, player in self._player.items():
            if seat in dealt or self._stack[seat] == 0:
                continue
            if drawn or player in self._played:
                self._fault("a player with chips is not dealt in", hand_id=hand_id, seat=seat)
        for seat in newcomers:
            if not drawn and self._button is not None and seat not in passed and seat not in posted:
                self._fault(
                    "a newcomer is dealt in before the button has passed him", hand_id=hand_id, seat=seat
                )

    # -- the ledger

    def _read_ledger(self, hand_no: int, started_s: float | None) -> None:
        """The lines before a hand, or (``started_s`` None) after the last one."""
        charged: dict[int, int] = {}
        before = {seat: player for seat, player in self._player.items() if self._stack[seat] > 0}
        while self._line < len(self._lines) and self._lines[self._line].hand_no <= hand_no:
            line = self._lines[self._line]
            self._line += 1
            if line.hand_no < hand_no:
                self._fault(f"ledger: a {line.kind} before hand {line.hand_no}, which is not there")
            if line.clock_s < self._clock - TICK_S or (
                started_s is not None and line.clock_s > started_s + TICK_S
            ):
                self._fault(
                    f"ledger: clock_s of the {line.kind} before hand {hand_no}",
                    seat=line.seat,
                    found=line.clock_s,
                )
            if line.kind in ("tax", "extra-drop"):
                self._house_line(line)
            elif line.seat is None or line.player_id is None:
                self._fault(f"ledger: a {line.kind} without a player")
            else:
                self._line_of_player(line, line.seat, line.player_id)
                charged[line.player_id] = charged.get(line.player_id, 0) + (line.kind == "time-charge")
        if started_s is not None and self.house.tax.time_charge and self._started >= 0:
            due = int((started_s + TICK_S) // HALF_HOUR_S) - int((self._started + TICK_S) // HALF_HOUR_S)
            for seat, player in before.items():
                stayed = player in self._played and self._player.get(seat) == player and self._stack[seat] > 0
                if stayed and charged.get(player, 0) != due:
                    found = charged.get(player, 0)
                    self._fault(
                        f"ledger: time charges before hand {hand_no}", seat=seat, expected=due, found=found
                    )

    def _house_line(self, line: LedgerRow) -> None:
        if line.seat is not None or line.player_id is not None:
            self._fault(f"ledger: the line {line.kind} has a player")
        if line.kind in self._house_lines:
            self._fault(f"ledger: the line {line.kind} stands twice")
        self._house_lines[line.kind] = line.amount

    def _line_of_player(self, line: LedgerRow, seat: int, player: int) -> None:
        def fault(what: str, expected: object, found: object) -> None:
            self._fault(
                f"ledger: {what} before hand {line.hand_no}", seat=seat, expected=expected, found=found
            )

        house, stack = self.house, self._stack.get(seat, 0)
        if line.kind == "buy-in":
            if player in self._bought_in or stack > 0:
                fault("a buy-in on a taken seat or by a known player", None, player)
            least = house.buy_in_late_least
            if line.hand_no == 0:
                least = min(least, house.buy_in_least)
            if not least <= line.amount <= house.buy_in_most:
                fault("buy-in", f"{least} to {house.buy_in_most}", line.amount)
            self._bought_in.add(player)
            self._player[seat] = player
            self._stack[seat] = line.amount
            return
        if self._player.get(seat) != player:
            fault(f"player_id of the {line.kind}", self._player.get(seat), player)
            return
        if line.kind == "rebuy":
            least = house.buy_in_least if stack == 0 else Fraction(stack + 1)
            if not least <= stack + line.amount <= house.buy_in_most:
                fault("stack after a rebuy", f"{least} to {house.buy_in_most}", stack + line.amount)
        elif line.kind == "time-charge":
            if line.amount != -min(house.tax.time_charge, stack):
                fault("time charge", -min(house.tax.time_charge, stack), line.amount)
        elif line.amount != -stack:
            fault("cash-out", -stack, line.amount)
        self._stack[seat] = stack + line.amount
        if line.kind == "cash-out":
            del self._player[seat], self._stack[seat]

    # -- the end

    def close(self) -> None:
        """The session's last lines."""
        self._read_ledger(self._hands, None)
        if self._line < len(self._lines):
            late = self._lines[self._line]
            self._fault(
                f"ledger: hand_no of a {late.kind}", expected=f"at most {self._hands}", found=late.hand_no
            )
        for seat, stack in self._stack.items():
            if stack:
                self._fault("chips that were never cashed out", seat=seat, expected=0, found=stack)
        for kind, amount in (("tax", self._tax), ("extra-drop", self._drop)):
            found = self._house_lines.get(kind)
            if found != -amount:
                self._fault(f"ledger: the line {kind}", expected=-amount, found=found)
        if self._draw < len(self._draws):
            self._fault("a button-draw event without its hand", found=self._draws[self._draw].detail)


def draw_cards(detail: str) -> dict[int, str]:
    """The cards by seat of "seat 0 Kh, seat 3 2c; button to seat 0"; empty if it is not such a text."""
    cards = {}
    for part in detail.partition(";")[0].split(", "):
        words = part.split()
        if len(words) != 3 or words[0] != "seat" or not words[1].isdigit():
            return {}
        cards[int(words[1])] = words[2]
    return cards
