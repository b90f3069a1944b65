"""The forecast: recomputed from rows, checked by theory, and as the command says it."""

from __future__ import annotations

import json
import math
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import UsageError
from holdem_sim.questions import forecast as question
from holdem_sim.questions._bootstrap import draw_worlds, widening
from holdem_sim.questions._income import STEP_HOURS, Incomes, incomes
from holdem_sim.questions.schedule import every_day, from_file
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import rendered
from reporting import HANDS, MIXED, grouped, played, rows

pytestmark = pytest.mark.skipif(not COMPILED, reason="the runs need the compiled engine")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run with a time charge, an extra drop, and money."""
    money = ["--set", "table.currency=$", "--set", "table.chip_value=0.05"]
    return played(tmp_path_factory.mktemp("forecast") / "mixed", "--hands", str(HANDS), *MIXED, *money)


@pytest.fixture(scope="module")
def facts(run):
    with open_facts(run) as found:
        yield found


def earned_by(run, session: int, hours: float) -> int:
    """Tax of the hands ended and time charges taken so many hours after a session opened, from the rows."""
    seconds = hours * 3600 + 1e-6
    tax = sum(
        hand["tax"]
        for hand in rows(run, "hands")
        if hand["session_id"] == session and hand["started_s"] + hand["duration_s"] <= seconds
    )
    charges = grouped(rows(run, "ledger"), lambda line: (line["session_id"], line["kind"]))
    taken = charges.get((session, "time-charge"), [])
    return tax - sum(line["amount"] for line in taken if line["clock_s"] <= seconds)


def test_incomes_are_what_the_rows_say_at_every_point(run, facts):
    found = incomes(facts)
    assert found.total.tolist() == facts.sessions["income"].tolist()
    for session in (0, 3, len(found.hours) - 1):
        for point in range(found.earned.shape[1]):
            hours = min(point * STEP_HOURS, found.hours[session])
            assert found.earned[session, point] == earned_by(run, session, hours), (session, point)


def test_between_two_points_income_comes_evenly_and_ends_with_the_session():
    found = Incomes(0.25, np.array([[0.0, 10.0, 30.0, 34.0]]), np.array([0.6]))
    hours = np.array([0.0, 0.125, 0.25, 0.375, 0.5, 0.55, 0.6, 5.0])
    assert found.until(np.zeros(8, int), hours).tolist() == pytest.approx([0, 5, 10, 20, 30, 32, 34, 34])


def test_a_session_that_ends_at_a_point_has_earned_all_by_then():
    found = Incomes(0.25, np.array([[0.0, 10.0, 30.0, 34.0], [0.0, 5.0, 9.0, 9.0]]), np.array([0.75, 0.5]))
    sessions = np.array([0, 1, 1, 1, 0])
    assert found.until(sessions, np.array([0.75, 0.5, 0.75, 0.25, 0.0])).tolist() == [34, 9, 9, 5, 0]


def even(incomes_per_session: np.ndarray, hours: float) -> Incomes:
    """Sessions of one length that earn their income evenly."""
    return Incomes(
        hours,
        np.stack([0 * incomes_per_session, incomes_per_session], axis=1),
        np.full(len(incomes_per_session), hours),
    )


def test_theory_the_sum_of_independent_openings():
    """Mean K m and variance K s2 by luck; the run's uncertainty is K2 s2 / n: sessions are drawn twice."""
    random = np.random.default_rng(1)
    chips = random.gamma(9, 100, 400)
    plan = every_day(6, 10, 25)
    worlds = draw_worlds(even(chips, 10.0), plan, 8_000, seed=5)
    openings, variance = 150, chips.var()
    luck = worlds.total - worlds.expected
    wide = widening(400) ** 2
    assert worlds.total.mean() == pytest.approx(
        openings * chips.mean(), abs=4 * worlds.total.std() / math.sqrt(8_000)
    )
    assert luck.var() == pytest.approx(wide * openings * variance, rel=0.06)
    assert worlds.expected.var() == pytest.approx(wide * openings**2 * variance / 400, rel=0.06)
    assert worlds.total.var() == pytest.approx(wide * openings * variance * (1 + openings / 400), rel=0.06)
    assert worlds.by_day.shape == (8_000, 25) and worlds.continued == 0
    assert np.corrcoef(worlds.by_day[:, 0], worlds.by_day[:, 1])[0, 1] == pytest.approx(6 / 406, abs=0.045)


def test_theory_students_prediction_for_few_sessions():
    """P5 to P95 from ten sessions hold the next month nine times of ten, which without widening they would not."""
    random = np.random.default_rng(2)
    held = narrow = 0
    for repeat in range(300):
        drawn = random.normal(1000, 200, 10)
        month = random.normal(1000, 200, 20).sum()
        total = draw_worlds(even(drawn, 8.0), every_day(4, 8, 5), 600, repeat).total
        low, high = np.percentile(total, (5, 95))
        held += low <= month <= high
        middle = total.mean()
        narrow += low <= middle + (month - middle) * widening(10) <= high
    assert held / 300 == pytest.approx(0.90, abs=0.04)
    assert narrow < held


def test_a_session_that_ended_is_followed_by_another():
    worlds = draw_worlds(even(np.full(50, 60.0), 2.0), every_day(3, 7, 4), 200, 1)
    assert worlds.total == pytest.approx(12 * 3.5 * 60) and worlds.expected == pytest.approx(12 * 3.5 * 60)
    assert worlds.continued == pytest.approx(5 / 7)


def test_equal_seeds_draw_equally_and_chunks_do_not_matter_to_the_mean():
    sessions = even(np.arange(1.0, 41.0), 10.0)
    one, same, other = (draw_worlds(sessions, every_day(2, 5, 7), 500, seed).total for seed in (3, 3, 4))
    assert (one == same).all() and (one != other).any()


def test_days_without_tables_earn_nothing(tmp_path):
    (tmp_path / "friday.toml").write_text('[friday]\n"18-22" = 2\n', encoding="utf-8")
    plan = from_file(str(tmp_path / "friday.toml"), 14)
    worlds = draw_worlds(even(np.full(40, 100.0), 10.0), plan, 100, 1)
    assert worlds.by_day.sum(axis=0).tolist() == pytest.approx(
        [100 * 80 if day % 7 == 4 else 0 for day in range(14)]
    )


def test_always_call_earns_the_same_in_every_hour(tmp_path):
    """Every pot is six big blinds and every hand takes as long: 5 % of them, hands an hour, known exactly."""
    run = played(
        tmp_path / "callers", "--hands", "8000", "--players", "always-call*6",
        "--set", "table.seats=6", "--set", "session.hands=400",
    )  # fmt: skip
    with open_facts(run) as facts:
        found = question.forecast(facts, every_day(8, 6, 30), 1_000)
        (row,) = question.tables(found, facts)["forecast"].to_dict("records")
        hands_per_hour = facts.extent.hands / facts.sessions["table_hours"].sum()
    expected = 8 * 6 * 30 * 30 * hands_per_hour
    for name in ("p5", "p50", "p95", "mean", "mean_low", "mean_high"):
        assert row[name] == pytest.approx(expected, rel=0.005), name


def test_the_tables_are_those_of_the_draws(facts):
    plan = every_day(3, 1, 8, "friday")
    found = question.forecast(facts, plan, 2_000, seed=9)
    tables = question.tables(found, facts)
    (row,) = tables["forecast"].to_dict("records")
    total = found.worlds.by_day.sum(axis=1)
    assert (row["openings"], row["table_hours"], row["seed"]) == (24, 24.0, 9)
    for level in (5, 50, 95):
        assert row[f"p{level}"] == np.percentile(total, level)
        assert Decimal(row[f"p{level}_money"]) == round(row[f"p{level}"]) * Decimal("0.05")
    assert row["mean"] == pytest.approx(total.mean())
    assert row["mean_low"] < row["p50"] < row["mean_high"]
    assert row["sd"] ** 2 == pytest.approx(row["sd_luck"] ** 2 + row["sd_run"] ** 2, rel=0.1)
    drop = facts.sessions["extra_drop"].sum() / facts.sessions["open_hours"].sum()
    assert row["extra_drop"] == pytest.approx(24 * drop) and drop > 0
    days = tables["forecast.days"]
    assert days["weekday"].tolist()[:3] == ["friday", "saturday", "sunday"]
    assert days["mean"].sum() == pytest.approx(row["mean"])
    assert days["total_p95"].iloc[-1] == pytest.approx(row["p95"])
    assert tables["forecast.levels"]["revenue"].is_monotonic_increasing


def test_the_mean_of_one_opening_is_that_of_the_sessions(facts):
    """Were openings never longer than sessions, the forecast's mean would be the sessions' mean."""
    found = incomes(facts)
    shortest = 0.4
    assert found.hours.min() > shortest
    mean = found.until(np.arange(len(found.hours)), shortest).mean()
    worlds = draw_worlds(found, every_day(4, shortest, 10), 4_000, 1)
    assert worlds.total.mean() == pytest.approx(40 * mean, abs=4 * worlds.total.std() / math.sqrt(4_000))


# -- what is said -----------------------------------------------------------------------------------------


def test_text_fits_eighty_columns_and_warns(facts):
    found = question.forecast(facts, every_day(900, 1, 60), 100)
    tables = question.tables(found, facts)
    shown = list(question.text(tables, facts))
    assert [table.title for table in shown] == [
        "Revenue in 60 days", "Why it varies", "Revenue by day, and of the days so far",
    ]  # fmt: skip
    for table in shown:
        assert all(len(line) <= 80 for line in rendered(table).splitlines()), table.title
    said = " ".join(question.sentences(tables, facts))
    assert "sessions: the spread is rough" in said and "session.hands=" in said and "In $:" in said


def test_one_session_has_no_interval(facts):
    one = Incomes(1.0, np.array([[0.0, 5.0]]), np.array([1.0]))
    worlds = draw_worlds(one, every_day(1, 1, 2), 100, 1)
    found = question.Forecast(every_day(1, 1, 2), one, worlds, 1)
    tables = question.tables(found, facts)
    assert math.isnan(tables["forecast"].loc[0, "mean_low"])
    assert any("One session does not tell" in sentence for sentence in question.sentences(tables, facts))


def test_too_much_is_refused_with_what_would_do(facts):
    with pytest.raises(UsageError, match="take at most 200,000 replicates"):
        question.forecast(facts, every_day(1, 1, 100), 1_000_000)
    with pytest.raises(UsageError, match="take --replicates"):
        question.forecast(facts, every_day(1_000, 24, 365), 10_000)


THREE_DAYS = ["--tables", "2", "--hours", "0.5", "--days", "3", "--replicates", "500"]


def test_the_command(run, tmp_path, capsys):
    words = ["forecast", str(run.path), *THREE_DAYS]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert (
        text.startswith(f"run {run.path}\n") and "\n\nIn 3 days with 3 table-hours the house earns " in text
    )
    assert all(len(line) <= 80 or str(run.path) in line for line in text.splitlines())
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["reports"]) == {"forecast", "forecast.days", "forecast.levels"}
    (row,) = told["reports"]["forecast"]
    assert row["replicates"] == 500 and row["currency"] == "$"
    assert main([*words, "--csv", str(tmp_path / "csv"), "--plots", str(tmp_path / "plots")]) == 0
    capsys.readouterr()
    assert pd.read_csv(tmp_path / "csv" / "forecast.csv").loc[0, "mean"] == row["mean"]
    names = sorted(file.name for file in (tmp_path / "plots").iterdir())
    assert names == ["forecast-days.png", "forecast-days.svg", "forecast-revenue.png", "forecast-revenue.svg"]
    assert main([*words[:2], "--schedule", "week", "--days", "1", "--replicates", "100"]) == 0
    assert "In 1 day with 36 table-hours" in capsys.readouterr().out


def test_the_page_says_all_and_how_to_make_it_again(run, tmp_path, capsys):
    file = tmp_path / "forecast.html"
    words = ["forecast", str(run.path), *THREE_DAYS]
    assert main([*words, "--html", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: ")
    page = file.read_text(encoding="utf-8")
    options = "--tables 2 --hours 0.5 --days 3 --first-day monday --replicates 500 --seed 1"
    again = f"holdem-sim forecast {run.path} {options}"
    for part in ("In 3 days with 3 table-hours", "Why it varies", "Revenue day by day", again, "mean_low"):
        assert part in page, part
    assert page.count("<svg") == 2 and "http://" not in page.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--schedule", "week", "--tables", "2"], "leave out --tables and --hours"),
        (["--json", "--csv", "x"], "--json and --csv exclude each other"),
        (["--schedule", "weak"], "unknown schedule 'weak'"),
        (["--days", "0"], "invalid value for '--days'"),
        (["--hours", "30"], "invalid value for '--hours'"),
    ],
)
def test_wrong_usage(run, words, message, capsys):
    assert main(["forecast", str(run.path), *words]) == 2
    assert message in capsys.readouterr().err


def test_a_run_without_time_has_no_forecast(tmp_path, capsys):
    clock = ("deal_s", "action_s", "street_s", "showdown_s", "error_s")
    words = [word for name in clock for word in ("--set", f"clock.{name}=0")]
    run = played(tmp_path / "timeless", "--hands", "20", "--players", "always-call*2", *words)
    assert main(["forecast", str(run.path)]) == 2
    assert "no simulated time passes" in capsys.readouterr().err
