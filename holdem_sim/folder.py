"""A run's folder: made ready, taken up again, and described by ``run.json``."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from holdem_sim import __version__
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.record import part_name
from holdem_sim.request import Progress, Request, expected_hands, sessions_per_shard
from holdem_sim.schema import TABLES

BYTES_PER_HAND = 420
"""A generous guess of what a hand takes on disk, for refusing a run that will not fit."""
MAX_PLAYER_ID = 2**31 - 1


def prepare(request: Request) -> Progress:
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
    write_run_json(request, progress, "running", 0.0)
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


def write_run_json(request: Request, progress: Progress, state: str, seconds: float) -> None:
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


def remove_surplus(folder: Path, shards: int) -> None:
    """Take away what was played ahead beyond the last hand."""
    wanted = {part_name(k) for k in range(shards)}
    for name in TABLES:
        for path in (folder / name).iterdir():
            if path.name not in wanted:
                path.unlink()
