"""Histories under limits: fixed-limit hands of PHH files, and the same hand under every betting rule."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from holdem_sim.histories.history import History
from holdem_sim.histories.phh import read_hands
from phh_hands import NO_TAX, outcomes, phh

FIXED = {"variant": '"FT"', "small_bet": "100", "big_bet": "200"}
DEAL = "d dh p1 AsAh, d dh p2 KsKh, d dh p3 QsQh"
FLOP = "d db 2c3d4h"


def fixed(actions: str, **more: str) -> str:
    """A fixed-limit hand of three with 9,000 each."""
    text = phh((9_000, 9_000, 9_000), f"{DEAL}, {actions}", **{**FIXED, **more})
    return "\n".join(line for line in text.splitlines() if not line.startswith("min_bet"))


def play(tmp_path: Path, text: str, *words: str):
    path = tmp_path / "hand.phh"
    path.write_text(text, encoding="utf-8")
    (found,) = outcomes(path, *NO_TAX, *words)
    return found


def test_g_1_a_fixed_limit_hand_is_read_and_settled(tmp_path):
    text = fixed(
        "p3 cbr 200, p1 cc, p2 cbr 300, p3 cc, p1 cc, d db 2c3d4h, p1 cc, p2 cbr 100, p3 cc, p1 f, "
        "d db 5s, p2 cbr 200, p3 cbr 400, p2 cc, d db 9h, p2 cc, p3 cc"
    )
    (tmp_path / "hand.phh").write_text(text, encoding="utf-8")
    (hand,) = read_hands(tmp_path / "hand.phh")
    assert isinstance(hand, History) and hand.big_bet is not None
    assert (hand.min_bet, hand.big_bet) == (100, 200)
    found = play(tmp_path, text)
    assert (found.status, found.message) == ("settled", None)
    assert found.net == (-300, 1_100, -800)


@pytest.mark.parametrize(
    ("actions", "turn"),
    [
        ("", (3, 100, 200, 200)),
        ("p3 cbr 200", (1, 150, 300, 300)),
        (f"p3 cc, p1 cc, p2 cc, {FLOP}, p1 cbr 100", (2, 100, 200, 200)),
        (f"p3 cc, p1 cc, p2 cc, {FLOP}, p1 cc, p2 cc, p3 cc, d db 5s", (1, 0, 200, 200)),
        ("p3 cbr 200, p1 cbr 300, p2 cbr 400", (3, 200, None, None)),
    ],
)
def test_g_1_what_a_player_may_do_in_a_fixed_limit_hand_cut_short(tmp_path, actions, turn):
    found = play(tmp_path, fixed(actions))
    assert found.status == "to-act" and found.turn is not None
    assert (found.turn.player, found.turn.call, found.turn.min_raise_to, found.turn.max_raise_to) == turn


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ("p3 cbr 300", "fixed-limit: p3 may raise to 200 and no other amount (G-1)"),
        (
            f"p3 cc, p1 cc, p2 cc, {FLOP}, p1 cbr 50",
            "fixed-limit: p1 may bet to 100 and no other amount (G-1)",
        ),
        (
            "p3 cbr 200, p1 cbr 300, p2 cbr 400, p3 cbr 500",
            "this street has had its 4 bets: while three or more are in, p3 may call or fold "
            "(G-1, rules.raise_cap)",
        ),
    ],
)
def test_g_1_what_is_wrong_with_a_fixed_limit_hand(tmp_path, actions, message):
    found = play(tmp_path, fixed(actions))
    assert (found.status, found.message) == ("illegal", message)


def test_g_1_bets_of_a_file_with_cents_and_of_another_size_than_the_blinds(tmp_path):
    text = fixed("p3 cbr 1.5", small_bet="0.5", big_bet="1.25", blinds_or_straddles="[0.5, 1, 0]")
    found = play(tmp_path, text)
    assert found.turn is not None and found.turn.min_raise_to == Decimal(2)
    later = f"p3 cc, p1 cc, p2 cc, {FLOP}, p1 cc, p2 cc, p3 cc, d db 5s"
    found = play(tmp_path, text.replace('"p3 cbr 1.5"', ", ".join(f'"{a}"' for a in later.split(", "))))
    assert found.turn is not None and found.turn.max_raise_to == Decimal("1.25")


def test_g_1_set_betting_goes_before_the_file(tmp_path):
    text = fixed("p3 cbr 1000")
    assert play(tmp_path, text).status == "illegal"
    free = play(tmp_path, text, "rules.betting=no-limit")
    assert free.turn is not None and (free.turn.min_raise_to, free.turn.max_raise_to) == (2_000, 9_000)
    assert play(tmp_path, fixed("p3 cbr 200"), "rules.betting=fixed-limit").status == "to-act"
    assert play(tmp_path, text, "rules.bet_sizes=[50]").status == "illegal"  # the file's limit, no sizes


def no_limit(actions: str) -> str:
    return phh((9_000, 9_000, 9_000), f"{DEAL}, {actions}")


@pytest.mark.parametrize(
    ("actions", "word", "message"),
    [
        (
            "p3 cbr 400", "rules.betting=pot-limit",
            "the raise is too large: p3 may raise at least to 200, at most to 350 (G-1)",
        ),
        ("p3 cbr 400", "rules.betting=fixed-limit", "fixed-limit: p3 may raise to 200 and no other amount (G-1)"),
        ("p3 cbr 400", "rules.raise_factors=[2, 3]", "p3 may raise to one of 200, 300, 9,000 (D-1)"),
        (
            f"p3 cc, p1 cc, p2 cc, {FLOP}, p1 cbr 120", "rules.bet_sizes=[33, 50, 100]",
            "p1 may bet to one of 100, 150, 300, 8,900 (D-1)",
        ),
    ],
)  # fmt: skip
def test_d_1_g_1_a_hand_that_the_house_s_limit_does_not_allow(tmp_path, actions, word, message):
    assert play(tmp_path, no_limit(actions)).status == "to-act"
    found = play(tmp_path, no_limit(actions), word)
    assert (found.status, found.message) == ("illegal", message)


def test_g_4_a_raise_over_an_all_in_that_is_not_the_pot(tmp_path):
    text = phh((9_000, 9_000, 300), f"{DEAL}, p3 cbr 300, p1 cbr 900")
    assert play(tmp_path, text).status == "to-act"
    found = play(tmp_path, text, "rules.after_all_in=pot")
    assert found.message == "somebody is all-in on this street: p1 may raise to 1,000, the pot, only (G-4)"
    assert play(tmp_path, text.replace("cbr 900", "cbr 1000"), "rules.after_all_in=pot").status == "to-act"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("big_bet = 200", "big_bet is missing; no hand, or cut off before it"),
        ("small_bet = 100", "small_bet is missing; no hand, or cut off before it"),
    ],
)
def test_g_1_a_fixed_limit_hand_needs_both_bets(tmp_path, line, message):
    found = play(tmp_path, fixed("p3 cc").replace(line, ""))
    assert (found.status, found.message) == ("unreadable", message)
    zero = play(tmp_path, fixed("p3 cc").replace(line, f"{line.split()[0]} = 0"))
    assert zero.message == f"{line.split()[0]} is 0; it must be more than 0"


def test_g_1_a_fixed_limit_hand_comes_out_as_pokerkit_plays_it(tmp_path):
    pokerkit = pytest.importorskip("pokerkit")
    text = fixed(
        "p3 cbr 200, p1 cc, p2 cbr 300, p3 cc, p1 f, d db 2c3d4h, p2 cbr 100, p3 cbr 200, p2 cc, "
        "d db 5s, p2 cc, p3 cbr 200, p2 cc, d db 9h, p2 cc, p3 cc, p2 sm KsKh, p3 sm QsQh"
    )
    *_, state = pokerkit.HandHistory.loads(text)
    found = play(tmp_path, text)
    assert found.stacks == tuple(state.stacks)
