"""From a run's files to rows of Python objects, as far as the files can be read at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.dataset import Run
from holdem_sim.recheck.faults import Faults
from holdem_sim.recheck.rows import (
    Act,
    EventRow,
    Hand,
    HandRow,
    LedgerRow,
    PlayerRow,
    PotRow,
    SeatRow,
    Session,
)
from holdem_sim.schema import HANDS_PER_SESSION_ID, TABLES, arrow_schema, column

BATCH_ROWS = 20_000
UNREADABLE = (OSError, pa.ArrowException, UnicodeError)
"""What reading a damaged file may end in."""


def check_parts(run: Run, faults: Faults) -> list[str]:
    """The names of the part files that every table has; faults for what is missing, cut, foreign or short.

    Shards that an interrupted run has played ahead do not belong to it yet.
    """
    names: dict[str, set[str]] = {}
    for table in TABLES:
        folder = run.path / table
        names[table] = {path.name for path in folder.glob("part-*.parquet")} if folder.is_dir() else set()
        if not run.complete and isinstance(run.info.get("shards"), list):
            names[table] &= {f"part-{shard['shard']:05d}.parquet" for shard in run.info["shards"]}
    everywhere = set.intersection(*names.values())
    for table, found in names.items():
        for name in sorted(set.union(*names.values()) - found):
            faults.add("the file is missing", file=f"{table}/{name}")
    if not everywhere:
        faults.add(f"{run.path} has no part files")
    sound = {
        (name, table): _is_sound(run.path / table / name, table, faults)
        for name in everywhere
        for table in TABLES
    }
    good = sorted(name for name in everywhere if all(sound[name, table] for table in TABLES))
    if len(good) == len(everywhere):
        for table in TABLES:
            rows = sum(pq.read_metadata(run.path / table / name).num_rows for name in good)
            if rows != run.rows[table]:
                faults.add(f"rows of {table}", expected=run.rows[table], found=rows, file="run.json")
    return good


def _is_sound(path: Path, table: str, faults: Faults) -> bool:
    """Whether a part file has a readable end and the table's columns."""
    name = f"{table}/{path.name}"
    try:
        schema = pq.read_schema(path)
    except UNREADABLE as error:
        faults.add(f"the file is cut or damaged ({first_line(error)})", file=name)
        return False
    missing = [column for column in arrow_schema(table).names if column not in schema.names]
    if missing:
        faults.add(f"columns that are missing: {', '.join(missing)}", file=name)
        return False
    for field in arrow_schema(table):
        found = schema.field(schema.get_field_index(field.name))
        if _plain(found.type) != _plain(field.type) or found.nullable != field.nullable:
            faults.add(f"type of column {field.name}", expected=_typed(field), found=_typed(found), file=name)
            return False
    return True


def _plain(type_: pa.DataType) -> pa.DataType:
    return type_.value_type if pa.types.is_dictionary(type_) else type_


def _typed(field: pa.Field) -> str:
    return f"{_plain(field.type)}{'' if field.nullable else ' without nulls'}"


def first_line(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


class DamagedError(Exception):
    """A file that cannot be read to its end; the fault is noted."""


def _batches(path: Path, table: str, columns: tuple[str, ...], faults: Faults) -> Iterator[pa.RecordBatch]:
    name = f"{table}/{path.name}"
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            yield from file.iter_batches(BATCH_ROWS, columns=list(columns))
    except UNREADABLE as error:
        faults.add(f"the file is cut or damaged ({first_line(error)})", file=name)
        raise DamagedError from error


def _values(batch: pa.RecordBatch, table: str, name: str, numbered: bool, faults: Faults) -> list:
    """A column as Python values; a fixed category as place in its list if ``numbered``, -1 for null."""
    array = batch.column(batch.schema.get_field_index(name))
    categories = column(table, name).categories
    if pa.types.is_dictionary(array.type):
        words = array.dictionary.to_pylist()
        if isinstance(categories, tuple) and categories:
            for word in set(words) - set(categories):
                faults.add(
                    f"column {name} of {table} holds an unknown {word!r}",
                    expected=", ".join(categories),
                    found=word,
                )
        codes = array.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        if numbered and isinstance(categories, tuple) and categories:
            places = [categories.index(w) if w in categories else -1 for w in words]
            return np.array([*places, -1])[codes].tolist()
        return np.array([*words, None], dtype=object)[codes].tolist()
    if array.null_count or pa.types.is_string(array.type):
        return array.to_pylist()
    values = array.to_numpy(zero_copy_only=False)
    if pa.types.is_floating(array.type) and not np.isfinite(values).all():
        faults.add(f"column {name} of {table} holds {values[~np.isfinite(values)][0]}")
        raise DamagedError
    return values.tolist()


Groups = Iterator[tuple[int, list]]


def _by_hand(
    path: Path, table: str, make: Callable[[Any], Any], columns: tuple[str, ...], faults: Faults
) -> Groups:
    """The rows of a table hand by hand, as ``(hand_id, rows)``."""
    pending_id, pending = -1, []
    wanted = ("hand_id", "session_id", *(c for c in columns if c not in ("hand_id", "session_id")))
    for batch in _batches(path, table, wanted, faults):
        ids = batch.column(batch.schema.get_field_index("hand_id")).to_numpy()
        sessions = batch.column(batch.schema.get_field_index("session_id")).to_numpy()
        for i in np.flatnonzero(ids // HANDS_PER_SESSION_ID != sessions)[:1]:
            expected = int(ids[i] // HANDS_PER_SESSION_ID)
            faults.add(
                f"session_id in {table}", hand_id=int(ids[i]), expected=expected, found=int(sessions[i])
            )
        for i in np.flatnonzero(np.diff(ids) < 0)[:1]:
            faults.add(
                f"{table} is not sorted by hand_id", hand_id=int(ids[i + 1]), file=f"{table}/{path.name}"
            )
        rows = list(
            map(make, zip(*(_values(batch, table, name, True, faults) for name in columns), strict=True))
        )
        starts = [0, *(np.flatnonzero(np.diff(ids)) + 1).tolist(), len(ids)]
        for start, stop in pairwise(starts):
            hand_id = int(ids[start])
            if hand_id == pending_id:
                pending += rows[start:stop]
                continue
            if pending:
                yield pending_id, pending
            pending_id, pending = hand_id, rows[start:stop]
    if pending:
        yield pending_id, pending


class _Reader:
    """Takes the groups of one table in step with the hands."""

    def __init__(self, groups: Groups, table: str, faults: Faults) -> None:
        self._groups = groups
        self._table = table
        self._faults = faults
        self._next = next(groups, None)

    def take(self, hand_id: int | None) -> list:
        """The rows of a hand (None: there are no more hands)."""
        while self._next is not None and (hand_id is None or self._next[0] < hand_id):
            self._faults.add(f"rows in {self._table} for a hand that is not in hands", hand_id=self._next[0])
            self._next = next(self._groups, None)
        if self._next is None or self._next[0] != hand_id:
            return []
        rows = self._next[1]
        self._next = next(self._groups, None)
        return rows


def hands(run: Run, part: str, faults: Faults) -> Iterator[Hand]:
    """The hands of a part, in order."""
    shapes: tuple[tuple[str, Callable[[Any], Any], tuple[str, ...]], ...] = (
        ("seats", SeatRow._make, SeatRow._fields),
        ("actions", Act._make, Act._fields),
        ("pots", PotRow._make, PotRow._fields),
        ("awards", tuple, ("pot_no", "seat", "amount")),
    )
    readers = [
        _Reader(_by_hand(run.path / table / part, table, make, columns, faults), table, faults)
        for table, make, columns in shapes
    ]
    path = run.path / "hands" / part
    last = -1
    for hand_id, rows in _by_hand(path, "hands", HandRow._make, HandRow._fields, faults):
        if len(rows) > 1 or hand_id <= last:
            faults.add("the hand is there more than once, or out of order", hand_id=hand_id)
        last = max(last, hand_id)
        yield Hand(rows[0], *(reader.take(hand_id) for reader in readers))
    for reader in readers:
        reader.take(None)


def sessions(run: Run, part: str, faults: Faults) -> dict[int, Session]:
    """What ledger, events and players of a part say, by session."""
    found: dict[int, Session] = {}
    shapes: tuple[tuple[str, Any], ...] = (
        ("ledger", LedgerRow),
        ("events", EventRow),
        ("players", PlayerRow),
    )
    for table, shape in shapes:
        last = -1
        for batch in _batches(run.path / table / part, table, shape._fields, faults):
            columns = [_values(batch, table, name, False, faults) for name in shape._fields]
            for row in map(shape._make, zip(*columns, strict=True)):
                if row.session_id < last:
                    faults.add(f"{table} is not sorted by session_id", session_id=row.session_id)
                last = row.session_id
                getattr(found.setdefault(row.session_id, Session()), table).append(row)
    return found
