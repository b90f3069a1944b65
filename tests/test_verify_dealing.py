"""The re-check of dealer errors, limits and rulings: one spoilt fact each, found and named."""

from __future__ import annotations

import re

import pytest

from holdem_sim.engine.jit import COMPILED
from holdem_sim.recheck.limits import Choice, Limits, Situation
from holdem_sim.recheck.rulings import (
    BET,
    CALL,
    CHECK,
    DECLARED,
    FOLD,
    RAISE,
    SILENT,
    STRING,
    Spot,
    legal,
    ruled,
)
from holdem_sim.recheck.words import told
from holdem_sim.schema import DEALER_ERRORS
from holdem_sim.verify import check_run
from runs import change_info, first, forget, misjudged, play_run, put, spoilt

HANDS = 120 if COMPILED else 60
ERRORS = [name.replace("-", "_") for name in DEALER_ERRORS]
MISDEALS = {name for name in DEALER_ERRORS[:10] if name != "one-card-face-up"}
PLAYERS = "uniform-random*4,always-call*2"


def habits(*words):
    return [f"lineup.types.{kind}.{word}" for kind in ("uniform-random", "always-call") for word in words]


@pytest.fixture(scope="module")
def careless(tmp_path_factory):
    """Hands with every error of a dealer, and players who say things out of turn."""
    words = [
        "table.seats=7", "session.hands=60", *(f"dealer_errors.{name}=0.2" for name in ERRORS),
        *habits("silent=0.2", "string=0.2", "out_of_turn=0.2", "straddle=0.2"),
    ]  # fmt: skip
    run = play_run(tmp_path_factory.mktemp("careless") / "run", HANDS, PLAYERS, words)
    assert check_run(run) == []
    assert {*DEALER_ERRORS, "ruling"} <= {*run.read("events").column("kind").to_pylist()}
    return run


@pytest.fixture(scope="module")
def outspoken(tmp_path_factory):
    """Hands whose dealer makes no errors, with players who have all manners."""
    words = ["table.seats=6", "session.hands=60", *habits("silent=0.3", "string=0.3", "out_of_turn=0.3")]
    run = play_run(tmp_path_factory.mktemp("outspoken") / "run", HANDS, PLAYERS, words)
    assert check_run(run) == []
    return run


# -- what is no fault ------------------------------------------------------------------------------------


def test_h_vi_10_a_winner_whose_share_is_less_than_a_chip_is_no_wrong_player(tmp_path):
    words = ["dealer_errors.wrong_pot=1", "rules.chip_unit=100000", "table.seats=4"]
    run = play_run(tmp_path / "run", 200, "always-call*2,always-fold*2", words)
    seats = run.read("seats").to_pylist()
    best = {s["hand_id"]: s["hand_rank"] for s in seats if s["won"] > 0}
    ties = {s["hand_id"] for s in seats if s["won"] == 0 and s["hand_rank"] == best[s["hand_id"]] is not None}
    assert ties & {e["hand_id"] for e in run.read("events").to_pylist() if e["kind"] == "wrong-pot"}
    assert check_run(run) == []


@pytest.mark.parametrize("answer", ["out_of_turn(check_or_call())", "silent(check_or_call())"])
def test_h_ix_6_who_chooses_his_manners_may_say_in_turn_what_his_type_never_would(tmp_path, answer):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from holdem_sim import *\n@strategy(manners=True)\ndef bot():\n"
        f"    def decide(spot):\n        return {answer}\n    return decide\n"
    )
    run = play_run(tmp_path / "run", 20, lineup=lineup_of(tmp_path, bot))
    assert check_run(run) == []


def lineup_of(folder, bot):
    """A lineup of one type that is always silent, where its strategy does not say otherwise."""
    path = folder / "lineup.toml"
    path.write_text(f'[types.bot]\nstrategy = "{bot}"\nsilent = 1\n')
    return str(path)


# -- the dealer's errors ---------------------------------------------------------------------------------


def last_deal(tables, kind, wanted=lambda hand: True):
    """The first event of a kind in the deal that counts, and its hand."""
    hands = {hand["hand_id"]: hand for hand in tables["hands"]}
    events = tables["events"]
    void = {event["hand_id"]: place for place, event in enumerate(events) if event["kind"] in MISDEALS}
    return next(
        (event, hands[event["hand_id"]])
        for place, event in enumerate(events)
        if event["kind"] == kind
        and place > void.get(event["hand_id"], -1)
        and wanted(hands[event["hand_id"]])
    )


def other_card(place):
    """Spoil: another card in the words of an event, one that the hand shows elsewhere."""

    def spoil(kind):
        def change(tables):
            event, hand = last_deal(tables, kind, lambda hand: hand["burned"])
            cards = re.findall(r"\b[2-9TJQKA][cdhs]\b", event["detail"])
            pocket = first(tables["seats"], hand_id=hand["hand_id"])["hole_cards"][:2]
            event["detail"] = event["detail"].replace(cards[place], pocket)

        return change

    return spoil


def shift_clock(kind):
    def spoil(tables):
        event, _ = last_deal(tables, kind)
        event["clock_s"] -= 0.5

    return spoil


def right_seat_lost(tables):
    """The pot goes back to somebody who did not win it."""
    event = first(tables["events"], kind="wrong-pot")
    event["detail"] = event["detail"][:-1] + str(event["seat"])


def nobodys_event(tables):
    event = first(tables["events"], kind="short-deck-after-hand")
    event["hand_id"] += 500


ERROR_FACTS = {
    "a misdeal too many": (put("hands", "misdeals", lambda n: n + 1, misdeals=lambda n: n > 0), "misdeals: expected"),
    "a misdeal of no hand": (put("hands", "misdeals", 1, misdeals=0), "misdeals: expected 0, found 1"),
    "an error forgotten": (
        lambda tables: tables["events"].remove(last_deal(tables, "exposed-burn")[0]), "duration_s: expected",
    ),
    "a misdeal forgotten": (forget("events", kind="extra-pocket-card"), "misdeals: expected"),
    "another burn card": (other_card(3)("premature-flop"), "the burn card that stays: expected"),
    "another burn card of the turn": (other_card(1)("premature-turn-or-river"), "the burn card that stays"),
    "another card face up": (other_card(0)("one-card-face-up"), "one-card-face-up: the first card burned"),
    "a pocket card back in the deck": (other_card(0)("flop-without-burn"), "had been dealt before"),
    "a pocket card burned": (other_card(0)("exposed-burn"), "had been dealt before"),
    "a pocket card as river": (other_card(0)("turn-and-river-together"), "had been dealt before"),
    "another seat": (
        put("events", "seat", lambda seat: (seat + 1) % 6, kind="exposed-pocket-card"),
        "exposed-pocket-card: detail: expected",
    ),
    "words of another kind": (put("events", "detail", "", kind="wrong-back"), "wrong-back: detail: expected"),
    "a street too early": (put("events", "street", "preflop", kind="exposed-burn"), "exposed-burn: street: expected"),
    "a time too early": (shift_clock("flop-without-burn"), "flop-without-burn: clock_s: expected"),
    "a premature time": (shift_clock("premature-flop"), "premature-flop: clock_s: expected"),
    "a void time": (
        put("events", "clock_s", lambda s: s + 0.25, kind="wrong-order"), "wrong-order: clock_s: expected",
    ),
    "a wrong pot's winner": (right_seat_lost, "wrong-pot: the pot's first winner: expected"),
    "an event within no hand": (nobodys_event, "events: short-deck-after-hand within no hand"),
}  # fmt: skip


@pytest.mark.parametrize("fact", ERROR_FACTS)
def test_h_vii_a_spoilt_error_is_named(careless, tmp_path, fact):
    spoil, said = ERROR_FACTS[fact]
    found = spoilt(careless, tmp_path, spoil)
    assert any(said in fault for fault in found), found[:5]


@pytest.mark.parametrize("name", ERRORS)
def test_h_vii_an_error_that_is_never_made_does_not_happen(careless, tmp_path, name):
    found = misjudged(careless, tmp_path, lambda config: config["dealer_errors"].update({name: 0}))
    assert any(f"{name.replace('_', '-')}: an error that this dealer never makes" in fault for fault in found)


@pytest.mark.parametrize("name", ERRORS)
def test_h_vii_an_error_that_is_always_made_happens(careless, tmp_path, name):
    found = misjudged(careless, tmp_path, lambda config: config["dealer_errors"].update({name: 1}))
    said = ("it is always made, but not on the", "misdeals of a dealer who always makes one")
    if name == "wrong_pot":
        assert found == []  # whether somebody can get a wrong pot depends on who won
    else:
        assert any(word in fault for fault in found for word in said), found[:3]


def test_h_vii_1_hands_without_errors_have_no_events_of_them(outspoken, tmp_path):
    def spoil(tables):
        hand = tables["hands"][3]
        place = next(i for i, e in enumerate(tables["events"]) if e["clock_s"] > hand["started_s"])
        event = {
            "session_id": 0, "hand_id": hand["hand_id"], "clock_s": hand["started_s"] + 45, "kind": "wrong-back",
            "seat": None, "street": "preflop", "detail": "Ah has the back of another deck: misdeal, dealt again",
        }  # fmt: skip
        tables["events"].insert(place, event)

    found = spoilt(outspoken, tmp_path, spoil)
    assert any("wrong-back: an error that this dealer never makes" in fault for fault in found), found[:5]


# -- rulings -----------------------------------------------------------------------------------------


def manner_of(table_manner, **wanted):
    return put("actions", "manner", table_manner, **wanted)


def early_answer(tables):
    """Somebody who called a bet is made to have called it before it was made."""
    rows = tables["actions"]
    place = next(
        i for i, row in enumerate(rows)
        if row["action"] == "call" and row["manner"] == "declared" and rows[i - 1]["action"] in ("bet", "raise")
    )  # fmt: skip
    rows[place]["manner"] = "out-of-turn"


RULING_FACTS = {
    "a silent fold": (manner_of("silent", action="fold", manner="declared"), "although he put no chips in"),
    "a string raise": (
        manner_of("string", action="raise", manner="declared", to_call=lambda n: n > 0), "wanted and wanted_to",
    ),
    "a call before the bet": (early_answer, "although somebody bet before his turn"),
    "an early first word": (manner_of("out-of-turn", street="flop", manner="declared"), "it was his turn"),
    "a ruling without its event": (
        forget("events", kind="ruling", detail="a call said out of turn: binds"), "events: no ruling: expected",
    ),
    "a ruling that was none": (
        put("events", "detail", "a raise put in without a word: ruled a call", kind="ruling"), "events: ruling",
    ),
    "a ruling at another time": (
        put("events", "clock_s", lambda s: s - 0.5, kind="ruling"), "events: clock_s of a ruling",
    ),
    "words that say nothing": (put("events", "detail", "hm", kind="ruling"), "events: detail of the ruling"),
    "a wish that was ruled otherwise": (
        put("actions", "wanted_to", lambda to: to // 2, wanted="bet", manner="string", to=lambda to: to > 400),
        "wanted and wanted_to",
    ),
    "free again without a bet": (
        put("events", "detail", "a call said out of turn: somebody has bet since, he is free again",
            kind="ruling", detail="a call said out of turn: binds"),
        "events: ",
    ),
    "free again from a fold": (
        put("events", "detail", "a fold said out of turn: somebody has bet since, he is free again",
            kind="ruling", detail="a fold said out of turn: binds"),
        "events: free again",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fact", RULING_FACTS)
def test_h_ix_6_a_spoilt_ruling_is_named(outspoken, tmp_path, fact):
    spoil, said = RULING_FACTS[fact]
    found = spoilt(outspoken, tmp_path, spoil)
    assert any(said in fault for fault in found), found[:5]


@pytest.mark.parametrize("name", ["silent", "string", "out_of_turn"])
def test_h_ix_6_only_who_has_a_manner_shows_it(outspoken, tmp_path, name):
    def spoil(config):
        config["lineup"]["types"]["uniform-random"][name] = 0

    found = misjudged(outspoken, tmp_path, spoil)
    assert any(f"manner: {name.replace('_', '-')}, which he never is" in fault for fault in found), found[:5]


def test_h_ix_7_the_houses_chips_decide(outspoken, tmp_path):
    raised = [row for row in outspoken.read("actions").to_pylist() if row["action"] == "raise"]
    silent = first(raised, manner="silent", to_call=lambda n: n > 0)
    found = misjudged(
        outspoken, tmp_path, lambda config: config["rules"].update(chip_values=[silent["amount"]])
    )
    assert any("wanted and wanted_to" in fault for fault in found), found[:5]


def test_h_ix_6_who_is_always_silent_is_never_heard(outspoken, tmp_path):
    def spoil(config):
        config["lineup"]["types"]["always-call"].update(silent=1, string=0)

    found = misjudged(outspoken, tmp_path, spoil)
    assert any("manner: declared, which he never does" in fault for fault in found), found[:5]


def test_h_ix_7_and_8_what_chips_count_as():
    choice = Choice(200, 1000)
    facing = Spot(100, 0, 100, choice)
    assert ruled((RAISE, 300), 300, SILENT, facing, {500}) == (RAISE, 300)
    assert ruled((RAISE, 500), 500, SILENT, facing, {500}) == (CALL, 100)
    assert ruled((RAISE, 300), 300, STRING, facing, ()) == (CALL, 100)
    assert ruled((RAISE, 200), 150, SILENT, facing, ()) == (CALL, 100)
    assert ruled((CALL, 100), 100, STRING, facing, ()) == (CALL, 100)
    assert ruled((RAISE, 300), 300, DECLARED, facing, {300}) == (RAISE, 300)
    first_in = Spot(0, 0, 0, choice)
    assert ruled((BET, 900), 900, SILENT, first_in, {900}) == (BET, 900)
    assert ruled((BET, 900), 900, STRING, first_in, ()) == (BET, 450)
    assert ruled((BET, 300), 300, STRING, first_in, ()) == (BET, 200)


def test_h_ix_5_the_nearest_legal_action():
    facing = Spot(100, 0, 100, Choice(200, 1000))
    assert legal(FOLD, 0, facing) == (FOLD, 0)
    assert legal(RAISE, 90, facing) == (CALL, 100)
    assert legal(RAISE, 150, facing) == (RAISE, 200)
    assert legal(RAISE, 5000, facing) == (RAISE, 1000)
    assert legal(RAISE, 5000, facing._replace(choice=None)) == (CALL, 100)
    assert legal(BET, 300, Spot(0, 0, 0, None)) == (CHECK, 0)


# -- limits ------------------------------------------------------------------------------------------

LIMITS = {
    "pot-limit": ({}, {"betting": "pot-limit"}, "against the limits"),
    "fixed-limit": ({}, {"betting": "fixed-limit"}, "against the limits"),
    "sizes": ({}, {"bet_sizes": [50, 100]}, "(bet): against the limits"),
    "factors": ({}, {"raise_factors": [2, 3]}, "(raise): against the limits"),
    "after all-in": ({}, {"after_all_in": "pot"}, "(raise): against the limits"),
    "a lower cap": ({"betting": "fixed-limit"}, {"raise_cap": 2}, "the street has had all its bets"),
    "other sizes": ({"bet_sizes": "[33, 50]"}, {"bet_sizes": [60]}, "(bet): against the limits: expected to"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_g_1_d_1_a_bet_against_the_limits_is_found(tmp_path, name):
    played, judged, said = LIMITS[name]
    words = ["table.seats=4", "session.hands=40", *(f"rules.{key}={value}" for key, value in played.items())]
    run = play_run(tmp_path / "run", 40, "uniform-random*4", words)
    assert check_run(run) == []
    found = misjudged(run, tmp_path, lambda config: config["rules"].update(judged))
    assert any(said in fault for fault in found), found[:5]


def limits(**rules) -> Limits:
    return Limits.of({"betting": "no-limit", "raise_cap": 4, "after_all_in": "free", "bet_sizes": [],
                      "raise_factors": []} | rules)  # fmt: skip


SITUATION = Situation(100, 0, 5000, 200, 150, 150, 1, 4, False)
"""Blinds 50/100, nobody has called yet: the player after the big blind, with 5,000."""


def test_g_1_pot_limit_counts_the_call_first():
    assert limits().none
    choice = limits(betting="pot-limit").choice(SITUATION)
    assert choice == Choice(200, 350)
    assert choice.allows(350) and not choice.allows(351) and not choice.allows(199)
    assert choice.nearest(1000) == 350


def test_g_1_fixed_limit_and_its_cap():
    fixed = limits(betting="fixed-limit")
    assert list(fixed.units([1, 1, 1, 1])) == [1, 1, 2, 2]
    assert fixed.choice(SITUATION) == Choice(200, 200)
    assert fixed.choice(SITUATION._replace(most=150)).allows(150)
    assert fixed.choice(SITUATION._replace(bets=4)) is None
    assert fixed.choice(SITUATION._replace(bets=4, players=2)) == Choice(200, 200)


def test_g_4_after_an_all_in_raises_are_the_pot():
    pot = limits(after_all_in="pot")
    assert pot.choice(SITUATION) == Choice(200, 5000)
    assert pot.choice(SITUATION._replace(all_in=True)) == Choice(350, 350)


def test_d_1_sizes_and_factors():
    sized = limits(bet_sizes=[33, 50, 100], raise_factors=["2.5", 3])
    assert sized.choice(SITUATION).sizes == (250, 300, 5000)
    bets = sized.choice(SITUATION._replace(current=0, least=100, base=301, pot=301))
    assert bets.sizes == (100, 150, 301, 5000)
    assert [bets.nearest(to) for to in (1, 125, 126, 226, 2650, 2651)] == [100, 100, 150, 301, 301, 5000]


def test_words_of_events_are_read():
    assert told("premature-flop", "flop Kh 7d 2c is opened") is None
    assert told("arrival", "comes back").back
    assert told("departure", "stop-loss: has lost as much as he would").reason == "stop-loss"
    price = told("seat-change", "moves to seat 4, owes the small and the big blind")
    assert (price.seat, price.small, price.big) == (4, True, True)
    assert told("seat-change", "moves to seat 4, free")[-2:] == (False, False)
    assert told("game-broken", "why") is None


# -- strategies that choose their manners ------------------------------------------------------------------

TALKER = """
from holdem_sim import check_or_call, out_of_turn, raise_pot, silent, strategy, string

@strategy(manners=True)
def talker():
    def decide(spot):
        wish = raise_pot(1.0) if spot.randoms[0] < 0.4 else check_or_call()
        if spot.in_turn == 0:
            return out_of_turn(wish) if spot.randoms[1] < 0.3 else wish
        if spot.randoms[1] < 0.3:
            return silent(wish)
        return string(wish) if spot.randoms[1] < 0.6 else wish
    return decide
"""


def test_h_ix_6_who_chooses_his_manners_may_have_any(tmp_path):
    bot = tmp_path / "talker.py"
    bot.write_text(TALKER)
    run = play_run(tmp_path / "run", 30, f"{bot}*3,uniform-random*2", ["table.seats=5"])
    assert {"silent", "string", "out-of-turn"} <= {*run.read("actions").column("manner").to_pylist()}
    assert check_run(run) == []
    changed = change_info(run, lambda info: [one.update(manners=False) for one in info["strategies"]])
    assert any("manner" in str(fault) for fault in check_run(changed))
