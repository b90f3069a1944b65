"""A figure as SVG within a page: its colours are the page's, its title is text, its ids are its own."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from markupsafe import Markup

from holdem_sim.reports import _draw

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {
    "#ffffff": "paper", "#000000": "ink", "#555555": "muted", "#e3e3e3": "line",
    "#0072b2": "blue", "#e69f00": "orange", "#009e73": "green", "#d55e00": "red",
    "#cc79a7": "purple", "#56b4e9": "sky", "#b8a800": "yellow",
}  # fmt: skip
"""The colours of pictures, and the page's names for them, which mean something else in the dark."""
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
NAMED = (f"{SVG}clipPath", f"{SVG}path")
"""Elements that others use by their ids."""
SPEAKING = (f"{SVG}text", f"{SVG}tspan")
DPI = 110
"""Of the clouds of points that pictures hold as pixels."""
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")
_HEX = re.compile(r"#[0-9a-f]{6}\b")


@dataclass(frozen=True)
class Picture:
    """What the page shows of a figure. ``own_colours``: it has some that the page has no names for."""

    title: str
    subtitle: str
    svg: Markup
    own_colours: bool


def inline(figure: Figure, name: str) -> Picture:
    """A figure of :func:`holdem_sim.reports._draw.new_figure`; ``name`` is an id that no other picture has."""
    title, subtitle = _draw.take_title(figure)
    file = io.StringIO()
    with _draw.style():
        figure.savefig(file, format="svg", dpi=DPI, metadata={"Date": None})
    source = file.getvalue()
    colours = set(_HEX.findall(source.lower()))
    own = not colours <= set(COLOURS)
    root = ElementTree.fromstring(_NOT_IN_XML.sub("", source).encode("utf-8", errors="replace"))
    for child in [child for child in root if not child.tag.startswith(SVG)]:
        root.remove(child)  # metadata of another vocabulary
    for parent in root.iter():
        for child in [c for c in parent if c.tag in (f"{SVG}metadata", f"{SVG}style")]:
            parent.remove(child)
    for element in root.iter():
        _rewrite(element, name, keep_colours=own)
    _head(root, name, title, subtitle)
    ElementTree.register_namespace("", SVG[1:-1])
    return Picture(title, subtitle, Markup(ElementTree.tostring(root, encoding="unicode")), own)


def _head(root: ElementTree.Element, name: str, title: str, subtitle: str) -> None:
    """The root's attributes, and the title and description that screen readers say."""
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib |= {"viewBox": box, "role": "img", "aria-labelledby": f"{name}-title {name}-desc"}
    for place, (tag, text) in enumerate((("title", title), ("desc", subtitle))):
        element = ElementTree.Element(SVG + tag, {"id": f"{name}-{tag}"})
        element.text = _NOT_IN_XML.sub("", text)
        root.insert(place, element)


def _rewrite(element: ElementTree.Element, name: str, keep_colours: bool) -> None:
    """An element with attributes for styles (which the page's policy forbids), short numbers and its own ids."""
    attributes = dict(element.attrib)
    attributes |= _declarations(attributes.pop("style", ""))
    if element.tag not in NAMED:
        attributes.pop("id", None)
    element.attrib.clear()
    for key, value in attributes.items():
        element.set(key.replace(XLINK, ""), _value(key.replace(XLINK, ""), value, name, keep_colours))
    if element.tag not in SPEAKING:
        element.text = None
    element.tail = None


def _value(key: str, value: str, name: str, keep_colours: bool) -> str:
    """The value of an attribute, as the page has it."""
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return f"#{name}-{value[1:]}" if value.startswith("#") else value
    if key in ("fill", "stroke") and not keep_colours:
        return _HEX.sub(lambda found: f"var(--{COLOURS[found[0].lower()]})", value.lower())
    value = value.replace("url(#", f"url(#{name}-")
    value = _LONG_NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), value)
    return " ".join(value.split()) if key == "d" else value


def _declarations(style: str) -> dict[str, str]:
    """What an attribute ``style`` declares, without the names of fonts: pictures speak in the page's."""
    found = dict(part.split(":", 1) for part in re.split(r";\s*", style) if ":" in part)
    plain = {key.strip(): value.strip() for key, value in found.items()}
    if font := plain.pop("font", ""):
        size = re.search(r"([\d.]+)px", font)
        plain |= {"font-size": f"{size[1]}px"} if size else {}
        weight = re.search(r"\b(bold|[1-9]00)\b", font)
        plain |= {"font-weight": weight[1]} if weight else {}
        plain |= {"font-style": "italic"} if "italic" in font or "oblique" in font else {}
    plain.pop("font-family", None)
    return plain
