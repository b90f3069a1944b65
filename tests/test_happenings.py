"""What happened, in words: every kind of event, from the small numbers that the engine writes."""

from __future__ import annotations

import re

import pytest

from holdem_sim.engine.cards import CARD_TEXTS
from holdem_sim.happenings import DEALING, LEAVING, WORDS, detail, details
from holdem_sim.schema import ACTIONS, DEALER_ERRORS, DEPARTURE_REASONS, EVENT_KINDS, MANNERS, MAX_SEATS

AH, KH, SEVEN, DEUCE, NINE = (CARD_TEXTS.index(text) for text in ("Ah", "Kh", "7d", "2c", "9s"))
TYPES = ("nit", "recreational")
SILENT, STRING, OUT_OF_TURN = (MANNERS.index(manner) for manner in ("silent", "string", "out-of-turn"))
CALL, RAISE, CHECK, BET = (ACTIONS.index(action) for action in ("call", "raise", "check", "bet"))


def told(kind: str, seat: int, *slots: int) -> str:
    return detail(EVENT_KINDS.index(kind), seat, (*slots, *[-1] * (MAX_SEATS - len(slots))), TYPES)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (("button-draw", 1, AH, -1, KH), "seat 0 Ah, seat 2 Kh; button to seat 1"),
        (("session-opened", -1), ""),
        (("game-broken", -1), ""),
        (("arrival", 2), ""),
        (("arrival", 2, 1), "comes back"),
        (("departure", 2), ""),
        (("departure", 2, 0), "broke: no chips left"),
        (("departure", 2, 3), "stop-loss: has lost as much as he would"),
        (("departure", 2, 5), "time to go"),
        (("waiting", -1, 1, 3, 0), "recreational waits for a seat, place 3 on the list"),
        (("waiting", -1, 0, 1, 1), "nit, who comes back, waits for a seat, place 1 on the list"),
        (("gave-up", -1, 0), "nit gives up waiting and goes"),
        (("refused", -1, -1), "somebody is refused: one of his party sits at the table"),
        (("seat-change", 4, 7, 0, 0), "moves to seat 7, free"),
        (("seat-change", 4, 7, 0, 1), "moves to seat 7, owes the big blind"),
        (("seat-change", 4, 7, 1, 1), "moves to seat 7, owes the small and the big blind"),
        (("ruling", 3, SILENT, RAISE, CALL), "a raise put in without a word: ruled a call"),
        (("ruling", 3, STRING, RAISE, CALL), "a raise put in by two movements: ruled a call"),
        (("ruling", 3, STRING, BET, BET), "a bet put in by two movements: the first one counts"),
        (("ruling", 3, OUT_OF_TURN, CHECK, CHECK), "a check said out of turn: binds"),
        (
            ("ruling", 3, OUT_OF_TURN, CALL, -1),
            "a call said out of turn: somebody has bet since, he is free again",
        ),
        (("exposed-pocket-card", 5, AH), "Ah of seat 5 is exposed by the dealer: misdeal, dealt again"),
        (
            ("premature-flop", 5, KH, SEVEN, DEUCE, NINE),
            "flop Kh 7d 2c is opened before seat 5 has spoken: goes back, burn card 9s stays; then shuffled, dealt "
            "without another burn",
        ),
        (("wrong-pot", 5, 0, 2), "main pot is pushed to seat 5, put right by the house: goes to seat 2"),
        (("wrong-pot", 5, 2, 3), "side pot 2 is pushed to seat 5, put right by the house: goes to seat 3"),
    ],
)
def test_what_happened_in_words(event, expected):
    assert told(*event) == expected


def test_every_kind_with_numbers_has_words():
    silent = {"session-opened", "session-closed", "game-broken", "game-restarted"}
    assert set(WORDS) == set(EVENT_KINDS) - silent
    assert set(LEAVING) == set(DEPARTURE_REASONS)


@pytest.mark.parametrize("kind", DEALER_ERRORS)
def test_h_vii_and_h_viii_errors_tell_their_cards_in_order_and_the_seat(kind):
    text = told(kind, 6, AH, KH, SEVEN, DEUCE)
    cards = re.findall(r"\b[2-9TJQKA][cdhs]\b", text)
    assert cards == ["Ah", "Kh", "7d", "2c"][: len(cards)]
    asked = DEALING.get(kind, "")
    assert len(cards) == len(set(re.findall(r"\{\d\}", asked)))
    assert ("seat 6" in text) == ("{seat}" in asked or kind == "wrong-pot")


@pytest.mark.parametrize("kind", EVENT_KINDS)
def test_numbers_that_mean_nothing_still_give_a_line(kind):
    for number in (-1, 0, 99, 127):
        text = told(kind, -1, *[number] * MAX_SEATS)
        assert "\n" not in text and len(text) < 250


def test_many_events_are_told_in_their_order():
    draw, arrival = EVENT_KINDS.index("button-draw"), EVENT_KINDS.index("arrival")
    slots = [[AH, *[-1] * 9], [-1] * 10, [1, *[-1] * 9]]
    assert details([draw, arrival, arrival], [0, 1, 2], slots, TYPES) == [
        "seat 0 Ah; button to seat 0",
        "",
        "comes back",
    ]
