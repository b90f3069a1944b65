"""Variants of one game: keys with several values, and the grid of all their combinations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from holdem_sim.config import DEFAULT_TABLE, Config, load
from holdem_sim.errors import UsageError
from holdem_sim.settings import as_toml, read_value, split

OPTIONS = ("table", "lineup", "hero")
"""Options whose values are names, and of which several make a choice too."""


@dataclass(frozen=True)
class Axis:
    """A key with the values that it takes, as they were written; one value only is no choice."""

    key: str
    texts: tuple[str, ...]

    @property
    def where(self) -> str:
        """How it was given on the command line."""
        return f"--{self.key}" if self.key in OPTIONS else f"--set {self.key}"


@dataclass(frozen=True)
class Variant:
    """One combination: its number from 1, its value of every axis, and the whole configuration."""

    number: int
    values: dict[str, Any]
    config: Config

    @property
    def label(self) -> str:
        """Its values in the order of the axes."""
        return " / ".join(shown(value) for value in self.values.values())

    @property
    def settings(self) -> str:
        """Its values with their keys."""
        return ", ".join(f"{key} = {shown(value)}" for key, value in self.values.items())


@dataclass(frozen=True)
class Plan:
    """What is compared: the keys that vary, and every combination of their values, the first one the yardstick."""

    axes: tuple[Axis, ...]
    variants: tuple[Variant, ...]


def plan(
    words: Iterable[str],
    *,
    table: str | None = None,
    lineup: str | None = None,
    players: str | None = None,
    hero: str | None = None,
    fixed: Sequence[str] = (),
    most: int = 100,
) -> Plan:
    """Every variant that ``key=value,value`` words and the options ask for, each checked.

    Commas inside brackets, braces and quotes belong to a value. ``fixed`` are words that hold for all variants.
    More variants than ``most`` are refused before any is made. UsageError names the variant that cannot be.
    """
    given = {"table": table, "lineup": lineup, "hero": hero}
    axes = [Axis(name, tuple(_names(name, text))) for name, text in given.items() if text is not None]
    axes += [_axis(word) for word in words]
    for number, axis in enumerate(axes):
        if axis.key in [other.key for other in axes[:number]]:
            raise UsageError(f"{axis.key} is given twice; list its values in one {axis.where}=...,...")
    choices = tuple(axis for axis in axes if len(axis.texts) > 1)
    if not choices:
        raise UsageError("nothing varies; give a key several values, as in --set tax.percent=3,4,5")
    count = prod(len(axis.texts) for axis in choices)
    if count > most:
        raise UsageError(f"{count:,} variants are more than {most:,}; take fewer values, or raise --at-most")
    variants = tuple(
        _variant(number, choices, dict(zip([axis.key for axis in axes], texts, strict=True)), players, fixed)
        for number, texts in enumerate(product(*(axis.texts for axis in axes)), 1)
    )
    _all_different(variants)
    return Plan(choices, variants)


def _axis(word: str) -> Axis:
    """``key=value,value`` as an axis."""
    key, sign, text = word.partition("=")
    if not sign or not key.strip():
        raise UsageError(f"cannot read --set {word!r}; write it like --set tax.percent=3,4,5")
    texts = [part.strip() for part in split(text, f"--set {word!r}")]
    if len(texts) > 1 and "" in texts:
        raise UsageError(f"--set {word!r} has an empty value; leave the comma out")
    seen: list[Any] = []
    for part in texts:
        value = read_value(part)
        if any(value == other and type(value) is type(other) for other in seen):
            raise UsageError(f"--set {key.strip()} has the value {part} twice")
        seen.append(value)
    return Axis(key.strip(), tuple(texts))


def _names(option: str, text: str) -> list[str]:
    """The names of several tables, lineups or heroes; a file's own name may have a comma."""
    if Path(text).is_file():
        return [text]
    names = [name.strip() for name in split(text, f"--{option} {text!r}")]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise UsageError(f"--{option} names {name!r} twice")
    return names


def _variant(
    number: int, choices: Sequence[Axis], texts: dict[str, str], players: str | None, fixed: Sequence[str]
) -> Variant:
    """One combination with its configuration; UsageError names it."""
    options = {name: texts[name] for name in OPTIONS if name in texts}
    words = [f"{key}={text}" for key, text in texts.items() if key not in OPTIONS]
    chosen = {axis.key: texts[axis.key] for axis in choices}
    try:
        config = load(
            options.get("table", DEFAULT_TABLE),
            options.get("lineup"),
            players=players,
            hero=options.get("hero"),
            words=[*fixed, *words],
        )
        config.rules_record()
        config.types_array()
    except UsageError as error:
        told = ", ".join(f"{key}={text}" for key, text in chosen.items())
        raise UsageError(f"variant {number} ({told}): {error}") from None
    values = {key: text if key in OPTIONS else _plain(read_value(text)) for key, text in chosen.items()}
    return Variant(number, values, config)


def _plain(value: Any) -> Any:
    """A value as a table of results holds it: numbers and words as they are, lists and sections as TOML text."""
    if isinstance(value, Decimal):
        return float(value)
    return value if isinstance(value, bool | int | float | str) else as_toml(value)


def shown(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _all_different(variants: Sequence[Variant]) -> None:
    """UsageError if two variants come to the same configuration."""
    known: list[tuple[dict[str, Any], Variant]] = []
    for variant in variants:
        config = variant.config.to_json()
        for other_config, other in known:
            if config == other_config:
                raise UsageError(
                    f"variants {other.number} and {variant.number} are the same game: {other.settings}; "
                    f"{variant.settings}"
                )
        known.append((config, variant))
