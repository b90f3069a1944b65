"""The re-check of what happens between hands: one spoilt fact each of chips, seats, clocks and habits."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import HoldemError
from holdem_sim.recheck.house import House
from holdem_sim.recheck.lineup import EMPTY, SHARE, BuyIns, Kind, Lineup
from holdem_sim.verify import check_run
from runs import change_info, copy_of, first, part, play_run, spoilt

FUZZER = f"{Path(__file__).with_name('fuzz_players.py')}:fuzzer"
HANDS = 200 if COMPILED else 100
WORDS = (
    "table.seats=6", "session.hands=80", "session.min_players=3", "tax.time_charge=20",
    "lineup.types.uniform-random.max_rebuys=1", "lineup.types.uniform-random.arrival=4",
    "lineup.types.uniform-random.straddle=0.5",
)  # fmt: skip
BREAKING = (
    "table.seats=3", "session.hands=60", "tax.time_charge=300",
    "lineup.types.always-all-in.max_rebuys=0", "lineup.types.always-all-in.arrival=30",
)  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """Sessions with straddles, time charges, newcomers, and wishes that were ruled otherwise."""
    run = play_run(
        tmp_path_factory.mktemp("sessions") / "good", HANDS, f"{FUZZER},uniform-random*3,always-call*2", WORDS
    )
    assert check_run(run) == []
    return run


@pytest.fixture(scope="module")
def breaking(tmp_path_factory):
    """Sessions in which the game breaks and starts again."""
    run = play_run(tmp_path_factory.mktemp("sessions") / "breaking", 60, "always-all-in*3", BREAKING)
    assert check_run(run) == []
    return run


def test_h_ix_9_a_fold_without_a_turn_is_followed(tmp_path):
    """Short stacks who speak before their turn; a fold binds though its turn does not come any more."""
    habits = ("buy_in_bb=1.5", "rebuy_below_bb=0.5", "out_of_turn=1")
    words = ["table.seats=3", "buy_in.min_bb=1", "buy_in.late_min_bb=1", "dealer_errors.premature_flop=1"]
    words += [f"lineup.types.uniform-random.{habit}" for habit in habits]
    run = play_run(tmp_path / "early", HANDS, "uniform-random*3", words)
    assert check_run(run) == []
    acts = pq.read_table(part(run, "actions")).to_pylist()
    free = [a for a in acts if (a["action"], a["manner"], a["to_call"]) == ("fold", "out-of-turn", 0)]
    assert len(free) > HANDS // 20


# -- facts -------------------------------------------------------------------------------------------


def shift_the_last_hand(tables):
    """The last hand of the first session begins five seconds late, and everything after it moves along."""
    hand = [row for row in tables["hands"] if row["session_id"] == 0][-1]
    begins = hand["started_s"]
    hand["started_s"] += 5
    for row in (*tables["ledger"], *tables["events"]):
        if row["session_id"] == 0 and row["clock_s"] > begins:
            row["clock_s"] += 5


def buy_more(tables, kind):
    """A purchase of a hundred chips more than the type makes, the stacks after it to match."""
    line = first(tables["ledger"], kind=kind, hand_no=lambda n: n > 0)
    line["amount"] += 100
    for row in tables["seats"]:
        if row["player_id"] == line["player_id"] and row["hand_id"] >= line["hand_no"]:
            row["stack_start"] += 100
            row["stack_end"] += 100


def take_from_a_newcomer(tables):
    """A time charge from somebody who has just sat down."""
    ledger = tables["ledger"]
    place = next(i for i, line in enumerate(ledger) if line["kind"] == "buy-in" and line["hand_no"] > 0)
    ledger.insert(place + 1, {**ledger[place], "kind": "time-charge", "amount": -20})


def forget(table, **wanted):
    return lambda tables: tables[table].remove(first(tables[table], **wanted))


def put(table, name, value, /, **wanted):
    return lambda tables: first(tables[table], **wanted).update({name: value})


def another_type(tables, newcomer):
    """A player becomes one of another type, in every column that says so."""
    opening = {
        line["player_id"] for line in tables["ledger"] if line["kind"] == "buy-in" and line["hand_no"] == 0
    }
    player = next(
        p
        for p in tables["players"]
        if p["type"] == "uniform-random" and (p["player_id"] in opening) != newcomer
    )
    other = first(tables["players"], type="always-call")
    for row in tables["seats"]:
        if row["player_id"] == player["player_id"]:
            row["strategy"] = other["strategy"]
    player.update({name: other[name] for name in ("strategy", "spec", "type", "party")})


def other_label(tables):
    """One player is labelled like others, in every column that says so."""
    player = first(tables["players"], type="uniform-random")
    player["strategy"] = "always-call"
    for row in tables["seats"]:
        if row["player_id"] == player["player_id"]:
            row["strategy"] = "always-call"


def early_departure(tables):
    event = first(tables["events"], kind="departure")
    event["clock_s"] -= 0.001


def invented_restart(tables):
    events = tables["events"]
    place = next(i for i, event in enumerate(events) if event["kind"] == "arrival" and event["clock_s"] > 0)
    events.insert(place + 1, {**events[place], "kind": "game-restarted", "seat": None})


def invented_post(tables):
    """A dead post of nothing at all before the first decision of a hand."""
    actions = tables["actions"]
    place = next(i for i, row in enumerate(actions) if row["action"] in ("fold", "call", "check", "raise"))
    old = actions[place]
    row = {
        **old,
        "action": "post-dead",
        "amount": 0,
        "to": 0,
        "to_call": 0,
        "wanted": None,
        "wanted_to": None,
    }
    actions.insert(place, {**row, "all_in": False})
    for later in actions[place + 1 :]:
        later["seq"] += later["hand_id"] == old["hand_id"]


FACTS = {
    "a pause that nobody needs": (shift_the_last_hand, ": started_s: expected"),
    "a rebuy of more than he ever buys": (
        lambda tables: buy_more(tables, "rebuy"),
        "ledger: stack after a rebuy before hand",
    ),
    "a newcomer with more than he ever brings": (
        lambda tables: buy_more(tables, "buy-in"),
        "ledger: buy-in before hand",
    ),
    "a missing rebuy": (forget("ledger", kind="rebuy"), "ledger: the rebuy of 10000 before hand"),
    "a missing time charge": (
        forget("ledger", kind="time-charge"),
        "ledger: the time charge of -20 before hand",
    ),
    "a time charge from a newcomer": (
        take_from_a_newcomer,
        "ledger: a time-charge of -20 that nothing called for before hand",
    ),
    "a missing cash-out": (forget("ledger", kind="cash-out"), "ledger: the cash-out of -"),
    "a missing line of the house": (
        forget("ledger", kind="extra-drop"),
        "ledger: the line extra-drop is missing",
    ),
    "a player of another type": (
        lambda tables: another_type(tables, newcomer=False),
        "is for uniform-random, not always-call",
    ),
    "a newcomer of another type": (
        lambda tables: another_type(tables, newcomer=True),
        "ledger: type of the newcomer before hand",
    ),
    "a label of another strategy": (
        other_label,
        "players: labels of the spec uniform-random: expected one, found",
    ),
    "an early departure": (early_departure, "events: the next departure: expected seat"),
    "a game that did not restart": (
        invented_restart,
        "events: the next game-restarted: expected nothing, found at",
    ),
    "a post that nobody owes": (invented_post, "a post by a player who owes none"),
    "a wish that was not wished": (
        put("actions", "wanted", "bet", wanted="raise", action="call"),
        "wanted and wanted_to: expected a raise ruled a call to",
    ),
    "a duration that is none": (put("hands", "duration_s", math.nan), "column duration_s of hands holds nan"),
    "a start that is none": (put("hands", "started_s", math.inf), "column started_s of hands holds inf"),
}


@pytest.mark.parametrize("fact", FACTS)
def test_a_spoilt_fact_is_named(good, tmp_path, fact):
    spoil, said = FACTS[fact]
    found = spoilt(good, tmp_path, spoil)
    assert any(said in fault for fault in found), found[:5]


BROKEN = {
    "a restart": ({"kind": "game-restarted"}, "events: the next game-restarted: expected at"),
    "a break": ({"kind": "game-broken"}, "events: the next game-broken: expected at"),
    "a draw": (
        {"kind": "button-draw", "clock_s": lambda s: s > 0},
        "events: no button-draw for a game that begins",
    ),
    "a departure": ({"kind": "departure"}, "events: the next departure: expected seat"),
}


@pytest.mark.parametrize("fact", BROKEN)
def test_a_missing_event_of_a_broken_game_is_named(breaking, tmp_path, fact):
    wanted, said = BROKEN[fact]
    found = spoilt(breaking, tmp_path, forget("events", **wanted))
    assert any(said in fault for fault in found), found[:5]


def test_a_newcomer_whom_the_button_has_passed_is_dealt_in(good):
    """Without his chips counted he would be missing in no other sum."""
    from holdem_sim.recheck.faults import Faults
    from holdem_sim.recheck.files import hands, sessions
    from holdem_sim.recheck.session import Book

    faults = Faults(100)
    name = part(good, "hands").name
    session = sessions(good, name, faults)[0]
    book = Book(0, session, House.of(good.config), faults)
    newcomers = {p.player_id for p in session.players[6:]}
    for hand in hands(good, name, faults):
        came = [s for s in hand.seats if s.player_id in newcomers]
        if came and len(hand.seats) > 3 and came[0].seat != hand.row.button_seat:
            hand.seats.remove(came[0])
            book.hand(hand)
            break
        book.hand(hand)
    assert [fault.what for fault in faults.found] == ["a player with chips is not dealt in"]
    assert faults.found[0].seat == came[0].seat


# -- run.json and its configuration ----------------------------------------------------------------------


def in_type(name, **values):
    return lambda info: info["config"]["lineup"]["types"][name].update(values)


CONFIGS = {
    "who never straddles": (
        in_type("uniform-random", straddle=0),
        "a straddle by a player whose type never does",
    ),
    "who always straddles": (
        in_type("uniform-random", straddle=1),
        "no straddle by a player whose type always does",
    ),
    "who never rebuys": (in_type("uniform-random", max_rebuys=0), "a rebuy of 10000 that nothing called for"),
    "who rebuys again": (in_type("uniform-random", max_rebuys=2), "the rebuy of 10000 before hand"),
    "who rebuys late": (in_type("always-call", rebuy_below_bb=0), "a rebuy of"),
    "who never comes": (in_type("uniform-random", arrival="never"), "but no uniform-random ever comes"),
    "hours": (lambda info: info["config"]["session"].update(hours=0.2), "when the session's time is up"),
    "players needed": (
        lambda info: info["config"]["session"].update(min_players=7),
        "players with chips before hand 0",
    ),
    "longer sessions": (
        lambda info: info["config"]["session"].update(hands=81),
        "the session ends although its hands",
    ),
    "a seat more": (
        lambda info: info["config"]["lineup"]["seats"].append("always-call"),
        "buy-ins at the opening: seat 6",
    ),
    "hands asked for": (
        lambda info: info.update(hands_requested=HANDS + 1),
        f"expected {HANDS}, found {HANDS + 1}",
    ),
    "hands": (lambda info: info.update(hands=1), f"run.json: hands: expected {HANDS}, found 1"),
    "sessions": (lambda info: info.update(sessions=9), "run.json: sessions: expected"),
}


@pytest.mark.parametrize("key", CONFIGS)
def test_a_run_that_does_not_fit_its_configuration_is_found(good, tmp_path, key):
    spoil, said = CONFIGS[key]
    found = [str(fault) for fault in check_run(change_info(copy_of(good, tmp_path / "copy"), spoil))]
    assert any(said in fault for fault in found), found[:5]


@pytest.mark.parametrize("key", ["tax.unit", "rules.chip_unit"])
def test_a_chip_of_nothing_is_an_error(good, tmp_path, key):
    section, name = key.split(".")
    run = change_info(
        copy_of(good, tmp_path / "copy"), lambda info: info["config"][section].update({name: 0})
    )
    with pytest.raises(HoldemError, match=f"'config' lacks or garbles {key}"):
        check_run(run)


def test_who_is_corrected_leaves_his_wish(tmp_path):
    bot = tmp_path / "wishful.py"
    bot.write_text(
        "from holdem_sim import raise_to, strategy\n\n@strategy\ndef wishful():\n"
        "    def decide(spot):\n        return raise_to(1)\n    return decide\n"
    )
    run = play_run(tmp_path / "run", 20, f"{bot}*3", ["table.seats=3"])
    assert run.info["sums"]["corrected"] > 0
    assert check_run(run) == []
    corrected = run.info["sums"]["corrected"]
    for other in (corrected + 1, corrected - 1):
        changed = change_info(run, lambda info, other=other: info["sums"].update(corrected=other))
        assert [str(fault)[:27] for fault in check_run(changed)] == ["run.json: sum corrected: ex"]


# -- the lineup ------------------------------------------------------------------------------------------

LIMITS = BuyIns.of({"min_bb": 10, "max_bb": "100.5", "late_min_bb": "20.2"}, 25)


def kind(**changed) -> Kind:
    values = {
        "strategy": "nit", "party": None, "share": 1, "buy_in_bb": 15, "rebuy_below_bb": 40,
        "rebuy_to_bb": 500, "max_rebuys": 2, "straddle": "0.25", "arrival": 15, "walk_in": "never",
        "patience": 30, "entry": "wait", "seat_change": 0, "stay_hands": None, "stay_hours": None,
        "stop_loss_bb": None, "stop_win_bb": None, "company": 0, "departure": "never", "come_back": 0, "silent": 0,
        "string": 0, "out_of_turn": 0,
    }  # fmt: skip
    return Kind.of(values | changed, 25, LIMITS)


def test_h_vi_2_buy_ins_are_whole_chips_within_the_limits():
    assert (LIMITS.least, LIMITS.late_least, LIMITS.most) == (250, 505, 2512)
    assert (kind().buy_in, kind().late_buy_in, kind().rebuy_to) == (375, 505, 2512)
    assert kind(buy_in_bb="0.1").buy_in == 250
    assert kind().straddle == Fraction(1, 4)


def test_h_xvi_4_rebuys():
    assert [kind().rebuy(stack, 0) for stack in (0, 999, 1000, 3000)] == [2512, 1513, 0, 0]
    assert [kind().rebuy(0, done) for done in (1, 2)] == [2512, 0]
    assert kind(max_rebuys="unlimited").rebuy(0, 10**6) == 2512
    assert kind(rebuy_below_bb=0).rebuy(0, 0) == 0


def test_places_of_a_lineup():
    kinds = {"nit": kind(), "maniac": kind(share=None)}
    types = {"nit": {"count": None}, "maniac": {"count": 2}}
    mixed = Lineup.of({"types": types, "seats": None}, 4, kinds)
    assert mixed.places == ("maniac", "maniac", SHARE, SHARE)
    assert mixed.wrong_places({0: "nit", 1: "maniac", 2: "nit", 3: "maniac"}) is None
    assert mixed.wrong_places({0: "nit", 1: "maniac", 2: "nit", 3: "nit"}) == "2 seats are for maniac, not 1"
    assert mixed.wrong_places({0: "maniac", 1: "maniac", 2: "nit"}) == "4 seats are taken, not 3"
    fixed = Lineup.of({"types": types, "seats": ["nit", None]}, 3, kinds)
    assert fixed.places == ("nit", EMPTY, EMPTY)
    assert fixed.wrong_places({0: "nit"}) is None
    assert fixed.wrong_places({0: "nit", 1: "nit"}) == "seat 1 is for nobody, not nit"
