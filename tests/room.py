"""A table whose people come, go and change seats as a test says: between hands everything is the engine's.

Hands are not played: they begin as the engine begins them (button, posts, cards), and then the chips go back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from holdem_sim.engine import course, lockstep, moving, seating, seats
from holdem_sim.engine.table import BLOCK, TABLE
from holdem_sim.schema import DEPARTURE_REASONS
from holdem_sim.shard import records
from holdem_sim.strategy import make
from records import seat_mask, seats_of
from sessions import Rows, configure, game_of, take_rows

HABIT = "lineup.types.always-call.departure=100000"
"""Makes the engine look after wishes and visitors; nobody ever goes because of it."""
Posted = tuple[int, str, int]


@dataclass(frozen=True)
class Beginning:
    """How a hand began: its button, who is dealt in, posts in order, and who speaks first."""

    button: int
    dealt: set[int]
    posts: list[Posted]
    first: int

    def seat_of(self, action: str) -> int | None:
        return next((seat for seat, done, _ in self.posts if done == action), None)

    @property
    def blinds(self) -> tuple[int | None, int | None]:
        return self.seat_of("post-small-blind"), self.seat_of("post-big-blind")

    @property
    def debts(self) -> list[Posted]:
        return [post for post in self.posts if post[1] in ("post-dead", "post-live")]


class Room:
    """A table of ``places`` seats at which ``taken`` sit, after a first hand with the button at ``button``.

    That hand began a round. ``words`` are configuration words; all players are of the type always-call.
    """

    def __init__(self, places: int, taken: Iterable[int], button: int = 0, words: Iterable[str] = ()) -> None:
        taken = sorted(taken)
        config = configure(f"always-call*{places}", [f"table.seats={places}", HABIT, *words])
        self.game = game_of(config, 5, [make("always-call")])
        self.rules, self.types = self.game.rules, self.game.types
        self.rules.players_per_session = 1000
        self.table: Any = records(TABLE)[0]
        self.block: Any = records(BLOCK)[0]
        self.rows: Rows = {}
        table = self.table
        lockstep.begin_session(table, 0, 1000)
        seating.open_session(table, self.rules, self.types, self.block)
        for seat in range(places):
            if seat not in taken:
                table.player[seat], table.stack[seat] = -1, 0
        after = [seat for seat in (*taken, *taken) if seat > button] + taken
        table.button, table.small_seat, table.last_big_blind = button, after[0], after[1]
        table.hand_no = table.hands_noted = table.round_no = 1
        table.round_seat = table.round_button = button
        table.full_round[:] = table.hands_dealt[:] = 1
        table.paid_small, table.paid_big = 1 << after[0], 1 << after[1]
        self.news()
        self.rows = {}

    def gather(self) -> int:
        """To the next hand; the engine's answer."""
        return int(seating.gather(self.table, self.rules, self.types, self.block))

    def hand(self) -> Beginning:
        """Everything up to the next hand's first decision; the chips go back."""
        assert self.gather() == seating.READY
        return self.deal()

    def deal(self) -> Beginning:
        """The hand that :meth:`gather` led to."""
        table, block = self.table, self.block
        rows: Rows = {name: [] for name in ("actions",)}
        block.actions_rows = 0
        course.start_hand(table, self.rules, self.types, block)
        kept: Rows = {name: [] for name in block_tables()}
        take_rows(block, kept)
        rows["actions"] = kept["actions"]
        for name, list_ in kept.items():
            self.rows.setdefault(name, []).extend(list_)
        posts = [(row["seat"], row["action"], row["amount"]) for row in rows["actions"]]
        begun = Beginning(int(table.button), seats_of(table.dealt), posts, int(table.actor))
        self.end_hand()
        return begun

    def end_hand(self) -> None:
        table = self.table
        for seat in range(len(table.stack)):
            table.stack[seat] = table.stack_start[seat]
        table.hand_no += 1

    def hands(self, number: int) -> list[Beginning]:
        return [self.hand() for _ in range(number)]

    def comes(self, seat: int) -> None:
        """A newcomer takes the empty seat before the next hand."""
        self.table.type[seat] = 0
        self.table.arrives_ms[seat] = self.table.clock_ms

    def walks_in(self) -> None:
        """Somebody comes, seat or no seat, before the next hand; ``walk_in`` must be set for the type."""
        assert self.table.walk_in_ms >= 0
        self.table.walk_in_ms = self.table.clock_ms

    def moves(self, seat: int, to: int) -> tuple[bool, bool]:
        """The player changes to a free seat before the next hand; whether he owes small and big blind."""
        assert self.gather() == seating.READY
        table = self.table
        ready = seats.ready_seats(table, False)
        small, big = moving.price_of(table, self.rules, ready, seat, to)
        moving.change_seat(table, self.rules, self.types, self.block, seat, to, small, big)
        return bool(small), bool(big)

    def wishes(self, seat: int, reason: str = "hours") -> None:
        """The player wants to leave."""
        self.table.wish[seat] = DEPARTURE_REASONS.index(reason)

    def goes(self, *seats: int) -> None:
        """The players' chips are gone, and they buy no more: they leave before the next hand."""
        for seat in seats:
            self.table.stack[seat] = 0
            self.wishes(seat)

    @property
    def taken(self) -> set[int]:
        return {seat for seat, player in enumerate(self.table.player.tolist()) if player >= 0}

    def news(self) -> list[dict]:
        """The events since they were last asked for."""
        rows: Rows = {name: [] for name in block_tables()}
        take_rows(self.block, rows)
        events = self.rows.pop("events", []) + rows.pop("events")
        for name, list_ in rows.items():
            self.rows.setdefault(name, []).extend(list_)
        return events

    def give(self, chips: Mapping[int, int]) -> None:
        for seat, amount in chips.items():
            self.table.stack[seat] = amount


def block_tables() -> list[str]:
    return ["hands", "seats", "actions", "pots", "awards", "ledger", "events", "players"]


def mask(*seats: int) -> int:
    return seat_mask(seats)
