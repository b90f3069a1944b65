"""Pictures of the pots."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from holdem_sim.language import _
from holdem_sim.reports._draw import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    SKY,
    beside,
    in_chips,
    new_figure,
    readable,
    scope,
    whiskers,
)
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimal, decimals, whole

PER_DECADE = 8
"""Bars of the histogram between a pot and the tenfold pot."""


def histogram(facts: Facts) -> pd.DataFrame:
    """bin (from 10 ** (bin / 8) big blinds on), hands, tax."""
    return facts.sql(
        f"""SELECT floor({PER_DECADE} * log10(pot / big_blind) + 1e-9)::INTEGER AS bin, count(*) AS hands,
            sum(tax)::BIGINT AS tax FROM hands WHERE pot > 0 GROUP BY 1 ORDER BY 1"""
    )


def sizes_picture(bins: pd.DataFrame, row: pd.Series, facts: Facts) -> Figure:
    """Bars: hands by size of their pots; lines: what part of all hands and of all tax comes from pots up to a size."""
    figure = new_figure(_("How large pots are, and which bring the tax"), scope(facts))
    axes = figure.add_subplot()
    first, last = int(bins["bin"].min()), int(bins["bin"].max())
    bins = bins.set_index("bin").reindex(range(first, last + 1), fill_value=0)
    edges = 10 ** (np.arange(first, last + 2) / PER_DECADE)
    shares = 100 * bins["hands"] / bins["hands"].sum()
    axes.stairs(shares, edges, fill=True, color=SKY)
    axes.set_xscale("log")
    axes.set_xlabel(_("pot in big blinds (each step of the scale multiplies)"))
    axes.set_ylabel(_("% of the hands, by size of the pot"))
    axes.set_ylim(0, 1.25 * shares.max())
    mean = row["mean_pot_bb"]
    axes.axvline(mean, color=BLACK, linewidth=1, linestyle=(0, (4, 2)))
    axes.annotate(
        _("mean {pot}").format(pot=decimal(mean, 1)),
        (mean, 1.18 * shares.max()),
        (5, 0),
        textcoords="offset points",
    )
    lines = axes.twinx()
    for name, colour, label in (("hands", BLUE, _("of the hands")), ("tax", ORANGE, _("of the tax"))):
        if total := bins[name].sum():
            lines.plot(
                edges, [0, *(100 * bins[name].cumsum() / total)], color=colour, linewidth=2.5, label=label
            )
    lines.set_ylim(0, 125)
    lines.set_yticks(range(0, 101, 25))
    lines.set_ylabel(_("% from pots up to this size"))
    lines.grid(False)
    lines.legend(loc="center right")
    _chips_on_top(axes, edges, facts)
    return figure


def _chips_on_top(axes, edges: np.ndarray, facts: Facts) -> None:
    """Ticks at 1, 2, 5, 10, ... big blinds, and at the top the same in chips."""
    decades = range(int(np.floor(np.log10(edges[0]))) - 1, int(np.ceil(np.log10(edges[-1]))) + 1)
    ticks = [digit * 10.0**power for power in decades for digit in (1, 2, 5)]
    ticks = [tick for tick in ticks if edges[0] <= tick <= edges[-1]]
    ticks = ticks[:: max(1, -(-len(ticks) // 10))]
    other = axes.secondary_xaxis("top")
    other.spines[:].set_visible(False)
    other.tick_params(length=0, which="both")
    other.set_xlabel(_("chips"))
    for axis, factor in ((axes.xaxis, 1.0), (other.xaxis, facts.extent.big_blind)):
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda pot, _place, by=factor: _amount(pot * by)))


def _amount(number: float) -> str:
    return whole(number) if number >= 1 and number == round(number) else decimal(number, 1)


def ends_picture(streets: pd.DataFrame, ended: Mapping[str, str], facts: Facts) -> Figure:
    """Where hands end: the parts of hands and of tax, and the mean pot there."""
    figure = new_figure(
        _("Where hands end, and where the tax comes from"), scope(facts) + whiskers(facts), 4.4
    )
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[3, 2])
    places = np.arange(len(streets))[::-1]
    for name, shift, colour, label in (
        ("hands_pct", 0.2, BLUE, _("of the hands")),
        ("tax_share_pct", -0.2, ORANGE, _("of the tax")),
    ):
        shares = streets[name].fillna(0).to_numpy()
        up = (streets[f"{name}_high"] - streets[name]).fillna(0).to_numpy()
        down = (streets[name] - streets[f"{name}_low"]).fillna(0).to_numpy()
        left.barh(places + shift, shares, height=0.36, color=colour, label=label)
        left.errorbar(
            shares, places + shift, xerr=[down, up], fmt="none", ecolor="black", elinewidth=1.2, capsize=3
        )
        for place, share, shown in zip(places + shift, shares + up, decimals(streets[name], 1), strict=True):
            beside(left, share, place, shown)
    left.set_xlim(0, 118)
    left.set_xlabel("%")
    left.set_yticks(places, [_(ended[name]) for name in streets["ended"]], color="black")
    left.legend(loc="upper right")
    means = streets["mean_pot_bb"].fillna(0).to_numpy()
    right.barh(places, means, height=0.55, color=GREEN)
    for place, mean, shown in zip(places, means, decimals(streets["mean_pot_bb"], 1), strict=True):
        beside(right, mean, place, shown)
    right.set_xlim(0, 1.3 * means.max() or 1)
    right.set_xlabel(_("mean pot in big blinds"))
    readable(right, "x", 5)
    in_chips(right, facts, "x", _("chips"), 4)
    for axes in (left, right):
        axes.grid(False, axis="y")
    return figure
