"""A report as a PDF file: A4 pages with a running header, page numbers and drawn charts. Needs no display."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen

from arxdesk.printing.layout import pieces_of
from arxdesk.printing.pieces import PrintedPage, paginated
from arxdesk.printing.text import POINT, PrintedText, Style
from arxdesk_engine import __version__
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.language import in_language, tr
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.report.document import document_of
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout import palette
from arxdesk_engine.report.layout.blocks import Document

WIDTH, HEIGHT = 487 * POINT, 700 * POINT
"""The printed area of a page of 595 x 842 points: as wide as charts are."""
LEFT, TOP = 54 * POINT, 76 * POINT
RESOLUTION = 1200
_RUNNING = Style(8, 11, palette.TEXT_2)
_FOOT = 24 * POINT


def write_pdf(path: Path, facts: Facts, control: Control | None = None) -> None:
    """Write the pages, whole or not at all; in any thread of a program that has a QGuiApplication.

    Raises UnwritableFile; Stopped.
    """
    control = control or Control()
    content = pdf_of(document_of(facts), control)
    with atomic_writer(path) as stream:
        stream.write(content)
        control.raise_if_stopped()


def pdf_of(document: Document, control: Control | None = None) -> bytes:
    """The pages. Raises Stopped."""
    control = control or Control()
    control.raise_if_stopped()
    pages = paginated(list(pieces_of(document, WIDTH)), HEIGHT)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPdfVersion(QPdfWriter.PdfVersion.PdfVersion_A1b)  # made to be kept for years
    writer.setTitle(document.title)
    writer.setCreator(f"ArxDesk {__version__}")
    writer.setResolution(RESOLUTION)
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    )
    painter = QPainter(writer)
    painter.scale(RESOLUTION / 72 / POINT, RESOLUTION / 72 / POINT)
    for number, page in enumerate(pages, 1):
        if control.stopped:
            painter.end()
            raise Stopped
        if number > 1:
            writer.newPage()
        _draw(painter, document, page, _numbered(number, len(pages), document), with_header=number > 1)
    painter.end()
    return bytes(buffer.data().data())


def _numbered(number: int, pages: int, document: Document) -> str:
    with in_language(document.language):
        return tr("Page {number} of {pages}", number=number, pages=pages)


def require_application() -> QGuiApplication:
    """The application that fonts require; no window is shown, and on Linux no display is used."""
    known = QGuiApplication.instance()
    if isinstance(known, QGuiApplication):
        return known
    if sys.platform.startswith("linux"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication(["arxdesk"])


def _draw(painter: QPainter, document: Document, page: PrintedPage, number: str, *, with_header: bool) -> None:
    if with_header:
        _at_both_ends(painter, document.title, document.subtitle, TOP - 30 * POINT)
        painter.setPen(QPen(QColor(palette.LINE), 0.6 * POINT))
        painter.drawLine(QLineF(LEFT, TOP - 14 * POINT, LEFT + WIDTH, TOP - 14 * POINT))
    for top, piece in page.placed:
        piece.draw(painter, LEFT, TOP + top)
    _at_both_ends(painter, document.remark, number, TOP + HEIGHT + _FOOT)


def _at_both_ends(painter: QPainter, left: str, right: str, top: float) -> None:
    """Two texts on one line, cut where they would be longer: the right one at half of the line."""
    needed = QFontMetricsF(_RUNNING.font()).horizontalAdvance(right) + 4 * POINT
    room = WIDTH - min(max(WIDTH * 0.36, needed), WIDTH / 2)
    PrintedText(left, _RUNNING, room).draw_line(painter, LEFT, top, 0)
    PrintedText(right, _RUNNING, WIDTH - room, at_right=True).draw_line(painter, LEFT + room, top, 0)
