"""The player who likes to see flops."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def loose_passive(limp: float = 0.44, call: float = 0.3, open: float = 0.035):
    """Limps along with anything that looks nice, calls with any piece of the board, seldom bets himself.

    Style: VPIP 37-46, PFR 2-5, 3-bet 0-2, aggression 1.0-1.9, WTSD 35-46

    limp  share of hands with which he limps
    call  share of hands with which he calls a raise
    open  share of hands he raises from a middle position (five players behind)
    """
    before = BeforeFlop(
        open=open, limp=limp, isolate=1.2, three_bet=0.012, call=call, light=0.0, stand=0.03, size=5.0
    )
    after = AfterFlop(
        value=0.64, size=0.5, c_bet=0.3, bluff=0.1, draw=0.15, raise_at=0.88, respect=0.72, margin=0.05
    )

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
