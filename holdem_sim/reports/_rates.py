"""Rates as reports give them: declared once, measured with intervals over sessions, each with its sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from holdem_sim.reports._statistics import percent_intervals, ratio_intervals

PERCENT = "%"


@dataclass(frozen=True)
class Rate:
    """``factor`` * sum(numerator) / sum(denominator) over sessions, and how a person reads it.

    With the unit "%" it is the percentage of chances taken: 0 to 100, and never without a few chances.
    """

    name: str
    numerator: str
    denominator: str
    factor: float
    label: str
    unit: str


def measured(sums: pd.DataFrame, rates: Sequence[Rate], by: str | list[str] | None = None) -> pd.DataFrame:
    """The rates by group: for each rate four columns, the group's as further columns in front (none without ``by``).

    ``sums`` has a row for every group and session with the rates' numerators and denominators. NAME is the rate,
    NAME_low and NAME_high its 95 % interval, NAME_of its sample: the sum of the denominator. ``sessions`` counts
    those in which the group appears. What cannot be said is NaN (see :mod:`holdem_sim.reports._statistics`).
    """
    keys = [] if by is None else [by] if isinstance(by, str) else list(by)
    groups = sums.groupby(keys, observed=True) if keys else None
    sessions = groups["session_id"].nunique() if groups is not None else [sums["session_id"].nunique()]
    frame = pd.DataFrame({"sessions": sessions})
    for rate in rates:
        intervals = percent_intervals if rate.unit == PERCENT else ratio_intervals
        found = intervals(sums, rate.numerator, rate.denominator, by)
        found = found if keys else found.reset_index(drop=True)
        for ending, part in (("", "rate"), ("_low", "low"), ("_high", "high")):
            frame[rate.name + ending] = rate.factor * found[part]
        frame[f"{rate.name}_of"] = found["of"].reindex(frame.index).fillna(0)
    return frame.reset_index() if keys else frame.reset_index(drop=True)
