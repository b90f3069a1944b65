"""A hand as a history tells it, whatever the format: nothing is played or ruled on here.

Players count from 0 in the file's order; messages and ``replay`` count them from 1, as files do.  Money is
exact :class:`~decimal.Decimal` in the file's own unit.  Cards are the engine's numbers, -1 for a card that
the file does not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

UNKNOWN_CARD = -1

DEAL_HOLE, DEAL_BOARD, FOLD, CHECK_CALL, RAISE_TO, SHOW, MUCK, NOTHING = (
    "deal-hole", "deal-board", "fold", "check-call", "raise-to", "show", "muck", "nothing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a history.

    ``number`` counts the file's actions from 1 and ``text`` is the action as the file writes it.  ``player``
    is -1 for the dealer's own; ``amount`` is the bet on the street after a raise; ``cards`` are those dealt
    or shown.
    """

    number: int
    text: str
    kind: str
    player: int = -1
    amount: Decimal = Decimal(0)
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """One hold'em hand of a file, no-limit or fixed-limit.

    ``antes`` and ``blinds`` are what each player posts, in the players' own order; a negative blind is a
    live post.  ``button`` is the player who has it.  ``ante_layers``: antes are layers like bets, else they
    lie dead in the main pot.  ``min_bet`` is the smallest bet, in fixed-limit the one before and on the flop;
    ``big_bet`` the one after it, None where the hand is not fixed-limit.  ``line`` is where the hand begins in
    the file.  ``fields`` holds everything else that the file says, as it says it.
    """

    file: str
    number: int | None
    line: int
    label: int | str | None
    antes: tuple[Decimal, ...]
    blinds: tuple[Decimal, ...]
    min_bet: Decimal
    stacks: tuple[Decimal, ...]
    ante_layers: bool
    button: int
    actions: tuple[Action, ...]
    fields: dict[str, Any] = field(default_factory=dict)
    big_bet: Decimal | None = None

    @property
    def posts(self) -> tuple[Decimal, ...]:
        """Antes, blinds and the bets that the file names."""
        bets = (self.min_bet,) if self.big_bet is None else (self.min_bet, self.big_bet)
        return (*self.antes, *self.blinds, *bets)

    @property
    def decimals(self) -> int:
        """How many decimals the money that is played with uses (results aside: see the readers)."""
        money = (*self.posts, *self.stacks, *(a.amount for a in self.actions))
        return max(0, *(-int(amount.as_tuple().exponent) for amount in money))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names; empty texts where the file has none."""
        names = self.fields.get("players")
        if isinstance(names, list) and len(names) == len(self.stacks):
            return tuple(str(name) for name in names)
        return ("",) * len(self.stacks)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A hand, or a file (``number`` None), that could not be read, and why.

    ``action`` and ``text`` name the action that could not be read, where it was one.
    """

    file: str
    number: int | None
    line: int
    message: str
    label: int | str | None = None
    action: int | None = None
    text: str | None = None
