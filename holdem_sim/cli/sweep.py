"""``holdem-sim sweep``: one game under several rules, and what differs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli import _language
from holdem_sim.cli._ending import ended_politely
from holdem_sim.cli._output import (
    FOLDER,
    one_way,
    output_options,
    print_json,
    print_text,
    save_pictures,
    wrapped,
    write_csv,
    write_page,
)
from holdem_sim.cli.run import DEFAULT_HANDS, DEFAULT_SEED, hour_words, processors
from holdem_sim.language import _

if TYPE_CHECKING:
    import pandas as pd

    from holdem_sim.questions._grid import Plan


@click.command(short_help="Play one game under several rules, and compare.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE,...",
    help="A configuration key and its values; may be repeated: every combination is played.",
)
@click.option("--table", metavar="NAMES", help="Table, or several: casino,general.  [default: casino]")
@click.option("--lineup", metavar="NAMES", help="Lineup, or several.  [default: the table's own]")
@click.option("--players", metavar="SPECS", help='Who plays, seat by seat: "nit*3,maniac".')
@click.option(
    "--hero", metavar="SPECS", help="Put this strategy into one seat of the lineup; or several in turn."
)
@click.option(
    "--hands",
    type=click.IntRange(1),
    help=f"Hands of a variant, rounded up to whole sessions.  [default: {DEFAULT_HANDS:,}]",
)
@click.option("--sessions", type=click.IntRange(1), help="Whole sessions of a variant, instead of --hands.")
@click.option("--hours", type=float, help="Simulated hours after which each session ends.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=DEFAULT_SEED, help="The same for all variants."
)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes.  [default: one a processor]")
@click.option("--keep", type=FOLDER, metavar="DIR", help="Keep the runs: DIR/variant-01, ...")
@click.option("--at-most", type=click.IntRange(2), default=100, help="Refuse more variants than this.")
@click.option(
    "--strict", is_flag=True, show_default=False, help="Stop when a strategy wishes an illegal action."
)
@output_options
@_language.option
def command(lang: str | None, **options: Any) -> None:
    """Play the same game with different values of configuration keys, and compare what comes of it.

    \b
    holdem-sim sweep --set tax.percent=3,4,5
    holdem-sim sweep --set tax.percent=3,5 --set tax.cap_bb=none,3
    holdem-sim sweep --set 'tax.steps=[[2000, 100]],[[4000, 200]]'

    Every variant has the same cards and the same players' draws, and is compared with the first one, session by
    session. Commas inside brackets, braces and quotes belong to a value. Only sums are kept, unless --keep.
    """
    from holdem_sim.language import speaking

    one_way(options)
    plan, sessions = _planned(options)
    with speaking(_language.chosen(lang)):
        _say(plan, _played(plan, sessions, options), sessions, options)


def _say(plan: Plan, tables: dict[str, pd.DataFrame], sessions: int, options: dict[str, Any]) -> None:
    """Say what was found in the way that is asked for."""
    if options["as_json"]:
        found = {"variants": len(plan.variants), "sessions": sessions, "seed": options["seed"]}
        print_json(found, tables)
    elif options["csv"] is not None:
        write_csv(tables, options["csv"])
    elif options["html"] is not None:
        from holdem_sim.questions._compared_page import sweep_page

        head = _head(plan, sessions, options["seed"])
        write_page(lambda: sweep_page(plan, tables, head, _command(options)), options["html"])
    else:
        from holdem_sim.questions._sweep_text import sentences, text

        lines = [_head(plan, sessions, options["seed"]), "", *sentences(plan, tables)]
        print_text(wrapped(lines), text(plan, tables))
    if options["plots"] is not None:
        from holdem_sim.questions._draw_sweep import draw

        save_pictures(draw(plan, tables), options["plots"], to_stderr=options["as_json"])


def _planned(options: dict[str, Any]) -> tuple[Plan, int]:
    """The variants, and the sessions of each."""
    from holdem_sim.errors import UsageError
    from holdem_sim.questions._grid import plan
    from holdem_sim.questions.sweep import sessions_for

    if options["hands"] and options["sessions"]:
        raise UsageError("--hands and --sessions exclude each other; leave one of them out")
    names = ("table", "lineup", "players", "hero")
    found = plan(
        options["settings"],
        fixed=hour_words(options["hours"]),
        most=options["at_most"],
        **{name: options[name] for name in names},
    )
    return found, options["sessions"] or sessions_for(found, options["hands"] or DEFAULT_HANDS)


def _played(plan: Plan, sessions: int, options: dict[str, Any]) -> dict[str, pd.DataFrame]:
    """Every variant played and compared; Ctrl-C says how far it came."""
    from holdem_sim.cli.run import announce_compilation
    from holdem_sim.questions._playing import Interrupted, folder_for
    from holdem_sim.questions.sweep import sweep

    keep, count, as_json = options["keep"], len(plan.variants), options["as_json"]
    announce_compilation(as_json)
    workers = options["workers"] or processors()
    try:
        with (
            folder_for(keep) as folder,
            ended_politely(once=True) as asked,
            _progress_bar(count, as_json) as show,
        ):

            def on_progress(share: float, done: int) -> None:
                if asked and done < count:
                    raise KeyboardInterrupt
                show(share, done)

            return sweep(
                plan,
                options["seed"],
                sessions,
                folder,
                workers,
                keep is not None,
                options["strict"],
                on_progress,
            )
    except Interrupted as stopped:
        kept = f"; they are in {keep}" if keep is not None and stopped.done else "; nothing is kept"
        click.echo(f"interrupted: {stopped.done} of {count} variants were played{kept}", err=True)
        raise SystemExit(1) from None


@contextmanager
def _progress_bar(variants: int, as_json: bool) -> Iterator[Callable[[float, int], None]]:
    """A bar of hands and variants on a terminal, nothing in a pipe."""
    if as_json or not sys.stderr.isatty():
        yield lambda share, done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.fields[done]} of {task.fields[of]} variants"),
        BarColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=1.0, done=0, of=variants)
        yield lambda share, done: shown.update(task, completed=share, done=done)


def _head(plan: Plan, sessions: int, seed: int) -> str:
    """What was played."""
    from holdem_sim.reports._text import counted

    config = plan.variants[0].config
    return _("sweep of table {table}, lineup {lineup}: {variants} of {sessions} each, seed {seed}").format(
        table=config.name,
        lineup=config.lineup.name,
        variants=counted(len(plan.variants), "variant"),
        sessions=counted(sessions, "session"),
        seed=seed,
    )


def _command(options: dict[str, Any]) -> str:
    """The command that plays the same sweep."""
    import shlex

    words = ["holdem-sim", "sweep"]
    words += [part for word in options["settings"] for part in ("--set", word)]
    names = ("table", "lineup", "players", "hero", "hands", "sessions", "hours", "seed")
    words += [
        str(part) for name in names if options[name] is not None for part in (f"--{name}", options[name])
    ]
    return shlex.join(words + (["--strict"] if options["strict"] else []))
