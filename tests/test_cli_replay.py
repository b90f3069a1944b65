"""``holdem-sim replay``: its text, its JSON, its exit codes."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from holdem_sim.cli import main
from phh_hands import SHARED_HANDS, phh

CHECKED_DOWN = (
    "d dh p1 AsAh, d dh p2 KsKh, p2 cc, p1 cc, d db 2c3d4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9d, "
    "p1 cc, p2 cc, p1 sm AsAh, p2 sm"
)
SETTLED = phh([1000, 1000], CHECKED_DOWN, hand="17", players='["Ann", "Bob"]')
SIDE_POT = phh(
    ["10.50", "30.25", 100],
    "d dh p1 AsAh, d dh p2 KsKh, d dh p3 QsQh, p3 cbr 40, p1 cc, p2 cc, d db 2c3d4h, d db 8s, d db 9d",
    blinds=("0.25", "0.50"),
)
CUT_SHORT = phh([1000] * 3, "p3 cbr 300")
TOO_SMALL = phh([1000] * 3, "p3 cbr 300, p1 cbr 500", hand="'B7'")


def run(capsys, *words: str) -> tuple[int, str, str]:
    code = main(["replay", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text_of_a_settled_hand(here, capsys):
    (here / "a.phh").write_text(SETTLED)
    assert run(capsys, "a.phh")[:2] == (
        0,
        "a.phh, hand 1 (17): settled\n"
        "  board 2c3d4h 8s 9d\n"
        "  p1 Ann  1,000 -> 1,090   +90\n"
        "  p2 Bob  1,000 ->   900  -100\n"
        "  pot 200, tax 10: p1 wins 190\n"
        "a.phh: 1 hand: 1 settled\n",
    )


def test_text_of_side_pots_in_cents(here, capsys):
    (here / "a.phh").write_text(SIDE_POT)
    code, out, _ = run(capsys, "a.phh", "--set", "tax.extra_drop=0.5")
    assert code == 0
    assert out == (
        "a.phh, hand 1: settled\n"
        "  board 2c3d4h 8s 9d\n"
        "  p1   10.50 -> 29.42  +18.92\n"
        "  p2   30.25 -> 37.53   +7.28\n"
        "  p3  100.00 -> 69.75  -30.25\n"
        "  main pot 31.50, tax 1.58: p1 wins 29.42\n"
        "  side pot 1 39.50, tax 1.97: p2 wins 37.53\n"
        "  extra drop 0.50\n"
        "  uncalled 9.75 went back\n"
        "a.phh: 1 hand: 1 settled\n"
    )
    assert max(map(len, out.splitlines())) <= 80


def test_text_of_a_hand_cut_short(here, capsys):
    (here / "a.phh").write_text(CUT_SHORT)
    code, out, _ = run(capsys, "a.phh")
    assert code == 0
    assert out.startswith(
        "a.phh, hand 1: p1 is to act: call 250, raise to 600 .. 1,000, or fold\n  p1  1,000 ->"
    )
    (here / "b.phh").write_text(phh([1000, 150, 1000], "p3 cc, p1 cc"))
    assert "p2 is to act: check, bet or raise all-in to 150, or fold" in run(capsys, "b.phh")[1]


def test_an_illegal_hand_is_one_line_and_the_rest_is_done(here, capsys):
    (here / "a.phhs").write_text(f"[1]\n{TOO_SMALL}\n[2]\n{SETTLED}\n[3]\n{SETTLED[:200]}")
    code, out, err = run(capsys, "a.phhs", "nowhere.phh")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == (
        'a.phhs, hand 1 (B7), action 2 "p1 cbr 500": illegal: the raise is too small: over 300 p1 may raise '
        'at least to 600, at most to 1,000 (H-IX.4, rules.min_raise = "double")'
    )
    assert lines[1] == "a.phhs, hand 2 (17): settled"
    assert lines[-2].startswith("a.phhs, hand 3: unreadable: line ")
    assert lines[-1] == "a.phhs: 3 hands: 1 illegal, 1 settled, 1 unreadable"
    assert err.splitlines()[-1] == "error: nowhere.phh: cannot be read: no such file or directory"


def test_json_is_one_object_a_line(here, capsys):
    (here / "a.phhs").write_text(f"[1]\n{SETTLED}\n[5]\n{CUT_SHORT}\n[6]\n{TOO_SMALL}")
    code, out, _ = run(capsys, "a.phhs", "nowhere.phh", "--json")
    assert code == 1
    settled, cut, small, missing = map(json.loads, out.splitlines())
    assert settled == {
        "file": "a.phhs", "hand": 1, "label": 17, "status": "settled", "stacks": [1090, 900],
        "net": [90, -100],
        "pots": [{"amount": 200, "tax": 10, "awards": [{"player": 1, "amount": 190}]}],
        "tax": 10, "extra_drop": 0, "uncalled": 0, "to_act": None, "error": None,
    }  # fmt: skip
    assert cut == {
        "file": "a.phhs", "hand": 5, "label": None, "status": "to-act",
        "stacks": [950, 900, 700], "net": None, "pots": None, "tax": None, "extra_drop": None,
        "uncalled": None,
        "to_act": {
            "player": 1, "can_check": False, "call": 250, "min_raise_to": 600, "max_raise_to": 1000,
        },
        "error": None,
    }  # fmt: skip
    assert (small["hand"], small["label"], small["status"]) == (6, "B7", "illegal")
    assert small["error"]["action"] == 2
    assert (missing["file"], missing["hand"], missing["status"]) == ("nowhere.phh", None, "unreadable")
    assert missing["error"]["message"] == "cannot be read: no such file or directory"
    assert all(list(answer) == list(settled) for answer in (cut, small, missing))


def test_amounts_in_json_are_the_files_decimals(here, capsys):
    (here / "a.phh").write_text(phh(["0.3", "0.3"], "p2 cbr 0.3, p1 f", blinds=("0.1", "0.2")))
    _, out, _ = run(capsys, "a.phh", "--json", "--set", "tax.percent=0")
    assert '"stacks": [0.1, 0.5], "net": [-0.2, 0.2]' in out


def test_table_and_settings(here, capsys):
    (here / "a.phh").write_text(SETTLED)
    (here / "mine.toml").write_text('[tax]\npercent = 2.5\n[rules]\nmin_raise = "increment"\n')
    assert "tax 5:" in run(capsys, "a.phh", "--table", "mine.toml")[1]
    assert "tax 3:" in run(capsys, "a.phh", "--set", "tax.cap=3")[1]
    (here / "b.phh").write_text(TOO_SMALL)
    assert run(capsys, "b.phh")[0] == 1
    assert run(capsys, "b.phh", "--table", "mine.toml")[0] == 0


def test_wrong_usage(here, capsys):
    (here / "a.phh").write_text(SETTLED)
    assert run(capsys)[0] == 2
    code, _, err = run(capsys, "a.phh", "--set", "tax.percnt=5")
    assert code == 2
    assert "tax.percent" in err
    assert run(capsys, "a.phh", "--table", "nowhere")[0] == 2


def test_names_of_any_width_stand_in_columns(here, capsys):
    from rich.cells import cell_len

    wide = r"\u674e\u5c0f\u9f8d" * 3
    names = rf'["{wide}", "e\u0301", "[bold]x[/] <b>&amp; and more"]'
    (here / "a.phh").write_text(phh([1000] * 3, "p3 f, p1 f", players=names))
    players = run(capsys, "a.phh")[1].splitlines()[1:4]
    assert {cell_len(line[: line.index("  1,000 ->")]) for line in players} == {22}
    assert players[2].startswith("  p3 [bold]x[/] <b>&am  1,000 -> ")


def test_long_lines_are_folded(here, capsys):
    tied = "d db AsKsQs, d db Js, d db Ts"
    everybody = ", ".join(f"d dh p{i} {rank}c{rank}d" for i, rank in enumerate("23456789TJ", start=1))
    calls = ", ".join(f"p{i} cc" for i in (4, 5, 6, 7, 8, 9, 10, 1, 2))
    text = phh([1000] * 10, f"{everybody}, p3 cbr 1000, {calls}, {tied}", hand=f'"{"long " * 50}"')
    (here / "a.phh").write_text(text)
    code, out, _ = run(capsys, "a.phh")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert " p9 wins 950, p10 wins 950\n" in out
    (here / "b.phh").write_text(phh([1000] * 3, "p3 cbr 300", hand=f'"{"x" * 39}"'))
    assert run(capsys, "b.phh")[1].startswith(
        f"b.phh, hand 1 ({'x' * 39}):\n  p1 is to act: call 250, raise to 600 .. 1,000, or fold\n  p1  1,000"
    )


def test_a_long_action_is_shortened(here, capsys):
    (here / "a.phh").write_text(phh([1000] * 3, [f"p3 {'x' * 5000}"]))
    code, out, _ = run(capsys, "a.phh")
    assert code == 1
    assert out.startswith(f'a.phh, hand 1, action 1 "p3 {"x" * 54}...": unreadable: not an action; write')


def test_the_standard_input_is_a_file_too(here, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SETTLED.encode())))
    code, out, _ = run(capsys, "-")
    assert code == 0
    assert out.startswith("-, hand 1 (17): settled\n")


def test_texts_of_the_file_cannot_drive_the_terminal(here, capsys):
    text = SETTLED.replace('"Ann"', '"\\u001b[31mAnn"').replace("hand = 17", 'hand = "x\\ny"')
    (here / "a.phh").write_text(text)
    _, out, _ = run(capsys, "a.phh")
    assert "\x1b" not in out
    assert out.startswith("a.phh, hand 1 (x?y): settled\n")
    assert "p1 ?[31mAnn" in out


def test_a_note_goes_to_the_error_stream_beside_json(here, capsys):
    (here / "a.phh").write_text(phh([1000] * 2, "d dh p1 AsKs, d dh p2 QsQh, p2 cc, p1 cc, d db Ks8d3c"))
    code, out, err = run(capsys, "a.phh", "--json")
    assert code == 0
    assert json.loads(out)["error"] is None
    note = "action 5 (d db Ks8d3c): Ks has been dealt already: the deck would hold two of it (H-VII.1)"
    assert f"note: a.phh, hand 1, {note}" in err
    assert f" note, {note} " in " ".join(run(capsys, "a.phh")[1].split())


@pytest.mark.skipif(not SHARED_HANDS.is_dir(), reason="the shared hands are not here")
def test_a_thousand_hands_in_a_process_of_their_own():
    words = ("--set", "rules.min_raise=increment", "--set", "tax.percent=0", "--json")
    done = subprocess.run(
        [sys.executable, "-m", "holdem_sim", "replay", str(SHARED_HANDS / "pluribus-1000.phhs"), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 1000
    assert {answer["status"] for answer in answers} == {"settled"}
    assert {sum(answer["stacks"]) for answer in answers} == {60_000}
