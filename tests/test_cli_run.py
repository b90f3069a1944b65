"""``holdem-sim run`` as its users meet it: options, output, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED

HANDS = "300" if COMPILED else "20"
SMALL = ["--players", "always-call*3", "--set", "table.seats=3"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> int:
    return main(["run", "--workers", "1", *words])


def test_what_it_prints(capsys):
    assert run("--hands", HANDS, *SMALL) == 0
    out = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"played   {int(HANDS):,} hands in 1 session, seed 1", out[0])
    assert re.fullmatch(r"speed    [\d,]+ hands/s \(\d+\.\d s, 1 worker\)", out[1])
    assert re.fullmatch(r"tax      [\d,]+ chips: 15.00 a hand, 5.00 % of the pots", out[2])
    assert out[3] == f"run      {Path('runs/casino-001')}"
    assert max(map(len, out)) <= 80


def test_json_is_one_object_with_the_promised_keys(capsys):
    assert run("--hands", HANDS, "--json", "--out", "x", *SMALL) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == [
        "run", "hands", "sessions", "seed", "workers", "seconds", "hands_per_second", "pot", "tax", "extra_drop",
        "decisions", "corrected", "version",
    ]  # fmt: skip
    assert (
        found["hands"] == int(HANDS) and found["pot"] == 300 * int(HANDS) and found["tax"] == 15 * int(HANDS)
    )


def test_runs_are_numbered_and_latest_names_the_last_one_wherever_it_went():
    assert run("--hands", "5", *SMALL) == run("--hands", "5", *SMALL) == 0
    assert Path("runs/latest").read_text().strip() == str(Path("runs/casino-002"))
    assert run("--hands", "5", "--out", "elsewhere/mine", *SMALL) == 0
    assert Path("runs/latest").read_text().strip() == str(Path("elsewhere/mine"))


def test_from_wants_a_run_and_no_tables_file(capsys):
    Path("mine.toml").write_text("[tax]\npercent = 4\n")
    assert run("--from", "mine.toml", "--out", "b") == 2
    assert capsys.readouterr().err == (
        "error: mine.toml is no run.json; give a run's folder or its run.json (a table's file goes to --table)\n"
    )


def test_from_repeats_a_run(capsys):
    assert run("--hands", HANDS, "--seed", "9", "--set", "tax.percent=2.5", "--out", "a", *SMALL) == 0
    assert run("--from", "a/run.json", "--out", "b") == 0
    for path in Path("a").rglob("*.parquet"):
        assert path.read_bytes() == (Path("b") / path.relative_to("a")).read_bytes()
    assert run("--from", "a/run.json", "--out", "c", "--table", "casino") == 2
    assert "--from repeats a run as it was; leave out --table" in capsys.readouterr().err


def test_resume_of_the_latest_run_needs_no_name(capsys):
    assert run("--hands", HANDS, *SMALL) == 0
    capsys.readouterr()
    assert run("--resume") == 0
    assert "speed    nothing was left to play" in capsys.readouterr().out
    assert run("--resume", "--hands", "7") == 2
    assert "--resume takes the run's own configuration" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--hands", "0"], "0 is not in the range x>=1"),
        (["--hands", "many"], "'many' is not a valid integer"),
        (["--set", "tax.precent=4"], "unknown key 'tax.precent' in --set; did you mean 'tax.percent'?"),
        (["--set", "tax.percent"], "tax.percent"),
        (["--table", "casno"], "did you mean 'casino'?"),
        (["--lineup", "nobody.toml"], "nobody.toml"),
        (["--players", "nitt*3"], "there is no strategy 'nitt'; did you mean 'nit'?"),
        (["--players", "nit(open=)*2"], "write it like tight-aggressive(open=0.18)"),
        (["--players", "nit(nonsense=3)*2"], "strategy nit has no parameter 'nonsense'"),
        (["--players", "./none.py*2"], "there is no strategy file 'none.py'"),
        (["--players", "nit*11"], "11"),
        (["--resume", "--out", "nowhere"], "'nowhere' is no run: it has no run.json"),
        (["--resume"], "there is no run in runs/ yet"),
        (["--from", "nowhere/run.json"], "'nowhere' is no run: it has no run.json"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--workers", "0"], "0 is not in the range"),
    ],
)
def test_wrong_usage_is_told_in_a_line_or_two_and_exits_with_2(capsys, words, told):
    assert main(["run", *words]) == 2
    err = capsys.readouterr().err
    assert told in err and "Traceback" not in err
    assert len(err.strip().splitlines()) <= 3
    assert not Path("runs").exists()


def test_hours_end_a_session_and_hands_the_run(capsys):
    assert run("--hands", "60", "--hours", "0.5", "--json", "--out", "x") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] == 60 and 3 <= found["sessions"] <= 6


def test_a_strategy_that_does_not_compile_names_the_reason_and_the_cures(capsys):
    if not COMPILED:
        pytest.skip("nothing is compiled")
    Path("bad.py").write_text(
        "from holdem_sim import *\n@strategy\ndef bad():\n    def decide(spot):\n"
        "        return spot.no_such_field\n    return decide\n"
    )
    assert run("--hands", "10", "--players", "./bad.py*2") == 1
    err = capsys.readouterr().err
    assert "strategy bad" in err and "no_such_field" in err and "@strategy(compiled=False)" in err
    assert len(err.strip().splitlines()) <= 3


def test_an_answer_of_another_type_is_told_before_anything_is_played(capsys):
    if not COMPILED:
        pytest.skip("nothing is compiled")
    Path("bad.py").write_text(
        "from holdem_sim import *\n@strategy\ndef bad():\n    def decide(spot):\n"
        "        return 0.5 * spot.pot\n    return decide\n"
    )
    assert run("--hands", "10", "--players", "./bad.py*2") == 1
    assert "strategy bad answered a value of type float64; answer with fold()" in capsys.readouterr().err


def test_so_many_sessions_instead_of_hands(capsys):
    words = [*SMALL, "--set", "session.hands=7"]
    assert run("--sessions", "3", "--out", "x", "--json", *words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["hands"], found["sessions"]) == (21, 3)
    assert main(["verify", "x"]) == 0
    assert run("--from", "x/run.json", "--out", "y") == 0
    assert "played   21 hands in 3 sessions" in capsys.readouterr().out
    assert run("--from", "x/run.json", "--out", "z", "--sessions", "2") == 0
    assert "played   14 hands in 2 sessions" in capsys.readouterr().out
    assert run("--sessions", "3", "--hands", "5") == 2
    assert "--hands and --sessions exclude each other" in capsys.readouterr().err
