"""Playing one shard: a fixed list of sessions, from the first buy-in to the last cash-out, into its files."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim.compiling import Program, compile_brain
from holdem_sim.engine import lockstep
from holdem_sim.engine.hooks import install
from holdem_sim.engine.table import BLOCK, BLOCK_ROWS, OBSERVED, SPOT, TABLE
from holdem_sim.errors import HoldemError, one_line
from holdem_sim.record import Labels, ShardWriter
from holdem_sim.schema import STREETS
from holdem_sim.strategy import COMPILED_KIND, Brain, no_decision

SUMS = ("pot", "tax", "extra_drop", "decisions", "corrected")


@dataclass(frozen=True)
class Job:
    """A shard to play: its number, its first session, and how many hands each session may last."""

    shard: int
    first_session: int
    limits: tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """What became of a shard: hands of each session, sums over all of them, and rows by table."""

    shard: int
    hands: tuple[int, ...]
    sums: dict[str, int]
    rows: dict[str, int]


def records(dtype: np.dtype, number: int = 1) -> np.ndarray:
    """``number`` zeroed records whose fields are attributes with and without the compiler."""
    return np.zeros(number, dtype).view(np.recarray)


class Game:
    """Everything a shard needs: rules, player types, and the strategies ready to be called."""

    def __init__(
        self, rules: Any, types: np.ndarray, brains: Sequence[Brain], labels: Labels, strict: bool = False
    ):
        self.rules = rules
        self.types = types.view(np.recarray)
        self.labels = labels
        self.strict = strict
        self.programs: list[Program] = [compile_brain(b) for b in brains]
        self.roster = records(lockstep.ROSTER, len(brains))
        for member, program in zip(self.roster, self.programs, strict=True):
            member.decide = program.decide
            member.observe = program.observe
            member.memory = program.brain.strategy.has_memory
            member.observe_outside = program.brain.observe is not None and not program.observe
        choosing = np.array([brain.strategy.manners for brain in brains], bool)
        self.types["manners"] = choosing[self.types["strategy"]]
        install(self.rules, self.types, bool(choosing.any()), records(TABLE)[0], records(BLOCK)[0])

    @property
    def all_compiled(self) -> bool:
        return all(p.brain.strategy.kind == COMPILED_KIND for p in self.programs)

    def program_of(self, table: Any, seat: int) -> Program:
        return self.programs[self.types[int(table.type[seat])].strategy]


class Player:
    """Plays sessions one after the other on one table: everything is decided in the compiled loop."""

    def __init__(self, game: Game, writer: ShardWriter | None, job: Job, width: int = 1):
        self.game = game
        self.writer = writer
        self.sessions = records(lockstep.SESSION, len(job.limits))
        self.sessions["number"] = np.arange(job.first_session, job.first_session + len(job.limits))
        self.sessions["limit"] = job.limits
        self.sessions["over"] = self.sessions["limit"] == 0
        self.tables = records(TABLE, width)
        self.blocks = records(BLOCK, width)
        self.spots = records(SPOT, width)
        self.hand = records(OBSERVED)[0]

    def play(self) -> None:
        """Play all sessions; HoldemError if a strategy fails or, being strict, wishes what is not legal."""
        game = self.game
        stop = lockstep.STOP_BLOCK_FULL
        while stop == lockstep.STOP_BLOCK_FULL:
            try:
                stop = lockstep.play_in_turn(
                    self.tables[0], game.rules, game.types, game.roster, self.blocks[0], self.spots[0], self.hand,
                    game.strict, self.sessions,
                )  # fmt: skip
            except Exception as error:
                raise self.strategy_error(error, 0) from error
            self.empty(0)
        if stop == lockstep.STOP_CORRECTED:
            raise self.correction(0)
        if stop == lockstep.STOP_NO_DECISION:
            raise self.no_decision(0)

    def empty(self, slot: int, session: int | None = None, last: bool = False) -> None:
        """Hand a block's rows to the writer."""
        block = self.blocks[slot]
        if self.writer is not None:
            self.writer.write_block(block, session, last=last)
        for name in BLOCK_ROWS:
            block[f"{name}_rows"] = 0

    # -- errors ----------------------------------------------------------------------------------------

    def strategy_error(self, error: BaseException, slot: int, seat: int | None = None) -> HoldemError:
        """A strategy's own exception: which strategy, in which hand, and the line of its file."""
        table = self.tables[slot]
        seat = int(table.speaker) if seat is None else seat
        program = self.game.program_of(table, max(seat, 0))
        source = program.brain.strategy.source
        frames = traceback.extract_tb(error.__traceback__)
        line = next(
            (f", line {f.lineno}" for f in reversed(frames) if source and f.filename == str(source)), ""
        )
        return HoldemError(
            f"strategy {program.brain.label} failed in session {table.session_id}, hand {table.hand_no}, "
            f"seat {seat}: {one_line(error)}\nmend it in {source or 'its source'}{line}"
        )

    def no_decision(self, slot: int, answer: str = "a number") -> HoldemError:
        """An answer that is no decision, and where it was given."""
        table = self.tables[slot]
        brain = self.game.program_of(table, int(table.speaker)).brain
        where = f"in session {table.session_id}, hand {table.hand_no}, seat {table.speaker}"
        return no_decision(brain, f"{answer} that is no decision {where}", int(table.answer))

    def correction(self, slot: int) -> HoldemError:
        """A wish that was not legal, with seat, hand and bounds."""
        table, spot = self.tables[slot], self.spots[slot]
        program = self.game.program_of(table, int(spot.seat))
        bounds = f"to call {spot.to_call}, "
        bounds += (
            f"raise to {spot.min_raise_to} to {spot.max_raise_to}"
            if spot.max_raise_to
            else "no raise possible"
        )
        return HoldemError(
            f"strategy {program.brain.label} wished an action that is not legal: session {table.session_id}, "
            f"hand {table.hand_no}, seat {spot.seat}, {STREETS[int(spot.street)]} ({bounds})\n"
            "without --strict it would be taken to the nearest legal action"
        )
