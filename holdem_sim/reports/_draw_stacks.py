"""Pictures of the course of sessions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from holdem_sim.language import N_, _
from holdem_sim.reports._courses import ALL, course_step
from holdem_sim.reports._draw import (
    BLUE,
    DASHES,
    GREY,
    PALETTE,
    in_chips,
    labels,
    new_figure,
    readable,
    scope,
)
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import counted, shortened

MOST_PANELS = 12
_WHAT = {
    "net_bb": (N_("Net result in the course of a session"), N_("net result, bb")),
    "stack_bb": (N_("Chips in front in the course of a session"), N_("chips in front, bb")),
}


def fans(frame: pd.DataFrame, name: str, facts: Facts) -> Figure:
    """A panel a strategy: the median over sessions and seats, the middle half and nine tenths of them."""
    title, what = _WHAT[name]
    sizes = frame[frame["strategy"] != ALL].groupby("strategy")["seats"].max()
    order = sizes.sort_values(ascending=False, kind="stable").index.tolist()[:MOST_PANELS]
    columns = {1: 1, 2: 2, 4: 2}.get(len(order), 3)
    rows = -(-len(order) // columns)
    subtitle = _("{scope}; line: median, dark: middle half, light: 5 % to 95 % of seats").format(
        scope=scope(facts)
    )
    if len(sizes) > MOST_PANELS:
        subtitle += _("; {shown} of {all} strategies").format(shown=MOST_PANELS, all=len(sizes))
    figure = new_figure(_(title), subtitle, 1.6 + 2.5 * rows if rows > 1 else 4.6)
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    names = labels(order)
    for place, axes in enumerate(panels.flat):
        if place >= len(order):
            axes.set_axis_off()
            continue
        rows_of = frame[(frame["strategy"] == order[place]) & (frame["sessions"] > 0)]
        _fan(axes, rows_of, name, from_zero=name == "net_bb")
        axes.set_title(names[order[place]], fontsize=11, loc="left")
        axes.axhline(0, color=GREY, linewidth=1)
        if place + columns >= len(order):
            axes.tick_params(labelbottom=True)
            axes.set_xlabel(_("hands played"))
        if place % columns == 0:
            axes.set_ylabel(_(what))
        if place % columns == columns - 1:
            in_chips(axes, facts, "y", _("chips"), 6)
        readable(axes, "x", 5, whole=True)
        readable(axes, "y", 6)
    return figure


def _fan(axes, rows: pd.DataFrame, name: str, from_zero: bool) -> None:
    hands = rows["hand"].to_numpy(float)
    levels = {p: rows[f"{name}_p{p}"].to_numpy(float) for p in (5, 25, 50, 75, 95)}
    if from_zero:
        hands = np.concatenate([[0], hands])
        levels = {p: np.concatenate([[0], values]) for p, values in levels.items()}
    axes.fill_between(hands, levels[5], levels[95], color=BLUE, alpha=0.18, linewidth=0)
    axes.fill_between(hands, levels[25], levels[75], color=BLUE, alpha=0.38, linewidth=0)
    axes.plot(hands, levels[50], color=BLUE, linewidth=2, marker="o" if len(hands) < 3 else "")


def session_courses(rows: pd.DataFrame, facts: Facts) -> Figure:
    """The seats of one session: net result so far above, chips in front with rebuys marked below."""
    session = rows["session_id"].iloc[0]
    title = _("Session {number}, seat by seat").format(number=session)
    figure = new_figure(
        title,
        _("{hands}; dots mark rebuys and top-ups").format(hands=counted(rows["hand"].max(), "hand")),
        7.0,
    )
    above, below = figure.subplots(2, 1, sharex=True)
    seats = [(int(seat["seat"].iloc[0]), seat) for _, seat in rows.groupby("seat")]
    short = shortened([seat["strategy"].iloc[-1] for _, seat in seats], 22)
    step = course_step(facts)
    handles = []
    for (number, seat), label in zip(seats, short, strict=True):
        look: dict[str, Any] = {
            "color": PALETTE[number % len(PALETTE)],
            "linestyle": DASHES[number // len(PALETTE)],
            "linewidth": 1.6,
        }
        hands = seat["hand"].to_numpy(float)
        above.plot(np.concatenate([[0], hands]), np.concatenate([[0], seat["net_bb"]]), **look)
        look["marker"] = "_" if len(hands) == 1 else ""
        below.plot(*_with_gaps(hands, seat["stack_bb"].to_numpy(float), step), **look)
        bought = seat[seat["rebuys"] > 0]
        after = bought["stack_start"] / facts.extent.big_blind
        below.plot(bought["hand"], after, "o", color=look["color"], markersize=6, markeredgecolor="white")
        handles.append(Line2D([], [], label=f"{number}  {label}", **look))
    figure.legend(
        handles=handles,
        title=_("seat, strategy"),
        loc="outside right upper",
        alignment="left",
        handlelength=3,
    )
    above.set_ylabel(_("net result, bb"))
    below.set_ylabel(_("chips in front, bb"))
    below.set_xlabel(_("hands played"))
    above.axhline(0, color=GREY, linewidth=1)
    below.set_ylim(bottom=0)
    for axes in (above, below):
        in_chips(axes, facts, "y", _("chips"), 6)
        readable(axes, "x", 8, whole=True)
    return figure


def _with_gaps(hands: np.ndarray, values: np.ndarray, step: int) -> tuple[np.ndarray, np.ndarray]:
    """The same points with a gap wherever hands were played without the seat."""
    gaps = np.flatnonzero(np.diff(hands) >= 2 * step) + 1
    return np.insert(hands, gaps, np.nan), np.insert(values, gaps, np.nan)
