"""The player who makes the game."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def maniac(open: float = 0.42, three_bet: float = 0.16, aggression: float = 0.8):
    """Raises every second hand from anywhere, raises raises, and bets as long as anybody lets him.

    Style: VPIP 47-58, PFR 35-45, 3-bet 13-21, aggression 3-5.5, WTSD 23-35

    open        share of hands he opens with from a middle position (five players behind)
    three_bet   share of hands with which he raises a raise
    aggression  how often he bets without a made hand, from 0 to 1
    """
    before = BeforeFlop(
        open=open, limp=0.5, isolate=1.0, three_bet=three_bet, call=0.35, light=0.1, stand=0.1, size=5.0
    )
    after = AfterFlop(
        value=0.5, size=0.85, c_bet=aggression, bluff=0.5 * aggression, draw=aggression,
        raise_at=0.62, respect=0.6, margin=-0.03,
    )  # fmt: skip

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
