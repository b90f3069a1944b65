"""``python -m benchmarks``: measure everything, and print the table."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Commands, machine
from benchmarks.plan import Plan, Row
from benchmarks.rows import all_rows

WORDS = {True: "yes", False: "NO", None: "-"}
LIBRARIES = ("numpy", "numba", "pyarrow", "duckdb")


def main() -> None:
    """Measure, with what the command line asks for."""
    options = _options()
    if os.environ.get("NUMBA_DISABLE_JIT"):
        sys.exit(
            "error: NUMBA_DISABLE_JIT is set; without the compiler there is nothing to measure: unset it"
        )
    with tempfile.TemporaryDirectory(prefix="holdem-sim-benchmarks-") as folder:
        plan = Plan(
            commands=Commands(Path(folder)),
            quick=options.quick,
            repeat=options.repeat or (2 if options.quick else 5),
            openspiel_python=options.openspiel_python,
            against=options.against,
            say=lambda what: print(f"measuring: {what}", file=sys.stderr),
        )
        rows = list(all_rows(plan))
    about = {**machine(), "versions": {name: version(name) for name in LIBRARIES}, "peers": plan.versions}
    if options.json:
        print(json.dumps({"machine": about, "quick": plan.quick, "rows": [row.as_json() for row in rows]}))
    else:
        show(rows, about)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the hands, two repetitions")
    parser.add_argument(
        "--repeat", type=int, metavar="N", help="repetitions (default 5); what takes long: half"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--openspiel-python",
        default=sys.executable,
        metavar="PATH",
        help="an interpreter that has pyspiel (OpenSpiel may not install on this one)",
    )
    parser.add_argument(
        "--against",
        metavar="PATH",
        help="an interpreter that has another version of holdem-sim, yesterday's say, to compare with",
    )
    return parser.parse_args()


def show(rows: list[Row], about: dict[str, Any]) -> None:
    """The table as text."""
    table = Table(box=None, pad_edge=False)
    table.add_column("what", no_wrap=True)
    for name in ("target", "measured"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("met")
    table.add_column("", no_wrap=True)
    for row in rows:
        measured = "-" if row.value is None else f"{_short(row.value)} {row.unit}"
        table.add_row(row.what, row.target, measured, WORDS[row.met], row.note)
    Console(width=max(140, Console().width), highlight=False, markup=False).print(table)
    print(f"{about['processors']} processors, {about['model']}; Python {about['python']}, ", end="")
    print(", ".join(f"{name} {number}" for name, number in {**about["versions"], **about["peers"]}.items()))
    print("Medians; ratios pair by pair. What is measured, and how: benchmarks/README.md")


def _short(value: float) -> str:
    """Three digits that matter."""
    if value >= 1_000:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"


if __name__ == "__main__":
    main()
