"""Random configurations in which much happens at once, by theme; a seed makes one."""

from __future__ import annotations

from random import Random
from typing import Any

from holdem_sim.config import Config
from holdem_sim.schema import DEALER_ERRORS

THEMES = ("posts", "seating", "dealing", "manners", "limits", "everything")
BIG_BLINDS = (2, 3, 10, 100, 100, 100, 7_000)
BUY_INS = (1, 2, 3, 5, 20, 100, 10_000)
CHIPS = (1, 2, 3, 4, 5, 6, 10, 20, 25, 50, 100, 200, 400, 500, 1000, 7_000, 14_000)
PARTIES = (None, None, "smith", "jones")


def has(theme: str, *themes: str) -> bool:
    return theme == "everything" or theme in themes


def random_config(theme: str, seed: int) -> Config:
    """A table of two to ten seats under any rules, the theme's options drawn at random, the others rarely."""
    rng = Random(f"{theme} {seed}")
    seats = rng.choice((2, 3, 3, 4, 5, 6, 7, 8, 9, 10))
    big = rng.choice(BIG_BLINDS)
    most = rng.choice(BUY_INS)
    sections = {
        "table": {
            "seats": seats,
            "small_blind": rng.choice((max(big // 2, 1), rng.randint(1, big))),
            "big_blind": big,
        },
        "session": {"hands": 100_000, "hours": rng.choice((0, 0, 0, 0, 1)), "min_players": 2},
        "buy_in": {"min_bb": rng.randint(1, most), "max_bb": most, "late_min_bb": rng.randint(1, most)},
        "tax": random_tax(rng, big),
        "rules": random_rules(rng, theme, big),
        "clock": {
            "deal_s": rng.choice((1, 45)),
            "action_s": rng.choice((0, 1, 4)),
            "error_s": rng.choice((0, 60)),
        },
        "lineup": random_lineup(rng, theme, seats, most),
    }
    if has(theme, "dealing"):
        sections["dealer_errors"] = random_errors(rng)
        if rng.random() < 0.3:
            sections["deal"] = {"shuffle": "hand", "wash_seconds": rng.choice((0, 1, 60))}
    return Config.model_validate(sections)


def random_tax(rng: Random, big: int) -> dict[str, Any]:
    return {
        "percent": rng.choice((0, 5, "3.3", 100)),
        "cap_bb": rng.choice((None, 1, 3)),
        "no_flop_no_drop": rng.random() < 0.3,
        "unit": rng.choice((1, 1, 5, big)),
        "rounding": rng.choice(("down", "nearest", "up")),
        "spread": rng.choice(("proportional", "main-first")),
        "extra_drop": rng.choice((0, 0, rng.randint(1, 2 * big))),
        "time_charge": rng.choice((0, 0, 0, rng.randint(1, 2 * big))),
    }


def random_rules(rng: Random, theme: str, big: int) -> dict[str, Any]:
    rules: dict[str, Any] = {
        "min_raise": rng.choice(("double", "increment", "double-increment")),
        "odd_chips": rng.choice(("all-to-first", "one-each")),
        "chip_unit": rng.choice((1, 1, 5, big)),
        "pot_order": rng.choice(("side-first", "main-first")),
        "heads_up": rng.choice(("button-small-blind", "button-small-blind", "literal")),
        "ante": rng.choice((0, 0, 0, rng.randint(1, 2 * big))),
        "max_straddles": rng.choice(("all", "all", 0, 1)),
    }
    if has(theme, "seating"):
        rules |= {
            "button": rng.choice(("moving", "dead")),
            "entry_post": rng.choice(("dead", "live")),
            "leave": rng.choice(("round", "round", "any-hand")),
            "separate_parties": rng.random() < 0.3,
        }
    if has(theme, "limits"):
        rules |= random_limits(rng)
    if has(theme, "manners"):
        rules["chip_values"] = sorted(
            rng.sample((1, 2, 3, 5, 10, 25, 100, 500, 1000, 5000), rng.randint(1, 7))
        )
    return rules


def random_limits(rng: Random) -> dict[str, Any]:
    betting = rng.choice(("no-limit", "no-limit", "pot-limit", "fixed-limit"))
    rules: dict[str, Any] = {"betting": betting, "raise_cap": rng.choice((1, 3, 4, 4))}
    if betting == "no-limit":
        rules["min_bet_by_street"] = rng.choice(([1, 1, 1, 1], [1, 1, 2, 2], [1, 2, 3, 1]))
        if rng.random() < 0.4:
            rules["bet_sizes"] = sorted(rng.sample((10, 33, 50, 75, 100, 200), rng.randint(1, 4)))
            rules["raise_factors"] = sorted(rng.sample((2, 3, 4, 5), rng.randint(1, 3)))
        elif rng.random() < 0.3:
            rules["after_all_in"] = "pot"
    return rules


def random_errors(rng: Random) -> dict[str, Any]:
    """Some of the errors, from seldom to always."""
    rate = rng.choice(("0.02", "0.2", "0.2", 1))
    some = rng.sample(DEALER_ERRORS, rng.choice((1, 3, 8, len(DEALER_ERRORS))))
    return {name.replace("-", "_"): rate for name in some}


def random_lineup(rng: Random, theme: str, seats: int, most: int) -> dict[str, Any]:
    kinds = {f"kind-{n}": random_type(rng, theme, most) for n in range(rng.randint(1, 3))}
    kinds["kind-0"]["party"] = None  # somebody may sit with everybody
    return {"types": kinds}


def random_type(rng: Random, theme: str, most: int) -> dict[str, Any]:
    rebuy_to = rng.choice(BUY_INS)
    kind: dict[str, Any] = {
        "strategy": "always-call",
        "share": rng.randint(1, 3),
        "buy_in_bb": rng.choice(BUY_INS),
        "rebuy_to_bb": rebuy_to,
        "rebuy_below_bb": rng.choice((0, 1, rebuy_to)) if rebuy_to > 1 else 0,
        "max_rebuys": rng.choice(("unlimited", 0, 1)),
        "arrival": rng.choice((0, 1, 10)),
    }
    if has(theme, "posts"):
        kind["straddle"] = rng.choice((0, 0, "0.3", 1))
    if has(theme, "seating"):
        kind |= random_habits(rng)
    if has(theme, "manners"):
        kind |= random_manners(rng)
    return kind


def random_habits(rng: Random) -> dict[str, Any]:
    return {
        "seat_change": rng.choice((0, "0.1", 1)),
        "entry": rng.choice(("wait", "post")),
        "departure": rng.choice(("never", "never", 5, 30)),
        "stay_hands": rng.choice((None, None, 1, 12)),
        "stay_hours": rng.choice((None, None, "0.2")),
        "stop_loss_bb": rng.choice((None, None, 1, 10)),
        "stop_win_bb": rng.choice((None, None, 1, 10)),
        "company": rng.choice((0, 0, 3, 5)),
        "come_back": rng.choice((0, "0.5", 1)),
        "away": rng.choice((0, 1, 10)),
        "walk_in": rng.choice(("never", 2, 10)),
        "patience": rng.choice(("unlimited", 0, 3, 30)),
        "party": rng.choice(PARTIES),
    }


def random_manners(rng: Random) -> dict[str, Any]:
    silent = rng.choice((0, "0.3", 1))
    return {
        "silent": silent,
        "string": 0 if silent == 1 else rng.choice((0, "0.3", "0.7")),
        "out_of_turn": rng.choice((0, "0.3", 1)),
    }
