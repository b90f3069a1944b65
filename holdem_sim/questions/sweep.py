"""What a key of the configuration does to income and players: the same game played again and again, one rule apart.

Every variant has the same seed, so the same cards and the same draws of the same players: the random numbers are
keyed by seed, session, hand and purpose. Variants are compared with the first one session by session (paired
differences: :mod:`holdem_sim.questions._figures`).

Every variant plays the same number of *whole* sessions, not of hands: ``--hands`` are rounded up to whole sessions.
With a fixed number of hands, games that break or end by the clock would play different numbers of sessions, so that
some have no partner, and the last one would be cut where the count is full, at another place in each variant. That
hardly makes intervals wider (docs/tax-questions.md), but a cut session is none that a house ever sees, and its open
hours and lives of buy-ins are cut too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd

from holdem_sim.questions._figures import BY_STRATEGY, FIGURES, LOSS, Sums, difference, differences, rates
from holdem_sim.questions._grid import Plan
from holdem_sim.questions._playing import play, variant_folder
from holdem_sim.request import Request, expected_hands


def sessions_for(plan: Plan, hands: int) -> int:
    """Whole sessions that hold about so many hands in the first variant."""
    return -(-hands // expected_hands(plan.variants[0].config))


def requests(plan: Plan, seed: int, sessions: int, folder: Path, strict: bool = False) -> list[Request]:
    """The run of every variant."""
    count = len(plan.variants)
    return [
        Request.of_sessions(
            variant.config, seed, sessions, variant_folder(folder, variant.number, count), strict=strict
        )
        for variant in plan.variants
    ]


def sweep(
    plan: Plan,
    seed: int,
    sessions: int,
    folder: Path,
    workers: int = 1,
    keep: bool = False,
    strict: bool = False,
    on_progress: Callable[[float, int], None] = lambda share, variants: None,
) -> dict[str, pd.DataFrame]:
    """Play every variant of the plan in ``folder`` and compare them: see :func:`tables`."""
    return tables(plan, play(requests(plan, seed, sessions, folder, strict), workers, keep, on_progress))


def tables(plan: Plan, played: Sequence[Sums]) -> dict[str, pd.DataFrame]:
    """``sweep``, ``sweep.differences`` and ``sweep.strategies``, each with the variant and its values in front.

    ``sweep`` has a row a variant: hands, sessions, and every figure of :mod:`holdem_sim.questions._figures` with its
    interval and sample. ``sweep.differences`` has a row for every figure of every further variant: its paired
    difference to the first. ``sweep.strategies`` has a row a variant and strategy: what its players lose and how long
    their money lasts, and the paired difference of the loss to the first variant's.
    """
    return {
        "sweep": _joined(plan, [_main(found) for found in played]),
        "sweep.differences": _joined(
            plan,
            [
                pd.DataFrame(),
                *(differences(played[0].sessions, found.sessions, FIGURES) for found in played[1:]),
            ],
        ),
        "sweep.strategies": _joined(plan, [_by_strategy(played[0], found) for found in played]),
    }


def _joined(plan: Plan, parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The parts of all variants below each other, each row with its variant's number and values in front."""
    rows = []
    for variant, part in zip(plan.variants, parts, strict=True):
        front = {"variant": variant.number, **variant.values}
        rows += [{**front, **row} for row in part.to_dict("records")]
    return pd.DataFrame(rows)


def _main(found: Sums) -> pd.DataFrame:
    frame = rates(found.sessions, FIGURES)
    frame.insert(0, "hands", int(found.sessions["hands"].sum()))
    for place, name in enumerate(("income", "tax", "extra_drop", "time_charge"), 2):
        frame.insert(place, name, int(found.sessions[name].sum()))
    return frame


def _by_strategy(first: Sums, found: Sums) -> pd.DataFrame:
    frame = rates(found.strategies, BY_STRATEGY, "strategy")
    before = dict(list(first.strategies.groupby("strategy", observed=True)))
    now = dict(list(found.strategies.groupby("strategy", observed=True)))
    change = pd.DataFrame(
        [
            difference(LOSS, before[name], now[name]) if name in before and found is not first else {}
            for name in frame["strategy"]
        ],
        columns=["difference", "low", "high", "clear"],
    )
    change["clear"] = change["clear"].astype(object).where(change["clear"].notna(), None)
    change.columns = pd.Index([f"loss_difference{end}" for end in ("", "_low", "_high", "_clear")])
    return frame.join(change)
