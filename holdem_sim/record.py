"""Facts to files: the engine's blocks become Parquet part files.

A :class:`ShardWriter` takes the filled rows of blocks (:data:`holdem_sim.engine.table.BLOCK`), keeps them
column by column and writes a row group whenever a fixed number of rows is there, so that a part file's
bytes depend on its rows alone and not on how they arrived. One thread does all of it; a forked process may
use it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.columns import Labels, plan
from holdem_sim.engine.table import BLOCK
from holdem_sim.schema import TABLES, block_dtype

__all__ = ["Labels", "ShardWriter", "part_name"]

GROUP_ROWS = {
    "hands": 32_768,
    "seats": 131_072,
    "actions": 131_072,
    "pots": 32_768,
    "awards": 32_768,
    "ledger": 32_768,
    "events": 32_768,
    "players": 32_768,
}
"""Rows of a row group; the last one of a file holds what is left."""

WAITING_BYTES = 48 << 20
"""Rows of sessions whose turn has not come are kept in memory up to this many (compressed) bytes."""


def part_name(shard_no: int) -> str:
    """The file name of a shard in every table's folder."""
    return f"part-{shard_no:05d}.parquet"


class ShardWriter:
    """Writes one shard's part files, one a table, under ``run_dir``.

    The files have a temporary name until :meth:`close`; :meth:`abort` leaves nothing of them behind.
    """

    def __init__(self, run_dir: str | os.PathLike, shard_no: int, labels: Labels) -> None:
        self._parts = {
            table: _Part(Path(run_dir) / table / part_name(shard_no), table, labels) for table in TABLES
        }
        self._queue = _Queue(Path(run_dir) / f"waiting-{shard_no:05d}.tmp")

    def write_block(self, block: Any, session_index: int | None = None, *, last: bool = False) -> None:
        """Take the filled rows of ``block`` (a record of dtype BLOCK, which may be reused afterwards).

        Without ``session_index`` the rows follow those written before. With it, blocks of several sessions
        may come in any mixture: ``session_index`` counts the shard's sessions from 0, in the order of their
        numbers, ``last`` says that the session is over. Rows of sessions whose turn has not come wait, in
        memory and, past :data:`WAITING_BYTES`, in a temporary file.
        """
        raw: Any = np.frombuffer(block, np.uint8)
        raw = memoryview(raw)
        for table, part in self._parts.items():
            count = int(block[f"{table}_rows"])
            if count and (session_index is None or self._queue.is_next(session_index)):
                part.append(raw, _BLOCK_PLACES[table], count)
            elif count and session_index is not None:
                self._queue.put(session_index, table, count, raw)
        if session_index is not None and last:
            for table, count, rows in self._queue.finish(session_index):
                self._parts[table].append(memoryview(rows), _packed_places(table, count), count)

    def close(self) -> dict[str, int]:
        """Write what is left, give the files their names, and return the number of rows by table.

        ValueError if sessions are still waiting for one that was never finished.
        """
        self._queue.close()
        for part in self._parts.values():
            part.close()
        return {table: part.rename() for table, part in self._parts.items()}

    def abort(self) -> None:
        """Remove what was written of this shard."""
        self._queue.abort()
        for part in self._parts.values():
            part.abort()


def _widths(table: str) -> list[int]:
    """The bytes that one row of each recorded column takes."""
    row = block_dtype(table, 1)
    return [row[name].itemsize for name in row.names or ()]


_WIDTHS = {table: _widths(table) for table in TABLES}
_BLOCK_PLACES = {
    table: [BLOCK.fields[table][1] + column[1] for column in BLOCK[table].fields.values()]  # type: ignore[index,union-attr]
    for table in TABLES
}
"""Where the columns of each table begin in a block."""


def _packed_places(table: str, count: int) -> list[int]:
    """Where the columns begin when ``count`` rows of each lie one column behind the other."""
    return [0, *accumulate(width * count for width in _WIDTHS[table][:-1])]


class _Queue:
    """Rows of sessions whose turn to be written has not come, compressed."""

    def __init__(self, spill_path: Path) -> None:
        self._next = 0
        self._finished: set[int] = set()
        self._waiting: dict[int, list[tuple[str, int, bytes | tuple[int, int]]]] = {}
        self._held = 0
        self._path = spill_path
        self._spill: BinaryIO | None = None

    def is_next(self, session: int) -> bool:
        return session == self._next

    def put(self, session: int, table: str, count: int, block: memoryview) -> None:
        """Keep a copy of the first ``count`` rows of a table in a block."""
        places = zip(_BLOCK_PLACES[table], _WIDTHS[table], strict=True)
        packed = pa.compress(
            b"".join(block[place : place + width * count] for place, width in places),
            codec="lz4",
            asbytes=True,
        )
        self._waiting.setdefault(session, []).append((table, count, packed))
        self._held += len(packed)
        if self._held > WAITING_BYTES:
            self._spill_all()

    def _spill_all(self) -> None:
        if self._spill is None:
            self._spill = open(self._path, "w+b")  # noqa: SIM115  (closed by close or abort)
        place = self._spill.seek(0, os.SEEK_END)
        for kept in self._waiting.values():
            for i, (table, count, packed) in enumerate(kept):
                if isinstance(packed, bytes):
                    self._spill.write(packed)
                    kept[i] = (table, count, (place, len(packed)))
                    place += len(packed)
        self._held = 0

    def finish(self, session: int) -> Iterator[tuple[str, int, bytes]]:
        """A session is over; yields ``(table, rows, packed columns)`` of those whose turn comes by that."""
        self._finished.add(session)
        while self._next in self._finished:
            self._finished.remove(self._next)
            self._next += 1
            for table, count, packed in self._waiting.pop(self._next, ()):
                yield table, count, self._unpacked(packed, sum(_WIDTHS[table]) * count)

    def _unpacked(self, packed: bytes | tuple[int, int], size: int) -> bytes:
        if isinstance(packed, bytes):
            self._held -= len(packed)
        else:
            assert self._spill is not None
            self._spill.seek(packed[0])
            packed = self._spill.read(packed[1])
        return pa.decompress(packed, decompressed_size=size, codec="lz4", asbytes=True)

    def close(self) -> None:
        if self._waiting:
            raise ValueError(
                f"session {self._next} of the shard was never finished; "
                f"{len(self._waiting)} later ones wait for it"
            )
        self.abort()

    def abort(self) -> None:
        if self._spill is not None:
            self._spill.close()
            self._path.unlink(missing_ok=True)
            self._spill = None
        self._waiting.clear()


_spare: dict[str, list[np.ndarray]] = {table: [] for table in TABLES}
"""Buffers of earlier parts of this process: fresh memory costs a tenth of all writing."""


class _Part:
    """One table's part file: columns that fill up, and the Parquet file into which they are emptied."""

    def __init__(self, path: Path, table: str, labels: Labels) -> None:
        self._path = path
        self._unfinished = path.with_name(path.name + ".tmp")
        self._table = table
        self._group = GROUP_ROWS[table]
        self._buffer = _spare[table].pop() if _spare[table] else np.empty(1, block_dtype(table, self._group))
        columns = [self._buffer[name][0] for name in self._buffer.dtype.names or ()]
        self._bytes = [memoryview(column.reshape(-1).view(np.uint8)) for column in columns]
        self._widths = _WIDTHS[table]
        self._schema, self._makers, packing = plan(table, labels)
        self._filled = 0
        self._written = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = pq.ParquetWriter(self._unfinished, self._schema, **packing)

    def append(self, rows: memoryview, places: list[int], count: int) -> None:
        """Copy ``count`` rows; ``places`` says where in ``rows`` each column's bytes begin."""
        done = 0
        while done < count:
            take = min(count - done, self._group - self._filled)
            filled = self._filled
            for target, width, place in zip(self._bytes, self._widths, places, strict=True):
                source = place + done * width
                target[filled * width : (filled + take) * width] = rows[source : source + take * width]
            done += take
            self._filled += take
            if self._filled == self._group:
                self._flush()

    def _flush(self) -> None:
        rows = {name: self._buffer[name][0][: self._filled] for name in self._buffer.dtype.names or ()}
        arrays = [make(rows) for make in self._makers]
        self._writer.write_table(
            pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=self._group
        )
        self._written += self._filled
        self._filled = 0

    def close(self) -> None:
        """Write what is left and end the file."""
        if self._filled:
            self._flush()
        self._writer.close()
        _spare[self._table].append(self._buffer)

    def rename(self) -> int:
        """Give the whole file its name; the number of rows in it."""
        os.replace(self._unfinished, self._path)
        return self._written

    def abort(self) -> None:
        self._writer.close()
        self._unfinished.unlink(missing_ok=True)
