"""What holds for every report that is found, new ones too: tables, text, sentences, pictures, definitions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from holdem_sim import reports
from holdem_sim.cli import main
from holdem_sim.dataset import Run
from holdem_sim.language import languages, speaking
from holdem_sim.page.definitions import definitions
from holdem_sim.reports import _draw
from holdem_sim.reports._attribution import ATTRIBUTIONS
from holdem_sim.reports._facts import Facts, open_facts
from holdem_sim.reports._text import rendered
from reporting import HANDS, MIXED, played

SAMPLES = {"hands", "cases", "seats", "of", "times", "sessions"}
"""Columns that are the sample of the rates beside them, where a rate has none of its own."""
NO_PROSE = re.compile(r"\b(nan|inf|None|NaT)\b|[{}]")
FORMS = [(name, language) for name in reports.names() for language in languages()]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return played(tmp_path_factory.mktemp("contract") / "mixed", "--hands", str(HANDS), *MIXED)


@pytest.fixture(scope="module")
def facts(run):
    with open_facts(run) as found:
        yield found


@pytest.fixture(scope="module")
def one_session(tmp_path_factory):
    words = ["--players", "always-call,uniform-random*2", "--set", "table.seats=3"]
    with open_facts(played(tmp_path_factory.mktemp("contract") / "one", "--hands", "40", *words)) as found:
        yield found


def rates(frame: pd.DataFrame) -> list[str]:
    """The columns that have an interval."""
    return [str(name).removesuffix("_low") for name in frame if str(name).endswith("_low")]


def told(name: str, facts: Facts, short: bool = False) -> str:
    """All that a report says in text, one line after the other."""
    module = reports.load(name)
    return "\n".join(
        rendered(table) for table in module.text(facts.answer(module.tables, short), facts, short)
    )


@pytest.mark.parametrize("name", reports.names())
def test_tables_have_the_reports_name_and_the_short_ones_are_among_them(facts, name):
    module = reports.load(name)
    full, short = facts.answer(module.tables), facts.answer(module.tables, True)
    assert next(iter(full)) == name and len(full[name])
    assert all(part == name or part.startswith(f"{name}.") for part in full)
    assert set(short) <= set(full)
    for frame in full.values():
        assert all(isinstance(column, str) for column in frame) and frame.columns.is_unique
    for part, frame in short.items():
        pd.testing.assert_frame_equal(frame, full[part])


@pytest.mark.parametrize("name", reports.names())
def test_every_interval_holds_its_rate_and_has_a_sample(facts, name):
    for part, frame in facts.answer(reports.load(name).tables).items():
        for rate in rates(frame):
            assert {rate, f"{rate}_high"} <= set(frame), (part, rate)
            assert f"{rate}_of" in frame or SAMPLES & set(frame), (part, rate)
            value, low, high = (frame[rate + end].to_numpy(float) for end in ("", "_low", "_high"))
            assert (np.isnan(low) == np.isnan(high)).all(), (part, rate)
            known = ~np.isnan(low) & ~np.isnan(value)
            near = 1e-9 * np.maximum(np.abs(value[known]), 1)
            assert (low[known] <= value[known] + near).all() and (value[known] <= high[known] + near).all()
            if rate.endswith("_pct") and rate != "difference_pct":
                assert (low[known] >= 0).all() and (high[known] <= 100).all(), (part, rate)


@pytest.mark.parametrize("name", reports.names())
def test_one_session_gives_no_interval_and_the_report_says_why(one_session, name):
    frames = one_session.answer(reports.load(name).tables)
    assert all(frame[f"{rate}_low"].isna().all() for frame in frames.values() for rate in rates(frame))
    if any(rates(frame) for frame in frames.values()):
        words = " ".join(told(name, one_session).split())
        assert "it takes two" in words and "n/a" in words
    for sentence in reports.load(name).sentences(frames, one_session):
        assert "n/a" not in sentence and not NO_PROSE.search(sentence)


@pytest.mark.parametrize(("name", "language"), FORMS)
def test_text_fits_the_width_and_sentences_are_sentences_in_every_language(facts, name, language):
    module = reports.load(name)
    with speaking(language):
        for short in (False, True):
            found = facts.answer(module.tables, short)
            for table in module.text(found, facts, short):
                assert table.title and all(len(row) == len(table.heads) for row in table.rows)
                assert max(map(len, rendered(table).splitlines())) <= 80
            assert not NO_PROSE.search(told(name, facts, short))
        sentences = list(module.sentences(facts.answer(module.tables), facts))
    assert sentences
    for sentence in sentences:
        assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] == "%"
        assert sentence.endswith(".") and not NO_PROSE.search(sentence) and "  " not in sentence


@pytest.mark.parametrize("name", reports.names())
def test_every_report_has_a_picture_under_its_own_name(facts, name):
    with _draw.style():
        pictures = list(reports.load(name).draw(facts))
    assert pictures
    for stem, figure in pictures:
        assert stem.startswith(name) and isinstance(figure, Figure)
        assert all(text.get_text().strip() for text in figure.texts[:2])


@pytest.mark.parametrize("name", reports.names())
def test_the_docstring_defines_every_rate(facts, name):
    assert 20 < len(reports.summary(name)) <= 110
    module = reports.load(name)
    assert definitions(module.__doc__)
    defined = set(re.findall(r"[\w.]+", module.__doc__))
    endings = tuple(word.removeprefix("...") for word in defined if word.startswith("..._"))
    for part, frame in facts.answer(module.tables).items():
        for rate in rates(frame):
            assert rate in defined or rate.endswith(endings or ("?",)), (part, rate)


def test_json_and_csv_have_every_table_with_finite_numbers(run, facts, tmp_path, capsys):
    names = reports.names()
    assert main(["report", str(run.path), *names, "--json"]) == 0
    said = json.loads(capsys.readouterr().out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert main(["report", str(run.path), *names, "--csv", str(tmp_path)]) == 0
    for name in names:
        for part, frame in facts.answer(reports.load(name).tables).items():
            assert len(said["reports"][part]) == len(frame)
            assert all(list(row) == list(frame) for row in said["reports"][part][:3])
            assert list(pd.read_csv(tmp_path / f"{part}.csv")) == list(frame)


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_whatever_attributes_tax_names_the_way_in_its_tables_and_its_text(run, attribution):
    named = set()
    with open_facts(run, attribution) as facts:
        for name in reports.names():
            for frame in facts.answer(reports.load(name).tables).values():
                if "attribution" in frame:
                    named.add(name)
                    assert set(frame["attribution"]) == {attribution}
            if name in named:
                assert ATTRIBUTIONS[attribution].title in " ".join(told(name, facts).split())
    assert named >= {"tax", "positions", "cash", "win-rates"}


def test_all_reports_are_found_and_those_of_the_short_form_are_among_them():
    files = {path.stem for path in Path(reports.__file__).parent.glob("[!_]*.py")}
    assert {name.replace("-", "_") for name in reports.names()} == files
    assert set(reports.SHORT) <= set(reports.names())
