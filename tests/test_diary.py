"""``show --session``: the diary of a session; and what went wrong, on the page of its hand."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED
from holdem_sim.schema import EVENT_KINDS, HANDS_PER_SESSION_ID, TABLES, arrow_schema
from runs import play_run

SESSION = 2


def hand(number, started, **more):
    blank = dict.fromkeys((c.name for c in TABLES["hands"]), 0)
    ids = {"hand_id": SESSION * HANDS_PER_SESSION_ID + number, "session_id": SESSION, "hand_no": number}
    cards = {"board": "", "burned": "", "last_street": "preflop", "showdown": False}
    money = {"small_blind": 5, "big_blind": 10, "blinds_posted": 2, "players_dealt": 2, "pot": 15, "tax": 1}
    return blank | ids | cards | money | {"started_s": started, "duration_s": 60.0} | more


def event(clock, kind, seat=None, detail="", number=None, street=None):
    hand_id = None if number is None else SESSION * HANDS_PER_SESSION_ID + number
    row = {"session_id": SESSION, "hand_id": hand_id, "clock_s": clock, "kind": kind, "seat": seat}
    return row | {"street": street, "detail": detail}


def line(clock, number, player, seat, kind, amount):
    row = {"session_id": SESSION, "hand_no": number, "clock_s": clock, "player_id": player, "seat": seat}
    return row | {"kind": kind, "amount": amount}


def player(number, type_):
    row = {"player_id": number, "session_id": SESSION, "strategy": "nit", "spec": "nit"}
    return row | {"type": type_, "party": None}


def seat(number, player_id, position):
    blank = dict.fromkeys((c.name for c in TABLES["seats"]), 0)
    ids = {"hand_id": SESSION * HANDS_PER_SESSION_ID + 1, "session_id": SESSION, "seat": number}
    texts = {"strategy": "nit", "position": position, "hole_cards": "AhAd", "folded_street": None}
    rest = {"show_order": None, "hand_rank": None, "all_in": False, "stack_start": 500, "tax_paid": 0.0}
    return blank | ids | texts | rest | {"player_id": player_id}


def post(seq, number, action, amount):
    blank = dict.fromkeys((c.name for c in TABLES["actions"]), 0)
    ids = {"hand_id": SESSION * HANDS_PER_SESSION_ID + 1, "session_id": SESSION, "seq": seq, "seat": number}
    words = {"street": "preflop", "action": action, "manner": "declared", "wanted": None, "wanted_to": None}
    return blank | ids | words | {"amount": amount, "to": amount, "all_in": False, "stack_before": 500}


def other_post(seq, number, seat_number, player_id, action, amount):
    """A post in the hand ``number``."""
    ids = {"hand_id": SESSION * HANDS_PER_SESSION_ID + number, "session_id": SESSION}
    return post(seq, seat_number, action, amount) | ids | {"player_id": player_id}


ROWS = {
    "hands": [
        hand(0, 0.0),
        hand(1, 60.0, misdeals=1, blinds_posted=1, button_seat=2),
        hand(2, 3700.0, duration_s=25.5),
    ],
    "seats": [seat(0, 70, "SB"), seat(1, 71, "BB")],
    "actions": [
        post(0, 1, "post-big-blind", 10),
        post(1, 0, "call", 10) | {"manner": "silent", "wanted": "raise", "wanted_to": 30},
        other_post(2, 0, 0, 70, "straddle", 20),
        other_post(3, 2, 3, 71, "post-dead", 5),
        other_post(4, 2, 3, 71, "post-dead", 10),
    ],
    "pots": [],
    "awards": [],
    "ledger": [
        line(0.0, 0, 70, 0, "buy-in", 1000),
        line(0.0, 0, 71, 1, "buy-in", 800),
        line(60.0, 1, 71, 1, "rebuy", 200),
        line(3700.0, 2, 70, 0, "time-charge", -5),
        line(3700.0, 2, 71, 3, "time-charge", -5),
        line(3700.0, 2, 70, 0, "cash-out", -1500),
        line(3725.5, 3, 71, 3, "cash-out", -480),
        line(3725.5, 3, None, None, "tax", -3),
    ],
    "events": [
        event(0.0, "session-opened"),
        event(0.0, "arrival", 0),
        event(0.0, "arrival", 1),
        event(0.0, "button-draw", 0, "seat 0 Ks, seat 1 2c; button to seat 0"),
        event(60.0, "refused", None, "maniac is refused: one of his party sits at the table"),
        event(100.0, "exposed-pocket-card", 1, "Ah of seat 1 is exposed: misdeal, dealt again", 1, "preflop"),
        event(160.0, "ruling", 0, "a raise put in without a word: ruled a call", 1, "preflop"),
        event(160.0, "exposed-burn", None, "burn card 9s is exposed: goes back", 1, "preflop"),
        event(3700.0, "seat-change", 1, "moves to seat 3, free"),
        event(3700.0, "departure", 0, "stop-win: has won as much as he wanted"),
        event(3725.5, "session-closed"),
    ],
    "players": [player(70, "nit"), player(71, "recreational")],
}

DIARY = """\
Session 2: 3 hands in 1:02:05, tax 3, 1 misdeal

   clock    hand
 0:00:00       0  the table opens
 0:00:00       0  seat 0: player 70, nit, sits down with 1,000
 0:00:00       0  seat 1: player 71, recreational, sits down with 800
 0:00:00       0  cards for the button: seat 0 Ks, seat 1 2c; button to seat 0
 0:00:00       0  seat 0: player 70, nit, straddles 20
 0:01:00       1  maniac is refused: one of his party sits at the table
 0:01:00       1  seat 1: player 71, recreational, buys 200 more
 0:01:40       1  Ah of seat 1 is exposed: misdeal, dealt again
 0:02:40       1  seat 0: a raise put in without a word: ruled a call
 0:02:40       1  burn card 9s is exposed: goes back
 1:01:40       2  seat 1: player 71, recreational, moves to seat 3, free
 1:01:40       2  seat 0: player 70, nit, leaves with 1,500 (stop-win: has won
                    as much as he wanted)
 1:01:40       2  time charge: 2 players pay 10 in all
 1:01:40       2  seat 3: player 71, recreational, posts 5 and 10 dead
 1:02:05       3  seat 3: player 71, recreational, cashes out 480
 1:02:05       3  the table closes
"""

PAGE = """\
Hand 2000001: session 2, hand 1, at 0:01:00, 60 s
Blinds 5/10 chips, 2 players, button on seat 2
(the button is dead: nobody on its seat is dealt in)
(the small blind is dead: nobody posts it)
(misdeal, dealt again once)

Seat 0  SB     500  Ah Ad  player 70, nit
Seat 1  BB     500  Ah Ad  player 71, nit

* Ah of seat 1 is exposed: misdeal, dealt again

Preflop
  seat 1 BB     pot 0  posts big blind 10
  seat 0 SB     pot 0  calls 10 (silent) [ruled: wanted raise to 30]
  * seat 0: a raise put in without a word: ruled a call
  * burn card 9s is exposed: goes back

Total pot 15, tax 1
"""


def write(folder, tables):
    """A run that holds these rows."""
    for table, rows in tables.items():
        (folder / table).mkdir()
        made = pa.Table.from_pylist(rows, schema=arrow_schema(table))
        pq.write_table(made, folder / table / "part-00000.parquet")
    info = {"config": {}, "rows": {table: len(rows) for table, rows in tables.items()}}
    (folder / "run.json").write_text(json.dumps(info))
    return folder


@pytest.fixture
def written(tmp_path):
    """A run with the session above."""
    return write(tmp_path, ROWS)


def shown(capsys, *words) -> str:
    assert main(["show", *map(str, words)]) == 0
    return capsys.readouterr().out


def refused(capsys, *words) -> tuple[int, str]:
    code = main(["show", *map(str, words)])
    return code, capsys.readouterr().err


def test_the_whole_diary(written, capsys):
    assert shown(capsys, written, "--session", 2) == DIARY


def test_what_went_wrong_stands_on_the_page_of_the_hand(written, capsys):
    assert shown(capsys, written, 2000001) == PAGE


def test_straddles_and_posts_can_be_chosen(written, capsys):
    assert shown(capsys, written, "--session", 2, "--kind", "posts").splitlines()[3:] == [
        " 0:00:00       0  seat 0: player 70, nit, straddles 20",
        " 1:01:40       2  seat 3: player 71, recreational, posts 5 and 10 dead",
    ]


def test_after_hundreds_of_hours_lines_are_no_longer_than_80_columns(tmp_path, capsys):
    late = 1_234_567.0
    text = "main pot is pushed to seat 0, put right by the house: goes to seat 1"
    tables = {
        **ROWS,
        "hands": [hand(0, 0.0), hand(1, 60.0), hand(2, late)],
        "events": [event(0.0, "session-opened"), event(late, "wrong-pot", 0, text, 2, "river")],
        "ledger": [],
        "actions": [],
    }
    assert shown(capsys, write(tmp_path, tables), "--session", 2).splitlines()[2:] == [
        "    clock    hand",
        "  0:00:00       0  the table opens",
        "342:56:07       2  main pot is pushed to seat 0, put right by the house: goes to",
        "                     seat 1",
    ]


def test_two_half_hours_in_one_go_are_paid_by_as_many_players_as_sit_there(tmp_path, capsys):
    charges = [line(3700.0, 2, 70, 0, "time-charge", -5), line(3700.0, 2, 71, 3, "time-charge", -5)]
    tables = {**ROWS, "events": [], "actions": [], "ledger": [*charges, *charges]}
    page = shown(capsys, write(tmp_path, tables), "--session", 2)
    assert page.endswith(" 1:01:40       2  time charge: 2 players pay 20 in all\n")


def test_who_has_no_chips_leaves_with_none_though_somebody_cashes_out_there_at_that_moment(tmp_path, capsys):
    tables = {
        **ROWS,
        "events": [
            event(60.0, "departure", 1, "broke: no chips left"),
            event(60.0, "departure", 1, "time to go"),
        ],
        "ledger": [line(60.0, 1, 72, 1, "cash-out", -300)],
    }
    page = shown(capsys, write(tmp_path, tables), "--session", 2)
    assert "leaves (broke: no chips left)\n" in page and "leaves with 300 (time to go)\n" in page


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["rebuy"], ["buys 200 more"]),
        (["errors"], ["misdeal, dealt again", "goes back"]),
        (["ruling", "exposed-burn"], ["ruled a call", "goes back"]),
        (["seats"], ["sits down", "sits down", "is refused", "moves to", "leaves", None]),
        (["cash-out"], ["cashes out"]),
    ],
)
def test_kinds_choose_from_the_diary(written, capsys, kinds, expected):
    words = [word for kind in kinds for word in ("--kind", kind)]
    lines = shown(capsys, written, "--session", 2, *words).splitlines()[3:]
    assert len(lines) == len(expected)
    for text, part in zip(lines, expected, strict=True):
        assert part is None or part in text


def test_what_went_into_the_promotion_fund_is_no_tax(tmp_path, capsys):
    write(tmp_path, {**ROWS, "hands": [{**ROWS["hands"][0], "extra_drop": 2}, *ROWS["hands"][1:]]})
    assert shown(capsys, tmp_path, "--session", 2).startswith(
        "Session 2: 3 hands in 1:02:05, tax 3, extra drop 2, 1 misdeal\n"
    )


def test_nothing_of_a_kind(written, capsys):
    assert shown(capsys, written, "--session", 2, "--kind", "wrong-pot").endswith(
        "\nnothing of this kind happened\n"
    )


def test_errors_name_the_cure(written, capsys):
    assert refused(capsys, written, "--session", 7) == (
        1,
        f"error: there is no session 7: {written} has the sessions 2 to 2\n",
    )
    assert refused(capsys, written) == (
        2,
        "error: give the number of a hand, or --session N for the diary of a session\n",
    )
    assert refused(capsys, written, 2000001, "--session", 2)[0] == 2
    assert refused(capsys, written, 2000001, "--kind", "rebuy") == (
        2,
        "error: --kind chooses from the diary of a session; give --session N with it\n",
    )
    assert refused(capsys, written, "--session", 2, "--kind", "rebuys") == (
        2,
        "error: unknown kind 'rebuys' in --kind; did you mean 'rebuy'?\n",
    )
    code, told = refused(capsys, written, "--session", 2, "--kind", "xyz")
    assert code == 2 and told.startswith(
        "error: unknown kind 'xyz' in --kind; there are: errors, seats, posts, straddle"
    )


def test_the_diary_of_a_played_session_tells_every_event_and_all_money_in_80_columns(tmp_path, capsys):
    hands = 120 if COMPILED else 30
    words = ["table.seats=4", "tax.time_charge=10", "lineup.types.maniac.max_rebuys=1"]
    run = play_run(tmp_path / "run", hands, words=words, lineup="live-low-stakes")
    diary = shown(capsys, run.path, "--session", 0)
    assert max(map(len, diary.splitlines())) <= 80
    events = [row for row in run.read("events").to_pylist() if row["session_id"] == 0]
    assert diary.count(" sits down with ") == sum(row["kind"] == "arrival" for row in events)
    assert diary.count("leaves") == sum(row["kind"] == "departure" for row in events)
    ledger = [row for row in run.read("ledger").to_pylist() if row["session_id"] == 0]
    assert diary.count(" more\n") == sum(row["kind"] == "rebuy" for row in ledger)
    assert {row["kind"] for row in events} <= set(EVENT_KINDS)
