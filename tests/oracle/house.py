"""What a house chooses: the options of the rules and of its tax, in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Tax:
    """How the house cuts its tax.  ``percent`` is exact; everything else counts chips."""

    percent: Fraction = Fraction(0)
    heads_up_factor: Fraction = Fraction(1)
    cap: int | None = None
    cap_bb: Fraction | None = None
    cap_by_players: dict[int, int] = field(default_factory=dict)
    steps: tuple[tuple[int, int], ...] = ()
    no_flop_no_drop: bool = False
    min_pot: int = 0
    unit: int = 1
    rounding: str = "down"
    spread: str = "proportional"
    extra_drop: int = 0
    extra_drop_min_pot: int = 0


@dataclass(frozen=True)
class House:
    """The options of the rules.

    ``min_bet_by_street`` counts big blinds (fixed-limit does not look at it), ``chip_unit`` chips,
    ``bet_sizes`` percent of the pot, ``raise_factors`` multiples of the bet.
    """

    min_raise: str = "double"
    min_bet_by_street: tuple[int, int, int, int] = (1, 1, 1, 1)
    odd_chips: str = "all-to-first"
    chip_unit: int = 1
    pot_order: str = "side-first"
    heads_up: str = "button-small-blind"
    betting: str = "no-limit"
    raise_cap: int = 4
    after_all_in: str = "free"
    bet_sizes: tuple[Fraction, ...] = ()
    raise_factors: tuple[Fraction, ...] = ()
    tax: Tax = Tax()
