"""Whole runs under any configuration, played by fuzzers: only what the house's rules allow comes out.

The check is that of ``holdem-sim verify``, which knows nothing of the engine.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from holdem_sim import request
from holdem_sim.config import Config
from holdem_sim.dataset import open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.simulate import Request, run
from holdem_sim.verify import check_run

PLAYERS = Path(__file__).with_name("fuzz_players.py")
EXAMPLES = 80 if COMPILED else 12
MANY_HANDS = 120 if COMPILED else 15
SEATS = range(2, 11)
SMALLEST = Decimal("0.001")
BIG_BLINDS = (1, 2, 3, 25, 100, 100, 7_000, 1_000_000)
BUY_INS = (1, 2, 3, 7, 20, 100, 10_000)


@pytest.fixture(autouse=True, scope="module")
def small_shards():
    """Several shards although the runs are short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(request, "SHARD_HANDS", 25)
        yield


def decimals(low: int | Decimal, high: int) -> st.SearchStrategy[Decimal]:
    return st.decimals(low, high, places=3)


def maybe(chips: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | chips


def chips(big_blind: int, most_bb: int = 20) -> st.SearchStrategy[int]:
    """Nothing, single chips, or big blinds."""
    return st.just(0) | st.integers(0, 9) | st.integers(0, most_bb * big_blind)


@st.composite
def taxes(draw: st.DrawFn, big_blind: int) -> dict[str, Any]:
    percent = draw(decimals(0, 100) | st.sampled_from([0, 5]))
    most_factor = 100 if percent == 0 else int(min(100, 100 / Decimal(percent)))
    some = chips(big_blind)
    return {
        "percent": percent,
        "cap": draw(maybe(some)),
        "cap_bb": draw(maybe(decimals(0, 20))),
        "cap_by_players": draw(maybe(st.dictionaries(st.sampled_from(SEATS), some, min_size=1))),
        "steps": draw(st.lists(st.tuples(some, some), max_size=4, unique_by=lambda step: step[0])),
        "no_flop_no_drop": draw(st.booleans()),
        "min_pot": draw(some),
        "unit": draw(st.sampled_from([1, 1, 5, 25, big_blind, 10 * big_blind])),
        "rounding": draw(st.sampled_from(["down", "nearest", "up"])),
        "spread": draw(st.sampled_from(["proportional", "main-first"])),
        "extra_drop": draw(some),
        "extra_drop_min_pot": draw(some),
        "time_charge": draw(st.just(0) | some),
        "heads_up_factor": draw(st.just(1) | decimals(0, most_factor)),
    }


@st.composite
def house_rules(draw: st.DrawFn, big_blind: int) -> dict[str, Any]:
    bets = st.integers(1, 4)
    return {
        "min_raise": draw(st.sampled_from(["double", "increment", "double-increment"])),
        "min_bet_by_street": draw(st.just([1, 1, 1, 1]) | st.lists(bets, min_size=4, max_size=4)),
        "odd_chips": draw(st.sampled_from(["all-to-first", "one-each"])),
        "chip_unit": draw(st.sampled_from([1, 1, 5, 25, big_blind])),
        "pot_order": draw(st.sampled_from(["side-first", "main-first"])),
        "heads_up": draw(st.sampled_from(["button-small-blind", "literal"])),
        "ante": draw(st.just(0) | chips(big_blind, 3)),
        "max_straddles": draw(st.just("all") | st.integers(0, 10)),
    }


@st.composite
def player_types(draw: st.DrawFn, strategy: str) -> dict[str, Any]:
    rebuy_to = draw(st.sampled_from(BUY_INS))
    return {
        "strategy": f"{PLAYERS}:{strategy}",
        "share": draw(st.integers(1, 3)),
        "buy_in_bb": draw(st.sampled_from(BUY_INS) | decimals(SMALLEST, 2)),
        "rebuy_to_bb": rebuy_to,
        "rebuy_below_bb": draw(st.just(0) | decimals(0, rebuy_to)),
        "max_rebuys": draw(st.just("unlimited") | st.integers(0, 3)),
        "arrival": draw(st.sampled_from(["never", 0, 1, 15, 600])),
        "straddle": draw(st.sampled_from([0, 0, Decimal("0.3"), 1])),
    }


@st.composite
def lineups(draw: st.DrawFn, seats: int, least: int) -> dict[str, Any]:
    """Seats filled by share, or each by name, some of them empty."""
    strategy = draw(st.sampled_from(["fuzzer"] * 5 + ["plain_fuzzer"]))
    kinds = draw(st.lists(player_types(strategy), min_size=1, max_size=3))
    types = {f"kind-{number}": kind for number, kind in enumerate(kinds)}
    filled = draw(st.integers(least, seats))
    places = draw(st.lists(st.sampled_from([*types]), min_size=filled, max_size=filled))
    by_name = st.permutations(places + [None] * (seats - filled))
    return {"types": types, "seats": draw(maybe(by_name))}


@st.composite
def configurations(draw: st.DrawFn) -> Config:
    seats = draw(st.sampled_from(SEATS))
    big_blind = draw(st.sampled_from(BIG_BLINDS))
    most = draw(st.sampled_from(BUY_INS))
    least = draw(st.integers(2, seats))
    seconds = st.sampled_from([0, Decimal("0.5"), 36])
    return Config.model_validate(
        {
            "table": {
                "seats": seats,
                "small_blind": draw(st.integers(1, big_blind)),
                "big_blind": big_blind,
            },
            "session": {
                "hands": draw(st.integers(1, 40) | st.just(360)),
                "hours": draw(st.sampled_from([0, 0, Decimal("0.000001"), Decimal("0.1"), 2])),
                "min_players": least,
            },
            "buy_in": {
                "min_bb": draw(decimals(SMALLEST, most)),
                "max_bb": most,
                "late_min_bb": draw(decimals(SMALLEST, most)),
            },
            "tax": draw(taxes(big_blind)),
            "rules": draw(house_rules(big_blind)),
            "clock": {f"{name}_s": draw(seconds) for name in ("deal", "action", "street", "showdown")},
            "lineup": draw(lineups(seats, least)),
        }
    )


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(configurations(), st.integers(0, 2**64 - 1), st.integers(1, 9) | st.just(MANY_HANDS))
def test_any_run_is_without_fault(config, seed, hands):
    with TemporaryDirectory() as folder:
        summary = run(Request(config, seed, hands, Path(folder) / "run"))
        found = open_run(Path(folder) / "run")
        assert check_run(found) == []
        assert found.scan("hands").count_rows() == summary["hands"] == hands
        net = sum(found.read("seats", ["net"])["net"].to_pylist())
        assert net == -summary["tax"] - summary["extra_drop"]
        assert sum(found.read("ledger", ["amount"])["amount"].to_pylist()) == 0
        event(f"sessions: {min(summary['sessions'], 5)}")
        event(f"corrected wishes: {summary['corrected'] > 0}")
