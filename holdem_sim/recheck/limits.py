"""How much may be bet: no limit, the pot, fixed units, or only certain sizes (house rules G-1, G-4, D-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from holdem_sim.recheck.lineup import number


class Situation(NamedTuple):
    """What the limits depend on: chips, all of this moment.

    ``least`` is the smallest full bet or raise, ``most`` the bet that would be all-in; ``pot`` holds the bets of
    this street too, and what short blinds lack (H-IX.5), ``base`` does not count that; ``bets`` counts the
    street's full bets: the big blind is one, every straddle one more; ``players`` are still in; ``all_in``: one
    of them is, by a bet of this street.
    """

    current: int
    bet: int
    most: int
    least: int
    pot: int
    base: int
    bets: int
    players: int
    all_in: bool


class Choice(NamedTuple):
    """To what a bet may be raised: from ``least`` to ``most``, or to one of ``sizes`` only.

    ``least`` is what a full raise takes; who has less may still go all-in.
    """

    least: int
    most: int
    sizes: tuple[int, ...] = ()

    def allows(self, to: int) -> bool:
        """Whether the bet may become ``to``."""
        return to in self.sizes if self.sizes else min(self.least, self.most) <= to <= self.most

    @property
    def lowest(self) -> int:
        """The smallest bet that is allowed."""
        return self.sizes[0] if self.sizes else min(self.least, self.most)

    def nearest(self, to: int) -> int:
        """The bet that is allowed nearest to ``to``; of two as near the smaller."""
        if self.sizes:
            return min(self.sizes, key=lambda size: (abs(size - to), size))
        return min(max(to, self.least), self.most)

    def __str__(self) -> str:
        if self.sizes:
            return f"to {' or '.join(map(str, self.sizes))}"
        return f"to {min(self.least, self.most)}" + (f" up to {self.most}" if self.most > self.least else "")


@dataclass(frozen=True)
class Limits:
    """The options that limit a bet; ``sizes`` are shares of the pot, ``factors`` multiples of the bet."""

    betting: str
    raise_cap: int
    pot_after_all_in: bool
    sizes: tuple[Fraction, ...]
    factors: tuple[Fraction, ...]

    @staticmethod
    def of(rules: Mapping[str, Any]) -> Limits:
        return Limits(
            betting=rules["betting"],
            raise_cap=int(rules["raise_cap"]),
            pot_after_all_in=rules["after_all_in"] == "pot",
            sizes=tuple(sorted(number(share) / 100 for share in rules["bet_sizes"])),
            factors=tuple(sorted(number(factor) for factor in rules["raise_factors"])),
        )

    @property
    def none(self) -> bool:
        """Whether anything from the minimum to all chips may be bet."""
        return not (self.betting != "no-limit" or self.pot_after_all_in or self.sizes or self.factors)

    @property
    def is_fixed(self) -> bool:
        """Whether there is one bet only on each street."""
        return self.betting == "fixed-limit"

    def units(self, min_bets: Sequence[Any]) -> Sequence[Any]:
        """The smallest bet of each street in big blinds: under fixed limits they are the only ones (G-1, G-2)."""
        return (1, 1, 2, 2) if self.is_fixed else min_bets

    def choice(self, s: Situation) -> Choice | None:
        """What a player who may raise may raise to; None: the street has had all its bets."""
        if self.is_fixed:
            if s.bets >= self.raise_cap and s.players > 2:
                return None
            return Choice(s.least, min(s.least, s.most))
        by_pot = max(s.current + s.pot + (s.current - s.bet), s.least)
        if self.pot_after_all_in and s.all_in:
            return Choice(by_pot, min(by_pot, s.most))
        most = min(s.most, by_pot) if self.betting == "pot-limit" else s.most
        named, base = (self.factors, s.current) if s.current else (self.sizes, s.base)
        if not named:
            return Choice(s.least, most)
        sizes = {min(max(int(share * base), s.least), most) for share in named}
        return Choice(s.least, most, tuple(sorted(sizes | ({most} if most == s.most else set()))))
