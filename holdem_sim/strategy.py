"""The strategy contract: what a player's program is, what it sees, and how it is found and compiled.

A strategy is a factory decorated with :func:`strategy`; its keyword arguments are its parameters, and it
returns ``decide(spot)``, or ``(decide, observe)``.  ``spot`` has the fields of
:data:`holdem_sim.engine.table.SPOT_FIELDS` and ``memory``; ``observe(hand, memory)`` sees the fields of
:data:`holdem_sim.engine.table.OBSERVED` after each hand the player was dealt into.  ``decide`` answers with
one of :func:`fold`, :func:`check_or_fold`, :func:`check_or_call`, :func:`raise_to`, :func:`raise_about`,
:func:`raise_pot`, :func:`all_in`; with ``@strategy(manners=True)`` it may say how that is announced, with
:func:`silent`, :func:`string` or :func:`out_of_turn` around it (H-IX.6).

There are three kinds: compiled ones (the default; plain Python over a numpy record, compiled by Numba),
``@strategy(compiled=False)`` (any Python, on a light object with the same names) and
``@strategy(batch=True)`` (all waiting spots as one record array, answered with an array of decisions).
"""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import holdem_sim
from holdem_sim.engine.rulings import (
    FLOP,
    PREFLOP,
    RIVER,
    TURN,
    all_in,
    check_or_call,
    check_or_fold,
    fold,
    is_decision,
    manner_of,
    out_of_turn,
    raise_about,
    raise_pot,
    raise_to,
    silent,
    string,
)
from holdem_sim.engine.table import MEMORY_BYTES, RAW_MEMORY, spot_dtype
from holdem_sim.errors import HoldemError, UsageError, one_line

__all__ = [
    "FLOP", "PREFLOP", "RIVER", "TURN", "Brain", "Strategy", "all_in", "check_or_call", "check_or_fold",
    "find", "fold", "load_file", "out_of_turn", "parse_spec", "raise_about", "raise_pot", "raise_to", "shipped",
    "silent", "strategy", "string",
]  # fmt: skip

ENTRY_POINTS = "holdem_sim.strategies"
COMPILED_KIND, PYTHON_KIND, BATCH_KIND = "compiled", "python", "batch"


@dataclass(frozen=True)
class Brain:
    """A strategy with its parameters settled: what sits down at a table."""

    strategy: Strategy
    parameters: Mapping[str, Any]
    decide: Callable
    observe: Callable | None

    @property
    def label(self) -> str:
        """The strategy's name, with the parameters that were given: ``tight-aggressive(open=0.18)``."""
        given = ", ".join(f"{k}={v!r}" for k, v in self.parameters.items())
        return f"{self.strategy.name}({given})" if given else self.strategy.name


@dataclass(frozen=True)
class Strategy:
    """A decorated factory. Calling it with parameters gives a :class:`Brain`."""

    factory: Callable
    kind: str
    memory: np.dtype
    manners: bool = False
    name: str = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "name", self.factory.__name__.replace("_", "-"))

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters and their defaults."""
        return {p.name: p.default for p in inspect.signature(self.factory).parameters.values()}

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.factory) or ""

    @property
    def source(self) -> Path | None:
        """The file the strategy is written in; None if it is not in a file."""
        file = inspect.getsourcefile(self.factory)
        return Path(file) if file and Path(file).exists() else None

    @property
    def source_hash(self) -> str:
        """SHA-256 of the strategy's file, so that a run tells what played; empty without a file."""
        return sha256(self.source.read_bytes()).hexdigest() if self.source else ""

    @property
    def has_memory(self) -> bool:
        return self.memory is not RAW_MEMORY

    @property
    def spot(self) -> np.dtype:
        """The record that ``decide`` sees, if it does not see a light object."""
        return spot_dtype(self.memory if self.has_memory else None)

    def __call__(self, **parameters) -> Brain:
        known = self.parameters
        for name in parameters:
            if name not in known:
                has = f"it has: {', '.join(known)}" if known else "it has none"
                raise UsageError(f"strategy {self.name} has no parameter {name!r}; {has}")
            _check_parameter(self.name, name, parameters[name], known[name])
        try:
            made = self.factory(**parameters)
        except HoldemError:
            raise
        except (Exception, SystemExit) as error:
            where = f"mend it in {self.source or 'its source'}, or the parameters it was given"
            raise HoldemError(f"strategy {self.name} cannot be made: {one_line(error)}\n{where}") from error
        pair = made if isinstance(made, tuple) else (made, None)
        decide, observe = pair if len(pair) == 2 else (None, None)
        if not callable(decide) or not (observe is None or callable(observe)):
            raise HoldemError(
                f"strategy {self.name} must return decide, or (decide, observe); it returned {made!r:.80}"
            )
        return Brain(self, parameters, decide, observe)


def _check_parameter(strategy: str, name: str, value: Any, default: Any) -> None:
    """A parameter whose default is a number, a truth value or a text must be one too."""
    kinds = {bool: ("true or false", bool), int: ("a number", int | float), float: ("a number", int | float)}
    need, allowed = {**kinds, str: ("a text", str)}.get(type(default), ("", object))
    if not isinstance(value, allowed) or (isinstance(value, bool) and allowed not in (bool, object)):
        raise UsageError(
            f"strategy {strategy}: {name} = {value!r:.60} must be {need}, as its default {default!r}"
        )


def strategy(
    factory: Callable | None = None,
    *,
    compiled: bool = True,
    batch: bool = False,
    memory=None,
    manners: bool = False,
):
    """Declare a strategy; see the module's description.

    Parameters
    ----------
    compiled
        False: ``decide`` is any Python and is called with a light object.
    batch
        True: ``decide`` gets every waiting spot of a step at once, as a record array, and returns an int64
        array of decisions.
    memory
        Fields of the player's memory, as a numpy dtype or what makes one, e.g.
        ``[("hands", "i4"), ("raises", "i4", 10)]``; at most 256 bytes, zero when he sits down.
    manners
        True: the strategy chooses how its decisions are announced (H-IX.6), as in ``silent(raise_to(600))``,
        and is asked before its turn too, with ``spot.in_turn`` 0: only an ``out_of_turn(...)`` counts then.
    """
    dtype = RAW_MEMORY if memory is None else np.dtype(memory, align=True)
    if not dtype.names:
        raise UsageError(f"memory={memory!r} has no named fields; write e.g. memory=[('hands', 'i4')]")
    if dtype.hasobject:
        raise UsageError(f"memory={memory!r} holds objects; it can hold numbers, and arrays of them")
    if dtype.itemsize > MEMORY_BYTES:
        raise UsageError(f"memory takes {dtype.itemsize} bytes; at most {MEMORY_BYTES} are allowed")
    kind = BATCH_KIND if batch else COMPILED_KIND if compiled else PYTHON_KIND

    def declare(factory: Callable) -> Strategy:
        for p in inspect.signature(factory).parameters.values():
            if p.default is p.empty or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                raise UsageError(f"parameter {p.name!r} of strategy {factory.__name__} needs a default")
        return Strategy(factory, kind, dtype, manners)

    return declare if factory is None else declare(factory)


# -- finding ------------------------------------------------------------------------------------------


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """``"name(open=0.18)"`` or ``"./file.py(open=0.18)"`` -> name or path, and parameters (Python literals)."""
    text = spec.strip()
    head, bracket, tail = text.partition("(")
    if not bracket:
        return text, {}
    try:
        if not tail.endswith(")"):
            raise ValueError("the closing bracket is missing")
        call = ast.parse(f"f({tail}", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError("parameters are given by name")
        return head.strip(), {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        reason = "a parameter is no plain value" if "malformed node" in reason else reason
        shown = spec if len(spec) <= 100 else f"{spec[:97]}..."
        raise UsageError(
            f"cannot read {shown!r} ({reason}); write it like tight-aggressive(open=0.18)"
        ) from None


def shipped_folder() -> Path:
    """The folder of the strategies that come with the package."""
    found = importlib.util.find_spec("holdem_sim.strategies")
    if found is not None and found.submodule_search_locations:
        return Path(next(iter(found.submodule_search_locations)))
    return Path(__file__).resolve().parent.parent / "strategies"


def shipped() -> dict[str, Strategy]:
    """Every strategy in the shipped folder, by name."""
    found: dict[str, Strategy] = {}
    for path in sorted(shipped_folder().glob("*.py")):
        if path.name != "__init__.py":
            found.update({s.name: s for s in load_file(path)})
    return found


def load_file(path: Path) -> list[Strategy]:
    """The strategies a file defines, in the order of their names; the file is run."""
    if not path.is_file():
        raise UsageError(f"there is no strategy file {str(path)!r}")
    module = _module(path)
    found = [
        v
        for v in vars(module).values()
        if isinstance(v, Strategy) and v.factory.__module__ == module.__name__
    ]
    if not found:
        raise HoldemError(f"{path} defines no strategy: put @strategy over a function that returns decide")
    return sorted(found, key=lambda s: s.name)


def _module(path: Path) -> ModuleType:
    path = path.resolve()
    if path.parent == shipped_folder().resolve() and importlib.util.find_spec("holdem_sim.strategies"):
        return importlib.import_module(f"holdem_sim.strategies.{path.stem}")
    name = f"holdem_sim_user_{sha256(str(path).encode() + path.read_bytes()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise UsageError(f"{str(path)!r} is not a Python file")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except HoldemError:
        del sys.modules[name]
        raise
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise HoldemError(f"{path} cannot be loaded: {one_line(error)}{_what_there_is(error)}") from error
    return module


def _what_there_is(error: BaseException) -> str:
    """The cure of a name that :mod:`holdem_sim` does not have: a second line with those it has."""
    if not isinstance(error, ImportError) or error.name != "holdem_sim":
        return ""
    return f"\nfrom holdem_sim can be imported: {', '.join(sorted(holdem_sim.__all__))}"


def find(name: str) -> Strategy:
    """A strategy by name (shipped, then entry points) or by path (``./my_bot.py``, ``my_bot.py:name``)."""
    file, _, chosen = name.partition(".py:")
    if chosen or name.endswith(".py") or "/" in name or "\\" in name:
        path = Path(f"{file}.py" if chosen else name)
        return _choose(load_file(path), chosen, path)
    path = shipped_folder() / f"{name.replace('-', '_')}.py"
    if path.is_file():
        return _choose(load_file(path), name, path)
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        if entry.name in (name, name.replace("-", "_")):
            try:
                made = entry.load()
            except (Exception, SystemExit) as error:
                raise HoldemError(
                    f"entry point {entry.value!r} cannot be loaded: {one_line(error)}"
                ) from error
            if not isinstance(made, Strategy):
                raise HoldemError(f"entry point {entry.value!r} is no strategy: put @strategy over it")
            return made
    names = sorted(p.stem.replace("_", "-") for p in shipped_folder().glob("*.py") if p.name != "__init__.py")
    import difflib

    close = difflib.get_close_matches(name, names, 1)
    hint = (
        f"did you mean {close[0]!r}?"
        if close
        else f"there are: {', '.join(names)}; or give a path, ./my_bot.py"
    )
    raise UsageError(f"there is no strategy {name!r}; {hint}")


def _choose(found: list[Strategy], name: str, path: Path) -> Strategy:
    if not name and len(found) == 1:
        return found[0]
    for candidate in found:
        if name and candidate.name == name.replace("_", "-"):
            return candidate
    names = ", ".join(s.name for s in found)
    if name:
        raise UsageError(f"{path} has no strategy {name!r}; it has: {names}")
    raise UsageError(f"{path} has several strategies ({names}); name one as {path}:{found[0].name}")


def make(spec: str) -> Brain:
    """The player program a spec asks for: found, and its parameters settled."""
    name, parameters = parse_spec(spec)
    return find(name)(**parameters)


def unasked_manner(brain: Brain, number: int) -> str:
    """The manner in a decision of a strategy that has not declared to choose any; empty if there is none."""
    plain = not brain.strategy.manners and manner_of(number) and is_decision(number, True)
    return (silent, string, out_of_turn)[manner_of(number) - 1].__name__ if plain else ""


def no_decision(brain: Brain, answer: str, number: int = 0) -> HoldemError:
    """The error for an answer, or the ``number`` it was, that is no decision."""
    if manner := unasked_manner(brain, number):
        return HoldemError(
            f"strategy {brain.label} answered {answer}: {manner}(...) says how it is announced; "
            "declare that the strategy chooses its manners: @strategy(manners=True)"
        )
    return HoldemError(
        f"strategy {brain.label} answered {answer}; "
        "answer with fold(), check_or_fold(), check_or_call(), raise_to(x), raise_about(x), raise_pot(share) "
        "or all_in()"
    )


class _CallableModule(ModuleType):
    """``from holdem_sim import strategy`` finds this module, whose name is the decorator's: it decorates too."""

    def __call__(self, *arguments, **options):
        return strategy(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
