"""The benchmarks: what they compare, and that they can be started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# The memory is held for a while, so that it is seen however busy the machine is.
ALLOCATE = "import time; x = b'1' * 150_000_000; time.sleep(2); print(len(x))"
IN_A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {ALLOCATE!r}])"


@pytest.fixture(autouse=True)
def checkout(monkeypatch):
    """The benchmarks are a folder of the checkout, not installed."""
    monkeypatch.syspath_prepend(str(ROOT))


def test_the_command_says_what_it_offers():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for option in ("--quick", "--openspiel-python PATH", "--against PATH"):
        assert option in done.stdout


def test_a_row_compares_its_median_with_the_target():
    from benchmarks.plan import Row

    row = Row("evaluations", "over", 50_000_000, "hands/s", [9e7, 4e7, 6e7])
    assert (row.target, row.value, row.met) == ("over 50,000,000 hands/s", 6e7, True)
    assert Row("run", "under", 2, "s", [2.0]).met is False
    assert Row("run", "under", 2, "s").met is None


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from /proc")
def test_peak_memory_is_that_of_the_whole_process_tree(tmp_path):
    from benchmarks.measure import Commands

    finished = Commands(tmp_path).python("-c", IN_A_CHILD)
    assert finished.printed == "150000000\n"
    assert 150 < finished.peak_mb < 400
    assert 150 < finished.peak_shared_once_mb <= finished.peak_mb


def test_a_peer_that_is_not_installed_is_skipped_with_a_word(tmp_path):
    from benchmarks.measure import Commands
    from benchmarks.plan import Plan, Row
    from benchmarks.rows import compare

    plan = Plan(Commands(tmp_path), True, 1, sys.executable, None, print)
    rows = {"any amount": Row("against it", "over", 10, "times")}
    compare(plan, 1e5, "no_such_peer.py", sys.executable, rows)
    assert rows["any amount"].met is None
    assert rows["any amount"].note.startswith("skipped: ") and "no_such_peer.py" in rows["any amount"].note
    compare(plan, 1e5, "pokerkit_hands.py", sys.executable, rows)
    (ratio,) = rows["any amount"].values
    assert ratio > 1 and plan.versions["PokerKit"]
