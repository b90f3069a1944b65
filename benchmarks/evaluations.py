"""The engine's seven-card evaluations per second, as JSON: ``evaluations.py SECONDS``."""

import json
import sys
import time

import numpy as np

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.ranking import rank_seven

HANDS = 1_000_000


@kernel
def rank_all(pocket, board, ranks):
    """Rank every pair of pocket cards with its board."""
    for i in range(ranks.shape[0]):
        ranks[i] = rank_seven(pocket[i], board[i])


def main():
    deals = np.random.default_rng(1).random((HANDS, 52)).argsort(axis=1)[:, :7].astype(np.int8)
    pocket, board = deals[:, :2].copy(), deals[:, 2:].copy()
    ranks = np.empty(HANDS, np.int64)
    rank_all(pocket, board, ranks)
    evaluations = 0
    start = time.perf_counter()
    while time.perf_counter() - start < float(sys.argv[1]):
        rank_all(pocket, board, ranks)
        evaluations += HANDS
    print(json.dumps({"rate": evaluations / (time.perf_counter() - start)}))


main()
