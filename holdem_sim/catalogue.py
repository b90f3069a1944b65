"""The messages that people read, found in the sources, and the catalogues that translate them.

After a message was added or changed: ``python -m holdem_sim.catalogue``. It brings every catalogue of ``locale/`` up to
date with the sources (what is gone goes, what is new stands there without a translation) and says what is missing.
It needs a checkout; the installed program only reads the catalogues (:mod:`holdem_sim.language`).
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from holdem_sim import __version__, reports
from holdem_sim.language import ENGLISH, FILE, LOCALE, languages

PACKAGE = Path(__file__).parent
MARKS = ("_", "N_", "ngettext", "counted")
"""Functions whose text is a message: see :mod:`holdem_sim.language`, and ``counted(number, noun)`` of the reports."""
Message = str | tuple[str, str]


def messages() -> Catalog:
    """All messages of the sources: marked texts, nouns that are counted, and what reports say of themselves."""
    found = Catalog(project="holdem-sim", version=__version__, fuzzy=False)
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.jinja")]):
        place = path.relative_to(PACKAGE.parent).as_posix()
        marked = _in_template(path) if path.suffix == ".jinja" else _in_module(path)
        for message in marked:
            found.add(message, locations=[(place, 1)])
    for name in reports.names():
        found.add(reports.summary(name), locations=[(f"holdem_sim/reports/{name.replace('-', '_')}.py", 1)])
    return found


def _in_module(path: Path) -> Iterator[Message]:
    """Marked messages of a module. (Babel's own search misses what stands in f-strings before Python 3.12.)"""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            words = [text for text in texts if isinstance(text, str)]
            if node.func.id == "counted" and words:
                yield words[0], f"{words[0]}s"
            elif node.func.id == "ngettext" and len(words) == 2:
                yield words[0], words[1]
            elif node.func.id in ("_", "N_") and words:
                yield words[0]


def _in_template(path: Path) -> Iterator[Message]:
    with path.open("rb") as file:
        for _line, _function, words, _comments in babel_extract(file, ["_"], [], {}):
            if isinstance(words, str):
                yield words


def read(language: str) -> Catalog:
    """The catalogue of a language as it stands."""
    with (LOCALE / language / FILE).open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> list[str]:
    """Bring a catalogue up to date with the sources, its head as it stands; the messages that lack a translation."""
    path = LOCALE / language / FILE
    head = path.read_text(encoding="utf-8").partition("\n\n")[0].rstrip()
    catalogue = read(language)
    catalogue.update(messages(), no_fuzzy_matching=True, update_header_comment=False)
    body = io.BytesIO()
    write_po(
        body,
        catalogue,
        width=110,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    path.write_text(f"{head}\n\n{body.getvalue().decode().strip()}\n", encoding="utf-8", newline="\n")
    return untranslated(catalogue)


def untranslated(catalogue: Catalog) -> list[str]:
    """The messages without a translation, or with one that nobody has approved."""
    return [_first(m.id) for m in catalogue if m.id and (m.fuzzy or not all(_texts(m.string)))]


def _texts(words: str | Iterable[str] | None) -> list[str]:
    """The forms of a message: one, or one for each plural."""
    return [words or ""] if isinstance(words, str | None) else list(words) or [""]


def _first(words: str | Iterable[str]) -> str:
    return _texts(words)[0]


def main() -> int:
    """Update all catalogues; 1 if one lacks translations."""
    missing = {language: update(language) for language in languages() if language != ENGLISH}
    for language, texts in missing.items():
        for text in texts:
            print(f"{language}: no translation of {text!r}")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
