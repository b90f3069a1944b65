"""Plain Python strategies: spots as light objects, and the players' memories.

Reading a field of a numpy record takes microseconds in plain Python, so the waiting spots of a step are
turned, column by column, into objects with slots: numbers become ints and floats, arrays lists.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import numpy as np

from holdem_sim.engine.table import OBSERVED, SPOT_FIELDS

SPOT_NAMES = tuple(str(field[0]) for field in SPOT_FIELDS)
HAND_NAMES = tuple(OBSERVED.names or ())


def _light_class(name: str, fields: Sequence[str], doc: str) -> type:
    """A class with one slot a field, filled in order by its constructor."""
    body = "\n".join(f"    self.{f} = {f}" for f in fields)
    scope: dict[str, Any] = {}
    exec(f"def __init__(self, {', '.join(fields)}):\n{body}", scope)
    return type(name, (), {"__slots__": tuple(fields), "__init__": scope["__init__"], "__doc__": doc})


LightSpot = _light_class("LightSpot", (*SPOT_NAMES, "memory"), "What a player may know when he acts.")
LightHand = _light_class("LightHand", HAND_NAMES, "What a player has seen when the hand is over.")


def light_spots(spots: np.ndarray, memories: Sequence[Any]) -> list[Any]:
    """One light object for each record of ``spots`` (dtype SPOT)."""
    columns = [spots[name].tolist() for name in SPOT_NAMES]
    return [LightSpot(*row) for row in zip(*columns, memories, strict=True)]


def light_hand(hand: np.ndarray) -> Any:
    """A light object for a record of dtype OBSERVED; its actions are cut to those that happened."""
    values = dict(zip(HAND_NAMES, (hand[name].tolist() for name in HAND_NAMES), strict=True))
    for name in ("action_seat", "action_street", "action", "action_to"):
        values[name] = values[name][: values["actions"]]
    return LightHand(**values)


class LightMemory:
    """A player's memory for plain Python: the declared fields, zero at first; arrays are lists."""

    __slots__ = ("__dict__",)

    def __init__(self, dtype: np.dtype):
        zero = np.zeros((), dtype)
        for name in dtype.names or ():
            setattr(self, name, zero[name].tolist())


class Memories:
    """The memories of the players at the tables in play, wherever they sit; a new player gets a new one."""

    def __init__(self) -> None:
        self._held: dict[int, dict[int, Any]] = {}

    def of(self, table: int, player: int, make: Callable[[], Any]) -> Any:
        """The memory of ``player`` at the table in slot ``table``."""
        held = self._held.setdefault(table, {})
        if player not in held:
            held[player] = make()
        return held[player]

    def number(self, table: int) -> int:
        """How many players of a table are remembered."""
        return len(self._held.get(table, ()))

    def keep(self, table: int, players: Container[int]) -> None:
        """Forget everybody else at the table in slot ``table``."""
        held = self._held.get(table, {})
        self._held[table] = {player: memory for player, memory in held.items() if player in players}
