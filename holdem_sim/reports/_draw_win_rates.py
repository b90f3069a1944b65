"""Pictures of the win rates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import BLUE, GREY, beside, in_chips, labels, new_figure, scope, whiskers
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimals

MOST_PLAYERS = 20_000
"""Players whose results are drawn of each strategy; the quantiles are of all."""


def strategy_rates(rates: pd.DataFrame, facts: Facts) -> Figure:
    """Every strategy's win rate with its 95 % interval, best on top."""
    height = max(3.2, 1.9 + 0.45 * len(rates))
    figure = new_figure(_("Win rate by strategy"), scope(facts) + whiskers(facts), height)
    axes = figure.add_subplot()
    places = np.arange(len(rates))[::-1]
    middle = rates["bb_per_100"].to_numpy()
    half = (rates["bb_per_100_high"] - rates["bb_per_100"]).to_numpy()
    axes.axvline(0, color=GREY, linewidth=1)
    axes.errorbar(
        middle, places, xerr=half, fmt="o", color=BLUE, ecolor=BLUE, elinewidth=2.5, capsize=5, markersize=8
    )
    for place, up, shown in zip(places, middle + np.nan_to_num(half), decimals(middle, 1), strict=True):
        beside(axes, up, place, shown)
    axes.set_yticks(places, list(labels(rates["strategy"].tolist()).values()), color="black")
    axes.set_ylim(-0.7, len(rates) - 0.3)
    axes.grid(False, axis="y")
    axes.margins(x=0.12)
    axes.set_xlabel(_("big blinds per 100 hands, after tax"))
    in_chips(axes, facts, "x", _("chips per 100 hands"))
    return figure


def player_results(sums: pd.DataFrame, strategies: Sequence[str], facts: Facts) -> Figure:
    """What the players of each strategy took home from a session: points, the middle half, the median."""
    order = list(strategies)
    height = max(3.2, 1.9 + 0.55 * len(order))
    title = _("Results of players' sessions")
    subtitle = _(
        "{scope}; a point is a player's session, boxes hold the middle half, lines from 5 % to 95 %"
    ).format(scope=scope(facts))
    figure = new_figure(title, subtitle, height)
    axes = figure.add_subplot()
    names = labels(order)
    scatter = np.random.default_rng(0)
    for place, strategy in enumerate(reversed(order)):
        results = sums.loc[sums["strategy"] == strategy, "net_bb"].to_numpy()
        shown = results[:: max(1, -(-len(results) // MOST_PLAYERS))]
        depth = place + 0.32 * scatter.uniform(-1, 1, len(shown))
        axes.scatter(shown, depth, s=9, color=BLUE, alpha=_opacity(len(shown)), linewidths=0, rasterized=True)
        p5, p25, p50, p75, p95 = np.quantile(results, [0.05, 0.25, 0.5, 0.75, 0.95])
        axes.plot([p5, p95], [place, place], color="black", linewidth=1.2)
        axes.barh(
            place, p75 - p25, left=p25, height=0.4, facecolor="white", edgecolor="black", alpha=0.8, zorder=3
        )
        axes.plot([p50, p50], [place - 0.2, place + 0.2], color="black", linewidth=2.5, zorder=4)
    axes.axvline(0, color=GREY, linewidth=1)
    axes.set_yticks(range(len(order)), [names[s] for s in reversed(order)], color="black")
    axes.set_ylim(-0.7, len(order) - 0.3)
    axes.grid(False, axis="y")
    axes.set_xlabel(_("net result of a session in big blinds, after tax"))
    in_chips(axes, facts, "x", _("chips"))
    return figure


def _opacity(points: int) -> float:
    return float(np.clip(30 / max(points, 1), 0.05, 0.6))
