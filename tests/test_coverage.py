"""The reports' intervals hold the truth as often as they say: a small, fixed part of ``benchmarks/intervals.py``."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.intervals import (
    LINEUP_FIGURES,
    Figure,
    coverage,
    difference_coverage,
    forecast_coverage,
    grouped,
    lineup_sums,
    seat_zero,
)
from holdem_sim.engine.jit import COMPILED
from holdem_sim.questions._income import incomes
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._statistics import ratio_intervals
from reporting import played

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of sessions need the compiled engine")

SHORT = ["--set", "session.hands=20", "--seed", "4"]


@pytest.fixture(scope="module")
def callers(tmp_path_factory):
    """Sums of the player in seat 0 of 10,000 sessions of six hands, at a table of six who always call."""
    words = ["--players", "always-call*6", "--set", "table.seats=6", "--set", "session.hands=6"]
    run = played(tmp_path_factory.mktemp("coverage") / "callers", "--hands", "60000", *words)
    with open_facts(run) as facts:
        return seat_zero(facts).merge(facts.sessions[["session_id", "tax_bb"]], on="session_id")


@pytest.fixture(scope="module")
def population(tmp_path_factory):
    """2,000 sessions of the default lineup, and the same with a cap: their sums, their incomes."""
    folder = tmp_path_factory.mktemp("coverage")
    with open_facts(played(folder / "plain", "--hands", "40000", *SHORT)) as facts:
        sums, everyone = lineup_sums(facts), incomes(facts)
    with open_facts(played(folder / "cap", "--hands", "40000", *SHORT, "--set", "tax.cap_bb=3")) as facts:
        return sums, facts.sessions, everyone


@pytest.mark.parametrize(("sessions", "low", "high"), [(10, 0.87, 0.96), (40, 0.91, 0.98)])
def test_a_callers_result_is_minus_five_big_blinds_per_100_hands(callers, sessions, low, high):
    """Few skewed sessions (a pot of six big blinds, won in a sixth of the hands) fall a little short, many do not."""
    found = coverage("", Figure("", "net_bb", "hands", -0.05), callers, sessions, 1_000, None)
    assert found is not None and low < found.covered < high


def test_a_tax_that_is_exact_is_exact(callers):
    found = coverage("", Figure("", "tax_bb", "hands", 0.3), callers, 5, 500, None)
    assert found is not None and found.covered == 1.0 and found.width < 1e-9


@pytest.mark.parametrize("figure", LINEUP_FIGURES, ids=lambda figure: figure.name)
def test_the_default_lineups_figures(population, figure):
    if figure.y == "straight_flushes":
        pytest.skip("not one in a run of this length")
    found = coverage("", figure, population[0], 40, 800, np.random.default_rng(6))
    assert found is not None and 0.90 < found.covered <= 1.0


def test_hands_are_not_independent_units(population):
    """Intervals that take them for it miss the tax per hand far more often than one time in twenty."""
    figure = next(f for f in LINEUP_FIGURES if f.name == "tax per hand")
    found = coverage("", figure, population[0], 40, 800, np.random.default_rng(6))
    assert found is not None and found.by_hands < found.covered - 0.04


def test_paired_differences(population):
    one, other, _ = population
    found = difference_coverage(one, other, 40, 150, np.random.default_rng(6))
    assert 0.88 < found.covered <= 1.0


def test_forecasts(population):
    found = forecast_coverage(population[2], 40, 100, np.random.default_rng(6), hours=0.25)
    assert found.promised == 0.90 and 0.80 < found.covered <= 0.98


def test_groups_are_cut_or_drawn(callers):
    cut = grouped(callers, 30, 10_000, None)
    assert len(cut) == 9_990 and cut["net_bb"].tolist() == callers["net_bb"][:9_990].tolist()
    drawn = grouped(callers, 30, 50, np.random.default_rng(1))
    assert drawn["group"].nunique() == 50 and drawn["session_id"].is_unique
    assert len(ratio_intervals(drawn, "net_bb", "hands", "group")) == 50
