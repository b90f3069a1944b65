"""The picture of the shuffle."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import BLUE, GREY, beside, new_figure, note, readable, scope, whiskers
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimals


def against_fair(found: pd.DataFrame, facts: Facts) -> Figure:
    """Every figure in percent of what a fair deck gives, with its interval."""
    title = _("Cards of the last board in the next deal")
    shown = found[found["cases"] > 0]
    if shown.empty:
        figure = new_figure(title, scope(facts), 2.0)
        note(figure, _("no hand follows a board"))
        return figure
    figure = new_figure(title, scope(facts) + whiskers(facts), 3.4)
    axes = figure.add_subplot()
    places = np.arange(len(shown))[::-1]
    parts = {
        name: (100 * shown[name] / shown["fair_pct"]).to_numpy() for name in ("pct", "pct_low", "pct_high")
    }
    half = np.abs(np.stack([parts["pct"] - parts["pct_low"], parts["pct_high"] - parts["pct"]]))
    axes.axvline(100, color=GREY, linewidth=1)
    axes.errorbar(
        parts["pct"], places, xerr=half, fmt="o", color=BLUE, elinewidth=2.5, capsize=5, markersize=8
    )
    for place, at, up, text in zip(places, parts["pct"], half[1], decimals(parts["pct"], 1), strict=True):
        beside(axes, at + np.nan_to_num(up), place, text)
    axes.set_yticks(places, [_(label) for label in shown["label"]], color="black")
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.margins(x=0.15)
    axes.grid(False, axis="y")
    axes.set_xlabel(_("% of what a fair deck gives"))
    readable(axes, "x")
    return figure
