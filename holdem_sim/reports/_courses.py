"""The course of sessions: each seat's net result and chips hand by hand, and quantiles of them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from holdem_sim.reports._facts import HAND_NO, Facts
from holdem_sim.schema import MAX_SEATS

QUANTILES = (0.05, 0.25, 0.50, 0.75, 0.95)
ALL = "all"
"""Stands for the strategy in the rows of the fan that are about all seats."""
FAN_POINTS = 40
"""Hands of a session at which the fan is measured."""
MOST_CELLS = 12_000_000
"""Seats times points held in memory at once; of runs with more, every n-th session is taken."""
CHUNK_CELLS = 1_500_000
"""Seats times points asked for in one query."""
SHOWN_SESSIONS = 4
"""Sessions whose seats are given one by one."""
COURSE_POINTS = 400
"""Points of a seat's course; in longer sessions several hands make one."""


def fan(facts: Facts) -> pd.DataFrame:
    """Quantiles over sessions and seats, by strategy and of all seats, at up to 40 hands of the session.

    strategy, hand (so many hands have been played), sessions (that are still on), seats (in those sessions);
    net_bb_p5 ... p95: the seat's net result so far; stack_bb_p5 ... p95: chips in front after that hand of
    the seats dealt in. Big blinds.
    """
    step = max(1, -(-facts.extent.longest // FAN_POINTS))
    points = -(-facts.extent.longest // step)
    ends = np.minimum(np.arange(1, points + 1) * step, facts.extent.longest)
    lengths = facts.sessions.set_index("session_id")["hands"]
    every = max(1, -(-len(lengths) * MAX_SEATS * points // MOST_CELLS))
    lengths = lengths.iloc[::every]
    net, stacks, owners = _cells(facts, lengths.index.to_numpy(), every, step, points)
    hands = np.repeat(lengths.to_numpy(), MAX_SEATS)
    rows = []
    for strategy in [ALL, *sorted({owner for owner in owners if owner is not None})]:
        mine = owners != None if strategy == ALL else owners == strategy  # noqa: E711  (elementwise)
        session_hands = lengths.to_numpy()[mine.reshape(-1, MAX_SEATS).any(axis=1)]
        for point, end in enumerate(ends):
            there = mine & (hands >= end)
            seats = int(there.sum())
            if seats == 0:
                continue
            row = {
                "strategy": strategy,
                "hand": int(end),
                "sessions": int((session_hands >= end).sum()),
                "seats": seats,
            }
            dealt = stacks[point, there]
            row |= _quantiles("net_bb", net[point, there])
            row |= _quantiles("stack_bb", dealt[~np.isnan(dealt)])
            rows.append(row)
    return pd.DataFrame(rows)


def _quantiles(name: str, values: np.ndarray) -> dict[str, float]:
    levels = np.quantile(values.astype(float), QUANTILES) if len(values) else np.full(len(QUANTILES), np.nan)
    return {
        f"{name}_p{level * 100:.0f}": float(found) for level, found in zip(QUANTILES, levels, strict=True)
    }


def _cells(
    facts: Facts, sessions: np.ndarray, every: int, step: int, points: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Net result so far and chips in front, in big blinds: [point, session x seat]; the seats' strategies.

    Chips are NaN where the seat was not dealt in; a seat where nobody ever sat has no strategy (None).
    """
    net = np.zeros((points, len(sessions) * MAX_SEATS))
    stacks = np.full(net.shape, np.nan)
    player = np.full(net.shape[1], -1, np.int64)
    each = max(1, CHUNK_CELLS // (MAX_SEATS * points))
    for start in range(0, len(sessions), each):
        chunk = sessions[start : start + each]
        where = "session_id BETWEEN ? AND ?" + (f" AND session_id IN ({_list(chunk)})" if every > 1 else "")
        span = [int(chunk[0]), int(chunk[-1])]
        found = facts.sql(
            f"""SELECT session_id, seat, {HAND_NO} // {step} AS point, fsum(net / big_blind) AS net_bb,
                any_value(player_id) AS player_id FROM seat_hands WHERE {where} GROUP BY 1, 2, 3""",
            span,
        )
        place = _places(found, sessions)
        net[found["point"], place] = found["net_bb"]
        player[place] = found["player_id"]
        last = facts.sql(
            f"""SELECT session_id, seat, {HAND_NO} // {step} AS point, stack_end / big_blind AS stack_bb
            FROM seat_hands
            WHERE {where} AND ({HAND_NO} % {step} = {step - 1} OR {HAND_NO} = {facts.extent.longest - 1})""",
            span,
        )
        stacks[last["point"], _places(last, sessions)] = last["stack_bb"]
    np.cumsum(net, axis=0, out=net)
    owners = facts.player_sessions.drop_duplicates("player_id").set_index("player_id")["strategy"]
    return net, stacks, owners.reindex(player).astype(object).where(player >= 0, None).to_numpy()


def _places(rows: pd.DataFrame, sessions: np.ndarray) -> np.ndarray:
    return np.searchsorted(sessions, rows["session_id"]) * MAX_SEATS + rows["seat"].to_numpy()


def _list(numbers: np.ndarray) -> str:
    return ", ".join(str(number) for number in numbers)


def trajectories(facts: Facts) -> pd.DataFrame:
    """The seats of the first sessions, a row a seat and point: a hand, or some hands of a long session.

    session_id, seat, player_id, strategy (who sat there last), hand (hands played by then), net and net_bb
    (the seat's result so far), stack_start (chips in front before the point's first hand), stack and stack_bb
    (after its last), rebuys and rebuy_chips (what was added before its hands, first buy-ins not counted).
    """
    step = course_step(facts)
    chosen = _list(facts.sessions["session_id"].head(SHOWN_SESSIONS).to_numpy())
    rows = facts.sql(
        f"""WITH points AS (
            SELECT session_id, seat, {HAND_NO} // {step} AS point, arg_max(player_id, hand_id) AS player_id,
                arg_max(strategy, hand_id) AS strategy, max({HAND_NO}) + 1 AS hand, sum(net)::BIGINT AS net,
                fsum(net / big_blind) AS net_bb, arg_min(stack_start, hand_id) AS stack_start,
                arg_max(stack_end, hand_id) AS stack, arg_max(stack_end / big_blind, hand_id) AS stack_bb
            FROM seat_hands WHERE session_id IN ({chosen}) GROUP BY 1, 2, 3
        ), added AS (
            SELECT session_id, seat, hand_no // {step} AS point, count(*) AS rebuys,
                sum(amount)::BIGINT AS rebuy_chips
            FROM ledger WHERE kind = 'rebuy' AND session_id IN ({chosen}) GROUP BY 1, 2, 3
        )
        SELECT points.*, coalesce(rebuys, 0) AS rebuys, coalesce(rebuy_chips, 0) AS rebuy_chips
        FROM points LEFT JOIN added USING (session_id, seat, point) ORDER BY session_id, seat, point"""
    )
    seats = rows.groupby(["session_id", "seat"])
    rows["net"] = seats["net"].cumsum()
    rows["net_bb"] = seats["net_bb"].cumsum()
    order = [
        "session_id",
        "seat",
        "player_id",
        "strategy",
        "hand",
        "net",
        "net_bb",
        "stack_start",
        "stack",
        "stack_bb",
    ]
    return rows[[*order, "rebuys", "rebuy_chips"]]


def course_step(facts: Facts) -> int:
    """Hands in a point of :func:`trajectories`."""
    return max(1, -(-facts.extent.longest // COURSE_POINTS))
