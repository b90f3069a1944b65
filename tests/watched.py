"""Sessions watched from within: the test answers every decision, and sees the table at each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from holdem_sim.config import Config
from holdem_sim.engine import lockstep
from holdem_sim.engine.table import BLOCK, OBSERVED, SPOT, TABLE
from holdem_sim.shard import records
from holdem_sim.strategy import check_or_call
from sessions import Rows, game_of, take_rows

Answer = Callable[[Any], int]


class Watched:
    """One session; ``decisions`` yields the spot of every decision before it is answered.

    ``table`` is the engine's own record; ``rows`` holds everything written down so far, in the words of
    :func:`sessions.take_rows`, once the session is over.
    """

    def __init__(self, config: Config, seed: int = 1, answer: Answer | None = None) -> None:
        self.game = game_of(config, seed)
        self.game.roster.decide = 0  # nothing is decided inside
        self.game.roster.observe = 0
        self.game.roster.memory = 0
        self.table, self.block = records(TABLE)[0], records(BLOCK)[0]
        self.spot, self.hand = records(SPOT)[0], records(OBSERVED)[0]
        self.answer = answer or (lambda spot: check_or_call())
        self.rows: Rows = defaultdict(list)

    def decisions(self, hands: int, session: int = 0) -> Iterator[Any]:
        """Play a session of ``hands`` hands."""
        game = self.game
        lockstep.begin_session(self.table, session, hands)
        while True:
            stop = lockstep.play(
                self.table, game.rules, game.types, game.roster, self.block, self.spot, self.hand, False
            )
            if stop == lockstep.STOP_WAITING:
                yield self.spot
                wish = int(self.answer(self.spot))
                lockstep.decide(self.table, game.rules, game.types, self.block, self.spot, wish, False)
                continue
            take_rows(self.block, self.rows)
            if stop == lockstep.STOP_CLOSED:
                return
            assert stop == lockstep.STOP_BLOCK_FULL


def cards_everywhere(table: Any) -> list[int]:
    """Every card on the table, sorted: in the stub, in hands (folded ones too), on the board, burned, aside."""
    cards = [int(card) for card in table.deck[int(table.next_card) :]]
    cards += [int(card) for card in table.hole.ravel()]
    cards += [int(card) for card in table.board]
    cards += [int(card) for card in table.burned]
    cards.append(int(table.aside))
    return sorted(card for card in cards if card >= 0)


def cards_of(mask: int) -> set[int]:
    """The cards of a set, as the spot's ``exposed``."""
    return {card for card in range(52) if int(mask) >> card & 1}
