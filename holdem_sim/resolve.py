"""From a configuration to the records that the engine reads: whole chips, milliseconds, numbers for words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING

import numpy as np

from holdem_sim.engine import table as engine
from holdem_sim.engine.limits import SIZE_SCALE, is_limited
from holdem_sim.engine.table import MAX_CHIPS, RULES, SEATS, TYPES
from holdem_sim.errors import UsageError
from holdem_sim.lineup import EMPTY
from holdem_sim.schema import DEALER_ERRORS

if TYPE_CHECKING:
    from holdem_sim.config import Config
    from holdem_sim.lineup import PlayerType
    from holdem_sim.values import Number

_CODES = {
    "rules.min_raise": {
        "double": engine.MIN_RAISE_DOUBLE,
        "increment": engine.MIN_RAISE_INCREMENT,
        "double-increment": engine.MIN_RAISE_DOUBLE_INCREMENT,
    },
    "rules.odd_chips": {"all-to-first": engine.ODD_ALL_TO_FIRST, "one-each": engine.ODD_ONE_EACH},
    "rules.pot_order": {"side-first": engine.POTS_SIDE_FIRST, "main-first": engine.POTS_MAIN_FIRST},
    "rules.heads_up": {
        "button-small-blind": engine.HEADS_UP_BUTTON_SMALL_BLIND,
        "literal": engine.HEADS_UP_LITERAL,
    },
    "rules.betting": {
        "no-limit": engine.NO_LIMIT,
        "pot-limit": engine.POT_LIMIT,
        "fixed-limit": engine.FIXED_LIMIT,
    },
    "rules.button": {"moving": engine.BUTTON_MOVING, "dead": engine.BUTTON_DEAD},
    "rules.entry_post": {"dead": engine.ENTRY_DEAD, "live": engine.ENTRY_LIVE},
    "tax.rounding": {"down": engine.ROUND_DOWN, "nearest": engine.ROUND_NEAREST, "up": engine.ROUND_UP},
    "tax.spread": {"proportional": engine.SPREAD_PROPORTIONAL, "main-first": engine.SPREAD_MAIN_FIRST},
}
"""The engine's number for each word."""

RATE_SCALE = 1 << 32
HOUR_MS, MINUTE_MS, SECOND_MS = 3_600_000, 60_000, 1_000


class _Money:
    """Turns amounts of the configuration into whole chips.

    ``scale`` is how many chips one unit of the configuration is, ``blinds`` the small and big blind in chips.
    """

    def __init__(self, config: Config, scale: int, blinds: tuple[int, int] | None) -> None:
        self.scale = scale
        table = config.table
        self.small_blind, self.big_blind = blinds or (
            self.chips("table.small_blind", table.small_blind),
            self.chips("table.big_blind", table.big_blind),
        )

    def chips(self, key: str, value: Number) -> int:
        """An amount of money in chips; UsageError if they are not whole, or too many."""
        return self._whole(key, value, Fraction(value) * self.scale)

    def big_blinds(self, key: str, value: Number) -> int:
        """Big blinds in chips; UsageError if they are not whole."""
        return self._whole(key, value, Fraction(value) * self.big_blind)

    def at_most(self, big_blinds: Number) -> int:
        """The chips in so many big blinds, a fraction of a chip cut off."""
        return min(floor(Fraction(big_blinds) * self.big_blind), MAX_CHIPS)

    def at_most_chips(self, value: Number) -> int:
        """An amount of money in chips, a fraction of a chip cut off."""
        return min(floor(Fraction(value) * self.scale), MAX_CHIPS)

    def _whole(self, key: str, value: Number, chips: Fraction) -> int:
        if chips.denominator != 1:
            raise UsageError(f"{key} = {value} is no whole number of chips; count money in the smallest chip")
        if chips > MAX_CHIPS:
            raise UsageError(f"{key} = {value} is more than {MAX_CHIPS:,} chips")
        return int(chips)


def rules_record(
    config: Config,
    seed: int = 0,
    *,
    scale: int = 1,
    blinds: tuple[int, int] | None = None,
    players_per_session: int | None = None,
) -> np.record:
    """The rules as one record of :data:`holdem_sim.engine.table.RULES`.

    Parameters
    ----------
    scale
        Chips of the engine in one unit of the configuration's money: 100 where a history counts in cents.
    blinds
        Small and big blind in chips of the engine, in place of the configuration's.
    players_per_session
        Distance of the first player ids of neighbouring sessions; by default as many as can come in one.

    Raises UsageError for money that is no whole number of chips.
    """
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    money = _Money(config, scale, blinds)
    rules.seed = np.uint64(seed)
    rules.seats = config.table.seats
    rules.small_blind = money.small_blind
    rules.big_blind = money.big_blind
    rules.min_players = config.session.min_players
    rules.session_hands = config.session.hands
    rules.session_ms = ceil(Fraction(config.session.hours) * HOUR_MS)
    for key, codes in _CODES.items():
        section, _, name = key.partition(".")
        field = name if section == "rules" else f"tax_{name}"
        rules[field] = codes[getattr(getattr(config, section), name)]
    _play(rules, config, money)
    _tax(rules, config, money)
    _seats(rules, config, money, players_per_session)
    return rules


def _play(rules: np.record, config: Config, money: _Money) -> None:
    """Buy-ins, bets, posts and the clock."""
    rules.buy_in_max = max(money.at_most(config.buy_in.max_bb), 1)
    rules.buy_in_min = min(_least(money, config.buy_in.min_bb), rules.buy_in_max)
    rules.buy_in_late_min = min(_least(money, config.buy_in.late_min_bb), rules.buy_in_max)
    for street, big_blinds in enumerate(config.rules.least_bets):
        rules.min_bet[street] = money.big_blinds("rules.min_bet_by_street", big_blinds)
    most = config.rules.max_straddles
    rules.max_straddles = SEATS if isinstance(most, str) else most
    rules.ante = money.chips("rules.ante", config.rules.ante)
    rules.chip_unit = money.chips("rules.chip_unit", config.rules.chip_unit)
    for name in ("deal", "action", "street", "showdown", "error"):
        rules[f"clock_{name}_ms"] = round(Fraction(getattr(config.clock, f"{name}_s")) * SECOND_MS)
    rules.raise_cap = config.rules.raise_cap
    rules.pot_after_all_in = config.rules.after_all_in == "pot"
    rules.leave_any_hand = config.rules.leave == "any-hand"
    rules.separate_parties = config.rules.separate_parties
    rules.shuffle_by_hand = config.deal.shuffle == "hand"
    rules.wash_ms = round(Fraction(config.deal.wash_seconds) * SECOND_MS)
    _listed(rules, "bet_size", [Fraction(share) / 100 * SIZE_SCALE for share in config.rules.bet_sizes])
    _listed(rules, "raise_factor", [Fraction(n) * SIZE_SCALE for n in config.rules.raise_factors])
    rules.limited = is_limited(rules)
    _listed(rules, "chip_value", [money.at_most_chips(value) for value in config.rules.chip_values])
    rates = config.dealer_errors
    for number, name in enumerate(DEALER_ERRORS):
        rules.error_rate[number] = _rate(getattr(rates, name.replace("-", "_")))


def _listed(rules: np.record, name: str, values: Sequence[int | Fraction]) -> None:
    """A list of the rules: its entries, and in the plural how many they are."""
    rules[f"{name}s"] = len(values)
    for i, value in enumerate(values):
        rules[name][i] = int(value)


def _rate(rate: Number) -> int:
    """A probability in 2**-32, as the engine compares it with a random word."""
    return floor(Fraction(rate) * RATE_SCALE)


def _least(money: _Money, big_blinds: Number) -> int:
    return ceil(Fraction(big_blinds) * money.big_blind)


def _tax(rules: np.record, config: Config, money: _Money) -> None:
    """The tax: exact fractions, and one cap for each number of players dealt in."""
    tax = config.tax
    part = Fraction(tax.percent) / 100
    heads_up = part * Fraction(tax.heads_up_factor)
    rules.tax_num, rules.tax_den = part.as_integer_ratio()
    rules.tax_heads_up_num, rules.tax_heads_up_den = heads_up.as_integer_ratio()
    for players in range(SEATS + 1):
        rules.tax_cap[players] = _cap(config, money, players)
    rules.tax_steps = len(tax.steps)
    for i, (pot, amount) in enumerate(tax.steps):
        rules.tax_step_from[i] = money.chips("tax.steps", pot)
        rules.tax_step_amount[i] = money.chips("tax.steps", amount)
    rules.tax_no_flop_no_drop = tax.no_flop_no_drop
    rules.tax_unit = money.chips("tax.unit", tax.unit)
    rules.tax_min_pot = money.chips("tax.min_pot", tax.min_pot)
    rules.extra_drop = money.chips("tax.extra_drop", tax.extra_drop)
    rules.extra_drop_min_pot = money.chips("tax.extra_drop_min_pot", tax.extra_drop_min_pot)
    rules.time_charge = money.chips("tax.time_charge", tax.time_charge)


def _cap(config: Config, money: _Money, players: int) -> int:
    """The smallest cap that applies to a hand of so many players, in chips; -1: none."""
    tax = config.tax
    caps = []
    if tax.cap is not None:
        caps.append(money.chips("tax.cap", tax.cap))
    if tax.cap_bb is not None:
        caps.append(money.at_most(tax.cap_bb))
    entry = max((n for n in tax.cap_by_players or {} if n <= players), default=None)
    if tax.cap_by_players is not None and entry is not None:
        caps.append(money.chips("tax.cap_by_players", tax.cap_by_players[entry]))
    return min(caps, default=-1)


def _seats(rules: np.record, config: Config, money: _Money, players_per_session: int | None) -> None:
    """Who sits where, and how many player ids a session may need."""
    seats = config.table.seats
    plan, mixed = config.lineup.seating(seats)
    rules.seat_type[:] = plan + [EMPTY] * (SEATS - seats)
    rules.seats_mixed = mixed
    rules.types = len(config.lineup.types)
    if players_per_session is None:
        replaced = any(_can_be_replaced(kind, money) for kind in config.lineup.types.values())
        players_per_session = seats * (_most_hands(rules) + 1) if replaced else seats
    rules.players_per_session = players_per_session


def _most_hands(rules: np.record) -> int:
    """The most hands a session can have: its hours may allow fewer than ``session.hands``."""
    hands = int(rules.session_hands)
    if rules.session_ms > 0 and rules.clock_deal_ms > 0:
        hands = min(hands, int(rules.session_ms // rules.clock_deal_ms) + 1)
    return hands


def _can_be_replaced(kind: PlayerType, money: _Money) -> bool:
    """Whether more players of the type may come than have seats when the session opens."""
    always_rebuys = kind.max_rebuys == "unlimited" and money.at_most(kind.rebuy_below_bb) > 0
    limits = (kind.stay_hands, kind.stay_hours, kind.stop_loss_bb, kind.stop_win_bb)
    leaves = kind.departure != "never" or kind.company > 0 or any(limit is not None for limit in limits)
    return kind.walk_in != "never" or (kind.arrival != "never" and (leaves or not always_rebuys))


def types_array(config: Config, *, scale: int = 1, blinds: tuple[int, int] | None = None) -> np.recarray:
    """The player types, one record of :data:`holdem_sim.engine.table.TYPES` each, in the lineup's order.

    ``strategy`` is a place in :attr:`Config.specs`.  What a player likes to buy is taken to the nearest
    amount that the table allows.
    """
    kinds = list(config.lineup.types.values())
    money = _Money(config, scale, blinds)
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    _play(rules, config, money)
    shares = [Fraction(kind.share or 0) for kind in kinds]
    unit = lcm(*(share.denominator for share in shares))
    parties = sorted({kind.party for kind in kinds if kind.party is not None})
    types = np.zeros(len(kinds), TYPES).view(np.recarray)
    for one, kind, share in zip(types, kinds, shares, strict=True):
        one.strategy = config.specs.index(kind.strategy)
        one.weight = int(share * unit)
        one.buy_in = _allowed(rules, money.at_most(kind.buy_in_bb))
        one.rebuy_to = _allowed(rules, money.at_most(kind.rebuy_to_bb))
        one.rebuy_below = min(money.at_most(kind.rebuy_below_bb), one.rebuy_to)
        for name in ("straddle", "seat_change", "silent", "string", "out_of_turn", "come_back"):
            one[name] = _rate(getattr(kind, name))
        one.entry_post = kind.entry == "post"
        one.departure_ms = _minutes(kind.departure)
        one.walk_in_ms = -1 if kind.walk_in == "never" else max(_minutes(kind.walk_in), SECOND_MS)
        one.away_ms, one.patience_ms = _minutes(kind.away), _minutes(kind.patience)
        one.stay_hands = -1 if kind.stay_hands is None else int(kind.stay_hands)
        one.stay_ms = -1 if kind.stay_hours is None else round(Fraction(kind.stay_hours) * HOUR_MS)
        one.stop_loss = -1 if kind.stop_loss_bb is None else max(money.at_most(kind.stop_loss_bb), 1)
        one.stop_win = -1 if kind.stop_win_bb is None else max(money.at_most(kind.stop_win_bb), 1)
        one.company = kind.company
        one.party = -1 if kind.party is None else parties.index(kind.party)
        one.max_rebuys = -1 if isinstance(kind.max_rebuys, str) else kind.max_rebuys
        one.arrival_ms = _minutes(kind.arrival)
    return types


def _minutes(value: Number | str) -> int:
    """Minutes in milliseconds; -1 for a word: never, or unlimited."""
    return -1 if isinstance(value, str) else round(Fraction(value) * MINUTE_MS)


def _allowed(rules: np.record, chips: int) -> int:
    return int(min(max(chips, rules.buy_in_min), rules.buy_in_max))
