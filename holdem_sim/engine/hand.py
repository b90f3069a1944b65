"""One hand from the forced posts to the last chip pushed: used by the simulator and by ``replay`` alike.

The order of calls: :func:`reset_hand`, the seats dealt in, :func:`post` for every ante, blind, straddle and
post, :func:`open_betting`; then, while ``table.actor`` is a seat, :func:`holdem_sim.engine.betting.act` and
:func:`pass_turn`; when it is -1, :func:`next_street`, unless the hand :func:`is_over`; then :func:`rank_hands` and
:func:`settle`.
"""

from __future__ import annotations

from holdem_sim.engine import emit
from holdem_sim.engine.betting import (
    is_contested,
    is_in,
    log_action,
    mark_all_in,
    next_actor,
    next_in,
    put_in,
)
from holdem_sim.engine.deal import clear_cards, open_street_cards
from holdem_sim.engine.jit import kernel
from holdem_sim.engine.pots import build_pots
from holdem_sim.engine.ranking import rank_seven
from holdem_sim.engine.showdown import award, show_order
from holdem_sim.engine.table import (
    LIVE,
    NOT_DEALT,
    POST_ANTE,
    POST_BIG_BLIND,
    POST_DEAD,
    POST_SMALL_BLIND,
    PREFLOP,
    RIVER,
    SEATS,
    STRADDLE,
)
from holdem_sim.engine.tax import charge
from holdem_sim.schema import POSITIONS

BTN, SB, BB, UTG, HJ, CO = (POSITIONS.index(name) for name in ("BTN", "SB", "BB", "UTG", "HJ", "CO"))


@kernel
def reset_hand(table):
    """Everything of the hand before is forgotten; nobody is dealt in yet."""
    clear_cards(table)
    table.street = PREFLOP
    table.actor = -1
    table.turn_begun = 0
    table.dealt = 0
    table.live = 0
    table.acted = 0
    table.went_all_in = 0
    table.players_dealt = 0
    table.small_blind_seat = -1
    table.big_blind_seat = -1
    table.last_blind_seat = -1
    table.blinds_posted = 0
    table.straddle = 0
    table.current_bet = 0
    table.last_full = 0
    table.last_full_is_raise = 0
    table.raises = 0
    table.full_bets = 0
    table.last_aggressor = -1
    table.preflop_raises = 0
    table.preflop_raiser = -1
    table.preflop_callers = 0
    table.seq = 0
    table.pot = 0
    table.pots = 0
    table.tax = 0
    table.extra_drop = 0
    table.uncalled = 0
    table.uncalled_seat = -1
    table.log_actions = 0
    table.said_seat = -1
    table.asked_seq = -1
    for seat in range(SEATS):
        table.stack_start[seat] = table.stack[seat]
        table.bet[seat] = 0
        table.total[seat] = 0
        table.dead[seat] = 0
        table.won[seat] = 0
        table.folded_street[seat] = -1
        table.status[seat] = NOT_DEALT
        table.decision[seat] = table.misdeals << 15  # a hand dealt again has random numbers of its own
        table.raised_preflop[seat] = 0
        table.announced[seat] = -1
        table.rank[seat] = -1
        table.show_order[seat] = -1


@kernel
def void_hand(table, block):
    """A misdeal: every chip goes back, and what was done so far is not recorded (H-VII.1)."""
    for seat in range(SEATS):
        table.stack[seat] = table.stack_start[seat]
    block.actions_rows = table.actions_mark
    table.decisions = table.decisions_mark
    table.corrected = table.corrected_mark
    table.misdeals += 1


@kernel
def deal_in(table, seat):
    """The seat takes part in the hand."""
    table.dealt |= 1 << seat
    table.live |= 1 << seat
    table.players_dealt += 1
    table.status[seat] = LIVE


@kernel
def post(table, rules, block, seat, action, amount, layered_ante=True):
    """A forced post of ``amount``, or of the whole stack if that is less.

    Blinds, straddles and live posts are bets; a dead post lies in the main pot, and so does an ante unless
    ``layered_ante`` makes it a layer like a bet.  A blind that its player cannot cover counts as full for
    everybody else (H-IX.5).
    """
    paid = min(amount, table.stack[seat])
    if action == POST_DEAD or (action == POST_ANTE and not layered_ante):
        table.stack[seat] -= paid
        table.dead[seat] += paid
        table.pot += paid
        if paid > 0 and table.stack[seat] == 0:
            mark_all_in(table, seat)
    else:
        put_in(table, seat, paid)
        if action == POST_ANTE:
            table.bet[seat] -= paid
        else:
            note_blind(table, rules, seat, action, amount)
    emit.action_row(table, block, seat, action, paid, 0, -1, -1)
    log_action(table, seat, action)


@kernel
def note_blind(table, rules, seat, action, amount):
    """What a blind, straddle or live post means for the betting that follows."""
    if action == POST_SMALL_BLIND:
        table.small_blind_seat = seat
        table.blinds_posted += 1
    elif action == POST_BIG_BLIND:
        table.big_blind_seat = seat
        table.blinds_posted += 1
        table.full_bets += 1
        table.last_blind_seat = seat
    elif action == STRADDLE:
        table.straddle = amount
        table.blinds_posted += 1
        table.full_bets += 1
        table.last_blind_seat = seat
    table.current_bet = max(table.current_bet, amount)


@kernel
def open_betting(table, rules):
    """The first betting round begins: the seat after the last blind is first (H-II.3, H-XII.1, H-XIII.3)."""
    name_positions(table)
    table.last_full = max(table.current_bet, rules.min_bet[PREFLOP])
    after = table.last_blind_seat if table.last_blind_seat >= 0 else table.button
    changed = table.speaks_first > 0 and is_in(table.dealt, table.speaks_first - 1)
    if changed and table.straddle == 0:  # players have changed seats (H-XIII.3)
        after = (table.speaks_first + SEATS - 2) % SEATS
    table.actor = next_actor(table, after)


@kernel
def pass_turn(table):
    """It is the next player's turn, or nobody's on this street any more."""
    table.actor = next_actor(table, table.actor)


@kernel
def is_over(table):
    """Whether, with nobody left to act on this street, the hand is over."""
    return table.street == RIVER or not is_contested(table)


@kernel
def next_street(table, rules):
    """Bets are in, the next street's cards come; the first live seat after the button is first (H-II.3)."""
    start_street(table, rules)
    open_street_cards(table, rules)


@kernel
def start_street(table, rules):
    """The betting of the next street begins, its cards aside."""
    table.street += 1
    table.acted = 0
    table.current_bet = 0
    table.last_full = rules.min_bet[table.street]
    table.last_full_is_raise = 0
    table.raises = 0
    table.full_bets = 0
    table.last_aggressor = -1
    for seat in range(SEATS):
        table.bet[seat] = 0
    table.clock_ms += rules.clock_street_ms
    table.actor = next_actor(table, table.button)


@kernel
def rank_hands(table):
    """Rank the hands that are shown (H-V.1, H-XV.1)."""
    for seat in range(SEATS):
        if is_in(table.live, seat):
            table.rank[seat] = rank_seven(table.hole[seat], table.board)


@kernel
def settle(table, rules, block, flop_dealt):
    """Cut the tax, divide the pots and push them; ranks must be known if two or more are live.

    Returns whether there was a showdown.
    """
    showdown = is_contested(table)
    build_pots(table)
    charge(table, rules, flop_dealt)
    if showdown:
        show_order(table)
        table.clock_ms += rules.clock_showdown_ms
    award(table, rules, block)
    if table.uncalled > 0:
        table.stack[table.uncalled_seat] += table.uncalled
        table.total[table.uncalled_seat] -= table.uncalled
    for seat in range(SEATS):
        table.stack[seat] += table.won[seat]
    return showdown


@kernel
def name_positions(table):
    """Each dealt seat's position, as place in :data:`holdem_sim.schema.POSITIONS`, clockwise from the button.

    Under a dead button nobody is BTN, and under a dead small blind nobody is SB (H-II.8).
    """
    players = table.players_dealt
    seat = table.button
    after_button = 0
    if not is_in(table.dealt, seat):
        seat = next_in(table.dealt, seat)
        after_button = 1
    dead_small_blind = players > 2 and table.big_blind_seat == next_in(table.dealt, table.button)
    for before_button in range(players, 0, -1):
        if after_button == 1 and dead_small_blind:
            after_button = 2
        if after_button == 0:
            place = BTN
        elif players == 2:
            place = BB
        elif after_button <= 2:
            place = SB if after_button == 1 else BB
        elif before_button <= 2:
            place = CO if before_button == 1 else HJ
        else:
            place = UTG + after_button - 3
        table.position[seat] = place
        seat = next_in(table.dealt, seat)
        after_button += 1


@kernel
def record(table, rules, types, block, showdown):
    """Write the settled hand."""
    emit.hand_row(table, rules, block, showdown)
    for seat in range(SEATS):
        if is_in(table.dealt, seat):
            emit.seat_row(table, block, seat, types[table.type[seat]].strategy)
    emit.pot_rows(table, block)
    table.tax_sum += table.tax
    table.extra_drop_sum += table.extra_drop
    table.pot_sum += table.pot


@kernel
def players_behind(table, seat):
    """How many others still have to act on this street if ``seat`` only calls."""
    behind = 0
    for other in range(SEATS):
        if other != seat and is_in(table.live, other) and table.stack[other] > 0:
            behind += not is_in(table.acted, other) or table.bet[other] < table.current_bet
    return behind
