"""What players would pay for their time under another time charge, from the files of a run.

Every full half hour of the session's clock each player at the table pays, or gives what he has left, before the next
hand; while a game is broken, when the next player comes. A half hour is paid for only if the game goes on after it,
or waits for players: not after the session's last hand, nor when its time is up. The chips that a player then has are
those of the files: what the ledger says he brought and took before that moment, and his results in all hands that
began before it.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from holdem_sim.reports._facts import Facts

HALF_HOUR_S = 1800


def time_charges(facts: Facts, chips: int) -> pd.DataFrame:
    """The charges of ``chips`` a half hour by player: session_id, player_id, strategy, charge (chips paid in all)."""
    return pd.concat([_range(facts, chips, *span) for span in facts.session_ranges()], ignore_index=True)


def _range(facts: Facts, chips: int, first: int, last: int) -> pd.DataFrame:
    """The same of a range of sessions."""
    due = _half_hours(facts, first, last)
    players = facts.sql(
        "SELECT session_id, player_id, strategy FROM players WHERE session_id BETWEEN ? AND ? ORDER BY player_id",
        [first, last],
    )
    most = int(due.max()) if len(due) else 0
    chips_by = np.zeros((len(players), most + 1))
    moves = _moves(facts, first, last)
    moves = moves[moves["half_hour"] <= most]
    place = np.searchsorted(players["player_id"].to_numpy(), moves["player_id"].to_numpy())
    np.add.at(chips_by, (place, moves["half_hour"].to_numpy()), moves["chips"].to_numpy(float))
    stacks = np.cumsum(chips_by, axis=1)
    busy = _busy(facts, first, last, players["session_id"], most)
    until = players["session_id"].map(due).fillna(0).to_numpy()
    paid, kept_back = np.zeros(len(players)), np.zeros(len(players))
    for half_hour in range(1, most + 1):
        # What has happened in the half hours before it; charges taken at one moment follow each other.
        there = np.where(half_hour <= until, stacks[:, half_hour - 1] - kept_back, 0)
        now = np.clip(there, 0, chips)
        paid += now
        kept_back = np.where(busy[:, half_hour], 0, kept_back + now)
    return players.assign(charge=paid.astype(np.int64))


def _half_hours(facts: Facts, first: int, last: int) -> pd.Series:
    """How many half hours are paid for in each session."""
    frame = facts.sql(
        """WITH h AS (
            SELECT session_id, max(started_s) AS begun, max(started_s + duration_s) AS ended
            FROM hands WHERE session_id BETWEEN $first AND $last GROUP BY session_id
        ), e AS (
            SELECT session_id, clock_s, kind FROM events
            WHERE session_id BETWEEN $first AND $last AND hand_id IS NULL
        )
        SELECT h.session_id, h.begun, h.ended,
            max(e.clock_s) FILTER (e.kind = 'game-broken' AND e.clock_s >= h.begun) AS broken,
            max(e.clock_s) FILTER (e.kind <> 'session-closed') AS happened,
            max(e.clock_s) FILTER (e.kind = 'session-closed') AS closed
        FROM h LEFT JOIN e USING (session_id) GROUP BY ALL""",
        {"first": first, "last": last},
    )
    over = float(facts.setting("session.hours") or 0) * 3600 or np.inf
    # The game broke after the last hand: whoever waits goes on paying, until the session's time is up.
    waits = frame["broken"].notna() & (frame["ended"] < over)
    waited = frame["closed"].where(frame["closed"] < over, frame["happened"].where(frame["happened"] < over))
    until = frame["begun"].where(~waits, waited.fillna(frame["begun"]))
    return (until // HALF_HOUR_S).astype(int).set_axis(frame["session_id"])


def _moves(facts: Facts, first: int, last: int) -> pd.DataFrame:
    """Chips that came to and went from each player by half hour: player_id, half_hour, chips."""
    return facts.sql(
        f"""SELECT player_id, half_hour::INTEGER AS half_hour, sum(chips)::BIGINT AS chips FROM (
            SELECT player_id, floor(clock_s / {HALF_HOUR_S}) AS half_hour, amount AS chips
            FROM ledger WHERE player_id IS NOT NULL AND session_id BETWEEN $first AND $last
            UNION ALL
            SELECT s.player_id, floor(h.started_s / {HALF_HOUR_S}), s.net
            FROM seats s JOIN hands h USING (hand_id) WHERE s.session_id BETWEEN $first AND $last
        ) GROUP BY ALL""",
        {"first": first, "last": last},
    )


def _busy(facts: Facts, first: int, last: int, sessions: pd.Series, most: int) -> np.ndarray:
    """[player, half hour]: whether anything happened between hands in that half hour of his session's clock.

    Where nothing did, the half hour's charge is taken together with the next one's.
    """
    frame = facts.sql(
        f"""SELECT DISTINCT session_id, floor(clock_s / {HALF_HOUR_S})::INTEGER AS half_hour FROM (
            SELECT session_id, started_s + duration_s AS clock_s FROM hands
            UNION ALL SELECT session_id, clock_s FROM ledger
            UNION ALL SELECT session_id, clock_s FROM events WHERE hand_id IS NULL
        ) WHERE session_id BETWEEN $first AND $last""",
        {"first": first, "last": last},
    )
    frame = frame[frame["half_hour"] <= most]
    names = np.unique(sessions.to_numpy())
    busy = np.zeros((len(names), most + 1), bool)
    busy[np.searchsorted(names, frame["session_id"]), frame["half_hour"]] = True
    return busy[np.searchsorted(names, sessions.to_numpy())]
