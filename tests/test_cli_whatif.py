"""``holdem-sim whatif``: recorded hands under another tax, exact by hand, and what it says of house and players."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction

import pytest

from holdem_sim.cli import main
from holdem_sim.config import Config
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.questions._figures import sums
from holdem_sim.questions._retax import retaxed, retaxed_hands
from holdem_sim.questions._time_charges import time_charges
from holdem_sim.recheck.house import Tax
from holdem_sim.reports._facts import open_facts
from reporting import left_out_interval, played, rows

HANDS = 900 if COMPILED else 60
GAME = [
    "--players",
    "uniform-random*3,calling-station,always-all-in,tight-aggressive",
    "--set",
    "table.seats=6",
]
SCHEMES = {
    "percent": ["tax.percent=2.5"],
    "all": ["tax.percent=100"],
    "none": ["tax.percent=0"],
    "cap": ["tax.percent=10", "tax.cap=300", "tax.unit=25", "tax.rounding=nearest"],
    "caps": ["tax.cap_bb=2.5", "tax.cap_by_players={2=30, 4=90, 6=200}", "tax.rounding=up"],
    "steps": ["tax.steps=[[2000, 100], [4000, 200], [9000, 333]]", "tax.min_pot=500", "tax.unit=5"],
    "flop": ["tax.percent=7.25", "tax.no_flop_no_drop=true", "tax.heads_up_factor=0.5"],
    "drop": ["tax.percent=98", "tax.extra_drop=70", "tax.extra_drop_min_pot=1000", "tax.unit=10"],
    "spread": ["tax.spread=main-first", "tax.percent=33.333333"],
    "time": ["tax.percent=0", "tax.time_charge=120"],
}  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run with walks, side pots and tables of two to six players, whose own tax has a bit of everything."""
    return played(
        tmp_path_factory.mktemp("whatif") / "run", *GAME, "--hands", str(HANDS), "--set", "session.hands=60",
        "--set", "tax.percent=5", "--set", "tax.cap_bb=20", "--set", "tax.no_flop_no_drop=true",
        "--set", "tax.extra_drop=40", "--set", "tax.extra_drop_min_pot=3000", "--set", "tax.time_charge=60",
        "--set", "clock.deal_s=300", "--set", "lineup.types.*.max_rebuys=2", "--set", "lineup.types.*.arrival=40",
    )  # fmt: skip


@pytest.mark.parametrize("words", SCHEMES.values(), ids=SCHEMES)
def test_a_scheme_played_and_its_recorded_hands_taxed_anew_are_the_same_to_the_chip(words, tmp_path):
    settings = [part for word in words for part in ("--set", word)]
    own = played(tmp_path / "run", *GAME, "--hands", str(HANDS // 3), "--set", "session.hands=60", *settings)
    with open_facts(own) as facts:
        hands = facts.sql("SELECT *, (last_street <> 'preflop')::TINYINT AS flop FROM hands")
        taxes, drops = retaxed_hands(hands, Config.from_json(own.config))
        assert taxes.tolist() == hands["tax"].tolist()
        assert drops.tolist() == hands["extra_drop"].tolist()
        before = sums(facts)
        after = retaxed(facts, before, Config.from_json(own.config))
    assert after.sessions["income"].tolist() == before.sessions["income"].tolist()
    assert after.strategies["lost"].tolist() == before.strategies["lost"].tolist()


@pytest.mark.parametrize("words", SCHEMES.values(), ids=SCHEMES)
def test_any_scheme_on_recorded_hands_is_what_the_re_check_computes_with_fractions(run, words):
    config = Config.from_json(run.config).with_settings(words)
    scheme = Tax.of(config.to_json()["tax"], 100)
    with open_facts(run) as facts:
        hands = facts.sql("SELECT *, (last_street <> 'preflop')::TINYINT AS flop FROM hands")
        taxes, drops = retaxed_hands(hands, config)
    assert len(hands) == HANDS
    for pot, players, flop, tax, drop in zip(
        hands["pot"], hands["players_dealt"], hands["flop"], taxes, drops, strict=True
    ):
        assert (tax, drop) == scheme.levy(int(pot), int(players), bool(flop))


def test_who_wins_a_hand_pays_what_it_is_taxed_more(run):
    config = Config.from_json(run.config).with_settings(["tax.percent=12", "tax.cap_bb=none"])
    scheme = Tax.of(config.to_json()["tax"], 100)
    hands = {row["hand_id"]: row for row in rows(run, "hands")}
    expected = defaultdict(Fraction)
    for row in rows(run, "seats"):
        hand = hands[row["hand_id"]]
        old = hand["tax"] + hand["extra_drop"]
        more = sum(scheme.levy(hand["pot"], hand["players_dealt"], hand["last_street"] != "preflop")) - old
        expected[row["session_id"], row["strategy"]] += (
            Fraction(more * row["won"], hand["pot"] - old) - row["net"]
        )
    strategies = {row["player_id"]: row["strategy"] for row in rows(run, "players")}
    for row in rows(run, "ledger"):
        if row["kind"] == "time-charge":
            expected[row["session_id"], strategies[row["player_id"]]] -= row["amount"]
    with open_facts(run) as facts:
        found = retaxed(facts, sums(facts), config)
    lost = dict(zip(zip(found.strategies["session_id"], found.strategies["strategy"], strict=True),
                    found.strategies["lost"], strict=True))  # fmt: skip
    assert lost == pytest.approx({key: float(value) for key, value in expected.items()})
    assert found.sessions["lost"].sum() == pytest.approx(
        found.sessions["income"].sum() + found.sessions["extra_drop"].sum()
    )


LIVELY = ["--set", "lineup.types.*.max_rebuys=1", "--set", "lineup.types.*.walk_in=900"]


@pytest.mark.skipif(not COMPILED, reason="plays thousands of hands")
@pytest.mark.parametrize(
    "words",
    [
        ["--table", "casino-lively"],
        ["--lineup", "lively", "--hours", "4.2", *LIVELY],
        ["--lineup", "lively", "--hours", "3", *LIVELY, "--set", "buy_in.max_bb=20"],
        ["--table", "casino-lively", *LIVELY, "--set", "clock.deal_s=2000"],
        ["--players", "always-all-in*3,uniform-random*3", "--set", "table.seats=6", "--hours", "9",
         "--set", "lineup.types.*.max_rebuys=0", "--set", "lineup.types.*.arrival=100"],
    ],
)  # fmt: skip
def test_the_time_charge_found_in_the_files_is_the_one_that_was_taken(words, tmp_path):
    own = played(tmp_path / "run", "--hands", "3000", "--set", "tax.time_charge=350", *words)
    taken = defaultdict(int)
    for row in rows(own, "ledger"):
        if row["kind"] == "time-charge":
            taken[row["player_id"]] -= row["amount"]
    assert taken
    with open_facts(own) as facts:
        found = time_charges(facts, 350)
    assert dict(zip(found["player_id"], found["charge"], strict=True)) == {
        player: taken[player] for player in found["player_id"]
    }


def test_a_run_without_time_charge_taxed_with_one(run, tmp_path):
    words = [*GAME, "--hands", str(HANDS // 3), "--set", "session.hands=60", "--set", "clock.deal_s=300"]
    own = played(tmp_path / "run", *words)
    hands = rows(own, "hands")
    with open_facts(own) as facts:
        config = Config.from_json(own.config).with_settings(["tax.time_charge=1"])
        found = retaxed(facts, sums(facts), config).sessions
    for row in found.to_dict("records"):
        begun = max(h["started_s"] for h in hands if h["session_id"] == row["session_id"])
        # One chip from everybody with chips: at most six, at least the two who play, every half hour.
        assert 2 * (begun // 1800) <= row["time_charge"] <= 6 * (begun // 1800)
        assert row["income"] == row["tax"] + row["time_charge"]


def test_the_figures_of_the_command(run, capsys):
    assert (
        main(["whatif", str(run.path), "--set", "tax.percent=10", "--set", "tax.cap_bb=none", "--json"]) == 0
    )
    said = json.loads(capsys.readouterr().out)
    assert said["settings"] == ["tax.percent=10", "tax.cap_bb=none"]
    found = {row["figure"]: row for row in said["reports"]["whatif"]}
    old, new, change = defaultdict(list), defaultdict(list), {}
    for hand in rows(run, "hands"):
        taxed = hand["last_street"] != "preflop"
        old[hand["session_id"]].append(hand["tax"])
        new[hand["session_id"]].append(hand["pot"] // 10 if taxed else 0)
    for name, by_session in (("first", old), ("second", new)):
        expected = left_out_interval({k: (sum(v), len(v)) for k, v in by_session.items()})
        row = found["tax_per_hand"]
        assert [row[name + end] for end in ("", "_low", "_high")] == pytest.approx(expected)
    change = {k: (sum(new[k]) - sum(old[k]), len(old[k])) for k in old}
    row = found["tax_per_hand"]
    assert [row["difference"], row["low"], row["high"]] == pytest.approx(left_out_interval(change))
    assert row["clear"] is True
    strategies = {row["strategy"] for row in said["reports"]["whatif.strategies"]}
    assert strategies == {"uniform-random", "calling-station", "always-all-in", "tight-aggressive"}


def test_the_text_fits_and_says_what_it_ignores(run, capsys, tmp_path):
    words = ["whatif", str(run.path), "--set", "tax.percent=10", "--plots", str(tmp_path / "pictures")]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "This ignores what players would answer" in out
    for title in ("The tax anew", "Loss by strategy, big blinds per 100 hands", "tax per hand, chips"):
        assert title in out
    lines = [line for line in out.splitlines() if str(tmp_path) not in line and str(run.path) not in line]
    assert max(map(len, lines)) <= 80
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {"whatif.png", "whatif.svg"}
    assert main(["whatif", str(run.path), "--set", "tax.percent=10", "--csv", str(tmp_path / "csv")]) == 0
    assert {path.name for path in (tmp_path / "csv").iterdir()} == {"whatif.csv", "whatif.strategies.csv"}


def test_a_page(run, capsys, tmp_path):
    assert (
        main(["whatif", str(run.path), "--set", "tax.percent=10", "--html", str(tmp_path / "page.html")]) == 0
    )
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for part in (
        "The same hands under another tax",
        "This ignores what players would answer",
        "<svg",
        "--from",
    ):
        assert part in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "nothing is asked; name a tax key, as in --set tax.percent=4"),
        (
            ["--set", "table.seats=3"],
            "table.seats is no key of the tax: the hands themselves would be others",
        ),
        (["--set", "tax.percent=3,4"], "--set 'tax.percent=3,4' has several values; whatif takes one"),
        (["--set", "tax.pecent=3"], "unknown key 'tax.pecent' in --set; did you mean 'tax.percent'?"),
        (["--set", "tax.percent=101"], "tax.percent = 101 in --set: must be a number from 0 to 100"),
        (["--set", "tax.unit=0.5"], "tax.unit = 0.5 is no whole number of chips"),
        (["--set", "tax.percent=4", "--json", "--csv", "x"], "--json and --csv exclude each other"),
    ],
)
def test_wrong_usage(run, words, message, capsys):
    assert main(["whatif", str(run.path), *words]) == 2
    assert message in capsys.readouterr().err


def test_a_setting_in_the_place_of_the_run(capsys):
    assert main(["whatif", "tax.percent=4"]) == 2
    assert "'tax.percent=4' is no run; settings come after --set" in capsys.readouterr().err
    assert main(["whatif", "nowhere", "--set", "tax.percent=4"]) == 1
    assert "there is no run 'nowhere'" in capsys.readouterr().err


def test_the_run_itself_stays_as_it_was(run):
    before = {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()}
    assert main(["whatif", str(run.path), "--set", "tax.percent=1", "--json"]) == 0
    assert {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()} == before
    assert open_run(run.path).info == run.info
