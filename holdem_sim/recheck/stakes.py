"""Chips, posts and bets of one hand, and what each of its rows says of them (house rules H-II, H-XII to H-XIV)."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.rows import Act, Hand
from holdem_sim.recheck.rulings import DECLARED, FOLD, Ruling
from holdem_sim.schema import ACTIONS, STREETS

ANTE, SMALL, BIG, STRADDLE, LIVE_POST, DEAD_POST = range(FOLD)
SAID_BEFORE = ("seq", "player_id", "to_call", "pot_before", "stack_before")


class Forced(NamedTuple):
    """What must be posted in a hand, and who speaks first in it if that does not follow from the blinds.

    ``small`` may be a seat that is not dealt in; ``posts`` are (seat, action, chips) of those who owe a small or big
    blind beside the blinds.
    """

    small: int
    big: int
    posts: tuple[tuple[int, int, int], ...] = ()
    first: int | None = None
    owe_small: frozenset[int] = frozenset()
    owe_big: frozenset[int] = frozenset()


class BrokenError(Exception):
    """The rest of the hand's betting cannot be followed any more."""


class Stakes:
    """What has been put in, by whom, and what may still come."""

    def __init__(self, hand: Hand, house: House, faults: Faults, forced: Forced | None = None) -> None:
        self.order = hand.order
        self._forced = forced or Forced(*house.blind_seats(self.order))
        self.stack = {s.seat: s.stack_start for s in hand.seats}
        self.total = dict.fromkeys(self.order, 0)
        self.dead = dict.fromkeys(self.order, 0)
        self.live = list(self.order)
        self.folded: dict[int, int] = {}
        self.all_in: set[int] = set()
        self.pot = 0
        self.blinds = 0
        self.blinds_after_big = 0
        self.decisions = 0
        self.decided = [0] * len(STREETS)
        self.last_to_speak: list[tuple[int, int] | None] = [None] * len(STREETS)
        self.corrected = 0
        self.rulings: list[Ruling] = []
        self.answers: list[tuple[int, int, int]] = []
        self.river_aggressor: int | None = None
        self._hand = hand
        self._acts = hand.acts
        self._house = house
        self._faults = faults
        self._player = {s.seat: s.player_id for s in hand.seats}
        self._at = 0
        self._bet = dict.fromkeys(self.order, 0)
        self._acted: set[int] = set()
        self._current = 0
        self._full = 0
        self._full_was_raise = False
        self._reach: dict[int, int] = {}
        self._largest = self._second = 0
        self._bets = 0
        self._unit = house.min_bets[0]
        self._blinds: dict[int, int] = {}

    def _broken(self, what: str, expected: Any, found: Any, seat: int | None = None) -> NoReturn:
        hand_id = self._hand.row.hand_id
        self._faults.add(what, hand_id=hand_id, seat=seat, expected=expected, found=found)
        raise BrokenError

    def _illegal(self, act: Act, what: str, expected: Any = None, found: Any = None) -> NoReturn:
        self._broken(f"action {act.seq} ({ACTIONS[act.action]}): {what}", expected, found, act.seat)

    def _differs(self, act: Act, column: str, expected: Any) -> None:
        found = getattr(act, column)
        if found != expected:
            what = f"action {act.seq} ({ACTIONS[act.action]}): {column}"
            hand_id = self._hand.row.hand_id
            self._faults.add(what, hand_id=hand_id, seat=act.seat, expected=expected, found=found)

    # -- forced posts

    def _posts(self) -> int:
        """Antes, blinds, posts and straddles; returns the seat after which the betting begins."""
        house, forced = self._house, self._forced
        small, big = forced.small, forced.big
        if house.ante:
            first = self.order.index(small) if small in self.order else 0
            for seat in self.order[first:] + self.order[:first]:
                self._post(ANTE, seat, house.ante)
        if small in self.order:  # a small blind can be dead (H-II.8)
            self._post(SMALL, small, house.small_blind)
            self._blinds[small] = house.small_blind
        self._post(BIG, big, house.big_blind)
        self._blinds[big] = house.big_blind
        self._current = max(house.small_blind * (small in self.order), house.big_blind)
        for seat, action, chips in forced.posts:
            if self.stack[seat] > 0:
                self._post(action, seat, chips)
        last = self._straddles(big)
        self._full = max(self._current, house.min_bets[0])
        if house.limits is not None and house.limits.is_fixed and last != big:
            self._unit = max(self._unit, self._current)
        self._set_reaches()
        if forced.first is not None and last == big:  # seats were changed (H-XIII.3)
            return self.order[self.order.index(forced.first) - 1] if forced.first in self.order else last
        return last

    def _straddles(self, big: int) -> int:
        """Further blinds, up to the button or, if nobody has it, the last before it; returns the last blind."""
        last, house = big, self._house
        while self._at < len(self._acts) and self._acts[self._at].action == STRADDLE:
            if self.blinds_after_big >= house.most_straddles or last == self.order[-1] or len(self.order) < 3:
                self._illegal(self._acts[self._at], "the chain of straddles has ended")
            last = self.order[self.order.index(last) + 1]
            self._current *= 2
            self.blinds_after_big += 1
            self._post(STRADDLE, last, self._current)
        return last

    def _post(self, action: int, seat: int, amount: int) -> None:
        wanted = f"{ACTIONS[action]} by seat {seat}"
        if self._at >= len(self._acts):
            self._broken(f"action {self._at} is not the forced post", wanted, None, seat)
        act = self._acts[self._at]
        if (act.action, act.seat, act.street) != (action, seat, 0):
            found = f"{ACTIONS[act.action]} by seat {act.seat} ({STREETS[act.street]})"
            self._broken(f"action {act.seq} is not the forced post", wanted, found, seat)
        paid = min(amount, self.stack[seat])
        if act.amount != paid:
            self._illegal(act, "amount", paid, act.amount)
        if act.manner != DECLARED or act.wanted >= 0:
            self._illegal(act, "a forced post is neither wanted nor announced")
        self.blinds += action in (SMALL, BIG, STRADDLE)
        self._bets += action in (BIG, STRADDLE)
        self._before(act, 0)
        if action == DEAD_POST:
            self.stack[seat] -= paid
            self.dead[seat] += paid
            self.pot += paid
        else:
            self._put_in(seat, paid)
            if action == ANTE:
                self._bet[seat] -= paid
        self._after(act)

    # -- how far bets can go

    def _set_reaches(self) -> None:
        """Note the two largest bets that players still in could make on this street."""
        self._reach = {seat: self._bet[seat] + self.stack[seat] for seat in self.live}
        self._largest, self._second, *_ = [*sorted(self._reach.values(), reverse=True), 0]

    def _answer(self, seat: int) -> int:
        """The largest bet that another player still in has made or could make on this street (H-IX.11)."""
        return self._second if self._reach[seat] == self._largest else self._largest

    # -- what every row says

    def _before(self, act: Act, owed: int) -> None:
        """What the row says of the moment before the action."""
        seat = act.seat
        expected = (self._at, self._player[seat], owed, self.pot, self.stack[seat])
        if (act.seq, act.player_id, act.to_call, act.pot_before, act.stack_before) != expected:
            for column, value in zip(SAID_BEFORE, expected, strict=True):
                self._differs(act, column, value)
        if act.manner != DECLARED and not self._house.manners:
            self._differs(act, "manner", DECLARED)
        if (act.wanted < 0) != (act.wanted_to is None) or (act.wanted, act.wanted_to) == (act.action, act.to):
            what = (
                f"action {act.seq}: wanted and wanted_to must say what was ruled otherwise, or both be null"
            )
            self._faults.add(what, hand_id=self._hand.row.hand_id, seat=seat)

    def _after(self, act: Act) -> None:
        """What the row says of the moment after the action."""
        seat = act.seat
        emptied = act.amount > 0 and self.stack[seat] == 0
        if emptied:
            self.all_in.add(seat)
        if act.to != self._bet[seat] or act.all_in != emptied:
            self._differs(act, "to", self._bet[seat])
            self._differs(act, "all_in", emptied)
        self._at += 1

    def _put_in(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self._bet[seat] += amount
        self.total[seat] += amount
        self.pot += amount
