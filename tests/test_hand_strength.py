"""The questions a strategy can ask about its cards: compiled, in plain Python, with the compiler off."""

import itertools

import numpy as np
import pytest

from holdem_sim import hand_strength as hs
from holdem_sim.engine.cards import CARD_BIT, CARD_TEXTS, parse_cards
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.ranking import rank_cards, rank_set
from spots import light, make_spots


@kernel
def _compiled_answers(spots):
    spot = spots[0]
    percentile = hs.starting_hand_percentile(spot)
    return hs.made_hand(spot), hs.draws(spot), hs.outs(spot), hs.hand_rank(spot), percentile


def answers(cards: str, board: str = ""):
    """Made hand, draws, outs, rank, percentile: the same from a record and from a light object."""
    spots = make_spots(cards, board)
    compiled = _compiled_answers(spots)
    plain = light(spots)
    assert compiled == (
        hs.made_hand(plain), hs.draws(plain), hs.outs(plain), hs.hand_rank(plain),
        hs.starting_hand_percentile(plain),
    )  # fmt: skip
    return compiled


def made(cards: str, board: str = "") -> str:
    return hs.MADE_HANDS[answers(cards, board)[0]]


@pytest.mark.parametrize(
    ("cards", "board", "expected"),
    [
        ("AhQd", "", "nothing"),
        ("7h7d", "", "overpair"),
        ("AhQd", "Kc7d2h", "nothing"),
        ("Kh2d", "Kc7d3h", "top pair"),
        ("Ah7s", "Kc7d3h", "middle pair"),
        ("Ah3s", "Kc7d3h", "low pair"),
        ("AhAd", "Kc7d3h", "overpair"),
        ("QhQd", "Kc7d3h", "middle pair"),
        ("5h5d", "Kc7d3h", "low pair"),
        ("Kh7s", "Kc7d3h", "two pair"),
        ("7h7s", "Kc7d3h", "trips"),
        ("Kh9s", "KcKd3h", "trips"),
        ("9c8c", "Td7s6h", "straight"),
        ("Ah2h", "Kh7h3h", "flush"),
        ("KhKd", "Kc7d7h", "full house"),
        ("Kh7s", "Kc7d7h", "full house"),
        ("7s7c", "Kc7d7h", "quads"),
        ("9h8h", "7h6h5h", "straight flush"),
    ],
)
def test_made_hands(cards, board, expected):
    assert made(cards, board) == expected


@pytest.mark.parametrize(
    ("cards", "board", "expected"),
    [
        ("AhQd", "KcKd7h", "nothing"),  # a pair on the board is everybody's
        ("AhQd", "KcKd7h7c2d", "nothing"),  # two pairs on the board, and the best kicker
        ("Ah7s", "KcKd7h", "middle pair"),  # the sevens are his, the kings are not
        ("9h9d", "KcKd7h", "middle pair"),
        ("9h9d", "KcKdQhQc2d", "nothing"),  # the third pair does not play
        ("AhAd", "KcKdQhQc2d", "overpair"),  # here it does
        ("7h2s", "KcKd7c2d3h", "middle pair"),  # of three pairs the best two count, one of them his
        ("AhQd", "KcKdKh", "nothing"),
        ("9h9d", "KcKdKh", "full house"),
        ("AhQd", "KcKdKhKs2c", "nothing"),  # four on the board, whatever the kicker
        ("2h3d", "5c6d7h8s9c", "nothing"),  # a straight on the board
        ("Th2d", "5c6d7h8s9c", "straight"),  # improved
        ("AhKd", "2c5c7c9cJc", "nothing"),  # a flush on the board
        ("Qc2d", "3c5c7c9cJc", "flush"),
        ("Ac2d", "KcKdKh7c7d", "nothing"),  # a full house on the board
        ("8c8d", "KcKdKh7c7d", "full house"),
        ("Ah2h", "TcJcQcKcAc", "nothing"),
    ],
)
def test_what_lies_on_the_board_does_not_count(cards, board, expected):
    assert made(cards, board) == expected


def flags(cards: str, board: str) -> set[str]:
    names = ("FLUSH_DRAW", "NUT_FLUSH_DRAW", "OPEN_ENDED", "GUTSHOT", "BACKDOOR_FLUSH", "OVERCARDS")
    found = answers(cards, board)[1]
    return {name for name in names if found & getattr(hs, name)}


@pytest.mark.parametrize(
    ("cards", "board", "expected", "outs"),
    [
        ("AhKh", "Qh7h2c", {"FLUSH_DRAW", "NUT_FLUSH_DRAW", "OVERCARDS"}, 9),
        ("KhJh", "Ah7h2c", {"FLUSH_DRAW", "NUT_FLUSH_DRAW"}, 9),
        ("6h5h", "Qh7h2c", {"FLUSH_DRAW"}, 9),
        ("9c8d", "7s6hAd", {"OPEN_ENDED"}, 8),
        ("9c8d", "Ts6hAd", {"GUTSHOT"}, 4),
        ("9c7d", "Js8h5d", {"OPEN_ENDED"}, 8),  # two gutshots: a ten or a six
        ("AcKd", "QsJh2d", {"GUTSHOT", "OVERCARDS"}, 4),
        ("Ac4d", "3s2h9d", {"GUTSHOT"}, 4),
        ("Ac2d", "5s6h7d", set(), 0),  # what would be a straight for everybody is none of his
        ("AcKd", "5s6h7d8c", {"OVERCARDS"}, 0),
        ("9h8h", "7h6h2c", {"FLUSH_DRAW", "OPEN_ENDED", "OVERCARDS"}, 15),
        ("AhKh", "Qh7d2c", {"BACKDOOR_FLUSH", "OVERCARDS"}, 0),
        ("AhKh", "Qh7d2c3s", {"OVERCARDS"}, 0),
        ("AhKd", "Qh7h2h", {"FLUSH_DRAW", "NUT_FLUSH_DRAW", "OVERCARDS"}, 9),
        ("AcKd", "Qh7h2h3h", {"OVERCARDS"}, 0),  # four hearts on the board and none of his own
        ("9c8d", "7s6h5d", set(), 0),  # it is made
        ("AhKh", "Qh7h2c3d4s", set(), 0),  # no card to come
        ("AhKh", "", set(), 0),
    ],
)
def test_draws_and_outs(cards, board, expected, outs):
    assert flags(cards, board) == expected
    assert answers(cards, board)[2] == outs


def test_outs_are_the_cards_that_make_a_straight_or_flush():
    """Against a count card by card: more than the board alone would make, and more than the hand was."""
    generator = np.random.default_rng(5)
    for _ in range(300 if COMPILED else 60):
        deck = generator.permutation(52)
        pocket, board = [int(c) for c in deck[:2]], [int(c) for c in deck[2 : 5 + generator.integers(2)]]
        counted = 0
        now = rank_set(sum(CARD_BIT[c] for c in pocket + board)) >> 20
        for card in set(range(52)) - set(pocket) - set(board):
            with_it = rank_set(sum(CARD_BIT[c] for c in [*pocket, *board, card])) >> 20
            alone = rank_set(sum(CARD_BIT[c] for c in [*board, card])) >> 20
            counted += with_it in (4, 5, 8) and alone not in (4, 5, 8) and with_it > now
        text = ["".join(CARD_TEXTS[c] for c in cards) for cards in (pocket, board)]
        if now < 4:
            assert answers(*text)[2] == counted, text


def test_hand_rank_is_the_rank_of_what_there_is():
    for board in ("7d6h2c", "7d6h2cAs", "7d6h2cAsAd"):
        cards = np.array(parse_cards("AhKd" + board), np.int8)
        assert answers("AhKd", board)[3] == rank_cards(cards, len(cards))
    assert answers("AhAd")[3] > answers("AhKd")[3] > answers("QhJd")[3]


def test_starting_hand_percentile():
    assert hs.starting_hand_percentile(parse_cards("AhAd")) == pytest.approx(6 / 1326)
    aces = np.array(parse_cards("AdAs"), np.int8)
    assert hs.starting_hand_percentile(aces) == pytest.approx(0.0045, abs=1e-4)
    assert answers("7h2d")[4] == 1.0
    values = [hs.starting_hand_percentile(pair) for pair in itertools.combinations(range(52), 2)]
    assert len(set(values)) == 169 and min(values) > 0
    for value in set(values):
        assert sum(other <= value for other in values) == pytest.approx(1326 * value)


def test_starting_hand_percentile_does_not_know_suits_or_order():
    for first, second in (("Ah", "Kh"), ("Ah", "Kd"), ("7c", "7d")):
        values = set()
        for suits in itertools.permutations("cdhs"):
            other = str.maketrans("cdhs", "".join(suits))
            pair = parse_cards(first.translate(other) + second.translate(other))
            values |= {hs.starting_hand_percentile(pair), hs.starting_hand_percentile(pair[::-1])}
        assert len(values) == 1


@kernel
def _compiled_equity(spots, opponents, samples):
    return hs.equity(spots[0], opponents, samples)


EXACT = [  # pocket cards, board, opponents, exact or well-known share
    ("AhAd", "", 1, 0.8520),
    ("7h2d", "", 1, 0.3458),
    ("AhKh", "QhJhTh", 3, 1.0),
    ("2c3d", "5h6h7h8h9h", 1, None),
]


@pytest.mark.parametrize(("cards", "board", "opponents", "share"), EXACT)
def test_equity_against_random_hands(cards, board, opponents, share):
    samples = 40_000 if COMPILED else 300
    spots = make_spots(cards, board, random=0.37)
    found = _compiled_equity(spots, opponents, samples)
    if share is None:
        share = _share_by_enumeration(cards, board)
    assert found == pytest.approx(share, abs=4 * 0.5 / samples**0.5)


def _share_by_enumeration(cards: str, board: str) -> float:
    own, there = parse_cards(cards), parse_cards(board)
    left = [c for c in range(52) if c not in own + there]
    mine = rank_set(sum(CARD_BIT[c] for c in own + there))
    shares = []
    for pair in itertools.combinations(left, 2):
        theirs = rank_set(sum(CARD_BIT[c] for c in [*pair, *there]))
        shares.append(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
    return sum(shares) / len(shares)


def test_equity_belongs_to_the_decision():
    spots = make_spots("AhKd", "Qc7d2h", random=0.2)
    once = _compiled_equity(spots, 2, 100)
    assert once == _compiled_equity(spots, 2, 100) == hs.equity(light(spots), 2, 100)
    assert len({_compiled_equity(make_spots("AhKd", "Qc7d2h", random=r / 7), 2, 100) for r in range(7)}) > 1


def test_equity_leaves_out_the_cards_exposed_in_play():
    """Nobody can hold a seven, a deuce or an ace any more: kings lose to a pair of threes alone."""
    dead = sum(1 << c for c in parse_cards("7h7s2c2dAcAdAhAs"))
    samples = 4_000 if COMPILED else 200
    free = _compiled_equity(make_spots("KhKd", "7c7d2h2s3c"), 1, samples)
    safe = _compiled_equity(make_spots("KhKd", "7c7d2h2s3c", exposed=dead), 1, samples)
    assert free < 0.95 < 0.98 < safe


def test_equity_against_as_many_as_the_deck_allows():
    assert 0.0 <= _compiled_equity(make_spots("AhAd"), 50, 20) <= 1.0
    assert 0.0 <= _compiled_equity(make_spots("AhAd"), 0, 20) <= 1.0
