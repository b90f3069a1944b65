"""``holdem-sim report`` as its users meet it: runs and reports by name, output, errors, exit codes."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from holdem_sim import reports
from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED
from reporting import played

KNOWN = ", ".join(reports.names())
TRY = "try: holdem-sim report --help"
HANDS = 400 if COMPILED else 40
SESSION = HANDS // 11
SESSIONS = -(-HANDS // SESSION)
TABLES = [
    "win-rates", "win-rates.tax", "win-rates.players", "tax", "tax.strategies", "tax.pots", "stacks", "stacks.fan",
    "stacks.trajectories",
]  # fmt: skip


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    """A run of four kinds of players in sessions of 36 hands, and ``runs/latest`` beside it."""
    folder = tmp_path_factory.mktemp("cli-report")
    words = ["--players", "always-call*2,uniform-random,always-fold", "--set", "table.seats=4"]
    played(folder / "mine", "--hands", str(HANDS), "--set", f"session.hands={SESSION}", *words)
    return folder


@pytest.fixture
def here(original, tmp_path, monkeypatch) -> Path:
    """The working folder: it holds the run ``mine``, which is also the latest."""
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def output(capsys, *words: str) -> str:
    assert main(["report", *words]) == 0
    return capsys.readouterr().out


def failure(capsys, *words: str) -> tuple[int, str]:
    code = main(["report", *words])
    printed = capsys.readouterr()
    assert printed.out == ""
    return code, printed.err


def titles(text: str) -> list[str]:
    """The lines above whose next lines a rule is drawn, without what follows a colon."""
    return [block.splitlines()[0].partition(":")[0] for block in text.split("\n\n")[1:]]


# -- what is said ---------------------------------------------------------------------------------------


def test_without_words_the_latest_run_in_short_form(here, capsys):
    text = output(capsys)
    assert text.splitlines()[:2] == [
        "run mine",
        f"{HANDS} hands in {SESSIONS} sessions, blinds 50/100, tax 5 %",
    ]
    assert titles(text) == ["Win rates by strategy", "Tax", "Stacks"]
    assert output(capsys, "mine") == text


def test_named_reports_in_full_in_the_order_given(here, capsys):
    text = output(capsys, "mine", "tax", "win-rates")
    assert titles(text) == [
        "Tax", "How sessions differ", "Tax by strategy, by contribution", "Where the tax comes from",
        "Win rates by strategy", "Win rates before tax and by the hour, by contribution", "Win rates by player",
    ]  # fmt: skip
    assert output(capsys, "tax", "win-rates", "tax") == text
    assert titles(output(capsys, "stacks")) == [
        "Stacks", "How sure the results are", "Chips in and out of the table", "Course of the sessions",
    ]  # fmt: skip


def test_text_fits_eighty_columns_and_has_no_colours_in_a_pipe(here, capsys):
    text = output(capsys, "win-rates", "tax", "stacks")
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text and all(line == line.rstrip() for line in text.splitlines())


def test_colours_and_width_of_a_terminal(here, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1mTax" in output(capsys, "tax")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1mTax" not in output(capsys, "tax")


def test_a_report_wins_over_a_folder_of_its_name(here, capsys):
    (here / "tax").mkdir()
    assert titles(output(capsys, "tax"))[0] == "Tax"
    code, text = failure(capsys, "./tax")
    assert (code, text) == (1, "error: 'tax' is no run: it has no run.json\n")


def test_a_currency_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["--set", "table.currency=TL", "--set", "table.chip_value=0.5", "--set", "tax.cap_bb=3"]
    played(tmp_path / "r", "--hands", "5", "--players", "always-call*2", "--set", "table.seats=2", *words)
    capsys.readouterr()
    lines = output(capsys, "r").splitlines()
    assert lines[1:3] == ["5 hands in 1 session, blinds 50/100, tax 5 %, cap 3 bb", "a chip is 0.5 TL"]


def test_an_unfinished_run_says_so(here, capsys):
    info = json.loads(Path("mine/run.json").read_text())
    Path("mine/run.json").write_text(
        json.dumps(info | {"state": "interrupted", "hands_requested": 1_000_000})
    )
    assert output(capsys, "tax").splitlines()[2:4] == [
        f"not finished: {HANDS} of 1,000,000 hands",
        "go on with: holdem-sim run --resume --out mine",
    ]


def test_help_lists_the_reports(capsys):
    text = output(capsys, "--help")
    for name in reports.names():
        assert f"\n  {name} " in text
    assert "[RUN] [NAME ...]" in text and max(map(len, text.splitlines())) <= 80


# -- JSON, CSV, pictures --------------------------------------------------------------------------------


def test_json_is_one_object_with_rows_by_table(here, capsys):
    found = json.loads(output(capsys, "--json"))
    assert list(found) == ["run", "reports"] and found["run"] == "mine"
    assert list(found["reports"]) == TABLES
    strategies = found["reports"]["win-rates"]
    assert {row["strategy"] for row in strategies} == {"always-call", "uniform-random", "always-fold"}
    assert sum(row["hands"] for row in strategies) == 4 * HANDS
    (tax,) = found["reports"]["tax"]
    assert tax["hands"] == HANDS and isinstance(tax["tax"], int)
    assert tax["tax_per_hand_low"] < tax["tax_per_hand"] == tax["tax"] / HANDS < tax["tax_per_hand_high"]


def test_json_says_null_for_what_is_not_there(here, capsys):
    text = output(capsys, "win-rates", "--json")
    assert "NaN" not in text
    player = json.loads(text)["reports"]["win-rates.players"][0]
    assert player["bb_per_100_low"] is None and player["note"] == "no interval: it takes two sessions"
    assert isinstance(player["bb_per_100"], float)


def test_json_is_the_same_every_time(here, capsys):
    assert output(capsys, "--json") == output(capsys, "--json")


def test_csv_writes_a_file_a_table(here, capsys):
    text = output(capsys, "--csv", "out/tables")
    assert [line.split(":")[0] for line in text.splitlines()] == [
        str(Path("out/tables") / f"{name}.csv") for name in TABLES
    ]
    assert f"{Path('out/tables/tax.csv')}: 1 row" in text.splitlines()
    rows = json.loads(output(capsys, "--json"))["reports"]
    for name in TABLES:
        file = Path("out/tables") / f"{name}.csv"
        assert b"\r" not in file.read_bytes()
        with file.open(encoding="utf-8", newline="") as opened:
            found = list(csv.DictReader(opened))
        expected = [{k: "" if v is None else v for k, v in row.items()} for row in rows[name]]
        assert len(found) == len(expected) and list(found[0]) == list(expected[0])
        for mine, theirs in zip(found, expected, strict=True):
            assert all(type(theirs[k])(mine[k]) == theirs[k] for k in mine)


def test_plots_are_drawn_beside_the_text_and_listed(here, capsys):
    text = output(capsys, "tax", "--plots", "pictures")
    files = [str(Path("pictures") / f"tax-{name}") for name in ("per-hour", "strategies")]
    assert text.splitlines()[-4:] == [file + ending for file in files for ending in (".png", ".svg")]
    assert Path("pictures/tax-per-hour.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in Path("pictures/tax-per-hour.svg").read_bytes()


def test_plots_with_json_leave_the_output_alone(here, capsys):
    assert main(["report", "tax", "--json", "--plots", "pictures"]) == 0
    printed = capsys.readouterr()
    assert list(json.loads(printed.out)["reports"]) == ["tax", "tax.strategies", "tax.pots"]
    assert printed.err.splitlines()[0] == str(Path("pictures/tax-per-hour.png"))


# -- errors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["taxx"], 2, "unknown report 'taxx'; did you mean 'tax'?"),
        (["mine", "winrates"], 2, "unknown report 'winrates'; did you mean 'win-rates'?"),
        (["mine", "weather"], 2, f"unknown report 'weather'; there are: {KNOWN}"),
        (["tax", "mine"], 2, "the run comes before the reports: holdem-sim report mine tax"),
        (["weather"], 2, f"'weather' is neither a run's folder nor a report; the reports are: {KNOWN}"),
        (["a/b"], 1, "there is no run 'a/b'; give the folder that 'holdem-sim run --out' wrote"),
        (["note.txt"], 1, "'note.txt' is a file; a run is a folder with a run.json in it"),
        (["empty"], 1, "'empty' is no run: it has no run.json"),
        (["--json", "--csv", "x"], 2, "--json and --csv exclude each other; leave one of them out"),
        (["--csv", "note.txt"], 2, f"invalid value for '--csv': Directory 'note.txt' is a file\n{TRY}"),
    ],
)  # fmt: skip
def test_errors_name_the_value_and_the_cure(here, capsys, words, code, told):
    Path("note.txt").write_text("no run")
    Path("empty").mkdir()
    assert failure(capsys, *words) == (code, f"error: {told}\n")


def test_before_the_first_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for words in ([], ["tax"]):
        assert failure(capsys, *words) == (
            1,
            "error: there is no latest run here (no file runs/latest); "
            "name one, or make one: holdem-sim run\n",
        )


def test_a_run_without_a_whole_session(here, capsys):
    info = json.loads(Path("mine/run.json").read_text())
    info |= {"state": "interrupted", "hands": 0, "shards": [], "rows": dict.fromkeys(info["rows"], 0)}
    Path("mine/run.json").write_text(json.dumps(info))
    assert failure(capsys) == (
        1,
        "error: the run mine has no whole session yet\ngo on with: holdem-sim run --resume --out mine\n",
    )


@pytest.mark.parametrize("table", ["hands", "seats", "ledger", "players"])
def test_a_cut_file_is_named_in_one_line(here, capsys, table):
    part = Path("mine") / table / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-100])
    code, text = failure(capsys, "mine")
    assert code == 1 and text.count("\n") == 1
    assert text.startswith("error: a file of the run mine cannot be read: ") and str(part) in text


def test_a_damaged_run_json(here, capsys):
    Path("mine/run.json").write_text('{"format": 1,')
    code, text = failure(capsys, "mine")
    assert code == 1 and text.startswith(f"error: {Path('mine/run.json')} is not whole: ")


def test_missing_part_files(here, capsys):
    shutil.rmtree("mine/ledger")
    code, text = failure(capsys, "mine")
    assert code == 1 and text.startswith("error: the run mine has no folder 'ledger'")
