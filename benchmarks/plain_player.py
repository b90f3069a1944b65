"""A player in plain Python, for measuring how many decisions a second it takes."""

from holdem_sim import check_or_call, check_or_fold, raise_to, strategy


@strategy(compiled=False)
def plain_player():
    """Looks at his cards, the pot and his place, and chooses between the usual actions."""

    def decide(spot):
        first, second = spot.cards[0] >> 2, spot.cards[1] >> 2
        strength = first + second + (8 if first == second else 0)
        price = spot.to_call / (spot.pot + spot.to_call)
        if strength > 17 and spot.raises < 2:
            return raise_to(spot.current_bet + spot.pot // 2 + spot.big_blind)
        if strength > 12 + 10 * price or spot.random < 0.1:
            return check_or_call()
        return check_or_fold()

    return decide
