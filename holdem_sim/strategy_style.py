"""The style a strategy plays: VPIP, PFR, 3-bet, aggression and showdowns, measured from a run's files.

A strategy may declare its style in its docstring, in one line that begins with ``Style:``, for a seat at
the default table among the default lineup::

    Style: VPIP 13-19, PFR 10-16, 3-bet 3-7, aggression 1.8-4, WTSD 20-32

What is counted, and how sure it is, is said in :mod:`holdem_sim.reports.style`; ``aggression`` is its aggression
factor, the bets and raises for each call after the flop.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdem_sim.errors import HoldemError

if TYPE_CHECKING:
    from holdem_sim.dataset import Run

STATISTICS = {
    "VPIP": "vpip_pct",
    "PFR": "pfr_pct",
    "3-bet": "three_bet_pct",
    "aggression": "aggression_factor",
    "WTSD": "wtsd_pct",
}
"""The statistics of a style, and what the report ``style`` calls them."""

_RANGE = re.compile(r"([A-Za-z0-9-]+)\s+(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Measured:
    """A statistic as measured: the value, how far its 95 % interval goes (not a number: a single session), and how
    many chances it is from. ``value`` is None with fewer than thirty chances."""

    value: float | None
    half_width: float
    chances: int


def declared_style(doc: str) -> dict[str, tuple[float, float]]:
    """The ranges a docstring declares, by statistic; empty without a line ``Style:``.

    HoldemError if the line cannot be read.
    """
    line = next((ln.strip() for ln in doc.splitlines() if ln.strip().startswith("Style:")), None)
    if line is None:
        return {}
    ranges: dict[str, tuple[float, float]] = {}
    for part in line.removeprefix("Style:").rstrip(".").split(","):
        found = _RANGE.fullmatch(part.strip())
        if found is None or found[1] not in STATISTICS or float(found[2]) > float(found[3]):
            raise HoldemError(
                f"cannot read {part.strip()!r} in the line 'Style:' of the docstring; "
                f"write a statistic ({', '.join(STATISTICS)}) and a range, like VPIP 13-19"
            )
        ranges[found[1]] = (float(found[2]), float(found[3]))
    return ranges


def measure_style(run: Run, strategy: str) -> dict[str, Measured]:
    """The style of every player with this strategy label in a run, by statistic, with sessions as independent units."""
    from holdem_sim.reports._actions import count_decisions
    from holdem_sim.reports._rates import measured
    from holdem_sim.reports._statistics import FEW_CHANCES
    from holdem_sim.reports.style import RATES

    counts = count_decisions(run).players
    row = measured(counts[counts["strategy"] == strategy], RATES).iloc[0]
    found = {}
    for name, rate in STATISTICS.items():
        value, chances = float(row[rate]), int(row[f"{rate}_of"])
        half_width = float(max(row[f"{rate}_high"] - value, value - row[f"{rate}_low"]))
        found[name] = (
            Measured(value, half_width, chances) if chances >= FEW_CHANCES else Measured(None, 0.0, chances)
        )
    return found


def style_faults(declared: dict[str, tuple[float, float]], measured: dict[str, Measured]) -> list[str]:
    """What is not as declared: a statistic whose 95 % interval lies wholly outside its range."""
    faults = []
    for name, (low, high) in declared.items():
        found = measured[name]
        if found.value is None:
            continue
        if found.value + found.half_width < low or found.value - found.half_width > high:
            faults.append(
                f"declares {name} {low:g}-{high:g} but plays {found.value:.1f} ± {found.half_width:.1f} "
                f"({found.chances:,} chances)"
            )
    return faults
