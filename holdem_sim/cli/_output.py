"""What commands do with tables and pictures: text, JSON, CSV, picture files."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from holdem_sim.page import Page
    from holdem_sim.reports._text import TextTable

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)


def print_json(head: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> None:
    """One object: ``head``, and ``reports`` with the rows of each table."""
    found = {name: records(frame) for name, frame in tables.items()}
    click.echo(json.dumps({**head, "reports": found}, ensure_ascii=False, allow_nan=False))


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows as JSON takes them: numbers as numbers, what is not there as null."""
    columns = {name: [_plain(value) for value in frame[name].tolist()] for name in frame}
    names = [str(name) for name in columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _plain(value: Any) -> Any:
    """The value itself, a float to twelve digits (a sum's last ones depend on the order), None for NaN."""
    if not isinstance(value, float):
        return value
    return float(f"{value:.12g}") if math.isfinite(value) else None


def write_csv(tables: Mapping[str, pd.DataFrame], folder: Path) -> None:
    """A file NAME.csv for each table; says which."""
    from holdem_sim.reports._text import counted

    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in tables.items():
        file = folder / f"{name}.csv"
        frame.to_csv(file, index=False, float_format="%.12g", lineterminator="\n", encoding="utf-8")
        click.echo(f"{file}: {counted(len(frame), 'row')}")


def print_text(head: Iterable[str], tables: Iterable[TextTable]) -> None:
    """Lines, then the tables, 80 columns wide in a pipe and up to 120 on a terminal that has them."""
    from holdem_sim.reports._text import MOST_WIDTH, WIDTH, rendered

    terminal = sys.stdout.isatty()
    width = max(WIDTH, min(shutil.get_terminal_size().columns, MOST_WIDTH)) if terminal else WIDTH
    for line in head:
        click.echo(line)
    for table in tables:
        click.echo()
        click.echo(rendered(table, width, colour=terminal and "NO_COLOR" not in os.environ))


def save_pictures(pictures: Iterator[tuple[str, Figure]], folder: Path, to_stderr: bool) -> None:
    """PNG and SVG files of the pictures; says which (``to_stderr``: where stdout is for a program)."""
    from holdem_sim.reports._draw import save, style

    folder.mkdir(parents=True, exist_ok=True)
    with style():
        for name, figure in pictures:
            for file in save(figure, folder / name):
                click.echo(str(file), err=to_stderr)


def write_page(make: Callable[[], Page], file: Path) -> None:
    """Write the page that ``make`` gives; says how large it is."""
    from holdem_sim.page import write
    from holdem_sim.reports._draw import style

    with style():
        size = write(make(), file)
    click.echo(f"{file}: {size:,} bytes")


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that gives tables: as JSON, as CSV, as a page, with pictures."""
    page = "Write a page with words, tables and pictures to FILE."
    options = (
        click.option("--json", "as_json", is_flag=True, show_default=False, help="Print one JSON object."),
        click.option("--csv", type=FOLDER, metavar="DIR", help="Write every table to a CSV file in DIR."),
        click.option("--html", type=FILE, metavar="FILE", help=page),
        click.option(
            "--plots", type=FOLDER, metavar="DIR", help="Draw pictures too, PNG and SVG files in DIR."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def one_way(options: Mapping[str, Any]) -> None:
    """UsageError if more than one of --json, --csv and --html is given; HoldemError if what is named cannot be written.

    To be asked before the work begins, which may take hours and would be lost.
    """
    from holdem_sim.errors import UsageError

    ways = [f"--{way.removeprefix('as_')}" for way in ("as_json", "csv", "html") if options[way]]
    if len(ways) > 1:
        raise UsageError(f"{ways[0]} and {ways[1]} exclude each other; leave one of them out")
    if options["html"] is not None:
        from holdem_sim.page import check_file

        check_file(options["html"])
    for way in ("csv", "plots"):
        if options[way] is not None:
            _check_folder(options[way], f"--{way}")


def _check_folder(folder: Path, option: str) -> None:
    """HoldemError if the folder can neither be made nor written to."""
    from holdem_sim.errors import HoldemError

    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise HoldemError(f"{option} {str(folder)!r} cannot be made: {str(there)!r} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise HoldemError(
            f"{option} {str(folder)!r}: nothing may be written in {str(there)!r}; name another folder"
        )


def wrapped(lines: Iterable[str]) -> list[str]:
    """Prose in 80 columns."""
    from textwrap import wrap

    from holdem_sim.reports._text import WIDTH

    return [part for line in lines for part in wrap(line, WIDTH, break_on_hyphens=False) or [""]]
