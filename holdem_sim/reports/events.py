"""Events: dealing errors, rulings and what they cost in hands and tax; straddles, who comes, waits and goes.

Definitions
-----------
group, what
    What is counted: ``errors`` (the misdeals of all kinds, the minutes lost, then each kind of dealing error),
    ``rulings`` and ``people`` (events, told apart by their words), ``posts`` (straddles, and what newcomers and
    those who change seats post). What never happened has no row, but misdeals always have one.
times
    How often it happened; for ``minutes lost`` the simulated minutes: ``clock.error_s`` for every error, and for
    a misdeal the next deal too. What had been played in a hand before it was void is not in them.
per_hour
    The same per table-hour, an hour in which hands are played (as in the report ``tax``).
..._low, ..._high, ..._of
    95 % interval with the sessions as independent units, ends at 0; the sample, table-hours or hands. Of misdeals
    that could happen and never did, the upper end is that of a Poisson count of zero: 3.7 by the hours, or more for
    few sessions.
per_100_hands
    The same per 100 hands.

``events.costs``: what dealing errors and rulings cost, for each table-hour (per_table_hour, with its interval) and in
all. Time lost is hands not dealt: minutes lost times the pace of the rest of the time (hands by the hour in which
no error is put right). Hands not dealt are tax not taken, at the run's mean tax of a hand. A ruling that makes a bet
smaller keeps chips out of the pot; ``tax kept out`` is the tax on them at the rate of the run's pots: an upper end,
for without the ruling some of them would have found no caller (and players who call more are not counted).

``events.rulings``: the rulings that made something else of what a player wanted: wanted and ruled (the actions),
manner (how he had announced it), times, per_100_hands with interval, smaller (how often he got in less than he
wanted: against him, in chips that he wanted to bet), chips_less (in all).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from holdem_sim.language import N_, _
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._happenings import (
    ACTION_WORDS,
    MANNER_WORDS,
    MINUTES,
    MISDEALS,
    POSTS,
    TITLES,
    WORDS,
    spoken,
)
from holdem_sim.reports._rates import sessions_note
from holdem_sim.reports._statistics import figured, interval_note, most_when_never, overall
from holdem_sim.reports._text import TextTable, between, decimal, decimals, intervals, whole
from holdem_sim.schema import DEALER_ERRORS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PEOPLE = ("arrival", "departure", "waiting", "gave-up", "refused", "seat-change")
GAMES = ("button-draw", "game-broken", "game-restarted")
COSTS = {
    "minutes_lost": N_("minutes lost"),
    "time_pct": N_("% of the time lost"),
    "hands_not_dealt": N_("hands not dealt"),
    "tax_not_taken": N_("tax not taken, chips"),
    "chips_kept_out": N_("chips that rulings kept out of pots"),
    "tax_kept_out": N_("tax kept out, chips, at most"),
}


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``events``: a row for everything that happened: group, what, times, per hour with interval, per 100 hands."""
    counts = pd.concat([_errors(facts), _events(facts), _posts(facts)], ignore_index=True)
    sessions = facts.sessions[["session_id", "table_hours", "hands"]]
    rows = []
    for (group, what), part in counts.groupby(["group", "what"], sort=False):
        sums = sessions.merge(part[["session_id", "times"]], "left", "session_id").fillna({"times": 0})
        rate = overall(sums, "times", "table_hours")
        hours = float(sums["table_hours"].sum())
        if not sums["times"].any() and _could_happen(facts):
            rate["high"] = most_when_never(len(sums), hours)
        rows.append(
            {
                "group": group,
                "what": what,
                "times": float(sums["times"].sum()),
                "per_hour": rate["rate"],
                "per_hour_low": max(rate["low"], 0.0),
                "per_hour_high": rate["high"],
                "per_hour_of": hours,
                "per_100_hands": 100 * sums["times"].sum() / sums["hands"].sum(),
                "note": interval_note(facts.extent.sessions),
            }
        )
    frame = pd.DataFrame(rows)
    places = {group: place for place, group in enumerate(TITLES)}
    total = frame["what"].map({MISDEALS: 0, MINUTES: 1}).fillna(2).where(frame["group"] == "errors", 2)
    order = frame.assign(_group=frame["group"].map(places), _total=total, _times=-frame["times"])
    order = order.sort_values(["_group", "_total", "_times", "what"])
    found = {"events": frame.loc[order.index].reset_index(drop=True)}
    if not short:
        rulings = _changed(facts)
        found["events.costs"] = _costs(facts, rulings)
        found["events.rulings"] = _rulings(facts, rulings)
    return found


def _could_happen(facts: Facts) -> bool:
    """Whether any dealing error has a chance in the run's configuration."""
    return any(float(chance or 0) > 0 for chance in (facts.setting("dealer_errors") or {}).values())


def _changed(facts: Facts) -> pd.DataFrame:
    """The actions that were ruled to be others than wanted, by session."""
    return facts.sql(
        """SELECT session_id, wanted::VARCHAR AS wanted, action::VARCHAR AS ruled, manner::VARCHAR AS manner,
            count(*) AS times, count(*) FILTER ("to" < wanted_to) AS smaller,
            sum(wanted_to - "to")::BIGINT AS chips_less
        FROM actions WHERE wanted IS NOT NULL GROUP BY ALL"""
    )


def _costs(facts: Facts, rulings: pd.DataFrame) -> pd.DataFrame:
    """Time, hands and tax that errors and rulings cost: figure, in_all, per_table_hour with interval."""
    sums = facts.sessions.set_index("session_id")[["table_hours", "hands", "pot", "tax"]].astype(float)
    minutes = _errors(facts).query("what == @MINUTES").set_index("session_id")["times"]
    sums["lost"] = minutes.reindex(sums.index).fillna(0.0) / 60
    less = rulings.groupby("session_id")["chips_less"].sum()
    sums["less"] = less.reindex(sums.index).fillna(0).astype(float)
    in_all: dict[str, Callable[[Any], Any]] = {
        "minutes_lost": lambda s: 60 * s["lost"],
        "time_pct": lambda s: 100 * s["lost"],
        "hands_not_dealt": lambda s: s["lost"] * s["hands"] / (s["table_hours"] - s["lost"]),
        "tax_not_taken": lambda s: s["lost"] * s["tax"] / (s["table_hours"] - s["lost"]),
        "chips_kept_out": lambda s: s["less"],
        "tax_kept_out": lambda s: s["less"] * s["tax"] / s["pot"],
    }
    rows = []
    for figure, total in in_all.items():
        hourly = figured(sums, partial(_hourly, total))
        rows.append(
            {
                "figure": figure,
                "in_all": float("nan") if figure == "time_pct" else figured(sums, total)["rate"],
                "per_table_hour": hourly["rate"],
                "per_table_hour_low": max(hourly["low"], 0.0),
                "per_table_hour_high": hourly["high"],
                "per_table_hour_of": sums["table_hours"].sum(),
            }
        )
    return pd.DataFrame(rows).assign(note=interval_note(facts.extent.sessions))


def _hourly(total: Callable[[Any], Any], sums: Any) -> Any:
    return total(sums) / sums["table_hours"]


def _rulings(facts: Facts, rulings: pd.DataFrame) -> pd.DataFrame:
    """The rulings of a kind, the most frequent first."""
    keys = ["wanted", "ruled", "manner"]
    totals = rulings.groupby(keys)[["times", "smaller", "chips_less"]].sum().reset_index()
    hands = facts.sessions[["session_id", "hands"]]
    for place, row in totals.iterrows():
        same = rulings[(rulings[keys] == row[keys]).all(axis=1)]
        sums = hands.merge(same[["session_id", "times"]], "left", "session_id").fillna({"times": 0})
        rate = overall(sums, "times", "hands")
        totals.loc[place, "per_100_hands"] = 100 * rate["rate"]
        totals.loc[place, "per_100_hands_low"] = max(100 * rate["low"], 0.0)
        totals.loc[place, "per_100_hands_high"] = 100 * rate["high"]
        totals.loc[place, "per_100_hands_of"] = sums["hands"].sum()
    return totals.sort_values(["times", *keys], ascending=[False, True, True, True], ignore_index=True)


def _errors(facts: Facts) -> pd.DataFrame:
    """Misdeals, and the minutes that all errors took, by session."""
    hands = facts.sql("SELECT session_id, sum(misdeals)::BIGINT AS misdeals FROM hands GROUP BY session_id")
    errors = facts.sql(
        f"SELECT session_id, count(*) AS errors FROM events WHERE kind IN {DEALER_ERRORS} GROUP BY session_id"
    )
    found = hands.merge(errors, "left", "session_id").fillna({"errors": 0})
    wash = facts.setting("deal.wash_seconds") if facts.setting("deal.shuffle") == "hand" else 0
    deal = float(facts.setting("clock.deal_s") or 0) + float(wash or 0)
    lost = found["errors"] * float(facts.setting("clock.error_s") or 0) + found["misdeals"] * deal
    parts = [(MISDEALS, found["misdeals"]), (MINUTES, lost / 60)]
    return pd.concat(
        found[["session_id"]].assign(group="errors", what=what, times=times)
        for what, times in parts
        if what == MISDEALS or found["errors"].sum()
    )


def _events(facts: Facts) -> pd.DataFrame:
    """The events of a session, those of rulings, comings and goings by their words."""
    found = facts.sql(
        f"""SELECT session_id, kind::VARCHAR AS kind, count(*) AS times,
            CASE WHEN kind IN ('ruling', 'departure', 'arrival') THEN detail ELSE '' END AS words
        FROM events WHERE kind IN {(*DEALER_ERRORS, "ruling", *PEOPLE, *GAMES)} GROUP BY ALL"""
    )
    what = [_told(kind, words) for kind, words in zip(found["kind"], found["words"], strict=True)]
    groups = {**dict.fromkeys(DEALER_ERRORS, "errors"), "ruling": "rulings"}
    return found.assign(group=found["kind"].map(groups).fillna("people"), what=what)


def _told(kind: str, words: str) -> str:
    if kind == "ruling":
        return words.replace("somebody has bet since, he is free again", "free again")
    if kind == "departure":
        return f"leaves, {words.partition(':')[0]}"
    return words or WORDS.get(kind, kind.replace("-", " "))


def _posts(facts: Facts) -> pd.DataFrame:
    found = facts.sql(
        f"""SELECT session_id, action::VARCHAR AS action, count(*) AS times FROM actions
        WHERE action IN {tuple(POSTS)} GROUP BY ALL"""
    )
    return found.assign(group="posts", what=found["action"].map(POSTS))


def text(tables: dict[str, pd.DataFrame], facts: Facts, short: bool = False) -> Iterator[TextTable]:
    """A table for each group, then the costs; in ``short`` form the errors alone."""
    note = sessions_note(facts.extent.sessions)
    for group, title in TITLES.items():
        found = tables["events"].query("group == @group")
        if found.empty or (short and group != "errors"):
            continue
        columns = [
            map(spoken, found["what"]),
            map(whole, found["times"]),
            decimals(found["per_hour"]),
            intervals(found["per_hour_low"], found["per_hour_high"]),
            decimals(found["per_100_hands"]),
        ]
        heads = [_("what"), _("times"), _("per hour"), _("95 % interval"), _("per 100\nhands")]
        if group == "rulings":  # long words: no room for all columns
            columns, heads = columns[:3], heads[:3]
        rows = [list(row) for row in zip(*columns, strict=True)]
        notes = [note] if note and group != "rulings" else []
        yield TextTable(_(title), heads, rows, notes)
    if not short:
        yield from _cost_tables(tables["events.costs"], tables["events.rulings"])


def _cost_tables(costs: pd.DataFrame, rulings: pd.DataFrame) -> Iterator[TextTable]:
    if len(rulings):
        columns = {
            _("wanted"): map(_, map(ACTION_WORDS.__getitem__, rulings["wanted"])),
            _("ruled"): map(_, map(ACTION_WORDS.__getitem__, rulings["ruled"])),
            _("announced"): map(_, map(MANNER_WORDS.__getitem__, rulings["manner"])),
            _("times"): map(whole, rulings["times"]),
            _("per 100\nhands"): decimals(rulings["per_100_hands"]),
            _("95 % interval"): intervals(rulings["per_100_hands_low"], rulings["per_100_hands_high"]),
            _("smaller"): map(whole, rulings["smaller"]),
            _("chips\nless"): map(whole, rulings["chips_less"]),
        }
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        note = _("Smaller: the player got in less than he wanted, the ruling went against him.")
        yield TextTable(_("Rulings that changed an action"), list(columns), rows, [note])
    shown = costs[costs["per_table_hour"] > 0]
    if shown.empty:
        return
    columns = {
        _("figure"): map(_, map(COSTS.__getitem__, shown["figure"])),
        _("in all"): [
            "" if name == "time_pct" else text
            for name, text in zip(shown["figure"], map(whole, shown["in_all"]), strict=True)
        ],
        _("per table-hour"): [decimal(rate) for rate in shown["per_table_hour"]],
        _("95 % interval"): [
            intervals([low], [high])[0]
            for low, high in zip(shown["per_table_hour_low"], shown["per_table_hour_high"], strict=True)
        ],
    }
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    note = _("Lost time is hands not dealt at the pace of the rest, and tax not taken at the mean of a hand.")
    yield TextTable(_("What errors and rulings cost"), list(columns), rows, [note])


def sentences(tables: dict[str, pd.DataFrame], facts: Facts) -> Iterator[str]:
    """How often a hand is void, and what errors and rulings cost."""
    misdeals = tables["events"].query("what == @MISDEALS").iloc[0]
    if misdeals["times"] > 0:
        yield _("There were {times} misdeals, one in {hands} hands.").format(
            times=whole(misdeals["times"]), hands=whole(facts.extent.hands / misdeals["times"])
        )
    else:
        yield _("No hand was void.")
    if "events.costs" not in tables:
        return
    costs: dict[str, Any] = {row["figure"]: row for row in tables["events.costs"].to_dict("records")}
    if costs["minutes_lost"]["per_table_hour"] > 0:
        yield _(
            "Dealing errors took {minutes} minutes of a table-hour; the hands that were not dealt meanwhile would "
            "have brought {tax} chips of tax for each table-hour (95 % interval {between})."
        ).format(
            minutes=decimal(costs["minutes_lost"]["per_table_hour"]),
            tax=decimal(costs["tax_not_taken"]["per_table_hour"]),
            between=_between(costs["tax_not_taken"]),
        )
    if costs["chips_kept_out"]["in_all"] > 0:
        yield _(
            "{times} times a ruling made a bet or raise smaller than its player wanted; the tax on those chips would "
            "be at most {tax} chips for each table-hour ({between})."
        ).format(
            times=whole(tables["events.rulings"]["smaller"].sum()),
            tax=decimal(costs["tax_kept_out"]["per_table_hour"]),
            between=_between(costs["tax_kept_out"]),
        )


def _between(row: dict[str, Any]) -> str:
    return between(row["per_table_hour_low"], row["per_table_hour_high"])


def draw(facts: Facts) -> Iterator[tuple[str, Figure]]:
    """How often dealing errors happen."""
    from holdem_sim.reports._draw_events import happenings

    yield "events", happenings(facts.answer(tables)["events"], facts)
