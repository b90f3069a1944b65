"""What the words of an event say: the cards, seats and reasons in ``events.detail``, or that they are none."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdem_sim.schema import DEPARTURE_REASONS

_CARD = r"[2-9TJQKA][cdhs]"
_SEAT = r"seat (?P<seat>\d)"
_AGAIN = ": misdeal, dealt again"
_DEED = r"a fold|a check|a call|a bet|a raise"
_WHO = r"(?P<type>.+?)(?P<back>, who comes back,)?"

PATTERNS = {
    "exposed-pocket-card": rf"(?P<cards>{_CARD}) of {_SEAT} is exposed by the dealer{_AGAIN}",
    "extra-pocket-card": rf"(?P<cards>{_CARD}) is dealt to {_SEAT} as a third card{_AGAIN}",
    "two-cards-face-up": rf"(?P<cards>{_CARD} and {_CARD}) lie face up in the deck{_AGAIN}",
    "one-card-face-up": (
        rf"(?P<cards>{_CARD}) lies face up in the deck: put aside, it will be the next burn card"
    ),
    "wrong-order": rf"(?P<cards>{_CARD}) is dealt to {_SEAT} out of order{_AGAIN}",
    "wrong-button": rf"the button lies at {_SEAT}, where it is wrong{_AGAIN}",
    "dealt-to-absent": rf"(?P<cards>{_CARD}) is dealt to {_SEAT}, which is not in the hand{_AGAIN}",
    "wrong-back": rf"(?P<cards>{_CARD}) has the back of another deck{_AGAIN}",
    "duplicate-card": rf"(?P<cards>{_CARD}) is in the deck twice{_AGAIN}",
    "board-card-to-player": (
        rf"(?P<cards>{_CARD}), a card for the board, gets into the hand of {_SEAT}{_AGAIN}"
    ),
    "premature-flop": (
        rf"flop (?P<cards>{_CARD} {_CARD} {_CARD}) is opened before {_SEAT} has spoken: goes back, burn card "
        rf"(?P<burn>{_CARD}) stays; then shuffled, dealt without another burn"
    ),
    "flop-without-burn": (
        rf"flop (?P<cards>{_CARD} {_CARD} {_CARD}) is opened without a burn: goes back, shuffled, burned and dealt "
        "again"
    ),
    "premature-turn-or-river": (
        rf"(?P<cards>{_CARD}) is opened before {_SEAT} has spoken: put aside, burn card (?P<burn>{_CARD}) stays; "
        "then back and shuffled, dealt without another burn"
    ),
    "exposed-burn": rf"burn card (?P<cards>{_CARD}) is exposed: goes back, shuffled, burned again",
    "turn-and-river-together": (
        rf"(?P<cards>{_CARD}) is opened as the river together with the turn: goes back, shuffled"
    ),
    "short-deck-after-hand": "the deck is found short after the hand: the result stands",
    "wrong-pot": (
        rf"(main|side) pot ?(?P<pot>\d+)? is pushed to {_SEAT}, put right by the house: goes to seat (?P<right>\d)"
    ),
    "ruling": (
        rf"(?P<wanted>{_DEED}) (?P<manner>put in without a word|put in by two movements|said out of turn): "
        rf"(?P<ruled>binds|the first one counts|ruled ({_DEED})|somebody has bet since, he is free again)"
    ),
    "arrival": "(?P<back>comes back)?",
    "departure": rf"(?P<reason>{'|'.join(DEPARTURE_REASONS)})(: .*)?",
    "waiting": rf"{_WHO} waits for a seat, place (?P<place>\d+) on the list",
    "gave-up": rf"{_WHO} gives up waiting and goes",
    "refused": rf"{_WHO} is refused: one of his party sits at the table",
    "seat-change": (
        r"moves to seat (?P<seat>\d), (free|owes (the (?P<small>small))?( and )?(the (?P<big>big))? blind)"
    ),
}
_COMPILED = {kind: re.compile(pattern) for kind, pattern in PATTERNS.items()}


class Told(NamedTuple):
    """What an event's words say; what they do not speak of is None or empty."""

    cards: tuple[str, ...] = ()
    burn: str | None = None
    seat: int | None = None
    pot: int = 0
    right: int | None = None
    wanted: str | None = None
    manner: str | None = None
    ruled: str | None = None
    back: bool = False
    reason: str | None = None
    type: str | None = None
    place: int | None = None
    small: bool = False
    big: bool = False


_MANNERS = {
    "put in without a word": "silent",
    "put in by two movements": "string",
    "said out of turn": "out-of-turn",
}


def told(kind: str, detail: str) -> Told | None:
    """What the words of an event of this kind say; None if they are no such words."""
    if kind not in _COMPILED:
        return Told() if detail == "" else None
    match = _COMPILED[kind].fullmatch(detail)
    if match is None:
        return None
    found = {name: value for name, value in match.groupdict().items() if value is not None}
    said: dict = {name: found[name] for name in ("burn", "reason", "type") if name in found}
    said |= {name: int(found[name]) for name in ("seat", "pot", "right", "place") if name in found}
    said |= {name: True for name in ("back", "small", "big") if name in found}
    if "cards" in found:
        said["cards"] = tuple(re.findall(_CARD, found["cards"]))
    if "wanted" in found:
        said |= _ruling(found)
    return Told(**said)


def _ruling(found: dict[str, str]) -> dict[str, str | None]:
    """Wanted and ruled actions as in ACTIONS; ruled is None when he was free again."""
    wanted = found["wanted"].removeprefix("a ")
    ruled: str | None = wanted
    if found["ruled"] not in ("binds", "the first one counts"):
        ruled = found["ruled"].removeprefix("ruled a ") if found["ruled"].startswith("ruled") else None
    return {"wanted": wanted, "manner": _MANNERS[found["manner"]], "ruled": ruled}
