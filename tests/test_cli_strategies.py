"""``holdem-sim strategies``: lists, shows, begins and checks strategies."""

from __future__ import annotations

import pytest

from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED
from holdem_sim.strategy import load_file, shipped


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch):
    """The command line in an empty folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        code = main(["strategies", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_the_list_names_every_strategy_and_the_next_step(cli):
    code, out, err = cli()
    assert (code, err) == (0, "")
    assert all(f"\n{name} " in f"\n{out}" for name in shipped())
    assert "holdem-sim strategies new NAME" in out


@pytest.mark.parametrize("name", ["nit", "short-stacker", "always-call"])
def test_one_is_shown_with_parameters_and_source(cli, name):
    code, out, err = cli(name)
    assert (code, err) == (0, "")
    strategy = shipped()[name]
    assert " ".join(out.split()).startswith(" ".join(f"{name} {strategy.doc}".split()))
    assert max(map(len, out.splitlines()[:-1])) <= 80
    assert out.endswith(f"compiled by Numba\n{strategy.source}\n")
    for parameter, default in strategy.parameters.items():
        assert f"  {parameter} = {default}\n" in out
    if not strategy.parameters:
        assert "  no parameters\n" in out


def test_given_parameters_are_shown_beside_the_defaults(cli):
    assert "  open = 0.2  (default 0.085)\n" in cli("nit(open=0.2)")[1]


def test_memory_is_shown(cli):
    assert "remembers nature, upset of a session" in cli("recreational")[1]


def test_unknown_names(cli):
    code, out, err = cli("nitt")
    assert (code, out) == (2, "")
    assert "there is no strategy 'nitt'; did you mean 'nit'?" in err
    assert cli("check", "nitt")[0] == 2
    code, _, err = cli("missing.py")
    assert code == 2 and "there is no strategy file 'missing.py'" in err


@pytest.mark.parametrize("name", ["my-bot", "my_bot", "my-bot.py"])
def test_new_writes_a_file_that_works(cli, tmp_path, name):
    code, out, err = cli("new", name)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "wrote my_bot.py",
        "check it:  holdem-sim strategies check my_bot.py",
        "play it:   holdem-sim run --hero ./my_bot.py",
    ]
    (strategy,) = load_file(tmp_path / "my_bot.py")
    assert strategy.name == "my-bot" and list(strategy.parameters) == ["open", "courage"]
    code, out, err = cli("my_bot.py")
    assert code == 0 and out.startswith("my-bot\n")


def test_new_refuses_to_overwrite(cli, tmp_path):
    (tmp_path / "mine.py").write_text("precious", encoding="utf-8")
    code, out, err = cli("new", "mine")
    assert (code, out) == (2, "")
    assert err == "error: 'mine.py' exists; choose another name, or remove it first\n"
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["1st", "my bot", "class", "../up", ""])
def test_new_refuses_names_that_are_none(cli, tmp_path, name):
    code, out, err = cli("new", name)
    assert (code, out) == (2, "")
    assert f"{name!r} cannot name a strategy" in err
    assert not any(tmp_path.iterdir())


HANDS = "2000" if COMPILED else "100"
BOTS = '''
from holdem_sim import check_or_call, fold, strategy

asked = [0]


@strategy
def honest():
    """Calls.

    Style: VPIP 85-100, PFR 0-0
    """
    return lambda spot: check_or_call()


@strategy(compiled=False)
def moody():
    """Changes its mind.

    Style: VPIP 1-2
    """

    def decide(spot):
        asked[0] += 1
        return fold() if asked[0] % 7 == 0 else check_or_call()

    return decide
'''


def test_check_says_what_it_found(cli, tmp_path):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    code, out, err = cli("check", "bots.py:honest", "--hands", HANDS)
    assert code == 0, err
    assert out.startswith("honest   ")
    for check in ("legal", "deterministic", "batch size", "hidden cards", "style"):
        assert f"ok    {check}" in out
    assert "decisions/s (compiled by Numba)" in out
    for word in ("VPIP", "PFR", "3-bet", "aggression", "WTSD", "85-100"):
        assert word in out
    assert all(len(line) <= 80 for line in out.splitlines()[1:])


def test_check_of_a_file_checks_all_of_it_and_fails_if_one_fails(cli, tmp_path):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    code, out, err = cli("check", "bots.py", "--hands", HANDS)
    assert code == 1 and "error" not in err
    assert "ok    deterministic" in out and "FAULT deterministic" in out
    assert "declares VPIP 1-2 but plays" in out
    assert "decisions/s (plain Python (compiled=False))" in out


def test_check_names_the_line_that_does_not_compile(cli, tmp_path):
    bot = "from holdem_sim import strategy\n@strategy\ndef bad():\n    return lambda spot: spot.hole_cards\n"
    (tmp_path / "bad.py").write_text(bot, encoding="utf-8")
    code, _, err = cli("check", "bad.py")
    assert code == 1
    assert "hole_cards" in err
