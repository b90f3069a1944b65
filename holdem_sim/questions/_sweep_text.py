"""A sweep as people read it: sentences, and tables of text in 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.questions._figures import (
    ALWAYS_PLAYED,
    EFFECTIVE,
    EXTRA_DROP,
    INCOME,
    LIFETIME,
    LOSS,
    OPEN_INCOME,
    PACE,
    PLAYED,
    PLAYERS,
    TAXED,
)
from holdem_sim.questions._grid import Plan, Variant, shown
from holdem_sim.reports._rates import Rate, sessions_note
from holdem_sim.reports._text import TextTable, between, counted, decimal, decimals, intervals, whole

WIDEST_LABEL = 16
"""Letters of a variant's values beside its figures; longer ones stand in a list of their own."""
UNCLEAR = N_("~ not clear: the interval of the difference contains zero, or there is none.")
UNANSWERED = N_(
    "In this lineup somebody new soon takes the seat of whoever goes broke, and nobody leaves a short table: a higher "
    "tax looks better here than it is. The players of the lineup price-sensitive answer to it."
)


def text(plan: Plan, tables: dict[str, pd.DataFrame]) -> Iterator[TextTable]:
    """Income, loss, lifetime and pace by variant, and the strategies' losses at either end."""
    main, changes = tables["sweep"], tables["sweep.differences"]
    heads, labels, notes = named(plan)
    if notes:
        yield TextTable(_("Variants"), [], [], notes)
    yield _compared(_("Income per table-hour, chips"), INCOME, heads, labels, main, changes)
    if (main[PLAYED.name] < ALWAYS_PLAYED).any():
        found = _compared(_("Income per open hour, chips"), OPEN_INCOME, heads, labels, main, changes)
        why = _("Open hours are also those in which too few players were there for a game.")
        yield replace(found, notes=[*found.notes, why])
    if main["extra_drop"].any():
        yield _compared(
            _("Extra drop per hand, chips (not income)"), EXTRA_DROP, heads, labels, main, changes
        )
    title = _("What a player loses on average, big blinds per 100 hands")
    yield _compared(title, LOSS, heads, labels, main, changes)
    yield _compared(_("Lifetime of a buy-in, hours"), LIFETIME, heads, labels, main, changes)
    yield _table_life(heads, labels, main)
    yield _strategies(plan, tables["sweep.strategies"])


def named(plan: Plan) -> tuple[str, list[str], list[str]]:
    """The heading and labels of the variants, and notes that list them if their values are too long for that."""
    keys = [axis.key for axis in plan.axes]
    labels = [variant.label for variant in plan.variants]
    short = [key.rpartition(".")[2] if len(key) > WIDEST_LABEL else key for key in keys]
    if max(map(len, [*labels, *short])) <= WIDEST_LABEL and len(set(short)) == len(short):
        return " /\n".join(short), labels, []
    numbers = [str(variant.number) for variant in plan.variants]
    return _("variant"), numbers, [f"{variant.number}  {variant.settings}" for variant in plan.variants]


def _compared(
    title: str, rate: Rate, head: str, labels: Sequence[str], main: pd.DataFrame, changes: pd.DataFrame
) -> TextTable:
    """A figure by variant with its interval, and its difference to the first variant."""
    found = changes[changes["figure"] == rate.name].set_index("variant").reindex(main["variant"])
    marks = ["" if clear is not False else " ~" for clear in found["clear"]]
    more = [_signed(value) for value in found["difference"]]
    columns: list[Sequence[str]] = [
        labels,
        decimals(main[rate.name]),
        intervals(main[f"{rate.name}_low"], main[f"{rate.name}_high"]),
        [
            "" if place == 0 else said + mark
            for place, (said, mark) in enumerate(zip(more, marks, strict=True))
        ],
        ["" if place == 0 else said for place, said in enumerate(intervals(found["low"], found["high"]))],
    ]
    heads = [head, _("value"), _("95 % interval"), _("difference\nto first"), _("its\n95 % interval")]
    sessions = int(main["sessions"].min())
    note = sessions_note(sessions)
    notes = [note] if note else []
    return TextTable(title, heads, _rows(columns), notes + ([_(UNCLEAR)] if any(marks) else []))


def _signed(value: float) -> str:
    """A difference with its sign."""
    said = decimal(value)
    return f"+{said}" if value > 0 and said.strip("0.,") else said


def _table_life(head: str, labels: Sequence[str], main: pd.DataFrame) -> TextTable:
    """What else changes at the table."""
    columns: list[Sequence[str]] = [
        labels,
        [whole(value) for value in main["hands"]],
        *(decimals(main[rate.name], digits) for rate, digits in ((PACE, 1), (PLAYERS, 2), (PLAYED, 1))),
        *(decimals(main[rate.name]) for rate in (TAXED, EFFECTIVE)),
    ]
    heads = [
        head,
        _("hands"),
        _("hands\nper hour"),
        _("players\ndealt in"),
        _("hours\nplayed %"),
        _("hands\ntaxed %"),
        _("tax of\npots %"),
    ]
    sessions = [counted(number, "session") for number in sorted({int(n) for n in main["sessions"].tolist()})]
    notes = [_("{sessions} each; intervals: --json or --csv DIR.").format(sessions=", ".join(sessions))]
    return TextTable(_("At the table"), heads, _rows(columns), notes)


def _strategies(plan: Plan, frame: pd.DataFrame) -> TextTable:
    """What the players of each strategy lose in the first and in the last variant."""
    first = frame[frame["variant"] == 1].set_index("strategy")
    last = frame[frame["variant"] == len(plan.variants)].set_index("strategy")
    names = list(dict.fromkeys([*first.sort_values(LOSS.name).index, *last.index]))
    first, last = first.reindex(names), last.reindex(names)
    marks = [" ~" if clear is False else "" for clear in last["loss_difference_clear"]]
    columns: list[Sequence[str]] = [
        names,
        decimals(first[LOSS.name], 1),
        decimals(last[LOSS.name], 1),
        [_signed(value) + mark for value, mark in zip(last["loss_difference"], marks, strict=True)],
        intervals(last["loss_difference_low"], last["loss_difference_high"], 1),
    ]
    heads = [_("strategy"), _("first\nbb/100"), _("last\nbb/100"), _("difference"), _("its\n95 % interval")]
    ends = [f"{key} = {shown(value)}" for key, value in plan.variants[-1].values.items()]
    notes = [
        _("Below zero: they win. Last: {variant}. All: --json or --csv DIR.").format(variant=", ".join(ends))
    ]
    return TextTable(
        _("Loss by strategy"), heads, _rows(columns), notes + ([_(UNCLEAR)] if any(marks) else [])
    )


def _rows(columns: Sequence[Sequence[str]]) -> list[list[str]]:
    return [list(row) for row in zip(*columns, strict=True)]


def sentences(plan: Plan, tables: dict[str, pd.DataFrame]) -> list[str]:
    """What matters in words: which variant earns most, by how much and how sure, and what it costs the players."""
    main, changes = tables["sweep"], tables["sweep.differences"]
    always = (main[PLAYED.name] >= ALWAYS_PLAYED).all()
    figure, hour = (INCOME, _("table-hour")) if always else (OPEN_INCOME, _("open hour"))
    if main[figure.name].isna().all():
        return [_("No simulated time has passed, so nothing can be said by the hour.")]
    best = int(np.nanargmax(main[figure.name].to_numpy(float)))
    told = [_best(plan, main.iloc[best], figure, hour)]
    if best:
        told.append(_against_first(plan, changes, best + 1, figure))
    rivals = _rivals(main, changes, figure, best)
    if rivals:
        told.append(_rivalry("; ".join(plan.variants[place].settings for place in rivals), best))
    told.append(_players(main, best))
    if _tax_is_asked(plan) and not any(_answers(variant) for variant in plan.variants):
        told.append(_(UNANSWERED))
    return told


def _tax_is_asked(plan: Plan) -> bool:
    return any(axis.key.startswith("tax.") for axis in plan.axes)


def _answers(variant: Variant) -> bool:
    """Whether guests come only so often, however many seats are free, or get up when the table is short."""
    types = variant.config.lineup.types.values()
    return any(kind.arrival == "never" or kind.walk_in != "never" or kind.company for kind in types)


def _rivalry(names: str, best: int) -> str:
    """That the best variant may not be the best, and how to find out."""
    if not best:
        return _("Compared session by session it is not clearly better than: {variants}.").format(
            variants=names
        )
    return _(
        "Its interval overlaps with that of: {variants}. Name the best first in --set, and every other is compared "
        "with it session by session."
    ).format(variants=names)


def _players(main: pd.DataFrame, best: int) -> str:
    """What the variant that earns most does to the players."""
    row, first = main.iloc[best], main.iloc[0]
    said = _(
        "Under it a player loses {loss} big blinds per 100 hands on average, and a buy-in lasts {hours} hours"
    )
    told = said.format(loss=decimal(row[LOSS.name]), hours=decimal(row[LIFETIME.name], 1))
    if not best:
        return f"{told}."
    before = _("under the first variant {loss} big blinds and {hours} hours.")
    return f"{told}; " + before.format(loss=decimal(first[LOSS.name]), hours=decimal(first[LIFETIME.name], 1))


def _best(plan: Plan, row: pd.Series, figure: Rate, hour: str) -> str:
    low, high = row[f"{figure.name}_low"], row[f"{figure.name}_high"]
    return _(
        "The house earns most with {variant}: {income} chips per {hour} (95 % interval {interval})."
    ).format(
        variant=plan.variants[int(row.to_dict()["variant"]) - 1].settings,
        income=decimal(row[figure.name]),
        hour=hour,
        interval=between(low, high),
    )


def _against_first(plan: Plan, changes: pd.DataFrame, variant: int, figure: Rate) -> str:
    wanted = (changes["variant"] == variant) & (changes["figure"] == figure.name)
    change: dict[Any, Any] = changes[wanted].iloc[0].to_dict()
    sure = _("a clear difference") if change["clear"] else _("which may be chance")
    return _(
        "That is {difference} more than with {first}, {sure} (session by session with the same cards: 95 % interval "
        "{interval})."
    ).format(
        difference=decimal(change["difference"]),
        first=plan.variants[0].settings,
        interval=between(change["low"], change["high"]),
        sure=sure,
    )


def _rivals(main: pd.DataFrame, changes: pd.DataFrame, figure: Rate, best: int) -> list[int]:
    """The variants that may be as good: by the paired difference, or, of two that are not the first, by intervals."""
    floor = main[f"{figure.name}_low"].iloc[best]
    found = changes[changes["figure"] == figure.name]
    if not best:
        return [int(number) - 1 for number in found.loc[~found["clear"].astype(bool), "variant"]]
    return [
        place
        for place in range(len(main))
        if place not in (0, best) and main[f"{figure.name}_high"].iloc[place] >= floor
    ]
