"""Whole sessions of the simulator against the reference dealer and the reference floor, hand by hand."""

from __future__ import annotations

import pytest

from following import Follower
from holdem_sim.engine.jit import COMPILED
from holdem_sim.strategy import all_in, check_or_call, fold, raise_to, strategy
from redealing import check_hands
from sessions import configure, game_of, play_session

HANDS = 300 if COMPILED else 20


@strategy
def restless():
    """Every kind of action at random, small raises and all-ins above all."""

    def decide(spot):
        r = spot.random
        if r < 0.20:
            return fold()
        if r < 0.70:
            return check_or_call()
        if r < 0.80:
            return raise_to(spot.min_raise_to)
        if r < 0.95:
            return raise_to(spot.min_raise_to + spot.randoms[0] * spot.pot)
        return all_in()

    return decide


TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "casino": (9, {}),
    "heads-up": (2, {"tax.heads_up_factor": "0.5", "tax.rounding": "nearest"}),
    "heads-up literal": (2, {"rules.heads_up": "literal", "tax.no_flop_no_drop": "true"}),
    "three, increment": (3, {"rules.min_raise": "increment", "tax.cap_bb": "1.5", "tax.extra_drop": "20"}),
    "six, antes": (
        6,
        {"rules.ante": "25", "rules.min_raise": "double-increment", "tax.spread": "main-first"},
    ),
    "ten, general": (
        10,
        {
            "rules.min_bet_by_street": "[1, 1, 2, 2]",
            "rules.min_raise": "increment",
            "rules.odd_chips": "one-each",
            "rules.pot_order": "main-first",
            "tax.unit": "25",
            "tax.rounding": "up",
            "tax.cap_by_players": "{2=100,5=250,8=400}",
        },
    ),
    "eight, straddles": (8, {"lineup.types.always-call.straddle": "0.5", "rules.min_raise": "increment"}),
    "seven, short stacks, leaving and coming": (
        7,
        {
            "buy_in.min_bb": "1",
            "buy_in.late_min_bb": "1",
            "lineup.types.always-call.buy_in_bb": "4",
            "lineup.types.always-call.rebuy_below_bb": "0",
            "lineup.types.always-call.max_rebuys": "1",
            "lineup.types.always-call.straddle": "0.2",
        },
    ),
    "three, folds of short stacks out of turn (H-IX.9)": (
        3,
        {
            "buy_in.min_bb": "1",
            "buy_in.late_min_bb": "1",
            "lineup.types.always-call.buy_in_bb": "1.5",
            "lineup.types.always-call.rebuy_below_bb": "0.5",
            "lineup.types.always-call.out_of_turn": "1",
        },
    ),
    "six, coarse chips": (6, {"rules.chip_unit": "25", "tax.min_pot": "500", "tax.percent": "3.3"}),
}


@pytest.mark.parametrize("name", TABLES)
def test_sessions_agree_with_the_reference_dealer(name):
    seats, words = TABLES[name]
    config = configure(
        f"always-call*{seats}", [f"table.seats={seats}", *(f"{k}={v}" for k, v in words.items())]
    )
    rows = play_session(game_of(config, 7, [restless()]), 0, HANDS)
    assert len(rows["hands"]) == HANDS
    check_hands(config, rows, Follower(config, rows).follow())
