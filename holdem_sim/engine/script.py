"""A course of play that is known beforehand, put through the rules step by step up to the first fault.

A simulation asks strategies and deals from a deck; here the posts, the actions and the board are given, as by
a hand history, and the same functions of the engine say whether they are legal and what they lead to.
"""

from __future__ import annotations

from holdem_sim.engine.betting import act, bounds, is_in, others_can_show
from holdem_sim.engine.hand import (
    deal_in,
    is_over,
    open_betting,
    pass_turn,
    post,
    reset_hand,
    settle,
    start_street,
)
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.limits import cap_is_reached
from holdem_sim.engine.ranking import rank_seven
from holdem_sim.engine.rulings import fit
from holdem_sim.engine.table import BET, CALL, CHECK, FIXED_LIMIT, FLOP, FOLD, PREFLOP, RAISE, RIVER, SEATS

# Steps: rows of (kind, seat, amount, three cards).
FOLDS, PASSES, RAISES_TO, OPENS_BOARD, SHOWS = range(5)
STEP_WIDTH = 6

# What is wrong with a step.
(
    LEGAL, HAS_FOLDED, NOT_HIS_TURN, NOBODYS_TURN, NOT_ABOVE_BET, BELOW_MINIMUM, RAISE_BARRED, BEYOND_STACK,
    BOARD_TOO_EARLY, BOARD_WITHOUT_PLAYERS, BOARD_COMPLETE, WRONG_NUMBER_OF_CARDS, SHOWS_TOO_EARLY,
    CAP_REACHED, ABOVE_LIMIT, NO_SIZE,
) = range(16)  # fmt: skip

# How a course ends.
TO_ACT, DECIDED, BOARD_MISSING = range(3)


@kernel
def begin(table, rules, block, stacks, posts, ante_layers):
    """Start a hand of the seats with ``stacks`` (chips by seat) and make its ``posts``.

    ``posts``: rows of (seat, action, amount) in their order.  ``table.button`` and, once the posts are made,
    ``table.last_blind_seat`` are the caller's to set; :func:`open_betting` follows.
    """
    for seat in range(SEATS):
        table.stack[seat] = stacks[seat]
    reset_hand(table)
    for seat in range(SEATS):
        if stacks[seat] > 0:
            deal_in(table, seat)
    for i in range(len(posts)):
        post(table, rules, block, posts[i, 0], posts[i, 1], posts[i, 2], ante_layers)


@kernel
def play(table, rules, block, steps, last_blind_seat):
    """Open the betting and take the steps: ``(number of steps taken, what is wrong with the next one)``.

    The table is left as it was before the step that is not legal.
    """
    table.last_blind_seat = last_blind_seat
    open_betting(table, rules)
    for i in range(len(steps)):
        fault = take_step(table, rules, block, steps[i])
        if fault != LEGAL:
            return i, fault
    return len(steps), LEGAL


@kernel
def take_step(table, rules, block, step):
    kind, seat, amount = step[0], step[1], step[2]
    if kind == OPENS_BOARD:
        return open_board(table, rules, amount, step)
    if not is_in(table.live, seat):
        return HAS_FOLDED
    if kind == SHOWS:
        return LEGAL if betting_is_over(table) else SHOWS_TOO_EARLY
    if table.actor != seat and not may_speak_unasked(table, seat):
        return NOBODYS_TURN if table.actor < 0 else NOT_HIS_TURN
    to_call, _, _ = bounds(table, rules, seat)
    if kind == FOLDS:
        act(table, rules, block, seat, FOLD, 0)
    elif kind == PASSES:
        act(table, rules, block, seat, CALL if to_call > 0 else CHECK, 0)
    else:
        fault = take_raise(table, rules, block, seat, amount)
        if fault != LEGAL:
            return fault
    if table.actor >= 0:
        pass_turn(table)
    return LEGAL


@kernel
def may_speak_unasked(table, seat):
    """Whether a player whom nobody asks (H-II.5) may check or fold all the same.

    Real histories have it: all others are all-in, and the one with chips speaks once on a street.
    """
    if table.actor >= 0 or table.stack[seat] == 0 or is_in(table.acted, seat):
        return False
    return table.live & (table.live - 1) != 0


@kernel
def take_raise(table, rules, block, seat, to):
    """A bet or raise to ``to``; where nobody could answer it, it is a call (H-IX.11)."""
    to_call, least, most = bounds(table, rules, seat)
    if to > table.bet[seat] + table.stack[seat]:
        return BEYOND_STACK
    if others_can_show(table, seat) <= table.current_bet and to >= table.bet[seat] + to_call:
        act(table, rules, block, seat, CALL if to_call > 0 else CHECK, 0, RAISE, to)
        return LEGAL
    if to <= table.current_bet:
        return NOT_ABOVE_BET
    if most == 0:
        capped = rules.betting == FIXED_LIMIT and cap_is_reached(table, rules)
        return CAP_REACHED if capped else RAISE_BARRED
    if to < least:
        return BELOW_MINIMUM
    if to > most:
        return ABOVE_LIMIT
    if fit(table, rules, to, least, most) != to:
        return NO_SIZE
    act(table, rules, block, seat, RAISE if table.current_bet > 0 else BET, to)
    return LEGAL


@kernel
def open_board(table, rules, number, step):
    """The next street's cards, ``step[3:]``."""
    if table.live & (table.live - 1) == 0:
        return BOARD_WITHOUT_PLAYERS
    if table.street == RIVER:
        return BOARD_COMPLETE
    if table.actor >= 0:
        return BOARD_TOO_EARLY
    if number != (3 if table.street == PREFLOP else 1):
        return WRONG_NUMBER_OF_CARDS
    start_street(table, rules)
    for k in range(number):
        table.board[table.board_cards] = step[3 + k]
        table.board_cards += 1
    return LEGAL


@kernel
def betting_is_over(table):
    """Whether nobody can act any more, on this street or a later one."""
    if table.actor >= 0:
        return False
    if is_over(table):
        return True
    with_chips = 0
    for seat in range(SEATS):
        with_chips += is_in(table.live, seat) and table.stack[seat] > 0
    return with_chips < 2


@kernel
def look_ahead(table, rules):
    """How the course ends: somebody is to act, the hand can be decided, or the board is not complete.

    Where only the next street's cards are missing, its betting is opened all the same: whose turn it is does
    not depend on them.
    """
    if table.actor >= 0:
        return TO_ACT
    if is_over(table):
        return DECIDED
    if betting_is_over(table):
        return BOARD_MISSING
    start_street(table, rules)
    return TO_ACT


@kernel
def finish(table, rules, block, known, ranks):
    """Settle: hands in the mask ``known`` are ranked by their cards, the others as ``ranks`` (by seat)."""
    if table.live & (table.live - 1) != 0:
        for seat in range(SEATS):
            if is_in(table.live, seat):
                if is_in(known, seat):
                    table.rank[seat] = rank_seven(table.hole[seat], table.board)
                else:
                    table.rank[seat] = ranks[seat]
    settle(table, rules, block, table.street >= FLOP)
