"""A report as one HTML page: no scripts, nothing from elsewhere, printable."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import LanguageCode, in_language, tr
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.report.document import document_of
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout import palette
from arxdesk_engine.report.layout.blocks import Picture

_TEMPLATES = ("report.html.j2", "blocks.html.j2", "style.css.j2")


def html_of(facts: Facts) -> str:
    """The page."""
    document = document_of(facts)
    return _template().render(
        document=document, palette=palette, kinds=_kind, drawing=_drawing, pages=_pages(document.language)
    )


def write_html(path: Path, facts: Facts, control: Control | None = None) -> None:
    """Write the page, whole or not at all. Raises UnwritableFile; Stopped."""
    page = html_of(facts).encode(errors="xmlcharrefreplace")
    with atomic_writer(path) as stream:
        stream.write(page)
        (control or Control()).raise_if_stopped()


def _pages(language: LanguageCode) -> Markup:
    """The content of the foot of printed pages in CSS: texts between its counters."""
    with in_language(language):
        told = tr("Page {number} of {pages}", number='" counter(page) "', pages='" counter(pages) "')
    return Markup(f'"{told}"')  # noqa: S704 - a text of a catalogue


@cache
def _template() -> Template:
    folder = files("arxdesk_engine.report").joinpath("templates")
    texts = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in _TEMPLATES}
    environment = Environment(
        loader=DictLoader(texts), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(_TEMPLATES[0])


def _kind(block: object) -> str:
    """The macro that draws a block."""
    return type(block).__name__


def _drawing(picture: Picture) -> Markup:
    """A picture as it is: `report.layout.charts` has escaped every text in it."""
    return Markup(picture.svg)  # noqa: S704
