"""``holdem-sim run``: play sessions and write a run."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdem_sim.cli._ending import ended_politely

if TYPE_CHECKING:
    from holdem_sim.config import Config
    from holdem_sim.request import Progress, Request

DEFAULT_HANDS = 100_000
DEFAULT_SEED = 1
HANDS_PER_HOUR_AT_MOST = 1_000
"""More than any table deals; where only hours are given they, not this, end a session."""
MOST_HOURS = 100_000


@click.command(short_help="Play sessions and write a run.")
@click.option("--hands", type=click.IntRange(1), help=f"Hands to play in all.  [default: {DEFAULT_HANDS:,}]")
@click.option("--sessions", type=click.IntRange(1), help="Whole sessions to play, instead of hands.")
@click.option("--hours", type=float, help="Simulated hours after which each session ends.")
@click.option(
    "--table", "table", metavar="NAME|FILE", help="Table: a preset or a TOML file.  [default: casino]"
)
@click.option(
    "--lineup",
    metavar="NAME|FILE",
    help="Who plays: a lineup or a TOML file.  [default: the table's own, or live-low-stakes]",
)
@click.option(
    "--players", metavar="SPECS", help='Who plays, seat by seat: "nit*3,tight-aggressive(open=0.2)".'
)
@click.option("--hero", metavar="SPEC", help="Put this strategy into one seat of the lineup.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set a configuration key; may be repeated. 'lineup.types.*.KEY=VALUE' sets it for every player type.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed gives the same files.  [default: 1]"
)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes.  [default: one a processor]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the run.  [default: runs/TABLE-NNN]",
)
@click.option(
    "--from",
    "from_",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Repeat the run of this run.json.",
)
@click.option(
    "--resume", is_flag=True, show_default=False, help="Finish an interrupted run (the latest, or --out)."
)
@click.option("--force", is_flag=True, show_default=False, help="Replace the run that lies in --out.")
@click.option(
    "--strict", is_flag=True, show_default=False, help="Stop when a strategy wishes an illegal action."
)
@click.option("--json", "as_json", is_flag=True, show_default=False, help="Print one JSON object at the end.")
def command(**options: Any) -> None:
    """Play sessions of a table between scripted players and record every fact.

    Strategies named by a path or found in installed packages are programs: running them is running code.
    """
    request = _request(options)
    announce_compilation(options["as_json"])
    from holdem_sim.simulate import run

    try:
        with _progress_bar(request.hands, options["as_json"]) as show, ended_politely() as asked:

            def on_progress(progress: Progress) -> None:
                if asked:
                    raise KeyboardInterrupt
                show(progress)

            summary = run(request, on_progress)
    except KeyboardInterrupt:
        if not (request.out / "run.json").is_file():
            raise
        _point_latest(request.out)
        click.echo(f"interrupted; finish it with: holdem-sim run --resume --out {request.out}", err=True)
        raise SystemExit(1) from None
    _point_latest(request.out)
    if options["as_json"]:
        click.echo(json.dumps(summary))
    else:
        _print_summary(summary, request.config)


def _request(options: dict[str, Any]) -> Request:
    """What the options ask for; a run that is taken up again or repeated brings its own configuration."""
    from holdem_sim.config import DEFAULT_TABLE, Config, load
    from holdem_sim.errors import UsageError
    from holdem_sim.folder import changed_strategies, read_run_json
    from holdem_sim.request import Request

    own = [f"--{k}" for k in ("table", "lineup", "players", "hero", "hours") if options[k] is not None]
    own += ["--set"] if options["settings"] else []
    sessions = options["sessions"]
    if sessions and options["hands"]:
        raise UsageError("--hands and --sessions exclude each other; leave one of them out")
    workers = options["workers"] or processors()
    common: dict[str, Any] = {"workers": workers, "force": options["force"], "resume": options["resume"]}
    if options["resume"]:
        if own or options["from_"] or options["hands"] or sessions or options["seed"] is not None:
            raise UsageError("--resume takes the run's own configuration; give it only --out and --workers")
        out = options["out"] or _latest()
        found = read_run_json(out)
        config = Config.from_json(found["config"])
        common |= {"sessions": found.get("sessions_requested"), "strict": bool(found.get("strict"))}
        return Request(config, found["seed"], found["hands_requested"], out, **common)
    if options["from_"]:
        if own:
            raise UsageError(f"--from repeats a run as it was; leave out {', '.join(own)}")
        found = read_run_json(options["from_"])
        config = Config.from_json(found["config"])
        seed = found["seed"] if options["seed"] is None else options["seed"]
        common["strict"] = bool(options["strict"] or found.get("strict"))
        out = options["out"] or _new_folder(config.name)
        if not options["hands"]:
            sessions = sessions or found.get("sessions_requested")
        request = _asked(config, seed, options["hands"] or found["hands_requested"], sessions, out, common)
        for spec in changed_strategies(found, request):
            click.echo(f"note: strategy {spec!r} has changed since that run; this one will differ", err=True)
        return request
    config = load(
        DEFAULT_TABLE if options["table"] is None else options["table"],
        options["lineup"],
        players=options["players"],
        hero=options["hero"],
        words=[*hour_words(options["hours"]), *options["settings"]],
    )
    seed = options["seed"] if options["seed"] is not None else DEFAULT_SEED
    out = options["out"] or _new_folder(config.name)
    common["strict"] = options["strict"]
    return _asked(config, seed, options["hands"] or DEFAULT_HANDS, sessions, out, common)


def _asked(
    config: Config, seed: int, hands: int, sessions: int | None, out: Path, common: dict[str, Any]
) -> Request:
    """So many sessions if their number is given, otherwise so many hands."""
    from holdem_sim.request import Request

    if sessions:
        return Request.of_sessions(config, seed, sessions, out, **common)
    return Request(config, seed, hands, out, **common)


def hour_words(hours: float | None) -> list[str]:
    """``--hours`` as settings: the hours end a session, and so does its number of hands if that is given too."""
    if hours is None:
        return []
    from holdem_sim.errors import UsageError
    from holdem_sim.schema import HANDS_PER_SESSION_ID

    if not 0 < hours <= MOST_HOURS:
        raise UsageError(f"--hours {hours:g} must be above 0, and {MOST_HOURS:,} at most")
    hands = min(HANDS_PER_HOUR_AT_MOST * ceil(hours), HANDS_PER_SESSION_ID)
    return [f"session.hours={hours}", f"session.hands={hands}"]


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _new_folder(name: str) -> Path:
    """The first of runs/NAME-001, runs/NAME-002, ... that does not exist."""
    number = 1
    while (folder := Path("runs") / f"{name}-{number:03d}").exists():
        number += 1
    return folder


def _latest() -> Path:
    from holdem_sim.dataset import LATEST, latest
    from holdem_sim.errors import UsageError

    if not LATEST.is_file():
        raise UsageError("there is no run in runs/ yet; name the folder with --out")
    return latest()


def _point_latest(folder: Path) -> None:
    """``runs/latest`` is a small text file that names the last run wherever it went."""
    from holdem_sim.dataset import LATEST, point_latest

    try:
        point_latest(folder)
    except OSError as error:  # the run itself is whole
        click.echo(f"note: {LATEST} cannot be written ({error.strerror}): name the run yourself", err=True)


def announce_compilation(as_json: bool) -> None:
    from holdem_sim.engine.jit import COMPILED, is_warm

    if COMPILED and not is_warm() and not as_json:
        click.echo(
            "first use of this version here: compiling the engine (once, about half a minute)", err=True
        )


def _progress_bar(hands: int, as_json: bool):
    """A progress bar on a terminal, nothing in a pipe."""

    @contextmanager
    def silent():
        yield lambda progress: None

    @contextmanager
    def bar():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("hands"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
            task = shown.add_task("hands", total=hands)

            def update(progress: Progress) -> None:
                shown.update(task, completed=progress.hands)

            yield update

    return bar() if sys.stderr.isatty() and not as_json else silent()


def _print_summary(summary: dict[str, Any], config: Config) -> None:
    from holdem_sim.reports._text import counted

    hands, tax = summary["hands"], summary["tax"] + summary["extra_drop"]
    rate = summary["hands_per_second"]
    sessions, workers = counted(summary["sessions"], "session"), counted(summary["workers"], "worker")
    click.echo(f"played   {counted(hands, 'hand')} in {sessions}, seed {summary['seed']}")
    if rate:
        click.echo(f"speed    {rate:,} hands/s ({summary['seconds']:.1f} s, {workers})")
    else:
        click.echo("speed    nothing was left to play")
    per_hand = tax / hands
    share = 100 * tax / summary["pot"] if summary["pot"] else 0.0
    click.echo(f"tax      {tax:,} chips: {per_hand:,.2f} a hand, {share:.2f} % of the pots")
    if summary["corrected"]:
        part = 100 * summary["corrected"] / summary["decisions"]
        click.echo(
            f"wishes   {summary['corrected']:,} of {summary['decisions']:,} taken to the nearest legal ({part:.2g} %)"
        )
    click.echo(f"run      {summary['run']}")
