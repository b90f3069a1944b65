"""``show``: one hand, readable."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from holdem_sim.cli import main
from holdem_sim.cli.show import hand_lines
from holdem_sim.engine.jit import COMPILED
from holdem_sim.schema import arrow_schema
from runs import play_run

HAND_ID = 2_000_011
EVERYWHERE = {"hand_id": HAND_ID, "session_id": 2}


def seat(number, position, cards, start, contributed, won, order, rank, strategy="nit"):
    net = won - contributed
    return EVERYWHERE | {
        "seat": number,
        "player_id": 40 + number,
        "strategy": strategy,
        "position": position,
        "hole_cards": cards,
        "stack_start": start,
        "contributed": contributed,
        "won": won,
        "net": net,
        "tax_paid": 0.0,
        "stack_end": start + net,
        "folded_street": None,
        "all_in": True,
        "show_order": order,
        "hand_rank": rank,
    }


def act(seq, number, action, amount, to, to_call, pot, stack, wanted=None, wanted_to=None):
    return EVERYWHERE | {
        "seq": seq,
        "street": "preflop",
        "seat": number,
        "player_id": 40 + number,
        "action": action,
        "amount": amount,
        "to": to,
        "to_call": to_call,
        "pot_before": pot,
        "stack_before": stack,
        "all_in": amount == stack,
        "manner": "declared",
        "wanted": wanted,
        "wanted_to": wanted_to,
    }


ROWS = {
    "hands": [
        EVERYWHERE
        | {
            "hand_no": 11,
            "started_s": 3725.5,
            "duration_s": 88.0,
            "button_seat": 0,
            "small_blind": 5,
            "big_blind": 10,
            "blinds_posted": 2,
            "players_dealt": 3,
            "board": "2c3d4h8s9d",
            "burned": "Ts5c5d",
            "last_street": "river",
            "showdown": True,
            "pot": 700,
            "tax": 10,
            "extra_drop": 2,
            "uncalled": 700,
            "pots": 2,
            "misdeals": 0,
        },
    ],
    "seats": [
        seat(0, "BTN", "AsAh", 100, 100, 294, 2, (1 << 20) + (12 << 16) + (7 << 12) + (6 << 8) + (2 << 4)),
        seat(
            1,
            "SB",
            "KsKh",
            300,
            300,
            394,
            0,
            (1 << 20) + (11 << 16) + (7 << 12) + (6 << 8) + (2 << 4),
            "x" * 70,
        ),
        seat(2, "BB", "QsQh", 1000, 300, 0, 1, (1 << 20) + (10 << 16) + (7 << 12) + (6 << 8) + (2 << 4)),
    ],
    "actions": [
        act(0, 1, "post-small-blind", 5, 5, 0, 0, 300),
        act(1, 2, "post-big-blind", 10, 10, 0, 5, 1000),
        act(2, 0, "raise", 100, 100, 10, 15, 100),
        act(3, 1, "raise", 295, 300, 95, 115, 295, "raise", 900),
        act(4, 2, "call", 290, 300, 290, 410, 990),
    ],
    "pots": [
        EVERYWHERE | {"pot_no": 0, "amount": 300, "tax": 4, "contenders": 7},
        EVERYWHERE | {"pot_no": 1, "amount": 400, "tax": 6, "contenders": 6},
    ],
    "awards": [
        EVERYWHERE | {"pot_no": 1, "seat": 1, "amount": 394},
        EVERYWHERE | {"pot_no": 0, "seat": 0, "amount": 294},
    ],
    "ledger": [],
    "events": [
        {
            "session_id": 2,
            "hand_id": None,
            "clock_s": 3725.5,
            "kind": "button-draw",
            "seat": 0,
            "street": None,
            "detail": "seat 0 Ks, seat 1 2c, seat 2 7d; button to seat 0",
        },
        {
            "session_id": 2,
            "hand_id": None,
            "clock_s": 3725.5,
            "kind": "arrival",
            "seat": 1,
            "street": None,
            "detail": "",
        },
    ],
    "players": [],
}

PAGE = """\
Hand 2000011: session 2, hand 11, at 1:02:05, 88 s
Blinds 5/10 EUR, 3 players, button on seat 0

Seat 0* BTN      100  As Ah  player 40, nit
Seat 1  SB       300  Ks Kh  player 41, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
Seat 2  BB     1,000  Qs Qh  player 42, nit

cards for the button: seat 0 Ks, seat 1 2c, seat 2 7d; button to seat 0

Preflop
  seat 1 SB     pot   0  posts small blind 5
  seat 2 BB     pot   5  posts big blind 10
  seat 0 BTN    pot  15  raises to 100 (adds 100), all-in
  seat 1 SB     pot 115  raises to 300 (adds 295), all-in [ruled: wanted raise
    to 900]
  seat 2 BB     pot 410  calls 290
Flop     2c 3d 4h   pot 700
  nobody could act
Turn     2c 3d 4h 8s   pot 700
  nobody could act
River    2c 3d 4h 8s 9d   pot 700
  nobody could act
Burned   Ts 5c 5d

Showdown 2c 3d 4h 8s 9d
  seat 1 SB     Ks Kh  one pair, kings with 9 8 4
  seat 2 BB     Qs Qh  one pair, queens with 9 8 4
  seat 0 BTN    As Ah  one pair, aces with 9 8 4

Uncalled bet returned: 700
Main pot: 300, tax 4, played for by seats 0, 1, 2
  294 to seat 0
Side pot 1: 400, tax 6, played for by seats 1, 2
  394 to seat 1
Total pot 700, tax 10, extra drop 2
"""


@pytest.fixture
def written(tmp_path):
    """A run with the one hand above."""
    for table, rows in ROWS.items():
        (tmp_path / table).mkdir()
        pq.write_table(
            pa.Table.from_pylist(rows, schema=arrow_schema(table)), tmp_path / table / "part-00000.parquet"
        )
    info = {"config": {"table": {"currency": "EUR"}}, "rows": {t: len(rows) for t, rows in ROWS.items()}}
    (tmp_path / "run.json").write_text(json.dumps(info))
    return tmp_path


def test_the_whole_page(written, capsys):
    assert main(["show", str(written), str(HAND_ID)]) == 0
    assert capsys.readouterr().out == PAGE


def test_a_hand_that_is_not_in_its_session(written, capsys):
    assert main(["show", str(written), "2000012"]) == 1
    assert capsys.readouterr().err == (
        f"error: there is no hand 2000012: session 2 of {written} has the hands 2000011 to 2000011\n"
        "(a hand's number is its session x 1,000,000 + its place in the session, from 0)\n"
    )


@pytest.mark.parametrize("number", ["7", "9000000000000"])
def test_a_hand_of_no_session(written, capsys, number):
    assert main(["show", str(written), number]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"error: there is no hand {number}: {written} has the hands 2000011 to 2000011\n")


def test_a_hand_number_that_is_none(written, capsys):
    assert main(["show", str(written), "first"]) == 2
    assert "'first' is not a valid integer" in capsys.readouterr().err


def test_a_run_without_hands(written, capsys):
    empty = pa.Table.from_pylist([], schema=arrow_schema("hands"))
    pq.write_table(empty, written / "hands" / "part-00000.parquet")
    assert main(["show", str(written), "0"]) == 1
    assert capsys.readouterr().err == f"error: the run {written} has no hands\n"


def test_every_hand_of_a_run_can_be_shown_in_80_columns(tmp_path):
    hands = 60 if COMPILED else 12
    run = play_run(
        tmp_path / "run",
        hands,
        "uniform-random*8,always-call*2",
        ["table.seats=10", "rules.ante=7", "session.hands=20"],
    )
    rows = run.read("hands").to_pylist()
    seats = run.read("seats", columns=["hand_id", "won"]).to_pylist()
    for row in rows[:: 1 if COMPILED else 3]:
        lines = hand_lines(run, row["hand_id"])
        assert max(map(len, lines)) <= 80
        assert lines[-1] == f"Total pot {row['pot']:,}, tax {row['tax']:,}"
        assert any(line.startswith("Showdown ") for line in lines) == row["showdown"]
        won = sum(seat["won"] for seat in seats if seat["hand_id"] == row["hand_id"])
        assert won == row["pot"] - row["tax"]
        awarded = [
            line.split(" to seat ")[0].replace(",", "")
            for line in lines
            if line.startswith("  ") and " to seat " in line
        ]
        assert sum(int(text) for text in awarded if text.strip().isdigit()) == won
