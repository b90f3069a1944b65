"""The README tells the truth: its paths exist, its commands are those that are tried, its strategy works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdem_sim.cli import Commands, main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_path_of_the_table_exists():
    table = README.split("## I want to change X")[1].split("\n## ")[0]
    paths = re.findall(r"`([\w./-]+/[\w./-]*)`", table)
    assert len(paths) > 15
    for path in paths:
        assert (ROOT / path).exists(), path


def test_linked_files_and_pictures_exist():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_command_is_in_the_readme_and_every_one_in_it_exists():
    named = set(re.findall(r"holdem-sim (\w+)", README))
    assert named <= set(Commands.files())
    for command in Commands.files():
        assert re.search(rf"\b{command}\b", README), command


def test_the_strategy_of_the_readme_plays(tmp_path, monkeypatch, capsys):
    code = README.split("```python\n")[1].split("```")[0]
    (tmp_path / "pot_stabber.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["run", "--hands", "40", "--workers", "1", "--hero", "./pot_stabber.py(frequency=0.7)"]) == 0
    assert "played   40 hands" in capsys.readouterr().out


@pytest.mark.parametrize("words", re.findall(r"^holdem-sim (run .*?)(?: +#.*)?$", README, re.M))
def test_the_example_runs_of_the_readme_play(words, tmp_path, monkeypatch):
    import shlex

    if "pot_stabber" in words:
        pytest.skip("played by the test before")
    monkeypatch.chdir(tmp_path)
    assert main([*shlex.split(words), "--hands", "30", "--workers", "1"]) == 0


def test_ci_tries_the_readmes_commands():
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install -e '.[test]'" in README and "-e '.[test]'" in ci
    assert "run --hands 100000" in README and "run --hands 100000" in ci
