"""Hands played to try a strategy out: every decision it meets, and the same hand with other hidden cards.

The strategy has one seat; the others act by their random numbers alone, so nothing they do tells their
cards. Beside every hand its twin is played: the same cards for the strategy and on the board, others
everywhere it cannot look. In both it must decide alike.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from holdem_sim.config import Config, load
from holdem_sim.engine import lockstep
from holdem_sim.engine.calls import call_decide
from holdem_sim.engine.deal import settle_four_cards
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rulings import all_in, check_or_call, fold, raise_to
from holdem_sim.engine.table import BLOCK, BLOCK_ROWS, OBSERVED, SEATS, SPOT, TABLE, spot_dtype
from holdem_sim.errors import HoldemError
from holdem_sim.light import LightMemory, light_hand, light_spots
from holdem_sim.strategy import BATCH_KIND, COMPILED_KIND, PYTHON_KIND, Brain, Program, compile_brain

TABLES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (9, ()),
    (6, ("rules.min_raise=increment", "rules.ante=20")),
    (2, ()),
    (10, ("buy_in.max_bb=400",)),
    (3, ("buy_in.max_bb=15",)),
    (7, ("table.small_blind=1", "table.big_blind=2")),
)
"""The tables at which a strategy is tried: seats, and settings of the preset ``casino``."""

CARDS_TO_COME = 8
"""Burned and board cards of a whole hand."""


@dataclass
class Case:
    """One decision: the spot before it, the player's memory (plain Python only), and the answer."""

    spot: np.ndarray
    memory: Any
    answer: int
    twin_answer: int | None = None
    corrected: bool = False


@kernel
def _ask_compiled(address, spots, answers):
    for i in range(spots.shape[0]):
        answers[i] = call_decide(address, spots[i])


@dataclass
class Player:
    """A strategy ready to be asked, whatever its kind."""

    brain: Brain
    program: Program = field(init=False)

    def __post_init__(self) -> None:
        self.program = compile_brain(self.brain)

    @property
    def kind(self) -> str:
        return self.brain.strategy.kind

    def new_memory(self) -> Any:
        """The memory of somebody who has just sat down; None where it lies in the spot itself."""
        strategy = self.brain.strategy
        return LightMemory(strategy.memory) if self.kind == PYTHON_KIND and strategy.has_memory else None

    def ask(self, spots: np.ndarray, memories: Sequence[Any]) -> list[int]:
        """The answers to ``spots`` (dtype SPOT), which are changed where a memory is; so are ``memories``."""
        if self.kind == COMPILED_KIND:
            answers = np.zeros(len(spots), np.int64)
            _ask_compiled(self.program.decide, spots.view(np.recarray), answers)
            return answers.tolist()
        if self.kind == BATCH_KIND:
            view = spots.view(spot_dtype(self.brain.strategy.memory)).view(np.recarray)
            batch = np.asarray(self.brain.decide(view))
            if batch.shape != (len(spots),) or batch.dtype.kind not in "iu":
                raise self._no_decision(f"{len(spots)} spots with {batch!r}")
            return batch.tolist()
        single = [self.brain.decide(spot) for spot in light_spots(spots, memories)]
        for answer in single:
            if not isinstance(answer, int | np.integer):
                raise self._no_decision(repr(answer))
        return [int(answer) for answer in single]

    def _no_decision(self, answer: str) -> HoldemError:
        return HoldemError(
            f"strategy {self.brain.label} answered {answer}; answer with fold(), check_or_fold(), "
            "check_or_call(), raise_to(x), raise_pot(share) or all_in()"
        )


def _records(dtype: np.dtype) -> np.ndarray:
    return np.zeros(1, dtype).view(np.recarray)


def _stranger(spot: Any) -> int:
    """What somebody does who has not looked at his cards."""
    if spot.random < 0.25:
        return fold() if spot.to_call > 0 else check_or_call()
    if spot.random < 0.75 or spot.max_raise_to == 0:
        return check_or_call()
    if spot.random > 0.98:
        return all_in()
    most = min(int(spot.max_raise_to), int(spot.min_raise_to + 2 * spot.pot))
    return raise_to(spot.min_raise_to + int(spot.randoms[0] * (most - spot.min_raise_to + 1)))


class Session:
    """One session at a table of strangers, with the strategy in the first seat, and the twin of every hand."""

    def __init__(self, player: Player, config: Config, seed: int) -> None:
        self.player = player
        self.rules = config.rules_record(seed)
        self.types = config.types_array()
        self.roster = np.zeros(1, lockstep.ROSTER).view(np.recarray)
        observe = player.brain.observe is not None
        self.roster[0].memory = player.brain.strategy.has_memory
        self.roster[0].observe_outside = observe
        self.table = _records(TABLE)
        self.table[0].hands_limit = config.session.hands
        self.table[0].phase = lockstep.OPENING
        self.twin = _records(TABLE)
        self.block, self.spot, self.hand = _records(BLOCK), _records(SPOT), _records(OBSERVED)
        self.memory = player.new_memory()
        self.owner = -1

    def advance(self, tables: np.ndarray) -> bool:
        """Play on to the next decision, which then stands in ``spot``; False at the end of the session."""
        while True:
            for name in BLOCK_ROWS:
                self.block[0][f"{name}_rows"] = 0
            stop = lockstep.play(
                tables[0], self.rules, self.types, self.roster, self.block[0], self.spot[0], self.hand[0], False
            )
            if stop == lockstep.STOP_OBSERVE:
                if tables is self.table:
                    self._observe()
                lockstep.end_observing(tables[0])
            elif stop != lockstep.STOP_BLOCK_FULL:
                return stop == lockstep.STOP_WAITING

    def _observe(self) -> None:
        """The strategy sees the hand that is over."""
        table, brain = self.table[0], self.player.brain
        if not int(table.dealt) & 1 or brain.observe is None:
            return
        lockstep.show_hand(table, self.rules, self.hand[0], 0)
        if self.player.kind == PYTHON_KIND:
            brain.observe(light_hand(self.hand[0]), self.memory)
        else:
            memory = table.memory[0].view(np.uint8)[: brain.strategy.memory.itemsize]
            brain.observe(self.hand[0], memory.view(brain.strategy.memory).view(np.recarray)[0])

    def cases(self) -> Iterator[Case]:
        """Every decision of the strategy in the session, with what it decided in the hand's twin."""
        going = self.advance(self.table)
        while going:
            twin_memory = self._deal_twin()
            twin_going = True
            hand = int(self.table[0].hand_no)
            while going and int(self.table[0].hand_no) == hand:
                case = None
                spot = self.spot.copy()
                if int(self.table[0].actor) == 0:
                    case, answer = self._decide(spot, twin_memory, twin_going)
                else:
                    answer = _stranger(self.spot[0])
                corrected = self._carry_out(self.table, spot, answer)
                if twin_going:
                    twin_going = self._follow(case, spot, answer, hand)
                if case is not None:
                    case.corrected = corrected
                    yield case
                going = self.advance(self.table)

    def _deal_twin(self) -> Any:
        """The twin of the hand that begins: what the strategy cannot see is exchanged with cards that do not
        come. Returns the twin's memory (plain Python only)."""
        table = self.table[0]
        if int(table.player[0]) != self.owner:
            self.owner, self.memory = int(table.player[0]), self.player.new_memory()
        while table.drawn < 52:
            settle_four_cards(table, self.rules)
        self.twin[:] = self.table
        twin = self.twin[0]
        unused = int(twin.next_card) + CARDS_TO_COME
        for seat in range(1, SEATS):
            if int(twin.dealt) >> seat & 1:
                for k in range(2):
                    if unused < 52:
                        twin.hole[seat, k] = twin.deck[unused]
                        unused += 1
        return copy.deepcopy(self.memory)

    def _decide(self, spot: np.ndarray, twin_memory: Any, twin_going: bool) -> tuple[Case, int]:
        """Ask the strategy, and ask it again as its twin would be asked."""
        before, memory = spot.copy(), copy.deepcopy(self.memory)
        (answer,) = self.player.ask(spot, [self.memory])
        case = Case(before, memory, answer)
        if twin_going:
            lockstep.fill_spot(self.twin[0], self.rules, self.spot[0], 0, bool(self.roster[0].memory))
            (case.twin_answer,) = self.player.ask(self.spot.copy(), [twin_memory])
        return case, answer

    def _carry_out(self, tables: np.ndarray, spot: np.ndarray, answer: int) -> bool:
        has_memory = bool(self.roster[0].memory)
        return bool(lockstep.decide(tables[0], self.rules, self.block[0], spot[0], answer, has_memory))

    def _follow(self, case: Case | None, spot: np.ndarray, answer: int, hand: int) -> bool:
        """Do the same in the twin; False when its hand is over, or they have parted."""
        if case is not None and case.twin_answer != answer:
            return False
        self._carry_out(self.twin, spot, answer)
        going = self.advance(self.twin)
        return going and int(self.twin[0].hand_no) == hand


def play(player: Player, decisions: int, seed: int = 1) -> list[Case]:
    """About ``decisions`` cases, from all the tables of :data:`TABLES`."""
    found: list[Case] = []
    share = -(-decisions // len(TABLES))
    for seats, words in TABLES:
        common = (f"table.seats={seats}", "session.hands=100000", "buy_in.min_bb=1", "buy_in.late_min_bb=1")
        config = load(players=f"always-call*{seats}", words=(*common, *words))
        wanted = len(found) + share
        for case in Session(player, config, seed).cases():
            found.append(case)
            if len(found) >= wanted:
                break
    return found
