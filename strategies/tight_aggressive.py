"""The regular who plays for profit."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def tight_aggressive(open: float = 0.16, three_bet: float = 0.045, aggression: float = 0.6):
    """Few hands, wider towards the button, played by raising; believes bets, bets what he has.

    Style: VPIP 12-18, PFR 10-16, 3-bet 3-6, aggression 2.2-4, WTSD 28-40

    open        share of hands he opens with from a middle position (five players behind)
    three_bet   share of hands with which he raises a raise
    aggression  how often he bets without a made hand, from 0 to 1
    """
    before = BeforeFlop(
        open=open, limp=0.0, isolate=0.85, three_bet=three_bet, call=0.085, light=0.03, stand=0.035, size=4.0
    )
    after = AfterFlop(
        value=0.6, size=0.75, c_bet=0.85 * aggression, bluff=0.15 * aggression, draw=aggression,
        raise_at=0.76, respect=0.88, margin=0.0,
    )  # fmt: skip

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
