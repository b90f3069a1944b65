"""A reference: with it the blinds decide alone."""

from holdem_sim import check_or_fold, strategy


@strategy
def always_fold():
    """Folds whatever costs anything, and checks what is free."""

    def decide(spot):
        return check_or_fold()

    return decide
