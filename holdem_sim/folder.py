"""A run's folder: made ready, taken up again, and described by ``run.json``."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from holdem_sim import __version__
from holdem_sim.dataset import COMPLETE
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.record import part_name
from holdem_sim.request import Progress, Request, expected_hands, sessions_per_shard
from holdem_sim.schema import TABLES
from holdem_sim.shard import SUMS

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

BYTES_PER_HAND = 420
"""A generous guess of what a hand takes on disk, for refusing a run that will not fit."""
MAX_PLAYER_ID = 2**31 - 1


@contextlib.contextmanager
def prepared(request: Request) -> Iterator[Progress]:
    """Make the folder ready, or take up the run that lies there; nobody else writes to it in this context.

    UsageError or HoldemError says why the folder cannot be had; then nothing in it has been touched.
    """
    folder = request.out
    request.description  # noqa: B018  (a strategy that cannot be had is said before anything is written)
    _check_ids(request)
    if any("\ud800" <= sign <= "\udfff" for sign in str(folder)):
        raise UsageError(f"--out {str(folder)!r} is no text; choose a name of letters and digits")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out {str(folder)!r} is a file; name a folder")
    if request.resume:
        read_run_json(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HoldemError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    with _claimed(folder):
        yield _resume(request) if request.resume else _begin(request)


@contextlib.contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """Hold a lock on the folder, which the system takes back when this process ends, however it ends."""
    if fcntl is None:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise UsageError(
            f"another run writes to {str(folder)!r} at this moment; wait for it, or choose another --out"
        ) from None
    except OSError:  # a file system without locks
        pass
    try:
        yield
    finally:
        os.close(held)


def _begin(request: Request) -> Progress:
    """A new run, in an empty folder or in place of the run that is there."""
    folder = request.out
    if not _is_empty(folder):
        if not request.force:
            raise UsageError(
                f"{str(folder)!r} exists; finish that run with --resume, replace it with --force, "
                "or choose another --out"
            )
        if not _is_run(folder):
            raise UsageError(
                f"{str(folder)!r} is no run (it has no run.json of one); --force replaces runs only"
            )
        remove_all(folder)
    _check_disk(request)
    for name in TABLES:
        (folder / name).mkdir(exist_ok=True)
    progress = Progress()
    write_run_json(request, progress, "running", 0.0)
    return progress


def _is_empty(folder: Path) -> bool:
    """Whether nothing is there but empty folders of tables, as a run leaves them that could not begin."""
    return all(path.name in TABLES and path.is_dir() and not any(path.iterdir()) for path in folder.iterdir())


def _is_run(folder: Path) -> bool:
    """Whether the folder's run.json is a run's, or too damaged to tell; one of another program is not."""
    try:
        found = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except OSError:
        return False
    except ValueError:
        return True
    return isinstance(found, dict) and "config" in found and "seed" in found


def remove_all(folder: Path) -> None:
    """Take away all that a run wrote; the folder stays."""
    for name in TABLES:
        shutil.rmtree(folder / name, ignore_errors=True)
    for path in [folder / "run.json", *folder.glob("*.tmp")]:
        path.unlink(missing_ok=True)


def _check_ids(request: Request) -> None:
    """Numbers of players and hands must fit their columns."""
    expected, most = expected_hands(request.config), most_sessions(request)
    if -(-request.hands // expected) + sessions_per_shard(request.config) > most:
        raise UsageError(
            f"--hands {request.hands} is too many for one run of this table; at most {most * expected:,}"
        )


def most_sessions(request: Request) -> int:
    """How many sessions a run can have before the numbers of its players no longer fit their column."""
    return MAX_PLAYER_ID // int(request.config.rules_record(request.seed).players_per_session)


def _check_disk(request: Request) -> None:
    need = request.hands * BYTES_PER_HAND
    free = shutil.disk_usage(request.out).free
    if need > free:
        raise HoldemError(
            f"{request.hands:,} hands take about {_size(need)} and {str(request.out)!r} has "
            f"{_size(free)} free; play fewer hands or choose another --out"
        )


def _size(number: int) -> str:
    """Bytes for reading."""
    return f"{number / 1e9:,.1f} GB" if number >= 1e9 else f"{number / 1e6:,.1f} MB"


def _resume(request: Request) -> Progress:
    """The shards that are there already; the request must be for the same run, and by the same strategies."""
    found = read_run_json(request.out)
    same = found["config"] == request.description["config"] and found["seed"] == request.seed
    asked = (
        ("sessions_requested", request.sessions) if request.sessions else ("hands_requested", request.hands)
    )
    if not same or found.get(asked[0]) != asked[1]:
        raise UsageError(
            f"{str(request.out)!r} was begun with another configuration; resume it without options of its own"
        )
    for spec in changed_strategies(found, request):
        raise UsageError(
            f"strategy {spec!r} has changed since {str(request.out)!r} was begun; its other half would not fit: "
            "play it anew with --force"
        )
    progress = Progress()
    for place, shard in enumerate(_shards_in(found, request.out)):
        files = [request.out / name / part_name(place) for name in TABLES]
        if not all(f.is_file() for f in files):
            break
        progress.add(shard)
    for name in TABLES:
        (request.out / name).mkdir(exist_ok=True)
    return progress


def changed_strategies(found: dict[str, Any], request: Request) -> list[str]:
    """The specs whose file is no longer what the run in run.json was played with."""
    listed = found.get("strategies")
    before = {
        one["spec"]: one["sha256"]
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, dict) and {"spec", "sha256"} <= one.keys()
    }
    now = {one["spec"]: one["sha256"] for one in request.description["strategies"]}
    return [spec for spec, mark in now.items() if before.get(spec, mark) != mark]


def _shards_in(found: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    """The shards listed in run.json, if they are what a run lists."""
    shards = found["shards"]
    for place, shard in enumerate(shards if isinstance(shards, list) else [None]):
        counts = (
            [shard.get(name) for name in ("sessions", "hands", *SUMS)] if isinstance(shard, dict) else [None]
        )
        rows = shard.get("rows") if isinstance(shard, dict) else None
        counts += [rows.get(name) for name in TABLES] if isinstance(rows, dict) else [None]
        if not all(type(count) is int and count >= 0 for count in counts) or shard["shard"] != place:
            raise HoldemError(
                f"{folder / 'run.json'} is damaged ('shards'); the run cannot be taken up again: use --force"
            )
    return shards


def read_run_json(path: Path) -> dict[str, Any]:
    """A run's description, from its folder or from the file itself.

    UsageError if there is none, HoldemError if it lacks or garbles what it takes to play the run.
    """
    if path.is_dir() or not (path.exists() or path.name == "run.json"):
        path = path / "run.json"
    if not path.is_file():
        raise UsageError(f"{str(path.parent)!r} is no run: it has no run.json")
    if path.suffix != ".json":
        raise UsageError(
            f"{path} is no run.json; give a run's folder or its run.json (a table's file goes to --table)"
        )
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError, OSError) as error:
        raise HoldemError(f"{path} is damaged ({error}); begin a new run") from None
    whole = isinstance(found, dict)
    for name, good in {
        "config": lambda v: isinstance(v, dict),
        "seed": lambda v: type(v) is int and 0 <= v < 2**64,
        "hands_requested": lambda v: type(v) is int and v > 0,
        "sessions_requested": lambda v: v is None or (type(v) is int and v > 0),
        "shards": lambda v: v is not None,
        "strict": lambda v: v in (None, True, False),
    }.items():
        if not whole or not good(found.get(name)):
            raise HoldemError(f"{path} is no run.json of a run, or damaged ({name!r}); begin a new run")
    return found


def write_run_json(request: Request, progress: Progress, state: str, seconds: float) -> None:
    import numba
    import numpy
    import pyarrow

    asked = {"hands_requested": progress.hands} if request.sessions and state == COMPLETE else {}
    text = json.dumps(
        {
            "format": 1,
            "state": state,
            "hands": progress.hands,
            "sessions": progress.sessions,
            **request.description,
            **asked,
            "sums": progress.sums,
            "rows": progress.rows,
            "shards": progress.shards,
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
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, request.out / "run.json")
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise HoldemError(
            f"cannot write {str(request.out / 'run.json')!r}: {error.strerror}; make room"
        ) from None


def remove_surplus(folder: Path, shards: int) -> None:
    """Take away what was played ahead beyond the last hand, and what killed workers have left."""
    wanted = {part_name(k) for k in range(shards)}
    for path in folder.glob("waiting-*.tmp"):
        path.unlink()
    for name in TABLES:
        for path in (folder / name).iterdir():
            if path.name not in wanted:
                path.unlink()
