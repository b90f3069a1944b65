"""What a replayed hand comes to, and its form in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdem_sim.histories.history import History

SETTLED, TO_ACT, ILLEGAL, UNREADABLE = "settled", "to-act", "illegal", "unreadable"


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot before tax. ``awards``: (player from 1, amount); None where it cannot be decided."""

    amount: Decimal
    tax: Decimal
    awards: tuple[tuple[int, Decimal], ...] | None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what he may do. ``call``: chips to add; no bounds where raising is barred."""

    player: int
    call: Decimal
    min_raise_to: Decimal | None
    max_raise_to: Decimal | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one hand of a file, in the file's unit; None where something does not apply.

    ``stacks`` are those at the end, or now where somebody is to act.  ``message`` says what is wrong,
    ``action`` and ``text`` with which of the file's actions; ``note`` is something that does not change whose
    turn it is.
    """

    file: str
    hand: int | None
    label: int | str | None
    status: str
    stacks: tuple[Decimal, ...] | None = None
    net: tuple[Decimal, ...] | None = None
    pots: tuple[Pot, ...] | None = None
    tax: Decimal | None = None
    extra_drop: Decimal | None = None
    uncalled: Decimal | None = None
    turn: Turn | None = None
    action: int | None = None
    text: str | None = None
    message: str | None = None
    note: str | None = None
    history: History | None = None

    @property
    def is_faulty(self) -> bool:
        """Whether the hand is illegal or could not be read."""
        return self.status in (ILLEGAL, UNREADABLE)

    def to_json(self) -> dict[str, Any]:
        """The answer of ``replay --json``, ready for ``json.dumps``."""
        turn = self.turn
        return {
            "file": self.file,
            "hand": self.hand,
            "label": self.label,
            "status": self.status,
            "stacks": _numbers(self.stacks),
            "net": _numbers(self.net),
            "pots": None if self.pots is None else [_pot_to_json(pot) for pot in self.pots],
            "tax": _number(self.tax),
            "extra_drop": _number(self.extra_drop),
            "uncalled": _number(self.uncalled),
            "to_act": None if turn is None else {
                "player": turn.player,
                "can_check": turn.call == 0,
                "call": _number(turn.call),
                "min_raise_to": _number(turn.min_raise_to),
                "max_raise_to": _number(turn.max_raise_to),
            },
            "error": None if self.message is None else {
                "action": self.action,
                "text": self.text,
                "message": self.message,
            },
        }  # fmt: skip


def _pot_to_json(pot: Pot) -> dict[str, Any]:
    awards = pot.awards
    return {
        "amount": _number(pot.amount),
        "tax": _number(pot.tax),
        "awards": None if awards is None else [{"player": p, "amount": _number(a)} for p, a in awards],
    }


def _number(amount: Decimal | None) -> int | float | None:
    """An amount as JSON number: a float prints up to 15 digits as they are, and no amount has more."""
    if amount is None:
        return None
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _numbers(amounts: Iterable[Decimal] | None) -> list[int | float | None] | None:
    return None if amounts is None else [_number(amount) for amount in amounts]
