"""The cards of one deal as things on a table: every one of the 52 lies in exactly one place (H-II, H-VII, H-VIII).

A hand is replayed from what was recorded of it: pocket cards, folds, dealing errors, burned cards, board.  A
card can only be taken from where it lies; what has been folded stays where it is (H-VIII.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

STUB, HAND, MUCK, BOARD, BURNED, ASIDE = "stub", "hand", "muck", "board", "burned", "aside"
STREETS = ("preflop", "flop", "turn", "river")
CARDS_OF = {"flop": 3, "turn": 1, "river": 1}
MISDEALS = (
    "exposed-pocket-card", "extra-pocket-card", "two-cards-face-up", "wrong-order", "wrong-button",
    "dealt-to-absent", "wrong-back", "duplicate-card", "board-card-to-player",
)  # fmt: skip
"""H-VII.1: the hand is void and dealt again."""
FLOP, TURN_OR_RIVER = "premature-flop", "premature-turn-or-river"


class Misplaced(AssertionError):
    """A card is not where it must be."""


@dataclass
class Cards:
    """Where each card lies.  ``exposed``: the cards that everybody has seen although they went back."""

    place: dict[int, str] = field(default_factory=lambda: dict.fromkeys(range(52), STUB))
    board: list[int] = field(default_factory=list)
    burned: list[int] = field(default_factory=list)
    next_burn: int | None = None  # the card that lay face up in the deck (H-VII.2)
    burn_lies: bool = False  # the coming street's burn card is on the table already (H-VIII.1, H-VIII.3)
    together: int | None = None  # the river card that was opened with the turn (H-VIII.5)

    def move(self, card: int, origin: str, goal: str) -> None:
        if self.place.get(card) != origin:
            raise Misplaced(
                f"card {card} must go from {origin} to {goal}, but lies in {self.place.get(card)}"
            )
        self.place[card] = goal

    def deal(self, pairs: Sequence[Sequence[int]]) -> None:
        """Two different cards to everybody."""
        for pair in pairs:
            if len(pair) != 2:
                raise Misplaced(f"{pair} are no two pocket cards")
            for card in pair:
                self.move(card, STUB, HAND)

    def fold(self, pair: Sequence[int]) -> None:
        for card in pair:
            self.move(card, HAND, MUCK)

    def show_and_return(self, cards: Sequence[int]) -> None:
        """Cards that were opened by mistake and go back into the stub: they must have come from there."""
        for card in cards:
            self.move(card, STUB, ASIDE)
        for card in cards:
            self.move(card, ASIDE, STUB)

    def burn(self, card: int) -> None:
        """A card is burned; the one that lay face up is the next to be (H-VII.2)."""
        if self.next_burn is not None:
            if card != self.next_burn:
                raise Misplaced(f"{card} was burned, but {self.next_burn} had lain face up (H-VII.2)")
            self.next_burn = None
            self.move(card, ASIDE, BURNED)
        else:
            self.move(card, STUB, BURNED)
        self.burned.append(card)

    def open(self, burn: int | None, cards: Sequence[int]) -> None:
        """A street: a burn card, unless it lies there already, then its cards."""
        if self.burn_lies:
            if burn is not None:
                raise Misplaced(f"{burn} was burned a second time (H-VIII.1, H-VIII.3)")
            self.burn_lies = False
        elif burn is None:
            raise Misplaced("no card was burned (H-II.4)")
        else:
            self.burn(burn)
        for card in cards:
            self.move(card, STUB, BOARD)
            self.board.append(card)

    # Dealing errors that do not void the hand, by their names as events: the cards are those of the event.

    def err(self, kind: str, cards: Sequence[int]) -> None:
        """An error is made and put right."""
        if kind == "one-card-face-up":
            self.move(cards[0], STUB, ASIDE)
            self.next_burn = cards[0]
        elif kind in (FLOP, TURN_OR_RIVER):
            self.open_too_early(cards[:-1], cards[-1], 3 if kind == FLOP else 1)
        elif kind == "flop-without-burn":
            if self.burn_lies or len(cards) != 3:
                raise Misplaced(f"{kind} {cards}: burn card there: {self.burn_lies}")
            self.show_and_return(cards)
        elif kind == "exposed-burn":
            self.expose_burn(cards[0])
        elif kind == "turn-and-river-together":
            self.show_and_return(cards[:1])

    def open_too_early(self, cards: Sequence[int], burn: int, number: int) -> None:
        """H-VIII.1, H-VIII.3: the burn card stays, the others go back."""
        if self.burn_lies or len(cards) != number:
            raise Misplaced(f"{cards} opened too early: burn card there: {self.burn_lies}")
        self.burn(burn)
        self.burn_lies = True
        self.show_and_return(cards)

    def expose_burn(self, card: int) -> None:
        """H-VIII.4: it goes back into the stub; a card that lay face up is no secret, and cannot be exposed."""
        if self.next_burn is not None and card == self.next_burn:
            self.next_burn = None
            self.place[card] = STUB
        else:
            self.show_and_return([card])

    def count(self, place: str) -> int:
        return sum(where == place for where in self.place.values())


@dataclass(frozen=True)
class Happening:
    """What happened to the cards, in order: an error by its kind, ``fold`` (a pocket pair), ``open`` (a street)."""

    street: str
    kind: str
    cards: tuple[int, ...]


def replay(
    pairs: Sequence[Sequence[int]],
    happenings: Sequence[Happening],
    board: Sequence[int],
    burned: Sequence[int],
) -> Cards:
    """The last deal of a hand: everything in order, each street opened with the recorded cards.

    ``happenings`` of a street are those before the next one is opened; the errors made while a street is opened
    belong to that street.  Raises :class:`Misplaced`.
    """
    cards = Cards()
    cards.deal(pairs)
    left, burns = list(board), list(burned)
    for street in STREETS:
        before = [h for h in happenings if h.street == street and h.kind in WHILE_OPENING]
        after = [h for h in happenings if h.street == street and h.kind not in WHILE_OPENING]
        for happening in before:
            cards.err(happening.kind, happening.cards)
        if street != "preflop" and left:
            number = CARDS_OF[street]
            burn = None if cards.burn_lies else burns[len(cards.burned)]
            cards.open(burn, left[:number])
            left = left[number:]
        for happening in after:
            if happening.kind == "fold":
                cards.fold(happening.cards)
            else:
                cards.err(happening.kind, happening.cards)
    if cards.board != list(board) or cards.burned != burns:
        raise Misplaced(f"board {cards.board}, not {board}; burned {cards.burned}, not {burns}")
    return cards


WHILE_OPENING = ("flop-without-burn", "exposed-burn")
"""Errors made before a street's cards lie there."""
