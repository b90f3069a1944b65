"""Reports and questions where something is wrong: targets not to be written, runs that are not whole, odd values."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from holdem_sim.cli import main
from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from reporting import HANDS, MIXED, played

pytestmark = pytest.mark.skipif(not COMPILED, reason="the runs need the compiled engine")


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("hostile") / "mixed", "--hands", str(HANDS), *MIXED)


def refused(capsys, *words: str) -> str:
    """The one line that the program says when it will not do this."""
    assert main(list(words)) in (1, 2)
    told = capsys.readouterr()
    assert not told.out
    assert "internal" not in told.err
    return told.err


@pytest.mark.parametrize("option", ["--html", "--csv", "--plots"])
def test_a_sweep_asks_for_its_target_before_it_plays(tmp_path, capsys, monkeypatch, option):
    monkeypatch.setattr("holdem_sim.questions._playing.play", lambda *_: pytest.fail("it was played"))
    file = tmp_path / "file"
    file.touch()
    told = refused(capsys, "sweep", "--set", "tax.percent=3,4", option, str(file / "inner"))
    assert str(file) in told


@pytest.mark.parametrize("command", ["report", "forecast", "whatif"])
def test_every_command_refuses_a_page_in_no_folder(tmp_path, capsys, run, command):
    told = refused(capsys, command, str(run.path), "--html", str(tmp_path / "none" / "page.html"))
    assert "there is no folder" in told


@pytest.mark.parametrize("table", ["hands", "seats", "actions", "ledger"])
def test_a_run_whose_part_is_missing_or_there_twice_is_not_reported(tmp_path, capsys, run, table):
    copy = tmp_path / "copy"
    shutil.copytree(run.path, copy)
    part = copy / table / "part-00000.parquet"
    shutil.copy(part, copy / table / "part-00001.parquet")
    told = refused(capsys, "report", str(copy))
    assert f"{copy / table} holds" in told
    assert f"run.json says {run.rows[table]:,}" in told
    part.unlink()
    (copy / table / "part-00001.parquet").unlink()
    assert str(copy / table) in refused(capsys, "report", str(copy))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
@pytest.mark.parametrize("html", [False, True])
def test_a_full_disk_is_not_blamed_on_the_run(run, html):
    words = ["report", str(run.path), "tax", *(["--html", "/dev/full"] if html else [])]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "holdem_sim", *words], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert "no space left" in done.stderr
    assert "cannot be read" not in done.stderr


def test_hours_that_are_no_number_are_refused(capsys, run):
    assert "--hours nan" in refused(capsys, "forecast", str(run.path), "--hours", "nan")


def test_a_schedule_with_an_endless_number_is_refused_in_a_line(tmp_path, capsys, run):
    file = tmp_path / "schedule.csv"
    file.write_text("day,from,to,tables\nmonday,10,12," + "9" * 5000 + "\n", encoding="utf-8")
    told = refused(capsys, "forecast", str(run.path), "--schedule", str(file))
    assert "is no number of tables" in told
    assert len(told) < 300


def test_one_session_has_no_interval_and_no_sentence_says_otherwise(tmp_path, capsys):
    words = ["--set", "session.hands=30", "--sessions", "1", "--workers", "1", "--set", "tax.percent=3,4"]
    assert main(["sweep", *words]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "95 % interval unknown" in told
    assert "contains zero, or there is none" in told
    assert main(["sweep", *words, "--lang", "tr"]) == 0
    assert "No interval" not in capsys.readouterr().out
