"""The handbook of the house rules: every rule with its number, where it is enforced and what proves it.

It is kept in ``data/house-rules.toml``; ``docs/handbook.md`` is made from it by :func:`markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from holdem_sim.errors import nearest, unknown
from holdem_sim.settings import data_folder, read_toml

FILE = "house-rules.toml"


@dataclass(frozen=True)
class HouseRule:
    """One numbered rule.

    ``readings`` are the choices where the source can be read in several ways, ``options`` configuration keys,
    ``habits`` keys of a player type, ``code`` places as ``path:function``, ``tests`` as ``path::name``.
    """

    number: str
    title: str
    text: str
    readings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    habits: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """``H-IX`` of ``H-IX.4``, ``D`` of ``D-1``."""
        return section_of(self.number)

    def to_json(self) -> dict[str, Any]:
        """The rule for ``json.dumps``."""
        return asdict(self)


@dataclass(frozen=True)
class Outside:
    """A sentence of the sources that cannot be simulated, and the reason."""

    rule: str
    source: str
    reason: str


@dataclass(frozen=True)
class Chapter:
    """What no single rule says: how the rules work together, step by step."""

    title: str
    text: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Handbook:
    """All rules in order, the titles of their sections, how they work together, and what is outside."""

    count: int
    sections: dict[str, str]
    rules: tuple[HouseRule, ...]
    chapters: tuple[Chapter, ...]
    outside: tuple[Outside, ...]

    def of_section(self, section: str) -> list[HouseRule]:
        """The rules of a section in order."""
        return [rule for rule in self.rules if rule.section == section]

    def find(self, name: str) -> list[HouseRule]:
        """The rule of a number, or the rules of a section, in any case; UsageError names the nearest one."""
        word = name.strip().upper()
        numbers = {rule.number.upper(): rule for rule in self.rules}
        if word in numbers:
            return [numbers[word]]
        sections = {section.upper(): section for section in self.sections}
        if word in sections:
            return self.of_section(sections[word])
        known = [rule.number for rule in self.rules] + list(self.sections)
        near = _sister(word, known) or nearest(name, known)
        raise unknown("rule", name, [near] if near else self.sections)


def _sister(word: str, known: Iterable[str]) -> str | None:
    """The last rule of the section that a number with no rule would belong to: H-VI.10 for H-VI.12."""
    head = section_of(word)
    same = [number for number in known if section_of(number).upper() == head != number.upper()]
    return same[-1] if same and head != word else None


def section_of(number: str) -> str:
    """The section of a rule's number: what stands before its last part."""
    return re.sub(r"(\.\d*|(?<=^[DG])-\d*)$", "", number)


@lru_cache
def handbook() -> Handbook:
    """The handbook that is shipped."""
    data = read_toml(data_folder() / FILE)
    rules = tuple(_rule(row) for row in data["rules"])
    chapters = tuple(Chapter(c["title"], c["text"], tuple(c["steps"])) for c in data["chapters"])
    outside = tuple(Outside(**row) for row in data["outside"])
    return Handbook(data["count"], data["sections"], rules, chapters, outside)


def _rule(row: dict[str, Any]) -> HouseRule:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return HouseRule(**fields)


def markdown() -> str:
    """The handbook as a page: ``docs/handbook.md``."""
    book = handbook()
    lines = [
        "# The handbook of the house rules",
        "",
        "Every rule that is played, in the order of the house's own chapters: what it says, how it is read where the",
        "source can be read in several ways, the keys that choose, where it is enforced, and the tests that prove it.",
        "`holdem-sim rules` prints the same on a terminal. This page is made from `data/house-rules.toml`; a test",
        "holds the two together, and every name on it to the code.",
        "",
        "H are the casino's rules of its cash game, section by section; D the rules of a program with discrete bet",
        "sizes; G the general rules of the game. The tables `casino`, `discrete` and `general` play them.",
        "",
    ]
    lines += [
        f"- [{_heading(section, title)}](#{_anchor(_heading(section, title))})"
        for section, title in book.sections.items()
    ]
    more = [*(chapter.title for chapter in book.chapters), "What cannot be simulated"]
    lines += [f"- [{title}](#{_anchor(title)})" for title in more]
    for section, title in book.sections.items():
        lines += ["", f"## {_heading(section, title)}"]
        for rule in book.of_section(section):
            lines += ["", *_entry(rule)]
    for chapter in book.chapters:
        lines += ["", f"## {chapter.title}", "", chapter.text.strip(), ""]
        lines += [f"{number}. {step}" for number, step in enumerate(chapter.steps, 1)]
    lines += ["", "## What cannot be simulated", "", "| rule | source | why |", "|---|---|---|"]
    lines += [f"| {row.rule} | {row.source} | {row.reason} |" for row in book.outside]
    return "\n".join(lines) + "\n"


def _heading(section: str, title: str) -> str:
    return title if section == "Tax" else f"{section}: {title}"


def _anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _entry(rule: HouseRule) -> list[str]:
    lines = [f"### {rule.number}", "", f"**{rule.title}** {rule.text.strip()}"]
    if rule.readings:
        lines += ["", *(f"- {reading}" for reading in rule.readings)]
    keys = [f"`{key}`" for key in rule.options] + [f"`{habit}` of a player type" for habit in rule.habits]
    if keys:
        lines += ["", f"*Keys:* {', '.join(keys)}."]
    lines += ["", f"*Enforced in* {_listed(rule.code, ':')}."]
    lines += ["", f"*Proved by* {_listed(rule.tests, '::')}."] if rule.tests else []
    return lines


def _listed(places: Iterable[str], sign: str) -> str:
    """Places in files, each file named once."""
    files: dict[str, list[str]] = {}
    for place in places:
        path, _, name = place.partition(sign)
        files.setdefault(path, []).append(f"`{name}`")
    return "; ".join(f"`{path}`: {', '.join(names)}" for path, names in files.items())


if __name__ == "__main__":
    print(markdown(), end="")
