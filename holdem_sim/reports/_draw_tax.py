"""Pictures of the tax."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _, percent
from holdem_sim.reports._draw import (
    BLUE,
    GREEN,
    GREY,
    SKY,
    beside,
    in_chips,
    in_other_unit,
    labels,
    new_figure,
    note,
    readable,
    scope,
    whiskers,
)
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimal, decimals, intervals

MANY = 400
"""Sessions from which on the histogram gathers the outermost in its ends."""


def session_taxes(sessions: pd.DataFrame, row: pd.Series, facts: Facts) -> Figure:
    """How the tax per table-hour varies from session to session, with its mean and the mean's interval."""
    played = sessions[sessions["table_hours"] > 0]
    if len(played) < 2:
        only = _("{tax} chips; it takes two sessions to show how it varies").format(
            tax=decimal(row["tax_per_table_hour"])
        )
        figure = new_figure(_("Tax per table-hour"), scope(facts), 2.0)
        note(figure, only if len(played) else _("no simulated time has passed: no tax by the hour"))
        return figure
    figure = new_figure(_("Tax per table-hour"), f"{scope(facts)}; {_('a count is a session')}", 5.0)
    axes = figure.add_subplot()
    hourly = (played["tax"] / played["table_hours"]).to_numpy()
    low, high = np.quantile(hourly, [0.005, 0.995]) if len(hourly) >= MANY else (hourly.min(), hourly.max())
    if high <= low:
        low, high = low - 0.5, high + 0.5
    bins = int(np.clip(np.sqrt(len(hourly)), 5, 40))
    counts, edges = np.histogram(np.clip(hourly, low, high), bins, (low, high))
    axes.stairs(counts, edges, fill=True, color=SKY)
    mean, ends = row["tax_per_table_hour"], (row["tax_per_table_hour_low"], row["tax_per_table_hour_high"])
    place = 1.12 * counts.max()
    axes.plot([mean, mean], [0, place], color="black", linewidth=1.5)
    axes.errorbar(mean, place, xerr=mean - ends[0], fmt="o", color="black", elinewidth=2.5, capsize=5)
    side = (
        "left" if mean < low + (high - low) / 3 else "right" if mean > high - (high - low) / 3 else "center"
    )
    told = _("mean {mean}, 95 % interval {between}").format(
        mean=decimal(mean), between=intervals(ends[:1], ends[1:])[0]
    )
    axes.annotate(told, (mean, place), (0, 9), textcoords="offset points", ha=side)
    axes.set_ylim(0, 1.3 * counts.max())
    label = _("chips of tax per table-hour")
    if len(hourly) >= MANY:
        label = _("chips of tax per table-hour; the outermost 1 % at the ends")
    axes.set_xlabel(label)
    axes.set_ylabel(_("sessions"))
    axes.grid(False, axis="x")
    axes.margins(x=0.1)
    readable(axes, "y")
    in_other_unit(axes, "x", _("big blinds"), 1 / facts.extent.big_blind)
    return figure


def strategy_taxes(taxes: pd.DataFrame, facts: Facts) -> Figure:
    """What the players of each strategy pay per 100 hands, and each strategy's share of all tax."""
    height = max(3.2, 1.9 + 0.45 * len(taxes))
    subtitle = f"{scope(facts)}; {_(facts.attribution.title)}{whiskers(facts)}"
    figure = new_figure(_("Tax by strategy"), subtitle, height)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[3, 2])
    places = np.arange(len(taxes))[::-1]
    rates = taxes["tax_bb_per_100"].to_numpy()
    half = (taxes["tax_bb_per_100_high"] - taxes["tax_bb_per_100"]).to_numpy()
    left.barh(places, rates, height=0.62, color=BLUE)
    left.errorbar(rates, places, xerr=half, fmt="none", ecolor="black", elinewidth=1.5, capsize=4)
    for place, rate, up, shown in zip(places, rates, np.nan_to_num(half), decimals(rates), strict=True):
        beside(left, rate + up, place, shown)
    left.set_xlabel(_("big blinds of tax per 100 hands of a player"))
    in_chips(left, facts, "x", _("chips"), 5)
    shares = taxes["tax_share_pct"].fillna(0).to_numpy()
    right.barh(places, shares, height=0.62, color=GREEN)
    for place, share in zip(places, shares, strict=True):
        beside(right, share, place, percent(decimal(share, 1)))
    right.set_xlabel(_("% of all tax"))
    left.set_yticks(places, list(labels(taxes["strategy"].tolist()).values()), color="black")
    left.set_ylim(-0.7, len(taxes) - 0.3)
    for axes, largest in ((left, (rates + np.nan_to_num(half)).max()), (right, shares.max())):
        axes.set_xlim(0, 1.28 * largest if largest > 0 else 1)
        axes.grid(False, axis="y")
    readable(right, "x", 5)
    right.axvline(0, color=GREY, linewidth=1)
    return figure
