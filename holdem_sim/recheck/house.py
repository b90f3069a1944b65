"""The options of a run's house rules that a check needs, read from ``config`` in run.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


def number(value: Any) -> Fraction:
    """An exact number of run.json: whole, decimal, or decimal written as text."""
    return Fraction(str(value))


@dataclass(frozen=True)
class House:
    """Options by their names in the configuration; money in chips, clocks in exact seconds."""

    seats: int
    small_blind: int
    big_blind: int
    ante: int
    session_hands: int
    min_bets: tuple[int, ...]
    min_raise: str
    odd_chips: str
    chip_unit: int
    pot_order: str
    heads_up: str
    buy_in_least: Fraction
    buy_in_late_least: Fraction
    buy_in_most: Fraction
    clock: Mapping[str, Fraction]
    tax: Mapping[str, Any]
    _known: dict[tuple[int, int, bool], tuple[int, int]] = field(default_factory=dict, compare=False)

    @staticmethod
    def of(config: Mapping[str, Any]) -> House:
        """From the nest of run.json; KeyError names what is missing there."""
        table, rules, buy_in = config["table"], config["rules"], config["buy_in"]
        big_blind = int(number(table["big_blind"]))
        return House(
            seats=int(table["seats"]),
            small_blind=int(number(table["small_blind"])),
            big_blind=big_blind,
            ante=int(number(rules["ante"])),
            session_hands=int(config["session"]["hands"]),
            min_bets=tuple(int(number(n) * big_blind) for n in rules["min_bet_by_street"]),
            min_raise=rules["min_raise"],
            odd_chips=rules["odd_chips"],
            chip_unit=int(number(rules["chip_unit"])),
            pot_order=rules["pot_order"],
            heads_up=rules["heads_up"],
            buy_in_least=number(buy_in["min_bb"]) * big_blind,
            buy_in_late_least=number(buy_in["late_min_bb"]) * big_blind,
            buy_in_most=number(buy_in["max_bb"]) * big_blind,
            clock={name: number(seconds) for name, seconds in config["clock"].items()},
            tax=config["tax"],
        )

    @property
    def time_charge(self) -> int:
        return int(number(self.tax["time_charge"]))

    def levy(self, pot: int, players: int, flop: bool) -> tuple[int, int]:
        """Tax and extra drop of a hand, by the section "Tax" of the house rules."""
        key = (pot, players, flop)
        if key not in self._known:
            self._known[key] = self._levy(pot, players, flop)
        return self._known[key]

    def _levy(self, pot: int, players: int, flop: bool) -> tuple[int, int]:
        tax = self.tax
        if tax["no_flop_no_drop"] and not flop:
            return 0, 0
        amount = 0
        if pot >= number(tax["min_pot"]):
            unit = number(tax["unit"])
            units = rounded(self._exact_tax(pot, players) / unit, tax["rounding"])
            capped = min([units * unit, *self._caps(players)])
            amount = min(int(capped // unit * unit), pot)
        drop = int(number(tax["extra_drop"]))
        if pot < number(tax["extra_drop_min_pot"]):
            drop = 0
        return amount, min(drop, pot - amount)

    def _exact_tax(self, pot: int, players: int) -> Fraction:
        tax = self.tax
        if tax["steps"]:
            reached = [(number(size), number(amount)) for size, amount in tax["steps"] if number(size) <= pot]
            return max(reached)[1] if reached else Fraction(0)
        percent = number(tax["percent"])
        if players == 2:
            percent *= number(tax["heads_up_factor"])
        return pot * percent / 100

    def _caps(self, players: int) -> list[Fraction]:
        tax = self.tax
        caps = []
        if tax["cap"] is not None:
            caps.append(number(tax["cap"]))
        if tax["cap_bb"] is not None:
            caps.append(number(tax["cap_bb"]) * self.big_blind)
        if tax["cap_by_players"]:
            by_players = {int(n): number(chips) for n, chips in tax["cap_by_players"].items()}
            applying = [n for n in by_players if n <= players]
            if applying:
                caps.append(by_players[max(applying)])
        return caps

    def spread(self, pots: list[int], tax: int) -> list[int]:
        """The tax over the pots, main pot first."""
        if self.tax["spread"] == "main-first" or tax in (0, sum(pots)):
            return from_main_pot_on(pots, tax)
        unit = int(number(self.tax["unit"]))
        exact = [Fraction(tax // unit * pot, sum(pots)) for pot in pots]
        shares = [int(share) * unit for share in exact]
        # One unit more for the largest fractions; among equal ones sorting keeps the main pot in front.
        order = sorted(range(len(pots)), key=lambda i: int(exact[i]) - exact[i])
        while sum(shares) < tax:
            roomy = [i for i in order if pots[i] - shares[i] >= unit]
            if not roomy:
                rest = from_main_pot_on([p - s for p, s in zip(pots, shares, strict=True)], tax - sum(shares))
                return [s + r for s, r in zip(shares, rest, strict=True)]
            for i in roomy[: (tax - sum(shares)) // unit]:
                shares[i] += unit
        return shares


def rounded(value: Fraction, how: str) -> int:
    """To a whole number: ``down``, ``up``, or ``nearest`` with halves going up."""
    down = value.numerator // value.denominator
    if how == "up" and value != down:
        return down + 1
    if how == "nearest" and value - down >= Fraction(1, 2):
        return down + 1
    return down


def from_main_pot_on(pots: list[int], amount: int) -> list[int]:
    """Take ``amount`` from the pots in order, as far as each goes."""
    taken = []
    for pot in pots:
        taken.append(min(pot, amount))
        amount -= taken[-1]
    return taken
