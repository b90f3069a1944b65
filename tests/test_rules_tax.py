"""The tax (H-I, H-II.7 and "Tax" of the house rules), option by option, and the cases that concern it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from holdem_sim.engine.table import MAX_CHIPS
from holdem_sim.engine.tax import charge, tax_amount
from records import ROUNDINGS, charged, make_rules, make_table, settle, shares_of, won_by

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def tax_of(pot, players=6, flop=True, **options):
    """The tax on one pot."""
    return charged([pot], players, flop, **options).tax


# One option after the other


def test_tax_percent():
    assert tax_of(550, percent=5) == 27
    assert tax_of(100_000, percent="4.75") == 4750
    assert tax_of(999, percent=0) == 0
    assert tax_of(1, percent=100) == 1


def test_tax_percent_is_exact():
    # 33.3333 % of 10**15, and a product far beyond 64 bits.
    assert tax_of(MAX_CHIPS, percent="33.3333") == 333_333_000_000_000
    assert tax_of(MAX_CHIPS, percent=Fraction(100 * (10**14 - 1), 10**14)) == MAX_CHIPS - 10


@pytest.mark.parametrize(
    ("pot", "unit", "down", "nearest", "up"),
    [
        (200, 5, 10, 10, 10),
        (201, 5, 10, 10, 15),
        (249, 5, 10, 10, 15),
        (250, 5, 10, 15, 15),
        (290, 5, 10, 15, 15),
        (219, 1, 10, 11, 11),
        (210, 1, 10, 11, 11),
        (209, 1, 10, 10, 11),
        (201, 1, 10, 10, 11),
        (209, 2, 10, 10, 12),
        (220, 2, 10, 12, 12),
    ],
)
def test_tax_unit_and_rounding(pot, unit, down, nearest, up):
    for rounding, amount in (("down", down), ("nearest", nearest), ("up", up)):
        assert tax_of(pot, percent=5, unit=unit, rounding=rounding) == amount


def test_tax_cap():
    assert [tax_of(pot, percent=5, cap=30) for pot in (580, 600, 620, 10**9)] == [29, 30, 30, 30]
    assert tax_of(500, percent=5, cap=0) == 0


def test_tax_cap_by_players():
    # The entry with the largest number not above the players dealt in.
    caps = {2: 10, 4: 20, 7: 30}
    taxes = [tax_of(10_000, players, percent=5, cap_by_players=caps) for players in range(2, 11)]
    assert taxes == [10, 10, 20, 20, 20, 30, 30, 30, 30]
    assert tax_of(10_000, 3, percent=5, cap_by_players={5: 10}) == 500


def test_tax_smallest_cap_applies():
    assert tax_of(10_000, 6, percent=5, cap=25, cap_by_players={2: 10, 5: 40}) == 25
    assert tax_of(10_000, 2, percent=5, cap=25, cap_by_players={2: 10, 5: 40}) == 10


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_tax_cap_is_cut_down_to_whole_units(rounding):
    assert tax_of(10_000, percent=5, cap=33, unit=10, rounding=rounding) == 30
    assert tax_of(10_000, percent=5, cap=4, unit=5, rounding=rounding) == 0


def test_tax_steps():
    steps = [(20, 1), (40, 2)]
    assert [tax_of(pot, steps=steps, percent=50) for pot in (0, 19, 20, 39, 40, 10**6)] == [0, 0, 1, 1, 2, 2]


def test_tax_steps_are_rounded_and_capped_too():
    assert tax_of(100, steps=[(20, 13)], unit=5) == 10
    assert tax_of(100, steps=[(20, 13)], unit=5, rounding="nearest") == 15
    assert tax_of(100, steps=[(20, 13)], unit=5, rounding="up", cap=12) == 10


def test_tax_never_more_than_the_pot():
    assert tax_of(3, steps=[(0, 10)]) == 3
    assert tax_of(3, percent=5, unit=5, rounding="up") == 3
    assert tax_of(10, 2, percent=100, heads_up_factor=2) == 10


@pytest.mark.parametrize(("flop", "tax", "extra"), [(False, 0, 0), (True, 25, 10)])
def test_tax_no_flop_no_drop(flop, tax, extra):
    table = charged([500], flop_dealt=flop, percent=5, extra_drop=10, no_flop_no_drop=1)
    assert (table.tax, table.extra_drop) == (tax, extra)
    table = charged([500], flop_dealt=flop, percent=5, extra_drop=10)
    assert (table.tax, table.extra_drop) == (25, 10)


def test_tax_min_pot():
    assert [tax_of(pot, percent=5, min_pot=200) for pot in (199, 200, 201)] == [0, 10, 10]
    # The fund has a smallest pot of its own.
    assert charged([199], percent=5, min_pot=200, extra_drop=7).extra_drop == 7


def test_tax_heads_up_factor():
    options = {"percent": 5, "heads_up_factor": "0.5"}
    assert [tax_of(1_000, players, **options) for players in (2, 3)] == [25, 50]
    # It is players dealt in that count, not those left; and steps are no percentage.
    assert tax_of(1_000, 2, steps=[(0, 40)], heads_up_factor="0.5") == 40


def test_tax_heads_up_factor_before_the_rounding():
    assert tax_of(190, 2, percent=5, heads_up_factor="0.5", unit=5) == 0
    assert tax_of(190, 2, percent=5, heads_up_factor="0.5", unit=5, rounding="nearest") == 5


def test_tax_extra_drop():
    options = {"percent": 5, "extra_drop": 10, "extra_drop_min_pot": 100}
    assert [charged([pot], **options).extra_drop for pot in (99, 100, 101)] == [0, 10, 10]
    table = charged([100], **options)
    assert (table.tax, table.extra_drop) == (5, 10)


def test_tax_extra_drop_takes_what_remains():
    table = charged([12], percent=50, extra_drop=10)
    assert (table.tax, table.extra_drop) == (6, 6)


def test_tax_extra_drop_from_the_main_pot_then_from_the_next():
    table = charged([8, 100, 100], steps=[(0, 6)], spread="main-first", extra_drop=105)
    assert shares_of(table, "pot_tax") == [6, 0, 0]
    assert shares_of(table, "pot_extra_drop") == [2, 100, 3]


def test_tax_spread_in_proportion():
    assert shares_of(charged([300, 400], percent=5, cap=10), "pot_tax") == [4, 6]
    assert shares_of(charged([200, 150, 200], percent=5), "pot_tax") == [10, 7, 10]


def test_tax_spread_ties_to_the_main_pot():
    assert shares_of(charged([100, 100], steps=[(0, 5)]), "pot_tax") == [3, 2]
    assert shares_of(charged([100, 100, 100], steps=[(0, 5)]), "pot_tax") == [2, 2, 1]


def test_tax_spread_in_whole_units():
    assert shares_of(charged([300, 400], steps=[(0, 50)], unit=25), "pot_tax") == [25, 25]
    assert shares_of(charged([100, 600], steps=[(0, 50)], unit=25), "pot_tax") == [0, 50]


def test_tax_spread_no_pot_below_zero():
    # Half of 2,500 belongs to the last pot by its fraction, but it has no chip of 1,000 to give.
    assert shares_of(charged([2_700, 2_700, 600], percent=50, unit=1000), "pot_tax") == [2_000, 1_000, 0]


def test_tax_spread_pots_too_small_for_a_unit():
    assert shares_of(charged([4, 5], steps=[(0, 5)], unit=5), "pot_tax") == [0, 5]
    assert shares_of(charged([4, 4, 4], steps=[(0, 5)], unit=5), "pot_tax") == [4, 1, 0]


def test_tax_spread_of_a_pot_taken_whole():
    assert shares_of(charged([7, 3], percent=100, unit=5), "pot_tax") == [7, 3]
    # Not even a whole number of units, since the tax is never more than the pot.
    table = charged([7, 5], percent=100, unit=5, rounding="up")
    assert (table.tax, shares_of(table, "pot_tax")) == (12, [7, 5])


def test_tax_spread_main_first():
    assert shares_of(charged([300, 400], percent=5, spread="main-first"), "pot_tax") == [35, 0]
    assert shares_of(charged([20, 400], percent=10, spread="main-first"), "pot_tax") == [20, 22]


def test_tax_of_the_hand_before_leaves_no_trace():
    table = charged([300, 400], percent=5, extra_drop=10)
    charge(table, make_rules(), True)
    assert (table.tax, table.extra_drop) == (0, 0)
    assert shares_of(table, "pot_tax") == shares_of(table, "pot_extra_drop") == [0, 0]


def test_tax_amount_alone():
    assert tax_amount(make_rules(percent=5, cap=20), 550, 6) == 20


def test_h_ii_7_tax_is_cut_before_the_pot_is_pushed():
    table = make_table([100, 100, 100], ranks=[1, 2, 0])
    assert settle(table, make_rules(percent=5, extra_drop=3)) == [(0, 1, 300 - 15 - 3)]


# The cases


@pytest.mark.parametrize(
    ("spread", "taxes", "won"),
    [("main-first", [10, 0], [290, 400, 0]), ("proportional", [4, 6], [296, 394, 0])],
)
def test_case_a16_cap_per_hand(spread, taxes, won):
    table = make_table([100, 300, 1000], ranks=[3, 2, 1])
    settle(table, make_rules(percent=5, cap=10, spread=spread))
    assert (table.pot, table.uncalled, table.tax) == (700, 700, 10)
    assert shares_of(table, "pot_tax") == taxes
    assert won_by(table) == won


def test_case_a17_tax_on_the_total_pot():
    table = make_table([30, 55, 200], ranks=[3, 2, 1])
    settle(table, make_rules(percent=5))
    assert (table.pot, table.uncalled, table.tax) == (140, 145, 7)
    assert sum(shares_of(table, "pot_tax")) == 7


@pytest.mark.parametrize(("rounding", "taxes"), [("down", [2, 7]), ("nearest", [3, 8]), ("up", [3, 8])])
def test_case_a18_no_bankers_rounding(rounding, taxes):
    assert [tax_of(pot, percent=5, rounding=rounding) for pot in (50, 150)] == taxes


def test_case_a19_base_when_everybody_folds():
    table = make_table([50, 100, 300], live=[2])
    settle(table, make_rules(percent=5), flop_dealt=False)
    assert (table.uncalled, table.pot, table.tax) == (200, 250, 12)
    assert table.won[2] + table.uncalled - table.total[2] == 138


def test_case_a19_walk():
    table = make_table([50, 100], live=[1])
    settle(table, make_rules(percent=5), flop_dealt=False)
    assert (table.uncalled, table.pot, table.tax) == (50, 100, 5)


@pytest.mark.parametrize(("no_flop_no_drop", "tax"), [(0, 12), (1, 0)])
def test_case_a20_no_flop_no_drop(no_flop_no_drop, tax):
    rules = make_rules(percent=5, no_flop_no_drop=no_flop_no_drop)
    taken = make_table([50, 100, 300], live=[2])
    settle(taken, rules, flop_dealt=False)
    assert taken.tax == tax
    all_in = make_table([500, 500], ranks=[1, 2])
    settle(all_in, rules, flop_dealt=True)
    assert all_in.tax == 50


def test_case_a22_uncalled_bet_in_cents():
    # The hero bets 2.54 on the river and is called for 2.20; 0.15 and 0.05 are folded money.
    table = make_table([15 + 48 + 254, 15 + 48 + 220, 15, 5], live=[0, 1], ranks=[2, 1])
    settle(table, make_rules(percent=10, cap=36))
    assert (table.uncalled, table.pot, table.tax) == (34, 586, 36)
    assert table.total[0] - table.uncalled == 283
    assert won_by(table)[0] == 550
    assert table.won[0] + table.uncalled - table.total[0] == 267
