"""The blocks of a report: paragraphs, tables, charts and long texts, without markup.

HTML and printed pages are made of the same blocks, so that both have the same content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arxdesk_engine.foundation.language import ENGLISH, LanguageCode

Tone = Literal["", "ok", "warn", "error"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: SVG of its own (`report.layout.charts`), its size in points, and its description."""

    svg: str
    width: float
    height: float
    title: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Plain text. A "note" is small print, a "lead" introduces the block below it."""

    text: str
    style: Literal["body", "lead", "note"] = "body"


@dataclass(frozen=True, slots=True)
class Message:
    """A box with the verdict: one sentence, and plain ones below."""

    tone: Tone
    sentence: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A key number: name, value and meaning."""

    label: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Key numbers beside each other."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table; numbers stand at the right."""

    title: str
    align: Literal["left", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. `tone` marks a warning, in addition to its words; a picture comes before its text.

    `is_code`: a hash or similar text of which every character counts.
    """

    text: str
    tone: Tone = ""
    is_strong: bool = False
    is_code: bool = False
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a caption. Without any column title it has no header: names and descriptions."""

    caption: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def has_header(self) -> bool:
        """Whether any column has a title."""
        return any(column.title for column in self.columns)


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture under an introducing sentence."""

    sentence: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class LongText:
    """Lines as they are, such as a job file."""

    caption: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointHeading:
    """The heading of a point of a form: its number, its words, and how it ends."""

    number: str
    text: str
    state: str
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Room:
    """Empty room for what somebody has to write: its label, the heading with who writes, and what is asked."""

    label: str
    heading: str
    asked: str


Block = Paragraph | Message | Figures | Table | Chart | LongText | PointHeading | Room


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the report with its heading; `key` names it, for links."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report. `about` are names and descriptions below the title; `remark` comes at the very end.

    `language` is the code of its language, `contents` the name of the list of its chapters.
    """

    title: str
    subtitle: str
    about: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    remark: str
    language: LanguageCode = ENGLISH
    contents: str = "Sections"


def cells(*texts: str | Cell) -> tuple[Cell, ...]:
    """A row of a table."""
    return tuple(text if isinstance(text, Cell) else Cell(text) for text in texts)


def named(caption: str, rows: Sequence[tuple[str, str | Cell]]) -> Table:
    """A table of names and descriptions."""
    return Table(caption, (TableColumn(""), TableColumn("")), tuple(cells(*row) for row in rows))


def code(text: str) -> Cell:
    """A cell with a hash or the like."""
    return Cell(text, is_code=True)
