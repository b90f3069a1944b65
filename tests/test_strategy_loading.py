"""How strategies are named and found: shipped ones, files, several in a file, installed packages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from holdem_sim.cli import main
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.strategy import find, make, parse_spec, shipped, strategy

TWO = """
from holdem_sim import check_or_fold, check_or_call, strategy

@strategy
def first_one(share: float = 0.5):
    '''The first.'''
    def decide(spot):
        return check_or_call() if spot.random < share else check_or_fold()
    return decide

@strategy
def second_one():
    '''The second.'''
    def decide(spot):
        return check_or_fold()
    return decide
"""


@pytest.fixture
def two(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.py").write_text(TWO, encoding="utf-8")
    return tmp_path / "two.py"


def test_a_spec_is_a_name_and_python_literals():
    assert parse_spec("nit") == ("nit", {})
    assert parse_spec(" tight-aggressive( open = 0.18 , a='x, (y)', b=[1, 2]) ") == (
        "tight-aggressive",
        {"open": 0.18, "a": "x, (y)", "b": [1, 2]},
    )
    for bad in (
        "nit(",
        "nit(0.3)",
        "nit(open=)",
        "nit(open=os.getcwd())",
        "nit(open=1",
        "nit)(",
        "nit(**{'a': 1})",
    ):
        with pytest.raises(UsageError, match=r"cannot read|no parameter|there is no strategy"):
            make(bad)


def test_parameters_appear_in_the_label():
    assert make("tight-aggressive").label == "tight-aggressive"
    assert make("tight-aggressive(open=0.18)").label == "tight-aggressive(open=0.18)"


def test_every_shipped_strategy_is_found_by_its_name_dashes_or_underscores():
    found = shipped()
    assert {"nit", "tight-aggressive", "always-call", "uniform-random"} <= set(found)
    for name, one in found.items():
        assert find(name) == find(name.replace("-", "_")) == one
        assert one.doc and one.source and len(one.source_hash) == 64


def test_a_file_and_one_of_several_in_a_file(two):
    assert find("./two.py:first-one").name == find(f"{two}:first_one").name == "first-one"
    with pytest.raises(
        UsageError, match=r"two.py has several strategies \(first-one, second-one\); name one as"
    ):
        find("./two.py")
    with pytest.raises(UsageError, match=r"two.py has no strategy 'third'; it has: first-one, second-one"):
        find("./two.py:third")
    assert make("./two.py:first-one(share=0.25)").label == "first-one(share=0.25)"


def test_a_file_that_was_changed_is_read_again(two):
    assert make("./two.py:second-one").strategy.doc == "The second."
    two.write_text(TWO.replace("The second.", "Another."), encoding="utf-8")
    assert make("./two.py:second-one").strategy.doc == "Another."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\n", "defines no strategy: put @strategy over a function"),
        ("def broken(:\n", "cannot be loaded: SyntaxError"),
        ("1 / 0\n", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)\n", "cannot be loaded: SystemExit: 3"),
        ("from holdem_sim import call\n", "from holdem_sim can be imported: FLOP, PREFLOP, .*check_or_call"),
        (
            "from holdem_sim import strategy\n@strategy\ndef f(a):\n    pass\n",
            "parameter 'a' of strategy f needs a default",
        ),
        (
            "from holdem_sim import strategy\n@strategy(memory=[('a', 'i8', 99)])\ndef f():\n    pass\n",
            "takes 792 bytes",
        ),
    ],
)
def test_a_file_that_is_none(tmp_path, text, told):
    path = tmp_path / "bad.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HoldemError, match=told.replace("(", r"\(")):
        find(str(path))


def test_a_factory_that_returns_no_decide():
    @strategy
    def nothing():
        return 3

    with pytest.raises(HoldemError, match=r"strategy nothing must return decide, or \(decide, observe\)"):
        nothing()


def test_an_installed_package_is_found_by_its_entry_point(two, tmp_path, monkeypatch, capsys):
    info = tmp_path / "bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[holdem_sim.strategies]\nfirst-one = two:first_one\nwrong = two:TWO\nloud = loud:shout\n"
    )
    two.write_text(TWO + "\nTWO = 2\n", encoding="utf-8")
    (tmp_path / "loud.py").write_text("raise RuntimeError('loaded without being asked for')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find("first-one").name == "first-one"
    assert "loud" not in sys.modules
    with pytest.raises(HoldemError, match="entry point 'two:TWO' is no strategy"):
        find("wrong")
    words = ["--hands", "10", "--workers", "1", "--players", "first-one(share=0.9)*3"]
    assert main(["run", *words]) == 0
    assert "played   10 hands" in capsys.readouterr().out
