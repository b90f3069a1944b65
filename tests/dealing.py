"""Sessions with a dealer who makes errors, and what holds of all of them."""

from __future__ import annotations

from collections import defaultdict

from holdem_sim.engine.jit import COMPILED
from holdem_sim.schema import DEALER_ERRORS
from sessions import Rows, by_hand, configure, game_of, play_session

HANDS = 60 if COMPILED else 12
MOST = 20
POCKET_MISDEALS = tuple(DEALER_ERRORS[k] for k in (0, 1, 2, 4, 5, 6, 7, 8))
MISDEALS = (*POCKET_MISDEALS, "board-card-to-player")
LINEUP = "tight-aggressive,always-call*3"


def errors(rate: float, *kinds: str) -> list[str]:
    """``--set`` words: these errors, or all of them, at a rate."""
    return [f"dealer_errors.{kind.replace('-', '_')}={rate}" for kind in kinds or DEALER_ERRORS]


def session(words=(), players=LINEUP, seats=5, hands=HANDS, seed=1, number=0) -> Rows:
    config = configure(players, [f"table.seats={seats}", *words])
    return play_session(game_of(config, seed), number, hands)


def of_kind(rows: Rows, *kinds: str) -> dict[int, list[dict]]:
    """The events of these kinds by hand."""
    found = defaultdict(list)
    for event in rows["events"]:
        if event["kind"] in kinds:
            found[event["hand_id"]].append(event)
    return found


def without_clock(rows: Rows, table: str) -> list[dict]:
    """The rows of a table, their times and counts of misdeals aside."""
    dropped = {"started_s", "duration_s", "clock_s", "misdeals"}
    return [{k: v for k, v in row.items() if k not in dropped} for row in rows[table]]


def check_files(rows: Rows) -> None:
    """What holds of every recorded hand."""
    seats = by_hand(rows, "seats")
    streets = ["preflop", "flop", "turn", "river"]
    errors_of = of_kind(rows, *DEALER_ERRORS)
    for hand in rows["hands"]:
        board = [c for c in hand["board"] if c >= 0]
        burned = [c for c in hand["burned"] if c >= 0]
        pockets = [c for s in seats[hand["hand_id"]] for c in s["hole_cards"]]
        assert len(set(board + burned + pockets)) == len(board) + len(burned) + 2 * hand["players_dealt"]
        street = streets.index(hand["last_street"])
        assert len(board) == (0, 3, 4, 5)[street]
        events = errors_of[hand["hand_id"]]
        assert hand["misdeals"] == sum(e["kind"] in MISDEALS for e in events)
        assert len(burned) in (street, street + 1)
        if len(burned) == street + 1:
            assert any(e["kind"].startswith("premature") and e["street"] == streets[street] for e in events)
