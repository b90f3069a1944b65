"""The reports as people read them: tables of text."""

from __future__ import annotations

import pytest

from holdem_sim.dataset import Run
from holdem_sim.reports import tax, win_rates
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import TextTable, decimals, rendered, shortened, whole
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
        assert next(tax.text(tax.tables(facts), facts)).notes == ["No interval: it takes two sessions."]
    with open_facts(played(tmp_path / "few", "--hands", "40", *words)) as facts:
        (table, _, players) = win_rates.text(win_rates.tables(facts), facts)
        assert table.rows[0][4] == "-5.00 to -5.00 *"
        assert table.notes == ["* rough: an interval over fewer than ten sessions."]
        assert len(players.rows) == 8 and players.title == "Win rates by player"
        assert next(tax.text(tax.tables(facts), facts)).notes == ["Rough interval: 4 sessions."]


def test_the_text_shows_some_players_and_says_so(facts):
    (*_, table) = win_rates.text(win_rates.tables(facts), facts)
    players = len(facts.player_sessions)
    assert table.title == f"Win rates by player: the 5 who won most and the 5 who lost most of {players:,}"
    assert len(table.rows) == 10
    assert table.notes[-1] == "All players: --json or --csv DIR."
