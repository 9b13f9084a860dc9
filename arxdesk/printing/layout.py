"""From the blocks of a report to pieces of pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from arxdesk.printing.pieces import Piece
from arxdesk.printing.tables import draw_picture, table_pieces
from arxdesk.printing.text import POINT, PrintedText, Style, widths_of
from arxdesk_engine.report.layout import palette
from arxdesk_engine.report.layout.blocks import (
    Block,
    Chapter,
    Chart,
    Document,
    Figure,
    Figures,
    LongText,
    Message,
    Paragraph,
    PointHeading,
    Room,
    Table,
    named,
)

KIND = Style(9.5, 13, palette.TEXT_2)
TITLE = Style(20, 25, palette.TEXT, 600)
HEADING = Style(14, 18, palette.TEXT, 600)
POINT_HEADING = Style(11, 15, palette.TEXT, 600)
CAPTION = Style(9.5, 13, palette.TEXT, 600)
BODY = Style(9.5, 13.5, palette.TEXT)
LEAD = replace(BODY, weight=600)
NOTE = Style(8, 11, palette.TEXT_2)
SENTENCE = Style(11.5, 15.5, palette.TEXT, 600)
CODE = Style(7.5, 10.5, palette.TEXT, is_code=True)
LABEL = Style(8, 11, palette.TEXT_2)
VALUE = Style(17, 22, palette.TEXT, 600)
_GAP, _PADDING, _RADIUS = 10 * POINT, 9 * POINT, 3 * POINT
_AFTER_TABLE = 14 * POINT
_STATE, _ROOM = 0.34, 84 * POINT
"""The share of the width for how a point ends; the least height of room for what people write."""


def pieces_of(document: Document, width: float) -> Iterator[Piece]:
    """The pieces of the whole report."""
    yield _text(document.subtitle, KIND, width)
    yield _text(document.title, TITLE, width, space=2 * POINT)
    yield from _spaced(table_pieces(named("", document.about), width), 10 * POINT)
    for number, chapter in enumerate(document.chapters, 1):
        yield from _chapter(chapter, number, width)
    yield _text(document.remark, NOTE, width, space=20 * POINT)


def _chapter(chapter: Chapter, number: int, width: float) -> Iterator[Piece]:
    yield replace(_text(f"{number}  {chapter.title}", HEADING, width, space=24 * POINT), keeps_next=True)
    around = (None, *chapter.blocks, None)
    for above, block, following in zip(around, chapter.blocks, around[2:], strict=False):
        has_note = isinstance(following, Paragraph) and following.style == "note"
        is_asked = isinstance(above, PointHeading) and following is not None
        yield from _last_keeps_next(_block(block, width)) if has_note or is_asked else _block(block, width)


def _last_keeps_next(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Keep the last piece on a page with the note that explains it."""
    made = list(pieces)
    yield from made[:-1]
    yield from (replace(piece, keeps_next=True) for piece in made[-1:])


def _block(block: Block, width: float) -> Iterator[Piece]:
    match block:
        case Paragraph():
            style = {"note": NOTE, "lead": LEAD}.get(block.style, BODY)
            made = _lines(PrintedText(block.text, style, width), style, 7 * POINT)
            yield from _last_keeps_next(made) if block.style == "lead" else made
        case Message():
            yield _message(block, width)
        case Figures():
            yield _figures(block.figures, width)
        case Table():
            yield from _captioned(block.caption, table_pieces(block, width), width)
        case Chart():
            height = block.picture.height * POINT
            yield from _captioned(block.sentence, iter([_drawing(block, height)]), width)
        case LongText():
            yield from _captioned(block.caption, _code(block, width), width)
        case PointHeading():
            yield _point(block, width)
        case Room():
            yield _room(block, width)


def _captioned(caption: str, pieces: Iterator[Piece], width: float) -> Iterator[Piece]:
    if caption:
        yield replace(_text(caption, CAPTION, width, space=_AFTER_TABLE), keeps_next=True)
        yield from _spaced(pieces, 3 * POINT)
    else:
        yield from _spaced(pieces, _GAP)


def _spaced(pieces: Iterator[Piece], space: float) -> Iterator[Piece]:
    """The same pieces with some space above the first one."""
    first = next(pieces, None)
    if first is not None:
        yield replace(first, space=space)
        yield from pieces


def _text(text: str, style: Style, width: float, space: float = 0.0) -> Piece:
    laid = PrintedText(text, style, width)
    return Piece(laid.height, laid.draw, space)


def _lines(text: PrintedText, style: Style, space: float) -> Iterator[Piece]:
    """A text line by line; the first two, and the last two, stay together."""
    for number in range(text.lines):

        def draw(painter: QPainter, x: float, y: float, number: int = number) -> None:
            text.draw_line(painter, x, y, number)

        keeps = number == 0 or number == text.lines - 2
        yield Piece(style.line * POINT, draw, 0.0 if number else space, keeps_next=keeps and number < text.lines - 1)


def _code(block: LongText, width: float) -> Iterator[Piece]:
    """Lines on a light ground, each broken where it is too long."""
    step, inside, edge = CODE.line * POINT, width - 2 * _PADDING, 5 * POINT
    texts = [PrintedText(line, CODE, inside) for line in block.lines]
    lines = [(text, number) for text in texts for number in range(text.lines)]
    for place, (text, number) in enumerate(lines):
        above = edge if place == 0 else 0.0
        height = step + above + (edge if place == len(lines) - 1 else 0.0)
        yield Piece(height, partial(_draw_code, text, number, QSizeF(width, height), above), keeps_next=place == 0)


def _draw_code(
    text: PrintedText, number: int, size: QSizeF, above: float, painter: QPainter, x: float, y: float
) -> None:
    overlap = QSizeF(0.0, POINT / 2)  # no light seam between the lines
    painter.fillRect(QRectF(QPointF(x, y), size + overlap), QColor(palette.SUNKEN))
    text.draw_line(painter, x + _PADDING, y + above, number)


def _message(block: Message, width: float) -> Piece:
    color, fill, line = palette.TONES[block.tone]
    inside = width - 2 * _PADDING
    texts = [PrintedText(block.sentence, replace(SENTENCE, color=color if block.tone else palette.TEXT), inside)]
    texts += [PrintedText(each, BODY, inside) for each in block.details]
    between = 4 * POINT
    height = sum(text.height for text in texts) + between * (len(texts) - 1) + 2 * _PADDING

    def draw(painter: QPainter, x: float, y: float) -> None:
        _box(painter, QRectF(x, y, width, height), fill, line)
        top = y + _PADDING
        for text in texts:
            text.draw(painter, x + _PADDING, top)
            top += text.height + between

    return Piece(height, draw, _GAP)


def _point(block: PointHeading, width: float) -> Piece:
    """Number and words at the left, how the point ends at the right, below a line."""
    color, _fill, _line_color = palette.TONES[block.tone]
    style = replace(LABEL, color=color, weight=600)
    longest, _word = widths_of(block.state, QFontMetricsF(style.font()))
    room = min(width * _STATE, longest + _GAP)
    words = PrintedText(f"{block.number}  {block.text}", POINT_HEADING, width - room)
    state = PrintedText(block.state, style, room, at_right=True)
    above = 7 * POINT

    def draw(painter: QPainter, x: float, y: float) -> None:
        painter.setPen(QPen(QColor(palette.LINE), 0.75 * POINT))
        painter.drawLine(QLineF(x, y, x + width, y))
        words.draw(painter, x, y + above)
        state.draw(painter, x + width - room, y + above + (POINT_HEADING.line - LABEL.line) * POINT / 2)

    return Piece(above + max(words.height, state.height), draw, 16 * POINT, keeps_next=True)


def _room(block: Room, width: float) -> Piece:
    """A box with a dashed border: who is to write what, and room for it."""
    inside = width - 2 * _PADDING
    color, _fill, _line_color = palette.TONES["warn"]
    head = PrintedText(block.heading, replace(LEAD, color=color), inside)
    asked = PrintedText(block.asked, NOTE, inside)
    height = max(_ROOM, head.height + asked.height + 3 * _PADDING)

    def draw(painter: QPainter, x: float, y: float) -> None:
        painter.setPen(QPen(QColor(palette.AXIS), 0.75 * POINT, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(palette.SUNKEN))
        painter.drawRoundedRect(QRectF(x, y, width, height), _RADIUS, _RADIUS)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        head.draw(painter, x + _PADDING, y + _PADDING)
        asked.draw(painter, x + _PADDING, y + _PADDING + head.height)

    return Piece(height, draw, _GAP)


def _figures(figures: tuple[Figure, ...], width: float) -> Piece:
    each_width = (width - _GAP * (len(figures) - 1)) / max(len(figures), 1)
    inside = each_width - 2 * _PADDING
    made = [
        (
            PrintedText(each.label, LABEL, inside),
            PrintedText(each.value, VALUE, inside),
            PrintedText(each.meaning, LABEL, inside),
        )
        for each in figures
    ]
    height = max((sum(text.height for text in texts) for texts in made), default=0.0) + 2 * _PADDING

    def draw(painter: QPainter, x: float, y: float) -> None:
        for number, texts in enumerate(made):
            left = x + number * (each_width + _GAP)
            _box(painter, QRectF(left, y, each_width, height), "#FFFFFF", palette.LINE)
            top = y + _PADDING
            for text in texts:
                text.draw(painter, left + _PADDING, top)
                top += text.height

    return Piece(height, draw, _GAP)


def _drawing(block: Chart, height: float) -> Piece:
    picture = block.picture

    def draw(painter: QPainter, x: float, y: float) -> None:
        draw_picture(painter, picture, QRectF(x, y, picture.width * POINT, height))

    return Piece(height, draw)


def _box(painter: QPainter, place: QRectF, fill: str, line: str) -> None:
    painter.setPen(QPen(QColor(line), 0.75 * POINT))
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(place, _RADIUS, _RADIUS)
    painter.setBrush(Qt.BrushStyle.NoBrush)
