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
    percent_intervals,
    ratio_differences,
    ratio_intervals,
    t_quantile,
    t_quantiles,
)
from reporting import degrees_of_freedom, left_out_interval


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


# -- degrees of freedom -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sizes", [[1.0] * 2, [5.0, 3.0], [7.0] * 30, [40.0, 360.0, 80.0, 200.0, 10.0], [1000.0, 1.0, 1.0, 1.0]]
)
def test_degrees_of_freedom_are_those_of_the_whole_matrix(sizes):
    frame = sums(*(("a", i, float(i % 3), x) for i, x in enumerate(sizes)))
    found = ratio_intervals(frame, "y", "x", "group").loc["a", "degrees"]
    assert found == pytest.approx(max(1.0, degrees_of_freedom(sizes)), rel=1e-5)


def test_degrees_of_freedom_are_sessions_less_one_when_these_are_equal_and_fewer_when_not():
    equal = ratio_intervals(sums(*(("a", i, 1.0, 50.0) for i in range(2_000))), "y", "x", "group")
    assert equal.loc["a", "degrees"] == pytest.approx(1_999, rel=1e-5)
    one_large = sums(("a", 0, 9.0, 900.0), *(("a", i, 1.0, 10.0) for i in range(1, 40)))
    assert ratio_intervals(one_large, "y", "x", "group").loc["a", "degrees"] < 1.1


@pytest.mark.parametrize("degrees", [1.2, 1.5, 2.5, 3.7, 8.25, 30.5])
def test_t_quantiles_between_whole_degrees_err_little_and_to_the_wide_side(degrees):
    found = t_quantiles(0.95, pd.Series([degrees, math.nan]))
    assert 0.95 - 1e-9 <= within(found[0], degrees) < 0.9525
    assert math.isnan(found[1])


# -- percentages ------------------------------------------------------------------------------------------


def test_percent_intervals_are_wilsons_with_the_chances_that_the_error_stands_for():
    rows = [("a", i, float(y), 12.0) for i, y in enumerate([1, 0, 4, 2, 7, 3])]
    found = percent_intervals(sums(*rows), "y", "x", "group").loc["a"]
    error = ratio_intervals(sums(*rows), "y", "x", "group").loc["a", "error"]
    p, n, t = 17 / 72, (17 / 72) * (55 / 72) / error**2, t_quantile(0.95, 5)
    assert n < 72  # the chances of a session hang together
    # Wilson's ends are where the true share would be t of its own errors away from what was seen.
    for end in (found["low"], found["high"]):
        assert abs(p - end) == pytest.approx(t * math.sqrt(end * (1 - end) / n))
    assert 0 < found["low"] < p < found["high"] < 1


def test_a_percentage_is_never_surer_than_independent_chances_make_it():
    """Exactly a half in every session: the error is 0, but forty chances do not tell a half from 0.55."""
    found = percent_intervals(sums(*(("a", i, 4.0, 8.0) for i in range(5))), "y", "x", "group").loc["a"]
    t = t_quantile(0.95, 4)
    assert 0.5 - found["low"] == pytest.approx(t * math.sqrt(found["low"] * (1 - found["low"]) / 40))


@pytest.mark.parametrize("sessions", [2, 5, 400])
def test_what_never_or_always_happened_has_the_exact_interval_of_its_chances(sessions):
    """Clopper and Pearson: at the upper end, seeing none has a probability of 2.5 %."""
    chances = 40 * sessions
    never = percent_intervals(sums(*(("a", i, 0.0, 40.0) for i in range(sessions))), "y", "x", "group").loc[
        "a"
    ]
    always = percent_intervals(sums(*(("a", i, 40.0, 40.0) for i in range(sessions))), "y", "x", "group").loc[
        "a"
    ]
    assert (never["low"], never["rate"], always["rate"], always["high"]) == (0.0, 0.0, 1.0, 1.0)
    counted = chances * (1.959964 / t_quantile(0.95, sessions - 1)) ** 2
    assert (1 - never["high"]) ** counted == pytest.approx(0.025, rel=1e-5)
    assert always["low"] == pytest.approx(1 - never["high"])
    assert sessions < 400 or never["high"] == pytest.approx(3.69 / chances, rel=0.02)  # -ln(0.025) of them


def test_few_chances_or_one_session_have_no_percentage_interval():
    frame = sums(("few", 0, 3.0, 15.0), ("few", 1, 4.0, 14.0), ("one", 0, 9.0, 50.0))
    found = percent_intervals(frame, "y", "x", "group")
    assert found.loc["few", ["rate", "error", "low", "high"]].isna().all() and found.loc["few", "of"] == 29
    assert found.loc["one", "rate"] == 0.18 and found.loc["one", ["low", "high"]].isna().all()


@pytest.mark.parametrize("share", [0.004, 0.05, 0.5, 0.97])
@pytest.mark.parametrize("sessions", [5, 20])
def test_percent_intervals_hold_the_truth_near_the_ends_too(share, sessions):
    """Chances whose probability differs from session to session (beta-binomial), also rare and usual events."""
    random = np.random.default_rng(7)
    repeats = 2_000
    size = (repeats, sessions)
    chances = random.integers(20, 120, size)
    mood = random.beta(60 * share, 60 * (1 - share), size)
    frame = pd.DataFrame(
        {
            "group": np.repeat(np.arange(repeats), sessions),
            "session_id": np.tile(np.arange(sessions), repeats),
            "y": random.binomial(chances, mood).ravel(),
            "x": chances.ravel(),
        }
    )
    found = percent_intervals(frame, "y", "x", "group")
    inside = ((found["low"] <= share) & (share <= found["high"])).mean()
    assert 0.93 < inside <= 1.0
    plain = ratio_intervals(frame, "y", "x", "group")
    plainly = ((plain["low"] <= share) & (share <= plain["high"])).mean()
    assert inside > plainly - 0.02
    assert share != 0.004 or plainly < 0.92


# -- paired differences -----------------------------------------------------------------------------------


def test_paired_differences_leave_out_a_session_from_both():
    random = np.random.default_rng(3)
    hands = random.integers(50, 300, 9)
    one = pd.DataFrame({"session_id": range(9), "y": random.normal(10, 3, 9) * hands, "x": hands})
    other = one.assign(y=one["y"] * 0.8 + random.normal(0, 5, 9), x=hands + random.integers(0, 3, 9))
    found = ratio_differences(one, other, "y", "x")

    def difference(kept: list[int]) -> float:
        first, second = one.loc[kept], other.loc[kept]
        return second["y"].sum() / second["x"].sum() - first["y"].sum() / first["x"].sum()

    everybody = list(range(9))
    whole = difference(everybody)
    spread = sum((difference([j for j in everybody if j != i]) - whole) ** 2 for i in everybody)
    assert found["rate"] == pytest.approx(whole) and found["sessions"] == 9
    assert found["error"] == pytest.approx(math.sqrt(8 / 9 * spread))
    degrees = degrees_of_freedom(list(one["x"] / one["x"].sum() + other["x"] / other["x"].sum()))
    half = found["error"] * t_quantiles(0.95, pd.Series([degrees]))[0]
    assert (found["low"], found["high"]) == pytest.approx((whole - half, whole + half))


def test_a_paired_difference_is_sharper_than_two_rates():
    random = np.random.default_rng(4)
    hands = np.full(40, 100)
    one = pd.DataFrame({"session_id": range(40), "y": random.normal(10, 3, 40) * hands, "x": hands})
    other = one.assign(y=one["y"] * 0.9)
    found = ratio_differences(one, other, "y", "x")
    alone = overall(one, "y", "x")
    assert found["rate"] == pytest.approx(-0.1 * alone["rate"])
    assert found["high"] - found["low"] == pytest.approx(0.1 * (alone["high"] - alone["low"]))
    assert math.isnan(ratio_differences(one[:1], other[:1], "y", "x")["low"])


def test_a_numerator_in_a_session_without_denominator_belongs_to_the_sum():
    sums = pd.DataFrame({"session_id": [0, 1, 2, 3], "y": [4, 2, 3, 0], "x": [0, 1, 2, 0]})
    found = ratio_intervals(sums, "y", "x").iloc[0]
    assert (found["rate"], found["of"], found["sessions"]) == (3, 3, 3)
    left_out = [5 / 3, 7 / 2, 6 / 1]
    assert found["error"] == pytest.approx(math.sqrt(2 / 3 * sum((rate - 3) ** 2 for rate in left_out)))
    change = ratio_differences(sums, sums.assign(y=2 * sums["y"]), "y", "x")
    assert (change["rate"], change["sessions"]) == (3, 3)
    assert change["error"] == pytest.approx(found["error"])


def test_one_session_with_a_denominator_has_no_interval():
    sums = pd.DataFrame({"session_id": [0, 1], "y": [4, 2], "x": [0, 1]})
    found = ratio_intervals(sums, "y", "x").iloc[0]
    assert found["rate"] == 6
    assert math.isnan(found["low"]) and math.isnan(found["high"])
    assert len(ratio_intervals(sums.assign(x=0), "y", "x")) == 0
    assert math.isnan(ratio_differences(sums, sums, "y", "x")["low"])
