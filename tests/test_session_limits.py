"""Sessions at the edge: charges of days, players who come and go, more of them than there are numbers."""

from __future__ import annotations

from holdem_sim.engine.table import BLOCK_ROWS
from sessions import configure, game_of, play_session

ALL_IN = "lineup.types.always-all-in"
HALF_HOUR_MS = 1_800_000


def test_time_charges_of_days_all_come_to_the_ledger():
    """A decision takes an hour: between two hands there are more charges than a block has room for."""
    seats = 10
    words = ["table.seats=10", "tax.time_charge=1", "tax.percent=0", "clock.action_s=3600"]
    rows = play_session(game_of(configure(f"always-call*{seats}", words)), hands=6)
    charges = [row for row in rows["ledger"] if row["kind"] == "time-charge"]
    half_hours = int(rows["hands"][-1]["started_s"] // HALF_HOUR_MS)  # the engine counts ms
    assert len(charges) == seats * half_hours > BLOCK_ROWS["ledger"]
    assert {row["amount"] for row in charges} == {-1} and {row["session_id"] for row in charges} == {0}
    assert sum(row["amount"] for row in rows["ledger"]) == 0


def test_who_rebuys_below_less_than_a_chip_never_rebuys_and_is_replaced():
    hands = 60
    words = [
        "table.seats=3",
        f"session.hands={hands}",
        f"{ALL_IN}.rebuy_below_bb=0.001",
        f"{ALL_IN}.arrival=0",
    ]
    config = configure("always-all-in*3", words)
    assert config.rules_record().players_per_session == 3 * (hands + 1)
    rows = play_session(game_of(config), hands=hands)
    assert len(rows["hands"]) == hands
    assert len(rows["players"]) > 3
    assert not [row for row in rows["ledger"] if row["kind"] == "rebuy"]


def test_a_session_that_has_no_numbers_for_more_players_ends():
    config = configure("always-all-in*3", ["table.seats=3", f"{ALL_IN}.max_rebuys=0", f"{ALL_IN}.arrival=1"])
    game = game_of(config)
    game.rules.players_per_session = 5
    rows = play_session(game, hands=100)
    assert [row["player_id"] for row in rows["players"]] == list(range(5))
    assert 0 < len(rows["hands"]) < 100
    assert sum(row["amount"] for row in rows["ledger"]) == 0
