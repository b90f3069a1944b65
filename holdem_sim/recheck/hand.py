"""One hand: do its rows say the same thing, and is it what the rules make of its cards and actions?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from holdem_sim.recheck.announcing import Rulings
from holdem_sim.recheck.cards import CARDS, best_hand, split
from holdem_sim.recheck.dealing import Slips
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.house import House
from holdem_sim.recheck.moments import TICK_S
from holdem_sim.recheck.money import Pot, awards_of, order_of_showing, pots_of, uncalled_bet
from holdem_sim.recheck.play import Play
from holdem_sim.recheck.rows import EventRow, Hand, clockwise
from holdem_sim.recheck.stakes import Forced
from holdem_sim.schema import POSITIONS, STREETS

BOARD_CARDS = (0, 3, 4, 5)
TAX_PAID_TOLERANCE = 1e-9
DURATION_TOLERANCE = 1e-7


def check_hand(
    hand: Hand,
    house: House,
    faults: Faults,
    events: Sequence[EventRow] = (),
    forced: Forced | None = None,
) -> int:
    """Check everything that one hand's rows, and the events within it, say; returns how many wishes were not legal.

    ``forced`` is what must be posted, where that is known from the hands before.
    """
    check = _Check(hand, house, faults, events)
    check.forced = forced
    if not check.seats():
        return 0
    check.cards()
    check.times(events)
    play = Play(hand, house, faults, forced)
    if play.follow():
        check.outcome(play)
        if house.manners or play.rulings:
            check.rulings(play, events)
    return play.corrected


class _Check:
    def __init__(self, hand: Hand, house: House, faults: Faults, events: Sequence[EventRow]) -> None:
        self.forced: Forced | None = None
        self.slips = None
        if not house.careful or events or hand.row.misdeals:
            self.slips = Slips(hand, events, house, faults)
            self.slips.check()
        self.hand = hand
        self.row = hand.row
        self.house = house
        self.faults = faults
        self.by_seat = {row.seat: row for row in hand.seats}

    def _fault(self, what: str, seat: int | None = None, expected: Any = None, found: Any = None) -> None:
        self.faults.add(what, hand_id=self.row.hand_id, seat=seat, expected=expected, found=found)

    def _same(self, what: str, expected: Any, found: Any, seat: int | None = None) -> None:
        if expected != found:
            self._fault(what, seat, expected, found)

    # -- who sits where, with what

    def seats(self) -> bool:
        """Seats, positions and each seat's sums; False if the hand makes no sense without them."""
        seats, row = self.hand.seats, self.row
        numbers = [s.seat for s in seats]
        self._same("players_dealt", len(seats), row.players_dealt)
        if (
            len(seats) < 2
            or numbers != sorted(set(numbers))
            or not all(0 <= n < self.house.seats for n in numbers)
        ):
            self._fault(
                "seats dealt in", None, f"two or more of 0 to {self.house.seats - 1}, each once", numbers
            )
            return False
        if row.button_seat not in self.by_seat and not self.house.dead_button:
            self._fault("button_seat: nobody is dealt in there", row.button_seat)
            return False
        if len({s.player_id for s in seats}) < len(seats):
            self._fault("player_id: one player sits on two seats", None, None, [s.player_id for s in seats])
        order = self.hand.order
        dead_small = self.forced is not None and len(order) > 2 and self.forced.big == order[0]
        positions = positions_of(order, row.button_seat, dead_small)
        for s in seats:
            self._same("position", POSITIONS[positions[s.seat]], POSITIONS[s.position], s.seat)
            self._same("net", s.won - s.contributed, s.net, s.seat)
            self._same("stack_end", s.stack_start + s.net, s.stack_end, s.seat)
            if s.stack_start <= 0:
                self._fault("stack_start", s.seat, "chips", s.stack_start)
        self._same("small_blind", self.house.small_blind, row.small_blind)
        self._same("big_blind", self.house.big_blind, row.big_blind)
        return True

    def cards(self) -> None:
        """Every card once, and as many as the streets need."""
        row = self.row
        held = [(s.seat, s.hole_cards) for s in self.hand.seats]
        for seat, pair in held:
            if len(pair) != 4:
                self._fault("hole_cards", seat, "two cards", pair)
        self._same("cards on the board", BOARD_CARDS[row.last_street], len(row.board) // 2)
        burns = row.last_street + (self.slips is not None and self.slips.early_burn())
        self._same("burned cards", burns, len(row.burned) // 2)
        text = "".join(pair for _, pair in held) + row.board + row.burned
        cards = split(text)
        if len(set(cards)) < len(cards) or not CARDS.issuperset(cards):
            wrong = sorted({c for c in cards if cards.count(c) > 1 or c not in CARDS})
            self._fault("cards that are none or there twice", None, "different cards", " ".join(wrong))

    def times(self, events: Sequence[EventRow]) -> None:
        """What happened within the hand happened while it was played."""
        row = self.row
        for event in events:
            if (
                not -TICK_S
                <= event.clock_s - row.started_s
                <= row.duration_s * (1 + DURATION_TOLERANCE) + TICK_S
            ):
                self._fault(
                    f"events: clock_s of {event.kind}", event.seat, "a time of the hand", event.clock_s
                )

    # -- what came of it

    def outcome(self, play: Play) -> None:
        row, total = self.row, dict(play.total)
        uncalled, owner = uncalled_bet(total, play.live)
        if owner is not None:
            total[owner] -= uncalled
        pots = pots_of(total, sum(play.dead.values()), play.live)
        pot = sum(total.values()) + sum(play.dead.values())
        self._same("uncalled", uncalled, row.uncalled)
        self._same("pot", pot, row.pot)
        self._same("showdown", len(play.live) > 1, row.showdown)
        self._same("blinds_posted", play.blinds, row.blinds_posted)
        self._duration(play)
        for s in self.hand.seats:
            contributed = total[s.seat] + play.dead[s.seat]
            self._same("contributed", contributed, s.contributed, s.seat)
            self._same("all_in", s.seat in play.all_in, s.all_in, s.seat)
            folded = play.folded.get(s.seat, -1)
            self._same("folded_street", _street(folded), _street(s.folded_street), s.seat)
            paid = row.tax * contributed / pot if pot else 0.0
            if not abs(s.tax_paid - paid) <= TAX_PAID_TOLERANCE * max(1.0, paid):
                self._fault("tax_paid", s.seat, paid, s.tax_paid)
        left = self._taxed(pots, pot)
        winners = self._winners(pots, self._shown(pots, play))
        self._awards(left, winners)
        if self.slips is not None:
            self.slips.pushed(play, winners)

    def rulings(self, play: Play, events: Sequence[EventRow]) -> None:
        """Every ruling of the deal that counts has its event."""
        start, first = (0, 0) if self.slips is None else (self.slips.start, self.slips.last_void + 1)
        rulings = Rulings(self.hand, self.house, start, self._fault)
        rulings.check_void(events[:first])
        rulings.check(play, events[first:])

    def _duration(self, play: Play) -> None:
        clock, row = self.house.clock_ms, self.row
        ms = self.house.deal_ms + clock["action_s"] * play.decisions + clock["street_s"] * row.last_street
        ms += clock["showdown_s"] if row.showdown else 0
        if self.slips is not None:
            self.slips.follow(play)
            ms += self.slips.start + clock["error_s"] * len(self.slips.final)
        seconds = ms / 1000
        if not abs(row.duration_s - seconds) <= DURATION_TOLERANCE * seconds:  # a float32 on disk
            self._fault("duration_s", None, seconds, row.duration_s)

    def _taxed(self, pots: list[Pot], pot: int) -> list[int]:
        """Check pots, tax and extra drop; returns what is left of each pot."""
        row, rows = self.row, self.hand.pots
        tax, drop = self.house.levy(pot, len(self.by_seat), row.last_street > 0)
        self._same("tax", tax, row.tax)
        self._same("extra_drop", drop, row.extra_drop)
        self._same("pots", len(pots), row.pots)
        taxes = self.house.tax.spread([p.amount for p in pots], tax)
        if len(rows) != len(pots):
            self._fault("rows in pots", None, len(pots), len(rows))
        else:
            for number, (expected, share, found) in enumerate(zip(pots, taxes, rows, strict=True)):
                self._same("pot_no", number, found.pot_no)
                self._same(f"pot {number}: amount", expected.amount, found.amount)
                self._same(f"pot {number}: contenders", expected.mask, found.contenders)
                self._same(f"pot {number}: tax", share, found.tax)
        left = [p.amount - share for p, share in zip(pots, taxes, strict=True)]
        for number, amount in enumerate(left):
            left[number] -= min(drop, amount)
            drop -= min(drop, amount)
        return left

    def _shown(self, pots: list[Pot], play: Play) -> dict[int, int]:
        """Check who showed, in which order, and the ranks; returns phevaluator's numbers by seat."""
        shown = (
            order_of_showing(pots, self.row.button_seat, play.river_aggressor) if len(play.live) > 1 else []
        )
        board = split(self.row.board)
        numbers: dict[int, int] = {}
        for s in self.hand.seats:
            place = shown.index(s.seat) if s.seat in shown else None
            self._same("show_order", place, s.show_order, s.seat)
            rank = None
            if place is not None:
                try:
                    numbers[s.seat], rank = best_hand(board + split(s.hole_cards))
                except (KeyError, ValueError):
                    continue  # the cards themselves have been found wrong
            self._same("hand_rank", rank, s.hand_rank, s.seat)
        return numbers

    def _winners(self, pots: list[Pot], numbers: dict[int, int]) -> list[list[int]]:
        """Who wins each pot, clockwise from the button."""
        seats = clockwise(self.row.button_seat)
        winners = []
        for pot in pots:
            best = min((numbers.get(seat, 0) for seat in pot.contenders), default=0)
            winners.append([s for s in seats if s in pot.contenders and numbers.get(s, 0) == best])
        return winners

    def _awards(self, left: list[int], winners: list[list[int]]) -> None:
        expected = awards_of(left, winners, self.house)
        if expected != self.hand.awards:
            self._fault("awards", None, _awards_text(expected), _awards_text(self.hand.awards))
        won = dict.fromkeys(self.by_seat, 0)
        for _, seat, amount in expected:
            won[seat] += amount
        for s in self.hand.seats:
            self._same("won", won[s.seat], s.won, s.seat)


def positions_of(order: list[int], button: int, dead_small: bool = False) -> dict[int, int]:
    """Each seat's place in POSITIONS; ``order`` are the seats dealt in, clockwise from the one after the button.

    If nobody has the button there is no BTN, under a dead small blind no SB (H-II.8).
    """
    if len(order) == 2:
        names = ["BB", "BTN"]
    else:
        blinds = ["BB"] if dead_small else ["SB", "BB"]
        last = ["BTN"] if order[-1] == button else []
        others = len(order) - len(blinds) - len(last)
        early = [f"UTG+{i}" if i else "UTG" for i in range(others - 2)]
        names = [*blinds, *early, *["HJ", "CO"][max(0, 2 - others) :], *last]
    return {seat: POSITIONS.index(name) for seat, name in zip(order, names, strict=True)}


def _street(place: int) -> str | None:
    return STREETS[place] if place >= 0 else None


def _awards_text(awards: list[tuple[int, int, int]]) -> str:
    return ", ".join(f"pot {pot}: {amount} to seat {seat}" for pot, seat, amount in awards) or "none"
