"""Real hands through the engine's rules: settled, or who is to act, or which action is illegal and why.

A hand is played by the functions that simulate (:mod:`holdem_sim.engine.script`), under a table's rules and
tax.  Amounts are counted in whole units of the smallest decimal of the file, so that cents are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from holdem_sim.histories.history import Unreadable
from holdem_sim.histories.phh import read_file
from holdem_sim.replaying.hand import Hand
from holdem_sim.replaying.house import House
from holdem_sim.replaying.outcome import ILLEGAL, SETTLED, TO_ACT, UNREADABLE, Outcome, Pot, Turn

__all__ = ["ILLEGAL", "SETTLED", "TO_ACT", "UNREADABLE", "House", "Outcome", "Pot", "Turn", "replay_file"]


def replay_file(path: str | Path, house: House) -> Iterator[Outcome]:
    """Play the hands of a history file in their order; a file that cannot be read is one unreadable hand.

    UsageError tells of configuration keys that cannot be meant at the file's stakes.
    """
    hands, decimals = read_file(path)
    money = house.money(decimals)
    for hand in hands:
        if isinstance(hand, Unreadable):
            yield Outcome(
                hand.file, hand.number, hand.label, UNREADABLE,
                action=hand.action, text=hand.text, message=hand.message,
            )  # fmt: skip
        else:
            yield Hand(hand, money).outcome()
