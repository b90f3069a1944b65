"""Real hands through the engine's rules: settled, or who is to act, or which action is illegal and why.

A hand is played by the functions that simulate (:mod:`holdem_sim.engine.script`), under a table's rules and
tax.  Amounts are counted in whole units of the smallest decimal of the file, so that cents are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from holdem_sim.engine import script
from holdem_sim.engine.betting import bounds
from holdem_sim.engine.table import (
    BLOCK,
    MAX_CHIPS,
    POST_ANTE,
    POST_BIG_BLIND,
    POST_LIVE,
    POST_SMALL_BLIND,
    SEATS,
    STRADDLE,
    TABLE,
)
from holdem_sim.histories.history import (
    CHECK_CALL,
    DEAL_BOARD,
    FOLD,
    MUCK,
    RAISE_TO,
    SHOW,
    Action,
    History,
    Unreadable,
)
from holdem_sim.replay_cards import KNOWN, DealtCards
from holdem_sim.replay_house import House
from holdem_sim.replay_words import amount, in_words, missing_board, undecided

SETTLED, TO_ACT, ILLEGAL, UNREADABLE = "settled", "to-act", "illegal", "unreadable"

_STEPS = {
    FOLD: script.FOLDS,
    CHECK_CALL: script.PASSES,
    RAISE_TO: script.RAISES_TO,
    DEAL_BOARD: script.OPENS_BOARD,
    SHOW: script.SHOWS,
    MUCK: script.SHOWS,
}


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot before tax. ``awards``: (player from 1, amount); None where it cannot be decided."""

    amount: Decimal
    tax: Decimal
    awards: tuple[tuple[int, Decimal], ...] | None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what he may do. ``call``: chips to add; no bounds where raising is barred."""

    player: int
    call: Decimal
    min_raise_to: Decimal | None
    max_raise_to: Decimal | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one hand of a file, in the file's unit; None where something does not apply.

    ``stacks`` are those at the end, or now where somebody is to act.  ``message`` says what is wrong,
    ``action`` and ``text`` with which of the file's actions; ``note`` is something that does not change whose
    turn it is.
    """

    file: str
    hand: int | None
    label: int | str | None
    status: str
    stacks: tuple[Decimal, ...] | None = None
    net: tuple[Decimal, ...] | None = None
    pots: tuple[Pot, ...] | None = None
    tax: Decimal | None = None
    extra_drop: Decimal | None = None
    uncalled: Decimal | None = None
    turn: Turn | None = None
    action: int | None = None
    text: str | None = None
    message: str | None = None
    note: str | None = None
    history: History | None = None

    @property
    def is_faulty(self) -> bool:
        """Whether the hand is illegal or could not be read."""
        return self.status in (ILLEGAL, UNREADABLE)

    def to_json(self) -> dict[str, Any]:
        """The answer of ``replay --json``, ready for ``json.dumps``."""
        turn = self.turn
        return {
            "file": self.file,
            "hand": self.hand,
            "label": self.label,
            "status": self.status,
            "stacks": _numbers(self.stacks),
            "net": _numbers(self.net),
            "pots": None if self.pots is None else [_pot_to_json(pot) for pot in self.pots],
            "tax": _number(self.tax),
            "extra_drop": _number(self.extra_drop),
            "uncalled": _number(self.uncalled),
            "to_act": None if turn is None else {
                "player": turn.player,
                "can_check": turn.call == 0,
                "call": _number(turn.call),
                "min_raise_to": _number(turn.min_raise_to),
                "max_raise_to": _number(turn.max_raise_to),
            },
            "error": None if self.message is None else {
                "action": self.action,
                "text": self.text,
                "message": self.message,
            },
        }  # fmt: skip


def _pot_to_json(pot: Pot) -> dict[str, Any]:
    awards = pot.awards
    return {
        "amount": _number(pot.amount),
        "tax": _number(pot.tax),
        "awards": None if awards is None else [{"player": p, "amount": _number(a)} for p, a in awards],
    }


def _number(amount: Decimal | None) -> int | float | None:
    """An amount as JSON number: a float prints up to 15 digits as they are, and no amount has more."""
    if amount is None:
        return None
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _numbers(amounts: Iterable[Decimal] | None) -> list[int | float | None] | None:
    return None if amounts is None else [_number(amount) for amount in amounts]


def replay_file(path: str | Path, house: House) -> Iterator[Outcome]:
    """Play the hands of a history file in their order; a file that cannot be read is one unreadable hand."""
    from holdem_sim.histories.phh import read_file

    hands, decimals = read_file(path)
    money = house.money(decimals)
    for hand in hands:
        if isinstance(hand, Unreadable):
            yield Outcome(
                hand.file, hand.number, hand.label, UNREADABLE,
                action=hand.action, text=hand.text, message=hand.message,
            )  # fmt: skip
        else:
            yield Replay(hand, money).outcome()


class _Sheet:
    """The records a hand is played on, made once; every hand starts on them afresh.

    Python reads them through views: a field of a numpy record costs ten times as much.
    """

    def __init__(self) -> None:
        table, block = np.zeros(1, TABLE), np.zeros(1, BLOCK)
        self.table = table.view(np.recarray)[0]
        self.block = block.view(np.recarray)[0]
        self._fields = {name: table[name] for name in TABLE.names or ()}
        awards = block["awards"]
        self._awards = [awards[name][0] for name in ("pot_no", "seat", "amount")]
        self._rows = [block["actions_rows"], block["awards_rows"]]

    def read(self, name: str) -> Any:
        """A field of the table, as int or list."""
        return self._fields[name].tolist()[0]

    def clear(self) -> None:
        """Forget the rows of the hand before."""
        for rows in self._rows:
            rows[0] = 0

    def awards(self) -> Iterator[tuple[int, int, int]]:
        """The awards as (pot, seat, chips)."""
        count = int(self._rows[1][0])
        return zip(*(column[:count].tolist() for column in self._awards), strict=True)


@cache
def _sheet() -> _Sheet:
    return _Sheet()


class Replay:
    """One hand on the engine's table."""

    def __init__(self, history: History, money: Any) -> None:
        self.history = history
        self.money = money
        self.cards = DealtCards(len(history.stacks))
        self.sheet = _sheet()
        self.table, self.block = self.sheet.table, self.sheet.block
        self.read = self.sheet.read

    def outcome(self) -> Outcome:
        """Play the hand and say what became of it."""
        history = self.history
        posts = (*history.antes, *history.blinds, history.min_bet)
        most = MAX_CHIPS / Decimal(10) ** self.money.decimals
        if sum(history.stacks) > most or max(map(abs, posts)) > most:
            return self._tell(UNREADABLE, message=f"the chips are too many: {amount(most)} can be counted")
        self.rules = self.money.rules(*self._stakes())
        self._post()
        steps, actions, bad_deal = self._steps()
        taken, fault = script.play(self.table, self.rules, self.block, steps, self.last_blind_seat)
        if fault != script.LEGAL:
            return self._illegal(actions[taken], in_words(self, fault, actions[taken]))
        if bad_deal is not None:
            return self._illegal(*bad_deal)
        end = script.look_ahead(self.table, self.rules)
        if end == script.TO_ACT:
            return self._to_act()
        if self.cards.note is not None:
            return self._illegal(*self.cards.note)
        if end == script.BOARD_MISSING:
            return self._tell(UNREADABLE, message=missing_board(self.read("street")))
        return self._settle()

    def _stakes(self) -> tuple[int, int]:
        """Small and big blind in chips. The file's smallest bet stands in for a big blind not posted."""
        small, big = (self.history.blinds[seat] for seat in self._blind_seats())
        chips = self.money.chips
        return max(chips(small), 0), chips(big if big > 0 else self.history.min_bet)

    def _blind_seats(self) -> tuple[int, int]:
        """Who has the small and the big blind: of two players, the button and the other one."""
        button, players = self.history.button, len(self.history.stacks)
        small = button if players == 2 else (button + 1) % players
        return small, (small + 1) % players

    def _post(self) -> None:
        """Antes, then blinds, straddles and live posts, as the file says."""
        history, chips = self.history, self.money.chips
        players = len(history.stacks)
        posts = [(seat, POST_ANTE, chips(ante)) for seat, ante in enumerate(history.antes) if ante]
        small, big = self._blind_seats()
        highest = Decimal(0)
        self.last_blind_seat = -1
        for step in range(players):
            seat = (small + step) % players
            blind = history.blinds[seat]
            if blind < 0:
                posts.append((seat, POST_LIVE, chips(-blind)))
            elif blind > 0:
                name = POST_SMALL_BLIND if seat == small else POST_BIG_BLIND if seat == big else POST_LIVE
                posts.append(
                    (seat, STRADDLE if name == POST_LIVE and blind > highest else name, chips(blind))
                )
                if blind >= highest:
                    highest, self.last_blind_seat = blind, seat
        stacks = np.zeros(SEATS, np.int64)
        stacks[:players] = [chips(stack) for stack in history.stacks]
        self.sheet.clear()
        self.table.button = history.button
        rows = np.array(posts, np.int64).reshape(-1, 3)
        script.begin(self.table, self.rules, self.block, stacks, rows, history.ante_layers)

    def _steps(self) -> tuple[np.ndarray, list[Action], tuple[Action, str] | None]:
        """The engine's steps, the action behind each, and the first deal that cannot be, with the reason."""
        rows, actions = [], []
        for action in self.history.actions:
            wrong = self.cards.take(action)
            kind = _STEPS.get(action.kind)
            if wrong is not None:
                return _rows(rows), actions, (action, wrong)
            if kind is not None:
                rows.append(self._row(kind, action))
                actions.append(action)
        return _rows(rows), actions, None

    def _row(self, kind: int, action: Action) -> tuple[int, ...]:
        """A step of the engine: its number is a raise's chips, or how many cards the board gets."""
        cards = (*action.cards, -1, -1, -1)[:3]
        if kind == script.OPENS_BOARD:
            return kind, action.player, len(action.cards), *cards
        return kind, action.player, min(self.money.chips(action.amount), MAX_CHIPS), *cards

    def _to_act(self) -> Outcome:
        seat = self.read("actor")
        unit = self.money.amount
        call, least, most = bounds(self.table, self.rules, seat)
        raises = (unit(least), unit(most)) if most > 0 else (None, None)
        note = self.cards.note
        return self._tell(
            TO_ACT,
            stacks=self._stacks(),
            turn=Turn(seat + 1, unit(call), *raises),
            note=None if note is None else f"action {note[0].number} ({note[0].text}): {note[1]}",
        )

    def _settle(self) -> Outcome:
        """Push the pots; a pot that the known cards do not decide makes the hand unreadable."""
        live = seats_of(self.read("live"))
        ranks = np.full(SEATS, -1, np.int64)
        known = 0
        if len(live) > 1:
            for seat in live:
                if self.cards.claim(seat) == KNOWN:
                    known |= 1 << seat
                    self.table.hole[seat] = self.cards.pockets[seat]
                else:
                    ranks[seat] = self.cards.stand_in_rank(seat)
        script.finish(self.table, self.rules, self.block, known, ranks)
        pots = self._pots()
        facts: dict[str, Any] = {
            "pots": pots,
            **{name: self.money.amount(self.read(name)) for name in ("tax", "extra_drop", "uncalled")},
        }
        open_pots = [(number, pot.amount) for number, pot in enumerate(pots) if pot.awards is None]
        if open_pots:
            hidden = [seat for seat in live if not known >> seat & 1 and seat not in self.cards.mucked]
            board_known = self.cards.all_known(self.cards.board)
            return self._tell(UNREADABLE, message=undecided(open_pots, hidden, board_known), **facts)
        stacks = self._stacks()
        net = tuple(end - start for end, start in zip(stacks, self.history.stacks, strict=True))
        return self._tell(SETTLED, stacks=stacks, net=net, **facts)

    def _pots(self) -> tuple[Pot, ...]:
        """The settled pots, main pot first; without awards where the cards do not decide."""
        unit = self.money.amount
        amounts, taxes, contenders = (self.read(f"pot_{name}") for name in ("amount", "tax", "contenders"))
        awards: list[list[tuple[int, Decimal]]] = [[] for _ in range(self.read("pots"))]
        for number, seat, chips in self.sheet.awards():
            awards[number].append((seat + 1, unit(chips)))
        pots = []
        for number, won in enumerate(awards):
            certain = self.cards.is_decided(seats_of(contenders[number]))
            pots.append(Pot(unit(amounts[number]), unit(taxes[number]), tuple(won) if certain else None))
        return tuple(pots)

    def _stacks(self) -> tuple[Decimal, ...]:
        return tuple(self.money.amount(chips) for chips in self.read("stack")[: len(self.history.stacks)])

    def _illegal(self, action: Action, message: str) -> Outcome:
        return self._tell(ILLEGAL, action=action.number, text=action.text, message=message)

    def _tell(self, status: str, **facts: Any) -> Outcome:
        history = self.history
        return Outcome(history.file, history.number, history.label, status, history=history, **facts)


def seats_of(mask: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(SEATS) if mask >> seat & 1]


def _rows(rows: Sequence[tuple[int, ...]]) -> np.ndarray:
    return np.array(rows, np.int64).reshape(-1, script.STEP_WIDTH)
