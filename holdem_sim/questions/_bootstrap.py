"""The bootstrap of a schedule: recorded sessions drawn for its openings, again and again.

Every replicate is a world of its own: it first draws as many sessions as the run has, with replacement, and then
the openings' sessions out of those. So a replicate differs from the next by the luck of the openings, and by what
another run of that size would have said (B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993,
chapters 6 and 7). The mean over a world's sessions tells the two apart.

Of few sessions a bootstrap is too sure: it draws from the sample's own spread, and forgets that this is an estimate
too. So all deviations from the mean are widened by :func:`widening`, which makes the interval from P5 to P95 that
of Student's prediction (G. J. Hahn and W. Q. Meeker, Statistical Intervals, 1991, chapter 4) if incomes are normal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from holdem_sim.questions._income import Incomes
from holdem_sim.questions.schedule import Schedule
from holdem_sim.reports._statistics import t_quantile

BAND = 0.90
"""Part of the replicates between P5 and P95."""
CHUNK = 2_000_000
"""Drawn sessions held in memory at a time."""


@dataclass(frozen=True)
class Worlds:
    """Replicates of the period."""

    by_day: np.ndarray
    """[replicate, day]: chips earned"""
    expected: np.ndarray
    """[replicate]: chips that the period would earn on average, were the replicate's sessions all there is"""
    continued: float
    """part of the table-hours for which another session had to be drawn, because the one before had ended"""

    @property
    def total(self) -> np.ndarray:
        """Chips of the whole period, by replicate."""
        return self.by_day.sum(axis=1)


def draw_worlds(incomes: Incomes, schedule: Schedule, replicates: int, seed: int) -> Worlds:
    """So many replicates of the schedule; equal seeds give equal ones."""
    random = np.random.Generator(np.random.Philox(seed))
    lengths = [hours for day in schedule.openings for hours in day]
    days = np.repeat(np.arange(len(schedule.openings)), [len(day) for day in schedule.openings])
    kinds, kind = np.unique(lengths, return_inverse=True)
    everyone = np.arange(len(incomes.hours))
    earned = np.stack([incomes.until(everyone, hours) for hours in kinds])
    left = np.stack([np.maximum(hours - incomes.hours, 0.0) for hours in kinds])
    counts = np.bincount(kind, minlength=len(kinds)).astype(float)
    of_all, left_of_all = counts @ earned, counts @ left
    by_day = np.zeros((replicates, len(schedule.openings)))
    expected = np.zeros(replicates)
    starts = np.flatnonzero(np.diff(days, prepend=-1))
    each = max(1, CHUNK // max(len(everyone), len(lengths)))
    for first in range(0, replicates, each):
        some = slice(first, min(first + each, replicates))
        rows = some.stop - some.start
        world = random.integers(0, len(everyone), (rows, len(everyone)), dtype=np.int32)
        rate = incomes.total[world].mean(axis=1) / incomes.hours[world].mean(axis=1)
        expected[some] = of_all[world].mean(axis=1) + left_of_all[world].mean(axis=1) * rate
        place = random.integers(0, len(everyone), (rows, len(lengths)), dtype=np.int32)
        drawn = np.take_along_axis(world, place, axis=1)
        chips = earned[kind, drawn]
        _continue(incomes, world, chips, left[kind, drawn], random)
        by_day[some, days[starts]] = np.add.reduceat(chips, starts, axis=1)
    for chips in (by_day, expected):
        mean = chips.mean(axis=0)
        chips -= mean
        chips *= widening(len(everyone))
        chips += mean
    return Worlds(by_day, expected, float(left_of_all.mean() / schedule.table_hours))


def widening(sessions: int) -> float:
    """By how much the spread of draws from so many sessions is widened; 1 for a single one.

    The part by which drawing n of n falls short of the sample variance, and Student's t in place of the normal.
    """
    if sessions < 2:
        return 1.0
    student = t_quantile(BAND, sessions - 1) / NormalDist().inv_cdf(0.5 + BAND / 2)
    return student * math.sqrt(sessions / (sessions - 1))


def _continue(
    incomes: Incomes, world: np.ndarray, chips: np.ndarray, left: np.ndarray, random: np.random.Generator
) -> None:
    """Add what further sessions of the same world earn in the hours that are left, one after the other."""
    row, column = np.nonzero(left > 0)
    hours = left[row, column]
    while len(row):
        drawn = world[row, random.integers(0, world.shape[1], len(row), dtype=np.int32)]
        chips[row, column] += incomes.until(drawn, hours)
        hours = hours - incomes.hours[drawn]
        going = hours > 0
        row, column, hours = row[going], column[going], hours[going]
