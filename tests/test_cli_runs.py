"""``holdem-sim runs``: the list, and two runs side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdem_sim.cli import main


@pytest.fixture
def two_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    base = ["run", "--hands", "20", "--workers", "1", "--players", "always-call*3", "--set", "table.seats=3"]
    assert main(base) == 0
    assert main([*base, "--set", "tax.percent=10", "--seed", "2"]) == 0
    capsys.readouterr()


def test_the_list_says_what_each_run_is(two_runs, capsys):
    Path("runs/broken").mkdir()
    Path("runs/broken/run.json").write_text("{")
    assert main(["runs"]) == 0
    out = capsys.readouterr().out
    lines = [line.split() for line in out.splitlines()]
    assert ["casino-001", "complete", "casino", "20", "1", "15.00"] in lines
    assert ["casino-002", "complete", "casino", "20", "2", "30.00"] in lines
    assert any(line[:2] == ["broken", "unreadable"] for line in lines)
    assert max(map(len, out.splitlines())) <= 80


def test_two_runs_are_compared(two_runs, capsys):
    assert main(["runs", "runs/casino-001", "runs/casino-002", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"] == {"tax.percent": [5, 10]}
    assert found["figures"]["tax_per_hand"] == [15.0, 30.0] and found["figures"]["seed"] == [1, 2]
    assert main(["runs", "runs/casino-001", "runs/casino-002"]) == 0
    out = capsys.readouterr().out
    assert "tax.percent" in out and "tax per hand" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main(["runs", "casino-001", "casino-002"]) == 0
    assert capsys.readouterr().out == out
    assert main(["runs", "runs/casino-001", "runs/casino-001"]) == 0
    assert "both runs have the same configuration" in capsys.readouterr().out


def test_a_comparison_tells_hours_and_misdeals(two_runs, capsys):
    words = ["--players", "always-call*3", "--set", "table.seats=3", "--set", "dealer_errors.wrong_order=0.5"]
    assert main(["run", "--hands", "20", "--workers", "1", *words]) == 0
    capsys.readouterr()
    assert main(["runs", "casino-001", "casino-003", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert figures["misdeals"][0] == 0 < figures["misdeals"][1]
    for figure, of in (("hands_per_hour", 20), ("tax_per_table_hour", 20 * 15)):
        assert figures[figure] == pytest.approx([of / hours for hours in figures["table_hours"]])
    late = figures["misdeals"][1] * (45 + 60) / 3600  # each takes a deal and the time to put an error right
    assert figures["table_hours"][1] == pytest.approx(figures["table_hours"][0] + late)


THREE = ["--workers", "1", "--set", "table.seats=3", "--set", "session.hands=5"]


def test_runs_of_one_seed_are_compared_session_by_session(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    base = ["run", "--players", "always-call*3", *THREE]
    for words in (
        ["tax.percent=5"],
        ["tax.percent=10"],
        ["tax.percent=5", "--seed", "2", "--set", "tax.unit=5"],
    ):
        assert main([*base, "--hands", "60", "--set", *words]) == 0
    capsys.readouterr()
    assert main(["runs", "casino-001", "casino-002", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["paired"] is True
    rows = {row["figure"]: row for row in found["differences"]}
    # Everybody calls: the pot is 300 in every hand, so nothing varies.
    assert [rows["tax_per_hand"][name] for name in ("difference", "low", "high")] == pytest.approx([15.0] * 3)
    assert rows["tax_per_hand"]["clear"] is True and rows["tax_per_hand"]["sessions"] == 12
    assert rows["hands_per_hour"]["difference"] == pytest.approx(0, abs=1e-9)
    assert rows["hands_per_hour"]["clear"] is False
    assert main(["runs", "casino-001", "casino-002"]) == 0
    out = capsys.readouterr().out
    assert "Differences, paired over 12 sessions with the same cards" in out
    assert "15.00 to 15.00    yes" in out and max(map(len, out.splitlines())) <= 80
    assert main(["runs", "casino-001", "casino-003", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["paired"] is False and found["differences"][0]["sessions"] == 24
    assert main(["runs", "casino-001", "casino-003"]) == 0
    assert "Differences, of independent runs" in capsys.readouterr().out


def test_only_sessions_that_both_have_are_paired(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    base = ["run", "--players", "uniform-random*3", *THREE]
    assert main([*base, "--hands", "30"]) == 0
    assert main([*base, "--hands", "50"]) == 0
    capsys.readouterr()
    assert main(["runs", "casino-001", "casino-002", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["differences"]
    assert all(row["difference"] in (0, None) for row in rows)
    assert {row["sessions"] for row in rows} <= {0, 6}


def test_nothing_yet_and_wrong_usage(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["runs"]) == 0
    assert "no runs in runs/ yet" in capsys.readouterr().out
    assert main(["runs", "one"]) == 2
    assert "runs compares two runs" in capsys.readouterr().err
