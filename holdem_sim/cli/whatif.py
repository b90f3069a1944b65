"""``holdem-sim whatif``: the hands of a run under another tax."""

from __future__ import annotations

from pathlib import Path

import click

from holdem_sim.cli._output import FOLDER, print_json, print_text, save_pictures, write_csv


@click.command(short_help="Tax the hands of a run anew.")
@click.argument("run", required=False)
@click.option(
    "--set", "settings", multiple=True, metavar="tax.KEY=VALUE", help="A key of the tax; may be repeated."
)
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Print one JSON object.")
@click.option("--csv", type=FOLDER, metavar="DIR", help="Write every table to a CSV file in DIR.")
@click.option("--plots", type=FOLDER, metavar="DIR", help="Draw pictures too, PNG and SVG files in DIR.")
def command(
    run: str | None, settings: tuple[str, ...], as_json: bool, csv: Path | None, plots: Path | None
) -> None:
    """Tax the recorded hands of RUN (by default the latest run) under another scheme, without playing them again.

    \b
    holdem-sim whatif --set tax.percent=4
    holdem-sim whatif RUN --set tax.percent=10 --set tax.cap=400 --set tax.no_flop_no_drop=true

    The new tax is exact, hand by hand. What players would do under it is not asked: that is sweep's question.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.errors import UsageError
    from holdem_sim.questions import whatif as question
    from holdem_sim.reports._facts import open_facts

    if as_json and csv is not None:
        raise UsageError("--json and --csv exclude each other; leave one of them out")
    if run is not None and "=" in run:
        raise UsageError(f"{run!r} is no run; settings come after --set")
    with open_facts(open_run(run)) as facts:
        tables = question.whatif(facts, settings)
        if as_json:
            print_json({"run": str(facts.run.path), "settings": list(settings)}, tables)
        elif csv is not None:
            write_csv(tables, csv)
        else:
            print_text(
                _head(str(facts.run.path), settings, question.sentences(tables, facts)),
                question.text(tables, facts),
            )
        if plots is not None:
            save_pictures(question.draw(tables, facts), plots, to_stderr=as_json)


def _head(path: str, settings: tuple[str, ...], sentences: list[str]) -> list[str]:
    """What is asked of which run, and the answer in words."""
    from textwrap import wrap

    told = [part for line in sentences for part in wrap(line, 80, break_on_hyphens=False)]
    return [f"run {path}, taxed anew: {', '.join(settings)}", "", *told]
