"""``holdem-sim verify``: re-check a run from its files alone."""

from __future__ import annotations

import os

import click

MOST_FAULTS = 20


@click.command(short_help="Re-check a run from its files alone.")
@click.argument("run", required=False, metavar="[RUN]")
@click.option("--faults", type=click.IntRange(1), default=MOST_FAULTS, help="Stop after that many faults.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes.  [default: one a processor]")
def command(run: str | None, faults: int, workers: int | None) -> int:
    """Re-check every fact of a RUN (default: the latest) from its files alone.

    Cards, actions, pots, tax, awards, stacks, ledger, button and clock are worked out once more by code
    that shares no rules with the engine; the best hands are phevaluator's. Exit code 1 and the first
    faults, if there are any.
    """
    from holdem_sim.dataset import open_run
    from holdem_sim.verify import check_run

    opened = open_run(run)
    found = check_run(opened, limit=faults, workers=workers or os.cpu_count() or 1)
    if found:
        for fault in found:
            click.echo(str(fault))
        more = " or more" if len(found) == faults else ""
        click.echo(f"{opened.path}: {len(found)}{more} fault{'s' * (len(found) > 1)}", err=True)
        return 1
    rows = opened.rows
    click.echo(f"{opened.path}: {rows['hands']:,} hands with {rows['actions']:,} actions checked, no fault")
    if not opened.complete:
        click.echo(
            "the run is not complete; finish it with: holdem-sim run --resume --out " + str(opened.path)
        )
    return 0
