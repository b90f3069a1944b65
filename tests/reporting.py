"""Runs for the tests of reports, and their rows as plain Python."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from holdem_sim.cli import main
from holdem_sim.dataset import Run, open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports._statistics import t_quantile, t_quantiles

Row = dict[str, Any]
HANDS, SESSION = (500, 37) if COMPILED else (60, 7)
MIXED = [
    "--players", "uniform-random*2,always-call,always-all-in*2,always-fold",
    "--set", "table.seats=6",
    "--set", f"session.hands={SESSION}",
    "--set", "tax.cap=400",
    "--set", "tax.cap_by_players={2=100, 4=300, 6=500}",
    "--set", "tax.time_charge=40",
    "--set", f"clock.deal_s={36 if COMPILED else 400}",
    "--set", "tax.extra_drop=50",
    "--set", "tax.extra_drop_min_pot=2000",
    "--set", "tax.no_flop_no_drop=true",
    "--set", "lineup.types.always-all-in.max_rebuys=2",
    "--set", "lineup.types.always-all-in.arrival=2",
]  # fmt: skip
"""Busts, rebuys, newcomers, caps, an extra drop and a time charge in one run."""


def played(folder: Path, *words: str) -> Run:
    """The run that ``holdem-sim run`` writes to ``folder`` with these options, by one worker."""
    before = Path.cwd()
    folder.parent.mkdir(parents=True, exist_ok=True)
    os.chdir(folder.parent)
    try:
        assert main(["run", "--workers", "1", "--out", folder.name, *words]) == 0
    finally:
        os.chdir(before)
    return open_run(folder)


def rows(run: Run, table: str) -> list[Row]:
    """All rows of a table, read without any of the project's own means."""
    found: list[Row] = []
    for part in sorted((run.path / table).glob("*.parquet")):
        found += pq.read_table(part).to_pylist()
    return found


def grouped(items: Iterable[Row], key: Callable[[Row], Hashable]) -> dict[Any, list[Row]]:
    """The rows by what ``key`` says of them."""
    groups: dict[Any, list[Row]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return dict(groups)


def quantile(values: Iterable[float], level: float) -> float:
    """The quantile between the two nearest values, in proportion."""
    ordered = sorted(values)
    place = level * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def left_out_interval(by_session: dict[Any, tuple[float, float]]) -> tuple[float, float, float]:
    """The rate sum(y) / sum(x) and its 95 % interval, by really leaving out one session after the other."""
    whole, error, t, _ = _left_out(by_session)
    return whole, whole - t * error, whole + t * error


def left_out_percent(by_session: dict[Any, tuple[float, float]]) -> tuple[float, float, float]:
    """The same of a share of chances, y of x: Wilson's interval for as many chances as the error stands for."""
    whole, error, t, chances = _left_out(by_session)
    if chances < 30:
        return math.nan, math.nan, math.nan
    if whole in (0.0, 1.0):
        edge = 0.025 ** ((t / t_quantile(0.95, 10**9)) ** 2 / chances)
        return whole, whole * edge, 1 - (1 - whole) * edge
    if error > 0:
        chances = min(chances, whole * (1 - whole) / error**2)
    middle = whole + t * t / (2 * chances)
    half = t * math.sqrt(whole * (1 - whole) / chances + t * t / (4 * chances**2))
    return whole, (middle - half) / (1 + t * t / chances), (middle + half) / (1 + t * t / chances)


def _left_out(by_session: dict[Any, tuple[float, float]]) -> tuple[float, float, float, float]:
    """The rate, its error, Student's t and the sum of the denominators."""
    pairs = [(y, x) for y, x in by_session.values() if x > 0 or y]
    n = len(pairs)

    def rate(some: list[tuple[float, float]]) -> float:
        return sum(y for y, _ in some) / sum(x for _, x in some)

    whole = rate(pairs)
    spread = sum((rate(pairs[:i] + pairs[i + 1 :]) - whole) ** 2 for i in range(n))
    degrees = pd.Series([degrees_of_freedom([x for _, x in pairs])])
    t = float(t_quantiles(0.95, degrees).iloc[0])
    return whole, (spread * (n - 1) / n) ** 0.5, t, sum(x for _, x in pairs)


def degrees_of_freedom(sizes: list[float]) -> float:
    """Satterthwaite's degrees of freedom from the whole matrix of Bell and McCaffrey (2002)."""
    share = np.array(sizes) / sum(sizes)
    residual = np.eye(len(share)) - np.outer(share, np.ones(len(share)))
    scale = np.diag(1 / (1 - share))
    matrix = scale @ residual @ np.diag(share**2) @ residual.T @ scale
    return float(np.trace(matrix) ** 2 / np.trace(matrix @ matrix))
