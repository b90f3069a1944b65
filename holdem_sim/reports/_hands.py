"""Hands and decisions as arrays, in the order in which they lie in a run's files, some hands at a time.

What depends on the order of decisions, as styles do, is counted from these: adding up what came before along ordered
columns is much faster than sorting them again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from holdem_sim.dataset import Run, readable
from holdem_sim.errors import HoldemError
from holdem_sim.schema import ACTIONS, MAX_SEATS, POSITIONS, STREETS

if TYPE_CHECKING:
    import pyarrow as pa

HANDS_AT_ONCE = 50_000
"""Hands whose actions are in memory at a time."""
PREFLOP, FLOP, TURN = (STREETS.index(street) for street in ("preflop", "flop", "turn"))
FOLD, CALL, BET = (ACTIONS.index(action) for action in ("fold", "call", "bet"))
COLUMNS = {
    "hands": ["hand_id", "last_street", "showdown"],
    "seats": ["hand_id", "session_id", "seat", "player_id", "strategy", "position", "folded_street", "won"],
    "actions": ["hand_id", "street", "seat", "action", "amount", "to", "to_call", "stack_before", "all_in"],
}


def pieces(run: Run) -> Iterator[dict[str, pa.Table]]:
    """The columns of :data:`COLUMNS` by table, what belongs to a hand together, at most so many hands at a time."""
    import pyarrow.dataset as pads

    files = {table: {part.name: str(part) for part in run.parts(table)} for table in COLUMNS}
    for name in files["hands"]:
        for table, parts in files.items():
            if name not in parts:
                missing = run.path / table / name
                raise HoldemError(f"{missing} is missing; run it again with --resume or --force")
        with readable(run.path):
            sets = {table: pads.dataset(parts[name], format="parquet") for table, parts in files.items()}
            ids = sets["hands"].to_table(columns=["hand_id"]).column("hand_id").to_numpy()
            for start in range(0, len(ids), HANDS_AT_ONCE):
                last = ids[min(start + HANDS_AT_ONCE, len(ids)) - 1]
                where = (pads.field("hand_id") >= ids[start]) & (pads.field("hand_id") <= last)
                some = None if len(ids) <= HANDS_AT_ONCE else where
                yield {
                    table: sets[table].to_table(columns=names, filter=some)
                    for table, names in COLUMNS.items()
                }


class Hands:
    """Some hands in arrays: hands, seats, decisions in their order.

    A *place* is hand * MAX_SEATS + seat, with the hands counted from 0; a *round* a hand and street.
    """

    def __init__(self, tables: dict[str, pa.Table]) -> None:
        hands = tables["hands"]
        self.ids = _numbers(hands, "hand_id")
        self.saw_flop = _codes(hands, "last_street", STREETS) >= FLOP
        self.showdown = _numbers(hands, "showdown")
        self._take_seats(tables["seats"])
        self._take_actions(tables["actions"])

    def _hand(self, table: pa.Table) -> np.ndarray:
        """The hands of the rows, counted from 0; HoldemError if they do not lie in order."""
        ids = _numbers(table, "hand_id")
        new = np.ones(len(ids), bool)
        new[1:] = ids[1:] != ids[:-1]
        found = np.searchsorted(self.ids, ids[new])
        known = found.max(initial=-1) < len(self.ids)
        if (np.diff(found) <= 0).any() or not known or (self.ids[found] != ids[new]).any():
            raise HoldemError("hands do not lie in order in the run's files; holdem-sim verify says more")
        return np.repeat(found, np.diff(np.append(np.flatnonzero(new), len(ids))))

    def _take_seats(self, seats: pa.Table) -> None:
        hand = self._hand(seats)
        self.dealt = hand * MAX_SEATS + _numbers(seats, "seat")
        self.session, self.player = _numbers(seats, "session_id"), _numbers(seats, "player_id")
        self.strategy = seats.column("strategy").unify_dictionaries().combine_chunks()
        self.position = _codes(seats, "position", POSITIONS)
        self.position_of = np.full(len(self.ids) * MAX_SEATS, -1, np.int8)
        self.position_of[self.dealt] = self.position
        folded = _codes(seats, "folded_street", STREETS)
        self.saw = self.saw_flop[hand] & (folded != PREFLOP)
        self.showed = self.saw & (folded < 0) & self.showdown[hand]
        self.won = _numbers(seats, "won") > 0

    def _take_actions(self, actions: pa.Table) -> None:
        hand = self._hand(actions)
        action = _codes(actions, "action", ACTIONS)
        decided = action >= FOLD
        self.hand, self.action = hand[decided], action[decided]
        self.street = _codes(actions, "street", STREETS)[decided]
        self.place = self.hand * MAX_SEATS + _numbers(actions, "seat")[decided]
        self.to, amount, self.to_call, stack, self.all_in = (
            _numbers(actions, name)[decided] for name in ("to", "amount", "to_call", "stack_before", "all_in")
        )
        self.bet = self.to - amount  # on this street, before the action
        self.reach = stack + self.bet
        self.raises = self.action >= BET
        key = self.hand * len(STREETS) + self.street
        self.new_round = np.ones(len(key), bool)
        self.new_round[1:] = key[1:] != key[:-1]
        self.round = np.cumsum(self.new_round) - 1
        self.before = self.sofar(self.raises)

    def sofar(self, what: np.ndarray) -> np.ndarray:
        """How often something has happened on the street before each decision."""
        done = np.cumsum(what) - what
        return done - done[self.new_round][self.round]

    def once(self, what: np.ndarray) -> np.ndarray:
        """The places of the decisions that are marked, each of them once."""
        found = np.zeros(len(self.position_of), bool)
        found[self.place[what]] = True
        return np.flatnonzero(found)


def _numbers(table: pa.Table, name: str) -> np.ndarray:
    return table.column(name).to_numpy()


def _codes(table: pa.Table, name: str, words: tuple[str, ...]) -> np.ndarray:
    """A column of words as their places in ``words``, -1 for null."""
    column = table.column(name).unify_dictionaries().combine_chunks()
    places = {word: place for place, word in enumerate(words)}
    found = np.array([places[word] for word in column.dictionary.to_pylist()] + [-1], np.int8)
    return found[column.indices.fill_null(len(found) - 1).to_numpy()]
