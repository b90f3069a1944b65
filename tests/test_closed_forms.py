"""Fixed strategies whose results are known exactly: whole runs, recorded, read back and reported.

Where chance is left, the tolerance is ``WIDE`` standard errors of the number measured; seeds are fixed.
Shares of the pot and frequencies are those of 20 million deals of random hands to showdown.
"""

from __future__ import annotations

import math

import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import stacks, tax, win_rates
from holdem_sim.reports._facts import open_facts
from reference import SHARE_DEVIATION, SPLIT_PCT, WINNING_PCT
from reporting import Row, played

pytestmark = pytest.mark.skipif(not COMPILED, reason="the numbers of hands need the compiled engine")

WIDE = 4.0
HANDS = 6_000


def run_of(folder, players: str, seats: int, *settings: str, hands: int = HANDS) -> Run:
    words = [word for setting in (f"table.seats={seats}", *settings) for word in ("--set", setting)]
    return played(folder / "run", "--hands", str(hands), "--players", players, *words)


def figures(run: Run) -> tuple[dict[str, Row], Row]:
    """The rows of the reports: win rates by strategy, and the tax."""
    with open_facts(run) as facts:
        rates = win_rates.tables(facts, short=True)["win-rates"].set_index("strategy")
        (taxes,) = tax.tables(facts, short=True)["tax"].to_dict("records")
    return {str(name): row for name, row in rates.to_dict("index").items()}, taxes


def about(expected_pct: float, hands: int) -> object:
    """A percentage of so many independent hands, within its standard errors."""
    error = math.sqrt(expected_pct * (100 - expected_pct) / hands)
    return pytest.approx(expected_pct, abs=WIDE * error + 0.006)


def deviation_error(run: Run) -> float:
    """Standard error of the reported standard deviation per 100 hands, with the hands as units."""
    row = run.sql(
        """WITH hand AS (SELECT hand_id, avg((net / 100.0) ** 2) AS square FROM seats GROUP BY hand_id)
        SELECT stddev(square) / sqrt(count(*)) AS error, avg(square) AS square FROM hand"""
    ).iloc[0]
    return 10 * row["error"] / (2 * math.sqrt(row["square"]))


# -- always-call: everybody limps, checks down and shows -------------------------------------------------


@pytest.fixture(scope="module", params=range(2, 11))
def callers(request, tmp_path_factory) -> tuple[int, Run]:
    """Tables of 2 to 10 players who always call, untaxed."""
    players = request.param
    folder = tmp_path_factory.mktemp(f"callers-{players}")
    return players, run_of(folder, f"always-call*{players}", players, "tax.percent=0", "session.hands=100")


def test_always_call_makes_pots_of_one_big_blind_a_player(callers):
    players, run = callers
    hands = run.sql(
        "SELECT min(pot) AS low, max(pot) AS high, bool_and(showdown) AS shown, sum(pots) AS n FROM hands"
    )
    assert hands.iloc[0].to_dict() == {"low": 100 * players, "high": 100 * players, "shown": True, "n": HANDS}
    shown = run.sql("SELECT count(*) AS seats, count(show_order) AS shown FROM seats").iloc[0]
    assert shown["seats"] == shown["shown"] == HANDS * players  # went to showdown: 100 %


def test_always_call_deviation_is_that_of_the_share_of_a_pot(callers):
    players, run = callers
    rates, _ = figures(run)
    expected = 10 * players * SHARE_DEVIATION[players]
    assert rates["always-call"]["sd_bb_per_100"] == pytest.approx(expected, abs=WIDE * deviation_error(run))
    assert rates["always-call"]["net"] == 0
    listed = {2: 9.79, 6: 21.85, 9: 27.44}
    assert players not in listed or expected == pytest.approx(listed[players], abs=0.006)


def test_always_call_splits_pots_as_often_as_random_hands_do(callers):
    players, run = callers
    split = run.sql(
        "SELECT count(*) AS n FROM (SELECT hand_id FROM awards GROUP BY hand_id HAVING count(*) > 1)"
    )
    assert 100 * int(split["n"][0]) / HANDS == about(SPLIT_PCT[players], HANDS)


def test_always_call_wins_with_the_hands_that_win(callers):
    players, run = callers
    if players not in WINNING_PCT:
        pytest.skip("no figures for so many players")
    found = run.sql("SELECT best >> 20 AS category, count(*) AS n FROM "
                    "(SELECT max(hand_rank) AS best FROM seats GROUP BY hand_id) GROUP BY 1")  # fmt: skip
    counts = dict(zip(found["category"], found["n"], strict=True))
    assert set(counts) <= set(WINNING_PCT[players]) | {0}
    for category, percent in WINNING_PCT[players].items():
        assert 100 * counts.get(category, 0) / HANDS == about(percent, HANDS)


def test_always_call_pays_by_choice_unless_it_is_the_big_blind(callers):
    """VPIP is (players - 1) / players: the big blind checks; nobody ever raises (PFR 0)."""
    players, run = callers
    by_choice = run.sql(
        """SELECT count(DISTINCT (hand_id, seat)) AS n FROM actions
        WHERE street = 'preflop' AND action IN ('call', 'bet', 'raise')"""
    )
    assert int(by_choice["n"][0]) == HANDS * (players - 1)
    assert run.sql("SELECT count(*) AS n FROM actions WHERE action IN ('bet', 'raise', 'fold')")["n"][0] == 0


def test_pocket_cards_come_as_often_as_they_should(callers):
    _, run = callers
    row = run.sql(
        """SELECT count(*) AS n, avg((a[1] = a[3])::INT) AS pair, avg((a[2] = a[4])::INT) AS suited,
        avg((a[1] = 'A' AND a[3] = 'A')::INT) AS aces FROM (SELECT hole_cards::VARCHAR AS a FROM seats)"""
    ).iloc[0]
    for name, expected in (("pair", 1 / 17), ("suited", 4 / 17), ("aces", 1 / 221)):
        # Hands of one deal hang together hardly at all, and rather against one another.
        assert 100 * row[name] == about(100 * expected, row["n"])


@pytest.mark.parametrize("players", [2, 6, 9])
def test_always_call_pays_five_percent_of_a_big_blind_a_hand(tmp_path, players):
    run = run_of(tmp_path, f"always-call*{players}", players, "session.hands=100")
    rates, taxes = figures(run)
    row = rates["always-call"]
    for end in ("", "_low", "_high"):  # every session loses exactly this
        assert row[f"bb_per_100{end}"] == pytest.approx(-5)
        assert taxes[f"tax_bb_per_100{end}"] == pytest.approx(5 * players)
        assert taxes[f"effective_pct{end}"] == pytest.approx(5)
    assert taxes["tax"] == 5 * players * HANDS
    expected = 0.95 * 10 * players * SHARE_DEVIATION[players]
    assert row["sd_bb_per_100"] == pytest.approx(expected, abs=WIDE * deviation_error(run))
    by_seat = run.sql(
        "SELECT avg(net) AS mean, stddev(net) / sqrt(count(*)) AS error FROM seats GROUP BY seat"
    )
    assert len(by_seat) == players
    assert (abs(by_seat["mean"] + 5) < WIDE * by_seat["error"]).all()


# -- always-all-in: the same with whole stacks -----------------------------------------------------------


@pytest.mark.parametrize("players", [2, 6, 9])
@pytest.mark.parametrize("percent", [0, 5])
def test_always_all_in_is_a_lottery_for_equal_stacks(tmp_path, players, percent):
    hands = 3_000
    run = run_of(
        tmp_path,
        f"always-all-in*{players}",
        players,
        f"tax.percent={percent}",
        "session.hands=1",
        hands=hands,
    )
    rates, taxes = figures(run)
    assert taxes["pot"] == 10_000 * players * hands and taxes["sessions"] == hands
    row = rates["always-all-in"]
    assert row["bb_per_100"] == pytest.approx(-100 * percent)
    assert taxes["tax_bb_per_100"] == pytest.approx(100 * percent * players)
    expected = (1 - percent / 100) * 1000 * players * SHARE_DEVIATION[players]
    assert row["sd_bb_per_100"] == pytest.approx(expected, abs=WIDE * deviation_error(run))
    listed = {2: 979, 6: 2185}
    assert percent or players not in listed or expected == pytest.approx(listed[players], abs=0.6)


# -- always-fold -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 6, 9])
def test_always_fold_loses_its_blinds_to_players_who_always_raise(tmp_path, players):
    rounds = 20
    run = run_of(
        tmp_path, f"always-fold,always-all-in*{players - 1}", players, f"session.hands={players * rounds}",
        hands=players * rounds * 12,
    )  # fmt: skip
    rates, _ = figures(run)
    for end in ("", "_low", "_high"):
        assert rates["always-fold"][f"bb_per_100{end}"] == pytest.approx(-150 / players)


@pytest.mark.parametrize("players", [2, 3, 6, 9])
@pytest.mark.parametrize("scheme", ["tax.percent=0", "tax.percent=5", "tax.no_flop_no_drop=true"])
def test_always_fold_passes_the_small_blind_round_the_table(tmp_path, players, scheme):
    rounds = 10
    hands = players * rounds * 3
    run = run_of(
        tmp_path, f"always-fold*{players}", players, scheme, f"session.hands={players * rounds}", hands=hands
    )
    _, taxes = figures(run)
    a_hand = 5 if scheme == "tax.percent=5" else 0
    assert taxes["mean_pot"] == 100 and taxes["tax"] == a_hand * hands
    assert run.sql("SELECT min(uncalled) AS low, max(uncalled) AS high FROM hands").iloc[0].to_list() == [
        50,
        50,
    ]
    net = run.sql("SELECT net, count(*) AS n FROM seats GROUP BY net")
    assert dict(zip(net["net"], net["n"], strict=True)) == {
        -50: hands, 50 - a_hand: hands, **({0: (players - 2) * hands} if players > 2 else {}),
    }  # fmt: skip
    by_player = run.sql("SELECT sum(net)::BIGINT AS net FROM seats GROUP BY session_id, player_id")["net"]
    assert set(by_player) == {-a_hand * rounds}


# -- conservation ----------------------------------------------------------------------------------------


def test_chips_are_conserved_whoever_plays(tmp_path):
    run = run_of(
        tmp_path, "uniform-random*3,always-all-in*2,always-call", 6,
        "tax.extra_drop=10", "tax.time_charge=25", "session.hands=60",
        "lineup.types.always-all-in.max_rebuys=2", "lineup.types.always-all-in.arrival=3", hands=1_200,
    )  # fmt: skip
    sums = run.sql("SELECT session_id, sum(amount)::BIGINT AS sum FROM ledger GROUP BY session_id")
    assert (sums["sum"] == 0).all()
    lost = run.sql(
        """SELECT count(*) AS n FROM hands JOIN (SELECT hand_id, sum(net) AS net FROM seats GROUP BY hand_id)
        USING (hand_id) WHERE net <> -(tax + extra_drop)"""
    )
    assert int(lost["n"][0]) == 0
    with open_facts(run) as facts:
        chips = stacks.tables(facts, short=True)["stacks"]
        (taxes,) = tax.tables(facts, short=True)["tax"].to_dict("records")
    into = chips["buy_ins_chips"].sum() + chips["rebuys_chips"].sum()
    taken = taxes["tax"] + taxes["extra_drop"] + taxes["time_charge"]
    assert into == chips["cash_outs_chips"].sum() + taken and taken > 0
