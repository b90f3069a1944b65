"""The report ``style``: every definition on a hand made for it, every number again from the rows."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from engine_hand import EngineHand, recorded
from holdem_sim.dataset import Run
from holdem_sim.engine import emit
from holdem_sim.engine.jit import COMPILED
from holdem_sim.engine.table import BLOCK_ROWS
from holdem_sim.reports import style
from holdem_sim.reports._actions import COUNTS, add_up
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._hands import COLUMNS, Hands
from holdem_sim.reports._text import rendered
from holdem_sim.schema import Column, arrow_schema, column
from oracle.dealer import Start
from oracle.house import House
from recounting import recount, sums_by_session, total
from reporting import left_out_interval, left_out_percent, played

SEATS = range(6)
BUTTON, SB, BB, UTG, HJ, CO = 3, 4, 5, 0, 1, 2


def written() -> dict[str, pa.Table]:
    """What the engine has written of a hand, its words as words."""
    tables = {}
    for table, names in COLUMNS.items():
        count = int(recorded[f"{table}_rows"])
        assert count < BLOCK_ROWS[table]
        columns = [spoken(column(table, name), recorded[table][name][:count].tolist()) for name in names]
        schema = pa.schema([arrow_schema(table).field(name) for name in names])
        rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
        tables[table] = pa.Table.from_pylist(rows, schema)
    return tables


def spoken(declared: Column, values: list[Any]) -> list[Any]:
    """What the engine has written into a column as it is on disk; strategies have numbers for names."""
    if isinstance(declared.categories, str):
        return [str(value) for value in values]
    if declared.categories:
        return [None if value == declared.null else declared.categories[value] for value in values]
    return [bool(value) for value in values] if declared.type == "bool" else values


def counted(hand: EngineHand) -> dict[str, set[int]]:
    """The seats to which everything happened, by the name of the count; how often, for decisions after the flop."""
    showdown = hand.settle().showdown
    emit.hand_row(hand.table, hand.rules, recorded, showdown)
    for seat in sorted(hand.order):
        emit.seat_row(hand.table, recorded, seat, 0)
    frame = add_up([Hands(written())]).players
    found = {name: set(frame.loc[frame[name] > 0, "player_id"]) for name in COUNTS}
    assert found["hands"] == {seat for seat in SEATS if hand.start.stacks[seat] > 0}
    once = [name for name in COUNTS if name not in ("raised", "called", "folded")]
    assert frame[once].max().max() <= 1
    return found


def hand_of(line: str, stacks: dict[int, int] | None = None, **start: Any) -> EngineHand:
    """A hand of six at 50/100 with 10,000 each, or as ``stacks`` says; the line is like "0r300 1f": seat, what, to.

    When the line ends everybody checks or folds.
    """
    chips = tuple((stacks or {}).get(seat, 10_000) for seat in SEATS)
    begin = Start(chips, BUTTON, start.pop("blinds", (50, 100)), **start)
    hand = EngineHand(House(), begin, list(range(52)))
    steps = line.split()
    while (decision := hand.decision) is not None:
        word = "k" if decision.can_check else "f"
        if steps:
            step = steps.pop(0)
            assert step[0] == str(decision.seat), f"seat {decision.seat} is to act, the line says {step}"
            word = step[1:]
        hand.act({"f": "fold", "k": "check", "c": "call", "r": "raise"}[word[0]], int(word[1:] or 0))
    assert not steps
    return hand


def seats_of(line: str, *names: str, **more: Any) -> tuple[set[int], ...]:
    found = counted(hand_of(line, **more))
    return tuple(found[name] for name in names)


# -- before the flop ------------------------------------------------------------------------------------


def test_case_a74_a_big_blind_that_checks_has_entered_nothing():
    assert seats_of("0c 1f 2f 3f 4f 5k", "vpip", "pfr") == ({UTG}, set())
    assert seats_of("0c 1f 2f 3f 4c 5k", "vpip") == ({UTG, SB},)


def test_case_a74_a_straddle_is_forced_and_what_is_added_is_not():
    blinds = (50, 100, 200)
    assert seats_of("1c 2f 3f 4f 5f 0k", "vpip", blinds=blinds) == ({HJ},)
    assert seats_of("1r600 2f 3f 4f 5f 0c", "vpip", "pfr", blinds=blinds) == ({HJ, UTG}, {HJ})


def test_case_a74_several_raises_of_a_player_count_once():
    assert seats_of("0r300 1r900 2f 3f 4f 5f 0r2700 1c", "vpip", "pfr") == ({UTG, HJ}, {UTG, HJ})


def test_case_a74_a_walk_is_a_hand_without_an_entry():
    assert seats_of("0f 1f 2f 3f 4f", "vpip", "hands") == (set(), set(SEATS))


def test_case_a48_a_live_post_that_checks_is_not_an_entry():
    assert seats_of("0f 1f 2k 3f 4f 5k", "vpip", live_posts={CO: 100}) == (set(),)
    assert seats_of("0r300 1f 2c 3f 4f 5f", "vpip", live_posts={CO: 100}) == ({UTG, CO},)
    assert seats_of("0f 1f 2k 3f 4f 5k", "vpip", dead_posts={CO: 50}, live_posts={CO: 100}) == (set(),)


def test_case_a76_a_3_bet_raises_the_only_raise():
    could, did = seats_of("0r300 1f 2r900 3f 4r2700 5f 0f 2f", "could_3bet", "did_3bet")
    assert (could, did) == ({HJ, CO}, {CO}), "who faces two raises has no chance of a 3-bet"
    assert seats_of("0c 1r400 2f 3f 4f 5f 0r1200 1f", "could_3bet", "did_3bet")[1] == {UTG}, "a limper may"


def test_case_a76_no_chance_when_the_call_takes_all_chips():
    stacks = {HJ: 300, CO: 301}
    assert seats_of("0r300 1c 2c 3f 4f 5f", "could_3bet", stacks=stacks) == ({CO, BUTTON, SB, BB},)


@pytest.mark.parametrize(("all_in", "reopened"), [(150, False), (199, False), (200, True), (260, True)])
def test_case_a76_a30_a_limper_has_a_chance_only_if_the_betting_is_open_again(all_in, reopened):
    found = seats_of(f"0c 1f 2f 3f 4c 5r{all_in} 0c 4c", "could_3bet", stacks={BB: all_in})
    assert found == ({UTG, SB} if reopened else set(),)


def test_case_a76_who_has_not_spoken_may_raise_a_short_all_in():
    found = seats_of("0r150 1f 2f 3f 4c 5c", "could_3bet", stacks={UTG: 150})
    assert found == ({HJ, CO, BUTTON, SB, BB},)


def test_case_a76_the_last_to_answer_an_all_in_cannot_raise_it():
    stacks = {UTG: 1000}
    assert seats_of("0r1000 1f 2f 3f 4f 5c", "could_3bet", stacks=stacks) == ({HJ, CO, BUTTON, SB},)
    assert seats_of("0r1000 1f 2f 3f 4c 5c", "could_3bet", stacks=stacks) == ({HJ, CO, BUTTON, SB, BB},)
    assert seats_of("0r1000 1f 2f 3c 4f 5f", "could_3bet", stacks=stacks) == ({HJ, CO, BUTTON, SB, BB},)
    short = stacks | {BB: 900}
    assert seats_of("0r1000 1f 2f 3f 4c 5c", "could_3bet", stacks=short) == ({HJ, CO, BUTTON},)


def test_fold_to_3_bet_is_of_the_first_raiser():
    names = ("faced_3bet", "folded_to_3bet")
    assert seats_of("0r300 1r900 2f 3f 4f 5f 0f", *names) == ({UTG}, {UTG})
    assert seats_of("0r300 1r900 2f 3f 4f 5f 0c", *names) == ({UTG}, set())
    assert seats_of("0r300 1r900 2r2700 3f 4f 5f 0f 1f", *names) == (set(), set()), "two raises after his own"
    assert seats_of("0r300 1c 2r1200 3f 4f 5f 0c 1f", *names) == ({UTG}, set()), "a caller has not raised"


def test_steal():
    names = ("could_steal", "did_steal", "faced_steal", "folded_to_steal")
    assert seats_of("0f 1f 2f 3r250 4f 5c", *names) == ({CO, BUTTON}, {BUTTON}, {SB, BB}, {SB})
    assert seats_of("0f 1f 2f 3f 4r250 5f", *names) == ({CO, BUTTON, SB}, {SB}, {BB}, {BB})
    assert seats_of("0c 1f 2r250 3f 4f 5f 0f", *names) == (set(), set(), set(), set()), "somebody was in"
    assert seats_of("0f 1r250 2f 3f 4f 5f", *names) == (set(), set(), set(), set()), "not from the HJ"
    assert seats_of("0f 1f 2c 3r400 4f 5f 2f", *names) == ({CO}, set(), set(), set()), "a limp is no steal"
    assert seats_of("0f 1f 2r250 3r750 4f 5f 2f", *names)[2] == set(), "raised before it came to the blinds"
    assert seats_of("0f 1f 2r250 3c 4f 5f", *names)[2:] == ({SB, BB}, {SB, BB}), "a caller changes nothing"
    live = seats_of("0f 1k 2r250 3f 4f 5f 1f", "could_steal", live_posts={HJ: 100})
    assert live == (set(),), "a live post that checks has not folded"


def test_steal_with_two_players_is_the_buttons():
    stacks = dict.fromkeys((UTG, HJ, CO, SB), 0)
    names = ("could_steal", "did_steal", "faced_steal", "folded_to_steal")
    assert seats_of("3r250 5f", *names, stacks=stacks) == ({BUTTON}, {BUTTON}, {BB}, {BB})


# -- after the flop -------------------------------------------------------------------------------------

CALLED = "0r300 1f 2f 3f 4f 5c"
"""UTG has raised, the big blind has called and speaks first."""


def test_c_bet_and_fold_to_it():
    names = ("could_cbet", "did_cbet", "faced_cbet", "folded_to_cbet")
    assert seats_of(f"{CALLED} 5k 0r400 5f", *names) == ({UTG}, {UTG}, {BB}, {BB})
    assert seats_of(f"{CALLED} 5k 0r400 5c", *names) == ({UTG}, {UTG}, {BB}, set())
    assert seats_of(f"{CALLED} 5k 0k", *names) == ({UTG}, set(), set(), set())
    assert seats_of(f"{CALLED} 5r400 0r1200 5f", *names) == (set(), set(), set(), set()), "somebody bet first"
    assert seats_of("0c 1f 2f 3f 4f 5k 5r200 0f", *names) == (set(), set(), set(), set()), "nobody had raised"
    last = seats_of("0r300 1r900 2f 3f 4f 5f 0c 0k 1r1000 0f", *names)
    assert last == ({HJ}, {HJ}, {UTG}, {UTG}), "the last raiser's"
    three = seats_of("0r300 1c 2f 3f 4f 5c 5k 0r600 1r1800 5f 0f", *names)
    assert three == ({UTG}, {UTG}, {HJ}, set()), "the big blind faces a raise, no c-bet"


def test_turn_c_bet_follows_a_c_bet_that_nobody_raised():
    names = ("could_turn_cbet", "did_turn_cbet")
    assert seats_of(f"{CALLED} 5k 0r400 5c 5k 0r900 5f", *names) == ({UTG}, {UTG})
    assert seats_of(f"{CALLED} 5k 0r400 5c 5k 0k", *names) == ({UTG}, set())
    assert seats_of(f"{CALLED} 5k 0r400 5c 5r900 0f", *names) == (set(), set()), "somebody bet first"
    assert seats_of(f"{CALLED} 5k 0r400 5r1200 0c 5k 0r2000 5f", *names) == (set(), set()), (
        "raised on the flop"
    )
    assert seats_of(f"{CALLED} 5k 0k 5k 0r400 5f", *names) == (set(), set()), "a late first bet is none"


def test_case_a75_a_hand_that_is_run_out_has_no_chances_after_the_flop():
    stacks = {UTG: 1000, BB: 1000}
    names = ("could_cbet", "faced_cbet", "could_turn_cbet", "raised", "called", "folded")
    line = "0r1000 1f 2f 3f 4f 5c"
    assert seats_of(line, *names, stacks=stacks) == (set(),) * 6
    saw, showed = seats_of(line, "saw_flop", "showed_down", stacks=stacks)
    assert saw == showed == {UTG, BB}, "all-in before the flop counts as seeing it"


def test_case_a75_an_all_in_raiser_has_no_c_bet_though_others_play_on():
    stacks = {UTG: 1000}
    could, saw = seats_of("0r1000 1c 2f 3f 4f 5c 5k 1r800 5f", "could_cbet", "saw_flop", stacks=stacks)
    assert (could, saw) == (set(), {UTG, HJ, BB})


def test_showdowns_and_wins():
    hand = hand_of(f"{CALLED} 5k 0r400 5f")
    found = counted(hand)
    assert (found["saw_flop"], found["showed_down"]) == ({UTG, BB}, set())
    assert found["won_after_flop"] == {UTG} and found["won_showdown"] == set()
    found = counted(hand_of(f"{CALLED} 5k 0k 5k 0k 5k 0k"))
    assert found["showed_down"] == {UTG, BB}
    assert found["won_showdown"] == found["won_after_flop"] != set()
    assert counted(hand_of("0r300"))["saw_flop"] == set()


def test_a_shared_pot_is_won_by_all_who_share_it():
    board = [0, 4, 8, 12, 16]  # 2c to 6c: a straight flush on the board
    begin = Start((10_000,) * 6, BUTTON, (50, 100))
    others = [card for card in range(52) if card not in board]
    deck = [*others[:13], *board[:3], others[13], board[3], others[14], board[4], *others[15:]]
    hand = EngineHand(House(), begin, deck)
    while (decision := hand.decision) is not None:
        hand.act("check" if decision.can_check else "call", 0)
    found = counted(hand)
    assert found["showed_down"] == found["won_showdown"] == set(SEATS)


# -- the engine's own bounds ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_case_a76_a_chance_of_a_3_bet_is_what_the_engine_allowed(seed):
    """Random hands with short stacks: whoever faced one raise and was offered a raise, and nobody else."""
    random = Random(seed)
    chances = barred = 0
    for _ in range(60 if COMPILED else 8):
        chips = {seat: random.choice([120, 150, 190, 210, 300, 900, 5_000]) for seat in SEATS}
        hand = hand_of_chance(random, chips)
        offered, faced, raises = set(), set(), 0
        acts = [act for act in hand._acts() if act.action in ("fold", "check", "call", "bet", "raise")]
        for act, decision in zip(acts, hand.decisions, strict=True):
            if act.street == 0 and raises == 1:
                faced.add(act.seat)
                offered |= {act.seat} if decision.max_raise_to is not None else set()
            raises += act.action in ("bet", "raise")
        assert counted(hand)["could_3bet"] == offered
        chances, barred = chances + len(offered), barred + len(faced - offered)
    assert not COMPILED or (chances > 20 and barred > 10)


def hand_of_chance(random: Random, chips: dict[int, int]) -> EngineHand:
    """A hand with random decisions, all-in now and then."""
    blinds = random.choice([(50, 100), (50, 100, 200)])
    hand = EngineHand(
        House(), Start(tuple(chips[s] for s in SEATS), BUTTON, blinds), random.sample(range(52), 52)
    )
    while (decision := hand.decision) is not None:
        word = random.choice(["fold", "call", "call", "raise"])
        if word == "raise" and decision.max_raise_to is not None:
            low = decision.min_raise_to
            hand.act("raise", random.choice([low, low, decision.max_raise_to]))
        elif decision.can_check:
            hand.act("check", 0)
        else:
            hand.act("call" if word == "raise" else word, 0)
    return hand


# -- whole runs -----------------------------------------------------------------------------------------

HANDS = 800 if COMPILED else 60
LIVELY = [
    "--players", "uniform-random,maniac*2,loose-passive*2,short-stacker,calling-station",
    "--set", "table.seats=7", "--set", f"session.hands={40 if COMPILED else 12}",
    "--set", "lineup.types.*.straddle=0.1", "--set", "lineup.types.*.out_of_turn=0.05",
    "--set", "lineup.types.*.silent=0.1", "--set", "dealer_errors.exposed_pocket_card=0.1",
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("style") / "lively", "--hands", str(HANDS), *LIVELY)


@pytest.fixture(scope="module")
def again(run):
    return recount(run)


@pytest.fixture(scope="module")
def found(run):
    with open_facts(run) as facts:
        return style.tables(facts)


@pytest.mark.parametrize("rate", style.RATES, ids=lambda rate: rate.name)
def test_every_rate_is_that_of_the_rows_with_its_interval_and_its_sample(found, again, rate):
    seats, counts = again
    frame = found["style"].set_index("strategy")
    for strategy in frame.index:
        mine = [seat for seat in seats if strategy in (style.ALL, seat["strategy"])]
        row = frame.loc[strategy]
        assert row["hands"] == len(mine)
        times, chances = total(mine, counts, rate.numerator), total(mine, counts, rate.denominator)
        assert (row[f"{rate.name}_times"], row[f"{rate.name}_of"]) == (times, chances)
        if chances < 30:
            assert math.isnan(row[rate.name]) and math.isnan(row[f"{rate.name}_low"])
            continue
        sums = sums_by_session(mine, counts, rate.numerator, rate.denominator)
        value, low, high = (left_out_percent if rate.unit == "%" else left_out_interval)(sums)
        shown = [row[rate.name + ending] for ending in ("", "_low", "_high")]
        assert shown == pytest.approx([rate.factor * value, rate.factor * low, rate.factor * high])
    assert (frame[f"{rate.name}_of"] > 0).sum() > 3


def test_every_player_is_counted(found, again):
    seats, counts = again
    frame = found["style.players"].set_index(["session_id", "player_id"])
    assert len(frame) == len({(seat["session_id"], seat["player_id"]) for seat in seats})
    for key, row in list(frame.iterrows())[::7]:
        mine = [seat for seat in seats if (seat["session_id"], seat["player_id"]) == key]
        assert row["strategy"] == mine[0]["strategy"] and row["hands"] == len(mine)
        for rate in style.RATES:
            times, chances = total(mine, counts, rate.numerator), total(mine, counts, rate.denominator)
            assert (row[f"{rate.name}_times"], row[f"{rate.name}_of"]) == (times, chances)
            if chances >= 30:
                assert row[rate.name] == pytest.approx(rate.factor * times / chances)
            else:
                assert math.isnan(row[rate.name])


def test_the_pieces_in_which_hands_are_read_change_nothing(run, found, monkeypatch):
    monkeypatch.setattr("holdem_sim.reports._hands.HANDS_AT_ONCE", 17)
    with open_facts(run) as facts:
        again = style.tables(facts)
    for name, frame in found.items():
        assert frame.equals(again[name])


def test_raises_are_never_more_than_entries_and_no_rate_leaves_0_to_100(found):
    frame = found["style"]
    assert (frame["pfr_pct"] <= frame["vpip_pct"]).all()
    for rate in style.RATES:
        if rate.unit == "%":
            for ending in ("", "_low", "_high"):
                assert frame[rate.name + ending].dropna().between(0, 100).all()
            assert (frame[f"{rate.name}_times"] <= frame[f"{rate.name}_of"]).all()


@pytest.mark.parametrize("players", [2, 5, 9])
def test_closed_form_everybody_calls(tmp_path, players):
    words = ["--hands", "60", "--players", f"always-call*{players}", "--set", f"table.seats={players}"]
    with open_facts(played(tmp_path / "calls", *words, "--set", "session.hands=20")) as facts:
        row = style.tables(facts, short=True)["style"].iloc[0]
        texts = [rendered(table) for table in style.text(style.tables(facts), facts)]
    assert row["vpip_pct"] == pytest.approx(100 * (players - 1) / players), "the big blind checks"
    assert row["pfr_pct"] == 0 and row["wtsd_pct"] == row["saw_flop_pct"] == 100
    assert row["three_bet_pct_of"] == 0 and math.isnan(row["three_bet_pct"])
    assert row["aggression_factor_of"] == 0 and math.isnan(row["aggression_factor"]), (
        "A76: no calls, no factor"
    )
    assert any("n/a: fewer than 30 chances." in text for text in texts)


def test_closed_form_everybody_is_all_in(tmp_path):
    words = [
        "--hands",
        "60",
        "--players",
        "always-all-in*4",
        "--set",
        "table.seats=4",
        "--set",
        "session.hands=1",
    ]
    with open_facts(played(tmp_path / "all-in", *words)) as facts:
        row = style.tables(facts)["style"].iloc[0]
    assert row["vpip_pct"] == 100 and row["pfr_pct"] == 25, "the first one raises, the others call all-in"
    assert row["wtsd_pct"] == 100 and row["cbet_pct_of"] == row["aggression_pct_of"] == 0, "A75"
    assert row["three_bet_pct_of"] == 0, "A76: the call takes all chips"


def test_the_text_says_what_it_cannot_know(tmp_path):
    words = ["--hands", "40", "--players", "uniform-random*3", "--set", "table.seats=3"]
    with open_facts(played(tmp_path / "one", *words, "--set", "session.hands=40")) as facts:
        tables = style.tables(facts)
        first = rendered(next(style.text(tables, facts)))
        told = " ".join(style.sentences(tables, facts))
    assert "No intervals: it takes two sessions." in first and "±" not in first
    assert "(VPIP)" in told and "95 %" not in told


def test_sentences_name_the_extremes(run, found):
    with open_facts(run) as facts:
        told = list(style.sentences(found, facts))
    strategies = found["style"].iloc[1:]
    assert 2 <= len(told) <= 5
    assert strategies.iloc[0]["strategy"] in told[1] and strategies.iloc[-1]["strategy"] in told[1]
    assert "95 % interval" in told[0]
