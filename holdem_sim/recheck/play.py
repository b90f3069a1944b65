"""The betting of one hand, followed action by action (house rules H-II, H-IX, H-XII)."""

from __future__ import annotations

from typing import NamedTuple

from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.schema import ACTIONS, STREETS

ANTE, SMALL, BIG, STRADDLE, LIVE_POST, DEAD_POST, FOLD, CHECK, CALL, BET, RAISE = range(len(ACTIONS))
RIVER = STREETS.index("river")


class Act(NamedTuple):
    """A row of the table ``actions``; categories as places in their lists, -1 for null."""

    seq: int
    street: int
    seat: int
    player_id: int
    action: int
    amount: int
    to: int
    to_call: int
    pot_before: int
    stack_before: int
    all_in: bool
    wanted: int
    wanted_to: int | None


class BrokenError(Exception):
    """The rest of the hand's betting cannot be followed any more."""


class Play:
    """A hand's betting. ``order`` are the seats dealt in, clockwise from the one after the button."""

    def __init__(
        self,
        hand_id: int,
        order: list[int],
        stacks: dict[int, int],
        players: dict[int, int],
        house: House,
        faults: Faults,
    ) -> None:
        self.hand_id = hand_id
        self.order = order
        self.players = players
        self.house = house
        self.faults = faults
        self.stack = dict(stacks)
        self.bet = dict.fromkeys(order, 0)
        self.total = dict.fromkeys(order, 0)
        self.dead = dict.fromkeys(order, 0)
        self.live = list(order)
        self.folded: dict[int, int] = {}
        self.all_in: set[int] = set()
        self.pot = 0
        self.blinds = 0
        self.decisions = 0
        self.river_aggressor: int | None = None
        self._seq = 0
        self._acted: set[int] = set()
        self._current = 0
        self._full = 0
        self._full_was_raise = False
        self._reach: dict[int, int] = {}
        self._largest = self._second = 0

    # -- the course of the hand

    def follow(self, acts: list[Act], last_street: int) -> bool:
        """Follow all actions up to the last street dealt; False if that became impossible on the way."""
        try:
            last_blind = self._posts(acts)
            at = self._seq
            for street in range(last_street + 1):
                if street > 0:
                    self._next_street(street)
                at = self._round(acts, at, street, last_blind if street == 0 else self.order[-1])
                if len(self.live) == 1 and street < last_street:
                    self._broken(
                        "streets were dealt although one player was left",
                        None,
                        STREETS[street],
                        STREETS[last_street],
                    )
            if at < len(acts):
                self._broken(
                    f"action {at} comes after the end of the hand",
                    acts[at].seat,
                    None,
                    ACTIONS[acts[at].action],
                )
            if len(self.live) > 1 and last_street != RIVER:
                self._broken(
                    "the board was not dealt out for a showdown", None, STREETS[RIVER], STREETS[last_street]
                )
        except BrokenError:
            return False
        return True

    def _broken(self, what: str, seat: int | None, expected: object, found: object) -> None:
        self.faults.add(what, hand_id=self.hand_id, seat=seat, expected=expected, found=found)
        raise BrokenError

    def _compare(self, act: Act, column: str, expected: object) -> None:
        found = getattr(act, column)
        if found != expected:
            self.faults.add(
                f"action {act.seq}: {column}",
                hand_id=self.hand_id,
                seat=act.seat,
                expected=expected,
                found=found,
            )

    # -- forced posts

    def _posts(self, acts: list[Act]) -> int:
        """Antes, blinds, straddles and posts; returns the seat after which the betting begins."""
        small, big = self.blind_seats()
        if self.house.ante:
            first = self.order.index(small)
            for seat in self.order[first:] + self.order[:first]:
                self._post(acts, ANTE, seat, self.house.ante)
        self._post(acts, SMALL, small, self.house.small_blind)
        self._post(acts, BIG, big, self.house.big_blind)
        last = big
        self._current = max(self.house.small_blind, self.house.big_blind)
        while self._seq < len(acts) and acts[self._seq].action in (STRADDLE, LIVE_POST, DEAD_POST):
            act = acts[self._seq]
            if act.action == STRADDLE:
                if last == self.order[-1] or len(self.order) < 3:
                    self._broken("a straddle after the end of the chain", act.seat, None, ACTIONS[STRADDLE])
                last = self.order[self.order.index(last) + 1]
                self._current *= 2
                self._post(acts, STRADDLE, last, self._current)
            else:
                self._post(acts, act.action, act.seat, act.amount)
        self._full = max(self._current, self.house.min_bets[0])
        self._set_reaches()
        return last

    def blind_seats(self) -> tuple[int, int]:
        """Who posts small and big blind (H-II.1)."""
        if len(self.order) == 2 and self.house.heads_up == "button-small-blind":
            return self.order[1], self.order[0]
        return self.order[0], self.order[1]

    def _post(self, acts: list[Act], action: int, seat: int, amount: int) -> None:
        if self._seq >= len(acts) or acts[self._seq].action != action or acts[self._seq].seat != seat:
            found = acts[self._seq] if self._seq < len(acts) else None
            self._broken(
                f"action {self._seq} is not the forced post",
                seat,
                f"{ACTIONS[action]} by seat {seat}",
                f"{ACTIONS[found.action]} by seat {found.seat}" if found else None,
            )
        act = acts[self._seq]
        paid = min(amount, self.stack[seat])
        if action in (SMALL, BIG, STRADDLE):
            self.blinds += 1
        if act.amount != paid:
            self._broken(f"action {act.seq}: amount of the {ACTIONS[action]}", seat, paid, act.amount)
        self._common(act, 0)
        if action == DEAD_POST:
            self.stack[seat] -= paid
            self.dead[seat] += paid
            self.pot += paid
        else:
            self._put_in(seat, paid)
            if action == ANTE:
                self.bet[seat] -= paid
        self._after(act)

    # -- betting rounds

    def _next_street(self, street: int) -> None:
        self.bet = dict.fromkeys(self.order, 0)
        self._acted = set()
        self._current = 0
        self._full = self.house.min_bets[street]
        self._full_was_raise = False
        self._set_reaches()

    def _round(self, acts: list[Act], at: int, street: int, after: int) -> int:
        """One street's actions from place ``at`` on; returns the place of the next street's first."""
        seat = self._next_to_act(after)
        while at < len(acts) and acts[at].street == street:
            act = acts[at]
            if seat is None:
                self._broken(
                    f"action {act.seq}: nobody had to act any more on the {STREETS[street]}",
                    act.seat,
                    None,
                    ACTIONS[act.action],
                )
            if act.seat != seat:
                self._broken(f"action {act.seq}: out of turn", act.seat, f"seat {seat}", f"seat {act.seat}")
            self._turn(act)
            at += 1
            seat = self._next_to_act(act.seat)
        if seat is not None:
            self._broken(f"the betting on the {STREETS[street]} ended too early", seat, "an action", None)
        return at

    def _next_to_act(self, after: int) -> int | None:
        """Who is asked next: who owes something, or has not spoken yet and could be answered (H-II.5)."""
        if len(self.live) < 2:
            return None
        place = self.order.index(after) + 1
        for seat in self.order[place:] + self.order[:place]:
            if seat in self.folded or self.stack[seat] == 0:
                continue
            answer = self._answer(seat)
            if min(self._current, answer) > self.bet[seat] or (
                seat not in self._acted and answer > self._current
            ):
                return seat
        return None

    def _set_reaches(self) -> None:
        """Note the two largest bets that players still in could make on this street."""
        self._reach = {seat: self.bet[seat] + self.stack[seat] for seat in self.live}
        self._largest, self._second = (
            sorted(self._reach.values(), reverse=True)[:2] if len(self.live) > 1 else (0, 0)
        )

    def _answer(self, seat: int) -> int:
        """The largest bet that another player still in has made or could make on this street (H-IX.11)."""
        return self._second if self._reach[seat] == self._largest else self._largest

    def _owed(self, seat: int) -> int:
        price = min(self._current, self._answer(seat)) - self.bet[seat]
        return max(0, min(price, self.stack[seat]))

    def _turn(self, act: Act) -> None:
        seat, action = act.seat, act.action
        owed = self._owed(seat)
        self._common(act, owed)
        self.decisions += 1
        if action <= DEAD_POST:
            self._broken(
                f"action {act.seq}: a forced post after the betting began", seat, None, ACTIONS[action]
            )
        if action == CHECK and owed > 0:
            self._broken(f"action {act.seq}: a check with {owed} to call", seat, None, None)
        if action == CALL and owed == 0:
            self._broken(f"action {act.seq}: a call with nothing to call", seat, None, None)
        if action in (BET, RAISE):
            self._raise(act)
        else:
            amount = owed if action == CALL else 0
            if act.amount != amount:
                self._broken(f"action {act.seq}: amount of the {ACTIONS[action]}", seat, amount, act.amount)
            self._put_in(seat, amount)
            if action == FOLD:
                self.live.remove(seat)
                self.folded[seat] = act.street
                self._set_reaches()
        self._acted.add(seat)
        self._after(act)

    def _raise(self, act: Act) -> None:
        seat, word = act.seat, ACTIONS[act.action]
        amount, all_chips = act.to - self.bet[seat], self.bet[seat] + self.stack[seat]
        if (self._current > 0) != (act.action == RAISE):
            self._broken(f"action {act.seq}: action", seat, ACTIONS[RAISE if self._current else BET], word)
        if act.amount != amount:
            self._broken(f"action {act.seq}: amount of the {word} to {act.to}", seat, amount, act.amount)
        if act.to > all_chips:
            self._broken(
                f"action {act.seq}: a {word} of more than the stack", seat, f"at most to {all_chips}", act.to
            )
        if self._answer(seat) <= self._current:
            self._broken(f"action {act.seq}: a {word} that nobody could answer", seat, "call or fold", act.to)
        if seat in self._acted and self._current - self.bet[seat] < self._full:
            self._broken(
                f"action {act.seq}: a {word} although the betting was not reopened",
                seat,
                "call or fold",
                act.to,
            )
        least = self._least(act.street)
        if act.to < min(least, all_chips) or act.to <= self._current:
            self._broken(
                f"action {act.seq}: a {word} below the minimum", seat, f"at least to {least}", act.to
            )
        if act.to >= least:
            self._full = act.to - self._current
            self._full_was_raise = act.action == RAISE
        self._put_in(seat, amount)
        self._current = act.to
        if act.street == RIVER:
            self.river_aggressor = seat

    def _least(self, street: int) -> int:
        """The smallest full bet or raise (H-IX.2, H-IX.4)."""
        unit = self.house.min_bets[street]
        if self._current == 0:
            return unit
        added = self._full
        if self.house.min_raise == "double":
            added = self._current
        elif self.house.min_raise == "double-increment" and self._full_was_raise:
            added = 2 * self._full
        return self._current + max(added, unit)

    # -- what every row says

    def _common(self, act: Act, owed: int) -> None:
        seat = act.seat
        if (
            act.seq != self._seq
            or act.player_id != self.players[seat]
            or act.to_call != owed
            or act.pot_before != self.pot
            or act.stack_before != self.stack[seat]
        ):
            self._compare(act, "seq", self._seq)
            self._compare(act, "player_id", self.players[seat])
            self._compare(act, "to_call", owed)
            self._compare(act, "pot_before", self.pot)
            self._compare(act, "stack_before", self.stack[seat])
        if (act.wanted < 0) != (act.wanted_to is None):
            self.faults.add(
                f"action {act.seq}: only one of wanted and wanted_to is null", hand_id=self.hand_id, seat=seat
            )

    def _after(self, act: Act) -> None:
        seat = act.seat
        emptied = act.amount > 0 and self.stack[seat] == 0
        if emptied:
            self.all_in.add(seat)
        if act.to != self.bet[seat] or act.all_in != emptied:
            self._compare(act, "to", self.bet[seat])
            self._compare(act, "all_in", emptied)
        self._seq += 1

    def _put_in(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.bet[seat] += amount
        self.total[seat] += amount
        self.pot += amount
