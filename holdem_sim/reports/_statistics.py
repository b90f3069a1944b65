"""Rates and their intervals when whole sessions, not hands, are the independent units.

The hands of a session share players, stacks and moods, so their results hang together; sessions do not.
Everything here works on sums by session.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd

CONFIDENCE = 0.95
FEW_SESSIONS = 10
"""Below this many sessions an interval is given, but called rough."""
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
_SERIES_UP_TO = 200
"""Degrees of freedom up to which the t distribution is summed exactly."""


def ratio_intervals(
    sums: pd.DataFrame, numerator: str, denominator: str, by: str | list[str] | None = None
) -> pd.DataFrame:
    """The rate sum(numerator) / sum(denominator) by group, with its 95 % interval over sessions.

    ``sums`` has one row for every group and session (or several, which are added up), with a column
    ``session_id``. Returns a frame indexed by group (a single row without ``by``): ``sessions``, ``of`` (the
    denominator's sum), ``rate``, ``error`` (standard error), ``degrees`` (of freedom), ``low`` and ``high``.
    Sessions in which the group has neither numerator nor denominator do not count; with fewer than two that have a
    denominator error, low and high are NaN. A numerator without denominator (raises and no calls, a charge and no
    hands) belongs to the sum.

    The variance is that of the jackknife that leaves out one session at a time, which for a ratio is the
    linearised, cluster-robust variance with each session's residual divided by the share of the data that
    the others hold: (n-1)/n * sum(((y - rate*x) / (X - x))**2). The quantile is Student's t with as many degrees
    of freedom as :func:`_degrees` finds: n-1 for sessions of one size, fewer when a few of them hold most of the
    data. (W. G. Cochran, Sampling Techniques, 3rd ed., chapter 6; A. C. Cameron and D. L. Miller, A
    practitioner's guide to cluster-robust inference, J. Human Resources 50, 2015: estimator CR3.)
    """
    keys = [] if by is None else [by] if isinstance(by, str) else list(by)
    group, index = _groups(sums, keys)
    session = pd.factorize(sums["session_id"])[0]
    pairs, place = np.unique(group * (session.max(initial=0) + 1) + session, return_inverse=True)
    y, x = (np.bincount(place, sums[name].to_numpy(float), len(pairs)) for name in (numerator, denominator))
    group = pairs // (session.max(initial=0) + 1)
    counts = ((x > 0) | (y != 0)) & (group >= 0)
    y, x, group = y[counts], x[counts], group[counts]

    def total(values: np.ndarray) -> np.ndarray:
        return np.bincount(group, values, len(index))

    all_y, all_x, tellers = total(y), total(x), total((x > 0).astype(float))
    n = total(np.ones(len(x))) * (all_x > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = all_y / all_x
        squares = total(((y - rate[group] * x) / (all_x[group] - x)) ** 2)
        error = np.where(tellers > 1, np.sqrt(squares * (n - 1) / n), np.nan)
        share = x / all_x[group]
    degrees = _degrees(share, group, len(index))
    result = pd.DataFrame(
        {"sessions": n.astype(np.int64), "of": all_x, "rate": rate, "error": error, "degrees": degrees}, index
    )
    result = result[result["sessions"] > 0]
    half = result["error"] * t_quantiles(CONFIDENCE, result["degrees"])
    return result.assign(low=result["rate"] - half, high=result["rate"] + half)


def _groups(sums: pd.DataFrame, keys: list[str]) -> tuple[np.ndarray, pd.Index]:
    """The number of each row's group, -1 for a row that is in none, and the groups in order."""
    if not keys:
        return np.zeros(len(sums), np.int64), pd.RangeIndex(1)
    groups = sums.groupby(keys, observed=True)
    return groups.ngroup().to_numpy(np.int64, na_value=-1), groups.size().index


def _degrees(share: np.ndarray, group: np.ndarray, groups: int) -> np.ndarray:
    """Satterthwaite's degrees of freedom of the jackknife variance, by group; NaN for a group with one session.

    ``share`` is each session's part p of the denominator of its ``group``. The variance estimate is a quadratic
    form in the sessions' deviations: with C their covariance after the rate is taken out and each is divided by q
    = 1 - p, the degrees are (tr C)**2 / tr(C**2). That needs a model of the deviations: here a session's standard
    deviation is proportional to its size, as if its hands moved together, the cautious end; were hands
    independent, the degrees would be more. (R. M. Bell and D. F. McCaffrey, Bias reduction in standard errors for
    linear regression with multi-stage samples, Survey Methodology 28, 2002.)

    With a = p**2, A = sum(a), u = p/q and v = a/q the covariance is C[i, j] = [i = j] a/q**2 - u[i] v[j] - v[i] u[j]
    + A u[i] u[j], so that both traces are made of sums over the group.
    """

    def total(values: np.ndarray) -> np.ndarray:
        return np.bincount(group, values, groups)

    with np.errstate(divide="ignore", invalid="ignore"):
        rest = np.where(share < 1, 1 - share, np.nan)
        model = share**2
        u, v, diagonal = share / rest, model / rest, model / rest**2
        a, uu, vv, uv = total(model), total(u * u), total(v * v), total(u * v)
        trace = total(diagonal) - 2 * uv + a * uu
        crossed = -2 * total(diagonal * u * v) * 2 + 2 * a * total(diagonal * u * u)
        square = total(diagonal**2) + crossed + 2 * uv**2 + 2 * uu * vv - 4 * a * uu * uv + a**2 * uu**2
        return np.maximum(trace**2 / square, 1.0)


FEW_CHANCES = 30
"""Below this many chances a percentage says nothing."""


def percent_intervals(
    sums: pd.DataFrame, numerator: str, denominator: str, by: str | list[str] | None = None
) -> pd.DataFrame:
    """:func:`ratio_intervals` of a share of chances, with intervals that hold near 0 and 1 as well.

    An interval of plus and minus some errors reaches beyond 0 or 1 there, and when a thing never happened in forty
    chances its error is 0, though nobody would say that it never happens. So the interval is Wilson's score
    interval for a number of independent chances that would have the jackknife's error, rate * (1 - rate) /
    error**2, but no more chances than there were, with Student's t. When a thing happened never or always, the error
    says nothing: then it is the exact interval of Clopper and Pearson for the chances themselves, reduced by
    (z/t)**2 for few sessions. Fewer than thirty chances: all NaN.

    (E. L. Korn and B. I. Graubard, Confidence intervals for proportions with small expected number of positive
    counts estimated from survey data, Survey Methodology 24, 1998: the effective chances; C. Franco, R. J. A.
    Little, T. A. Louis and E. V. Slud, Comparative study of confidence intervals for proportions in complex sample
    surveys, J. Survey Statistics and Methodology 7, 2019: Wilson's interval with them.)
    """
    found = ratio_intervals(sums, numerator, denominator, by)
    rate, t = found["rate"].clip(0.0, 1.0), t_quantiles(CONFIDENCE, found["degrees"])
    variance = rate * (1 - rate)
    chances = (variance / (found["error"] ** 2).where(found["error"] > 0)).clip(upper=found["of"])
    chances = chances.where(found["error"] > 0, found["of"]).where(found["sessions"] > 1)
    shrunk = 1 + t**2 / chances
    middle = (rate + t**2 / (2 * chances)) / shrunk
    half = t / shrunk * np.sqrt(variance / chances + t**2 / (4 * chances**2))
    edge = ((1 - CONFIDENCE) / 2) ** (t**2 / (_Z**2 * chances))
    never, always = found["rate"] <= 0, found["rate"] >= 1
    low = (middle - half).clip(lower=0.0).mask(never, chances * 0).mask(always, edge)
    high = (middle + half).clip(upper=1.0).mask(never, 1 - edge).mask(always, chances * 0 + 1)
    found = found.assign(low=np.minimum(low, found["rate"]), high=np.maximum(high, found["rate"]))
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
    that only one of them has stands alone. The degrees of freedom are those of the sessions' mean share of both
    denominators (:func:`_degrees`). Returns rate (the difference), error, low, high, sessions.
    """
    both = pd.DataFrame(
        {
            f"{part}{side}": frame.groupby("session_id")[column].sum().astype(float)
            for side, frame in enumerate((sums, others))
            for part, column in (("y", numerator), ("x", denominator))
        }
    ).fillna(0.0)
    both = both[(both != 0).any(axis=1)]
    n = len(both)
    tellers = min(int((both[x] > 0).sum()) for x in ("x0", "x1"))
    total = both.sum()
    left = total - both
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = total["y1"] / total["x1"] - total["y0"] / total["x0"]
        without = left["y1"] / left["x1"] - left["y0"] / left["x0"]
    error = half = math.nan
    if n > 1 and tellers > 1:
        error = math.sqrt((n - 1) / n * ((without - difference) ** 2).sum())
        share = ((both["x0"] / total["x0"] + both["x1"] / total["x1"]) / 2).to_numpy()
        degrees = pd.Series(_degrees(share, np.zeros(n, np.int64), 1))
        half = error * float(t_quantiles(CONFIDENCE, degrees).iloc[0])
    return {
        "rate": float(difference), "error": error, "low": float(difference - half),
        "high": float(difference + half), "sessions": n,
    }  # fmt: skip


def figured(sums: pd.DataFrame, figure: Callable[[Any], Any]) -> dict[str, float]:
    """A figure made of several sums, with its 95 % interval by leaving out one session after the other.

    ``sums`` has a row for every session and numbers only; ``figure`` makes a number of a row of sums (and numbers of
    many such rows), as in ``lambda s: s["tax"] / s["pot"]``. Returns rate, low and high.
    """
    n = len(sums)
    totals = sums.sum().astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = float(figure(totals))
        without = figure(totals - sums)
    error = math.sqrt((n - 1) / n * float(((without - whole) ** 2).sum(skipna=False))) if n > 1 else math.nan
    half = error * t_quantile(CONFIDENCE, n - 1) if n > 1 else math.nan
    return {"rate": whole, "low": whole - half, "high": whole + half}


def overall(sums: pd.DataFrame, numerator: str, denominator: str) -> dict[str, float]:
    """:func:`ratio_intervals` of everything together; NaN where nothing has been counted."""
    found = ratio_intervals(sums, numerator, denominator)
    return {name: float(found[name].iloc[0]) if len(found) else math.nan for name in ("rate", "low", "high")}


def most_when_never(sessions: int, hours: float) -> float:
    """The upper end of the 95 % interval, by the hour, of what never happened in so many hours of so many sessions.

    Exact for a Poisson count of zero, and (t/z)**2 wider for few sessions, as in :func:`percent_intervals`. NaN with
    fewer than two sessions.
    """
    if sessions < 2 or not hours > 0:
        return math.nan
    return -math.log((1 - CONFIDENCE) / 2) * (t_quantile(CONFIDENCE, sessions - 1) / _Z) ** 2 / hours


def interval_note(sessions: int) -> str | None:
    """Why an interval over so many sessions is missing or rough; None if it is neither."""
    if sessions < 2:
        return "no interval: it takes two sessions"
    if sessions < FEW_SESSIONS:
        return f"rough interval: {sessions} sessions"
    return None


def t_quantiles(confidence: float, degrees: pd.Series) -> pd.Series:
    """:func:`t_quantile` of any degrees of freedom from 1 on, whole or not; NaN where they are NaN.

    Between whole degrees the quantile's logarithm is taken in proportion to 1/degrees, which errs to the wide side:
    by 3 % at most below two degrees, by less than 1 % above.
    """
    below = np.floor(degrees + 1e-9)
    known = {d: math.log(t_quantile(confidence, int(d))) for d in {*below.dropna(), *(below + 1).dropna()}}
    near, far = below.map(known), (below + 1).map(known)
    part = ((1 / below - 1 / degrees) * below * (below + 1)).clip(0.0, 1.0)
    return np.exp(near + part * (far - near))


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
