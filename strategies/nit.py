"""The regular who waits for aces."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy
def nit(open: float = 0.085, limp: float = 0.07, caution: float = 0.06):
    """Very few hands; limps small pairs, raises big ones; gives up when somebody else is sure.

    Style: VPIP 6-10, PFR 4-8, 3-bet 1-3, aggression 1.7-3.5, WTSD 33-46

    open     share of hands he opens with from a middle position (five players behind)
    limp     share of hands with which he at least limps
    caution  the chance to win he wants beyond the price of a call
    """
    before = BeforeFlop(
        open=open, limp=limp, isolate=0.7, three_bet=0.02, call=0.04, light=0.0, stand=0.017, size=4.5
    )
    after = AfterFlop(
        value=0.7, size=0.6, c_bet=0.45, bluff=0.03, draw=0.2, raise_at=0.84, respect=1.0, margin=caution
    )

    def decide(spot):
        return before_flop(spot, before) if spot.street == PREFLOP else after_flop(spot, after)

    return decide
