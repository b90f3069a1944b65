"""Small constructors of engine records for the tests: a table at the end of its betting, a house's rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from holdem_sim.engine import pots, showdown, tax
from holdem_sim.engine.limits import is_limited
from holdem_sim.engine.table import BLOCK, RULES, SEATS, TABLE

ODD_CHIPS = ("all-to-first", "one-each")
POT_ORDERS = ("side-first", "main-first")
ROUNDINGS = ("down", "nearest", "up")
SPREADS = ("proportional", "main-first")


def empty_record(dtype: np.dtype) -> np.record:
    """One record of zeros, as the kernels take it, compiled or not."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def seat_mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def seats_of(mask: int) -> set[int]:
    return {seat for seat in range(SEATS) if int(mask) >> seat & 1}


def make_rules(
    *,
    percent: Fraction | str | int = 0,
    heads_up_factor: Fraction | str | int = 1,
    cap: int | None = None,
    cap_by_players: Mapping[int, int] | None = None,
    steps: Sequence[tuple[int, int]] = (),
    rounding: str = "down",
    spread: str = "proportional",
    odd_chips: str = "all-to-first",
    pot_order: str = "side-first",
    **fields: int,
) -> np.record:
    """Rules of a 50/100 table without tax, except for what is given.

    ``fields`` are fields of RULES by their own names, those of the tax without ``tax_`` too (``unit=5``).
    """
    rules = empty_record(RULES)
    rules.seats, rules.small_blind, rules.big_blind = SEATS, 50, 100
    rules.chip_unit = rules.tax_unit = 1
    share = Fraction(percent) / 100
    rules.tax_num, rules.tax_den = share.as_integer_ratio()
    rules.tax_heads_up_num, rules.tax_heads_up_den = (share * Fraction(heads_up_factor)).as_integer_ratio()
    for players in range(SEATS + 1):
        caps = [cap] if cap is not None else []
        reached = [limit for limit in cap_by_players or {} if limit <= players]
        if cap_by_players and reached:
            caps.append(cap_by_players[max(reached)])
        rules.tax_cap[players] = min(caps, default=-1)
    rules.tax_steps = len(steps)
    for number, (start, amount) in enumerate(steps):
        rules.tax_step_from[number], rules.tax_step_amount[number] = start, amount
    rules.tax_rounding = ROUNDINGS.index(rounding)
    rules.tax_spread = SPREADS.index(spread)
    rules.odd_chips = ODD_CHIPS.index(odd_chips)
    rules.pot_order = POT_ORDERS.index(pot_order)
    for name, value in fields.items():
        rules[name if name in RULES.names else f"tax_{name}"] = value
    rules.limited = is_limited(rules)
    return rules


def make_table(
    totals: Sequence[int],
    *,
    live: Iterable[int] | None = None,
    dead: Mapping[int, int] | None = None,
    ranks: Sequence[int] | Mapping[int, int] | None = None,
    button: int | None = None,
    last_aggressor: int = -1,
) -> np.record:
    """A table whose betting is over: ``totals[seat]`` chips went in, everybody given is dealt in.

    ``live``: the seats that have not folded (default: all); ``ranks``: hand ranks by seat, -1 where none;
    the ``button`` is at the last seat unless told otherwise, so that seat 0 is the first one clockwise.
    """
    table = empty_record(TABLE)
    table.players_dealt = len(totals)
    table.dealt = seat_mask(range(len(totals)))
    table.live = table.dealt if live is None else seat_mask(live)
    table.button = len(totals) - 1 if button is None else button
    table.last_aggressor = last_aggressor
    table.total[: len(totals)] = totals
    for seat, chips in (dead or {}).items():
        table.dead[seat] = chips
    table.rank[:] = -1
    items = ranks.items() if isinstance(ranks, Mapping) else enumerate(ranks or ())
    for seat, rank in items:
        table.rank[seat] = rank
    table.show_order[:] = -1
    table.player[:] = -1
    table.player[: len(totals)] = range(len(totals))
    return table


def charged(amounts: Sequence[int], players: int = 6, flop_dealt: bool = True, **options) -> np.record:
    """A table with pots of these amounts and nothing else, taxed under :func:`make_rules` ``(**options)``."""
    table = make_table([0] * players)
    table.pot = sum(amounts)
    table.pots = len(amounts)
    table.pot_amount[: len(amounts)] = amounts
    tax.charge(table, make_rules(**options), flop_dealt)
    return table


def pots_of(table: np.record) -> list[tuple[int, set[int]]]:
    """The pots as (amount, contenders), the main pot first."""
    return [(int(table.pot_amount[p]), seats_of(table.pot_contenders[p])) for p in range(table.pots)]


def shares_of(table: np.record, field: str) -> list[int]:
    """A field of the pots (``pot_tax``, ``pot_extra_drop``, ``pot_amount``) as a list."""
    return [int(x) for x in table[field][: table.pots]]


def won_by(table: np.record) -> list[int]:
    """Chips won, by seat, of the players dealt in."""
    return [int(x) for x in table.won[: table.players_dealt]]


_block = empty_record(BLOCK)


def settle(table: np.record, rules: np.record, flop_dealt: bool = True) -> list[tuple[int, int, int]]:
    """Build the pots, tax and push them; the awards as recorded: (pot_no, seat, amount)."""
    pots.build_pots(table)
    tax.charge(table, rules, flop_dealt)
    _block.awards_rows = 0
    showdown.award(table, rules, _block)
    rows = _block.awards
    return [(int(rows.pot_no[i]), int(rows.seat[i]), int(rows.amount[i])) for i in range(_block.awards_rows)]
