"""Whole runs: the same files whatever the workers, exactly the hands asked for, and nothing lost on the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.dataset as ds
import pytest

from holdem_sim import outside, request, simulate
from holdem_sim.config import load
from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.request import Request
from holdem_sim.schema import TABLES
from holdem_sim.shard import SUMS

HANDS = 2_000 if COMPILED else 60
SHARD = 700 if COMPILED else 25
BUSTING = [
    "lineup.types.always-all-in.arrival=never",
    "lineup.types.always-all-in.max_rebuys=1",
    "table.seats=3",
]

THREE_KINDS = """
from holdem_sim import check_or_call, fold, raise_to, strategy
import numpy as np

@strategy(memory=[("seen", "i8"), ("raised", "i4", 3)])
def compiled_one():
    def decide(spot):
        spot.memory.raised[1] += 1
        if spot.random < 0.2 and spot.to_call > 0:
            return fold()
        if spot.randoms[2] < 0.1 + 0.01 * (spot.memory.seen % 7) + 0.01 * (spot.memory.raised[1] % 5):
            return raise_to(spot.min_raise_to + spot.stacks[spot.seat] // 10)
        return check_or_call()
    def observe(hand, memory):
        memory.seen += hand.actions + hand.showdown
    return decide, observe
"""


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    """Several shards although the runs are short."""
    monkeypatch.setattr(request, "SHARD_HANDS", SHARD)


def play(out: Path, hands: int = HANDS, *, players=None, words=("session.hands=100",), seed=1, **how) -> dict:
    config = load("casino", players=players, words=words)
    return simulate.run(Request(config, seed, hands, out, **how))


def contents(run: Path) -> dict[str, bytes]:
    """Every part file's bytes by its path in the run."""
    return {str(p.relative_to(run)): p.read_bytes() for p in sorted(run.rglob("*.parquet"))}


def rows(run: Path, table: str) -> list[dict]:
    files = [str(p) for p in sorted((run / table).glob("*.parquet"))]
    return ds.dataset(files).to_table().to_pylist()


@pytest.mark.skipif(not COMPILED, reason="workers of plain Python take minutes")
def test_case_a73_same_seed_same_files_whatever_the_workers(tmp_path):
    summaries = [play(tmp_path / str(w), workers=w) for w in (1, 2, 3)]
    assert len(contents(tmp_path / "1")) == 8 * 3
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")
    same = [{k: v for k, v in s.items() if k in SUMS or k in ("hands", "sessions")} for s in summaries]
    assert same[0] == same[1] == same[2]
    play(tmp_path / "other", seed=2)
    assert contents(tmp_path / "1") != contents(tmp_path / "other")


def kind_file(folder: Path, kind: str) -> str:
    """The same strategy as compiled, plain Python or batch, under one name."""
    text = THREE_KINDS
    if kind == "python":
        text = text.replace("@strategy(", "@strategy(compiled=False, ")
    if kind == "batch":
        text = text.replace("@strategy(", "@strategy(batch=True, ").replace("def decide", "def one")
        text = text.replace(
            "    def observe",
            "    def decide(spots):\n        return np.array([one(s) for s in spots])\n    def observe",
        )
    path = folder / kind / "bot.py"
    path.parent.mkdir()
    path.write_text(text)
    return str(path)


def test_compiled_python_and_batch_strategies_play_the_same_hands(tmp_path):
    for kind in ("compiled", "python", "batch"):
        bot = kind_file(tmp_path, kind)
        play(
            tmp_path / f"run-{kind}",
            players=f"{bot}*4,always-call",
            words=["session.hands=40", "table.seats=6"],
        )
    for table in TABLES:
        if table != "players":
            found = {
                str(k): contents(tmp_path / f"run-{k}")[f"{table}/part-00000.parquet"]
                for k in ("compiled", "python")
            }
            assert found["compiled"] == found["python"], table
            assert rows(tmp_path / "run-compiled", table) == rows(tmp_path / "run-batch", table), table


@pytest.mark.parametrize("width", [1, 3])
def test_tables_played_side_by_side_change_nothing(tmp_path, monkeypatch, width):
    bot = kind_file(tmp_path, "python")
    play(tmp_path / "a", players=f"{bot}*5", words=["session.hands=30"])
    monkeypatch.setattr(outside, "IN_FLIGHT", width)
    play(tmp_path / "b", players=f"{bot}*5", words=["session.hands=30"])
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize(
    "words",
    [
        ["session.hands=100"],
        ["session.hands=7"],
        ["session.hands=1"],
        ["session.hours=1", "session.hands=1000"],
        BUSTING,
        [*BUSTING, "session.hands=9"],
    ],
)
def test_exactly_the_hands_asked_for(tmp_path, words):
    players = "always-all-in*3" if words[0].startswith("lineup") else "always-call*4"
    for hands in (1, 37, HANDS // 3):
        out = tmp_path / str(hands)
        summary = play(out, hands, players=players, words=words)
        ids = [r["hand_id"] for r in rows(out, "hands")]
        assert summary["hands"] == len(ids) == hands
        assert ids == sorted(ids) and len(set(ids)) == hands
        sessions = sorted({i // 1_000_000 for i in ids})
        assert len(sessions) == summary["sessions"]
        for session in sessions:
            numbers = [i % 1_000_000 for i in ids if i // 1_000_000 == session]
            assert numbers == list(range(len(numbers)))


def test_a_shorter_run_is_the_beginning_of_a_longer_one(tmp_path):
    """Sessions that end early move the later ones up; the last session is cut short."""
    for hands in (50, 90):
        play(tmp_path / str(hands), hands, players="always-all-in*3", words=[*BUSTING, "session.hands=30"])
    short, long = rows(tmp_path / "50", "hands"), rows(tmp_path / "90", "hands")
    assert short == long[:50]
    lengths = [sum(r["session_id"] == s for r in long) for s in {r["session_id"] for r in long}]
    assert min(lengths) < 30 < sum(lengths)


def test_an_existing_folder_is_refused_unless_it_is_a_run_to_be_replaced(tmp_path):
    play(tmp_path / "run", 10)
    with pytest.raises(UsageError, match="exists; finish that run with --resume, replace it with --force"):
        play(tmp_path / "run", 10)
    play(tmp_path / "run", 20, force=True)
    assert len(rows(tmp_path / "run", "hands")) == 20
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="is no run"):
        play(tmp_path / "other", 10, force=True)
    assert (tmp_path / "other" / "thesis.txt").read_text() == "mine"
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        play(tmp_path / "file", 10)


def test_a_run_that_will_not_fit_is_refused_with_the_estimate(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 10**9, 10**6))
    with pytest.raises(HoldemError, match=r"1,000,000 hands take about 420.0 MB and .* has 1.0 MB free"):
        play(tmp_path / "run", 1_000_000)


def test_more_hands_than_player_numbers_is_refused(tmp_path):
    with pytest.raises(UsageError, match="too many for one run of this table; at most"):
        play(tmp_path / "run", 10**15)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_resume_plays_what_is_missing(tmp_path, lost):
    whole = play(tmp_path / "whole")
    play(tmp_path / "cut")
    found = json.loads((tmp_path / "cut" / "run.json").read_text())
    found["shards"] = found["shards"][:lost]
    found["state"] = "interrupted"
    (tmp_path / "cut" / "run.json").write_text(json.dumps(found))
    for path in (tmp_path / "cut").rglob("part-0000[12].parquet"):
        path.unlink()
    summary = play(tmp_path / "cut", resume=True)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")
    assert {k: summary[k] for k in SUMS} == {k: whole[k] for k in SUMS}
    again = json.loads((tmp_path / "cut" / "run.json").read_text())
    assert again["state"] == "complete" and again["rows"]["hands"] == HANDS


@pytest.mark.parametrize("workers", [1, 2])
def test_whole_sessions_are_played_however_many_hands_they_have(tmp_path, workers):
    words, many = [*BUSTING, "session.hands=9"], 90 if COMPILED else 5
    config = load("casino", None, players="always-all-in*2,uniform-random", words=words)
    asked = Request.of_sessions(config, 1, many, tmp_path / "sessions", workers=workers)
    simulate.run(asked)
    found = json.loads((tmp_path / "sessions" / "run.json").read_text())
    assert found["sessions"] == found["sessions_requested"] == many
    assert found["hands_requested"] == found["hands"] < many * 9, "games break before their nine hands"
    simulate.run(Request(config, 1, found["hands"], tmp_path / "hands"))
    for table in ("hands", "seats", "actions"):
        assert rows(tmp_path / "sessions", table) == rows(tmp_path / "hands", table)
    before = contents(tmp_path / "sessions")
    found |= {"shards": found["shards"][:1], "state": "interrupted"}
    (tmp_path / "sessions" / "run.json").write_text(json.dumps(found))
    again = Request.of_sessions(config, 1, many, tmp_path / "sessions", workers=workers, resume=True)
    simulate.run(again)
    assert contents(tmp_path / "sessions") == before
    with pytest.raises(UsageError, match="was begun with another configuration"):
        simulate.run(Request.of_sessions(config, 1, many + 1, tmp_path / "sessions", resume=True))


def test_resume_of_another_configuration_is_refused(tmp_path):
    play(tmp_path / "run", 20)
    with pytest.raises(UsageError, match="was begun with another configuration"):
        play(tmp_path / "run", 20, seed=2, resume=True)


def bot(folder: Path, body: str, decorator: str = "@strategy") -> str:
    path = folder / "faulty.py"
    path.write_text(
        f"from holdem_sim import *\n\n{decorator}\ndef faulty():\n    def decide(spot):\n{body}\n    return decide\n"
    )
    return str(path)


@pytest.mark.parametrize("decorator", ["@strategy", "@strategy(compiled=False)", "@strategy(batch=True)"])
def test_a_strategy_that_fails_is_named_with_hand_and_seat(tmp_path, decorator):
    body = "        if spot.hand_no == 3:\n            raise ValueError('no idea')\n        return fold()"
    if "batch" in decorator:
        body = "        raise ValueError('no idea')"
    with pytest.raises(HoldemError) as told:
        play(tmp_path / "run", 50, players=f"{bot(tmp_path, body, decorator)}*3", words=["table.seats=3"])
    expected = (
        r"strategy faulty failed in session 0, hand 3, seat \d: ValueError: no idea\nmend it in .*faulty.py"
    )
    assert told.match(expected if "batch" not in decorator else expected.replace("3,", "0,"))
    assert not list((tmp_path / "run").rglob("*.tmp"))


@pytest.mark.parametrize("answer", ["None", "'call'", "1.5"])
def test_an_answer_that_is_no_decision_is_told(tmp_path, answer):
    spec = bot(tmp_path, f"        return {answer}", "@strategy(compiled=False)")
    with pytest.raises(HoldemError, match=r"strategy faulty answered .*; answer with fold\(\)"):
        play(tmp_path / "run", 50, players=f"{spec}*3", words=["table.seats=3"])


def test_strict_stops_with_seat_hand_and_bounds(tmp_path):
    spec = bot(tmp_path, "        return raise_to(3)")
    with pytest.raises(HoldemError) as told:
        play(tmp_path / "run", 50, players=f"{spec}*3", words=["table.seats=3"], strict=True)
    assert told.match(r"strategy faulty wished an action that is not legal: session 0, hand 0, seat \d, ")
    assert "to call 100, raise to 200 to " in str(told.value)
    summary = play(tmp_path / "lenient", 50, players=f"{spec}*3", words=["table.seats=3"])
    assert summary["corrected"] > 0
    wanted = [r for r in rows(tmp_path / "lenient", "actions") if r["wanted"]]
    assert len(wanted) == summary["corrected"] and {r["wanted_to"] for r in wanted} == {3}


# -- from outside ---------------------------------------------------------------------------------------


def command(*words: str, cwd: Path, wait: bool = True):
    process = subprocess.Popen(
        [sys.executable, "-m", "holdem_sim", "run", *words],
        cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    if not wait:
        return process
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def wait_for(condition, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def parts(run: Path) -> int:
    return len(list((run / "hands").glob("part-*.parquet")))


@pytest.mark.skipif(
    not COMPILED or sys.platform == "win32", reason="signals, and a run long enough to be hit by one"
)
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_is_finished_by_resume(tmp_path, blow):
    words = ["--hands", "400000", "--seed", "4", "--workers", "2", "--set", "table.seats=3"]
    run = tmp_path / "cut"
    process = command(*words, "--out", "cut", cwd=tmp_path, wait=False)
    wait_for(lambda: parts(run) >= 2 or process.poll() is not None)
    os.killpg(process.pid, blow)
    _, err = process.communicate(timeout=60)
    assert process.returncode != 0
    if blow == signal.SIGINT:
        assert "interrupted; finish it with: holdem-sim run --resume --out cut" in err
        assert "Traceback" not in err
        assert json.loads((run / "run.json").read_text())["state"] == "interrupted"
    code, out, err = command("--resume", "--out", "cut", "--json", cwd=tmp_path)
    assert code == 0, err
    assert json.loads(out)["hands"] == 400_000
    code, _, err = command(*words, "--out", "whole", cwd=tmp_path)
    assert code == 0, err
    assert contents(run) == contents(tmp_path / "whole")
    assert not [p for p in run.rglob("*") if p.suffix == ".tmp"]


@pytest.mark.skipif(not COMPILED or sys.platform != "linux", reason="looks for the workers in /proc")
def test_a_worker_that_is_killed_is_told_and_the_run_can_be_finished(tmp_path):
    process = command("--hands", "400000", "--workers", "2", "--out", "cut", cwd=tmp_path, wait=False)
    wait_for(lambda: parts(tmp_path / "cut") >= 1 or process.poll() is not None)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.startswith("error: a worker died") and "--resume" in err and "Traceback" not in err
