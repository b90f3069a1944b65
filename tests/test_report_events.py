"""The report ``events``: every count, rate and interval again from the rows, and the time that errors take."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import _happenings, events
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._statistics import t_quantile
from holdem_sim.reports._text import rendered
from holdem_sim.schema import DEALER_ERRORS, DEPARTURE_REASONS
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
def tables(run) -> dict:
    with open_facts(run) as facts:
        return events.tables(facts)


@pytest.fixture(scope="module")
def found(tables) -> dict[str, dict]:
    return {row["what"]: row for row in tables["events"].to_dict("records")}


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


def test_what_errors_cost_is_time_hands_and_tax(run, tables):
    costs = {row["figure"]: row for row in tables["events.costs"].to_dict("records")}
    happened = grouped(rows(run, "events"), lambda event: event["session_id"])
    sums = {}
    clock = run.config["clock"]
    again = clock["deal_s"] + run.config["deal"]["wash_seconds"]
    for session, hands in grouped(rows(run, "hands"), lambda hand: hand["session_id"]).items():
        errors = sum(event["kind"] in DEALER_ERRORS for event in happened[session])
        lost = errors * clock["error_s"] + sum(hand["misdeals"] for hand in hands) * again
        sums[session] = {
            "lost": float(lost) / 3600,
            "hours": sum(hand["duration_s"] for hand in hands) / 3600,
            "hands": len(hands),
            "tax": sum(hand["tax"] for hand in hands),
        }

    def hourly(sessions, what: str) -> float:
        total = {name: sum(sums[session][name] for session in sessions) for name in sums[0]}
        if what == "minutes_lost":
            return 60 * total["lost"] / total["hours"]
        if what == "time_pct":
            return 100 * total["lost"] / total["hours"]
        rest = total["hours"] - total["lost"]
        made = total["hands" if what == "hands_not_dealt" else "tax"]
        return total["lost"] * made / rest / total["hours"]

    for what in ("minutes_lost", "time_pct", "hands_not_dealt", "tax_not_taken"):
        row, n = costs[what], len(sums)
        rate = hourly(sums, what)
        spread = sum((hourly(set(sums) - {out}, what) - rate) ** 2 for out in sums)
        half = t_quantile(0.95, n - 1) * (spread * (n - 1) / n) ** 0.5
        assert row["per_table_hour"] == pytest.approx(rate) and rate > 0
        assert row["per_table_hour_low"] == pytest.approx(max(rate - half, 0))
        assert row["per_table_hour_high"] == pytest.approx(rate + half)
        if what != "time_pct":
            unit = sum(one["hours"] for one in sums.values())
            assert row["in_all"] == pytest.approx(rate * unit)


def test_rulings_that_changed_an_action(run, tables):
    changed = [action for action in rows(run, "actions") if action["wanted"] is not None]
    assert changed or not COMPILED
    found = {
        (row["wanted"], row["ruled"], row["manner"]): row
        for row in tables["events.rulings"].to_dict("records")
    }
    groups = grouped(changed, lambda action: (action["wanted"], action["action"], action["manner"]))
    assert set(found) == set(groups)
    hands = grouped(rows(run, "hands"), lambda hand: hand["session_id"])
    for key, mine in groups.items():
        row = found[key]
        assert row["times"] == len(mine)
        assert row["smaller"] == sum(action["to"] < action["wanted_to"] for action in mine)
        assert row["chips_less"] == sum(action["wanted_to"] - action["to"] for action in mine)
        times = Counter(action["session_id"] for action in mine)
        rate, low, high = left_out_interval({s: (times[s], len(played)) for s, played in hands.items()})
        shown = [row[f"per_100_hands{end}"] for end in ("", "_low", "_high")]
        assert shown == pytest.approx([100 * rate, max(100 * low, 0), 100 * high])
    costs = {row["figure"]: row for row in tables["events.costs"].to_dict("records")}
    less = sum(action["wanted_to"] - action["to"] for action in changed)
    assert costs["chips_kept_out"]["in_all"] == less
    share = sum(hand["tax"] for hand in rows(run, "hands")) / sum(hand["pot"] for hand in rows(run, "hands"))
    assert costs["tax_kept_out"]["in_all"] == pytest.approx(less * share)


def test_everything_counted_has_words_that_can_be_translated():
    assert {kind.replace("-", " ") for kind in DEALER_ERRORS} == set(_happenings.ERRORS.values())
    assert {f"leaves, {reason}" for reason in DEPARTURE_REASONS} == set(_happenings.LEAVING.values())
    ruled = "a raise put in by two movements: ruled a call"
    assert _happenings.spoken(ruled) == ruled
    parts = [part for deed in _happenings.DEEDS for part in [deed, f"ruled {deed}"]]
    assert set(parts) <= {*_happenings.DEEDS, *_happenings.OUTCOMES}


def test_sentences_say_what_errors_cost(run, tables):
    with open_facts(run) as facts:
        told = list(events.sentences(tables, facts))
    assert told[0].startswith("There were ") and "misdeals" in told[0]
    assert "chips of tax for each table-hour (95 % interval" in told[1]


@pytest.mark.skipif(not COMPILED, reason="needs the compiled engine's speed")
@pytest.mark.parametrize(("chance", "surely_never"), [("0", True), ("0.000001", False)])
def test_misdeals_that_never_happened_are_not_said_never_to_happen(tmp_path, chance, surely_never):
    run = played(tmp_path / "quiet", *CALLERS, "--set", f"dealer_errors.exposed_pocket_card={chance}")
    with open_facts(run) as facts:
        row = events.tables(facts)["events"].set_index("what").loc["misdeals"]
        (table,) = [
            table for table in events.text(events.tables(facts), facts) if "misdeals" in table.rows[0]
        ]
    hours = sum(hand["duration_s"] for hand in rows(run, "hands")) / 3600
    wider = (t_quantile(0.95, 1) / t_quantile(0.95, 10**9)) ** 2
    assert row["times"] == row["per_hour"] == row["per_hour_low"] == 0
    assert row["per_hour_high"] == pytest.approx(0.0 if surely_never else -math.log(0.025) * wider / hours)
    assert ("0.00 to 0.00" in table.rows[0]) == surely_never
