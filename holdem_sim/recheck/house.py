"""The options of a run's house rules that a check needs, read from ``config`` in run.json."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any

from holdem_sim.recheck.limits import Limits
from holdem_sim.recheck.lineup import BuyIns, Kind, Lineup, number
from holdem_sim.schema import DEALER_ERRORS, MAX_SEATS

MOST_LEVIES = 100_000
"""Taxes that are remembered."""


@dataclass(frozen=True)
class Tax:
    """A tax scheme; ``caps`` are those in chips for any number of players, ``caps_by_players`` the others."""

    percent: Fraction
    heads_up_factor: Fraction
    steps: tuple[tuple[Fraction, Fraction], ...]
    caps: tuple[Fraction, ...]
    caps_by_players: Mapping[int, Fraction]
    no_flop_no_drop: bool
    min_pot: Fraction
    unit: Fraction
    rounding: str
    main_first: bool
    extra_drop: int
    extra_drop_min_pot: Fraction
    time_charge: int

    @staticmethod
    def of(tax: Mapping[str, Any], big_blind: int) -> Tax:
        caps = [(tax["cap"], 1), (tax["cap_bb"], big_blind)]
        if number(tax["unit"]) < 1:
            raise ValueError("tax.unit")
        return Tax(
            percent=number(tax["percent"]),
            heads_up_factor=number(tax["heads_up_factor"]),
            steps=tuple((number(size), number(amount)) for size, amount in tax["steps"]),
            caps=tuple(number(cap) * chips for cap, chips in caps if cap is not None),
            caps_by_players={int(n): number(chips) for n, chips in (tax["cap_by_players"] or {}).items()},
            no_flop_no_drop=tax["no_flop_no_drop"],
            min_pot=number(tax["min_pot"]),
            unit=number(tax["unit"]),
            rounding=tax["rounding"],
            main_first=tax["spread"] == "main-first",
            extra_drop=int(number(tax["extra_drop"])),
            extra_drop_min_pot=number(tax["extra_drop_min_pot"]),
            time_charge=int(number(tax["time_charge"])),
        )

    def levy(self, pot: int, players: int, flop: bool) -> tuple[int, int]:
        """Tax and extra drop of a hand, by the section "Tax" of the house rules."""
        if self.no_flop_no_drop and not flop:
            return 0, 0
        amount = 0
        if pot >= self.min_pot:
            units = rounded(self._exact(pot, players) / self.unit, self.rounding)
            capped = min([units * self.unit, *self._caps(players)])
            amount = min(int(capped // self.unit * self.unit), pot)
        drop = self.extra_drop if pot >= self.extra_drop_min_pot else 0
        return amount, min(drop, pot - amount)

    def _exact(self, pot: int, players: int) -> Fraction:
        if self.steps:
            return max((step for step in self.steps if step[0] <= pot), default=(0, Fraction(0)))[1]
        return pot * self.percent / 100 * (self.heads_up_factor if players == 2 else 1)

    def _caps(self, players: int) -> list[Fraction]:
        applying = [n for n in self.caps_by_players if n <= players]
        return [*self.caps, *([self.caps_by_players[max(applying)]] if applying else [])]

    def spread(self, pots: list[int], tax: int) -> list[int]:
        """The tax over the pots, main pot first."""
        if len(pots) == 1 or self.main_first or tax in (0, sum(pots)):
            return from_main_pot_on(pots, tax)
        unit = int(self.unit)
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


@dataclass(frozen=True)
class House:
    """Options by their names in the configuration; money in chips.

    ``session_s``: when a session's time is up, None for never.  ``limits``: None if any bet may be made that is
    large enough.  ``manners``: whether anybody announces otherwise than declared; ``straddles``: whether any
    ever straddles.  ``error_rates``: how often the dealer makes each error, by its kind of event; ``careful``:
    never any; ``hasty``: he may open cards before everybody has spoken.  ``deal_ms``: what a shuffle and deal take.
    """

    seats: int
    small_blind: int
    big_blind: int
    ante: int
    session_hands: int
    session_s: Fraction | None
    least_players: int
    most_straddles: int
    min_bets: tuple[int, ...]
    min_raise: str
    limits: Limits | None
    chip_values: frozenset[int]
    odd_chips: str
    chip_unit: int
    pot_order: str
    heads_up: str
    clock_ms: Mapping[str, int]
    deal_ms: int
    tax: Tax
    error_rates: Mapping[str, Fraction]
    manners: bool
    straddles: bool
    live_entry: bool
    dead_button: bool
    leave_any_hand: bool
    separate_parties: bool
    lineup: Lineup
    _levies: dict[tuple[int, int, bool], tuple[int, int]] = field(default_factory=dict, compare=False)

    @staticmethod
    def of(config: Mapping[str, Any], outspoken: Collection[str] = ()) -> House:
        """From the nest of run.json; KeyError names what is missing there.

        ``outspoken`` are the specs of strategies that choose their manners themselves.
        """
        table, rules, session = config["table"], config["rules"], config["session"]
        if number(rules["chip_unit"]) < 1:
            raise ValueError("rules.chip_unit")
        big_blind, seats = int(number(table["big_blind"])), int(table["seats"])
        types = config["lineup"]["types"]
        limits, buy_ins = Limits.of(rules), BuyIns.of(config["buy_in"], big_blind)
        kinds = {
            name: Kind.of(kind, big_blind, buy_ins, kind["strategy"] in outspoken)
            for name, kind in types.items()
        }
        clock_ms = {name: round(number(seconds) * 1000) for name, seconds in config["clock"].items()}
        wash = number(config["deal"]["wash_seconds"]) if config["deal"]["shuffle"] == "hand" else 0
        errors = {kind: number(config["dealer_errors"][kind.replace("-", "_")]) for kind in DEALER_ERRORS}
        hours_ms = ceil(number(session["hours"]) * 3_600_000)
        return House(
            seats=seats,
            small_blind=int(number(table["small_blind"])),
            big_blind=big_blind,
            ante=int(number(rules["ante"])),
            session_hands=int(session["hands"]),
            session_s=Fraction(hours_ms, 1000) if hours_ms else None,
            least_players=int(session["min_players"]),
            most_straddles=MAX_SEATS if rules["max_straddles"] == "all" else int(rules["max_straddles"]),
            min_bets=tuple(int(number(n) * big_blind) for n in limits.units(rules["min_bet_by_street"])),
            min_raise=rules["min_raise"],
            limits=None if limits.none else limits,
            chip_values=frozenset(floor(number(chip)) for chip in rules["chip_values"]),
            odd_chips=rules["odd_chips"],
            chip_unit=int(number(rules["chip_unit"])),
            pot_order=rules["pot_order"],
            heads_up=rules["heads_up"],
            clock_ms=clock_ms,
            deal_ms=clock_ms["deal_s"] + round(wash * 1000),
            error_rates=errors,
            tax=Tax.of(config["tax"], big_blind),
            manners=any(kind.chooses or any(kind.manners) for kind in kinds.values()),
            straddles=any(kind.straddle for kind in kinds.values()),
            live_entry=rules["entry_post"] == "live",
            dead_button=rules["button"] == "dead",
            leave_any_hand=rules["leave"] == "any-hand",
            separate_parties=rules["separate_parties"],
            lineup=Lineup.of(config["lineup"], seats, kinds, rules["separate_parties"]),
        )

    @cached_property
    def lively(self) -> bool:
        """Whether people come, go, or change seats for other reasons than that chips are gone."""
        kinds = self.lineup.kinds.values()
        return self.separate_parties or any(
            kind.walks_in or kind.seat_change or kind.stay.ends or kind.stay.comes_back for kind in kinds
        )

    @cached_property
    def careful(self) -> bool:
        return not any(self.error_rates.values())

    @cached_property
    def hasty(self) -> bool:
        return any(self.error_rates[kind] for kind in ("premature-flop", "premature-turn-or-river"))

    def blind_seats(self, order: list[int]) -> tuple[int, int]:
        """Who posts small and big blind (H-II.1); ``order`` are the seats dealt in, the button last."""
        if len(order) == 2 and self.heads_up == "button-small-blind":
            return order[1], order[0]
        return order[0], order[1]

    def levy(self, pot: int, players: int, flop: bool) -> tuple[int, int]:
        """Tax and extra drop of a hand; equal pots are computed once."""
        key = (pot, players, flop)
        if key not in self._levies:
            if len(self._levies) > MOST_LEVIES:
                self._levies.clear()
            self._levies[key] = self.tax.levy(*key)
        return self._levies[key]


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
