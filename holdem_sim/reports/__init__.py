"""Reports: questions to a run's files, found by folder.

Every file ``reports/NAME.py`` is a report (underscores become dashes; a file that begins with one holds
helpers):

- its docstring's first line says what it tells;
- ``tables(facts, short)`` answers with pandas frames by name: the first has the report's own name, others
  are called ``report.part``. ``short``: only what the short text shows is needed;
- ``text(tables, facts, short)`` makes the tables a person reads, of :mod:`holdem_sim.reports._text`;
- ``sentences(tables, facts)``, if there is one, says what matters in words, for people who read no tables;
- ``draw(facts)``, if there is one, yields pictures as ``(file name, figure)``.

What people read is marked for translation (:mod:`holdem_sim.language`); names of tables and columns are not. A rate
has its 95 % interval over sessions and its sample: :mod:`holdem_sim.reports._rates`.

``facts`` (:class:`holdem_sim.reports._facts.Facts`) is the open run: SQL over its tables, and the sums that
several reports need, made once.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

SHORT = ("win-rates", "tax", "stacks")
"""What ``holdem-sim report`` shows, in short form, when no report is named."""


def names() -> list[str]:
    """The names of all reports."""
    return sorted(
        found.name.replace("_", "-") for found in iter_modules(__path__) if not found.name.startswith("_")
    )


def load(name: str) -> ModuleType:
    """The module of a report by its name."""
    return import_module(f"{__name__}.{name.replace('-', '_')}")


def summary(name: str) -> str:
    """What a report tells, in one line: its file's first line, read without running the file."""
    source = (Path(__file__).parent / f"{name.replace('-', '_')}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
