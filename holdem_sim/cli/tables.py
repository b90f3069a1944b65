"""``holdem-sim tables``: the presets, or one with every key."""

from __future__ import annotations

import click


@click.command(short_help="List the table presets, or show one with every key.")
@click.argument("name", required=False, metavar="[NAME|FILE]")
def command(name: str | None) -> None:
    """List the table presets, or show one (or a TOML file) with every key, its value and what it means.

    A key is set for a run with --set, or in a copy of the file named with --table.
    """
    from functools import reduce
    from itertools import groupby

    from holdem_sim.cli._listing import as_word, print_files, print_rows, print_title
    from holdem_sim.config import load
    from holdem_sim.keys import declared
    from holdem_sim.settings import find, shipped

    if name is None:
        print_files("table", shipped("tables"), "One with every key: holdem-sim tables NAME")
        return
    config = load(name)
    print_title(config.name, config.description, find("tables", name))
    click.echo(f"Who plays unless told otherwise: the lineup {config.lineup.name}\n")
    for number, (_, keys) in enumerate(groupby(declared(), lambda row: row[0].partition(".")[0])):
        rows = [(key, as_word(reduce(getattr, key.split("."), config)), meaning) for key, meaning in keys]
        if number:
            click.echo()
        print_rows(("key", "value", "meaning"), rows, whole=True)
