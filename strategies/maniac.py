"""The player who makes the game."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def maniac(open: float = 0.48, three_bet: float = 0.2, aggression: float = 0.9):
    """Raises every second hand from anywhere, raises raises, and bets as long as anybody lets him.

    Style: VPIP 52-65, PFR 38-50, 3-bet 18-28, aggression 3.5-7.5, WTSD 23-37

    open        share of hands he opens with from a middle position (five players behind)
    three_bet   share of hands with which he raises a raise
    aggression  how often he bets without a made hand, from 0 to 1
    """
    before = BeforeFlop(
        open=open, limp=0.55, isolate=1.0, three_bet=three_bet, call=0.4, light=0.15, stand=0.14, size=4.0
    )
    after = AfterFlop(
        value=0.42, size=0.9, c_bet=aggression, bluff=0.7 * aggression, draw=aggression,
        raise_at=0.5, respect=0.45, margin=-0.05,
    )  # fmt: skip

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
