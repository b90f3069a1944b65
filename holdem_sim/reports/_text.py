"""Tables of text that fit 80 columns: numbers aligned, units in the headings, long labels shortened."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from holdem_sim import language
from holdem_sim.language import N_, _, ngettext

WIDTH = 80
MOST_WIDTH = 120
GAP = 2
MISSING = N_("n/a")


@dataclass(frozen=True)
class TextTable:
    """A table as a person reads it: the first column holds labels, the others numbers as text."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = field(default_factory=list)


def whole(number: float | None) -> str:
    """A count, or chips: 1,234,567; in millions when it is very long."""
    if number is None or not math.isfinite(number):
        return _(MISSING)
    if abs(number) >= 1e15:
        return f"{number:.3g}"
    if abs(number) >= 1e10:
        return _("{number} M").format(number=language.number(number / 1e6, 0))
    return language.number(round(number), 0)


def plain(value: Any) -> str:
    """A number of a configuration as it stands there, with the language's own point."""
    text = str(value)
    return text.replace(".", language.number(0.5, 1)[1:2]) if isinstance(value, float) else text


def counted(number: int, noun: str) -> str:
    """``1 hand``, ``2 hands``."""
    return f"{whole(number)} {ngettext(noun, noun + 's', number)}"


def decimal(number: float | None, digits: int = 2) -> str:
    """A number with so many digits after the point, fewer when it is large."""
    return decimals([number], digits)[0]


def decimals(numbers: Iterable[float | None], digits: int = 2) -> list[str]:
    """Numbers of a column, all with the same digits after the point: ``digits``, fewer when one is large."""
    column = list(numbers)
    kept = _kept(column, digits)
    return [_fixed(number, kept) for number in column]


def intervals(lows: Iterable[float | None], highs: Iterable[float | None], digits: int = 2) -> list[str]:
    """``1.2 to 3.4`` for every row of a column."""
    low, high = list(lows), list(highs)
    kept = _kept([*low, *high], digits)
    pairs = [(_fixed(a, kept), _fixed(b, kept)) for a, b in zip(low, high, strict=True)]
    between, missing = _("{low} to {high}"), _(MISSING)
    return [missing if missing in pair else between.format(low=pair[0], high=pair[1]) for pair in pairs]


def _kept(numbers: Iterable[float | None], digits: int) -> int:
    largest = max((abs(n) for n in numbers if n is not None and math.isfinite(n)), default=0.0)
    return max(0, digits - (largest >= 1e3) - (largest >= 1e4))


def _fixed(number: float | None, digits: int) -> str:
    if number is None or not math.isfinite(number):
        return _(MISSING)
    if abs(number) >= 1e10:
        return f"{number:.3g}"
    text = language.number(number, digits)
    return text.lstrip("-") if not text.strip("-0.,") else text


def shortened(labels: Iterable[str], width: int) -> list[str]:
    """The labels in at most ``width`` characters, different ones kept different."""
    full = list(labels)
    short = [_cut(label, width, tail=0) for label in full]
    if len(set(short)) < len(set(full)):
        short = [_cut(label, width, tail=width // 2) for label in full]
    if len(set(short)) < len(set(full)):
        marks = {label: f"~{n}" for n, label in enumerate(dict.fromkeys(full), 1)}
        cut = {label: _cut(label, width - len(mark), tail=0) + mark for label, mark in marks.items()}
        short = [label if len(label) <= width else cut[label] for label in full]
    return short


def _cut(label: str, width: int, tail: int) -> str:
    if len(label) <= width:
        return label
    return f"{label[: width - 1 - tail]}…{label[len(label) - tail :]}"


def rendered(table: TextTable, width: int = WIDTH, colour: bool = False) -> str:
    """A table as text at most ``width`` columns wide, for a terminal or (without ``colour``) for a pipe."""
    from rich.console import Console

    page = Console(highlight=False, width=1000, force_terminal=colour, no_color=not colour)
    with page.capture() as captured:
        page.print(table.title, style="bold", markup=False)
        if table.rows:
            page.print(_rich(table, width))
        for note in table.notes:
            for line in wrap(note, width, break_long_words=False, break_on_hyphens=False):
                page.print(line, style="dim", markup=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _rich(table: TextTable, width: int) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    head_lines = [head.split("\n") for head in table.heads]
    needed = [
        max(len(text) for text in [*heads, *(row[i] for row in table.rows)])
        for i, heads in enumerate(head_lines)
    ]
    room = max(width - sum(needed[1:]) - GAP * (len(needed) - 1), max(len(text) for text in head_lines[0]), 8)
    labels = shortened([row[0] for row in table.rows], room)
    shown = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, GAP - 1, 0, 0),
        collapse_padding=True,
    )
    for i, head in enumerate(table.heads):
        shown.add_column(Text(head), justify="left" if i == 0 else "right", no_wrap=True, vertical="bottom")
    for label, row in zip(labels, table.rows, strict=True):
        shown.add_row(Text(label), *(Text(text) for text in row[1:]))
    return shown
