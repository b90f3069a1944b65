"""Who sits where with how many chips, as a session's ledger and hands say it (house rules H-VI, H-XVI).

Between two hands the table goes through one moment, or, while it waits for players, through one for every
arrival.  At each of them the time charges are taken, then chips are added and who has none leaves, then
newcomers sit down; so every line of the ledger but a newcomer's is known beforehand, to the chip.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from holdem_sim.recheck.button import Coming
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.lineup import Kind
from holdem_sim.recheck.moments import TICK_S, Change, Departure, Moment
from holdem_sim.recheck.rows import Hand, LedgerRow, Session
from holdem_sim.recheck.stakes import Forced
from holdem_sim.schema import HANDS_PER_SESSION_ID

HALF_HOUR_S = 1800
BETWEEN_HANDS = ("time-charge", "rebuy", "buy-in")


class Ledger:
    """Follows the lines of one session's ledger; ``player`` and ``stack`` are by seat.

    ``waiting`` are the seats of newcomers who have not been dealt in.  ``departures`` and ``breaks`` (moments) are
    the events that the lines lead to.
    """

    def __init__(self, session_id: int, session: Session, house: House, faults: Faults) -> None:
        self.player: dict[int, int] = {}
        self.stack: dict[int, int] = {}
        self.waiting: set[int] = set()
        self.departures: list[Departure] = []
        self.breaks: list[Moment] = []
        self._session_id = session_id
        self._lines = session.ledger
        self._at = 0
        self._kind = {p.player_id: house.lineup.kinds.get(p.type) for p in session.players}
        self._type = {p.player_id: p.type for p in session.players}
        self._seat_type: dict[int, str] = {}
        self._rebuys: Counter[int] = Counter()
        self._house = house
        self._faults = faults
        self._half_hours = 0
        self._tax = 0
        self._drop = 0
        self._hand_no = 0
        self._opened = 0
        self._until_s = 0.0
        self._whole()

    def _fault(self, what: str, **where: Any) -> None:
        self._faults.add(f"ledger: {what}", session_id=self._session_id, **where)

    def _whole(self) -> None:
        """What all lines together must be."""
        clocks = [line.clock_s for line in self._lines]
        if clocks != sorted(clocks):
            self._fault("clock_s runs backwards")
        numbers = [line.hand_no for line in self._lines]
        if numbers != sorted(numbers):
            self._fault("hand_no is not sorted")
        total = sum(line.amount for line in self._lines)
        if total != 0:
            self._fault("sum of the session's lines", expected=0, found=total)

    # -- the lines before a hand

    def before_hand(self, hand_no: int, since: Moment, starts_s: float) -> None:
        """Follow the lines before a hand; ``since`` is when the hand before ended, or the session opened."""
        self._hand_no, self._until_s = hand_no, starts_s + TICK_S
        if hand_no == 0:
            self._open(since)
        needed = self._house.least_players if hand_no == 0 else 2
        begins = self._gather(self._sharp(since, starts_s), needed)
        if not begins.is_at(starts_s):
            hand_id = self._session_id * HANDS_PER_SESSION_ID + hand_no
            self._faults.add("started_s", hand_id=hand_id, expected=f"{begins.clock_s:.3f}", found=starts_s)
        if self._able() < needed:
            self._fault(f"players with chips before hand {hand_no}", expected=needed, found=self._able())
        self._leftover()

    def _open(self, opening: Moment) -> None:
        """Everybody of the lineup buys in."""
        while (line := self._next()) is not None and line.kind == "buy-in":
            if not opening.is_at(line.clock_s):
                break
            self._sit_down(line, opening, late=False)
        self._opened = len(self.player)
        wrong = self._wrong_places()
        if wrong is not None:
            self._fault(f"buy-ins at the opening: {wrong}")

    def _wrong_places(self) -> str | None:
        return self._house.lineup.wrong_places(self._seat_type)

    def _gather(self, since: Moment, needed: int) -> Moment:
        """Go through the moments until enough players have chips; returns the last one."""
        moment = since
        while True:
            self._charge(moment)
            self._keep_chips(moment)
            self._welcome(moment)
            if self._able() >= needed:
                return moment
            if moment is since and self._hand_no > 0:
                self.breaks.append(moment)
            clock_s = self._next_clock()
            if clock_s is None or clock_s <= moment.clock_s:
                return moment
            moment = Moment(clock_s)

    def _welcome(self, moment: Moment) -> None:
        """Whoever has come sits down."""
        while (line := self._next()) is not None and line.kind == "buy-in" and moment.is_at(line.clock_s):
            self._sit_down(line, moment, late=True)

    def _next_clock(self) -> float | None:
        """When, at a table that waits for players, something happens next."""
        line = self._next()
        return None if line is None or line.kind not in BETWEEN_HANDS else line.clock_s

    def _sharp(self, since: Moment, *clocks_s: float) -> Moment:
        """The end of a hand, known from its rounded duration, by the clock of what follows at once."""
        line = self._next()
        following = [*clocks_s, *([] if line is None else [line.clock_s])]
        return next((Moment(clock_s) for clock_s in following if since.is_at(clock_s)), since)

    def ready(self) -> list[int]:
        """The seats that are dealt in if the button can be moved to them."""
        return [seat for seat, stack in self.stack.items() if stack > 0 and seat not in self.waiting]

    def newcomers(self) -> list[int]:
        """The seats of those with chips who wait for the button."""
        return [seat for seat in self.waiting if self.stack.get(seat, 0) > 0]

    def posters(self) -> list[int]:
        """The newcomers who would rather post than wait, and can (H-XIV.1)."""
        least = self._house.small_blind + self._house.big_blind
        kinds = {seat: self._kind.get(self.player[seat]) for seat in self.newcomers()}
        return [
            seat
            for seat, kind in kinds.items()
            if kind is not None and kind.posts and self.stack[seat] > least
        ]

    def _able(self) -> int:
        return sum(stack > 0 for stack in self.stack.values())

    def _charge(self, moment: Moment) -> None:
        """Every half hour that has passed is paid for by everybody, as far as his chips go."""
        charge = self._house.tax.time_charge
        passed = int((moment.clock_s + moment.blur_s) // HALF_HOUR_S)
        for _ in range(passed - self._half_hours if charge else 0):
            for seat in sorted(self.stack):
                if self.stack[seat] > 0:
                    self._due("time-charge", "time charge", seat, -min(charge, self.stack[seat]), moment)
        self._half_hours = max(passed, self._half_hours)

    def _keep_chips(self, moment: Moment) -> None:
        """Who is short adds chips if he ever does; who has none then leaves (H-XVI.4)."""
        for seat in sorted(self.player):
            player, stack = self.player[seat], self.stack[seat]
            kind = self._kind.get(player)
            more = kind.rebuy(stack, self._rebuys[player]) if kind is not None else 0
            if more > 0 and self._buys(seat) and self._due("rebuy", "rebuy", seat, more, moment):
                self._rebuys[player] += 1
                self._bought(seat, more)
            if self.stack[seat] == 0:
                self.departures.append(Departure(seat, moment))
                self._gets_up(seat)

    def _buys(self, seat: int) -> bool:
        """Whether a player who is short adds chips: who wants to leave does not."""
        return True

    def _bought(self, seat: int, chips: int) -> None:
        """Somebody has added chips."""

    def _gets_up(self, seat: int) -> None:
        """The seat is free."""
        del self.player[seat], self.stack[seat]
        self.waiting.discard(seat)

    def _sit_down(self, line: LedgerRow, moment: Moment, late: bool) -> None:
        """A buy-in by somebody new, on an empty seat (H-VI.2, H-VI.3)."""
        self._at += 1
        seat, player = line.seat, line.player_id
        if seat is None or player is None:
            self._fault(f"the buy-in before hand {self._hand_no} has no player or no seat")
            return
        self._says(line, moment)
        if seat in self.player or not 0 <= seat < self._house.seats:
            self._fault("a buy-in on a taken seat, or none of the table", seat=seat, found=player)
        kind = self._kind.get(player)
        if kind is not None:
            amount = self._amount(player, kind, late)
            if line.amount != amount:
                what = f"buy-in before hand {self._hand_no}"
                self._fault(what, seat=seat, expected=amount, found=line.amount)
        self._check_type(seat, self._type.get(player, ""), kind, late)
        self.player[seat], self.stack[seat] = player, line.amount
        if late:
            self.waiting.add(seat)

    def _amount(self, player: int, kind: Kind, late: bool) -> int:
        """What he buys in for."""
        return kind.late_buy_in if late else kind.buy_in

    def _check_type(self, seat: int, name: str, kind: Kind | None, late: bool) -> None:
        """A seat that was left is filled by the same type, if any of it come."""
        if not late:
            self._seat_type[seat] = name
            return
        before = self._seat_type.get(seat)
        if before != name:
            what = f"type of the newcomer before hand {self._hand_no}"
            self._fault(what, seat=seat, expected=before, found=name)
        if kind is not None and not kind.comes:
            self._fault(f"a newcomer before hand {self._hand_no}, but no {name} ever comes", seat=seat)

    # -- line by line

    def _next(self) -> LedgerRow | None:
        """The next line, if it was written before the hand that comes now."""
        line = self._lines[self._at] if self._at < len(self._lines) else None
        return line if line is not None and line.hand_no <= self._hand_no else None

    def _due(self, kind: str, name: str, seat: int, amount: int, moment: Moment) -> bool:
        """Take the line that must come now, and what it says: False if another one is there."""
        line = self._next()
        if line is None or (line.kind, line.seat) != (kind, seat):
            found = None if line is None else f"the {line.kind} before hand {line.hand_no}"
            what = f"the {name} of {amount} before hand {self._hand_no}"
            self._fault(f"{what} is missing", seat=seat, found=found)
            return False
        self._at += 1
        self._says(line, moment)
        stack = self.stack[seat]
        if line.player_id != self.player[seat]:
            what = f"player_id of the {kind} before hand {self._hand_no}"
            self._fault(what, seat=seat, expected=self.player[seat], found=line.player_id)
        if line.amount != amount:
            what, base = ("stack after a rebuy", stack) if kind == "rebuy" else (name, 0)
            self._fault(
                f"{what} before hand {self._hand_no}",
                seat=seat, expected=base + amount, found=base + line.amount,
            )  # fmt: skip
        self.stack[seat] = max(stack + line.amount, 0)
        return True

    def _says(self, line: LedgerRow, moment: Moment) -> None:
        """Does a line say when it was written?"""
        what = f"of the {line.kind} before hand {self._hand_no}"
        if not moment.is_at(line.clock_s):
            expected = f"{moment.clock_s:.3f}"
            self._fault(f"clock_s {what}", seat=line.seat, expected=expected, found=line.clock_s)
        if line.hand_no != self._hand_no:
            self._fault(f"hand_no {what}", seat=line.seat, expected=self._hand_no, found=line.hand_no)

    def _leftover(self) -> None:
        """Lines before the hand that nothing called for; who buys in all the same sits there."""
        while (line := self._next()) is not None:
            self._at += 1
            what = f"a {line.kind} of {line.amount} that nothing called for before hand {self._hand_no}"
            self._fault(what, seat=line.seat)
            if line.seat is not None and line.player_id is not None:
                self.player[line.seat] = line.player_id
                if line.kind == "buy-in" and self._hand_no > 0:
                    self.waiting.add(line.seat)
                self.stack[line.seat] = max(self.stack.get(line.seat, 0) + line.amount, 0)

    # -- hands

    def change_seat(self, clock_s: float) -> Change | None:
        """The change of seats before the hand that comes now, None if there is none."""
        return None

    def game_begins(self) -> None:
        """The button has been drawn for: everybody plays, and a round begins (H-III.1)."""
        self.waiting.clear()

    def paid(self, coming: Coming, forced: Forced) -> None:
        """Blinds and posts of the hand that begins."""

    def play(self, hand: Hand) -> None:
        """Hold the seats of a hand against the ledger, and take over the stacks it leaves."""
        hand_id = hand.row.hand_id
        for s in hand.seats:
            player, stack = self.player.get(s.seat), self.stack.get(s.seat)
            if player != s.player_id:
                self._faults.add(
                    "player_id", hand_id=hand_id, seat=s.seat, expected=player, found=s.player_id
                )
            elif stack != s.stack_start:
                self._faults.add(
                    "stack_start", hand_id=hand_id, seat=s.seat, expected=stack, found=s.stack_start
                )
            self.player[s.seat], self.stack[s.seat] = s.player_id, s.stack_end
            self.waiting.discard(s.seat)
        self._tax += hand.row.tax
        self._drop += hand.row.extra_drop

    # -- the end

    def close(self, hands: int, since: Moment, gathered: bool) -> bool:
        """Follow the session's last lines, after ``hands`` hands; returns whether two could have gone on.

        ``gathered``: the events say that the table was brought to a next hand, which never came.
        """
        self._hand_no, self._until_s = hands, float("inf")
        end = since
        line, time_is_up = self._next(), self._house.session_s
        gathered |= self._next_clock() is not None
        if gathered and hands < self._house.session_hands:
            end = self._gather(self._sharp(since), 2)
        able = self._able()
        line = self._next()
        if able < 2 and time_is_up is not None and line is not None and not end.is_at(line.clock_s):
            end = Moment(float(time_is_up))  # they waited in vain
        for seat in sorted(self.stack):
            if self.stack[seat] > 0:
                self._due("cash-out", "cash-out", seat, -self.stack[seat], end)
        for kind, amount in (("tax", self._tax), ("extra-drop", self._drop)):
            self._house_line(kind, -amount, end)
        self._leftover()
        for line in self._lines[self._at :][:1]:
            self._fault(f"hand_no of a {line.kind}", expected=f"at most {hands}", found=line.hand_no)
        return able >= 2

    def _house_line(self, kind: str, amount: int, end: Moment) -> None:
        line = self._next()
        if line is None or line.kind != kind:
            self._fault(f"the line {kind} is missing", found=None if line is None else line.kind)
            return
        self._at += 1
        self._says(line, end)
        if line.seat is not None or line.player_id is not None:
            self._fault(f"the line {kind} has a player", seat=line.seat)
        if line.amount != amount:
            self._fault(f"the line {kind}", expected=amount, found=line.amount)
