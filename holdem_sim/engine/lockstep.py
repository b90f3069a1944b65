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
from holdem_sim.engine.betting import bounds, carry_out, is_in
from holdem_sim.engine.calls import call_decide, call_hook, call_observe
from holdem_sim.engine.course import finish_hand, open_next_street, start_hand
from holdem_sim.engine.hand import is_over, pass_turn
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rulings import is_decision, rule
from holdem_sim.engine.sight import MEMORY_WORDS, fill_spot, show_hand
from holdem_sim.engine.table import SEATS

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
