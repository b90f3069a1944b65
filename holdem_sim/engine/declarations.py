"""What is said and how chips are put in: the rulings on a player's manner (H-IX.6 to H-IX.10).

A wish is first taken to what is legal; these kernels say what becomes of it when it is not declared in turn.
They are called by address, and only where somebody may do otherwise: see :mod:`holdem_sim.engine.hooks`.

One announcement out of turn can stand at a time: whoever is next after the player whose turn it is may speak
before him, and his own turn, where what he said is settled, comes at once after that.
"""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.betting import bounds, carry_out, is_contested, next_actor
from holdem_sim.engine.hand import pass_turn
from holdem_sim.engine.hooks import NOBODY
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.rng import PURPOSE_MANNER, words
from holdem_sim.engine.rulings import WISH_CHECK_OR_CALL, WISH_FOLD, WISH_RAISE_TO, manner_of, rule
from holdem_sim.engine.table import BET, CALL, DECLARED, FOLD, OUT_OF_TURN, SILENT, STRING
from holdem_sim.schema import EVENT_KINDS

RULING = EVENT_KINDS.index("ruling")
FREE_AGAIN = -1
"""What is ruled when a bet or raise came before the turn of somebody who had spoken early."""
CHIPS_BLOCK = 0
EARLY_BLOCK = 1
"""Blocks of a decision's stream: how chips are put in, and from here on, by action of the hand, early talk."""


@kernel
def declare(table, rules, types, block, decision):
    """Settle the answer of ``table.speaker``; 1 if the wish was not legal and had to be corrected."""
    seat = table.speaker
    kind = types[table.type[seat]]
    manner = manner_of(decision)
    if seat != table.actor:
        table.asked_seq = table.seq
        if kind.manners == 1 and manner != OUT_OF_TURN:
            return 0
        return say(table, rules, seat, decision)
    if manner == OUT_OF_TURN:
        manner = DECLARED  # it is his turn
    elif manner == DECLARED:
        manner = habit(table, rules, kind, seat)
    return put_chips_in(table, rules, block, seat, decision, manner)


@kernel
def habit(table, rules, kind, seat):
    """How a player of this type announces his next decision when his strategy does not say so."""
    if kind.silent == 0 and kind.string == 0:
        return DECLARED
    lane = seat | table.decision[seat] << 4
    word = words(rules.seed, table.session_id, table.hand_no, PURPOSE_MANNER, lane, CHIPS_BLOCK)[0]
    if word < kind.silent:
        return SILENT
    return STRING if word < kind.silent + kind.string else DECLARED


@kernel
def put_chips_in(table, rules, block, seat, decision, manner):
    """Carry out a decision made in turn; 1 if the wish was not legal.

    Whoever folds or checks puts no chips in: that is always declared.
    """
    to_call, least, most = bounds(table, rules, seat)
    action, to, corrected, wanted, wanted_to = rule(table, rules, seat, decision, to_call, least, most)
    if action < CALL:
        manner = DECLARED
    if manner != DECLARED and action >= BET:
        meant = min(wanted_to, table.bet[seat] + table.stack[seat]) if corrected else to
        counted = ruled(table, rules, seat, meant, manner, least, to_call)
        if counted >= 0:
            fitted, fitted_to = action, to
            action, to, _, _, _ = rule(table, rules, seat, counted, to_call, least, most)
            if action != fitted or to != fitted_to:
                note_ruling(table, block, seat, manner, fitted, action)
                if not corrected:
                    wanted, wanted_to = fitted, fitted_to
    table.manner = manner
    carry_out(table, rules, block, seat, action, to, to_call, wanted, wanted_to)
    table.manner = DECLARED
    pass_turn(table)
    if table.said_seat >= 0:
        keep_fold(table, rules, block, seat)
    return 1 if corrected else 0


@kernel
def ruled(table, rules, seat, meant, manner, least, to_call):
    """The decision that chips put in without a word count as; -1: they are what they were meant to be.

    ``meant`` is the bet they were to make.  With something to call they are a call, unless they are several and
    make a legal raise by one movement (H-IX.7, H-IX.8).  With nothing to call they are a bet, as far as they
    came in one movement; the first of two is half of them.  What is too little is completed (H-IX.8, H-IX.10).
    """
    chips = meant - table.bet[seat]
    if to_call > 0:
        plain = manner == SILENT and meant >= least and not is_one_chip(rules, chips)
        return -1 if plain else WISH_CHECK_OR_CALL
    if manner == SILENT:
        return -1
    # At least one chip more than there is, so that it remains a bet.
    first = max(table.bet[seat] + (chips >> 1), table.current_bet + 1)
    return first << 8 | WISH_RAISE_TO


@kernel
def is_one_chip(rules, amount):
    """Whether the house has a chip of this value (H-IX.7)."""
    for i in range(rules.chip_values):
        if rules.chip_value[i] == amount:
            return True
    return False


@kernel
def note_ruling(table, block, seat, manner, wanted, became):
    """The ruling as an event of the hand."""
    row = emit.hand_event_row(table, block, RULING, seat)
    block.events.detail[row, 0] = manner
    block.events.detail[row, 1] = wanted
    block.events.detail[row, 2] = became


# -- out of turn --------------------------------------------------------------------------------------


@kernel
def next_speaker(table, rules, types, block, argument):
    """Who has to be asked; NOBODY if what he said before his turn was carried out now (H-IX.9)."""
    seat = table.actor
    if table.asked_seq == table.seq:
        return seat  # the one after him has been asked
    if table.said_seat >= 0:
        said_seat = table.said_seat
        said_action = table.announced[said_seat]
        table.said_seat = NOBODY
        table.announced[said_seat] = -1
        # Without a turn on this street nothing is left of it.
        if said_seat == seat and table.said_seq + 1 == table.seq and table.said_street == table.street:
            if table.said_raises == table.raises or said_action == FOLD:
                keep_word(table, rules, block, seat)
                return NOBODY
            note_ruling(table, block, seat, OUT_OF_TURN, said_action, FREE_AGAIN)
    after = next_actor(table, seat)
    if after < 0 or after == seat:
        return seat
    kind = types[table.type[after]]
    if kind.manners == 1 or speaks_early(table, rules, kind, after):
        return after
    return seat


@kernel
def speaks_early(table, rules, kind, seat):
    """Whether a player of this type, next to act, speaks before the one whose turn it is."""
    if kind.out_of_turn == 0:
        return False
    lane = seat | table.decision[seat] << 4
    block = EARLY_BLOCK + table.seq
    return (
        words(rules.seed, table.session_id, table.hand_no, PURPOSE_MANNER, lane, block)[0] < kind.out_of_turn
    )


@kernel
def say(table, rules, seat, decision):
    """Keep what is said before one's turn, an amount as it was said; 1 if it is not legal."""
    to_call, least, most = bounds(table, rules, seat)
    action, to, corrected, _, wanted_to = rule(table, rules, seat, decision, to_call, least, most)
    if corrected:
        table.said = wanted_to << 8 | WISH_RAISE_TO
    elif action >= BET:
        table.said = to << 8 | WISH_RAISE_TO
    else:
        table.said = WISH_FOLD if action == FOLD else WISH_CHECK_OR_CALL
    table.said_seat = seat
    table.said_seq = table.seq
    table.said_street = table.street
    table.said_raises = table.raises
    table.announced[seat] = action
    return 1 if corrected else 0


@kernel
def keep_fold(table, rules, block, seat):
    """A fold said before the turn of ``seat``, who has acted now, binds also if its own turn does not come."""
    said_seat = table.said_seat
    fresh = table.said_seq + 1 == table.seq and table.said_street == table.street
    if fresh and table.announced[said_seat] == FOLD and table.actor != said_seat and is_contested(table):
        table.said_seat = NOBODY
        table.announced[said_seat] = -1
        table.actor = seat
        keep_word(table, rules, block, said_seat)


@kernel
def keep_word(table, rules, block, seat):
    """Carry out what ``seat`` said: the bounds are those of now, nobody having bet in between."""
    to_call, least, most = bounds(table, rules, seat)
    action, to, corrected, wanted, wanted_to = rule(table, rules, seat, table.said, to_call, least, most)
    note_ruling(table, block, seat, OUT_OF_TURN, action, action)
    table.manner = OUT_OF_TURN
    carry_out(table, rules, block, seat, action, to, to_call, wanted, wanted_to)
    table.manner = DECLARED
    pass_turn(table)
    table.decisions += 1
    table.corrected += corrected
