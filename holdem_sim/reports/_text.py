"""Tables of text that fit 80 columns: numbers aligned, units in the headings, long labels shortened."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from rich.cells import cell_len

from holdem_sim import language
from holdem_sim.language import N_, _, ngettext

WIDTH = 80
MOST_WIDTH = 120
GAP = 2
LABEL = 24
"""Cells of a label in a table that does not fit in one piece."""
MISSING = N_("n/a")
_UNSEEN = dict.fromkeys([*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], " ")
"""Characters that would move the cursor or turn the direction of a line about."""


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


def between(low: float | None, high: float | None, digits: int = 2) -> str:
    """``1.2 to 3.4`` within a sentence, or that it is not known."""
    missing = any(end is None or not math.isfinite(end) for end in (low, high))
    return _("unknown") if missing else intervals([low], [high], digits)[0]


def _kept(numbers: Iterable[float | None], digits: int) -> int:
    largest = max((abs(n) for n in numbers if n is not None and math.isfinite(n)), default=0.0)
    return max(0, digits - (largest >= 1e3) - (largest >= 1e4))


def _fixed(number: float | None, digits: int) -> str:
    if number is None or not math.isfinite(number):
        return _(MISSING)
    if abs(number) >= 1e10:
        return whole(number)
    text = language.number(number, digits)
    return text.lstrip("-") if not text.strip("-0.,") else text


def shortened(labels: Iterable[str], width: int) -> list[str]:
    """The labels in at most ``width`` cells, different ones kept different."""
    full = list(labels)
    short = [_cut(label, width, tail=0) for label in full]
    if len(set(short)) < len(set(full)):
        short = [_cut(label, width, tail=width // 2) for label in full]
    if len(set(short)) < len(set(full)):
        marks = {label: f"~{n}" for n, label in enumerate(dict.fromkeys(full), 1)}
        cut = {label: _cut(label, width - len(mark), tail=0) + mark for label, mark in marks.items()}
        short = [label if cell_len(label) <= width else cut[label] for label in full]
    return short


def _cut(label: str, width: int, tail: int) -> str:
    """The label in so many cells of a terminal, its last ``tail`` letters kept."""
    if cell_len(label) <= width:
        return label
    end = label[len(label) - tail :]
    begin = label[: len(label) - tail]
    while begin and cell_len(begin) + 1 + cell_len(end) > width:
        begin = begin[:-1]
    return f"{begin}…{end}"


def rendered(table: TextTable, width: int = WIDTH, colour: bool = False) -> str:
    """A table as text at most ``width`` columns wide, for a terminal or (without ``colour``) for a pipe."""
    from rich.console import Console

    page = Console(highlight=False, width=1000, force_terminal=colour, no_color=not colour)
    with page.capture() as captured:
        for line in _lines(table.title, width):
            page.print(line, style="bold", markup=False)
        for place, columns in enumerate(_blocks(table, width) if table.rows else ()):
            if place:
                page.print()
            page.print(_rich(table, columns, width))
        for note in table.notes:
            for line in _lines(note, width):
                page.print(line, style="dim", markup=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _lines(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _widths(table: TextTable) -> list[tuple[int, int]]:
    """How many cells the heading and the longest entry of each column take."""
    return [
        (max(map(cell_len, head.split("\n"))), max(cell_len(row[i]) for row in table.rows))
        for i, head in enumerate(table.heads)
    ]


def _blocks(table: TextTable, width: int) -> list[list[int]]:
    """The columns that fit beside each other: all, or, where numbers are too long, some and then the rest below.

    Every block begins with the labels' column.
    """
    sizes = [max(pair) for pair in _widths(table)]
    head, longest = _widths(table)[0]
    if max(head, min(longest, 8)) + sum(GAP + size for size in sizes[1:]) <= width:
        return [list(range(len(sizes)))]
    begin = max(head, min(longest, LABEL))
    blocks, used = [[0]], begin
    for column, size in enumerate(sizes[1:], 1):
        if used + GAP + size > width and len(blocks[-1]) > 1:
            blocks.append([0])
            used = begin
        blocks[-1].append(column)
        used += GAP + size
    return blocks


def _rich(table: TextTable, columns: Sequence[int], width: int) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    sizes = _widths(table)
    others = sum(GAP + max(sizes[i]) for i in columns[1:])
    room = max(width - others, sizes[0][0], 8)
    labels = shortened([row[0].translate(_UNSEEN) for row in table.rows], room)
    shown = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, GAP - 1, 0, 0),
        collapse_padding=True,
    )
    for i in columns:
        shown.add_column(
            Text(table.heads[i]), justify="right" if i else "left", no_wrap=True, vertical="bottom"
        )
    for label, row in zip(labels, table.rows, strict=True):
        shown.add_row(Text(label), *(Text(row[i].translate(_UNSEEN)) for i in columns[1:]))
    return shown
