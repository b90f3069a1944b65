"""The reference dealer: one hand, from the forced bets to the last chip pushed, by the house rules."""

from __future__ import annotations

from collections.abc import Sequence

from .betting import Betting
from .course import FLOP, RIVER, TURN, Chooser, Course, Start
from .house import House
from .ranking import strength
from .settlement import (
    Pot,
    build_pots,
    divide,
    show_order,
    spread_tax,
    take_extra_drop,
    tax_of,
    uncalled_bet,
)


class Dealer(Betting):
    """Deals one hand: its cards and its settlement, around the betting."""

    # The course of the hand (H-II).

    def deal_pocket_cards(self, first: int) -> dict[int, list[int]]:
        hole: dict[int, list[int]] = {seat: [] for seat in self.dealt}
        for _ in range(2):
            for seat in self.dealt_from(first):
                hole[seat].append(self.deck.pop(0))
        return hole

    def open_street(self, street: int) -> None:
        self.street = street
        self.burned.append(self.deck.pop(0))
        for _ in range(3 if street == FLOP else 1):
            self.board.append(self.deck.pop(0))
        self.bet = dict.fromkeys(self.dealt, 0)
        self.current_bet, self.acted, self.aggressor = 0, set(), None
        self.full_bets = 0
        self.last_full = self.smallest_bet()
        self.last_full_is_raise = False

    def play(self) -> Course:
        """The whole hand."""
        hole = self.deal_pocket_cards(self.dealing_order()[0])
        first = self.forced_bets() + 1
        if self.start.first is not None and len(self.start.blinds) == 2:
            first = self.start.first
        self.betting_round(first)
        for street in (FLOP, TURN, RIVER):
            if len(self.live) > 1:
                self.open_street(street)
                self.betting_round(self.start.button + 1)
        return self.settle(hole)

    def settle(self, hole: dict[int, list[int]]) -> Course:
        """Give back, build pots, cut the tax, show, push."""
        house = self.house
        uncalled_seat, uncalled = uncalled_bet(self.total, self.live)
        if uncalled_seat is not None:
            self.total[uncalled_seat] -= uncalled
            self.stack[uncalled_seat] += uncalled
        pots = build_pots(self.total, self.dead, self.live)
        pot = sum(p.amount for p in pots)
        if self.board or not house.tax.no_flop_no_drop:
            spread_tax(house.tax, tax_of(house.tax, pot, self.big_blind, len(self.dealt)), pots)
            take_extra_drop(house.tax, pots)
        showdown = len(self.live) > 1
        shown: list[int] = []
        if showdown:
            first = self.start.button + 1 if self.aggressor is None else self.aggressor
            shown = show_order(pots, self.clockwise_from(first))
        for p in pots:
            shares = divide(p.payable, self.winners(p, hole), house)
            p.awards = [(seat, chips) for seat, chips in shares if chips > 0]
        numbers = list(range(len(pots)))
        if house.pot_order == "side-first":
            numbers.reverse()
        awards = [(i, seat, chips) for i in numbers for seat, chips in pots[i].awards]
        for _, seat, chips in awards:
            self.stack[seat] += chips
        return Course(
            acts=self.acts,
            decisions=self.decisions,
            hole=hole,
            board=self.board,
            burned=self.burned,
            last_street=self.street,
            folded_street=self.folded_street,
            showdown=showdown,
            pots=pots,
            awards=awards,
            pot=pot,
            tax=sum(p.tax for p in pots),
            extra_drop=sum(p.extra_drop for p in pots),
            uncalled_seat=uncalled_seat,
            uncalled=uncalled,
            show_order=shown,
            stacks=self.stack,
        )

    def winners(self, pot: Pot, hole: dict[int, list[int]]) -> list[int]:
        """Who has the best hand of a pot's contenders, clockwise from the button; suits decide nothing."""
        contenders = [seat for seat in self.dealt if seat in pot.contenders]
        if len(contenders) == 1:
            return contenders
        strengths = {seat: strength(hole[seat] + self.board) for seat in contenders}
        return [seat for seat in contenders if strengths[seat] == max(strengths.values())]


def deal_hand(house: House, start: Start, deck: Sequence[int], chooser: Chooser) -> Course:
    """Deal one hand and tell its whole course."""
    return Dealer(house, start, deck, chooser).play()
