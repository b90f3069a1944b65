"""The pictures: nothing overlaps or is cut off, units are there, and equal runs give equal files."""

from __future__ import annotations

from itertools import combinations

import pytest
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from holdem_sim import reports
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import _draw
from holdem_sim.reports._facts import open_facts
from reporting import played

MANY = str(2000 if COMPILED else 60)
TWO = ["--players", "always-call,uniform-random", "--set", "table.seats=2"]
LONG = (
    "tight-aggressive(open=0.18),tight-aggressive(open=0.19),tight-aggressive(open=0.2),"
    "loose-aggressive(open=0.31),nit,maniac,calling-station,recreational,short-stacker,loose-passive"
)
RUNS = {
    "two players": ["--hands", MANY, *TWO, "--set", "session.hands=50"],
    "nine players": ["--hands", MANY, "--set", "session.hands=100"],
    "ten strategies": [
        "--hands", MANY, "--players", LONG, "--set", "table.seats=10", "--set", "session.hands=90",
    ],
    "fifty hands": ["--hands", "50"],
    "one hand": ["--hands", "1", *TWO],
    "single hands": ["--hands", "40", "--set", "session.hands=1"],
    "no tax, no time": ["--hands", "60", *TWO, "--set", "session.hands=20", "--set", "tax.percent=0"]
    + [word for name in ("deal", "action", "street", "showdown") for word in ("--set", f"clock.{name}_s=0")],
}  # fmt: skip

WITHOUT_MONEY = {"cash-lifetimes", "events", "shuffle", "style"}


@pytest.fixture(scope="module", params=RUNS)
def figures(request, tmp_path_factory) -> dict[str, Figure]:
    """All pictures of a run by their names, drawn."""
    run = played(tmp_path_factory.mktemp("plots") / "run", *RUNS[request.param])
    found: dict[str, Figure] = {}
    with open_facts(run) as facts, _draw.style(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdem_sim.reports._courses.SHOWN_SESSIONS", 1)
        for name in reports.names():
            module = reports.load(name)
            for stem, figure in module.draw(facts) if hasattr(module, "draw") else ():
                assert stem not in found
                found[stem] = figure
                FigureCanvasAgg(figure).draw()
    return found


def shown(figure: Figure) -> list[Text]:
    """The texts that can be seen: not those of axes switched off, nor of ticks outside the axes."""
    hidden = {id(text) for axes in figure.findobj(Axes) if not axes.axison for text in axes.findobj(Text)}
    for axis in figure.findobj(Axis):
        low, high = sorted(axis.get_view_interval())
        outside = [tick for tick in axis.get_major_ticks() if not low <= tick.get_loc() <= high]
        hidden |= {id(label) for tick in outside for label in (tick.label1, tick.label2)}
    texts = figure.findobj(Text)
    return [t for t in texts if id(t) not in hidden and t.get_visible() and t.get_text().strip()]


def box(text: Text) -> Bbox:
    return text.get_window_extent()


def test_no_texts_overlap_and_none_is_cut_off(figures):
    for name, figure in figures.items():
        texts = shown(figure)
        for text in texts:
            place = box(text)
            assert place.x0 >= 0 and place.y0 >= 0, (name, text)
            assert place.x1 <= figure.bbox.x1 and place.y1 <= figure.bbox.y1, (name, text)
        for one, other in combinations(texts, 2):
            if isinstance(one, Annotation) and isinstance(other, Annotation):
                continue  # they stand at their own bars
            overlap = Bbox.intersection(box(one), box(other))
            assert overlap is None or overlap.width * overlap.height < 1, (name, one, other)


def test_pictures_have_titles_and_say_how_much_they_stand_for(figures):
    assert {"win-rates", "win-rates-players", "tax-per-hour", "tax-strategies"} <= set(figures)
    assert {"stacks-net", "stacks-chips", "stacks-session-0"} <= set(figures)
    for figure in figures.values():
        title, subtitle = (text.get_text() for text in figure.texts[:2])
        assert title and "hand" in subtitle


def test_axes_are_labelled_with_units_in_big_blinds_and_chips(figures):
    for name, figure in figures.items():
        if not figure.axes or name in WITHOUT_MONEY:
            continue
        words = " ".join(text.get_text() for text in shown(figure))
        assert "chips" in words and ("bb" in words or "big blinds" in words), name


def test_equal_runs_give_equal_pictures(tmp_path):
    for name in ("a", "b"):
        with open_facts(played(tmp_path / name, "--hands", "40", *TWO)) as facts, _draw.style():
            for report in ("tax", "win-rates"):
                for stem, figure in reports.load(report).draw(facts):
                    _draw.save(figure, tmp_path / f"{name}-{stem}")
    pictures = sorted(tmp_path.glob("a-*.*"))
    assert {path.suffix for path in pictures} == {".png", ".svg"} and len(pictures) == 8
    for path in pictures:
        assert path.read_bytes() == (tmp_path / path.name.replace("a-", "b-", 1)).read_bytes()


def test_colours_can_be_told_apart_by_everybody():
    """No two colours of the palette come near each other for people without red or green receptors."""
    seen = {
        "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        # In linear RGB: F. Vienot, H. Brettel, J. Mollon, Digital video colourmaps, Color Res. Appl. 24.
        "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
        "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    }
    for matrix in seen.values():
        colours = [lightness_and_hue(colour, matrix) for colour in _draw.PALETTE]
        for one, other in combinations(colours, 2):
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 11


def lightness_and_hue(colour: str, matrix) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as somebody with these receptors sees it."""
    sent = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in sent]
    red, green, blue = (sum(m * v for m, v in zip(row, linear, strict=True)) for row in matrix)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * max(v, 0) + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
