"""Pictures of a forecast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import BLUE, SKY, beside, in_other_unit, new_figure, readable
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BINS = 40


def _scope(row: pd.Series) -> str:
    return _("{hours} table-hours in {days} days; drawn {replicates} times from {sessions} sessions").format(
        hours=whole(row["table_hours"]), days=whole(row["days"]), replicates=whole(row["replicates"]),
        sessions=whole(row["sessions"]),
    )  # fmt: skip


def revenue_distribution(total: np.ndarray, row: pd.Series, facts: Facts) -> Figure:
    """How often the period earns how much, with P5, P50 and P95."""
    figure = new_figure(_("Revenue of the period"), _scope(row), 5.0)
    axes = figure.add_subplot()
    low, high = np.quantile(total, [0.001, 0.999])
    if high - low < 1e-6 * max(1.0, abs(high)):
        low, high = low - 0.5, high + 0.5
    counts, edges = np.histogram(np.clip(total, low, high), BINS, (low, high))
    share = 100 * counts / len(total)
    axes.stairs(share, edges, fill=True, color=SKY)
    top = share.max()
    for name, dash in (("p5", "dashed"), ("p50", "solid"), ("p95", "dashed")):
        axes.plot([row[name]] * 2, [0, 1.06 * top], color="black", linestyle=dash, linewidth=1.4)
        label = f"{name.upper()}\n{whole(row[name])}"
        axes.annotate(label, (row[name], 1.06 * top), (0, 4), textcoords="offset points", ha="center")
    axes.set_ylim(0, 1.3 * top)
    axes.set_xlabel(_("chips"))
    axes.set_ylabel(_("% of the periods"))
    axes.grid(False)
    readable(axes, "y", 5)
    _in_money(axes, "x", facts)
    return figure


def revenue_days(days: pd.DataFrame, row: pd.Series, facts: Facts) -> Figure:
    """The revenue of all days so far: median, and the band that holds 90 of 100 periods."""
    subtitle = _("line: P50; band: P5 to P95; {scope}").format(scope=_scope(row))
    figure = new_figure(_("Revenue day by day"), subtitle, 5.0)
    axes = figure.add_subplot()
    day = np.concatenate([[0], days["day"]])
    low, middle, high = (np.concatenate([[0.0], days[f"total_{name}"]]) for name in ("p5", "p50", "p95"))
    axes.fill_between(day, low, high, color=SKY, alpha=0.6, linewidth=0)
    axes.plot(day, middle, color=BLUE, linewidth=2)
    ends = (("P95", high), ("P50", middle), ("P5", low))
    beside(axes, day[-1], middle[-1], "\n".join(f"{name}  {whole(level[-1])}" for name, level in ends))
    axes.set_xlim(0, 1.22 * day[-1])
    axes.set_ylim(0, None)
    axes.set_xlabel(_("day of the house"))
    axes.set_ylabel(_("chips"))
    readable(axes, "x", 10, whole=True)
    _in_money(axes, "y", facts)
    return figure


def _in_money(axes: Axes, which: str, facts: Facts) -> None:
    """The other side of the axis in currency, if the table has one; else in big blinds."""
    value = float(facts.setting("table.chip_value") or 1)
    currency = facts.setting("table.currency")
    if currency or value != 1:
        in_other_unit(axes, which, currency or _("currency"), value)
    else:
        in_other_unit(axes, which, _("big blinds"), 1 / facts.extent.big_blind)
