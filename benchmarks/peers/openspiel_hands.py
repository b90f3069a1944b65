"""Six-handed no-limit hold'em with 100 big blinds in OpenSpiel's universal_poker: hands per second, as JSON.

Any interpreter that has ``pyspiel`` can run it: ``openspiel_hands.py SECONDS``.
"""

import json
import random
import sys
import time
from importlib.metadata import version

import pyspiel

SEATS = 6
CHECK_OR_CALL = 1
PARAMETERS = {
    "betting": "nolimit",
    "numPlayers": SEATS,
    "numRounds": 4,
    "stack": " ".join(["10000"] * SEATS),
    "blind": "50 100 0 0 0 0",
    "firstPlayer": "3 1 1 1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
}


def random_bots(game, seconds):
    """OpenSpiel's own bots choose among all legal actions alike; nothing leaves its C++ code."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(SEATS)]
    hands = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, hands)
            hands += 1
    return hands / (time.perf_counter() - start)


def calls(game, seconds):
    """Everybody checks or calls to the showdown, from Python, without asking what is legal."""
    cards = random.Random(1)
    hands = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            deck = iter(cards.sample(range(52), 2 * SEATS + 5))
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(next(deck) if state.is_chance_node() else CHECK_OR_CALL)
            state.returns()
            hands += 1
    return hands / (time.perf_counter() - start)


def main():
    seconds = float(sys.argv[1])
    any_amount = pyspiel.load_game("universal_poker", {**PARAMETERS, "bettingAbstraction": "fullgame"})
    few_amounts = pyspiel.load_game("universal_poker", {**PARAMETERS, "bettingAbstraction": "fcpa"})
    rates = {
        "any amount": random_bots(any_amount, seconds),
        "pot or all-in": random_bots(few_amounts, seconds),
        "calls": calls(any_amount, seconds),
    }
    about = {"library": "OpenSpiel", "version": version("open_spiel"), "python": sys.version.split()[0]}
    print(json.dumps({**about, "rates": rates}))


main()
