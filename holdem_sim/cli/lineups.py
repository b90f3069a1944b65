"""``holdem-sim lineups``: the lineups, or one with its player types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from holdem_sim.lineup import Lineup, PlayerType


@click.command(short_help="List the lineups, or show one with its player types.")
@click.argument("name", required=False, metavar="[NAME|FILE]")
def command(name: str | None) -> None:
    """List the lineups, or show one (or a TOML file): its player types, and what each of their keys means."""
    from holdem_sim.cli._listing import print_files, print_rows, print_title
    from holdem_sim.config import load_lineup
    from holdem_sim.settings import find, shipped

    if name is None:
        hint = "One with its player types: holdem-sim lineups NAME"
        print_files("lineup", shipped("lineups"), hint)
        return
    lineup = load_lineup(name)
    print_title(lineup.name, lineup.description, find("lineups", name))
    heading = ("type", "seats", "buys in", "adds below", "up to", "rebuys", "newcomer")
    print_rows(heading, _types(lineup), right=heading[1:])
    click.echo("\nMoney in big blinds, newcomers after so many minutes.")
    habits = list(_habits(lineup))
    if habits:
        click.echo("Habits, as far as they are not the default:\n")
        print_rows(("type", "habits"), habits)
    click.echo("\nThe keys of a type:\n")
    print_rows(("key", "value", "meaning"), _keys(lineup))


def _types(lineup: Lineup) -> list[tuple[str, ...]]:
    """One row a type: its name (and its strategy, if that has another), seats, money."""
    shares = sum(kind.share or 0 for kind in lineup.types.values())

    def seats(kind: PlayerType) -> str:
        return str(kind.count) if kind.share is None else f"{float(100 * kind.share / shares):.3g} %"

    return [
        (
            name if name == kind.strategy else f"{name} ({kind.strategy})",
            seats(kind),
            f"{kind.buy_in_bb}",
            f"{kind.rebuy_below_bb}",
            f"{kind.rebuy_to_bb}",
            f"{kind.max_rebuys}",
            f"{kind.arrival}",
        )
        for name, kind in lineup.types.items()
    ]


_SHOWN = ("strategy", "share", "count", "buy_in_bb", "rebuy_below_bb", "rebuy_to_bb", "max_rebuys", "arrival")
"""Keys that have a column of their own."""


def _habits(lineup: Lineup) -> Iterator[tuple[str, str]]:
    """One row a type that has habits: its keys that differ from their defaults, as words for ``--set``."""
    from holdem_sim.cli._listing import as_word

    for name, kind in lineup.types.items():
        given = [
            f"{key}={as_word(getattr(kind, key))}"
            for key, field in type(kind).model_fields.items()
            if key not in _SHOWN and getattr(kind, key) != field.default
        ]
        if given:
            yield name, ", ".join(given)


def _keys(lineup: Lineup) -> list[tuple[str, str, str]]:
    """One row a key, with its value where all types agree."""
    from holdem_sim.cli._listing import as_word
    from holdem_sim.lineup import PlayerType

    rows = []
    for key, field in PlayerType.model_fields.items():
        values = {as_word(getattr(kind, key)) for kind in lineup.types.values()}
        rows.append((key, values.pop() if len(values) == 1 else "by type", field.description or ""))
    return rows
