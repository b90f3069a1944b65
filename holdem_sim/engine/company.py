"""What happens between hands only at tables whose players have habits: see :mod:`holdem_sim.engine.hooks`."""

from __future__ import annotations

from holdem_sim.engine.hooks import AFTER_CHIPS, BEFORE_CHIPS, OPENED
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.moving import change_seats
from holdem_sim.engine.rounds import let_go, note_hand, note_wishes
from holdem_sim.engine.visitors import open_doors, receive


@kernel
def company(table, rules, types, block, moment):
    """Wishes, departures, visitors and changes of seats, as ``moment`` asks; 1: the block is full, call again."""
    if moment == OPENED:
        open_doors(table, rules, types)
    elif moment == BEFORE_CHIPS:
        note_hand(table)
        note_wishes(table, types)
    elif moment == AFTER_CHIPS:
        if table.receiving == 0:
            let_go(table, rules, types, block)
        if not receive(table, rules, types, block):
            return 1
    else:
        change_seats(table, rules, types, block)
    return 0
