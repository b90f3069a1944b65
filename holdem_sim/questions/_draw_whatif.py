"""The picture of a tax anew."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.questions._figures import INCOME, LOSS, figure_text
from holdem_sim.reports._draw import BLUE, GREY, ORANGE, beside, labels, new_figure, readable, scope
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimals


def losses(frames: dict[str, pd.DataFrame], facts: Facts) -> Figure:
    """Income per table-hour, and what the players of each strategy lose: recorded, and under the new tax."""
    strategies = frames["whatif.strategies"].iloc[::-1]
    income = frames["whatif"].set_index("figure").loc[[INCOME.name]]
    title = _("The same hands under another tax")
    figure = new_figure(
        title, f"{scope(facts)}; " + _("bars: 95 % intervals"), max(3.4, 2.0 + 0.5 * len(strategies))
    )
    left, right = figure.subplots(1, 2, width_ratios=[2, 3])
    _bars(left, income, [""])
    left.set_xlabel(figure_text(INCOME))
    _bars(right, strategies, list(labels(strategies["strategy"].tolist()).values()))
    right.set_xlabel(figure_text(LOSS))
    right.legend(loc="best")
    return figure


def _bars(axes, rows: pd.DataFrame, names: list[str]) -> None:
    """Two bars a row."""
    places = np.arange(len(rows))[::-1].astype(float)
    top = 0.0
    for side, shift, colour, name in (
        ("first", 0.2, BLUE, _("recorded")),
        ("second", -0.2, ORANGE, _("new")),
    ):
        values, high = rows[side].to_numpy(float), rows[f"{side}_high"].to_numpy(float)
        half = np.nan_to_num(high - values)
        axes.barh(places + shift, values, height=0.36, color=colour, label=name)
        axes.errorbar(
            values, places + shift, xerr=half, fmt="none", ecolor="black", elinewidth=1.2, capsize=3
        )
        for place, value, up, said in zip(places, values, half, decimals(values, 1), strict=True):
            beside(axes, max(value + up, 0.0), place + shift, said)
        top = max(top, float(np.nanmax(values + half)))
    axes.set_yticks(places, names, color="black")
    axes.set_xlim(right=1.3 * top if top > 0 else None)
    axes.axvline(0, color=GREY, linewidth=1)
    axes.grid(False, axis="y")
    readable(axes, "x", 5)
