"""House rules of the table and its players that no other file proves (H-VI.8), and a night with everything on."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from engine_hand import EngineHand
from holdem_sim.config import load
from holdem_sim.happenings import detail
from holdem_sim.schema import DEPARTURE_REASONS, EVENT_KINDS, LEDGER_KINDS
from oracle.dealer import Course, Start
from oracle.house import House, Tax
from oracle.stage import stacked_deck
from sessions import configure, game_of, play_session

BROKE = DEPARTURE_REASONS.index("broke")


@pytest.fixture(scope="module")
def paupers():
    """Players who buy in short, go all-in and never buy again; nobody takes their seats."""
    words = ["lineup.types.always-all-in.max_rebuys=0", "lineup.types.always-all-in.arrival=never"]
    words += ["lineup.types.always-all-in.buy_in_bb=10", "table.seats=6", "tax.percent=0"]
    return play_session(game_of(configure("always-all-in*6", words)), hands=40)


def test_h_vi_8_who_has_no_chips_and_buys_none_gives_his_seat_up(paupers):
    empty = {
        (row["hand_id"], row["seat"], row["player_id"]) for row in paupers["seats"] if row["stack_end"] == 0
    }
    assert len(empty) >= 3
    gone = [row for row in paupers["events"] if row["kind"] == "departure"]
    assert len(gone) == len(empty) and all(row["detail"][0] == BROKE for row in gone)
    for hand_id, _, player in empty:
        later = [row for row in paupers["seats"] if row["player_id"] == player and row["hand_id"] > hand_id]
        assert later == []


def test_h_vi_8_pots_go_to_winners_whole_and_losses_get_nothing_back(paupers):
    won = defaultdict(int)
    for row in paupers["awards"]:
        won[row["hand_id"], row["pot_no"]] += row["amount"]
    for pot in paupers["pots"]:
        assert won[pot["hand_id"], pot["pot_no"]] == pot["amount"] - pot["tax"]
    assert {row["kind"] for row in paupers["ledger"]} <= set(LEDGER_KINDS)
    brought = sum(row["amount"] for row in paupers["ledger"] if row["kind"] in ("buy-in", "rebuy"))
    taken = sum(row["amount"] for row in paupers["ledger"] if row["kind"] == "cash-out")
    tax = sum(row["amount"] for row in paupers["ledger"] if row["kind"] in ("tax", "extra-drop"))
    assert brought + taken + tax == 0
    last = max(row["hand_id"] for row in paupers["hands"])
    left = sum(row["stack_end"] for row in paupers["seats"] if row["hand_id"] == last)
    assert -taken == left, "cashed out is what lay in front, to the chip"


def test_the_lively_table_plays_and_every_event_has_words():
    made = load(
        "casino-lively", words=["dealer_errors.exposed_pocket_card=0.2", "dealer_errors.exposed_burn=0.2"]
    )
    rows = play_session(game_of(made, seed=3), hands=30)
    assert len(rows["hands"]) == 30 and sum(row["misdeals"] for row in rows["hands"]) > 0
    types = tuple(made.lineup.types)
    for row in rows["events"]:
        kind = row["kind"]
        words = detail(EVENT_KINDS.index(kind), row["seat"], tuple(row["detail"]), types)
        assert words or kind in (
            "session-opened",
            "session-closed",
            "arrival",
            "game-broken",
            "game-restarted",
        )
        assert "a card" not in words.replace("a card for the board", "") and "somebody is" not in words
    assert sum(row["amount"] for row in rows["ledger"]) == 0


# -- all-in hands, as reports find them: cases A75 and A78 -------------------------------------------------

HOLE = {0: "AsAh", 1: "KsKh"}
RUN_OUTS = {"2c3d7h8cTd": 1_410_336, "2c3d7hKcTd": 292_660, "2c3c4c5c6c": 9_308}
"""A board on which the aces win, one for the kings, one that both play; and how many of each there are."""


def all_in_for_100(board: str) -> Course:
    """Aces on the button and kings are all-in before the flop."""
    house = House(tax=Tax(percent=Fraction(5)))
    start = Start((100, 100), 0, (1, 2))
    played = EngineHand(house, start, stacked_deck(house, start, HOLE, board))
    played.act("raise", 100)
    played.act("call", 0)
    return played.settle()


def test_case_a75_streets_that_are_run_out_have_no_decisions():
    """No chance of a bet is on record where nobody had a decision, although there is a showdown."""
    course = all_in_for_100("2c3d7h8cTd")
    assert course.showdown and course.last_street == 3 and len(course.burned) == 3
    assert {act.street for act in course.acts} == {0} and len(course.decisions) == 2


def test_case_a78_over_all_boards_the_result_is_the_equity_of_the_taxed_pot():
    """+57.01 for the aces: 82.6366 % of 190, less 100."""
    nets = {board: [chips - 100 for chips in all_in_for_100(board).stacks] for board in RUN_OUTS}
    assert nets == {"2c3d7h8cTd": [90, -100], "2c3d7hKcTd": [-100, 90], "2c3c4c5c6c": [-5, -5]}
    boards = sum(RUN_OUTS.values())
    mean = [sum(times * nets[board][seat] for board, times in RUN_OUTS.items()) / boards for seat in (0, 1)]
    assert [round(chips, 2) for chips in mean] == [57.01, -67.01]
    assert abs(mean[0] - (0.826366 * 190 - 100)) < 1e-4
