"""Forecast: what tables that are open so many hours for so many days earn the house, and how far that may vary.

Definitions
-----------
revenue
    Chips of tax and time charge. The extra drop belongs to the players and is not in it.
opening
    A table from when it opens until it closes. One that is open h hours earns what a recorded session, drawn at
    random, had earned h simulated hours after it opened; if that session ended earlier, another one follows.
p5, p50, p95
    In 5, 50, 95 of 100 such periods (or days) the revenue is at most this.
mean, mean_low, mean_high
    The mean revenue, and its 95 % interval over the run's sessions: it gets narrower with a longer run.
luck_p5, luck_p95
    The same as p5 and p95 if the run's sessions were the whole truth: the luck of the period alone.
sd, sd_luck, sd_run
    Standard deviations of the revenue: in all; by luck; because the run is one of many possible ones.

Openings are independent of each other, and all are like the run's sessions: its lineup, its table, its rules. What
guests the house has on a Tuesday, and whether there are enough of them, is not in it: that is the schedule's matter.
How the draws are made: :mod:`holdem_sim.questions._bootstrap`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from holdem_sim.errors import UsageError
from holdem_sim.questions._bootstrap import Worlds, draw_worlds, widening
from holdem_sim.questions._income import Incomes, incomes
from holdem_sim.questions.schedule import WEEK, Schedule
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._statistics import CONFIDENCE, t_quantile

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from holdem_sim.reports._text import TextTable

REPLICATES = 10_000
LEVELS = (1, 5, 10, 25, 50, 75, 90, 95, 99)
MOST_CELLS = 20_000_000
"""Replicates times days."""
MOST_DRAWS = 200_000_000
"""Sessions drawn."""


@dataclass(frozen=True)
class Forecast:
    """A schedule's revenue by replicate, and what it was drawn from."""

    schedule: Schedule
    incomes: Incomes
    worlds: Worlds
    seed: int


def forecast(facts: Facts, schedule: Schedule, replicates: int = REPLICATES, seed: int = 1) -> Forecast:
    """Draw the schedule's revenue from the run's sessions; UsageError if that is too much, or no time passed."""
    found = incomes(facts)
    days = len(schedule.openings)
    if not len(found.hours):
        raise UsageError(
            f"no simulated time passes in the run {facts.run.path} (all of clock.* is 0): nothing by the hour"
        )
    if replicates * days > MOST_CELLS:
        raise UsageError(
            f"{replicates:,} replicates of {days:,} days are too many; take at most {MOST_CELLS // days:,} replicates"
        )
    each = max(schedule.table_hours / found.hours.mean(), sum(map(len, schedule.openings)))
    if replicates * each > MOST_DRAWS:
        raise UsageError(
            f"{replicates:,} replicates draw {replicates * each:,.0f} sessions, more than {MOST_DRAWS:,}; "
            f"take --replicates {int(MOST_DRAWS / each):,}, or a run of longer sessions"
        )
    return Forecast(schedule, found, draw_worlds(found, schedule, replicates, seed), seed)


def tables(found: Forecast, facts: Facts) -> dict[str, pd.DataFrame]:
    """``forecast``, one row; ``forecast.days``, a row a day; ``forecast.levels``, quantiles of the whole."""
    return {
        "forecast": pd.DataFrame([_row(found, facts)]),
        "forecast.days": _days(found),
        "forecast.levels": _levels(found, facts),
    }


def _row(found: Forecast, facts: Facts) -> dict[str, Any]:
    schedule, worlds, sessions = found.schedule, found.worlds, len(found.incomes.hours)
    total, luck = worlds.total, _luck(worlds)
    mean, sd_run = total.mean(), worlds.expected.std()
    half = _half(sd_run, sessions)
    extra = facts.sessions["extra_drop"].sum() / facts.sessions["open_hours"].sum() * schedule.table_hours
    row: dict[str, Any] = {
        "schedule": schedule.name,
        "days": len(schedule.openings),
        "openings": sum(map(len, schedule.openings)),
        "table_hours": schedule.table_hours,
        "longest_opening": max(map(max, filter(None, schedule.openings))),
        "sessions": sessions,
        "replicates": len(total),
        "seed": found.seed,
        "mean": mean, "mean_low": mean - half, "mean_high": mean + half,
    }  # fmt: skip
    for level in (5, 50, 95):
        row[f"p{level}"] = np.percentile(total, level)
    row |= {"luck_p5": np.percentile(luck, 5), "luck_p95": np.percentile(luck, 95)}
    row |= {"sd": total.std(), "sd_luck": luck.std(), "sd_run": sd_run}
    row |= {"per_table_hour": mean / schedule.table_hours, "extra_drop": extra}
    row |= {"continued_pct": 100 * worlds.continued, "currency": facts.setting("table.currency") or ""}
    for name in ("mean", "p5", "p50", "p95"):
        row[f"{name}_money"] = str(money(row[name], facts))
    return row


def _luck(worlds: Worlds) -> np.ndarray:
    """The totals without what sets the worlds apart."""
    return worlds.total - worlds.expected + worlds.expected.mean()


def _half(sd_run: float, sessions: int) -> float:
    """Half the 95 % interval of the mean, from a standard deviation that is widened for P5 to P95."""
    if sessions < 2:
        return math.nan
    wide = t_quantile(CONFIDENCE, sessions - 1) * math.sqrt(sessions / (sessions - 1))
    return sd_run / widening(sessions) * wide


def _days(found: Forecast) -> pd.DataFrame:
    """day (from 1), weekday, openings, table_hours, mean, p5, p50, p95; total_...: of all days up to this one."""
    schedule, by_day = found.schedule, found.worlds.by_day
    frame = pd.DataFrame(
        {
            "day": np.arange(1, len(schedule.openings) + 1),
            "weekday": [WEEK[day] for day in schedule.weekdays],
            "openings": [len(day) for day in schedule.openings],
            "table_hours": [float(sum(day)) for day in schedule.openings],
        }
    )
    for front, chips in (("", by_day), ("total_", np.cumsum(by_day, axis=1))):
        frame[f"{front}mean"] = chips.mean(axis=0)
        for level, values in zip((5, 50, 95), np.percentile(chips, (5, 50, 95), axis=0), strict=True):
            frame[f"{front}p{level}"] = values
    return frame


def _levels(found: Forecast, facts: Facts) -> pd.DataFrame:
    """level (so many of 100 periods earn at most this), revenue, luck (by luck alone), money (in currency)."""
    total, luck = found.worlds.total, _luck(found.worlds)
    revenue = np.percentile(total, LEVELS)
    return pd.DataFrame(
        {
            "level": LEVELS,
            "revenue": revenue,
            "luck": np.percentile(luck, LEVELS),
            "money": [str(money(chips, facts)) for chips in revenue],
        }
    )


def money(chips: float, facts: Facts) -> Decimal:
    """What so many chips, taken to whole ones, are worth: exact."""
    return round(chips) * Decimal(str(facts.setting("table.chip_value") or 1))


def text(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[TextTable]:
    """The tables a person reads."""
    from holdem_sim.questions import _forecast_words

    return _forecast_words.text(tables, facts)


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> list[str]:
    """The forecast in words."""
    from holdem_sim.questions import _forecast_words

    return _forecast_words.sentences(tables, facts)


def draw(found: Forecast, tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[tuple[str, Figure]]:
    """The distribution of the revenue; the revenue so far, day by day."""
    from holdem_sim.questions._draw_forecast import revenue_days, revenue_distribution

    row = tables["forecast"].iloc[0]
    yield "forecast-revenue", revenue_distribution(found.worlds.total, row, facts)
    if len(tables["forecast.days"]) > 1:
        yield "forecast-days", revenue_days(tables["forecast.days"], row, facts)
