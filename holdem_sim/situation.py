"""Reading a situation, and turning an intention into a bet of a legal size.

Everything here takes the ``spot`` a player sees and compiles.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.jit import constant, portable
from holdem_sim.engine.rulings import all_in, check_or_call, raise_about
from holdem_sim.engine.table import FOLDED, NOT_DEALT, SEATS


@portable
def last_blind(spot):
    """The blind that counts before the flop: the big blind, or the last straddle."""
    return max(spot.big_blind, spot.straddle)


@portable
def rivals(spot):
    """How many others are still in."""
    return spot.players_in - 1


@portable
def pot_odds(spot):
    """The price of a call: what he pays, as a share of the pot he would then play for."""
    return spot.to_call / (spot.pot + spot.to_call)


@portable
def played_for(spot):
    """The chips he can win or lose beyond this street's bets so far: his stack, or the deepest rival's."""
    deepest = 0
    for seat in range(SEATS):
        if seat != spot.seat and spot.status[seat] != NOT_DEALT and spot.status[seat] != FOLDED:
            deepest = max(deepest, spot.stacks[seat] + spot.bets[seat])
    return max(min(spot.stack, deepest - spot.bet), 0)


@portable
def seats_behind(spot, seat):
    """How many players had to speak after ``seat`` when the betting came to it the first time."""
    after_button = 0
    s = spot.button
    while s != seat and after_button < SEATS:
        s = (s + 1) % SEATS
        after_button += spot.status[s] != NOT_DEALT
    if spot.players_dealt == 2:
        return 1 - after_button
    return 2 - after_button if after_button <= 2 else spot.players_dealt + 2 - after_button


_WIDTH = constant(np.array([1.0, 1.9, 2.3, 1.6, 1.25, 1.0, 0.85, 0.75, 0.66, 0.6]))


@portable
def width(behind):
    """How much wider a range is with so many players behind than with five: few of them, or the button and
    the blinds alone, make more hands worth playing."""
    return _WIDTH[min(max(int(behind), 0), 9)]


@portable
def last_to_speak(spot):
    """Nobody acts after him on this street unless he bets."""
    return spot.players_behind == 0


@portable
def raise_near(spot, chips):
    """Raise to about ``chips``, in whole small blinds, as near as the rules allow.

    To everything that is played for where it is nearly that anyway; a call where raising is barred.
    """
    if spot.max_raise_to == 0:
        return check_or_call()
    unit = max(spot.small_blind, 1)
    to = max((int(chips) + unit // 2) // unit * unit, spot.min_raise_to)
    most = spot.bet + played_for(spot)
    if to - spot.bet >= 0.45 * played_for(spot):
        to = max(most, spot.min_raise_to)
    return raise_about(to) if to < spot.max_raise_to else all_in()


@portable
def bet_pot(spot, share):
    """Bet or raise about this share of the pot, the call counted first."""
    return raise_near(spot, spot.current_bet + share * (spot.pot + spot.to_call))
