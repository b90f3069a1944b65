"""``holdem-sim report``: what a run says, as text, JSON, CSV, pictures or a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdem_sim import reports
from holdem_sim.cli import _language
from holdem_sim.cli._output import (
    one_way,
    output_options,
    print_json,
    print_text,
    save_pictures,
    write_csv,
    write_page,
)
from holdem_sim.reports._attribution import ATTRIBUTIONS, CONTRIBUTED

if TYPE_CHECKING:
    from holdem_sim.reports._facts import Facts


class _Command(click.Command):
    """A command whose help lists the reports that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Reports"):
            formatter.write_dl([(name, reports.summary(name)) for name in reports.names()])


@click.command(cls=_Command, short_help="Report what a run says.")
@click.argument("arguments", nargs=-1, metavar="[RUN] [NAME ...]")
@output_options
@click.option(
    "--attribution",
    type=click.Choice(list(ATTRIBUTIONS)),
    default=CONTRIBUTED.name,
    help="Who paid the tax of a hand: by contribution to the pot, all dealt in alike, or the winners.",
)
@_language.option
def command(arguments: tuple[str, ...], lang: str | None, attribution: str, **options: Any) -> None:
    """Report on RUN, a run's folder (by default the latest run).

    NAME: one or more of the reports below. Without one, win-rates, tax and stacks in short form; --html has all of
    them. A report's name wins over a folder of the same name.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.language import speaking
    from holdem_sim.reports._facts import open_facts

    path, chosen = _sorted_out(arguments)
    one_way(options)
    run = open_run(path)
    with speaking(_language.chosen(lang)), open_facts(run, attribution) as facts:
        _report(facts, chosen, **options)


def _report(
    facts: Facts, chosen: list[str], *, as_json: bool, csv: Path | None, html: Path | None, plots: Path | None
) -> None:
    """Say what the chosen reports say, in the way that is asked for."""
    from holdem_sim.language import ENGLISH, speaking

    names = chosen or list(reports.SHORT)
    if html is not None and not chosen:
        from holdem_sim.page.of_run import ordered

        names = ordered(reports.names())
    short = not chosen and not as_json and csv is None and html is None
    modules = {name: reports.load(name) for name in names}
    with speaking(ENGLISH):  # tables are for programs
        tables = {name: facts.answer(module.tables, short) for name, module in modules.items()}
    every = {name: frame for found in tables.values() for name, frame in found.items()}
    if as_json:
        print_json({"run": str(facts.run.path)}, every)
    elif csv is not None:
        write_csv(every, csv)
    elif html is not None:
        from holdem_sim.page.of_run import page

        write_page(lambda: page(facts, tables), html)
    else:
        from holdem_sim.reports._headline import headline

        shown = [t for name in names for t in modules[name].text(tables[name], facts, short)]
        print_text(headline(facts), shown)
    if plots is not None:
        for module in modules.values():
            if hasattr(module, "draw"):
                save_pictures(module.draw(facts), plots, to_stderr=as_json)


def _sorted_out(arguments: tuple[str, ...]) -> tuple[str | None, list[str]]:
    """The run, if one is named, and the reports."""
    from holdem_sim.dataset import RUNS
    from holdem_sim.errors import UsageError, nearest, unknown

    known = reports.names()
    path = None
    rest = list(arguments)
    if rest and rest[0] not in known:
        path = rest.pop(0)
        exists = Path(path).exists() or (RUNS / path).exists()
        if not exists and not any(sign in path for sign in "/\\"):
            if nearest(path, known):
                raise unknown("report", path, known)
            raise UsageError(
                f"{path!r} is neither a run's folder nor a report; the reports are: {', '.join(known)}"
            )
    for name in rest:
        if name not in known and Path(name).is_dir():
            others = " ".join(word for word in arguments if word != name)
            raise UsageError(f"the run comes before the reports: holdem-sim report {name} {others}")
        if name not in known:
            raise unknown("report", name, known)
    return path, list(dict.fromkeys(rest))
