"""Pictures of the sessions."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from holdem_sim.language import _
from holdem_sim.reports._draw import BLUE, GREEN, in_other_unit, new_figure, note, readable, scope
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._statistics import FEW_SESSIONS

PANELS = (
    ("tax_per_table_hour", BLUE),
    ("chips_on_table", GREEN),
)


def hours(frame: pd.DataFrame, facts: Facts) -> Figure:
    """Tax per table-hour and chips on the table by the hour since the opening, with bands of 95 % intervals."""
    title = _("The hours of a session")
    least = FEW_SESSIONS if (frame["sessions"] >= FEW_SESSIONS).any() else 2
    sure = frame[frame["sessions"] >= least].dropna(subset=["tax_per_table_hour"])
    if len(sure) < 2:
        figure = new_figure(title, scope(facts), 2.0)
        note(figure, _("it takes two hours of two sessions to show how a night goes on"))
        return figure
    figure = new_figure(title, f"{scope(facts)}; {_('bands: 95 % intervals over sessions')}", 7.0)
    words = (_("tax per table-hour, chips"), _("chips on the table"))
    for axes, (name, colour), label in zip(figure.subplots(2, 1, sharex=True), PANELS, words, strict=True):
        hour = sure["hour"].to_numpy(float) + (0.5 if name == "tax_per_table_hour" else 0.0)
        low, high = (sure[f"{name}{end}"].to_numpy(float) for end in ("_low", "_high"))
        axes.fill_between(hour, low.clip(0), high, color=colour, alpha=0.25, linewidth=0)
        axes.plot(hour, sure[name].to_numpy(float), color=colour, linewidth=2, marker="o", markersize=5)
        axes.set_ylim(bottom=0)
        axes.set_ylabel(label)
        in_other_unit(axes, "y", _("big blinds"), 1 / facts.extent.big_blind, 6)
        readable(axes, "x", 12, whole=True)
    axes.set_xlim(left=0)
    axes.set_xlabel(_("hours since the opening"))
    return figure
