"""What happened at a table, in words: the text of ``events.detail`` from the small numbers the engine writes.

The engine notes at most ten small integers with an event (its *slots*, -1 where there is nothing); what they mean
depends on the kind of event and is told here, kind by kind.  Cards, seats and player types stand in the text in the
order of the slots, cards as in ``Ah``, seats as ``seat 3``.  Kinds that say everything by themselves have no text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from holdem_sim.engine.cards import CARD_TEXTS
from holdem_sim.schema import ACTIONS, DEALER_ERRORS, DEPARTURE_REASONS, EVENT_KINDS, MANNERS

Slots = tuple[int, ...]
Types = tuple[str, ...]

_AGAIN = "misdeal, dealt again"
DEALING = {
    "exposed-pocket-card": f"{{0}} of {{seat}} is exposed by the dealer: {_AGAIN}",
    "extra-pocket-card": f"{{0}} is dealt to {{seat}} as a third card: {_AGAIN}",
    "two-cards-face-up": f"{{0}} and {{1}} lie face up in the deck: {_AGAIN}",
    "one-card-face-up": "{0} lies face up in the deck: put aside, it will be the next burn card",
    "wrong-order": f"{{0}} is dealt to {{seat}} out of order: {_AGAIN}",
    "wrong-button": f"the button lies at {{seat}}, where it is wrong: {_AGAIN}",
    "dealt-to-absent": f"{{0}} is dealt to {{seat}}, which is not in the hand: {_AGAIN}",
    "wrong-back": f"{{0}} has the back of another deck: {_AGAIN}",
    "duplicate-card": f"{{0}} is in the deck twice: {_AGAIN}",
    "board-card-to-player": f"{{0}}, a card for the board, gets into the hand of {{seat}}: {_AGAIN}",
    "premature-flop": (
        "flop {0} {1} {2} is opened before {seat} has spoken: goes back, burn card {3} stays; then shuffled, "
        "dealt without another burn"
    ),
    "flop-without-burn": "flop {0} {1} {2} is opened without a burn: goes back, shuffled, burned and dealt again",
    "premature-turn-or-river": (
        "{0} is opened before {seat} has spoken: put aside, burn card {1} stays; then back and shuffled, dealt "
        "without another burn"
    ),
    "exposed-burn": "burn card {0} is exposed: goes back, shuffled, burned again",
    "turn-and-river-together": "{0} is opened as the river together with the turn: goes back, shuffled",
    "short-deck-after-hand": "the deck is found short after the hand: the result stands",
}
"""The dealer's errors (H-VII, H-VIII), by kind: ``{0}`` is the card of the first slot, ``{seat}`` the event's seat."""

LEAVING = {
    "broke": "broke: no chips left",
    "hands": "hands: has played as many as he wanted",
    "hours": "hours: has stayed as long as he wanted",
    "stop-loss": "stop-loss: has lost as much as he would",
    "stop-win": "stop-win: has won as much as he wanted",
    "time to go": "time to go",
    "too few": "too few: there were not enough players for him",
}
"""Why somebody leaves, by :data:`~holdem_sim.schema.DEPARTURE_REASONS`."""


def _card(number: int) -> str:
    return CARD_TEXTS[number] if 0 <= number < len(CARD_TEXTS) else "a card"


def _type(number: int, types: Types) -> str:
    return types[number] if 0 <= number < len(types) else "somebody"


def _button_draw(seat: int, slots: Slots, types: Types) -> str:
    """A card for every seat that has a player (H-III.1)."""
    shown = ", ".join(f"seat {number} {_card(card)}" for number, card in enumerate(slots) if card >= 0)
    return f"{shown}; button to seat {seat}"


def _arrival(seat: int, slots: Slots, types: Types) -> str:
    """Slot 0: 1 when he comes back (H-VI.6)."""
    return "comes back" if slots[0] == 1 else ""


def _departure(seat: int, slots: Slots, types: Types) -> str:
    """Slot 0: place in DEPARTURE_REASONS (H-VI.5)."""
    return LEAVING[DEPARTURE_REASONS[slots[0]]] if 0 <= slots[0] < len(DEPARTURE_REASONS) else ""


def _waiting(seat: int, slots: Slots, types: Types) -> str:
    """Slots: player type, place on the list from 1, 1 if he comes back."""
    place = f", place {slots[1]} on the list" if slots[1] > 0 else ""
    return f"{_type(slots[0], types)}{_returning(slots)} waits for a seat{place}"


def _gave_up(seat: int, slots: Slots, types: Types) -> str:
    """Slots as of waiting."""
    return f"{_type(slots[0], types)}{_returning(slots)} gives up waiting and goes"


def _refused(seat: int, slots: Slots, types: Types) -> str:
    """Slots as of waiting: players of one party are kept apart (H-VI.9)."""
    return f"{_type(slots[0], types)}{_returning(slots)} is refused: one of his party sits at the table"


def _returning(slots: Slots) -> str:
    return ", who comes back," if slots[2] == 1 else ""


def _seat_change(seat: int, slots: Slots, types: Types) -> str:
    """Slots: the new seat, 1 if he owes the small blind, 1 if he owes the big blind (H-XIII)."""
    owed = [name for name, due in zip(("small", "big"), slots[1:3], strict=True) if due == 1]
    price = f"owes the {' and the '.join(owed)} blind" if owed else "free"
    return f"moves to seat {slots[0]}, {price}"


_SAID = ("", "put in without a word", "put in by two movements", "said out of turn")
"""How it was announced, in the order of MANNERS."""
_DEEDS = {"fold": "a fold", "check": "a check", "call": "a call", "bet": "a bet", "raise": "a raise"}


def _ruling(seat: int, slots: Slots, types: Types) -> str:
    """Slots: manner, action wanted, action ruled; -1 for the last: he is free again (H-IX.6 to H-IX.10)."""
    manner, wanted, ruled = slots[:3]
    told = f"{_deed(wanted)} {_SAID[manner]}".rstrip() if 0 <= manner < len(_SAID) else _deed(wanted)
    if ruled < 0:
        return f"{told}: somebody has bet since, he is free again"
    if ruled != wanted:
        return f"{told}: ruled {_deed(ruled)}"
    return f"{told}: the first one counts" if manner == MANNERS.index("string") else f"{told}: binds"


def _deed(action: int) -> str:
    return _DEEDS.get(ACTIONS[action], ACTIONS[action]) if 0 <= action < len(ACTIONS) else "something"


def _wrong_pot(seat: int, slots: Slots, types: Types) -> str:
    """Slots: the pot, and the seat it belongs to (H-VI.10)."""
    pot = "main pot" if slots[0] <= 0 else f"side pot {slots[0]}"
    return f"{pot} is pushed to seat {seat}, put right by the house: goes to seat {slots[1]}"


def _dealing(kind: str) -> Callable[[int, Slots, Types], str]:
    text = DEALING[kind]
    return lambda seat, slots, types: text.format(*map(_card, slots), seat=f"seat {seat}")


WORDS: dict[str, Callable[[int, Slots, Types], str]] = {
    **{kind: _dealing(kind) for kind in DEALER_ERRORS if kind in DEALING},
    "button-draw": _button_draw,
    "arrival": _arrival,
    "departure": _departure,
    "waiting": _waiting,
    "gave-up": _gave_up,
    "refused": _refused,
    "seat-change": _seat_change,
    "ruling": _ruling,
    "wrong-pot": _wrong_pot,
}
"""How each kind of event becomes words, of its seat, its slots and the names of the player types."""


@lru_cache(maxsize=1 << 14)
def detail(kind: int, seat: int, slots: Slots, types: Types) -> str:
    """The text of one event: ``kind`` is a place in EVENT_KINDS, ``types`` are the names of the player types."""
    words = WORDS.get(EVENT_KINDS[kind])
    return words(seat, slots, types) if words is not None else ""


def details(
    kinds: Sequence[int], seats: Sequence[int], slots: Sequence[Sequence[int]], types: Types
) -> list[str]:
    """The texts of many events, one for each."""
    rows = zip(kinds, seats, map(tuple, slots), strict=True)
    return [detail(kind, seat, numbers, types) for kind, seat, numbers in rows]
