"""The report ``cash``: money, lives of buy-ins and visits, recomputed from the rows in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest

from holdem_sim.dataset import Run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import cash
from holdem_sim.reports._attribution import ATTRIBUTIONS
from holdem_sim.reports._courses import ALL
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._lives import survival_curve, survival_quantiles
from holdem_sim.reports._text import rendered
from reporting import HANDS, MIXED, Row, grouped, left_out_interval, left_out_percent, played, quantile, rows

ENDS = ("", "_low", "_high")
COMING = [
    "--table", "casino-lively",
    "--set", "session.hands=60",
    "--set", "lineup.types.*.stay_hands=12",
    "--set", "lineup.types.*.come_back=1",
    "--set", "lineup.types.*.away=10",
    "--set", "lineup.types.*.buy_in_bb=20",
    "--set", "lineup.types.*.rebuy_to_bb=20",
    "--set", "lineup.types.*.rebuy_below_bb=10",
]  # fmt: skip
RUNS = {
    "mixed": ["--hands", str(HANDS), *MIXED],
    "coming and going": ["--hands", str(600 if COMPILED else 60), *COMING],
}


@pytest.fixture(scope="module", params=RUNS)
def run(request, tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("cash") / "run", *RUNS[request.param])


@pytest.fixture(scope="module")
def found(run) -> dict:
    with open_facts(run) as facts:
        return cash.tables(facts)


def strategies(run: Run) -> dict[int, str]:
    return {player["player_id"]: player["strategy"] for player in rows(run, "players")}


def of(frame, strategy: str) -> Row:
    (row,) = frame[frame["strategy"] == strategy].to_dict("records")
    return row


def hand_by_hand(run: Run) -> list[Row]:
    """The seats with their hand's number, hours and the tax and extra drop they paid, by contribution."""
    hands = {hand["hand_id"]: hand for hand in rows(run, "hands")}
    seats = sorted(rows(run, "seats"), key=lambda seat: seat["hand_id"])
    for seat in seats:
        hand = hands[seat["hand_id"]]
        share = seat["contributed"] / hand["pot"]
        seat |= {"hand_no": hand["hand_no"], "hours": hand["duration_s"] / 3600}
        seat |= {"paid": share * (hand["tax"] + hand["extra_drop"])}
    return seats


def plain_lives(run: Run) -> list[Row]:
    """Every life of a buy-in, by going through each player's hands: a bust or a new buy-in begins another."""
    bought = grouped(
        [line for line in rows(run, "ledger") if line["kind"] == "buy-in"], lambda line: line["player_id"]
    )
    lives = []
    for player, seats in grouped(hand_by_hand(run), lambda seat: seat["player_id"]).items():
        buy_ins = sorted(line["hand_no"] for line in bought[player])
        life: Row | None = None
        for seat in seats:
            visit = sum(hand_no <= seat["hand_no"] for hand_no in buy_ins)
            if life is None or life["bust"] or life["visit"] != visit:
                life = {"strategy": seat["strategy"], "visit": visit, "hands": 0, "hours": 0.0, "bust": False}
                life["session_id"] = seat["session_id"]
                lives.append(life)
            life["hands"] += 1
            life["hours"] += seat["hours"]
            life["bust"] = seat["stack_end"] == 0
    return lives


def test_money_by_strategy_adds_up_to_the_chip(run, found):
    frame = found["cash"]
    strategy = strategies(run)
    ledger = [line for line in rows(run, "ledger") if line["player_id"] is not None]
    lines = grouped(ledger, lambda line: strategy[line["player_id"]])
    seats = grouped(hand_by_hand(run), lambda seat: seat["strategy"])
    for name, mine in lines.items():
        row = of(frame, name)
        in_all = {
            kind: abs(sum(line["amount"] for line in mine if line["kind"] in kinds))
            for kind, kinds in (("brought", ("buy-in", "rebuy")), ("taken", ("cash-out",)))
        }
        assert {kind: row[kind] for kind in in_all} == in_all
        charge = -sum(line["amount"] for line in mine if line["kind"] == "time-charge")
        assert row["time_charge"] == charge
        dealt = seats.get(name, [])
        assert row["net"] == sum(seat["net"] for seat in dealt)
        assert row["result"] == row["taken"] - row["brought"] == row["net"] - charge
        assert row["to_house"] == pytest.approx(sum(seat["paid"] for seat in dealt) + charge)
        assert row["from_players"] == pytest.approx(row["result"] + row["to_house"])
    everybody = of(frame, ALL)
    hands = rows(run, "hands")
    charged = -sum(line["amount"] for line in ledger if line["kind"] == "time-charge")
    assert -everybody["result"] == sum(hand["tax"] + hand["extra_drop"] for hand in hands) + charged
    assert everybody["from_players"] == 0
    assert frame.iloc[-1]["strategy"] == ALL and set(frame["attribution"]) == {"contributed"}


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_among_each_other_the_players_win_nothing(run, attribution):
    with open_facts(run, attribution) as facts:
        frame = cash.tables(facts, short=True)["cash"]
        (table,) = cash.text({"cash": frame}, facts, short=True)
    each = frame[frame["strategy"] != ALL]
    assert each["from_players"].sum() == pytest.approx(0, abs=1e-4)
    assert each["from_players"].abs().sum() > 0
    assert table.title.endswith(ATTRIBUTIONS[attribution].title)


def test_what_is_won_from_players_by_the_hour(run, found):
    for strategy, mine in grouped(hand_by_hand(run), lambda seat: seat["strategy"]).items():
        row = of(found["cash"], strategy)
        sums = {
            session: (
                sum(seat["net"] + seat["paid"] for seat in group),
                sum(seat["hours"] for seat in group),
            )
            for session, group in grouped(mine, lambda seat: seat["session_id"]).items()
        }
        expected = left_out_interval(sums) if len(sums) > 1 else None
        hours = sum(hour for _, hour in sums.values())
        assert (row["from_players_per_hour_of"], row["player_hours"]) == pytest.approx((hours, hours))
        if expected:
            shown = [row[f"from_players_per_hour{end}"] for end in ENDS]
            assert shown == pytest.approx(expected)


def test_lives_of_buy_ins(run, found):
    lives = plain_lives(run)
    groups = {**grouped(lives, lambda life: life["strategy"]), ALL: lives}
    for strategy, mine in groups.items():
        row = of(found["cash.lives"], strategy)
        busts = sum(life["bust"] for life in mine)
        assert (row["lives"], row["busts"]) == (len(mine), busts)
        if not busts:
            assert math.isnan(row["hours_per_bust"])
            continue
        assert row["hours_per_bust"] == pytest.approx(sum(life["hours"] for life in mine) / busts)
        sums = {
            session: (sum(life["bust"] for life in group), sum(life["hours"] for life in group))
            for session, group in grouped(mine, lambda life: life["session_id"]).items()
        }
        if len(sums) > 1:
            _, low, high = left_out_interval(sums)
            assert row["hours_per_bust_low"] == pytest.approx(1 / high)
            expected = 1 / low if low > 0 else math.nan
            assert row["hours_per_bust_high"] == pytest.approx(expected, nan_ok=True)


def test_who_comes_back_lives_again(tmp_path):
    if not COMPILED:
        pytest.skip("needs many hands")
    lives = plain_lives(played(tmp_path / "back", *RUNS["coming and going"]))
    assert any(life["visit"] > 1 for life in lives)


def plain_survival(lives: list[Row], level: float) -> float:
    """When so many lives are over, going through them one by one in the order of their length."""
    surviving = 1.0
    for hands in sorted({life["hands"] for life in lives}):
        at_risk = sum(life["hands"] >= hands for life in lives)
        over = sum(life["bust"] for life in lives if life["hands"] == hands)
        surviving *= 1 - over / at_risk
        if at_risk < 10:
            return math.nan
        if surviving <= 1 - level + 1e-12:
            return hands
    return math.nan


def test_how_long_a_buy_in_lasts(run, found):
    lives = plain_lives(run)
    groups = {**grouped(lives, lambda life: life["strategy"]), ALL: lives}
    for strategy, mine in groups.items():
        row = of(found["cash.lives"], strategy)
        for level in (0.25, 0.5, 0.75):
            shown = row[f"hands_p{level * 100:.0f}"]
            assert shown == pytest.approx(plain_survival(mine, level), nan_ok=True)


def test_lives_cut_short_are_taken_for_what_they_are():
    """Kaplan and Meier (1958), section 1.1: deaths at 0.8, 3.1, 5.4, 9.2, losses at 1.0, 2.7, 7.0, 12.1."""
    once = [(0.8, 1), (1.0, 0), (2.7, 0), (3.1, 1), (5.4, 1), (7.0, 0), (9.2, 1), (12.1, 0)]
    times, over = (np.repeat(column, 10) for column in zip(*once, strict=True))
    moments, surviving = survival_curve(times, over.astype(bool))
    after = dict(zip(moments.tolist(), surviving.tolist(), strict=True))
    assert [after[moment] for moment in (0.8, 3.1, 5.4, 9.2)] == pytest.approx(
        [7 / 8, 7 / 10, 21 / 40, 21 / 80]
    )
    assert survival_quantiles(times, over, (0.25, 0.5, 0.8))[:2] == [3.1, 9.2]
    assert math.isnan(survival_quantiles(times, over, (0.8,))[0])
    assert math.isnan(survival_quantiles(times[:0], over[:0], (0.5,))[0])


def plain_visits(run: Run) -> list[Row]:
    """Every visit, by going through each player's lines of the ledger."""
    length = {
        s: len(mine) for s, mine in grouped(rows(run, "hands"), lambda hand: hand["session_id"]).items()
    }
    over = {hand["hand_id"]: hand["started_s"] + hand["duration_s"] for hand in rows(run, "hands")}
    played = grouped(rows(run, "seats"), lambda seat: seat["player_id"])
    order = {"cash-out": 0, "buy-in": 1}
    visits = []
    ledger = [line for line in rows(run, "ledger") if line["player_id"] is not None]
    for player, lines in grouped(ledger, lambda line: line["player_id"]).items():
        for line in sorted(lines, key=lambda line: (line["hand_no"], order.get(line["kind"], 2))):
            if line["kind"] == "buy-in":
                visits.append({"player": player, "came": line["clock_s"], "end": "broke", "went": None})
                visits[-1]["session_id"] = line["session_id"]
            elif line["kind"] == "cash-out":
                last = line["hand_no"] == length[line["session_id"]]
                visits[-1] |= {"end": "closing" if last else "left", "went": line["clock_s"]}
    following = [*visits[1:], {"player": None, "came": math.inf}]
    for visit, other in zip(visits, following, strict=True):
        until = other["came"] if other["player"] == visit["player"] else math.inf
        ends = [over[seat["hand_id"]] for seat in played.get(visit["player"], [])]
        last = max((end for end in ends if visit["came"] <= end <= until), default=visit["came"])
        went = last if visit["went"] is None else visit["went"]
        visit["hours"] = (went - visit["came"]) / 3600
    return visits


def test_visits_and_their_ends(run, found):
    strategy = strategies(run)
    visits = plain_visits(run)
    groups = {**grouped(visits, lambda visit: strategy[visit["player"]]), ALL: visits}
    for name, mine in groups.items():
        row = of(found["cash.visits"], name)
        assert row["visits"] == row["broke_pct_of"] == len(mine)
        for end in ("broke", "left", "closing"):
            assert row[end] == sum(visit["end"] == end for visit in mine)
        sums = {
            session: (sum(visit["end"] == "broke" for visit in group), len(group))
            for session, group in grouped(mine, lambda visit: visit["session_id"]).items()
        }
        if len(sums) > 1:
            shown = [row[f"broke_pct{end}"] for end in ENDS]
            assert shown == pytest.approx([100 * value for value in left_out_percent(sums)], nan_ok=True)
        assert row["visit_hours_p50"] == pytest.approx(quantile([visit["hours"] for visit in mine], 0.5))


def test_chips_that_come_and_go(run, found):
    flow = {row["what"]: row for row in found["cash.flow"].to_dict("records")}
    hands = grouped(rows(run, "hands"), lambda hand: hand["session_id"])
    ledger = grouped(rows(run, "ledger"), lambda line: line["session_id"])
    kinds = {"buy_in": "buy-in", "rebuy": "rebuy", "cash_out": "cash-out", "time_charge": "time-charge"}
    for what, kind in {**kinds, "tax": "tax", "extra_drop": "extra-drop"}.items():
        sums = {
            session: (
                abs(sum(line["amount"] for line in ledger[session] if line["kind"] == kind)),
                sum(hand["duration_s"] for hand in mine) / 3600,
            )
            for session, mine in hands.items()
        }
        row = flow[what]
        assert row["chips"] == sum(y for y, _ in sums.values())
        shown = [row[f"per_table_hour{end}"] for end in ENDS]
        assert shown == pytest.approx(left_out_interval(sums))
    coming = flow["buy_in"]["chips"] + flow["rebuy"]["chips"]
    going = sum(flow[what]["chips"] for what in ("cash_out", "tax", "extra_drop", "time_charge"))
    assert coming == going


def test_sums_by_session_and_strategy_are_those_of_the_players(run):
    with open_facts(run) as facts:
        sums = facts.strategy_sessions
        players = facts.player_sessions.groupby(["session_id", "strategy"], observed=True)
        for name in ("hands", "net", "tax_paid", "busts"):
            expected = players[name].sum()
            found = sums.set_index(["session_id", "strategy"])[name].reindex(expected.index)
            assert found.to_numpy() == pytest.approx(expected.to_numpy())
        assert sums["seat_hours"].sum() == pytest.approx(facts.sessions["seat_hours"].sum())


def test_sentences_and_text_name_the_figures(run, found):
    with open_facts(run) as facts:
        told = list(cash.sentences(found, facts))
        shown = "\n".join(rendered(table) for table in cash.text(found, facts))
    brought = of(found["cash"], ALL)["brought"]
    assert f"{brought:,} chips" in told[0] and 3 <= len(told) <= 5
    assert "Lifetime of a buy-in" in shown and max(map(len, shown.splitlines())) <= 80
