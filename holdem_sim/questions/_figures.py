"""The figures by which games are compared: what the house earns, what players lose, and what differs.

Definitions
-----------
income
    Chips: tax and time charge; the extra drop goes to the players' promotion fund and stands apart.
table-hour, open hour
    Simulated hours in which hands were played; hours from a session's opening to its closing, also those in which
    the game was broken for want of players.
loss
    What players left at the table: chips contributed less chips won, and their time charge. So all players together
    lose the house's income and the extra drop.
loss_bb_per_100, loss_bb_per_hour
    Big blinds per 100 hands dealt in, and per hour dealt in (simulated time), of one player.
hours_per_bust
    The lifetime of a buy-in: hours dealt in per hand after which a player had nothing left. Its interval is that of
    the busts per hour, turned over; without a busted player it cannot be said.
difference
    The second rate less the first. *Paired*: sessions of the same number have the same cards and the same players'
    draws, and the jackknife leaves out a session from both at once. Unpaired: two independent samples; the squares
    of the standard errors add up (B. L. Welch, The generalization of "Student's" problem, Biometrika 34, 1947,
    for the degrees of freedom). It is *clear* when its 95 % interval does not contain zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import PERCENT, Rate
from holdem_sim.reports._statistics import CONFIDENCE, ratio_differences, t_quantile

INCOME = Rate("income_per_table_hour", "income", "table_hours", 1, N_("income per table-hour"), N_("chips"))
OPEN_INCOME = Rate("income_per_open_hour", "income", "open_hours", 1, N_("income per open hour"), N_("chips"))
LOSS = Rate("loss_bb_per_100", "lost_bb", "player_hands", 100, N_("loss per 100 hands"), N_("bb"))
HOURLY_LOSS = Rate("loss_bb_per_hour", "lost_bb", "seat_hours", 1, N_("loss per player-hour"), N_("bb"))
LIFETIME = Rate("hours_per_bust", "seat_hours", "busts", 1, N_("lifetime of a buy-in"), N_("hours"))
PACE = Rate("hands_per_hour", "hands", "table_hours", 1, N_("hands per table-hour"), "")
PLAYERS = Rate("players_dealt", "seat_hours", "table_hours", 1, N_("players dealt in, by time"), "")
PLAYED = Rate(
    "played_pct", "table_hours", "open_hours", 100, N_("open hours with play"), PERCENT, amounts=True
)
TAXED = Rate("taxed_pct", "taxed", "hands", 100, N_("hands taxed"), PERCENT)
EFFECTIVE = Rate("effective_pct", "tax", "pot", 100, N_("tax of the pots"), PERCENT, amounts=True)
EXTRA_DROP = Rate("extra_drop_per_hand", "extra_drop", "hands", 1, N_("extra drop per hand"), N_("chips"))
TIME_CHARGE = Rate(
    "time_charge_per_table_hour",
    "time_charge",
    "table_hours",
    1,
    N_("time charge per table-hour"),
    N_("chips"),
)

FIGURES = (
    INCOME,
    OPEN_INCOME,
    Rate("income_per_100", "income", "hands", 100, N_("income per 100 hands"), N_("chips")),
    Rate("tax_per_hand", "tax", "hands", 1, N_("tax per hand"), N_("chips")),
    TIME_CHARGE,
    EXTRA_DROP,
    TAXED,
    EFFECTIVE,
    Rate("mean_pot_bb", "pot_bb", "hands", 1, N_("mean pot"), N_("bb")),
    PACE,
    PLAYERS,
    PLAYED,
    LOSS,
    HOURLY_LOSS,
    LIFETIME,
)  # fmt: skip
BY_STRATEGY = (LOSS, HOURLY_LOSS, LIFETIME)
ALWAYS_PLAYED = 99.5
"""Percent of the open hours from which on the income per open hour is not shown apart."""


@dataclass(frozen=True)
class Sums:
    """What a run adds up to, session by session: ``sessions`` a row each, ``strategies`` a row a strategy in each."""

    sessions: pd.DataFrame
    strategies: pd.DataFrame


def sums(facts: Facts) -> Sums:
    """The sums of a run from which every figure follows.

    ``strategies``: session_id, strategy, player_hands, seat_hours (dealt in), busts, lost (chips) and
    lost_bb, time_charge.
    ``sessions``: those of ``facts.sessions``, and the same added up over the strategies.
    """
    hands = facts.sql(
        """SELECT s.session_id, s.strategy, count(*) AS player_hands,
            fsum(h.duration_s::DOUBLE) / 3600 AS seat_hours, count(*) FILTER (s.stack_end = 0) AS busts,
            -sum(s.net)::BIGINT AS lost, -fsum(s.net / h.big_blind) AS lost_bb
        FROM seats s JOIN hands h USING (hand_id) GROUP BY ALL"""
    )
    charges = facts.sql(
        """SELECT l.session_id, p.strategy, -sum(l.amount)::BIGINT AS charge
        FROM ledger l JOIN players p USING (player_id) WHERE l.kind = 'time-charge' GROUP BY ALL"""
    )
    key = ["session_id", "strategy"]
    both = hands.merge(charges, on=key, how="outer")
    both[both.columns[2:]] = both[both.columns[2:]].fillna(0)
    both = both.rename(columns={"charge": "time_charge"})
    both["lost"] += both["time_charge"]
    both["lost_bb"] += both["time_charge"] / facts.extent.big_blind
    both = both.sort_values(key, ignore_index=True)
    added = both.drop(columns=["strategy", "seat_hours", "time_charge"]).groupby("session_id").sum()
    return Sums(facts.sessions.merge(added, on="session_id"), both)


def rates(sums: pd.DataFrame, figures: Sequence[Rate], by: str | None = None) -> pd.DataFrame:
    """The figures as :func:`holdem_sim.reports._rates.measured` gives them, the lifetime turned over."""
    from holdem_sim.reports._rates import measured

    turned = Rate("turned", "busts", "seat_hours", 1, "", "")
    found = measured(sums, [turned if rate is LIFETIME else rate for rate in figures], by)
    if LIFETIME in figures:
        found = found.rename(
            columns={f"turned{end}": f"{LIFETIME.name}{end}" for end in ("", "_low", "_high", "_of")}
        )
        rate, low, high = (found[LIFETIME.name + end] for end in ("", "_low", "_high"))
        found[LIFETIME.name] = 1 / rate.where(rate > 0)
        found[f"{LIFETIME.name}_low"], found[f"{LIFETIME.name}_high"] = (
            1 / high.where(high > 0),
            1 / low.where(low > 0),
        )
    return found  # fmt: skip


def difference(
    rate: Rate, first: pd.DataFrame, second: pd.DataFrame, paired: bool = True
) -> dict[str, float]:
    """The rate of the second less that of the first: ``difference``, ``low``, ``high``, ``clear``, ``sessions``."""
    ways = (_lifetimes if rate is LIFETIME else ratio_differences) if paired else _apart
    found = ways(first, second, rate.numerator, rate.denominator)
    low, high = rate.factor * found["low"], rate.factor * found["high"]
    return {
        "difference": rate.factor * found["rate"],
        "low": low,
        "high": high,
        "clear": bool(low > 0 or high < 0),
        "sessions": int(found["sessions"]),
    }


def _apart(first: pd.DataFrame, second: pd.DataFrame, numerator: str, denominator: str) -> dict[str, float]:
    """:func:`ratio_differences` of two independent samples."""
    one, two = (_left_out(sums, numerator, denominator) for sums in (first, second))
    error_a, error_b = (_error(without - rate) for rate, without in (one, two))
    error = math.hypot(error_a, error_b)
    n_a, n_b = len(one[1]), len(two[1])
    spread = sum(e**4 / (n - 1) for e, n in ((error_a, n_a), (error_b, n_b)) if e > 0)
    return _interval(
        two[0] - one[0], error, error**4 / spread if spread > 0 else min(n_a, n_b) - 1, n_a + n_b
    )


def _lifetimes(
    first: pd.DataFrame, second: pd.DataFrame, numerator: str, denominator: str
) -> dict[str, float]:
    """:func:`ratio_differences` where a session counts although its denominator is zero: nobody was busted in it."""
    (before, one), (after, two) = (_left_out(sums, numerator, denominator) for sums in (first, second))
    every = one.index.union(two.index)
    change = two.reindex(every).fillna(after) - one.reindex(every).fillna(before) - (after - before)
    return _interval(after - before, _error(change), len(every) - 1, len(every))


def _left_out(sums: pd.DataFrame, numerator: str, denominator: str) -> tuple[float, pd.Series]:
    """A ratio, and what it is without each of the sessions."""
    both = sums.groupby("session_id")[[numerator, denominator]].sum().astype(float)
    total = both.sum()
    left = total - both
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = np.float64(total[numerator]) / np.float64(total[denominator])
    return float(rate), left[numerator] / left[denominator]


def _error(changes: pd.Series) -> float:
    """The jackknife's standard error from the changes that leaving out one session at a time makes."""
    n = len(changes)
    return math.sqrt((n - 1) / n * float((changes**2).sum(skipna=False))) if n > 1 else math.nan


def _interval(rate: float, error: float, degrees: float, sessions: int) -> dict[str, float]:
    half = error * t_quantile(CONFIDENCE, max(int(degrees), 1)) if sessions > 1 else math.nan
    if not math.isfinite(rate):
        rate = half = math.nan
    return {"rate": rate, "low": rate - half, "high": rate + half, "sessions": sessions}


def differences(
    first: pd.DataFrame, second: pd.DataFrame, figures: Sequence[Rate], paired: bool = True
) -> pd.DataFrame:
    """A row for every figure: figure, unit, difference, low, high, clear, sessions."""
    rows = [
        {"figure": rate.name, "unit": rate.unit, **difference(rate, first, second, paired)}
        for rate in figures
    ]
    return pd.DataFrame(rows)


def compared(
    first: pd.DataFrame, second: pd.DataFrame, figures: Sequence[Rate], paired: bool = True
) -> pd.DataFrame:
    """A row for every figure: both rates with their intervals, and their difference.

    figure, unit, first, first_low, first_high, second, second_low, second_high, difference, low, high, clear,
    sessions (of the difference).
    """
    found = differences(first, second, figures, paired)
    for place, (name, sums) in enumerate((("first", first), ("second", second))):
        row = rates(sums, figures).iloc[0]
        for number, end in enumerate(("", "_low", "_high")):
            found.insert(
                2 + 3 * place + number, name + end, [float(row[rate.name + end]) for rate in figures]
            )
    return found


def figure_text(rate: Rate) -> str:
    """A figure with its unit, as people read it."""
    return f"{_(rate.label)}, {_(rate.unit)}" if rate.unit else _(rate.label)
