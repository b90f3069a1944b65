"""What a run is asked to be, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from holdem_sim.config import Config
from holdem_sim.schema import TABLES
from holdem_sim.shard import SUMS
from holdem_sim.strategy import Brain, make

SHARD_HANDS = 12_000
"""About how many hands a shard holds: as many sessions as that takes, at least one."""


@dataclass(frozen=True)
class Request:
    """What is to be played, where it goes, and by how many workers.

    With ``sessions`` so many whole sessions are played, and ``hands`` is what one expects of them.
    """

    config: Config
    seed: int
    hands: int
    out: Path
    workers: int = 1
    strict: bool = False
    resume: bool = False
    force: bool = False
    sessions: int | None = None

    @classmethod
    def of_sessions(cls, config: Config, seed: int, sessions: int, out: Path, **more: Any) -> Request:
        """So many whole sessions, however many hands they turn out to have."""
        return cls(config, seed, sessions * expected_hands(config), out, sessions=sessions, **more)

    @cached_property
    def brains(self) -> tuple[Brain, ...]:
        """The strategies of the lineup, in the order of ``config.specs``."""
        return tuple(make(spec) for spec in self.config.specs)

    @cached_property
    def description(self) -> dict[str, Any]:
        """What run.json says of the request, as it was when it was made: files may change while it is played."""
        pairs = zip(self.config.specs, self.brains, strict=True)
        return {
            "hands_requested": self.hands,
            **({"sessions_requested": self.sessions} if self.sessions else {}),
            "seed": self.seed,
            "config": self.config.to_json(),
            "strategies": [
                {
                    "spec": spec,
                    "kind": b.strategy.kind,
                    "manners": b.strategy.manners,
                    "sha256": b.strategy.source_hash,
                }
                for spec, b in pairs
            ],
            "strict": self.strict,
            "workers": self.workers,
        }


@dataclass
class Progress:
    """A run so far: accepted shards and their sums."""

    shards: list[dict[str, int]] = field(default_factory=list)
    sessions: int = 0
    hands: int = 0
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))
    rows: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TABLES, 0))

    def add(self, shard: dict[str, Any]) -> None:
        self.shards.append(shard)
        self.sessions += shard["sessions"]
        self.hands += shard["hands"]
        for name in SUMS:
            self.sums[name] += shard[name]
        for name in TABLES:
            self.rows[name] += shard["rows"][name]


def sessions_per_shard(config: Config) -> int:
    """How many sessions a shard holds: enough for about SHARD_HANDS hands."""
    return max(1, -(-SHARD_HANDS // expected_hands(config)))


def expected_hands(config: Config) -> int:
    """About how many hands a session lasts (a guess for sessions that end by the clock)."""
    hands = config.session.hands
    if config.session.hours:
        hands = min(hands, max(1, int(float(config.session.hours) * 36)))
    return hands
