"""The page: sentences, tables and pictures as one self-contained HTML file.

It loads nothing and runs nothing (a Content-Security-Policy in the file forbids both), follows the reader's choice
of light or dark, prints, fits a phone and speaks to screen readers. Whatever stands in names is escaped.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdem_sim import language
from holdem_sim.errors import HoldemError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from holdem_sim.reports._text import TextTable

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Tile:
    """A number that everybody should see: what it is, the number with its unit, and how sure it is."""

    label: str
    value: str
    unit: str = ""
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Definition:
    """What a term means; without a term, a paragraph."""

    term: str
    text: str


@dataclass(frozen=True)
class Section:
    """A part of the page: what it says in words, its tables and pictures, and what its figures mean.

    ``name`` is its place in the page's address (``page.html#tax``), ``point`` the sentence of it that the summary
    repeats, ``definitions`` English text that stays closed until asked for.
    """

    name: str
    title: str
    lead: str = ""
    sentences: Sequence[str] = ()
    point: str = ""
    tables: Sequence[TextTable] = ()
    pictures: Sequence[tuple[str, Figure]] = ()
    definitions: Sequence[Definition] = ()


@dataclass(frozen=True)
class Listing:
    """Text to copy, under a heading, with what it is for; closed until asked for if it is ``long``."""

    title: str
    text: str
    why: str = ""
    long: bool = False


@dataclass(frozen=True)
class Page:
    """Everything on a page, from top to bottom."""

    title: str
    facts: Sequence[str] = ()
    tiles: Sequence[Tile] = ()
    summary: Sequence[str] = ()
    sections: Sequence[Section] = ()
    repeat: Sequence[Listing] = ()
    versions: Sequence[str] = field(default_factory=list)


def write(page: Page, file: Path) -> int:
    """Write the page; its size in bytes. HoldemError if :func:`check_file` finds that it cannot be written."""
    check_file(file)
    found = html(page).encode("utf-8", errors="replace")
    file.write_bytes(found)
    return len(found)


def check_file(file: Path) -> None:
    """HoldemError if there is no such folder, or the file cannot be written."""
    if file.is_dir():
        raise HoldemError(f"{file} is a folder; name a file, as in --html page.html")
    if not file.parent.is_dir():
        raise HoldemError(f"there is no folder {str(file.parent)!r} for {file.name}; make it first")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise HoldemError(f"{file} may not be written; name another file")


def html(page: Page) -> str:
    """The page in the language that is spoken."""
    import jinja2

    from holdem_sim.page.picture import inline

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["tied"] = _tied
    styles = _squeezed((FOLDER / "page.css").read_text(encoding="utf-8"))
    template = environment.get_template("page.html.jinja")
    return template.render(
        page=page,
        lang=language.spoken(),
        styles=styles,
        styles_hash=base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode(),
        picture=inline,
        anchor=anchor,
        _=language._,
    )


def anchor(*words: Any) -> str:
    """Words as the id of a part of the page: letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(str(word) for word in words).lower()).strip("-") or "part"


def _tied(text: str) -> str:
    """Text in which no line ends between a number and its sign of percent."""
    return re.sub(r"(?<=\d) %(?!\w)", "\N{NO-BREAK SPACE}%", text)


def _squeezed(styles: str) -> str:
    """A style sheet without comments and needless space."""
    return re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"/\*.*?\*/|\s+", " ", styles, flags=re.DOTALL)).strip()
