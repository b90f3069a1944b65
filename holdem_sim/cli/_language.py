"""The option that says in which language a command speaks to people."""

from __future__ import annotations

import click

option = click.option(
    "--lang",
    metavar="LANG",
    help="Language of what people read: en or tr.  [default: the environment's, if it is one of them]",
)


def chosen(lang: str | None) -> str:
    """The language asked for, or that of the environment."""
    from holdem_sim.language import of_environment

    return of_environment() if lang is None else lang
