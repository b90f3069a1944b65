"""The records the engine works on.

One numpy record per session holds everything the engine knows about a table; the functions of this
package are plain functions over such records.  Money is int64 chips, clocks are int64 milliseconds,
seats count clockwise from 0, cards are ``4 * rank + suit`` (see :mod:`holdem_sim.engine.cards`).  A set of
seats is a bit mask (bit 0 = seat 0): Numba does not take nested arrays of bool in records.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holdem_sim.schema import DEALER_ERRORS, MAX_SEATS, block_dtype

SEATS = MAX_SEATS
MAX_POTS = MAX_SEATS + 1
MAX_STEPS = 32
MAX_SIZES = 16
"""Most bet sizes, and most raise factors (D-1)."""
MAX_CHIP_VALUES = 32
AWAY = 16
"""Players of a session who may come back are remembered up to this number; the longest away are forgotten."""
QUEUE = 16
"""Places on the waiting list."""
GUESTS = AWAY + QUEUE
MEMORY_BYTES = 256
OBSERVED_ACTIONS = 128
NO_CARD = -1
MAX_CHIPS = 10**15
"""No table may hold more chips than this, so that no sum or product of the engine leaves int64."""

# Streets, in the order of holdem_sim.schema.STREETS.
PREFLOP, FLOP, TURN, RIVER = 0, 1, 2, 3

# Actions as recorded, in the order of holdem_sim.schema.ACTIONS.
(
    POST_ANTE, POST_SMALL_BLIND, POST_BIG_BLIND, STRADDLE, POST_LIVE, POST_DEAD,
    FOLD, CHECK, CALL, BET, RAISE,
) = range(11)  # fmt: skip

# Options of the rules, in the order in which the configuration names them.
MIN_RAISE_DOUBLE, MIN_RAISE_INCREMENT, MIN_RAISE_DOUBLE_INCREMENT = 0, 1, 2
ODD_ALL_TO_FIRST, ODD_ONE_EACH = 0, 1
POTS_SIDE_FIRST, POTS_MAIN_FIRST = 0, 1
HEADS_UP_BUTTON_SMALL_BLIND, HEADS_UP_LITERAL = 0, 1
ROUND_DOWN, ROUND_NEAREST, ROUND_UP = 0, 1, 2
SPREAD_PROPORTIONAL, SPREAD_MAIN_FIRST = 0, 1
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = 0, 1, 2
BUTTON_MOVING, BUTTON_DEAD = 0, 1
ENTRY_DEAD, ENTRY_LIVE = 0, 1

# How a decision is announced (H-IX.6), in the order of holdem_sim.schema.MANNERS.
DECLARED, SILENT, STRING, OUT_OF_TURN = range(4)

# A seat within a hand, as a strategy sees it.
NOT_DEALT, LIVE, FOLDED, ALL_IN = 0, 1, 2, 3

RULES = np.dtype(
    [
        ("seed", "u8"),
        ("seats", "i8"),
        ("small_blind", "i8"),
        ("big_blind", "i8"),
        ("ante", "i8"),
        ("min_players", "i8"),
        ("buy_in_min", "i8"),  # chips
        ("buy_in_max", "i8"),
        ("buy_in_late_min", "i8"),
        ("max_straddles", "i8"),
        ("min_raise", "i8"),
        ("min_bet", "i8", (4,)),  # chips, by street
        ("odd_chips", "i8"),
        ("chip_unit", "i8"),
        ("pot_order", "i8"),
        ("heads_up", "i8"),
        ("limited", "i8"),  # 1: not plain no-limit, see holdem_sim.engine.limits
        ("betting", "i8"),  # NO_LIMIT, POT_LIMIT, FIXED_LIMIT
        ("raise_cap", "i8"),  # fixed-limit: most bets a street while three or more are in
        ("pot_after_all_in", "i8"),  # 1: once somebody is all-in in a round, raises are exactly the pot (G-4)
        ("bet_sizes", "i8"),  # number of allowed bet sizes; 0: any bet (D-1)
        ("bet_size", "i8", (MAX_SIZES,)),  # ascending, millionths of the pot
        ("raise_factors", "i8"),  # number of allowed raise factors; 0: any raise (D-1)
        ("raise_factor", "i8", (MAX_SIZES,)),  # ascending, millionths of the current bet
        ("chip_values", "i8"),  # number of the house's chips
        ("chip_value", "i8", (MAX_CHIP_VALUES,)),  # ascending (H-IX.7)
        ("button", "i8"),  # BUTTON_MOVING, BUTTON_DEAD
        ("entry_post", "i8"),  # ENTRY_DEAD, ENTRY_LIVE
        ("leave_any_hand", "i8"),  # 1: a player may leave after any hand, 0: when the round ends (H-VI.5)
        ("separate_parties", "i8"),  # 1: no two of a party at one table (H-VI.9)
        ("shuffle_by_hand", "i8"),  # 1: physical shuffle (H-II.9)
        ("wash_ms", "i8"),
        ("error_rate", "i8", (len(DEALER_ERRORS),)),  # in 2**-32, in the order of DEALER_ERRORS
        # Addresses of what only some houses need; 0: not needed. See holdem_sim.engine.hooks.
        ("hook_company", "i8"),
        ("hook_shuffle", "i8"),
        ("hook_dealing", "i8"),
        ("hook_speaker", "i8"),
        ("hook_turn", "i8"),  # both before a player is asked, so that the loop has to test one address
        ("hook_declare", "i8"),
        # The tax. Percentages are exact fractions of the pot: 5 % is 1/20.
        ("tax_num", "i8"),
        ("tax_den", "i8"),
        ("tax_heads_up_num", "i8"),  # the fraction when two are dealt in: percent x heads_up_factor
        ("tax_heads_up_den", "i8"),
        ("tax_cap", "i8", (SEATS + 1,)),  # chips, by players dealt in: the smallest that applies; -1 none
        ("tax_steps", "i8"),  # number of steps; 0: the percentage
        ("tax_step_from", "i8", (MAX_STEPS,)),  # ascending pot sizes
        ("tax_step_amount", "i8", (MAX_STEPS,)),
        ("tax_no_flop_no_drop", "i8"),
        ("tax_min_pot", "i8"),  # smaller pots are not taxed
        ("tax_unit", "i8"),
        ("tax_rounding", "i8"),
        ("tax_spread", "i8"),
        ("extra_drop", "i8"),
        ("extra_drop_min_pot", "i8"),
        ("time_charge", "i8"),  # chips per player and half hour
        # The clock.
        ("clock_deal_ms", "i8"),  # shuffle and deal of a hand
        ("clock_action_ms", "i8"),  # every decision
        ("clock_street_ms", "i8"),  # burning and opening flop, turn, river
        ("clock_showdown_ms", "i8"),  # showing, reading and pushing
        ("clock_error_ms", "i8"),  # putting a dealing error right
        # How long a session lasts: the first limit reached ends it.
        ("session_hands", "i8"),
        ("session_ms", "i8"),  # 0: no limit
        # Who sits where when a session opens: a type's number, -1 by share, -2 empty.
        ("seat_type", "i8", (SEATS,)),
        ("seats_mixed", "i8"),  # 1: seat_type is permuted anew in every session
        ("types", "i8"),  # number of player types
        ("players_per_session", "i8"),  # distance of the first player_id of neighbouring sessions
    ]
)

TYPES = np.dtype(
    [
        ("strategy", "i8"),  # place in the run's list of strategies
        ("weight", "i8"),  # share of the seats filled by share, in any common unit
        ("buy_in", "i8"),  # chips
        ("rebuy_below", "i8"),  # adds chips before a hand when the stack is below this
        ("rebuy_to", "i8"),
        ("max_rebuys", "i8"),  # -1: as often as he likes
        ("straddle", "i8"),  # how often he straddles when he may, in 2**-32
        ("seat_change", "i8"),  # how often he changes seats when he may, in 2**-32 a hand
        ("entry_post", "i8"),  # 1: posts the blinds to enter a running game, 0: waits for the button
        ("silent", "i8"),  # how often his decisions are silent, by string, out of turn: in 2**-32
        ("string", "i8"),
        ("out_of_turn", "i8"),
        ("manners", "i8"),  # 1: his strategy says itself how a decision is announced
        ("departure_ms", "i8"),  # mean time until he wants to leave; -1 never
        ("stay_hands", "i8"),  # hands dealt to him after which he wants to leave; -1 never
        ("stay_ms", "i8"),  # time at the table after which he wants to leave; -1 never
        ("stop_loss", "i8"),  # chips lost at which he wants to leave; -1 never
        ("stop_win", "i8"),  # chips won at which he wants to leave; -1 never
        ("company", "i8"),  # players dealt in, himself included, below which he wants to leave; 0 never
        ("come_back", "i8"),  # how often he comes back after he left, in 2**-32
        ("away_ms", "i8"),  # mean time he stays away
        ("walk_in_ms", "i8"),  # mean time between arrivals of the type, seat or no seat; -1 never
        ("patience_ms", "i8"),  # how long he stays on the waiting list; -1 as long as it takes
        ("party", "i8"),  # number of the party; -1 none
        ("arrival_ms", "i8"),  # mean time until a newcomer of the type takes the seat he left; -1 never
    ]
)

SPOT_FIELDS = [
    # The hand.
    ("street", "i8"),
    ("hand_no", "i8"),
    ("button", "i8"),
    ("small_blind", "i8"),
    ("big_blind", "i8"),
    ("straddle", "i8"),  # the last blind when it is larger than the big blind, else 0
    ("players_dealt", "i8"),
    ("players_in", "i8"),  # not folded, the player himself included
    ("players_behind", "i8"),  # still to act after him on this street if he only calls
    ("board_cards", "i8"),  # 0, 3, 4 or 5
    ("pot", "i8"),  # everything put in so far, the bets of this street included
    ("last_aggressor", "i8"),  # seat of the last bet or raise on this street; -1 none
    ("raises", "i8"),  # bets and raises on this street; blinds do not count
    ("preflop_raises", "i8"),
    ("preflop_raiser", "i8"),  # seat of the last raise before the flop; -1 none
    ("preflop_callers", "i8"),  # calls before the flop since the last raise (limpers, if nobody raised)
    # The player.
    ("seat", "i8"),
    ("position", "i8"),  # place in holdem_sim.schema.POSITIONS
    ("stack", "i8"),
    ("bet", "i8"),  # own chips in on this street
    ("to_call", "i8"),  # chips to add to call, never more than the stack; 0: may check
    ("current_bet", "i8"),  # the bet to match on this street
    ("min_raise_to", "i8"),  # both 0 when raising is barred; equal when there is one amount, as an all-in
    ("max_raise_to", "i8"),
    ("random", "f8"),  # uniform in [0, 1), belongs to this decision
    ("randoms", "f8", (4,)),  # four more
    # Seat by seat.
    ("stacks", "i8", (SEATS,)),
    ("bets", "i8", (SEATS,)),  # on this street
    ("totals", "i8", (SEATS,)),  # in this hand
    ("status", "i1", (SEATS,)),  # 0 not dealt in, 1 live, 2 folded, 3 all-in
    ("raised_preflop", "i1", (SEATS,)),  # raises made before the flop
    ("players", "i4", (SEATS,)),  # player_id; -1 empty
    # Cards; -1 where there is none.
    ("cards", "i1", (2,)),
    ("board", "i1", (5,)),
    ("exposed", "u8"),  # cards exposed in play: bit 0 = card 0
    # What was said out of turn and still stands: place in holdem_sim.schema.ACTIONS by seat; -1 nothing.
    ("announced", "i1", (SEATS,)),
    (
        "in_turn",
        "i8",
    ),  # 1; 0 when he is asked whether he speaks before his turn (see @strategy(manners=True))
]
"""What a player may know when he acts, and nothing else. ``memory`` follows as the last field."""


def spot_dtype(memory: np.dtype | None) -> np.dtype:
    """The record handed to ``decide`` of a strategy whose memory is ``memory`` (at most 256 bytes).

    All such records have the same size and layout, so that every strategy can be called by address.  Without a
    memory there is no such field: what lies in its place is not the player's.
    """
    head = np.dtype(SPOT_FIELDS, align=True)
    offset = (head.itemsize + 7) // 8 * 8
    fields: Any = head.fields
    places = {name: fields[name][:2] for name in head.names or ()}
    if memory is not None:
        places["memory"] = memory, offset
    return np.dtype(
        {
            "names": list(places),
            "formats": [kind for kind, _ in places.values()],
            "offsets": [place for _, place in places.values()],
            "itemsize": offset + MEMORY_BYTES,
        }
    )


RAW_MEMORY = np.dtype([("bytes", "i8", (MEMORY_BYTES // 8,))])
SPOT = spot_dtype(RAW_MEMORY)

OBSERVED = np.dtype(
    [
        # What a player who was dealt in has seen when the hand is over.
        ("hand_no", "i8"),
        ("button", "i8"),
        ("big_blind", "i8"),
        ("seat", "i8"),  # his own
        ("players_dealt", "i8"),
        ("board_cards", "i8"),
        ("pot", "i8"),
        ("showdown", "i8"),
        ("actions", "i8"),  # how many of the hand's actions follow: at most 128, the first ones
        ("players", "i4", (SEATS,)),  # player_id; -1 not dealt in
        ("contributed", "i8", (SEATS,)),
        ("won", "i8", (SEATS,)),
        ("board", "i1", (5,)),
        ("cards", "i1", (SEATS, 2)),  # his own and what was shown; -1 unknown
        ("action_seat", "i1", (OBSERVED_ACTIONS,)),
        ("action_street", "i1", (OBSERVED_ACTIONS,)),
        ("action", "i1", (OBSERVED_ACTIONS,)),  # place in holdem_sim.schema.ACTIONS
        ("action_to", "i8", (OBSERVED_ACTIONS,)),  # his bet on that street after it
    ],
    align=True,
)

TABLE = np.dtype(
    [
        # The session.
        ("session_id", "i8"),
        ("phase", "i8"),  # see holdem_sim.engine.lockstep
        ("hands_limit", "i8"),
        ("hand_no", "i8"),
        ("clock_ms", "i8"),
        ("half_hours", "i8"),  # half hours already charged
        ("next_player", "i8"),  # players seen so far in this session
        ("button", "i8"),  # -1: to be drawn
        ("last_big_blind", "i8"),  # seat; -1 none
        ("tax_sum", "i8"),
        ("extra_drop_sum", "i8"),
        ("pot_sum", "i8"),
        ("decisions", "i8"),
        ("corrected", "i8"),
        # Seats.
        ("player", "i8", (SEATS,)),  # player_id; -1 empty
        ("type", "i8", (SEATS,)),  # kept when a seat falls empty: a newcomer is of the same type
        ("stack", "i8", (SEATS,)),
        ("rebuys", "i8", (SEATS,)),
        ("waiting", "i8", (SEATS,)),  # 1: a newcomer who has not been dealt in yet
        ("arrives_ms", "i8", (SEATS,)),  # when a newcomer takes an empty seat; -1 never
        ("arrivals", "i8", (SEATS,)),  # newcomers so far, for the random stream
        # -- seating: rounds, habits, posts that are due, who is away, who waits for a seat
        ("stay", "i8", (SEATS,)),  # how often he has come back, for the random stream
        ("came_ms", "i8", (SEATS,)),  # when he sat down
        ("hands_dealt", "i8", (SEATS,)),  # to him since then
        ("brought_in", "i8", (SEATS,)),  # chips bought since then
        ("goes_ms", "i8", (SEATS,)),  # when it is time for him to go; -1 never
        ("wish", "i8", (SEATS,)),  # why he wants to leave: place in DEPARTURE_REASONS; 0 he does not
        ("full_round", "i8", (SEATS,)),  # number of his first full round; 0 not dealt in yet
        ("round_no", "i8"),  # rounds of the button so far, this one included
        ("round_seat", "i8"),  # where the button stood when the round began; -1 it begins with the next draw
        ("round_button", "i8"),  # where the button was in the last hand that was noted
        ("round_over", "i8"),  # 1: the round ends with the coming move of the button
        ("hands_noted", "i8"),  # hands of which rounds and habits know
        ("rounds_settled", "i8"),  # hand before which ``round_over`` was settled
        ("paid_small", "i8"),  # mask of the seats whose players have paid the small blind in this round
        ("paid_big", "i8"),
        ("small_seat", "i8"),  # seat of the small blind, in this hand or the last; nobody's if it is dead
        ("owes_small", "i8"),  # mask of those who pay a small blind beside the blinds of the coming hand
        ("owes_big", "i8"),
        ("owes_live", "i8"),  # mask of those whose big blind is live
        ("speaks_first", "i8"),  # seat + 1 of who speaks first after a change of seats; 0: the order decides
        ("waits", "i8"),  # moments that have passed since the last hand without bringing the next
        ("receiving", "i8"),  # 1: the block was full while people came; the rest of them come next
        ("seatings", "i8"),  # players so far for whom a free seat was drawn
        ("walk_ins", "i8"),  # players so far who came whether or not a seat was free
        ("walk_in_rate", "f8"),  # how many of them come in a millisecond
        ("walk_in_ms", "i8"),  # when the next one comes; -1 never
        ("visit_ms", "i8"),  # when the next of them comes or the next player comes back; -1 never
        # People who have no seat: away, or on the waiting list.
        ("guests", "i8"),  # people so far who were away or on the list
        ("guest_state", "i8", (GUESTS,)),  # see holdem_sim.engine.guests
        ("guest_order", "i8", (GUESTS,)),  # place in the order in which they went, or came to the list
        ("guest_type", "i8", (GUESTS,)),
        ("guest_player", "i8", (GUESTS,)),  # player_id; -1 he has not played yet
        ("guest_left", "i8", (GUESTS,)),  # chips with which he left (H-VI.6)
        ("guest_stay", "i8", (GUESTS,)),
        ("guest_due_ms", "i8", (GUESTS,)),  # when he comes back, or gives up; -1 never
        ("guest_memory", "i8", (GUESTS, MEMORY_BYTES // 8)),
        # -- end of seating
        ("memory", "i8", (SEATS, MEMORY_BYTES // 8)),
        # The hand.
        ("started_ms", "i8"),
        ("street", "i8"),
        ("actor", "i8"),  # whose turn it is; -1 nobody's
        ("turn_begun", "i8"),  # 1: what may come before he is asked has been settled
        ("speaker", "i8"),  # who is asked: the actor, or somebody behind him who speaks out of turn
        ("misdeals", "i8"),  # times this hand was void and dealt again
        (
            "actions_mark",
            "i8",
        ),  # rows in the block when the deal of this hand began, to take a void hand back
        ("decisions_mark", "i8"),  # the session's decisions, and those corrected, by then
        ("corrected_mark", "i8"),
        ("dealt", "i8"),  # mask of the seats dealt in
        ("live", "i8"),  # mask of those who have not folded
        ("acted", "i8"),  # mask of those who have acted on this street
        ("went_all_in", "i8"),  # mask
        ("players_dealt", "i8"),
        ("small_blind_seat", "i8"),
        ("big_blind_seat", "i8"),
        ("last_blind_seat", "i8"),  # who acts last before the flop
        ("blinds_posted", "i8"),
        ("straddle", "i8"),
        ("stack_start", "i8", (SEATS,)),
        ("bet", "i8", (SEATS,)),  # live chips in on this street
        ("total", "i8", (SEATS,)),  # live chips in in this hand, layered into pots
        ("dead", "i8", (SEATS,)),  # dead chips in in this hand, main pot
        ("won", "i8", (SEATS,)),
        ("folded_street", "i8", (SEATS,)),
        ("status", "i1", (SEATS,)),  # NOT_DEALT, LIVE, FOLDED, ALL_IN
        ("position", "i8", (SEATS,)),  # place in holdem_sim.schema.POSITIONS
        ("decision", "i8", (SEATS,)),  # decisions made in this hand, for the random stream
        ("current_bet", "i8"),
        ("last_full", "i8"),  # size of the last full bet, or what the last full raise added
        ("last_full_is_raise", "i8"),
        ("raises", "i8"),
        ("full_bets", "i8"),  # full bets and raises on this street; big blind and straddles are some
        ("last_aggressor", "i8"),
        ("preflop_raises", "i8"),
        ("preflop_raiser", "i8"),
        ("preflop_callers", "i8"),
        ("raised_preflop", "i1", (SEATS,)),
        ("seq", "i8"),
        # -- manners: what was said out of turn
        ("announced", "i1", (SEATS,)),  # the action that was said and still stands; -1 none
        ("said_seat", "i8"),  # who said it; -1 nobody
        ("said", "i8"),  # it, as a decision
        ("said_seq", "i8"),  # the actions of the hand, the street and its raises when it was said
        ("said_street", "i8"),
        ("said_raises", "i8"),
        ("asked_seq", "i8"),  # the actions of the hand when somebody last answered before his turn; -1 never
        ("manner", "i8"),  # of the action that is being carried out
        ("answer", "i8"),  # what a strategy answered that is no decision
        # -- end of manners
        # Cards.
        ("deck", "i1", (52,)),  # the first ``drawn`` are settled, the rest in any order
        ("drawn", "i8"),
        ("next_card", "i8"),
        ("hole", "i1", (SEATS, 2)),
        ("board", "i1", (5,)),
        ("board_cards", "i8"),
        ("burned", "i1", (3,)),
        ("burned_cards", "i8"),
        ("exposed", "u8"),
        # -- dealing: errors of this hand, and the deck between hands
        ("shuffles", "i8"),  # shuffles of this hand so far, for the random stream
        ("shuffle_base", "i8"),  # cards that had left the deck at the last shuffle
        ("hand_events", "i8"),  # events of this hand so far, those of its void attempts included
        ("aside", "i8"),  # a card that lies beside the deck: the next burn, or to go back; -1 none
        ("burn_lies", "i8"),  # 1: the burn of the coming street lies already, its cards were opened too early
        (
            "early",
            "i8",
        ),  # 1: the dealer will open the next street's cards before this one's last player speaks
        # -- end of dealing
        # The settlement.
        ("rank", "i8", (SEATS,)),  # -1 not shown
        ("show_order", "i8", (SEATS,)),
        ("pot", "i8"),
        ("uncalled", "i8"),
        ("uncalled_seat", "i8"),
        ("tax", "i8"),
        ("extra_drop", "i8"),
        ("pots", "i8"),
        ("pot_amount", "i8", (MAX_POTS,)),
        ("pot_tax", "i8", (MAX_POTS,)),
        ("pot_extra_drop", "i8", (MAX_POTS,)),
        ("pot_contenders", "i8", (MAX_POTS,)),
        # The beginning of the hand's actions, for ``observe``.
        ("log_actions", "i8"),
        ("log_seat", "i1", (OBSERVED_ACTIONS,)),
        ("log_street", "i1", (OBSERVED_ACTIONS,)),
        ("log_action", "i1", (OBSERVED_ACTIONS,)),
        ("log_to", "i8", (OBSERVED_ACTIONS,)),
    ],
    align=True,
)

BLOCK_ROWS = {
    "hands": 512,
    "seats": 512 * SEATS,
    "actions": 16_384,
    "pots": 2_048,
    "awards": 4_096,
    "ledger": 2_048,
    "events": 1_024,
    "players": 1_024,
}
"""Rows a table can record before its block must be emptied."""

BLOCK = np.dtype(
    [(f"{name}_rows", np.int64) for name in BLOCK_ROWS]
    + [(name, block_dtype(name, rows)) for name, rows in BLOCK_ROWS.items()],
    align=True,
)
