"""The player who buys in short and wants all of it in before the flop."""

from holdem_sim import PREFLOP, all_in, check_or_call, check_or_fold, starting_hand_percentile, strategy
from holdem_sim.play import (
    AfterFlop,
    BeforeFlop,
    after_flop,
    ahead,
    ahead_of_all,
    before_flop,
    improvement,
    last_blind,
    played_for,
    portable,
    raise_near,
    rivals,
    seats_behind,
    width,
)


@portable
def push_or_fold(spot, push, steal):
    """Raise first in or all-in over a raise, never a mere call; limpers are there to be pushed out."""
    hand = starting_hand_percentile(spot)
    deep = played_for(spot) / last_blind(spot)
    if spot.preflop_raises == 0:
        share = push * width(spot.players_behind) * (steal if spot.players_behind <= 3 else 1.0)
        share *= 0.8 ** min(spot.preflop_callers, 4) * min((20.0 / max(deep, 2.0)) ** 0.5, 2.0)
        if hand <= share:
            if deep <= 12 or spot.preflop_callers > 1:
                return all_in()
            return raise_near(spot, (2.5 + spot.preflop_callers) * last_blind(spot))
        return check_or_fold()
    # Somebody has raised: the later he sat, the less he needs, and the more hands can push back.
    raiser = width(seats_behind(spot, spot.preflop_raiser))
    share = 0.5 * push * raiser**0.6 * 0.6 ** (spot.preflop_raises - 1)
    if spot.raised_preflop[spot.seat] > 0:
        share *= 2.0  # his own raise is in already, and most of the stack with it
    return all_in() if hand <= share else check_or_fold()


@portable
def commit(spot):
    """With little behind there are two decisions: everything, or nothing."""
    chance = ahead_of_all(spot, ahead(spot))
    hope = improvement(spot)
    if spot.to_call > 0:
        price = spot.to_call / (spot.pot + spot.to_call)
        win = chance * 0.85 + (1.0 - chance * 0.85) * hope
        if win >= price + 0.18:
            return all_in()
        return check_or_call() if win >= price + 0.08 else check_or_fold()
    if chance >= 0.6 or hope >= 0.27:
        return all_in()
    if spot.preflop_raiser == spot.seat and rivals(spot) == 1 and spot.random < 0.6:
        return all_in() if played_for(spot) <= spot.pot else raise_near(spot, spot.pot // 2)
    return check_or_fold()


@strategy
def short_stacker(push: float = 0.12, steal: float = 1.2, deep: float = 40.0):
    """Sits with twenty or thirty blinds: raises or moves all-in before the flop, or folds.

    Style: VPIP 8-13, PFR 7-12, 3-bet 3-6, aggression 3-8, WTSD 36-52

    push   share of hands he raises from a middle position (five players behind) with twenty blinds
    steal  how much wider he raises on the last seats
    deep   blinds from which on he plays like a careful full stack
    """
    before = BeforeFlop(
        open=push, limp=0.0, isolate=0.8, three_bet=0.03, call=0.05, light=0.0, stand=0.03, size=3.5
    )
    after = AfterFlop(
        value=0.62, size=0.6, c_bet=0.6, bluff=0.1, draw=0.5, raise_at=0.74, respect=0.9, margin=0.03
    )

    def decide(spot):
        if spot.street == PREFLOP:
            if played_for(spot) > deep * last_blind(spot):
                return before_flop(spot, before)
            return push_or_fold(spot, push, steal)
        if played_for(spot) > 2 * spot.pot:
            return after_flop(spot, after)
        return commit(spot)

    return decide
