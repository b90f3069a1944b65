"""The report ``positions``: every number again from the rows, in the order of acting, at tables of any size."""

from __future__ import annotations

import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import positions
from holdem_sim.reports._attribution import ATTRIBUTIONS
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import rendered
from recounting import recount, sums_by_session
from reporting import Row, grouped, left_out_interval, left_out_percent, played

HANDS = 600 if COMPILED else 60
WORDS = [
    "--players", "maniac*2,loose-passive*2,tight-aggressive,calling-station,uniform-random",
    "--set", "table.seats=7", "--set", f"session.hands={30 if COMPILED else 10}",
    "--set", "lineup.types.uniform-random.max_rebuys=0", "--set", "lineup.types.uniform-random.arrival=20",
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("positions") / "seven", "--hands", str(HANDS), *WORDS)


@pytest.fixture(scope="module")
def again(run):
    return recount(run)


@pytest.fixture(scope="module")
def found(run):
    with open_facts(run) as facts:
        return positions.tables(facts)


def check(row: Row, mine: list[Row], again, all_tax: float) -> None:
    """A row of the report, from the rows of the seats that it is about."""
    _, counts = again
    assert row["hands"] == row["bb_per_100_of"] == row["vpip_pct_of"] == len(mine)
    assert row["net"] == sum(seat["net"] for seat in mine)
    assert row["tax"] == pytest.approx(sum(seat["tax_paid"] for seat in mine))
    assert row["tax_share_pct"] == pytest.approx(100 * row["tax"] / all_tax)
    sessions = grouped(mine, lambda seat: seat["session_id"])
    assert row["sessions"] == len(sessions)
    for name, what in (("bb_per_100", "net"), ("tax_bb_per_100", "tax_paid")):
        sums = {s: (sum(seat[what] for seat in group), len(group)) for s, group in sessions.items()}
        expected = left_out_interval(sums) if len(sums) > 1 else None
        if expected is not None:
            assert [row[name + end] for end in ("", "_low", "_high")] == pytest.approx(expected)
    for name in ("vpip", "pfr"):
        if len(sessions) > 1:
            expected = left_out_percent(sums_by_session(mine, counts, name, "hands"))
            shown = [row[f"{name}_pct{end}"] for end in ("", "_low", "_high")]
            assert shown == pytest.approx([100 * part for part in expected], nan_ok=True)


def test_every_position_is_that_of_the_rows(found, again):
    seats, _ = again
    all_tax = sum(seat["tax_paid"] for seat in seats)
    at = grouped(seats, lambda seat: seat["position"])
    frame = found["positions"]
    assert list(frame["position"]) == [name for name in positions.ORDER if name in at]
    assert {"UTG", "BTN", "SB", "BB"} <= set(at)
    for row in frame.to_dict("records"):
        check(row, at[row["position"]], again, all_tax)
    assert frame["tax"].sum() == pytest.approx(all_tax)
    assert frame["tax_share_pct"].sum() == pytest.approx(100)


def test_every_strategy_at_every_position_is_that_of_the_rows(found, again):
    seats, _ = again
    all_tax = sum(seat["tax_paid"] for seat in seats)
    at = grouped(seats, lambda seat: (seat["strategy"], seat["position"]))
    frame = found["positions.strategies"]
    assert len(frame) == len(at)
    for row in frame.to_dict("records"):
        check(row, at[row["strategy"], row["position"]], again, all_tax)


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_tax_follows_the_attribution_and_names_it(run, again, name):
    seats, _ = again
    all_tax = sum(seat["tax_paid"] for seat in seats)
    with open_facts(run, name) as facts:
        tables = positions.tables(facts)
        titles = [table.title for table in positions.text(tables, facts)]
        told = " ".join(positions.sentences(tables, facts))
    frame = tables["positions"]
    assert set(frame["attribution"]) == {name}
    assert frame["tax"].sum() == pytest.approx(all_tax)
    assert ATTRIBUTIONS[name].title in titles[1] and ATTRIBUTIONS[name].title in told
    shares = frame["tax"] / frame["hands"]
    if name == "dealt":
        assert shares.max() < 1.5 * shares.min(), "equal parts: only the number of players makes a difference"


def test_heads_up_has_button_and_big_blind(tmp_path):
    words = ["--players", "always-call*2", "--set", "table.seats=2", "--set", "session.hands=20"]
    with open_facts(played(tmp_path / "two", "--hands", "80", *words)) as facts:
        tables = positions.tables(facts)
        texts = [rendered(table) for table in positions.text(tables, facts)]
        told = list(positions.sentences(tables, facts))
    frame = tables["positions"].set_index("position")
    assert list(frame.index) == ["BTN", "BB"]
    assert frame["vpip_pct"].to_list() == [100, 0] and frame["pfr_pct"].to_list() == [0, 0]
    assert "Rough where a position is in fewer than ten sessions." in texts[0]
    assert frame["tax_bb_per_100"].to_list() == pytest.approx([5.0, 5.0]), "5 % of each one's big blind"
    assert len(told) == 2 and "95 % interval" in told[0]


def test_closed_form_everybody_folds_to_a_raise(tmp_path):
    """Six always-fold: the small blind loses half a big blind a hand, the big blind wins it less the tax."""
    words = ["--players", "always-fold*6", "--set", "table.seats=6", "--set", "session.hands=30"]
    with open_facts(played(tmp_path / "fold", "--hands", "60", *words)) as facts:
        frame = positions.tables(facts)["positions"].set_index("position")
    assert list(frame.index) == ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
    assert (frame["vpip_pct"] == 0).all()
    assert frame.loc["SB", "bb_per_100"] == pytest.approx(-50)
    assert frame.loc["BB", "bb_per_100"] == pytest.approx(50 - frame["tax_bb_per_100"].sum())
    assert (frame.loc[["UTG", "HJ", "CO", "BTN"], "bb_per_100"] == 0).all()


def test_one_session_has_no_interval_and_says_so(tmp_path):
    words = ["--players", "always-call*3", "--set", "table.seats=3", "--set", "session.hands=40"]
    with open_facts(played(tmp_path / "one", "--hands", "40", *words)) as facts:
        tables = positions.tables(facts)
        first = rendered(next(positions.text(tables, facts)))
        told = next(positions.sentences(tables, facts))
    assert "No intervals: it takes two sessions." in first and "±" not in first
    assert "95 %" not in told
    assert set(tables["positions"]["note"]) == {"no interval: it takes two sessions"}
