"""A run opened for reports: SQL over its tables, and the sums that several reports need, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from holdem_sim.dataset import Run
from holdem_sim.errors import HoldemError
from holdem_sim.reports import _lives
from holdem_sim.reports._attribution import ATTRIBUTIONS, CONTRIBUTED, Attribution
from holdem_sim.schema import HANDS_PER_SESSION_ID, MAX_SEATS

if TYPE_CHECKING:
    import duckdb

    from holdem_sim.reports._actions import Decisions

Tables = Callable[["Facts", bool], dict[str, pd.DataFrame]]
"""The function ``tables`` of a report."""
HAND_NO = f"(hand_id % {HANDS_PER_SESSION_ID})"
"""SQL: the number of the hand in its session."""


@dataclass(frozen=True)
class Extent:
    """How much a run holds."""

    hands: int
    sessions: int
    longest: int
    """hands of the longest session"""
    big_blind: float
    """chips; the mean over the hands if there are several"""
    several_blinds: bool


@contextmanager
def open_facts(run: Run, attribution: str = CONTRIBUTED.name) -> Iterator[Facts]:
    """The facts of a run, while its files are open; HoldemError if it has no hands or cannot be read.

    ``attribution`` says who paid the tax: a name of :mod:`holdem_sim.reports._attribution`.
    """
    if run.rows["hands"] == 0:
        cure = f"go on with: holdem-sim run --resume --out {run.path}"
        raise HoldemError(f"the run {run.path} has no whole session yet\n{cure}")
    with run.connection() as connection:
        _check_rows(run, connection)
        yield Facts(run, connection, ATTRIBUTIONS[attribution])


def _check_rows(run: Run, connection: duckdb.DuckDBPyConnection) -> None:
    """HoldemError if a table has not the rows that run.json promises: a part is missing, or one is there too many."""
    for table, promised in run.rows.items():
        ((found,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
        if found != promised:
            raise HoldemError(
                f"{run.path / table} holds {found:,} rows, and run.json says {promised:,}: part files are missing or "
                "do not belong to the run; play it again: holdem-sim run --from "
                f"{run.path / 'run.json'}"
            )


class Facts:
    """What reports ask of a run. Money is in chips, ``_bb`` in big blinds of the hand it belongs to.

    Whatever attributes tax to players says how: ``attribution`` (:mod:`holdem_sim.reports._attribution`). The view
    ``seat_hands`` has it in its column ``tax_paid``.
    """

    def __init__(
        self,
        run: Run,
        connection: duckdb.DuckDBPyConnection,
        attribution: Attribution = CONTRIBUTED,
    ) -> None:
        self.run = run
        self.attribution = attribution
        self._connection = connection
        self._answers: dict[tuple[Tables, bool], dict[str, pd.DataFrame]] = {}

    def sql(self, query: str, parameters: list[Any] | dict[str, Any] | None = None) -> pd.DataFrame:
        """The answer to a query over the run's tables, and the view ``seat_hands`` (see :attr:`extent`)."""
        _ = self.extent
        return self._connection.execute(query, parameters).df()

    def offer(self, name: str, frame: pd.DataFrame) -> None:
        """Let queries read a frame under a name."""
        self._connection.register(name, frame)

    def answer(self, tables: Tables, short: bool = False) -> dict[str, pd.DataFrame]:
        """What a report's ``tables`` says of this run, asked once: its pictures are drawn of the same tables."""
        key = (tables, short)
        if key not in self._answers:
            self._answers[key] = tables(self, short)
        return self._answers[key]

    def setting(self, key: str) -> Any:
        """A value of the run's configuration by its dotted name; None if it has no such key."""
        value: Any = self.run.config
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    @cached_property
    def extent(self) -> Extent:
        """How much there is. Asking makes the view ``seat_hands``.

        Its columns are those of seats, ``tax_paid`` as :attr:`attribution` has it, and the hand's ``big_blind``.
        """
        row = self._connection.execute(
            f"""SELECT count(*), count(DISTINCT session_id), max({HAND_NO}) + 1, avg(big_blind),
                min(big_blind) < max(big_blind) FROM hands"""
        ).fetchone()
        assert row is not None
        if row[0] == 0:
            raise HoldemError(
                f"the run {self.run.path} has no hands in its files; holdem-sim verify says more"
            )
        extent = Extent(*row)
        blind = "h.big_blind" if extent.several_blinds else repr(extent.big_blind)
        joined = extent.several_blinds or self.attribution.needs_hand
        self._connection.execute(
            f"""CREATE VIEW seat_hands AS
            SELECT s.* REPLACE ({self.attribution.column} AS tax_paid), {blind}::DOUBLE AS big_blind
            FROM seats s {"JOIN hands h USING (hand_id)" if joined else ""}"""
        )
        return extent

    def session_ranges(self, hands: int = 300_000) -> list[tuple[int, int]]:
        """First and last sessions of ranges that hold about so many hands each, in order.

        A question that joins or sorts actions is asked of one range after the other (``WHERE session_id BETWEEN``),
        so that its memory is that of a range: the files are sorted by session.
        """
        upto = self.sessions["hands"].cumsum()
        number = (upto - self.sessions["hands"]) // hands
        groups = self.sessions["session_id"].groupby(number)
        return list(zip(groups.min().tolist(), groups.max().tolist(), strict=True))

    @cached_property
    def player_sessions(self) -> pd.DataFrame:
        """A row for every player and session: what his hands add up to.

        session_id, player_id, strategy, hands, net, net_bb, net_bb_squares (sum of the squares of single
        hands), contributed, contributed_bb, tax_paid and tax_paid_bb (by :attr:`attribution`), busts (hands
        after which he had nothing).
        """
        return self.sql(
            """SELECT session_id, player_id, any_value(strategy) AS strategy, count(*) AS hands,
                sum(net)::BIGINT AS net, fsum(net / big_blind) AS net_bb,
                fsum((net / big_blind) * (net / big_blind)) AS net_bb_squares,
                sum(contributed)::BIGINT AS contributed,
                fsum(tax_paid) AS tax_paid, fsum(tax_paid / big_blind) AS tax_paid_bb,
                count(*) FILTER (stack_end = 0) AS busts
            FROM seat_hands GROUP BY session_id, player_id ORDER BY session_id, player_id"""
        )

    @cached_property
    def sessions(self) -> pd.DataFrame:
        """A row for every session: what its hands add up to.

        session_id, hands, pot, pot_bb, tax, tax_bb, extra_drop, taxed and capped (hands), table_hours,
        seat_hours (simulated hours in which hands were played, and the same times the players dealt in), open_hours
        (simulated hours from opening to closing, those of a broken game too), time_charge, income (tax and time
        charge).
        """
        sums = self.sql(
            f"""SELECT session_id, count(*) AS hands,
                sum(pot)::BIGINT AS pot, fsum(pot / big_blind) AS pot_bb,
                sum(tax)::BIGINT AS tax, fsum(tax / big_blind) AS tax_bb,
                sum(extra_drop)::BIGINT AS extra_drop,
                count(*) FILTER (tax > 0) AS taxed, count(*) FILTER ({self.at_cap()}) AS capped,
                fsum(duration_s::DOUBLE) / 3600 AS table_hours,
                fsum(duration_s::DOUBLE * players_dealt) / 3600 AS seat_hours,
                max(started_s + duration_s) / 3600 AS open_hours
            FROM hands GROUP BY session_id ORDER BY session_id"""
        )
        closed = self.sql(
            """SELECT session_id, max(clock_s) / 3600 AS hours FROM events
            WHERE kind = 'session-closed' GROUP BY session_id"""
        )
        until = sums["session_id"].map(closed.set_index("session_id")["hours"])
        sums["open_hours"] = sums["open_hours"].combine(until.fillna(0.0), max)
        charges = self.sql(
            """SELECT session_id, -sum(amount)::BIGINT AS time_charge FROM ledger
            WHERE kind = 'time-charge' GROUP BY session_id"""
        )
        charged = sums["session_id"].map(charges.set_index("session_id")["time_charge"])
        sums["time_charge"] = charged.fillna(0).astype("int64")
        sums["income"] = sums["tax"] + sums["time_charge"]
        return sums

    @cached_property
    def decisions(self) -> Decisions:
        """What players did and could have done: :mod:`holdem_sim.reports._actions`."""
        from holdem_sim.reports._actions import count_decisions

        return count_decisions(self.run)

    @cached_property
    def lives(self) -> pd.DataFrame:
        """The lives of buy-ins: :func:`holdem_sim.reports._lives.lives`."""
        return _lives.lives(self)

    @cached_property
    def visits(self) -> pd.DataFrame:
        """The players' visits: :func:`holdem_sim.reports._lives.visits`."""
        return _lives.visits(self)

    @cached_property
    def strategy_sessions(self) -> pd.DataFrame:
        """Sums by session and strategy, money and time: :func:`holdem_sim.reports._lives.strategy_sessions`."""
        return _lives.strategy_sessions(self)

    def at_cap(self) -> str:
        """SQL: whether the tax of a hand is the cap that held for it."""
        cases = [
            f"WHEN {players} THEN tax >= {cap}"
            for players in range(2, MAX_SEATS + 1)
            if (cap := self.cap(players)) is not None and cap > 0
        ]
        return f"CASE players_dealt {' '.join(cases)} ELSE false END" if cases else "false"

    def cap(self, players: int) -> int | None:
        """The most that a hand with so many players dealt in can be taxed, in chips; None without a cap.

        The smallest of ``tax.cap``, ``tax.cap_bb`` and the entry of ``tax.cap_by_players`` with the largest
        number not above the players dealt in, cut down to whole units (house rules, "Tax").
        """
        caps = [self.setting("tax.cap")]
        if (big_blinds := self.setting("tax.cap_bb")) is not None:
            caps.append(Fraction(str(big_blinds)) * Fraction(str(self.setting("table.big_blind"))))
        by_players = {int(n): cap for n, cap in (self.setting("tax.cap_by_players") or {}).items()}
        if entries := [n for n in by_players if n <= players]:
            caps.append(by_players[max(entries)])
        exact = [Fraction(str(cap)) for cap in caps if cap is not None]
        if not exact:
            return None
        unit = Fraction(str(self.setting("tax.unit") or 1))
        return int(min(exact) // unit * unit)
