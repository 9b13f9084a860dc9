"""Tables on paper: widths by content, rows that are never split, headers repeated on every page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QByteArray, QLineF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtSvg import QSvgRenderer

from arxdesk.printing.pieces import Piece
from arxdesk.printing.text import POINT, PrintedText, Style, widths_of
from arxdesk_engine.report.layout import palette
from arxdesk_engine.report.layout.blocks import Cell, Picture, Table, TableColumn
from arxdesk_engine.report.layout.charts import FONT

CELL = Style(8.5, 11.5, palette.TEXT)
CODE = Style(7.5, 10.5, palette.TEXT, is_code=True)
HEAD = Style(8.5, 11.5, palette.TEXT_2, 600)
NAME = Style(8.5, 11.5, palette.TEXT_2)
GAP, PADDING = 12 * POINT, 3 * POINT
_BESIDE = 6 * POINT
_LONGEST_WORD, _SHORT = 150 * POINT, 70 * POINT
"""Words longer than the first are broken; columns narrower than the second do not wrap, unless they must."""
_TOGETHER = 8
"""Tables of no more rows stay on one page."""
_NAMES = 0.3
"""The share of the width that names have in tables without a header."""


def table_pieces(table: Table, width: float) -> Iterator[Piece]:
    """The header, and each row."""
    widths = _widths(table, width)
    header = None
    if table.has_header:
        made = _row(_headings(table), table.columns, widths, is_head=True)
        header = replace(made, keeps_next=True)
        yield header
    last = len(table.rows) - 1
    for number, row in enumerate(table.rows):
        keeps = number < last and (last < _TOGETHER or number == 0 or number == last - 1)  # no row stands alone
        piece = _row(row, table.columns, widths, is_named=not table.has_header)
        yield replace(piece, header=header, keeps_next=keeps)


def draw_picture(painter: QPainter, picture: Picture, place: QRectF) -> None:
    """An SVG drawing as shapes and texts."""
    renderer = QSvgRenderer(QByteArray(picture.svg.replace(FONT, CELL.font().family()).encode()))
    renderer.render(painter, place)


def style_of(cell: Cell, *, is_head: bool = False, is_name: bool = False) -> Style:
    """The type style of a cell."""
    if is_head:
        return HEAD
    if cell.tone:
        return replace(CELL, color=palette.TONES[cell.tone][0], weight=600)
    if cell.is_strong:
        return replace(CELL, weight=600)
    if is_name:
        return NAME
    return CODE if cell.is_code else CELL


def _headings(table: Table) -> tuple[Cell, ...]:
    return tuple(Cell(column.title) for column in table.columns)


def _row(
    row: Sequence[Cell],
    columns: Sequence[TableColumn],
    widths: Sequence[float],
    *,
    is_head: bool = False,
    is_named: bool = False,
) -> Piece:
    made = []
    left = 0.0
    for place, (cell, column, width) in enumerate(zip(row, columns, widths, strict=True)):
        beside = 0.0 if cell.picture is None else cell.picture.width * POINT + _BESIDE
        style = style_of(cell, is_head=is_head, is_name=is_named and place == 0)
        text = PrintedText(cell.text, style, width - beside, at_right=column.align == "right")
        made.append((left, beside, text, cell.picture))
        left += width + GAP
    height = max((text.height for _left, _beside, text, _picture in made), default=0.0) + 2 * PADDING
    whole = left - GAP
    color = QColor(palette.AXIS if is_head else palette.GRID)

    def draw(painter: QPainter, x: float, y: float) -> None:
        for left, beside, text, picture in made:
            if picture is not None:
                top = y + PADDING + (CELL.line * POINT - picture.height * POINT) / 2
                draw_picture(painter, picture, QRectF(x + left, top, picture.width * POINT, picture.height * POINT))
            down = height - 2 * PADDING - text.height if is_head else 0.0
            text.draw(painter, x + left + beside, y + PADDING + down)
        painter.setPen(QPen(color, 0.6 * POINT))
        painter.drawLine(QLineF(x, y + height, x + whole, y + height))

    return Piece(height, draw)


def _widths(table: Table, width: float) -> list[float]:
    """The widths of the columns: of their texts if those fit, else at least of short texts and numbers, else at least
    of their longest words."""
    room = width - GAP * (len(table.columns) - 1)
    if not table.has_header:
        return [room * _NAMES, *([room * (1 - _NAMES) / max(len(table.columns) - 1, 1)] * (len(table.columns) - 1))]
    wanted, least, words = [], [], []
    known: dict[Style, QFontMetricsF] = {}
    rows = (_headings(table), *table.rows)
    for place, column in enumerate(table.columns):
        natural, short, word = 0.0, 0.0, 0.0
        for number, row in enumerate(rows):
            cell = row[place]
            style = style_of(cell, is_head=number == 0)
            metrics = known.setdefault(style, QFontMetricsF(style.font()))
            found, longest = widths_of(cell.text, metrics, at_hyphens=not cell.is_strong)
            beside = 0.0 if cell.picture is None else cell.picture.width * POINT + _BESIDE
            whole = column.align == "right" and number > 0  # numbers stay on one line
            natural = max(natural, found + beside)
            narrowest = found if whole else max(longest, min(found, _SHORT))
            short = max(short, min(narrowest, _LONGEST_WORD) + beside)
            word = max(word, min(longest, _LONGEST_WORD) + beside)
        wanted.append(natural + POINT)
        least.append(min(short, natural) + POINT)
        words.append(min(word, natural) + POINT)
    if sum(wanted) <= room:
        free = (room - sum(wanted)) / len(wanted)
        return [each + free for each in wanted]
    if sum(least) < room:
        return _between(least, wanted, room)
    if sum(words) < room:
        return _between(words, least, room)
    return [each * room / sum(words) for each in words]


def _between(lower: Sequence[float], upper: Sequence[float], room: float) -> list[float]:
    """Widths between two limits that fill the room: each as far above the lower one, by its distance to the upper."""
    share = (room - sum(lower)) / max(sum(upper) - sum(lower), 1e-9)
    return [low + (high - low) * share for low, high in zip(lower, upper, strict=True)]
