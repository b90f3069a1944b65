"""The reference dealer's betting: forced bets, who may do what, and what it does (H-IX, H-XII, D-1, G).

Written to be read beside the rules and for nothing else: it is slow, keeps everything in lists and
dictionaries by seat, and shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .course import FLOP, PREFLOP, Act, Chooser, Decision, IllegalAction, Start
from .house import House


class Betting:
    """The chips of one hand.  ``deck`` is the 52 cards from the top."""

    def __init__(self, house: House, start: Start, deck: Sequence[int], chooser: Chooser) -> None:
        self.house, self.start, self.chooser = house, start, chooser
        self.deck = list(deck)
        self.stack = list(start.stacks)
        self.dealt = [seat for seat in self.clockwise_from(start.button + 1) if self.stack[seat] > 0]
        if len(self.dealt) < 2 or len(start.blinds) < 2:
            raise ValueError("a hand needs two players and two blinds")
        self.big_blind = start.blinds[1]
        self.live = list(self.dealt)
        self.bet = dict.fromkeys(self.dealt, 0)  # on this street
        self.total = dict.fromkeys(self.dealt, 0)  # in this hand, dead chips apart
        self.dead = 0
        self.current_bet = 0
        self.last_full = 0  # the last full bet, or what the last full raise added
        self.last_full_is_raise = False
        self.acted: set[int] = set()
        self.aggressor: int | None = None
        self.full_bets = 0  # on this street: what the cap of fixed-limit counts
        self.street = PREFLOP
        self.board: list[int] = []
        self.burned: list[int] = []
        self.folded_street: dict[int, int] = {}
        self.acts: list[Act] = []
        self.decisions: list[Decision] = []
        self.said_fold: Callable[[int], bool] = lambda seat: False

    # Seats.

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, clockwise, beginning with this one."""
        seats = len(self.start.stacks)
        return [(seat + i) % seats for i in range(seats)]

    def dealt_from(self, seat: int) -> list[int]:
        """The seats dealt in, clockwise, beginning at this one."""
        return [s for s in self.clockwise_from(seat) if s in self.dealt]

    def blind_seats(self) -> tuple[int | None, list[int]]:
        """The small blind; the big blind and those who may post after it (H-II.1, H-II.8, H-XII.1)."""
        order = self.dealt_from(self.start.button + 1)
        if len(order) == 2 and self.house.heads_up == "button-small-blind":
            order.reverse()
        small, big = self.start.blind_at or order[:2]
        way = self.clockwise_from(big)
        to_button = way[: way.index(self.start.button) + 1]
        chain = [big, *(seat for seat in to_button[1:] if seat in self.dealt and len(order) > 2)]
        if len(self.start.blinds) - 1 > len(chain):
            raise ValueError("more blinds than players who may post them")
        return small, chain

    def dealing_order(self) -> list[int]:
        """Who gets the first card, and so on: from the small blind, or if it is dead from the button on (H-II.2)."""
        small, _ = self.blind_seats()
        return self.dealt_from(self.start.button + 1 if small is None else small)

    def others(self, seat: int) -> list[int]:
        return [s for s in self.live if s != seat]

    # Chips.

    def put_in(self, seat: int, action: str, chips: int, dead: bool = False, to_call: int = 0) -> None:
        """Move chips, at most the stack, and write it down."""
        pot_before, stack_before = sum(self.total.values()) + self.dead, self.stack[seat]
        chips = min(chips, stack_before)
        self.stack[seat] -= chips
        if dead:
            self.dead += chips
        else:
            self.total[seat] += chips
            if action != "post-ante":
                self.bet[seat] += chips
        all_in = self.stack[seat] == 0 and chips > 0
        to = self.bet[seat]
        self.acts.append(Act(self.street, seat, action, chips, to, to_call, pot_before, stack_before, all_in))

    def forced_bets(self) -> int:
        """Antes, blinds, posts; returns the seat of the last blind."""
        start = self.start
        for seat in self.dealing_order():
            if start.antes.get(seat, 0) > 0:
                self.put_in(seat, "post-ante", start.antes[seat], dead=start.dead_antes)
        small, chain = self.blind_seats()
        blinds = [] if small is None else [(small, "post-small-blind", start.blinds[0])]
        blinds.append((chain[0], "post-big-blind", start.blinds[1]))
        straddles = [
            (seat, "straddle", chips) for seat, chips in zip(chain[1:], start.blinds[2:], strict=False)
        ]
        for seat, name, chips in [*blinds, *start.entry, *straddles]:
            if self.stack[seat] > 0 or (seat, name, chips) not in start.entry:
                self.put_in(seat, name, chips, dead=name == "post-dead")
        for seat in self.dealt:
            if start.dead_posts.get(seat, 0) > 0:
                self.put_in(seat, "post-dead", start.dead_posts[seat], dead=True)
            if start.live_posts.get(seat, 0) > 0:
                self.put_in(seat, "post-live", start.live_posts[seat])
        # H-IX.5: a blind posted short counts as if it were full.
        self.current_bet = start.blinds[-1]
        self.last_full = max(self.current_bet, self.smallest_bet())
        self.full_bets = len(start.blinds) - 1  # all but the small blind
        return chain[len(start.blinds) - 2]

    # Betting (H-IX).

    def call_cost(self, seat: int) -> int:
        """What this player has to add to call: at most his stack, or what the others can show (H-IX.11)."""
        level = min(self.current_bet, self.others_can_show(seat))
        return max(0, min(level - self.bet[seat], self.stack[seat]))

    def others_can_show(self, seat: int) -> int:
        """The largest bet that another player still in has made or could make on this street."""
        return max(self.bet[s] + self.stack[s] for s in self.others(seat))

    def smallest_bet(self) -> int:
        """The unit of this street (H-IX.2, G-1, G-2)."""
        if self.house.betting == "fixed-limit":
            if self.street == PREFLOP:
                return self.start.blinds[-1]  # the last blind, a straddle or not (H-XII.1)
            return self.big_blind if self.street == FLOP else 2 * self.big_blind
        return self.house.min_bet_by_street[self.street] * self.big_blind

    def smallest_raise_to(self) -> int:
        """The smallest full bet, or the smallest bet that is a full raise (H-IX.2, H-IX.4)."""
        least = self.smallest_bet()
        if self.current_bet == 0:
            return least
        if self.house.betting == "fixed-limit":
            added = least
        elif self.house.min_raise == "double":
            added = self.current_bet
        elif self.house.min_raise == "increment":
            added = self.last_full
        else:
            added = 2 * self.last_full if self.last_full_is_raise else self.last_full
        return self.current_bet + max(added, least)

    def may_raise(self, seat: int) -> bool:
        if self.bet[seat] + self.stack[seat] <= self.current_bet:
            return False
        if self.others_can_show(seat) <= self.current_bet:  # H-IX.11: somebody must be able to answer
            return False
        capped = self.house.betting == "fixed-limit" and len(self.live) >= 3
        if capped and self.full_bets >= self.house.raise_cap:  # G-1
            return False
        # H-IX.5: who has acted may raise again only over a full bet or raise.
        return seat not in self.acted or self.current_bet - self.bet[seat] >= self.last_full

    def must_act(self, seat: int) -> bool:
        """H-II.5: whether the player still has something to decide on this street."""
        if seat not in self.live or self.stack[seat] == 0:
            return False
        if self.call_cost(seat) > 0:
            return True
        return seat not in self.acted and any(self.stack[s] > 0 for s in self.others(seat))

    def decision_of(self, seat: int) -> Decision:
        to_call = self.call_cost(seat)
        low = high = None
        if self.may_raise(seat):
            allowed = self.allowed(seat)
            low, high = allowed[0], allowed[-1]
        return Decision(seat, to_call, low, high, to_call == 0)

    # Limits (G-1, G-4) and sizes (D-1).

    def pot_raise(self, seat: int) -> int:
        """A raise by what lies in the middle once the player has called; blinds posted short count as full."""
        pot = sum(self.total.values()) + self.dead
        if self.street == PREFLOP:
            small, chain = self.blind_seats()
            for blind, poster in zip(self.start.blinds[:2], (small, chain[0]), strict=True):
                pot += 0 if poster is None else max(0, blind - self.bet[poster])
        return self.current_bet + pot + (self.current_bet - self.bet[seat])

    def all_in_on_this_street(self) -> bool:
        return any(self.stack[s] == 0 and self.bet[s] > 0 for s in self.live)

    def highest_raise(self, seat: int) -> int:
        """The most that the limit allows, stacks aside."""
        pot = max(self.pot_raise(seat), self.smallest_raise_to())
        if self.house.betting == "fixed-limit":
            return self.smallest_raise_to()
        if self.house.betting == "pot-limit":
            return pot
        return max(pot, self.bet[seat] + self.stack[seat])

    def named_sizes(self) -> list[int]:
        """The bets that the house's sizes or factors make; empty where it has none for the moment."""
        if self.current_bet == 0:
            return [int(self.pot_now() * share / 100) for share in self.house.bet_sizes]
        return [int(self.current_bet * factor) for factor in self.house.raise_factors]

    def pot_now(self) -> int:
        return sum(self.total.values()) + self.dead

    def allowed(self, seat: int) -> list[int] | range:
        """Every bet that a player who may raise may make."""
        least, chips = self.smallest_raise_to(), self.bet[seat] + self.stack[seat]
        if self.house.after_all_in == "pot" and self.all_in_on_this_street():
            return [min(max(self.pot_raise(seat), least), chips)]
        most = self.highest_raise(seat)
        named = self.named_sizes()
        if not named:
            return [chips] if chips < least else range(least, min(most, chips) + 1)
        bets = {min(max(bet, least), most, chips) for bet in named}
        if chips <= most:
            bets.add(chips)
        return sorted(bets)

    def nearest(self, seat: int, wish: int) -> int:
        """The allowed bet nearest to a wish, the smaller of two as near."""
        allowed = self.allowed(seat)
        if isinstance(allowed, range):
            return min(max(wish, allowed[0]), allowed[-1])
        return min(allowed, key=lambda bet: (abs(bet - wish), bet))

    def act(self, seat: int) -> None:
        """Ask the player, check his answer, carry it out."""
        asked = self.decision_of(seat)
        self.decisions.append(asked)
        word, to = self.chooser(seat, asked.to_call, asked.min_raise_to, asked.max_raise_to, asked.can_check)
        self.acted.add(seat)
        if word == "fold":
            self.live.remove(seat)
            self.folded_street[seat] = self.street
            self.put_in(seat, "fold", 0, to_call=asked.to_call)
        elif word == "check" and asked.can_check:
            self.put_in(seat, "check", 0)
        elif word == "call" and not asked.can_check:
            self.put_in(seat, "call", asked.to_call, to_call=asked.to_call)
        elif word == "raise" and asked.min_raise_to is not None:
            self.raise_to(seat, to, asked)
        else:
            raise IllegalAction(f"{word} {to} by seat {seat}: {asked}")

    def raise_to(self, seat: int, to: int, asked: Decision) -> None:
        if asked.min_raise_to is None or asked.max_raise_to is None:
            raise IllegalAction(f"seat {seat} may not raise")
        if not asked.min_raise_to <= to <= asked.max_raise_to:
            raise IllegalAction(f"raise to {to} by seat {seat}: {asked}")
        to = self.nearest(seat, to)
        opens = self.current_bet == 0
        if to >= self.smallest_raise_to():  # full; a smaller one is an all-in
            self.last_full = to - self.current_bet
            self.last_full_is_raise = not opens
            self.full_bets += 1
        self.put_in(seat, "bet" if opens else "raise", to - self.bet[seat], to_call=asked.to_call)
        self.current_bet = to
        self.aggressor = seat

    def betting_round(self, first: int) -> None:
        turn = first
        while len(self.live) > 1:
            waiting = [seat for seat in self.clockwise_from(turn) if self.must_act(seat)]
            if not waiting:
                return
            self.act(waiting[0])
            turn = waiting[0] + 1
            if len(waiting) > 1 and len(self.live) > 1 and not self.must_act(waiting[1]):
                self.fold_early(waiting[1])

    def fold_early(self, seat: int) -> None:
        """A fold that was said before the last turn binds, though its own does not come any more (H-IX.9)."""
        if self.said_fold(seat):
            self.live.remove(seat)
            self.folded_street[seat] = self.street
            self.put_in(seat, "fold", 0, to_call=self.call_cost(seat))
