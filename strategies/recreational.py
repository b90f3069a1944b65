"""The people who came for an evening out: no two alike, and none the same after a bad beat."""

from holdem_sim import PREFLOP, strategy
from holdem_sim.play import AfterFlop, BeforeFlop, after_flop, before_flop


@strategy(memory=[("nature", "f8"), ("upset", "i8")])
def recreational(looseness: float = 1.0, tilt: float = 0.5, tilt_hands: int = 12):
    """Likes to play: limps much, calls much, now and then raises because he feels like it.

    Every player has a nature of his own, from rather careful to rather wild, and for a while after he has
    lost a big pot he plays more hands and believes less.

    Style: VPIP 34-43, PFR 4-8, 3-bet 1-3, aggression 1.4-2.5, WTSD 34-45

    looseness   how many hands he plays, as a multiple of the usual
    tilt        how much more he plays when he is upset: 0 he never is
    tilt_hands  how many hands it takes him to calm down
    """

    def decide(spot):
        memory = spot.memory
        if memory.nature == 0.0:
            memory.nature = 0.6 + 0.8 * spot.randoms[3]
        wild = looseness * memory.nature * (1.0 + tilt if memory.upset > 0 else 1.0)
        if spot.street == PREFLOP:
            style = BeforeFlop(
                open=0.055 * wild, limp=0.4 * wild, isolate=1.1, three_bet=0.018 * wild, call=0.25 * wild,
                light=0.02 * wild, stand=0.035 * wild, size=4.5,
            )  # fmt: skip
            return before_flop(spot, style)
        return after_flop(
            spot,
            AfterFlop(
                value=0.6, size=0.5, c_bet=0.4 * wild, bluff=0.18 * wild, draw=0.3 * wild,
                raise_at=0.8, respect=max(0.75 - 0.25 * (wild - 1.0), 0.2), margin=0.04,
            ),
        )  # fmt: skip

    def observe(hand, memory):
        memory.upset = max(memory.upset - 1, 0)
        if hand.contributed[hand.seat] - hand.won[hand.seat] >= 30 * hand.big_blind:
            memory.upset = tilt_hands

    return decide, observe
