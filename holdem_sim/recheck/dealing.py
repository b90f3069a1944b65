"""The dealer's errors of one hand: could they happen, and does the hand say what came of them (H-VII, H-VIII)?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from holdem_sim.recheck.cards import split
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.play import Play
from holdem_sim.recheck.rows import EventRow, Hand
from holdem_sim.recheck.words import Told, told
from holdem_sim.schema import STREETS

MOST_MISDEALS = 20
LONG_HAND, MANY_EVENTS = 4_000, 300
"""A hand with more actions or events is never void."""
BOARD_CARDS = (0, 3, 4, 5)
PREFLOP, FLOP, TURN, RIVER = STREETS
OPENED = (FLOP, TURN, RIVER)


class Shape(NamedTuple):
    """What an error looks like: how many cards it shows, on which streets, and whose it is (see ``Slips.seats``)."""

    cards: int
    streets: tuple[str, ...]
    seat: str = "nobody"


AT_THE_DEAL = {
    "exposed-pocket-card": Shape(1, (PREFLOP,), "dealt"),
    "extra-pocket-card": Shape(1, (PREFLOP,), "dealt"),
    "two-cards-face-up": Shape(2, (PREFLOP,)),
    "wrong-order": Shape(1, (PREFLOP,), "dealt"),
    "wrong-button": Shape(0, (PREFLOP,), "not the button"),
    "dealt-to-absent": Shape(1, (PREFLOP,), "absent"),
    "wrong-back": Shape(1, (PREFLOP,)),
    "duplicate-card": Shape(1, (PREFLOP,)),
}
MISDEALS = AT_THE_DEAL | {"board-card-to-player": Shape(1, OPENED, "dealt")}
"""Errors after which the hand is void (H-VII.1)."""
PREMATURE = {
    "premature-flop": Shape(3, (PREFLOP,), "dealt"),
    "premature-turn-or-river": Shape(1, (FLOP, TURN), "dealt"),
}
ONCE_OPENED = {
    "flop-without-burn": Shape(3, (FLOP,)),
    "exposed-burn": Shape(1, OPENED),
    "turn-and-river-together": Shape(1, (TURN,)),
}
AFTERWARDS = {"short-deck-after-hand": Shape(0, STREETS), "wrong-pot": Shape(0, STREETS, "dealt")}
FACE_UP = "one-card-face-up"
SHAPES = MISDEALS | PREMATURE | ONCE_OPENED | AFTERWARDS | {FACE_UP: Shape(1, (PREFLOP,))}


class Slips:
    """The errors of one hand, in the order in which they were made; ``final`` are those of the deal that counts."""

    def __init__(self, hand: Hand, events: Sequence[EventRow], house: House, faults: Faults) -> None:
        self._hand = hand
        self._row = hand.row
        self._house = house
        self._faults = faults
        self._errors = [event for event in events if event.kind in SHAPES]
        self.start = 0
        """When the deal that counts began, in ms of the hand, once the errors have been followed."""
        self._many = len(events) > MANY_EVENTS or len(hand.acts) > LONG_HAND
        self.last_void = max(
            (place for place, event in enumerate(events) if event.kind in MISDEALS), default=-1
        )
        """The place of the last misdeal among all events of the hand; -1: none."""
        voids = [place for place, event in enumerate(self._errors) if event.kind in MISDEALS]
        self._attempts = [
            self._errors[start + 1 : stop + 1] for start, stop in zip([-1, *voids], voids, strict=False)
        ]
        self.final = self._errors[voids[-1] + 1 :] if voids else self._errors

    def _fault(self, event: EventRow | None, what: str, expected: Any = None, found: Any = None) -> None:
        about = "" if event is None else f"{event.kind}: "
        seat = None if event is None else event.seat
        hand_id = self._row.hand_id
        self._faults.add(f"{about}{what}", hand_id=hand_id, seat=seat, expected=expected, found=found)

    # -- what the cards and rows say

    def early_burn(self) -> bool:
        """Whether a card was burned for a street that never came (H-VIII.1, H-VIII.3)."""
        here = STREETS[self._row.last_street]
        return any(event.kind in PREMATURE and event.street == here for event in self.final)

    def check(self) -> None:
        """Everything about the errors that does not need the betting."""
        row, misdeals = self._row, len(self._attempts)
        if row.misdeals != misdeals or misdeals > MOST_MISDEALS:
            expected = misdeals if misdeals <= MOST_MISDEALS else f"at most {MOST_MISDEALS}"
            self._fault(None, "misdeals", expected, row.misdeals)
        for attempt in (*self._attempts, self.final):
            made = Counter((event.kind, event.street) for event in attempt)
            for (kind, street), times in made.items():
                if times > 1:
                    self._fault(None, f"events: {kind} on the {street}", "once at most", times)
        for event in self._errors:
            said = self._shape(event, event in self.final)
            if said is not None and event in self.final:
                self._outcome(event, said)

    def _seats(self, event: EventRow, whose: str) -> bool:
        dealt = {s.seat for s in self._hand.seats}
        if whose == "absent":
            return event.seat in {*range(self._house.seats)} - dealt
        if whose == "not the button":
            return event.seat in dealt - {self._row.button_seat}
        return event.seat in dealt if whose == "dealt" else event.seat is None

    def _shape(self, event: EventRow, is_final: bool) -> Told | None:
        """Is it an error that this dealer makes, and are its street, seat and cards possible?"""
        shape, said = SHAPES[event.kind], told(event.kind, event.detail)
        if not self._house.error_rates[event.kind]:
            self._fault(event, "an error that this dealer never makes")
        last = self._row.last_street if is_final else len(STREETS)
        if event.street not in shape.streets or STREETS.index(event.street) > last:
            self._fault(event, "street", " or ".join(shape.streets), event.street)
            return None
        if not self._seats(event, shape.seat):
            self._fault(event, "seat", shape.seat, event.seat)
        if said is None or (shape.seat != "nobody" and said.seat != event.seat):
            self._fault(event, "detail", "its words, cards and seat", event.detail)
            return None
        cards = [*said.cards, *([] if said.burn is None else [said.burn])]
        if len(set(cards)) < len(cards):
            self._fault(event, "cards", "different ones", " ".join(cards))
        return said

    def _outcome(self, event: EventRow, said: Told) -> None:
        """Where the cards of an error in the deal that counts were before, and what they became."""
        burned, board = split(self._row.burned), split(self._row.board)
        street = STREETS.index(event.street or PREFLOP)
        burns, cards = street - 1, BOARD_CARDS[street - 1]
        if event.kind == FACE_UP:
            burns = cards = 0
            if burned and burned[0] != said.cards[0]:
                self._fault(event, "the first card burned", said.cards[0], burned[0])
        elif event.kind in PREMATURE:
            burns, cards = street + 1, BOARD_CARDS[street]
            if burned[street : street + 1] != [said.burn]:
                self._fault(event, "the burn card that stays", said.burn, " ".join(burned))
        elif event.kind == "turn-and-river-together":
            burns, cards = 2, 4
        elif event.kind not in ONCE_OPENED:
            return
        taken = {card for s in self._hand.seats for card in split(s.hole_cards)}
        for card in sorted({*said.cards} & {*taken, *burned[:burns], *board[:cards]}):
            self._fault(event, f"{card} had been dealt before")

    # -- what the betting says

    def follow(self, play: Play) -> None:
        """Hold the errors against the betting."""
        for attempt in self._attempts:
            self.start = self._void(attempt, self.start)
        self._times(play, self.start)
        self._musts(play)

    def pushed(self, play: Play, winners: list[list[int]]) -> None:
        """Hold pots pushed to the wrong player against the winners of each pot, clockwise from the button."""
        for event in self.final:
            if event.kind == "wrong-pot":
                self._wrong_pot(event, play, winners)

    def _ms(self, event: EventRow) -> int:
        return round((event.clock_s - self._row.started_s) * 1000)

    def _void(self, attempt: list[EventRow], start: int) -> int:
        """An attempt that was void: only the time of its actions is unknown; returns when the next one began."""
        clock, last = self._house.clock_ms, attempt[-1]
        street = STREETS.index(last.street or PREFLOP)
        least = (
            start + self._house.deal_ms + street * clock["street_s"] + (len(attempt) - 1) * clock["error_s"]
        )
        rest, each = self._ms(last) - least, clock["action_s"]
        acted = street > 0 and each > 0
        if rest < 0 or (rest % each if acted else rest):
            more = f" and whole actions of {each / 1000:.3f}" if acted else ""
            expected = f"{self._row.started_s + least / 1000:.3f}{more}"
            self._fault(last, "clock_s", expected, last.clock_s)
        return self._ms(last) + clock["error_s"]

    def _times(self, play: Play, start: int) -> None:
        """Each error of the deal that counts happened at a moment that the actions tell."""
        clock = self._house.clock_ms
        for number, event in enumerate(self.final):
            street = STREETS.index(event.street or PREFLOP)
            showdown = 0
            if event.kind in PREMATURE:
                last = play.last_to_speak[street]
                if last is None or last[1] != event.seat:
                    self._fault(event, "seat of the last to speak", last and last[1], event.seat)
                    continue
                decided = last[0]
            elif event.kind in AFTERWARDS:
                street, decided = self._row.last_street, play.decisions
                showdown = clock["showdown_s"] if self._row.showdown else 0
            else:
                decided = sum(play.decided[:street])
            ms = start + self._house.deal_ms + decided * clock["action_s"] + street * clock["street_s"]
            ms += showdown + number * clock["error_s"]
            if self._ms(event) != ms:
                expected = f"{self._row.started_s + ms / 1000:.3f}"
                self._fault(event, "clock_s", expected, event.clock_s)

    def _musts(self, play: Play) -> None:
        """Errors that this dealer always makes where he can."""
        rates, row = self._house.error_rates, self._row
        made = {(event.kind, event.street) for event in self.final}
        always = {kind for kind, rate in rates.items() if rate == 1}
        if len(self._hand.seats) == self._house.seats:
            always -= {"dealt-to-absent"}
        void = always & {*AT_THE_DEAL} or (always & {*MISDEALS} and row.last_street > 0 and not self._many)
        if void and row.misdeals < MOST_MISDEALS:
            self._fault(None, "misdeals of a dealer who always makes one", MOST_MISDEALS, row.misdeals)
        due: list[tuple[str, str]] = [(FACE_UP, PREFLOP), ("short-deck-after-hand", STREETS[row.last_street])]
        for street in range(row.last_street + 1):
            kind = "premature-turn-or-river" if street else "premature-flop"
            if play.last_to_speak[street] and street < 3:
                due.append((kind, STREETS[street]))
        if row.last_street >= 2:
            due.append(("turn-and-river-together", TURN))
        for street in range(1, row.last_street + 1):
            before = ("premature-turn-or-river" if street > 1 else "premature-flop", STREETS[street - 1])
            if before in made:
                continue
            if street == 1:
                due.append(("flop-without-burn", FLOP))
            if street > 1 or (FACE_UP, PREFLOP) not in made:
                due.append(("exposed-burn", STREETS[street]))
        for kind, where in due:
            if kind in always and (kind, where) not in made:
                self._fault(None, f"{kind}: it is always made, but not on the {where}")

    def _wrong_pot(self, event: EventRow, play: Play, by_pot: list[list[int]]) -> None:
        """Somebody who had not won it got a pot, and its first winner gets it back (H-VI.10).

        The winners are those with the best hand: who wins less than the smallest chip gets nothing (H-X.1).
        """
        said = told(event.kind, event.detail)
        if said is None:
            return
        winners = by_pot[said.pot] if said.pot < len(by_pot) else []
        if winners[:1] != [said.right]:
            self._fault(event, "the pot's first winner", winners[:1] or "nobody", said.right)
        losers = [seat for seat in play.live if seat not in winners] or [
            s.seat for s in self._hand.seats if s.seat not in winners
        ]
        if event.seat not in losers:
            self._fault(event, "the wrong seat", f"one of {sorted(losers)}", event.seat)
