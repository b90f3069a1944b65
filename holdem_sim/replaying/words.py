"""What is wrong with a hand, in words: which rule an action breaks, and what would have been legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from holdem_sim.engine import limits, script
from holdem_sim.engine.betting import bounds
from holdem_sim.engine.table import (
    FIXED_LIMIT,
    MIN_RAISE_DOUBLE,
    MIN_RAISE_DOUBLE_INCREMENT,
    MIN_RAISE_INCREMENT,
    POT_LIMIT,
    PREFLOP,
    RIVER,
)
from holdem_sim.schema import STREETS

if TYPE_CHECKING:
    from decimal import Decimal

    from holdem_sim.histories.history import Action
    from holdem_sim.replaying.hand import Hand

_MODES = {
    MIN_RAISE_DOUBLE: "double",
    MIN_RAISE_INCREMENT: "increment",
    MIN_RAISE_DOUBLE_INCREMENT: "double-increment",
}


def in_words(hand: Hand, fault: int, action: Action) -> str:
    """Why the action cannot be, on the table as it was before it; ``fault`` is one of :mod:`script`'s."""
    street, seat = hand.read("street"), hand.read("actor")
    player = f"p{action.player + 1}"
    actor = f"p{seat + 1}"
    match fault:
        case script.HAS_FOLDED:
            return f"{player} has folded before"
        case script.NOT_HIS_TURN:
            return f"it is {actor}'s turn, not {player}'s"
        case script.NOBODYS_TURN:
            return f"nobody is to act: {_what_is_next(hand)}"
        case script.BOARD_TOO_EARLY:
            return f"the betting is not over: {actor} is to act before the {_next_street(street)}"
        case script.BOARD_WITHOUT_PLAYERS:
            return "no more cards are dealt: all but one have folded"
        case script.BOARD_COMPLETE:
            return "the board has five cards already"
        case script.WRONG_NUMBER_OF_CARDS:
            number = "three cards" if street == PREFLOP else "one card"
            return f"the {_next_street(street)} is {number}, not {len(action.cards)}"
        case script.SHOWS_TOO_EARLY:
            who = f"{actor} is to act" if seat >= 0 else f"the {_next_street(street)} is to come"
            return f"hands are shown when the betting is over: {who}"
    return _raise_in_words(hand, fault, action)


def _raise_in_words(hand: Hand, fault: int, action: Action) -> str:
    """Why a bet or raise is not legal, and what would be."""
    chips, unit = hand.read, hand.money.amount
    seat = action.player
    player = f"p{seat + 1}"
    to_call, least, most = (amount(unit(x)) for x in bounds(hand.table, hand.rules, seat))
    current = chips("current_bet")
    if fault == script.BEYOND_STACK:
        all_in = amount(unit(chips("bet")[seat] + chips("stack")[seat]))
        return f"{player} can bet to {all_in} at most: that is all he has"
    if fault == script.NOT_ABOVE_BET:
        return f"that is no raise: the bet is {amount(unit(current))} already (a call is written cc)"
    if fault == script.RAISE_BARRED:
        full = amount(unit(chips("last_full")))
        return (
            f"{player} has acted and faces only {to_call} more, less than the last full bet or raise "
            f"of {full}: he may call or fold (H-IX.5)"
        )
    limit = _limit_in_words(hand, fault, player, least, most)
    if limit is not None:
        return limit
    legal = f"all-in to {most}" if least == most else f"at least to {least}, at most to {most}"
    if current == 0:
        return f"the bet is too small: {player} may bet {legal} (H-IX.2)"
    mode = _MODES[int(hand.rules.min_raise)]
    over = f"over {amount(unit(current))} {player} may raise {legal}"
    return f'the raise is too small: {over} (H-IX.4, rules.min_raise = "{mode}")'


def _limit_in_words(hand: Hand, fault: int, player: str, least: str, most: str) -> str | None:
    """Why a bet or raise is not what the house's limit or sizes allow; None where it is neither."""
    rules, table = hand.rules, hand.table
    verb = "raise" if hand.read("current_bet") > 0 else "bet"
    if fault == script.CAP_REACHED:
        return (
            f"this street has had its {int(rules.raise_cap)} bets: while three or more are in, {player} may "
            "call or fold (G-1, rules.raise_cap)"
        )
    if rules.betting == FIXED_LIMIT:
        return f"fixed-limit: {player} may {verb} to {most} and no other amount (G-1)"
    if rules.pot_after_all_in and limits.somebody_is_all_in(table):
        return f"somebody is all-in on this street: {player} may raise to {most}, the pot, only (G-4)"
    if fault == script.ABOVE_LIMIT and rules.betting == POT_LIMIT:
        return f"the {verb} is too large: {player} may {verb} at least to {least}, at most to {most} (G-1)"
    number = limits.sizes(table, rules)
    if number == 0:
        return None
    low, high = (int(x) for x in bounds(table, rules, hand.read("actor"))[1:])
    bets = [min(max(int(limits.size(table, rules, i)), low), high) for i in range(number)] + [high]
    allowed = ", ".join(amount(hand.money.amount(bet)) for bet in sorted(set(bets)))
    return f"{player} may {verb} to one of {allowed} (D-1)"


def _what_is_next(hand: Hand) -> str:
    live, street = hand.read("live"), hand.read("street")
    if live & (live - 1) == 0:
        return "all but one have folded"
    if street == RIVER:
        return "the betting is over and the hands are shown"
    return f"the {_next_street(street)} comes first"


def _next_street(street: int) -> str:
    return STREETS[street + 1]


def missing_board(street: int) -> str:
    """What is missing where all bets are in and the board is not complete."""
    missing = " and the ".join(STREETS[street + 1 :]) if street > PREFLOP else "board"
    return f"all bets are in, but without the {missing} the pot cannot be decided"


def undecided(pots: Iterable[tuple[int, Decimal]], players: Sequence[int], board_known: bool) -> str:
    """Which pots (number, amount) cannot be decided, for want of which players' cards."""
    names = " and ".join(f"{_pot_name(number)} of {amount(chips)}" for number, chips in pots)
    if not board_known:
        return f"the {names} cannot be decided: the board is not known"
    who = " and ".join(f"p{player + 1}" for player in players)
    return f"the {names} cannot be decided: the cards of {who} are not known, nor who mucked"


def _pot_name(number: int) -> str:
    return "main pot" if number == 0 else f"side pot {number}"


def amount(value: Decimal) -> str:
    """An amount as a message shows it: no zeros behind the point."""
    if value == value.to_integral_value():
        return f"{int(value):,}"
    return f"{value.normalize():,f}"
