"""The parts of :mod:`holdem_sim.replay`: outcome, cards, house, words, and the hand on the engine's table."""
