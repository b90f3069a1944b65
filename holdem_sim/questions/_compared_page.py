"""A sweep, and a tax anew, as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdem_sim.language import _
from holdem_sim.page import Listing, Page, Section
from holdem_sim.page.definitions import definitions
from holdem_sim.page.repeat import listings, toml, versions
from holdem_sim.questions import _draw_sweep, _figures, _sweep_text, whatif
from holdem_sim.reports._headline import headline

if TYPE_CHECKING:
    import pandas as pd

    from holdem_sim.questions._grid import Plan
    from holdem_sim.reports._facts import Facts


def sweep_page(plan: Plan, tables: dict[str, pd.DataFrame], head: str, command: str) -> Page:
    """What a sweep found, with the command that repeats it and the first variant's configuration."""
    keys = _(" and ").join(axis.key for axis in plan.axes)
    first = plan.variants[0]
    config = {key: value for key, value in first.config.to_json().items() if key != "lineup"}
    return Page(
        title=_("What {keys} does to income and players").format(keys=keys),
        facts=[head],
        summary=_sweep_text.sentences(plan, tables),
        sections=[
            Section(
                "sweep",
                _("Variants compared"),
                lead=_("Every variant was played with the same cards and the same players' draws."),
                tables=list(_sweep_text.text(plan, tables)),
                pictures=list(_draw_sweep.draw(plan, tables)),
                definitions=definitions(_figures.__doc__),
            )
        ],
        repeat=[
            Listing(_("The same again"), command),
            Listing(_("The first variant's table"), toml(config), long=True),
            Listing(_("The first variant's players"), toml(first.config.to_json()["lineup"]), long=True),
        ],
        versions=versions(),
    )


def whatif_page(frames: dict[str, pd.DataFrame], facts: Facts, command: str) -> Page:
    """What another tax would have taken from a run, with the command that repeats it and what repeats the run."""
    return Page(
        title=_("The same hands under another tax"),
        facts=list(headline(facts)),
        summary=whatif.sentences(frames, facts),
        sections=[
            Section(
                "whatif",
                _("The tax anew"),
                tables=list(whatif.text(frames, facts)),
                pictures=list(whatif.draw(frames, facts)),
                definitions=definitions(_figures.__doc__),
            )
        ],
        repeat=[Listing(_("The same again"), command), *listings(facts.run)],
        versions=versions(),
    )
