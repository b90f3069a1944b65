"""What only some houses need: compiled apart, and called by address.

A dealer who makes no errors, players who declare every bet and a deck that is washed every hand need none of the
code for the rest.  It is therefore no part of the compiled loop: :func:`install` compiles what a run's rules ask
for and notes its addresses in the rules, where 0 means "not needed".  All these kernels have one signature,
``(table, rules, types, block, argument) -> int``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from holdem_sim.engine.calls import address_for

# The moments at which ``hook_dealing`` is called, its argument.
AFTER_DEAL, BEFORE_ACTION, OPEN_STREET, AFTER_HAND = range(4)
# What it answers: the hand goes on, or is void, its chips are back, and it has to be dealt again.
GO_ON, VOID = range(2)
# The moments at which ``hook_company`` is called, its argument.
OPENED, BEFORE_CHIPS, AFTER_CHIPS, BEFORE_HAND = range(4)
# What ``hook_shuffle`` is called for, its argument: before the cards are dealt, and when the hand is settled.
SHUFFLE, COLLECT = range(2)
NOBODY = -1
"""What ``hook_speaker`` answers when the turn was settled by something said before: nobody has to be asked."""


def install(rules: Any, types: np.ndarray, manners: bool, table: Any, block: Any) -> None:
    """Compile what the rules and player types need, and note the addresses in ``rules``.

    ``manners``: whether some strategy chooses its manners itself.  ``table`` and ``block`` are records of the
    kinds that the kernels will be called with.
    """

    def address(kernel: Callable) -> int:
        return address_for(kernel, table, rules, types, block, 0)

    if company_needed(types):
        from holdem_sim.engine.company import company

        rules.hook_company = address(company)
    spoken = any((types[name] > 0).any() for name in ("silent", "string", "out_of_turn"))
    if rules.shuffle_by_hand:
        from holdem_sim.engine.shuffle import shuffle_by_hand

        rules.hook_shuffle = address(shuffle_by_hand)
    if any(rate > 0 for rate in rules.error_rate):
        from holdem_sim.engine.slips import dealing

        rules.hook_dealing = address(dealing)
    if manners or spoken:
        from holdem_sim.engine.declarations import declare

        rules.hook_declare = address(declare)
    if manners or (types["out_of_turn"] > 0).any():
        from holdem_sim.engine.declarations import next_speaker

        rules.hook_speaker = address(next_speaker)
    if rules.hook_dealing or rules.hook_speaker:
        from holdem_sim.engine.turns import before_turn

        rules.hook_turn = address(before_turn)


def company_needed(types: np.ndarray) -> bool:
    """Whether players come, go or change seats for other reasons than that their chips are gone."""
    never = ("departure_ms", "stay_hands", "stay_ms", "stop_loss", "stop_win", "walk_in_ms")
    return any((types[name] >= 0).any() for name in never) or any(
        (types[name] > 0).any() for name in ("come_back", "seat_change", "company")
    )
