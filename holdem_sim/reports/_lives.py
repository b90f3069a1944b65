"""What becomes of the chips that players buy: the lives of buy-ins, visits, and sums by strategy and session.

Definitions
-----------
life
    What happens to the chips that a player puts on the table, from the first hand he is dealt with them to the hand
    after which he has none (he is bust, the life is over) or until he leaves or the session closes (the life is cut
    short, "right-censored": how long it would have lasted is not known, but longer than that). A buy-in begins a
    life, and so does a rebuy after a bust. A rebuy on top of a stack that is not gone (a top-up) goes on with
    the same life, and so do winnings.
hours, hands
    Of play: of the hands in which the player was dealt in. Breaks and waiting do not count.
visit
    From a player's buy-in to his leaving, his last bust or the closing of the session; who comes back and buys in
    again begins another visit. Its length is by the clock, waiting for the blind and breaks between hands included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from holdem_sim.schema import HANDS_PER_SESSION_ID

if TYPE_CHECKING:
    from holdem_sim.reports._facts import Facts

LEDGER = {"buy-in": "buy_in", "rebuy": "rebuy", "cash-out": "cash_out", "time-charge": "time_charge"}
FEW_LIVES = 10
"""With fewer lives left to be watched a curve of survival says nothing."""
_SUMS = ["hands", "hours", "net", "net_bb", "contributed", "tax_paid", "tax_paid_bb", "extra_paid"]


def lives(facts: Facts) -> pd.DataFrame:
    """A row for every life, in the order of sessions, players and time.

    session_id, player_id, visit (counted from 1), strategy, hands, hours, net, net_bb, contributed, tax_paid,
    tax_paid_bb and extra_paid (the extra drop), both by the attribution, bust (whether it ended so), until_s (when
    its last hand ended, seconds since the session opened).
    """
    found = [_lives(facts, *span) for span in facts.session_ranges()]
    frame = pd.concat(found, ignore_index=True)
    frame["strategy"] = frame["strategy"].astype("category")
    return frame


def _lives(facts: Facts, first: int, last: int) -> pd.DataFrame:
    attribution = facts.attribution
    return facts.sql(
        f"""WITH begun AS (
            SELECT player_id, hand_id + 1 AS begins, 0 AS visits
            FROM seats WHERE stack_end = 0 AND session_id BETWEEN $first AND $last
            UNION ALL
            SELECT player_id, session_id * {HANDS_PER_SESSION_ID}::BIGINT + hand_no AS begins, 1 AS visits
            FROM ledger WHERE kind = 'buy-in' AND session_id BETWEEN $first AND $last
        ), spans AS (
            SELECT player_id, begins, sum(visits) OVER (PARTITION BY player_id ORDER BY begins) AS visit,
                lead(begins) OVER (PARTITION BY player_id ORDER BY begins) AS until
            FROM (SELECT player_id, begins, sum(visits) AS visits FROM begun GROUP BY ALL)
        ), h AS (
            SELECT * FROM hands WHERE session_id BETWEEN $first AND $last
        ), dealt AS (
            SELECT s.session_id, s.player_id, s.strategy, s.net, s.contributed, s.stack_end,
                {attribution.column} AS tax_paid, {attribution.share} * h.extra_drop AS extra_paid,
                h.big_blind::DOUBLE AS big_blind, h.duration_s::DOUBLE AS seconds,
                h.started_s + h.duration_s AS until_s, coalesce(spans.visit, 1) AS visit, spans.begins
            FROM seats s JOIN h USING (hand_id) LEFT JOIN spans ON spans.player_id = s.player_id
                AND s.hand_id >= spans.begins AND (spans.until IS NULL OR s.hand_id < spans.until)
            WHERE s.session_id BETWEEN $first AND $last
        )
        SELECT session_id, player_id, visit::INTEGER AS visit, any_value(strategy) AS strategy,
            count(*) AS hands, fsum(seconds) / 3600 AS hours,
            sum(net)::BIGINT AS net, fsum(net / big_blind) AS net_bb, sum(contributed)::BIGINT AS contributed,
            fsum(tax_paid) AS tax_paid, fsum(tax_paid / big_blind) AS tax_paid_bb,
            fsum(extra_paid) AS extra_paid, bool_or(stack_end = 0) AS bust, max(until_s) AS until_s
        FROM dealt GROUP BY session_id, player_id, visit, begins
        ORDER BY session_id, player_id, begins""",
        {"first": first, "last": last},
    )


def visits(facts: Facts) -> pd.DataFrame:
    """A row for every visit of a player, those included who were never dealt in.

    session_id, player_id, strategy, visit, came_s and went_s (seconds since the session opened), hours (between
    them), end ("broke", "left" with chips, or "closing": he was there when the session closed), buy_in, rebuy,
    cash_out and time_charge (lines of the ledger), the same with _chips, hands and net (of his lives), busts.
    """
    lines = facts.sql(
        f"""WITH numbered AS (
            SELECT *, greatest(1, count(*) FILTER (kind = 'buy-in') OVER (
                PARTITION BY player_id ORDER BY hand_no, kind = 'cash-out' DESC, kind = 'buy-in' DESC
                ROWS UNBOUNDED PRECEDING)) AS visit
            FROM ledger WHERE player_id IS NOT NULL
        )
        SELECT session_id, player_id, visit::INTEGER AS visit, min(clock_s) AS came_s,
            max(clock_s) FILTER (kind = 'cash-out') AS out_s, max(hand_no) FILTER (kind = 'cash-out') AS out_no,
            {", ".join(_line_sums())}
        FROM numbered GROUP BY ALL ORDER BY session_id, player_id, visit"""
    )
    whose = facts.sql("SELECT player_id, strategy::VARCHAR AS strategy FROM players")
    lines.insert(2, "strategy", lines["player_id"].map(whose.set_index("player_id")["strategy"]))
    groups = facts.lives.groupby(["session_id", "player_id", "visit"])
    played = groups.agg(
        hands=("hands", "sum"), net=("net", "sum"), busts=("bust", "sum"), last=("until_s", "max")
    )
    frame = lines.join(played, on=["session_id", "player_id", "visit"])
    for name in ("hands", "net", "busts"):
        frame[name] = frame[name].fillna(0).astype("int64")
    length = frame["session_id"].map(facts.sessions.set_index("session_id")["hands"])
    out = frame["out_no"].astype(float)
    frame["end"] = np.select([out.isna(), out < length], ["broke", "left"], "closing")
    frame["went_s"] = frame["out_s"].fillna(frame["last"]).fillna(frame["came_s"])
    frame["hours"] = (frame["went_s"] - frame["came_s"]) / 3600
    return frame.drop(columns=["out_s", "out_no", "last"])


def _line_sums() -> list[str]:
    """SQL: how many lines of each kind, and their chips as positive numbers."""
    return [
        f"count(*) FILTER (kind = '{kind}') AS {name}, "
        f"abs(coalesce(sum(amount) FILTER (kind = '{kind}'), 0))::BIGINT AS {name}_chips"
        for kind, name in LEDGER.items()
    ]


def strategy_sessions(facts: Facts) -> pd.DataFrame:
    """A row for every session and strategy in it: what its players' lives and lines of the ledger add up to.

    session_id, strategy, players (who bought in), hands and seat_hours (dealt in, all its players together), net,
    net_bb, contributed, tax_paid, tax_paid_bb, extra_paid, busts, lives, buy_in, rebuy, cash_out and time_charge
    (how many), the same with _chips.
    """
    keys = ["session_id", "strategy"]
    played = facts.lives.assign(busts=facts.lives["bust"].astype("int64"), lives=1)
    sums = played.groupby(keys, observed=True)[[*_SUMS, "busts", "lives"]].sum()
    money = facts.visits.assign(players=facts.visits["visit"] == 1)
    names = [name + ending for name in LEDGER.values() for ending in ("", "_chips")]
    both = money.groupby(keys)[["players", *names]].sum().join(sums, how="outer").fillna(0)
    whole = ["players", *names, "hands", "net", "contributed", "busts", "lives"]
    both = both.astype(dict.fromkeys(whole, "int64"))
    return both.rename(columns={"hours": "seat_hours"}).reset_index()


def survival_curve(times: np.ndarray, over: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The share that survives each of the moments at which something was seen, when ``over`` says what ended there.

    The others were only seen until their time. The product-limit estimate (E. L. Kaplan and P. Meier, Nonparametric
    estimation from incomplete observations, J. Amer. Statist. Assoc. 53, 1958), up to where fewer than ten are left
    to be watched.
    """
    moments, place = np.unique(times, return_inverse=True)
    ends = np.bincount(place, weights=over, minlength=len(moments))
    leaving = np.bincount(place, minlength=len(moments))
    at_risk = len(times) - np.concatenate([[0], np.cumsum(leaving)[:-1]])
    watched = at_risk >= FEW_LIVES
    return moments[watched], np.cumprod(1 - ends / at_risk)[watched]


def survival_quantiles(times: np.ndarray, over: np.ndarray, levels: tuple[float, ...]) -> list[float]:
    """The first moments of :func:`survival_curve` by which the shares ``levels`` are gone; NaN if not reached."""
    if len(times) == 0:
        return [float("nan")] * len(levels)
    moments, surviving = survival_curve(times, over)
    found = []
    for level in levels:
        reached = np.flatnonzero(surviving <= 1 - level + 1e-12)
        found.append(float(moments[reached[0]]) if len(reached) else float("nan"))
    return found
