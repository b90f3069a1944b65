"""Showdown: who gets the pots (H-X, H-XI.2) and who shows when (H-XV)."""

from __future__ import annotations

from holdem_sim.engine.emit import award_row
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.table import ODD_ALL_TO_FIRST, POTS_MAIN_FIRST, SEATS


@kernel
def award(table, rules, block):
    """Push every pot, less tax and extra drop, to its winners: adds to ``won`` and records the awards.

    Reads ``rank`` of the contenders (higher wins; a lone contender needs none; -1, a hand not shown, loses to
    any other) and the ``button``.  Rows come in the order of ``rules.pot_order``, within a pot clockwise from
    the button; a seat that gets no chips from a pot gets no row.
    """
    for step in range(table.pots):
        pot_no = step if rules.pot_order == POTS_MAIN_FIRST else table.pots - 1 - step
        amount = table.pot_amount[pot_no] - table.pot_tax[pot_no] - table.pot_extra_drop[pot_no]
        winners = best_hands(table, table.pot_contenders[pot_no])
        if winners & (winners - 1) == 0:
            _push(table, block, pot_no, _only_seat(winners), amount)
        else:
            _share(table, rules, block, pot_no, winners, amount)


@kernel
def best_hands(table, contenders):
    """The seats (mask) among ``contenders`` (mask) whose hands no other contender's hand beats."""
    if contenders & (contenders - 1) == 0:
        return contenders
    best = -2
    winners = 0
    for seat in range(SEATS):
        if (contenders >> seat) & 1:
            rank = table.rank[seat]
            if rank > best:
                best = rank
                winners = 1 << seat
            elif rank == best:
                winners |= 1 << seat
    return winners


@kernel
def _share(table, rules, block, pot_no, winners, amount):
    """Divide a pot between equal hands in whole chip units (H-X.1), clockwise from the button."""
    count = 0
    for seat in range(SEATS):
        count += (winners >> seat) & 1
    unit = rules.chip_unit
    share = amount // (count * unit) * unit
    odd = amount - count * share
    first = odd if rules.odd_chips == ODD_ALL_TO_FIRST else odd % unit  # to the first winner alone
    single = odd - first  # D-2: a unit for each until it is gone
    seat = table.button
    for _ in range(SEATS):
        seat = (seat + 1) % SEATS
        if (winners >> seat) & 1:
            chips = share + first
            first = 0
            if single > 0:
                chips += unit
                single -= unit
            _push(table, block, pot_no, seat, chips)


@kernel
def _push(table, block, pot_no, seat, amount):
    if amount > 0:
        table.won[seat] += amount
        award_row(table, block, pot_no, seat, amount)


@kernel
def _only_seat(mask):
    """The seat of a mask of one."""
    seat = 0
    while (mask >> seat) > 1:
        seat += 1
    return seat


@kernel
def show_order(table):
    """Set ``show_order``: the places of those who show, from 0; -1 who does not (folded, or alone: H-II.6).

    Reads ``live``, the pots, the ``button`` and ``last_aggressor``: the seat of the last bet or raise on the
    river, -1 if there was none, as when the betting ended on an earlier street.  H-XV.2: he shows first, or
    the first to act if nobody bet, then the others clockwise; but those who play for the last side pot come
    before those who play only for the pots below it, and so on.
    """
    for seat in range(SEATS):
        table.show_order[seat] = -1
    if table.live & (table.live - 1) == 0:
        return
    first = table.button + 1
    if table.last_aggressor >= 0 and (table.pot_contenders[table.pots - 1] >> table.last_aggressor) & 1:
        first = table.last_aggressor
    waiting = table.live
    place = 0
    for pot_no in range(table.pots - 1, -1, -1):
        group = waiting & table.pot_contenders[pot_no]
        place = _show_group(table, group, first, place)
        waiting &= ~group
    _show_group(table, waiting, first, place)  # who plays for no pot is tabled all the same


@kernel
def _show_group(table, group, first, place):
    """Number the seats of ``group`` (mask) clockwise from the seat ``first``; returns the next free place."""
    for step in range(SEATS):
        seat = (first + step) % SEATS
        if (group >> seat) & 1:
            table.show_order[seat] = place
            place += 1
    return place
