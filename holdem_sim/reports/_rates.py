"""Rates as reports give them: declared once, measured with intervals over sessions, each with its sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.reports._statistics import FEW_SESSIONS, percent_intervals, ratio_intervals

PERCENT = "%"


@dataclass(frozen=True)
class Rate:
    """``factor`` * sum(numerator) / sum(denominator) over sessions, and how a person reads it.

    With the unit "%" it is the percentage of chances taken: 0 to 100, and never without a few chances. ``amounts``: a
    percentage of chips or hours instead, whose interval is that of any ratio, but ends at 0 and 100.
    """

    name: str
    numerator: str
    denominator: str
    factor: float
    label: str
    unit: str
    amounts: bool = False


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
        of_chances = rate.unit == PERCENT and not rate.amounts
        intervals = percent_intervals if of_chances else ratio_intervals
        found = intervals(sums, rate.numerator, rate.denominator, by)
        found = found if keys else found.reset_index(drop=True)
        for ending, part in (("", "rate"), ("_low", "low"), ("_high", "high")):
            value = rate.factor * found[part]
            frame[rate.name + ending] = value.clip(0.0, 100.0) if rate.amounts else value
        frame[f"{rate.name}_of"] = found["of"].reindex(frame.index).fillna(0)
    return frame.reset_index() if keys else frame.reset_index(drop=True)


def shares(sums: pd.DataFrame, amount: str, by: str | list[str]) -> pd.DataFrame:
    """Each group's part of all of ``amount``: columns pct, pct_low, pct_high and pct_of, indexed by group.

    A session in which a group is missing counts for it too, with nothing.
    """
    keys = [by] if isinstance(by, str) else list(by)
    table = sums.groupby([*keys, "session_id"], observed=True)[amount].sum().unstack(fill_value=0)
    every = table.reset_index().melt(keys, var_name="session_id", value_name="part")
    every["whole"] = every.groupby("session_id")["part"].transform("sum")
    rate = Rate("pct", "part", "whole", 100, "", PERCENT, amounts=True)
    return measured(every, [rate], keys).set_index(keys).drop(columns="sessions")


def unit_word(rate: Rate) -> str:
    """The unit of a rate in the language in use."""
    return _(rate.unit) if rate.unit in (N_("chips"), N_("bb")) else rate.unit


def sessions_note(sessions: int) -> str | None:
    """A sentence on why intervals over so many sessions are missing or rough; None if they are neither."""
    if sessions < 2:
        return _("No interval: it takes two sessions.")
    if sessions < FEW_SESSIONS:
        return _("Rough interval: {sessions} sessions.").format(sessions=sessions)
    return None
