"""``holdem-sim whatif``: the hands of a run under another tax."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli import _language
from holdem_sim.cli._output import (
    one_way,
    output_options,
    print_json,
    print_text,
    save_pictures,
    wrapped,
    write_csv,
    write_page,
)
from holdem_sim.language import _

if TYPE_CHECKING:
    from holdem_sim.reports._facts import Facts


@click.command(short_help="Tax the hands of a run anew.")
@click.argument("run", required=False)
@click.option(
    "--set", "settings", multiple=True, metavar="tax.KEY=VALUE", help="A key of the tax; may be repeated."
)
@output_options
@_language.option
def command(run: str | None, settings: tuple[str, ...], lang: str | None, **options: Any) -> None:
    """Tax the recorded hands of RUN (by default the latest run) under another scheme, without playing them again.

    \b
    holdem-sim whatif --set tax.percent=4
    holdem-sim whatif RUN --set tax.percent=10 --set tax.cap=400

    The new tax is exact, hand by hand. What players would do under it is not asked: that is sweep's question.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.errors import UsageError
    from holdem_sim.language import speaking
    from holdem_sim.reports._facts import open_facts

    one_way(options)
    if run is not None and "=" in run:
        raise UsageError(f"{run!r} is no run; settings come after --set")
    with speaking(_language.chosen(lang)), open_facts(open_run(run)) as facts:
        _whatif(facts, settings, **options)


def _whatif(
    facts: Facts, settings: tuple[str, ...], *, as_json: bool, csv: Path | None, html: Path | None, plots: Path | None
) -> None:  # fmt: skip
    """Tax the hands anew, and say it in the way that is asked for."""
    from holdem_sim.questions import whatif as question

    tables = question.whatif(facts, settings)
    if as_json:
        print_json({"run": str(facts.run.path), "settings": list(settings)}, tables)
    elif csv is not None:
        write_csv(tables, csv)
    elif html is not None:
        from holdem_sim.questions._compared_page import whatif_page

        words = ["holdem-sim", "whatif", str(facts.run.path)]
        words += [part for word in settings for part in ("--set", word)]
        write_page(lambda: whatif_page(tables, facts, shlex.join(words)), html)
    else:
        from holdem_sim.reports._headline import headline

        head = [*headline(facts), _("taxed anew: {settings}").format(settings=", ".join(settings)), ""]
        said = question.sentences(tables, facts)
        print_text([*head, *wrapped(said)], question.text(tables, facts))
    if plots is not None:
        save_pictures(question.draw(tables, facts), plots, to_stderr=as_json)
