"""The one place where the compiler is set up.

Every compiled function of the project is made by :func:`kernel`, so that the options, the folder of
the disk cache and the switch ``NUMBA_DISABLE_JIT`` are settled here and nowhere else.

Numba keeps what it compiled on disk but does not notice a change in a function that a cached caller
calls.  The cache therefore lies in a folder named after the engine's sources and the versions of what
compiles them: another source, another folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = ("schema", "hand_strength", "situation", "play", "compiling", "fingerprint")
"""Modules outside the engine that are compiled into strategies, or settle how these are compiled."""


def _source_hash() -> str:
    """A short hash of the engine's sources, of where they lie, and of the versions that compile them."""
    digest = hashlib.sha256()
    digest.update(repr((sys.version_info[:3], version("numpy"), version("numba"), str(PACKAGE))).encode())
    sources = sorted((PACKAGE / "engine").glob("*.py"))
    shared = [PACKAGE / f"{name}.py" for name in SHARED]
    for path in [*sources, *shared]:
        if path.exists():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _choices() -> Iterator[Path]:
    """Where the cache may lie: where the user says, in his cache folder, under the system's temporary folder."""
    given = os.environ.get("HOLDEM_SIM_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if given or home:
        yield Path(given or str(home)) / "holdem-sim"
    else:
        with contextlib.suppress(RuntimeError):  # a user without a home
            yield Path.home() / ".cache" / "holdem-sim"
    with contextlib.suppress(OSError):
        user = os.getuid() if hasattr(os, "getuid") else "user"
        yield Path(tempfile.gettempdir()) / f"holdem-sim-{user}"


def _usable(folder: Path) -> bool:
    """Make the folder if need be; whether it can be written, and nobody else put it there to be run by us."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        owner = folder.stat().st_uid
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or owner in (os.getuid(), 0)
    return mine and os.access(folder, os.W_OK)


def _cache() -> Path | None:
    """The folder of this version's cache; None where nothing can be written: then every run compiles anew."""
    mark = _source_hash()
    numba_dir = os.environ.get("NUMBA_CACHE_DIR")
    if numba_dir and _usable(Path(numba_dir)):
        return Path(numba_dir) if Path(numba_dir).name == mark else Path(numba_dir) / mark
    return next((choice / mark for choice in _choices() if _usable(choice)), None)


CACHE = _cache()
"""Where compiled code is kept; None: nowhere."""
if CACHE is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402  (its cache folder has to be known before it is imported)

COMPILED: bool = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""False when ``NUMBA_DISABLE_JIT=1`` runs the same source as plain Python."""

warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)


def kernel(function=None, *, threads=False):
    """Compile ``function`` (cached on disk, C's rules for division, no bounds checks).

    With the compiler off the function comes back as it is. ``@kernel(threads=True)``: Python's other threads run on
    while it runs.
    """
    if function is None:
        return partial(kernel, threads=threads)
    if not COMPILED:
        return function
    compile_it = numba.njit(cache=CACHE is not None, error_model="numpy", nogil=threads)
    return _one_version(compile_it(function))


def _one_version(dispatcher):
    """Let calls with constants use the version for their type.

    Numba would compile ``f(x, 3)`` and ``f(x, 4)`` as two versions of ``f``; here they are the same function of
    an int64, which saves a third of the compilation.
    """
    resolve = dispatcher.get_call_template

    def get_call_template(arguments, keywords):
        plain = tuple(numba.types.unliteral(a) for a in arguments)
        return resolve(plain, {name: numba.types.unliteral(a) for name, a in keywords.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def portable(function):
    """For small functions of a spot: compiled where compiled code calls them, else the plain Python they are.

    So they take a record in a compiled strategy, and a light object in a plain Python one.
    """
    if not COMPILED:
        return function
    from numba.extending import register_jitable

    return register_jitable(function)


def is_warm(what: str = "*") -> bool:
    """Whether this engine, or the module ``what``, has been compiled on this machine before."""
    return CACHE is not None and CACHE.is_dir() and any(CACHE.rglob(f"{what}.nbi"))


def constant(array):
    """A lookup table for kernels: the array; with the compiler off a list, which gives plain Python ints."""
    return array if COMPILED else array.tolist()
