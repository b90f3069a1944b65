"""The engine against the reference dealer: random hands, decision by decision and to the chip."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine_hand import EngineHand
from holdem_sim.engine.jit import COMPILED
from oracle.course import Course
from oracle.dealer import deal_hand
from oracle.random_hands import RandomHand, random_hand

HANDS = 6000 if COMPILED else 300
CHUNKS = 12


def answers(course: Course) -> list[tuple[str, int]]:
    """What the players of the reference dealer answered, in order."""
    decided = [act for act in course.acts if not act.action.startswith("post") and act.action != "straddle"]
    return [("raise" if act.action in ("bet", "raise") else act.action, act.to) for act in decided]


def play_in_engine(played: RandomHand, expected: Course) -> Course:
    """The hand in the engine with the same answers; stops at the first decision seen differently."""
    engine = EngineHand(played.house, played.start, played.deck)
    for number, (word, to) in enumerate(answers(expected)):
        decision = engine.decision
        asked = expected.decisions[number]
        assert decision == asked, f"decision {number} of {expected.acts}:\nengine {decision}\noracle {asked}"
        engine.act(word, to)
    assert engine.decision is None, f"the engine still asks {engine.decision}"
    return engine.settle()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_agrees_with_the_reference_dealer(chunk):
    for seed in range(chunk * HANDS // CHUNKS, (chunk + 1) * HANDS // CHUNKS):
        played = random_hand(seed)
        expected = deal_hand(played.house, played.start, played.deck, played.chooser())
        try:
            course = play_in_engine(played, expected)
            for field in fields(Course):
                assert getattr(course, field.name) == getattr(expected, field.name), field.name
        except AssertionError as error:
            raise AssertionError(f"hand {seed}: {error}\n{played.house}\n{played.start}") from None
