"""Cards as text, and the strength of hands by phevaluator."""

from __future__ import annotations

from collections import Counter

from phevaluator import evaluate_cards

RANKS = "23456789TJQKA"
CARDS = {rank + suit for rank in RANKS for suit in "cdhs"}
CATEGORY_ENDS = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
"""phevaluator numbers hands from 1, the best: the last numbers of straight flushes ... high cards."""
STRAIGHT_FLUSH, FLUSH, STRAIGHT = 8, 5, 4

_known: dict[int, int] = {}


def split(cards: str) -> list[str]:
    """``AhKd`` as its cards."""
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


def best_hand(cards: list[str]) -> tuple[int, int]:
    """phevaluator's number of the best five of the cards (1 is the best), and the ``hand_rank`` it means.

    KeyError or ValueError if the cards are none, or not five to seven.
    """
    number = evaluate_cards(*cards)
    if number not in _known:
        _known[number] = _hand_rank(number, cards)
    return number, _known[number]


def _hand_rank(number: int, cards: list[str]) -> int:
    """The rank as the data dictionary describes it, from the category and the cards."""
    category = 8 - next(place for place, end in enumerate(CATEGORY_ENDS) if number <= end)
    if category == STRAIGHT_FLUSH:
        deciding = [_straight(_flush(cards))]
    elif category == STRAIGHT:
        deciding = [_straight([RANKS.index(card[0]) for card in cards])]
    elif category == FLUSH:
        deciding = sorted(_flush(cards), reverse=True)[:5]
    else:
        deciding = _groups(category, [RANKS.index(card[0]) for card in cards])
    return (category << 20) + sum(rank << (16 - 4 * place) for place, rank in enumerate(deciding))


def _flush(cards: list[str]) -> list[int]:
    suit = Counter(card[1] for card in cards).most_common(1)[0][0]
    return [RANKS.index(card[0]) for card in cards if card[1] == suit]


def _straight(ranks: list[int]) -> int:
    """The top rank of the best straight; the ace is also below the two."""
    held = {*ranks, *(-1 for rank in ranks if rank == 12)}
    return max(top for top in held if {top - i for i in range(5)} <= held)


def _groups(category: int, ranks: list[int]) -> list[int]:
    """Pairs, threes and fours before kickers, each the highest first, as many as make five cards."""
    sizes = {0: (1, 1, 1, 1, 1), 1: (2, 1, 1, 1), 2: (2, 2, 1), 3: (3, 1, 1), 6: (3, 2), 7: (4, 1)}[category]
    held = Counter(ranks)
    deciding = []
    for size in sizes:
        rank = max(rank for rank, count in held.items() if count >= size)
        deciding.append(rank)
        del held[rank]
    return deciding
