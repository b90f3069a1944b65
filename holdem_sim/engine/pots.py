"""Pots: what each player put in, and who folded, decide who can win what (H-XI).

The contributions of a hand are cut into layers at the contributions of those still in.  A layer takes the
same amount from every contributor, folded ones included, and can be won by the live ones who filled it.
"""

from __future__ import annotations

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.table import MAX_CHIPS, SEATS


@kernel
def build_pots(table):
    """Set the pots of a hand whose betting is over.

    Reads ``total``, ``dead`` (zero for seats not dealt in) and ``live``; at least one seat must be live.
    Sets ``uncalled`` and ``uncalled_seat`` (-1: every bet was called), ``pot`` (everything but the uncalled
    bet) and, for each of the ``pots``, ``pot_amount`` and ``pot_contenders`` (seat mask), the main pot first.
    Moves no chips.
    """
    top = second = chips = dead = 0
    top_seat = -1
    shortest = MAX_CHIPS
    for seat in range(SEATS):
        total = table.total[seat]
        chips += total
        dead += table.dead[seat]
        if total > top:
            second, top, top_seat = top, total, seat
        elif total > second:
            second = total
        if (table.live >> seat) & 1 and total < shortest:
            shortest = total

    # H-XI.1: the bet nobody called. Folded players called it too, as far as their chips went.
    table.uncalled = 0
    table.uncalled_seat = -1
    matched = top
    if top > second and (table.live >> top_seat) & 1:
        table.uncalled = top - second
        table.uncalled_seat = top_seat
        matched = second

    table.pot = chips + dead - table.uncalled
    if shortest >= matched:  # nobody still in has put in less: one pot
        table.pots = 1
        table.pot_amount[0] = table.pot
        table.pot_contenders[0] = table.live
    else:
        _build_layers(table, matched, dead)


@kernel
def _build_layers(table, matched, dead):
    """Cut contributions up to ``matched`` at the live players' contributions, from the bottom up (H-XI.0).

    Dead money is the lowest layer, contended by everybody still in.
    """
    last = 0
    table.pot_amount[0] = dead
    table.pot_contenders[0] = table.live
    floor = 0
    while floor < matched:
        ceiling = _next_live_contribution(table, floor, matched)
        layer = contenders = 0
        for seat in range(SEATS):
            total = table.total[seat]
            layer += max(min(total, ceiling) - floor, 0)
            if (table.live >> seat) & 1 and total >= ceiling:
                contenders |= 1 << seat
        floor = ceiling
        if contenders == 0 or contenders == table.pot_contenders[last]:
            # The contributors of the layer have all folded, or it has the owners of the one below.
            table.pot_amount[last] += layer
            continue
        if table.pot_amount[last] > 0:
            last += 1
        table.pot_amount[last] = layer
        table.pot_contenders[last] = contenders
    table.pots = last + 1


@kernel
def _next_live_contribution(table, floor, matched):
    """The smallest contribution above ``floor`` of a player still in, at most ``matched``."""
    ceiling = matched
    for seat in range(SEATS):
        if (table.live >> seat) & 1 and floor < table.total[seat] < ceiling:
            ceiling = table.total[seat]
    return ceiling
