"""The report ``shuffle``: counted again hand by hand in plain Python, and a deck that is hardly shuffled shows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import shuffle
from holdem_sim.reports._facts import open_facts
from reporting import grouped, left_out_interval, played, rows

HANDS = 2000 if COMPILED else 90
UNWASHED = ["--set", "deal.shuffle=hand", "--set", "deal.wash_seconds=0"]
TABLE = ["--players", "always-call*4,uniform-random", "--set", "table.seats=6", "--set", "session.hands=30"]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("shuffle") / "lazy", "--hands", str(HANDS), *TABLE, *UNWASHED)


@pytest.fixture(scope="module")
def found(run) -> dict[str, dict]:
    with open_facts(run) as facts:
        return {row["figure"]: row for row in shuffle.tables(facts)["shuffle"].to_dict("records")}


def cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def counted(run: Run) -> dict[str, dict[int, list[float]]]:
    """By figure and session: found, cases, and what is fair."""
    seats = grouped(rows(run, "seats"), lambda row: row["hand_id"])
    sums: dict[str, dict[int, list[float]]] = {name: {} for name in shuffle.FIGURES}
    for mine in grouped(rows(run, "hands"), lambda row: row["session_id"]).values():
        for last, hand in pairwise(sorted(mine, key=lambda row: row["hand_no"])):
            button, players = hand["button_seat"], hand["players_dealt"]
            order = sorted(seats[hand["hand_id"]], key=lambda seat: (seat["seat"] - button - 1) % 10)
            dealt = [cards(seat["hole_cards"])[turn] for turn in (0, 1) for seat in order]
            m, board = len(dealt), cards(last["board"])
            if players < 3:
                continue

            def add(figure, hit, fair, session=hand["session_id"]):
                row = sums[figure].setdefault(session, [0, 0, 0])
                sums[figure][session] = [row[0] + hit, row[1] + 1, row[2] + fair]

            for card in board:
                add("card_dealt", card in dealt, m / 52)
            for one, other in pairwise(board):
                both = one in dealt and other in dealt
                add("both_dealt", both, m * (m - 1) / (52 * 51))
                near = both and abs(dealt.index(one) - dealt.index(other)) == 1
                add("dealt_in_a_row", near, 2 * (m - 1) / (52 * 51))
    return sums


@pytest.mark.parametrize("figure", shuffle.FIGURES)
def test_figures_are_those_of_the_cards(run, found, figure):
    sums, row = counted(run)[figure], found[figure]
    assert row["cases"] == sum(cases for _, cases, _ in sums.values())
    rate, low, high = left_out_interval({s: (hits, cases) for s, (hits, cases, _) in sums.items()})
    assert row["pct"] == pytest.approx(100 * rate)
    assert row["pct_low"] == pytest.approx(max(100 * low, 0.0))
    assert row["pct_high"] == pytest.approx(100 * high)
    assert row["fair_pct"] == pytest.approx(100 * sum(fair for *_, fair in sums.values()) / row["cases"])


def test_h_ii_9_a_deck_that_is_not_washed_keeps_the_neighbours_of_the_board_together(found):
    row = found["dealt_in_a_row"]
    assert row["pct"] > 2 * row["fair_pct"]
    if COMPILED:
        assert row["pct_low"] > row["fair_pct"]


def test_h_ii_9_a_uniform_deck_does_not(tmp_path):
    with open_facts(played(tmp_path / "fair", "--hands", str(HANDS), *TABLE)) as facts:
        for row in shuffle.tables(facts)["shuffle"].to_dict("records"):
            width = row["pct_high"] - row["pct_low"]
            assert abs(row["pct"] - row["fair_pct"]) < width
