"""Every pair of colours that the rules of the style put together can be told apart, and texts in any tone on any layer.

4.5:1 for text and 3:1 for marks and for borders of controls (WCAG 2.2, 1.4.3 and 1.4.11); disabled controls are exempt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from arxdesk.ui import theme
from tests.arxdesk.contrast import contrast

LAYERS = ("bg.window", "bg.panel", "bg.sunken", "bg.band", "bg.hover", "bg.control")
TONES = ("text.1", "text.2", "text.3", "accent", "ok", "warn", "error")
LOOKS = pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK], ids=lambda look: look.scheme)
TOKEN = re.compile(r"@([a-z]+(?:\.[a-z0-9]+)*)$")
STATES = re.compile(r"(?<!:):(?!:)[a-z-]+")
"""`:hover`, and not `::indicator`."""


def rules() -> Iterator[tuple[str, dict[str, str]]]:
    """Each selector of the style with what it declares."""
    text = files("arxdesk_resources").joinpath("style/arxdesk.qss").read_text(encoding="utf-8")
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        parts = (each.partition(":") for each in body.split(";") if ":" in each)
        declared = {name.strip(): value.strip() for name, _colon, value in parts}
        for selector in selectors.split(","):
            yield selector.strip(), declared


def looks() -> dict[str, dict[str, str]]:
    """What holds for each selector: what it declares, over what holds without its state, over that of its class."""
    found: dict[str, dict[str, str]] = {}
    for selector, declared in rules():
        base = STATES.sub("", selector)
        kind = re.sub(r"\[[^]]*\]", "", base)
        before = found.get(selector) or found.get(base) or found.get(kind) or {}
        found[selector] = before | declared
    return {selector: declared for selector, declared in found.items() if ":disabled" not in selector}


def token(value: str) -> str | None:
    found = TOKEN.search(value)
    return found[1] if found and found[1] in theme.TOKENS else None


def together(of: str) -> list[tuple[str, str, str]]:
    """The colour of something and its ground, by the selector: of its text ("color") or its picture ("image")."""
    found = []
    for selector, declared in looks().items():
        ground = token(declared.get("background", ""))
        if of == "image":
            marked = re.search(r"@mark\([a-z-]+, ([a-z0-9.]+)\)", declared.get("image", ""))
            ink = marked[1] if marked else None
        else:
            ink = token(declared.get(of, ""))
        if ink and ground:
            found.append((selector, ink, ground))
    return found


@LOOKS
def test_that_texts_of_the_style_can_be_read(look):
    pairs = together("color")
    assert len(pairs) > 20
    faint = [each for each in pairs if contrast(look.color(each[1]), look.color(each[2])) < 4.5]
    assert faint == []


@LOOKS
def test_that_marks_of_the_style_can_be_seen(look):
    pairs = together("image")
    assert pairs
    assert [each for each in pairs if contrast(look.color(each[1]), look.color(each[2])) < 3] == []


@LOOKS
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("tone", TONES)
def test_that_texts_in_any_tone_can_be_read_on_any_layer(look, tone: str, layer: str):
    assert contrast(look.color(tone), look.color(layer)) >= 4.5


@LOOKS
@pytest.mark.parametrize("layer", LAYERS)
def test_that_borders_of_controls_can_be_seen_on_any_layer(look, layer: str):
    assert contrast(look.color("line.control"), look.color(layer)) >= 3
