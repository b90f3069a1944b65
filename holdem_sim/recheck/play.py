"""The betting of one hand, followed action by action (house rules H-II, H-IX, H-XII)."""

from __future__ import annotations

from holdem_sim.recheck.limits import Choice, Situation
from holdem_sim.recheck.rows import Act
from holdem_sim.recheck.rulings import (
    BET,
    CALL,
    CHECK,
    DECLARED,
    FOLD,
    OUT_OF_TURN,
    RAISE,
    Ruling,
    Spot,
    legal,
    ruled,
)
from holdem_sim.recheck.stakes import DEAD_POST, LIVE_POST, BrokenError, Stakes
from holdem_sim.schema import ACTIONS, STREETS

RIVER = STREETS.index("river")
RAISES_END = 32_000
"""No more raises after so many actions of a hand."""


class Play(Stakes):
    """A hand's betting: what its actions do to stacks, bets and the pot."""

    # -- the course of the hand

    def follow(self) -> bool:
        """Follow all actions up to the last street dealt; False if that became impossible on the way."""
        last_street = self._hand.row.last_street
        try:
            after = self._posts()
            for street in range(last_street + 1):
                if street > 0:
                    after = self.order[-1]
                    self._next_street(street)
                self._round(street, after)
                if len(self.live) == 1 and street < last_street:
                    self._broken(
                        "streets were dealt although one player was left",
                        STREETS[street],
                        STREETS[last_street],
                    )
            if self._at < len(self._acts):
                self._illegal(self._acts[self._at], "comes after the end of the hand")
            if len(self.live) > 1 and last_street != RIVER:
                self._broken(
                    "the board was not dealt out for a showdown", STREETS[RIVER], STREETS[last_street]
                )
        except BrokenError:
            return False
        return True

    # -- betting rounds

    def _next_street(self, street: int) -> None:
        self._bet = dict.fromkeys(self.order, 0)
        self._acted = set()
        self._current = 0
        self._full = self._unit = self._house.min_bets[street]
        self._full_was_raise = False
        self._bets = 0
        self._set_reaches()

    def _round(self, street: int, after: int) -> None:
        """One street's actions, from the player after the seat ``after`` on."""
        seat = self._next_to_act(after)
        while self._at < len(self._acts) and self._acts[self._at].street == street:
            act = self._acts[self._at]
            if seat is None:
                self._illegal(act, f"nobody had to act any more on the {STREETS[street]}")
            if act.seat != seat:
                self._illegal(act, "out of turn", f"seat {seat}", f"seat {act.seat}")
            after_him = self._next_to_act(seat) if self._house.manners else None
            self._turn(act)
            seat = self._next_to_act(act.seat)
            if self._folds_early(street, after_him, seat):
                self._turn(self._acts[self._at], True)
                seat = self._next_to_act(act.seat)
        if seat is not None:
            self._broken(f"the betting on the {STREETS[street]} ended too early", "an action", None, seat)

    def _folds_early(self, street: int, early: int | None, turn: int | None) -> bool:
        """Whether ``early`` folds now, who spoke before the last turn and does not get his own any more (H-IX.9)."""
        if early is None or early == turn or len(self.live) < 2 or self._at >= len(self._acts):
            return False
        act = self._acts[self._at]
        return (act.street, act.seat, act.action, act.manner) == (street, early, FOLD, OUT_OF_TURN)

    def _next_to_act(self, after: int) -> int | None:
        """Who is asked next: who owes something, or has not spoken yet and is not alone with chips (H-II.5)."""
        if len(self.live) < 2:
            return None
        place = self.order.index(after) + 1
        for seat in self.order[place:] + self.order[:place]:
            if seat in self.folded or self.stack[seat] == 0:
                continue
            answer = self._answer(seat)
            owes = min(self._current, answer) > self._bet[seat]
            if owes or (
                seat not in self._acted and (answer > self._current or self._others_have_chips(seat))
            ):
                return seat
        return None

    def _others_have_chips(self, seat: int) -> bool:
        return any(self.stack[other] > 0 for other in self.live if other != seat)

    def _turn(self, act: Act, without_turn: bool = False) -> None:
        """One decision; ``without_turn``: a fold of somebody who is not asked any more."""
        seat, action = act.seat, act.action
        owed = min(self._current, self._answer(seat)) - self._bet[seat]
        owed = max(0, min(owed, self.stack[seat]))
        if action in (LIVE_POST, DEAD_POST) and self.decisions == 0:
            self._illegal(act, "a post by a player who owes none")
        self._before(act, owed)
        if act.wanted >= 0 or act.manner != DECLARED:
            self._ruling(act, owed)
        unseen = self.last_to_speak[act.street] is None and not without_turn
        if self._house.hasty and unseen and self._is_last(seat):
            self.last_to_speak[act.street] = self.decisions, seat
        if self._house.manners and act.manner != OUT_OF_TURN:
            before = self._acts[self._at - 1]
            if before.action >= BET and before.street == act.street:
                self.answers.append((self.decisions, seat, act.street))
        self.decisions += 1
        self.decided[act.street] += 1
        if action <= DEAD_POST:
            self._illegal(act, "a forced post after the betting began")
        if action == CHECK and owed > 0:
            self._illegal(act, f"there are {owed} to call")
        if action == CALL and owed == 0:
            self._illegal(act, "there is nothing to call")
        if action >= BET:
            self._raise(act)
        else:
            amount = owed if action == CALL else 0
            if act.amount != amount:
                self._illegal(act, "amount", amount, act.amount)
            self._put_in(seat, amount)
            if action == FOLD:
                self.live.remove(seat)
                self.folded[seat] = act.street
                self._set_reaches()
        self._acted.add(seat)
        self._after(act)

    def _is_last(self, seat: int) -> bool:
        """Whether somebody has spoken on this street, and nobody else will have to if ``seat`` only calls."""
        return bool(self._acted) and not any(
            other != seat
            and self.stack[other] > 0
            and (other not in self._acted or self._bet[other] < self._current)
            for other in self.live
        )

    def _ruling(self, act: Act, owed: int) -> None:
        """What he wanted was not legal, or not said as it must be; what was done is what that counts as."""
        seat = act.seat
        spot = Spot(self._current, self._bet[seat], owed, self._choice(act))
        wish = (act.action, act.to) if act.wanted < 0 else (act.wanted, act.wanted_to or 0)
        fitting = legal(*wish, spot)
        is_legal = fitting[1] == wish[1]
        meant = fitting[1] if is_legal else min(wish[1], self._bet[seat] + self.stack[seat])
        counted = ruled(fitting, meant, act.manner, spot, self._house.chip_values)
        if act.manner == OUT_OF_TURN or counted != fitting:
            self.rulings.append(Ruling(self.decisions, seat, act.street, act.manner, fitting[0], counted[0]))
        if act.manner == OUT_OF_TURN:
            self._early(act)
        self.corrected += not is_legal
        wanted = -1
        if act.wanted >= 0:  # a wish that is not legal is on record as the bet or raise that it was meant as
            wanted = fitting[0] if is_legal or fitting[0] >= BET else RAISE
        if (act.wanted, act.action, act.to) != (wanted, *counted):
            expected = f"a {ACTIONS[wanted]} ruled a {ACTIONS[counted[0]]} to {counted[1]}"
            found = f"a {ACTIONS[act.wanted]} to {wish[1]} ruled a {ACTIONS[act.action]} to {act.to}"
            what = f"action {act.seq}: wanted and wanted_to"
            self._faults.add(what, hand_id=self._hand.row.hand_id, seat=seat, expected=expected, found=found)

    def _early(self, act: Act) -> None:
        """What was said out of turn binds unless somebody bet or raised since; a fold always does (H-IX.9)."""
        before = self._acts[self._at - 1]
        if before.street != act.street or before.action < FOLD:
            self._illegal(act, "it was his turn, nobody had to speak before him")
        if before.action >= BET and act.action != FOLD:
            self._illegal(act, "what he said out of turn, although somebody bet before his turn")

    def _choice(self, act: Act) -> Choice | None:
        """What the player may raise to; None: raising is barred."""
        seat = act.seat
        bet = self._bet[seat]
        most = bet + self.stack[seat]
        if min(self._answer(seat), most) <= self._current or act.seq > RAISES_END:
            return None
        if seat in self._acted and self._current - bet < self._full:
            return None
        least = self._least()
        limits = self._house.limits
        if limits is None:
            return Choice(least, most)
        all_in = any(self.stack[other] == 0 and self._bet[other] > 0 for other in self.live)
        pot = self.pot + (self._lacking() if act.street == 0 else 0)
        return limits.choice(
            Situation(self._current, bet, most, least, pot, self.pot, self._bets, len(self.live), all_in)
        )

    def _lacking(self) -> int:
        """What the bets of short blinds lack of the full ones (H-IX.5)."""
        return sum(max(blind - self._bet[seat], 0) for seat, blind in self._blinds.items())

    def _raise(self, act: Act) -> None:
        """A bet or raise, held against everything that can forbid it."""
        seat, to = act.seat, act.to
        added, most = to - self._bet[seat], self._bet[seat] + self.stack[seat]
        if (self._current > 0) != (act.action == RAISE):
            self._illegal(act, "action", ACTIONS[RAISE if self._current else BET], ACTIONS[act.action])
        if act.amount != added:
            self._illegal(act, f"amount that brings the bet to {to}", added, act.amount)
        if to > most:
            self._illegal(act, "more than the stack", f"at most to {most}", to)
        if self._answer(seat) <= self._current:
            self._illegal(act, "nobody could answer it", "call or fold", to)
        if seat in self._acted and self._current - self._bet[seat] < self._full:
            self._illegal(act, "the betting was not reopened", "call or fold", to)
        least = self._least()
        if to < min(least, most) or to <= self._current:
            self._illegal(act, "below the minimum", f"at least to {least}", to)
        if self._house.limits is not None:
            choice = self._choice(act)
            if choice is None:
                self._illegal(act, "the street has had all its bets", "call or fold", to)
            if not choice.allows(to):
                self._illegal(act, "against the limits", str(choice), to)
        if to >= least:
            self._full = to - self._current
            self._full_was_raise = act.action == RAISE
            self._bets += 1
        self._put_in(seat, added)
        self._current = to
        if act.street == RIVER:
            self.river_aggressor = seat

    def _least(self) -> int:
        """The smallest full bet or raise (H-IX.2, H-IX.4, G-1)."""
        unit, limits = self._unit, self._house.limits
        if self._current == 0 or (limits is not None and limits.is_fixed):
            return self._current + unit
        added = self._full
        if self._house.min_raise == "double":
            added = self._current
        elif self._house.min_raise == "double-increment" and self._full_was_raise:
            added = 2 * self._full
        return self._current + max(added, unit)
