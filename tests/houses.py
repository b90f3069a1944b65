"""What a configuration says, in the words of the reference dealer and the reference floor."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from holdem_sim.config import Config
from oracle.guests import FloorRules
from oracle.house import House, Tax


def house_of(config: Config) -> House:
    """The reference dealer's house for a configuration."""
    rules, tax = config.rules, config.tax
    return House(
        min_raise=rules.min_raise,
        min_bet_by_street=tuple(int(bets) for bets in rules.min_bet_by_street),
        odd_chips=rules.odd_chips,
        chip_unit=int(rules.chip_unit),
        pot_order=rules.pot_order,
        heads_up=rules.heads_up,
        betting=rules.betting,
        raise_cap=rules.raise_cap,
        after_all_in=rules.after_all_in,
        bet_sizes=tuple(Fraction(share) for share in rules.bet_sizes),
        raise_factors=tuple(Fraction(factor) for factor in rules.raise_factors),
        tax=Tax(
            percent=Fraction(tax.percent),
            heads_up_factor=Fraction(tax.heads_up_factor),
            cap=None if tax.cap is None else int(tax.cap),
            cap_bb=None if tax.cap_bb is None else Fraction(tax.cap_bb),
            cap_by_players={n: int(chips) for n, chips in (tax.cap_by_players or {}).items()},
            steps=tuple(sorted((int(pot), int(chips)) for pot, chips in tax.steps)),
            no_flop_no_drop=tax.no_flop_no_drop,
            min_pot=int(tax.min_pot),
            unit=int(tax.unit),
            rounding=tax.rounding,
            spread=tax.spread,
            extra_drop=int(tax.extra_drop),
            extra_drop_min_pot=int(tax.extra_drop_min_pot),
        ),
    )


def floor_rules(config: Config) -> FloorRules:
    """The configuration's rules between hands, in chips."""
    table, rules, buy_in = config.table, config.rules, config.buy_in
    big = int(table.big_blind)
    most = max(floor(Fraction(buy_in.max_bb) * big), 1)
    return FloorRules(
        seats=table.seats,
        small_blind=int(table.small_blind),
        big_blind=big,
        buy_in_min=min(ceil(Fraction(buy_in.min_bb) * big), most),
        buy_in_max=most,
        late_min=min(ceil(Fraction(buy_in.late_min_bb) * big), most),
        button=rules.button,
        heads_up=rules.heads_up,
        entry_post=rules.entry_post,
        leave=rules.leave,
        separate_parties=rules.separate_parties,
        time_charge=int(config.tax.time_charge),
    )
