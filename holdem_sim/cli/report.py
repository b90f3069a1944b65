"""``holdem-sim report``: what a run says, as text, JSON, CSV or pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdem_sim import reports
from holdem_sim.cli._output import FOLDER, print_json, print_text, save_pictures, write_csv
from holdem_sim.reports._attribution import ATTRIBUTIONS, CONTRIBUTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdem_sim.reports._facts import Facts


class _Command(click.Command):
    """A command whose help lists the reports that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Reports"):
            formatter.write_dl([(name, reports.summary(name)) for name in reports.names()])


@click.command(cls=_Command, short_help="Report what a run says.")
@click.argument("arguments", nargs=-1, metavar="[RUN] [NAME ...]")
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Print one JSON object.")
@click.option("--csv", type=FOLDER, metavar="DIR", help="Write every table to a CSV file in DIR.")
@click.option(
    "--attribution",
    type=click.Choice(list(ATTRIBUTIONS)),
    default=CONTRIBUTED.name,
    help="Who paid the tax of a hand: by contribution to the pot, all dealt in alike, or the winners.",
)
@click.option("--plots", type=FOLDER, metavar="DIR", help="Draw pictures too, PNG and SVG files in DIR.")
def command(
    arguments: tuple[str, ...], as_json: bool, csv: Path | None, attribution: str, plots: Path | None
) -> None:
    """Report on RUN, a run's folder (by default the latest run).

    NAME: one or more of the reports below. Without one, win-rates, tax and stacks in short form. A report's
    name wins over a folder of the same name.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.errors import UsageError
    from holdem_sim.reports._facts import open_facts

    path, chosen = _sorted_out(arguments)
    if as_json and csv is not None:
        raise UsageError("--json and --csv exclude each other; leave one of them out")
    run = open_run(path)
    names = chosen or list(reports.SHORT)
    short = not chosen and not as_json and csv is None
    with open_facts(run, attribution) as facts:
        modules = {name: reports.load(name) for name in names}
        tables = {name: module.tables(facts, short) for name, module in modules.items()}
        every = {name: frame for found in tables.values() for name, frame in found.items()}
        if as_json:
            print_json({"run": str(run.path)}, every)
        elif csv is not None:
            write_csv(every, csv)
        else:
            shown = [t for name in names for t in modules[name].text(tables[name], facts, short)]
            print_text(_head(facts), shown)
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


def _head(facts: Facts) -> Iterator[str]:
    """What run this is."""
    from holdem_sim.reports._text import counted, decimal, whole

    run, extent = facts.run, facts.extent
    yield f"run {run.path}"
    blinds = f"blinds {_blind(facts, 'small')}/{_blind(facts, 'big')}"
    if extent.several_blinds:
        blinds = f"several blinds, the big one {decimal(extent.big_blind)} on average"
    size = f"{counted(extent.hands, 'hand')} in {counted(extent.sessions, 'session')}"
    yield f"{size}, {blinds}, {_scheme(facts)}"
    currency = facts.setting("table.currency")
    if currency:
        yield f"a chip is {facts.setting('table.chip_value')} {currency}"
    if not run.complete:
        wanted = run.info.get("hands_requested")
        of = f" of {whole(wanted)}" if isinstance(wanted, int) else ""
        yield f"not finished: {whole(extent.hands)}{of} hands"
        yield f"go on with: holdem-sim run --resume --out {run.path}"


def _blind(facts: Facts, which: str) -> Any:
    return facts.setting(f"table.{which}_blind")


def _scheme(facts: Facts) -> str:
    """The tax scheme in a few words."""
    tax = "tax by steps" if facts.setting("tax.steps") else f"tax {facts.setting('tax.percent')} %"
    caps = [f"{facts.setting('tax.cap')} chips"] if facts.setting("tax.cap") is not None else []
    caps += [f"{facts.setting('tax.cap_bb')} bb"] if facts.setting("tax.cap_bb") is not None else []
    caps += ["by players"] if facts.setting("tax.cap_by_players") else []
    return tax + (f", cap {' and '.join(caps)}" if caps else "")
