"""House rules of the table and its players that no other file proves (H-VI.8), and a night with everything on."""

from __future__ import annotations

from collections import defaultdict

import pytest

from holdem_sim.config import load
from holdem_sim.happenings import detail
from holdem_sim.schema import DEPARTURE_REASONS, EVENT_KINDS, LEDGER_KINDS
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
