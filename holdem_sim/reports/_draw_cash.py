"""Pictures of the cash: who wins from whom, and how long buy-ins last."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import (
    BLUE,
    DASHES,
    GREY,
    ORANGE,
    PALETTE,
    in_other_unit,
    labels,
    new_figure,
    note,
    readable,
    scope,
    whiskers,
)
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._lives import survival_curve

MOST_LINES = 12


def money(cash: pd.DataFrame, facts: Facts) -> Figure:
    """What the players of each strategy win from the others and pay the house per hour of play."""
    height = max(3.4, 2.1 + 0.55 * len(cash))
    subtitle = f"{scope(facts)}; {_(facts.attribution.title)}{whiskers(facts)}"
    figure = new_figure(_("Won from other players, paid to the house"), subtitle, height)
    axes = figure.add_subplot()
    places = np.arange(len(cash))[::-1]
    parts = (
        ("from_players", 1, 0.2, BLUE, _("won from other players")),
        ("to_house", -1, -0.2, ORANGE, _("paid to the house")),
    )
    for name, sign, shift, colour, label in parts:
        rate = sign * cash[f"{name}_per_hour"].to_numpy(float)
        half = (cash[f"{name}_per_hour_high"] - cash[f"{name}_per_hour"]).to_numpy(float)
        axes.barh(places + shift, np.nan_to_num(rate), height=0.36, color=colour, label=label)
        axes.errorbar(rate, places + shift, xerr=half, fmt="none", ecolor="black", elinewidth=1.2, capsize=3)
    axes.axvline(0, color=GREY, linewidth=1)
    axes.set_yticks(places, list(labels(cash["strategy"].tolist()).values()), color="black")
    axes.set_ylim(-0.7, len(cash) - 0.3)
    axes.grid(False, axis="y")
    axes.margins(x=0.1)
    axes.set_xlabel(_("chips per hour of play"))
    in_other_unit(axes, "x", _("big blinds"), 1 / facts.extent.big_blind)
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def lifetimes(lives: pd.DataFrame, facts: Facts) -> Figure:
    """The share of buy-ins that are not gone yet after so many hours of play, by strategy."""
    title = _("How long a buy-in lasts")
    subtitle = f"{scope(facts)}; {_('share not gone after so many hours of play')}"
    if not (lives["hours"] > 0).any():
        figure = new_figure(title, subtitle, 2.0)
        note(figure, _("no simulated time has passed"))
        return figure
    figure = new_figure(title, subtitle, 5.4)
    axes = figure.add_subplot()
    order = lives["strategy"].value_counts().index.tolist()[:MOST_LINES]
    names = labels(order)
    for number, strategy in enumerate(order):
        mine = lives[lives["strategy"] == strategy]
        times, surviving = survival_curve(mine["hours"].to_numpy(), mine["bust"].to_numpy())
        axes.step(
            np.concatenate([[0.0], times]),
            np.concatenate([[100.0], 100 * surviving]),
            where="post",
            color=PALETTE[number % len(PALETTE)],
            linestyle=DASHES[number // len(PALETTE)],
            linewidth=1.8,
            label=names[strategy],
        )
    axes.set_ylim(0, 103)
    axes.set_xlim(left=0)
    axes.set_xlabel(_("hours of play"))
    axes.set_ylabel(_("% of buy-ins not gone"))
    readable(axes, "x")
    readable(axes, "y")
    figure.legend(loc="outside right upper", handlelength=3)
    return figure
