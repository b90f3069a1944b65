"""Strategies that cheat, fail or answer nonsense: they get nothing by it, and are told apart by name."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from holdem_sim.engine import sight
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.rulings import (
    all_in,
    check_or_call,
    check_or_fold,
    fold,
    is_decision,
    out_of_turn,
    raise_pot,
    raise_to,
    silent,
    string,
)
from holdem_sim.engine.table import MAX_CHIPS, OBSERVED, OBSERVED_ACTIONS, TABLE
from holdem_sim.errors import HoldemError, UsageError
from holdem_sim.fingerprint import fingerprint
from holdem_sim.shard import records
from holdem_sim.strategy import make, strategy
from holdem_sim.verify import check_run
from runs import play_run

KINDS = ["@strategy", "@strategy(compiled=False)", "@strategy(batch=True)"]
compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


def bot(folder: Path, decide: str, decorator: str = "@strategy", before: str = "", observe: str = "") -> str:
    """A file with the strategy ``bot``; returns its path."""
    text = f"import sys\nimport numpy as np\nfrom holdem_sim import *\n{before}\n{decorator}\ndef bot():\n"
    text += f"    def decide(spot):\n        {decide}\n"
    if observe:
        text += f"    def observe(hand, memory):\n        {observe}\n"
    path = folder / "bot.py"
    path.write_text(text + ("    return decide, observe\n" if observe else "    return decide\n"))
    return str(path)


def sums(folder: Path, spec: str, hands: int = 40) -> dict:
    return play_run(folder, hands, f"nit,{spec}*2", ["table.seats=3"]).info["sums"]


def refusal(folder: Path, spec: str) -> str:
    with pytest.raises(HoldemError) as told:
        sums(folder, spec)
    return str(told.value)


# -- a spot is the player's copy -------------------------------------------------------------------------

FORGED = (
    "spot.min_raise_to = 1; spot.max_raise_to = 10**9; spot.to_call = 0; spot.stack = 10**9; spot.pot = 1; "
    "spot.stacks[0] = 0; spot.stacks[spot.seat] = 10**9; spot.cards[0] = 51; spot.cards[1] = 50; spot.board[0] = 49; "
)


@pytest.mark.parametrize("decorator", KINDS[:2])
@pytest.mark.parametrize("wish", ["all_in()", "check_or_call()", "raise_to(10**8)", "raise_pot(0.5)"])
def test_what_a_player_writes_into_his_spot_changes_nothing(tmp_path, decorator, wish):
    honest = sums(tmp_path / "honest", bot(tmp_path, f"return {wish}"))
    run = play_run(
        tmp_path / "forged",
        40,
        f"nit,{bot(tmp_path, FORGED + f'return {wish}', decorator)}*2",
        ["table.seats=3"],
    )
    assert run.info["sums"] == honest
    assert check_run(run) == []


def test_without_a_declared_memory_there_is_none(tmp_path):
    spec = bot(tmp_path, "return check_or_call() if spot.memory.bytes[0] == 0 else check_or_fold()")
    if COMPILED:
        told = refusal(tmp_path / "run", spec)
        assert "spot has no field 'memory'; declare it: @strategy(memory=[('name', 'i4')])" in told
    else:
        with pytest.raises(HoldemError, match="has no attribute 'memory'"):
            sums(tmp_path / "run", spec)


def test_a_hand_shows_nothing_of_the_one_before():
    table, hand = records(TABLE)[0], records(OBSERVED)[0]
    table.log_actions = OBSERVED_ACTIONS
    table.log_seat[:] = table.log_street[:] = table.log_action[:] = 3
    table.log_to[:] = 700
    rules = np.zeros(1, [("big_blind", "i8")]).view(np.recarray)[0]
    sight.show_hand(table, rules, hand, 0)
    assert hand.action_to.tolist() == [700] * OBSERVED_ACTIONS
    table.log_actions = 2
    sight.show_hand(table, rules, hand, 0)
    for name in ("action_seat", "action_street", "action", "action_to"):
        assert hand[name][2:].tolist() == [-1] * (OBSERVED_ACTIONS - 2)
    assert hand.action_to[:2].tolist() == [700, 700]


@compiled_only
@pytest.mark.parametrize("place", ["spot.seat + 10", "spot.seat - 400", "spot.seat + 10**6"])
def test_an_index_past_the_end_is_an_error(tmp_path, place):
    spec = bot(tmp_path, f"spot.stacks[{place}] = 7; return check_or_call()")
    told = refusal(tmp_path / "run", spec)
    assert re.match(r"strategy bot failed in session 0, hand 0, seat \d: IndexError", told)


@compiled_only
def test_a_memory_ends_where_it_was_declared_to_end(tmp_path):
    spec = bot(
        tmp_path,
        "return check_or_call()",
        "@strategy(memory=[('n', 'i4'), ('last', 'i4', 4)])",
        observe="memory.n += 1; memory.last[memory.n] = 5",
    )
    assert "hand 3, seat " in refusal(tmp_path / "run", spec)


# -- failures ----------------------------------------------------------------------------------------------


def test_an_observe_that_fails_is_named_not_somebody_else(tmp_path):
    spec = bot(
        tmp_path,
        "return check_or_call()",
        "@strategy(memory=[('n', 'i4')])",
        observe="memory.n += 1\n        if memory.n > 2:\n            raise ValueError('enough seen')",
    )
    told = refusal(tmp_path / "run", spec)
    assert re.match(r"strategy bot failed in session 0, hand 2, seat [12]: ValueError: enough seen\n", told)


@pytest.mark.parametrize("decorator", KINDS[1:])
@pytest.mark.parametrize("end", ["sys.exit(0)", "sys.exit()", "exit('bye')"])
def test_a_strategy_cannot_end_the_program(tmp_path, decorator, end):
    told = refusal(tmp_path / "run", bot(tmp_path, end, decorator))
    assert re.match(r"strategy bot failed in session 0, hand 0, seat \d: SystemExit", told)


def test_an_exceptions_text_is_one_line_without_control_characters(tmp_path):
    long = bot(tmp_path, r"raise ValueError('a\n\x1b[31mb' + 1000 * 'c')", KINDS[1])
    first, second = refusal(tmp_path / "run", long).splitlines()
    assert "ValueError: a [31mbccc" in first and len(first) < 400 and first.isprintable()
    assert second.startswith("mend it in ")


def test_a_factory_that_fails_is_named():
    @strategy
    def broken(size: int = 3, mode: str = "soft"):
        if mode == "three":
            return 1, 2, 3
        if mode == "exit":
            raise SystemExit(0)
        return [][size]

    for parameters, told in (
        ({}, "strategy broken cannot be made: IndexError: list index out of range\nmend it in "),
        ({"mode": "exit"}, "strategy broken cannot be made: SystemExit: 0\nmend it in "),
        (
            {"mode": "three"},
            "strategy broken must return decide, or (decide, observe); it returned (1, 2, 3)",
        ),
    ):
        with pytest.raises(HoldemError) as caught:
            broken(**parameters)
        assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nit(open='x')", "strategy nit: open = 'x' must be a number, as its default 0."),
        ("nit(open=None)", "strategy nit: open = None must be a number"),
        ("nit(open=True)", "strategy nit: open = True must be a number"),
        ("nit(open=[1])", "strategy nit: open = [1] must be a number"),
        ("nit(open={[]: 1})", "cannot read 'nit(open={[]: 1})' (unhashable type: 'list')"),
        ("nit(open=--1)", "cannot read 'nit(open=--1)' (a parameter is no plain value)"),
        (f"nit(open={'-' * 900}1)", "..."),
    ],
)
def test_a_parameter_of_another_kind_is_told(spec, told):
    with pytest.raises(UsageError) as caught:
        make(spec)
    assert told in str(caught.value) and len(str(caught.value)) < 250


@pytest.mark.parametrize("memory", [[], [("x", "O")], [("x", "i8", 33)], "i4"])
def test_a_memory_that_cannot_be_kept_is_refused(memory):
    with pytest.raises(UsageError, match="memory"):
        strategy(memory=memory)


# -- answers that are no decision ----------------------------------------------------------------------------


def test_decisions_are_what_the_helpers_make():
    for x in (0, 1, 2.5, MAX_CHIPS, 10**30, -7, float("nan"), float("inf")):
        assert is_decision(raise_to(x), False) and is_decision(raise_pot(x), False)
    assert all(is_decision(wish, False) for wish in (fold(), check_or_fold(), check_or_call(), all_in()))
    wrong = (-1, 15, 255, 256, 511, raise_to(100) - 1, -256 + raise_to(0), 2**63 - 1)
    assert not any(is_decision(wish, False) or is_decision(wish, True) for wish in wrong)
    for manner in (silent, string, out_of_turn):
        for wish in (fold(), check_or_call(), raise_to(300), raise_pot(0.5), all_in()):
            assert is_decision(manner(wish), True) and not is_decision(manner(wish), False)


@pytest.mark.parametrize(
    "answer", ["fold()", "np.zeros(len(spot))", "np.zeros((len(spot), 90), int)", "None"]
)
def test_a_batch_that_is_not_answered_spot_by_spot_is_told_in_a_line(tmp_path, answer):
    told = refusal(tmp_path / "run", bot(tmp_path, f"return {answer}", KINDS[2]))
    found = re.fullmatch(
        r"strategy bot answered (array\(.*) to \d+ spots: not an array of as many decisions; answer with .*",
        told,
    )
    assert found is not None and len(found[1]) <= 80


@pytest.mark.parametrize("decorator", KINDS)
@pytest.mark.parametrize("number", ["15", "-1", "500", "2**62 + 3"])
def test_a_number_that_is_no_decision_is_told(tmp_path, decorator, number):
    answer = f"np.full(len(spot), {number})" if "batch" in decorator else number
    told = refusal(tmp_path / "run", bot(tmp_path, f"return {answer}", decorator))
    number_told = "a number" if decorator == KINDS[0] else f"the number {eval(number)}"
    expected = (
        rf"strategy bot answered {re.escape(number_told)} that is no decision in session 0, hand 0, seat \d; "
    )
    assert re.match(expected + r"answer with fold\(\)", told)


@pytest.mark.parametrize("decorator", KINDS)
@pytest.mark.parametrize("manner", ["silent", "string", "out_of_turn"])
def test_h_ix_6_a_manner_nobody_asked_for_is_told_with_its_cure(tmp_path, decorator, manner):
    answer = f"np.full(len(spot), {manner}(check_or_call()))" if "batch" in decorator else f"{manner}(fold())"
    told = refusal(tmp_path / "run", bot(tmp_path, f"return {answer}", decorator))
    assert f"{manner}(...) says how it is announced; declare that" in told
    assert told.endswith("chooses its manners: @strategy(manners=True)")


def test_true_is_no_decision(tmp_path):
    for decorator in KINDS[:2] if COMPILED else KINDS[1:2]:
        assert "answered" in refusal(tmp_path / "run", bot(tmp_path, "return spot.pot > 3", decorator))


# -- the compiler's cache --------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize("used", ["SHARE", "TABLE[spot.street]", "helper.share()", "share()"])
def test_what_a_strategy_reads_from_elsewhere_is_read_again(tmp_path, monkeypatch, used):
    """Numba's own cache looks at the strategy's file alone."""
    monkeypatch.syspath_prepend(tmp_path)
    before = (
        "import sys, numba\nfrom pathlib import Path\n"
        "SHARE = float((Path(__file__).parent / 'share.txt').read_text())\nTABLE = np.full(4, SHARE)\n"
        "import helper\nfrom helper import share\n"
    )
    text = f"return all_in() if spot.random < {used} else check_or_fold()"
    found = []
    for number, share in enumerate(("0.0", "1.0", "0.0")):
        (tmp_path / "share.txt").write_text(share)
        (tmp_path / "helper.py").write_text(f"import numba\n@numba.njit\ndef share():\n    return {share}\n")
        monkeypatch.delitem(sys.modules, "helper", raising=False)
        spec = bot(tmp_path, text, before=before + f"# {used}\n")
        for module in [m for m in sys.modules if m.startswith("holdem_sim_user_")]:
            monkeypatch.delitem(sys.modules, module)
        found.append(sums(tmp_path / str(number), spec)["pot"])
    assert found[0] == found[2] < found[1]


def test_a_fingerprint_tells_what_lies_around_a_function_apart():
    def of(text: str, **scope) -> str | None:
        exec(f"def decide(spot):\n    return {text}", scope)
        return fingerprint(scope["decide"])

    assert of("x", x=1) == of("x", x=1) != of("x", x=2)
    assert of("x", x=1) != of("x", x=1.0)
    assert of("x[0]", x=np.zeros(3)) != of("x[0]", x=np.ones(3))
    assert of("x[0]", x=(1, (2, "a"))) != of("x[0]", x=(1, (2, "b")))
    assert of("x['a']", x={"a": 1}) != of("x['a']", x={"a": 2})
    assert of("x(1)", x=lambda y: y + 1) != of("x(1)", x=lambda y: y + 2)
    assert of("1") == of("2") is not None, "its own text is the compiler's business"
    assert of("x", x=object()) is None and fingerprint(print) is None
    assert of("x(spot)", x=make("nit").decide) is not None
