"""The reference floor: who sits, who is dealt in, who may go, who owes what, from hand to hand (H-VI, XIII, XIV, XVI).

It is told what people wish (to sit down, to buy chips, to leave, to change seats) in the order in which it
happens, and says what the house makes of it: a :class:`.guests.Refusal` for what the house would not allow, and for
every hand the button, the blinds and the posts.  It decides nothing that is a matter of taste or luck.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy

from .button import Button, clockwise, next_of, passed
from .guests import BIG, SMALL, Deal, FloorRules, Guest, need


class Floor:
    """One table of one session."""

    def __init__(self, rules: FloorRules) -> None:
        self.rules = rules
        self.guests: dict[int, Guest] = {}
        self.button = Button(rules.seats, rules.button, rules.heads_up)
        self.hand = 0
        self.round_first_hand = 0
        self.round_over = False  # settled before anybody leaves: the coming move of the button ends the round
        self.gone: dict[int, int] = {}  # what a player left with
        self.changed = False  # whether somebody changed seats before the coming hand
        self.speaks_first: int | None = None  # the player who then keeps the first word

    # Sitting down and getting up.

    def guest(self, seat: int) -> Guest:
        need(seat in self.guests, f"seat {seat} is empty")
        return self.guests[seat]

    def parties(self) -> list[str]:
        return [guest.party for guest in self.guests.values() if guest.party is not None]

    def may_sit(self, party: str | None) -> bool:
        """H-VI.9: with separate parties, no two of a party at one table."""
        return not (self.rules.separate_parties and party is not None and party in self.parties())

    def sit(self, seat: int, player: int, party: str | None = None, posts: bool = False) -> None:
        """Somebody takes a free seat; in a running game he is a newcomer (H-XIV.1)."""
        need(0 <= seat < self.rules.seats and seat not in self.guests, f"seat {seat} is not free")
        need(player not in {guest.player for guest in self.guests.values()}, f"player {player} sits twice")
        need(self.may_sit(party), f"two of the party {party!r} sit together (H-VI.9)")
        self.guests[seat] = Guest(player, waits=self.button.is_drawn, posts=posts, party=party)

    def least_buy_in(self, player: int, opening: bool) -> int:
        """The least a player must bring (H-VI.2, H-VI.3, H-VI.6)."""
        rules = self.rules
        if player in self.gone:
            return max(self.gone[player], rules.late_min)
        return rules.buy_in_min if opening else rules.late_min

    def buy_in(self, seat: int, chips: int, opening: bool) -> None:
        """The first chips of a stay."""
        guest = self.guest(seat)
        need(guest.stack == guest.brought == 0, f"seat {seat} buys in twice")
        least = self.least_buy_in(guest.player, opening)
        need(chips >= least, f"seat {seat} buys in for {chips}, at least {least} (H-VI.2, H-VI.3, H-VI.6)")
        most = max(self.rules.buy_in_max, self.gone.get(guest.player, 0))
        need(chips <= most, f"seat {seat} buys in for {chips}, at most {most} (H-VI.2, H-VI.6)")
        guest.stack = guest.brought = chips

    def rebuy(self, seat: int, chips: int) -> None:
        """More chips, between hands (H-VI.4, H-XVI)."""
        guest, rules = self.guest(seat), self.rules
        need(guest.brought > 0 and chips > 0, f"seat {seat} rebuys {chips} before a buy-in")
        need(guest.stack + chips <= rules.buy_in_max, f"seat {seat} rebuys past the maximum (H-XVI.2)")
        need(
            guest.stack > 0 or chips >= rules.buy_in_min, f"seat {seat} has nothing, rebuys {chips} (H-XVI.4)"
        )
        guest.stack += chips
        guest.brought += chips

    def charge(self, seat: int, chips: int) -> None:
        """The time charge, or what he has left."""
        guest = self.guest(seat)
        due = min(self.rules.time_charge, guest.stack)
        need(chips == due > 0, f"seat {seat} is charged {chips}, not {due}, of {guest.stack}")
        guest.stack -= chips

    def has_played_a_round(self, seat: int) -> bool:
        """Whether the round that now ends was full since the player's first hand (H-VI.5)."""
        first = self.guest(seat).first_hand
        return first is not None and first <= self.round_first_hand

    def may_leave(self, seat: int) -> bool:
        """H-VI.5: at the end of a round, after a full one; at any time without chips."""
        if self.guest(seat).stack == 0 or self.rules.leave == "any-hand":
            return True
        return self.round_over and self.has_played_a_round(seat)

    def leave(self, seat: int) -> int:
        """He gets up; what he takes along."""
        need(self.may_leave(seat), f"seat {seat} may not leave yet (H-VI.5)")
        guest = self.guests.pop(seat)
        self.gone[guest.player] = guest.stack
        return guest.stack

    # Who is in, and where the button goes.

    def ready(self) -> frozenset[int]:
        """The seats that can be dealt in without anything more."""
        return frozenset(s for s, guest in self.guests.items() if guest.stack > 0 and not guest.waits)

    def settle_round(self, rebuying: Collection[int] = ()) -> bool:
        """Whether the coming move of the button ends the round; some seats without chips are about to rebuy."""
        self.round_over = False
        if not self.button.is_drawn:
            return False
        tried = deepcopy(self)
        for seat in rebuying:
            tried.guests[seat].stack = max(tried.guests[seat].stack, 1)
        if len(tried.ready()) >= 2:
            self.round_over = tried.move_button()
        return self.round_over

    def let_in(self, seats: Collection[int]) -> None:
        """Newcomers whom the button has passed play from now on."""
        for seat in seats:
            if seat in self.guests:
                self.guests[seat].waits = False

    def draw(self, seat: int) -> None:
        """A game begins: everybody who sits there with chips plays (H-III, H-XIV.1)."""
        self.let_in(self.guests)
        self.button.draw(seat)
        self.begin_round()

    def begin_round(self) -> None:
        self.round_over = False
        self.round_first_hand = self.hand
        for guest in self.guests.values():
            guest.paid = set()

    def break_game(self) -> None:
        """Fewer than two can play (H-VI.1): whoever stays starts anew."""
        self.button.at = -1
        self.round_over = False

    def move_button(self) -> bool:
        """The button goes on; whom it passes is let in (H-II.8, H-XIV.1). Whether that ended a round."""
        old, seats = self.button.at, self.rules.seats
        self.button.is_dead = self.button.advances_by_seat(self.ready())
        new = self.button.goes_to(self.ready())
        self.let_in(passed(seats, old, new))
        for_two = self.button.set_for_two(self.ready())
        if for_two is not None:
            new = for_two
            self.let_in(passed(seats, old, new))
        ends = self.button.move(new) or self.round_over
        if ends:
            self.button.round_start = new
            self.begin_round()
        return ends

    # Newcomers who post (H-XIV.1).

    def posters(self) -> list[int]:
        """The newcomers who are dealt in at once, clockwise from the button, because they post both blinds.

        Beside two players there is no place but a blind's, or the button's: a newcomer waits for it.
        """
        entering: list[int] = []
        if len(self.ready()) < 3:
            return entering
        for seat in clockwise(self.rules.seats, self.button.at):
            guest = self.guests.get(seat)
            if guest is None or not guest.waits or not guest.posts:
                continue
            if guest.stack <= self.rules.small_blind + self.rules.big_blind or self.is_before_big_blind(seat):
                continue
            entering.append(seat)
        return entering

    def is_before_big_blind(self, seat: int) -> bool:
        """Whether a seat lies from the button to the big blind, as the players now in have them."""
        big = self.button.places(self.ready()).big
        way = clockwise(self.rules.seats, self.button.at)
        return seat == self.button.at or way.index(seat) <= way.index(big)

    def deal(self) -> Deal:
        """The next hand, the button being where it belongs: who is in and who posts what."""
        rules = self.rules
        entering = self.posters()
        dealt = self.ready() | frozenset(entering)
        need(len(dealt) >= 2, "fewer than two can play (H-VI.1)")
        places = self.button.places(dealt)
        posts: list[tuple[int, str, int]] = []
        for seat in clockwise(rules.seats, places.button):
            guest = self.guests.get(seat)
            if seat in entering:
                posts.append((seat, "post-dead", rules.small_blind))
                posts.append((seat, "post-" + rules.entry_post, rules.big_blind))
            elif guest is not None and seat in dealt:
                posts += [
                    (seat, "post-dead", self.price([blind])) for blind in (SMALL, BIG) if blind in guest.owed
                ]
        return Deal(places, dealt, tuple(posts), self.first_speaker(dealt))

    # Changing seats (H-XIII).

    def blinds_to_come(self, seat: int) -> set[str]:
        """The blinds that the player in this seat still has before him in this round, everybody else staying put."""
        button, ready = self.button.copy(), self.ready()
        found: set[str] = set()
        if self.round_over:
            return found
        while True:
            new = button.landing(ready)
            if button.move(new):
                return found
            places = button.places(ready)
            if seat == places.small:
                found.add(SMALL)
            if seat == places.big:
                found.add(BIG)
            button.note(places)

    def change_seat(self, old: int, new: int) -> list[str]:
        """He moves; what he owes: the blinds before him that he skips and has not paid in this round (H-XIII.1, 2)."""
        need(new not in self.guests and 0 <= new < self.rules.seats, f"seat {new} is not free")
        need(old in self.ready(), f"seat {old} is not in the game")
        need(not self.changed, "two changes of seats before one hand")
        first = self.first_if_nobody_moves()
        before = self.blinds_to_come(old)
        guest = self.guests[new] = self.guests.pop(old)
        skipped = before - self.blinds_to_come(new)
        guest.owed = [blind for blind in (SMALL, BIG) if blind in skipped and blind not in guest.paid]
        self.changed, self.speaks_first = True, first
        self.button.follow(old, new, self.ready())
        return guest.owed

    def price(self, blinds: Collection[str]) -> int:
        return sum(self.rules.small_blind if blind == SMALL else self.rules.big_blind for blind in blinds)

    def first_if_nobody_moves(self) -> int:
        """The player who would speak first in the coming hand as everybody sits now."""
        tried = deepcopy(self)
        tried.move_button()
        deal = tried.deal()
        return tried.guests[next_of(deal.dealt, self.rules.seats, deal.places.big)].player

    def first_speaker(self, dealt: Collection[int]) -> int | None:
        """H-XIII.3: the seat where he now sits who would have spoken first without the change of seats."""
        return next((seat for seat in dealt if self.guests[seat].player == self.speaks_first), None)

    # The hand.

    def play(self, deal: Deal, ends: dict[int, int]) -> None:
        """The hand has been dealt; ``ends`` are the stacks after it."""
        for seat in deal.dealt:
            guest = self.guests[seat]
            guest.waits = False
            guest.stack = ends[seat]
            guest.hands += 1
            if guest.first_hand is None:
                guest.first_hand = self.hand
            guest.paid |= set(guest.owed)
            guest.owed = []
        for seat in {seat for seat, _, _ in deal.posts}:
            if self.guests[seat].first_hand == self.hand:
                self.guests[seat].paid = {SMALL, BIG}
        if not deal.places.small_dead:
            self.guests[deal.places.small].paid.add(SMALL)
        self.guests[deal.places.big].paid.add(BIG)
        self.button.note(deal.places)
        self.changed, self.speaks_first = False, None
        self.hand += 1
