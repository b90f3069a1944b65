"""What is wrong in a run, one sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it must be: what, where, and the value expected and found."""

    what: str
    hand_id: int | None = None
    session_id: int | None = None
    seat: int | None = None
    expected: Any = None
    found: Any = None
    file: str | None = None

    def __str__(self) -> str:
        places = []
        if self.file is not None:
            places.append(self.file)
        if self.hand_id is not None:
            places.append(f"hand {self.hand_id}")
        elif self.session_id is not None:
            places.append(f"session {self.session_id}")
        if self.seat is not None:
            places.append(f"seat {self.seat}")
        text = f"{', '.join(places)}: {self.what}" if places else self.what
        if self.expected is None and self.found is None:
            return text
        return f"{text}: expected {_shown(self.expected)}, found {_shown(self.found)}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class EnoughError(Exception):
    """As many faults as were asked for have been found."""


class Faults:
    """Collects faults up to a limit, then ends the check with :class:`EnoughError`."""

    def __init__(self, limit: int) -> None:
        self.found: list[Fault] = []
        self._limit = limit

    def add(self, what: str, **where: Any) -> None:
        """Note a fault; the keywords are those of :class:`Fault`."""
        self.found.append(Fault(what, **where))
        if len(self.found) >= self._limit:
            raise EnoughError
