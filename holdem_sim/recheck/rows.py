"""The rows of a run's tables as a check sees them: a named tuple each, null as None unless said otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from holdem_sim.schema import MAX_SEATS


class HandRow(NamedTuple):
    """A row of ``hands``; ``last_street`` as its place in STREETS."""

    hand_id: int
    session_id: int
    hand_no: int
    started_s: float
    duration_s: float
    button_seat: int
    small_blind: int
    big_blind: int
    blinds_posted: int
    players_dealt: int
    board: str
    burned: str
    last_street: int
    showdown: bool
    pot: int
    tax: int
    extra_drop: int
    uncalled: int
    pots: int
    misdeals: int


class SeatRow(NamedTuple):
    """A row of ``seats``; position and street as places in their lists, -1 for null."""

    seat: int
    player_id: int
    strategy: str
    position: int
    hole_cards: str
    stack_start: int
    contributed: int
    won: int
    net: int
    tax_paid: float
    stack_end: int
    folded_street: int
    all_in: bool
    show_order: int | None
    hand_rank: int | None


class Act(NamedTuple):
    """A row of ``actions``; categories as places in their lists, -1 for null."""

    seq: int
    street: int
    seat: int
    player_id: int
    action: int
    amount: int
    to: int
    to_call: int
    pot_before: int
    stack_before: int
    all_in: bool
    manner: int
    wanted: int
    wanted_to: int | None


class PotRow(NamedTuple):
    """A row of ``pots``."""

    pot_no: int
    amount: int
    tax: int
    contenders: int


class LedgerRow(NamedTuple):
    """A row of ``ledger``; the kind as text."""

    session_id: int
    hand_no: int
    clock_s: float
    player_id: int | None
    seat: int | None
    kind: str
    amount: int


class EventRow(NamedTuple):
    """A row of ``events``; categories as text."""

    session_id: int
    hand_id: int | None
    clock_s: float
    kind: str
    seat: int | None
    street: str | None
    detail: str


class PlayerRow(NamedTuple):
    """A row of ``players``; categories as text."""

    player_id: int
    session_id: int
    strategy: str
    spec: str
    type: str
    party: str | None


@dataclass(frozen=True)
class Hand:
    """All rows of one hand; awards as ``(pot_no, seat, amount)``."""

    row: HandRow
    seats: list[SeatRow]
    acts: list[Act]
    pots: list[PotRow]
    awards: list[tuple[int, int, int]]

    @property
    def order(self) -> list[int]:
        """The seats dealt in, clockwise from the one after the button."""
        dealt = {row.seat for row in self.seats}
        return [seat for seat in clockwise(self.row.button_seat) if seat in dealt]


@dataclass
class Session:
    """What ledger, events and players hold of one session."""

    ledger: list[LedgerRow] = field(default_factory=list)
    events: list[EventRow] = field(default_factory=list)
    players: list[PlayerRow] = field(default_factory=list)


def clockwise(seat: int) -> list[int]:
    """All seats clockwise from the one after ``seat``, which comes last."""
    return [(seat + step) % MAX_SEATS for step in range(1, MAX_SEATS + 1)]
