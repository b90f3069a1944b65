"""From what a player wants to what he does.

A strategy's answer is one int64: the kind of wish in the lowest four bits, the manner in the next four, the
amount above.  :func:`rule` takes it
to the nearest legal action.  A raise that is barred is a call, an amount outside the bounds goes to the
bound; both count as corrected.  :func:`all_in`, :func:`raise_pot` and :func:`raise_about` are elastic wishes
("as much as possible", "about this share of the pot", "about so much"): fitting them into the bounds is no
correction.  Where the house has bet sizes or raise factors (D-1) every amount goes to the nearest of them, an
elastic one by right, any other as corrected.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine.betting import legal_action
from holdem_sim.engine.jit import COMPILED, kernel
from holdem_sim.engine.limits import nearest_allowed
from holdem_sim.engine.table import (
    CALL,
    CHECK,
    FLOP,
    FOLD,
    MAX_CHIPS,
    OUT_OF_TURN,
    PREFLOP,
    RAISE,
    RIVER,
    SILENT,
    STRING,
    TURN,
)
from holdem_sim.engine.tax import muldiv

__all__ = [
    "FLOP", "PREFLOP", "RIVER", "TURN", "all_in", "check_or_call", "check_or_fold", "fold", "is_decision",
    "manner_of", "out_of_turn", "raise_about", "raise_pot", "raise_to", "rule", "silent", "string",
]  # fmt: skip

(
    WISH_FOLD, WISH_CHECK_OR_FOLD, WISH_CHECK_OR_CALL, WISH_RAISE_TO, WISH_RAISE_POT, WISH_ALL_IN,
    WISH_RAISE_ABOUT,
) = range(7)  # fmt: skip
SHARE_UNIT = 1_000_000
"""A share of the pot travels as whole millionths."""
MANNER_BITS = 240
"""Where in a decision its manner lies."""
MAX_SHARE = 1_000
"""More than this many pots is as good as all-in."""


def fold():
    """Fold, also when checking is free."""
    return WISH_FOLD


def check_or_fold():
    """Check where that is free, else fold."""
    return WISH_CHECK_OR_FOLD


def check_or_call():
    """Check where that is free, else call."""
    return WISH_CHECK_OR_CALL


def all_in():
    """Put in as much as is allowed: all chips, the limit's most, or a call where raising is barred."""
    return WISH_ALL_IN


def silent(wish):
    """``wish``, its chips put in without a word (H-IX.7): facing a bet that may be no more than a call.

    Only in a strategy declared ``@strategy(manners=True)``; takes an array in a batch strategy.
    """
    return (wish & ~MANNER_BITS) | (SILENT << 4)


def string(wish):
    """``wish``, its chips put in by two movements without a word (H-IX.8): only the first of them counts.

    Only in a strategy declared ``@strategy(manners=True)``; takes an array in a batch strategy.
    """
    return (wish & ~MANNER_BITS) | (STRING << 4)


def out_of_turn(wish):
    """``wish``, said before one's turn (H-IX.9): it binds unless somebody bets or raises first.

    Counts where ``spot.in_turn`` is 0; in turn it is a plain declaration.  Only in a strategy declared
    ``@strategy(manners=True)``; takes an array in a batch strategy.
    """
    return (wish & ~MANNER_BITS) | (OUT_OF_TURN << 4)


def _amount(x, limit):
    """``x`` as whole number between 0 and ``limit``; what is no number is 0."""
    if not x > 0:
        return 0
    if x >= limit:
        return limit
    return int(x)


if COMPILED:
    from numba.extending import register_jitable

    _amount = register_jitable(_amount)
    fold = register_jitable(fold)
    check_or_fold = register_jitable(check_or_fold)
    check_or_call = register_jitable(check_or_call)
    all_in = register_jitable(all_in)
    silent = register_jitable(silent)
    string = register_jitable(string)
    out_of_turn = register_jitable(out_of_turn)


def _raise_to_scalar(chips):
    return (_amount(chips, MAX_CHIPS) << 8) | WISH_RAISE_TO


def _raise_about_scalar(chips):
    return (_amount(chips, MAX_CHIPS) << 8) | WISH_RAISE_ABOUT


def _raise_pot_scalar(share):
    return (_amount(share * SHARE_UNIT, MAX_SHARE * SHARE_UNIT) << 8) | WISH_RAISE_POT


def _whole(values, limit):
    values = np.nan_to_num(np.asarray(values, dtype=np.float64), nan=0.0)
    return np.clip(values, 0, limit).astype(np.int64)


def raise_to(chips):
    """Bet or raise so that the bet on this street is ``chips`` (fractions are cut off).

    Takes an array in a batch strategy.
    """
    if isinstance(chips, np.ndarray):
        return (_whole(chips, MAX_CHIPS) << 8) | WISH_RAISE_TO
    return _raise_to_scalar(chips)


def raise_about(chips):
    """Bet or raise to the allowed amount that is nearest to ``chips``, whatever the house's limits and sizes.

    Takes an array in a batch strategy.
    """
    if isinstance(chips, np.ndarray):
        return (_whole(chips, MAX_CHIPS) << 8) | WISH_RAISE_ABOUT
    return _raise_about_scalar(chips)


def raise_pot(share):
    """Bet or raise ``share`` of the pot, the call counted first: pot 100, bet 50, ``raise_pot(1)`` is to 250.

    Takes an array in a batch strategy.
    """
    if isinstance(share, np.ndarray):
        return (_whole(share * SHARE_UNIT, MAX_SHARE * SHARE_UNIT) << 8) | WISH_RAISE_POT
    return _raise_pot_scalar(share)


if COMPILED:
    from numba.extending import overload

    @overload(raise_to)
    def _raise_to_compiled(chips):
        return lambda chips: (_amount(chips, MAX_CHIPS) << 8) | WISH_RAISE_TO

    @overload(raise_about)
    def _raise_about_compiled(chips):
        return lambda chips: (_amount(chips, MAX_CHIPS) << 8) | WISH_RAISE_ABOUT

    @overload(raise_pot)
    def _raise_pot_compiled(share):
        return lambda share: (_amount(share * SHARE_UNIT, MAX_SHARE * SHARE_UNIT) << 8) | WISH_RAISE_POT


@kernel
def is_decision(decision, with_manner):
    """Whether a strategy's answer is a wish at all: a number that :func:`fold` or one of its kind makes.

    ``with_manner``: whether it may also say how it is announced.
    """
    wish = decision & 15
    amount = decision >> 8
    if decision & MANNER_BITS > (OUT_OF_TURN << 4 if with_manner else 0):
        return False
    if wish == WISH_RAISE_TO or wish == WISH_RAISE_POT or wish == WISH_RAISE_ABOUT:
        return 0 <= amount <= MAX_CHIPS
    return amount == 0 and wish <= WISH_ALL_IN


@kernel
def manner_of(decision):
    """How a decision is announced (H-IX.6)."""
    return decision >> 4 & 15


@kernel
def fit(table, rules, to, least, most):
    """The allowed bet nearest to ``to`` where raising is not barred."""
    if rules.limited:
        return nearest_allowed(table, rules, to, least, most)
    return min(max(to, least), most)


@kernel
def rule(table, rules, seat, decision, to_call, least, most):
    """The legal action nearest to a wish: ``(action, to, corrected, wanted, wanted_to)``.

    ``least`` and ``most`` are the raise bounds, 0 when raising is barred; ``wanted`` and ``wanted_to`` are -1
    where the wish was legal.
    """
    wish = decision & 15
    amount = decision >> 8
    bet = table.bet[seat]
    passive = CALL if to_call > 0 else CHECK
    if wish == WISH_FOLD or (wish == WISH_CHECK_OR_FOLD and to_call > 0):
        return FOLD, bet, False, -1, -1
    if wish == WISH_ALL_IN and most > 0:
        return legal_action(table, to_call, most), most, False, -1, -1
    if wish == WISH_RAISE_POT and most > 0:
        chips, rest = muldiv(amount, table.pot + to_call, SHARE_UNIT)
        to = table.current_bet + chips + (2 * rest >= SHARE_UNIT)
        to = fit(table, rules, to, least, most)
        return legal_action(table, to_call, to), to, False, -1, -1
    if wish == WISH_RAISE_ABOUT and most > 0:
        to = fit(table, rules, amount, least, most)
        return legal_action(table, to_call, to), to, False, -1, -1
    if wish == WISH_RAISE_TO:
        if least > 0 and amount > table.current_bet:
            to = fit(table, rules, amount, least, most)
            action = legal_action(table, to_call, to)
            if to != amount:
                return action, to, True, action, amount
            return action, to, False, -1, -1
        if amount != bet + to_call:
            return passive, bet + to_call, True, RAISE, amount
    return passive, bet + to_call, False, -1, -1
