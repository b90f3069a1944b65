"""Running commands: seconds, peak memory, and what they print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SAMPLE_S = 0.02
MEGABYTE = 1e6


@dataclass(frozen=True)
class Finished:
    """A command that has done its job; ``shared_once``: pages that its processes share are counted once."""

    printed: str
    seconds: float
    peak_mb: float | None
    peak_shared_once_mb: float | None

    @property
    def json(self) -> dict[str, Any]:
        """The object that it printed."""
        return json.loads(self.printed)


class FailedError(RuntimeError):
    """A command has failed; ``last`` is the last line of what it complained."""

    def __init__(self, command: Sequence[str], code: int, complaint: str) -> None:
        self.last = (complaint.strip().splitlines() or ["no word why"])[-1]
        super().__init__(f"{' '.join(command[1:])!r} ended with {code}: {self.last}")


class Commands:
    """Runs the project's commands in a folder of its own, so that nobody's ``runs/`` is touched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def holdem_sim(self, *words: str, cache: Path | None = None, interpreter: str | None = None) -> Finished:
        """``holdem-sim`` with these options; ``cache`` holds compiled code in place of the user's cache.

        ``interpreter`` is one that has another version installed.
        """
        if interpreter is not None:
            return self._run([interpreter, "-m", "holdem_sim", *words], os.environ)
        return self.python("-m", "holdem_sim", *words, cache=cache)

    def python(self, *words: str, interpreter: str = sys.executable, cache: Path | None = None) -> Finished:
        """An interpreter with these arguments, and its whole process tree."""
        before = os.environ.get("PYTHONPATH")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), before]))}
        if cache is not None:
            environment.pop("NUMBA_CACHE_DIR", None)
            environment["HOLDEM_SIM_CACHE"] = str(cache)
        return self._run([interpreter, *words], environment)

    def _run(self, command: Sequence[str], environment: Mapping[str, str]) -> Finished:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        memory = PeakMemory(process.pid)
        printed, complaint = process.communicate()
        seconds = time.perf_counter() - start
        memory.stop()
        if process.returncode:
            raise FailedError(command, process.returncode, complaint)
        return Finished(printed, seconds, memory.peak_mb, memory.peak_shared_once_mb)


class PeakMemory(threading.Thread):
    """Watches a process and its descendants through /proc; without one the peaks stay None."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.peak_mb: float | None = None
        self.peak_shared_once_mb: float | None = None
        self._over = threading.Event()
        if Path("/proc/self/smaps_rollup").exists():
            self.start()

    def run(self) -> None:
        while not self._over.wait(SAMPLE_S):
            kilobytes = [sum(column) for column in zip(*map(_memory, _tree(self.pid)), strict=True)]
            if kilobytes:
                resident, shared_once = (k * 1024 / MEGABYTE for k in kilobytes)
                self.peak_mb = max(self.peak_mb or 0.0, resident)
                self.peak_shared_once_mb = max(self.peak_shared_once_mb or 0.0, shared_once)

    def stop(self) -> None:
        self._over.set()
        if self.is_alive():
            self.join()


def _tree(pid: int) -> Iterator[int]:
    """A process and its descendants."""
    yield pid
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:  # the process has ended
        return
    for thread in threads:
        try:
            pids = (thread / "children").read_text().split()
        except OSError:  # the thread has ended
            continue
        for child in pids:
            yield from _tree(int(child))


def _memory(pid: int) -> tuple[int, int]:
    """Kilobytes of a process: resident, and with each shared page divided among those who share it."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # the process has ended
        return 0, 0
    found = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines[1:])}
    return found.get("Rss", 0), found.get("Pss", 0)


def folder_bytes(folder: Path) -> int:
    """The size of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def machine() -> dict[str, Any]:
    """The machine, as far as it matters: processors and their model."""
    model = "unknown"
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text().splitlines()
        model = next(
            (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model
        )
    return {"processors": processors(), "model": model, "python": sys.version.split()[0]}


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
