"""The PHH format (``.phh``: one hand) and its collections (``.phhs``: sections ``[n]``), both TOML.

Written against the format's public description (phh.readthedocs.io).  The reader is our own, for three
reasons.  Amounts stay exact decimals from the text of the file, where a general reader makes floats of
them.  A file is read section by section: what comes before a damaged hand, and after it, is still read, each
fault is told with its hand and line, and memory holds one hand at a time.  And nothing has to be played to be
read: the rules belong to the engine alone.

Two players: the format writes antes and blinds reversed (p1 is the big blind and p2, the button, the small
one) and stacks not; here they are turned round.
"""

from __future__ import annotations

import contextlib
import re
import sys
import tomllib
from collections import deque
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, BinaryIO

from holdem_sim.histories.history import Action, History, Unreadable
from holdem_sim.histories.phh_values import Fault, parse_action, parse_amount, short
from holdem_sim.histories.sections import MAX_SECTION_BYTES, Section, is_open, read_sections

MAX_PLAYERS = 10
MAX_ACTIONS = 4096
MAX_FAULTS_AT_START = 100
"""So many unreadable hands and not one good one: this is no file of hands, and the rest is not looked at."""
MAX_JOINED = 8
LARGE_FILE_BYTES = 1 << 26

NO_LIMIT, FIXED_LIMIT = "NT", "FT"
_VARIANTS = {
    "NS": "short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha high-low",
    "F7S": "seven card stud",
    "F7S/8": "seven card stud high-low",
    "FR": "razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
    "FB": "badugi",
}
_PLAYED = (
    "variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks",
    "ante_trimming_status", "actions", "hand",
)  # fmt: skip
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_hands(path: str | Path) -> Iterator[History | Unreadable]:
    """The hands of a file in their order; what cannot be read comes as ``Unreadable``, and reading goes on.

    A file that cannot be opened, is empty or holds no hands gives one ``Unreadable`` without a ``number``.
    Reading stops early at a section too large to be a hand, or when the first hundred hands are all
    unreadable.  The path ``-`` is the standard input.
    """
    file = str(path)
    number: int | None = None
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if file == "-" else open(path, "rb") as stream:
            hands = faults = 0
            for found in _read_stream(file, stream):
                number = found.number
                yield found
                hands += isinstance(found, History)
                faults += isinstance(found, Unreadable)
                if faults >= MAX_FAULTS_AT_START and not hands:
                    message = f"the first {faults} hands are all unreadable; the rest is not read"
                    yield Unreadable(file, None, found.line, message)
                    return
            if not hands and not faults:
                yield Unreadable(file, None, 1, "holds no hands")
    except (OSError, ValueError) as error:  # ValueError: a name that no system takes
        reason = getattr(error, "strerror", None) or str(error)
        where = "" if number is None else f" after hand {number}"
        yield Unreadable(file, None, 1, f"cannot be read{where}: {reason.lower()}")


def read_file(path: str | Path) -> tuple[Iterable[History | Unreadable], int]:
    """The hands of a file, and how many decimals its money uses: 2 where the smallest unit is a cent.

    The results that a file states (``finishing_stacks``, ``winnings``) do not count: they may be halves of
    chips.  A large file is read twice, so that memory does not grow with it.
    """
    place = Path(path)
    with contextlib.suppress(OSError, ValueError):
        if place.is_file() and place.stat().st_size > LARGE_FILE_BYTES:
            return read_hands(path), _decimals(read_hands(path))
    hands = list(read_hands(path))
    return hands, _decimals(hands)


def _decimals(hands: Iterable[History | Unreadable]) -> int:
    return max((hand.decimals for hand in hands if isinstance(hand, History)), default=0)


def _read_stream(file: str, stream: BinaryIO) -> Iterator[History | Unreadable]:
    sections = _Sections(read_sections(stream))
    seen: dict[int, int] = {}
    while (section := sections.take()) is not None:
        try:
            _refuse_repeated(section, seen)
            document = _document(section, sections)
        except Fault as fault:
            number = _number_of_unparsed(file, section, sections)
            yield Unreadable(file, number, fault.line or section.line, str(fault))
            continue
        for number, content in _hands_of(section, document, sections.peek(0) is None):
            yield _hand_or_fault(file, number, section.line, content)


def _number_of_unparsed(file: str, section: Section, sections: _Sections) -> int | None:
    """A section's number; without a header 0 above others, 1 in a ``.phh``, and else it is no hand at all."""
    if section.number is not None:
        return section.number
    if sections.peek(0) is not None:
        return 0
    return 1 if file.endswith(".phh") else None


class _Sections:
    """Sections one after the other, with a look at those that follow."""

    def __init__(self, sections: Iterator[Section]) -> None:
        self.sections = sections
        self.ahead: deque[Section] = deque()

    def peek(self, place: int) -> Section | None:
        """The section at ``place`` of those that follow, from 0; None if there are not so many."""
        while len(self.ahead) <= place:
            following = next(self.sections, None)
            if following is None:
                return None
            self.ahead.append(following)
        return self.ahead[place]

    def take(self) -> Section | None:
        """The next section; None at the end."""
        return None if self.peek(0) is None else self.ahead.popleft()


def _refuse_repeated(section: Section, seen: dict[int, int]) -> None:
    if section.number is None:
        return
    if section.number in seen:
        raise Fault(f"section [{section.number}] was there already, on line {seen[section.number]}")
    seen[section.number] = section.line


def _document(section: Section, sections: _Sections) -> dict[str, Any]:
    """The TOML of a section.

    Text or an array that spans lines may hold a line that looks like a header: where the section ends inside
    one, what follows is tried as part of it.
    """
    text = _text(section)
    try:
        return _parse(text, section.line)
    except Fault as fault:
        joined = _joined(section, text, sections)
        if joined is None:
            raise fault from None
        return joined


def _joined(section: Section, text: str, sections: _Sections) -> dict[str, Any] | None:
    """The TOML of a section and as many of those that follow as it takes; None if that does not help."""
    for place in range(MAX_JOINED):
        following = sections.peek(place)
        if following is None or not is_open(text) or len(text) + len(following.data) > MAX_SECTION_BYTES:
            return None
        try:
            text += _text(following)
        except Fault:
            return None
        with contextlib.suppress(Fault):
            document = _parse(text, section.line)
            for _ in range(place + 1):
                sections.take()
            return document
    return None


def _text(section: Section) -> str:
    if section.oversize:
        size = f"{MAX_SECTION_BYTES // 1024} KB"
        what = f"no hand in the first {size}" if section.number is None else f"longer than {size}"
        raise Fault(f"{what}: this is no hand history, and the rest of the file is not read")
    if section.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Fault("written in UTF-16; save the file as UTF-8")
    try:
        return section.data.decode()
    except UnicodeDecodeError as error:
        line = section.line + section.data.count(b"\n", 0, error.start)
        byte = section.data[error.start]
        raise Fault(f"line {line}: byte 0x{byte:02x} is not UTF-8; save the file as UTF-8", line) from None


def _parse(text: str, first_line: int) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except RecursionError:
        raise Fault("no hand: brackets nested too deep") from None
    except ValueError as error:
        message = str(error)
        place = _TOML_PLACE.search(message)
        if place is None:
            raise Fault(f"not TOML: {message.partition(':')[0].lower()}") from None
        in_text = int(place[1]) if place[1] else text.rstrip().count("\n") + 1
        line = first_line + in_text - 1
        reason = message[: place.start()].lower()
        raise Fault(f"line {line}: not TOML, or cut off there: {reason}", line) from None


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace("_", ""))
    except InvalidOperation:
        raise Fault(f"{short(text)} is too large a number") from None


def _hands_of(section: Section, document: dict[str, Any], alone: bool) -> Iterator[tuple[int, Any]]:
    """The hands of a parsed section with their numbers: one as a rule.

    Without a header it is the one hand of a ``.phh``, or a collection whose sections are named otherwise, or
    (0) a hand above the first header.
    """
    if section.number is not None:
        yield section.number, next(iter(document.values()))
    elif any(key in document for key in _PLAYED):
        yield (1 if alone else 0), document
    else:
        tables = [value for value in document.values() if isinstance(value, dict)]
        yield from enumerate(tables or [document], start=1)


def _hand_or_fault(file: str, number: int | None, line: int, content: Any) -> History | Unreadable:
    label = content.get("hand") if isinstance(content, dict) else None
    if label is not None and (isinstance(label, bool) or not isinstance(label, int | str)):
        label = str(label)
    try:
        return _history(file, number, line, label, content)
    except Fault as fault:
        action, text = fault.action or (None, None)
        return Unreadable(file, number, fault.line or line, str(fault), label, action, text)


def _history(file: str, number: int | None, line: int, label: int | str | None, content: Any) -> History:
    if not isinstance(content, dict):
        raise Fault("no hand: the section holds no fields")
    variant = _field(content, "variant")
    _refuse_other_games(variant)
    stacks = _amounts(content, "starting_stacks", None)
    players = len(stacks)
    for player, stack in enumerate(stacks, start=1):
        if stack <= 0:
            raise Fault(f"starting_stacks: p{player} has {stack}; who is dealt in has chips")
    antes = _amounts(content, "antes", players)
    for player, ante in enumerate(antes, start=1):
        if ante < 0:
            raise Fault(f"antes: entry {player} is {ante}; an ante is 0 or more")
    blinds = _amounts(content, "blinds_or_straddles", players)
    min_bet = _bet(content, "min_bet" if variant == NO_LIMIT else "small_bet")
    big_bet = None if variant == NO_LIMIT else _bet(content, "big_bet")
    layers = content.get("ante_trimming_status", False)
    if not isinstance(layers, bool):
        raise Fault(f"ante_trimming_status is {short(layers)}; it is true or false")
    if players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    return History(
        file, number, line, label, antes, blinds, min_bet, stacks, layers, players - 1,
        actions=_actions(content, players),
        fields={key: value for key, value in content.items() if key not in _PLAYED},
        big_bet=big_bet,
    )  # fmt: skip


def _bet(content: dict[str, Any], name: str) -> Decimal:
    bet = parse_amount(_field(content, name), name)
    if bet <= 0:
        raise Fault(f"{name} is {bet}; it must be more than 0")
    return bet


def _refuse_other_games(variant: Any) -> None:
    if variant in (NO_LIMIT, FIXED_LIMIT):
        return
    name = _VARIANTS.get(variant) if isinstance(variant, str) else None
    what = f" ({name})" if name else ""
    raise Fault(
        f'variant is {short(variant)}{what}; only "NT" and "FT", no-limit and fixed-limit hold\'em, are played'
    )


def _field(content: dict[str, Any], name: str) -> Any:
    if name not in content:
        raise Fault(f"{name} is missing; no hand, or cut off before it")
    return content[name]


def _amounts(content: dict[str, Any], name: str, players: int | None) -> tuple[Decimal, ...]:
    """An array of amounts, one for each player; ``players`` None: it is the array that says how many."""
    values = _field(content, name)
    if not isinstance(values, list):
        raise Fault(f"{name} is {short(values)}; it is an array with a number for each player")
    if players is None and not 2 <= len(values) <= MAX_PLAYERS:
        raise Fault(f"{name} has {len(values):,} players; a table has 2 to {MAX_PLAYERS}")
    if players is not None and len(values) != players:
        raise Fault(f"{name} has {len(values):,} entries for {players} players")
    return tuple(parse_amount(value, f"{name}: entry {i}") for i, value in enumerate(values, start=1))


def _actions(content: dict[str, Any], players: int) -> tuple[Action, ...]:
    texts = _field(content, "actions")
    if not isinstance(texts, list):
        raise Fault(f"actions is {short(texts)}; it is an array of texts")
    if len(texts) > MAX_ACTIONS:
        raise Fault(f"{len(texts):,} actions; a hand has at most {MAX_ACTIONS:,}")
    actions = []
    for number, text in enumerate(texts, start=1):
        if not isinstance(text, str):
            raise Fault(f"{short(text)} is not a text", action=(number, short(text)))
        try:
            actions.append(parse_action(number, text, players))
        except Fault as fault:
            raise Fault(str(fault), action=(number, text)) from None
    return tuple(actions)
