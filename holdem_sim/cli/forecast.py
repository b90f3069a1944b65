"""``holdem-sim forecast``: what tables earn in days to come, from a run's sessions."""

from __future__ import annotations

import math
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

if TYPE_CHECKING:
    from holdem_sim.questions.schedule import Schedule
    from holdem_sim.reports._facts import Facts

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@click.command(short_help="Forecast the revenue of tables and days.")
@click.argument("run", required=False, metavar="[RUN]")
@click.option(
    "--tables", type=click.IntRange(1, 1_000), metavar="N", help="Tables open every day.  [default: 1]"
)
@click.option(
    "--hours",
    type=click.FloatRange(0.25, 24),
    metavar="H",
    help="Hours a day that each is open.  [default: 10]",
)
@click.option(
    "--schedule",
    metavar="NAME|FILE",
    help="Tables by hour and day of the week, instead: 'week', or a TOML or CSV file.",
)
@click.option("--days", type=click.IntRange(1, 3_660), default=30, metavar="D", help="Days to forecast.")
@click.option(
    "--first-day",
    type=click.Choice(DAYS, case_sensitive=False),
    default=DAYS[0],
    help="Weekday of the first day.",
)
@click.option(
    "--replicates",
    type=click.IntRange(100, 1_000_000),
    default=10_000,
    metavar="N",
    help="How often it is drawn.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, metavar="S", help="Seed of the draws.")
@output_options
@_language.option
def command(
    run: str | None, tables: int | None, hours: float | None, schedule: str | None, days: int, first_day: str,
    lang: str | None, **options: Any,
) -> None:  # fmt: skip
    """Forecast the revenue (tax and time charge) of RUN's table and players (by default the latest run).

    Sessions of the run are drawn at random for every opening of a table, thousands of times: 5 of 100 such periods
    earn less than P5, 5 more than P95. --schedule reads when how many tables are open; data/schedules/week.toml is
    an example that explains itself.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.errors import UsageError
    from holdem_sim.language import speaking
    from holdem_sim.questions.schedule import every_day, from_file
    from holdem_sim.reports._facts import open_facts

    if schedule is not None and (tables is not None or hours is not None):
        raise UsageError(
            "--schedule says how many tables are open and how long; leave out --tables and --hours"
        )
    if hours is not None and math.isnan(hours):
        raise UsageError("--hours nan is no number of hours; it takes 0.25 to 24")
    one_way(options)
    if schedule is not None:
        plan = from_file(schedule, days, first_day)
    else:
        plan = every_day(tables or 1, 10.0 if hours is None else hours, days, first_day)
    with speaking(_language.chosen(lang)), open_facts(open_run(run)) as facts:
        _forecast(facts, plan, **options)


def _forecast(
    facts: Facts, plan: Schedule, *, replicates: int, seed: int, as_json: bool, csv: Path | None, html: Path | None,
    plots: Path | None,
) -> None:  # fmt: skip
    """Draw it, and say it in the way that is asked for."""
    from holdem_sim.questions import forecast as question

    found = question.forecast(facts, plan, replicates, seed)
    frames = question.tables(found, facts)
    if as_json:
        print_json({"run": str(facts.run.path)}, frames)
    elif csv is not None:
        write_csv(frames, csv)
    elif html is not None:
        from holdem_sim.questions._forecast_page import page

        write_page(lambda: page(found, frames, facts, _command(facts)), html)
    else:
        from holdem_sim.reports._headline import headline

        said = wrapped(question.sentences(frames, facts))
        print_text([*headline(facts), "", *said], question.text(frames, facts))
    if plots is not None:
        save_pictures(question.draw(found, frames, facts), plots, to_stderr=as_json)


def _command(facts: Facts) -> str:
    """The command that makes the same forecast."""
    import shlex

    names = ("tables", "hours", "schedule", "days", "first_day", "replicates", "seed")
    given = click.get_current_context().params
    options = [
        word
        for name in names
        if given[name] is not None
        for word in (f"--{name.replace('_', '-')}", given[name])
    ]
    return shlex.join(["holdem-sim", "forecast", str(facts.run.path), *map(str, options)])
