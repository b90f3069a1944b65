"""A whole run: planned in shards, played by workers, described by ``run.json``.

A shard is a list of neighbouring sessions whose number depends on the configuration alone, so the files of
a run are the same whatever the workers.  Results are taken in the order of the shards: that is what makes a
run hold exactly the requested number of hands although sessions may end early, when nobody is left to play
or their hours are over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any

from holdem_sim import __version__
from holdem_sim.config import Config
from holdem_sim.errors import HoldemError, UnfinishedError
from holdem_sim.folder import most_sessions, prepared, remove_all, remove_surplus, write_run_json
from holdem_sim.request import Progress, Request, expected_hands, sessions_per_shard
from holdem_sim.shard import Job, Result
from holdem_sim.workers import Workers


def run(request: Request, on_progress: Callable[[Progress], None] = lambda _: None) -> dict[str, Any]:
    """Play the run and write it; returns the summary that ``run --json`` prints.

    HoldemError when the folder cannot be used, the disk is too small, a strategy fails or a worker dies;
    KeyboardInterrupt leaves a run that ``resume`` finishes.
    """
    with prepared(request) as progress:
        started, before = time.perf_counter(), progress.hands
        state = "interrupted"
        try:
            for shard in (_whole_sessions if request.sessions else _shards)(request, progress):
                progress.add(shard)
                write_run_json(request, progress, "running", 0.0)
                on_progress(progress)
            remove_surplus(request.out, len(progress.shards))
            state = "complete"
        except Exception as error:
            if not progress.shards and not isinstance(error, UnfinishedError):
                state = "nothing"
            raise
        finally:
            seconds = time.perf_counter() - started
            if state == "nothing":  # it failed at once: what is there could only stand in the way
                remove_all(request.out)
            else:
                write_run_json(request, progress, state, seconds)
    return summary(request, progress, seconds, progress.hands - before)


def summary(request: Request, progress: Progress, seconds: float, played: int) -> dict[str, Any]:
    """The numbers of a finished run; its speed is that of the ``played`` hands, not of those before a resume."""
    return {
        "run": str(request.out),
        "hands": progress.hands,
        "sessions": progress.sessions,
        "seed": request.seed,
        "workers": request.workers,
        "seconds": round(seconds, 3),
        "hands_per_second": round(played / seconds) if seconds > 0 else None,
        **progress.sums,
        "version": __version__,
    }


def _limits(config: Config, remaining: int, sessions: int) -> tuple[int, ...]:
    """Hands each session of a shard may last, on the guess that all last as long as one expects."""
    limits = []
    for _ in range(sessions):
        limits.append(max(0, min(config.session.hands, remaining)))
        remaining -= min(limits[-1], expected_hands(config))
    return tuple(limits)


def _corrected_limits(config: Config, result: Result, job: Job, remaining: int) -> tuple[int, ...] | None:
    """The limits with which a shard must be played again; None: it is right as it is.

    Of a session that was cut short too early, or not played at all, one expects as many hands as those had
    that came to their own end.
    """
    ended = [played for played, limit in zip(result.hands, job.limits, strict=True) if 0 < played < limit]
    expected = min(expected_hands(config), -(-sum(ended) // len(ended))) if ended else expected_hands(config)
    limits = []
    right = True
    for played, limit in zip(result.hands, job.limits, strict=True):
        most = max(0, min(config.session.hands, remaining))
        known = played < limit or played >= most
        if played > most or (played == limit and limit < most):
            right = False
        limits.append(most)
        remaining -= min(played, most) if known else min(most, max(expected, played))
    return None if right else tuple(limits)


def _shards(request: Request, progress: Progress) -> Iterator[dict[str, Any]]:
    """Accepted shards in order, until the run has its hands."""
    config = request.config
    per_shard, most = sessions_per_shard(config), most_sessions(request)
    with Workers(request) as workers:
        issued = progress.hands
        pending: list[tuple[Job, Future[Result]]] = []
        number = len(progress.shards)
        while progress.hands < request.hands:
            while len(pending) < 2 * request.workers and (issued < request.hands or not pending):
                remaining = request.hands - min(issued, request.hands - 1)
                if (number + 1) * per_shard > most:
                    raise HoldemError(
                        f"the sessions are so short that no more than {most:,} of them have numbers for their "
                        "players; play fewer hands, or lower session.hands"
                    )
                job = Job(number, number * per_shard, _limits(config, remaining, per_shard))
                pending.append((job, workers.submit(job)))
                issued += sum(min(limit, expected_hands(config)) for limit in job.limits)
                number += 1
            job, future = pending.pop(0)
            result = workers.result(future)
            # Every time round, the first session whose length was a guess becomes known, so this ends.
            while (
                limits := _corrected_limits(config, result, job, request.hands - progress.hands)
            ) is not None:
                job = Job(job.shard, job.first_session, limits)
                result = workers.result(workers.submit(job))
            hands = sum(result.hands)
            assert hands > 0, "the configuration seats two players with chips, so every session has a hand"
            issued += hands - sum(min(limit, expected_hands(config)) for limit in job.limits)
            yield _described(result)


def _whole_sessions(request: Request, progress: Progress) -> Iterator[dict[str, Any]]:
    """The shards that are still to be played, in order, until the run has its sessions."""
    assert request.sessions is not None
    per_shard, most = sessions_per_shard(request.config), request.config.session.hands
    first_sessions = range(len(progress.shards) * per_shard, request.sessions, per_shard)
    jobs = (
        Job(first // per_shard, first, (most,) * min(per_shard, request.sessions - first))
        for first in first_sessions
    )
    with Workers(request) as workers:
        pending = [workers.submit(job) for job in islice(jobs, 2 * request.workers)]
        while pending:
            result = workers.result(pending.pop(0))
            pending += [workers.submit(job) for job in islice(jobs, 1)]
            yield _described(result)


def _described(result: Result) -> dict[str, Any]:
    """A shard as run.json lists it."""
    return {
        "shard": result.shard,
        "sessions": sum(1 for hands in result.hands if hands > 0),
        "hands": sum(result.hands),
        **result.sums,
        "rows": result.rows,
    }
