"""The engine's seven-card evaluations per second, as JSON: ``evaluations.py SECONDS``.

As in the engine, the cards lie in a table's record.
"""

import json
import sys
import time

import numpy as np

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.ranking import rank_seven

HANDS = 1_000_000
DEALS = np.dtype([("hole", "i1", (1, 2)), ("board", "i1", (5,))])


@kernel
def rank_all(deals, ranks):
    """Rank the one player's hand of every deal."""
    for i in range(ranks.shape[0]):
        deal = deals[i]
        ranks[i] = rank_seven(deal.hole[0], deal.board)


def main():
    cards = np.random.default_rng(1).random((HANDS, 52)).argsort(axis=1)[:, :7]
    deals = np.zeros(HANDS, DEALS)
    deals["hole"][:, 0], deals["board"] = cards[:, :2], cards[:, 2:]
    deals = deals.view(np.recarray)
    ranks = np.empty(HANDS, np.int64)
    rank_all(deals, ranks)
    evaluations = 0
    start = time.perf_counter()
    while time.perf_counter() - start < float(sys.argv[1]):
        rank_all(deals, ranks)
        evaluations += HANDS
    print(json.dumps({"rate": evaluations / (time.perf_counter() - start)}))


main()
