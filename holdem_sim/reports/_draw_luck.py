"""The picture of luck."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import BLUE, GREY, ORANGE, in_chips, labels, new_figure, note, scope, whiskers
from holdem_sim.reports._facts import Facts


def luck_picture(luck: pd.DataFrame, check: pd.DataFrame, facts: Facts) -> Figure:
    """Left: win rates by strategy, real and adjusted. Right: shares won over the shares players stood to win."""
    if not luck["adjusted_hands"].any():
        figure = new_figure(_("Luck"), scope(facts), 2.0)
        note(figure, _("in no hand the betting was over before the river: nothing to adjust"))
        return figure
    height = max(4.6, 1.9 + 0.5 * len(luck))
    figure = new_figure(_("Luck after the betting is over"), scope(facts) + whiskers(facts), height)
    left, right = figure.subplots(1, 2, width_ratios=[3, 2])
    _rates(left, luck, facts)
    _calibration(right, check[check["won_pct"].notna() & (check["equity"] != "favourites")])
    return figure


def _rates(axes: Axes, luck: pd.DataFrame, facts: Facts) -> None:
    places = np.arange(len(luck))[::-1]
    axes.axvline(0, color=GREY, linewidth=1)
    for name, shift, colour, mark, label in (
        ("bb_per_100", 0.16, BLUE, "o", _("real")),
        ("adjusted_bb_per_100", -0.16, ORANGE, "D", _("adjusted")),
    ):
        middle = luck[name].to_numpy()
        half = (luck[f"{name}_high"] - luck[name]).to_numpy()
        axes.errorbar(
            middle,
            places + shift,
            xerr=half,
            fmt=mark,
            color=colour,
            elinewidth=2,
            capsize=4,
            markersize=6,
            label=label,
        )
    axes.set_yticks(places, list(labels(luck["strategy"].tolist()).values()), color="black")
    axes.set_ylim(-0.7, len(luck) + 0.1)
    axes.grid(False, axis="y")
    axes.set_xlabel(_("big blinds per 100 hands, after tax"))
    axes.legend(loc="upper right", ncols=2)
    in_chips(axes, facts, "x", _("chips per 100 hands"), 5)


def _calibration(axes: Axes, check: pd.DataFrame) -> None:
    axes.plot([0, 100], [0, 100], color=GREY, linewidth=1)
    half = (check["difference_pct_high"] - check["difference_pct"]).to_numpy()
    axes.errorbar(
        check["equity_pct"],
        check["won_pct"],
        yerr=half,
        fmt="o",
        color=BLUE,
        elinewidth=2,
        capsize=4,
        markersize=6,
    )
    axes.set_xlim(-4, 104)
    axes.set_ylim(-4, 104)
    axes.set_xlabel(_("% of the pots players stood to win"))
    axes.set_ylabel(_("% they won"))
