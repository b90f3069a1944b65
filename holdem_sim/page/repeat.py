"""What repeats a run: the command, and the whole configuration as files that the command takes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from holdem_sim import __version__
from holdem_sim.language import _
from holdem_sim.page import Listing

if TYPE_CHECKING:
    from holdem_sim.dataset import Run

TABLE, LINEUP = "table.toml", "lineup.toml"


def listings(run: Run) -> list[Listing]:
    """The commands and files with which the run can be played again, and what it was played with."""
    config = {key: value for key, value in run.config.items() if key != "lineup"}
    return [
        Listing(
            _("Where the run lies"),
            f"holdem-sim run --from {shlex.quote(str(run.path / 'run.json'))}",
            _("The same seed gives the same files, to the byte, with the same version."),
        ),
        Listing(_("Anywhere, from this page"), _command(run), _("Save the two files below first.")),
        Listing(TABLE, toml(config), long=True),
        Listing(LINEUP, toml(run.config.get("lineup") or {}), long=True),
        Listing(_("Versions and strategies"), "\n".join(_played_with(run)), long=True),
    ]


def versions() -> list[str]:
    """What made the page."""
    return [_("Made by holdem-sim {version}.").format(version=__version__)]


def _command(run: Run) -> str:
    hands = run.info.get("hands_requested") or run.rows["hands"]
    strict = " --strict" if run.info.get("strict") else ""
    return f"holdem-sim run --table {TABLE} --lineup {LINEUP} --hands {hands} --seed {run.info.get('seed')}{strict}"


def _played_with(run: Run) -> Iterator[str]:
    """Versions of programs, and the fingerprint of every strategy's source."""
    for name, version in (run.info.get("versions") or {}).items():
        yield f"{name} {version}"
    for strategy in run.info.get("strategies") or []:
        yield f"{strategy.get('spec')}  sha256 {strategy.get('sha256')}"


def toml(values: Mapping[str, Any], path: tuple[str, ...] = ()) -> str:
    """A nest of plain values as TOML, sections after values; what is null is not there, which means the same."""
    values = {key: value for key, value in values.items() if value is not None}
    sections = {key: value for key, value in values.items() if isinstance(value, Mapping) and value}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in values.items() if key not in sections]
    blocks = ["\n".join(lines)] if lines else []
    for key, value in sections.items():
        full = (*path, key)
        own = any(not isinstance(inner, Mapping) or not inner for inner in value.values())
        head = f"[{'.'.join(map(_key, full))}]\n" if own else ""
        blocks.append(head + toml(value, full))
    return "\n\n".join(blocks)


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)
