"""What was said and ruled in a hand: its events beside its actions (house rules H-IX.6 to H-IX.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from holdem_sim.recheck.dealing import MISDEALS
from holdem_sim.recheck.house import House
from holdem_sim.recheck.lineup import Kind
from holdem_sim.recheck.play import Play
from holdem_sim.recheck.rows import EventRow, Hand
from holdem_sim.recheck.rulings import CALL, DECLARED, OUT_OF_TURN, Ruling
from holdem_sim.recheck.words import told
from holdem_sim.schema import ACTIONS, MANNERS, STREETS

Complain = Callable[..., None]


class Rulings:
    """The events about rulings of one hand; ``start`` is when the deal that counts began, in ms of the hand.

    ``complain`` takes what is wrong, the seat, and the values expected and found.
    """

    def __init__(self, hand: Hand, house: House, start: int, complain: Complain) -> None:
        self._row = hand.row
        self._dealt = {s.seat for s in hand.seats}
        self._house = house
        self._start = start
        self._complain = complain
        self._errors = 0

    def check(self, play: Play, events: Sequence[EventRow]) -> None:
        """Hold the events of the deal that counts against what was done in it."""
        due = iter(play.rulings)
        free: Counter[tuple[Any, Any]] = Counter()
        for event in events:
            if event.kind != "ruling":
                self._errors += 1
                continue
            said = told(event.kind, event.detail)
            if said is None or said.wanted is None or said.manner is None:
                self._complain("events: detail of the ruling", event.seat, "its words", event.detail)
            elif said.ruled is None:
                free[event.seat, event.street] += 1
                self._free_again(event, said.manner, said.wanted, play)
            else:
                manner, wanted, ruled = MANNERS.index(said.manner), said.wanted, said.ruled
                self._ruled(event, next(due, None), (manner, ACTIONS.index(wanted), ACTIONS.index(ruled)))
        for missing in due:
            self._complain("events: no ruling", missing.seat, _told(missing), None)
        answers: Counter[tuple[Any, Any]] = Counter(
            (seat, STREETS[street]) for _, seat, street in play.answers
        )
        for place, times in free.items():
            if times > answers[place]:
                self._complain(
                    "events: somebody was free again", place[0], f"at most {answers[place]}", times
                )

    def check_void(self, events: Sequence[EventRow]) -> None:
        """Rulings of attempts that were void: what was done in them is not known, but who was dealt in is."""
        street = 0
        for event in events:
            place = STREETS.index(event.street) if event.street in STREETS else -1
            if event.kind == "ruling":
                if event.seat not in self._dealt or told("ruling", event.detail) is None:
                    self._complain("events: a ruling in a void hand", event.seat, "a player's", event.detail)
                if place < street:
                    self._complain("events: street of a ruling", event.seat, STREETS[street], event.street)
                street = max(street, place)
            elif event.kind in MISDEALS:
                if place < street:
                    self._complain(
                        f"events: street of the {event.kind}", event.seat, STREETS[street], event.street
                    )
                street = 0

    def _ruled(self, event: EventRow, due: Ruling | None, found: tuple[int, int, int]) -> None:
        at = (event.seat, event.street)
        if (
            due is None
            or at != (due.seat, STREETS[due.street])
            or found != (due.manner, due.wanted, due.ruled)
        ):
            self._complain("events: ruling", event.seat, None if due is None else _told(due), event.detail)
        else:
            self._at(event, due.decided, due.street)

    def _free_again(self, event: EventRow, manner: str, wanted: str, play: Play) -> None:
        """Only a bet or raise before his turn sets somebody free, and not from a fold (H-IX.9)."""
        if manner != MANNERS[OUT_OF_TURN] or wanted == "fold":
            self._complain(
                "events: free again", event.seat, "what was said out of turn, no fold", event.detail
            )
        street = STREETS.index(event.street) if event.street in STREETS else 0
        times = [decided for decided, seat, where in play.answers if (seat, where) == (event.seat, street)]
        if times and self._ms(event) not in [self._expected(decided, street) for decided in times]:
            self._complain("events: clock_s of a ruling", event.seat, "his turn", event.clock_s)

    def _ms(self, event: EventRow) -> int:
        return round((event.clock_s - self._row.started_s) * 1000)

    def _expected(self, decided: int, street: int) -> int:
        clock = self._house.clock_ms
        ms = self._start + self._house.deal_ms + decided * clock["action_s"] + street * clock["street_s"]
        return ms + self._errors * clock["error_s"]

    def _at(self, event: EventRow, decided: int, street: int) -> None:
        ms = self._expected(decided, street)
        if self._ms(event) != ms:
            expected = f"{self._row.started_s + ms / 1000:.3f}"
            self._complain("events: clock_s of a ruling", event.seat, expected, event.clock_s)


def _told(ruling: Ruling) -> str:
    return f"a {ACTIONS[ruling.wanted]}, {MANNERS[ruling.manner]}, ruled a {ACTIONS[ruling.ruled]}"


def wrong_manner(kind: Kind, action: int, manner: int) -> str | None:
    """What is wrong with how a player of this type announced a decision, or None."""
    if manner != DECLARED and not kind.chooses and not kind.manners[manner]:
        return f"{MANNERS[manner]}, which he never is"
    if manner not in (DECLARED, OUT_OF_TURN) and action < CALL:
        return f"{MANNERS[manner]}, although he put no chips in"
    if manner == DECLARED and action >= CALL and not kind.chooses and sum(kind.manners[1:3]) == 1:
        return "declared, which he never does"
    return None
