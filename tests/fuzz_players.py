"""Players who do everything that a program can do wrong, among moves sensible enough to see every street."""

import math

from holdem_sim import all_in, check_or_call, check_or_fold, fold, raise_pot, raise_to, strategy
from holdem_sim.engine.jit import portable

MOODS = 4


@portable
def absurd(spot):
    """A wish for less than nothing, for too much, or just beside what is legal."""
    x, choice, kind = spot.randoms[0], spot.randoms[1], spot.randoms[2]
    span = spot.max_raise_to - spot.min_raise_to
    amounts = (
        math.nan, math.inf, -math.inf, -1e300 * x, 1e300 * x, -1.0, 0.0, 1.0,
        spot.bet + 0.0, spot.bet + spot.to_call + 0.0, spot.current_bet + 0.0, spot.current_bet + 1.0,
        spot.min_raise_to - 1.0, spot.min_raise_to + 0.0, spot.min_raise_to + x * span,
        spot.max_raise_to + 1.0,
    )  # fmt: skip
    amount = amounts[int(choice * len(amounts))]
    if kind < 0.6:
        return raise_to(amount)
    if kind < 0.9:
        return raise_pot(amount)
    return raise_to((x - 0.5) * 2.0**70)


@portable
def play(spot):
    """Folds what is free, calls anything, raises by the least, moves all-in: as the player's mood has it."""
    mood = (spot.players[spot.seat] + spot.hand_no // 4) % MOODS
    r = spot.random
    if r < 0.10:
        return absurd(spot)
    if r < 0.13:
        return fold()
    if r < 0.16:
        return all_in()
    if mood == 0:
        return check_or_call()
    if mood == 1:
        return raise_to(spot.min_raise_to) if r < 0.6 else check_or_call()
    if mood == 2:
        return check_or_fold() if r < 0.6 else raise_pot(2 * spot.randoms[3])
    return absurd(spot) if r < 0.5 else check_or_call()


@strategy
def fuzzer():
    """Compiled."""
    return play


@strategy(compiled=False)
def plain_fuzzer():
    """The same in plain Python."""
    return play
