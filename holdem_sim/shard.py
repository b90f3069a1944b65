"""Playing one shard: a fixed list of sessions, from the first buy-in to the last cash-out, into its files."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.engine import lockstep
from holdem_sim.engine.table import BLOCK, BLOCK_ROWS, OBSERVED, SPOT, TABLE, spot_dtype
from holdem_sim.errors import HoldemError
from holdem_sim.light import LightMemory, Memories, light_hand, light_spots
from holdem_sim.record import Labels, ShardWriter
from holdem_sim.strategy import BATCH_KIND, COMPILED_KIND, PYTHON_KIND, Brain, Program, compile_brain, no_decision

MAX_DECISION = 2**63 - 1
IN_FLIGHT = 32
"""Tables played side by side when a strategy is not compiled. It changes speed, never a card."""


@dataclass(frozen=True)
class Job:
    """A shard to play: its number, its first session, and how many hands each session may last."""

    shard: int
    first_session: int
    limits: tuple[int, ...]


@dataclass
class Result:
    """What became of a shard: hands of each session, and sums over all of them."""

    shard: int
    hands: tuple[int, ...]
    sums: dict[str, int] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)


def records(dtype: np.dtype, number: int = 1) -> np.ndarray:
    """``number`` zeroed records whose fields are attributes with and without the compiler."""
    return np.zeros(number, dtype).view(np.recarray)


class Game:
    """Everything a shard needs: rules, player types, and the strategies ready to be called."""

    def __init__(self, rules: Any, types: np.ndarray, brains: Sequence[Brain], labels: Labels, strict: bool = False):
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

    def load_engine(self) -> None:
        """Compile the engine, or load it from the disk cache, by playing no table at all."""
        tables, blocks, spots = records(TABLE, 0), records(BLOCK, 0), records(SPOT, 0)
        stops = np.zeros(0, np.int64)
        hand = records(OBSERVED)[0]
        lockstep.play_all(
            tables, self.rules, self.types, self.roster, blocks, spots, hand, self.strict, stops
        )  # fmt: skip
        if not self.all_compiled:
            lockstep.decide_all(tables, self.rules, self.types, self.roster, blocks, spots, stops, stops)

    @property
    def all_compiled(self) -> bool:
        return all(p.brain.strategy.kind == COMPILED_KIND for p in self.programs)

    def new_table(self, session: int, limit: int) -> np.ndarray:
        """The record of a session that has not begun."""
        table = np.zeros((), TABLE)
        table["session_id"] = session
        table["hands_limit"] = limit
        table["phase"] = lockstep.OPENING
        return table

    def program_of(self, table: Any, seat: int) -> Program:
        return self.programs[self.types[int(table.type[seat])].strategy]


def play_shard(game: Game, run_dir: Path, job: Job) -> Result:
    """Play the shard's sessions and write its part files; they get their names when all of it is written."""
    writer = ShardWriter(run_dir, job.shard, game.labels)
    try:
        player = _Player(game, writer, job)
        player.play()
        rows = writer.close()
    except BaseException:
        writer.abort()
        raise
    return Result(job.shard, tuple(player.hands), player.sums, rows)


class _Player:
    """The tables of a shard in play: one after the other, or side by side where Python decides."""

    def __init__(self, game: Game, writer: ShardWriter, job: Job):
        self.game = game
        self.writer = writer
        self.job = job
        self.hands = [0] * len(job.limits)
        self.sums = dict.fromkeys(("pot", "tax", "extra_drop", "decisions", "corrected"), 0)
        width = 1 if game.all_compiled else min(IN_FLIGHT, max(1, len(job.limits)))
        self.tables = records(TABLE, width)
        self.blocks = records(BLOCK, width)
        self.spots = records(SPOT, width)
        self.hand = records(OBSERVED)
        self.stops = np.zeros(width, np.int64)
        self.sessions = [-1] * width
        self.memories = Memories()
        self.waiting_sessions = [i for i, limit in enumerate(job.limits) if limit > 0]
        for skipped in range(len(job.limits)):
            if job.limits[skipped] <= 0:
                writer.write_block(self.blocks[0], skipped, last=True)
        self.waiting_sessions.reverse()

    def play(self) -> None:
        for slot in range(len(self.tables)):
            self.next_session(slot)
        while any(s >= 0 for s in self.sessions):
            self.advance()
            for stopped in np.flatnonzero(self.stops != lockstep.STOP_WAITING):
                self.handle(int(stopped))
            if (self.stops == lockstep.STOP_WAITING).any():
                self.answer()

    def advance(self) -> None:
        game = self.game
        self.stops[:] = -1
        try:
            lockstep.play_all(
                self.tables, game.rules, game.types, game.roster, self.blocks, self.spots, self.hand[0],
                game.strict, self.stops,
            )  # fmt: skip
        except Exception as error:
            # The tables are played in order: the first without a reason to stop is where it happened.
            raise self.strategy_error(error, int(np.argmin(self.stops))) from error

    def next_session(self, slot: int) -> None:
        """Put the next session of the shard into a slot; without one the slot stays closed."""
        if not self.waiting_sessions:
            self.sessions[slot] = -1
            self.tables[slot]["phase"] = lockstep.CLOSED
            return
        index = self.waiting_sessions.pop()
        self.sessions[slot] = index
        self.tables[slot] = self.game.new_table(self.job.first_session + index, self.job.limits[index])

    def handle(self, slot: int) -> None:
        """Do what a table that stopped needs."""
        stop = self.stops[slot]
        if self.sessions[slot] < 0:
            return
        if stop == lockstep.STOP_CLOSED:
            self.empty(slot, last=True)
            self.close(slot)
            self.next_session(slot)
        elif stop == lockstep.STOP_BLOCK_FULL:
            self.empty(slot, last=False)
        elif stop == lockstep.STOP_OBSERVE:
            self.observe(slot)
        elif stop == lockstep.STOP_CORRECTED:
            raise self.correction(slot)

    def empty(self, slot: int, last: bool) -> None:
        block = self.blocks[slot]
        self.writer.write_block(block, self.sessions[slot], last=last)
        for name in BLOCK_ROWS:
            block[f"{name}_rows"] = 0

    def close(self, slot: int) -> None:
        table = self.tables[slot]
        self.hands[self.sessions[slot]] = int(table.hand_no)
        self.sums["pot"] += int(table.pot_sum)
        self.sums["tax"] += int(table.tax_sum)
        self.sums["extra_drop"] += int(table.extra_drop_sum)
        self.sums["decisions"] += int(table.decisions)
        self.sums["corrected"] += int(table.corrected)

    # -- strategies outside the compiled code ------------------------------------------------------

    def answer(self) -> None:
        """Let the Python and batch strategies decide for every table that waits."""
        waiting = np.flatnonzero(self.stops == lockstep.STOP_WAITING)
        actors = self.tables["actor"][waiting]
        kinds = self.tables["type"][waiting, actors]
        strategies = self.game.types["strategy"][kinds]
        decisions = np.zeros(len(self.tables), np.int64)
        for number in np.unique(strategies):
            slots = waiting[strategies == number]
            program = self.game.programs[number]
            if program.brain.strategy.kind == BATCH_KIND:
                decisions[slots] = self.ask_batch(program, slots)
            else:
                decisions[slots] = self.ask_python(program, slots)
        game = self.game
        lockstep.decide_all(
            self.tables, game.rules, game.types, game.roster, self.blocks, self.spots, decisions, self.stops
        )
        if game.strict:
            for slot in np.flatnonzero(self.stops == lockstep.STOP_CORRECTED):
                raise self.correction(int(slot))

    def ask_python(self, program: Program, slots: np.ndarray) -> np.ndarray:
        decide = program.brain.decide
        if program.brain.strategy.has_memory:
            memories = [self.memory(program, int(slot), int(self.tables[slot].actor)) for slot in slots]
        else:
            memories = [None] * len(slots)
        answers = []
        for slot, spot in zip(slots, light_spots(self.spots[slots], memories), strict=True):
            try:
                answer = decide(spot)
            except Exception as error:
                raise self.strategy_error(error, int(slot)) from error
            if not isinstance(answer, int | np.integer) or abs(answer) > MAX_DECISION:
                raise no_decision(program.brain, repr(answer))
            answers.append(answer)
        return np.array(answers, np.int64)

    def ask_batch(self, program: Program, slots: np.ndarray) -> np.ndarray:
        strategy = program.brain.strategy
        spots = np.ascontiguousarray(self.spots[slots]).view(spot_dtype(strategy.memory)).view(np.recarray)
        try:
            answers = np.asarray(program.brain.decide(spots))
        except Exception as error:
            raise self.strategy_error(error, int(slots[0])) from error
        if answers.shape != (len(slots),) or answers.dtype.kind not in "iu":
            raise no_decision(program.brain, repr(answers))
        if strategy.has_memory:
            self.spots["memory"][slots] = spots.view(SPOT)["memory"]
        return np.array(answers, np.int64)

    def memory(self, program: Program, slot: int, seat: int) -> Any:
        table = self.tables[slot]
        dtype = program.brain.strategy.memory
        return self.memories.of(slot, seat, int(table.player[seat]), lambda: LightMemory(dtype))

    def observe(self, slot: int) -> None:
        """Show the finished hand to the strategies that are plain Python and keep a memory."""
        table = self.tables[slot]
        for seat in range(len(table.player)):
            if not (int(table.dealt) >> seat) & 1:
                continue
            program = self.game.program_of(table, seat)
            observe = program.brain.observe
            if observe is None or program.observe:
                continue
            lockstep.show_hand(table, self.game.rules, self.hand[0], seat)
            try:
                if program.brain.strategy.kind == PYTHON_KIND:
                    observe(light_hand(self.hand[0]), self.memory(program, slot, seat))
                else:
                    memory = table.memory[seat].view(np.uint8)[: program.brain.strategy.memory.itemsize]
                    observe(self.hand[0], memory.view(program.brain.strategy.memory).view(np.recarray)[0])
            except Exception as error:
                raise self.strategy_error(error, slot, seat) from error
        lockstep.end_observing(table)

    # -- errors --------------------------------------------------------------------------------------

    def strategy_error(self, error: Exception, slot: int, seat: int | None = None) -> HoldemError:
        """A strategy's own exception: which strategy, in which hand, and the line of its file."""
        table = self.tables[slot]
        seat = int(table.actor) if seat is None else seat
        program = self.game.program_of(table, max(seat, 0))
        source = program.brain.strategy.source
        frames = traceback.extract_tb(error.__traceback__)
        line = next((f", line {f.lineno}" for f in reversed(frames) if source and f.filename == str(source)), "")
        return HoldemError(
            f"strategy {program.brain.label} failed in session {table.session_id}, hand {table.hand_no}, "
            f"seat {seat}: {type(error).__name__}: {error}\nmend it in {source or 'its source'}{line}"
        )

    def correction(self, slot: int) -> HoldemError:
        table, spot = self.tables[slot], self.spots[slot]
        program = self.game.program_of(table, int(spot.seat))
        bounds = f"to call {spot.to_call}, "
        bounds += f"raise to {spot.min_raise_to} to {spot.max_raise_to}" if spot.max_raise_to else "no raise possible"
        return HoldemError(
            f"strategy {program.brain.label} wished an action that is not legal: session {table.session_id}, "
            f"hand {table.hand_no}, seat {spot.seat}, street {spot.street} ({bounds})\n"
            "without --strict it would be taken to the nearest legal action"
        )
