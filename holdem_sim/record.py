"""Facts to files: the engine's blocks become Parquet part files.

A :class:`ShardWriter` takes the filled rows of blocks (:data:`holdem_sim.engine.table.BLOCK`), keeps them
column by column and writes a row group whenever a fixed number of rows is there, so that a part file's
bytes depend on its rows alone and not on how they arrived. One thread does all of it; a forked process may
use it.

How each column is packed was chosen by measurement: chips and other numbers as split byte streams under
zstd, which costs half of what a dictionary of numbers costs and takes no more room; categories as the
dictionaries they are; what hardly ever changes plain under lz4.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.engine.cards import CARD_TEXTS
from holdem_sim.engine.table import BLOCK
from holdem_sim.schema import EVENT_KINDS, TABLES, Column, arrow_schema, block_dtype

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

_STEADY = {
    "session_id", "hand_no", "button_seat", "small_blind", "big_blind", "blinds_posted", "players_dealt",
    "extra_drop", "pots", "pot_no", "misdeals",
}  # fmt: skip
"""Columns that hardly change from row to row."""
_STACKS = {"stack_before", "stack_start", "stack_end"}
"""Columns in which zstd finds hardly more than lz4 does."""
_STATISTICS = ["hand_id", "session_id"]
"""Columns by which readers look for row groups."""
_BUTTON_DRAW = EVENT_KINDS.index("button-draw")
_CARDS = np.frombuffer("".join([*CARD_TEXTS, "\0\0"]).encode(), dtype=np.uint16)
"""By card (-1 the last): its two letters as one number, in the order they stand in memory."""


@dataclass(frozen=True)
class Labels:
    """The categories that only the run knows.

    ``strategies`` are the labels of the run's strategies by number; ``types``, ``specs`` and ``parties`` the
    player types' names, their strategies as asked for and the people they came with (None: alone), by type.
    """

    strategies: tuple[str, ...]
    types: tuple[str, ...]
    specs: tuple[str, ...]
    parties: tuple[str | None, ...]


Maker = Callable[[dict[str, np.ndarray]], pa.Array]
"""Makes a column's Arrow array of the columns that the engine wrote."""


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
        self._schema, self._makers, packing = _plan(table, labels)
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


@lru_cache
def _plan(table: str, labels: Labels) -> tuple[pa.Schema, list[Maker], dict[str, Any]]:
    """A table's schema, the makers of its columns, and the writer's options."""
    schema = arrow_schema(table)
    columns = zip(TABLES[table], schema, strict=True)
    return schema, [_maker(col, field.type, labels) for col, field in columns], _packing(table)


def _packing(table: str) -> dict[str, Any]:
    """The writer's options for a table: encoding and compression of each column."""
    dictionaries, encodings, compression = [], {}, {}
    for col in TABLES[table]:
        if col.type == "category":
            dictionaries.append(col.name)
            codec = "zstd"
        else:
            encodings[col.name], codec = _encoding(col)
        compression[col.name] = codec
    options = {
        "use_dictionary": dictionaries,
        "column_encoding": encodings,
        "compression": compression,
        "compression_level": {name: 1 for name, codec in compression.items() if codec == "zstd"},
        "write_statistics": [name for name in _STATISTICS if name in compression],
        "write_page_checksum": True,
        "write_batch_size": 1 << 17,
    }
    if "max_rows_per_page" in inspect.signature(pq.ParquetWriter).parameters:
        options["max_rows_per_page"] = 1 << 20  # else pages end after 20,000 rows
    return options


def _encoding(col: Column) -> tuple[str, str]:
    """Encoding and compression of a column that is no category."""
    if col.name in _STEADY:
        return "PLAIN", "lz4"
    if col.name in _STACKS:
        return "BYTE_STREAM_SPLIT", "lz4"
    if col.type == "text":
        return "DELTA_LENGTH_BYTE_ARRAY", "zstd"
    if col.type == "bool":
        return "PLAIN", "snappy"
    if col.name == "tax_paid":
        return "PLAIN", "zstd"
    if col.name == "net":
        return "DELTA_BINARY_PACKED", "none"
    if col.name == "hand_id":
        return "DELTA_BINARY_PACKED", "zstd"
    return "BYTE_STREAM_SPLIT", "zstd"


def _maker(col: Column, type_: pa.DataType, labels: Labels) -> Maker:
    """The function that makes a column's Arrow array of the engine's columns."""
    name = col.name
    if col.engine == "ms":
        seconds = np.float32 if type_ == pa.float32() else np.float64
        return lambda rows: _numbers((rows[name] / 1000.0).astype(seconds, copy=False), type_, None)
    if col.engine == "detail":
        return _details
    if col.type == "bool":
        return lambda rows: _bools(rows[name])
    if col.engine == "cards" and col.type == "text":
        return lambda rows: _card_texts(rows[name])
    if col.engine == "cards":
        pairs = _texts([a + b for a in CARD_TEXTS for b in CARD_TEXTS])
        return lambda rows: _category(_pair_numbers(rows[name]), pairs)
    if pa.types.is_dictionary(type_):
        return _category_maker(col, type_, labels)
    return lambda rows: _numbers(rows[name], type_, col.null)


def _category_maker(col: Column, type_: pa.DictionaryType, labels: Labels) -> Maker:
    """The maker of a category's column: numbers into a dictionary of its different words."""
    source, null = col.name, col.null
    if isinstance(col.categories, tuple) and col.categories:
        dictionary = _texts(col.categories)
        return lambda rows: _category(_numbers(rows[source], type_.index_type, null), dictionary)
    if col.categories == "strategies":
        names: tuple[str | None, ...] = labels.strategies
    else:
        source = "type"
        names = {"type": labels.types, "spec": labels.specs, "party": labels.parties}[col.name]
    words = list(dict.fromkeys(name for name in names if name is not None))
    dictionary = _texts(words)
    places = np.array([-1 if name is None else words.index(name) for name in names], dtype=np.int32)
    missing = -1 if None in names else None
    return lambda rows: _category(_numbers(places[rows[source]], type_.index_type, missing), dictionary)


def _category(numbers: pa.Array, dictionary: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(numbers, dictionary, safe=False)


def _numbers(values: np.ndarray, type_: pa.DataType, null: int | None) -> pa.Array:
    """An array over the numbers themselves, with ``null`` as null."""
    valid = None
    nulls = 0
    if null is not None:
        there = values != null
        nulls = len(values) - int(np.count_nonzero(there))
        if nulls:
            valid = pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.Array.from_buffers(type_, len(values), [valid, pa.py_buffer(values)], null_count=nulls)


def _texts(words: Sequence[str]) -> pa.Array:
    """An array of texts. (``pa.array`` would import pandas first, which takes a third of a second.)"""
    encoded = [word.encode() for word in words]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(words), buffers, null_count=0)


def _bools(values: np.ndarray) -> pa.Array:
    bits = np.packbits(values, bitorder="little")
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(bits)], null_count=0)


def _pair_numbers(cards: np.ndarray) -> pa.Array:
    """The numbers of pairs of cards in the dictionary of all pairs."""
    numbers = cards[:, 0].astype(np.int32)
    numbers *= 52
    numbers += cards[:, 1]
    return _numbers(numbers, pa.int32(), None)


def _card_texts(cards: np.ndarray) -> pa.Array:
    """``AhKd2c`` for every row; -1 stands for no card."""
    there = cards >= 0
    letters = _CARDS[cards][there]
    offsets = np.zeros(len(cards) + 1, dtype=np.int32)
    np.cumsum(there.sum(axis=1, dtype=np.int32) * 2, out=offsets[1:])
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(letters)]
    return pa.Array.from_buffers(pa.string(), len(cards), buffers, null_count=0)


def _details(rows: dict[str, np.ndarray]) -> pa.Array:
    """What the events' numbers mean, in words."""
    return _texts(
        [
            _button_draw(cards, seat) if kind == _BUTTON_DRAW else ""
            for kind, seat, cards in zip(
                rows["kind"].tolist(), rows["seat"].tolist(), rows["detail"].tolist(), strict=True
            )
        ]
    )


def _button_draw(cards: list[int], button: int) -> str:
    shown = ", ".join(f"seat {seat} {CARD_TEXTS[card]}" for seat, card in enumerate(cards) if card >= 0)
    return f"{shown}; button to seat {button}"
