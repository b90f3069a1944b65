"""Who plays the shards: this process, or several of its kind."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

from holdem_sim.errors import UnfinishedError
from holdem_sim.outside import SideBySide
from holdem_sim.record import Labels, ShardWriter
from holdem_sim.request import Request
from holdem_sim.shard import SUMS, Game, Job, Player, Result

_game: Game | None = None


def labels(request: Request) -> Labels:
    """The names under which strategies and player types are recorded; equal ones are told apart by number."""
    same: Counter[str] = Counter()
    names: list[str] = []
    for brain in request.brains:
        same[brain.label] += 1
        names.append(f"{brain.label}#{same[brain.label]}" if same[brain.label] > 1 else brain.label)
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
        config.rules_record(request.seed),
        config.types_array(),
        request.brains,
        labels(request),
        request.strict,
    )
    player_for(game, None, Job(0, 0, ())).play()  # compiles the engine, or loads it from the disk cache
    return game


def _start_worker(request: Request) -> None:
    """A worker's beginning: the parent handles Ctrl-C; a forked worker has its game already."""
    global _game
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()
    if _game is None:
        _game = make_game(request)


def end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _work(run_dir: Path, job: Job) -> Result:
    assert _game is not None
    return play_shard(_game, run_dir, job)


class Workers:
    """One worker plays in this process, more in processes of their own."""

    def __init__(self, request: Request):
        self.request = request
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        global _game
        _game = make_game(self.request)
        if self.request.workers > 1:
            # A fork shares the compiled code; where there is none, each worker loads it from the disk cache.
            method = "fork" if sys.platform == "linux" else "spawn"
            self.pool = ProcessPoolExecutor(
                self.request.workers,
                mp_context=multiprocessing.get_context(method),
                initializer=_start_worker,
                initargs=(
                    replace(self.request),
                ),  # a copy without the brains it has made: they are not to be pickled
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        global _game
        if self.pool is not None:
            if kind is not None:
                for process in list((self.pool._processes or {}).values()):
                    process.kill()  # one that hangs in its beginning would not hear a request to end
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
            raise UnfinishedError(
                f"cannot write to {str(self.request.out)!r}: {error.strerror or error}; "
                f"make room and finish the run with --resume --out {self.request.out}"
            ) from None

    def died(self) -> UnfinishedError:
        return UnfinishedError(
            f"a worker died (killed, or out of memory); finish the run with --resume --out {self.request.out}"
        )


def play_shard(game: Game, run_dir: Path, job: Job) -> Result:
    """Play the shard's sessions and write its part files; they get their names when all of it is written."""
    writer = ShardWriter(run_dir, job.shard, game.labels)
    try:
        player = player_for(game, writer, job)
        player.play()
        rows = writer.close()
    except BaseException:
        writer.abort()
        raise
    hands = tuple(player.sessions["hands"].tolist())
    return Result(job.shard, hands, {name: int(player.sessions[name].sum()) for name in SUMS}, rows)


def player_for(game: Game, writer: ShardWriter | None, job: Job) -> Player:
    """The way to play a shard: in turn, or side by side where Python decides."""
    kind = Player if game.all_compiled else SideBySide
    return kind(game, writer, job)
