"""A reference: with it at every seat each hand is a lottery for whole stacks."""

from holdem_sim import all_in, strategy


@strategy
def always_all_in():
    """Moves all-in at the first chance, with anything, and calls where it cannot raise."""

    def decide(spot):
        return all_in()

    return decide
