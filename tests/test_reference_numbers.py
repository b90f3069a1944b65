"""Known numbers of random hands, against millions of deals by the engine's own shuffle, ranking and pots.

The census of seven-card hands and the exact equities are in ``test_ranking.py``, whole runs of strategies
with known results in ``test_closed_forms.py``, the value of Kuhn poker in ``test_report_statistics.py``.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from holdem_sim.engine import hand
from holdem_sim.engine.deal import deal_pocket_cards, new_deck, open_street_cards
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.table import BLOCK, FLOP, RIVER, SEATS, TABLE
from holdem_sim.shard import records
from records import make_rules
from reference import DEALS as REFERENCE_DEALS
from reference import SHARE_DEVIATION, SPLIT_PCT, WINNING_PCT

DEALS = 1_000_000 if COMPILED else 150
STAKE = 2520
"""Chips from each player: a pot of them can be divided among any number of winners."""
WIDE = 4.5
"""Standard errors by which a figure may be off."""
ACE = 12

TALLY = np.dtype(
    [
        ("winners", "i8", (SEATS + 1,)),  # deals by number of winners
        ("category", "i8", (9,)),  # deals by category of the winning hand
        ("won", "i8", (SEATS,)),  # chips won by seat
        ("won_squared", "i8", (SEATS,)),
        ("pair", "i8"),  # pocket cards of equal rank
        ("suited", "i8"),
        ("aces", "i8"),
    ]
)


@kernel
def deal_to_showdown(table, rules, block, players):
    """One deal in which everybody puts in STAKE and nobody folds."""
    hand.reset_hand(table)
    for seat in range(players):
        hand.deal_in(table, seat)
        table.total[seat] = STAKE
    new_deck(table)
    deal_pocket_cards(table, rules, 0)
    for street in range(FLOP, RIVER + 1):
        table.street = street
        open_street_cards(table, rules)
    hand.rank_hands(table)
    block.awards_rows = 0
    hand.settle(table, rules, block, True)


@kernel
def play_deals(table, rules, block, players, deals, tally):
    """Count what ``deals`` deals come to."""
    for number in range(deals):
        table.hand_no = number
        table.button = number % players
        deal_to_showdown(table, rules, block, players)
        winners = 0
        best = 0
        for seat in range(players):
            won = table.won[seat]
            winners += won > 0
            best = max(best, table.rank[seat])
            tally.won[seat] += won
            tally.won_squared[seat] += won * won
            first, second = table.hole[seat, 0], table.hole[seat, 1]
            tally.pair += first >> 2 == second >> 2
            tally.suited += first & 3 == second & 3
            tally.aces += first >> 2 == ACE and second >> 2 == ACE
        tally.winners[winners] += 1
        tally.category[best >> 20] += 1


@pytest.fixture(scope="module", params=range(2, SEATS + 1))
def dealt(request) -> tuple[int, np.record]:
    """The number of players, and what their deals came to."""
    players = request.param
    tally = records(TALLY)[0]
    play_deals(records(TABLE)[0], make_rules(seed=2520), records(BLOCK)[0], players, DEALS, tally)
    return players, tally


def near(expected: float, own_deviation: float, its_deviation: float, rounding: float) -> object:
    """A mean over all deals near a reference, which has an error of its own, and is rounded.

    The deviations are those of a single deal, as counted here and for the reference.
    """
    error = math.sqrt(own_deviation**2 / DEALS + its_deviation**2 / REFERENCE_DEALS)
    return pytest.approx(expected, abs=WIDE * error + rounding / 2)


def near_pct(expected: float, rounding: float) -> object:
    """A percentage of all deals near a reference."""
    deviation = math.sqrt(expected * (100 - expected))
    return near(expected, deviation, deviation, rounding)


def test_pots_are_split_as_often_as_they_should(dealt):
    players, tally = dealt
    assert tally.winners.sum() == DEALS and tally.winners[0] == 0
    split = 100 * tally.winners[2:].sum() / DEALS
    assert split == near_pct(SPLIT_PCT[players], 0.001)


def test_shares_of_the_pot_spread_as_they_should(dealt):
    players, tally = dealt
    pot = players * STAKE
    winners = np.arange(1, SEATS + 1)
    equal_shares = (tally.winners[1:] * winners * (pot // winners) ** 2).sum()
    assert tally.won_squared.sum() == equal_shares, "each winner gets the same"
    squares = tally.won_squared.sum() / (DEALS * players * pot**2)
    deviation = math.sqrt(squares - 1 / players**2)
    # In a deal with k winners the mean of the players' squared shares is 1 / (k * players). The reference
    # looked at one player, whose squared share spreads more.
    of_all = np.sqrt(np.cov(1 / winners, fweights=tally.winners[1:])) / players
    fourth_powers = (tally.winners[1:] / winners**3).sum() / (DEALS * players)
    of_one = math.sqrt(fourth_powers - squares**2)
    twice = 2 * deviation
    assert deviation == near(SHARE_DEVIATION[players], of_all / twice, of_one / twice, 0.00001)


def test_no_seat_wins_more_than_another(dealt):
    players, tally = dealt
    assert tally.won.sum() == DEALS * players * STAKE
    for seat in range(players):
        deviation = math.sqrt(tally.won_squared[seat] / DEALS - STAKE**2)
        assert tally.won[seat] / DEALS == pytest.approx(STAKE, abs=WIDE * deviation / math.sqrt(DEALS))


@pytest.mark.parametrize("dealt", WINNING_PCT, indirect=True)
def test_pots_are_won_by_the_categories_that_win_them(dealt):
    players, tally = dealt
    assert tally.category.sum() == DEALS
    for category in range(9):
        expected = WINNING_PCT[players].get(category, 0.0)
        assert 100 * tally.category[category] / DEALS == near_pct(expected, 0.01), category


def test_pocket_cards_come_as_often_as_they_should(dealt):
    """A pocket pair 1 in 17, suited cards 4 in 17, a pair of aces 1 in 221."""
    players, tally = dealt
    hands = DEALS * players  # those of a deal hang together, but by next to nothing
    for count, chance in ((tally.pair, 1 / 17), (tally.suited, 4 / 17), (tally.aces, 1 / 221)):
        error = math.sqrt(chance * (1 - chance) / hands)
        assert count / hands == pytest.approx(chance, abs=WIDE * error)
