"""What a strategy's machine code was made of, beside its own file.

The compiler takes the values of globals into the code: a table read from a file when the strategy's file was run,
a function of another file.  Its cache looks at the strategy's own file and at its parameters alone.  The
fingerprint is of all the rest: another fingerprint, other code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

FIXED = {"holdem_sim", "numba", "numpy", "llvmlite"} | sys.stdlib_module_names
"""What comes from these packages changes only with their version, or with the engine's sources."""


def fingerprint(function: Callable) -> str | None:
    """A digest of what the code of ``function`` reads beside its own text and closure; None where it cannot be told."""
    if not isinstance(function, FunctionType):
        return None
    reader = _Reader()
    reader.surroundings(function)
    return reader.digest.hexdigest() if reader.certain else None


class _Reader:
    """Goes through everything that a function reads."""

    def __init__(self) -> None:
        self.digest = sha256()
        self.certain = True
        self._seen: set[int] = set()

    def _note(self, *words: object) -> None:
        for word in words:
            text = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.digest.update(b"%d:" % len(text) + text)

    def surroundings(self, function: FunctionType) -> None:
        """The globals that the function names, and the functions in its closure."""
        self._seen.add(id(function))
        self._globals(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            try:
                held = cell.cell_contents
            except ValueError:  # not filled yet
                continue
            if callable(held):
                self._value(held)

    def _globals(self, code: CodeType, scope: dict[str, Any]) -> None:
        for name in code.co_names:
            if name not in scope:
                continue
            self._note(name)
            self._value(scope[name])
            if isinstance(scope[name], ModuleType) and not _is_fixed(scope[name].__name__):
                for inner in code.co_names:
                    if hasattr(scope[name], inner):
                        self._note(inner)
                        self._value(getattr(scope[name], inner))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._globals(constant, scope)

    def _value(self, value: Any) -> None:
        """Note a value that may be part of the code."""
        kind = type(value)
        if value is None or isinstance(
            value, bool | int | float | complex | str | bytes | np.generic | np.dtype
        ):
            self._note(kind, repr(value))
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self._note(kind, value.dtype.descr, value.shape, value.tobytes())
        elif isinstance(value, tuple | list):
            self._note(kind, len(value))
            for one in value:
                self._value(one)
        elif isinstance(value, dict):
            self._note(kind, len(value))
            for key, one in value.items():
                self._value(key)
                self._value(one)
        elif isinstance(value, ModuleType):
            self._note(kind, value.__name__)
        else:
            self._callable(getattr(value, "py_func", value))

    def _callable(self, value: Any) -> None:
        """Note a function or a type: by name where its text cannot change, else by all that it is made of."""
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if callable(value) and _is_fixed(module or "builtins"):
            self._note(module, name or repr(value))
        elif isinstance(value, FunctionType):
            if id(value) not in self._seen:
                code = value.__code__
                self._note(module, name, code.co_code, code.co_varnames)
                self._value([c for c in code.co_consts if not isinstance(c, CodeType)])
                self._value(value.__defaults__)
                self._value(
                    [c.cell_contents for c in value.__closure__ or () if not callable(c.cell_contents)]
                )
                self.surroundings(value)
        else:
            self.certain = False


def _is_fixed(module: str) -> bool:
    top, _, rest = module.partition(".")
    return top in FIXED and not (top == "holdem_sim" and rest.startswith("strategies"))
