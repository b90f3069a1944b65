"""A recorded session followed by the reference floor, gap by gap and hand by hand.

What people wished is taken from the events and the ledger; what had to come of it is the floor's business
(:mod:`oracle.floor`).  The clock must give every hand some time: the gap of an event is told by its clock.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from holdem_sim.config import Config
from holdem_sim.schema import DEPARTURE_REASONS
from houses import floor_rules
from oracle.floor import Floor
from oracle.guests import BIG, SMALL, Deal, Guest, need
from oracle.queue import WaitingList
from sessions import Rows, by_hand

Row = dict[str, Any]


@dataclass
class Stay:
    """What is known of a player beside his chips: his type's number, since when he sits, why he wants to leave."""

    type: int
    since_ms: int
    wishes: set[str]
    rebuys: int = 0


class Follower:
    """Walks through the rows of one session."""

    def __init__(self, config: Config, rows: Rows) -> None:
        self.kinds = list(config.lineup.types.values())
        self.floor = Floor(floor_rules(config))
        self.list = WaitingList()
        self.rows = rows
        self.hands = rows["hands"]
        self.types = {row["player_id"]: row["type"] for row in rows["players"]}
        self.stays: dict[int, Stay] = {}
        self.deals: list[Deal] = []
        self.opening = True
        self.seen_ms = 0  # who joins the list came after this
        self.events, self.ledger = self.by_gap()
        self.seats, self.actions = by_hand(rows, "seats"), by_hand(rows, "actions")

    def by_gap(self) -> tuple[dict[int, list[Row]], dict[int, list[Row]]]:
        """Events and ledger lines by the number of the hand before which they happened."""
        started = [hand["started_s"] for hand in self.hands]
        assert started == sorted(set(started)), "a hand took no time"
        events, ledger = defaultdict(list), defaultdict(list)
        for row in self.rows["events"]:
            if row["hand_id"] < 0:
                events[bisect_left(started, row["clock_s"])].append(row)
        for row in self.rows["ledger"]:
            if row["seat"] >= 0:
                ledger[row["hand_no"]].append(row)
        return events, ledger

    def follow(self) -> list[Deal]:
        """The whole session; how each hand had to begin."""
        for number in range(len(self.hands) + 1):
            try:
                self.gap(number)
                if number < len(self.hands):
                    self.deal(number)
            except AssertionError as error:
                raise AssertionError(
                    f"before or in hand {number}: {error}\n{self.situation(number)}"
                ) from error
        return self.deals

    def situation(self, number: int) -> str:
        guests = {
            seat: (g.player, g.stack, "waits" if g.waits else "") for seat, g in self.floor.guests.items()
        }
        lines = [f"guests {guests}", f"button {self.floor.button}"]
        lines += [f"event {row}" for row in self.events[number]]
        lines += [f"ledger {row}" for row in self.ledger[number]]
        return "\n".join(lines)

    # Between hands.

    def gap(self, number: int) -> None:
        self.lines = list(self.ledger[number])
        self.departed: set[int] = set()
        while self.lines and self.lines[0]["kind"] == "time-charge":
            self.book(self.lines.pop(0))
        self.look_at_wishes(number)
        here = {guest.player for guest in self.floor.guests.values()}
        rebuying = {
            line["seat"] for line in self.lines if line["kind"] == "rebuy" and line["player_id"] in here
        }
        self.floor.settle_round(rebuying)
        leaving = self.who_leaves() if number < len(self.hands) else {}
        for event in self.events[number]:
            getattr(self, "on_" + event["kind"].replace("-", "_"))(event)
        self.book_all()
        for seat, player in leaving.items():
            need(player in self.departed, f"seat {seat} wants to leave, may, and stays (H-VI.5)")
        if number < len(self.hands):
            self.seen_ms = self.hands[number]["started_s"]

    def look_at_wishes(self, number: int) -> None:
        """Reasons to leave that can be counted, looked at when a hand is over."""
        if number == 0:
            return
        before = self.hands[number - 1]
        clock = before["started_s"] + before["duration_s"]
        for guest in self.floor.guests.values():
            stay = self.stays[guest.player]
            stay.wishes |= self.reasons(guest, stay, clock)

    def reasons(self, guest: Guest, stay: Stay, clock: int) -> set[str]:
        kind, big = self.kinds[stay.type], self.floor.rules.big_blind
        found = set()
        if kind.stay_hands is not None and guest.hands >= kind.stay_hands:
            found.add("hands")
        if kind.stay_hours is not None and clock - stay.since_ms >= Fraction(kind.stay_hours) * 3_600_000:
            found.add("hours")
        if kind.stop_loss_bb is not None and guest.brought - guest.stack >= limit(kind.stop_loss_bb, big):
            found.add("stop-loss")
        if kind.stop_win_bb is not None and guest.stack - guest.brought >= limit(kind.stop_win_bb, big):
            found.add("stop-win")
        if guest.hands > 0 and len(self.deals[-1].dealt) < kind.company:
            found.add("too few")
        return found

    def who_leaves(self) -> dict[int, int]:
        """Who wants to leave and may, by seat."""
        return {
            seat: guest.player
            for seat, guest in self.floor.guests.items()
            if self.stays[guest.player].wishes and self.floor.may_leave(seat)
        }

    def book(self, line: Row) -> None:
        """A line of the ledger that belongs to no arrival or departure."""
        seat, chips = line["seat"], line["amount"]
        need(self.floor.guest(seat).player == line["player_id"], f"{line}: somebody else sits there")
        if line["kind"] == "rebuy":
            need(not self.stays[line["player_id"]].wishes, f"{line}: he wants to leave")
            self.stays[line["player_id"]].rebuys += 1
            self.floor.rebuy(seat, chips)
        elif line["kind"] == "time-charge":
            self.floor.charge(seat, -chips)
            guest = self.floor.guest(seat)
            stay = self.stays[guest.player]  # a charge may be the last straw, also while the game is broken
            stay.wishes |= self.reasons(guest, stay, line["clock_s"]) & {"hours", "stop-loss"}
        else:
            raise AssertionError(f"{line} without an event")

    def book_all(self) -> None:
        while self.lines:
            self.book(self.lines.pop(0))

    def book_until(self, seat: int, kind: str) -> Row:
        """Book what comes before the next line of a kind for a seat, and take that line."""
        while self.lines:
            line = self.lines.pop(0)
            if (line["seat"], line["kind"]) == (seat, kind):
                return line
            self.book(line)
        raise AssertionError(f"no {kind} for seat {seat}")

    def on_session_opened(self, event: Row) -> None:
        need(not self.floor.guests, "a session opens with somebody seated")

    def on_arrival(self, event: Row) -> None:
        seat = event["seat"]
        line = self.book_until(seat, "buy-in")
        player = line["player_id"]
        kind = self.kinds[self.types[player]]
        back = player in self.floor.gone
        need(back == (event["detail"][0] == 1), f"{event}: comes back: {back}")
        self.list.fill(self.types[player], back, lambda number: self.floor.may_sit(self.kinds[number].party))
        self.floor.sit(seat, player, kind.party, posts=kind.entry == "post")
        self.floor.buy_in(seat, line["amount"], self.opening)
        self.stays[player] = Stay(self.types[player], event["clock_s"], set())

    def on_departure(self, event: Row) -> None:
        seat, reason = event["seat"], DEPARTURE_REASONS[event["detail"][0]]
        guest = self.floor.guest(seat)
        stay = self.stays[guest.player]
        while self.lines and guest.stack > 0 and self.lines[0]["kind"] != "cash-out":
            self.book(self.lines.pop(0))
        stay.wishes |= self.reasons(guest, stay, event["clock_s"])  # time has passed if the game was broken
        if reason == "broke":
            need(guest.stack == 0, f"{event}: he has {guest.stack}")
        elif reason == "time to go":
            need(not isinstance(self.kinds[stay.type].departure, str), f"{event}: he never wants to")
        else:
            need(reason in stay.wishes, f"{event}: he has no such wish, only {stay.wishes}")
        self.departed.add(guest.player)
        chips = self.floor.leave(seat)
        if chips > 0:
            line = self.book_until(seat, "cash-out")
            need(-line["amount"] == chips, f"{line}: he had {chips}")

    def on_waiting(self, event: Row) -> None:
        number, place, back = event["detail"][:3]
        need(
            self.list.join(number, back == 1, self.seen_ms, event["clock_s"]) == place,
            f"{event}: a wrong place",
        )

    def on_gave_up(self, event: Row) -> None:
        number, _, back = event["detail"][:3]
        patience = self.patience_of(number)
        need(patience is not None, f"{event}: his patience has no end")
        self.list.give_up(number, back == 1, event["clock_s"], patience)

    def patience_of(self, number: int) -> int | None:
        """How long a player of the type waits, in ms; None: as long as it takes."""
        patience = self.kinds[number].patience
        return None if isinstance(patience, str) else round(Fraction(patience) * 60_000)

    def on_refused(self, event: Row) -> None:
        party = self.kinds[event["detail"][0]].party
        need(not self.floor.may_sit(party), f"{event}: he may sit (H-VI.9)")

    def on_seat_change(self, event: Row) -> None:
        self.book_all()
        old, (new, small, big) = event["seat"], event["detail"][:3]
        owed = self.floor.change_seat(old, new)
        recorded = [name for name, owes in ((SMALL, small), (BIG, big)) if owes == 1]
        need(owed == recorded, f"{event}: owes {owed} (H-XIII)")
        need(self.floor.guest(new).stack > self.floor.price(owed), f"{event}: he cannot pay")

    def on_game_broken(self, event: Row) -> None:
        self.floor.break_game()

    def on_game_restarted(self, event: Row) -> None:
        self.book_all()
        need(not self.floor.button.is_drawn or len(self.floor.ready()) < 2, "a game restarts that goes on")
        self.floor.break_game()

    def on_button_draw(self, event: Row) -> None:
        """H-III.1: a card to everybody who can play, the highest gets the button."""
        self.book_all()
        cards = {seat: card for seat, card in enumerate(event["detail"]) if card >= 0}
        with_chips = {seat for seat, guest in self.floor.guests.items() if guest.stack > 0}
        need(
            set(cards) == with_chips and len(set(cards.values())) == len(cards), f"{event}: {with_chips} draw"
        )
        need(cards[event["seat"]] == max(cards.values()), f"{event}: a higher card was drawn (H-III.1)")
        self.floor.draw(event["seat"])
        self.opening = False
        self.drawn = True

    def on_session_closed(self, event: Row) -> None:
        while self.lines and self.lines[0]["kind"] != "cash-out":
            self.book(self.lines.pop(0))
        for line in self.lines:
            need(line["kind"] == "cash-out", f"{line} at the end")
            need(-line["amount"] == self.floor.guests.pop(line["seat"]).stack, f"{line} is not his stack")
        need(all(guest.stack == 0 for guest in self.floor.guests.values()), "somebody does not cash out")
        self.lines = []

    drawn = False

    # Hands.

    def deal(self, number: int) -> None:
        """Compare how the hand begins; take the stacks with which it ends."""
        if not self.drawn:
            need(self.floor.button.is_drawn, "a hand is dealt before a button was drawn (H-III)")
            self.floor.move_button()
        self.drawn = False
        hand = self.hands[number]
        self.check_room(hand["started_s"])
        self.check_chips(number)
        deal = self.floor.deal()
        seats = {row["seat"]: row for row in self.seats[hand["hand_id"]]}
        need(
            hand["button_seat"] == deal.places.button,
            f"button {hand['button_seat']}, not {deal.places} (H-II.8)",
        )
        need(set(seats) == deal.dealt, f"{sorted(seats)} are dealt in, not {sorted(deal.dealt)} (H-XIV.1)")
        self.check_blinds(hand["hand_id"], deal)
        for seat, row in seats.items():
            guest = self.floor.guests[seat]
            need((row["player_id"], row["stack_start"]) == (guest.player, guest.stack), f"{row}: {guest}")
        self.deals.append(deal)
        self.floor.play(deal, {seat: row["stack_end"] for seat, row in seats.items()})

    def check_room(self, clock: int) -> None:
        """Nobody sits without chips, waits beside a free seat, or waits too long."""
        broke = [seat for seat, guest in self.floor.guests.items() if guest.stack == 0]
        need(not broke, f"seats {broke} keep their places without chips (H-VI.8, H-XVI.4)")
        free = self.floor.rules.seats - len(self.floor.guests)
        someone = any(self.floor.may_sit(self.kinds[number].party) for number in self.list.types())
        need(not (free and someone), "a seat is free, and somebody who may sit waits for one")
        late = self.list.overdue(clock, self.patience_of)
        need(not late, f"{late} are still on the list")

    def check_chips(self, number: int) -> None:
        """Whoever buys more chips below some stack has done so, unless he may want to leave (H-XVI.1)."""
        rules = self.floor.rules
        for seat, guest in self.floor.guests.items():
            stay = self.stays[guest.player]
            kind = self.kinds[stay.type]
            came_now = number == 0 or stay.since_ms > self.hands[number - 1]["started_s"]
            if came_now or stay.wishes or kind.departure != "never":
                continue
            to = min(
                max(floor(Fraction(kind.rebuy_to_bb) * rules.big_blind), rules.buy_in_min), rules.buy_in_max
            )
            below = min(floor(Fraction(kind.rebuy_below_bb) * rules.big_blind), to)
            left = kind.max_rebuys == "unlimited" or stay.rebuys < int(kind.max_rebuys)
            need(not left or guest.stack >= below, f"seat {seat} plays on with {guest.stack}, below {below}")

    def check_blinds(self, hand_id: int, deal: Deal) -> None:
        actions = self.actions[hand_id]
        blinds = {row["action"]: row["seat"] for row in actions if row["action"].endswith("-blind")}
        expected = {"post-small-blind": deal.places.small, "post-big-blind": deal.places.big}
        if deal.places.small_dead:
            del expected["post-small-blind"]
        need(blinds == expected, f"blinds {blinds}, not {deal.places} (H-II.1, H-II.8)")


def limit(big_blinds: Any, big_blind: int) -> int:
    """A stop-loss or stop-win in chips."""
    return max(floor(Fraction(big_blinds) * big_blind), 1)
