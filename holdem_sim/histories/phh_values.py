"""The values of a PHH hand: amounts as exact decimals, and the action notation.

Everything here raises :class:`Fault` with words that a person can do something with.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from holdem_sim.engine.cards import CARD_TEXTS
from holdem_sim.histories.history import (
    CHECK_CALL,
    DEAL_BOARD,
    DEAL_HOLE,
    FOLD,
    MUCK,
    NOTHING,
    RAISE_TO,
    SHOW,
    UNKNOWN_CARD,
    Action,
)

MAX_DECIMALS = 6
MAX_AMOUNT = Decimal(10) ** 15

_PLAYER = re.compile(r"p([1-9][0-9]?)")
_CARDS = re.compile(r"(?:10|[2-9TJQKA?])[cdhs?]")
_CARD_NUMBERS = {text: number for number, text in enumerate(CARD_TEXTS)}
_AMOUNT = re.compile(r"[+-]?(\d+(_\d+)*(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)


class Fault(Exception):
    """Why a hand cannot be read; ``line`` counts in the file, ``action`` is (number, text)."""

    def __init__(self, message: str, line: int | None = None, action: tuple[int, str] | None = None):
        super().__init__(message)
        self.line = line
        self.action = action


def short(value: Any) -> str:
    """A value as a message shows it: never long."""
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def parse_amount(value: Any, place: str) -> Decimal:
    """A number of the file as an exact amount; ``place`` is where it stands."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise Fault(f"{place} is {short(value)}, not a number")
    if isinstance(value, Decimal) and value.is_infinite():
        raise Fault(f"{place} is {value}: an unknown amount cannot be played")
    if isinstance(value, Decimal) and value.is_nan():
        raise Fault(f"{place} is nan, not a number")
    size = abs(value) if isinstance(value, int) else value.copy_abs()  # abs would round
    if size > MAX_AMOUNT:
        raise Fault(f"{place} is too large; amounts go up to {MAX_AMOUNT:,}")
    return Decimal(value) if isinstance(value, int) else _with_own_decimals(value, place)


def _with_own_decimals(value: Decimal, place: str) -> Decimal:
    """The amount with the decimals that its text uses; a single zero (``3.0``) counts as none."""
    exponent = int(value.as_tuple().exponent)
    if -exponent > MAX_DECIMALS:
        raise Fault(f"{place} has more than {MAX_DECIMALS} decimals")
    if exponent > 0 or (exponent == -1 and value == value.to_integral_value()):
        return value.quantize(Decimal(1))
    return value


def parse_action(number: int, text: str, players: int) -> Action:
    """The file's action ``number``, of a hand of so many players; what follows a ``#`` is commentary."""
    words = text.partition("#")[0].split()
    match words:
        case []:
            return Action(number, text, NOTHING)
        case ["d", "db", cards]:
            return Action(number, text, DEAL_BOARD, cards=_cards(cards))
        case ["d", "dh", player, cards]:
            return Action(number, text, DEAL_HOLE, _player(player, players), cards=_cards(cards))
        case [player, "f"]:
            return Action(number, text, FOLD, _player(player, players))
        case [player, "cc"]:
            return Action(number, text, CHECK_CALL, _player(player, players))
        case [player, "cbr", amount]:
            return Action(number, text, RAISE_TO, _player(player, players), _raise_amount(amount))
        case [player, "sm"]:
            return Action(number, text, MUCK, _player(player, players))
        case [player, "sm", "-"]:
            return Action(number, text, SHOW, _player(player, players))
        case [player, "sm", cards]:
            return Action(number, text, SHOW, _player(player, players), cards=_cards(cards))
        case [_, ("sd" | "pb") as word, *_]:
            raise Fault(f"{word!r} belongs to draw or stud games, not to hold'em")
    raise Fault("not an action; write for example: p1 cbr 200, p2 cc, p3 f, d db AhKd2c, p1 sm AcAd")


def _player(word: str, players: int) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None or int(found[1]) > players:
        raise Fault(f"{short(word)} is no player of this hand; they are p1 to p{players}")
    return int(found[1]) - 1


def _raise_amount(word: str) -> Decimal:
    if not _AMOUNT.fullmatch(word) or len(word) > 40:
        raise Fault(f"{short(word)} is no amount")
    amount = parse_amount(Decimal(word), "the amount")
    if amount <= 0:
        raise Fault(f"a bet to {word}; it must be more than 0")
    return amount


def _cards(word: str) -> tuple[int, ...]:
    """Card numbers; -1 where rank or suit is a question mark."""
    parts = _CARDS.findall(word)
    if "".join(parts) != word:
        raise Fault(f"{short(word)} is not cards; a card is a rank of 23456789TJQKA and a suit cdhs, or ??")
    return tuple(UNKNOWN_CARD if "?" in part else _CARD_NUMBERS[part.replace("10", "T")] for part in parts)
