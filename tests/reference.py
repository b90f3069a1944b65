"""Known numbers of random hands played to the showdown: 20 million deals for each number of players."""

DEALS = 20_000_000
SPLIT_PCT = {2: 4.065, 3: 4.611, 4: 5.434, 5: 6.319, 6: 7.217, 7: 8.083, 8: 8.947, 9: 9.754, 10: 10.511}
"""By players: how often the pot is split, in percent."""
SHARE_DEVIATION = {
    2: 0.48973, 3: 0.46264, 4: 0.42465, 5: 0.39162, 6: 0.36420,
    7: 0.34111, 8: 0.32174, 9: 0.30487, 10: 0.29053,
}  # fmt: skip
"""By players: standard deviation of a player's share of the pot."""
WINNING_PCT = {
    6: {0: 0.05, 1: 16.12, 2: 30.50, 3: 13.92, 4: 16.60, 5: 10.84, 6: 10.91, 7: 0.89, 8: 0.18},
    9: {1: 9.39, 2: 24.55, 3: 16.70, 4: 20.07, 5: 13.46, 6: 14.26, 7: 1.32, 8: 0.26},
}
"""By players: how often the winning hand is of a category, in percent."""
