"""Open and scan a run: a folder with ``run.json`` and a folder of Parquet part files for every table.

This is the one way to a run's files, for reports, ``show`` and ``verify`` alike. pyarrow reads tables column
by column (:meth:`Run.scan`), DuckDB groups and joins (:meth:`Run.sql`); each is imported when it is needed.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdem_sim.errors import HoldemError
from holdem_sim.schema import TABLES, arrow_schema

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import pyarrow as pa
    import pyarrow.dataset as pads

RUNS = Path("runs")
LATEST = RUNS / "latest"
"""The small text file that names the last run, under the working directory."""
COMPLETE = "complete"
"""``state`` in run.json of a run that has all its hands."""
SQL_MEMORY = "1200MB"
"""What DuckDB may hold in memory; beyond it, it uses a temporary folder."""


@dataclass(frozen=True)
class Run:
    """A run on disk. ``info`` is run.json as it stands."""

    path: Path
    info: dict[str, Any]

    @property
    def config(self) -> dict[str, Any]:
        """The whole resolved configuration, nested as in ``holdem-sim tables``."""
        return self.info["config"]

    @property
    def rows(self) -> dict[str, int]:
        """The row counts by table that run.json promises."""
        return self.info["rows"]

    @property
    def complete(self) -> bool:
        """Whether the run has all its hands; an interrupted one has whole shards only."""
        return self.info.get("state") == COMPLETE

    def parts(self, table: str) -> list[Path]:
        """The part files of a table in order; HoldemError if there are none."""
        folder = self.path / table
        if not folder.is_dir():
            raise HoldemError(
                f"the run {self.path} has no folder {table!r}; it is not whole: run it again with --resume"
            )
        parts = sorted(folder.glob("part-*.parquet"))
        if not self.complete and isinstance(self.info.get("shards"), list):
            # Shards that were played ahead may lie there without belonging to the run yet.
            counted = {f"part-{shard['shard']:05d}.parquet" for shard in self.info["shards"]}
            parts = [part for part in parts if part.name in counted]
        if not parts:
            raise HoldemError(
                f"{folder} holds no part files; the run has no whole shard yet: use --resume to go on"
            )
        return parts

    def scan(self, table: str) -> pads.Dataset:
        """A table as an Arrow dataset: ``run.scan("seats").to_table(columns=[...], filter=...)``.

        Categories are dictionary columns. HoldemError if a file cannot be read.
        """
        import pyarrow.dataset as pads

        parts = self.parts(table)
        with readable(self.path):
            found = pads.dataset([str(part) for part in parts], format="parquet")
            _check_columns(parts[0], found.schema, table)
            return found

    def read(
        self, table: str, columns: Sequence[str] | None = None, where: pa.compute.Expression | None = None
    ) -> pa.Table:
        """A table, or some of its columns and rows, in memory."""
        dataset = self.scan(table)
        with readable(self.path):
            return dataset.to_table(
                columns=list(columns) if columns else None, filter=where, use_threads=True
            )

    def records(self, table: str, where: pa.compute.Expression) -> list[dict[str, Any]]:
        """Some rows of a table, in order, as dictionaries."""
        found = self.read(table, where=where)
        with readable(self.path):
            found.validate(full=True)
            for field in arrow_schema(table):
                if not field.nullable and found.column(field.name).null_count:
                    raise HoldemError(f"{self.path / table}: column {field.name!r} has empty places")
            return found.to_pylist()

    def sql(self, query: str, parameters: Sequence[Any] | dict[str, Any] | None = None) -> pd.DataFrame:
        """What DuckDB answers to a query over the run's tables (``hands``, ``seats``, ...)."""
        with self.connection() as connection:
            return connection.execute(query, parameters).df()

    @contextlib.contextmanager
    def connection(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A DuckDB connection in which every table of the run is a view.

        At the end it is closed and its temporary files are gone. Rows come in any order: sort them.
        """
        import duckdb

        with tempfile.TemporaryDirectory(prefix="holdem-sim-") as folder, readable(self.path):
            settings: dict[str, Any] = {
                "memory_limit": SQL_MEMORY,
                "temp_directory": folder,
                "preserve_insertion_order": "false",
            }
            connection = duckdb.connect(config=settings)
            try:
                for table in TABLES:
                    files = ", ".join(_quoted(part) for part in self.parts(table))
                    connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet([{files}])")
                    self._check_view(connection, table)
                yield connection
            finally:
                connection.close()

    def _check_view(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        """HoldemError if the files of a table are not of this program."""
        found = {row[0]: row[1] for row in connection.execute(f"DESCRIBE {table}").fetchall()}
        for column in TABLES[table]:
            kind = found.get(column.name, "none")
            if kind != _SQL_TYPES[column.type]:
                raise HoldemError(
                    f"{self.path / table} is not of a holdem-sim run: its column {column.name!r} is {kind}, "
                    f"not {_SQL_TYPES[column.type]}"
                )


_SQL_TYPES = {
    "int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT", "bool": "BOOLEAN",
    "float32": "FLOAT", "float64": "DOUBLE", "text": "VARCHAR", "category": "VARCHAR",
}  # fmt: skip
"""What DuckDB calls the types of :mod:`holdem_sim.schema`."""


def open_run(path: str | Path | None = None) -> Run:
    """The run in a folder, or of a name in runs/, or the latest; HoldemError if there is none, or no whole run.json."""
    folder = latest() if path is None else Path(path)
    if folder.is_file() and folder.name == LATEST.name:
        folder = _pointed(folder)
    elif folder.is_file() and folder.name == "run.json":
        folder = folder.parent
    if not folder.exists() and (RUNS / folder / "run.json").is_file():
        folder = RUNS / folder
    if not folder.exists():
        raise HoldemError(
            f"there is no run {str(folder)!r}; give the folder that 'holdem-sim run --out' wrote"
        )
    if not folder.is_dir():
        raise HoldemError(f"{str(folder)!r} is a file; a run is a folder with a run.json in it")
    return Run(folder, _info(folder / "run.json"))


def point_latest(folder: Path) -> None:
    """Make ``runs/latest`` name the run in ``folder``; OSError if it cannot be written."""
    LATEST.parent.mkdir(exist_ok=True)
    LATEST.write_bytes(os.fsencode(folder) + b"\n")


def latest() -> Path:
    """The folder that ``runs/latest`` names; HoldemError if there is none."""
    if not LATEST.is_file():
        raise HoldemError(
            "there is no latest run here (no file runs/latest); name one, or make one: holdem-sim run"
        )
    return _pointed(LATEST)


def _pointed(pointer: Path) -> Path:
    """Where the text file ``runs/latest`` points to."""
    try:
        name = os.fsdecode(pointer.read_bytes()).rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise HoldemError(f"cannot read {pointer}: {error}; name the run's folder") from error
    folder = Path(name)
    if not name or "\0" in name or not folder.exists():
        raise HoldemError(f"{pointer} points to {name!r}, which does not exist; name the run's folder")
    return folder


def _info(file: Path) -> dict[str, Any]:
    """run.json as a dictionary that has what every run.json has."""
    if not file.is_file():
        raise HoldemError(f"{str(file.parent)!r} is no run: it has no run.json")
    try:
        info = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise HoldemError(f"cannot read {file}: {error}") from error
    except json.JSONDecodeError as error:
        raise HoldemError(
            f"{file} is not whole: {error.msg} in line {error.lineno}; run it again with --resume or --force"
        ) from error
    rows = info.get("rows") if isinstance(info, dict) else None
    if not isinstance(rows, dict) or not isinstance(info.get("config"), dict) or set(rows) != set(TABLES):
        raise HoldemError(
            f"{file} is not the run.json of a holdem-sim run: it lacks 'config' or the 'rows' of every table"
        )
    shards = info.get("shards", [])
    listed = shards if isinstance(shards, list) else [None]
    numbers = {place: s.get("shard") if isinstance(s, dict) else None for place, s in enumerate(listed)}
    for name, counts in (
        ("rows", rows),
        ("sums", info.get("sums", {})),
        ("shards", numbers),
    ):
        if not isinstance(counts, dict) or not all(type(count) is int for count in counts.values()):
            raise HoldemError(f"{file} is damaged: {name!r} are no whole numbers; run it again with --force")
    return info


@contextlib.contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what the libraries say of broken files into an error for people."""
    import pyarrow as pa

    try:
        yield
    except OSError as error:
        if _is_about_writing(error, path):  # what is printed or drawn meanwhile
            raise
        raise _unreadable(path, error) from error
    except pa.ArrowException as error:
        raise _unreadable(path, error) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] in ("duckdb", "_duckdb") and _is_about_files(error):
            raise _unreadable(path, error) from error
        raise


def _is_about_writing(error: OSError, path: Path) -> bool:
    """Whether it is not the run's files that make trouble: a full disk, a pipe without a reader, another file."""
    if isinstance(error, BrokenPipeError) or error.errno in (
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EROFS,
        errno.EFBIG,
    ):
        return True
    if not isinstance(error.filename, str | bytes | os.PathLike):
        return False
    return path.absolute() not in Path(os.fsdecode(error.filename)).absolute().parents


def _is_about_files(error: Exception) -> bool:
    """Whether DuckDB complains of what it reads, not of what it is asked; damage inside a file is a bare Error."""
    return type(error).__name__ in ("Error", "IOException", "InvalidInputException", "SerializationException")


def _unreadable(path: Path, error: Exception) -> HoldemError:
    first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if "could not write" in first.lower() or "no space left" in first.lower():
        return HoldemError(f"no room for temporary files; set TMPDIR to a larger disk ({first})")
    return HoldemError(f"a file of the run {path} cannot be read: {first}")


def _check_columns(part: Path, schema: pa.Schema, table: str) -> None:
    """HoldemError if a file does not have the table's columns, each of its type."""
    wanted = arrow_schema(table)
    if schema.names != wanted.names:
        missing = [name for name in wanted.names if name not in schema.names] or schema.names
        raise HoldemError(f"{part} does not have the columns of table {table!r}: {', '.join(missing)}")
    for found, field in zip(schema, wanted, strict=True):
        if _plain(found.type) != _plain(field.type):
            raise HoldemError(
                f"{part}: column {field.name!r} is {_plain(found.type)}, not {_plain(field.type)}"
            )


def _plain(type_: pa.DataType) -> pa.DataType:
    """The type itself, or that of a dictionary's words."""
    return getattr(type_, "value_type", type_)


def _quoted(part: Path) -> str:
    return "'" + str(part).replace("'", "''") + "'"
