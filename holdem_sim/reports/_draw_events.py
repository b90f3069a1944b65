"""Pictures of the events."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import BLUE, beside, new_figure, note, readable, scope, whiskers
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._happenings import MINUTES, MISDEALS, spoken
from holdem_sim.reports._text import decimals

MOST = 16
"""Kinds of errors and rulings shown."""


def happenings(events: pd.DataFrame, facts: Facts) -> Figure:
    """How often each dealing error and ruling happens in a hundred table-hours, the most frequent on top."""
    shown = events[events["group"].isin(["errors", "rulings"]) & (events["times"] > 0)]
    shown = shown[~shown["what"].isin([MISDEALS, MINUTES])]
    shown = shown.sort_values("times", ascending=False, kind="stable").head(MOST).dropna(subset=["per_hour"])
    title = _("Dealing errors and rulings")
    if shown.empty:
        figure = new_figure(title, scope(facts), 2.0)
        note(figure, _("no dealing error and no ruling"))
        return figure
    height = max(3.2, 1.9 + 0.42 * len(shown))
    figure = new_figure(title, scope(facts) + whiskers(facts), height)
    axes = figure.add_subplot()
    places = np.arange(len(shown))[::-1]
    rate = 100 * shown["per_hour"].to_numpy(float)
    up = np.nan_to_num(100 * shown["per_hour_high"].to_numpy(float) - rate)
    down = np.nan_to_num(rate - 100 * shown["per_hour_low"].to_numpy(float))
    axes.barh(places, rate, height=0.6, color=BLUE)
    axes.errorbar(rate, places, xerr=(down, up), fmt="none", ecolor="black", elinewidth=1.3, capsize=3)
    for place, end, label in zip(places, rate + up, decimals(rate, 1), strict=True):
        beside(axes, end, place, label)
    axes.set_yticks(places, [spoken(what) for what in shown["what"]], color="black")
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.set_xlim(0, 1.15 * float((rate + up).max()))
    axes.grid(False, axis="y")
    axes.set_xlabel(_("times in a hundred table-hours"))
    readable(axes, "x")
    return figure
