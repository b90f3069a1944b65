"""What is told to people when something cannot be done.

A message is one or two lines that name the value, the place and the cure.  The command line prints it after
``error: `` and exits with the class's ``exit_code``.
"""

from __future__ import annotations

from collections.abc import Iterable

MOST_NAMED = 25
"""So many names are listed when none of them is near to what was asked for."""


class HoldemError(Exception):
    """The job failed, or a check found faults: exit code 1."""

    exit_code = 1


class UnfinishedError(HoldemError):
    """The job failed, but what is there can be finished."""


class UsageError(HoldemError):
    """Wrong usage: a value, a name, a key or a file that cannot be what was meant. Exit code 2."""

    exit_code = 2


def one_line(error: BaseException) -> str:
    """An exception of somebody else's program in one line: its kind and what it says, at most 300 characters."""
    said = " ".join("".join(c if c.isprintable() else " " for c in str(error)).split())
    told = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return told if len(told) <= 300 else f"{told[:297]}..."


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name in ``known`` that was most likely meant by ``name``; None if nothing is near.

    Dashes, underscores and capitals do not count, nor does a missing front of a dotted name:
    ``cap-bb`` is near ``tax.cap_bb``.
    """
    import difflib

    def plain(word: str) -> str:
        return word.lower().replace("_", "-")

    choices: dict[str, str] = {}
    for full in known:
        choices.setdefault(plain(full), full)
    for full in list(choices.values()):
        choices.setdefault(plain(full).rpartition(".")[2], full)
    found = difflib.get_close_matches(plain(name), choices, n=1, cutoff=0.6)
    return choices[found[0]] if found else None


def unknown(what: str, name: str, known: Iterable[str], place: str = "") -> UsageError:
    """The error for a name that does not exist: it proposes the nearest one, or lists all.

    ``what`` is the kind of thing ("strategy"), ``place`` where the name stood ("in --players").
    """
    names = list(known)
    near = nearest(name, names)
    where = f" {place}" if place else ""
    if near:
        return UsageError(f"unknown {what} {name!r}{where}; did you mean {near!r}?")
    some = names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], f"... ({len(names)} in all)"]
    return UsageError(f"unknown {what} {name!r:.100}{where}; there are: {', '.join(some) or 'none'}")
