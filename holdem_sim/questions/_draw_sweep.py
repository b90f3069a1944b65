"""Pictures of a sweep: lines for one numeric key, bars for words, a heat map for two keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.questions._figures import ALWAYS_PLAYED, INCOME, LOSS, OPEN_INCOME, PLAYED, figure_text
from holdem_sim.questions._grid import Plan, shown
from holdem_sim.reports._draw import BLUE, GREY, ORANGE, beside, new_figure, readable
from holdem_sim.reports._rates import Rate
from holdem_sim.reports._text import counted, decimals, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LABEL = 26
"""Letters of a variant's label."""
MOST_BARS = 40
MOST_TICKS = 12
"""Values of a key up to which each is marked on its axis."""
MOST_CELLS = 15
"""Columns or rows of a heat map up to which its numbers are written into it."""


def draw(plan: Plan, tables: dict[str, pd.DataFrame]) -> Iterator[tuple[str, Figure]]:
    """``sweep``: income and loss by variant. ``sweep-differences``: each against the first variant."""
    main, changes = tables["sweep"], tables["sweep.differences"]
    income = INCOME if (main[PLAYED.name] >= ALWAYS_PLAYED).all() else OPEN_INCOME
    figures = (income, LOSS)
    if len(plan.axes) == 2:
        yield "sweep", _heat_maps(plan, main, figures)
    elif len(plan.axes) == 1 and _is_numeric(plan):
        yield "sweep", _lines(plan, main, figures)
    else:
        yield "sweep", _bars(plan, main, figures)
    yield "sweep-differences", _differences(plan, changes, figures)


def _is_numeric(plan: Plan) -> bool:
    """Whether the values of the only key are numbers, three or more."""
    values = [next(iter(variant.values.values())) for variant in plan.variants]
    return len(values) > 2 and all(type(value) in (int, float) for value in values)


def _scope(main: pd.DataFrame, intervals: bool = True) -> str:
    """How much each variant stands for."""
    sessions = int(main["sessions"].max())
    said = _("{sessions} a variant, with the same cards").format(sessions=counted(sessions, "session"))
    if not intervals:
        return said
    return said + (_("; 95 % intervals over sessions") if sessions > 1 else _("; one session: no intervals"))


def _title(plan: Plan) -> str:
    return _("Income and loss by {keys}").format(keys=_(" and ").join(axis.key for axis in plan.axes))


def _lines(plan: Plan, main: pd.DataFrame, figures: Sequence[Rate]) -> Figure:
    """The figures over the values of the key, with bands of their intervals."""
    (axis,) = plan.axes
    main = main.sort_values(axis.key)
    x = main[axis.key].astype(float).to_numpy()
    figure = new_figure(_title(plan), _scope(main), 4.8)
    for axes, rate, colour in zip(figure.subplots(1, len(figures)), figures, (BLUE, ORANGE), strict=True):
        low, high = (main[rate.name + end].to_numpy(float) for end in ("_low", "_high"))
        axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(x, main[rate.name], "o-", color=colour, markersize=5)
        axes.set_xlabel(axis.key)
        axes.set_title(figure_text(rate), fontsize=11, loc="left", color=GREY)
        readable(axes, "x")
        readable(axes, "y")
        if len(x) <= MOST_TICKS:
            axes.set_xticks(x, [shown(float(value)) for value in x])
    return figure


def _bars(plan: Plan, main: pd.DataFrame, figures: Sequence[Rate]) -> Figure:
    """A bar a variant, with its interval."""
    labels = [variant.label for variant in plan.variants][:MOST_BARS]
    main = main.head(MOST_BARS)
    subtitle = _scope(main)
    if len(plan.variants) > MOST_BARS:
        subtitle = _("the first {n} variants; ").format(n=MOST_BARS) + subtitle
    figure = new_figure(_title(plan), subtitle, max(2.8, 1.7 + 0.42 * len(main)))
    panels = figure.subplots(1, len(figures), sharey=True)
    places = np.arange(len(main))[::-1]
    for axes, rate, colour in zip(panels, figures, (BLUE, ORANGE), strict=True):
        values, high = main[rate.name].to_numpy(float), main[f"{rate.name}_high"].to_numpy(float)
        half = np.nan_to_num(high - values)
        axes.barh(places, values, height=0.62, color=colour)
        axes.errorbar(values, places, xerr=half, fmt="none", ecolor="black", elinewidth=1.5, capsize=4)
        for place, value, up, said in zip(places, values, half, decimals(values), strict=True):
            beside(axes, max(value + up, 0.0), place, said)
        top = float(np.nanmax(values + half)) if len(values) else 1.0
        axes.set_xlim(min(0.0, 1.1 * float(np.nanmin(values - half))), 1.35 * top if top > 0 else 1.0)
        axes.set_xlabel(figure_text(rate))
        axes.axvline(0, color=GREY, linewidth=1)
        axes.grid(False, axis="y")
        readable(axes, "x", 5)
    panels[0].set_yticks(places, shortened(labels, LABEL), color="black")
    return figure


def _heat_maps(plan: Plan, main: pd.DataFrame, figures: Sequence[Rate]) -> Figure:
    """The figures over two keys, the numbers in the cells."""
    down, across = plan.axes
    rows = list(dict.fromkeys(shown(variant.values[down.key]) for variant in plan.variants))
    columns = list(dict.fromkeys(shown(variant.values[across.key]) for variant in plan.variants))
    figure = new_figure(_title(plan), _scope(main, intervals=False), max(3.4, 2.2 + 0.45 * len(rows)))
    for axes, rate, colours in zip(
        figure.subplots(1, len(figures)), figures, ("Blues", "Oranges"), strict=True
    ):
        grid = main[rate.name].to_numpy(float).reshape(len(rows), len(columns))
        image = axes.imshow(grid, cmap=colours, aspect="auto")
        _cells(axes, grid, image)
        axes.set_xticks(range(len(columns)), shortened(columns, 14), rotation=45 if len(columns) > 6 else 0)
        axes.set_yticks(range(len(rows)), shortened(rows, 14))
        axes.set(xlabel=across.key, ylabel=down.key)
        axes.set_title(figure_text(rate), fontsize=11, loc="left", color=GREY)
        axes.grid(False)
        axes.spines[:].set_visible(False)
    return figure


def _cells(axes: Axes, grid: np.ndarray, image: Any) -> None:
    """The numbers of a heat map in its cells, or a scale beside it when there are too many."""
    if max(grid.shape) > MOST_CELLS:
        assert axes.figure is not None
        axes.figure.colorbar(image, ax=axes)
        return
    said = np.array(decimals(grid.ravel())).reshape(grid.shape)
    size = 11 if grid.shape[1] <= 5 else 8
    for (row, column), value in np.ndenumerate(grid):
        dark = np.isfinite(value) and image.norm(value) > 0.6
        axes.text(column, row, str(said[row, column]), ha="center", va="center", fontsize=size,
                  color="white" if dark else "black")  # fmt: skip


def _differences(plan: Plan, changes: pd.DataFrame, figures: Sequence[Rate]) -> Figure:
    """Every variant's paired difference to the first, with its interval."""
    labels = [variant.label for variant in plan.variants[1:]][:MOST_BARS]
    first = plan.variants[0].settings
    title = _("Differences to {first}").format(first=first if len(first) <= 60 else _("the first variant"))
    subtitle = _("paired, session by session; bars: 95 % intervals; a bar that crosses zero may be chance")
    figure = new_figure(title, subtitle, max(2.8, 1.7 + 0.42 * len(labels)))
    panels = figure.subplots(1, len(figures), sharey=True)
    places = np.arange(len(labels))[::-1]
    for axes, rate, colour in zip(panels, figures, (BLUE, ORANGE), strict=True):
        found = changes[changes["figure"] == rate.name].head(len(labels))
        values = found["difference"].to_numpy(float)
        half = np.nan_to_num(found["high"].to_numpy(float) - values)
        axes.errorbar(values, places, xerr=half, fmt="o", color=colour, elinewidth=2, capsize=4)
        axes.axvline(0, color="black", linewidth=1)
        axes.set_xlabel(figure_text(rate))
        axes.grid(False, axis="y")
        readable(axes, "x", 5)
    panels[0].set_yticks(places, shortened(labels, LABEL), color="black")
    panels[0].set_ylim(-0.7, len(labels) - 0.3)
    return figure
