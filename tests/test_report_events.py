"""The report ``events``: every count, rate and interval again from the rows, and the time that errors take."""

from __future__ import annotations

from collections import Counter

import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import events
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import rendered
from holdem_sim.schema import DEALER_ERRORS
from reporting import grouped, left_out_interval, played, rows

HANDS = 400 if COMPILED else 60
LIVELY = [
    "--table", "casino-lively",
    "--set", "session.hands=30",
    "--set", "dealer_errors.exposed_pocket_card=0.2",
    "--set", "dealer_errors.exposed_burn=0.1",
    "--set", "lineup.types.*.out_of_turn=0.1",
    "--set", "lineup.types.*.straddle=0.2",
]  # fmt: skip
CALLERS = [
    "--players",
    "always-call*3",
    "--set",
    "table.seats=3",
    "--set",
    "session.hands=20",
    "--hands",
    "40",
]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("events") / "lively", "--hands", str(HANDS), *LIVELY)


@pytest.fixture(scope="module")
def found(run) -> dict[str, dict]:
    with open_facts(run) as facts:
        return {row["what"]: row for row in events.tables(facts)["events"].to_dict("records")}


def test_what_happened_is_counted(run, found):
    happened = Counter(event["kind"] for event in rows(run, "events"))
    actions = Counter(action["action"] for action in rows(run, "actions"))
    for kind in DEALER_ERRORS:
        assert found.get(kind.replace("-", " "), {"times": 0})["times"] == happened[kind]
    assert found["misdeals"]["times"] == sum(hand["misdeals"] for hand in rows(run, "hands")) > 0
    assert found["straddles"]["times"] == actions["straddle"] > 0
    rulings = sum(row["times"] for row in found.values() if row["group"] == "rulings")
    assert rulings == happened["ruling"] > 0
    assert found["waits for a seat"]["times"] == happened["waiting"]
    leaving = sum(row["times"] for what, row in found.items() if what.startswith("leaves, "))
    assert leaving == happened["departure"]


def test_rates_and_their_intervals_are_those_of_the_sessions(run, found):
    hands = grouped(rows(run, "hands"), lambda row: row["session_id"])
    burns = Counter(e["session_id"] for e in rows(run, "events") if e["kind"] == "exposed-burn")
    sums = {
        session: (burns[session], sum(hand["duration_s"] for hand in mine) / 3600)
        for session, mine in hands.items()
    }
    rate, low, high = left_out_interval(sums)
    row = found["exposed burn"]
    assert row["per_hour"] == pytest.approx(rate)
    assert row["per_hour_low"] == pytest.approx(max(low, 0.0))
    assert row["per_hour_high"] == pytest.approx(high)
    assert row["per_100_hands"] == pytest.approx(100 * sum(burns.values()) / HANDS)


def hours_and_lost(run: Run) -> tuple[float, float]:
    with open_facts(run) as facts:
        frame = events.tables(facts)["events"].set_index("what")["times"]
        return facts.sessions["table_hours"].sum(), frame.get("minutes lost", 0.0) / 60


@pytest.mark.parametrize("shuffle", ["uniform", "hand"])
def test_the_minutes_lost_are_those_that_the_same_hands_take_longer(tmp_path, shuffle):
    words = [*CALLERS, "--set", f"deal.shuffle={shuffle}"]
    careful, nothing = hours_and_lost(played(tmp_path / "careful", *words))
    slips = ["--set", "dealer_errors.wrong_order=0.4", "--set", "dealer_errors.exposed_burn=0.3"]
    careless, lost = hours_and_lost(played(tmp_path / "careless", *words, *slips))
    assert nothing == 0 < lost
    assert careless == pytest.approx(careful + lost)


def test_the_text_leaves_out_what_never_happened(tmp_path):
    with open_facts(played(tmp_path / "plain", *CALLERS)) as facts:
        texts = [rendered(table) for table in events.text(events.tables(facts), facts)]
    assert [text.partition("\n")[0] for text in texts] == ["Dealing errors", "People and games"]
    assert "misdeals" in texts[0] and "minutes lost" not in texts[0]
    assert "Rough interval: 2 sessions." in texts[0]
