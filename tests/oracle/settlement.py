"""From the chips that were put in to the chips that are pushed out (H-X, H-XI, H-XV, Tax)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from .house import House, Tax


@dataclass
class Pot:
    """A pot: its chips before tax, who can win it, what the house takes, and who got the rest."""

    amount: int
    contenders: list[int]
    tax: int = 0
    extra_drop: int = 0
    awards: list[tuple[int, int]] = field(default_factory=list)

    @property
    def payable(self) -> int:
        return self.amount - self.tax - self.extra_drop


def uncalled_bet(total: dict[int, int], live: list[int]) -> tuple[int | None, int]:
    """The seat whose last chips nobody called, and how many they are (H-XI.1).

    A folded player who put in as much has called them.
    """
    seat = max(live, key=lambda s: total[s])
    others = [chips for s, chips in total.items() if s != seat]
    excess = total[seat] - max(others, default=0)
    return (seat, excess) if excess > 0 else (None, 0)


def build_pots(total: dict[int, int], dead: int, live: list[int]) -> list[Pot]:
    """Main pot and side pots (H-XI.0, H-XI.1).  ``dead`` chips lie at the bottom, for all who are in."""
    pots = [Pot(dead, sorted(live))]
    below = 0
    for level in sorted({chips for chips in total.values() if chips > 0}):
        layer = sum(min(chips, level) - min(chips, below) for chips in total.values())
        contenders = sorted(seat for seat in live if total[seat] >= level)
        if pots[-1].amount == 0 and contenders:
            pots[-1] = Pot(layer, contenders)
        elif not contenders or contenders == pots[-1].contenders:
            pots[-1].amount += layer
        else:
            pots.append(Pot(layer, contenders))
        below = level
    return pots


def tax_of(tax: Tax, pot: int, big_blind: int, dealt: int) -> int:
    """The tax on a total pot without the uncalled bet: percentage or step, unit, cap, whole units."""
    if pot < tax.min_pot:
        return 0
    if tax.steps:
        reached = [step for step in tax.steps if step[0] <= pot]  # (pot size, amount): the largest one counts
        exact = Fraction(max(reached)[1] if reached else 0)
    else:
        exact = tax.percent / 100 * pot * (tax.heads_up_factor if dealt == 2 else 1)
    units = exact / tax.unit
    if tax.rounding == "down":
        units = Fraction(floor(units))
    elif tax.rounding == "up":
        units = Fraction(ceil(units))
    else:
        units = Fraction(floor(units + Fraction(1, 2)))
    caps = [] if tax.cap is None else [Fraction(tax.cap)]
    if tax.cap_bb is not None:
        caps.append(tax.cap_bb * big_blind)
    entries = [players for players in tax.cap_by_players if players <= dealt]
    if entries:
        caps.append(Fraction(tax.cap_by_players[max(entries)]))
    amount = min([units * tax.unit, *caps])
    return min(floor(amount / tax.unit) * tax.unit, pot)


def spread_tax(tax: Tax, amount: int, pots: list[Pot]) -> None:
    """Share one amount of tax between the pots."""
    if tax.spread == "main-first":
        for pot in pots:
            pot.tax = min(amount - sum(p.tax for p in pots), pot.amount)
        return
    whole = sum(pot.amount for pot in pots)
    exact = [Fraction(amount * pot.amount, whole) for pot in pots]
    for pot, share in zip(pots, exact, strict=True):
        pot.tax = floor(share / tax.unit) * tax.unit
    by_fraction = sorted(range(len(pots)), key=lambda i: (pots[i].tax - exact[i], i))

    def left() -> int:
        return amount - sum(pot.tax for pot in pots)

    def with_room() -> list[Pot]:
        return [pots[i] for i in by_fraction if pots[i].amount - pots[i].tax >= tax.unit]

    while left() >= tax.unit and with_room():  # once is enough, unless pots are smaller than a unit
        for pot in with_room():
            if left() >= tax.unit:
                pot.tax += tax.unit
    for pot in pots:  # no pot has room for a whole unit: single chips, from the main pot on
        pot.tax += min(left(), pot.amount - pot.tax)


def take_extra_drop(tax: Tax, pots: list[Pot]) -> None:
    """The promotion fund's fixed amount: from the main pot after the tax, then from the next."""
    if sum(pot.amount for pot in pots) < tax.extra_drop_min_pot:
        return
    left = tax.extra_drop
    for pot in pots:
        pot.extra_drop = min(left, pot.amount - pot.tax)
        left -= pot.extra_drop


def divide(amount: int, winners: list[int], house: House) -> list[tuple[int, int]]:
    """Share a pot among its winners, who are named clockwise from the button (H-X.1, D-2)."""
    units, below_a_unit = divmod(amount, house.chip_unit)
    each, odd = divmod(units, len(winners))
    shares = [each * house.chip_unit for _ in winners]
    shares[0] += below_a_unit
    if house.odd_chips == "all-to-first":
        shares[0] += odd * house.chip_unit
    else:
        for i in range(odd):
            shares[i] += house.chip_unit
    return list(zip(winners, shares, strict=True))


def show_order(pots: list[Pot], round_the_table: list[int]) -> list[int]:
    """Who shows when (H-XV.2): the players of the last side pot first, then those of the pot before it.

    ``round_the_table`` starts with who shows first: the river's last bettor, or the first to act.
    """
    order: list[int] = []
    for pot in reversed(pots):
        order += [seat for seat in round_the_table if seat in pot.contenders and seat not in order]
    return order
