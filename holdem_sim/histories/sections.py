"""Cutting a file of many hands into its ``[n]`` sections, as a stream: memory for one section at a time.

A section is looked at as text only; what its TOML says is the reader's affair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

MAX_SECTION_BYTES = 1 << 18
"""A hand takes a few hundred bytes, a long one with commentary some thousands; more than this is no hand."""

_HEADER = re.compile(rb"""[ \t]*\[[ \t]*(["']?)(\d{1,18})\1[ \t]*\][ \t]*(?:\#.*)?\r?\n?""")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Section:
    """The bytes of one section with its header; ``number`` is None for what stands before the first header.

    ``line`` is the file's line on which it begins, counted from 1.  ``oversize``: it passed the bound and is
    not whole; nothing follows it.
    """

    number: int | None
    line: int
    data: bytes
    oversize: bool = False


def read_sections(stream: BinaryIO) -> Iterator[Section]:
    """The sections of a file in their order; before them what stands above the first header, if anything.

    A section larger than :data:`MAX_SECTION_BYTES` ends the reading: gigabytes of rubbish are not read.
    """
    number: int | None = None
    start = line_number = 1
    lines: list[bytes] = []
    size = 0
    while line := stream.readline(MAX_SECTION_BYTES):
        if line_number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        header = _HEADER.fullmatch(line) if line.lstrip(b" \t").startswith(b"[") else None
        if header:
            if number is not None or _says_something(lines):
                yield Section(number, start, b"".join(lines))
            number, start, lines, size = int(header[2]), line_number, [], 0
        line_number += 1
        if number is None and not lines and not _says_something([line]):
            start = line_number
            continue
        lines.append(line)
        size += len(line)
        if size >= MAX_SECTION_BYTES:
            yield Section(number, start, b"".join(lines), oversize=True)
            return
    if number is not None or _says_something(lines):
        yield Section(number, start, b"".join(lines))


def _says_something(lines: list[bytes]) -> bool:
    """Whether there is more than blank lines and comments."""
    return any(line.strip() and not line.lstrip().startswith(b"#") for line in lines)


_TOKENS = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""|\'{3}.*?\'{3}|(?P<open>"""|\'{3})'''
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#[^\n]*|(?P<bracket>[\[\]])""",
    re.DOTALL,
)
"""What can hide a bracket in TOML (strings, comments), the start of a string without end, and brackets."""


def is_open(text: str) -> bool:
    """Whether TOML text ends inside a multi-line string or array, so that what looked like the next section's
    header may still belong to it."""
    head, _, rest = text.partition("\n")
    body = rest if head.lstrip().startswith("[") else text  # without the section's own header
    depth = 0
    for token in _TOKENS.finditer(body):
        if token["open"]:
            return True
        if token["bracket"]:
            depth += 1 if token["bracket"] == "[" else -1
    return depth > 0
