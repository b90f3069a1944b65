"""One hand in the engine whose players say how they announce: wish by wish, through the simulator's own loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engine_hand import EngineHand
from holdem_sim.engine import hand, lockstep, sight
from holdem_sim.engine.hooks import install
from holdem_sim.engine.rulings import check_or_fold, out_of_turn
from holdem_sim.engine.table import BLOCK, SPOT, TYPES
from holdem_sim.schema import ACTIONS, MANNERS
from oracle.course import Start
from oracle.house import House
from records import empty_record

DECK = list(range(52))
CHIPS = (1, 5, 25, 100, 500, 1000, 5000)


class Did(NamedTuple):
    """An action as it was recorded; ``wanted`` and ``wanted_to`` only where it was ruled otherwise."""

    seat: int
    action: str
    to: int
    manner: str = "declared"
    wanted: str | None = None
    wanted_to: int | None = None


class Talk:
    """A hand whose players choose their manners; the button is at seat 0, the blinds are 50 and 100."""

    def __init__(
        self, *stacks: int, chips: Sequence[int] = CHIPS, posts: Sequence[int] = (), button=0
    ) -> None:
        played = EngineHand(House(), Start(stacks, button, posts or (50, 100)), DECK)
        self.table, self.rules = played.table, played.rules
        self.rules.chip_values = len(chips)
        self.rules.chip_value[: len(chips)] = chips
        self.block, self.spot = empty_record(BLOCK), empty_record(SPOT)
        self.types = np.zeros(1, TYPES).view(np.recarray)
        self.types["manners"] = 1
        self.table.type[:] = 0
        install(self.rules, self.types, True, self.table, self.block)

    def asked(self) -> int:
        """Who is asked next, the hand played on as far as nobody has to be; -1: the betting is over."""
        table = self.table
        while True:
            if table.actor < 0:
                if hand.is_over(table):
                    return -1
                hand.next_street(table, self.rules)
                continue
            lockstep.choose_speaker(table, self.rules, self.types, self.block)
            if table.speaker >= 0:
                sight.fill_spot(table, self.rules, self.spot, table.speaker, False)
                return int(table.speaker)

    def answer(self, wish: int) -> bool:
        """The answer of whoever was asked; whether the wish had to be corrected."""
        return bool(lockstep.decide(self.table, self.rules, self.types, self.block, self.spot, wish, False))

    def acts(self, seat: int, wish: int) -> Did:
        """``seat`` is asked in turn and answers; whoever is asked before his turn keeps silent."""
        while self.asked() != self.table.actor:
            self.answer(check_or_fold())
        assert self.table.actor == seat and self.spot.in_turn == 1
        self.answer(wish)
        return self.did[-1]

    def says(self, seat: int, wish: int) -> bool:
        """``seat`` is asked before his turn and speaks; whether the wish was not legal."""
        assert self.asked() == seat != self.table.actor and self.spot.in_turn == 0
        return self.answer(out_of_turn(wish))

    def line(self, *steps: tuple[int, int]) -> Talk:
        """Several players act in turn."""
        for seat, wish in steps:
            self.acts(seat, wish)
        return self

    @property
    def did(self) -> list[Did]:
        rows = self.block.actions
        return [
            Did(
                int(rows.seat[i]),
                ACTIONS[rows.action[i]],
                int(rows.to[i]),
                MANNERS[rows.manner[i]],
                ACTIONS[rows.wanted[i]] if rows.wanted[i] >= 0 else None,
                int(rows.wanted_to[i]) if rows.wanted[i] >= 0 else None,
            )
            for i in range(self.block.actions_rows)
        ]

    @property
    def rulings(self) -> list[tuple[int, str, str, str | None]]:
        """The rulings: seat, manner, what was wanted, what became of it (None: free again)."""
        rows: Any = self.block.events
        return [
            (
                int(rows.seat[i]),
                MANNERS[rows.detail[i, 0]],
                ACTIONS[rows.detail[i, 1]],
                ACTIONS[rows.detail[i, 2]] if rows.detail[i, 2] >= 0 else None,
            )
            for i in range(self.block.events_rows)
        ]
