"""The page as a file: one that loads nothing, escapes every name, and can be read by people and machines alike."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from holdem_sim import config, reports, settings
from holdem_sim.cli import main
from holdem_sim.dataset import Run, open_run
from holdem_sim.page import Definition, Listing, Page, Section, html
from holdem_sim.page.definitions import definitions
from holdem_sim.page.of_run import FIRST, ordered
from holdem_sim.page.picture import inline
from holdem_sim.page.repeat import listings, toml
from holdem_sim.reports import _draw
from holdem_sim.reports._text import TextTable
from pages import HOSTILE, hostile_run, page_of
from reporting import played

VOID = {"meta", "link", "br", "img", "path", "use", "rect", "image", "circle"}


class Reader(HTMLParser):
    """Every element with its attributes, and the text that is shown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.said: list[tuple[str, str]] = []
        self.policy = ""
        self.feed(page)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.said.append((self.open[-1] if self.open else "", data))

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]

    def texts(self, tag: str) -> list[str]:
        return [text for place, text in self.said if place == tag]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    return hostile_run(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def page(run) -> str:
    return page_of(run, run.parent / "page.html")


@pytest.fixture(scope="module")
def read(page) -> Reader:
    return Reader(page)


def test_it_has_a_section_for_every_report_with_tables_and_pictures(read):
    sections = [a["id"] for a in read.all("section")]
    assert sections == ["summary", *ordered(reports.names()), "repeat"]
    assert {a["href"] for a in read.all("a")} >= {f"#{name}" for name in sections}
    assert len(read.all("table")) >= len(reports.names()) and len(read.all("svg")) >= 7


def test_it_asks_for_nothing_and_runs_nothing(page, read):
    assert not read.all("script", "iframe", "object", "embed", "form", "base")
    for _tag, attributes in read.elements:
        assert "style" not in attributes and not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href", "xlink:href", "srcset", "action", "data"):
            assert attributes.get(name, "#").startswith(("#", "data:")), attributes
    assert "@import" not in page and not re.search(r"url\((?!#)", page)


def test_its_policy_allows_its_own_styles_alone(page, read):
    (policy,) = [a["content"] for a in read.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    (styles,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode()
    assert policy.startswith("default-src 'none';") and f"style-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy


def test_it_is_sound_for_screen_readers(read):
    assert read.all("html")[0]["lang"] == "en" and len(read.all("h1")) == len(read.all("main")) == 1
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))
    ids = Counter(a["id"] for _, a in read.elements if "id" in a)
    assert ids.most_common(1)[0][1] == 1
    for _, attributes in read.elements:
        for name in ("aria-labelledby", "aria-describedby"):
            assert all(word in ids for word in attributes.get(name, "").split())
        if "href" in attributes and attributes["href"].startswith("#"):
            assert attributes["href"][1:] in ids
    assert len(read.all("caption")) == len(read.all("table"))
    assert {a["scope"] for a in read.all("th")} == {"col", "row"}
    assert all(a["role"] == "img" and a["aria-labelledby"] for a in read.all("svg"))
    assert all(text.strip() for text in read.texts("title") + read.texts("desc"))


def test_every_name_is_escaped(page, read):
    for name in HOSTILE.values():
        assert name not in page  # each has a letter that must be escaped
        written = json.dumps(name, ensure_ascii=False)[1:-1]  # as in the listing of the configuration
        assert any(name in text or written in text for _, text in read.said), name
    assert HOSTILE["strategy"] in read.texts("bdi")


def test_pictures_take_the_colours_of_the_page(page):
    inside = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    assert not re.search(r'"#[0-9a-f]{3,8}"', inside) and 'fill="var(--blue)"' in inside
    styles = Path(_page_folder() / "page.css").read_text()
    light, dark, printed = (block for block in re.findall(r":root \{(.*?)\}", styles, re.DOTALL))
    used = set(re.findall(r"var\(--([a-z]+)\)", inside))
    for block in (light, dark, printed):
        assert used <= set(re.findall(r"--([a-z]+):", block))


def test_what_is_read_stands_out_from_its_ground():
    """WCAG 2.1, 1.4.3: a contrast of at least 4.5 for text, in the light, in the dark and on paper."""
    styles = Path(_page_folder() / "page.css").read_text()
    for block in re.findall(r":root \{(.*?)\}", styles, re.DOTALL):
        colours = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", block))
        for text in ("ink", "muted", "accent"):
            for ground in ("paper", "ground"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def contrast(one: str, other: str) -> float:
    """WCAG 2.1: (L1 + 0.05) / (L2 + 0.05) of the relative luminances."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    sent = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in sent)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _page_folder() -> Path:
    import holdem_sim.page

    return Path(holdem_sim.page.__file__).parent


def test_a_picture_with_colours_of_its_own_keeps_them():
    with _draw.style():
        figure = _draw.new_figure("Heat", "so hot")
        figure.add_subplot().plot([1, 2], color="#123456")
    drawn = inline(figure, "one")
    assert (drawn.title, drawn.subtitle, drawn.own_colours) == ("Heat", "so hot", True)
    assert 'stroke="#123456"' in drawn.svg and "var(" not in drawn.svg
    assert ">Heat</text>" not in drawn.svg and '<title id="one-title">Heat</title>' in drawn.svg


def test_the_page_of_named_reports_holds_those(run, tmp_path):
    read = Reader(page_of(run, tmp_path / "some.html", "stacks", "tax"))
    assert [a["id"] for a in read.all("section")][:-1] in (["summary", "stacks", "tax"], ["stacks", "tax"])


def test_known_reports_come_in_order_of_weight_and_unknown_ones_last():
    assert ordered(["zeal", "shuffle", "tax", "art"]) == ["tax", "shuffle", "art", "zeal"]
    assert FIRST[0] == "tax"


def test_the_files_on_the_page_repeat_the_run(tmp_path, monkeypatch):
    words = ["--players", "always-call*2,uniform-random", "--seed", "7", "--set", "tax.percent=4.5"]
    words += ["--set", "table.seats=4", "--set", "tax.cap_by_players={2=10, 3=20}"]
    run = played(tmp_path / "one", "--hands", "40", *words)
    monkeypatch.chdir(tmp_path)
    found = {listing.title: listing.text for listing in listings(run)}
    for name in ("table.toml", "lineup.toml"):
        Path(name).write_text(found[name], encoding="utf-8")
    (command,) = [text for text in found.values() if "--table table.toml" in text]
    assert main([*command.split()[1:], "--out", "two", "--workers", "1"]) == 0
    assert open_run("two").config == run.config
    for file in sorted(run.path.rglob("*.parquet")):
        assert file.read_bytes() == (tmp_path / "two" / file.relative_to(run.path)).read_bytes()


@pytest.mark.parametrize("name", settings.shipped("tables"))
def test_every_shipped_table_and_its_lineup_come_back_from_the_page(tmp_path, monkeypatch, name):
    wanted = config.load(name)
    nest = json.loads(json.dumps(wanted.to_json()))
    run = Run(tmp_path, {"config": nest, "rows": {"hands": 1}})
    monkeypatch.chdir(tmp_path)
    for listing in listings(run):
        if listing.title.endswith(".toml"):
            Path(listing.title).write_text(listing.text, encoding="utf-8")
    assert json.loads(json.dumps(config.load("table.toml", "lineup.toml").to_json())) == nest


def test_toml_of_awkward_names_reads_as_it_was():
    import tomllib

    nest = {"a": None, "b": {"x y": {"n": 1, "list": [1, 2.5]}, 'q"\n\x7f': {"deep": True}, "empty": {}}}
    found = tomllib.loads(toml(nest))
    assert found == {name: value for name, value in nest.items() if value is not None}


def test_definitions_are_those_of_the_docstring():
    text = """Title.

    More.

    Definitions
    -----------
    one, two
        What ``both`` are,
        in :func:`a.b`.

        Still the same.
    three
        The third
        (:func:`c.d`).

    A paragraph
    of two lines.
    """
    assert definitions(text) == [
        Definition("one, two", "What both are, in a.b. Still the same."),
        Definition("three", "The third."),
        Definition("", "A paragraph of two lines."),
    ]
    assert definitions("Nothing.") == definitions(None) == []
    for name in reports.names():
        terms = [d.term for d in definitions(reports.load(name).__doc__) if d.term]
        assert terms and not any("`" in term for term in terms), name


def test_a_page_of_little_is_a_page():
    table = TextTable("T <", ["a", "b\nc"], [["<x>", "1"]], ["note &"])
    section = Section("Me & you", "Title", tables=[table], sentences=["It is 5 % so."], point="It is so.")
    found = html(Page("Bare", sections=[section], repeat=[Listing("how", "a < b")]))
    read = Reader(found)
    assert [a["id"] for a in read.all("section")] == ["me-you", "repeat"]
    assert "<x>" in read.texts("bdi") and "a < b" in read.texts("code") and "note &" in read.texts("p")
    assert "It is 5\N{NO-BREAK SPACE}% so." in read.texts("p")  # no line ends between them
    assert Reader(html(Page("Empty"))).texts("h1") == ["Empty"]


# -- the command ----------------------------------------------------------------------------------------


def test_it_says_what_it_wrote(run, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["report", str(run), "tax", "--html", "page.html"]) == 0
    size = Path("page.html").stat().st_size
    assert capsys.readouterr().out == f"page.html: {size:,} bytes\n"
    assert size < 2_000_000


def test_the_whole_page_stays_small(page):
    assert len(page.encode()) < 2_000_000


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--json"], 2, "--json and --html exclude each other; leave one of them out"),
        (["--csv", "x"], 2, "--csv and --html exclude each other; leave one of them out"),
    ],
)
def test_errors(run, tmp_path, monkeypatch, capsys, words, code, told):
    monkeypatch.chdir(tmp_path)
    assert main(["report", str(run), "--html", "p.html", *words]) == code
    assert capsys.readouterr().err == f"error: {told}\n"


def test_a_missing_folder_and_a_folder_are_named(run, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["report", str(run), "shuffle", "--html", "no/such/p.html"]) == 1
    folder = Path("no/such")
    assert capsys.readouterr().err == f"error: there is no folder '{folder}' for p.html; make it first\n"
    Path("dir").mkdir()
    assert main(["report", str(run), "shuffle", "--html", "dir"]) == 2
    assert "'dir' is a directory" in capsys.readouterr().err


def test_an_unfinished_run_says_so_on_its_page(run, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    info = json.loads((copy / "run.json").read_text())
    (copy / "run.json").write_text(json.dumps(info | {"state": "interrupted", "hands_requested": 10**6}))
    assert not open_run(copy).complete
    page = page_of(copy, tmp_path / "p.html", "shuffle")
    assert "not finished: " in page and "of 1,000,000 hands" in page
