"""The table las-vegas-1-2 against what was measured in Las Vegas: see docs/calibration.md.

Sources: S. Selbrede, PokerNews strategy 33298 (copies: hollywoodnorthmusic.com; cardschat.com/news 79601, 79913) for
the money; S. Selbrede, "Preflop Raising in Live $1/$2 No-Limit Hold'em Cash Games", PokerNews strategy 29209, and
"How Tight is Right?", cardschat.com/news 84172, for how people play. Nearly a thousand hands, four card rooms.
"""

from __future__ import annotations

import pytest

from holdem_sim.config import load
from holdem_sim.dataset import Run, open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.questions._grid import plan
from holdem_sim.questions.sweep import sweep
from holdem_sim.request import Request
from holdem_sim.simulate import run

pytestmark = pytest.mark.skipif(not COMPILED, reason="tens of thousands of hands")

HANDS, SEED = 40_000, 3  # a seed with which nothing was tuned
MONEY = """
    SELECT avg(tax) AS tax, 100 * avg(CAST(tax > 0 AS INT)) AS raked, avg(pot - tax) AS pot,
        avg(players_dealt) AS players, 3600 * count(*) / sum(duration_s) AS pace, avg(extra_drop) AS drop
    FROM hands
"""
STYLE = """
    WITH own AS (
        SELECT hand_id, seat, max(CAST(action IN ('call', 'raise') AS INT)) AS entered,
            max(CAST(action = 'raise' AS INT)) AS raised
        FROM actions WHERE street = 'preflop' GROUP BY hand_id, seat
    )
    SELECT 100 * sum(entered) / (SELECT count(*) FROM seats) AS vpip,
        100 * sum(raised) / (SELECT count(*) FROM seats) AS pfr,
        100 * (SELECT avg(CAST(last_street <> 'preflop' AS INT)) FROM hands) AS flops
    FROM own
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The run of a table with these settings, played once."""
    runs: dict[tuple[str, ...], Run] = {}

    def of(table: str, *words: str) -> Run:
        key = (table, *words)
        if key not in runs:
            out = tmp_path_factory.mktemp("calibration") / "run"
            run(Request(load(table, words=words), SEED, HANDS, out))
            runs[key] = open_run(out)
        return runs[key]

    return of


@pytest.fixture(scope="module")
def money(played):
    """Averages over all hands, in dollars; the pot is what is left of it after the tax."""
    return lambda *words: played("las-vegas-1-2", *words).sql(MONEY).iloc[0]


@pytest.mark.parametrize(
    ("figure", "published"),
    [("tax", 2.164), ("raked", 71), ("pot", 50.39), ("players", 8.78), ("pace", 40)],
)
def test_the_table_in_las_vegas_is_within_five_percent_of_what_was_measured(money, figure, published):
    assert money()[figure] == pytest.approx(published, rel=0.05)


@pytest.mark.parametrize(("cap", "published"), [(5, 2.46), (6, 2.72)])
def test_it_predicts_what_higher_caps_would_earn(money, cap, published):
    assert money(f"tax.cap={cap}")["tax"] == pytest.approx(published, rel=0.04)


def test_it_predicts_two_and_five_except_for_the_size_of_the_pots(money):
    """The same players at $2/$5: tax $2.92, 85 % of the hands; the pot of $153.10 comes out too small."""
    found = money("table.small_blind=2", "table.big_blind=5")
    assert found["tax"] == pytest.approx(2.92, rel=0.06)
    assert found["raked"] == pytest.approx(85, rel=0.02)
    assert found["pot"] == pytest.approx(0.86 * 153.10, rel=0.05)


def test_it_predicts_the_drop_for_the_jackpot(money):
    """$1 from hands with a flop and a pot of $10 or more: $0.71 a hand."""
    assert money("tax.extra_drop=1", "tax.extra_drop_min_pot=10")["drop"] == pytest.approx(0.71, rel=0.05)


@pytest.mark.parametrize("table", ["las-vegas-1-2", "casino"])
def test_people_play_as_loose_and_as_passive_as_live_low_stakes_games_are(played, table):
    """Counted in Las Vegas: the average player enters 35 % of his hands (37 % in the later article) and raises 6 %.

    Three of four hands or more see a flop, since 71 % are taxed and some flops come with less than $10.
    """
    found = played(table).sql(STYLE).iloc[0]
    assert 30 <= found["vpip"] <= 39
    assert 5 <= found["pfr"] <= 8.5
    assert 71 <= found["flops"] <= 90


def test_where_visitors_answer_to_the_tax_the_income_has_a_maximum_inside(tmp_path):
    """More than at 5 % is earned at 15 %, and less again at 35 %: the table is then too often without a game."""
    words = ["tax.percent=15,5,35", "session.hours=24", "session.hands=2000"]
    tables = sweep(plan(words, lineup="price-sensitive"), 5, 50, tmp_path)
    differences = tables["sweep.differences"].query("figure == 'income_per_open_hour'")
    assert differences["tax.percent"].tolist() == [5, 35]
    assert (differences["high"] < 0).all()
    open_share = tables["sweep"].set_index("tax.percent")["played_pct"]
    assert open_share[5] > 80 > 40 > open_share[35]
