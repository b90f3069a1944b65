"""Pages for the tests: a small run whose every name is hostile, and its page."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED
from holdem_sim.schema import arrow_schema
from reporting import played

HOSTILE = {
    "strategy": "<script>document.title='gone'</script>\"'&🃏שלום $\\frac$",
    "table": "<img src=x onerror=\"document.title='gone'\">",
    "description": "</style><svg onload=\"document.title='gone'\">&amp; \u202eabc",
    "lineup": "'><h1>players</h1>",
    "lineup description": "{{ 7*7 }} & {% raw %} <b>",
    "currency": "<T&L>",
    "type": "ty\"pe <i>]] & 'x'",
}
"""Names that mean something to browsers, templates, formulas and writing from right to left."""


def hostile_run(folder: Path) -> Path:
    """A run in which the strategy always-call, the table, the lineup, a type and the currency have such names."""
    words = ["--players", "always-call*2,uniform-random,always-fold,always-all-in", "--set", "table.seats=5"]
    hands = "400" if COMPILED else "40"
    run = played(folder / "run", "--hands", hands, "--set", "session.hands=31", *words)
    for table in ("seats", "players"):
        for part in sorted((run.path / table).glob("*.parquet")):
            rows = pq.read_table(part).to_pylist()
            for row in rows:
                if row["strategy"] == "always-call":
                    row["strategy"] = HOSTILE["strategy"]
            pq.write_table(pa.Table.from_pylist(rows, schema=arrow_schema(table)), part)
    info = json.loads((run.path / "run.json").read_text())
    info["config"] |= {"name": HOSTILE["table"], "description": HOSTILE["description"]}
    info["config"]["table"] |= {"currency": HOSTILE["currency"], "chip_value": 0.5}
    lineup = info["config"]["lineup"]
    lineup |= {"name": HOSTILE["lineup"], "description": HOSTILE["lineup description"]}
    first = next(iter(lineup["types"]))
    lineup["types"][HOSTILE["type"]] = lineup["types"].pop(first)
    (run.path / "run.json").write_text(json.dumps(info))
    return run.path


def page_of(run: Path, file: Path, *words: str) -> str:
    """The page that ``report --html`` writes."""
    assert main(["report", str(run), *words, "--html", str(file)]) == 0
    return file.read_text(encoding="utf-8")
