"""A whole run: planned in shards, played by workers, described by ``run.json``.

A shard is a list of neighbouring sessions whose number depends on the configuration alone, so the files of
a run are the same whatever the workers.  Results are taken in the order of the shards: that is what makes a
run hold exactly the requested number of hands although sessions may end early, when nobody is left to play
or their hours are over.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from holdem_sim import __version__
from holdem_sim.config import Config
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.record import Labels, part_name
from holdem_sim.schema import TABLES
from holdem_sim.shard import SUMS, Game, Job, Result, play_shard
from holdem_sim.strategy import Brain, make

SHARD_HANDS = 12_000
"""About how many hands a shard holds: as many sessions as that takes, at least one."""
BYTES_PER_HAND = 420
"""A generous guess of what a hand takes on disk, for refusing a run that will not fit."""
MAX_PLAYER_ID = 2**31 - 1


@dataclass(frozen=True)
class Request:
    """What is to be played, where it goes, and by how many workers."""

    config: Config
    seed: int
    hands: int
    out: Path
    workers: int = 1
    strict: bool = False
    resume: bool = False
    force: bool = False

    @cached_property
    def brains(self) -> tuple[Brain, ...]:
        """The strategies of the lineup, in the order of ``config.specs``."""
        return tuple(make(spec) for spec in self.config.specs)


@dataclass
class Progress:
    """A run so far: accepted shards and their sums."""

    shards: list[dict[str, int]] = field(default_factory=list)
    sessions: int = 0
    hands: int = 0
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))
    rows: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TABLES, 0))

    def add(self, shard: dict[str, Any]) -> None:
        self.shards.append(shard)
        self.sessions += shard["sessions"]
        self.hands += shard["hands"]
        for name in SUMS:
            self.sums[name] += shard[name]
        for name in TABLES:
            self.rows[name] += shard["rows"][name]


def sessions_per_shard(config: Config) -> int:
    """How many sessions a shard holds: enough for about SHARD_HANDS hands."""
    return max(1, -(-SHARD_HANDS // expected_hands(config)))


def expected_hands(config: Config) -> int:
    """About how many hands a session lasts (a guess for sessions that end by the clock)."""
    hands = config.session.hands
    if config.session.hours:
        hands = min(hands, max(1, int(float(config.session.hours) * 36)))
    return hands


def run(request: Request, on_progress: Callable[[Progress], None] = lambda _: None) -> dict[str, Any]:
    """Play the run and write it; returns the summary that ``run --json`` prints.

    HoldemError when the folder cannot be used, the disk is too small, a strategy fails or a worker dies;
    KeyboardInterrupt leaves a run that ``resume`` finishes.
    """
    run_dir = request.out
    progress = _prepare(request)
    started = time.perf_counter()
    state = "interrupted"
    try:
        for shard in _shards(request, progress):
            progress.add(shard)
            _write_run_json(request, progress, "running", 0.0)
            on_progress(progress)
        _remove_surplus(run_dir, len(progress.shards))
        state = "complete"
    finally:
        seconds = time.perf_counter() - started
        _write_run_json(request, progress, state, seconds)
    return summary(request, progress, seconds)


def summary(request: Request, progress: Progress, seconds: float) -> dict[str, Any]:
    """The numbers of a finished run."""
    return {
        "run": str(request.out),
        "hands": progress.hands,
        "sessions": progress.sessions,
        "seed": request.seed,
        "workers": request.workers,
        "seconds": round(seconds, 3),
        "hands_per_second": round(progress.hands / seconds) if seconds > 0 else None,
        **progress.sums,
        "version": __version__,
    }


# -- the folder -----------------------------------------------------------------------------------------


def _prepare(request: Request) -> Progress:
    """Make the folder ready, or take up the run that lies there."""
    folder = request.out
    request.brains  # noqa: B018  (a strategy that cannot be had is said before anything is written)
    _check_ids(request)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out {str(folder)!r} is a file; name a folder")
    occupied = folder.is_dir() and any(folder.iterdir())
    if request.resume:
        return _resume(request)
    if occupied and not request.force:
        raise UsageError(
            f"{str(folder)!r} exists; finish that run with --resume, replace it with --force, or choose another --out"
        )
    if occupied:
        if not (folder / "run.json").is_file():
            raise UsageError(f"{str(folder)!r} is no run (it has no run.json); --force replaces runs only")
        for name in TABLES:
            shutil.rmtree(folder / name, ignore_errors=True)
        (folder / "run.json").unlink()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HoldemError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    _check_disk(request)
    for name in TABLES:
        (folder / name).mkdir(exist_ok=True)
    progress = Progress()
    _write_run_json(request, progress, "running", 0.0)
    return progress


def _check_ids(request: Request) -> None:
    """Numbers of players and hands must fit their columns."""
    per_session = int(request.config.rules_record(request.seed).players_per_session)
    sessions = -(-request.hands // expected_hands(request.config)) + sessions_per_shard(request.config)
    if sessions * per_session > MAX_PLAYER_ID or sessions > MAX_PLAYER_ID:
        most = MAX_PLAYER_ID // per_session * expected_hands(request.config)
        raise UsageError(f"--hands {request.hands} is too many for one run of this table; at most {most:,}")


def _check_disk(request: Request) -> None:
    need = request.hands * BYTES_PER_HAND
    free = shutil.disk_usage(request.out).free
    if need > free:
        raise HoldemError(
            f"{request.hands:,} hands take about {need / 1e9:,.1f} GB and {str(request.out)!r} has "
            f"{free / 1e9:,.1f} GB free; play fewer hands or choose another --out"
        )


def _resume(request: Request) -> Progress:
    """The shards that are there already; the request must be for the same run."""
    found = read_run_json(request.out)
    same = found["config"] == request.config.to_json() and found["seed"] == request.seed
    if not same or found["hands_requested"] != request.hands:
        raise UsageError(
            f"{str(request.out)!r} was begun with another configuration; resume it without options of its own"
        )
    progress = Progress()
    for shard in found["shards"]:
        files = [request.out / name / part_name(shard["shard"]) for name in TABLES]
        if not all(f.is_file() for f in files):
            break
        progress.add(shard)
    for name in TABLES:
        (request.out / name).mkdir(exist_ok=True)
    return progress


def read_run_json(folder: Path) -> dict[str, Any]:
    """A run's description; an error names the folder if there is none or it is damaged."""
    path = folder / "run.json"
    if not path.is_file():
        raise UsageError(f"{str(folder)!r} is no run: it has no run.json")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        found["config"], found["seed"], found["shards"], found["hands_requested"]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise HoldemError(f"{path} is damaged ({error}); the run cannot be taken up again") from None
    return found


def _write_run_json(request: Request, progress: Progress, state: str, seconds: float) -> None:
    import numba
    import numpy
    import pyarrow

    text = json.dumps(
        {
            "format": 1,
            "state": state,
            "hands_requested": request.hands,
            "hands": progress.hands,
            "sessions": progress.sessions,
            "seed": request.seed,
            "config": request.config.to_json(),
            "strategies": [
                {"spec": spec, "kind": b.strategy.kind, "sha256": b.strategy.source_hash}
                for spec, b in zip(request.config.specs, request.brains, strict=True)
            ],
            "strict": request.strict,
            "sums": progress.sums,
            "rows": progress.rows,
            "shards": progress.shards,
            "workers": request.workers,
            "seconds": round(seconds, 3),
            "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "versions": {
                "holdem-sim": __version__,
                "python": sys.version.split()[0],
                "numpy": numpy.__version__,
                "numba": numba.__version__,
                "pyarrow": pyarrow.__version__,
            },
        },
        indent=1,
    )
    temporary = request.out / "run.json.tmp"
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, request.out / "run.json")


def _remove_surplus(folder: Path, shards: int) -> None:
    """Take away what was played ahead beyond the last hand."""
    wanted = {part_name(k) for k in range(shards)}
    for name in TABLES:
        for path in (folder / name).iterdir():
            if path.name not in wanted:
                path.unlink()


# -- the plan -------------------------------------------------------------------------------------------


def _limits(config: Config, remaining: int, sessions: int) -> tuple[int, ...]:
    """Hands each session of a shard may last if all of them last as long as they may."""
    full = config.session.hands
    limits = []
    for _ in range(sessions):
        limits.append(max(0, min(full, remaining)))
        remaining -= limits[-1]
    return tuple(limits)


def _corrected_limits(config: Config, result: Result, job: Job, remaining: int) -> tuple[int, ...] | None:
    """The limits with which a shard must be played again; None: it is right as it is.

    A shard is played on the guess that the sessions before it last as long as they may.
    """
    full = config.session.hands
    limits = []
    right = True
    for played, limit in zip(result.hands, job.limits, strict=True):
        most = max(0, min(full, remaining))
        if played > most or (played == limit and limit < most):
            right = False
        limits.append(most)
        remaining -= min(played, most) if played < limit or played >= most else most
    return None if right else tuple(limits)


def _shards(request: Request, progress: Progress) -> Iterator[dict[str, Any]]:
    """Accepted shards in order, until the run has its hands."""
    config = request.config
    per_shard = sessions_per_shard(config)
    with _Workers(request) as workers:
        issued = progress.hands
        pending: list[tuple[Job, Future[Result]]] = []
        number = len(progress.shards)
        while progress.hands < request.hands:
            while len(pending) < 2 * request.workers and (issued < request.hands or not pending):
                remaining = request.hands - min(issued, request.hands - 1)
                job = Job(number, number * per_shard, _limits(config, remaining, per_shard))
                pending.append((job, workers.submit(job)))
                issued += sum(min(limit, expected_hands(config)) for limit in job.limits)
                number += 1
            job, future = pending.pop(0)
            result = workers.result(future)
            for _ in range(len(job.limits) + 2):
                limits = _corrected_limits(config, result, job, request.hands - progress.hands)
                if limits is None:
                    break
                job = Job(job.shard, job.first_session, limits)
                result = workers.result(workers.submit(job))
            hands = sum(result.hands)
            assert hands > 0, "the configuration seats two players with chips, so every session has a hand"
            issued += hands - sum(min(limit, expected_hands(config)) for limit in job.limits)
            sessions = sum(1 for h in result.hands if h > 0)
            yield {"shard": job.shard, "sessions": sessions, "hands": hands, **result.sums, "rows": result.rows}


# -- workers --------------------------------------------------------------------------------------------

_game: Game | None = None


def labels(request: Request) -> Labels:
    """The names under which strategies and player types are recorded; equal ones are told apart by number."""
    names: list[str] = []
    for brain in request.brains:
        same = sum(name.partition("#")[0] == brain.label for name in names)
        names.append(f"{brain.label}#{same + 1}" if same else brain.label)
    kinds = request.config.lineup.types
    return Labels(
        strategies=tuple(names),
        types=tuple(kinds),
        specs=tuple(kind.strategy for kind in kinds.values()),
        parties=tuple(kind.party for kind in kinds.values()),
    )


def make_game(request: Request) -> Game:
    """The rules, player types and compiled strategies of a run."""
    config = request.config
    game = Game(
        config.rules_record(request.seed), config.types_array(), request.brains, labels(request), request.strict
    )
    game.load_engine()
    return game


def _start_worker(request: Request) -> None:
    """A worker's beginning: the parent handles Ctrl-C; a forked worker has its game already."""
    global _game
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _game is None:
        _game = make_game(request)


def _work(run_dir: Path, job: Job) -> Result:
    assert _game is not None
    return play_shard(_game, run_dir, job)


class _Workers:
    """One worker plays in this process, more in processes of their own."""

    def __init__(self, request: Request):
        self.request = request
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> _Workers:
        global _game
        _game = make_game(self.request)
        if self.request.workers > 1:
            # A fork shares the compiled code; where there is none, each worker loads it from the disk cache.
            method = "fork" if sys.platform == "linux" else "spawn"
            self.pool = ProcessPoolExecutor(
                self.request.workers,
                mp_context=multiprocessing.get_context(method),
                initializer=_start_worker,
                initargs=(replace(self.request),),
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        global _game
        if self.pool is not None:
            if kind is not None:
                for process in list((self.pool._processes or {}).values()):
                    process.terminate()
            self.pool.shutdown(wait=True, cancel_futures=True)
        _game = None

    def submit(self, job: Job) -> Future[Result]:
        if self.pool is not None:
            try:
                return self.pool.submit(_work, self.request.out, job)
            except BrokenProcessPool:
                raise self.died() from None
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(_work(self.request.out, job))
        except BaseException as error:
            future.set_exception(error)
        return future

    def result(self, future: Future[Result]) -> Result:
        try:
            return future.result()
        except BrokenProcessPool:
            raise self.died() from None
        except OSError as error:
            raise HoldemError(
                f"cannot write to {str(self.request.out)!r}: {error.strerror or error}; "
                f"make room and finish the run with --resume --out {self.request.out}"
            ) from None

    def died(self) -> HoldemError:
        return HoldemError(
            f"a worker died (killed, or out of memory); finish the run with --resume --out {self.request.out}"
        )
