"""The language in which people are spoken to: messages by gettext, numbers as the language writes them by Babel.

Text is marked where it stands: ``_("tax per hand")`` is translated when it is said, ``N_("tax per hand")`` marks a
label in a table at the top of a module, which ``_(label)`` translates later, ``ngettext`` chooses by number. Text
with a number or name in it is a template: ``_("{share} of the pots").format(share=...)``.

The catalogues are ``locale/LANGUAGE/LC_MESSAGES/holdem_sim.po``, read as they are. What is for programs (JSON, CSV,
names of columns, keys and reports) is never translated.
"""

from __future__ import annotations

import gettext as _gettext
import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from holdem_sim.errors import unknown

ENGLISH = "en"
LOCALE = Path(__file__).parent / "locale"
FILE = Path("LC_MESSAGES") / "holdem_sim.po"

_spoken = ENGLISH


def languages() -> list[str]:
    """The languages there are: English, and every folder of ``locale/``."""
    return [ENGLISH, *sorted(file.parent.parent.name for file in LOCALE.glob(f"*/{FILE}"))]


def spoken() -> str:
    """The language in use, as in ``en`` or ``tr``."""
    return _spoken


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while; UsageError if it is not one of :func:`languages`."""
    global _spoken
    if language not in languages():
        raise unknown("language", language, languages(), "in --lang")
    before, _spoken = _spoken, language
    try:
        yield
    finally:
        _spoken = before


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if there is a catalogue of it, otherwise English.

    The variables are those of gettext, in its order: LANGUAGE (a list), LC_ALL, LC_MESSAGES, LANG; LANGUAGE says
    nothing where the locale is C.
    """
    locale = next((v for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := environment.get(name))), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    known = languages()
    for wish in (*environment.get("LANGUAGE", "").split(":"), locale):
        if (short := wish.replace("-", "_").partition("_")[0].partition(".")[0].lower()) in known:
            return short
    return ENGLISH


@lru_cache(maxsize=8)
def _catalogue(language: str) -> _gettext.NullTranslations:
    if language == ENGLISH:
        return _gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (LOCALE / language / FILE).open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return _gettext.GNUTranslations(compiled)


def _(message: str) -> str:
    """The message in the language in use. (To gettext, the empty message is the catalogue's own head.)"""
    return _catalogue(_spoken).gettext(message) if message else message


def N_(message: str) -> str:
    """Marks a message that :func:`_` translates where it is said."""
    return message


def ngettext(one: str, many: str, number: float) -> str:
    """The message for so many, in the language in use."""
    return _catalogue(_spoken).ngettext(one, many, 1 if number == 1 else 2)


def number(value: float, digits: int) -> str:
    """A finite number with so many digits after the point: 1,234.50, in Turkish 1.234,50."""
    if _spoken == ENGLISH:
        return f"{value:,.{digits}f}"
    from babel.numbers import format_decimal

    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(round(value, digits), pattern, locale=_spoken)


def short(value: float) -> str:
    """A finite number with at most four digits that say something: 1,234, 0.5, in Turkish 1.234, 0,5."""
    text = f"{value:,.4g}"
    return text if "e" in text else number(value, len(text.partition(".")[2]))


def percent(text: str) -> str:
    """A number that was made text, with its sign of percent: 4.99 %, in Turkish %4,99."""
    return f"%{text}" if _spoken == "tr" else f"{text} %"
