"""A reference: with it at every seat the results have closed forms."""

from holdem_sim import check_or_call, strategy


@strategy
def always_call():
    """Calls or checks, whatever happens, and never bets: every hand goes to a showdown."""

    def decide(spot):
        return check_or_call()

    return decide
