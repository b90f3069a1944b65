"""Rates and their intervals when whole sessions, not hands, are the independent units.

The hands of a session share players, stacks and moods, so their results hang together; sessions do not.
Everything here works on sums by session.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import pandas as pd

CONFIDENCE = 0.95
FEW_SESSIONS = 10
"""Below this many sessions an interval is given, but called rough."""
_SERIES_UP_TO = 200
"""Degrees of freedom up to which the t distribution is summed exactly."""


def ratio_intervals(
    sums: pd.DataFrame, numerator: str, denominator: str, by: str | list[str] | None = None
) -> pd.DataFrame:
    """The rate sum(numerator) / sum(denominator) by group, with its 95 % interval over sessions.

    ``sums`` has one row for every group and session (or several, which are added up), with a column
    ``session_id``. Returns a frame indexed by group (a single row without ``by``): ``sessions``, ``of`` (the
    denominator's sum), ``rate``, ``error`` (standard error), ``low`` and ``high``. Sessions in which the group's
    denominator is 0 do not count; with fewer than two sessions error, low and high are NaN.

    The variance is that of the jackknife that leaves out one session at a time, which for a ratio is the
    linearised, cluster-robust variance with each session's residual divided by the share of the data that
    the others hold: (n-1)/n * sum(((y - rate*x) / (X - x))**2). The quantile is Student's t with n-1 degrees
    of freedom. (W. G. Cochran, Sampling Techniques, 3rd ed., chapter 6; A. C. Cameron and D. L. Miller, A
    practitioner's guide to cluster-robust inference, J. Human Resources 50, 2015: estimator CR3.)
    """
    keys = [] if by is None else [by] if isinstance(by, str) else list(by)
    frame = sums[[*keys, "session_id", numerator, denominator]]
    frame = frame.groupby([*keys, "session_id"], observed=True, as_index=False).sum()
    frame = frame[frame[denominator] > 0]
    group = frame[keys] if keys else pd.DataFrame({"all": np.zeros(len(frame), np.int8)}, index=frame.index)
    y, x = frame[numerator].astype(float), frame[denominator].astype(float)
    work = group.assign(y=y, x=x, sessions=1)
    names = list(group.columns)
    totals = work.groupby(names, observed=True)[["y", "x", "sessions"]].sum()
    spread = work.join(totals.add_suffix("_all"), on=names)
    rate = spread["y_all"] / spread["x_all"]
    others = (spread["x_all"] - spread["x"]).where(spread["sessions_all"] > 1)
    work["square"] = ((spread["y"] - rate * spread["x"]) / others) ** 2
    squares = work.groupby(names, observed=True)["square"].sum(min_count=1)
    n = totals["sessions"]
    result = pd.DataFrame({"sessions": n, "of": totals["x"], "rate": totals["y"] / totals["x"]})
    result["error"] = np.sqrt(squares * (n - 1) / n)
    half = result["error"] * n.map(lambda count: t_quantile(CONFIDENCE, count - 1) if count > 1 else math.nan)
    return result.assign(low=result["rate"] - half, high=result["rate"] + half)


FEW_CHANCES = 30
"""Below this many chances a percentage says nothing."""


def percent_intervals(
    sums: pd.DataFrame, numerator: str, denominator: str, by: str | list[str] | None = None
) -> pd.DataFrame:
    """:func:`ratio_intervals` of a share of chances: between 0 and 1, and NaN with fewer than thirty chances."""
    found = ratio_intervals(sums, numerator, denominator, by)
    found = found.assign(low=found["low"].clip(lower=0.0), high=found["high"].clip(upper=1.0))
    few = found["of"] < FEW_CHANCES
    for name in ("rate", "error", "low", "high"):
        found[name] = found[name].mask(few)
    return found


def ratio_differences(
    sums: pd.DataFrame, others: pd.DataFrame, numerator: str, denominator: str
) -> dict[str, float]:
    """The rate of ``others`` less that of ``sums``, with its 95 % interval: a paired difference.

    Both have a row for every session; the same number is the same session played under two rules, with the same
    cards and the same players' draws. What is left out by the jackknife is a session, from both at once; a session
    that only one of them has stands alone. Returns rate (the difference), error, low, high, sessions.
    """
    both = pd.DataFrame(
        {
            f"{part}{side}": frame.groupby("session_id")[column].sum().astype(float)
            for side, frame in enumerate((sums, others))
            for part, column in (("y", numerator), ("x", denominator))
        }
    ).fillna(0.0)
    n = len(both)
    total = both.sum()
    left = total - both
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = total["y1"] / total["x1"] - total["y0"] / total["x0"]
        without = left["y1"] / left["x1"] - left["y0"] / left["x0"]
    error = math.sqrt((n - 1) / n * ((without - difference) ** 2).sum()) if n > 1 else math.nan
    half = error * t_quantile(CONFIDENCE, n - 1) if n > 1 else math.nan
    return {
        "rate": float(difference), "error": error, "low": float(difference - half),
        "high": float(difference + half), "sessions": n,
    }  # fmt: skip


def overall(sums: pd.DataFrame, numerator: str, denominator: str) -> dict[str, float]:
    """:func:`ratio_intervals` of everything together; NaN where nothing has been counted."""
    found = ratio_intervals(sums, numerator, denominator)
    return {name: float(found[name].iloc[0]) if len(found) else math.nan for name in ("rate", "low", "high")}


def interval_note(sessions: int) -> str | None:
    """Why an interval over so many sessions is missing or rough; None if it is neither."""
    if sessions < 2:
        return "no interval: it takes two sessions"
    if sessions < FEW_SESSIONS:
        return f"rough interval: {sessions} sessions"
    return None


@lru_cache(maxsize=4096)
def t_quantile(confidence: float, degrees: int) -> float:
    """The t with ``confidence`` of Student's distribution between -t and t (``degrees`` >= 1)."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    if degrees > _SERIES_UP_TO:
        # Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
        return (
            z
            + (z**3 + z) / (4 * degrees)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees**3)
        )
    low, high = z, 2 * z
    while _within(high, degrees) < confidence:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < confidence else (low, middle)
    return (low + high) / 2


def _within(t: float, degrees: int) -> float:
    """The probability between -t and t; Abramowitz and Stegun 26.7.3 (odd) and 26.7.4 (even)."""
    angle = math.atan(t / math.sqrt(degrees))
    square = math.cos(angle) ** 2
    odd = degrees % 2 == 1
    term = math.cos(angle) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= square * (k - 1) / k
        total += term
    return (angle + math.sin(angle) * total) * 2 / math.pi if odd else math.sin(angle) * total


def hand_deviation(hands: pd.Series, total: pd.Series, squares: pd.Series) -> pd.Series:
    """The standard deviation of single results from their number, sum and sum of squares; NaN below two."""
    n = hands.astype(float)
    variance = (squares - total**2 / n) / (n - 1).where(n > 1)
    return np.sqrt(variance.clip(lower=0))
