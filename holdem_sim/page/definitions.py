"""What the docstring of a report defines, as the page shows it."""

from __future__ import annotations

import re
from inspect import cleandoc
from itertools import groupby

from holdem_sim.page import Definition

HEADING = re.compile(r"^Definitions\n-+\n", re.MULTILINE)


def definitions(docstring: str | None) -> list[Definition]:
    """Terms and paragraphs after the heading "Definitions"; a term's text is indented below it.

    Pointers in brackets to the program's own functions are left out.
    """
    parts = HEADING.split(cleandoc(docstring or ""), maxsplit=1)
    if len(parts) < 2:
        return []
    text = re.sub(r"\s*\(:\w+:`[^`]*`\)", "", parts[1])
    found: list[Definition] = []
    for indented, lines in groupby(_blocks(text), key=lambda line: line[:1].isspace()):
        block = list(lines)
        if not indented:
            found += [Definition("", paragraph) for paragraph in block]
        elif found and not found[-1].term:
            found[-1] = Definition(found[-1].text, " ".join(line.strip() for line in block))
    return found


def _blocks(text: str) -> list[str]:
    """Paragraphs, each in one line; those that are indented keep a space in front."""
    result: list[str] = []
    paragraph = False
    for line in text.splitlines():
        if not line.strip():
            paragraph = False
            continue
        indent = " " if line[0].isspace() else ""
        if paragraph and result[-1][:1].isspace() == bool(indent):
            result[-1] += f" {_plain(line.strip())}"
        else:
            result.append(indent + _plain(line.strip()))
        paragraph = True
    return result


def _plain(line: str) -> str:
    """A line without the marks of the docstring's markup."""
    line = re.sub(r":\w+:`~?([^`]*)`", r"\1", line)
    return re.sub(r"``([^`]*)``|\*([^*\s][^*]*)\*", lambda found: found[1] or found[2], line)
