"""``holdem-sim rules``: the handbook of the house rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from holdem_sim.handbook import HouseRule

WIDTH = 80


@click.command(short_help="List the house rules, or show one with its options and proofs.")
@click.argument("number", required=False, metavar="[NUMBER]")
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Print JSON.")
def command(number: str | None, as_json: bool) -> None:
    """List the house rules by number, those of a section (H-VI), or show one (H-VI.5) as a whole.

    A rule is shown with its readings, the keys that choose, where it is enforced, and the tests that prove it.
    """
    from holdem_sim.handbook import handbook

    book = handbook()
    chosen = list(book.rules) if number is None else book.find(number)
    one = number is not None and number.strip().upper() == chosen[0].number.upper()
    if as_json:
        click.echo(json.dumps(chosen[0].to_json() if one else [rule.to_json() for rule in chosen]))
    elif one:
        click.echo("\n".join(_page(chosen[0])))
    else:
        click.echo("\n".join(_list(chosen, book.sections)))
        if number is None:
            click.echo("\nWhat cannot be simulated")
            for row in book.outside:
                click.echo("\n".join(_hanging("- ", f"{row.rule} ({row.source}). {row.reason}")))
        click.echo("\nOne as a whole: holdem-sim rules NUMBER")


def _list(rules: Iterable[HouseRule], sections: dict[str, str]) -> list[str]:
    """The rules under the titles of their sections."""
    lines: list[str] = []
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            lines += [""] * bool(lines) + [sections[section]]
        lines += _hanging(f"{rule.number:<9} ", rule.title)
    return lines


def _page(rule: HouseRule) -> list[str]:
    lines = [*_hanging(f"{rule.number}  ", rule.title), "", *_hanging("", rule.text.strip())]
    if rule.readings:
        lines += ["", "Readings", *(line for reading in rule.readings for line in _hanging("- ", reading))]
    keys = [*rule.options, *(f"{habit} (of a player type)" for habit in rule.habits)]
    for title, names in (("Keys", keys), ("Enforced in", rule.code)):
        if names:
            lines += ["", title, *(f"  {name}" for name in names)]
    if rule.tests:
        lines += ["", "Proved by", *_proofs(rule)]
    return lines


def _proofs(rule: HouseRule) -> Iterator[str]:
    """The tests file by file, each in the words of its name."""
    number = f"test_{rule.number.lower().replace('-', '_').replace('.', '_')}_"
    last = ""
    for test in rule.tests:
        path, _, name = test.partition("::")
        if path != last:
            last = path
            yield f"  {path}"
        yield from _hanging("  - ", name.removeprefix(number).removeprefix("test_").replace("_", " "))


def _hanging(head: str, text: str) -> list[str]:
    from textwrap import wrap

    indent = " " * len(head)
    return wrap(text, WIDTH, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False)
