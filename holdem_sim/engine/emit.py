"""Writing facts: one function a recorded table.

A block (see :data:`holdem_sim.engine.table.BLOCK`) holds columns side by side; ``<table>_rows`` counts what is
filled. Whoever runs the engine empties the block in time: :func:`is_full` leaves room for whatever one
step can write.
"""

from __future__ import annotations

from holdem_sim.engine.jit import kernel
from holdem_sim.engine.table import BLOCK_ROWS, MAX_POTS, SEATS
from holdem_sim.schema import HANDS_PER_SESSION_ID

HANDS_MARGIN = BLOCK_ROWS["hands"] - 1
SEATS_MARGIN = BLOCK_ROWS["seats"] - SEATS
ACTIONS_MARGIN = BLOCK_ROWS["actions"] - 6 * SEATS
VOIDABLE = 4_000
"""A hand with more actions can no longer be void: as many surely lie in one block, and can be taken back."""
VOIDABLE_MARGIN = ACTIONS_MARGIN - VOIDABLE
POTS_MARGIN = BLOCK_ROWS["pots"] - MAX_POTS
AWARDS_MARGIN = BLOCK_ROWS["awards"] - MAX_POTS * SEATS
LEDGER_MARGIN = BLOCK_ROWS["ledger"] - 8 * SEATS
EVENTS_MARGIN = BLOCK_ROWS["events"] - 8 * SEATS
VOIDABLE_EVENTS = 300
"""A hand with more events can no longer be void, for the same reason: the block is emptied for them too."""
VOIDABLE_EVENTS_MARGIN = EVENTS_MARGIN - VOIDABLE_EVENTS - 8 * SEATS
PLAYERS_MARGIN = BLOCK_ROWS["players"] - 2 * SEATS


@kernel
def is_full_of_actions(block):
    """Whether one more decision might not find room in the block."""
    return block.actions_rows > ACTIONS_MARGIN or block.events_rows > EVENTS_MARGIN


@kernel
def is_full(block, rules):
    """Whether one more hand, and what comes before it, might not find room in the block."""
    return (
        block.hands_rows > HANDS_MARGIN
        or block.seats_rows > SEATS_MARGIN
        or block.actions_rows > (ACTIONS_MARGIN if rules.hook_dealing == 0 else VOIDABLE_MARGIN)
        or block.pots_rows > POTS_MARGIN
        or block.awards_rows > AWARDS_MARGIN
        or block.ledger_rows > LEDGER_MARGIN
        or block.events_rows > (EVENTS_MARGIN if rules.hook_dealing == 0 else VOIDABLE_EVENTS_MARGIN)
        or block.players_rows > PLAYERS_MARGIN
    )


@kernel
def hand_id(table):
    return table.session_id * HANDS_PER_SESSION_ID + table.hand_no


@kernel
def action_row(table, block, seat, action, amount, to_call, wanted, wanted_to):
    """One action, written after it: the table's stacks and bets are those it left."""
    rows = block.actions
    i = block.actions_rows
    rows.hand_id[i] = hand_id(table)
    rows.session_id[i] = table.session_id
    rows.seq[i] = table.seq
    rows.street[i] = table.street
    rows.seat[i] = seat
    rows.player_id[i] = table.player[seat]
    rows.action[i] = action
    rows.amount[i] = amount
    rows.to[i] = table.bet[seat]
    rows.to_call[i] = to_call
    rows.pot_before[i] = table.pot - amount
    rows.stack_before[i] = table.stack[seat] + amount
    rows.all_in[i] = amount > 0 and table.stack[seat] == 0
    rows.manner[i] = table.manner
    rows.wanted[i] = wanted
    rows.wanted_to[i] = wanted_to
    block.actions_rows = i + 1
    table.seq += 1


@kernel
def award_row(table, block, pot_no, seat, amount):
    """Chips pushed from a pot to a seat."""
    rows = block.awards
    i = block.awards_rows
    rows.hand_id[i] = hand_id(table)
    rows.session_id[i] = table.session_id
    rows.pot_no[i] = pot_no
    rows.seat[i] = seat
    rows.amount[i] = amount
    block.awards_rows = i + 1


@kernel
def pot_rows(table, block):
    """The hand's pots."""
    rows = block.pots
    for pot in range(table.pots):
        i = block.pots_rows
        rows.hand_id[i] = hand_id(table)
        rows.session_id[i] = table.session_id
        rows.pot_no[i] = pot
        rows.amount[i] = table.pot_amount[pot]
        rows.tax[i] = table.pot_tax[pot]
        rows.contenders[i] = table.pot_contenders[pot]
        block.pots_rows = i + 1


@kernel
def hand_row(table, rules, block, showdown):
    """The hand as a whole, written when it is settled."""
    rows = block.hands
    i = block.hands_rows
    rows.hand_id[i] = hand_id(table)
    rows.session_id[i] = table.session_id
    rows.hand_no[i] = table.hand_no
    rows.started_s[i] = table.started_ms
    rows.duration_s[i] = table.clock_ms - table.started_ms
    rows.button_seat[i] = table.button
    rows.small_blind[i] = rules.small_blind
    rows.big_blind[i] = rules.big_blind
    rows.blinds_posted[i] = table.blinds_posted
    rows.players_dealt[i] = table.players_dealt
    for k in range(5):
        rows.board[i, k] = table.board[k]
    for k in range(3):
        rows.burned[i, k] = table.burned[k]
    rows.last_street[i] = table.street
    rows.showdown[i] = showdown
    rows.pot[i] = table.pot
    rows.tax[i] = table.tax
    rows.extra_drop[i] = table.extra_drop
    rows.uncalled[i] = table.uncalled
    rows.pots[i] = table.pots
    rows.misdeals[i] = table.misdeals
    block.hands_rows = i + 1


@kernel
def seat_row(table, block, seat, strategy):
    """What the hand was for one player, written when the chips are back on the stacks."""
    rows = block.seats
    i = block.seats_rows
    contributed = table.total[seat] + table.dead[seat]
    rows.hand_id[i] = hand_id(table)
    rows.session_id[i] = table.session_id
    rows.seat[i] = seat
    rows.player_id[i] = table.player[seat]
    rows.strategy[i] = strategy
    rows.position[i] = table.position[seat]
    rows.hole_cards[i, 0] = table.hole[seat, 0]
    rows.hole_cards[i, 1] = table.hole[seat, 1]
    rows.stack_start[i] = table.stack_start[seat]
    rows.contributed[i] = contributed
    rows.won[i] = table.won[seat]
    rows.net[i] = table.won[seat] - contributed
    rows.tax_paid[i] = table.tax * (contributed / table.pot) if table.pot > 0 else 0.0
    rows.stack_end[i] = table.stack[seat]
    rows.folded_street[i] = table.folded_street[seat]
    rows.all_in[i] = (table.went_all_in >> seat) & 1
    rows.show_order[i] = table.show_order[seat]
    rows.hand_rank[i] = table.rank[seat]
    block.seats_rows = i + 1


@kernel
def ledger_row(table, block, seat, kind, amount):
    """Chips into (positive) or out of (negative) the table; ``seat`` -1 for the house's lines."""
    rows = block.ledger
    i = block.ledger_rows
    rows.session_id[i] = table.session_id
    rows.hand_no[i] = table.hand_no
    rows.clock_s[i] = table.clock_ms
    rows.player_id[i] = table.player[seat] if seat >= 0 else -1
    rows.seat[i] = seat
    rows.kind[i] = kind
    rows.amount[i] = amount
    block.ledger_rows = i + 1


@kernel
def hand_event_row(table, block, kind, seat):
    """Something that happened within the hand; returns the row, so that details can be added."""
    i = event_row(table, block, kind, seat)
    block.events.hand_id[i] = hand_id(table)
    block.events.street[i] = table.street
    table.hand_events += 1
    return i


@kernel
def event_row(table, block, kind, seat):
    """Something that happened between hands; returns the row, so that details can be added."""
    rows = block.events
    i = block.events_rows
    rows.session_id[i] = table.session_id
    rows.hand_id[i] = -1
    rows.clock_s[i] = table.clock_ms
    rows.kind[i] = kind
    rows.seat[i] = seat
    rows.street[i] = -1
    for k in range(SEATS):
        rows.detail[i, k] = -1
    block.events_rows = i + 1
    return i


@kernel
def player_row(table, block, seat, strategy):
    """Somebody who has just sat down."""
    rows = block.players
    i = block.players_rows
    rows.player_id[i] = table.player[seat]
    rows.session_id[i] = table.session_id
    rows.strategy[i] = strategy
    rows.type[i] = table.type[seat]
    block.players_rows = i + 1
