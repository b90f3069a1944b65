"""A recorded session dealt again by the reference dealer, hand by hand, under the same configuration.

What was written down of a hand (stacks, posts, cards, answers) goes into :mod:`oracle.dealer`; every action, pot,
award and stack must come out as recorded.  How each hand had to begin is told by the reference floor
(:mod:`following`), where each card lay by :mod:`oracle.deck`, what an announcement became by :mod:`oracle.manners`.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

from holdem_sim.config import Config
from holdem_sim.schema import ACTIONS, MANNERS, STREETS
from houses import house_of
from oracle.course import Act, Choice, Course, Start
from oracle.dealer import Dealer
from oracle.deck import MISDEALS, Happening, replay
from oracle.guests import Deal
from oracle.house import House
from oracle.manners import Spot, rule, ruled_out_of_turn
from records import seats_of
from sessions import Rows, by_hand

Row = dict[str, Any]
ACT_FIELDS = ("seat", "action", "amount", "to", "to_call", "pot_before", "stack_before", "all_in")
AGGRESSIVE = ("bet", "raise")
EARLY_FOLD = ("seat", "action", "manner")


def is_post(row: Row) -> bool:
    return row["action"].startswith("post") or row["action"] == "straddle"


class Recorded:
    """What was written down of one hand."""

    def __init__(self, hand: Row, seats: list[Row], actions: list[Row], events: list[Row]) -> None:
        self.hand, self.actions, self.events = hand, actions, events
        self.seats = {row["seat"]: row for row in seats}
        self.posts = [row for row in actions if is_post(row)]
        self.answers = [row for row in actions if not is_post(row)]
        assert actions == self.posts + self.answers, "somebody posts after the first decision"
        self.rulings: list[Row] = []  # the events that the rulings of this hand must have made
        assert [row["seq"] for row in actions] == list(range(len(actions)))

    def start(self, seats: int, ante: int, deal: Deal) -> Start:
        straddles = sum(row["action"] == "straddle" for row in self.posts)
        small, big = self.hand["small_blind"], self.hand["big_blind"]
        assert self.hand["blinds_posted"] == 2 + straddles - deal.places.small_dead
        return Start(
            stacks=tuple(self.seats[s]["stack_start"] if s in self.seats else 0 for s in range(seats)),
            button=deal.places.button,
            blinds=(small, big, *(big << (i + 1) for i in range(straddles))),
            antes=dict.fromkeys(self.seats, ante),
            dead_antes=False,
            entry=deal.posts,
            blind_at=(None if deal.places.small_dead else deal.places.small, deal.places.big),
            first=deal.first,
        )

    def deck(self, order: list[int]) -> list[int]:
        """The deck from the top, as far as it was dealt; any cards after that.  ``order``: that of dealing."""
        dealt = [self.seats[s]["hole_cards"][i] for i in range(2) for s in order]
        board, burned = self.hand["board"], self.hand["burned"]
        for i, cards in enumerate((board[:3], board[3:4], board[4:])):
            dealt += [burned[i], *cards]
        dealt = [card for card in dealt if card >= 0]
        assert len(set(dealt)) == len(dealt), "a card lies in two places (case A71)"
        return dealt + [card for card in range(52) if card not in dealt]

    def redeal(self, house: House, start: Start, chips: set[int]) -> Course:
        """The hand as the reference dealer deals it; every ruling is checked where it is made."""
        order = Dealer(house, start, [], lambda *_: ("fold", 0)).dealing_order()
        answers = list(self.answers)

        def choose(seat: int, to_call: int, low: int | None, high: int | None, can_check: bool) -> Choice:
            assert answers, f"seat {seat} should act, but the hand is over"
            row = answers.pop(0)
            assert (row["seat"], row["to_call"]) == (seat, to_call), f"seat {seat} to call {to_call}: {row}"
            spot = Spot(dealer.bet[seat], dealer.stack[seat], to_call, dealer.current_bet, low, high)
            self.rulings += rulings_of(row, dealer, spot, chips)
            return ("raise" if row["action"] in AGGRESSIVE else row["action"]), row["to"]

        def said_fold(seat: int) -> bool:
            if not answers or [answers[0][name] for name in EARLY_FOLD] != [seat, "fold", "out-of-turn"]:
                return False
            self.rulings.append(event_of(answers.pop(0), "fold"))
            return True

        dealer = Dealer(house, start, self.deck(order), choose)
        dealer.said_fold = said_fold
        return dealer.play()


def check_course(recorded: Recorded, course: Course, pots: list[Row], awards: list[Row]) -> None:
    """The hand as recorded is the hand as the reference dealer deals it."""
    acts = [
        Act(STREETS.index(row["street"]), *(row[name] for name in ACT_FIELDS)) for row in recorded.actions
    ]
    assert acts == course.acts
    hand = recorded.hand
    for name in ("pot", "tax", "extra_drop", "uncalled", "showdown"):
        assert hand[name] == getattr(course, name), name
    assert hand["last_street"] == STREETS[course.last_street]
    assert hand["pots"] == len(pots)
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


def check_positions(recorded: Recorded) -> None:
    """Who has the button, the small and the big blind, and nobody else, is named for it."""
    named = {row["position"]: seat for seat, row in recorded.seats.items()}
    assert len(named) == len(recorded.seats), f"a position twice: {named}"
    button = recorded.hand["button_seat"]
    assert named.get("BTN") == (button if button in recorded.seats else None), named
    if len(recorded.seats) > 2:
        blinds = {row["action"]: row["seat"] for row in recorded.posts}
        assert named.get("SB") == blinds.get("post-small-blind"), named
        assert named["BB"] == blinds["post-big-blind"], named


# Cards.


def check_cards(recorded: Recorded) -> None:
    """Every card of the deal that counts lies in one place, errors included (H-II.4, H-VII, H-VIII)."""
    errors = recorded.events
    void = [i for i, event in enumerate(errors) if event["kind"] in MISDEALS]
    assert recorded.hand["misdeals"] == len(void), "a misdeal without its event, or the other way round"
    last = errors[void[-1] + 1 :] if void else errors
    happenings = [
        Happening(e["street"], e["kind"], cards_of(e["detail"])) for e in last if e["kind"] != "ruling"
    ]
    for row in recorded.seats.values():
        if row["folded_street"] is not None:
            happenings.append(Happening(row["folded_street"], "fold", tuple(row["hole_cards"])))
    pairs = [row["hole_cards"] for row in recorded.seats.values()]
    board, burned = (cards_of(recorded.hand[name]) for name in ("board", "burned"))
    replay(pairs, happenings, board, burned)


def cards_of(slots: list[int]) -> tuple[int, ...]:
    return tuple(card for card in slots if card >= 0)


# Manners.


def rulings_of(row: Row, dealer: Dealer, spot: Spot, chips: set[int]) -> list[Row]:
    """Check that a decision is ruled as its manner wants it; the events that this makes (H-IX.6 to 10)."""
    seat, done = row["seat"], (row["action"], row["to"])
    wanted = done if row["wanted"] is None else (row["wanted"], row["wanted_to"])
    if row["manner"] == "out-of-turn":
        return [event_of(row, row["action"])]
    if row["manner"] == "declared":
        return []
    action, to = rule(row["manner"], *wanted, spot, chips)
    if action in AGGRESSIVE:
        to = dealer.nearest(seat, to)
    assert (action, to) == done, f"{row}: {action} {to} for {wanted} at {spot} (H-IX.7, 8)"
    if spot.min_raise_to is None or wanted[0] not in AGGRESSIVE or wanted[1] <= spot.current_bet:
        legal = spot.passive
    else:
        legal = (spot.aggressive, dealer.nearest(seat, wanted[1]))
    return [] if legal == done else [event_of(row, legal[0])]


def event_of(row: Row, wanted: str) -> Row:
    slots = MANNERS.index(row["manner"]), ACTIONS.index(wanted), ACTIONS.index(row["action"])
    return {"seat": row["seat"], "street": row["street"], "detail": slots}


def check_out_of_turn(recorded: Recorded) -> None:
    """What was said before its turn binds, or not, by what the one before did (H-IX.9); rulings are events."""
    pairs = list(pairwise(recorded.actions))
    for before, row in pairs:
        if row["manner"] == "out-of-turn":
            assert before["street"] == row["street"] and not is_post(before), f"{row}: nobody was before him"
            bet = before["action"] in AGGRESSIVE
            assert ruled_out_of_turn(row["action"], bet) is not None, f"{row}: free again after {before}"
    if recorded.hand["misdeals"] > 0:
        return  # the rulings of what was void stay
    rulings = [event for event in recorded.events if event["kind"] == "ruling"]
    made = [{key: e[key] for key in ("seat", "street")} | {"detail": tuple(e["detail"][:3])} for e in rulings]
    free_again = [event for event in made if event["detail"][2] < 0]
    for event in free_again:
        said = ACTIONS[event["detail"][1]]
        assert ruled_out_of_turn(said, True) is None, f"{event}: a {said} binds"
        assert any(
            (row["seat"], row["street"]) == (event["seat"], event["street"])
            and before["action"] in AGGRESSIVE
            for before, row in pairs
        ), f"{event}: nobody bet or raised before him"
    assert [event for event in made if event["detail"][2] >= 0] == recorded.rulings


# Sessions.


def check_hands(config: Config, rows: Rows, deals: list[Deal]) -> None:
    """Deal every hand of a session again."""
    house, chips = house_of(config), {int(chip) for chip in config.rules.chip_values}
    tables = {table: by_hand(rows, table) for table in ("seats", "actions", "pots", "awards")}
    events = defaultdict(list)
    for event in rows["events"]:
        events[event["hand_id"]].append(event)
    for hand, deal in zip(rows["hands"], deals, strict=True):
        number = hand["hand_id"]
        try:
            recorded = Recorded(hand, tables["seats"][number], tables["actions"][number], events[number])
            start = recorded.start(config.table.seats, int(config.rules.ante), deal)
            course = recorded.redeal(house, start, chips)
            check_course(recorded, course, tables["pots"][number], tables["awards"][number])
            check_cards(recorded)
            check_positions(recorded)
            check_out_of_turn(recorded)
        except (AssertionError, ValueError) as error:
            raise AssertionError(f"hand {number}: {error}\n{deal}\n{hand}") from error
