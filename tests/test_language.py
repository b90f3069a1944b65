"""Languages: every message is translated, numbers are written as the language does, programs see no difference."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

from holdem_sim import catalogue, language, reports
from holdem_sim.cli import main
from holdem_sim.engine.jit import COMPILED
from holdem_sim.errors import UsageError
from holdem_sim.language import _, languages, ngettext, number, of_environment, percent, short, speaking
from holdem_sim.reports import _draw
from holdem_sim.reports._facts import open_facts
from holdem_sim.reports._text import counted, decimals, intervals, plain, rendered, whole
from reporting import HANDS, MIXED, played

OTHERS = [name for name in languages() if name != language.ENGLISH]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    words = [*MIXED, "--table", "casino-lively"] if COMPILED else MIXED
    return played(tmp_path_factory.mktemp("language") / "run", "--hands", str(HANDS), *words)


def fields(text: str) -> set[str]:
    """The names of a template's places."""
    return {name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


# -- the catalogues -------------------------------------------------------------------------------------


def test_there_is_turkish():
    assert OTHERS == ["tr"]


@pytest.mark.parametrize("name", OTHERS)
def test_every_message_is_translated_and_no_other_is_there(name):
    """If this fails: python -m holdem_sim.catalogue, and translate what it names."""
    wanted, found = catalogue.messages(), catalogue.read(name)
    assert {message.id for message in wanted if message.id} == {m.id for m in found if m.id}
    assert catalogue.untranslated(found) == [] and not found.obsolete


@pytest.mark.parametrize("name", OTHERS)
def test_translations_have_the_places_of_their_messages(name):
    for message in catalogue.read(name):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else message.id
        said = [message.string] if isinstance(message.string, str) else message.string
        for text in said:
            assert fields(text) == fields(ids[-1]), message.id
            assert text.count("\n") == ids[-1].count("\n"), message.id
            for end in (str.lstrip, str.rstrip):
                assert len(text) - len(end(text)) == len(ids[-1]) - len(end(ids[-1])), message.id


def test_the_search_finds_marked_messages_wherever_they_stand():
    ids = {message.id for message in catalogue.messages()}
    assert {"Summary", "n/a", "{low} to {high}", ("hand", "hands"), ("row", "rows")} <= ids
    assert set(map(reports.summary, reports.names())) <= ids


def test_the_words_are_those_of_the_source_documents():
    said = " ".join(
        text
        for message in catalogue.read("tr")
        for text in ([message.string] if isinstance(message.string, str) else message.string)
    ).lower()
    for word in ("tax", "pot", "büyük kör bahis", "oyuncu", "masa", " el ", "oturum", "chip"):
        assert word in said
    for word in ("rake", "vergi", "komisyon", "jeton", "fiş", "big blind"):
        assert not re.search(rf"\b{word}", said), word


def test_updating_changes_nothing_that_is_up_to_date(tmp_path, monkeypatch):
    kept = (catalogue.LOCALE / "tr" / catalogue.FILE).read_text(encoding="utf-8")
    copy = tmp_path / "tr" / catalogue.FILE
    copy.parent.mkdir(parents=True)
    copy.write_text(kept, encoding="utf-8")
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    assert catalogue.update("tr") == [] and copy.read_text(encoding="utf-8") == kept
    copy.write_text(kept.partition("\n\n")[0] + "\n", encoding="utf-8")
    assert len(catalogue.update("tr")) == len([m for m in catalogue.messages() if m.id])


# -- numbers --------------------------------------------------------------------------------------------


def test_numbers_are_written_as_the_language_does():
    assert (number(1234.5, 2), percent("4.99"), short(0.5), short(1234.5)) == (
        "1,234.50", "4.99 %", "0.5", "1,234",
    )  # fmt: skip
    with speaking("tr"):
        assert number(1234.5, 2) == "1.234,50" and number(-1234567, 0) == "-1.234.567"
        assert percent(number(4.99, 2)) == "%4,99" and short(0.25) == "0,25"
        assert whole(1234567) == "1.234.567" and whole(12_345_678_901) == "12.346 Mn"
        assert whole(None) == _("n/a") != "n/a"
        assert decimals([1.5, -0.001], 1) == ["1,5", "0,0"]
        assert intervals([1], [2], 1) == ["1,0 ile 2,0"]
        assert plain(0.5) == "0,5" and plain(50) == "50" and plain("a.b") == "a.b"
        assert counted(1, "hand") == "1 el" and counted(2000, "hand") == "2.000 el"
        assert ngettext("hand", "hands", 2) == "el"
    assert whole(1234567) == "1,234,567" and counted(2, "hand") == "2 hands"


# -- which language -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, "en"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr"}, "tr"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "tr"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "tr_TR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:tr:en"}, "tr"),
        ({"LANG": "tr_TR.UTF-8", "LANGUAGE": "en:tr"}, "en"),
        ({"LANG": "tr_TR@euro"}, "tr"),
    ],
)
def test_the_environment_chooses(environment, wanted):
    assert of_environment(environment) == wanted


def test_a_language_is_spoken_for_a_while():
    with speaking("tr"):
        assert _("Summary") == "Özet" and _("") == ""
        with speaking("en"):
            assert _("Summary") == "Summary"
        assert _("Summary") == "Özet"
    assert _("Summary") == "Summary"
    with (
        pytest.raises(UsageError, match="unknown language 'tk' in --lang; there are: en, tr"),
        speaking("tk"),
    ):
        pass


def test_the_option_wins_over_the_environment(run, monkeypatch, capsys):
    texts = {}
    for lang, words in (("en", []), ("tr", []), ("tr", ["--lang", "en"]), ("en", ["--lang", "tr"])):
        monkeypatch.setenv("LC_ALL", {"en": "en_US.UTF-8", "tr": "tr_TR.UTF-8"}[lang])
        assert main(["report", str(run.path), "shuffle", *words]) == 0
        texts[lang, *words] = capsys.readouterr().out
    assert texts["tr",] == texts["en", "--lang", "tr"] != texts["en",] == texts["tr", "--lang", "en"]
    assert "kör bahisler 50/100" in texts["tr",]


def test_an_unknown_language_is_an_error(run, capsys):
    assert main(["report", str(run.path), "--lang", "klingon"]) == 2
    assert capsys.readouterr().err == "error: unknown language 'klingon' in --lang; there are: en, tr\n"


# -- what is said ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OTHERS)
def test_text_tables_fit_eighty_columns(run, name):
    with open_facts(run) as facts:
        for report in reports.names():
            module = reports.load(report)
            tables = module.tables(facts)
            for is_short in (False, True):
                with speaking(name):
                    for table in module.text(tables, facts, is_short):
                        for line in rendered(table).splitlines():
                            assert len(line) <= 80, (report, line)


def test_programs_see_no_difference(run, tmp_path, capsys):
    found = {}
    for lang in languages():
        assert main(["report", str(run.path), *reports.names(), "--json", "--lang", lang]) == 0
        told = json.loads(capsys.readouterr().out)
        folder = tmp_path / lang
        assert main(["report", str(run.path), *reports.names(), "--csv", str(folder), "--lang", lang]) == 0
        capsys.readouterr()
        found[lang] = told, {file.name: file.read_bytes() for file in folder.iterdir()}
    assert all(one == found["en"] for one in found.values())


def test_sentences_and_pictures_are_translated(run):
    with open_facts(run) as facts, _draw.style():
        for report in reports.names():
            module = reports.load(report)
            tables = module.tables(facts)
            said, titles = [], []
            for lang in languages():
                with speaking(lang):
                    said.append(list(module.sentences(tables, facts)) if hasattr(module, "sentences") else [])
                    figures = module.draw(facts) if hasattr(module, "draw") else ()
                    titles.append([figure.texts[0].get_text() for _name, figure in figures])
            assert not said[0] or said[0] != said[1], report
            for one, other in zip(*titles, strict=True):
                assert one != other, report


def test_catalogues_are_in_the_package():
    assert (Path(language.__file__).parent / "locale" / "tr" / "LC_MESSAGES" / "holdem_sim.po").is_file()
