"""What players did and could have done, counted again from a run's rows: hand by hand, in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from holdem_sim.dataset import Run
from reporting import Row, grouped, rows

Counts = dict[tuple[int, int], Counter]
"""By hand_id and seat."""
RAISES, DECISIONS = ("bet", "raise"), ("fold", "check", "call", "bet", "raise")


def recount(run: Run) -> tuple[list[Row], Counts]:
    """The rows of seats, and for each of them how often everything happened."""
    hands = {hand["hand_id"]: hand for hand in rows(run, "hands")}
    seats, acts = rows(run, "seats"), grouped(rows(run, "actions"), lambda act: act["hand_id"])
    found: Counts = defaultdict(Counter)
    for hand_id, mates in grouped(seats, lambda seat: seat["hand_id"]).items():
        hand = _Hand(mates, [act for act in acts.get(hand_id, []) if act["action"] in DECISIONS])
        hand.before_the_flop()
        hand.flop_and_turn()
        hand.outcome(hands[hand_id])
        found |= {(hand_id, seat): counts for seat, counts in hand.counts.items()}
    return seats, found


class _Hand:
    def __init__(self, mates: list[Row], acts: list[Row]) -> None:
        self.mates = {seat["seat"]: seat for seat in mates}
        self.counts: dict[int, Counter] = {seat: Counter(hands=1) for seat in self.mates}
        self.streets: dict[str, list[Row]] = {
            street: [act for act in acts if act["street"] == street]
            for street in ("preflop", "flop", "turn", "river")
        }

    def note(self, seat: int, chance: str, taken: str, is_taken: bool) -> None:
        self.counts[seat][chance] += 1
        self.counts[seat][taken] += is_taken

    def before_the_flop(self) -> None:
        raises: list[Row] = []
        folded: set[int] = set()
        spoken: set[int] = set()
        entered = False
        stealer = None
        for act in self.streets["preflop"]:
            seat, action = act["seat"], act["action"]
            position, raised = self.mates[seat]["position"], action in RAISES
            if action in ("call", *RAISES):
                self.counts[seat]["vpip"] = 1
            if raised:
                self.counts[seat]["pfr"] = 1
            if not entered and position in ("CO", "BTN", "SB"):
                self.note(seat, "could_steal", "did_steal", raised)
                stealer = seat if raised else None
            if len(raises) == 1:
                if stealer is not None and position in ("SB", "BB"):
                    self.note(seat, "faced_steal", "folded_to_steal", action == "fold")
                if self.may_raise(act, raises[0], folded, spoken):
                    self.note(seat, "could_3bet", "did_3bet", raised)
            if len(raises) == 2 and raises[0]["seat"] == seat:
                self.note(seat, "faced_3bet", "folded_to_3bet", action == "fold")
            entered |= action != "fold"
            raises += [act] if raised else []
            folded |= {seat} if action == "fold" else set()
            spoken.add(seat)
        self.aggressor = raises[-1]["seat"] if raises else None

    def may_raise(self, act: Row, first: Row, folded: set[int], spoken: set[int]) -> bool:
        """Whether the first raise can be raised: by the player's chips, by those of others, by the rules."""
        if act["stack_before"] + act["to"] - act["amount"] <= first["to"]:
            return False
        dead = defaultdict(int)  # nothing in these runs; antes and dead posts would stand here
        others = [
            seat
            for seat, mate in self.mates.items()
            if seat != act["seat"] and seat not in folded and mate["stack_start"] - dead[seat] > first["to"]
        ]
        bet = first["to_call"] + first["to"] - first["amount"]
        reopened = act["seat"] not in spoken or first["to"] >= 2 * bet
        return bool(others) and reopened

    def flop_and_turn(self) -> None:
        bets: list[Row] = []
        for act in self.streets["flop"]:
            if not bets and act["seat"] == self.aggressor:
                self.note(act["seat"], "could_cbet", "did_cbet", act["action"] in RAISES)
            if len(bets) == 1 and bets[0]["seat"] == self.aggressor:
                self.note(act["seat"], "faced_cbet", "folded_to_cbet", act["action"] == "fold")
            bets += [act] if act["action"] in RAISES else []
        if [bet["seat"] for bet in bets] == [self.aggressor]:
            for act in self.streets["turn"]:
                if act["seat"] == self.aggressor:
                    self.note(act["seat"], "could_turn_cbet", "did_turn_cbet", act["action"] in RAISES)
                if act["seat"] == self.aggressor or act["action"] in RAISES:
                    break
        for street in ("flop", "turn", "river"):
            for act in self.streets[street]:
                name = {"fold": "folded", "call": "called", "bet": "raised", "raise": "raised"}
                self.counts[act["seat"]][name.get(act["action"], "checked")] += 1

    def outcome(self, hand: Row) -> None:
        for seat, mate in self.mates.items():
            if hand["last_street"] != "preflop" and mate["folded_street"] != "preflop":
                won = mate["won"] > 0
                self.note(seat, "saw_flop", "won_after_flop", won)
                if mate["folded_street"] is None and hand["showdown"]:
                    self.note(seat, "showed_down", "won_showdown", won)


def total(seats: list[Row], counts: Counts, name: str) -> int:
    """How often something happened to these rows of seats; ``acted`` is what the report calls so."""
    names = ("raised", "called", "folded") if name == "acted" else (name,)
    return sum(counts[seat["hand_id"], seat["seat"]][one] for seat in seats for one in names)


def sums_by_session(seats: list[Row], counts: Counts, *names: str) -> dict[Any, Any]:
    """The totals of several counts, by session."""
    groups = grouped(seats, lambda seat: seat["session_id"])
    return {session: tuple(total(mine, counts, name) for name in names) for session, mine in groups.items()}
