"""Lists for reading: headings, and rows that wrap at the width of the terminal, in a pipe at 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

WIDEST = 100


def print_rows(
    heading: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[str] = (), *, whole: bool = False
) -> None:
    """Print rows of text under a heading; the last column takes the room that is left.

    ``right`` names the columns of figures, which stand at their right edge and keep 80 columns, as in reports.
    ``whole``: the words of the first column are never broken.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    right = set(right)
    console.width = max(min(console.width, WIDEST), 80 if right else 0) if console.is_terminal else 80
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for number, title in enumerate(heading):
        table.add_column(
            title,
            justify="right" if title in right else "left",
            overflow="fold",
            no_wrap=whole and number == 0,
            min_width=12 if number == 0 else None,
            max_width=None if number in (0, len(heading) - 1) else 18,
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def print_files(what: str, files: Mapping[str, Path], hint: str) -> None:
    """Print a list of shipped files by name, each with its description, and a hint."""
    from holdem_sim.settings import read_toml

    rows = [(name, str(read_toml(path).get("description", ""))) for name, path in files.items()]
    print_rows((what, "what it is"), rows)
    click.echo(f"\n{hint}")


def print_title(name: str, description: str, path: Path) -> None:
    """Print what is shown, and the file it comes from."""
    from textwrap import fill

    click.echo(fill(f"{name}: {description}" if description else name, 80))
    click.echo(f"{path}\n")


def as_word(value: Any) -> str:
    """A value as it can be given to ``--set``: words without quotes."""
    from holdem_sim.settings import as_toml

    return value if isinstance(value, str) and value else as_toml(value).replace('"none"', "none")
