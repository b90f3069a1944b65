"""The intervals: exact where there is a formula, and they hold what they promise."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from holdem_sim.reports._statistics import (
    hand_deviation,
    interval_note,
    overall,
    ratio_intervals,
    t_quantile,
)
from reporting import left_out_interval


def sums(*rows: tuple[str, int, float, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["group", "session_id", "y", "x"])


def within(t: float, degrees: int) -> float:
    """The probability between -t and t of Student's distribution: its density, integrated by Simpson."""
    angle = np.linspace(0, math.atan(t / math.sqrt(degrees)), 20_001)
    density = np.cos(angle) ** (degrees - 1)  # of the angle, with t = sqrt(degrees) * tan(angle)
    area = (density[0] + density[-1] + 4 * density[1::2].sum() + 2 * density[2:-1:2].sum()) * angle[1] / 3
    constant = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return 2 * area * math.exp(constant) / math.sqrt(math.pi)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 10, 31, 100, 199, 200, 201, 277, 5000])
def test_t_quantile_encloses_its_probability(degrees):
    for confidence in (0.5, 0.95):
        assert within(t_quantile(confidence, degrees), degrees) == pytest.approx(confidence, abs=1e-9)


@pytest.mark.parametrize(
    ("degrees", "printed"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799)],
)
def test_t_quantile_is_that_of_the_printed_tables(degrees, printed):
    assert t_quantile(0.95, degrees) == pytest.approx(printed, abs=5e-5)


def test_with_equal_sessions_the_interval_is_that_of_the_mean():
    values = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0]
    found = ratio_intervals(sums(*(("a", i, v * 20, 20.0) for i, v in enumerate(values))), "y", "x", "group")
    error = np.std(values, ddof=1) / math.sqrt(len(values))
    assert found.loc["a", "rate"] == pytest.approx(np.mean(values))
    assert found.loc["a", "error"] == pytest.approx(error)
    assert found.loc["a", "high"] - found.loc["a", "rate"] == pytest.approx(2.5705818 * error)


def test_groups_do_not_mix_and_rows_of_a_session_are_one_unit():
    one = [("a", 0, 1.0, 5.0), ("a", 1, 7.0, 6.0), ("a", 2, -3.0, 4.0)]
    split = [("a", 0, 0.5, 2.0), ("a", 0, 0.5, 3.0), *one[1:]]
    other = [("b", 0, 100.0, 10.0), ("b", 5, -100.0, 1.0)]
    found = ratio_intervals(sums(*split, *other), "y", "x", "group")
    expected = left_out_interval({session: (y, x) for _, session, y, x in one})
    assert tuple(found.loc["a", ["rate", "low", "high"]]) == pytest.approx(expected)
    assert list(found["sessions"]) == [3, 2]
    alone = overall(sums(*split), "y", "x")
    assert (alone["rate"], alone["low"], alone["high"]) == pytest.approx(expected)


def test_one_session_has_a_rate_and_no_interval():
    found = ratio_intervals(sums(("a", 0, 5.0, 10.0), ("a", 1, 0.0, 0.0)), "y", "x", "group").loc["a"]
    assert found["rate"] == 0.5 and found["sessions"] == 1
    assert math.isnan(found["error"]) and math.isnan(found["low"]) and math.isnan(found["high"])


def test_nothing_counted_is_no_number():
    assert all(math.isnan(value) for value in overall(sums(("a", 0, 0.0, 0.0)), "y", "x").values())


def test_notes_say_why_an_interval_is_missing_or_rough():
    assert interval_note(1) == "no interval: it takes two sessions"
    assert interval_note(2) == "rough interval: 2 sessions"
    assert interval_note(9) == "rough interval: 9 sessions"
    assert interval_note(10) is None


def test_deviation_of_single_hands_is_the_sample_one():
    values = pd.Series([1.0, -2.0, 4.0, 4.5])
    found = hand_deviation(
        pd.Series([4, 1]), pd.Series([values.sum(), 3.0]), pd.Series([(values**2).sum(), 9.0])
    )
    assert found[0] == pytest.approx(values.std()) and math.isnan(found[1])


def coverage(frame: pd.DataFrame, truth: float) -> float:
    """Which part of the groups' intervals holds the truth."""
    found = ratio_intervals(frame, "y", "x", "group")
    return float(((found["low"] <= truth) & (truth <= found["high"])).mean())


@pytest.mark.parametrize(("sessions", "equal"), [(10, True), (20, False), (60, False)])
def test_intervals_over_sessions_hold_the_truth_as_often_as_they_say(sessions, equal):
    """Results that hang together within a session, with heavy tails, in sessions of 40 to 360 hands."""
    repeats, truth = 2000, 0.05
    random = np.random.default_rng(11)
    hands = np.full((repeats, sessions), 200) if equal else random.integers(40, 361, (repeats, sessions))
    mood = random.normal(0, 1.0, hands.shape)
    noise = random.standard_t(5, hands.shape) * 9 * np.sqrt(hands)
    results = truth * hands + mood * hands + noise
    frame = pd.DataFrame(
        {
            "group": np.repeat(np.arange(repeats), sessions),
            "session_id": np.tile(np.arange(sessions), repeats),
            "y": results.ravel(),
            "x": hands.ravel(),
        }
    )
    assert coverage(frame, truth) == pytest.approx(0.95, abs=0.02)
    # Had the hands been taken for independent, most intervals would miss.
    per_hand = np.sqrt(81 * 5 / 3 + 1.0) / np.sqrt(hands.sum(axis=1))
    missed = np.abs(results.sum(axis=1) / hands.sum(axis=1) - truth) > 1.96 * per_hand
    assert missed.mean() > 0.15


def kuhn_payoffs() -> dict[tuple[int, int, str], int]:
    """What the first player wins, by the two cards and the betting, as PokerKit settles it.

    p: pass (check or fold), b: bet or call.
    """
    from pokerkit import Automation, KuhnPoker

    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    payoffs = {}
    for first in range(3):
        for second in range(3):
            for line in ("pp", "pbp", "pbb", "bp", "bb"):
                if first == second:
                    continue
                state = KuhnPoker.create_state(automations)
                for card in (first, second):
                    state.deal_hole(f"{'JQK'[card]}s")
                betting = False
                for act in line:
                    if act == "b" and not betting:
                        state.complete_bet_or_raise_to(1)
                        betting = True
                    elif act == "p" and betting:
                        state.fold()
                    else:
                        state.check_or_call()
                payoffs[first, second, line] = state.stacks[0] - 2
    return payoffs


def test_kuhn_poker_is_worth_minus_an_eighteenth():
    """The intervals hold the known value of a game played by its optimal strategies (Kuhn 1950)."""
    payoffs = kuhn_payoffs()
    random = np.random.default_rng(5)
    repeats, sessions, hands = 400, 25, 60
    size = (repeats, sessions, hands)
    deals = np.array([(a, b) for a in range(3) for b in range(3) if a != b])[random.integers(0, 6, size)]
    first, second = deals[..., 0], deals[..., 1]
    alpha = 0.2
    bets = random.random(size) < np.array([alpha, 0.0, 3 * alpha])[first]
    answers = random.random(size) < np.array([0.0, 1 / 3, 1.0])[second]  # to a bet
    tries = random.random(size) < np.array([1 / 3, 0.0, 1.0])[second]  # after a check
    calls = random.random(size) < np.array([0.0, alpha + 1 / 3, 1.0])[first]
    table = {line: np.zeros((3, 3)) for line in ("pp", "pbp", "pbb", "bp", "bb")}
    for (a, b, line), won in payoffs.items():
        table[line][a, b] = won
    result = np.where(
        bets,
        np.where(answers, table["bb"][first, second], table["bp"][first, second]),
        np.where(
            tries,
            np.where(calls, table["pbb"][first, second], table["pbp"][first, second]),
            table["pp"][first, second],
        ),
    )
    frame = pd.DataFrame(
        {
            "group": np.repeat(np.arange(repeats), sessions),
            "session_id": np.tile(np.arange(sessions), repeats),
            "y": result.sum(axis=2).ravel(),
            "x": hands,
        }
    )
    whole = overall(frame.assign(session_id=np.arange(len(frame))), "y", "x")
    assert whole["low"] < -1 / 18 < whole["high"] < 0
    assert coverage(frame, -1 / 18) == pytest.approx(0.95, abs=0.04)
