"""Whole sessions of the shipped strategies under every limit and preset: no wish corrected, every bet allowed."""

from __future__ import annotations

import pytest

from holdem_sim.config import Config, load
from holdem_sim.engine.jit import COMPILED
from holdem_sim.strategy import shipped
from sessions import by_hand, game_of, play_session

HANDS = 400 if COMPILED else 25
HOUSES = {
    "casino": ("casino", ()),
    "general": ("general", ()),
    "discrete": ("discrete", ()),
    "pot-limit": ("casino", ("rules.betting=pot-limit",)),
    "general in fixed-limit": ("general", ("rules.betting=fixed-limit",)),
    "fixed-limit with straddles": ("casino", ("rules.betting=fixed-limit", "tax.percent=0")),
    "discrete in pot-limit": ("discrete", ("rules.betting=pot-limit",)),
    "pot after all-in": ("general", ("rules.after_all_in=pot",)),
}
NAMES = sorted(shipped())
SEATED = (NAMES[:6], NAMES[6:])
"""Half of the strategies at a time, each at a seat or two."""


def configured(house: str, half: int) -> Config:
    table, words = HOUSES[house]
    names = SEATED[half]
    if "straddles" in house:
        words = (*words, *(f"lineup.types.{name}.straddle=0.5" for name in names))
    return load(table, players=",".join(names), words=("table.seats=6", *words))


@pytest.fixture(scope="module")
def played():
    made = {}

    def of(house: str, half: int):
        if (house, half) not in made:
            made[house, half] = play_session(game_of(configured(house, half)), 0, HANDS)
        return made[house, half]

    return of


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("house", HOUSES)
def test_d_1_g_1_shipped_strategies_wish_nothing_that_is_not_allowed(house, half, played):
    rows = played(house, half)
    assert len(rows["hands"]) == HANDS
    assert [row for row in rows["actions"] if row["wanted"] is not None] == []
    assert sum(row["action"] in ("bet", "raise") for row in rows["actions"]) > HANDS / 4


@pytest.mark.parametrize("house", HOUSES)
def test_d_1_g_1_chips_are_conserved_in_every_hand(house, played):
    rows = played(house, 0)
    seats = by_hand(rows, "seats")
    for hand in rows["hands"]:
        mine = seats[hand["hand_id"]]
        assert sum(row["contributed"] for row in mine) == hand["pot"]
        assert sum(row["won"] for row in mine) + hand["tax"] + hand["extra_drop"] == hand["pot"]


def raises_of(rows):
    """The bets and raises of every hand, as (street, bet before, bet, all-in, folded players so far)."""
    for actions in by_hand(rows, "actions").values():
        street, current = "preflop", 0
        for row in actions:
            if row["street"] != street:
                street, current = row["street"], 0
            if row["action"] in ("bet", "raise"):
                yield row, current
            if row["action"] != "post-ante":
                current = max(current, row["to"])


@pytest.mark.parametrize("half", [0, 1])
def test_g_1_every_bet_of_a_fixed_limit_session_is_the_unit(half, played):
    units = {"preflop": 100, "flop": 100, "turn": 200, "river": 200}
    seen = set()
    for row, current in raises_of(played("general in fixed-limit", half)):
        # Over a short big blind the bet is as large as over a full one.
        added = row["to"] - max(current, 100 if row["street"] == "preflop" else 0)
        assert added == units[row["street"]] or (row["all_in"] and added < units[row["street"]])
        seen.add(row["street"])
    assert {"preflop", "flop"} <= seen


@pytest.mark.parametrize("half", [0, 1])
def test_d_1_every_bet_of_a_discrete_session_is_a_size_or_all_in(half, played):
    for row, current in raises_of(played("discrete", half)):
        if row["all_in"]:
            continue
        if row["action"] == "bet":
            sizes = {row["pot_before"] * share // 100 for share in (33, 50, 100)}
            assert row["to"] in {max(size, 100) for size in sizes}
        else:
            bet = max(current, 100 if row["street"] == "preflop" else 0)
            assert row["to"] in {2 * bet, 3 * bet} or row["to"] > 2 * bet  # a factor below the minimum


@pytest.mark.parametrize("house", ["pot-limit", "discrete in pot-limit"])
def test_g_1_no_bet_of_a_pot_limit_session_is_above_the_pot(house, played):
    for row, current in raises_of(played(house, 1)):
        if row["street"] != "preflop":
            assert row["to"] <= max(current + row["pot_before"] + row["to_call"], current + 100)


def test_g_1_the_cap_holds_in_whole_sessions(played):
    """With six players in six straddling seats the fourth bet is the last while three are in."""
    full = 0
    for half in (0, 1):
        for actions in by_hand(played("fixed-limit with straddles", half), "actions").values():
            live = len({row["seat"] for row in actions})
            bets, street = 0, "preflop"
            for row in actions:
                if row["street"] != street:
                    street, bets = row["street"], 0
                bets += row["action"] in ("post-big-blind", "straddle")
                if row["action"] in ("bet", "raise"):
                    assert bets < 4 or live < 3
                    bets += not row["all_in"]
                live -= row["action"] == "fold"
                full = max(full, bets)
    assert full >= 4
