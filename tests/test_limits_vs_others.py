"""Limits and sizes in the engine against the reference dealer, and against PokerKit where it has them."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from random import Random

import pytest

from engine_hand import EngineHand
from holdem_sim.engine.jit import COMPILED
from oracle.course import Choice, Course, Start
from oracle.dealer import Dealer
from oracle.house import House
from oracle.random_hands import RandomHand, random_hand

HANDS = 3000 if COMPILED else 24
CHUNKS = 6
SHARES = tuple(Fraction(share) for share in ("0.01", "10", "33", "33.3333", "50", "100", "250"))
FACTORS = tuple(Fraction(factor) for factor in ("1.0001", "1.5", "2", "2.5", "3", "10"))


def limited_house(rng: Random, house: House) -> House:
    """The house with a limit, sizes or both."""
    if rng.random() < 0.35:
        return replace(house, betting="fixed-limit", raise_cap=rng.choice((1, 2, 3, 4, 4, 4, 6)))
    shares = rng.sample(SHARES, rng.choice((0, 0, 1, 3)))
    factors = rng.sample(FACTORS, rng.choice((0, 0, 1, 2)))
    return replace(
        house,
        betting=rng.choice(("no-limit", "pot-limit")),
        after_all_in=rng.choice(("free", "free", "pot")),
        bet_sizes=tuple(sorted(shares)),
        raise_factors=tuple(sorted(factors)),
    )


def limited_hand(seed: int) -> RandomHand:
    rng, played = Random(f"limits {seed}"), random_hand(seed)
    return replace(played, house=limited_house(rng, played.house))


class BothTables:
    """Plays a hand at the reference dealer's table and in the engine at once, and holds them together."""

    def __init__(self, played: RandomHand, seed: int) -> None:
        self.rng = Random(f"wishes {seed}")
        self.choose = played.chooser()
        self.engine = EngineHand(played.house, played.start, played.deck)
        self.dealer = Dealer(played.house, played.start, played.deck, self)

    def __call__(self, seat: int, to_call: int, low: int | None, high: int | None, can_check: bool) -> Choice:
        asked, decision = self.dealer.decisions[-1], self.engine.decision
        assert decision == asked, f"engine {decision}\noracle {asked}"
        word, to = self.choose(seat, to_call, low, high, can_check)
        if low is not None and high is not None:
            for wish in (to, self.rng.randint(low, high), self.rng.randint(low, min(high, 4 * low))):
                if wish > self.dealer.current_bet:
                    assert self.engine.nearest(wish) == self.dealer.nearest(seat, wish), (wish, asked)
        if word == "raise":
            to = self.dealer.nearest(seat, to)
        self.engine.act(word, to)
        return word, to

    def play(self) -> tuple[Course, Course]:
        expected = self.dealer.play()
        assert self.engine.decision is None, f"the engine still asks {self.engine.decision}"
        return expected, self.engine.settle()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_d_1_g_1_g_4_engine_agrees_with_the_reference_dealer(chunk):
    raises = 0
    for seed in range(chunk * HANDS // CHUNKS, (chunk + 1) * HANDS // CHUNKS):
        played = limited_hand(seed)
        try:
            expected, course = BothTables(played, seed).play()
            for field in fields(Course):
                assert getattr(course, field.name) == getattr(expected, field.name), field.name
        except AssertionError as error:
            raise AssertionError(f"hand {seed}: {error}\n{played.house}\n{played.start}") from None
        raises += sum(act.action in ("bet", "raise") for act in expected.acts)
    assert raises > HANDS // CHUNKS / 2


def pokerkit_games():
    """PokerKit's hold'em under the limits: its fixed-limit counts bets otherwise, so here without its cap."""
    pokerkit = pytest.importorskip("pokerkit")
    games = pytest.importorskip("pokerkit.games")

    class PotLimitHoldem(games.PotLimitPokerMixin, games.TexasHoldemMixin, games.UnfixedLimitHoldem):
        max_completion_betting_or_raising_count = None

    class FixedLimitHoldem(pokerkit.FixedLimitTexasHoldem):
        max_completion_betting_or_raising_count = None

    return {"pot-limit": PotLimitHoldem, "fixed-limit": FixedLimitHoldem}


def small_blind_is_short(start: Start) -> bool:
    """PokerKit counts what lies in the middle; here a short blind counts as full before the flop (H-IX.5)."""
    seats = len(start.stacks)
    order = [(start.button + i) % seats for i in range(1, seats + 1)]
    order = [seat for seat in order if start.stacks[seat] > 0]
    seat = order[1] if len(order) == 2 else order[0]
    return start.stacks[seat] - start.antes.get(seat, 0) < start.blinds[0]


@pytest.mark.parametrize("betting", ["pot-limit", "fixed-limit"])
def test_g_1_engine_agrees_with_pokerkit_under_limits(betting):
    other = pytest.importorskip("test_engine_vs_pokerkit")
    game = pokerkit_games()[betting]
    house = House(min_raise="increment", betting=betting, raise_cap=1000)
    used: Counter[str] = Counter()
    hands = 900 if COMPILED else 15
    for seed in range(hands):
        played = random_hand(seed)
        if betting == "pot-limit" and small_blind_is_short(played.start):
            continue
        try:
            other.compare(played, used, house, game)
        except AssertionError as error:
            raise AssertionError(f"hand {seed}: {error}\n{played.start}") from None
    assert set(used) <= set(other.KNOWN)
    assert used["A45"] + used["A49"] + used["A53"] + used["H-XI.1"] < hands / 2
