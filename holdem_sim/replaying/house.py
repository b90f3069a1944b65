"""The house in whose rules a history is played: a table's configuration, in the money of the file."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from holdem_sim.engine.limits import is_limited
from holdem_sim.engine.table import FIXED_LIMIT

if TYPE_CHECKING:
    from holdem_sim.config import Config


class House:
    """A configuration (see :func:`holdem_sim.config.load`) whose money keys are in the unit of the files."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def money(self, decimals: int) -> Money:
        """How the amounts of a file with so many decimals are counted."""
        return Money(self.config, decimals)


class Money:
    """Amounts of a file as whole chips of the engine, and the rules in those chips.

    A chip is the smallest decimal of the file, or of the configuration's money keys where that is smaller;
    ``decimals`` says which.  Tax is cut and pots are divided in the smallest decimal of the file, unless
    ``tax.unit`` and ``rules.chip_unit`` were chosen.
    """

    def __init__(self, config: Config, file_decimals: int) -> None:
        self.config = config
        self.file_decimals = file_decimals
        least_bets = config.rules.least_bets
        bets = max(_decimals(big_blinds) for big_blinds in least_bets)
        self.largest_bet_bb = max(1, *least_bets)  # what a blind is multiplied by
        self.decimals = max(file_decimals + bets, _decimals_of_keys(config))
        self.rules = cache(self._rules)

    def chips(self, amount: Decimal) -> int:
        """An amount of the file in chips."""
        return int(amount.scaleb(self.decimals))

    def amount(self, chips: int) -> Decimal:
        """Chips in the file's unit."""
        return Decimal(int(chips)).scaleb(-self.decimals)

    def _rules(self, small_blind: int, big_blind: int, bets: tuple[int, int] | None = None) -> np.record:
        """The engine's rules at these stakes (chips); UsageError for keys that make no whole chips there.

        ``bets``: the small and big bet of a fixed-limit hand, which is played as such unless ``rules.betting``
        was chosen otherwise.
        """
        config = self.config
        scale = 10**self.decimals
        rules = config.rules_record(scale=scale, blinds=(small_blind, big_blind), players_per_session=0)
        smallest = 10 ** (self.decimals - self.file_decimals)
        if not _is_chosen(config, "tax.unit", config.tax.unit):
            rules.tax_unit = smallest
        if not _is_chosen(config, "rules.chip_unit", config.rules.chip_unit):
            rules.chip_unit = smallest
        if bets is not None and ("rules.betting" not in config.given or rules.betting == FIXED_LIMIT):
            rules.betting = FIXED_LIMIT
            rules.min_bet[:] = (bets[0], bets[0], bets[1], bets[1])
            rules.pot_after_all_in = rules.bet_sizes = rules.raise_factors = 0
        rules.limited = is_limited(rules)
        return rules


def _is_chosen(config: Config, key: str, value: int | Decimal) -> bool:
    """Whether a smallest chip was named by ``--set``, or is not the one chip of the presets."""
    return key in config.given or value != 1


def _decimals_of_keys(config: Config) -> int:
    """How many decimals the configuration's money keys use."""
    tax, rules = config.tax, config.rules
    amounts = [tax.cap, tax.min_pot, tax.unit, tax.extra_drop, tax.extra_drop_min_pot, tax.time_charge]
    amounts += [rules.ante, rules.chip_unit, *(tax.cap_by_players or {}).values()]
    amounts += [amount for step in tax.steps for amount in step]
    return max(_decimals(amount) for amount in amounts if amount is not None)


def _decimals(amount: int | Decimal) -> int:
    return max(0, -int(Decimal(amount).as_tuple().exponent))
