"""``python -m benchmarks.intervals``: do the intervals of the reports hold the truth as often as they say?

Whole sessions are played and put together to runs of 5, 10, 30, 100 and 300 sessions, thousands of times; each such
run has its interval, and what is counted is how many of them hold the truth. The truth is a closed form where there
is one (players who always call, always fold or always go all-in): then the runs share no session. For the default
lineup it is the rate of all sessions of a long run, from which the sessions of the runs are drawn with replacement:
they are samples of a population whose rate is known exactly.

``docs/statistics.md`` explains the table and holds one.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from holdem_sim.cli import main as command_line
from holdem_sim.dataset import open_run
from holdem_sim.questions._bootstrap import draw_worlds
from holdem_sim.questions._income import Incomes, incomes
from holdem_sim.questions.schedule import every_day
from holdem_sim.reports._facts import Facts, open_facts
from holdem_sim.reports._statistics import percent_intervals, ratio_differences, ratio_intervals

SESSIONS = (5, 10, 30, 100, 300)
LINEUP = "default lineup"
CLOSED_HANDS, LINEUP_HANDS, GROUPS = 300_000, 1_000_000, 2_000
"""Hands of each run of players with closed forms, and of those of the default lineup; runs put together a row."""
NAIVE_Z = 1.959964
ROUNDING = 1e-9
"""Of a figure that is exact in every session: what sums of floats may be off by, in relation to it."""


@dataclass(frozen=True)
class Figure:
    """A rate y/x of sessions. ``truth`` None: that of all sessions; ``squares``: the sum of y squared by hand."""

    name: str
    y: str
    x: str
    truth: float | None = None
    percent: bool = False
    squares: str | None = None


@dataclass(frozen=True)
class Covered:
    """How often intervals over so many sessions held the truth."""

    what: str
    figure: str
    sessions: int
    groups: int
    covered: float
    width: float
    """mean width of the intervals, in percent of the true rate"""
    by_hands: float = math.nan
    """how often intervals held it that took the hands for independent"""
    promised: float = 0.95

    @property
    def error(self) -> float:
        """Standard error of ``covered``, by the number of groups."""
        return math.sqrt(self.covered * (1 - self.covered) / self.groups)


def grouped(
    sums: pd.DataFrame, sessions: int, groups: int, random: np.random.Generator | None
) -> pd.DataFrame:
    """Runs of so many sessions: drawn with replacement by ``random``, or without it cut one after the other."""
    if random is None:
        groups = min(groups, len(sums) // sessions)
        place = np.arange(groups * sessions)
    else:
        place = random.integers(0, len(sums), groups * sessions)
    frame = sums.iloc[place].reset_index(drop=True)
    return frame.assign(group=np.repeat(np.arange(groups), sessions), session_id=np.arange(len(frame)))


def coverage(
    what: str,
    figure: Figure,
    sums: pd.DataFrame,
    sessions: int,
    groups: int,
    random: np.random.Generator | None,
) -> Covered | None:
    """How often the figure's intervals hold the truth; None if there are not a hundred groups."""
    frame = grouped(sums, sessions, groups, random)
    intervals = percent_intervals if figure.percent else ratio_intervals
    found = intervals(frame, figure.y, figure.x, "group").dropna(subset=["low", "high"])
    if len(found) < 100:
        return None
    truth = sums[figure.y].sum() / sums[figure.x].sum() if figure.truth is None else figure.truth
    slack = ROUNDING * max(1.0, abs(truth))
    held = (found["low"] - slack <= truth) & (truth <= found["high"] + slack)
    by_hands = math.nan
    if figure.squares:
        totals = frame.groupby("group")[[figure.y, figure.x, figure.squares]].sum()
        rate, n = totals[figure.y] / totals[figure.x], totals[figure.x]
        error = np.sqrt((totals[figure.squares] / n - rate**2).clip(lower=0) / (n - 1))
        by_hands = float(((rate - truth).abs() <= NAIVE_Z * error + slack).mean())
    width = float((found["high"] - found["low"]).mean() / abs(truth) * 100)
    return Covered(what, figure.name, sessions, len(found), float(held.mean()), width, by_hands)


def difference_coverage(
    one: pd.DataFrame, other: pd.DataFrame, sessions: int, groups: int, random: np.random.Generator
) -> Covered:
    """How often the interval of a paired difference of tax per hand holds the difference of all sessions."""
    truth = other["tax"].sum() / other["hands"].sum() - one["tax"].sum() / one["hands"].sum()
    held, widths = 0, 0.0
    for _ in range(groups):
        place = random.integers(0, len(one), sessions)
        pair = [frame.iloc[place].assign(session_id=np.arange(sessions)) for frame in (one, other)]
        found = ratio_differences(*pair, "tax", "hands")
        held += found["low"] <= truth <= found["high"]
        widths += found["high"] - found["low"]
    width = 100 * widths / groups / abs(truth)
    return Covered(
        "cap of 3 bb against none",
        "paired difference of tax per hand",
        sessions,
        groups,
        held / groups,
        width,
    )


def forecast_coverage(
    everyone: Incomes, sessions: int, groups: int, random: np.random.Generator, hours: float = 8.0
) -> Covered:
    """How often P5 to P95 of a forecast from so many sessions hold a month's revenue that then really comes."""
    plan = every_day(8, hours, 30)
    months = draw_months(everyone, groups, random, hours)
    held, widths = 0, 0.0
    for group, month in enumerate(months):
        place = random.integers(0, len(everyone.hours), sessions)
        run = Incomes(everyone.step, everyone.earned[place], everyone.hours[place])
        low, high = np.percentile(draw_worlds(run, plan, 1_000, group).total, (5, 95))
        held += low <= month <= high
        widths += high - low
    width = 100 * widths / groups / months.mean()
    return Covered(
        "forecast, 8 tables, 30 days", "P5 to P95", sessions, groups, held / groups, width, promised=0.90
    )


def draw_months(everyone: Incomes, months: int, random: np.random.Generator, hours: float) -> np.ndarray:
    """Revenues of 240 openings, drawn from all sessions; a session that ended is followed by another."""
    revenue = np.zeros((months, 240))
    left = np.full(revenue.shape, hours)
    while (left > 0).any():
        drawn = random.integers(0, len(everyone.hours), revenue.shape)
        revenue += np.where(left > 0, everyone.until(drawn, np.maximum(left, 0.0)), 0.0)
        left -= everyone.hours[drawn]
    return revenue.sum(axis=1)


# -- what is played ---------------------------------------------------------------------------------------


def played(folder: Path, hands: int, *words: str) -> AbstractContextManager[Facts]:
    """The facts of a new run of so many hands."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with redirect_stdout(sys.stderr):
        if command_line(["run", "--hands", str(hands), "--out", str(folder), *words]) != 0:
            raise SystemExit(1)
    return open_facts(open_run(folder))


def settings(*pairs: str) -> list[str]:
    """``--set`` before each."""
    return [word for pair in pairs for word in ("--set", pair)]


def seat_zero(facts: Facts) -> pd.DataFrame:
    """Sums by session of the player in seat 0: one player of each session, so that nothing is counted twice."""
    return facts.sql(
        """SELECT session_id, count(*) AS hands, fsum(net / big_blind) AS net_bb,
            fsum((net / big_blind) * (net / big_blind)) AS squares, count(*) FILTER (won > 0) AS wins
        FROM seat_hands WHERE seat = 0 GROUP BY session_id ORDER BY session_id"""
    )


CLOSED_FORMS = (
    ("6 always-call, 12 hands", "always-call*6", 12, -0.05, 0.30),
    ("6 always-all-in, 1 hand", "always-all-in*6", 1, -5.0, 30.0),
    ("always-fold v 5 all-in, 1 hand", "always-fold,always-all-in*5", 1, -0.25, None),
)
"""What is played, by whom, hands of a session; big blinds a hand: result of the player in seat 0, tax."""


def closed_forms(folder: Path, hands: int) -> Iterator[tuple[str, list[Figure], pd.DataFrame]]:
    """Players whose results are known exactly: what is played, its figures, the sums by session."""
    for number, (what, players, length, result, tax) in enumerate(CLOSED_FORMS):
        words = ["--players", players, *settings("table.seats=6", f"session.hands={length}")]
        with played(folder / str(number), hands, *words) as facts:
            sums = seat_zero(facts).merge(facts.sessions[["session_id", "tax_bb"]], on="session_id")
        figures = [Figure("win rate of a player", "net_bb", "hands", result, squares="squares")]
        if tax is not None:
            figures.append(Figure("tax", "tax_bb", "hands", tax))
        yield what, figures, sums


def lineup_sums(facts: Facts) -> pd.DataFrame:
    """Sums by session of the default lineup: the tax, two strategies' results, usual and rare events."""
    sessions = facts.sessions.merge(
        facts.sql("SELECT session_id, fsum(tax::DOUBLE * tax) AS tax_squares FROM hands GROUP BY session_id"),
        on="session_id",
    )
    seats = facts.player_sessions
    for strategy in ("nit", "maniac"):
        mine = (
            seats[seats["strategy"] == strategy]
            .groupby("session_id")[["hands", "net_bb", "net_bb_squares"]]
            .sum()
        )
        mine = mine.add_prefix(f"{strategy}_").reset_index()
        sessions = sessions.merge(mine, on="session_id", how="left")
    extra = facts.sql(
        """SELECT session_id, count(*) AS dealt, count(*) FILTER (stack_end = 0) AS broke,
            count(*) FILTER (hand_rank >> 20 = 8) AS straight_flushes, count(*) FILTER (show_order IS NOT NULL) AS shown
        FROM seats GROUP BY session_id"""
    )
    return sessions.merge(extra, on="session_id").fillna(0.0)


LINEUP_FIGURES = [
    Figure("tax per hand", "tax", "hands", squares="tax_squares"),
    Figure("tax per table-hour", "tax", "table_hours"),
    Figure("tax of the pots", "tax", "pot"),
    Figure("win rate of nit", "nit_net_bb", "nit_hands", squares="nit_net_bb_squares"),
    Figure("win rate of maniac", "maniac_net_bb", "maniac_hands", squares="maniac_net_bb_squares"),
    Figure("hands shown, %", "shown", "dealt", percent=True),
    Figure("goes broke, %", "broke", "dealt", percent=True),
    Figure("straight flush shown, %", "straight_flushes", "dealt", percent=True),
]


def measured(folder: Path, scale: float, seed: int) -> Iterator[Covered]:
    """All rows."""
    groups = int(GROUPS * scale)
    random = np.random.default_rng(seed)
    for what, figures, sums in closed_forms(folder / "closed", int(CLOSED_HANDS * scale)):
        for figure in figures:
            for sessions in SESSIONS:
                if row := coverage(what, figure, sums, sessions, groups, None):
                    yield row
    hands = int(LINEUP_HANDS * scale)
    with played(folder / "default", hands) as facts:
        sums, everyone = lineup_sums(facts), incomes(facts)
    for figure in LINEUP_FIGURES:
        for sessions in SESSIONS:
            if row := coverage(LINEUP, figure, sums, sessions, groups, random):
                yield row
    with played(folder / "capped", hands, *settings("tax.cap_bb=3")) as facts:
        capped = facts.sessions
    for sessions in SESSIONS:
        yield difference_coverage(sums, capped, sessions, groups // 4, random)
    for sessions in SESSIONS[:-1]:
        yield forecast_coverage(everyone, sessions, groups // 8, random)


def show(rows: list[Covered]) -> None:
    """The table as Markdown."""
    print("| what is played | figure | sessions | promised % | held % | ± | width % | by hands % |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    before = ("", "")
    for row in rows:
        here = (row.what, row.figure)
        names = [name if here != before else "" for name in here]
        by_hands = "" if math.isnan(row.by_hands) else f"{100 * row.by_hands:.1f}"
        cells = [
            *names, str(row.sessions), f"{100 * row.promised:.0f}", f"{100 * row.covered:.1f}",
            f"{100 * row.error:.1f}", f"{row.width:.3g}" if row.width > 1e-6 else "0", by_hands,
        ]  # fmt: skip
        print(f"| {' | '.join(cells)} |")
        before = here


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.intervals", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the hands and of the groups")
    parser.add_argument("--seed", type=int, default=1, help="of the drawn groups")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="holdem-sim-coverage-") as folder:
        show(list(measured(Path(folder), 0.1 if options.quick else 1.0, options.seed)))


if __name__ == "__main__":
    main()
