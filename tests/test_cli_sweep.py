"""``holdem-sim sweep``: the variants, their figures recomputed from the rows, and the command itself."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pandas as pd
import pytest

from holdem_sim.cli import main
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.questions._figures import INCOME
from holdem_sim.questions._sweep_text import _rivals
from holdem_sim.reports._statistics import t_quantile
from reporting import left_out_interval, rows
from runs import play_run

pytestmark = pytest.mark.skipif(not COMPILED, reason="plays thousands of hands")
SESSION = 30
GAME = [
    "--players", "tight-aggressive*3,calling-station,always-call,maniac",
    "--set", "table.seats=6",
    "--set", f"session.hands={SESSION}",
    "--set", "buy_in.max_bb=40",
    "--set", "tax.time_charge=15",
    "--set", "tax.extra_drop=10",
    "--set", "tax.extra_drop_min_pot=2000",
    "--set", "clock.deal_s=200",
    "--sessions", "40",
    "--workers", "2",
]  # fmt: skip


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """A sweep of three percentages with its runs, and what it printed as JSON."""
    folder = tmp_path_factory.mktemp("sweep")
    done = subprocess.run(
        [sys.executable, "-m", "holdem_sim", "sweep", *GAME, "--set", "tax.percent=5,10,2.5", "--json",
         "--keep", str(folder / "kept")],
        capture_output=True, text=True, check=True, cwd=folder,
    )  # fmt: skip
    runs = [open_run(folder / "kept" / f"variant-0{number}") for number in (1, 2, 3)]
    return json.loads(done.stdout), runs


def by_session(run, strategy=None):
    """Plain sums by session: of all, or of a strategy's players."""
    sums = defaultdict(lambda: defaultdict(float))
    hands = {row["hand_id"]: row for row in rows(run, "hands")}
    labels = {row["player_id"]: row["strategy"] for row in rows(run, "players")}
    for row in hands.values():
        one = sums[row["session_id"]]
        one["hands"] += 1
        one["tax"] += row["tax"]
        one["income"] += row["tax"]
        one["extra_drop"] += row["extra_drop"]
        one["hours"] += row["duration_s"] / 3600
        one["taxed"] += row["tax"] > 0
        one["pot"] += row["pot"]
    for row in rows(run, "seats"):
        if strategy in (None, row["strategy"]):
            one = sums[row["session_id"]]
            one["player_hands"] += 1
            one["seat_hours"] += hands[row["hand_id"]]["duration_s"] / 3600
            one["busts"] += row["stack_end"] == 0
            one["lost"] -= row["net"]
    for row in rows(run, "ledger"):
        if row["kind"] == "time-charge":
            sums[row["session_id"]]["income"] -= row["amount"]
            if strategy in (None, labels[row["player_id"]]):
                sums[row["session_id"]]["lost"] -= row["amount"]
    return sums


def pairs(sums, numerator, denominator):
    return {number: (one[numerator], one[denominator]) for number, one in sums.items()}


def paired_difference(first, second):
    """The difference of two ratios and its interval, by really leaving out one session from both at once."""

    def rate(sums, without=None):
        kept = [pair for number, pair in sums.items() if number != without]
        return sum(y for y, _ in kept) / sum(x for _, x in kept)

    numbers = set(first) | set(second)
    n, whole = len(numbers), rate(second) - rate(first)
    spread = sum((rate(second, k) - rate(first, k) - whole) ** 2 for k in numbers)
    half = t_quantile(0.95, n - 1) * (spread * (n - 1) / n) ** 0.5
    return whole, whole - half, whole + half


FIGURES = {
    "income_per_table_hour": ("income", "hours", 1),
    "income_per_100": ("income", "hands", 100),
    "tax_per_hand": ("tax", "hands", 1),
    "extra_drop_per_hand": ("extra_drop", "hands", 1),
    "hands_per_hour": ("hands", "hours", 1),
    "loss_bb_per_100": ("lost", "player_hands", 1),
    "loss_bb_per_hour": ("lost", "seat_hours", 0.01),
}
"""Numerator, denominator, factor; the big blind is 100 chips."""


def test_the_figures_follow_from_the_rows_of_the_kept_runs(swept):
    said, runs = swept
    assert said["variants"] == 3 and said["sessions"] == 40 and said["seed"] == 1
    table = said["reports"]["sweep"]
    assert [row["tax.percent"] for row in table] == [5, 10, 2.5]
    for row, run in zip(table, runs, strict=True):
        sums = by_session(run)
        assert row["hands"] == sum(one["hands"] for one in sums.values()) == run.info["hands"]
        for name in ("income", "extra_drop"):
            assert row[name] == sum(one[name] for one in sums.values())
        for name, (numerator, denominator, factor) in FIGURES.items():
            expected = left_out_interval(pairs(sums, numerator, denominator))
            found = [row[name + end] for end in ("", "_low", "_high")]
            assert found == pytest.approx([factor * value for value in expected]), name
        lost = sum(one["lost"] for one in sums.values())
        assert lost == row["income"] + row["extra_drop"], "what players lose goes to the house and the fund"


def test_the_lifetime_is_that_of_the_busts_per_hour_turned_over(swept):
    said, runs = swept
    for row, run in zip(said["reports"]["sweep"], runs, strict=True):
        rate, low, high = left_out_interval(pairs(by_session(run), "busts", "seat_hours"))
        found = [row[f"hours_per_bust{end}"] for end in ("", "_low", "_high")]
        assert found == pytest.approx([1 / rate, 1 / high, 1 / low])


def test_differences_are_paired_session_by_session(swept):
    said, runs = swept
    changes = said["reports"]["sweep.differences"]
    assert {row["variant"] for row in changes} == {2, 3}
    first = by_session(runs[0])
    for row in changes:
        if row["figure"] not in FIGURES:
            continue
        numerator, denominator, factor = FIGURES[row["figure"]]
        second = by_session(runs[row["variant"] - 1])
        expected = paired_difference(
            pairs(first, numerator, denominator), pairs(second, numerator, denominator)
        )
        assert [row["difference"], row["low"], row["high"]] == pytest.approx(
            [factor * value for value in expected], rel=1e-5, abs=1e-9
        )
        assert row["clear"] is (row["low"] > 0 or row["high"] < 0)
        assert row["sessions"] == 40


def test_lifetimes_are_compared_as_hours_per_bust(swept):
    said, runs = swept
    sums = [pairs(by_session(run), "seat_hours", "busts") for run in runs]
    for row in said["reports"]["sweep.differences"]:
        if row["figure"] == "hours_per_bust":
            expected = paired_difference(sums[0], sums[row["variant"] - 1])
            assert [row["difference"], row["low"], row["high"]] == pytest.approx(expected)


def test_a_strategys_loss_and_its_difference(swept):
    said, runs = swept
    found = {(row["variant"], row["strategy"]): row for row in said["reports"]["sweep.strategies"]}
    assert len(found) == 3 * 4
    for strategy in ("tight-aggressive", "always-call"):
        sums = [pairs(by_session(run, strategy), "lost", "player_hands") for run in runs]
        assert found[1, strategy]["loss_difference"] is None
        assert found[1, strategy]["loss_difference_clear"] is None
        for number in (1, 2):
            row = found[number + 1, strategy]
            assert row["loss_bb_per_100"] == pytest.approx(left_out_interval(sums[number])[0])
            ends = [row[f"loss_difference{end}"] for end in ("", "_low", "_high")]
            assert ends == pytest.approx(paired_difference(sums[0], sums[number]), rel=1e-4)


def test_pairing_makes_the_interval_of_a_difference_narrower(swept):
    said, runs = swept
    row = next(
        row for row in said["reports"]["sweep.differences"]
        if row["variant"] == 2 and row["figure"] == "hands_per_hour"
    )  # fmt: skip
    halves = []
    for run in runs[:2]:
        _, low, high = left_out_interval(pairs(by_session(run), "hands", "hours"))
        halves.append((high - low) / 2)
    assert (row["high"] - row["low"]) / 2 < 0.7 * sum(half**2 for half in halves) ** 0.5


def test_a_variant_is_the_run_that_one_would_play_alone(swept, tmp_path):
    _, runs = swept
    words = [word for word in GAME if word.startswith(("table.", "session.", "buy_in.", "tax.", "clock."))]
    alone = play_run(tmp_path / "alone", 40 * SESSION, GAME[1], [*words, "tax.percent=10"])
    for name in ("hands", "seats", "actions", "ledger"):
        assert rows(alone, name) == rows(runs[1], name)


def test_every_variant_has_the_same_cards(swept):
    """Hand by hand, as long as the same seats are dealt in from the same button."""
    _, runs = swept
    first, *others = [deals(run) for run in runs]
    for other in others:
        alike = [hand for hand in first if hand in other and first[hand][:2] == other[hand][:2]]
        assert len(alike) > 0.9 * len(first)
        for hand in alike:
            (_, _, cards, board), (_, _, same_cards, other_board) = first[hand], other[hand]
            assert cards == same_cards
            assert board.startswith(other_board) or other_board.startswith(board)


def deals(run) -> dict:
    """By hand: its button, the seats dealt in, their cards, the board."""
    cards = {hand["hand_id"]: {} for hand in rows(run, "hands")}
    for seat in rows(run, "seats"):
        cards[seat["hand_id"]][seat["seat"]] = seat["hole_cards"]
    return {
        hand["hand_id"]: (
            hand["button_seat"],
            set(cards[hand["hand_id"]]),
            cards[hand["hand_id"]],
            hand["board"],
        )
        for hand in rows(run, "hands")
    }


def test_kept_runs_are_whole_and_can_be_repeated(swept, tmp_path, capsys):
    _, runs = swept
    for run in runs:
        assert main(["verify", str(run.path)]) == 0
    capsys.readouterr()
    assert (
        main(
            [
                "run",
                "--from",
                str(runs[2].path / "run.json"),
                "--out",
                str(tmp_path / "again"),
                "--workers",
                "1",
            ]
        )
        == 0
    )
    again = open_run(tmp_path / "again")
    assert again.info["hands"] == runs[2].info["hands"]
    assert rows(again, "hands") == rows(runs[2], "hands")


def test_the_text_fits_and_says_what_matters(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["sweep", *GAME, "--sessions", "12", "--set", "tax.percent=5,10", "--set", "tax.cap_bb=none,2"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert out.startswith("sweep of table casino, lineup players: 4 variants of 12 sessions each, seed 1\n")
    flat = " ".join(out.split())
    assert "The house earns most with tax.percent = 10, tax.cap_bb = none:" in flat
    assert "more than with tax.percent = 5, tax.cap_bb = none, a clear difference (session by session" in flat
    for title in ("Income per table-hour, chips", "Extra drop per hand, chips (not income)", "Lifetime of a buy-in",
                  "What a player loses on average", "At the table", "Loss by strategy"):  # fmt: skip
        assert title in out
    assert "percent /\ncap_bb" in out or "tax.percent /" in out
    assert not any(Path(tmp_path).iterdir()), "nothing is left behind"


def test_rivals_of_the_best_are_those_that_the_sharpest_comparison_leaves():
    name = INCOME.name
    main_table = pd.DataFrame({f"{name}_low": [90.0, 80.0, 40.0], f"{name}_high": [110.0, 95.0, 60.0]})
    changes = pd.DataFrame({"variant": [2, 3], "figure": [name, name], "clear": [True, False]})
    assert _rivals(main_table, changes, INCOME, 0) == [2], (
        "paired with the first: their intervals do not matter"
    )
    assert _rivals(main_table.iloc[::-1].reset_index(drop=True), changes, INCOME, 2) == [1], (
        "the first is told apart"
    )


def test_only_a_sweep_of_the_tax_says_that_players_do_not_answer(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    told = "The players of the lineup price-sensitive answer to it."
    for words, expected in (
        (["--set", "tax.percent=5,6"], True),
        (["--set", "rules.min_raise=double,increment"], False),
        (["--set", "tax.percent=5,6", "--set", "lineup.types.nit.company=3", "--lineup", "regulars"], False),
    ):
        assert main(["sweep", "--sessions", "2", "--set", "session.hands=12", "--workers", "1", *words]) == 0
        assert (told in " ".join(capsys.readouterr().out.split())) is expected, words


def test_long_values_are_listed_and_numbered(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["sweep", *GAME, "--sessions", "3", "--set", "tax.steps=[],[[2000, 100], [9000, 300]]"]) == 0
    out = capsys.readouterr().out
    assert "Variants\n1  tax.steps = []\n2  tax.steps = [[2000, 100], [9000, 300]]\n" in out
    assert "Rough interval: 3 sessions." in out
    assert max(map(len, out.splitlines())) <= 80


def test_tables_and_pictures_as_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    base = ["sweep", *GAME, "--sessions", "3"]
    assert main([*base, "--set", "tax.percent=3,4,5", "--csv", "out", "--plots", "pictures"]) == 0
    with Path("out/sweep.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    assert [row["tax.percent"] for row in found] == ["3", "4", "5"]
    assert all(float(row["income_per_table_hour"]) > 0 for row in found)
    names = {"sweep.png", "sweep.svg", "sweep-differences.png", "sweep-differences.svg"}
    assert {path.name for path in Path("pictures").iterdir()} == names
    assert "out/sweep.differences.csv: 30 rows" in capsys.readouterr().out
    for words in (["tax.percent=3,5", "tax.cap_bb=none,3"], ["rules.min_raise=double,increment"]):  # fmt: skip
        more = [part for word in words for part in ("--set", word)]
        assert main([*base, "--sessions", "2", *more, "--json", "--plots", "more"]) == 0
        json.loads(capsys.readouterr().out)


def test_a_page_and_another_language(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    base = ["sweep", *GAME, "--sessions", "3", "--set", "tax.percent=3,5"]
    assert main([*base, "--html", "page.html"]) == 0
    assert "page.html: " in capsys.readouterr().out
    page = Path("page.html").read_text(encoding="utf-8")
    for part in (
        "What tax.percent does to income and players",
        "Income per table-hour, chips",
        "<svg",
        "tax.percent=3,5",
    ):
        assert part in page
    assert main([*base, "--lang", "tr"]) == 0
    out = capsys.readouterr().out
    assert "Casino en çok" in out and max(map(len, out.splitlines())) <= 80
    assert main([*base, "--html", "page.html", "--json"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_hands_are_rounded_up_to_whole_sessions(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = [word for word in GAME if word not in ("--sessions", "40")]
    assert main(["sweep", *words, "--hands", "61", "--set", "tax.percent=3,4", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["sessions"] == 3
    assert [row["hands"] for row in said["reports"]["sweep"]] == [90, 90]


def test_wrong_usage(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("")
    for words, message in (
        ([], "nothing varies; give a key several values"),
        (["--set", "tax.percent=3,4", "--json", "--csv", "x"], "--json and --csv exclude each other"),
        (["--set", "tax.percent=3,4", "--hands", "5", "--sessions", "5"], "--hands and --sessions exclude"),
        (["--set", "tax.percent=3,4", "--keep", "full"], "--keep 'full' exists and is not empty"),
        (["--set", "tax.percent=3,400"], "variant 2 (tax.percent=400): tax.percent = 400"),
    ):
        assert main(["sweep", *words]) == 2
        err = capsys.readouterr().err
        assert err.startswith("error: ") and message in err
    assert {path.name for path in tmp_path.iterdir()} == {"full"}


def test_a_run_that_will_not_fit_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["sweep", "--set", "tax.percent=3,4", "--hands", "100000000000"]) in (1, 2)
    assert "error: " in capsys.readouterr().err


def test_a_strategy_that_fails_ends_it_with_its_error(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text(
        "from holdem_sim import strategy\n\n@strategy(compiled=False)\ndef broken():\n"
        '    """Fails."""\n    def decide(spot):\n        raise ValueError("no idea")\n    return decide\n'
    )
    words = ["--players", "./broken.py*3", "--sessions", "2", "--set", "tax.percent=3,4", "--keep", "kept"]
    assert main(["sweep", *words]) == 1
    assert "strategy broken failed" in (err := capsys.readouterr().err) and "no idea" in err
    assert not Path("kept").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_says_how_far_it_came_and_leaves_nothing_half(tmp_path, number):
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "holdem_sim", "sweep", "--set", "tax.percent=3,4,5", "--hands", "3000000",
         "--workers", "2"],
        cwd=tmp_path, env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    for _ in range(600):
        if list(temporary.glob("holdem-sim-sweep-*/variant-01/hands/part-*.parquet")):
            break
        time.sleep(0.1)
    process.send_signal(number)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.strip().splitlines()[-1] == "interrupted: 0 of 3 variants were played; nothing is kept"
    assert not list(temporary.glob("holdem-sim-sweep-*"))
