"""Recorded hands taxed anew, by the engine's own rules, and what that changes for the house and the players.

The pots, the players and their stacks are those that were recorded. What a hand is taxed more is taken from those who
won it, in proportion to what they won, and what it is taxed less is given to them: so the tax works when pots are
pushed. A new time charge is taken at the same moments as the engine takes one, from the chips that each player then
had (:mod:`holdem_sim.questions._time_charges`).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from holdem_sim.config import Config
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.table import TABLE
from holdem_sim.engine.tax import charge
from holdem_sim.questions._figures import Sums
from holdem_sim.questions._time_charges import time_charges
from holdem_sim.reports._facts import Facts
from holdem_sim.shard import records


@kernel
def _charge_all(table, rules, pots, players, flops, taxes, extra_drops):
    """Tax and extra drop of hands from their pot (chips), players dealt in, and whether a flop was dealt."""
    table.pots = 1
    for hand in range(len(pots)):
        table.pot = pots[hand]
        table.pot_amount[0] = pots[hand]
        table.players_dealt = players[hand]
        charge(table, rules, flops[hand])
        taxes[hand] = table.tax
        extra_drops[hand] = table.extra_drop


def retaxed_hands(hands: pd.DataFrame, config: Config) -> tuple[np.ndarray, np.ndarray]:
    """Tax and extra drop, in chips, of hands with the columns ``pot``, ``players_dealt`` and ``flop``."""
    taxes, extra_drops = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    table, rules = records(TABLE)[0], config.rules_record()
    columns = [
        np.ascontiguousarray(hands[name].to_numpy(), np.int64) for name in ("pot", "players_dealt", "flop")
    ]
    _charge_all(table, rules, *columns, taxes, extra_drops)
    return taxes, extra_drops


def retaxed(facts: Facts, before: Sums, config: Config) -> Sums:
    """What the run adds up to (``before``) under the tax scheme of ``config``."""
    parts = [_range(facts, config, *span) for span in facts.session_ranges()]
    sessions = pd.concat([part[0] for part in parts]).set_index("session_id")
    strategies = pd.concat([part[1] for part in parts])
    frame = before.sessions.copy()
    for name in ("tax", "tax_bb", "extra_drop", "taxed"):
        frame[name] = frame["session_id"].map(sessions[name])
    charges = _charges(facts, config, before)
    frame["time_charge"] = frame["session_id"].map(charges.groupby("session_id")["charge"].sum()).fillna(0)
    frame["income"] = frame["tax"] + frame["time_charge"]
    more = _with_charges(facts, strategies, charges, before)
    players = before.strategies.merge(more, on=["session_id", "strategy"], how="left").fillna(0)
    for name in ("lost", "lost_bb"):
        players[name] += players.pop(f"more_{name}")
        frame[name] = frame["session_id"].map(players.groupby("session_id")[name].sum())
    return Sums(frame, players)


def _range(facts: Facts, config: Config, first: int, last: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Of a range of sessions: the new sums by session, and by strategy what its players lose more."""
    hands = facts.sql(
        """SELECT hand_id, session_id, pot, players_dealt, (last_street <> 'preflop')::TINYINT AS flop,
            big_blind, tax + extra_drop AS taken
        FROM hands WHERE session_id BETWEEN ? AND ?""",
        [first, last],
    )
    hands["tax"], hands["extra_drop"] = retaxed_hands(hands, config)
    hands["tax_bb"] = hands["tax"] / hands["big_blind"]
    hands["taxed"] = (hands["tax"] > 0).astype("int64")
    sums = hands.groupby("session_id")[["tax", "tax_bb", "extra_drop", "taxed"]].sum().reset_index()
    hands["more"] = hands["tax"] + hands["extra_drop"] - hands["taken"]
    changed = hands.loc[hands["more"] != 0, ["hand_id", "pot", "taken", "more", "big_blind"]]
    facts.offer("changed_hands", changed)
    more = facts.sql(
        """SELECT session_id, strategy, fsum(more) AS more_lost, fsum(more / big_blind) AS more_lost_bb FROM (
            SELECT s.session_id, s.strategy, c.big_blind, c.more * CASE WHEN c.pot > c.taken
                THEN s.won::DOUBLE / (c.pot - c.taken) ELSE s.contributed::DOUBLE / c.pot END AS more
            FROM seats s JOIN changed_hands c USING (hand_id) WHERE s.session_id BETWEEN ? AND ?
        ) GROUP BY ALL""",
        [first, last],
    )
    return sums, more


def _charges(facts: Facts, config: Config, before: Sums) -> pd.DataFrame:
    """The time charges of every session and strategy under the new scheme: session_id, strategy, charge."""
    new = int(config.rules_record().time_charge)
    old = facts.setting("tax.time_charge")
    columns = ["session_id", "strategy", "charge"]
    if new == old:
        return before.strategies.rename(columns={"time_charge": "charge"})[columns]
    if new == 0:
        return pd.DataFrame({name: before.strategies[name].head(0) for name in columns[:2]} | {"charge": []})
    paid = time_charges(facts, new).groupby(columns[:2], observed=True)[["charge"]].sum()
    return paid.reset_index()


def _with_charges(facts: Facts, more: pd.DataFrame, charges: pd.DataFrame, before: Sums) -> pd.DataFrame:
    """What the players of each strategy lose more, the change of their time charges included."""
    key = ["session_id", "strategy"]
    old = before.strategies[[*key, "time_charge"]]
    both = old.merge(charges, on=key, how="outer").merge(more, on=key, how="outer")
    both[both.columns[2:]] = both[both.columns[2:]].fillna(0)
    change = both["charge"] - both["time_charge"]
    both["more_lost"] += change
    both["more_lost_bb"] += change / facts.extent.big_blind
    return both[[*key, "more_lost", "more_lost_bb"]]
