"""Every number of the reports, recomputed from the rows of a small run in plain Python."""

from __future__ import annotations

import math
import shutil
import statistics
from functools import partial
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from holdem_sim import reports
from holdem_sim.dataset import Run, open_run
from holdem_sim.errors import HoldemError
from holdem_sim.reports import stacks, tax, win_rates
from holdem_sim.reports._courses import ALL, QUANTILES, fan, trajectories
from holdem_sim.reports._facts import Facts, open_facts
from holdem_sim.reports._text import rendered
from reporting import (
    HANDS,
    MIXED,
    SESSION,
    Row,
    grouped,
    left_out_interval,
    left_out_percent,
    played,
    quantile,
    rows,
)

ENDS = ("", "_low", "_high")


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("reports") / "mixed", "--hands", str(HANDS), *MIXED)


@pytest.fixture(scope="module")
def facts(run):
    with open_facts(run) as found:
        yield found


@pytest.fixture(scope="module")
def seats(run) -> list[Row]:
    return rows(run, "seats")


@pytest.fixture(scope="module")
def hands(run) -> list[Row]:
    return rows(run, "hands")


def by_session(items: list[Row], numerator, denominator) -> dict[int, tuple[float, float]]:
    """What two functions of the rows add up to, by session."""
    return {
        session: (sum(map(numerator, group)), sum(map(denominator, group)))
        for session, group in grouped(items, lambda row: row["session_id"]).items()
    }


def the_row(frame: pd.DataFrame, **where) -> Row:
    """The only row with these values."""
    for name, value in where.items():
        frame = frame[frame[name] == value]
    assert len(frame) == 1
    return frame.iloc[0].to_dict()


# -- win rates ------------------------------------------------------------------------------------------


def check_rates(row: Row, mine: list[Row]) -> None:
    """The columns of win-rates, from the rows of the seats they are about."""
    net = [seat["net"] / 100 for seat in mine]
    assert row["hands"] == len(mine)
    assert row["net"] == sum(seat["net"] for seat in mine)
    assert row["net_bb"] == pytest.approx(sum(net))
    assert row["bb_per_100"] == pytest.approx(100 * sum(net) / len(net))
    if len(net) > 1:
        assert row["sd_bb_per_100"] == pytest.approx(10 * statistics.stdev(net), abs=1e-6)
    sessions = by_session(mine, lambda seat: seat["net"] / 100, lambda seat: 1)
    assert row["sessions"] == len(sessions)
    if len(sessions) < 2:
        assert math.isnan(row["bb_per_100_low"]) and math.isnan(row["bb_per_100_high"])
        assert row["note"] == "no interval: it takes two sessions"
    else:
        _, low, high = left_out_interval(sessions)
        assert row["bb_per_100_low"] == pytest.approx(100 * low)
        assert row["bb_per_100_high"] == pytest.approx(100 * high)
        assert row["note"] is None or len(sessions) < 10


def test_win_rates_by_strategy(facts, seats):
    frame = win_rates.tables(facts)["win-rates"]
    strategies = grouped(seats, lambda seat: seat["strategy"])
    assert set(frame["strategy"]) == set(strategies)
    for strategy, mine in strategies.items():
        row = the_row(frame, strategy=strategy)
        check_rates(row, mine)
        assert row["players"] == len({seat["player_id"] for seat in mine})
    assert frame["bb_per_100"].is_monotonic_decreasing


def test_win_rates_by_player(facts, seats):
    frame = win_rates.tables(facts)["win-rates.players"]
    players = grouped(seats, lambda seat: seat["player_id"])
    assert len(frame) == len(players)
    for player, mine in players.items():
        row = the_row(frame, player_id=player)
        check_rates(row, mine)
        assert row["strategy"] == mine[0]["strategy"]
    assert frame["net_bb"].is_monotonic_decreasing


def test_what_players_lose_is_what_the_house_takes(facts, hands):
    lost = -win_rates.tables(facts)["win-rates"]["net"].sum()
    assert lost == sum(hand["tax"] + hand["extra_drop"] for hand in hands)


# -- tax ------------------------------------------------------------------------------------------------


def hour(hand: Row) -> float:
    return hand["duration_s"] / 3600


def cap_in_force(hand: Row) -> int:
    """The cap of the run above for this hand, as its settings say it."""
    return min(400, {2: 100, 3: 100, 4: 300, 5: 300, 6: 500}[hand["players_dealt"]])


RATES = {
    "tax_per_hand": (lambda h: h["tax"], lambda h: 1),
    "tax_bb_per_100": (lambda h: h["tax"], lambda h: 1),
    "tax_per_table_hour": (lambda h: h["tax"], hour),
    "tax_per_seat_hour": (lambda h: h["tax"], lambda h: hour(h) * h["players_dealt"]),
    "hands_per_hour": (lambda h: 1, hour),
    "players_dealt": (lambda h: hour(h) * h["players_dealt"], hour),
    "taxed_pct": (lambda h: 100 * (h["tax"] > 0), lambda h: 1),
    "capped_pct": (lambda h: 100 * (h["tax"] == cap_in_force(h)), lambda h: 1),
    "mean_pot": (lambda h: h["pot"], lambda h: 1),
    "mean_pot_bb": (lambda h: h["pot"] / 100, lambda h: 1),
    "effective_pct": (lambda h: 100 * h["tax"], lambda h: h["pot"]),
    "extra_drop_per_hand": (lambda h: h["extra_drop"], lambda h: 1),
}


@pytest.mark.parametrize("name", RATES)
def test_tax_rates_and_their_intervals(facts, hands, name):
    (row,) = tax.tables(facts)["tax"].to_dict("records")
    numerator, denominator = RATES[name]
    if name in ("taxed_pct", "capped_pct"):
        shares = left_out_percent(by_session(hands, lambda hand: numerator(hand) / 100, denominator))
        expected = [100 * value for value in shares]
    else:
        expected = left_out_interval(by_session(hands, numerator, denominator))
    assert [row[f"{name}{end}"] for end in ENDS] == pytest.approx(expected)
    assert row[f"{name}_of"] == pytest.approx(sum(map(denominator, hands)))


def test_tax_totals(facts, hands, run):
    (row,) = tax.tables(facts)["tax"].to_dict("records")
    assert row["hands"] == len(hands)
    assert row["sessions"] == len({hand["session_id"] for hand in hands})
    for name in ("pot", "tax", "extra_drop"):
        assert row[name] == sum(hand[name] for hand in hands) > 0
    charges = [line for line in rows(run, "ledger") if line["kind"] == "time-charge"]
    assert row["time_charge"] == -sum(line["amount"] for line in charges)
    assert row["table_hours"] == pytest.approx(sum(map(hour, hands)))
    assert row["seat_hours"] == pytest.approx(sum(hour(hand) * hand["players_dealt"] for hand in hands))


def test_time_charge_and_income_by_the_hour(facts, hands, run):
    (row,) = tax.tables(facts)["tax"].to_dict("records")
    sums = by_session(hands, lambda hand: hand["tax"], hour)
    charged = dict.fromkeys(sums, 0)
    for line in rows(run, "ledger"):
        if line["kind"] == "time-charge":
            charged[line["session_id"]] -= line["amount"]
    for name, tax_counts in (("time_charge_per_table_hour", 0), ("income_per_table_hour", 1)):
        pairs = {session: (charged[session] + tax_counts * y, x) for session, (y, x) in sums.items()}
        found = (row[name], row[f"{name}_low"], row[f"{name}_high"])
        assert found == pytest.approx(left_out_interval(pairs))


def test_tax_by_strategy_is_attributed_by_contribution(facts, seats, hands):
    frame = tax.tables(facts)["tax.strategies"]
    of_hand = {hand["hand_id"]: hand for hand in hands}

    def share(seat: Row) -> float:
        hand = of_hand[seat["hand_id"]]
        return hand["tax"] * seat["contributed"] / hand["pot"]

    def share_of(strategy: str, seat: Row) -> float:
        return share(seat) if seat["strategy"] == strategy else 0.0

    all_tax = sum(hand["tax"] for hand in hands)
    for strategy, mine in grouped(seats, lambda seat: seat["strategy"]).items():
        row = the_row(frame, strategy=strategy)
        paid = sum(map(share, mine))
        assert row["hands"] == len(mine)
        assert row["tax_paid"] == pytest.approx(paid)
        assert row["contributed"] == sum(seat["contributed"] for seat in mine)
        assert row["tax_share_pct"] == pytest.approx(100 * paid / all_tax)
        assert row["effective_pct"] == pytest.approx(100 * paid / row["contributed"])
        expected = left_out_interval(by_session(mine, share, lambda seat: 1))
        found = (row["tax_bb_per_100"], row["tax_bb_per_100_low"], row["tax_bb_per_100_high"])
        assert found == pytest.approx(expected)
        theirs = partial(share_of, strategy)
        expected = left_out_interval(by_session(seats, theirs, share))
        assert [row[f"tax_share_pct{end}"] for end in ENDS] == pytest.approx([100 * x for x in expected])
    assert frame["tax_paid"].sum() == pytest.approx(all_tax)


@pytest.mark.parametrize(
    ("settings", "players", "cap"),
    [
        ({}, 6, None),
        ({"cap": 30}, 2, 30),
        ({"cap": 30, "cap_bb": "0.255"}, 2, 25),
        ({"cap_bb": 3}, 9, 300),
        ({"cap_by_players": {"2": 10, "5": 20}}, 2, 10),
        ({"cap_by_players": {"2": 10, "5": 20}}, 4, 10),
        ({"cap_by_players": {"2": 10, "5": 20}}, 5, 20),
        ({"cap_by_players": {"5": 20}}, 4, None),
        ({"cap": 15, "cap_by_players": {"2": 10, "5": 20}}, 9, 15),
        ({"cap": 19, "unit": 5}, 9, 15),
    ],
)
def test_the_cap_that_holds_is_the_smallest_in_whole_units(settings, players, cap):
    config = {"table": {"big_blind": 100}, "tax": {"unit": 1, "cap": None, "cap_bb": None} | settings}
    facts = Facts(Run(Path("nowhere"), {"config": config}), None)  # type: ignore[arg-type]
    assert facts.cap(players) == cap


@pytest.mark.parametrize("top", tax.TOPS)
def test_the_share_of_the_hands_with_the_most_tax(facts, hands, top):
    """The hands in the order of their tax: those at the border count in proportion."""
    row = the_row(tax.tables(facts)["tax.pots"], top_pct=top)
    ordered = sorted((hand["tax"] for hand in hands), reverse=True)
    wanted = len(ordered) * top / 100
    inside = int(wanted)
    most = sum(ordered[:inside]) + (wanted - inside) * ordered[min(inside, len(ordered) - 1)]
    assert row["hands"] == pytest.approx(wanted)
    assert row["share_pct"] == pytest.approx(100 * most / sum(ordered))
    least = row["tax_from"]
    sums = by_session(hands, lambda h: max(h["tax"] - least, 0) + least * top / 100, lambda h: h["tax"])
    _, low, high = left_out_interval(sums)
    assert row["share_pct_low"] == pytest.approx(max(100 * low, 0))
    assert row["share_pct_high"] == pytest.approx(min(100 * high, 100))


def test_how_sessions_differ_in_tax(facts, hands):
    (row,) = tax.tables(facts)["tax"].to_dict("records")
    sums = by_session(hands, lambda hand: hand["tax"], hour)
    hourly = [y / x for y, x in sums.values()]
    assert row["tax_per_table_hour_sd"] == pytest.approx(statistics.stdev(hourly))
    for level in (5, 95):
        assert row[f"tax_per_table_hour_p{level}"] == pytest.approx(quantile(hourly, level / 100))


def test_win_rates_before_tax_and_by_the_hour(facts, seats, hands):
    of_hand = {hand["hand_id"]: hand for hand in hands}

    def tax_bb(seat: Row) -> float:
        hand = of_hand[seat["hand_id"]]
        return hand["tax"] * seat["contributed"] / hand["pot"] / 100

    frame = win_rates.tables(facts)["win-rates.tax"]
    for strategy, mine in grouped(seats, lambda seat: seat["strategy"]).items():
        row = the_row(frame, strategy=strategy)
        rates = {
            "before_tax_bb_per_100": (100, lambda s: s["net"] / 100 + tax_bb(s), lambda s: 1),
            "tax_bb_per_100": (100, tax_bb, lambda s: 1),
            "bb_per_hour": (1, lambda s: s["net"] / 100, lambda s: hour(of_hand[s["hand_id"]])),
        }
        for name, (factor, numerator, denominator) in rates.items():
            sums = by_session(mine, numerator, denominator)
            assert row[f"{name}_of"] == pytest.approx(sum(x for _, x in sums.values()))
            if len(sums) > 1:
                expected = [factor * value for value in left_out_interval(sums)]
                assert [row[f"{name}{end}"] for end in ENDS] == pytest.approx(expected)


def test_figures_in_the_tables_currency(tmp_path):
    words = ["--players", "always-call*2", "--set", "table.seats=2", "--set", "session.hands=5"]
    money = ["--set", "table.currency=TL", "--set", "table.chip_value=0.5"]
    with open_facts(played(tmp_path / "lira", "--hands", "10", *words, *money)) as facts:
        found = tax.tables(facts)
        table = next(tax.text(found, facts))
        lines = [row for row in table.rows if row[2] == "TL"]
        told = list(tax.sentences(found, facts))
    assert lines[:2] == [["tax in all", "50.00", "TL", ""], ["tax per hand", "5.00", "TL", "5.00 to 5.00"]]
    assert len(lines) == 4  # and by the table-hour and seat-hour; there is no time charge
    assert " TL " in told[1] and told[0].startswith("The house took 100 chips of tax, 5.00 % of the pots")


# -- stacks ---------------------------------------------------------------------------------------------


def check_results_of_sessions(row: Row, mine: list[Row]) -> None:
    """Mean, winners and those who lost all their chips, with their intervals, from the rows of a strategy."""
    visits = grouped(mine, lambda seat: (seat["session_id"], seat["player_id"])).values()
    results = [
        {
            "session_id": group[0]["session_id"],
            "net": sum(seat["net"] for seat in group),
            "bust": any(seat["stack_end"] == 0 for seat in group),
        }
        for group in visits
    ]
    assert row["result_bb_of"] == row["winners_pct_of"] == row["bust_pct_of"] == len(results)
    mean = left_out_interval(by_session(results, lambda one: one["net"] / 100, lambda one: 1))
    assert [row[f"result_bb{end}"] for end in ENDS] == pytest.approx(mean)
    for name, what in (("winners_pct", lambda one: one["net"] > 0), ("bust_pct", lambda one: one["bust"])):
        share = left_out_percent(by_session(results, what, lambda one: 1))
        expected = [100 * value for value in share]
        assert [row[f"{name}{end}"] for end in ENDS] == pytest.approx(expected, nan_ok=True)


def test_stacks_by_strategy(facts, seats, run):
    frame = stacks.tables(facts)["stacks"]
    strategy_of = {player["player_id"]: player["strategy"] for player in rows(run, "players")}
    ledger = [line for line in rows(run, "ledger") if line["player_id"] is not None]
    lines = grouped(ledger, lambda line: (strategy_of[line["player_id"]], line["kind"]))
    assert {kind for _, kind in lines} == {"buy-in", "rebuy", "cash-out", "time-charge"}
    for strategy, mine in grouped(seats, lambda seat: seat["strategy"]).items():
        row = the_row(frame, strategy=strategy)
        results = [
            sum(seat["net"] for seat in group) / 100
            for group in grouped(mine, lambda seat: (seat["session_id"], seat["player_id"])).values()
        ]
        assert row["players"] == row["player_sessions"] == len(results)
        for level in QUANTILES:
            assert row[f"result_bb_p{level * 100:.0f}"] == pytest.approx(quantile(results, level))
        check_results_of_sessions(row, mine)
        assert row["busts"] == sum(seat["stack_end"] == 0 for seat in mine)
        for kind, name in (("buy-in", "buy_ins"), ("rebuy", "rebuys"), ("cash-out", "cash_outs")):
            mine_of_kind = lines.get((strategy, kind), [])
            assert row[name] == len(mine_of_kind)
            assert row[f"{name}_chips"] == abs(sum(line["amount"] for line in mine_of_kind))
        charges = lines.get((strategy, "time-charge"), [])
        assert row["time_charge_chips"] == -sum(line["amount"] for line in charges)


def test_chips_bought_are_chips_lost_charged_or_cashed_out(facts):
    frame = stacks.tables(facts)["stacks"]
    net = win_rates.tables(facts)["win-rates"].set_index("strategy")["net"]
    bought = frame["buy_ins_chips"] + frame["rebuys_chips"]
    assert (
        bought - frame["cash_outs_chips"] - frame["time_charge_chips"] == -frame["strategy"].map(net)
    ).all()


def courses(seats: list[Row]) -> dict[tuple[int, int], dict[int, Row]]:
    """The rows of every seat and session by the number of the hand."""
    found = grouped(seats, lambda seat: (seat["session_id"], seat["seat"]))
    return {key: {seat["hand_id"] % 1_000_000: seat for seat in mine} for key, mine in found.items()}


def test_fan_is_made_of_quantiles_over_seats_and_sessions(facts, seats, hands):
    frame = fan(facts)
    lengths = {s: len(mine) for s, mine in grouped(hands, lambda hand: hand["session_id"]).items()}
    assert list(frame[frame["strategy"] == ALL]["hand"]) == list(range(1, SESSION + 1))
    for strategy in (ALL, "always-all-in", "always-fold"):
        for end in (1, 2, SESSION // 2, SESSION):
            there = {
                key: course
                for key, course in courses(seats).items()
                if lengths[key[0]] >= end
                and strategy in (ALL, *(seat["strategy"] for seat in course.values()))
            }
            net = [
                sum(seat["net"] for hand_no, seat in course.items() if hand_no < end) / 100
                for course in there.values()
            ]
            chips = [course[end - 1]["stack_end"] / 100 for course in there.values() if end - 1 in course]
            row = the_row(frame, strategy=strategy, hand=end)
            assert row["seats"] == len(there)
            assert row["sessions"] == len({session for session, _ in there})
            for level in QUANTILES:
                assert row[f"net_bb_p{level * 100:.0f}"] == pytest.approx(quantile(net, level))
                assert row[f"stack_bb_p{level * 100:.0f}"] == pytest.approx(quantile(chips, level))


def test_fan_of_long_sessions_takes_some_hands_and_of_large_runs_some_sessions(facts, seats, monkeypatch):
    monkeypatch.setattr("holdem_sim.reports._courses.FAN_POINTS", 3)
    monkeypatch.setattr("holdem_sim.reports._courses.CHUNK_CELLS", 1)
    thinned = fan(facts)
    step = -(-SESSION // 3)
    assert list(thinned[thinned["strategy"] == ALL]["hand"]) == [step, 2 * step, SESSION]
    monkeypatch.undo()
    full = fan(facts)
    pd.testing.assert_frame_equal(
        thinned.reset_index(drop=True),
        full[full["hand"].isin([step, 2 * step, SESSION])].reset_index(drop=True),
    )
    monkeypatch.setattr(
        "holdem_sim.reports._courses.MOST_CELLS", 10 * SESSION * facts.extent.sessions // 2 + 1
    )
    some = fan(facts)
    half = -(-facts.extent.sessions // 2)
    assert the_row(some, strategy=ALL, hand=1)["sessions"] == half
    every_other = {k: c for k, c in courses(seats).items() if k[0] % 2 == 0 and 0 in c}
    first = [course[0]["net"] / 100 for course in every_other.values()]
    assert the_row(some, strategy=ALL, hand=1)["net_bb_p75"] == pytest.approx(quantile(first, 0.75))


def test_trajectories_follow_every_seat_and_mark_rebuys(facts, seats, run):
    frame = trajectories(facts)
    shown = sorted({seat["session_id"] for seat in seats})[:4]
    assert sorted(frame["session_id"].unique()) == shown
    bought = grouped(
        [line for line in rows(run, "ledger") if line["kind"] == "rebuy"],
        lambda line: (line["session_id"], line["seat"], line["hand_no"]),
    )
    assert len(frame) == sum(seat["session_id"] in shown for seat in seats)
    assert frame["rebuys"].sum() > 0
    for (session, number), course in courses(seats).items():
        if session not in shown:
            continue
        mine = frame[(frame["session_id"] == session) & (frame["seat"] == number)]
        net = 0
        for row, (hand_no, seat) in zip(mine.to_dict("records"), sorted(course.items()), strict=True):
            net += seat["net"]
            lines = bought.get((session, number, hand_no), [])
            assert row == {
                "session_id": session, "seat": number,
                "player_id": seat["player_id"], "strategy": seat["strategy"],
                "hand": hand_no + 1, "net": net, "net_bb": pytest.approx(net / 100),
                "stack_start": seat["stack_start"],
                "stack": seat["stack_end"], "stack_bb": seat["stack_end"] / 100,
                "rebuys": len(lines), "rebuy_chips": sum(line["amount"] for line in lines),
            }  # fmt: skip


def test_trajectories_of_long_sessions_are_thinned(facts, seats, monkeypatch):
    full = trajectories(facts)
    monkeypatch.setattr("holdem_sim.reports._courses.COURSE_POINTS", 4)
    thin = trajectories(facts)
    step = -(-SESSION // 4)
    assert len(thin) < len(full)
    ends = full.groupby(["session_id", "seat", (full["hand"] - 1) // step]).last().reset_index(drop=True)
    for name in ("hand", "net", "stack", "player_id"):
        assert list(thin[name]) == list(ends[name])
    assert thin["rebuys"].sum() == full["rebuys"].sum()


# -- runs that are not like the others ------------------------------------------------------------------


@pytest.fixture
def copy(run, tmp_path) -> Path:
    """A copy of the run, to be changed."""
    return Path(shutil.copytree(run.path, tmp_path / "copy"))


def change(folder: Path, table: str, name: str, make) -> None:
    """Replace a column of a table by what ``make`` makes of its rows."""
    for part in (folder / table).glob("*.parquet"):
        found = pq.read_table(part)
        place = found.schema.get_field_index(name)
        column = pa.array([make(row) for row in found.to_pylist()], found.schema.field(name).type)
        pq.write_table(found.set_column(place, found.schema.field(name), column), part)


def test_each_hand_counts_in_its_own_big_blinds(copy):
    change(copy, "hands", "big_blind", lambda hand: 100 if hand["session_id"] % 2 else 400)
    run = open_run(copy)
    mine = grouped(rows(run, "seats"), lambda seat: seat["strategy"])["always-call"]
    in_bb = by_session(mine, lambda s: s["net"] / (100 if s["session_id"] % 2 else 400), lambda s: 1)
    with open_facts(run) as facts:
        assert facts.extent.several_blinds
        row = the_row(win_rates.tables(facts)["win-rates"], strategy="always-call")
        assert tuple(row[f"bb_per_100{end}"] for end in ("", "_low", "_high")) == pytest.approx(
            [100 * value for value in left_out_interval(in_bb)]
        )
        assert row["net_bb"] == pytest.approx(sum(net for net, _ in in_bb.values()))
        (taxes,) = tax.tables(facts)["tax"].to_dict("records")
        expected = by_session(
            rows(run, "hands"), lambda hand: 100 * hand["tax"] / hand["big_blind"], lambda hand: 1
        )
        assert taxes["tax_bb_per_100"] == pytest.approx(left_out_interval(expected)[0])


def test_no_time_and_no_tax_give_no_numbers_instead_of_wrong_ones(copy):
    change(copy, "hands", "duration_s", lambda hand: 0.0)
    change(copy, "hands", "tax", lambda hand: 0)
    change(copy, "seats", "tax_paid", lambda seat: 0.0)
    with open_facts(open_run(copy)) as facts:
        (row,) = tax.tables(facts)["tax"].to_dict("records")
        assert math.isnan(row["tax_per_table_hour"]) and math.isnan(row["hands_per_hour"])
        assert row["tax_per_hand"] == row["tax_per_hand_low"] == row["effective_pct"] == 0
        assert tax.tables(facts)["tax.strategies"]["tax_share_pct"].isna().all()
        for name in reports.names():
            module = reports.load(name)
            assert all(rendered(table) for table in module.text(module.tables(facts), facts))
            assert all(figure for _, figure in (module.draw(facts) if hasattr(module, "draw") else ()))


def test_a_run_without_hands_says_how_to_go_on():
    run = Run(Path("runs/x"), {"config": {}, "rows": {"hands": 0}, "state": "interrupted"})
    with pytest.raises(HoldemError) as caught, open_facts(run):
        pass
    assert str(caught.value) == (
        "the run runs/x has no whole session yet\ngo on with: holdem-sim run --resume --out runs/x"
    )


def test_an_unfinished_run_counts_its_own_shards_only(copy):
    import json

    info = json.loads((copy / "run.json").read_text())
    for table in info["rows"]:
        part = copy / table / "part-00000.parquet"
        shutil.copy(part, copy / table / "part-00001.parquet")
    (copy / "run.json").write_text(json.dumps(info | {"state": "interrupted"}))
    with open_facts(open_run(copy)) as facts:
        assert facts.extent.hands == HANDS
