"""Figures by which games are compared, recomputed in plain Python from small frames."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from holdem_sim.questions._figures import FIGURES, LIFETIME, TAXED, compared, difference, rates
from holdem_sim.reports._statistics import t_quantile

HOURS = {0: 10.0, 1: 12.0, 2: 9.0, 3: 11.0}
BUSTS = {0: 4, 1: 0, 2: 3, 3: 5}
OTHER_HOURS = {0: 10.5, 1: 12.0, 2: 8.0, 3: 11.0, 4: 9.0}
OTHER_BUSTS = {0: 5, 1: 0, 2: 4, 3: 6, 4: 0}


def frame(y, x, names=("seat_hours", "busts")):
    return pd.DataFrame({"session_id": list(y), names[0]: list(y.values()), names[1]: list(x.values())})


def ratio(y, x, without=None):
    return sum(v for k, v in y.items() if k != without) / sum(v for k, v in x.items() if k != without)


def spread(changes):
    n = len(changes)
    return math.sqrt((n - 1) / n * sum(change**2 for change in changes))


def test_lifetimes_are_compared_over_all_sessions_those_without_a_bust_too():
    found = difference(LIFETIME, frame(HOURS, BUSTS), frame(OTHER_HOURS, OTHER_BUSTS))
    whole = ratio(OTHER_HOURS, OTHER_BUSTS) - ratio(HOURS, BUSTS)
    error = spread([ratio(OTHER_HOURS, OTHER_BUSTS, k) - ratio(HOURS, BUSTS, k) - whole for k in OTHER_HOURS])
    half = error * t_quantile(0.95, 4)
    assert (found["difference"], found["low"], found["high"]) == pytest.approx(
        (whole, whole - half, whole + half)
    )
    assert found["sessions"] == 5


def test_independent_runs_have_their_squared_errors_added():
    first, second = frame(HOURS, BUSTS), frame(OTHER_HOURS, OTHER_BUSTS)
    found = difference(LIFETIME, first, second, paired=False)
    errors, sizes = [], []
    for hours, busts in ((HOURS, BUSTS), (OTHER_HOURS, OTHER_BUSTS)):
        whole = ratio(hours, busts)
        errors.append(spread([ratio(hours, busts, k) - whole for k in hours]))
        sizes.append(len(hours))
    square = sum(error**2 for error in errors)
    degrees = square**2 / sum(error**4 / (n - 1) for error, n in zip(errors, sizes, strict=True))
    half = math.sqrt(square) * t_quantile(0.95, int(degrees))
    whole = ratio(OTHER_HOURS, OTHER_BUSTS) - ratio(HOURS, BUSTS)
    assert (found["low"], found["high"]) == pytest.approx((whole - half, whole + half))
    assert found["sessions"] == 9


def test_one_session_has_no_interval_and_nothing_is_clear():
    one, other = frame({0: 5.0}, {0: 2}), frame({0: 5.0}, {0: 4})
    for paired in (True, False):
        found = difference(LIFETIME, one, other, paired)
        assert found["difference"] == pytest.approx(-1.25)
        assert math.isnan(found["low"]) and math.isnan(found["high"])
        assert found["clear"] is False


def test_without_a_bust_there_is_no_lifetime():
    found = rates(frame(HOURS, dict.fromkeys(HOURS, 0)), [LIFETIME]).iloc[0]
    assert math.isnan(found["hours_per_bust"])
    change = difference(LIFETIME, frame(HOURS, dict.fromkeys(HOURS, 0)), frame(HOURS, BUSTS))
    assert math.isnan(change["difference"]) and change["clear"] is False


def test_a_comparison_has_both_rates_with_their_intervals():
    taxed, hands = {0: 30, 1: 20, 2: 25}, {0: 40, 1: 40, 2: 40}
    more = {0: 36, 1: 30, 2: 33}
    names = ("taxed", "hands")
    (row,) = compared(frame(taxed, hands, names), frame(more, hands, names), [TAXED]).to_dict("records")
    assert (row["figure"], row["unit"]) == ("taxed_pct", "%")
    assert (row["first"], row["second"]) == pytest.approx((62.5, 82.5))
    assert row["first_low"] < 62.5 < row["first_high"] and row["second_low"] < 82.5 < row["second_high"]
    assert row["difference"] == pytest.approx(20.0)
    assert row["clear"] is True and row["low"] > 0


def test_every_figure_has_a_name_of_its_own():
    assert len({rate.name for rate in FIGURES}) == len(FIGURES)
    assert len({(rate.label, rate.unit) for rate in FIGURES}) == len(FIGURES)
