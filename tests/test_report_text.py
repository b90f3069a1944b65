"""The reports as people read them: tables of text."""

from __future__ import annotations

import math

import pytest
from rich.cells import cell_len

from holdem_sim.dataset import Run
from holdem_sim.reports import tax, win_rates
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import TextTable, between, decimals, intervals, rendered, shortened, whole
from reporting import HANDS, MIXED, played


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("reports") / "mixed", "--hands", str(HANDS), *MIXED)


@pytest.fixture(scope="module")
def facts(run):
    with open_facts(run) as found:
        yield found


def test_a_table_of_text_is_aligned_and_names_its_units():
    table = TextTable(
        "Win rates",
        ["strategy", "net\nchips", "95 % interval\nbb/100"],
        [["nit", "1,234", "-1.0 to 2.0"], ["tight-aggressive(open=0.18)", "-5", "n/a"]],
        ["A note that is long enough to be broken at a word into two lines of text."],
    )
    assert rendered(table, 43).splitlines() == [
        "Win rates",
        "                         net  95 % interval",
        "strategy               chips         bb/100",
        "───────────────────────────────────────────",
        "nit                    1,234    -1.0 to 2.0",
        "tight-aggressive(ope…     -5            n/a",
        "A note that is long enough to be broken at",
        "a word into two lines of text.",
    ]
    assert "\x1b[1mWin rates" in rendered(table, 43, colour=True)


@pytest.mark.parametrize(
    ("labels", "width", "expected"),
    [
        (["nit", "maniac"], 6, ["nit", "maniac"]),
        (["calling-station"], 8, ["calling…"]),
        (["calling-station", "calling-card"], 8, ["cal…tion", "cal…card"]),
        (["aaaaaaaaa-bbbb-ccccccc", "aaaaaaaaa-dddd-ccccccc"], 10, ["aaaaaaa…~1", "aaaaaaa…~2"]),
        (["always-call", "always-call"], 8, ["always-…", "always-…"]),
    ],
)
def test_long_labels_are_shortened_and_stay_different(labels, width, expected):
    assert shortened(labels, width) == expected


def test_numbers_of_a_column_have_the_same_digits():
    assert decimals([1.234, -56.7, None]) == ["1.23", "-56.70", "n/a"]
    assert decimals([1234.5, 2.25, float("nan")]) == ["1,234.5", "2.2", "n/a"]
    assert decimals([-12345.6, -0.4], 2) == ["-12,346", "0"]
    assert [whole(n) for n in (1234567, -0.2, 12_345_678_901, None)] == ["1,234,567", "0", "12,346 M", "n/a"]


def test_unknown_intervals_are_explained_and_rough_ones_marked(tmp_path):
    words = ["--players", "always-call*2", "--set", "table.seats=2", "--set", "session.hands=10"]
    with open_facts(played(tmp_path / "one", "--hands", "10", *words)) as facts:
        (table, *_) = win_rates.text(win_rates.tables(facts), facts)
        assert table.rows[0][4] == "n/a"
        assert table.notes == [
            "n/a: sessions are the independent units of an interval, and it takes two of them."
        ]
        assert next(tax.text(tax.tables(facts), facts)).notes[0] == "No interval: it takes two sessions."
    with open_facts(played(tmp_path / "few", "--hands", "40", *words)) as facts:
        (table, _, players) = win_rates.text(win_rates.tables(facts), facts)
        assert table.rows[0][4] == "-5.00 to -5.00 *"
        assert table.notes == ["* rough: an interval over fewer than ten sessions."]
        assert len(players.rows) == 8 and players.title == "Win rates by player"
        assert next(tax.text(tax.tables(facts), facts)).notes[0] == "Rough interval: 4 sessions."


def test_the_text_shows_some_players_and_says_so(facts):
    (*_, table) = win_rates.text(win_rates.tables(facts), facts)
    players = len(facts.player_sessions)
    assert table.title == f"Win rates by player: the 5 who won most and the 5 who lost most of {players:,}"
    assert len(table.rows) == 10
    assert table.notes[-1] == "All players: --json or --csv DIR."


def test_a_table_of_long_numbers_goes_on_below_itself():
    long = [f"{number:,}" for number in range(10**12, 10**12 + 6)]
    table = TextTable("Long " * 20, ["strategy", *"abcdef"], [["x" * 60, *long], ["y", *long]])
    lines = rendered(table).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[1:] for line in lines if line.startswith("y ")] == [long[:2], long[2:4], long[4:]]
    assert sum(line.startswith("strategy") for line in lines) == 3


def test_labels_are_measured_in_cells_and_cannot_move_the_cursor():
    table = TextTable("T", ["name", "n"], [["漢字" * 40, "1"], ["a\x1b[31m\nb\u202e", "2"]])
    lines = rendered(table).splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert len(lines) == 5
    assert lines[-1].startswith("a [31m b")


def test_very_large_numbers_are_millions_and_no_powers_of_ten():
    assert decimals([1.18e10, 5.0]) == ["11,800 M", "5"]
    assert intervals([-1.7e10], [3.39e10]) == ["-17,000 M to 33,900 M"]


@pytest.mark.parametrize("ends", [(None, None), (1.0, math.nan), (-math.inf, 2.0)])
def test_a_sentence_says_of_an_interval_that_it_is_unknown(ends):
    assert between(*ends) == "unknown"
    assert between(1, 2) == "1.00 to 2.00"
