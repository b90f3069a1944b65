"""What another tax would have taken from the hands of a run, without playing them again.

The new tax is exact, hand by hand: the engine's own rules on the recorded pots (:mod:`holdem_sim.questions._retax`).
What it cannot know is what the players would have done: :data:`IGNORED`. ``holdem-sim sweep`` plays the game again
and knows; docs/tax-questions.md compares the two.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from holdem_sim.config import Config
from holdem_sim.errors import UsageError
from holdem_sim.language import N_, _
from holdem_sim.questions._figures import (
    ALWAYS_PLAYED,
    EXTRA_DROP,
    FIGURES,
    INCOME,
    LIFETIME,
    LOSS,
    OPEN_INCOME,
    PACE,
    PLAYED,
    PLAYERS,
    TIME_CHARGE,
    Sums,
    compared,
    difference,
    figure_text,
    rates,
    sums,
)
from holdem_sim.questions._retax import retaxed
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._rates import Rate, sessions_note
from holdem_sim.reports._text import TextTable, between, decimal, decimals, intervals
from holdem_sim.settings import split

if TYPE_CHECKING:
    from matplotlib.figure import Figure

IGNORED = N_(
    "This ignores what players would answer: under another tax they would hold other stacks, go broke and leave at "
    "other times, and so play other pots; holdem-sim sweep plays the game again and counts that too."
)
SAME_ANYHOW = (PACE, PLAYERS, PLAYED, LIFETIME)
"""Figures that no tax changes as long as the hands are the same."""
TAXED_FIGURES = tuple(rate for rate in FIGURES if rate not in SAME_ANYHOW and rate.name != "mean_pot_bb")


def new_config(facts: Facts, words: Iterable[str]) -> Config:
    """The run's configuration with the tax keys of ``words``; UsageError for others, which would change the play."""
    words = tuple(words)
    if not words:
        raise UsageError("nothing is asked; name a tax key, as in --set tax.percent=4")
    for word in words:
        key, sign, text = word.partition("=")
        if sign and not key.strip().startswith("tax."):
            raise UsageError(
                f"whatif taxes recorded hands anew, and {key.strip()} is no key of the tax: the hands themselves would "
                f"be others\nplay them: holdem-sim sweep --set {word!r}"
            )
        if sign and len(list(split(text, f"--set {word!r}"))) > 1:
            raise UsageError(f"--set {word!r} has several values; whatif takes one, sweep compares several")
    return Config.from_json(facts.run.config, str(facts.run.path / "run.json")).with_settings(words)


def whatif(facts: Facts, words: Iterable[str]) -> dict[str, pd.DataFrame]:
    """``whatif``: the figures recorded and under the new tax; ``whatif.strategies``: each strategy's loss.

    ``first`` is what was recorded, ``second`` the new tax; differences are paired, session by session.
    """
    before = sums(facts)
    return tables(before, retaxed(facts, before, new_config(facts, words)))


def tables(before: Sums, after: Sums) -> dict[str, pd.DataFrame]:
    """The tables of :func:`whatif` from the sums."""
    return {
        "whatif": compared(before.sessions, after.sessions, TAXED_FIGURES),
        "whatif.strategies": _by_strategy(before.strategies, after.strategies),
    }


def _by_strategy(before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """The loss of each strategy's players, those who win most first; columns as of the other table."""
    sides = [rates(f, [LOSS], "strategy").set_index("strategy").to_dict("index") for f in (before, after)]
    rows = []
    for name, first in before.groupby("strategy", observed=True):
        row = {
            "strategy": name,
            "hands": int(first["player_hands"].sum()),
            "figure": LOSS.name,
            "unit": LOSS.unit,
        }
        for side, found in zip(("first", "second"), sides, strict=True):
            row |= {side + end: found[name][LOSS.name + end] for end in ("", "_low", "_high")}
        rows.append(row | difference(LOSS, first, after[after["strategy"] == name]))
    return pd.DataFrame(rows).sort_values(["first", "strategy"], ignore_index=True)


def text(frames: dict[str, pd.DataFrame], facts: Facts) -> Iterator[TextTable]:
    """Both tables in 80 columns."""
    main = frames["whatif"].set_index("figure")
    found = main.to_dict("index")
    shown = [rate for rate in TAXED_FIGURES if _is_shown(rate, found[rate.name], facts)]
    note = sessions_note(facts.extent.sessions)
    notes = [note] if note else []
    heads = [_("figure"), _("recorded"), _("new"), _("change"), _("95 % interval\nof the change")]
    rows = main.loc[[rate.name for rate in shown]].reset_index()
    yield TextTable(_("The tax anew"), heads, _rows([figure_text(rate) for rate in shown], rows), notes)
    rows = frames["whatif.strategies"]
    labels = rows["strategy"].tolist()
    heads = [_("strategy"), *heads[1:]]
    notes = [_("A tax is paid by who wins the pot, in proportion to his winnings. Below zero: they win.")]
    yield TextTable(_("Loss by strategy, big blinds per 100 hands"), heads, _rows(labels, rows), notes)


def _rows(labels: Sequence[str], rows: pd.DataFrame) -> list[list[str]]:
    """Each row with digits of its own: the figures have different units."""
    found = []
    for label, row in zip(labels, rows.to_dict("records"), strict=True):
        first, second, difference = decimals([row["first"], row["second"], row["difference"]])
        sign = "+" if row["difference"] > 0 and difference.strip("0.,") else ""
        found.append([label, first, second, sign + difference, *intervals([row["low"]], [row["high"]])])
    return found


def _is_shown(rate: Rate, row: dict[Hashable, Any], facts: Facts) -> bool:
    """Whether there is anything to say of a figure."""
    if rate in (EXTRA_DROP, TIME_CHARGE):
        return bool(row["first"] or row["second"])
    if rate is OPEN_INCOME:
        played = facts.sessions["table_hours"].sum() / max(facts.sessions["open_hours"].sum(), 1e-9)
        return 100 * played < ALWAYS_PLAYED
    return True


def sentences(frames: dict[str, pd.DataFrame], facts: Facts) -> list[str]:
    """What matters in words: what the new tax brings, what it costs the players, and what this ignores."""
    main = frames["whatif"].set_index("figure").to_dict("index")
    income, loss = main[INCOME.name], main[LOSS.name]
    told = []
    if pd.notna(income["first"]):
        told.append(
            _("On the same hands the house would have taken {new} chips per table-hour instead of {old}: a difference "
              "of {difference} (95 % interval {interval}).").format(
                new=decimal(income["second"]), old=decimal(income["first"]), difference=decimal(income["difference"]),
                interval=between(income["low"], income["high"]),
            )
        )  # fmt: skip
    told.append(
        _("A player would on average have lost {new} big blinds per 100 hands instead of {old}.").format(
            new=decimal(loss["second"]), old=decimal(loss["first"])
        )
    )
    return [*told, _(IGNORED)]


def draw(frames: dict[str, pd.DataFrame], facts: Facts) -> Iterator[tuple[str, Figure]]:
    """``whatif``: every strategy's loss, recorded and under the new tax."""
    from holdem_sim.questions._draw_whatif import losses

    yield "whatif", losses(frames, facts)
