"""The regular who plays for profit and for many pots."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def loose_aggressive(open: float = 0.27, three_bet: float = 0.075, aggression: float = 0.75):
    """Many hands, nearly all of them raised; isolates limpers, re-raises light, keeps betting.

    Style: VPIP 21-28, PFR 19-26, 3-bet 6-11, aggression 3-5.5, WTSD 24-36

    open        share of hands he opens with from a middle position (five players behind)
    three_bet   share of hands with which he raises a raise
    aggression  how often he bets without a made hand, from 0 to 1
    """
    before = BeforeFlop(
        open=open, limp=0.0, isolate=0.9, three_bet=three_bet, call=0.14, light=0.1, stand=0.05, size=4.0
    )
    after = AfterFlop(
        value=0.55, size=0.75, c_bet=0.85 * aggression, bluff=0.3 * aggression, draw=aggression,
        raise_at=0.72, respect=0.75, margin=-0.01,
    )  # fmt: skip

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
