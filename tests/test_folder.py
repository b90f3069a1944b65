"""The folder of a run: damaged descriptions, changed strategies, two runs at once, runs that fail or are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from holdem_sim import folder, simulate
from holdem_sim.cli import main
from holdem_sim.config import load
from holdem_sim.dataset import LATEST
from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.request import Request, expected_hands
from holdem_sim.schema import TABLES

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> int:
    return main(["run", "--hands", "30", "--workers", "1", "--players", "always-call*3", *words])


def request(out: str, players: str = "always-call*3", hands: int = 30, words=(), **how) -> Request:
    return Request(load("casino", players=players, words=words), 1, hands, Path(out), **how)


def change(out: str, **values) -> None:
    path = Path(out) / "run.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


# -- run.json ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", "abc"), ("seed", -1), ("seed", 1.5), ("seed", None), ("seed", 2**64), ("seed", True),
        ("hands_requested", "x"), ("hands_requested", 0), ("hands_requested", -5), ("hands_requested", 1.5),
        ("config", None), ("config", []), ("strict", "yes"),
    ],
)  # fmt: skip
def test_a_garbled_run_json_is_told_by_repeat_and_resume(capsys, name, value):
    assert run("--out", "a") == 0
    change("a", **{name: value})
    for words in (["--from", "a/run.json", "--out", "b"], ["--resume", "--out", "a"]):
        capsys.readouterr()
        assert main(["run", *words]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"error: a{os.sep}run.json is no run.json of a run, or damaged ('{name}')"), (
            told
        )
        assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "shards",
    [None, {}, 5, ["x"], [{}], [{"shard": 0}], [{"shard": 0, "sessions": 1, "hands": -5, "rows": {}}]],
)
def test_garbled_shards_are_told_by_resume_and_do_not_matter_to_a_repeat(capsys, shards):
    assert run("--out", "a") == 0
    if shards is not None:
        change("a", shards=shards)
        assert main(["run", "--from", "a", "--out", "b", "--workers", "1"]) == 0
    else:
        change("a", shards=[{**json.loads(Path("a/run.json").read_text())["shards"][0], "hands": 1.5}])
    capsys.readouterr()
    assert main(["run", "--resume", "--out", "a"]) == 1
    assert "is damaged ('shards')" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{", "[]", "5", '"x"', "[" * 100_000])
def test_what_is_no_run_json_is_told(capsys, text):
    Path("a").mkdir()
    Path("a/run.json").write_text(text)
    for words in (["--from", "a"], ["--resume", "--out", "a"]):
        assert main(["run", *words]) == 1
        told = capsys.readouterr().err
        assert f"a{os.sep}run.json" in told and "damaged" in told and "internal" not in told


def test_a_copy_of_run_json_under_another_name_can_be_repeated():
    assert run("--out", "a") == 0
    Path("mine.json").write_text(Path("a/run.json").read_text())
    assert main(["run", "--from", "mine.json", "--out", "b", "--workers", "1"]) == 0
    assert (Path("a/hands") / "part-00000.parquet").read_bytes() == (
        Path("b/hands") / "part-00000.parquet"
    ).read_bytes()


def test_force_replaces_runs_only():
    """Nobody else's folder, even if it has a run.json of its own and a folder named like a table."""
    Path("a/hands").mkdir(parents=True)
    Path("a/run.json").write_text('{"scripts": {"start": "node ."}}')
    Path("a/hands/left.txt").write_text("right")
    with pytest.raises(UsageError, match="is no run"):
        simulate.run(request("a", force=True))
    assert Path("a/hands/left.txt").read_text() == "right"
    Path("a/run.json").write_text("{damaged")
    simulate.run(request("a", force=True))
    assert not Path("a/hands/left.txt").exists()


# -- a strategy that changes ---------------------------------------------------------------------------------

BOT = "from holdem_sim import *\n@strategy\ndef bot():\n    def decide(spot):\n        return {}\n    return decide\n"


def test_a_run_is_not_finished_by_another_strategy_than_began_it(capsys):
    Path("bot.py").write_text(BOT.format("check_or_call()"))
    simulate.run(request("a", "./bot.py*3"))
    change("a", shards=[], hands=0, state="interrupted")
    Path("bot.py").write_text(BOT.format("check_or_fold()"))
    with pytest.raises(UsageError, match=r"strategy '\./bot\.py' has changed since 'a' was begun"):
        simulate.run(request("a", "./bot.py*3", resume=True))
    assert main(["run", "--from", "a", "--out", "b", "--workers", "1"]) == 0
    assert "note: strategy './bot.py' has changed since that run" in capsys.readouterr().err
    Path("bot.py").write_text(BOT.format("check_or_call()"))
    assert simulate.run(request("a", "./bot.py*3", resume=True))["hands"] == 30


def test_a_run_that_fails_at_once_leaves_nothing_in_the_way():
    Path("bot.py").write_text(BOT.format("'nothing'"))
    with pytest.raises(HoldemError, match="answered"):
        simulate.run(request("a", "./bot.py*3"))
    assert list(Path("a").iterdir()) == []
    Path("bot.py").write_text(BOT.format("fold()"))
    assert simulate.run(request("a", "./bot.py*3"))["hands"] == 30


@posix_only
@pytest.mark.parametrize("largest", [100, 100_000])
def test_a_full_disk_is_told_and_the_run_finished_when_there_is_room(capsys, largest):
    code = (
        "import resource, sys; from holdem_sim.cli import main; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({largest}, {largest})); "
        "sys.exit(main('run --hands 3000 --players always-call*9 --workers 1 --out a'.split()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and len(done.stderr.splitlines()) <= 2
    assert "cannot write" in done.stderr and "make room" in done.stderr
    assert not [path for path in Path("a").rglob("*") if path.suffix == ".tmp"]
    if largest > 100:
        assert main(["run", "--resume", "--out", "a"]) == 0
    else:
        assert run("--out", "a") == 0


# -- two at once ---------------------------------------------------------------------------------------------


@posix_only
def test_two_runs_do_not_write_into_one_folder():
    simulate.run(request("a"))
    for how in ({"resume": True}, {"force": True}, {}):
        refused = pytest.raises(UsageError, match="another run writes to 'a' at this moment")
        with folder.prepared(request("a", resume=True)), refused:
            simulate.run(request("a", **how))
    assert simulate.run(request("a", resume=True))["hands"] == 30


# -- ended from outside ----------------------------------------------------------------------------------------


def wait_for(condition, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def begin(workers: int) -> subprocess.Popen:
    words = ["--hands", "2000000", "--seed", "4", "--workers", str(workers), "--set", "table.seats=3"]
    process = subprocess.Popen(
        [sys.executable, "-m", "holdem_sim", "run", *words, "--out", "a"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    path = Path("a/run.json")
    wait_for(lambda: (path.is_file() and json.loads(path.read_text())["hands"]) or process.poll() is not None)
    return process


@posix_only
@pytest.mark.skipif(not COMPILED, reason="a run long enough to be hit")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_asked_to_end_can_be_taken_up_again(workers):
    process = begin(workers)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1, err
    assert "interrupted; finish it with: holdem-sim run --resume --out a" in err and "Traceback" not in err
    assert json.loads(Path("a/run.json").read_text())["state"] == "interrupted"


def is_at_work(process: str) -> bool:
    """Whether there is such a process, other than one that nobody has buried yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not COMPILED or sys.platform != "linux", reason="looks for the workers in /proc")
def test_workers_do_not_outlive_a_run_that_is_killed():
    process = begin(2)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(children) == 2
    process.kill()
    process.communicate(timeout=60)  # the workers hold the pipes too
    wait_for(lambda: not any(map(is_at_work, children)), 30)
    change("a", hands_requested=json.loads(Path("a/run.json").read_text())["hands"])
    assert main(["run", "--resume", "--out", "a", "--workers", "1"]) == 0
    assert not [path for path in Path("a").rglob("*") if path.suffix == ".tmp"]


def test_who_is_interrupted_before_anything_is_written_has_nothing_to_finish(capsys):
    Path("bot.py").write_text("raise KeyboardInterrupt")
    assert main(["run", "--players", "./bot.py*2", "--out", "a"]) == 1
    assert capsys.readouterr().err.strip() == "error: interrupted"
    assert not Path("a").exists() and not LATEST.exists()


# -- the latest run ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("obstacle", ["runs is a file", "latest is a folder"])
def test_a_run_is_done_even_if_it_cannot_be_named_the_latest(capsys, obstacle):
    if obstacle == "runs is a file":
        Path("runs").write_text("")
    else:
        LATEST.mkdir(parents=True)
    assert run("--out", "a") == 0
    told = capsys.readouterr()
    assert (
        told.err.startswith("note: ")
        and "cannot be written" in told.err
        and told.out.endswith("run      a\n")
    )


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_folder_whose_name_is_no_unicode(capsys):
    assert run("--out", os.fsdecode(b"bad\xff")) == 2
    assert "is no text" in capsys.readouterr().err and not list(Path().iterdir())


@pytest.mark.parametrize("content", [b"", b"gone\n", b"\xff\xfe\n", b"a\0b\n"])
def test_a_pointer_to_nothing_is_told(capsys, content):
    LATEST.parent.mkdir()
    LATEST.write_bytes(content)
    for words in (["verify"], ["run", "--resume"]):
        assert main(words) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"error: {LATEST} points to ") and "does not exist" in told


# -- limits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", ["nan", "inf", "0", "-1", "1e9"])
def test_hours_beyond_all_measure_are_told(capsys, hours):
    assert run("--hours", hours, "--out", "a") == 2
    assert "--hours" in capsys.readouterr().err


def test_hours_of_weeks_end_a_session_by_its_hands(capsys):
    assert run("--hours", "2000", "--out", "a") == 0
    assert json.loads(Path("a/run.json").read_text())["config"]["session"]["hands"] == 1_000_000


def test_hours_bound_the_numbers_of_players_a_session_may_need():
    words = ["session.hands=1000000", "session.hours=1", "lineup.types.always-call.max_rebuys=1"]
    found = request("a", words=words).config.rules_record()
    assert found.players_per_session == 9 * (3600 // 45 + 2)


def test_players_never_run_out_of_numbers_unnoticed(monkeypatch):
    """Sessions that are shorter than one expects are more than one expects."""
    words = ["session.hours=0.02", "clock.deal_s=3600", "lineup.types.always-call.max_rebuys=1"]
    asked = request("a", words=words, hands=40)
    assert expected_hands(asked.config) == 1
    monkeypatch.setattr(folder, "MAX_PLAYER_ID", 200_000)
    with pytest.raises(UsageError, match="--hands 40 is too many for one run of this table"):
        simulate.run(asked)
    monkeypatch.setattr("holdem_sim.request.SHARD_HANDS", 5)
    monkeypatch.setattr(folder, "MAX_PLAYER_ID", 18 * 45)
    monkeypatch.setattr(folder, "expected_hands", lambda config: 4)
    with pytest.raises(HoldemError, match="no more than 45 of them have numbers"):
        simulate.run(request("b", words=[*words, "session.hands=1"], hands=100))


def test_sessions_that_end_early_are_not_played_again_and_again(monkeypatch):
    """So many hands are found in a few attempts, however wrong the guess of a session's length was."""
    played = []
    original = simulate.Workers.submit
    monkeypatch.setattr(
        simulate.Workers, "submit", lambda self, job: (played.append(job), original(self, job))[1]
    )
    for hours, hands in (("0.05", 150), ("0.3", 300)):
        played.clear()
        summary = simulate.run(request(hours, hands=hands, words=[f"session.hours={hours}"]))
        assert summary["hands"] == hands and summary["sessions"] > 10
        assert len(played) <= 8


def test_every_table_has_its_folder():
    simulate.run(request("a"))
    assert {path.name for path in Path("a").iterdir()} == {*TABLES, "run.json"}
