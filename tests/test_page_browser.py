"""The page in a browser without a screen: it renders, asks for nothing, fits, prints, and axe finds no fault.

The browser is an installed Chromium (Debian's package ``chromium``). Without one these tests are skipped, unless
HOLDEM_SIM_BROWSER says ``required``, as it does in continuous integration.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holdem_sim import reports
from pages import HOSTILE, hostile_run, page_of

REQUIRED = os.environ.get("HOLDEM_SIM_BROWSER") == "required"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WIDTHS = {"phone": 360, "desk": 1280}
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "tr")


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator[Any]:
    """A browser with a new, empty profile."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        assert not REQUIRED, "playwright is not installed: pip install -e '.[test]'"
        pytest.skip("playwright is not installed")
    if CHROMIUM is None:
        assert not REQUIRED, "no Chromium: apt-get install chromium"
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def files(browser, tmp_path_factory) -> dict[str, Path]:
    """The page of a run with hostile names, in every language."""
    folder = tmp_path_factory.mktemp("browser")
    run = hostile_run(folder)
    for language in LANGUAGES:
        page_of(run, folder / f"{language}.html", "--lang", language)
    return {language: folder / f"{language}.html" for language in LANGUAGES}


@pytest.fixture
def opened(browser, files):
    """Opens a page in a language, width and scheme; fails if it says or asks for anything."""
    contexts = []
    heard: list[str] = []

    def open_page(language: str = "en", width: int = 1280, scheme: str = "light") -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        address = files[language].as_uri()
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("dialog", lambda dialog: heard.append(dialog.message))
        page.on("request", lambda request: heard.append(request.url) if request.url != address else None)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert heard == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_table_and_picture_is_there_to_be_seen(opened, language):
    page = opened(language)
    boxes = page.eval_on_selector_all(
        "section, table, svg", "all => all.map(one => [one.tagName, one.getBoundingClientRect()])"
    )
    assert all(box["width"] > 100 and box["height"] > 20 for _, box in boxes)
    assert sum(tag == "SECTION" for tag, _ in boxes) == len(reports.names()) + 2
    drawn = page.eval_on_selector_all(
        "svg", "all => all.map(one => one.querySelectorAll('path, text').length)"
    )
    assert len(drawn) >= 7 and min(drawn) > 0 and sorted(drawn)[len(drawn) // 2] > 20
    seen = page.evaluate("document.body.innerText")
    assert len(seen) > 3000 and page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_never_scrolls_sideways_and_axe_finds_no_fault(opened, language, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(language, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page).response
    assert [
        (fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found["violations"]
    ] == []
    assert {"color-contrast", "html-has-lang"} <= {rule["id"] for rule in found["passes"]}


def test_light_and_dark_differ(opened):
    colours = {}
    for scheme in SCHEMES:
        colours[scheme] = opened(scheme=scheme).evaluate(
            """() => ['body', 'main > section', 'td', 'svg text', 'svg [fill="var(--blue)"]'].map(place => {
                const style = getComputedStyle(document.querySelector(place));
                return place.startsWith('svg') ? style.fill : [style.color, style.backgroundColor].join();
            })"""
        )
    assert all(light != dark for light, dark in zip(*colours.values(), strict=True)), colours


def test_hostile_names_are_text(opened):
    page = opened()
    assert HOSTILE["table"] in page.title()  # no name has run and changed it
    assert page.eval_on_selector_all("script, img, iframe, h1 ~ h1, b, i", "all => all.length") == 0
    assert page.locator("h1").count() == 1 and HOSTILE["strategy"] in page.evaluate("document.body.innerText")
    assert page.locator("svg text", has_text="<script>").count() > 0


def test_it_is_walked_through_by_keyboard(opened):
    page = opened()
    page.keyboard.press("Tab")
    first = page.evaluate(
        "[document.activeElement.className, document.activeElement.getBoundingClientRect().x]"
    )
    assert first[0] == "skip" and first[1] >= 0
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_it_prints_on_white_with_everything_open(opened):
    page = opened(scheme="dark")
    printed = page.pdf(format="A4")
    assert (
        printed.startswith(b"%PDF")
        and 3 < printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") < 60
    )
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
    heights = page.eval_on_selector_all("details dd, details pre", "all => all.map(one => one.offsetHeight)")
    assert heights and min(heights) > 0
    assert page.eval_on_selector_all(
        "details", "all => all.every(one => one.getBoundingClientRect().height > 60)"
    )
