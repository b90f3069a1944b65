"""H-XI: pots follow from contributions and folds alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_sim.engine.pots import build_pots
from holdem_sim.engine.table import MAX_CHIPS, SEATS
from records import make_rules, make_table, pots_of, settle, won_by

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def built(totals, **more):
    table = make_table(totals, **more)
    build_pots(table)
    return table


# An independent builder: chip by chip, with sets, as a dealer would stack them.


def plain_pots(totals, live, dead=0):
    """(pots as [amount, contenders], uncalled, its seat or -1)."""
    left = list(totals)
    uncalled, uncalled_seat = 0, -1
    while max(left) > 0 and left.count(max(left)) == 1 and left.index(max(left)) in live:
        uncalled_seat = left.index(max(left))
        left[uncalled_seat] -= 1
        uncalled += 1
    pots = [[dead, set(live)]] if dead else []
    for level in range(1, max(left) + 1):
        contributors = {seat for seat, chips in enumerate(left) if chips >= level}
        owners = contributors & set(live)
        if not pots:
            pots.append([0, owners or set(live)])
        elif owners and owners != pots[-1][1]:
            pots.append([0, owners])
        pots[-1][0] += len(contributors)
    return pots or [[0, set(live)]], uncalled, uncalled_seat


def random_hand(rng):
    """Contributions as they come about at a table: all-ins, folds at any point, dead money, missing posts."""
    players = rng.randint(2, SEATS)
    sizes = [rng.randint(0, 30) for _ in range(rng.randint(1, 4))]
    totals = [rng.choice(sizes) if rng.random() < 0.7 else rng.randint(0, 30) for _ in range(players)]
    live = [seat for seat in range(players) if rng.random() < 0.6] or [rng.randrange(players)]
    dead = {rng.randrange(players): rng.randint(1, 5)} if rng.random() < 0.3 else {}
    return totals, live, dead


def check_against_plain(totals, live, dead, scale=1):
    table = built(
        [scale * chips for chips in totals],
        live=live,
        dead={seat: scale * chips for seat, chips in dead.items()},
    )
    pots, uncalled, uncalled_seat = plain_pots(totals, live, sum(dead.values()))
    assert pots_of(table) == [(scale * amount, owners) for amount, owners in pots]
    assert (table.uncalled, table.uncalled_seat) == (scale * uncalled, uncalled_seat)
    assert table.pot == scale * (sum(totals) + sum(dead.values()) - uncalled)
    assert sum(amount for amount, _ in pots_of(table)) == table.pot


def test_h_xi_0_pots_of_thousands_of_random_hands():
    rng = random.Random(11)
    for _ in range(5_000):
        check_against_plain(*random_hand(rng))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 25), st.booleans()), min_size=2, max_size=SEATS),
    st.integers(0, 9),
    st.sampled_from([1, 7, 10**9, MAX_CHIPS // 300]),
)
def test_h_xi_0_pots_by_contributions_and_folds(players, dead, scale):
    live = [seat for seat, (_, stays) in enumerate(players) if stays] or [0]
    check_against_plain([chips for chips, _ in players], live, {1: dead}, scale)


# H-XI.0


def test_h_xi_0_equal_contributions_are_one_pot():
    table = built([100, 100, 100])
    assert pots_of(table) == [(300, {0, 1, 2})]
    assert (table.uncalled, table.uncalled_seat, table.pot) == (0, -1, 300)


def test_h_xi_0_layers_with_the_same_contenders_are_one_pot():
    # Folded blinds of 50 and 100 make no layers of their own.
    assert pots_of(built([50, 100, 300, 300], live=[2, 3])) == [(750, {2, 3})]


def test_h_xi_0_layer_of_folded_contributors_joins_the_one_below():
    assert pots_of(built([80, 80, 50, 50], live=[2, 3])) == [(260, {2, 3})]


def test_h_xi_0_several_ownerless_layers_join_the_one_below():
    assert pots_of(built([300, 250, 200, 100, 100, 40], live=[3, 4, 5])) == [(240, {3, 4, 5}), (750, {3, 4})]


def test_h_xi_0_dead_money_is_the_lowest_layer():
    # Everybody still in plays for it, also the one whose chips were all dead.
    table = built([0, 40, 100, 100], dead={0: 20, 3: 50})
    assert pots_of(table) == [(70, {0, 1, 2, 3}), (120, {1, 2, 3}), (120, {2, 3})]
    assert table.pot == 310


def test_h_xi_0_dead_money_joins_the_main_pot():
    assert pots_of(built([100, 100, 60], dead={1: 50})) == [(230, {0, 1, 2}), (80, {0, 1})]


def test_h_xi_0_winner_without_a_chip_in_takes_what_the_folded_left():
    assert pots_of(built([50, 100, 0], live=[2])) == [(150, {2})]


def test_h_xi_0_pots_of_the_hand_before_leave_no_trace():
    table = built([50, 100, 200, 200])
    table.total[:4] = [100, 100, 100, 100]
    build_pots(table)
    assert pots_of(table) == [(400, {0, 1, 2, 3})]
    assert (table.uncalled, table.uncalled_seat) == (0, -1)


# H-XI.1


def test_h_xi_1_all_in_takes_the_same_from_everybody():
    # D's example, in H's words too.
    assert pots_of(built([50, 100, 200, 200])) == [(200, {0, 1, 2, 3}), (150, {1, 2, 3}), (200, {2, 3})]


def test_h_xi_1_any_number_of_pots():
    table = built([10 * (seat + 1) for seat in range(SEATS)])
    assert pots_of(table) == [(10 * (SEATS - p), set(range(p, SEATS))) for p in range(SEATS - 1)]
    assert (table.uncalled, table.uncalled_seat) == (10, SEATS - 1)


def test_h_xi_1_as_many_pots_as_can_be():
    # Dead money that one more player contends for.
    table = built([10 * seat for seat in range(SEATS - 1)] + [10 * (SEATS - 2)], dead={0: 5})
    assert table.pots == SEATS - 1
    assert pots_of(table)[0] == (5, set(range(SEATS)))
    assert pots_of(table)[-1] == (20, {SEATS - 2, SEATS - 1})


def test_h_xi_1_folded_contributors_pay_into_every_pot():
    assert pots_of(built([30, 100, 70, 100], live=[0, 1, 3])) == [(120, {0, 1, 3}), (180, {1, 3})]


def test_h_xi_1_uncalled_bet_goes_back():
    table = built([100, 300, 50], live=[1])
    assert (table.uncalled, table.uncalled_seat, table.pot) == (200, 1, 250)
    assert pots_of(table) == [(250, {1})]


def test_h_xi_1_folded_players_called_as_far_as_their_chips_went():
    table = built([200, 500, 60], live=[1, 2])
    assert (table.uncalled, table.uncalled_seat) == (300, 1)
    assert pots_of(table) == [(180, {1, 2}), (280, {1})]


def test_h_xi_1_a_folded_bet_does_not_go_back():
    table = built([300, 100, 100], live=[1, 2])
    assert (table.uncalled, table.uncalled_seat) == (0, -1)
    assert pots_of(table) == [(500, {1, 2})]


def test_h_xi_1_uncalled_bet_is_not_taxed():
    table = make_table([50, 100, 300], live=[2])
    settle(table, make_rules(percent=10))
    assert (table.pot, table.tax, won_by(table)) == (250, 25, [0, 0, 225])


# The cases


def test_case_a1_five_pots_with_ties():
    table = make_table([100, 200, 300, 400, 500, 600], ranks=[6, 6, 4, 4, 2, 2])
    settle(table, make_rules())
    assert [amount for amount, _ in pots_of(table)] == [600, 500, 400, 300, 200]
    assert (table.uncalled, table.uncalled_seat) == (100, 5)
    assert won_by(table) == [300, 800, 200, 500, 100, 100]  # seat 5 gets 100 back besides


def test_case_a3_pots_of_the_document():
    table = make_table([50, 100, 200, 200], ranks=[4, 3, 2, 1])
    settle(table, make_rules())
    assert pots_of(table) == [(200, {0, 1, 2, 3}), (150, {1, 2, 3}), (200, {2, 3})]
    assert (table.pot, won_by(table)) == (550, [200, 150, 200, 0])


@pytest.mark.parametrize(("ranks", "won"), [([9, 9, 5, 2], [0, 0, 400, 500]), ([9, 9, 2, 5], [0, 0, 0, 900])])
def test_case_a4_ownerless_top_layer(ranks, won):
    table = make_table([300, 300, 100, 200], live=[2, 3], ranks=ranks)
    settle(table, make_rules())
    assert pots_of(table) == [(400, {2, 3}), (500, {3})]
    assert won_by(table) == won


@pytest.mark.parametrize("folder", [0, 1, 2])
def test_case_a5_fold_when_everybody_is_all_in(folder):
    stays = [seat for seat in range(3) if seat != folder]
    table = make_table([100, 250, 250], live=stays, ranks=[3, 2, 1])
    settle(table, make_rules())
    assert sum(won_by(table)) + table.uncalled == 600
    assert won_by(table)[folder] == 0


@pytest.mark.parametrize("entered", [910, 2190])
def test_case_a8_no_raise_over_an_all_in(entered):
    table = make_table([910, entered, 0], live=[0, 1], ranks=[1, 2])
    settle(table, make_rules(percent=5))
    assert (table.pot, table.uncalled, table.tax) == (1820, entered - 910, 91)
    assert won_by(table) == [0, 1729, 0]


def test_case_a9_everybody_folds_to_an_all_in():
    table = make_table([200, 20], live=[0])
    settle(table, make_rules(percent=5))
    assert (table.uncalled, table.uncalled_seat, table.pot, table.tax) == (180, 0, 40, 2)
    assert table.uncalled + table.won[0] == 218


@pytest.mark.parametrize("odd_chips", ["all-to-first", "one-each"])
def test_case_a12_every_pot_is_split_on_its_own(odd_chips):
    table = make_table(
        [76, 181, 115, 117, 1, 66, 27], live=[0, 1, 3, 5, 6], ranks=[9, 3, 20, 1, 20, 9, 5], button=6
    )
    settle(table, make_rules(odd_chips=odd_chips))
    assert pots_of(table) == [(163, {0, 1, 3, 5, 6}), (195, {0, 1, 3, 5}), (40, {0, 1, 3}), (121, {1, 3})]
    assert (table.uncalled, table.uncalled_seat) == (64, 1)
    assert won_by(table) == [82 + 98 + 40, 121, 0, 0, 0, 81 + 97, 0]
    left = [76 - 76, 181 - 181 + 64, 300 - 115, 0, 5 - 1, 0, 0]
    assert [a + b for a, b in zip(left, won_by(table), strict=True)] == [220, 185, 185, 0, 4, 178, 0]


def test_case_a49_short_big_blind():
    alone = built([50, 60, 100], live=[1, 2])
    assert (pots_of(alone), alone.uncalled, alone.uncalled_seat) == ([(170, {1, 2})], 40, 2)
    two = built([50, 60, 100, 100], live=[1, 2, 3])
    assert pots_of(two) == [(230, {1, 2, 3}), (80, {2, 3})]
