"""A forecast as a page."""

from __future__ import annotations

import pandas as pd

from holdem_sim.language import _
from holdem_sim.page import Listing, Page, Section, Tile
from holdem_sim.page.definitions import definitions
from holdem_sim.page.repeat import listings, versions
from holdem_sim.questions import forecast as question
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._headline import headline
from holdem_sim.reports._text import whole


def page(found: question.Forecast, tables: dict[str, pd.DataFrame], facts: Facts, command: str) -> Page:
    """The page, in the language that is spoken; ``command`` makes the forecast again."""
    row = tables["forecast"].iloc[0]
    tiles = [
        Tile(_("Mean revenue"), whole(row["mean"]), _("chips")),
        Tile(_("P5: in 5 of 100 such periods at most"), whole(row["p5"]), _("chips")),
        Tile(_("P95: in 95 of 100"), whole(row["p95"]), _("chips")),
        Tile(_("Table-hours"), whole(row["table_hours"])),
    ]
    section = Section(
        name="forecast",
        title=_("The forecast"),
        tables=list(question.text(tables, facts)),
        pictures=list(question.draw(found, tables, facts)),
        definitions=definitions(question.__doc__),
    )
    return Page(
        title=_("What the tables earn: {name}").format(
            name=facts.run.config.get("name") or facts.run.path.name
        ),
        facts=list(headline(facts)),
        tiles=tiles,
        summary=question.sentences(tables, facts),
        sections=[section],
        repeat=[Listing(_("This forecast"), command), *listings(facts.run)],
        versions=versions(),
    )
