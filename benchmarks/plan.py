"""A row of the table, and what every measurement needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Literal

from benchmarks.measure import Commands, Finished

SIX_SEATS = ("--set", "table.seats=6")


@dataclass
class Row:
    """One line of the table: what is measured, and the target that the median of ``values`` has to reach."""

    what: str
    side: Literal["under", "over"]
    limit: float
    unit: str
    values: list[float] = field(default_factory=list)
    note: str = ""

    @property
    def target(self) -> str:
        return f"{self.side} {self.limit:,} {self.unit}"

    @property
    def value(self) -> float | None:
        """None: not measured; the note says why."""
        return median(self.values) if self.values else None

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None if nothing was measured."""
        if self.value is None:
            return None
        return self.value < self.limit if self.side == "under" else self.value > self.limit

    def as_json(self) -> dict[str, Any]:
        """Everything about the row."""
        return {
            "what": self.what,
            "target": self.target,
            "value": self.value,
            "unit": self.unit,
            "met": self.met,
            "values": self.values,
            "note": self.note,
        }


@dataclass
class Plan:
    """How much is measured, and with what."""

    commands: Commands
    quick: bool
    repeat: int
    openspiel_python: str
    against: str | None
    say: Callable[[str], None]
    versions: dict[str, str] = field(default_factory=dict)
    """of the libraries beside which the project was measured"""

    def hands(self, number: int) -> int:
        """So many hands, or a tenth of them in the short version."""
        return number // 10 if self.quick else number

    @property
    def long_repeat(self) -> int:
        """Repetitions of what takes long."""
        return max(1, self.repeat // 2)

    def run(self, name: str, hands: int, *words: str, workers: int | None = None, **how: Any) -> Finished:
        """``run --json`` into the folder ``name``, which is written anew."""
        options = ["--hands", str(hands), "--out", name, "--force", "--json", *words]
        options += ["--workers", str(workers)] if workers is not None else []
        return self.commands.holdem_sim("run", *options, **how)

    def hands_per_second(self, name: str, hands: int, *words: str, workers: int, **how: Any) -> float:
        """Six-handed, from the first hand to the last file in its place, by the run's own clock."""
        return self.run(name, hands, *SIX_SEATS, *words, workers=workers, **how).json["hands_per_second"]
