"""From a strategy to machine code that the engine can call by address."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from holdem_sim.engine.jit import CACHE, COMPILED
from holdem_sim.engine.table import MEMORY_BYTES, OBSERVED
from holdem_sim.errors import HoldemError
from holdem_sim.fingerprint import fingerprint
from holdem_sim.strategy import COMPILED_KIND, Brain, no_decision


@dataclass(frozen=True)
class Program:
    """A brain as the engine calls it. Addresses are 0 for what the engine cannot call by itself."""

    brain: Brain
    decide: int
    observe: int
    keep_alive: Sequence[Any]


def compile_brain(brain: Brain) -> Program:
    """Compile a compiled strategy for its one signature and take its addresses.

    Raises HoldemError with the compiler's reason, and the two cures, where it does not compile.
    """
    if brain.strategy.kind != COMPILED_KIND:
        return Program(brain, 0, 0, ())
    from holdem_sim.engine.calls import address_of

    if not COMPILED:
        decide, observe = _uncompiled(brain)
        return Program(brain, address_of(decide), address_of(observe) if observe else 0, ())
    import numba

    memory = numba.from_dtype(brain.strategy.memory)
    spot = numba.from_dtype(brain.strategy.spot)
    decide = _compile(brain, brain.decide, (spot,), numba.types.int64)
    kept = [decide]
    observe_address = 0
    if brain.observe is not None:
        kept.append(_compile(brain, brain.observe, (numba.from_dtype(OBSERVED), memory), None))
        observe_address = address_of(kept[-1])
    return Program(brain, address_of(decide), observe_address, tuple(kept))


def _uncompiled(brain: Brain) -> tuple[Callable, Callable | None]:
    """``decide`` and ``observe`` as the engine calls them with the compiler off, the memory by its fields."""
    own = brain.strategy.memory
    fields = dict(own.fields or {})
    whole = np.dtype(
        {
            "names": list(fields),
            "formats": [fields[name][0] for name in fields],
            "offsets": [fields[name][1] for name in fields],
            "itemsize": MEMORY_BYTES,
        }
    )
    spot_type, memory_type = np.dtype((np.record, brain.strategy.spot)), np.dtype((np.record, whole))
    given = brain.observe

    def decide(spot):
        return brain.decide(spot.view(spot_type))

    if given is None:
        return decide, None

    def observe(hand, memory):
        given(hand, memory.view(memory_type))

    return decide, observe


def _compile(brain: Brain, function: Callable, arguments: tuple, returns):
    """Compile ``function`` for one signature; HoldemError says what does not compile, or what it returns instead."""
    import numba

    function = getattr(function, "py_func", function)  # a strategy may have decorated it for Numba itself
    try:
        with _cache_of(brain, function) as cache:
            # An index past the end of an array is an error here, not a look at other people's memory.
            options: Any = {"cache": cache, "boundscheck": True}
            compiled: Any = numba.njit(arguments, **options)(function)
            found = compiled.overloads[compiled.signatures[0]].signature.return_type
            if returns is None and found != numba.types.none:
                raise HoldemError(
                    f"observe of strategy {brain.label} returns a value; it has to return nothing"
                )
            if returns is not None and found != returns:
                if not isinstance(found, numba.types.Integer | numba.types.IntegerLiteral):
                    raise no_decision(brain, _told(found))
                compiled = numba.njit(returns(*arguments), **options)(function)
        return compiled
    except HoldemError:
        raise
    except Exception as error:
        missing = isinstance(error, KeyError)
        reason = _no_field(error) if missing else _reason(str(error) or type(error).__name__)
        where = brain.strategy.source or "its source"
        raise HoldemError(
            f"strategy {brain.strategy.name} ({where}) does not compile: {reason}\n"
            "mend that line, or declare it @strategy(compiled=False) to run it as plain Python"
        ) from error


@contextlib.contextmanager
def _cache_of(brain: Brain, function: Callable) -> Iterator[bool]:
    """Whether what is compiled in this context is kept on disk.

    Numba finds it again by the strategy's own file.  Whatever else goes into the code, another file's function or
    a number that was read when the file was run, has to be told apart by the folder.
    """
    import numba

    mark = fingerprint(function)
    if CACHE is None or mark is None or brain.strategy.source is None:
        yield False
        return
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE / f"strategies-{mark[:16]}")
    try:
        yield True
    finally:
        config.CACHE_DIR = before


def _told(found: Any) -> str:
    """What a strategy answers, from the type that the compiler found."""
    import numba

    if isinstance(found, numba.types.Optional):
        return "nothing on some of its ways"
    return "nothing" if found == numba.types.none else f"a value of type {found!s:.60}"


def _no_field(error: Exception) -> str:
    declare = "; declare it: @strategy(memory=[('name', 'i4')])" if error.args == ("memory",) else ""
    return f"spot has no field {error}{declare}"


def _reason(message: str) -> str:
    """The telling part of the compiler's message, in one line: what, and the line of the file."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    place = next((line for line in lines if line.startswith("File ")), "")
    skip = ("Failed in nopython", "During: ", "File ", "<source", "\x1b", "- Resolution", "There are")
    telling = [line for line in lines if not line.startswith(skip)]
    return f"{telling[0] if telling else lines[0]} {place}".strip().rstrip(":")
