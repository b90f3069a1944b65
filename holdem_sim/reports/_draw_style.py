"""Pictures of how players play: styles of strategies, results by position."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from holdem_sim.language import N_, _
from holdem_sim.reports._draw import (
    BLUE,
    GREY,
    ORANGE,
    beside,
    in_chips,
    labels,
    new_figure,
    readable,
    scope,
    whiskers,
)
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimals

PANELS = (
    ("vpip_pct", N_("VPIP, %")),
    ("pfr_pct", N_("PFR, %")),
    ("three_bet_pct", N_("3-bet, %")),
    ("cbet_pct", N_("c-bet, %")),
    ("aggression_factor", N_("aggression factor")),
    ("wtsd_pct", N_("WTSD, %")),
)


def strategy_styles(style: pd.DataFrame, facts: Facts) -> Figure:
    """Six rates, a panel each, with their intervals: all players on top, then the strategies, tightest first."""
    height = 2.4 + 2 * (0.55 + 0.3 * len(style))
    figure = new_figure(_("Style by strategy"), scope(facts) + whiskers(facts), height)
    panels = figure.subplots(2, 3, sharey=True)
    names = [_("all players"), *labels(style["strategy"].tolist()[1:]).values()]
    for axes, (name, label) in zip(panels.flat, PANELS, strict=True):
        _points(axes, style, name, 1 if name.endswith("_pct") else 2)
        axes.set_xlabel(_(label))
        axes.set_xlim(left=0)
        axes.set_yticks(np.arange(len(style))[::-1], names, color="black")
        axes.set_ylim(-0.7, len(style) - 0.3)
    return figure


def _points(axes: Axes, rows: pd.DataFrame, name: str, digits: int) -> None:
    """A point with its interval and number for every row that has one, the first row on top."""
    places = np.arange(len(rows))[::-1]
    values = rows[name].to_numpy(float)
    low = np.nan_to_num(values - rows[f"{name}_low"].to_numpy(float)).clip(min=0)
    high = np.nan_to_num(rows[f"{name}_high"].to_numpy(float) - values).clip(min=0)
    axes.errorbar(
        values, places, xerr=[low, high], fmt="o", color=BLUE, elinewidth=2, capsize=4, markersize=6
    )
    for place, value, up, shown in zip(places, values, high, decimals(values, digits), strict=True):
        if np.isfinite(value):
            beside(axes, value + up, place, shown)
    ends = (values + high)[np.isfinite(values)]
    axes.set_xlim(right=1.35 * max(ends.max(initial=0.0), 1e-9) if len(ends) else 1.0)
    axes.grid(False, axis="y")
    readable(axes, "x", 4)


def position_rates(rows: pd.DataFrame, facts: Facts) -> Figure:
    """Win rate and tax of each position, in the order of acting before the flop."""
    height = max(3.6, 2.1 + 0.42 * len(rows))
    subtitle = f"{scope(facts)}; {_(facts.attribution.title)}{whiskers(facts)}"
    figure = new_figure(_("Win rate and tax by position"), subtitle, height)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[3, 2])
    places = np.arange(len(rows))[::-1]
    values = rows["bb_per_100"].to_numpy()
    half = np.nan_to_num((rows["bb_per_100_high"] - rows["bb_per_100"]).to_numpy())
    left.axvline(0, color=GREY, linewidth=1)
    left.errorbar(values, places, xerr=half, fmt="o", color=BLUE, elinewidth=2.5, capsize=5, markersize=7)
    for place, end, shown in zip(places, values + half, decimals(values, 1), strict=True):
        beside(left, end, place, shown)
    left.margins(x=0.16)
    left.set_xlabel(_("big blinds per 100 hands, after tax"))
    in_chips(left, facts, "x", _("chips per 100 hands"), 5)
    taxes = rows["tax_bb_per_100"].to_numpy()
    half = np.nan_to_num((rows["tax_bb_per_100_high"] - rows["tax_bb_per_100"]).to_numpy())
    right.barh(places, taxes, height=0.6, color=ORANGE)
    right.errorbar(taxes, places, xerr=half, fmt="none", ecolor="black", elinewidth=1.5, capsize=4)
    for place, end, shown in zip(places, taxes + half, decimals(taxes), strict=True):
        beside(right, end, place, shown)
    right.set_xlim(0, 1.3 * (taxes + half).max() or 1)
    right.set_xlabel(_("tax, big blinds per 100 hands"))
    in_chips(right, facts, "x", _("chips"), 4)
    left.set_yticks(places, rows["position"].tolist(), color="black")
    left.set_ylim(-0.7, len(rows) - 0.3)
    for axes in (left, right):
        axes.grid(False, axis="y")
    return figure
