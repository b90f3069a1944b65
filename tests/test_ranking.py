"""Ranking of hands: H-V.1, the examples of the source documents, known cases, exact counts."""

import itertools

import numpy as np
import phevaluator
import pytest

from holdem_sim.engine.cards import CARD_BIT, parse_cards
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.ranking import (
    CATEGORIES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    category,
    describe,
    rank_cards,
    rank_set,
    rank_seven,
)

needs_compiler = pytest.mark.skipif(not COMPILED, reason="hundreds of millions of hands need the compiler")


def rank(text: str) -> int:
    cards = np.array(parse_cards(text), dtype=np.int8)
    assert len(set(cards.tolist())) == len(cards)
    return rank_cards(cards, len(cards))


def kind(text: str) -> int:
    return category(rank(text))


# --- H-V.1: the order of the hands ---

# One hand of each kind, from the best to the worst (H lists the royal flush as a kind of its own).
IN_ORDER = [
    ("AhKhQhJhTh", STRAIGHT_FLUSH),
    ("4s5s6s7s8s", STRAIGHT_FLUSH),
    ("TcThTdTsQd", FOUR_OF_A_KIND),
    ("AhAdAs5h5s", FULL_HOUSE),
    ("8d5dJdTd3d", FLUSH),
    ("Ad2s3d4h5c", STRAIGHT),
    ("9c9h9d5hKd", THREE_OF_A_KIND),
    ("2d2sKhKs6s", TWO_PAIRS),
    ("8h8sKc5h2h", ONE_PAIR),
    ("AcQh8d5c2h", HIGH_CARD),
]


@pytest.mark.parametrize(("text", "expected"), IN_ORDER)
def test_h_v_1_categories(text, expected):
    assert kind(text) == expected


def test_h_v_1_order_of_categories():
    ranks = [rank(text) for text, _ in IN_ORDER]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_h_v_1_best_five_of_seven():
    assert rank("AhAd" + "AsKcKd2h3s") == rank("AhAdAsKcKd")
    assert rank("2h7h" + "9hJhKh3cKd") == rank("2h7h9hJhKh")
    assert rank("9c8c" + "7d6h5s4c2d") == rank("9c8c7d6h5s")
    assert rank("KhKs" + "QhQs7d7c2s") == rank("KhKsQhQs7d"), "the third pair counts as a kicker"
    assert rank("AhAd" + "KsKc7d7c2s") > rank("AhQd" + "KsKc7d7c2s")


def test_h_v_1_the_board_may_be_played():
    board = "AcKcQcJcTc"
    assert rank("2h2d" + board) == rank("9s9d" + board) == rank(board)


def test_h_v_1_lowest_straight_and_none_round_the_corner():
    ladder = ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
    mixed = [rank("".join(r + s for r, s in zip(ranks, "cdhsc", strict=True))) for ranks in ladder]
    suited = [rank("".join(r + "h" for r in ranks)) for ranks in ladder]
    assert mixed == sorted(set(mixed)) and {category(r) for r in mixed} == {STRAIGHT}
    assert suited == sorted(set(suited)) and {category(r) for r in suited} == {STRAIGHT_FLUSH}
    for around in ["KA234", "QKA23", "JQKA2"]:
        assert kind("".join(r + s for r, s in zip(around, "cdhsc", strict=True))) == HIGH_CARD
        assert kind("".join(r + "d" for r in around)) == FLUSH


# Kickers: (better, worse), the deciding card in the order in which D lists what decides within a kind.
KICKERS = [
    ("AhAdAsAcKd", "AhAdAsAcQd"),  # four of a kind: the rank of the four, then the other card
    ("3h3d3s3c2d", "2h2d2s2cAd"),
    ("3h3d3s2c2d", "2h2d2sAcAd"),  # full house: the three, then the two
    ("KhKdKsTcTd", "KhKdKs9c9d"),
    ("AhKhQhJh9h", "AhKhQhJh8h"),  # flush: card by card
    ("Ah6h4h3h2h", "KhQhJh9h8h"),
    ("AhQhJhTh8h", "AhQhJh9h8h"),
    ("TcJdQhKsAc", "9cTdJhQsKc"),  # straight: its top
    ("6h6d6s3c2d", "5h5d5sAcKd"),  # three of a kind: the three, then card by card
    ("5h5d5sAc3d", "5h5d5sKcQd"),
    ("5h5d5sAcQd", "5h5d5sAcJd"),
    ("3h3dAsAc2d", "KhKdQsQcAd"),  # two pairs: the high pair, the low pair, the card
    ("AhAd4s4c2d", "AhAd3s3cKd"),
    ("AhAd4s4c3d", "AhAd4s4c2d"),
    ("3h3d6s5c4d", "2h2dAsKcQd"),  # one pair: the pair, then card by card
    ("KhKdAs3c2d", "KhKdQsJcTd"),
    ("KhKdAsQc2d", "KhKdAsJcTd"),
    ("KhKdAsQc3d", "KhKdAsQc2d"),
    ("AhKdQsJc9d", "AhKdQsJc8d"),  # high card: card by card
    ("AhKdQsTc2d", "AhKdQs9c8d"),
    ("8h6d4s3c2d", "7h6d5s4c2d"),
    # G's examples: 4-4-10-5 beats 4-4-8-2, 8-8-3-3-K beats 8-8-3-3-5, a straight from ten one from eight.
    ("4h4dTs5c2d", "4s4c8s3c2h"),
    ("8h8d3s3cKd", "8s8c3h3d5d"),
    ("TcJdQhKsAc", "8c9dThJsQc"),
]


@pytest.mark.parametrize(("better", "worse"), KICKERS)
def test_h_v_1_kickers_decide(better, worse):
    assert kind(better) == kind(worse)
    assert rank(better) > rank(worse)


def test_h_x_1_suits_do_not_count():
    for text in ("AhKdQsJc9d", "KhKdAs3c2d", "AhAd4s4c3d", "5h5d5sAcQd", "TcJdQhKsAc", "AhKhQhJh9h"):
        for suits in itertools.permutations("cdhs"):
            assert rank(text.translate(str.maketrans("cdhs", "".join(suits)))) == rank(text)


# --- Cases ---


def test_case_a60_wheel():
    board = "3d4c5sKhQd"
    assert rank("2c6h" + board) > rank("As2h" + board) > rank("Kd9d" + board)
    assert kind("As2h" + board) == STRAIGHT
    steel = rank("Ad2d" + "3d4d5dKhQd")
    assert describe(steel) == "straight flush, five high"
    assert steel < rank("6d2d" + "3d4d5dKhQd")


def test_case_a61_board_plays():
    board = "4c5d6s7h8d"
    assert rank("AhKs" + board) == rank("2s2h" + board) < rank("9s2h" + board)


def test_case_a62_equal_two_pairs_with_the_boards_kings():
    board = "Jd7hJcKhKs"
    assert rank("Ah8h" + board) == rank("AsQc" + board)
    assert describe(rank("Ah8h" + board)) == "two pairs, kings and jacks with A"


def test_case_a68_conventions():
    ten_high = "10sJdQc6d5c"
    assert rank("9hKs" + ten_high) > rank("9sAh" + ten_high)
    assert kind("9hKs" + ten_high) == STRAIGHT
    counterfeit = "8c8dAhAs3d"
    assert rank("4s4h" + counterfeit) < rank("KdQc" + counterfeit)
    assert describe(rank("7c7d7h9s9d" + "9c2c")) == "full house, nines full of sevens"


# --- Properties ---


def deals(n: int, cards: int, seed: int) -> np.ndarray:
    order = np.random.default_rng(seed).random((n, 52)).argsort(axis=1)
    return order[:, :cards].astype(np.int8)


def test_order_of_the_cards_does_not_matter():
    generator = np.random.default_rng(3)
    for cards in deals(300, 7, seed=2):
        expected = rank_cards(cards, 7)
        shuffled = generator.permutation(cards)
        assert rank_cards(shuffled, 7) == expected
        assert rank_seven(shuffled[:2].copy(), shuffled[2:].copy()) == expected
        best = max(rank_cards(np.array(five, np.int8), 5) for five in itertools.combinations(cards, 5))
        assert best == expected


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_agrees_with_phevaluator(cards):
    """The order of all strengths met, ties included, is that of another evaluator."""
    seen: dict[int, int] = {}
    for hand in deals(60_000 if COMPILED else 6_000, cards, seed=cards):
        ours = int(rank_cards(hand, cards))
        theirs = phevaluator.evaluate_cards(*hand.tolist())  # lower is better; its cards are numbered as ours
        assert seen.setdefault(ours, theirs) == theirs
    strengths = [seen[ours] for ours in sorted(seen)]
    assert strengths == sorted(set(strengths), reverse=True)


def test_five_cards_have_7462_strengths():
    """One hand of every pattern of ranks, and of one suit where that is possible."""
    ranks = set()
    for pattern in itertools.combinations_with_replacement(range(13), 5):
        if max(pattern.count(r) for r in pattern) == 5:
            continue
        suits = [pattern[:i].count(r) for i, r in enumerate(pattern)]
        if len(set(pattern)) == 5:
            ranks.add(int(rank_cards(np.array([4 * r for r in pattern], np.int8), 5)))
            suits = [0, 1, 2, 3, 0]
        cards = [4 * r + s for r, s in zip(pattern, suits, strict=True)]
        ranks.add(int(rank_cards(np.array(cards, np.int8), 5)))
    assert len(ranks) == 7462


# --- Words ---


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AhKhQhJhTh", "royal flush"),
        ("9h8h7h6h5h", "straight flush, nine high"),
        ("6h6d6s6cQd", "four of a kind, sixes with Q"),
        ("KhKdKsTcTd", "full house, kings full of tens"),
        ("AhJh9h5h2h", "flush, A J 9 5 2"),
        ("Ah2d3s4c5d", "straight, five high"),
        ("7h7d7sAcKd", "three of a kind, sevens with A K"),
        ("AhAdKsKc2d", "two pairs, aces and kings with 2"),
        ("2h2dKsQc9d", "one pair, twos with K Q 9"),
        ("AhKdQsJc9d", "high card, A K Q J 9"),
    ],
)
def test_describe(text, words):
    assert describe(rank(text)) == words
    assert words == "royal flush" or words.split(",")[0] == CATEGORIES[kind(text)]


@pytest.mark.parametrize("bad", [-1, 9 << 20])
def test_describe_refuses_what_is_no_rank(bad):
    with pytest.raises(ValueError, match=f"{bad} is not a hand rank"):
        describe(bad)


# --- Exact counts ---

# Seven-card hands by category, of 133,784,560 (Alspach, people.math.sfu.ca/~alspach/comp20).
SEVEN_CARD_HANDS = {
    STRAIGHT_FLUSH: 41_584,
    FOUR_OF_A_KIND: 224_848,
    FULL_HOUSE: 3_473_184,
    FLUSH: 4_047_644,
    STRAIGHT: 6_180_020,
    THREE_OF_A_KIND: 6_461_620,
    TWO_PAIRS: 31_433_400,
    ONE_PAIR: 58_627_800,
    HIGH_CARD: 23_294_460,
}
ROYAL_FLUSHES = 4_324


@kernel
def _census():
    """Hands of every category over all seven-card hands, and the royal flushes."""
    count = np.zeros(10, np.int64)
    for a in range(6, 52):
        for b in range(5, a):
            ab = CARD_BIT[a] | CARD_BIT[b]
            for c in range(4, b):
                abc = ab | CARD_BIT[c]
                for d in range(3, c):
                    abcd = abc | CARD_BIT[d]
                    for e in range(2, d):
                        abcde = abcd | CARD_BIT[e]
                        for f in range(1, e):
                            abcdef = abcde | CARD_BIT[f]
                            for g in range(f):
                                found = rank_set(abcdef | CARD_BIT[g])
                                count[found >> 20] += 1
                                if found == (8 << 20 | 12 << 16):
                                    count[9] += 1
    return count


@needs_compiler
def test_census_of_all_seven_card_hands():
    count = _census()
    assert {kind: int(count[kind]) for kind in range(9)} == SEVEN_CARD_HANDS
    assert count[:9].sum() == 133_784_560
    assert count[9] == ROYAL_FLUSHES


@kernel
def _run_out(hands, used, wins):
    """Play every board: ``wins[i]`` counts those that hand ``i`` wins alone, the last entry those split."""
    players = hands.shape[0]
    left = np.empty(52, np.int64)
    n = 0
    for card in range(52):
        if used & CARD_BIT[card] == 0:
            left[n] = CARD_BIT[card]
            n += 1
    for a in range(n):
        for b in range(a):
            for c in range(b):
                abc = left[a] | left[b] | left[c]
                for d in range(c):
                    abcd = abc | left[d]
                    for e in range(d):
                        board = abcd | left[e]
                        best, winner = np.int64(-1), 0
                        for i in range(players):
                            found = rank_set(hands[i] | board)
                            if found > best:
                                best, winner = found, i
                            elif found == best:
                                winner = players
                        wins[winner] += 1


# Exact results over all boards: wins of each, ties.
EQUITIES = [
    ("AsAh KsKh", (1_410_336, 292_660, 9_308)),
    ("AsAh KcKd", (1_388_072, 317_694, 6_538)),
    ("AsAh KsKd", (1_399_204, 305_177, 7_923)),
    ("AsKs QhQd", (787_966, 917_606, 6_732)),
    ("AcKd QhQs", (730_541, 975_909, 5_854)),
    ("AsKh 2c2d", (799_119, 903_239, 9_946)),
    ("AsAh 7c2d", (1_493_820, 212_248, 6_236)),
    ("AsAh 7s6s", (1_333_573, 371_831, 6_900)),
    ("AcAd 7s6s", (1_315_168, 391_637, 5_499)),
    ("AsKh AdQc", (1_228_082, 405_624, 78_598)),
    ("AsKs JsTs", (1_095_260, 607_045, 9_999)),
    ("JhTh 2c2d", (912_248, 775_969, 24_087)),
    ("KsKh AdQc", (1_223_243, 483_206, 5_855)),
    ("AsAh KsKh QsQh", (924_864, 233_476, 204_228, 8_186)),
    ("AsAh KcKd QsQh", (909_810, 256_920, 198_576, 5_448)),
]


@needs_compiler
@pytest.mark.parametrize(("match", "expected"), EQUITIES)
def test_exact_equities_of_known_matches(match, expected):
    hands = np.array([sum(CARD_BIT[card] for card in parse_cards(hand)) for hand in match.split()], np.int64)
    wins = np.zeros(len(hands) + 1, np.int64)
    _run_out(hands, hands.sum(), wins)
    assert tuple(wins.tolist()) == expected
    assert wins.sum() == {2: 1_712_304, 3: 1_370_754}[len(hands)]
