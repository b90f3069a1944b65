"""The loop: one session at a time is driven until somebody outside the compiled code is needed.

:func:`play` takes a table from wherever it stands to the next point where it has to stop: the session is
over, its block is full, or a player waits whose strategy is plain Python.  Compiled strategies are called in
the loop itself.  Many tables are kept in this state side by side, so that a Python strategy gets all waiting
spots at once; what a table plays depends on its own keys alone, so neither their number nor the order
changes a single card.
"""

from __future__ import annotations

import numpy as np

from holdem_sim.engine import emit, seating
from holdem_sim.engine.betting import bounds, carry_out, count, is_contested, is_in, next_in
from holdem_sim.engine.button import draw_button, move_button
from holdem_sim.engine.calls import call_decide, call_hook, call_observe
from holdem_sim.engine.deal import deal_pocket_cards, new_deck
from holdem_sim.engine.hand import (
    deal_in,
    is_over,
    next_street,
    open_betting,
    pass_turn,
    players_behind,
    post,
    rank_hands,
    record,
    reset_hand,
    settle,
    start_street,
)
from holdem_sim.engine.hooks import (
    AFTER_DEAL,
    AFTER_HAND,
    COLLECT,
    GO_ON,
    OPEN_STREET,
    SHUFFLE,
    VOID,
)
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_STRADDLE, PURPOSE_STRATEGY, uniform, words
from holdem_sim.engine.rulings import is_decision, rule
from holdem_sim.engine.seats import ready_seats
from holdem_sim.engine.table import (
    BUTTON_DEAD,
    MEMORY_BYTES,
    OBSERVED_ACTIONS,
    POST_ANTE,
    POST_BIG_BLIND,
    POST_DEAD,
    POST_LIVE,
    POST_SMALL_BLIND,
    SEATS,
    STRADDLE,
)

# Where a table stands.
OPENING, BETWEEN_HANDS, BETTING, OBSERVING, CLOSED = range(5)
# Why play() came back.
STOP_CLOSED, STOP_BLOCK_FULL, STOP_WAITING, STOP_OBSERVE, STOP_CORRECTED, STOP_NO_DECISION = range(6)
# Why play_plainly() came back to play().
STOP_TURN, STOP_ANSWER = range(6, 8)

ROSTER = np.dtype(
    [
        ("decide", "i8"),  # address; 0: decided outside the compiled code
        ("observe", "i8"),  # address; 0: none
        ("memory", "i8"),  # 1: decide or observe use the player's memory
        ("observe_outside", "i8"),  # 1: observe is plain Python
    ]
)
"""What the loop has to know of each strategy of a run."""

SESSION = np.dtype(
    [
        ("number", "i8"),
        ("limit", "i8"),  # hands at most
        ("begun", "i8"),
        ("over", "i8"),
        ("hands", "i8"),
        ("pot", "i8"),
        ("tax", "i8"),
        ("extra_drop", "i8"),
        ("decisions", "i8"),
        ("corrected", "i8"),
    ]
)
"""A session to be played, and its sums when it is over."""

MEMORY_WORDS = MEMORY_BYTES // 8
WORD_SPAN = 4294967296.0


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
def decide(table, rules, types, block, spot, decision, has_memory):
    """Carry out the answer to ``spot``; returns whether the wish had to be corrected.

    Of ``spot`` only the memory counts: the rest is the player's copy, in which he may have written.  What is
    said before one's turn counts as a decision when it is carried out.
    """
    if rules.hook_declare == 0:
        return decide_plainly(table, rules, block, spot, decision, has_memory)
    seat = table.speaker
    in_turn = seat == table.actor
    keep_memory(table, spot, seat, has_memory)
    table.decisions += in_turn
    table.decision[seat] += 1
    corrected = call_hook(rules.hook_declare, table, rules, types, block, decision) != 0
    table.corrected += corrected and in_turn
    return corrected


@kernel
def decide_plainly(table, rules, block, spot, decision, has_memory):
    """:func:`decide` where every decision is declared, in turn."""
    seat = table.actor
    keep_memory(table, spot, seat, has_memory)
    table.decisions += 1
    table.decision[seat] += 1
    to_call, least, most = bounds(table, rules, seat)
    action, to, corrected, wanted, wanted_to = rule(table, rules, seat, decision, to_call, least, most)
    carry_out(table, rules, block, seat, action, to, to_call, wanted, wanted_to)
    pass_turn(table)
    table.corrected += corrected
    return corrected


@kernel
def keep_memory(table, spot, seat, has_memory):
    """What the player noted in his copy of the memory stays with him."""
    if has_memory:
        for k in range(MEMORY_WORDS):
            table.memory[seat, k] = spot.memory.bytes[k]


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


@kernel
def observe(table, rules, types, roster, spot, hand):
    """Let the strategies that keep a memory see the hand; True when some do so outside the compiled code."""
    outside = False
    for seat in range(SEATS):
        if not is_in(table.dealt, seat):
            continue
        member = roster[types[table.type[seat]].strategy]
        outside |= member.observe_outside == 1
        if member.observe != 0:
            show_hand(table, rules, hand, seat)
            for k in range(MEMORY_WORDS):
                spot.memory.bytes[k] = table.memory[seat, k]
            table.speaker = seat  # should it fail, this is whose it was
            call_observe(member.observe, hand, spot.memory)
            for k in range(MEMORY_WORDS):
                table.memory[seat, k] = spot.memory.bytes[k]
    return outside


@kernel
def play(table, rules, types, roster, block, spot, hand, strict):
    """Play on until something is needed from outside; see the ``STOP_`` constants.

    At ``STOP_WAITING`` ``spot`` is what the player ``table.speaker`` sees: answer with :func:`decide` and call
    again.  At ``STOP_OBSERVE`` call :func:`end_observing` when the Python strategies have seen the hand.
    """
    while True:
        stop = play_plainly(table, rules, types, roster, block, spot, hand, strict)
        if stop == STOP_TURN:
            choose_speaker(table, rules, types, block)
            table.turn_begun = table.speaker >= 0
        elif stop == STOP_ANSWER:
            has_memory = roster[types[table.type[table.speaker]].strategy].memory == 1
            if decide(table, rules, types, block, spot, table.answer, has_memory) and strict:
                return STOP_CORRECTED
        else:
            return stop


@kernel
def play_plainly(table, rules, types, roster, block, spot, hand, strict):
    """:func:`play`, left for whatever is not part of every game.

    STOP_TURN: what may come before a player is asked has to be settled.  STOP_ANSWER: ``table.answer`` has to be
    ruled on.  Calls in between would cost tables without errors and manners a twentieth of their speed.
    """
    while True:
        if table.phase == BETTING:
            if emit.is_full_of_actions(block):
                return STOP_BLOCK_FULL
            if table.actor >= 0:
                if rules.hook_turn == 0:
                    table.speaker = table.actor
                elif table.turn_begun == 0:
                    return STOP_TURN
                table.turn_begun = 0
                kind = types[table.type[table.speaker]]
                member = roster[kind.strategy]
                has_memory = member.memory == 1
                fill_spot(table, rules, spot, table.speaker, has_memory)
                if member.decide == 0:
                    return STOP_WAITING
                wish = call_decide(member.decide, spot)
                if not is_decision(wish, kind.manners == 1):
                    table.answer = wish
                    return STOP_NO_DECISION
                if rules.hook_declare != 0:
                    table.answer = wish
                    return STOP_ANSWER
                if decide_plainly(table, rules, block, spot, wish, has_memory) and strict:
                    return STOP_CORRECTED
            elif is_over(table):
                finish_hand(table, rules, types, block)
                table.phase = OBSERVING
                if observe(table, rules, types, roster, spot, hand):
                    return STOP_OBSERVE
                end_observing(table)
            else:
                open_next_street(table, rules, types, block)
        elif emit.is_full(block, rules):
            return STOP_BLOCK_FULL
        elif table.phase == BETWEEN_HANDS:
            state = seating.OVER
            if table.hand_no < table.hands_limit:
                state = seating.gather(table, rules, types, block)
            if state == seating.OVER:
                seating.close_session(table, block)
                table.phase = CLOSED
            elif state == seating.READY:
                start_hand(table, rules, types, block)
                table.phase = BETTING
        elif table.phase == OPENING:
            seating.open_session(table, rules, types, block)
            table.phase = BETWEEN_HANDS
        else:
            return STOP_CLOSED


@kernel
def choose_speaker(table, rules, types, block):
    """Who is asked next: the player whose turn it is, unless somebody speaks before his turn or has done so."""
    table.speaker = table.actor
    if rules.hook_turn != 0:
        table.speaker = call_hook(rules.hook_turn, table, rules, types, block, 0)


@kernel
def end_observing(table):
    """The hand has been seen by everybody; the next may begin."""
    table.hand_no += 1
    table.phase = BETWEEN_HANDS


@kernel
def begin_session(table, session, limit):
    """Make the record ready for a session of at most ``limit`` hands."""
    table.session_id = session
    table.hands_limit = limit
    table.phase = OPENING


@kernel
def play_in_turn(table, rules, types, roster, block, spot, hand, strict, sessions):
    """Play ``sessions`` (records of SESSION) one after the other on one table, from the first not yet over.

    Comes back when all are over, or like :func:`play`; then call again. What a session came to is left in it.
    """
    for i in range(sessions.shape[0]):
        session = sessions[i]
        if session.over:
            continue
        if not session.begun:
            begin_session(table, session.number, session.limit)
            session.begun = 1
        stop = play(table, rules, types, roster, block, spot, hand, strict)
        if stop != STOP_CLOSED:
            return stop
        sum_up(table, session)
    return STOP_CLOSED


@kernel
def sum_up(table, session):
    """What the session at ``table`` came to."""
    session.over = 1
    session.hands = table.hand_no
    session.pot = table.pot_sum
    session.tax = table.tax_sum
    session.extra_drop = table.extra_drop_sum
    session.decisions = table.decisions
    session.corrected = table.corrected


@kernel
def play_all(tables, rules, types, roster, blocks, spots, hand, strict, stops):
    """:func:`play` for every table; ``stops`` gets the reason of each."""
    for i in range(tables.shape[0]):
        stops[i] = play(tables[i], rules, types, roster, blocks[i], spots[i], hand, strict)


@kernel
def decide_all(tables, rules, types, roster, blocks, spots, decisions, stops):
    """:func:`decide` for every table that waits; the stop says so where a wish had to be corrected, or was none."""
    for i in range(tables.shape[0]):
        if stops[i] != STOP_WAITING:
            continue
        kind = types[tables[i].type[tables[i].speaker]]
        if not is_decision(decisions[i], kind.manners == 1):
            tables[i].answer = decisions[i]
            stops[i] = STOP_NO_DECISION
        else:
            member = roster[kind.strategy]
            if decide(tables[i], rules, types, blocks[i], spots[i], decisions[i], member.memory == 1):
                stops[i] = STOP_CORRECTED
