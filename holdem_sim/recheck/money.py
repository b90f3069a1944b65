"""Who wins what of one hand: pots, awards and the order of showing (house rules H-X, H-XI, H-XV)."""

from __future__ import annotations

from typing import NamedTuple

from holdem_sim.recheck.house import House
from holdem_sim.recheck.rows import clockwise


class Pot(NamedTuple):
    amount: int
    contenders: tuple[int, ...]

    @property
    def mask(self) -> int:
        return sum(1 << seat for seat in self.contenders)


def uncalled_bet(total: dict[int, int], live: list[int]) -> tuple[int, int | None]:
    """The part of the largest contribution that nobody matched, and whose it is."""
    ranked = sorted(total.values())
    excess = ranked[-1] - ranked[-2]
    owner = next(seat for seat, chips in total.items() if chips == ranked[-1])
    return (excess, owner) if excess > 0 and owner in live else (0, None)


def pots_of(total: dict[int, int], dead: int, live: list[int]) -> list[Pot]:
    """Main pot and side pots from the contributions without the uncalled bet (H-XI.0, H-XI.1).

    Between two neighbouring contributions of players still in lies one pot: everybody's chips between those
    two levels. Dead chips belong to the main pot, chips above the highest level to the last one.
    """
    levels = sorted({total[seat] for seat in live})
    pots: list[Pot] = []
    floor = 0
    for level in levels:
        ceiling = level if level != levels[-1] else max(total.values())
        amount = sum(min(chips, ceiling) - min(chips, floor) for chips in total.values())
        amount += dead if level == levels[0] else 0
        if amount > 0:
            pots.append(Pot(amount, tuple(sorted(seat for seat in live if total[seat] >= level))))
        floor = level
    return pots or [Pot(0, tuple(sorted(live)))]  # the only blind went back (H-II.8)


def awards_of(pots: list[int], winners: list[list[int]], house: House) -> list[tuple[int, int, int]]:
    """``(pot_no, seat, amount)`` in the order of pushing.

    ``pots`` hold what is left of each after tax and drop; ``winners`` its winners, clockwise from the button.
    """
    rows = []
    numbers = range(len(pots))
    for number in numbers if house.pot_order == "main-first" else reversed(numbers):
        for seat, amount in zip(
            winners[number], shares(pots[number], len(winners[number]), house), strict=True
        ):
            if amount > 0:
                rows.append((number, seat, amount))
    return rows


def shares(pot: int, players: int, house: House) -> list[int]:
    """A pot divided among equal hands, in whole chip units as far as it goes (H-X.1, D-2)."""
    unit = house.chip_unit
    units, crumbs = divmod(pot, unit)
    each, over = divmod(units, players)
    parts = [each * unit] * players
    if house.odd_chips == "one-each":
        for i in range(over):
            parts[i] += unit
    else:
        parts[0] += over * unit
    parts[0] += crumbs
    return parts


def order_of_showing(pots: list[Pot], button: int, aggressor: int | None) -> list[int]:
    """The seats in the order in which they show at a showdown (H-XV.2).

    Clockwise from the last one to bet or raise on the river, or from the button; but players of a later side
    pot come before those who play only for the pots below it.
    """
    seats = clockwise(button)
    if aggressor is not None:
        first = seats.index(aggressor)
        seats = seats[first:] + seats[:first]
    shown: list[int] = []
    for pot in reversed(pots):
        shown += [seat for seat in seats if seat in pot.contenders and seat not in shown]
    return shown
