"""The report ``sessions``: every session and every hour since the opening, recomputed from the rows."""

from __future__ import annotations

import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import sessions
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import rendered
from reporting import Row, grouped, left_out_interval, played, rows

ENDS = ("", "_low", "_high")
LIVELY = [
    "--hands", str(700 if COMPILED else 60),
    "--table", "casino-lively",
    "--set", f"session.hands={120 if COMPILED else 20}",
    "--set", f"clock.deal_s={35 if COMPILED else 200}",
    "--set", "tax.extra_drop=50",
    "--set", "tax.time_charge=20",
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("sessions") / "run", *LIVELY)


@pytest.fixture(scope="module")
def found(run) -> dict:
    with open_facts(run) as facts:
        return sessions.tables(facts)


def by_session(items: list[Row]) -> dict[int, list[Row]]:
    return grouped(items, lambda row: row["session_id"])


def hours(hands: list[Row]) -> float:
    return sum(hand["duration_s"] for hand in hands) / 3600


def test_every_session_is_what_its_rows_add_up_to(run, found):
    ledger, seats, events = (by_session(rows(run, table)) for table in ("ledger", "seats", "events"))
    shown = {row["session_id"]: row for row in found["sessions"].to_dict("records")}
    hands = by_session(rows(run, "hands"))
    assert list(shown) == sorted(hands)
    for session, mine in hands.items():
        row = shown[session]
        lines = grouped(ledger[session], lambda line: line["kind"])
        closed = max(event["clock_s"] for event in events[session] if event["kind"] == "session-closed")
        table_hours = hours(mine)
        seat_hours = sum(hand["duration_s"] * hand["players_dealt"] for hand in mine) / 3600
        whole = {
            "hands": len(mine),
            "people": len({seat["player_id"] for seat in seats[session]}),
            "pot": sum(hand["pot"] for hand in mine),
            "biggest_pot": max(hand["pot"] for hand in mine),
            "tax": sum(hand["tax"] for hand in mine),
            "extra_drop": sum(hand["extra_drop"] for hand in mine),
            "time_charge": -sum(line["amount"] for line in lines.get("time-charge", [])),
            "buy_ins": len(lines["buy-in"]),
            "rebuys": len(lines.get("rebuy", [])),
            "busts": sum(seat["stack_end"] == 0 for seat in seats[session]),
            "misdeals": sum(hand["misdeals"] for hand in mine),
        }
        assert {name: row[name] for name in whole} == whole
        assert row["open_hours"] == pytest.approx(closed / 3600)
        assert row["table_hours"] == pytest.approx(table_hours)
        assert row["hands_per_hour"] == pytest.approx(len(mine) / table_hours)
        assert row["players"] == pytest.approx(seat_hours / table_hours)
        assert row["mean_pot"] == pytest.approx(whole["pot"] / len(mine))
        assert row["tax_per_hour"] == pytest.approx(whole["tax"] / table_hours)


RATES = {
    "hands_per_hour": (len, hours),
    "mean_pot": (lambda hands: sum(hand["pot"] for hand in hands), len),
    "tax_per_table_hour": (lambda hands: sum(hand["tax"] for hand in hands), hours),
    "players": (
        lambda hands: sum(hand["duration_s"] * hand["players_dealt"] for hand in hands) / 3600,
        hours,
    ),
}


@pytest.mark.parametrize("name", RATES)
def test_the_hours_since_the_opening(run, found, name):
    numerator, denominator = RATES[name]
    hourly = grouped(rows(run, "hands"), lambda hand: int(hand["started_s"] // 3600))
    shown = {row["hour"]: row for row in found["sessions.hours"].to_dict("records")}
    assert list(shown) == sorted(hourly) and len(shown) > 2
    for hour, hands in hourly.items():
        groups = by_session(hands)
        row = shown[hour]
        assert (row["sessions"], row["hands"]) == (len(groups), len(hands))
        sums = {session: (numerator(mine), denominator(mine)) for session, mine in groups.items()}
        assert row[f"{name}_of"] == pytest.approx(sum(x for _, x in sums.values()))
        if len(sums) > 1:
            assert [row[f"{name}{end}"] for end in ENDS] == pytest.approx(left_out_interval(sums))


def test_chips_on_the_table_are_those_in_front_of_the_players(run, found):
    """Of a hand dealt at the hour everybody's chips are in the rows of the seats, but for who waits or owes."""
    hands, ledger = by_session(rows(run, "hands")), by_session(rows(run, "ledger"))
    for row in found["sessions.hours"].to_dict("records"):
        begins = 3600 * row["hour"]
        on = [s for s, mine in hands.items() if any(begins <= h["started_s"] < begins + 3600 for h in mine)]
        chips = []
        for session in on:
            lines = [line for line in ledger[session] if line["player_id"] is not None]
            ended = [h for h in hands[session] if h["started_s"] + h["duration_s"] <= begins]
            moved = sum(line["amount"] for line in lines if line["clock_s"] <= begins)
            chips.append(moved - sum(hand["tax"] + hand["extra_drop"] for hand in ended))
        assert row["chips_on_table"] == pytest.approx(sum(chips) / len(chips))


def test_the_first_hour_begins_with_what_the_players_bought(run, found):
    first = found["sessions.hours"].iloc[0]
    stacks = [seat["stack_start"] for seat in rows(run, "seats") if seat["hand_id"] % 1_000_000 == 0]
    count = len({seat["session_id"] for seat in rows(run, "seats")})
    assert first["chips_on_table"] == pytest.approx(sum(stacks) / count)


def test_text_and_sentences(run, found):
    with open_facts(run) as facts:
        shown = "\n".join(rendered(table) for table in sessions.text(found, facts))
        told = list(sessions.sentences(found, facts))
    assert "The hours since the opening" in shown and "misdeals" in shown
    assert f"Quantiles over {len(found['sessions'])} sessions." in shown
    assert all("nan" not in sentence for sentence in told)
