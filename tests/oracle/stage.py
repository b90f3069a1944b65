"""Staging of hands for the reference dealer: cards in words, decks made to order, scripted players."""

from __future__ import annotations

from collections.abc import Sequence

from .course import Choice, Chooser, Course, Decision, Start
from .dealer import Dealer
from .house import House

RANKS, SUITS = "23456789TJQKA", "cdhs"
WORDS = {"f": "fold", "k": "check", "c": "call"}


def cards(text: str) -> list[int]:
    """``"AhKd"`` as card numbers; blanks may stand between cards."""
    packed = text.replace(" ", "")
    return [4 * RANKS.index(r) + SUITS.index(s) for r, s in zip(packed[::2], packed[1::2], strict=True)]


def stacked_deck(house: House, start: Start, hole: dict[int, str], board: str = "") -> list[int]:
    """A deck that deals these pocket cards and this board; all other cards follow in order."""
    pairs = {seat: cards(text) for seat, text in hole.items()}
    named = [card for pair in pairs.values() for card in pair] + cards(board)
    rest = [card for card in range(52) if card not in named]
    table = Dealer(house, start, [], lambda *_: ("fold", 0))
    order = table.dealing_order()
    deck = []
    for i in range(2):
        deck += [pairs[seat][i] if seat in pairs else rest.pop(0) for seat in order]
    for i, card in enumerate(cards(board)):
        if i not in (1, 2):
            deck.append(rest.pop(0))  # the burn
        deck.append(card)
    return deck + rest


class Stop(Exception):
    """The script has run out; ``decision`` is what the next player may do."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


def script(line: str, then: str = "stop") -> Chooser:
    """Players who follow a line such as ``"3r300 4c 0f 1k"``: seat, then f, k, c or r and the bet made.

    After the line they check or fold (``then="passive"``), check or call (``"showdown"``) or raise Stop.
    """
    steps = line.split()

    def choose(seat: int, to_call: int, low: int | None, high: int | None, can_check: bool) -> Choice:
        if not steps:
            if then == "stop":
                raise Stop(Decision(seat, to_call, low, high, can_check))
            return ("check" if can_check else "fold" if then == "passive" else "call"), 0
        step = steps.pop(0)
        assert step.startswith(str(seat)), f"seat {seat} is to act, the line says {step}"
        word = step[len(str(seat)) :]
        return ("raise", int(word[1:])) if word[0] == "r" else (WORDS[word], 0)

    return choose


def stage(
    line: str,
    stacks: Sequence[int],
    *,
    house: House | None = None,
    blinds: Sequence[int] = (50, 100),
    hole: dict[int, str] | None = None,
    board: str = "",
    then: str = "passive",
    **more,
) -> Course:
    """Deal a hand along a line.  The button is the last seat unless told otherwise."""
    house = house or House()
    start = Start(tuple(stacks), more.pop("button", len(stacks) - 1), tuple(blinds), **more)
    return Dealer(house, start, stacked_deck(house, start, hole or {}, board), script(line, then)).play()


def next_decision(line: str, stacks: Sequence[int], **more) -> Decision:
    """Who is to act after a line, and what he may do."""
    try:
        course = stage(line, stacks, then="stop", **more)
    except Stop as stop:
        return stop.decision
    raise AssertionError(f"nobody is to act after the line; final stacks {course.stacks}")
