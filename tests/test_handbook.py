"""The handbook of the house rules is whole, and every name in it exists."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from holdem_sim.cli import main
from holdem_sim.handbook import Handbook, handbook, markdown
from holdem_sim.keys import declared
from holdem_sim.lineup import PlayerType

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT.parent / "shared" / "house-rules.md"
BOOK = handbook()
RULES = {rule.number: rule for rule in BOOK.rules}


@cache
def functions(path: str) -> set[str]:
    """The functions and methods of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def in_a_name(number: str) -> str:
    """A rule's number as the names of tests carry it: ``h_vi_5``."""
    return re.sub(r"[.-]", "_", number.lower())


def carries(name: str, number: str) -> bool:
    """Whether the name of a test carries the number: itself, or as a later one of ``h_vi_2_and_3``."""
    word = in_a_name(number)
    head, _, last = word.rpartition("_")
    return bool(
        re.search(rf"(?<![a-z]){word}(?!\d)", name)
        or (head and re.search(rf"(?<![a-z]){head}_\d+(_and_\d+)*_and_{last}(?!\d)", name))
    )


# -- whole -----------------------------------------------------------------------------------------------


def test_no_rule_is_missing():
    assert len(RULES) == len(BOOK.rules) == BOOK.count
    if SOURCE.is_file():
        told = re.findall(r"\*\*((?:[HDG])-[IVX0-9.]+)\*\*", SOURCE.read_text(encoding="utf-8"))
        assert list(RULES) == ["Tax", *told]


def test_rules_stand_in_the_order_of_their_sections():
    order = list(BOOK.sections)
    places = [order.index(rule.section) for rule in BOOK.rules]
    assert places == sorted(places) and set(places) == set(range(len(order)))


def test_chapters_name_rules_and_keys_that_exist():
    for chapter in BOOK.chapters:
        assert chapter.title and chapter.text.strip().endswith(".") and len(chapter.steps) > 2
        for step in chapter.steps:
            assert set(re.findall(r"\b[HDG]-[IVX]+\.\d+", step)) <= set(RULES)
            assert set(re.findall(r"\((\w+_\w+)\)", step)) <= set(PlayerType.model_fields)


def test_what_cannot_be_simulated_is_told_with_its_reason():
    assert len(BOOK.outside) >= 6
    for row in BOOK.outside:
        assert row.rule and row.source and row.reason.endswith(".")


# -- every name exists -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", RULES)
def test_a_rule_is_told_in_sentences(number):
    rule = RULES[number]
    assert rule.title.endswith(".") and len(rule.title) <= 100
    assert rule.text.strip().endswith(".") and all(reading.endswith(".") for reading in rule.readings)


@pytest.mark.parametrize("number", RULES)
def test_where_a_rule_is_enforced_exists(number):
    assert RULES[number].code
    for place in RULES[number].code:
        path, _, name = place.partition(":")
        assert path.startswith("holdem_sim/") and name in functions(path), place


@pytest.mark.parametrize("number", RULES)
def test_what_proves_a_rule_exists_and_carries_its_number(number):
    tests = RULES[number].tests
    for place in tests:
        path, _, name = place.partition("::")
        assert path.startswith("tests/test_") and name in functions(path), place
    assert any(carries(place.partition("::")[2], number) for place in tests)


@pytest.mark.parametrize("number", RULES)
def test_keys_of_a_rule_exist(number):
    assert set(RULES[number].options) <= {key for key, _ in declared()}
    assert set(RULES[number].habits) <= set(PlayerType.model_fields)


def test_every_option_of_the_rules_and_every_error_of_the_dealer_stands_at_a_rule():
    named = {key for rule in BOOK.rules for key in rule.options}
    free = {"rules.ante"}  # no source speaks of antes
    wanted = {
        key for key, _ in declared() if key.split(".")[0] in ("rules", "tax", "buy_in", "dealer_errors")
    }
    assert wanted - named == free
    money = {"strategy", "share", "count"}
    assert set(PlayerType.model_fields) - {habit for rule in BOOK.rules for habit in rule.habits} == money


def test_numbers_in_the_descriptions_of_keys_are_rules():
    for key, meaning in [
        *declared(),
        *((k, f.description or "") for k, f in PlayerType.model_fields.items()),
    ]:
        for number in re.findall(r"\b([HDG]-[IVX]*\.?\d+)\b", meaning):
            assert number in RULES, key


# -- the page --------------------------------------------------------------------------------------------


def test_the_page_is_the_one_that_the_rules_make():
    page = (ROOT / "docs" / "handbook.md").read_text(encoding="utf-8")
    assert page == markdown(), "write it anew: python -m holdem_sim.handbook > docs/handbook.md"


def test_the_page_has_a_heading_for_every_link():
    page = markdown()
    headings = [
        re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^## (.*)$", page, re.M)
    ]
    assert re.findall(r"\]\(#(.*?)\)", page) == headings


# -- the command -----------------------------------------------------------------------------------------


def said(capsys, *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


def test_the_list_holds_every_number_in_80_columns(capsys):
    lines = said(capsys).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line.split() and line.split()[0] in RULES] == list(RULES)
    assert all(title in lines for title in BOOK.sections.values())


@pytest.mark.parametrize("number", RULES)
def test_a_rule_is_shown_as_a_whole(number, capsys):
    rule, page = RULES[number], said(capsys, number.lower())
    assert page.startswith(f"{number}  ")
    flat = " ".join(page.split())
    proofs = [part for test in rule.tests for part in (test.partition("::")[0], words_of(test, number))]
    for part in (rule.title, *rule.readings, *rule.options, *rule.code, *proofs):
        assert " ".join(part.split()) in flat
    assert all(len(line) <= 80 for line in page.splitlines())


def words_of(test: str, number: str) -> str:
    """The name of a test as words, without the number of the rule it is shown under."""
    name = test.partition("::")[2].removeprefix("test_").replace("_", " ")
    return name.removeprefix(number.lower().replace("-", " ").replace(".", " ") + " ")


def test_a_section_lists_its_rules(capsys):
    assert said(capsys, "h-xii").splitlines() == [
        "Further blinds",
        *(f"{number:<9} {RULES[number].title}" for number in ("H-XII.1", "H-XII.2")),
        "",
        "One as a whole: holdem-sim rules NUMBER",
    ]


def test_json_of_one_and_of_many(capsys):
    assert json.loads(said(capsys, "H-VI.5", "--json"))["number"] == "H-VI.5"
    assert [rule["number"] for rule in json.loads(said(capsys, "G", "--json"))] == [
        f"G-{n}" for n in range(1, 6)
    ]
    assert len(json.loads(said(capsys, "--json"))) == BOOK.count


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("H-VI.12", "error: unknown rule 'H-VI.12'; did you mean 'H-VI.10'?\n"),
        ("h_vi_5", "error: unknown rule 'h_vi_5'; did you mean 'H-VI.5'?\n"),
        ("D-3", "error: unknown rule 'D-3'; did you mean 'D-2'?\n"),
        ("straddles", f"error: unknown rule 'straddles'; there are: {', '.join(BOOK.sections)}\n"),
    ],
)
def test_unknown_rules_get_the_nearest(number, told, capsys):
    assert main(["rules", number]) == 2
    assert capsys.readouterr().err == told


def test_find_does_not_mind_capitals_and_blanks():
    assert isinstance(BOOK, Handbook)
    assert BOOK.find(" tax ") == [RULES["Tax"]]
    assert [rule.number for rule in BOOK.find("h-viii")] == [f"H-VIII.{n}" for n in range(1, 7)]
