"""The engine's records for one hand, and how Python reads them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from holdem_sim.engine.table import BLOCK, SEATS, TABLE


class Sheet:
    """The records a hand is played on, made once; every hand starts on them afresh.

    Python reads them through views: a field of a numpy record costs ten times as much.
    """

    def __init__(self) -> None:
        table, block = np.zeros(1, TABLE), np.zeros(1, BLOCK)
        self.table = table.view(np.recarray)[0]
        self.block = block.view(np.recarray)[0]
        self._fields = {name: table[name] for name in TABLE.names or ()}
        awards = block["awards"]
        self._awards = [awards[name][0] for name in ("pot_no", "seat", "amount")]
        self._rows = [block["actions_rows"], block["awards_rows"]]

    def read(self, name: str) -> Any:
        """A field of the table, as int or list."""
        return self._fields[name].tolist()[0]

    def clear(self) -> None:
        """Forget the rows of the hand before."""
        for rows in self._rows:
            rows[0] = 0

    def awards(self) -> Iterator[tuple[int, int, int]]:
        """The awards as (pot, seat, chips)."""
        count = int(self._rows[1][0])
        return zip(*(column[:count].tolist() for column in self._awards), strict=True)


@cache
def the_sheet() -> Sheet:
    """The one sheet of the process."""
    return Sheet()


def seats_of(mask: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(SEATS) if mask >> seat & 1]
