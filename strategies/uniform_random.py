"""A reference: it reaches every corner of the rules, which is what tests want."""

from holdem_sim import check_or_call, fold, raise_about, strategy


@strategy
def uniform_random():
    """Folds, checks or calls, or bets or raises any legal amount, each as likely: also folds what is free.

    Where the house has bet sizes, any amount is the nearest of them.
    """

    def decide(spot):
        choice = int(spot.random * (3 if spot.max_raise_to > 0 else 2))
        if choice == 0:
            return fold()
        if choice == 1:
            return check_or_call()
        span = spot.max_raise_to - spot.min_raise_to + 1
        return raise_about(spot.min_raise_to + int(spot.randoms[0] * span))

    return decide
