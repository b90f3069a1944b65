"""Hands played to try a strategy out: every decision it meets, and the same hand with other hidden cards.

The strategy has one seat; the others act by their random numbers alone, so nothing they do tells their
cards. Beside every hand its twin is played: the same cards for the strategy and on the board, others
everywhere it cannot look. In both it must decide alike.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from holdem_sim.compiling import Program, compile_brain
from holdem_sim.config import Config, load
from holdem_sim.engine import lockstep, sight
from holdem_sim.engine.betting import is_in
from holdem_sim.engine.calls import call_decide
from holdem_sim.engine.deal import CARDS, settle_four_cards
from holdem_sim.engine.hooks import install
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.rulings import all_in, check_or_call, fold, raise_to
from holdem_sim.engine.table import BLOCK, BLOCK_ROWS, OBSERVED, SEATS, SPOT, TABLE
from holdem_sim.errors import HoldemError
from holdem_sim.light import LightMemory, light_hand, light_spots
from holdem_sim.strategy import BATCH_KIND, COMPILED_KIND, PYTHON_KIND, Brain, no_decision

TABLES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (9, ()),
    (6, ("rules.min_raise=increment", "rules.ante=20", "lineup.types.always-call.straddle=0.5")),
    (2, ()),
    (10, ("buy_in.max_bb=400",)),
    (3, ("buy_in.max_bb=15",)),
    (7, ("table.small_blind=1", "table.big_blind=2")),
    (6, ("rules.betting=pot-limit",)),
    (6, ("rules.betting=fixed-limit",)),
    (6, ("rules.bet_sizes=[33, 50, 100]", "rules.raise_factors=[2, 3]", "rules.min_raise=increment")),
)
"""The tables at which a strategy is tried: seats, and settings of the preset ``casino``."""

WIDTH = 32 if COMPILED else 4
"""Tables played side by side."""
HERO = 0
"""The strategy's seat."""
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
    limited: bool = False
    """whether something else than plain no-limit was played"""


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
            view = spots.view(self.brain.strategy.spot).view(np.recarray)
            batch = np.asarray(self.brain.decide(view))
            if batch.shape != (len(spots),) or batch.dtype.kind not in "iu":
                raise self.no_decision(f"{len(spots)} spots with {batch!r}")
            return batch.tolist()
        single = [self.brain.decide(spot) for spot in light_spots(spots, memories)]
        for answer in single:
            if not isinstance(answer, int | np.integer):
                raise self.no_decision(repr(answer))
        return [int(answer) for answer in single]

    def no_decision(self, answer: str, number: int = 0) -> HoldemError:
        """The error for an answer that is no decision."""
        return no_decision(self.brain, answer, number)


@kernel
def _strangers(spots, stops, answers):
    """What people do who have not looked at their cards, for every table that waits for one of them."""
    for i in range(spots.shape[0]):
        spot = spots[i]
        if stops[i] != lockstep.STOP_WAITING or spot.seat == HERO:
            continue
        if spot.random < 0.25 and spot.to_call > 0:
            answers[i] = fold()
        elif spot.random < 0.75 or spot.max_raise_to == 0:
            answers[i] = check_or_call()
        elif spot.random > 0.98:
            answers[i] = all_in()
        else:
            most = min(spot.max_raise_to, spot.min_raise_to + 2 * spot.pot)
            answers[i] = raise_to(spot.min_raise_to + int(spot.randoms[0] * (most - spot.min_raise_to + 1)))


@kernel
def _settle_decks(tables, rules, fresh):
    """Settle the whole deck of the tables whose number is in ``fresh``."""
    for k in range(fresh.shape[0]):
        table = tables[fresh[k]]
        while table.drawn < CARDS:
            settle_four_cards(table, rules)


@kernel
def _hide_others(tables, fresh):
    """Give everybody but the strategy other cards: some that will not come in this hand."""
    for k in range(fresh.shape[0]):
        table = tables[fresh[k]]
        unused = table.next_card + CARDS_TO_COME
        for seat in range(SEATS):
            if seat != HERO and is_in(table.dealt, seat):
                for card in range(2):
                    if unused < CARDS:
                        table.hole[seat, card] = table.deck[unused]
                        unused += 1


class _Ring:
    """Tables of one kind side by side, the first half real, the second half their twins."""

    def __init__(self, player: Player, config: Config, seed: int) -> None:
        self.player = player
        self.rules, self.types = config.rules_record(seed), config.types_array()
        if player.brain.strategy.manners:
            self.types["manners"] = 1
            install(self.rules, self.types, True, _records(TABLE, 1)[0], _records(BLOCK, 1)[0])
        self.roster = _records(lockstep.ROSTER, 1)
        self.roster[0].memory = player.brain.strategy.has_memory
        self.roster[0].observe_outside = player.brain.observe is not None
        self.tables, self.blocks = _records(TABLE, 2 * WIDTH), _records(BLOCK, 2 * WIDTH)
        self.spots, self.hand = _records(SPOT, 2 * WIDTH), _records(OBSERVED, 1)
        self.stops = np.full(2 * WIDTH, lockstep.STOP_CLOSED)
        self.hands = np.full(WIDTH, -1)
        self.memories: list[Any] = [None] * (2 * WIDTH)
        self.owners = [-1] * WIDTH
        self.tables["phase"] = lockstep.CLOSED
        for slot in range(WIDTH):
            self.tables[slot].session_id = slot
            self.tables[slot].hands_limit = config.session.hands
            self.tables[slot].phase = lockstep.OPENING

    def cases(self) -> Iterator[Case]:
        """The decisions of the strategy, and what it decided in the hands' twins; as many as one likes."""
        while True:
            self._advance()
            self._deal_twins()
            answers = np.zeros(2 * WIDTH, np.int64)
            _strangers(self.spots, self.stops, answers)
            found = self._decide(answers)
            for real in range(WIDTH):
                if answers[real] != answers[real + WIDTH]:
                    self.tables[real + WIDTH].phase = lockstep.CLOSED  # they have parted
                    self.stops[real + WIDTH] = lockstep.STOP_CLOSED
            lockstep.decide_all(
                self.tables, self.rules, self.types, self.roster, self.blocks, self.spots, answers, self.stops
            )
            for place in np.flatnonzero(self.stops == lockstep.STOP_NO_DECISION):
                raise self.player.no_decision(f"the number {answers[place]}", int(answers[place]))
            for slot, case in found:
                case.corrected = bool(self.stops[slot] == lockstep.STOP_CORRECTED)
                case.limited = bool(self.rules.limited)
                yield case

    def _advance(self) -> None:
        """Play on until every real table waits for a decision."""
        while True:
            self._play(slice(None))
            for slot in np.flatnonzero(self.stops == lockstep.STOP_OBSERVE):
                if slot < WIDTH:
                    self._observe(int(slot))
                lockstep.end_observing(self.tables[slot])
            if (self.stops[:WIDTH] == lockstep.STOP_WAITING).all():
                return

    def _play(self, slots: slice) -> None:
        """Play these tables on until they need something; at a decision, show it in ``spots``."""
        for name in BLOCK_ROWS:
            self.blocks[f"{name}_rows"] = 0
        lockstep.play_all(
            self.tables[slots], self.rules, self.types, self.roster, self.blocks[slots], self.spots[slots],
            self.hand[0], False, self.stops[slots],
        )  # fmt: skip

    def _observe(self, slot: int) -> None:
        """The strategy sees the hand that is over."""
        table, brain = self.tables[slot], self.player.brain
        if not int(table.dealt) >> HERO & 1 or brain.observe is None:
            return
        sight.show_hand(table, self.rules, self.hand[0], HERO)
        if self.player.kind == PYTHON_KIND:
            brain.observe(light_hand(self.hand[0]), self.memories[slot])
        else:
            memory = table.memory[HERO].view(np.uint8)[: brain.strategy.memory.itemsize]
            brain.observe(self.hand[0], memory.view(brain.strategy.memory).view(np.recarray)[0])

    def _deal_twins(self) -> None:
        """Where a hand begins, its twin begins; the twins of hands that are over are closed."""
        over = np.flatnonzero(self.tables["hand_no"][WIDTH:] != self.hands) + WIDTH
        self.tables["phase"][over] = lockstep.CLOSED
        numbers = self.tables["hand_no"][:WIDTH]
        fresh = np.flatnonzero(numbers != self.hands)
        self.hands[:] = numbers
        _settle_decks(self.tables, self.rules, fresh)
        self.tables[fresh + WIDTH] = self.tables[fresh]
        _hide_others(self.tables, fresh + WIDTH)
        for slot in fresh:
            owner = int(self.tables[slot].player[HERO])
            if owner != self.owners[slot]:
                self.owners[slot], self.memories[slot] = owner, self.player.new_memory()
            self.memories[slot + WIDTH] = copy.deepcopy(self.memories[slot])
        self._play(slice(WIDTH, None))  # shows the twins' players what they see

    def _decide(self, answers: np.ndarray) -> list[tuple[int, Case]]:
        """Ask the strategy wherever it is its turn, the twins apart; the cases by slot."""
        turn = (self.stops == lockstep.STOP_WAITING) & (self.spots["seat"] == HERO)
        slots = np.flatnonzero(turn)
        before = self.spots[slots]
        memories = [copy.deepcopy(self.memories[slot]) for slot in slots]
        for half in (slots[slots < WIDTH], slots[slots >= WIDTH]):
            if len(half):
                spots = self.spots[half]
                answers[half] = self.player.ask(spots, [self.memories[slot] for slot in half])
                self.spots[half] = spots
        found = []
        for place, slot in enumerate(slots):
            if slot < WIDTH:
                twin = answers[slot + WIDTH] if turn[slot + WIDTH] else None
                case = Case(before[place : place + 1], memories[place], int(answers[slot]), twin)
                found.append((int(slot), case))
        return found


def _records(dtype: np.dtype, number: int) -> np.ndarray:
    return np.zeros(number, dtype).view(np.recarray)


def play(player: Player, decisions: int, seed: int = 1) -> list[Case]:
    """So many cases, from all the tables of :data:`TABLES`."""
    found: list[Case] = []
    for number, (seats, words) in enumerate(TABLES):
        common = (f"table.seats={seats}", "session.hands=100000", "buy_in.min_bb=1", "buy_in.late_min_bb=1")
        config = load(players=f"always-call*{seats}", words=(*common, *words))
        wanted = decisions * (number + 1) // len(TABLES) - len(found)
        found += islice(_Ring(player, config, seed).cases(), wanted)
    return found
