"""Who sits where with how many chips, as a session's ledger and hands say it (house rules H-VI, H-XVI)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.rows import Hand, LedgerRow

HALF_HOUR_S = 1800
TICK_S = 0.0005
"""Clocks are whole milliseconds; less than half of one is no difference."""


class Ledger:
    """Follows the lines of one session's ledger; ``player`` and ``stack`` are by seat."""

    def __init__(self, session_id: int, lines: list[LedgerRow], house: House, faults: Faults) -> None:
        self.player: dict[int, int] = {}
        self.stack: dict[int, int] = {}
        self._session_id = session_id
        self._lines = lines
        self._at = 0
        self._house = house
        self._faults = faults
        self._bought_in: set[int] = set()
        self._half_hours = 0
        self._tax = 0
        self._drop = 0
        self._house_lines: dict[str, int] = {}
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

    def read(self, hand_no: int, since_s: float, until_s: float | None) -> None:
        """Follow the lines before a hand that begins at ``until_s``, or (None) those after the last one.

        ``since_s`` is when the hand before ended.
        """
        before = {seat: player for seat, player in self.player.items() if self.stack[seat] > 0}
        charged: dict[int, int] = {}
        while self._at < len(self._lines) and self._lines[self._at].hand_no <= hand_no:
            line = self._lines[self._at]
            self._at += 1
            where = f"the {line.kind} before hand {hand_no}"
            if line.hand_no < hand_no:
                self._fault(f"hand_no of {where}", seat=line.seat, expected=hand_no, found=line.hand_no)
            if line.clock_s < since_s - TICK_S or (until_s is not None and line.clock_s > until_s + TICK_S):
                span = f"{since_s:.3f} to {'the end' if until_s is None else format(until_s, '.3f')}"
                self._fault(f"clock_s of {where}", seat=line.seat, expected=span, found=line.clock_s)
            if line.kind in ("tax", "extra-drop"):
                self._house_line(line)
            elif line.seat is None or line.player_id is None:
                self._fault(f"{where} has no player or no seat")
            else:
                self._line(line, line.seat, line.player_id)
                charged[line.player_id] = charged.get(line.player_id, 0) + (line.kind == "time-charge")
        if until_s is not None and self._house.tax.time_charge:
            self._time_charges(hand_no, until_s, before, charged)

    def _time_charges(
        self, hand_no: int, now_s: float, before: dict[int, int], charged: dict[int, int]
    ) -> None:
        """Everybody who had chips all the while was charged for every half hour that has passed."""
        passed = int((now_s + TICK_S) // HALF_HOUR_S)
        due, self._half_hours = passed - self._half_hours, passed
        for seat, player in before.items():
            found = charged.get(player, 0)
            if self.player.get(seat) == player and self.stack[seat] > 0 and found != due:
                self._fault(f"time charges before hand {hand_no}", seat=seat, expected=due, found=found)

    def _house_line(self, line: LedgerRow) -> None:
        if line.seat is not None or line.player_id is not None:
            self._fault(f"the line {line.kind} has a player", seat=line.seat)
        if line.kind in self._house_lines:
            self._fault(f"the line {line.kind} stands twice")
        self._house_lines[line.kind] = line.amount

    def _line(self, line: LedgerRow, seat: int, player: int) -> None:
        """A line of a player's: does it fit his stack and the house's bounds?"""

        def fault(what: str, expected: object, found: object) -> None:
            self._fault(f"{what} before hand {line.hand_no}", seat=seat, expected=expected, found=found)

        house, stack = self._house, self.stack.get(seat, 0)
        if line.kind == "buy-in":
            if player in self._bought_in or stack > 0:
                fault("a buy-in on a taken seat, or by a player who has bought in", None, player)
            least = house.buy_in_late_least
            if line.hand_no == 0:
                least = min(least, house.buy_in_least)
            if not least <= line.amount <= house.buy_in_most:
                fault("buy-in", f"{least} to {house.buy_in_most}", line.amount)
            self._bought_in.add(player)
            self.player[seat], self.stack[seat] = player, line.amount
            return
        if self.player.get(seat) != player:
            fault(f"player_id of the {line.kind}", self.player.get(seat), player)
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
        self.stack[seat] = stack + line.amount
        if line.kind == "cash-out":
            del self.player[seat], self.stack[seat]

    # -- hands

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
        self._tax += hand.row.tax
        self._drop += hand.row.extra_drop

    def close(self, hands: int, since_s: float) -> None:
        """The session's last lines, after ``hands`` hands."""
        self.read(hands, since_s, None)
        if self._at < len(self._lines):
            late = self._lines[self._at]
            self._fault(f"hand_no of a {late.kind}", expected=f"at most {hands}", found=late.hand_no)
        for seat, stack in self.stack.items():
            if stack:
                self._fault("chips that were never cashed out", seat=seat, expected=0, found=stack)
        for kind, amount in (("tax", self._tax), ("extra-drop", self._drop)):
            found = self._house_lines.get(kind)
            if found != -amount:
                self._fault(f"the line {kind}", expected=-amount, found=found)
