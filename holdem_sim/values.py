"""What the values of configuration keys may be: exact numbers, and sentences for those that are not allowed.

A number is an ``int``, or a ``Decimal`` where there is a fraction; never a float.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from typing import Annotated, Any

from pydantic import PlainValidator

from holdem_sim.engine.table import MAX_CHIP_VALUES, MAX_CHIPS, MAX_SIZES, MAX_STEPS, SEATS

Number = int | Decimal
DECIMALS = 6
"""Digits after the point that a number may have; keeps the fractions of the tax within 64 bits."""

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?")
_LONGEST = 40
_DIGITS = Context(prec=2 * _LONGEST)


class Conflict(ValueError):
    """Values that are allowed alone exclude each other; the message names their keys."""


def to_number(value: Any) -> Number | None:
    """The exact number that ``value`` is or spells; None if it is none (true and false are none)."""
    if type(value) is int:
        return value
    text = repr(value) if isinstance(value, float) else str(value)
    if not isinstance(value, str | float | Decimal) or len(text) > _LONGEST or not _NUMBER.fullmatch(text):
        return None
    number = Decimal(text)
    if number and not -_LONGEST < number.adjusted() < _LONGEST:
        return None
    if number == number.to_integral_value(context=_DIGITS):
        return int(number)
    return number.normalize(_DIGITS)


def half_blind(big_blind: Any) -> Any:
    """The small blind that belongs to a big blind (H-II.1); what is no number comes back as it is."""
    number = to_number(big_blind)
    if isinstance(number, int):
        return max(number // 2, 1)
    return big_blind if number is None else number / 2


def exact(
    low: Number, high: Number, *, whole: bool = False, above: bool = False, also: str | None = None
) -> PlainValidator:
    """Accept numbers from ``low`` (or ``above`` it) to ``high``, and the word ``also``.

    The word "none" becomes None.
    """
    word = "a whole number" if whole else "a number"
    need = f"must be {word} above {low} up to {high:,}" if above else f"must be {word} from {low} to {high:,}"
    need += f', or "{also}"' if also else ""

    def check(value: Any) -> Number | str | None:
        if also is not None and (value == also or (also == "none" and value is None)):
            return None if also == "none" else also
        number = to_number(value)
        if number is None or not low <= number <= high or (above and number == low):
            raise ValueError(need)
        if whole and not isinstance(number, int):
            raise ValueError(need)
        if (Fraction(number) * 10**DECIMALS).denominator != 1:
            raise ValueError(f"{need}, with at most {DECIMALS} decimals")
        return number

    return PlainValidator(check)


def _pairs(value: Any, first: Number, last: Number) -> list[tuple[Number, Number]] | None:
    """Pairs of numbers sorted by the first of each, which differ and lie in ``first`` .. ``last``; else None.

    The second of each is an amount of chips.
    """
    try:
        pairs = [(to_number(a), to_number(b)) for a, b in value]
    except (TypeError, ValueError):
        return None
    good = [(a, b) for a, b in pairs if a is not None and b is not None and first <= a <= last]
    if len(good) < len(pairs) or len({a for a, _ in good}) < len(good):
        return None
    return sorted(good) if all(0 <= b <= MAX_CHIPS for _, b in good) else None


def caps_by_players(value: Any) -> dict[int, Number] | None:
    """Accept chips by players dealt in, or "none"."""
    if value is None or value == "none":
        return None
    pairs = _pairs(value.items(), 2, SEATS) if isinstance(value, dict) else None
    if not pairs or any(not isinstance(players, int) for players, _ in pairs):
        raise ValueError(f'must be chips by players dealt in (2 to {SEATS}), as {{2 = 10, 5 = 20}} or "none"')
    return {int(players): chips for players, chips in pairs}


def tax_steps(value: Any) -> tuple[tuple[Number, Number], ...]:
    """Accept pairs of pot size and amount; they are sorted by pot size."""
    pairs = _pairs(value, 0, MAX_CHIPS) if isinstance(value, list | tuple) else None
    if pairs is None or len(pairs) > MAX_STEPS:
        raise ValueError(
            f"must be at most {MAX_STEPS} pairs of pot size (each once) and amount, as in [[20, 1], [40, 2]]"
        )
    return tuple(pairs)


def _all(value: Any, good: Callable[[Number], bool]) -> tuple[Number, ...] | None:
    numbers = [to_number(v) for v in value] if isinstance(value, list | tuple) else []
    kept = tuple(n for n in numbers if n is not None and good(n))
    return kept if kept and len(kept) == len(numbers) else None


def by_street(value: Any) -> tuple[Number, ...]:
    """Accept four numbers of big blinds."""
    numbers = _all(value, lambda n: 0 < n <= 1000)
    if numbers is None or len(numbers) != 4:
        raise ValueError("must be four numbers of big blinds above 0, one a street, as in [1, 1, 2, 2]")
    return numbers


def house_chips(value: Any) -> tuple[Number, ...]:
    """Accept the values of a house's chips; they are sorted."""
    numbers = _all(value, lambda n: 0 < n <= MAX_CHIPS and isinstance(n, int))
    if numbers is None or len(set(numbers)) > MAX_CHIP_VALUES:
        raise ValueError(
            f"must be a list of at most {MAX_CHIP_VALUES} whole numbers above 0, as in [1, 5, 25, 100]"
        )
    return tuple(sorted(set(numbers)))


def _sizes(value: Any, least: Number, most: Number, need: str) -> tuple[Number, ...]:
    if value in ((), []):
        return ()
    numbers = _all(value, lambda n: least < n <= most and (Fraction(n) * 10_000).denominator == 1)
    if numbers is None or len(set(numbers)) > MAX_SIZES:
        raise ValueError(f"must be a list of at most {MAX_SIZES} {need}, with at most 4 decimals")
    return tuple(sorted(set(numbers)))


def shares_of_pot(value: Any) -> tuple[Number, ...]:
    """Accept percentages of the pot; they are sorted."""
    return _sizes(value, 0, 10_000, "percentages of the pot above 0, as in [33, 50, 100]")


def multiples_of_bet(value: Any) -> tuple[Number, ...]:
    """Accept multiples of a bet; they are sorted."""
    return _sizes(value, 1, 1_000, "multiples of the bet above 1, as in [2, 3]")


Chips = Annotated[Number, exact(0, MAX_CHIPS)]
SomeChips = Annotated[Number, exact(0, MAX_CHIPS, above=True)]
MaybeChips = Annotated[Number | None, exact(0, MAX_CHIPS, also="none")]
BigBlinds = Annotated[Number, exact(0, 1_000_000, above=True)]
Seconds = Annotated[Number, exact(0, 3600)]
Seats = Annotated[int, exact(2, SEATS, whole=True)]
