"""How a configuration is put together: shipped files and people's own, ``--set``, and errors in plain words.

A configuration is a nest of plain dictionaries until its models check it; :class:`Settings` is such a nest
that remembers where each value came from, so that an error can name the place.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdem_sim.errors import UsageError, nearest, unknown
from holdem_sim.values import Conflict, half_blind

if TYPE_CHECKING:
    from pydantic import ValidationError

LARGEST_FILE = 1_000_000
"""Bytes beyond which a file is no configuration."""


def data_folder() -> Path:
    """The folder of the shipped data: installed with the package, or beside it in a checkout."""
    found = find_spec("holdem_sim.data")
    if found is not None and found.submodule_search_locations:
        return Path(next(iter(found.submodule_search_locations)))
    return Path(__file__).resolve().parent.parent / "data"


def shipped(kind: str) -> dict[str, Path]:
    """The shipped ``tables`` or ``lineups`` by name."""
    return {
        path.stem: path for path in sorted((data_folder() / kind).glob("*.toml"), key=lambda path: path.stem)
    }


def find(kind: str, name: str) -> Path:
    """The file of a shipped table or lineup, or else the file at the path ``name``."""
    known = shipped(kind)
    if name in known:
        return known[name]
    path = Path(name)
    if path.is_file():
        return path
    word = kind.removesuffix("s")
    if path.suffix == ".toml" or len(path.parts) > 1 or path.exists():
        reason = "is no file" if path.exists() else "does not exist"
        raise UsageError(f"{word} file {name!r} {reason}; give a TOML file, or one of: {', '.join(known)}")
    raise unknown(word, name, known, "(nor is it a file)")


def split(text: str, place: str) -> Iterator[str]:
    """The parts of ``text`` between commas outside brackets, braces and quotes."""
    depth, quote, start = 0, "", 0
    for i, sign in enumerate(text):
        if quote:
            if sign == quote and not (quote == '"' and text[i - 1] == "\\"):
                quote = ""
        elif sign in "'\"" and (depth or not text[start:i].strip()):
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            yield text[start:i]
            start = i + 1
        if depth < 0:
            break
    if depth or quote:
        raise UsageError(f"the brackets or quotes in {place} do not match")
    yield text[start:]


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file, fractions as exact decimals; UsageError names what is wrong."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    if len(raw) > LARGEST_FILE:
        raise UsageError(f"{path} is larger than {LARGEST_FILE:,} bytes; that is no configuration")
    try:
        return tomllib.loads(raw.decode("utf-8-sig"), parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no TOML: {error}") from None


def read_value(text: str) -> Any:
    """The value after ``--set key=``: TOML, or else the bare text."""
    try:
        parsed = tomllib.loads(f"value = {text}", parse_float=Decimal)
    except (ValueError, RecursionError):
        return text
    return parsed["value"] if parsed.keys() == {"value"} else text


def as_toml(value: Any) -> str:
    """A value as it would be written in a file (None as ``"none"``)."""
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=not value.isprintable())
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k} = {as_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(as_toml(v) for v in value) + "]"
    return str(value)


def as_json(value: Any) -> Any:
    """The same for JSON: decimals as numbers where those come back equal, else as text."""
    if isinstance(value, Decimal):
        return float(value) if Decimal(repr(float(value))) == value else str(value)
    if isinstance(value, Mapping):
        return {str(k): as_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(v) for v in value]
    return value


class Settings:
    """A nest of values, each with the place it came from. A path is the parts of a dotted name."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.places: dict[tuple[str, ...], str] = {}

    def add(self, values: Mapping[str, Any], place: str, path: tuple[str, ...] = ()) -> None:
        """Lay the values of a file, or of a part of it, over those that are there."""
        for name, value in values.items():
            if isinstance(value, Mapping) and value:
                self.add(value, place, (*path, str(name)))
            else:
                self.put((*path, str(name)), value, place)

    def put(self, path: tuple[str, ...], value: Any, place: str) -> None:
        """Set one value."""
        nest = self.values
        for part in path[:-1]:
            if not isinstance(nest.get(part), dict):
                nest[part] = {}
            nest = nest[part]
        nest[path[-1]] = value
        for known in [known for known in self.places if known[: len(path)] == path]:
            del self.places[known]
        self.places[path] = place

    def get(self, *path: str) -> Any:
        """The value at a path; None if there is none."""
        value: Any = self.values
        for part in path:
            value = value.get(part) if isinstance(value, Mapping) else None
        return value

    def set_all(self, words: Iterable[str]) -> None:
        """Apply ``key=value`` words in order; ``lineup.types.*.KEY`` is a key of every player type.

        The small blind follows the big one unless set too (H-II.1).
        """
        small, big = ("table", "small_blind"), ("table", "big_blind")
        follows = self.get(*small) is not None and self.get(*small) == half_blind(self.get(*big))
        names = set()
        for word in words:
            name, sign, text = word.partition("=")
            path = tuple(part.strip() for part in name.split("."))
            if not sign or not all(path):
                raise UsageError(f"cannot read --set {word!r}; write it like --set tax.percent=5")
            types = self.get("lineup", "types") or ()
            every = path[:3] == ("lineup", "types", "*") and len(path) > 3
            if path[:2] == ("lineup", "types") and path[2:] and not every and path[2] not in types:
                raise unknown("player type", path[2], types, f"in --set {word!r}")
            for full in [(*path[:2], kind, *path[3:]) for kind in types] if every else [path]:
                self.put(full, read_value(text.strip()), "--set")
            names.add(path)
        if follows and big in names and small not in names:
            self.put(small, half_blind(self.get(*big)), "--set")

    def place(self, path: tuple[str, ...]) -> str:
        """Where a value, or the last one under it, or what it belongs to, came from; empty for a default."""
        under = [place for known, place in self.places.items() if known[: len(path)] == path]
        above = [self.places[path[:n]] for n in range(1, len(path)) if path[:n] in self.places]
        return (above + under)[-1] if above or under else ""


def in_words(error: ValidationError, settings: Settings, known: Iterable[str]) -> UsageError:
    """What a model found wrong, as one sentence that names the key, its value, the place and the cure.

    ``known`` are the names of all keys, for those that are misspelt.
    """
    errors = error.errors(include_url=False)
    first = next((found for found in errors if found["type"] == "extra_forbidden"), errors[0])
    path = tuple(str(part) for part in first["loc"])
    dotted, place = ".".join(path), settings.place(path)
    where = f" in {place}" if place else ""
    if first["type"] == "extra_forbidden":
        inner = first["input"]
        while isinstance(inner, Mapping) and inner:
            name, inner = next(iter(inner.items()))
            dotted += f".{name}"
        return unknown("key", dotted, known, where.strip())
    if first["type"] == "missing":
        place = settings.place(path[:-1])
        return UsageError(f"{dotted} is missing" + (f" in {place}" if place else ""))
    reason = _reason(first, dotted, known)
    if isinstance(first.get("ctx", {}).get("error"), Conflict):
        return UsageError(f"{dotted}{where}: {reason}" if path[1:] else f"{reason}{where if path else ''}")
    value = as_toml(first["input"])
    return UsageError(f"{dotted} = {value if len(value) <= 60 else value[:57] + '...'}{where}: {reason}")


_NEEDS = {
    "bool": "must be true or false",
    "string_type": "must be text",
    "tuple_type": "must be a list",
    "dict_type": "must be a section",
    "model_": "is a section; set one of its keys",
    "too_short": "needs at least one entry",
    "string_too_short": "must not be empty",
    "string_pattern_mismatch": "must be a name of at most 100 characters without slashes or control characters",
}


def _reason(first: Mapping[str, Any], dotted: str, known: Iterable[str]) -> str:
    """Why a value is not allowed."""
    kind, context = first["type"], first.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        choices = context["expected"].replace(" or ", ", ").replace("'", "").split(", ")
        near = nearest(str(first["input"]), choices)
        return f"must be one of: {', '.join(choices)}" + (f"; did you mean {near!r}?" if near else "")
    if kind == "string_too_long":
        return f"must have at most {context['max_length']} characters"
    for start, need in _NEEDS.items():
        if kind.startswith(start):
            inner = next((name for name in known if name.startswith(f"{dotted}.")), None)
            return f"{need}, such as {inner}" if start == "model_" and inner else need
    return first["msg"].lower()
