"""All-in equities: published counts of boards, and small cases dealt out one by one in plain Python."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from holdem_sim import equities
from holdem_sim.engine.cards import CARDS, parse_cards
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.ranking import rank_cards

ACES_KINGS_QUEENS = "AsAh v KsKh v QsQh"
PUBLISHED = {
    "AsAh v KsKh": (1_410_336, 292_660, 9_308),
    "AsAh v KcKd": (1_388_072, 317_694, 6_538),
    "AsAh v KsKd": (1_399_204, 305_177, 7_923),
    "AsKs v QhQd": (787_966, 917_606, 6_732),
    "AcKd v QhQs": (730_541, 975_909, 5_854),
    "AsKh v 2c2d": (799_119, 903_239, 9_946),
    "AsAh v 7c2d": (1_493_820, 212_248, 6_236),
    "AsAh v 7s6s": (1_333_573, 371_831, 6_900),
    "AcAd v 7s6s": (1_315_168, 391_637, 5_499),
    "AsKh v AdQc": (1_228_082, 405_624, 78_598),
    "AsKs v JsTs": (1_095_260, 607_045, 9_999),
    "JhTh v 2c2d": (912_248, 775_969, 24_087),
    "KsKh v AdQc": (1_223_243, 483_206, 5_855),
    ACES_KINGS_QUEENS: (924_864, 233_476, 204_228, 8_186),
    "AsAh v KcKd v QsQh": (909_810, 256_920, 198_576, 5_448),
}
"""Boards that each player wins alone, then those that all share."""


def pockets_of(text: str) -> list[list[int]]:
    return [parse_cards(pocket) for pocket in text.split(" v ")]


@pytest.mark.parametrize("text", PUBLISHED if COMPILED else ["AsAh v KsKh", ACES_KINGS_QUEENS])
def test_published_counts_of_boards(text):
    *alone, together = PUBLISHED[text]
    found = equities.winner_counts(pockets_of(text))
    everybody = tuple(range(len(alone)))
    assert found[everybody] == together
    assert [found[(player,)] for player in everybody] == alone
    if len(alone) == 2:
        assert sum(found.values()) == comb(48, 5)
        assert len(found) == 3


def test_shares_of_two_players_are_the_published_percentages():
    found = equities.winner_counts(pockets_of("AsAh v KsKh"))
    share = (found[(0,)] + found[(0, 1)] / 2) / comb(48, 5)
    assert share == pytest.approx(0.826366, abs=5e-7)


# -- boards dealt one by one ----------------------------------------------------------------------------


def dealt_out(pockets, board, dead) -> dict[tuple[int, ...], int]:
    """How often exactly these players win, by dealing every board."""
    known = {card for pocket in pockets for card in pocket} | set(board) | set(dead)
    left = [card for card in range(CARDS) if card not in known]
    found: dict[tuple[int, ...], int] = {}
    for rest in combinations(left, 5 - len(board)):
        cards = [np.array([*pocket, *board, *rest], np.int8) for pocket in pockets]
        ranks = [int(rank_cards(seven, 7)) for seven in cards]
        winners = tuple(place for place, rank in enumerate(ranks) if rank == max(ranks))
        found[winners] = found.get(winners, 0) + 1
    return found


def random_situation(chance: random.Random, board_cards: int, left_at_most: int = CARDS):
    """Pocket cards of two to six players, a board, and dead cards (so many that few are left)."""
    deck = chance.sample(range(CARDS), CARDS)
    players = chance.choice([2, 2, 2, 3, 4, 6])
    pockets = [[deck.pop(), deck.pop()] for _ in range(players)]
    board = [deck.pop() for _ in range(board_cards)]
    dead = [deck.pop() for _ in range(max(chance.choice([0, 3, 10]), len(deck) - left_at_most))]
    return pockets, board, dead


@pytest.mark.parametrize("board_cards", [0, 1, 2, 3, 4, 5])
def test_counts_are_those_of_boards_dealt_one_by_one(board_cards):
    chance = random.Random(board_cards)
    left = {0: 12, 1: 13, 2: 17, 3: 45, 4: 52, 5: 52}[board_cards]
    for _ in range(12 if COMPILED else 1):
        situation = random_situation(chance, board_cards, left)
        assert equities.winner_counts(*situation) == dealt_out(*situation)


@pytest.mark.parametrize(
    "text",
    [
        "AsKs v QsJs | Ts9s2h",  # both have flushes to come, or have them
        "AhAd v KhQh | 2h7h9h",  # a flush is there
        "2c3c v AhKd | AsKsQsJsTs",  # the board plays
        "2s2h v 3s3h v 4s4h | 5s6s7s",  # straight flushes
        "AsAh v AcAd | 2s3s4s",
    ],
)
def test_flushes_and_shared_boards(text):
    pockets, _, board = text.partition(" | ")
    situation = pockets_of(pockets), parse_cards(board), ()
    assert equities.winner_counts(*situation) == dealt_out(*situation)


@pytest.mark.parametrize(
    ("pockets", "board", "dead"),
    [
        ([[0, 1]], [], []),
        ([[0, 1], [2]], [], []),
        ([[0, 1], [1, 2]], [], []),
        ([[0, 1], [2, 3]], [3], []),
        ([[0, 1], [2, 3]], [4, 5, 6, 7, 8, 9], []),
        ([[0, 1], [2, 52]], [], []),
    ],
)
def test_what_is_no_situation_is_refused(pockets, board, dead):
    with pytest.raises(ValueError, match=r"equities are of 2 to 10 players|a board has at most five cards"):
        equities.winner_counts(pockets, board, dead)


def test_cards_of_a_text():
    assert equities.cards_in("2c2d") == (1 | 1 << 16)
    assert equities.cards_in("") == equities.cards_in("????") == equities.cards_in("Zz") == 0


# -- chips ------------------------------------------------------------------------------------------------


def all_in(pockets, board, dead, pots, unit=1, one_each=False) -> np.ndarray:
    """One hand as ``settle_all`` takes it; ``pots``: contenders (places) and chips."""
    hands = np.zeros(1, equities.ALL_IN)
    hand = hands[0]
    for place, pocket in enumerate(pockets):
        hand["pockets"][place] = equities.card_set(pocket)
    hand["players"] = len(pockets)
    hand["board"], hand["dead"] = equities.card_set(board), equities.card_set(dead)
    hand["pots"], hand["unit"], hand["one_each"] = len(pots), unit, one_each
    for pot, (contenders, amount) in enumerate(pots):
        hand["contenders"][pot] = sum(1 << place for place in contenders)
        hand["amounts"][pot] = amount
    return hands


def divided(amount: int, winners: list[int], unit: int, one_each: bool) -> dict[int, int]:
    """H-X.1, D-2: the shares of a pot; winners come in the order in which odd chips go round."""
    units, chips = divmod(amount, unit)
    share, rest = divmod(units, len(winners))
    shares = dict.fromkeys(winners, share * unit)
    shares[winners[0]] += chips + (0 if one_each else rest * unit)
    for winner in winners[: rest if one_each else 0]:
        shares[winner] += unit
    return shares


def moments(pockets, board, dead, pots, unit, one_each) -> tuple[list[float], list[float]]:
    """Every player's mean chips and their variance over all boards, dealt one by one."""
    known = {card for pocket in pockets for card in pocket} | set(board) | set(dead)
    left = [card for card in range(CARDS) if card not in known]
    results = []
    for rest in combinations(left, 5 - len(board)):
        ranks = [int(rank_cards(np.array([*p, *board, *rest], np.int8), 7)) for p in pockets]
        won = [0] * len(pockets)
        for contenders, amount in pots:
            best = max(ranks[place] for place in contenders)
            winners = [place for place in contenders if ranks[place] == best]
            for place, chips in divided(amount, winners, unit, one_each).items():
                won[place] += chips
        results.append(won)
    table = np.array(results, float)
    return table.mean(axis=0).tolist(), table.var(axis=0).tolist()


@pytest.mark.parametrize("one_each", [False, True])
@pytest.mark.parametrize("unit", [1, 25])
def test_a78_main_and_side_pots_and_odd_chips(unit, one_each):
    pockets = pockets_of("Ah7d v Ad7c v As7h v KsQs")
    pots = [((0, 1, 2, 3), 1_031), ((0, 1, 2), 677), ((1, 2), 404)]
    for board in ("7s2c3c", "KhKd2s9c", "TcJcQcKcAc"):
        hands = all_in(pockets, parse_cards(board), [0], pots, unit, one_each)
        equities.settle_all(hands)
        mean, variance = moments(pockets, parse_cards(board), [0], pots, unit, one_each)
        assert hands["expected"][0, :4] == pytest.approx(mean, rel=1e-12)
        assert hands["variance"][0, :4] == pytest.approx(variance, rel=1e-9, abs=1e-6)
        assert hands["expected"][0, 4:].tolist() == [0.0] * 6
        assert hands["expected"].sum() == pytest.approx(sum(amount for _, amount in pots))


def test_a78_aces_against_kings_after_tax():
    hands = all_in(pockets_of("AsAh v KsKh"), [], [], [((0, 1), 200 - 10)])
    equities.settle_all(hands)
    assert hands["boards"][0] == comb(48, 5)
    assert hands["expected"][0, 0] - 100 == pytest.approx(57.01, abs=0.005)
    assert hands["expected"][0, :2].sum() == pytest.approx(190)


def test_threads_change_nothing():
    chance = random.Random(7)
    parts = [
        all_in(*random_situation(chance, 3 + n % 2), [((0, 1), 100 + n)])
        for n in range(60 if COMPILED else 6)
    ]
    one, several = np.concatenate(parts), np.concatenate(parts)
    equities.settle_all(one, threads=1)
    equities.settle_all(several, threads=3)
    assert one.tobytes() == several.tobytes()
    assert (one["expected"] > 0).any()
    equities.settle_all(one[:0])


def test_the_effort_grows_with_boards_and_players():
    before, flop, turn = equities.effort(np.array([5, 2, 1]), np.array([34, 31, 30]), np.array([2, 2, 2]))
    assert before > 20 * flop > 20 * turn
    assert equities.effort(np.array([5]), np.array([48]), np.array([2])) > 3 * before
    assert equities.effort(np.array([2]), np.array([31]), np.array([4])) == 2 * flop
