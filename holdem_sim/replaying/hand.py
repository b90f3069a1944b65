"""One hand of a history on the engine's table: posted, played, and settled if it can be."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from holdem_sim.engine import script
from holdem_sim.engine.betting import bounds
from holdem_sim.engine.table import (
    MAX_CHIPS,
    POST_ANTE,
    POST_BIG_BLIND,
    POST_LIVE,
    POST_SMALL_BLIND,
    SEATS,
    STRADDLE,
)
from holdem_sim.histories.history import CHECK_CALL, DEAL_BOARD, FOLD, MUCK, RAISE_TO, SHOW, Action
from holdem_sim.replaying.cards import KNOWN, DealtCards
from holdem_sim.replaying.outcome import ILLEGAL, SETTLED, TO_ACT, UNREADABLE, Outcome, Pot, Turn
from holdem_sim.replaying.sheet import seats_of, the_sheet
from holdem_sim.replaying.words import amount, in_words, missing_board, undecided

if TYPE_CHECKING:
    from holdem_sim.histories.history import History
    from holdem_sim.replaying.house import Money

_STEPS = {
    FOLD: script.FOLDS,
    CHECK_CALL: script.PASSES,
    RAISE_TO: script.RAISES_TO,
    DEAL_BOARD: script.OPENS_BOARD,
    SHOW: script.SHOWS,
    MUCK: script.SHOWS,
}


class Hand:
    """One hand on the engine's table."""

    def __init__(self, history: History, money: Money) -> None:
        self.history = history
        self.money = money
        self.cards = DealtCards(len(history.stacks))
        self.sheet = the_sheet()
        self.table, self.block = self.sheet.table, self.sheet.block
        self.read = self.sheet.read

    def outcome(self) -> Outcome:
        """Play the hand and say what became of it."""
        history = self.history
        most = MAX_CHIPS / Decimal(10) ** self.money.decimals
        if sum(history.stacks) > most or max(map(abs, history.posts)) * self.money.largest_bet_bb > most:
            return self._tell(UNREADABLE, message=f"the chips are too many: {amount(most)} can be counted")
        self.rules = self.money.rules(*self._stakes(), self._bets())
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

    def _bets(self) -> tuple[int, int] | None:
        """Small and big bet of a fixed-limit hand in chips."""
        if self.history.big_bet is None:
            return None
        return self.money.chips(self.history.min_bet), self.money.chips(self.history.big_bet)

    def _blind_seats(self) -> tuple[int, int]:
        """Who has the small and the big blind: of two players, the button and the other one."""
        button, players = self.history.button, len(self.history.stacks)
        small = button if players == 2 else (button + 1) % players
        return small, (small + 1) % players

    def _post(self) -> None:
        """Antes, then blinds, straddles and live posts, as the file says.

        The last to act is who has the largest blind, of equal ones the last; live posts do not count.
        """
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
        rows: list[tuple[int, ...]] = []
        actions: list[Action] = []
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


def _rows(rows: Sequence[tuple[int, ...]]) -> np.ndarray:
    return np.array(rows, np.int64).reshape(-1, script.STEP_WIDTH)
