"""Events: dealing errors and the time they take, rulings, straddles, who comes, waits and goes, by the hour.

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
per_hour_low, per_hour_high
    95 % interval with the sessions as independent units, ends at 0.
per_100_hands
    The same per 100 hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from holdem_sim.reports._facts import Facts
from holdem_sim.reports._statistics import interval_note, overall
from holdem_sim.reports._text import TextTable, decimals, intervals, whole
from holdem_sim.schema import DEALER_ERRORS

PEOPLE = ("arrival", "departure", "waiting", "gave-up", "refused", "seat-change")
GAMES = ("button-draw", "game-broken", "game-restarted")
POSTS = {"straddle": "straddles", "post-dead": "dead posts", "post-live": "live posts"}
TITLES = {
    "errors": "Dealing errors",
    "rulings": "Rulings",
    "people": "People and games",
    "posts": "Straddles and posts",
}
WORDS = {
    "arrival": "sits down",
    "waiting": "waits for a seat",
    "gave-up": "gives up waiting",
    "refused": "is refused",
}
MISDEALS, MINUTES = "misdeals", "minutes lost"


def tables(facts: Facts, short: bool = False) -> dict[str, pd.DataFrame]:
    """``events``: a row for everything that happened: group, what, times, per hour with interval, per 100 hands."""
    counts = pd.concat([_errors(facts), _events(facts), _posts(facts)], ignore_index=True)
    sessions = facts.sessions[["session_id", "table_hours", "hands"]]
    rows = []
    for (group, what), found in counts.groupby(["group", "what"], sort=False):
        sums = sessions.merge(found[["session_id", "times"]], "left", "session_id").fillna({"times": 0})
        rate = overall(sums, "times", "table_hours")
        rows.append(
            {
                "group": group,
                "what": what,
                "times": float(sums["times"].sum()),
                "per_hour": rate["rate"],
                "per_hour_low": max(rate["low"], 0.0),
                "per_hour_high": rate["high"],
                "per_100_hands": 100 * sums["times"].sum() / sums["hands"].sum(),
                "note": interval_note(facts.extent.sessions),
            }
        )
    frame = pd.DataFrame(rows)
    places = {group: place for place, group in enumerate(TITLES)}
    total = frame["what"].map({MISDEALS: 0, MINUTES: 1}).fillna(2).where(frame["group"] == "errors", 2)
    order = frame.assign(_group=frame["group"].map(places), _total=total, _times=-frame["times"])
    order = order.sort_values(["_group", "_total", "_times", "what"])
    return {"events": frame.loc[order.index].reset_index(drop=True)}


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
    """A table for each group; in ``short`` form the errors alone."""
    note = interval_note(facts.extent.sessions)
    for group, title in TITLES.items():
        found = tables["events"].query("group == @group")
        if found.empty or (short and group != "errors"):
            continue
        columns = [
            found["what"],
            map(whole, found["times"]),
            decimals(found["per_hour"]),
            intervals(found["per_hour_low"], found["per_hour_high"]),
            decimals(found["per_100_hands"]),
        ]
        heads = ["what", "times", "per hour", "95 % interval", "per 100\nhands"]
        if group == "rulings":  # long words: no room for all columns
            columns, heads = columns[:3], heads[:3]
        rows = [list(row) for row in zip(*columns, strict=True)]
        notes = [f"{note[0].upper()}{note[1:]}."] if note and group != "rulings" else []
        yield TextTable(title, heads, rows, notes)
