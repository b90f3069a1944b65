"""From the engine's columns to Arrow's, and how Parquet packs each of them.

How a column is packed was chosen by measurement: the fastest way that common readers of Parquet know and that
keeps a hand small. Chips are differences or, where they repeat, a dictionary; categories are the dictionaries
they are; what hardly ever changes is plain under lz4.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.engine.cards import CARD_TEXTS
from holdem_sim.happenings import details
from holdem_sim.schema import TABLES, Column, arrow_schema

_DELTAS = ("DELTA_BINARY_PACKED", "none")
_STEADY = ("PLAIN", "lz4")
_REPEATED = ("RLE_DICTIONARY", "snappy")
_PACKING = {
    "hand_id": ("DELTA_BINARY_PACKED", "snappy"),
    **dict.fromkeys(["session_id", "hand_no", "button_seat", "small_blind", "big_blind"], _STEADY),
    **dict.fromkeys(["blinds_posted", "players_dealt", "extra_drop", "pots", "pot_no", "misdeals"], _STEADY),
    **dict.fromkeys(["seats.seat", "seats.player_id"], _STEADY),
    **dict.fromkeys(["actions.to", "actions.pot_before", "contributed", "tax_paid"], _REPEATED),
    **dict.fromkeys(["actions.amount", "actions.to_call", "won"], ("PLAIN", "snappy")),
    **dict.fromkeys(["actions.seat", "actions.player_id"], ("DELTA_BINARY_PACKED", "lz4")),
    "seq": ("PLAIN", "zstd"),
}
"""Encoding and compression of columns (``table.column``, or one name in all tables) that go their own way."""
_BY_TYPE = {
    "category": ("RLE_DICTIONARY", "zstd"),
    "text": ("DELTA_LENGTH_BYTE_ARRAY", "zstd"),
    "bool": ("PLAIN", "snappy"),
    "float64": ("BYTE_STREAM_SPLIT", "zstd"),
    "float32": ("BYTE_STREAM_SPLIT", "zstd"),
}
"""Those of the other columns by type; whole numbers are differences, packed into few bits."""
_STATISTICS = ["hand_id", "session_id"]
"""Columns by which readers look for row groups."""
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


@lru_cache
def plan(table: str, labels: Labels) -> tuple[pa.Schema, list[Maker], dict[str, Any]]:
    """A table's schema, the makers of its columns, and the writer's options."""
    schema = arrow_schema(table)
    columns = zip(TABLES[table], schema, strict=True)
    return schema, [_maker(col, field.type, labels) for col, field in columns], _packing(table)


def _packing(table: str) -> dict[str, Any]:
    """The writer's options for a table: encoding and compression of each column."""
    chosen = {
        col.name: _PACKING.get(f"{table}.{col.name}")
        or _PACKING.get(col.name)
        or _BY_TYPE.get(col.type, _DELTAS)
        for col in TABLES[table]
    }
    options = {
        "use_dictionary": [name for name, (encoding, _) in chosen.items() if encoding == "RLE_DICTIONARY"],
        "column_encoding": {name: e for name, (e, _) in chosen.items() if e != "RLE_DICTIONARY"},
        "compression": {name: codec for name, (_, codec) in chosen.items()},
        "compression_level": {name: 1 for name, (_, codec) in chosen.items() if codec == "zstd"},
        "write_statistics": [name for name in _STATISTICS if name in chosen],
        "write_page_checksum": True,
        "write_batch_size": 1 << 17,
    }
    if "max_rows_per_page" in inspect.signature(pq.ParquetWriter).parameters:
        options["max_rows_per_page"] = 1 << 20  # else pages end after 20,000 rows
    return options


def _maker(col: Column, type_: pa.DataType, labels: Labels) -> Maker:
    """The function that makes a column's Arrow array of the engine's columns."""
    name = col.name
    if col.engine == "ms":
        seconds = np.float32 if type_ == pa.float32() else np.float64
        return lambda rows: _numbers((rows[name] / 1000.0).astype(seconds, copy=False), type_, None)
    if col.engine == "detail":
        return lambda rows: _details(rows, labels.types)
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


def _details(rows: dict[str, np.ndarray], types: tuple[str, ...]) -> pa.Array:
    """What the events' numbers mean, in words."""
    return _texts(details(rows["kind"].tolist(), rows["seat"].tolist(), rows["detail"].tolist(), types))
