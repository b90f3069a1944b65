"""The report ``luck``: which hands are adjusted and by how much, again from the rows in plain Python."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.cards import CARDS, parse_cards
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.ranking import rank_cards
from holdem_sim.equities import winner_counts
from holdem_sim.reports import _all_ins, luck
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import rendered
from reporting import Row, grouped, left_out_interval, played, rows
from runs import change

pytestmark = pytest.mark.skipif(not COMPILED, reason="enumerates the boards of many hands")
DECISIONS = ("fold", "check", "call", "bet", "raise")
STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
MIXED = [
    "--hands", "1500", "--players", "maniac*2,calling-station*2,short-stacker,always-call",
    "--set", "table.seats=6", "--set", "session.hands=60", "--set", "tax.extra_drop=30", "--set", "tax.cap=900",
    "--set", "rules.odd_chips=one-each", "--set", "rules.chip_unit=5",
]  # fmt: skip
SHOVERS = [
    "--hands", "600", "--players", "always-all-in*4,always-fold", "--set", "table.seats=5",
    "--set", "session.hands=20",
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("luck") / "mixed", *MIXED)


@pytest.fixture(scope="module")
def facts(run):
    with open_facts(run) as found:
        yield found


@pytest.fixture(scope="module")
def shovers(tmp_path_factory):
    with open_facts(played(tmp_path_factory.mktemp("luck") / "shovers", *SHOVERS)) as found:
        yield found


@pytest.fixture(scope="module")
def seats(run) -> dict[int, list[Row]]:
    return grouped(rows(run, "seats"), lambda row: row["hand_id"])


@pytest.fixture(scope="module")
def last_decisions(run) -> dict[int, int]:
    """By hand the street of its last decision."""
    found: dict[int, int] = defaultdict(int)
    for action in rows(run, "actions"):
        if action["action"] in DECISIONS:
            found[action["hand_id"]] = max(found[action["hand_id"]], STREETS[action["street"]])
    return found


@pytest.fixture(scope="module")
def adjusted(run, seats, last_decisions) -> dict[int, int]:
    """A78: the hands to adjust, with the number of board cards known when the betting was over."""
    hands = [hand for hand in rows(run, "hands") if hand["showdown"]]
    return {
        hand["hand_id"]: (0, 3, 4)[street]
        for hand in hands
        if (street := last_decisions[hand["hand_id"]]) < STREETS["river"]
    }


def test_a78_which_hands_are_adjusted(facts, adjusted):
    found = _all_ins.all_ins(facts)
    assert found.every == 1
    assert set(found.seats["hand_id"]) == set(adjusted)
    streets = found.seats.drop_duplicates("hand_id").set_index("hand_id")["street"]
    assert {hand: (0, 3, 4)[street] for hand, street in streets.items()} == adjusted
    assert {0, 3, 4} == set(adjusted.values())


def test_a78_a_hand_with_betting_on_the_river_is_not_adjusted_though_somebody_was_all_in(
    run, facts, seats, last_decisions
):
    early = {a["hand_id"] for a in rows(run, "actions") if a["all_in"] and a["street"] != "river"}
    live = {hand for hand, mine in seats.items() if sum(seat["folded_street"] is None for seat in mine) > 2}
    both = {hand for hand in early & live if last_decisions[hand] == STREETS["river"]}
    assert both
    assert not both & set(_all_ins.all_ins(facts).seats["hand_id"])


def expected_chips(
    run: Run, hands: dict[int, int], seats: dict[int, list[Row]]
) -> dict[tuple[int, int], float]:
    """By hand and seat what the player stood to win, over every board dealt one by one."""
    tables = {hand["hand_id"]: hand for hand in rows(run, "hands")}
    pots = grouped(rows(run, "pots"), lambda row: row["hand_id"])
    pushed: dict[tuple[int, int], int] = defaultdict(int)
    for award in rows(run, "awards"):
        pushed[award["hand_id"], award["pot_no"]] += award["amount"]
    found = {}
    for hand, known in hands.items():
        board = parse_cards(tables[hand]["board"])[:known]
        pockets = {seat["seat"]: parse_cards(seat["hole_cards"]) for seat in seats[hand]}
        gone = set(board).union(*pockets.values())
        live = [seat["seat"] for seat in seats[hand] if seat["folded_street"] is None]
        live.sort(key=lambda seat: (seat - tables[hand]["button_seat"] - 1) % 10)
        won = dict.fromkeys(live, 0)
        boards = 0
        for rest in combinations([card for card in range(CARDS) if card not in gone], 5 - known):
            boards += 1
            ranks = {s: int(rank_cards(np.array([*pockets[s], *board, *rest], np.int8), 7)) for s in live}
            for pot in pots[hand]:
                contenders = [seat for seat in live if pot["contenders"] >> seat & 1]
                best = max(ranks[seat] for seat in contenders)
                winners = [seat for seat in contenders if ranks[seat] == best]
                fives, odd = divmod(pushed[hand, pot["pot_no"]], 5)  # rules.chip_unit, one-each
                share, more = divmod(fives, len(winners))
                for place, seat in enumerate(winners):
                    won[seat] += 5 * (share + (place < more)) + (odd if place == 0 else 0)
        found |= {(hand, seat): chips / boards for seat, chips in won.items()}
    return found


def test_a78_what_players_stood_to_win(run, facts, seats, adjusted):
    some = {hand: known for hand, known in adjusted.items() if known > 0}
    many = [hand for hand in some if sum(pot["hand_id"] == hand for pot in rows(run, "pots")) > 1]
    chosen = {hand: some[hand] for hand in [*list(some)[:40], *many[:5]]}
    frame = _all_ins.all_ins(facts).seats.set_index(["hand_id", "seat"])["expected"]
    right = expected_chips(run, chosen, seats)
    assert len(right) > 80
    for (hand, seat), chips in right.items():
        assert frame[hand, seat] == pytest.approx(chips, rel=1e-12, abs=1e-9), hand
    assert set(frame.loc[list(chosen)].index) == set(right)


def test_nothing_is_lost_or_made_by_adjusting(facts):
    frame = _all_ins.all_ins(facts).seats
    sums = frame.groupby("hand_id")[["won", "expected", "net"]].sum()
    assert sums["expected"].to_numpy() == pytest.approx(sums["won"].to_numpy())
    assert (frame["expected"] <= frame["winnable"] + 1e-9).all()
    assert luck.tables(facts)["luck"]["luck_bb"].sum() == pytest.approx(0, abs=1e-6)


def check_rates(row: Row, mine: list[Row], expected: pd.Series) -> None:
    """The columns of ``luck``, from the seats of the strategy."""
    real, adjusted = [], []
    by_session: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
    for seat in mine:
        place = seat["hand_id"], seat["seat"]
        net = seat["net"] / 100
        luck_bb = (seat["won"] - expected[place]) / 100 if place in expected.index else 0.0
        real.append(net)
        adjusted.append(net - luck_bb)
        sums = by_session[seat["session_id"]]
        sums[0] += luck_bb
        sums[1] += net - luck_bb
        sums[2] += 1
    assert row["hands"] == len(mine)
    assert row["net_bb"] == pytest.approx(sum(real))
    assert row["adjusted_bb"] == pytest.approx(sum(adjusted))
    assert row["luck_bb"] == pytest.approx(sum(real) - sum(adjusted), abs=1e-6)
    assert row["sd_bb_per_100"] == pytest.approx(10 * statistics.stdev(real))
    assert row["adjusted_sd_bb_per_100"] == pytest.approx(10 * statistics.stdev(adjusted))
    for name, part in (("luck_bb_per_100", 0), ("adjusted_bb_per_100", 1)):
        rate, low, high = left_out_interval({s: (sums[part], sums[2]) for s, sums in by_session.items()})
        for ending, value in (("", rate), ("_low", low), ("_high", high)):
            assert row[name + ending] == pytest.approx(100 * value, abs=1e-6)


def test_luck_by_strategy(facts, seats):
    expected = _all_ins.all_ins(facts).seats.set_index(["hand_id", "seat"])["expected"]
    every = [seat for mine in seats.values() for seat in mine]
    strategies = grouped(every, lambda seat: seat["strategy"])
    frame = luck.tables(facts)["luck"]
    assert set(frame["strategy"]) == set(strategies)
    for row in frame.to_dict("records"):
        mine = strategies[row["strategy"]]
        check_rates(row, mine, expected)
        assert row["adjusted_hands"] == sum(
            (seat["hand_id"], seat["seat"]) in expected.index for seat in mine
        )


def test_luck_by_player_and_the_biggest_swings(facts, seats):
    found = luck.tables(facts)
    frame = _all_ins.all_ins(facts).seats.assign(luck=lambda rows: rows["won"] - rows["expected"])
    players = found["luck.players"].set_index("player_id")
    assert len(players) == len({seat["player_id"] for mine in seats.values() for seat in mine})
    assert players["luck_bb"].is_monotonic_decreasing
    for player, mine in frame.groupby("player_id"):
        row = players.loc[player]
        assert row["luck_bb"] == pytest.approx(mine["luck"].sum() / 100)
        assert row["luck_sd_bb"] == pytest.approx(math.sqrt(mine["variance"].sum()) / 100)
        assert row["adjusted_hands"] == len(mine)
    swings = found["luck.hands"]
    assert swings["luck"].tolist() == pytest.approx(frame["luck"].nlargest(len(swings)).tolist())
    assert len(swings) == min(100, int((frame["luck"] > 0).sum()))
    assert set(swings["street"]) <= {"preflop", "flop", "turn"}


def test_the_check_compares_what_was_won_with_what_was_to_be_won(facts):
    frame = luck.tables(facts)["luck.check"].set_index("equity")
    seats = _all_ins.all_ins(facts).seats
    seats = seats[seats["winnable"] > 0]
    equity, share = seats["expected"] / seats["winnable"], seats["won"] / seats["winnable"]
    mine = (equity >= 0.8) & (equity < 0.9)
    row = frame.loc["80-90"]
    assert row["seats"] == mine.sum()
    assert row["equity_pct"] == pytest.approx(100 * equity[mine].mean())
    assert row["won_pct"] == pytest.approx(100 * share[mine].mean())
    sums = pd.DataFrame({"s": seats["session_id"], "d": share - equity})[mine].groupby("s")["d"]
    _, low, high = left_out_interval(
        dict(zip(sums.sum().index, zip(sums.sum(), sums.count(), strict=True), strict=True))
    )
    assert (row["difference_pct_low"], row["difference_pct_high"]) == pytest.approx((100 * low, 100 * high))
    assert frame.loc["favourites", "seats"] == seats["hand_id"].nunique()


# -- the cards favour nobody ------------------------------------------------------------------------------


def test_a78_real_less_adjusted_is_zero_within_its_error_and_results_scatter_less(shovers):
    frame = _all_ins.all_ins(shovers).seats
    assert frame["hand_id"].nunique() > 500
    luck_chips = (frame["won"] - frame["expected"]).to_numpy()
    assert (luck_chips**2).sum() == pytest.approx(frame["variance"].sum(), rel=0.25)
    best = frame.loc[frame.groupby("hand_id")["expected"].idxmax()]
    difference = (best["won"] - best["expected"]).sum()
    assert abs(difference) < 3.5 * math.sqrt(best["variance"].sum())
    row = luck.tables(shovers)["luck"].set_index("strategy").loc["always-all-in"]
    assert row["adjusted_sd_bb_per_100"] < 0.5 * row["sd_bb_per_100"]
    assert row["luck_bb_per_100"] == pytest.approx(0, abs=1e-9), "all the others play the same"


def test_folded_cards_cannot_come(shovers):
    """The player who always folds was dealt cards, too: the boards that are left are those without them."""
    frame = _all_ins.all_ins(shovers).seats.query("hand_id == 0").set_index("seat")  # equal stacks: one pot
    cards = {seat["seat"]: seat for seat in rows(shovers.run, "seats") if seat["hand_id"] == 0}
    pockets = [parse_cards(cards[seat]["hole_cards"]) for seat in frame.index]
    dead = [parse_cards(seat["hole_cards"]) for seat in cards.values() if seat["strategy"] == "always-fold"]
    counts = winner_counts(pockets, dead=dead[0])
    assert len(dead) == 1 and sum(counts.values()) == math.comb(CARDS - 10, 5)
    for place, seat in enumerate(frame.index):
        share = sum(boards / len(winners) for winners, boards in counts.items() if place in winners)
        worth = share / sum(counts.values()) * frame.loc[seat, "winnable"]
        assert frame.loc[seat, "expected"] == pytest.approx(worth, abs=3), "but for odd chips"


# -- what is said -------------------------------------------------------------------------------------------


def texts(facts) -> str:
    tables = luck.tables(facts)
    shown = "\n".join(rendered(table) for table in luck.text(tables, facts))
    assert all(len(line) <= 80 for line in shown.splitlines())
    return shown


def test_the_text_and_the_sentences(facts):
    shown = texts(facts)
    for words in (
        "Luck by strategy",
        "Did players win what they stood to win?",
        "Luck by player",
        "95 % interval",
    ):
        assert words in shown
    said = list(luck.sentences(luck.tables(facts), facts))
    assert len(said) == 3
    assert "before the river" in said[0] and "stood to win" in said[1] and "scatter" in said[2]


def test_large_runs_are_sampled_and_say_so(run, monkeypatch):
    monkeypatch.setattr(_all_ins, "MOST_EFFORT", 1e6)
    with open_facts(run) as facts:
        found = _all_ins.all_ins(facts)
        sessions = facts.sessions["session_id"]
        taken = sessions[sessions % found.every == 0]
        assert found.every > 1 and set(found.seats["session_id"]) <= set(taken)
        frame = luck.tables(facts)["luck"]
        assert (frame["sessions_taken"] == len(taken)).all() and (frame["of_sessions"] == len(sessions)).all()
        hands = facts.player_sessions.query("session_id in @taken")["hands"].sum()
        assert frame["hands"].sum() == hands
        assert f"{len(taken)} of the run's {len(sessions)} sessions" in " ".join(texts(facts).split())


def test_a_run_without_all_ins(tmp_path):
    words = [
        "--hands",
        "40",
        "--players",
        "always-call*3",
        "--set",
        "table.seats=3",
        "--set",
        "session.hands=20",
    ]
    with open_facts(played(tmp_path / "calm", *words)) as facts:
        assert "nothing to adjust" in texts(facts)
        assert luck.tables(facts)["luck"]["luck_bb_per_100"].tolist() == [0.0]
        assert len(list(luck.sentences(luck.tables(facts), facts))) == 1


def test_hands_without_all_cards_known_are_not_adjusted(tmp_path):
    words = [
        "--hands",
        "30",
        "--players",
        "always-all-in*2",
        "--set",
        "table.seats=2",
        "--set",
        "session.hands=10",
    ]
    run = played(tmp_path / "hidden", *words)

    def hide(seats: list[Row]) -> None:
        for seat in seats:
            if seat["session_id"] == 0 and seat["seat"] == 1:
                seat["hole_cards"] = ""

    change(run, "seats", hide)
    with open_facts(run) as facts:
        assert set(_all_ins.all_ins(facts).seats["session_id"]) == {1, 2}
