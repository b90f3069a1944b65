"""What a history says of the cards: who holds what, what lies on the board, who showed and who mucked.

A deal that cannot be is told in words; nothing here knows whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from holdem_sim.engine.cards import cards_text
from holdem_sim.histories.history import DEAL_BOARD, DEAL_HOLE, MUCK, NOTHING, SHOW, UNKNOWN_CARD, Action

POCKET_CARDS = 2

# How a hand goes into a showdown, from the weakest claim to the strongest. A hand that was not shown loses to
# one that was; one of which the file says nothing may be anything.
MUCKED, NOT_SHOWN, UNKNOWN, KNOWN = range(4)
RANK_NOT_SHOWN, RANK_UNKNOWN = 50, 60
"""Ranks below every real one (the lowest is 7-5-4-3-2); those who mucked rank by who did so last."""


class DealtCards:
    """The cards of a hand, action by action. ``pockets`` by player, ``board`` in order; -1 is unknown."""

    def __init__(self, players: int) -> None:
        self.pockets: list[list[int]] = [[] for _ in range(players)]
        self.board: list[int] = []
        self.mucked: list[int] = []  # players in the order of their mucking
        self.not_shown: set[int] = set()
        self._done: set[int] = set()  # players who have shown or mucked
        self._seen: set[int] = set()
        self.note: tuple[Action, str] | None = None  # a board card that somebody holds
        self._betting = False

    def take(self, action: Action) -> str | None:
        """Note an action; what is wrong with it as a deal, or None."""
        if action.kind == DEAL_HOLE:
            return self._deal_pocket(action.player, action.cards)
        if action.kind in (SHOW, MUCK):
            return self._show(action)
        if action.kind != NOTHING:
            self._betting = True
        return self._deal_board(action) if action.kind == DEAL_BOARD else None

    def claim(self, player: int) -> int:
        """How the player's hand goes into a showdown."""
        if player in self.mucked:
            return MUCKED
        if player in self.not_shown:
            return NOT_SHOWN
        pocket = self.pockets[player]
        return KNOWN if len(pocket) == POCKET_CARDS and self.all_known([*pocket, *self.board]) else UNKNOWN

    def stand_in_rank(self, player: int) -> int:
        """The rank of a hand whose cards do not count, in its place among the others."""
        claim = self.claim(player)
        if claim == MUCKED:
            return self.mucked.index(player)
        return RANK_NOT_SHOWN if claim == NOT_SHOWN else RANK_UNKNOWN

    def is_decided(self, contenders: Sequence[int]) -> bool:
        """Whether it is certain who of these players wins a pot."""
        claims = [self.claim(player) for player in contenders]
        if UNKNOWN in claims:
            return claims.count(UNKNOWN) == 1 and KNOWN not in claims
        return KNOWN in claims or claims.count(NOT_SHOWN) <= 1

    @staticmethod
    def all_known(cards: Iterable[int]) -> bool:
        return UNKNOWN_CARD not in cards

    def _deal_pocket(self, player: int, cards: tuple[int, ...]) -> str | None:
        pocket = self.pockets[player]
        if self._betting:
            return "pocket cards are dealt before the betting begins"
        if len(pocket) + len(cards) > POCKET_CARDS:
            return (
                f"p{player + 1} would have {len(pocket) + len(cards)} pocket cards; a hand has {POCKET_CARDS}"
            )
        pocket += cards
        return self._see(cards)

    def _deal_board(self, action: Action) -> str | None:
        """A card of the board that a pocket hides already does not come to light before the hands are shown:
        it is noted, and the hand goes on until then."""
        held = {card for pocket in self.pockets for card in pocket if card != UNKNOWN_CARD}
        for card in action.cards:
            if card in held and card not in self.board:
                self.note = self.note or (action, _twice(card))
            elif (wrong := self._see([card])) is not None:
                return wrong
            self.board.append(card)
        return None

    def _show(self, action: Action) -> str | None:
        player, cards = action.player, action.cards
        if player in self._done:
            return f"p{player + 1} has shown or mucked before"
        self._done.add(player)
        if action.kind == MUCK:
            self.mucked.append(player)
            return None
        pocket = self.pockets[player]
        if not cards:  # "the cards that were dealt"
            cards = tuple(pocket)
        if len(cards) > POCKET_CARDS:
            return f"{len(cards)} cards are shown; a hand has {POCKET_CARDS}"
        return self._reveal(player, cards)

    def _reveal(self, player: int, cards: tuple[int, ...]) -> str | None:
        """Cards shown must be those dealt, as far as these are known."""
        pocket = self.pockets[player]
        shown = [card for card in cards if card != UNKNOWN_CARD]
        dealt = [card for card in pocket if card != UNKNOWN_CARD]
        new = [card for card in shown if card not in dealt]
        if len(set(shown)) < len(shown):
            return f"{cards_text(shown[:1])} is shown twice"
        if len(new) > POCKET_CARDS - len(dealt):
            return f"p{player + 1} was dealt {cards_text(dealt)}"
        if len(shown) < POCKET_CARDS:
            self.not_shown.add(player)
        elif new or len(pocket) < POCKET_CARDS:
            self.pockets[player] = shown
        return self._see(new)

    def _see(self, cards: Iterable[int]) -> str | None:
        for card in cards:
            if card == UNKNOWN_CARD:
                continue
            if card in self._seen:
                return _twice(card)
            self._seen.add(card)
        return None


def _twice(card: int) -> str:
    return f"{cards_text([card])} has been dealt already: the deck would hold two of it (H-VII.1)"
