"""The checks of a strategy's contract find what they look for, and styles are counted as defined."""

import random

import numpy as np
import pytest

from holdem_sim import all_in, check_or_call, check_or_fold, fold, raise_to, sparring, strategy
from holdem_sim.config import load
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import HoldemError
from holdem_sim.request import Request
from holdem_sim.simulate import run
from holdem_sim.sparring import HERO, WIDTH, Player, _Ring
from holdem_sim.strategy import find
from holdem_sim.strategy_check import check_contract, check_style, decisions_per_second
from holdem_sim.strategy_style import Measured, declared_style, measure_style, style_faults

DECISIONS = 600 if COMPILED else 60


def faults(strategy_) -> dict[str, str]:
    findings, _ = check_contract(Player(strategy_()), DECISIONS)
    return {finding.check: finding.text for finding in findings if not finding.kept}


@strategy(compiled=False)
def tosses_a_coin():
    """Takes chance from elsewhere."""
    coin = random.Random(1)

    def decide(spot):
        return check_or_call() if coin.random() < 0.5 else check_or_fold()

    return decide


@strategy(compiled=False)
def counts_in_secret():
    """Keeps a state of its own."""
    asked = [0]

    def decide(spot):
        asked[0] += 1
        return all_in() if asked[0] % 5 == 0 else check_or_call()

    return decide


@strategy(batch=True)
def looks_at_its_neighbours():
    """Acts on the whole batch, not on each spot."""

    def decide(spots):
        return np.full(len(spots), check_or_call() if len(spots) % 2 else fold(), np.int64)

    return decide


@strategy
def raises_the_moon():
    """Wishes what nobody has."""

    def decide(spot):
        return raise_to(10**12)

    return decide


@strategy(compiled=False)
def divides_by_zero():
    """Fails."""

    def decide(spot):
        return check_or_call() // (spot.to_call - spot.to_call)

    return decide


@strategy(compiled=False)
def says_nothing():
    """Forgets to answer."""

    def decide(spot):
        return None

    return decide


@strategy(compiled=False, memory=[("hands", "i4"), ("folds", "i4", 2)])
def remembers():
    """Plays every third hand it has seen, in plain Python, with a memory."""

    def decide(spot):
        spot.memory.folds[0] += 1
        return check_or_call() if spot.memory.hands % 3 == 0 else check_or_fold()

    def observe(hand, memory):
        memory.hands += 1

    return decide, observe


@strategy(batch=True, memory=[("asked", "i8")])
def counts_in_the_open():
    """A batch strategy with a memory."""

    def decide(spots):
        spots.memory["asked"] += 1
        return np.where(spots.memory["asked"] % 4 == 0, all_in(), check_or_call())

    return decide


def test_chance_from_elsewhere_is_found():
    assert "spot.random" in faults(tosses_a_coin)["deterministic"]


def test_a_state_of_ones_own_is_found():
    assert {"deterministic", "batch size"} <= set(faults(counts_in_secret))


def test_dependence_on_the_batch_is_found():
    assert "asked" in faults(looks_at_its_neighbours)["batch size"]


def test_illegal_wishes_are_found():
    assert "wishes lie outside their bounds" in faults(raises_the_moon)["legal"]


def test_a_failing_strategy_is_named():
    with pytest.raises(HoldemError, match="strategy divides-by-zero failed: ZeroDivisionError"):
        check_contract(Player(divides_by_zero()), 20)


def test_an_answer_that_is_none_is_shown():
    with pytest.raises(HoldemError, match="says-nothing answered None"):
        check_contract(Player(says_nothing()), 20)


@pytest.mark.parametrize("kind", [remembers, counts_in_the_open])
def test_memory_belongs_to_the_player_and_is_no_fault(kind):
    assert faults(kind) == {}


def test_a_twin_differs_where_nobody_can_look_and_nowhere_else():
    config = load(players="always-call*6", words=["table.seats=6"])
    ring = _Ring(Player(find("always-call")()), config, 3)
    cases = ring.cases()
    for _ in range(5):
        next(cases)
    for real in range(WIDTH):
        table, twin = ring.tables[real], ring.tables[real + WIDTH]
        if twin.hand_no != table.hand_no:
            continue
        assert (table.hole[HERO] == twin.hole[HERO]).all()
        assert (table.board == twin.board).all()
        others = [seat for seat in range(6) if seat != HERO and int(table.dealt) >> seat & 1]
        assert all((table.hole[seat] != twin.hole[seat]).all() for seat in others)
        seen = [int(card) for seat in [HERO, *others] for card in twin.hole[seat]]
        assert len(set(seen)) == len(seen)


@strategy
def heeds_exposed_cards():
    """Raises when a card has been exposed."""

    def decide(spot):
        return all_in() if spot.exposed != 0 else check_or_call()

    return decide


def test_seeing_what_is_hidden_is_found(monkeypatch):
    """An engine that shows a hidden card, as a fault in it might, in the twin alone."""
    hide = sparring._hide_others

    def hide_and_show(tables, fresh):
        hide(tables, fresh)
        for slot in fresh:
            tables[slot].exposed = np.uint64(1) << np.uint64(tables[slot].hole[1, 0])

    assert faults(heeds_exposed_cards) == {}
    monkeypatch.setattr(sparring, "_hide_others", hide_and_show)
    assert "with other hidden cards" in faults(heeds_exposed_cards)["hidden cards"]


def test_speed_is_measured():
    player = Player(find("always-call")())
    _, cases = check_contract(player, 60)
    assert decisions_per_second(player, cases, 0.01) > 1_000


# --- Style ---


def test_declared_style_is_read():
    doc = "Plays.\n\n    Style: VPIP 13-19, PFR 10.5 - 16, 3-bet 3-7, aggression 1.8-4.\n"
    assert declared_style(doc) == {
        "VPIP": (13, 19), "PFR": (10.5, 16), "3-bet": (3, 7), "aggression": (1.8, 4),
    }  # fmt: skip
    assert declared_style("Plays.") == {}


@pytest.mark.parametrize("line", ["VPIP", "VPIP 20", "VPIP 20-10", "vpip 10-20", "VPIP 10-20; PFR 5-6"])
def test_a_style_that_cannot_be_read_is_named(line):
    with pytest.raises(HoldemError, match=r"cannot read .* in the line 'Style:' of the docstring"):
        declared_style(f"Style: {line}")


def test_faults_of_style_are_intervals_outside_the_range():
    declared = {"VPIP": (10.0, 20.0), "WTSD": (20.0, 30.0)}
    inside = Measured(21.0, 1.5, 1000)
    assert style_faults(declared, {"VPIP": inside, "WTSD": Measured(None, 0.0, 0)}) == []
    (fault,) = style_faults(declared, {"VPIP": Measured(8.0, 1.5, 1000), "WTSD": Measured(25.0, 9.0, 10)})
    assert fault == "declares VPIP 10-20 but plays 8.0 ± 1.5 (1,000 chances)"


def test_other_parameters_are_not_held_to_the_declared_style():
    assert check_style(find("nit")(open=0.5), {}).kept


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs by the players of a table, 50/100 blinds."""

    def play(players: str, seats: int, hands: int):
        out = tmp_path_factory.mktemp("runs") / "run"
        config = load(players=players, words=[f"table.seats={seats}", "session.hands=50"])
        run(Request(config, 5, hands, out))
        return open_run(out)

    return play


def test_case_a74_checking_the_big_blind_and_posting_are_not_vpip(runs):
    """Everybody calls: of N players the big blind alone has not put in chips of his own will."""
    style = measure_style(runs("always-call*5", 5, 50), "always-call")
    assert style["VPIP"].value == pytest.approx(80.0)
    assert style["PFR"].value == 0.0
    assert style["WTSD"].value == 100.0
    assert style["aggression"] == Measured(None, 0.0, 0)
    assert style["3-bet"].chances == 0


def test_case_a76_no_call_no_aggression(runs):
    style = measure_style(runs("always-fold*4", 4, 50), "always-fold")
    assert style["VPIP"].value == 0.0
    assert style["aggression"].value is None and style["WTSD"].value is None


@pytest.mark.parametrize("name", ["maniac", "uniform-random"])
def test_styles_against_a_plain_count(runs, name):
    """Counted again row by row, in plain Python, from the definitions."""
    data = runs(f"{name}*3,always-call*2", 5, 400 if COMPILED else 100)
    style = measure_style(data, name)
    strategies, counts = {}, dict.fromkeys(
        ("hands", "vpip", "pfr", "could", "did", "raised", "called", "saw", "showed"), 0
    )  # fmt: skip
    last = {h["hand_id"]: h for h in data.read("hands").to_pylist()}
    for row in data.read("seats").to_pylist():
        if row["strategy"] == name:
            strategies[row["hand_id"], row["seat"]] = set()
            counts["hands"] += 1
            saw = last[row["hand_id"]]["last_street"] != "preflop" and row["folded_street"] != "preflop"
            counts["saw"] += saw
            counts["showed"] += saw and row["folded_street"] is None and last[row["hand_id"]]["showdown"]
    hand, raises = None, []
    for row in data.read("actions").to_pylist():
        if row["hand_id"] != hand:
            hand, raises = row["hand_id"], []
        did = strategies.get((row["hand_id"], row["seat"]))
        act = row["action"]
        spoken = act in ("fold", "check", "call", "bet", "raise")
        if did is not None and row["street"] == "preflop" and spoken:
            if len(raises) == 1 and row["seat"] not in raises and row["stack_before"] > row["to_call"]:
                counts["could"] += 1
                counts["did"] += act == "raise"
            did |= {"vpip"} if act in ("call", "bet", "raise") else set()
            did |= {"pfr"} if act in ("bet", "raise") else set()
        elif did is not None and row["street"] != "preflop":
            counts["raised"] += act in ("bet", "raise")
            counts["called"] += act == "call"
        if row["street"] == "preflop" and act in ("bet", "raise"):
            raises.append(row["seat"])
    for did in strategies.values():
        counts["vpip"] += "vpip" in did
        counts["pfr"] += "pfr" in did
    expected = {
        "VPIP": (counts["vpip"], counts["hands"], 100), "PFR": (counts["pfr"], counts["hands"], 100),
        "3-bet": (counts["did"], counts["could"], 100), "aggression": (counts["raised"], counts["called"], 1),
        "WTSD": (counts["showed"], counts["saw"], 100),
    }  # fmt: skip
    for statistic, (done, chances, scale) in expected.items():
        assert style[statistic].chances == chances > 0, statistic
        assert style[statistic].value == pytest.approx(scale * done / chances), statistic
    assert style["PFR"].value <= style["VPIP"].value


def test_g_1_d_1_wishes_that_a_limit_does_not_allow_are_told_and_no_fault():
    @strategy
    def odd_bets():
        """Raises to amounts that no house with sizes has."""

        def decide(spot):
            return (
                raise_to(spot.min_raise_to + 1) if spot.max_raise_to > spot.min_raise_to else check_or_call()
            )

        return decide

    findings, cases = check_contract(Player(odd_bets()), DECISIONS)
    told = {finding.check: finding for finding in findings}
    limited = [case for case in cases if case.limited]
    assert {case.corrected for case in limited} == {True, False}
    assert told["legal"].kept and "every wish within its bounds" in told["legal"].text
    assert told["limits"].kept and "wishes taken to the nearest amount that is allowed" in told["limits"].text
    assert f"{len(limited):,} decisions" in told["limits"].text
