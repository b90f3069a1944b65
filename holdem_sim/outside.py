"""Sessions in which plain Python decides: many tables side by side, so that every question is asked in bulk."""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim.compiling import Program
from holdem_sim.engine import lockstep, sight
from holdem_sim.engine.guests import NOBODY
from holdem_sim.engine.table import SPOT
from holdem_sim.light import LightMemory, Memories, light_hand, light_spots
from holdem_sim.record import ShardWriter
from holdem_sim.shard import Game, Job, Player
from holdem_sim.strategy import BATCH_KIND, PYTHON_KIND, no_decision

IN_FLIGHT = 64
"""Tables played side by side. It changes speed, never a card."""
MOST_MEMORIES = 100
"""Memories kept of a table's players before those are sorted out who will not be back."""
FREE = -1
MAX_DECISION = 2**63 - 1


class SideBySide(Player):
    """Plays the sessions of a shard on several tables at once; each slot holds a table, or is free."""

    def __init__(self, game: Game, writer: ShardWriter | None, job: Job):
        width = max(1, min(IN_FLIGHT, len(job.limits)))
        super().__init__(game, writer, job, width)
        self.stops = np.zeros(width, np.int64)
        self.slots = [FREE] * width  # the session in each slot, counted within the shard
        self.memories = Memories()
        self.to_come = iter(range(len(job.limits)))
        for slot in range(width):
            self.next_session(slot)

    def play(self) -> None:
        while True:
            self.advance()
            if all(session == FREE for session in self.slots):
                return
            for slot in np.flatnonzero(self.stops != lockstep.STOP_WAITING).tolist():
                if self.slots[slot] != FREE:
                    self.handle(slot)
            if (self.stops == lockstep.STOP_WAITING).any():
                self.answer()

    def advance(self) -> None:
        """Take every table to where it needs something from here."""
        game = self.game
        self.stops[:] = -1
        try:
            lockstep.play_all(
                self.tables, game.rules, game.types, game.roster, self.blocks, self.spots, self.hand, game.strict,
                self.stops,
            )  # fmt: skip
        except Exception as error:
            # The tables are played in order: the first without a reason to stop is where it happened.
            raise self.strategy_error(error, int(np.argmin(self.stops))) from error

    def next_session(self, slot: int) -> None:
        """Put the next session into a slot; without one it stays free."""
        for index in self.to_come:
            session = self.sessions[index]
            if not session.over:
                self.slots[slot] = index
                self.memories.keep(slot, ())
                lockstep.begin_session(self.tables[slot], session.number, session.limit)
                return
            self.empty(slot, index, last=True)
        self.slots[slot] = FREE
        self.tables[slot]["phase"] = lockstep.CLOSED

    def handle(self, slot: int) -> None:
        """Do what a table that stopped needs."""
        stop = self.stops[slot]
        if stop == lockstep.STOP_CLOSED:
            lockstep.sum_up(self.tables[slot], self.sessions[self.slots[slot]])
            self.empty(slot, self.slots[slot], last=True)
            self.next_session(slot)
        elif stop == lockstep.STOP_BLOCK_FULL:
            self.empty(slot, self.slots[slot])
        elif stop == lockstep.STOP_OBSERVE:
            self.observe(slot)
        elif stop == lockstep.STOP_CORRECTED:
            raise self.correction(slot)
        elif stop == lockstep.STOP_NO_DECISION:
            raise self.no_decision(slot)

    def answer(self) -> None:
        """Let the Python and batch strategies decide for every table that waits."""
        waiting = np.flatnonzero(self.stops == lockstep.STOP_WAITING)
        tables = self.tables.view(
            np.ndarray
        )  # a plain array finds its fields faster than one with attributes
        actors = tables["speaker"][waiting]
        kinds = tables["type"][waiting, actors]
        strategies = self.game.types["strategy"][kinds]
        decisions = np.zeros(len(self.tables), np.int64)
        for number in np.unique(strategies):
            slots = waiting[strategies == number]
            program = self.game.programs[number]
            ask = self.ask_batch if program.brain.strategy.kind == BATCH_KIND else self.ask_python
            decisions[slots] = ask(program, slots)
        game = self.game
        lockstep.decide_all(
            self.tables, game.rules, game.types, game.roster, self.blocks, self.spots, decisions, self.stops
        )
        for slot in np.flatnonzero(self.stops == lockstep.STOP_NO_DECISION).tolist():
            raise self.no_decision(slot, f"the number {decisions[slot]}")
        if game.strict:
            for slot in np.flatnonzero(self.stops == lockstep.STOP_CORRECTED).tolist():
                raise self.correction(slot)

    def ask_python(self, program: Program, slots: np.ndarray) -> np.ndarray:
        decide = program.brain.decide
        memories: list[Any] = [None] * len(slots)
        if program.brain.strategy.has_memory:
            memories = [self.memory(program, slot, int(self.tables[slot].speaker)) for slot in slots.tolist()]
        answers = np.empty(len(slots), np.int64)
        for i, spot in enumerate(light_spots(self.spots.view(np.ndarray)[slots], memories)):
            try:
                answer = decide(spot)
            except (Exception, SystemExit) as error:
                raise self.strategy_error(error, int(slots[i])) from error
            whole = isinstance(answer, int | np.integer) and not isinstance(answer, bool)
            if not whole or abs(int(answer)) > MAX_DECISION:
                raise no_decision(program.brain, repr(answer))
            answers[i] = answer
        return answers

    def ask_batch(self, program: Program, slots: np.ndarray) -> np.ndarray:
        strategy = program.brain.strategy
        spots = np.ascontiguousarray(self.spots[slots]).view(strategy.spot).view(np.recarray)
        try:
            answers = np.asarray(program.brain.decide(spots))
        except (Exception, SystemExit) as error:
            raise self.strategy_error(error, int(slots[0])) from error
        if answers.shape != (len(slots),) or answers.dtype.kind not in "iu":
            told = f"{' '.join(repr(answers).split()):.80} to {len(slots)} spots: not an array of as many decisions"
            raise no_decision(program.brain, told)
        if strategy.has_memory:
            self.spots["memory"][slots] = spots.view(SPOT)["memory"]
        return answers.astype(np.int64)

    def memory(self, program: Program, slot: int, seat: int) -> Any:
        """The memory of the player at a seat, as plain Python sees it; who will not be back is forgotten."""
        dtype = program.brain.strategy.memory
        table = self.tables[slot]
        if self.memories.number(slot) > MOST_MEMORIES:
            guests = table.guest_player[table.guest_state != NOBODY]
            self.memories.keep(slot, {*table.player.tolist(), *guests.tolist()})
        return self.memories.of(slot, int(table.player[seat]), lambda: LightMemory(dtype))

    def observe(self, slot: int) -> None:
        """Show the finished hand to the strategies that are plain Python and keep a memory."""
        table = self.tables[slot]
        for seat in range(len(table.player)):
            if not (int(table.dealt) >> seat) & 1:
                continue
            program = self.game.program_of(table, seat)
            if program.brain.observe is None or program.observe:
                continue
            sight.show_hand(table, self.game.rules, self.hand, seat)
            try:
                self.show_to(program, slot, seat)
            except (Exception, SystemExit) as error:
                raise self.strategy_error(error, slot, seat) from error
        lockstep.end_observing(table)

    def show_to(self, program: Program, slot: int, seat: int) -> None:
        observe = program.brain.observe
        assert observe is not None
        if program.brain.strategy.kind == PYTHON_KIND:
            observe(light_hand(self.hand), self.memory(program, slot, seat))
        else:
            dtype = program.brain.strategy.memory
            memory = self.tables[slot].memory[seat].view(np.uint8)[: dtype.itemsize]
            observe(self.hand, memory.view(dtype).view(np.recarray)[0])
