"""H-X ties, H-XI.2 the order of pots, H-XV who shows and when, D-2 odd chips."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_sim.engine.pots import build_pots
from holdem_sim.engine.showdown import best_hands, show_order
from holdem_sim.engine.table import MAX_CHIPS, SEATS
from records import ODD_CHIPS, POT_ORDERS, SPREADS, make_rules, make_table, pots_of, settle, won_by

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def shown(totals, **more):
    """The seats in the order in which they show."""
    table = make_table(totals, **more)
    build_pots(table)
    show_order(table)
    places = {int(place): seat for seat, place in enumerate(table.show_order) if place >= 0}
    assert sorted(places) == list(range(len(places)))
    return [places[place] for place in sorted(places)]


def clockwise(seats, button):
    return sorted(seats, key=lambda seat: (seat - button - 1) % SEATS)


def plain_division(amount, winners, unit, odd_chips):
    """Chips by winner (named clockwise from the button), dealt out in rounds of units."""
    rounds, rest = divmod(amount, unit * len(winners))
    shares = dict.fromkeys(winners, rounds * unit)
    for seat in winners * 2:
        if rest >= unit and odd_chips == "one-each":
            shares[seat] += unit
            rest -= unit
    shares[winners[0]] += rest
    return {seat: chips for seat, chips in shares.items() if chips}


# H-X.1 and D-2


def divided(chips, ranks, *, button=None, **options):
    """The awards of a single pot for which everybody contends: (seat, chips)."""
    table = make_table([0] * len(ranks), dead={0: chips}, ranks=ranks, button=button)
    return [(seat, amount) for _, seat, amount in settle(table, make_rules(**options))]


@pytest.mark.parametrize("odd_chips", ODD_CHIPS)
def test_h_x_1_equal_hands_share(odd_chips):
    assert divided(300, [7, 9, 9], odd_chips=odd_chips) == [(1, 150), (2, 150)]


def test_h_x_1_rest_goes_to_the_first_winner_after_the_button():
    # The button is at seat 1, so seat 2 is the first and seat 1 the last.
    assert divided(100, [0, 5, 5, 5], button=1, odd_chips="all-to-first") == [(2, 34), (3, 33), (1, 33)]


def test_h_x_1_all_odd_chips_to_the_first_winner():
    assert divided(83, [5, 5, 5], odd_chips="all-to-first") == [(0, 29), (1, 27), (2, 27)]


def test_h_x_1_every_pot_separately():
    # Two odd pots with first winners of their own.
    table = make_table([5, 20, 20, 20, 9], live=[0, 1, 2], ranks=[5, 5, 5], button=4)
    awards = settle(table, make_rules(pot_order="main-first"))
    assert pots_of(table) == [(25, {0, 1, 2}), (49, {1, 2})]
    assert awards == [(0, 0, 9), (0, 1, 8), (0, 2, 8), (1, 1, 25), (1, 2, 24)]


def test_h_x_1_chip_unit_divides_in_whole_units():
    # 22 fives between three: 7 each and one odd; 11 tens: 3 each and two odd.
    assert divided(110, [5, 5, 5], chip_unit=5) == [(0, 40), (1, 35), (2, 35)]
    assert divided(110, [5, 5, 5], chip_unit=10) == [(0, 50), (1, 30), (2, 30)]
    assert divided(110, [5, 5, 5], chip_unit=10, odd_chips="one-each") == [(0, 40), (1, 40), (2, 30)]


def test_h_x_1_rest_below_a_unit_goes_to_the_first_winner():
    assert divided(113, [5, 5, 5], chip_unit=10) == [(0, 53), (1, 30), (2, 30)]
    assert divided(113, [5, 5, 5], chip_unit=10, odd_chips="one-each") == [(0, 43), (1, 40), (2, 30)]
    assert divided(12, [1, 5, 5], button=1, chip_unit=25) == [(2, 12)]


def test_h_x_1_lone_winner_takes_all_whatever_the_unit():
    assert divided(14, [1, 5], chip_unit=5) == [(1, 14)]


def test_d_2_odd_chips_one_each_from_the_seat_after_the_button():
    assert divided(83, [5, 5, 5], button=1, odd_chips="one-each") == [(2, 28), (0, 28), (1, 27)]


def test_d_2_pots_are_decided_from_the_main_pot_on():
    table = make_table([50, 100, 200, 200], ranks=[4, 3, 2, 1])
    awards = settle(table, make_rules(odd_chips="one-each", pot_order="main-first"))
    assert awards == [(0, 0, 200), (1, 1, 150), (2, 2, 200)]


# H-XI.2


def test_h_xi_2_pots_are_decided_from_the_last_side_pot():
    table = make_table([50, 100, 200, 200], ranks=[4, 3, 2, 1])
    assert settle(table, make_rules(pot_order="side-first")) == [(2, 2, 200), (1, 1, 150), (0, 0, 200)]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**9))
def test_h_xi_2_only_the_order_recorded_differs(seed):
    results = []
    for pot_order in POT_ORDERS:
        table = random_showdown(random.Random(seed))
        results.append(settle(table, make_rules(percent=5, pot_order=pot_order)))
    assert sorted(results[0]) == sorted(results[1])
    assert [row[0] for row in results[0]] == sorted((row[0] for row in results[0]), reverse=True)
    assert [row[0] for row in results[1]] == sorted(row[0] for row in results[1])


# Every deal, to the chip


def random_showdown(rng, scale=1):
    players = rng.randint(2, SEATS)
    sizes = [rng.randint(1, 40) * scale for _ in range(3)]
    totals = [rng.choice(sizes) + rng.choice([0, 0, rng.randint(0, scale)]) for _ in range(players)]
    live = [seat for seat in range(players) if rng.random() < 0.7] or [0]
    dead = {rng.randrange(players): rng.randint(1, 5)} if rng.random() < 0.3 else {}
    ranks = [rng.randint(1, 3) for _ in range(players)]
    return make_table(totals, live=live, dead=dead, ranks=ranks, button=rng.randrange(players))


def check_conserved(table, rules, flop_dealt, odd_chips):
    put_in = sum(map(int, table.total)) + sum(map(int, table.dead))
    awards = settle(table, rules, flop_dealt)
    assert put_in == table.pot + table.uncalled
    assert sum(won_by(table)) + table.tax + table.extra_drop == table.pot
    paid = [sum(row[2] for row in awards if row[1] == seat) for seat in range(table.players_dealt)]
    assert paid == won_by(table)
    for pot_no, (amount, contenders) in enumerate(pots_of(table)):
        net = amount - int(table.pot_tax[pot_no]) - int(table.pot_extra_drop[pot_no])
        top = max(table.rank[seat] for seat in contenders)
        winners = clockwise([seat for seat in contenders if table.rank[seat] == top], table.button)
        expected = plain_division(net, winners, int(rules.chip_unit), odd_chips)
        rows = [(seat, chips) for pot, seat, chips in awards if pot == pot_no]
        assert rows == [(seat, expected[seat]) for seat in winners if seat in expected]


@settings(max_examples=400, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    scale=st.sampled_from([1, 5, 1000, MAX_CHIPS // 1000]),
    odd_chips=st.sampled_from(ODD_CHIPS),
    flop_dealt=st.booleans(),
    options=st.fixed_dictionaries(
        {
            "percent": st.sampled_from(["0", "5", "4.75", "100"]),
            "rounding": st.sampled_from(["down", "nearest", "up"]),
            "spread": st.sampled_from(SPREADS),
            "unit": st.sampled_from([1, 5, 25]),
            "chip_unit": st.sampled_from([1, 5, 25, 1000]),
            "extra_drop": st.sampled_from([0, 3, 100]),
            "no_flop_no_drop": st.integers(0, 1),
            "pot_order": st.sampled_from(POT_ORDERS),
        }
    ),
)
def test_h_x_1_every_chip_is_accounted_for(seed, scale, odd_chips, flop_dealt, options):
    rules = make_rules(odd_chips=odd_chips, **options)
    check_conserved(random_showdown(random.Random(seed), scale), rules, flop_dealt, odd_chips)


# H-XV


def test_h_xv_1_all_hands_still_in_are_tabled():
    assert sorted(shown([100] * 6, live=[0, 2, 5])) == [0, 2, 5]


def test_h_xv_1_also_who_plays_for_no_pot():
    # Seat 2 has no chip in: nothing to win, but the hand is still in.
    assert shown([100, 100, 0]) == [0, 1, 2]


def test_h_xv_1_cards_speak():
    # The best hand among the contenders wins, whoever bet and in whatever order they show.
    table = make_table([100, 100, 100], ranks=[3, 8, 5], last_aggressor=2)
    settle(table, make_rules())
    assert won_by(table) == [0, 300, 0]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_h_ii_6_the_last_one_wins_without_showing(winner):
    table = make_table([50, 100, 300], live=[winner], last_aggressor=2)
    settle(table, make_rules())
    show_order(table)
    assert table.won[winner] == table.pot
    assert all(table.show_order == -1)


def test_h_xv_2_last_bettor_of_the_river_first_then_clockwise():
    assert shown([100] * 5, live=[0, 1, 3, 4], button=4, last_aggressor=3) == [3, 4, 0, 1]


def test_h_xv_2_nobody_bet_first_to_act_shows_first():
    assert shown([100] * 5, live=[0, 2, 3, 4], button=2) == [3, 4, 0, 2]


def test_h_xv_2_dead_button():
    # The button lies at an empty seat.
    assert shown([100, 100, 100], button=7) == [0, 1, 2]


def test_h_xv_2_players_of_the_last_side_pot_first():
    # Pots for {0..4}, {1..4} and {2, 4}.
    totals = [50, 100, 200, 100, 200]
    assert shown(totals, button=2) == [4, 2, 3, 1, 0]
    assert shown(totals, button=2, last_aggressor=2) == [2, 4, 3, 1, 0]
    assert shown(totals, button=3, last_aggressor=4) == [4, 2, 1, 3, 0]


def test_h_xv_2_clockwise_goes_on_from_who_showed_first():
    # Seats 1, 3 and 5 are all-in for the main pot; 4 bet the side pot, 2 called.
    assert shown([0, 50, 90, 50, 90, 50], live=[1, 2, 3, 4, 5], button=0, last_aggressor=4) == [4, 2, 5, 1, 3]


def test_h_xv_2_winner_of_the_side_pot_plays_for_the_main_pot():
    table = make_table([50, 100, 100], ranks=[1, 5, 3])
    assert settle(table, make_rules()) == [(1, 1, 100), (0, 1, 150)]
    table = make_table([50, 100, 100], ranks=[9, 5, 3])
    assert settle(table, make_rules()) == [(1, 1, 100), (0, 0, 150)]


def test_h_xv_3_mucked_losers_change_nothing():
    # Who can win a pot is settled before a hand is mucked: pots stay as they were, losers get no chip.
    table = make_table([50, 100, 200, 200], ranks=[2, 9, 4, 3])
    build_pots(table)
    before = pots_of(table)
    settle(table, make_rules())
    assert pots_of(table) == before
    assert won_by(table) == [0, 350, 200, 0]


def test_h_xv_3_hand_not_shown_loses_to_a_shown_one():
    table = make_table([100, 100], ranks=[-1, 0])
    assert settle(table, make_rules()) == [(0, 1, 200)]


def test_h_xv_3_best_hands_reads_the_contenders_alone():
    table = make_table([100] * 4, ranks=[5, 9, 5, 7])
    assert best_hands(table, 0b0101) == 0b0101
    assert best_hands(table, 0b1111) == 0b0010
    assert best_hands(table, 0b1000) == 0b1000


# The cases


@pytest.mark.parametrize("odd_chips", ODD_CHIPS)
def test_case_a26_collected_and_tax_make_the_pot(odd_chips):
    table = make_table([33, 33], ranks=[4, 4])
    rules = make_rules(percent=5, odd_chips=odd_chips, extra_drop=1)
    awards = settle(table, rules)
    assert (table.pot, table.tax, table.extra_drop) == (66, 3, 1)
    assert sum(chips for _, _, chips in awards) == 62
    assert won_by(table) == [31, 31]


def test_case_a27_split_after_tax():
    table = make_table([50, 50], ranks=[4, 4])
    assert settle(table, make_rules(percent=5)) == [(0, 0, 48), (0, 1, 47)]


def test_case_a27_odd_chip_of_the_small_blind():
    table = make_table([50, 50], ranks=[4, 4])
    assert settle(table, make_rules(percent=5, chip_unit=5)) == [(0, 0, 50), (0, 1, 45)]


@pytest.mark.parametrize(("odd_chips", "won"), [("one-each", [0, 9, 9, 8]), ("all-to-first", [0, 10, 8, 8])])
def test_case_a57_two_odd_chips_three_winners(odd_chips, won):
    table = make_table([2, 8, 8, 8], live=[1, 2, 3], ranks=[0, 6, 6, 6])
    settle(table, make_rules(odd_chips=odd_chips))
    assert won_by(table) == won


def test_case_a58_odd_chip_of_each_pot():
    # The hand of case A12: the odd chips of main pot and first side pot both go to seat 0.
    table = make_table(
        [76, 181, 115, 117, 1, 66, 27], live=[0, 1, 3, 5, 6], ranks=[9, 3, 20, 1, 20, 9, 5], button=6
    )
    awards = settle(table, make_rules(pot_order="main-first"))
    assert awards == [(0, 0, 82), (0, 5, 81), (1, 0, 98), (1, 5, 97), (2, 0, 40), (3, 1, 121)]


def test_case_a69_show_order():
    # Bet on the river; nothing bet on the river, though the turn was; all-in and nothing left to bet.
    assert shown([80, 80, 80], last_aggressor=1) == [1, 2, 0]
    assert shown([80, 80, 80]) == [0, 1, 2]
    assert shown([40, 80, 80]) == [1, 2, 0]


def test_case_a70_folded_hands_never_win_or_show():
    table = make_table([100, 100, 100], live=[0, 1], ranks=[3, 2, 50], last_aggressor=1)
    settle(table, make_rules())
    show_order(table)
    assert won_by(table) == [300, 0, 0]
    assert list(table.show_order[:3]) == [1, 0, -1]


def test_case_a70_all_in_is_not_folded():
    table = make_table([40, 100, 100], live=[0, 1], ranks=[9, 2, 50])
    settle(table, make_rules())
    show_order(table)
    assert won_by(table) == [120, 120, 0]
    assert list(table.show_order[:3]) == [1, 0, -1]
