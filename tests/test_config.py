"""The configuration: every key of the contract, exact values, errors in plain words, the engine's records."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_sim import config, settings
from holdem_sim.cli import main
from holdem_sim.config import Config, load
from holdem_sim.engine import table as engine
from holdem_sim.errors import UsageError
from holdem_sim.keys import declared
from holdem_sim.schema import DEALER_ERRORS

CONTRACT = {
    "table.seats": 9,
    "table.small_blind": 50,
    "table.big_blind": 100,
    "table.currency": "",
    "table.chip_value": 1,
    "session.hands": 360,
    "session.min_players": 2,
    "buy_in.min_bb": 10,
    "buy_in.max_bb": 100,
    "buy_in.late_min_bb": 20,
    "tax.percent": 5,
    "tax.cap": None,
    "tax.cap_bb": None,
    "tax.cap_by_players": None,
    "tax.steps": (),
    "tax.no_flop_no_drop": False,
    "tax.min_pot": 0,
    "tax.unit": 1,
    "tax.rounding": "down",
    "tax.spread": "proportional",
    "tax.extra_drop": 0,
    "tax.extra_drop_min_pot": 0,
    "tax.time_charge": 0,
    "tax.heads_up_factor": 1,
    "deal.shuffle": "uniform",
    "deal.wash_seconds": 60,
    "rules.betting": "no-limit",
    "rules.min_raise": "double",
    "rules.raise_cap": 4,
    "rules.min_bet_by_street": (1, 1, 1, 1),
    "rules.after_all_in": "free",
    "rules.bet_sizes": (),
    "rules.raise_factors": (),
    "rules.odd_chips": "all-to-first",
    "rules.chip_unit": 1,
    "rules.pot_order": "side-first",
    "rules.heads_up": "button-small-blind",
    "rules.button": "moving",
    "rules.entry_post": "dead",
    "rules.leave": "round",
    "rules.separate_parties": False,
    "rules.ante": 0,
    "rules.max_straddles": "all",
    "rules.chip_values": (1, 5, 25, 100, 500, 1000, 5000),
    **{f"dealer_errors.{name.replace('-', '_')}": 0 for name in DEALER_ERRORS},
}
"""The published keys and defaults."""


def value(of: Config, key: str):
    return reduce(getattr, key.split("."), of)


def message(words=(), **options) -> str:
    """The error that a configuration gives."""
    with pytest.raises(UsageError) as caught:
        load(words=words, **options).rules_record()
    return str(caught.value)


# -- keys ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", CONTRACT)
def test_contract_keys_have_their_defaults(key):
    assert value(load(), key) == CONTRACT[key]
    assert value(Config(), key) == CONTRACT[key]


def test_every_key_has_one_line_that_describes_it():
    for key, meaning in declared():
        assert meaning and "\n" not in meaning and not meaning.endswith("."), key


def test_the_preset_names_every_key_and_holds_the_defaults():
    path = settings.shipped("tables")["casino"]
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    del written["description"]
    names = {f"{section}.{key}" for section, keys in written.items() for key in keys}
    assert names == {key for key, _ in declared()}
    assert load().model_dump(exclude={"description"}) == Config().model_dump(exclude={"description"})


def test_a_configuration_cannot_be_changed():
    with pytest.raises(ValueError, match="frozen"):
        load().tax.percent = 3


# -- values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "key", "expected"),
    [
        ("tax.percent=2.5", "tax.percent", Decimal("2.5")),
        ("tax.percent=5.00", "tax.percent", 5),
        ("tax.percent=.5", "tax.percent", Decimal("0.5")),
        ("session.hands=1e3", "session.hands", 1000),
        ("session.hands=1_000", "session.hands", 1000),
        ("rules.min_raise=increment", "rules.min_raise", "increment"),
        ('rules.min_raise="increment"', "rules.min_raise", "increment"),
        ("tax.cap=none", "tax.cap", None),
        ("tax.cap=30", "tax.cap", 30),
        ("tax.cap_by_players={2=10, 3=10, 4=10, 5=20}", "tax.cap_by_players", {2: 10, 3: 10, 4: 10, 5: 20}),
        ("tax.cap_by_players.2=10", "tax.cap_by_players", {2: 10}),
        ("tax.steps=[[40, 2], [20, 1]]", "tax.steps", ((20, 1), (40, 2))),
        ("tax.no_flop_no_drop=true", "tax.no_flop_no_drop", True),
        ("table.currency=$", "table.currency", "$"),
        ("table.currency=", "table.currency", ""),
        (" tax.percent = 3 ", "tax.percent", 3),
        ("rules.min_bet_by_street=[1, 1, 2, 2]", "rules.min_bet_by_street", (1, 1, 2, 2)),
        ("dealer_errors.wrong_button=0.00025", "dealer_errors.wrong_button", Decimal("0.00025")),
        ("rules.bet_sizes=[100, 33.3333, 50, 50]", "rules.bet_sizes", (Decimal("33.3333"), 50, 100)),
        ("rules.raise_factors=[3, 2, 2.5]", "rules.raise_factors", (2, Decimal("2.5"), 3)),
        ("rules.raise_factors=[]", "rules.raise_factors", ()),
        ("rules.chip_values=[100, 25, 25]", "rules.chip_values", (25, 100)),
        ("deal.wash_seconds=0", "deal.wash_seconds", 0),
        ("lineup.types.nit.share=40", "lineup.types", None),
    ],
)
def test_set_reads_toml_or_a_bare_word(word, key, expected):
    made = load(words=[word])
    if key == "lineup.types":
        assert made.lineup.types["nit"].share == 40
    else:
        assert value(made, key) == expected
        assert type(value(made, key)) is type(expected)


def test_numbers_are_exact_and_never_floats():
    made = load(words=["tax.percent=0.1", "clock.action_s=2.75"])
    assert Fraction(made.tax.percent) == Fraction(1, 10)
    assert made.rules_record().tax_num / made.rules_record().tax_den == 1 / 1000
    assert made.rules_record().clock_action_ms == 2750


def test_h_ii_1_small_blind_is_half_of_the_big_blind_unless_it_is_given():
    assert load(words=["table.big_blind=200"]).table.small_blind == 100
    assert load(words=["table.big_blind=5"]).table.small_blind == 2
    assert load(words=["table.big_blind=1"]).table.small_blind == 1
    assert load(words=["table.big_blind=200", "table.small_blind=50"]).table.small_blind == 50
    uneven = load(words=["table.small_blind=30"]).with_settings(["table.big_blind=200"])
    assert uneven.table.small_blind == 30


def test_a_star_sets_a_key_of_every_player_type():
    made = load(words=["lineup.types.*.straddle=0.3", "lineup.types.nit.straddle=0"])
    assert {
        name: float(kind.straddle) for name, kind in made.lineup.types.items() if name != "nit"
    } == dict.fromkeys(made.lineup.types.keys() - {"nit"}, 0.3)
    assert made.lineup.types["nit"].straddle == 0
    with pytest.raises(UsageError, match="unknown player type '\\*'"):
        load(words=["lineup.types.*=3"])


def test_later_settings_win():
    assert load(words=["tax.percent=3", "tax.percent=4"]).tax.percent == 4


def test_given_are_the_keys_that_were_set():
    assert load(words=["tax.unit=1"]).given == {"tax.unit"}
    assert load().given == frozenset()


# -- errors ----------------------------------------------------------------------------------------------

ERRORS = {
    "tax.percnt=3": "unknown key 'tax.percnt' in --set; did you mean 'tax.percent'?",
    "cap-bb=3": "unknown key 'cap-bb' in --set; did you mean 'tax.cap_bb'?",
    "taxes.percent=3": "unknown key 'taxes.percent' in --set; did you mean 'tax.percent'?",
    "tax.percent=150": "tax.percent = 150 in --set: must be a number from 0 to 100",
    "tax.percent=5%": 'tax.percent = "5%" in --set: must be a number from 0 to 100',
    "tax.percent=nan": "tax.percent = NaN in --set: must be a number from 0 to 100",
    "tax.percent=true": "tax.percent = true in --set: must be a number from 0 to 100",
    "tax.percent=2020-01-01": "tax.percent = 2020-01-01 in --set: must be a number from 0 to 100",
    "tax.percent=0.0000001": (
        "tax.percent = 1E-7 in --set: must be a number from 0 to 100, with at most 6 decimals"
    ),
    "tax=5": "tax = 5 in --set: is a section; set one of its keys, such as tax.percent",
    "tax.percent.x=5": "tax.percent = {x = 5} in --set: must be a number from 0 to 100",
    "percent": "cannot read --set 'percent'; write it like --set tax.percent=5",
    "=5": "cannot read --set '=5'; write it like --set tax.percent=5",
    "tax..percent=5": "cannot read --set 'tax..percent=5'; write it like --set tax.percent=5",
    "tax.rounding=dwn": (
        "tax.rounding = \"dwn\" in --set: must be one of: down, nearest, up; did you mean 'down'?"
    ),
    "tax.no_flop_no_drop=maybe": 'tax.no_flop_no_drop = "maybe" in --set: must be true or false',
    "tax.cap=-1": ('tax.cap = -1 in --set: must be a number from 0 to 1,000,000,000,000,000, or "none"'),
    "tax.cap=0.5": "tax.cap = 0.5 is no whole number of chips; count money in the smallest chip",
    "tax.cap_by_players={2=10, 11=3}": (
        "tax.cap_by_players = {2 = 10, 11 = 3} in --set: "
        'must be chips by players dealt in (2 to 10), as {2 = 10, 5 = 20} or "none"'
    ),
    "tax.steps=[[20, 1], [20, 2]]": (
        "tax.steps = [[20, 1], [20, 2]] in --set: "
        "must be at most 32 pairs of pot size (each once) and amount, as in [[20, 1], [40, 2]]"
    ),
    "table.seats=11": "table.seats = 11 in --set: must be a whole number from 2 to 10",
    "table.seats=6.5": "table.seats = 6.5 in --set: must be a whole number from 2 to 10",
    "table.currency=5": "table.currency = 5 in --set: must be text",
    "table.currency=doubloons": 'table.currency = "doubloons" in --set: must have at most 8 characters',
    "table.big_blind=0": (
        "table.big_blind = 0 in --set: must be a number above 0 up to 1,000,000,000,000,000"
    ),
    "table.small_blind=200": "table.small_blind = 200 is larger than table.big_blind = 100 in --set",
    "table.big_blind=99999999999": (
        "a session could bring more than 1,000,000,000,000,000 chips to the table; "
        "lower table.big_blind, buy_in.max_bb or session.hands"
    ),
    "session.hands=1000001": "session.hands = 1000001 in --set: must be a whole number from 1 to 1,000,000",
    "session.min_players=10": "session.min_players = 10 is larger than table.seats = 9",
    "buy_in.max_bb=5": "buy_in.min_bb = 10 is larger than buy_in.max_bb = 5 in --set",
    "buy_in.late_min_bb=101": "buy_in.late_min_bb = 101 is larger than buy_in.max_bb = 100 in --set",
    "rules.min_bet_by_street=[1, 1]": (
        "rules.min_bet_by_street = [1, 1] in --set: "
        "must be four numbers of big blinds above 0, one a street, as in [1, 1, 2, 2]"
    ),
    "rules.min_bet_by_street=[1, 1, 2, 2.005]": (
        "rules.min_bet_by_street = 2.005 is no whole number of chips; count money in the smallest chip"
    ),
    "rules.chip_values=[1, 2.5]": (
        "rules.chip_values = [1, 2.5] in --set: "
        "must be a list of at most 32 whole numbers above 0, as in [1, 5, 25, 100]"
    ),
    "rules.chip_values=[]": (
        "rules.chip_values = [] in --set: "
        "must be a list of at most 32 whole numbers above 0, as in [1, 5, 25, 100]"
    ),
    "rules.bet_sizes=33": (
        "rules.bet_sizes = 33 in --set: must be a list of at most 16 percentages of the pot above 0, "
        "as in [33, 50, 100], with at most 4 decimals"
    ),
    "rules.bet_sizes=[0]": (
        "rules.bet_sizes = [0] in --set: must be a list of at most 16 percentages of the pot above 0, "
        "as in [33, 50, 100], with at most 4 decimals"
    ),
    "rules.raise_factors=[1]": (
        "rules.raise_factors = [1] in --set: must be a list of at most 16 multiples of the bet above 1, "
        "as in [2, 3], with at most 4 decimals"
    ),
    "rules.raise_factors=[2, 2.00001]": (
        "rules.raise_factors = [2, 2.00001] in --set: must be a list of at most 16 multiples of the bet above 1, "
        "as in [2, 3], with at most 4 decimals"
    ),
    "rules.raise_cap=0": "rules.raise_cap = 0 in --set: must be a whole number from 1 to 1,000",
    "rules.betting=potlimit": (
        'rules.betting = "potlimit" in --set: must be one of: no-limit, pot-limit, fixed-limit; '
        "did you mean 'pot-limit'?"
    ),
    "rules.button=ded": (
        "rules.button = \"ded\" in --set: must be one of: moving, dead; did you mean 'dead'?"
    ),
    "rules.separate_parties=maybe": ('rules.separate_parties = "maybe" in --set: must be true or false'),
    "dealer_errors.wrong_pot=1.5": "dealer_errors.wrong_pot = 1.5 in --set: must be a number from 0 to 1",
    "dealer_errors.wrong_pots=0.1": (
        "unknown key 'dealer_errors.wrong_pots' in --set; did you mean 'dealer_errors.wrong_pot'?"
    ),
    "name=a/b": 'name = "a/b" in --set: must be a name of at most 100 characters without slashes or control characters',
    "lineup.types.nti.share=3": (
        "unknown player type 'nti' in --set 'lineup.types.nti.share=3'; did you mean 'nit'?"
    ),
    "lineup.types.nit.shre=3": (
        "unknown key 'lineup.types.nit.shre' in --set; did you mean 'lineup.types.nit.share'?"
    ),
    "lineup.types.nit.count=1": (
        "lineup.types.nit in --set: share and count exclude each other; set one of them to none"
    ),
}


@pytest.mark.parametrize("word", ERRORS)
def test_errors_name_the_value_the_place_and_the_cure(word):
    assert message([word]) == ERRORS[word]


def test_two_keys_that_exclude_each_other():
    assert message(["tax.percent=60", "tax.heads_up_factor=2"]) == (
        "tax.percent = 60 times tax.heads_up_factor = 2 is above 100 in --set"
    )


def test_where_people_come_and_go_the_clock_must_move_between_hands():
    assert load(words=["clock.deal_s=0"]).clock.deal_s == 0
    for habit in (
        "departure=5",
        "stay_hands=3",
        "stop_win_bb=10",
        "walk_in=5",
        "company=4",
        "come_back=0.1",
        "seat_change=1",
    ):
        name = habit.partition("=")[0]
        words = ["clock.deal_s=0", f"lineup.types.nit.{habit}"]
        assert message(words) == (
            f"clock.deal_s = 0 lets no time pass between hands, but lineup.types.nit.{name} needs it; "
            "set clock.deal_s to 0.001 or more"
        )
        assert load(words=[*words, "clock.deal_s=0.001"]).clock.deal_s == Decimal("0.001")


def test_the_command_line_exits_with_2_for_a_wrong_key(capsys):
    assert main(["run", "--set", "tax.percnt=3"]) == 2
    told = capsys.readouterr().err
    assert told == "error: unknown key 'tax.percnt' in --set; did you mean 'tax.percent'?\n"


# -- files -----------------------------------------------------------------------------------------------


def written(folder: Path, text: str | bytes, name: str = "mine.toml") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_a_table_file_needs_only_what_differs(tmp_path):
    made = load(written(tmp_path, "[table]\nbig_blind = 20\n[tax]\npercent = 2.5\n"))
    assert (made.name, made.table.small_blind, made.table.big_blind) == ("mine", 10, 20)
    assert made.tax.percent == Decimal("2.5")
    assert made.session.hands == 360


def test_a_table_file_may_begin_with_a_byte_order_mark(tmp_path):
    assert load(written(tmp_path, b"\xef\xbb\xbf[tax]\npercent = 3\n")).tax.percent == 3


def test_errors_in_a_table_file_name_the_file(tmp_path):
    path = written(tmp_path, "[tax]\npercent = 500\n")
    assert message(table=path) == f"tax.percent = 500 in {path}: must be a number from 0 to 100"
    path = written(tmp_path, "[tax]\nprecent = 5\n")
    assert message(table=path) == f"unknown key 'tax.precent' in {path}; did you mean 'tax.percent'?"
    path = written(tmp_path, "[table]\nsmall_blind = 200\n")
    assert message(table=path) == f"table.small_blind = 200 is larger than table.big_blind = 100 in {path}"
    path = written(tmp_path, "[lineup.types.x]\nstrategy = 'nit'\n")
    assert message(table=path) == (
        f"{path} holds a lineup; keep it in a file of its own and name that with --lineup"
    )


def test_a_table_file_may_name_the_lineup_that_plays_there(tmp_path):
    path = written(tmp_path, 'default_lineup = "regulars"\n')
    assert load(path).lineup.name == "regulars"
    assert load(path, "one-of-each").lineup.name == "one-of-each"
    assert load(path, players="nit*2").lineup.name == "players"
    assert load("casino-lively").lineup.name == "lively"
    written(tmp_path, "[types.x]\nstrategy = 'nit'\n", "own.toml")
    path = written(tmp_path, 'default_lineup = "own.toml"\n')
    assert list(load(path).lineup.types) == ["x"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("5", "default_lineup = 5 in {path}: must be the name of a lineup, or the path of its file"),
        (
            '"livly"',
            "default_lineup = \"livly\" in {path}: unknown lineup 'livly' (nor is it a file); did you mean 'lively'?",
        ),
    ],
)
def test_errors_in_the_lineup_that_a_table_names(tmp_path, value, expected):
    path = written(tmp_path, f"default_lineup = {value}\n")
    assert message(table=path) == expected.format(path=path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"[tax\n", "is no TOML: Expected ']' at the end of a table declaration (at line 1, column 5)"),
        (b"[tax]\ncurrency = '\xff'\n", "is not UTF-8 text (byte 18); save it as UTF-8"),
        (b"#" * 1_000_001, "is larger than 1,000,000 bytes; that is no configuration"),
    ],
)
def test_files_that_are_no_configuration(tmp_path, text, expected):
    path = written(tmp_path, text)
    assert message(table=path) == f"{path} {expected}"


def test_shipped_files_are_listed_by_name():
    assert list(settings.shipped("tables"))[:2] == ["casino", "casino-lively"]
    assert all(
        list(settings.shipped(kind)) == sorted(settings.shipped(kind)) for kind in ("tables", "lineups")
    )


def test_names_and_paths_that_do_not_exist(tmp_path):
    assert message(table="casno") == "unknown table 'casno' (nor is it a file); did you mean 'casino'?"
    path = str(tmp_path / "none.toml")
    assert message(table=path).startswith(
        f"table file {path!r} does not exist; give a TOML file, or one of: "
    )
    assert message(table=str(tmp_path)).startswith(f"table file {str(tmp_path)!r} is no file; ")


# -- run.json --------------------------------------------------------------------------------------------


def through_json(made: Config) -> Config:
    return Config.from_json(json.loads(json.dumps(made.to_json())))


def test_a_configuration_comes_back_from_json():
    made = load(
        words=[
            "tax.percent=2.35",
            "tax.cap_by_players={2=10, 5=20}",
            "tax.steps=[[20, 1], [40, 2]]",
            "tax.cap=none",
            "clock.action_s=0.1",
            "lineup.types.nit.share=0.7",
        ],
        hero="always-call",
    )
    assert through_json(made).model_dump() == made.model_dump()
    assert through_json(made).to_json() == made.to_json()
    assert made.to_json()["tax"]["percent"] == 2.35
    assert made.to_json()["tax"]["cap_by_players"] == {"2": 10, "5": 20}
    assert list(through_json(made).lineup.types) == list(made.lineup.types)


@given(percent=st.decimals(0, 100, places=6), cap=st.none() | st.integers(0, 10**15))
def test_exact_numbers_survive_json(percent, cap):
    made = load(words=[f"tax.percent={percent}", f"tax.cap={'none' if cap is None else cap}"])
    again = through_json(made)
    assert again.model_dump() == made.model_dump()
    assert Fraction(again.tax.percent) == Fraction(percent)
    assert (again.rules_record() == made.rules_record()).all()


def test_a_json_that_was_tampered_with_is_refused():
    data = load().to_json()
    data["tax"]["percent"] = -1
    with pytest.raises(UsageError, match=r"^tax\.percent = -1 in run\.json: must be a number from 0 to 100$"):
        Config.from_json(data)
    with pytest.raises(UsageError, match=r"^the configuration in run\.json is no object$"):
        Config.from_json([])


# -- the engine's records --------------------------------------------------------------------------------


def test_h_vi_2_and_3_buy_in_limits_in_chips():
    rules = load().rules_record()
    assert (rules.buy_in_min, rules.buy_in_max, rules.buy_in_late_min) == (1000, 10_000, 2000)
    rules = load(words=["table.big_blind=3", "buy_in.min_bb=10.5", "buy_in.max_bb=100.5"]).rules_record()
    assert (rules.buy_in_min, rules.buy_in_max) == (32, 301)


def test_words_become_the_engines_numbers():
    rules = load(
        words=[
            "rules.min_raise=double-increment",
            "rules.odd_chips=one-each",
            "rules.pot_order=main-first",
            "rules.heads_up=literal",
            "tax.rounding=up",
            "tax.spread=main-first",
            "tax.no_flop_no_drop=true",
            "rules.ante=5",
            "session.hours=2.5",
        ]
    ).rules_record(seed=2**64 - 1)
    assert rules.min_raise == engine.MIN_RAISE_DOUBLE_INCREMENT
    assert rules.odd_chips == engine.ODD_ONE_EACH
    assert rules.pot_order == engine.POTS_MAIN_FIRST
    assert rules.heads_up == engine.HEADS_UP_LITERAL
    assert rules.tax_rounding == engine.ROUND_UP
    assert rules.tax_spread == engine.SPREAD_MAIN_FIRST
    assert (rules.tax_no_flop_no_drop, rules.ante, rules.session_ms) == (1, 5, 9_000_000)
    assert int(rules.seed) == 2**64 - 1


def test_g_1_and_g_4_limits_become_the_engines_numbers():
    rules = load(words=["rules.betting=fixed-limit", "rules.raise_cap=3"]).rules_record()
    assert (rules.betting, rules.raise_cap, rules.pot_after_all_in) == (engine.FIXED_LIMIT, 3, 0)
    rules = load(words=["rules.betting=pot-limit", "rules.after_all_in=pot"]).rules_record()
    assert (rules.betting, rules.pot_after_all_in) == (engine.POT_LIMIT, 1)
    plain = load().rules_record()
    assert (plain.betting, plain.pot_after_all_in) == (engine.NO_LIMIT, 0)


def test_d_1_sizes_become_millionths():
    rules = load(words=["rules.bet_sizes=[100, 33]", "rules.raise_factors=[2.5, 2, 3]"]).rules_record()
    assert list(rules.bet_size[: rules.bet_sizes]) == [330_000, 1_000_000]
    assert list(rules.raise_factor[: rules.raise_factors]) == [2_000_000, 2_500_000, 3_000_000]
    assert (load().rules_record().bet_sizes, load().rules_record().raise_factors) == (0, 0)


def test_h_ix_7_the_houses_chips_are_sorted_and_count_in_the_histories_unit():
    made = load(words=["rules.chip_values=[100, 5, 25]"])
    rules = made.rules_record()
    assert list(rules.chip_value[: rules.chip_values]) == [5, 25, 100]
    cents = made.rules_record(scale=100, blinds=(50, 100))
    assert list(cents.chip_value[: cents.chip_values]) == [500, 2500, 10_000]


def test_h_ii_8_h_vi_5_h_vi_9_and_h_xiv_1_options_become_the_engines_numbers():
    words = [
        "rules.button=dead",
        "rules.entry_post=live",
        "rules.leave=any-hand",
        "rules.separate_parties=true",
    ]
    rules, plain = load(words=words).rules_record(), load().rules_record()
    assert (rules.button, rules.entry_post) == (engine.BUTTON_DEAD, engine.ENTRY_LIVE)
    assert (plain.button, plain.entry_post) == (engine.BUTTON_MOVING, engine.ENTRY_DEAD)
    assert (rules.leave_any_hand, rules.separate_parties) == (1, 1)
    assert (plain.leave_any_hand, plain.separate_parties) == (0, 0)


def test_h_ii_9_the_shuffle_becomes_a_flag_and_milliseconds():
    rules = load(words=["deal.shuffle=hand", "deal.wash_seconds=7.25"]).rules_record()
    assert (rules.shuffle_by_hand, rules.wash_ms) == (1, 7250)
    assert load().rules_record().shuffle_by_hand == 0


@pytest.mark.parametrize(("place", "name"), list(enumerate(DEALER_ERRORS)))
def test_h_vii_and_h_viii_rates_stand_at_the_place_of_their_error(place, name):
    rates = load(words=[f"dealer_errors.{name.replace('-', '_')}=0.25"]).rules_record().error_rate
    assert list(rates) == [2**30 if k == place else 0 for k in range(len(DEALER_ERRORS))]
    always = load(words=[f"dealer_errors.{name.replace('-', '_')}=1"]).rules_record().error_rate
    assert always[place] == 2**32


def test_nothing_is_called_by_address_unless_somebody_installs_it():
    rules = load(words=["deal.shuffle=hand", "dealer_errors.wrong_pot=1"]).rules_record()
    assert (rules.hook_shuffle, rules.hook_dealing, rules.hook_speaker, rules.hook_declare) == (0, 0, 0, 0)


def test_the_smallest_cap_that_applies_holds_by_players_dealt_in():
    words = ["tax.cap=250", "tax.cap_bb=3", "tax.cap_by_players={3=100, 5=400}"]
    caps = load(words=words).rules_record().tax_cap
    assert list(caps[2:]) == [250, 100, 100, 250, 250, 250, 250, 250, 250]
    assert list(load(words=["tax.cap_bb=2.5"]).rules_record().tax_cap[2:]) == [250] * 9
    assert list(load().rules_record().tax_cap) == [-1] * 11


def test_the_percentage_is_an_exact_fraction_also_heads_up():
    rules = load(words=["tax.percent=2.5", "tax.heads_up_factor=0.5"]).rules_record()
    assert (rules.tax_num, rules.tax_den) == (1, 40)
    assert (rules.tax_heads_up_num, rules.tax_heads_up_den) == (1, 80)
    longest = load(words=["tax.percent=99.999999", "tax.heads_up_factor=0.999999"]).rules_record()
    assert Fraction(int(longest.tax_heads_up_num), int(longest.tax_heads_up_den)) == (
        Fraction("0.99999999") * Fraction("0.999999")
    )


def test_steps_are_sorted_by_pot_size():
    rules = load(words=["tax.steps=[[4000, 200], [2000, 100]]"]).rules_record()
    assert rules.tax_steps == 2
    assert list(rules.tax_step_from[:3]) == [2000, 4000, 0]
    assert list(rules.tax_step_amount[:3]) == [100, 200, 0]


def test_money_scales_to_the_unit_of_a_history():
    made = load(words=["tax.cap=0.5", "rules.ante=0.25", "tax.cap_by_players={2=0.1}"])
    rules = made.rules_record(scale=100, blinds=(5, 10))
    assert (rules.small_blind, rules.big_blind, rules.ante) == (5, 10, 25)
    assert list(rules.min_bet) == [10, 10, 10, 10]
    assert rules.tax_cap[2] == 10


def test_rules_are_a_record_whose_types_are_declared_by_the_engine():
    rules, types = load().rules_record(), load().types_array()
    assert isinstance(rules, np.record) and rules.dtype == engine.RULES
    assert types.dtype == engine.TYPES


def test_default_lineup_needs_player_ids_for_newcomers():
    assert load().rules_record().players_per_session == 9 * 361
    assert load(players="always-call*6").rules_record().players_per_session == 9
    assert load().rules_record(players_per_session=5).players_per_session == 5


def test_the_default_table_plays_the_default_lineup():
    assert load().lineup == config.load_lineup(config.DEFAULT_LINEUP)


# -- anything a person may type --------------------------------------------------------------------------

NAMES = [key for key, _ in declared()] + [
    "lineup.types.nit.share",
    "lineup.types.nit",
    "lineup.seats",
    "name",
    "x",
]
VALUES = st.text(max_size=20) | st.sampled_from(
    [
        "[]",
        "{}",
        "[[1]]",
        "[[1, 2], 3]",
        "{a = 1}",
        "{2 = 'x'}",
        "inf",
        "-0",
        "1e400",
        "1e-400",
        "0x10",
        "[nan]",
        "''",
        "07:32:00",
    ]
)


@given(st.sampled_from(NAMES), VALUES)
def test_whatever_is_set_gives_a_configuration_or_one_line(key, text):
    try:
        load(words=[f"{key}={text}"]).rules_record()
    except UsageError as error:
        assert key.split(".")[0] in str(error) or "chips" in str(error) or "cannot read" in str(error)
        assert len(str(error).splitlines()) == 1


@given(st.text(alphabet="nit*,()[]'\" =x29", max_size=15))
def test_whatever_players_are_given(text):
    try:
        assert load(players=text).lineup.seats
    except UsageError as error:
        assert "players" in str(error) or "seats" in str(error)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_whatever_a_file_holds(tmp_path_factory, raw):
    path = tmp_path_factory.mktemp("tables") / "mine.toml"
    path.write_bytes(raw)
    try:
        load(str(path))
    except UsageError as error:
        assert str(path) in str(error)
