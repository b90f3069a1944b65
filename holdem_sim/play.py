"""What strategies share: reading a situation, and turning an intention into a bet.

Everything here takes the ``spot`` a player sees and compiles. A strategy file says how its player thinks, in
two small tables, :class:`BeforeFlop` and :class:`AfterFlop`; what those numbers mean at a given table,
position, stack and board is here, once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from holdem_sim.engine.jit import constant, kernel, portable
from holdem_sim.engine.ranking import ALL_RANKS, COUNT, HIGHEST
from holdem_sim.engine.rulings import FLOP, PREFLOP, RIVER, TURN, all_in, check_or_call, check_or_fold
from holdem_sim.hand_strength import (
    FLUSH,
    NOTHING,
    OVERCARDS,
    STRAIGHT,
    STRAIGHT_COMPLETIONS,
    TOP_PAIR,
    board_set,
    draws,
    made_of,
    outs,
    pocket_set,
    ranks_of,
    starting_hand_percentile,
)
from holdem_sim.situation import (
    bet_pot,
    last_blind,
    last_to_speak,
    played_for,
    pot_odds,
    raise_near,
    rivals,
    seats_behind,
    width,
)

__all__ = [
    "FLOP",
    "PREFLOP",
    "RIVER",
    "TURN",
    "AfterFlop",
    "BeforeFlop",
    "after_flop",
    "ahead",
    "before_flop",
    "bet_pot",
    "improvement",
    "last_blind",
    "played_for",
    "portable",
    "pot_odds",
    "raise_near",
    "rivals",
    "seats_behind",
    "width",
]  # fmt: skip


class BeforeFlop(NamedTuple):
    """How a player plays before the flop. Shares are of all starting hands, the best first."""

    open: float
    """raises with this share when nobody has entered and five players are left behind him"""
    limp: float
    """just calls the blind with this share"""
    isolate: float
    """raises over limpers with this multiple of ``open``"""
    three_bet: float
    """raises a raise with this share"""
    call: float
    """goes on against a raise with this share, by calling or raising"""
    light: float
    """how often he raises a raise with a hand just outside that share"""
    stand: float
    """goes on against a re-raise with this share"""
    size: float
    """an opening raise, in blinds"""


class AfterFlop(NamedTuple):
    """How a player plays after the flop. Chances are between 0 and 1."""

    value: float
    """bets when his chance to be ahead of everybody is at least this"""
    size: float
    """a bet, as a share of the pot"""
    c_bet: float
    """how often he bets the flop without a hand, against one, when he raised last before it"""
    bluff: float
    """how often he bets nothing at all when everybody has checked to him"""
    draw: float
    """how often he bets or raises a good draw instead of checking or calling"""
    raise_at: float
    """raises a bet when his chance to be ahead is at least this"""
    respect: float
    """how far he believes a bet: 0 he does not adjust, 1 he reads it for what it says"""
    margin: float
    """the chance to win he wants beyond the price of a call; below 0 he calls too much"""


# --- Before the flop ---


@portable
def before_flop(spot, style):
    """The decision of a player of this :class:`BeforeFlop` style."""
    hand = starting_hand_percentile(spot)
    if spot.preflop_raises == 0:
        return _enter(spot, style, hand)
    if spot.preflop_raises == 1 and spot.raised_preflop[spot.seat] == 0:
        return _face_raise(spot, style, hand)
    return _face_reraise(spot, style, hand)


@portable
def _enter(spot, style, hand):
    """Nobody has raised: raise, limp or fold; the big blind may check."""
    wide = width(spot.players_behind)
    if spot.players_dealt == 2:
        wide *= 2.0
    share = style.open * wide
    if spot.preflop_callers > 0:
        share = style.open * style.isolate * max(wide, 1.0) * 0.9 ** (spot.preflop_callers - 1)
    if hand <= share:
        return raise_near(spot, (style.size + spot.preflop_callers) * last_blind(spot))
    if spot.to_call == 0:
        return check_or_fold()
    # Company makes limping cheaper, and half of the price is already in the small blind.
    cheap = 1.0 + 0.08 * min(spot.preflop_callers, 4)
    if 2 * spot.to_call <= last_blind(spot):
        cheap *= 1.4
    if hand <= style.limp * cheap and spot.to_call <= 0.15 * spot.stack:
        return check_or_call()
    return check_or_fold()


@portable
def _face_raise(spot, style, hand):
    """One raise: the later it came from and the better the price, the more hands go on."""
    raiser = width(seats_behind(spot, spot.preflop_raiser)) ** 0.5
    price = min(max(0.38 / pot_odds(spot), 0.5), 1.7)
    blinds = spot.current_bet / last_blind(spot)
    dear = min(max((4.0 / blinds) ** 0.5, 0.45), 1.1)
    strong = style.three_bet * raiser
    playable = style.call * raiser * price * dear
    if spot.to_call >= 0.3 * played_for(spot):
        # Whoever goes on plays for everything: no speculation.
        if hand <= max(strong, 0.6 * playable if price > 1.2 else 0.4 * playable):
            return all_in()
        return check_or_fold()
    if hand <= strong:
        return _reraise(spot)
    if hand <= playable or (_is_pair(spot) and style.call > 0 and spot.to_call <= 0.06 * played_for(spot)):
        return check_or_call()
    if spot.random < style.light and hand <= 2.0 * playable + 0.05 and spot.preflop_callers == 0:
        return _reraise(spot)
    return check_or_fold()


@portable
def _face_reraise(spot, style, hand):
    """Two raises or more, or a raise over one's own: the top of the range."""
    share = style.stand * 0.7 ** max(spot.preflop_raises - 2, 0)
    if spot.raised_preflop[spot.seat] == 0:
        share *= 0.6
    price = pot_odds(spot)
    if price < 0.25:
        share *= 0.25 / max(price, 0.08)
    if hand <= 0.5 * share or (hand <= share and spot.to_call >= 0.3 * played_for(spot)):
        return _reraise(spot)
    if hand <= share or (_is_pair(spot) and spot.to_call <= 0.05 * played_for(spot)):
        return check_or_call()
    return check_or_fold()


@portable
def _reraise(spot):
    """Three times the bet and one more for every caller; a little less over a re-raise."""
    times = 3.0 if spot.preflop_raises == 1 else 2.4
    return raise_near(spot, (times + spot.preflop_callers) * spot.current_bet)


@portable
def _is_pair(spot):
    return spot.cards[0] >> 2 == spot.cards[1] >> 2


# --- After the flop ---

# The chance to be ahead of one rival who holds a hand of the best 40 % before the flop, by street (flop,
# turn, river) and what one has made; measured over random deals with this project's evaluator, averaged
# over boards without three of a suit or four to a straight.
_AHEAD = constant(
    np.array(
        [
            [0.03, 0.57, 0.71, 0.83, 0.93, 0.96, 0.97, 0.98, 0.98, 0.97, 1.0, 1.0],
            [0.02, 0.51, 0.68, 0.79, 0.88, 0.92, 0.95, 0.97, 0.97, 0.96, 1.0, 1.0],
            [0.02, 0.45, 0.64, 0.72, 0.82, 0.86, 0.91, 0.93, 0.95, 0.94, 1.0, 1.0],
        ]
    ).ravel()
)
# What a high card adds when nothing is made, by its rank.
_HIGH_CARD = constant(np.array([0, 0, 0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.09, 0.13, 0.19, 0.29, 0.42]))


@portable
def ahead(spot):
    """The chance that his hand is now better than one rival's, who holds a hand good enough to have come so
    far: the bigger the pot, the better."""
    chance = ahead_of(pocket_set(spot), board_set(spot), spot.board_cards)
    in_blinds = spot.pot / spot.big_blind
    if in_blinds <= 20.0:
        return chance
    return max(1.0 - (1.0 - chance) * (in_blinds / 20.0) ** 0.35, 0.0)


@kernel
def ahead_of(pocket, board, board_cards):
    """The chance of :func:`ahead` for sets of cards, on a board of 3 to 5."""
    made = made_of(pocket, board)
    chance = _AHEAD[12 * (board_cards - 3) + made]
    own, there = ranks_of(pocket), ranks_of(board)
    if made == NOTHING:
        chance += _HIGH_CARD[HIGHEST[own]] * (1.0 - 0.12 * (board_cards - 3))
    elif made == TOP_PAIR:
        chance += 0.012 * (HIGHEST[own & ~there] - 6)  # the kicker
    suited, highest_suited = _most_suited(pocket, board)
    if made < FLUSH:
        if suited >= 4:
            chance *= 0.66
        elif suited == 3:
            chance *= 0.92
        if made < STRAIGHT:
            # Somebody may need one card only for a straight.
            chance *= 1.0 - 0.15 * min(COUNT[STRAIGHT_COMPLETIONS[there]], 2)
    elif made == FLUSH and suited >= 4:
        chance -= 0.025 * (12 - highest_suited)
    return min(max(chance, 0.0), 1.0)


@kernel
def _most_suited(pocket, board):
    """How many cards of one suit are on the board, and the highest own rank of that suit."""
    most, highest = 0, 0
    for suit in range(4):
        there = board >> 16 * suit & ALL_RANKS
        if COUNT[there] > most:
            most = COUNT[there]
            highest = HIGHEST[pocket >> 16 * suit & ALL_RANKS]
    return most, highest


@portable
def ahead_of_all(spot, chance):
    """From the chance against one rival to that against everybody still in."""
    return chance ** (1.0 + 0.8 * (rivals(spot) - 1))


@portable
def ahead_of_bettor(spot, chance, respect):
    """The chance to be ahead once somebody has bet: he bets the better part of his hands, the smaller a part
    the more he bets and the more often it was raised, and bluffs now and then."""
    size = spot.to_call / max(spot.pot - spot.to_call, 1)
    part = max(0.75 - 0.3 * min(size, 1.5), 0.2) * 0.55 ** max(spot.raises - 1, 0)
    honest = max(1.0 - (1.0 - chance) / part, 0.0)
    believed = 0.88 * honest + 0.12 * chance
    against_one = respect * believed + (1.0 - respect) * chance
    return against_one * chance ** (0.8 * (rivals(spot) - 1))


@portable
def improvement(spot):
    """The chance that the cards to come make him a hand worth the pot."""
    if spot.street == FLOP:
        chance = 0.034 * outs(spot)
        if draws(spot) & OVERCARDS:
            chance += 0.08
        return min(chance, 0.55)
    return outs(spot) / 46.0


@portable
def after_flop(spot, style):
    """The decision of a player of this :class:`AfterFlop` style."""
    chance = ahead(spot)
    if spot.to_call == 0:
        return _lead(spot, style, chance)
    return _answer(spot, style, chance)


@portable
def _lead(spot, style, chance):
    """Nobody has bet: for value, as a continuation, with a draw, as a bluff, or not at all."""
    crowd = 0.55 ** (rivals(spot) - 1)
    if ahead_of_all(spot, chance) >= style.value:
        return bet_pot(spot, style.size)
    if spot.preflop_raiser == spot.seat and spot.street != RIVER:
        often = style.c_bet if spot.street == FLOP else 0.5 * style.c_bet
        if spot.random < often * crowd:
            return bet_pot(spot, 0.8 * style.size)
    if improvement(spot) >= 0.16 and spot.randoms[0] < style.draw * crowd**0.5:
        return bet_pot(spot, style.size)
    if last_to_speak(spot) and spot.randoms[1] < style.bluff * crowd:
        return bet_pot(spot, style.size)
    return check_or_fold()


@portable
def _answer(spot, style, chance):
    """There is a bet: raise, call or fold by the chance to win and the price."""
    best = ahead_of_bettor(spot, chance, style.respect)
    if best >= style.raise_at:
        return bet_pot(spot, style.size)
    hope = improvement(spot) if spot.street != RIVER else 0.0
    if spot.raises == 1 and rivals(spot) == 1:
        if hope >= 0.25 and spot.randoms[0] < 0.5 * style.draw:
            return bet_pot(spot, style.size)
        if spot.randoms[1] < 0.15 * style.bluff:
            return bet_pot(spot, style.size)
    price = pot_odds(spot)
    if hope > 0.0 and played_for(spot) > 3 * spot.to_call:
        price *= 0.85  # what a draw still wins when it comes in
    if best + (1.0 - best) * hope >= price + style.margin:
        return check_or_call()
    return check_or_fold()
