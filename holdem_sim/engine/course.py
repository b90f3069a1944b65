"""A hand around its betting: button, posts and cards, the streets, and the end; misdeals begin it again."""

from __future__ import annotations

from holdem_sim.engine.betting import is_contested, is_in, next_in
from holdem_sim.engine.button import draw_button, move_button
from holdem_sim.engine.calls import call_hook
from holdem_sim.engine.deal import deal_pocket_cards, new_deck
from holdem_sim.engine.hand import (
    deal_in,
    next_street,
    open_betting,
    post,
    rank_hands,
    record,
    reset_hand,
    settle,
    start_street,
)
from holdem_sim.engine.hooks import AFTER_DEAL, AFTER_HAND, COLLECT, GO_ON, OPEN_STREET, SHUFFLE, VOID
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_STRADDLE, words
from holdem_sim.engine.seats import ready_seats
from holdem_sim.engine.table import (
    BUTTON_DEAD,
    POST_ANTE,
    POST_BIG_BLIND,
    POST_DEAD,
    POST_LIVE,
    POST_SMALL_BLIND,
    SEATS,
    STRADDLE,
)


@kernel
def start_hand(table, rules, types, block):
    """Button, posts, cards: up to the first decision (H-II.1, H-II.2, H-II.8)."""
    if table.button < 0:
        draw_button(table, rules, block)
    else:
        move_button(table, rules, types)
    table.misdeals = 0
    table.shuffles = 0
    table.hand_events = 0
    table.started_ms = table.clock_ms
    deal_hand(table, rules, types, block)


@kernel
def deal_hand(table, rules, types, block):
    """Posts and cards, again and again until there is no misdeal: the same button, the same blinds (H-VII.1)."""
    while True:
        table.actions_mark = block.actions_rows
        table.decisions_mark = table.decisions
        table.corrected_mark = table.corrected
        post_and_deal(table, rules, types, block)
        if rules.hook_dealing == 0:
            break
        if call_hook(rules.hook_dealing, table, rules, types, block, AFTER_DEAL) == GO_ON:
            break
    open_betting(table, rules)


@kernel
def post_and_deal(table, rules, types, block):
    """Forced posts, and two cards to everybody."""
    reset_hand(table)
    table.clock_ms += rules.clock_deal_ms
    ready = ready_seats(table, False)
    for seat in range(SEATS):
        if is_in(ready, seat):
            deal_in(table, seat)
    small_blind_seat = table.small_seat
    dead_small_blind = not is_in(ready, small_blind_seat)  # only under the dead button (H-II.8)
    first_seat = next_in(ready, table.button) if dead_small_blind else small_blind_seat
    if rules.ante > 0:
        seat = first_seat
        for _ in range(table.players_dealt):
            post(table, rules, block, seat, POST_ANTE, rules.ante)
            seat = next_in(ready, seat)
    if not dead_small_blind:
        post(table, rules, block, small_blind_seat, POST_SMALL_BLIND, rules.small_blind)
    post(table, rules, block, table.last_big_blind, POST_BIG_BLIND, rules.big_blind)
    if table.owes_small | table.owes_big:
        post_debts(table, rules, block)
    post_straddles(table, rules, types, block)
    if rules.hook_shuffle == 0:
        new_deck(table)
    else:
        call_hook(rules.hook_shuffle, table, rules, types, block, SHUFFLE)
    deal_pocket_cards(table, rules, first_seat)


@kernel
def open_next_street(table, rules, types, block):
    """The next betting round, its cards first; a misdeal while they are opened begins the hand again."""
    if rules.hook_dealing == 0:
        next_street(table, rules)
        return
    start_street(table, rules)
    if call_hook(rules.hook_dealing, table, rules, types, block, OPEN_STREET) == VOID:
        deal_hand(table, rules, types, block)


@kernel
def post_debts(table, rules, block):
    """What newcomers pay to enter (H-XIV.1) and who changed seats for blinds he skipped (H-XIII.2), clockwise."""
    seat = table.button
    for _ in range(SEATS):
        seat = (seat + 1) % SEATS
        if is_in(table.owes_small, seat) and table.stack[seat] > 0:
            post(table, rules, block, seat, POST_DEAD, rules.small_blind)
        if is_in(table.owes_big, seat) and table.stack[seat] > 0:
            action = POST_LIVE if is_in(table.owes_live, seat) else POST_DEAD
            post(table, rules, block, seat, action, rules.big_blind)


@kernel
def post_straddles(table, rules, types, block):
    """Further blinds, each twice the one before, as long as the next player likes to and can (H-XII.1).

    The chain ends with the button, or the last before it when that is dead, and before who has to post besides.
    """
    if table.players_dealt < 3:
        return
    seat = table.big_blind_seat
    amount = rules.big_blind
    for _ in range(rules.max_straddles):
        if seat == table.button:
            return
        seat = next_in(table.dealt, seat)
        amount *= 2
        rate = types[table.type[seat]].straddle
        if rate == 0 or table.stack[seat] < amount or is_in(table.owes_small | table.owes_big, seat):
            return
        if rules.button == BUTTON_DEAD and seat == next_in(table.dealt, table.button):
            return
        if words(rules.seed, table.session_id, table.hand_no, PURPOSE_STRADDLE, seat, 0)[0] >= rate:
            return
        post(table, rules, block, seat, STRADDLE, amount)


@kernel
def finish_hand(table, rules, types, block):
    """Showdown if there is one, tax, pots, and the hand's facts."""
    showdown = is_contested(table)
    if showdown:
        rank_hands(table)
    settle(table, rules, block, table.board_cards >= 3)
    if rules.hook_dealing != 0:
        call_hook(rules.hook_dealing, table, rules, types, block, AFTER_HAND)
    if rules.hook_shuffle != 0:
        call_hook(rules.hook_shuffle, table, rules, types, block, COLLECT)
    record(table, rules, types, block, showdown)
