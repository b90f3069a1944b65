"""The report ``pots``: every number again from the rows in plain Python."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import pots
from holdem_sim.reports._draw_pots import histogram
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import rendered
from reporting import MIXED, Row, grouped, left_out_interval, left_out_percent, played, quantile, rows

HANDS = 600 if COMPILED else 60
SESSIONS = -(-HANDS // (37 if COMPILED else 7))


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("pots") / "mixed", "--hands", str(HANDS), *MIXED)


@pytest.fixture(scope="module")
def facts(run):
    with open_facts(run) as found:
        yield found


@pytest.fixture(scope="module")
def found(facts) -> dict[str, pd.DataFrame]:
    return pots.tables(facts)


@pytest.fixture(scope="module")
def hands(run) -> list[Row]:
    """The hands, with the number of players at the flop."""
    seats = grouped(rows(run, "seats"), lambda row: row["hand_id"])
    found = rows(run, "hands")
    for hand in found:
        at_flop = sum(seat["folded_street"] != "preflop" for seat in seats[hand["hand_id"]])
        hand["at_flop"] = 0 if hand["last_street"] == "preflop" else at_flop
    return found


def same(
    row: Row, name: str, hands: list[Row], numerator, denominator, factor: float = 100, interval=None
) -> None:
    """The rate, its interval and its sample, from functions of the hands."""
    sums = {
        session: (sum(map(numerator, mine)), sum(map(denominator, mine)))
        for session, mine in grouped(hands, lambda hand: hand["session_id"]).items()
    }
    rate, low, high = (interval or (left_out_percent if factor == 100 else left_out_interval))(sums)
    assert row[name] == pytest.approx(factor * rate)
    assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx((factor * low, factor * high), abs=1e-6)
    assert row[f"{name}_of"] == sum(x for _, x in sums.values())


def one(hand: Row) -> int:
    return 1


def test_all_pots_together(found, hands):
    row = found["pots"].iloc[0].to_dict()
    assert (row["hands"], row["sessions"]) == (HANDS, SESSIONS)
    same(row, "mean_pot", hands, lambda hand: hand["pot"], one, 1)
    same(row, "mean_pot_bb", hands, lambda hand: hand["pot"] / 100, one, 1)
    same(row, "flop_pct", hands, lambda hand: hand["last_street"] != "preflop", one)
    same(row, "turn_pct", hands, lambda hand: hand["last_street"] in ("turn", "river"), one)
    same(row, "river_pct", hands, lambda hand: hand["last_street"] == "river", one)
    same(row, "showdown_pct", hands, lambda hand: hand["showdown"], one)
    same(row, "multiway_pct", hands, lambda hand: hand["at_flop"] > 2, lambda hand: hand["at_flop"] > 0)
    same(row, "players_at_flop", hands, lambda hand: hand["at_flop"], lambda hand: hand["at_flop"] > 0, 1)
    same(row, "side_pot_pct", hands, lambda hand: hand["pots"] > 1, one)
    assert row["largest_pot"] == max(hand["pot"] for hand in hands) == 100 * row["largest_pot_bb"]
    assert row["side_pot_pct"] > 0


def check_shares(row: Row, hands: list[Row], within) -> None:
    """The columns of a class of hands; its means only if it has thirty."""
    mine = [hand for hand in hands if within(hand)]
    assert (row["hands"], row["pot"]) == (len(mine), sum(hand["pot"] for hand in mine))
    assert row["tax"] == sum(hand["tax"] for hand in mine)
    same(row, "hands_pct", hands, within, one)
    same(row, "pot_share_pct", hands, lambda hand: hand["pot"] * within(hand), lambda hand: hand["pot"])
    same(row, "tax_share_pct", hands, lambda hand: hand["tax"] * within(hand), lambda hand: hand["tax"])
    if len(mine) >= 30:
        same(row, "mean_pot_bb", mine, lambda hand: hand["pot"] / 100, one, 1)
        same(row, "effective_pct", mine, lambda h: h["tax"], lambda h: h["pot"], interval=left_out_interval)
    else:
        assert math.isnan(row["mean_pot_bb"]) and math.isnan(row["effective_pct_low"])


def cap_of(hand: Row) -> int:
    """The cap of the run's tables by players dealt in: 2, 4, 6 with 100, 300, 400 (500 above the general 400)."""
    return 100 if hand["players_dealt"] < 4 else 300 if hand["players_dealt"] < 6 else 400


def test_pots_by_size(found, hands):
    frame = found["pots.sizes"]
    up_to = 0.0
    for row in frame.to_dict("records"):
        low, high = 100 * row["from_bb"], 100 * row["to_bb"]

        def within(hand: Row, low=low, high=high) -> bool:
            return low <= hand["pot"] and not hand["pot"] >= high

        check_shares(row, hands, within)
        up_to += row["hands_pct"]
        assert row["up_to_pct"] == pytest.approx(up_to)
        mine = [hand for hand in hands if within(hand)]
        if len(mine) >= 30:
            same(row, "tax_per_hand", mine, lambda hand: hand["tax"], one, 1)
            same(row, "taxed_pct", mine, lambda hand: hand["tax"] > 0, one)
            same(row, "capped_pct", mine, lambda hand: hand["tax"] >= cap_of(hand), one)
    assert up_to == pytest.approx(100)
    assert frame["capped_pct"].max() > 50 and len(frame) > 3


def test_where_hands_end(found, hands):
    frame = found["pots.streets"]
    assert list(frame["ended"]) == [name for name in pots.ENDED if name in set(frame["ended"])]
    assert frame["hands"].sum() == HANDS
    for row in frame.to_dict("records"):

        def within(hand: Row, ended=row["ended"]) -> bool:
            return ended == ("showdown" if hand["showdown"] else hand["last_street"])

        check_shares(row, hands, within)


def test_players_at_the_flop(found, hands):
    frame = found["pots.players"]
    assert frame["hands"].sum() == HANDS and frame["players"].is_monotonic_increasing
    for row in frame.to_dict("records"):
        check_shares(row, hands, lambda hand, number=row["players"]: min(hand["at_flop"], 5) == number)


def test_side_pots(run, found, hands):
    shared = {hand["hand_id"] for hand in hands if hand["pots"] > 1}
    mine = [pot for pot in rows(run, "pots") if pot["hand_id"] in shared]
    frame = found["pots.sides"].set_index("pot_no")
    assert set(frame.index) == {min(pot["pot_no"], 3) for pot in mine} >= {0, 1}
    for number, row in frame.iterrows():
        some = [pot for pot in mine if min(pot["pot_no"], 3) == number]
        assert row["hands"] == len(some)
        assert row["pot"] == sum(pot["amount"] for pot in some)
        assert row["pot_share_pct"] == pytest.approx(100 * row["pot"] / sum(hand["pot"] for hand in hands))
        if len(some) >= 30:
            assert row["mean_pot_bb"] == pytest.approx(row["pot"] / 100 / len(some))
            assert row["contenders"] == pytest.approx(
                sum(bin(pot["contenders"]).count("1") for pot in some) / len(some)
            )


def test_quantiles_and_their_intervals(found, hands):
    sizes = [hand["pot"] / 100 for hand in hands]
    for row in found["pots.quantiles"].to_dict("records"):
        level = row["below_pct"] / 100
        assert row["pot_bb"] == pytest.approx(quantile(sizes, level))
        sums = {
            session: (sum(hand["pot"] / 100 <= row["pot_bb"] for hand in mine), len(mine))
            for session, mine in grouped(hands, lambda hand: hand["session_id"]).items()
        }
        rate, low, high = left_out_percent(sums)
        assert row["pot_bb_low"] == pytest.approx(quantile(sizes, max(level - rate + low, 0.0)))
        assert row["pot_bb_high"] == pytest.approx(quantile(sizes, min(level + high - rate, 1.0)))
        assert row["pot"] == pytest.approx(100 * row["pot_bb"])


def test_the_histogram_holds_every_hand_and_all_tax(facts, hands):
    bins = histogram(facts)
    assert bins["hands"].sum() == HANDS and bins["tax"].sum() == sum(hand["tax"] for hand in hands)
    for row in bins.to_dict("records"):
        low, high = (10 ** ((row["bin"] + step) / 8) - 1e-6 * (1 - step) for step in (0, 1))
        assert row["hands"] == sum(low <= hand["pot"] / 100 < high - 1e-6 for hand in hands)


# -- what is said -------------------------------------------------------------------------------------------


def test_the_text_fits_and_the_sentences_say_the_numbers(facts, found):
    shown = "\n".join(rendered(table) for table in pots.text(found, facts))
    assert all(len(line) <= 80 for line in shown.splitlines())
    for title in (
        "Pots by size",
        "Quantiles of the pots",
        "Where hands end",
        "Players at the flop",
        "Side pots",
    ):
        assert title in shown
    assert "at the" in shown, "the cap"
    said = list(pots.sentences(found, facts))
    assert len(said) == 3 and all(text.endswith(".") for text in said)
    assert "95 % confidence" in said[0] and "see a flop" in said[1] and "of the tax" in said[2]
    short = list(pots.text(pots.tables(facts, short=True), facts, short=True))
    assert [table.title for table in short] == ["Pots"]


def test_other_blinds_and_a_single_session(tmp_path):
    words = [
        "--hands", "40", "--players", "always-call*3", "--set", "table.seats=3", "--set", "table.small_blind=2",
        "--set", "table.big_blind=5", "--set", "tax.percent=0",
    ]  # fmt: skip
    with open_facts(played(tmp_path / "small", *words)) as facts:
        found = pots.tables(facts)
        row = found["pots"].iloc[0]
        assert (row["mean_pot_bb"], row["mean_pot"], row["showdown_pct"]) == (3.0, 15.0, 100.0)
        assert math.isnan(row["mean_pot_low"]) and row["note"] == "no interval: it takes two sessions"
        assert found["pots.quantiles"]["pot_bb"].tolist() == [3.0] * 6
        assert found["pots.quantiles"]["pot_bb_low"].isna().all()
        assert found["pots.sides"].empty
        shown = "\n".join(rendered(table) for table in pots.text(found, facts))
        assert "n/a" in shown and "Side pots" not in shown
        assert len(list(pots.sentences(found, facts))) == 2, "there is no tax to speak of"
