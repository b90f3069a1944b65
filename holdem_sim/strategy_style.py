"""The style a strategy plays: VPIP, PFR, 3-bet, aggression and showdowns, measured from a run's files.

A strategy may declare its style in its docstring, in one line that begins with ``Style:``, for a seat at
the default table among the default lineup::

    Style: VPIP 13-19, PFR 10-16, 3-bet 3-7, aggression 1.8-4, WTSD 20-32

What is counted:

- VPIP: hands in which he put chips in before the flop of his own will, of the hands he was dealt into;
  blinds, straddles and other posts are forced, a big blind who checks has put in nothing.
- PFR: hands in which he raised before the flop, however often. Never more than VPIP.
- 3-bet: raises of the first raise, of the times he faced exactly one raise, not his own, and had the chips to
  raise it.
- aggression: bets and raises for each call after the flop; without a call there is none.
- WTSD: hands he showed down, of those in which he saw the flop; all-in before it counts as seeing it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdem_sim.errors import HoldemError

if TYPE_CHECKING:
    from holdem_sim.dataset import Run

STATISTICS = {"VPIP": 100.0, "PFR": 100.0, "3-bet": 100.0, "aggression": 1.0, "WTSD": 100.0}
"""The statistics of a style, and what a ratio is multiplied by for the reader: 100 makes a percentage."""

_RANGE = re.compile(r"([A-Za-z0-9-]+)\s+(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Measured:
    """A statistic as measured: the value, half the width of its 95 % interval, and how many chances it is
    from. ``value`` is None without a chance."""

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


# One row a session: what was done, and how often it could have been.
_COUNTS = """
WITH spoken AS (
    SELECT hand_id, session_id, seat, seq, street, action, to_call, stack_before,
           CAST(action IN ('bet', 'raise') AS INT) AS raised
    FROM actions
    WHERE action IN ('fold', 'check', 'call', 'bet', 'raise')
),
before_flop AS (
    SELECT *,
        SUM(raised) OVER (hand ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS raises_before,
        SUM(raised) OVER (own ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS own_before
    FROM spoken WHERE street = 'preflop'
    WINDOW hand AS (PARTITION BY hand_id ORDER BY seq), own AS (PARTITION BY hand_id, seat ORDER BY seq)
),
faced AS (
    SELECT *, raises_before = 1 AND COALESCE(own_before, 0) = 0 AND stack_before > to_call AS one_raise
    FROM before_flop
),
opened AS (
    SELECT hand_id, seat,
        MAX(CAST(action IN ('call', 'bet', 'raise') AS INT)) AS entered,
        MAX(raised) AS raised,
        SUM(CAST(one_raise AS INT)) AS could_3bet,
        SUM(CAST(one_raise AND raised = 1 AS INT)) AS did_3bet
    FROM faced GROUP BY hand_id, seat
),
later AS (
    SELECT hand_id, seat, SUM(raised) AS raised, SUM(CAST(action = 'call' AS INT)) AS called
    FROM spoken WHERE street <> 'preflop' GROUP BY hand_id, seat
),
played AS (
    SELECT seats.hand_id, seats.session_id, seats.seat,
        CAST(last_street <> 'preflop' AND COALESCE(folded_street, '') <> 'preflop' AS INT) AS saw,
        CAST(last_street <> 'preflop' AND folded_street IS NULL AND showdown AS INT) AS showed
    FROM seats JOIN hands USING (hand_id) WHERE strategy = $strategy
)
SELECT played.session_id,
    SUM(COALESCE(opened.entered, 0)) AS "VPIP", COUNT(*) AS "VPIP of",
    SUM(COALESCE(opened.raised, 0)) AS "PFR", COUNT(*) AS "PFR of",
    SUM(COALESCE(did_3bet, 0)) AS "3-bet", SUM(COALESCE(could_3bet, 0)) AS "3-bet of",
    SUM(COALESCE(later.raised, 0)) AS "aggression", SUM(COALESCE(later.called, 0)) AS "aggression of",
    SUM(showed) AS "WTSD", SUM(saw) AS "WTSD of"
FROM played
    LEFT JOIN opened ON opened.hand_id = played.hand_id AND opened.seat = played.seat
    LEFT JOIN later ON later.hand_id = played.hand_id AND later.seat = played.seat
GROUP BY played.session_id
"""


def measure_style(run: Run, strategy: str) -> dict[str, Measured]:
    """The style of every player with this strategy label in a run, by statistic.

    The intervals take sessions as the independent units: a ratio's error follows from how far each
    session's count lies from what the ratio of all would give it.
    """
    counts = run.sql(_COUNTS, {"strategy": strategy})
    measured = {}
    for name, scale in STATISTICS.items():
        done = counts[name].to_numpy(float)
        chances = counts[f"{name} of"].to_numpy(float)
        total = chances.sum()
        if total == 0:
            measured[name] = Measured(None, 0.0, 0)
            continue
        ratio = done.sum() / total
        n = len(done)
        spread = ((done - ratio * chances) ** 2).sum() * n / max(n - 1, 1)
        half_width = 1.96 * float(spread) ** 0.5 / total
        measured[name] = Measured(scale * float(ratio), scale * float(half_width), int(total))
    return measured


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
