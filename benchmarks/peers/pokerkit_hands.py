"""Six-handed no-limit hold'em with 100 big blinds in PokerKit: hands per second, as JSON.

Everything but the decisions is automated. They are those of the strategy ``uniform-random``: fold, check or
call, or raise to any amount, each as likely; but nobody folds what is free, which PokerKit does not allow.
"""

import json
import random
import sys
import time
from importlib.metadata import version

import pokerkit

SEATS = 6
GAME = pokerkit.NoLimitTexasHoldem(tuple(pokerkit.Automation), True, 0, (50, 100), 100)


def play_hand(chance):
    state = GAME([10_000] * SEATS, SEATS)
    while state.status:
        choice = chance.randrange(3)
        least = state.min_completion_betting_or_raising_to_amount
        if choice == 0 and state.checking_or_calling_amount:
            state.fold()
        elif choice == 1 and least is not None:
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(chance.randint(least, most))
        else:
            state.check_or_call()


def main():
    seconds = float(sys.argv[1])
    chance = random.Random(1)
    hands = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        play_hand(chance)
        hands += 1
    rate = hands / (time.perf_counter() - start)
    about = {"library": "PokerKit", "version": version("pokerkit"), "python": sys.version.split()[0]}
    print(json.dumps({**about, "rates": {"any amount": rate}}))


main()
