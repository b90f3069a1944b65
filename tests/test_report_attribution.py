"""Who paid the tax of a hand: each way adds up to the hand's tax, is what its definition says, and is named."""

from __future__ import annotations

import json

import pytest

from holdem_sim.cli import main
from holdem_sim.dataset import Run
from holdem_sim.reports import tax
from holdem_sim.reports._attribution import ATTRIBUTIONS
from holdem_sim.reports._facts import open_facts
from reporting import HANDS, MIXED, Row, grouped, left_out_interval, played, rows


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("attribution") / "mixed", "--hands", str(HANDS), *MIXED)


def paid(name: str, seat: Row, hand: Row, mates: list[Row]) -> float:
    """A seat's part of its hand's tax by the definitions."""
    if name == "dealt":
        return hand["tax"] / len(mates)
    what = "won" if name == "winner" else "contributed"
    return hand["tax"] * seat[what] / sum(mate[what] for mate in mates)


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_every_seat_pays_its_part_and_all_seats_the_tax_of_the_hand(run, name):
    hands = {hand["hand_id"]: hand for hand in rows(run, "hands")}
    mates = grouped(rows(run, "seats"), lambda seat: seat["hand_id"])
    with open_facts(run, name) as facts:
        found = facts.sql("SELECT hand_id, seat, tax_paid FROM seat_hands").set_index(["hand_id", "seat"])
    assert len(found) == sum(map(len, mates.values()))
    for hand_id, hand in hands.items():
        for seat in mates[hand_id]:
            expected = paid(name, seat, hand, mates[hand_id])
            assert found.loc[(hand_id, seat["seat"]), "tax_paid"] == pytest.approx(expected, abs=1e-9)
        assert found.loc[hand_id, "tax_paid"].sum() == pytest.approx(hand["tax"], abs=1e-9)


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_tax_by_strategy_follows_the_attribution_and_names_it(run, name):
    hands = {hand["hand_id"]: hand for hand in rows(run, "hands")}
    seats = rows(run, "seats")
    mates = grouped(seats, lambda seat: seat["hand_id"])
    with open_facts(run, name) as facts:
        frame = tax.tables(facts)["tax.strategies"]
        (table,) = (t for t in tax.text(tax.tables(facts), facts) if t.title.startswith("Tax by strategy"))
        assert facts.player_sessions["tax_paid"].sum() == pytest.approx(sum(h["tax"] for h in hands.values()))
    assert set(frame["attribution"]) == {name}
    assert table.title.endswith(ATTRIBUTIONS[name].title) and table.notes[0] == ATTRIBUTIONS[name].meaning
    for strategy, mine in grouped(seats, lambda seat: seat["strategy"]).items():
        sums = {
            session: (
                sum(paid(name, seat, hands[seat["hand_id"]], mates[seat["hand_id"]]) for seat in group),
                len(group),
            )
            for session, group in grouped(mine, lambda seat: seat["session_id"]).items()
        }
        row = frame[frame["strategy"] == strategy].iloc[0]
        assert row["tax_paid"] == pytest.approx(sum(y for y, _ in sums.values()))
        found = (row["tax_bb_per_100"], row["tax_bb_per_100_low"], row["tax_bb_per_100_high"])
        assert found == pytest.approx(left_out_interval(sums))


def test_a_pot_that_the_house_took_whole_is_attributed_by_contribution(tmp_path):
    words = ["--players", "always-call*2", "--set", "table.seats=2", "--set", "tax.percent=100"]
    run = played(tmp_path / "all", "--hands", "5", *words)
    with open_facts(run, "winner") as facts:
        found = facts.sql("SELECT tax_paid, contributed FROM seat_hands")
    assert (found["tax_paid"] == found["contributed"]).all() and (found["tax_paid"] > 0).all()


def test_the_command_takes_the_attribution(run, capsys):
    def strategies(*words: str) -> list[Row]:
        assert main(["report", str(run.path), "tax", "--json", *words]) == 0
        return json.loads(capsys.readouterr().out)["reports"]["tax.strategies"]

    assert {row["attribution"] for row in strategies()} == {"contributed"}
    dealt = strategies("--attribution", "dealt")
    assert {row["attribution"] for row in dealt} == {"dealt"} and dealt != strategies()
    assert main(["report", str(run.path), "tax", "--attribution", "nobody"]) == 2
    assert "'nobody'" in capsys.readouterr().err
