"""The contract every strategy keeps, as checks that run on anybody's file.

- legal: every answer is a decision, and what it wishes is seldom outside the bounds it was shown;
- limits: the same in pot-limit, fixed-limit and with bet sizes (D-1, G-1), where it is told and no fault;
- deterministic: the same spot, with its random numbers, gets the same answer;
- batch size: in whatever order and company the spots are asked, the answers are the same;
- hidden cards: cards the player cannot see change nothing (see :mod:`holdem_sim.sparring`);
- style: what the docstring declares is what is played (see :mod:`holdem_sim.strategy_style`).
"""

from __future__ import annotations

import copy
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from holdem_sim.config import Config, load
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.table import SPOT
from holdem_sim.errors import HoldemError
from holdem_sim.request import Request
from holdem_sim.schema import STREETS
from holdem_sim.simulate import run
from holdem_sim.sparring import Case, Player, play
from holdem_sim.strategy import BATCH_KIND, COMPILED_KIND, Brain
from holdem_sim.strategy_style import Measured, declared_style, measure_style, style_faults

DECISIONS = 3_000 if COMPILED else 60
"""How many decisions the contract is tried on."""
STYLE_HANDS = 30_000
"""How many hands the style is measured over."""
CORRECTED_AT_MOST = 0.1
"""The share of wishes that may lie outside the bounds: beyond it a strategy does not play what it says."""


@dataclass(frozen=True)
class Finding:
    """The outcome of one check: its name, whether the contract is kept, and what was seen."""

    check: str
    kept: bool
    text: str


def check_contract(player: Player, decisions: int = DECISIONS) -> tuple[list[Finding], list[Case]]:
    """Everything but the style, on about so many decisions, which come back too.

    HoldemError if the strategy fails or answers with what is no decision.
    """
    try:
        cases = play(player, decisions)
        findings = [_legal(cases), _limits(cases), _deterministic(player, cases)]
        findings += [_batch_size(player, cases), _hidden(cases)]
    except HoldemError:
        raise
    except Exception as error:
        source = player.brain.strategy.source or "its source"
        raise HoldemError(
            f"strategy {player.brain.label} failed: {type(error).__name__}: {error}\nmend it in {source}"
        ) from error
    return findings, cases


def _limits(cases: Sequence[Case]) -> Finding:
    """How a strategy copes with houses that do not play plain no-limit: nobody has to be made for them."""
    limited = [case for case in cases if case.limited]
    corrected = sum(case.corrected for case in limited)
    text = f"{len(limited):,} decisions in pot-limit, fixed-limit and with bet sizes, "
    if corrected:
        text += f"{corrected:,} wishes taken to the nearest amount that is allowed"
    else:
        text += "every wish allowed"
    return Finding("limits", True, text)


def _legal(cases: Sequence[Case]) -> Finding:
    cases = [case for case in cases if not case.limited]
    corrected = [case for case in cases if case.corrected]
    if not corrected:
        return Finding("legal", True, f"{len(cases):,} decisions, every wish within its bounds")
    spot = corrected[0].spot[0]
    bounds = f"to call {spot['to_call']}, "
    if spot["max_raise_to"]:
        bounds += f"raise to {spot['min_raise_to']}-{spot['max_raise_to']}"
    else:
        bounds += "no raise allowed"
    text = (
        f"{len(corrected):,} of {len(cases):,} wishes lie outside their bounds and are taken to the nearest "
        f"legal action; the first: {STREETS[spot['street']]}, pot {spot['pot']}, {bounds}"
    )
    return Finding("legal", len(corrected) <= CORRECTED_AT_MOST * len(cases), text)


def _spots(cases: Sequence[Case]) -> np.ndarray:
    """The spots of the cases in one array of the engine's layout."""
    spots = np.zeros(len(cases), SPOT)
    for place, case in enumerate(cases):
        spots[place] = case.spot[0]
    return spots


def _ask(player: Player, cases: Sequence[Case], size: int) -> list[int]:
    """The answers to the cases, asked ``size`` at a time, each with the memory it had."""
    answers: list[int] = []
    for first in range(0, len(cases), size):
        part = cases[first : first + size]
        answers += player.ask(_spots(part), [copy.deepcopy(case.memory) for case in part])
    return answers


def _differences(cases: Sequence[Case], answers: Sequence[int]) -> str | None:
    """Where the answers are not those of the cases, in words; None if they are."""
    other = [case.spot[0] for case, answer in zip(cases, answers, strict=True) if answer != case.answer]
    if not other:
        return None
    spot = other[0]
    return (
        f"{len(other):,} of {len(cases):,} answers differ; the first: hand {spot['hand_no']}, "
        f"{STREETS[spot['street']]}, pot {spot['pot']}, to call {spot['to_call']}"
    )


def _deterministic(player: Player, cases: Sequence[Case]) -> Finding:
    fault = _differences(cases, _ask(player, cases, 1))
    if fault is None:
        return Finding("deterministic", True, "the same spots, the same answers")
    cure = "take chance from spot.random and spot.randoms, and keep what is remembered in spot.memory"
    return Finding("deterministic", False, f"{fault}; {cure}")


def _batch_size(player: Player, cases: Sequence[Case]) -> Finding:
    backwards = list(reversed(cases))
    for size, order in ((len(cases), cases), (7, backwards), (len(cases), backwards)):
        fault = _differences(order, _ask(player, order, size))
        if fault is not None:
            return Finding("batch size", False, f"asked {size} at a time, {fault}")
    return Finding("batch size", True, "asked one by one or together, in any order")


def _hidden(cases: Sequence[Case]) -> Finding:
    pairs = [case for case in cases if case.twin_answer is not None]
    fault = _differences(pairs, [case.twin_answer or 0 for case in pairs])
    if fault is None:
        return Finding("hidden cards", True, f"{len(pairs):,} decisions, other cards where it cannot look")
    return Finding("hidden cards", False, f"with other hidden cards {fault}")


def decisions_per_second(player: Player, cases: Sequence[Case], seconds: float = 0.3) -> float:
    """How many decisions the strategy makes in a second, asked as the simulator asks it."""
    size = len(cases) if player.kind in (COMPILED_KIND, BATCH_KIND) else 32
    spots = _spots(cases)
    memories = [copy.deepcopy(case.memory) for case in cases]
    asked = 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        for first in range(0, len(cases), size):
            player.ask(spots[first : first + size], memories[first : first + size])
        asked += len(cases)
    return asked / spent


def style_table(brain: Brain, spec: str) -> Config:
    """Where a style is measured: the default table and lineup, with a seat for the strategy unless it is one
    of the lineup's already, with its own money."""
    config = load()
    if spec in config.specs and not brain.parameters:
        return config
    return load(hero=spec)


def measure(brain: Brain, spec: str, hands: int = STYLE_HANDS, seed: int = 1) -> dict[str, Measured]:
    """The style ``spec`` plays over so many hands at :func:`style_table`."""
    with tempfile.TemporaryDirectory(prefix="holdem-sim-") as folder:
        out = Path(folder) / "style"
        run(Request(style_table(brain, spec), seed, hands, out))
        return measure_style(open_run(out), brain.label)


def check_style(brain: Brain, measured: dict[str, Measured]) -> Finding:
    """Whether the declared style is what is played."""
    declared = declared_style(brain.strategy.doc)
    if not declared:
        return Finding("style", True, "none declared; the docstring may: Style: VPIP 13-19, PFR 10-16")
    if brain.parameters:
        return Finding("style", True, "declared for the default parameters; these are others")
    faults = style_faults(declared, measured)
    return Finding("style", not faults, "; ".join(faults) or "as declared")
