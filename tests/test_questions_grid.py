"""Variants: keys with several values, what belongs to a value, and what cannot be meant."""

from __future__ import annotations

import pytest

from holdem_sim.errors import UsageError
from holdem_sim.questions._grid import plan
from holdem_sim.settings import split


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("3,4,5", ["3", "4", "5"]),
        ("none, 3", ["none", " 3"]),
        ("[[20, 1]],[[20, 1], [40, 2]]", ["[[20, 1]]", "[[20, 1], [40, 2]]"]),
        ("{2=10, 5=20},none", ["{2=10, 5=20}", "none"]),
        ("nit(open=0.1,limp=0),maniac", ["nit(open=0.1,limp=0)", "maniac"]),
        ('"a,b",c', ['"a,b"', "c"]),
        ("'a,b','c'", ["'a,b'", "'c'"]),
        (r'"a\",b",c', [r'"a\",b"', "c"]),
        ("o'neil,smith", ["o'neil", "smith"]),
        ("", [""]),
    ],
)
def test_commas_inside_brackets_braces_and_quotes_belong_to_the_value(text, parts):
    assert list(split(text, "here")) == parts


@pytest.mark.parametrize("text", ["[1,2", "1]", '"a,b', "{2=10,3", "(1))"])
def test_brackets_and_quotes_have_to_match(text):
    with pytest.raises(UsageError, match="do not match"):
        list(split(text, "here"))


def test_every_combination_is_a_variant_and_the_first_key_changes_slowest():
    found = plan(["tax.percent=3,5", "tax.unit=5", "tax.cap_bb=none,3,4"])
    assert [axis.key for axis in found.axes] == ["tax.percent", "tax.cap_bb"]
    assert [v.values for v in found.variants] == [
        {"tax.percent": percent, "tax.cap_bb": cap} for percent in (3, 5) for cap in ("none", 3, 4)
    ]
    assert [v.number for v in found.variants] == [1, 2, 3, 4, 5, 6]
    assert [(v.config.tax.percent, v.config.tax.cap_bb) for v in found.variants][1:4] == [
        (3, 3),
        (3, 4),
        (5, None),
    ]
    assert {v.config.tax.unit for v in found.variants} == {5}
    assert found.variants[4].label == "5 / 3"
    assert found.variants[4].settings == "tax.percent = 5, tax.cap_bb = 3"


def test_lists_and_sections_are_values():
    found = plan(["tax.steps=[],[[2000,100]],[[4000, 200]]"])
    assert [v.values["tax.steps"] for v in found.variants] == ["[]", "[[2000, 100]]", "[[4000, 200]]"]
    assert found.variants[2].config.tax.steps == ((4000, 200),)
    found = plan(["tax.cap_by_players={2=10, 5=20},none"])
    assert [v.config.tax.cap_by_players for v in found.variants] == [{2: 10, 5: 20}, None]


def test_tables_lineups_heroes_and_player_types_vary_too():
    found = plan([], table="casino,general", lineup="live-low-stakes,regulars")
    assert [v.label for v in found.variants] == [
        "casino / live-low-stakes", "casino / regulars", "general / live-low-stakes", "general / regulars",
    ]  # fmt: skip
    assert [v.config.name for v in found.variants] == ["casino", "casino", "general", "general"]
    found = plan([], hero="nit(open=0.05),maniac")
    assert [v.config.lineup.types["hero"].strategy for v in found.variants] == ["nit(open=0.05)", "maniac"]
    found = plan(["lineup.types.*.max_rebuys=1,2", "lineup.types.nit.stop_loss_bb=50,none"])
    assert len(found.variants) == 4
    assert {kind.max_rebuys for kind in found.variants[0].config.lineup.types.values()} == {1}
    assert found.variants[1].config.lineup.types["nit"].stop_loss_bb is None


def test_the_small_blind_follows_the_big_one_in_every_variant():
    found = plan(["table.big_blind=100,200"])
    assert [v.config.table.small_blind for v in found.variants] == [50, 100]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tax.percent=3"], "nothing varies; give a key several values, as in --set tax.percent=3,4,5"),
        (["tax.percent=3,4,3"], "--set tax.percent has the value 3 twice"),
        (["tax.percent=3,3.0"], "variants 1 and 2 are the same game: tax.percent = 3; tax.percent = 3"),
        (["tax.cap_bb=none,\"none\""], "--set tax.cap_bb has the value \"none\" twice"),
        (["tax.percent=3,,4"], "--set 'tax.percent=3,,4' has an empty value; leave the comma out"),
        (["tax.percent=3,4", "tax.percent=5"],
         "tax.percent is given twice; list its values in one --set tax.percent=...,..."),
        (["tax.pecent=3,4"],
         "variant 1 (tax.pecent=3): unknown key 'tax.pecent' in --set; did you mean 'tax.percent'?"),
        (["tax.percent=3,400"],
         "variant 2 (tax.percent=400): tax.percent = 400 in --set: must be a number from 0 to 100"),
        (["tax.cap_bb=0.005,1"], None),
        (["table.big_blind=100,0.5"], "variant 2 (table.big_blind=0.5): table.small_blind = 0.25 is no whole number"),
        (["tax.percent"], "cannot read --set 'tax.percent'; write it like --set tax.percent=3,4,5"),
        (["tax.steps=[[1,2],[3"], "the brackets or quotes in --set 'tax.steps=[[1,2],[3' do not match"),
        (["tax.percent=" + ",".join(map(str, range(50))), "table.seats=2,3,4"],
         "150 variants are more than 100; take fewer values, or raise --at-most"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_told_before_anything_is_played(words, message):
    if message is None:
        assert len(plan(words).variants) == 2
        return
    with pytest.raises(UsageError) as error:
        plan(words)
    assert str(error.value).startswith(message)


def test_names_of_tables_are_checked():
    with pytest.raises(UsageError, match="--table names 'casino' twice"):
        plan([], table="casino,casino")
    with pytest.raises(
        UsageError,
        match=r"variant 2 \(table=casin\): unknown table 'casin' .nor is it a file.; did you mean 'casino'",
    ):
        plan([], table="casino,casin")
    with pytest.raises(UsageError, match="--players and --lineup exclude each other"):
        plan([], lineup="regulars,live-low-stakes", players="nit*9")


def test_more_variants_can_be_allowed():
    words = ["tax.percent=" + ",".join(map(str, range(101)))]
    with pytest.raises(UsageError, match="101 variants are more than 100"):
        plan(words)
    assert len(plan(words, most=101).variants) == 101
