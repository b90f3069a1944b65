"""Playing many variants, several at a time, each in a process of its own; only what they add up to is kept."""

from __future__ import annotations

import contextlib
import multiprocessing
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

from holdem_sim.dataset import open_run
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.folder import BYTES_PER_HAND
from holdem_sim.questions._figures import Sums, sums
from holdem_sim.reports._facts import open_facts
from holdem_sim.request import Progress, Request
from holdem_sim.simulate import run
from holdem_sim.workers import end_with_parent, make_game

LOOK_S = 0.2
"""Seconds between two looks at how far the variants are."""

_played: Any = None
"""The share of its hands that each variant has, in memory that all processes share."""


class Interrupted(Exception):
    """Ctrl-C came when ``done`` variants had been played."""

    def __init__(self, done: int) -> None:
        super().__init__(done)
        self.done = done


@contextlib.contextmanager
def folder_for(keep: Path | None) -> Iterator[Path]:
    """Where the variants are played: ``keep``, which must be new or empty, or a temporary folder that goes away."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="holdem-sim-sweep-", ignore_cleanup_errors=True) as temporary:
            yield Path(temporary)
        return
    if keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise UsageError(f"--keep {str(keep)!r} exists and is not empty; choose another folder")
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HoldemError(f"cannot make the folder {str(keep)!r}: {error.strerror}") from None
    try:
        yield keep
    finally:
        if not any(keep.iterdir()):
            keep.rmdir()


def variant_folder(folder: Path, number: int, of: int) -> Path:
    """The folder of a variant: variant-01, variant-02, ..."""
    return folder / f"variant-{number:0{max(2, len(str(of)))}d}"


def play(
    requests: Sequence[Request], workers: int, keep: bool, on_progress: Callable[[float, int], None]
) -> list[Sums]:
    """What each request's run adds up to; its folder is taken away again unless ``keep``.

    As many variants are played side by side as there are workers, by one worker each: that is faster than one after
    the other by all workers, since a run's beginning and end cannot be shared out. ``on_progress`` gets the share of
    the hands and the number of variants so far. After Ctrl-C and every other error no folder of a variant is left
    that is not whole.
    """
    at_once = min(workers, len(requests))
    _check_disk(requests, len(requests) if keep else at_once)
    each = max(1, workers // len(requests))
    requests = [replace(request, workers=each) for request in requests]
    if sys.platform == "linux":
        make_game(replace(requests[0]))  # forked processes have what is compiled here; brains are not pickled
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    counters = context.Array("d", len(requests), lock=False)
    done: list[bool] = [False] * len(requests)
    temporary = tempfile.mkdtemp(prefix=".playing-", dir=requests[0].out.parent)
    pool = ProcessPoolExecutor(at_once, context, _start, (counters, temporary))
    try:
        futures = {
            pool.submit(_one, request, number, keep): number for number, request in enumerate(requests)
        }
        found = _gathered(futures, done, counters, on_progress)
        pool.shutdown()
        return found
    except BaseException as error:
        for process in list((pool._processes or {}).values()):
            process.kill()  # one that hangs in its beginning would not hear a request to end
        pool.shutdown(wait=True, cancel_futures=True)
        for request, whole in zip(requests, done, strict=True):
            if not (whole and keep):
                shutil.rmtree(request.out, ignore_errors=True)
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(sum(done)) from None
        if isinstance(error, BrokenProcessPool):
            raise HoldemError(
                "a process that played a variant died (killed, or out of memory); "
                "play again with fewer --workers"
            ) from None
        raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _gathered(
    futures: dict[Future[Sums], int],
    done: list[bool],
    counters: Any,
    on_progress: Callable[[float, int], None],
) -> list[Sums]:
    """The results in order; the first error is raised as soon as it is there."""
    found: dict[int, Sums] = {}
    waiting = set(futures)
    while waiting:
        finished, waiting = wait(waiting, LOOK_S, FIRST_COMPLETED)
        for future in finished:
            number = futures[future]
            found[number] = future.result()
            done[number] = True
        on_progress(sum(counters) / len(counters), len(found))
    return [found[number] for number in sorted(found)]


def _start(counters: Any, temporary: str) -> None:
    """A process's beginning: the parent handles Ctrl-C, and sweeps up what is left in the temporary folder."""
    global _played
    _played = counters
    tempfile.tempdir = temporary
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()


def _one(request: Request, number: int, keep: bool) -> Sums:
    """Play a variant and add it up."""

    def on_progress(progress: Progress) -> None:
        _played[number] = min(progress.hands / request.hands, 1.0)

    run(request, on_progress)
    with open_facts(open_run(request.out)) as facts:
        found = sums(facts)
    if not keep:
        shutil.rmtree(request.out, ignore_errors=True)
    return found


def _check_disk(requests: Sequence[Request], at_once: int) -> None:
    """HoldemError if the runs that lie there at the same time will not fit."""
    folder = requests[0].out.parent
    need = sum(sorted((request.hands * BYTES_PER_HAND for request in requests), reverse=True)[:at_once])
    free = shutil.disk_usage(folder).free
    if need > free:
        raise HoldemError(
            f"{at_once} runs at a time take about {need / 1e6:,.0f} MB and {str(folder)!r} has {free / 1e6:,.0f} MB "
            "free; play fewer hands or name another folder (--keep, or TMPDIR)"
        )
