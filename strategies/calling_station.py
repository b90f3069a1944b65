"""The player who cannot be bluffed."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def calling_station(limp: float = 0.56, call: float = 0.28, curiosity: float = 0.01):
    """Half of all hands, hardly ever a raise; wants to see what the others have, down to the river.

    Style: VPIP 46-56, PFR 1-3, 3-bet 0-2, aggression 0.2-1.0, WTSD 45-56

    limp       share of hands with which he limps
    call       share of hands with which he calls a raise
    curiosity  how much less than the price his chance to win may be for a call
    """
    before = BeforeFlop(
        open=0.018, limp=limp, isolate=1.0, three_bet=0.006, call=call, light=0.0, stand=0.04, size=4.0
    )
    after = AfterFlop(
        value=0.74, size=0.4, c_bet=0.1, bluff=0.02, draw=0.03, raise_at=0.95, respect=0.72, margin=-curiosity
    )

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
