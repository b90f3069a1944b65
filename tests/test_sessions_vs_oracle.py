"""Whole sessions of the simulator against the reference dealer, hand by hand.

What the simulator wrote down of a hand (stacks, posts, cards, answers) is dealt again by the reference dealer
under the same house's rules; every action, pot, award and stack must come out as recorded.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from holdem_sim.engine.jit import COMPILED
from holdem_sim.schema import STREETS
from holdem_sim.strategy import all_in, check_or_call, fold, raise_to, strategy
from oracle.dealer import Act, Choice, Chooser, Course, Start, deal_hand
from oracle.house import House, Tax
from records import seats_of
from sessions import Rows, by_hand, configure, game_of, play_session

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


def by_players(text: str) -> dict[int, int]:
    """``"{2=10, 5=20}"`` as a dictionary."""
    pairs = (pair.split("=") for pair in text.strip("{}").split(",") if pair)
    return {int(players): int(chips) for players, chips in pairs}


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
    "six, coarse chips": (6, {"rules.chip_unit": "25", "tax.min_pot": "500", "tax.percent": "3.3"}),
}


def house_of(words: dict[str, str]) -> House:
    """The reference dealer's house for configuration words; the rest are the defaults of ``casino``."""

    def number(key: str, default: int = 0) -> int:
        return int(words.get(key, default))

    return House(
        min_raise=words.get("rules.min_raise", "double"),
        min_bet_by_street=(1, 1, 2, 2) if "rules.min_bet_by_street" in words else (1, 1, 1, 1),
        odd_chips=words.get("rules.odd_chips", "all-to-first"),
        chip_unit=number("rules.chip_unit", 1),
        pot_order=words.get("rules.pot_order", "side-first"),
        heads_up=words.get("rules.heads_up", "button-small-blind"),
        tax=Tax(
            percent=Fraction(words.get("tax.percent", "5")),
            heads_up_factor=Fraction(words.get("tax.heads_up_factor", "1")),
            cap_bb=Fraction(words["tax.cap_bb"]) if "tax.cap_bb" in words else None,
            cap_by_players=by_players(words.get("tax.cap_by_players", "{}")),
            no_flop_no_drop="tax.no_flop_no_drop" in words,
            min_pot=number("tax.min_pot"),
            unit=number("tax.unit", 1),
            rounding=words.get("tax.rounding", "down"),
            spread=words.get("tax.spread", "proportional"),
            extra_drop=number("tax.extra_drop"),
        ),
    )


class Recorded:
    """What was written down of one hand."""

    def __init__(self, hand: dict, seats: list[dict], actions: list[dict]) -> None:
        self.hand, self.actions = hand, actions
        self.seats = {row["seat"]: row for row in seats}
        self.posts = [
            row for row in actions if row["action"].startswith("post") or row["action"] == "straddle"
        ]

    def start(self, seats: int, ante: int) -> Start:
        straddles = sum(row["action"] == "straddle" for row in self.posts)
        small, big = self.hand["small_blind"], self.hand["big_blind"]
        return Start(
            stacks=tuple(self.seats[s]["stack_start"] if s in self.seats else 0 for s in range(seats)),
            button=self.hand["button_seat"],
            blinds=(small, big, *(big << (i + 1) for i in range(straddles))),
            antes=dict.fromkeys(self.seats, ante),
            dead_antes=False,
        )

    def deck(self, first: int) -> list[int]:
        """The deck from the top, as far as it was dealt; any cards after that."""
        order = sorted(self.seats, key=lambda s: (s - first) % 10)
        dealt = [self.seats[s]["hole_cards"][i] for i in range(2) for s in order]
        board, burned = self.hand["board"], self.hand["burned"]
        for i, cards in enumerate((board[:3], board[3:4], board[4:])):
            dealt += [burned[i], *cards]
        dealt = [card for card in dealt if card >= 0]
        assert len(set(dealt)) == len(dealt)
        return dealt + [card for card in range(52) if card not in dealt]

    def chooser(self) -> Chooser:
        answers = iter(self.actions[len(self.posts) :])

        def choose(seat: int, to_call: int, low: int | None, high: int | None, can_check: bool) -> Choice:
            row = next(answers)
            assert (row["seat"], row["to_call"]) == (seat, to_call)
            return ("raise" if row["action"] in ("bet", "raise") else row["action"]), row["to"]

        return choose


def check_hand(recorded: Recorded, course: Course, pots: list[dict], awards: list[dict]) -> None:
    """The hand as recorded is the hand as the reference dealer deals it."""
    fields = ("seat", "action", "amount", "to", "to_call", "pot_before", "stack_before", "all_in")
    acts = [Act(STREETS.index(row["street"]), *(row[name] for name in fields)) for row in recorded.actions]
    assert acts == course.acts
    hand = recorded.hand
    for name in ("pot", "tax", "extra_drop", "uncalled", "showdown"):
        assert hand[name] == getattr(course, name), name
    assert hand["last_street"] == STREETS[course.last_street]
    assert [(row["amount"], row["tax"], sorted(seats_of(row["contenders"]))) for row in pots] == [
        (pot.amount, pot.tax, pot.contenders) for pot in course.pots
    ]
    assert [(row["pot_no"], row["seat"], row["amount"]) for row in awards] == course.awards
    for seat, row in recorded.seats.items():
        assert row["stack_end"] == course.stacks[seat]
        shown = course.show_order.index(seat) if seat in course.show_order else -1
        assert row["show_order"] == shown
        folded = course.folded_street.get(seat)
        assert row["folded_street"] == (None if folded is None else STREETS[folded])


@pytest.mark.parametrize("name", TABLES)
def test_sessions_agree_with_the_reference_dealer(name):
    seats, words = TABLES[name]
    config = configure(
        f"always-call*{seats}", [f"table.seats={seats}", *(f"{k}={v}" for k, v in words.items())]
    )
    rows: Rows = play_session(game_of(config, 7, [restless()]), 0, HANDS)
    house, ante = house_of(words), int(words.get("rules.ante", 0))
    tables = {table: by_hand(rows, table) for table in ("seats", "actions", "pots", "awards")}
    assert len(rows["hands"]) == HANDS
    for hand in rows["hands"]:
        number = hand["hand_id"]
        recorded = Recorded(hand, tables["seats"][number], tables["actions"][number])
        first = next(row["seat"] for row in recorded.posts if row["action"] == "post-small-blind")
        start = recorded.start(seats, ante)
        try:
            course = deal_hand(house, start, recorded.deck(first), recorded.chooser())
            check_hand(recorded, course, tables["pots"][number], tables["awards"][number])
        except (AssertionError, ValueError) as error:
            raise AssertionError(f"hand {number}: {error}\n{start}") from error
