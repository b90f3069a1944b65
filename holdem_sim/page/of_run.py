"""The page of a run: what its reports say, the most important first, and what repeats it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from holdem_sim import reports
from holdem_sim.language import _, percent
from holdem_sim.page import Page, Section, Tile
from holdem_sim.page.definitions import definitions
from holdem_sim.page.repeat import listings, versions
from holdem_sim.reports._headline import headline
from holdem_sim.reports._text import counted, decimal, intervals, whole

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from holdem_sim.reports._facts import Facts

FIRST = (
    "tax", "sessions", "cash", "win-rates", "stacks", "positions", "style", "pots", "luck", "events", "shuffle",
)  # fmt: skip
"""Reports in the order in which a page shows them; others follow by name."""
MOST_ALIKE = 2
"""Pictures shown of those whose names differ in a number only."""
Tables = Mapping[str, "pd.DataFrame"]


def ordered(names: Sequence[str]) -> list[str]:
    """Reports, the most important first."""
    return sorted(names, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))


def page(facts: Facts, found: Mapping[str, Tables]) -> Page:
    """The page, in the language that is spoken, of reports by name with their tables; the first one is summed up."""
    modules = {name: reports.load(name) for name in found}
    said = {name: _sentences(modules[name], found[name], facts) for name in found}
    first = next(iter(found), "")
    return Page(
        title=_("What the tax earns: {name}").format(
            name=facts.run.config.get("name") or facts.run.path.name
        ),
        facts=[*headline(facts), *_described(facts.run.config)],
        tiles=list(_tiles(found["tax"]["tax"].iloc[0], facts)) if "tax" in found else [],
        summary=said.get(first, []),
        sections=[
            _section(name, modules[name], found[name], said[name], facts, summed_up=name == first)
            for name in found
        ],
        repeat=listings(facts.run),
        versions=versions(),
    )


def _described(config: Mapping[str, Any]) -> Iterator[str]:
    """What the table and the lineup say of themselves."""
    lineup = config.get("lineup") or {}
    for template, part in ((_("table {name}: {text}"), config), (_("players {name}: {text}"), lineup)):
        if part.get("name") and part.get("description"):
            yield template.format(name=part["name"], text=part["description"])


def _sentences(module: ModuleType, tables: Tables, facts: Facts) -> list[str]:
    return list(module.sentences(tables, facts)) if hasattr(module, "sentences") else []


def _section(
    name: str, module: ModuleType, tables: Tables, said: Sequence[str], facts: Facts, *, summed_up: bool
) -> Section:
    """What one report says; its sentences are not said again where the summary is made of them."""
    title, _colon, lead = _(reports.summary(name)).partition(": ")
    return Section(
        name=name,
        title=title,
        lead=lead[:1].upper() + lead[1:],
        sentences=() if summed_up else said,
        point=said[0] if said and not summed_up else "",
        tables=list(module.text(tables, facts, False)),
        pictures=list(_pictures(module, facts)),
        definitions=definitions(module.__doc__),
    )


def _pictures(module: ModuleType, facts: Facts) -> Iterator[tuple[str, Figure]]:
    """The report's pictures, few of a kind."""
    if not hasattr(module, "draw"):
        return
    seen: Counter[str] = Counter()
    for name, figure in module.draw(facts):
        kind = re.sub(r"\d+", "", name)
        seen[kind] += 1
        if seen[kind] <= MOST_ALIKE:
            yield name, figure


def _tiles(row: Mapping[Any, Any] | pd.Series, facts: Facts) -> Iterator[Tile]:
    """The numbers of the tax that everybody should see."""
    chips = _("chips")
    hourly = "tax_per_table_hour"
    yield Tile(
        _("Tax per table-hour"),
        decimal(row[hourly], 1),
        chips,
        [*_sure(row, hourly), *_in_money(row[hourly], facts)],
    )
    yield Tile(_("Tax per hand"), decimal(row["tax_per_hand"]), chips, _sure(row, "tax_per_hand"))
    yield Tile(
        _("Tax as a share of the pots"),
        percent(decimal(row["effective_pct"])),
        "",
        _sure(row, "effective_pct"),
    )
    extent = facts.extent
    yield Tile(
        _("Hands played"),
        whole(extent.hands),
        "",
        [_("in {sessions}").format(sessions=counted(extent.sessions, "session"))],
    )


def _sure(row: Mapping[Any, Any] | pd.Series, name: str) -> list[str]:
    """The interval of a figure in words."""
    if not row[f"{name}_low"] <= row[f"{name}_high"]:
        return [_("no interval: it takes two sessions")]
    (between,) = intervals([row[f"{name}_low"]], [row[f"{name}_high"]])
    return [_("95 % interval: {interval}").format(interval=between)]


def _in_money(chips: float, facts: Facts) -> list[str]:
    """Chips in the table's currency, if it has one."""
    currency = facts.setting("table.currency")
    if not currency:
        return []
    value = float(facts.setting("table.chip_value") or 0)
    return [_("{amount} {currency}").format(amount=decimal(chips * value), currency=currency)]
