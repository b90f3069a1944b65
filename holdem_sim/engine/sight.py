"""What a player sees: the spot he decides in, and the hand when it is over."""

from __future__ import annotations

from holdem_sim.engine.betting import bounds, count, is_contested, is_in
from holdem_sim.engine.hand import players_behind
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_STRATEGY, uniform, words
from holdem_sim.engine.table import MEMORY_BYTES, OBSERVED_ACTIONS, SEATS

MEMORY_WORDS = MEMORY_BYTES // 8
WORD_SPAN = 4294967296.0


@kernel
def fill_spot(table, rules, spot, seat, has_memory):
    """Show the player what he may know, and nothing else."""
    to_call, least, most = bounds(table, rules, seat)
    spot.street = table.street
    spot.hand_no = table.hand_no
    spot.button = table.button
    spot.small_blind = rules.small_blind
    spot.big_blind = rules.big_blind
    spot.straddle = table.straddle
    spot.players_dealt = table.players_dealt
    spot.players_in = count(table.live)
    spot.players_behind = players_behind(table, seat)
    spot.board_cards = table.board_cards
    spot.pot = table.pot
    spot.last_aggressor = table.last_aggressor
    spot.raises = table.raises
    spot.preflop_raises = table.preflop_raises
    spot.preflop_raiser = table.preflop_raiser
    spot.preflop_callers = table.preflop_callers
    spot.seat = seat
    spot.position = table.position[seat]
    spot.stack = table.stack[seat]
    spot.bet = table.bet[seat]
    spot.to_call = to_call
    spot.current_bet = table.current_bet
    spot.min_raise_to = least
    spot.max_raise_to = most
    spot.exposed = table.exposed
    spot.in_turn = seat == table.actor
    for s in range(SEATS):
        spot.announced[s] = table.announced[s]
    # One loop a column: each is a plain copy to the compiler.
    for s in range(SEATS):
        spot.stacks[s] = table.stack[s]
    for s in range(SEATS):
        spot.bets[s] = table.bet[s]
    for s in range(SEATS):
        spot.totals[s] = table.total[s] + table.dead[s]
    for s in range(SEATS):
        spot.status[s] = table.status[s]
    for s in range(SEATS):
        spot.raised_preflop[s] = table.raised_preflop[s]
    for s in range(SEATS):
        spot.players[s] = table.player[s]
    spot.cards[0] = table.hole[seat, 0]
    spot.cards[1] = table.hole[seat, 1]
    for k in range(5):
        spot.board[k] = table.board[k]
    draw_randoms(table, rules, spot, seat)
    if has_memory:
        for k in range(MEMORY_WORDS):
            spot.memory.bytes[k] = table.memory[seat, k]


@kernel
def draw_randoms(table, rules, spot, seat):
    """The random numbers that belong to this decision: they depend on session, hand, seat and its number."""
    lane = seat | table.decision[seat] << 4
    spot.random = uniform(rules.seed, table.session_id, table.hand_no, PURPOSE_STRATEGY, lane, 0)
    w0, w1, w2, w3 = words(rules.seed, table.session_id, table.hand_no, PURPOSE_STRATEGY, lane, 1)
    spot.randoms[0] = w0 / WORD_SPAN
    spot.randoms[1] = w1 / WORD_SPAN
    spot.randoms[2] = w2 / WORD_SPAN
    spot.randoms[3] = w3 / WORD_SPAN


@kernel
def show_hand(table, rules, hand, seat):
    """What ``seat`` has seen of the hand that is over."""
    hand.hand_no = table.hand_no
    hand.button = table.button
    hand.big_blind = rules.big_blind
    hand.seat = seat
    hand.players_dealt = table.players_dealt
    hand.board_cards = table.board_cards
    hand.pot = table.pot
    hand.showdown = is_contested(table)
    hand.actions = table.log_actions
    for s in range(SEATS):
        dealt = is_in(table.dealt, s)
        known = dealt and (s == seat or table.show_order[s] >= 0)
        hand.players[s] = table.player[s] if dealt else -1
        hand.contributed[s] = table.total[s] + table.dead[s]
        hand.won[s] = table.won[s]
        hand.cards[s, 0] = table.hole[s, 0] if known else -1
        hand.cards[s, 1] = table.hole[s, 1] if known else -1
    for k in range(5):
        hand.board[k] = table.board[k]
    for k in range(table.log_actions):
        hand.action_seat[k] = table.log_seat[k]
        hand.action_street[k] = table.log_street[k]
        hand.action[k] = table.log_action[k]
        hand.action_to[k] = table.log_to[k]
    for k in range(table.log_actions, OBSERVED_ACTIONS):
        hand.action_seat[k] = hand.action_street[k] = hand.action[k] = hand.action_to[k] = -1
