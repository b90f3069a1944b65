"""The one place where the compiler is set up.

Every compiled function of the project is made by :func:`kernel`, so that the options, the folder of
the disk cache and the switch ``NUMBA_DISABLE_JIT`` are settled here and nowhere else.

Numba keeps what it compiled on disk but does not notice a change in a function that a cached caller
calls.  The cache therefore lies in a folder named after the engine's sources and the versions of what
compiles them: another source, another folder.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def _source_hash() -> str:
    """A short hash of the engine's sources and of the versions that compile them."""
    digest = hashlib.sha256()
    digest.update(repr((sys.version_info[:3], version("numpy"), version("numba"))).encode())
    sources = sorted((PACKAGE / "engine").glob("*.py"))
    shared = [PACKAGE / f"{name}.py" for name in ("schema", "hand_strength", "situation", "play")]
    for path in [*sources, *shared]:
        if path.exists():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    """The user's cache folder; a private one under the system's temporary folder where none is writable."""
    given = os.environ.get("HOLDEM_SIM_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    choices = [Path(given)] if given else [Path(home) if home else Path.home() / ".cache"]
    choices.append(
        Path(tempfile.gettempdir()) / f"holdem-sim-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    )
    for choice in choices:
        folder = choice / "holdem-sim"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return choices[-1]


CACHE = Path(os.environ.get("NUMBA_CACHE_DIR") or _cache_root() / _source_hash())
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402  (its cache folder has to be known before it is imported)

COMPILED: bool = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""False when ``NUMBA_DISABLE_JIT=1`` runs the same source as plain Python."""

warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)


def kernel(function):
    """Compile ``function`` (cached on disk, C's rules for division, no bounds checks).

    With the compiler off the function comes back as it is.
    """
    if not COMPILED:
        return function
    return _one_version(numba.njit(cache=True, error_model="numpy")(function))


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


def is_warm() -> bool:
    """Whether this engine has been compiled on this machine before."""
    return CACHE.is_dir() and any(CACHE.rglob("*.nbi"))


def constant(array):
    """A lookup table for kernels: the array; with the compiler off a list, which gives plain Python ints."""
    return array if COMPILED else array.tolist()
