"""What the pictures of all reports share: colours, titles, axes in two units, files.

Colours are those of M. Okabe and K. Ito, Color Universal Design (2008), which people with any kind of colour
vision tell apart; the yellow is darkened to be seen on white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from holdem_sim.reports._facts import Facts
from holdem_sim.reports._text import decimal, shortened, whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#B8A800", "#000000",
)  # fmt: skip
PALETTE = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK)
DASHES: tuple[str | tuple, ...] = ("solid", (0, (4, 1.5)), (0, (1, 1)))
GREY = "#555555"
WIDE = (10.0, 5.625)
"""Inches: a picture as wide as a slide."""
LABEL = 24
"""Letters of a strategy's label."""
_STYLE = {
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E3E3E3",
    "legend.frameon": False,
    "svg.hashsalt": "holdem-sim",
    "svg.fonttype": "none",
    "figure.facecolor": "white",
}


@contextmanager
def style() -> Iterator[None]:
    """The look of all pictures, while they are made and saved."""
    with rc_context(_STYLE):
        yield


def new_figure(title: str, subtitle: str, height: float = WIDE[1]) -> Figure:
    """A figure with a bold title and a line of grey below it, both at the left; add axes to it."""
    figure = Figure(figsize=(WIDE[0], height), layout="constrained")
    figure.get_layout_engine().set(rect=(0.01, 0.01, 0.98, 1 - 0.8 / height))  # type: ignore[union-attr]
    figure.text(0.015, 1 - 0.2 / height, title, fontsize=16, fontweight="bold", va="top")
    figure.text(0.015, 1 - 0.53 / height, subtitle, fontsize=11, color=GREY, va="top")
    return figure


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write the figure as PNG and SVG; the files' paths. Equal figures give equal files."""
    files = [stem.with_name(stem.name + ending) for ending in (".png", ".svg")]
    figure.savefig(files[0], dpi=150)
    figure.savefig(files[1], metadata={"Date": None})
    return files


def scope(facts: Facts) -> str:
    """How much the picture stands for."""
    extent = facts.extent
    sessions = "1 session" if extent.sessions == 1 else f"{whole(extent.sessions)} sessions"
    return f"{whole(extent.hands)} hands in {sessions}"


def labels(strategies: Sequence[str]) -> dict[str, str]:
    """Short labels of strategies by their full ones."""
    return dict(zip(strategies, shortened(strategies, LABEL), strict=True))


def in_chips(axis_of: Axes, facts: Facts, which: str, label: str, factor: float = 1.0) -> Axes:
    """A second axis in chips for one in big blinds (``which``: "x" or "y")."""
    chips = facts.extent.big_blind * factor
    functions = (lambda bb: bb * chips, lambda amount: amount / chips)
    twin = (
        axis_of.secondary_xaxis("top", functions=functions)
        if which == "x"
        else axis_of.secondary_yaxis("right", functions=functions)
    )
    twin.spines[:].set_visible(False)
    twin.tick_params(length=0)
    if which == "x":
        twin.set_xlabel(label)
    else:
        twin.set_ylabel(label)
    readable(twin, which)
    return twin


def readable(axes: Axes, which: str, most: int = 7) -> None:
    """Few, round ticks with thousands marked."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(most))
    axis.set_major_formatter(FuncFormatter(lambda number, _: _tick(number)))


def _tick(number: float) -> str:
    if abs(number) >= 1e6:
        return f"{number / 1e6:,.4g} M"
    return f"{number:,.0f}" if number == round(number) else f"{number:,.4g}"


def note(axes: Axes, text: str) -> None:
    """A sentence in place of what cannot be drawn."""
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center", color=GREY)


__all__ = ["decimal", "whole"]
