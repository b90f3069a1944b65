"""What may come before a player is asked, at tables where anything may: see :mod:`holdem_sim.engine.hooks`."""

from __future__ import annotations

from holdem_sim.engine.calls import call_hook
from holdem_sim.engine.hooks import BEFORE_ACTION
from holdem_sim.engine.jit import kernel


@kernel
def before_turn(table, rules, types, block, argument):
    """The dealer's errors at this moment, then who has to be asked: the actor, who speaks before his turn, NOBODY."""
    if rules.hook_dealing != 0:
        call_hook(rules.hook_dealing, table, rules, types, block, BEFORE_ACTION)
    if rules.hook_speaker != 0:
        return call_hook(rules.hook_speaker, table, rules, types, block, argument)
    return table.actor
