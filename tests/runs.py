"""Small runs on disk for the tests: played by the engine, copied, and spoilt one fact at a time."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim import simulate
from holdem_sim.config import load
from holdem_sim.dataset import Run, open_run
from holdem_sim.schema import TABLES, arrow_schema
from holdem_sim.verify import check_run

Row = dict[str, Any]
Tables = dict[str, list[Row]]
Spoil = Callable[[Tables], Any]


def play_run(
    folder: Path,
    hands: int,
    players: str | None = None,
    words: Iterable[str] = (),
    *,
    seed: int = 1,
    lineup: str | None = None,
) -> Run:
    """A run of the table ``casino``, played by this process."""
    config = load("casino", lineup, players=players, words=words)
    simulate.run(simulate.Request(config, seed, hands, folder))
    return open_run(folder)


def copy_of(run: Run, folder: Path) -> Run:
    """The same run in another folder."""
    shutil.copytree(run.path, folder)
    return open_run(folder)


def part(run: Run, table: str, number: int = 0) -> Path:
    return run.path / table / f"part-{number:05d}.parquet"


def change(run: Run, table: str, spoil: Callable[[list[Row]], Any]) -> None:
    """Rewrite the first part file of a table with what ``spoil`` makes of its rows (in place)."""
    path = part(run, table)
    rows = pq.read_table(path).to_pylist()
    spoil(rows)
    pq.write_table(pa.Table.from_pylist(rows, schema=arrow_schema(table)), path)


def change_info(run: Run, spoil: Callable[[dict[str, Any]], Any]) -> Run:
    """Rewrite run.json with what ``spoil`` makes of it (in place)."""
    path = run.path / "run.json"
    info = json.loads(path.read_text())
    spoil(info)
    path.write_text(json.dumps(info))
    return open_run(run.path)


def first(rows: list[Row], **wanted: Any) -> Row:
    """The first row with these values (a callable says whether a value is wanted)."""
    for row in rows:
        if all(value(row[name]) if callable(value) else row[name] == value for name, value in wanted.items()):
            return row
    raise LookupError(f"no row with {wanted}")


def put(table: str, name: str, value: Any, /, **wanted: Any) -> Spoil:
    """Spoil: set a value in the first row wanted; a callable makes the new value of the old one."""

    def spoil(tables: Tables) -> None:
        row = first(tables[table], **wanted)
        row[name] = value(row[name]) if callable(value) else value

    return spoil


def forget(table: str, **wanted: Any) -> Spoil:
    """Spoil: the first row wanted is gone."""
    return lambda tables: tables[table].remove(first(tables[table], **wanted))


def spoilt(run: Run, folder: Path, spoil: Spoil) -> list[str]:
    """The faults of a copy of the run after ``spoil`` has changed its tables, run.json counting the rows."""
    copy = copy_of(run, folder / "copy")
    tables = {table: pq.read_table(part(copy, table)).to_pylist() for table in TABLES}
    spoil(tables)
    for table, rows in tables.items():
        change(copy, table, lambda old, rows=rows: old.__setitem__(slice(None), rows))
    copy = change_info(
        copy, lambda info: info["rows"].update({name: len(rows) for name, rows in tables.items()})
    )
    return [str(fault) for fault in check_run(copy)]


def misjudged(run: Run, folder: Path, spoil: Callable[[dict[str, Any]], Any]) -> list[str]:
    """The faults of a copy of the run after ``spoil`` has changed the configuration in run.json."""
    copy = change_info(copy_of(run, folder / "copy"), lambda info: spoil(info["config"]))
    return [str(fault) for fault in check_run(copy)]
