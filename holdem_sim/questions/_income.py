"""What recorded sessions had earned by each time since they opened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdem_sim.reports._facts import Facts

STEP_HOURS = 0.25
"""Between the points at which a session's income is known; in between it is taken to come evenly."""
MOST_POINTS = 400
"""Points of a session; longer sessions have coarser ones."""


@dataclass(frozen=True)
class Incomes:
    """The house's income (tax and time charge, chips) of sessions by the simulated hours since they opened."""

    step: float
    """hours between points"""
    earned: np.ndarray
    """[session, point]: chips earned after ``point`` steps"""
    hours: np.ndarray
    """how long each session was open"""

    @property
    def total(self) -> np.ndarray:
        """What each session earned in all."""
        return self.earned[:, -1]

    def until(self, sessions: np.ndarray, hours: np.ndarray | float) -> np.ndarray:
        """What the sessions of these numbers had earned after so many hours each, at their end at the latest."""
        length = self.hours[sessions]
        time = np.minimum(hours, length)
        point = np.clip(np.ceil(time / self.step).astype(np.int64) - 1, 0, self.earned.shape[1] - 2)
        begin = point * self.step
        part = np.clip((time - begin) / np.minimum(self.step, length - begin), 0.0, 1.0)
        before = self.earned[sessions, point]
        return before + part * (self.earned[sessions, point + 1] - before)


def incomes(facts: Facts) -> Incomes:
    """The incomes of a run's sessions, those in which no simulated time passed left out."""
    sessions = facts.sessions[facts.sessions["open_hours"] > 0]
    hours = sessions["open_hours"].to_numpy()
    step = STEP_HOURS
    while hours.size and hours.max() / step > MOST_POINTS:
        step *= 2
    points = int(np.ceil(hours.max() / step - 1e-9)) if hours.size else 1
    earned = np.zeros((len(sessions), points + 1))
    numbers = sessions["session_id"].to_numpy()
    found = facts.sql(
        f"""SELECT session_id, point, sum(amount)::BIGINT AS amount FROM (
            SELECT session_id, ceil((started_s + duration_s) / {step * 3600} - 1e-9) AS point, tax AS amount
            FROM hands
            UNION ALL
            SELECT session_id, ceil(clock_s / {step * 3600} - 1e-9), -amount FROM ledger
            WHERE kind = 'time-charge')
        GROUP BY 1, 2"""
    )
    found = found[found["session_id"].isin(numbers)]
    place = np.searchsorted(numbers, found["session_id"].to_numpy())
    point = np.clip(found["point"].to_numpy().astype(np.int64), 1, points)
    np.add.at(earned, (place, point), found["amount"].to_numpy())
    np.cumsum(earned, axis=1, out=earned)
    return Incomes(step, earned, hours)
