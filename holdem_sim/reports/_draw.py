"""What the pictures of all reports share: colours, titles, axes in two units, files.

Colours are those of M. Okabe and K. Ito, Color Universal Design (2008), which people with any kind of colour
vision tell apart.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cycler import cycler
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from holdem_sim import language
from holdem_sim.language import _
from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import counted, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axes._secondary_axes import SecondaryAxis

BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000",
)  # fmt: skip
PALETTE = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK)
DASHES: tuple[str | tuple, ...] = ("solid", (0, (4, 1.5)), (0, (1, 1)))
GREY = "#555555"
WIDE = (10.0, 5.625)
"""Inches: a picture as wide as a slide."""
HEAD = 0.86
"""Inches at the top of a picture for its title and the line below it, and the margin below."""
LABEL = 28
"""Letters of a strategy's label."""
_STYLE: dict[Any, Any] = {
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "axes.grid": True,
    "axes.prop_cycle": cycler(color=PALETTE),
    "axes.axisbelow": True,
    "grid.color": "#E3E3E3",
    "legend.frameon": False,
    "svg.hashsalt": "holdem-sim",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "figure.facecolor": "white",
}


@contextmanager
def style() -> Iterator[None]:
    """The look of all pictures, while they are made and saved. A letter that the font lacks is an empty box."""
    with rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def new_figure(title: str, subtitle: str, height: float = WIDE[1]) -> Figure:
    """A figure with a bold title and a line of grey below it, both at the left; add axes to it."""
    figure = Figure(figsize=(WIDE[0], height), layout="constrained")
    _lay_out(figure, 1 - HEAD / height)
    figure.text(0.015, 1 - 0.2 / height, title, fontsize=16, fontweight="bold", va="top")
    figure.text(0.015, 1 - 0.53 / height, subtitle, fontsize=11, color=GREY, va="top")
    return figure


def take_title(figure: Figure) -> tuple[str, str]:
    """The title and the line below it, taken off a figure of :func:`new_figure`, which gets lower by their room."""
    heads = figure.texts[:2]
    for head in heads:
        head.set_visible(False)
    figure.set_figheight(figure.get_figheight() - HEAD + 0.14)
    _lay_out(figure, 0.98)
    title, subtitle = (*(head.get_text() for head in heads), "", "")[:2]
    return title, subtitle


def _lay_out(figure: Figure, height: float) -> None:
    """Keep the axes in the lower part of the figure, so high."""
    figure.get_layout_engine().set(rect=(0.01, 0.01, 0.98, height))  # type: ignore[union-attr,call-arg]


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write the figure as PNG and SVG; the files' paths. Equal figures give equal files."""
    files = [stem.with_name(stem.name + ending) for ending in (".png", ".svg")]
    figure.savefig(files[0], dpi=150)
    figure.savefig(files[1], metadata={"Date": None})
    return files


def scope(facts: Facts) -> str:
    """How much the picture stands for."""
    extent = facts.extent
    return _("{hands} in {sessions}").format(
        hands=counted(extent.hands, "hand"), sessions=counted(extent.sessions, "session")
    )


def whiskers(facts: Facts) -> str:
    """What the bars of error are, for the end of a subtitle."""
    if facts.extent.sessions < 2:
        return _("; one session: no intervals")
    return _("; bars: 95 % intervals over sessions")


def labels(strategies: Sequence[str]) -> dict[str, str]:
    """Short labels of strategies by their full ones."""
    return dict(zip(strategies, shortened(strategies, LABEL), strict=True))


def in_chips(axes: Axes, facts: Facts, which: str, label: str, most: int = 7) -> None:
    """Mark the other side of an axis in big blinds (``which``: "x" or "y") with chips."""
    in_other_unit(axes, which, label, facts.extent.big_blind, most)


def in_other_unit(axes: Axes, which: str, label: str, factor: float, most: int = 7) -> None:
    """Mark the other side of an axis (``which``: "x" or "y") with ``factor`` times its numbers."""
    readable(axes, which, most)
    other = axes.secondary_xaxis("top") if which == "x" else axes.secondary_yaxis("right")
    other.spines[:].set_visible(False)
    other.tick_params(length=0)
    readable(other, which, most, factor)
    other.set(**{f"{which}label": label})


def readable(
    axes: Axes | SecondaryAxis, which: str, most: int = 7, factor: float = 1.0, whole: bool = False
) -> None:
    """Few, round ticks (``whole``: integers) with thousands marked, that say ``factor`` times their place."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(most, integer=whole))
    axis.set_major_formatter(FuncFormatter(lambda number, place: _tick(number * factor)))


def _tick(number: float) -> str:
    if abs(number) >= 1e6:
        return _("{number} M").format(number=language.short(number / 1e6))
    return language.number(number, 0) if number == round(number) else language.short(number)


def beside(axes: Axes, x: float, y: float, text: str) -> None:
    """A number at the right of what it belongs to, readable over lines too."""
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
    axes.annotate(text, (x, y), (9, 0), textcoords="offset points", va="center", bbox=box)


def note(figure: Figure, text: str) -> None:
    """A sentence in place of what cannot be drawn."""
    figure.text(0.5, 0.3, text, ha="center", va="center")
