"""Sessions played in memory: what the engine writes down, as lists of dictionaries by table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from holdem_sim.config import Config, load
from holdem_sim.engine.table import BLOCK_ROWS
from holdem_sim.record import Labels
from holdem_sim.schema import TABLES
from holdem_sim.shard import Game, Job, Player
from holdem_sim.strategy import Brain, make

Rows = dict[str, list[dict[str, Any]]]


def configure(players: str | None = None, words: Iterable[str] = (), lineup: str | None = None) -> Config:
    """A configuration as the command line makes it."""
    return load("casino", lineup, players=players, words=words)


def game_of(config: Config, seed: int = 1, brains: Iterable[Brain] | None = None) -> Game:
    """A game in which the lineup's specs, or the given strategies in their order, play."""
    made = list(brains) if brains is not None else [make(spec) for spec in config.specs]
    labels = Labels(tuple(b.label for b in made), tuple(config.lineup.types), config.specs, (None,) * 99)
    return Game(config.rules_record(seed), config.types_array(), made, labels)


def play_session(game: Game, session: int = 0, hands: int = 100) -> Rows:
    """One session of compiled strategies, from opening to cash-out."""
    player = InMemory(game, None, Job(0, session, (hands,)))
    player.play()
    return player.rows


class InMemory(Player):
    """A player who keeps the rows instead of writing them."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.rows: Rows = defaultdict(list)

    def empty(self, slot, session=None, last=False):
        take_rows(self.blocks[slot], self.rows)


def take_rows(block: Any, rows: Rows) -> None:
    """Empty a block into ``rows``; categories become words, cards stay numbers."""
    for name in BLOCK_ROWS:
        count = int(block[f"{name}_rows"])
        columns = block[name]
        values = {}
        for col in TABLES[name]:
            if col.engine == "absent":
                continue
            listed = columns[col.name][:count].tolist()
            if col.engine == "code" and isinstance(col.categories, tuple):
                listed = [None if v == col.null else col.categories[v] for v in listed]
            values[col.name] = listed
        rows[name] += [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
        block[f"{name}_rows"] = 0


def by_hand(rows: Rows, table: str) -> dict[int, list[dict[str, Any]]]:
    """The rows of a table by hand_id."""
    found = defaultdict(list)
    for row in rows[table]:
        found[row["hand_id"]].append(row)
    return found
