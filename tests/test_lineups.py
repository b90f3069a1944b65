"""Lineups: the shipped ones, a person's own, ``--players``, ``--hero``, and how they fill the seats."""

from __future__ import annotations

import pytest

from holdem_sim.config import load, load_lineup
from holdem_sim.errors import UsageError
from holdem_sim.lineup import BY_SHARE, EMPTY, parse_players
from holdem_sim.settings import shipped
from holdem_sim.strategy import make

LINEUPS = shipped("lineups")


def refusal(**options) -> str:
    with pytest.raises(UsageError) as caught:
        load(**options)
    return str(caught.value)


@pytest.mark.parametrize("name", LINEUPS)
def test_shipped_lineups_say_what_they_are_and_name_strategies_that_exist(name):
    lineup = load(lineup=name).lineup
    assert lineup.name == name
    assert lineup.description.endswith(".")
    for kind in lineup.types.values():
        assert make(kind.strategy).strategy.name


def test_the_default_lineup_has_the_realistic_types_in_shares_of_a_hundred():
    types = load().lineup.types
    assert set(types) == {
        "nit",
        "tight-aggressive",
        "loose-aggressive",
        "loose-passive",
        "calling-station",
        "maniac",
        "short-stacker",
        "recreational",
    }
    assert sum(kind.share for kind in types.values()) == 100


def test_a_lineup_file_needs_only_a_strategy(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[types.one]\nstrategy = 'nit(open=0.1)'\nbuy_in_bb = 45\n", encoding="utf-8")
    lineup = load(lineup=str(path)).lineup
    one = lineup.types["one"]
    assert (lineup.name, one.share, one.count) == ("mine", 1, None)
    assert (one.rebuy_to_bb, float(one.rebuy_below_bb), one.max_rebuys) == (45, 22.5, "unlimited")


def test_strategies_of_a_lineup_file_are_found_beside_it(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "[types.one]\nstrategy = './bot.py:first(x=1)'\n[types.two]\nstrategy = 'nit'\n", encoding="utf-8"
    )
    types = load_lineup(str(path)).types
    assert types["one"].strategy == f"{tmp_path}/bot.py:first(x=1)"
    assert types["two"].strategy == "nit"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[types.one]\nshare = 3\n", "types.one.strategy is missing in {path}"),
        ("[types.one]\nstrategy = ''\n", 'types.one.strategy = "" in {path}: must not be empty'),
        (
            "[types.one]\nstrategy = 'nit'\nbuyin_bb = 3\n",
            "unknown key 'types.one.buyin_bb' in {path}; did you mean 'types.one.buy_in_bb'?",
        ),
        (
            "[types.one]\nstrategy = 'nit'\nshare = 1\ncount = 1\n",
            "types.one in {path}: share and count exclude each other; set one of them to none",
        ),
        (
            "[types.one]\nstrategy = 'nit'\nrebuy_below_bb = 200\n",
            "types.one in {path}: rebuy_below_bb = 200 is larger than rebuy_to_bb = 100",
        ),
        (
            "[types.one]\nstrategy = 'nit'\nshare = 0\n",
            'types.one.share = 0 in {path}: must be a number above 0 up to 1,000,000, or "none"',
        ),
        ("typs = 3\n", "unknown key 'typs' in {path}; did you mean 'types'?"),
        ("types = 3\n", "types = 3 in {path}: must be a section"),
        ("[types]\n", "types = {{}} in {path}: needs at least one entry"),
        (
            "types.one = 3\n",
            "types.one = 3 in {path}: is a section; set one of its keys, such as types.one.strategy",
        ),
        ("", "types is missing in {path}"),
    ],
)
def test_errors_in_a_lineup_file_name_key_and_file(tmp_path, text, expected):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert refusal(lineup=str(path)) == expected.format(path=path)


@pytest.mark.parametrize(
    ("habit", "expected"),
    [
        ("seat_change=1.5", "seat_change = 1.5 in --set: must be a number from 0 to 1"),
        ("entry=pots", "entry = \"pots\" in --set: must be one of: wait, post; did you mean 'post'?"),
        (
            "departure=soon",
            'departure = "soon" in --set: must be a number from 0 to 100,000, or "never"',
        ),
        (
            "stay_hands=0",
            'stay_hands = 0 in --set: must be a whole number above 0 up to 1,000,000, or "none"',
        ),
        ("stay_hours=0", 'stay_hours = 0 in --set: must be a number above 0 up to 1,000,000, or "none"'),
        (
            "stop_loss_bb=-5",
            'stop_loss_bb = -5 in --set: must be a number above 0 up to 1,000,000, or "none"',
        ),
        ("walk_in=0", 'walk_in = 0 in --set: must be a number above 0 up to 100,000, or "never"'),
        ("patience=-1", 'patience = -1 in --set: must be a number from 0 to 100,000, or "unlimited"'),
        ("away=never", 'away = "never" in --set: must be a number from 0 to 100,000'),
    ],
)
def test_habits_that_cannot_be_meant(habit, expected):
    assert refusal(words=[f"lineup.types.nit.{habit}"]) == f"lineup.types.nit.{expected}"


def test_h_ix_7_and_8_silent_and_string_share_what_is_not_declared():
    words = ["lineup.types.nit.silent=0.6", "lineup.types.nit.string=0.5"]
    assert refusal(words=words) == (
        "lineup.types.nit in --set: silent = 0.6 and string = 0.5 are more than 1 together"
    )
    made = load(words=["lineup.types.nit.silent=0.6", "lineup.types.nit.string=0.4"])
    assert made.lineup.types["nit"].string + made.lineup.types["nit"].silent == 1


def test_a_party_called_none_is_none():
    assert load(words=["lineup.types.nit.party=none"]).lineup.types["nit"].party is None


def test_a_party_is_noted():
    assert load(words=["lineup.types.nit.party=club"]).lineup.types["nit"].party == "club"


# -- --players and --hero --------------------------------------------------------------------------------


def test_players_fill_the_seats_in_order():
    lineup = load(players="nit*2, tight-aggressive(open=0.18) ,nit").lineup
    assert list(lineup.types) == ["nit", "tight-aggressive(open=0.18)"]
    assert lineup.seating(9) == ([0, 0, 1, 0, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY], False)


def test_commas_stars_and_brackets_inside_brackets_belong_to_the_spec():
    lineup = parse_players("a(x=(1, 2), y='*3,)')*2,./b.py:c(z=2*3)")
    assert list(lineup.types) == ["a(x=(1, 2), y='*3,)')", "./b.py:c(z=2*3)"]
    assert lineup.seats == ("a(x=(1, 2), y='*3,)')",) * 2 + ("./b.py:c(z=2*3)",)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("nit,,nit", "cannot read '' in --players; write it like 'nit*3,maniac'"),
        ("", "cannot read '' in --players; write it like 'nit*3,maniac'"),
        ("nit*0", "cannot read 'nit*0' in --players; write it like 'nit*3,maniac'"),
        ("nit*x", "cannot read 'nit*x' in --players; write it like 'nit*3,maniac'"),
        ("nit*", "cannot read 'nit*' in --players; write it like 'nit*3,maniac'"),
        ("nit(a=1", "the brackets or quotes in --players 'nit(a=1' do not match"),
        ("nit)a=1(", "the brackets or quotes in --players 'nit)a=1(' do not match"),
        ("nit*12", "lineup 'players' has 12 players for 9 seats; take fewer players"),
        (
            "nit*10",
            "lineup 'players' has 10 players for 9 seats; "
            "take fewer players or more seats (--set table.seats=10)",
        ),
        ("nit", "the lineup fills 1 of 9 seats, but session.min_players = 2"),
    ],
)
def test_players_that_cannot_be_meant(players, expected):
    assert refusal(players=players) == expected


def test_players_and_lineup_exclude_each_other():
    assert refusal(players="nit*2", lineup="regulars") == (
        "--players and --lineup exclude each other; give one of them"
    )


def test_an_unknown_lineup_is_told_with_the_known_ones():
    assert (
        refusal(lineup="regular") == "unknown lineup 'regular' (nor is it a file); did you mean 'regulars'?"
    )


def test_a_hero_takes_a_seat_of_the_lineup():
    seating, mixed = load(hero="./me.py").lineup.seating(9)
    assert sorted(seating) == [BY_SHARE] * 8 + [8] and mixed
    assert load(hero="./me.py").lineup.types["hero"].strategy == "./me.py"


def test_a_hero_beside_players_takes_the_first_empty_seat():
    assert load(hero="./me.py", players="nit*3").lineup.seating(5) == ([0, 0, 0, 1, EMPTY], False)


def test_a_hero_needs_a_free_seat_and_a_free_name():
    assert refusal(hero="./me.py", players="nit*9") == (
        "lineup 'players' has 10 players for 9 seats; take fewer players or more seats (--set table.seats=10)"
    )
    with pytest.raises(UsageError, match="has a type named 'hero' already"):
        load(hero="a").lineup.with_hero("b")


# -- seats and money as the engine reads them ------------------------------------------------------------


def test_counted_types_sit_first_and_shares_fill_the_rest(tmp_path):
    path = tmp_path / "mixed.toml"
    path.write_text(
        "[types.pro]\nstrategy = 'nit'\ncount = 2\n"
        "[types.a]\nstrategy = 'maniac'\nshare = 0.5\n[types.b]\nstrategy = 'nit'\nshare = 1.25\n",
        encoding="utf-8",
    )
    made = load(lineup=str(path), words=["table.seats=6"])
    rules, types = made.rules_record(), made.types_array()
    assert list(rules.seat_type) == [0, 0] + [BY_SHARE] * 4 + [EMPTY] * 4
    assert (rules.seats_mixed, rules.types) == (1, 3)
    assert list(types.weight) == [0, 2, 5]
    assert made.specs == ("nit", "maniac")
    assert list(types.strategy) == [0, 1, 0]


def test_counts_alone_leave_the_other_seats_empty():
    rules = load(lineup="one-of-each").rules_record()
    assert sorted(rules.seat_type) == [EMPTY, EMPTY, *range(8)]
    assert rules.seats_mixed == 1


def test_h_xvi_2_wishes_are_taken_to_what_the_table_allows():
    words = ["nit.buy_in_bb=300", "nit.rebuy_to_bb=250", "maniac.buy_in_bb=2", "maniac.rebuy_below_bb=0"]
    made = load(words=[f"lineup.types.{word}" for word in words])
    by_name = dict(zip(made.lineup.types, made.types_array(), strict=True))
    assert (by_name["nit"].buy_in, by_name["nit"].rebuy_to) == (10_000, 10_000)
    assert by_name["maniac"].buy_in == 1000
    shallow = load(words=["buy_in.max_bb=40"])
    for kind in shallow.types_array():
        assert kind.rebuy_below <= kind.rebuy_to <= 4000
        assert 1000 <= kind.buy_in <= 4000


def test_rebuys_and_arrivals_without_end():
    words = ["nit.max_rebuys=unlimited", "nit.arrival=never", "maniac.arrival=1.5"]
    made = load(words=[f"lineup.types.{word}" for word in words])
    by_name = dict(zip(made.lineup.types, made.types_array(), strict=True))
    assert (by_name["nit"].max_rebuys, by_name["nit"].arrival_ms) == (-1, -1)
    assert (by_name["maniac"].max_rebuys, by_name["maniac"].arrival_ms) == (8, 90_000)


HABITS = {
    "straddle=0.25": ("straddle", 2**30),
    "seat_change=0.5": ("seat_change", 2**31),
    "silent=0.125": ("silent", 2**29),
    "string=0.125": ("string", 2**29),
    "out_of_turn=1": ("out_of_turn", 2**32),
    "come_back=0.5": ("come_back", 2**31),
    "entry=post": ("entry_post", 1),
    "entry=wait": ("entry_post", 0),
    "departure=90": ("departure_ms", 5_400_000),
    "departure=never": ("departure_ms", -1),
    "stay_hands=120": ("stay_hands", 120),
    "stay_hands=none": ("stay_hands", -1),
    "stay_hours=2.5": ("stay_ms", 9_000_000),
    "stop_loss_bb=150": ("stop_loss", 15_000),
    "stop_loss_bb=0.001": ("stop_loss", 1),
    "stop_win_bb=250.5": ("stop_win", 25_050),
    "stop_win_bb=none": ("stop_win", -1),
    "company=4": ("company", 4),
    "away=45": ("away_ms", 2_700_000),
    "walk_in=20": ("walk_in_ms", 1_200_000),
    "walk_in=never": ("walk_in_ms", -1),
    "patience=30": ("patience_ms", 1_800_000),
    "patience=unlimited": ("patience_ms", -1),
}
"""Words of a lineup, and what the engine reads."""


@pytest.mark.parametrize("habit", HABITS)
def test_habits_become_the_engines_numbers(habit):
    field, expected = HABITS[habit]
    made = load(words=[f"lineup.types.nit.{habit}"])
    assert dict(zip(made.lineup.types, made.types_array(), strict=True))["nit"][field] == expected


def test_h_vi_9_people_who_came_together_have_one_number():
    words = ["nit.party=club", "maniac.party=club", "recreational.party=birthday"]
    made = load(words=[f"lineup.types.{word}" for word in words])
    parties = {
        name: int(kind.party) for name, kind in zip(made.lineup.types, made.types_array(), strict=True)
    }
    assert parties["nit"] == parties["maniac"] != parties["recreational"]
    assert {parties["nit"], parties["recreational"]} == {0, 1}
    assert {number for name, number in parties.items() if name not in ("nit", "maniac", "recreational")} == {
        -1
    }


def test_the_lively_table_has_every_error_and_every_habit_switched_on():
    made = load("casino-lively")
    assert all(rate > 0 for rate in made.rules_record().error_rate)
    assert (made.rules.separate_parties, made.deal.shuffle) == (True, "hand")
    plain = load().lineup.types["nit"].model_copy(update={"share": 1})
    for key, field in type(plain).model_fields.items():
        values = {getattr(kind, key) for kind in made.lineup.types.values()}
        assert key in ("strategy", "count") or values - {field.default}, key
    assert sum(kind.share for kind in made.lineup.types.values()) == 100


def test_walk_ins_of_the_lively_lineup_come_in_the_shares_of_the_seats():
    kinds = load("casino-lively").lineup.types.values()
    an_hour = sum(60 / float(kind.walk_in) for kind in kinds)
    assert abs(60 / an_hour - 24) < 1, "the lineup's file promises one every 24 minutes"
    for kind in kinds:
        assert abs(60 / float(kind.walk_in) / an_hour - float(kind.share) / 100) < 0.04
