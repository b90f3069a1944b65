"""Random houses, tables, decks and players, leaning towards what goes wrong.

Stacks that end exactly at a blind, at each other or one chip short; all-ins below the minimum; folds where
checking is free; boards that play; taxes whose every option matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from .course import Choice, Chooser, Start
from .house import House, Tax
from .stage import cards

MIN_RAISES = ("double", "increment", "double-increment")
BLINDS = ((50, 100), (1, 2), (1, 3), (2, 5), (5, 10), (25, 50), (7, 13), (100, 100))
HUGE = 10**9
BOARDS = ("AsKsQsJsTs", "AhKdQcJs9h", "2c2d2h2sAc", "9s9dKhKc4d", "5h6h7h8h9h", "AcAdKcKd7s")


@dataclass(frozen=True)
class RandomHand:
    """A hand to be played; ``chooser`` starts afresh with the same seed for every playing."""

    house: House
    start: Start
    deck: list[int]
    chooser_seed: int

    def chooser(self) -> Chooser:
        return random_player(Random(self.chooser_seed), self.start.blinds[1])


def random_tax(rng: Random, big_blind: int) -> Tax:
    """Any tax scheme; amounts in the order of what a pot holds."""
    if rng.random() < 0.15:
        return Tax()
    unit = rng.choice((1, 1, 1, 2, 5, big_blind))
    steps: tuple[tuple[int, int], ...] = ()
    if rng.random() < 0.2:
        sizes = sorted(rng.sample(range(1, 40 * big_blind), rng.randint(1, 5)))
        steps = tuple((size, rng.randint(0, 2 * big_blind)) for size in sizes)
    by_players = rng.sample(range(2, 11), rng.randint(1, 4)) if rng.random() < 0.25 else []
    return Tax(
        percent=Fraction(rng.choice(("0", "5", "3", "2.5", "10", "0.333", "33.3", "100"))),
        heads_up_factor=Fraction(rng.choice(("1", "1", "1", "0.5", "0.75", "1.5", "0"))),
        cap=rng.randint(0, 5 * big_blind) if rng.random() < 0.3 else None,
        cap_bb=Fraction(rng.randint(0, 40), 8) if rng.random() < 0.2 else None,
        cap_by_players={n: rng.randint(0, 5 * big_blind) for n in by_players},
        steps=steps,
        no_flop_no_drop=rng.random() < 0.3,
        min_pot=rng.randint(0, 10 * big_blind) if rng.random() < 0.2 else 0,
        unit=unit,
        rounding=rng.choice(("down", "nearest", "up")),
        spread=rng.choice(("proportional", "main-first")),
        extra_drop=rng.randint(1, 2 * big_blind) if rng.random() < 0.3 else 0,
        extra_drop_min_pot=rng.randint(0, 10 * big_blind) if rng.random() < 0.3 else 0,
    )


def random_house(rng: Random, big_blind: int) -> House:
    return House(
        min_raise=rng.choice(MIN_RAISES),
        min_bet_by_street=rng.choice(((1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 3, 1), (2, 2, 2, 4))),
        odd_chips=rng.choice(("all-to-first", "one-each")),
        chip_unit=rng.choice((1, 1, 1, 2, 5, 7, big_blind)),
        pot_order=rng.choice(("side-first", "main-first")),
        heads_up=rng.choice(("button-small-blind", "button-small-blind", "literal")),
        tax=random_tax(rng, big_blind),
    )


def random_stack(rng: Random, big_blind: int, others: list[int], deep: float) -> int:
    """From one chip to more than anybody has; often the same as another's, or a chip beside it."""
    if rng.random() < deep:
        return rng.randint(10 * big_blind, 200 * big_blind)
    kind = rng.randrange(8)
    if kind == 0 and others:
        return rng.choice(others)
    if kind == 1 and others:
        return max(1, rng.choice(others) + rng.choice((-1, 1, big_blind, -big_blind)))
    if kind == 2:
        return rng.randint(1, big_blind)
    if kind == 3:
        return rng.choice((1, big_blind // 2 + 1, big_blind, big_blind + 1, 2 * big_blind, 3 * big_blind))
    if kind == 4:
        return rng.randint(1, 5 * big_blind)
    if kind == 5:
        return rng.randint(10 * big_blind, 100 * big_blind)
    if kind == 6 and rng.random() < 0.1:
        return rng.randint(1, 9) * 10 ** rng.randint(9, 13) + rng.randint(0, 999)
    return rng.randint(1, 20 * big_blind)


def random_start(rng: Random) -> Start:
    """A table of two to ten, some seats empty; sometimes antes, straddles, live and dead posts."""
    seats = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10))
    deep = rng.choice((0.0, 0.0, 0.5, 0.9, 1.0))
    players = sorted(rng.sample(range(seats), rng.randint(2, seats) if rng.random() < 0.4 else seats))
    small, big = rng.choice(BLINDS)
    if rng.random() < 0.05:
        small, big = small * HUGE, big * HUGE
    stacks = [0] * seats
    for seat in players:
        stacks[seat] = random_stack(rng, big, [chips for chips in stacks if chips], deep)
    blinds = [small, big]
    if len(players) > 2 and rng.random() < 0.25:
        for _ in range(rng.randint(1, len(players) - 2)):
            blinds.append(2 * blinds[-1])
    button = rng.choice(players)
    order = [(button + i) % seats for i in range(1, seats + 1) if stacks[(button + i) % seats]]
    antes: dict[int, int] = {}
    if rng.random() < 0.25:
        antes = dict.fromkeys(order, rng.choice((1, small, big)))
        if rng.random() < 0.3:
            antes = {order[min(1, len(order) - 1)]: big}  # the big blind pays for all
    free = order[len(blinds) :]
    posting = [seat for seat in free if rng.random() < 0.3] if rng.random() < 0.3 else []
    return Start(
        stacks=tuple(stacks),
        button=button,
        blinds=tuple(blinds),
        antes=antes,
        dead_antes=rng.random() < 0.5,
        live_posts={seat: big for seat in posting if rng.random() < 0.7},
        dead_posts={seat: rng.choice((small, big, small + big)) for seat in posting if rng.random() < 0.6},
    )


def random_deck(rng: Random, players: int) -> list[int]:
    """A shuffled deck; one time in four with a board that makes ties likely."""
    deck = list(range(52))
    rng.shuffle(deck)
    if rng.random() < 0.25:
        first = 2 * players
        places = [first + i for i in (1, 2, 3, 5, 7)]
        for place, card in zip(places, cards(rng.choice(BOARDS)), strict=True):
            found = deck.index(card)
            deck[place], deck[found] = deck[found], deck[place]
    return deck


def random_player(rng: Random, big_blind: int) -> Chooser:
    """Legal actions: much calling, smallest raises, short all-ins, now and then a fold that costs nothing."""
    raising = rng.choice((0.05, 0.2, 0.4, 0.7))
    folding = rng.choice((0.0, 0.05, 0.2, 0.4))
    shoving = rng.choice((0.1, 0.3, 0.8))

    def choose(seat: int, to_call: int, low: int | None, high: int | None, can_check: bool) -> Choice:
        if low is not None and high is not None and rng.random() < raising:
            return "raise", random_bet(low, high)
        if rng.random() < (folding / 4 if can_check else folding):
            return "fold", 0
        return ("check" if can_check else "call"), 0

    def random_bet(low: int, high: int) -> int:
        kind = rng.random()
        if kind < shoving:
            return high
        if kind < shoving + 0.4 * (1 - shoving):
            return low
        wished = low + rng.choice((1, big_blind // 2, big_blind, 3 * big_blind, rng.randint(0, high - low)))
        return min(wished, high)

    return choose


def random_hand(seed: int) -> RandomHand:
    """The hand that belongs to a number."""
    rng = Random(seed)
    start = random_start(rng)
    house = random_house(rng, start.blinds[1])
    deck = random_deck(rng, sum(chips > 0 for chips in start.stacks))
    return RandomHand(house, start, deck, rng.getrandbits(32))
