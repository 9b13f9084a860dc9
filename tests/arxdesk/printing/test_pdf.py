"""Reports in PDF: everything that is told is printed, as text and shapes, inside the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QPainter, QTextLayout
from PySide6.QtWidgets import QApplication

from arxdesk.printing import pdf
from arxdesk.printing import tables as printed_tables
from arxdesk.printing.layout import pieces_of
from arxdesk.printing.pieces import paginated
from arxdesk.printing.text import POINT, PrintedText, Style
from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.report.document import document_of
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.layout.blocks import (
    Cell,
    Chapter,
    Chart,
    Document,
    Figures,
    LongText,
    Message,
    Paragraph,
    PointHeading,
    Room,
    Table,
    TableColumn,
    cells,
)
from tests.engine.problems import adult_anonymizer
from tests.engine.report.reports import searched, subject


def told(document: Document) -> Iterator[str]:
    """Every text of a report."""
    yield from (document.title, document.subtitle, document.remark)
    yield from (text for pair in document.about for text in pair)
    for chapter in document.chapters:
        yield chapter.title
        for block in chapter.blocks:
            match block:
                case Paragraph():
                    yield block.text
                case Message():
                    yield from (block.sentence, *block.details)
                case Figures():
                    yield from (text for each in block.figures for text in (each.label, each.value, each.meaning))
                case Table():
                    yield from (block.caption, *(column.title for column in block.columns))
                    yield from (cell.text for row in block.rows for cell in row)
                case Chart():
                    yield block.sentence
                case LongText():
                    yield from (block.caption, *block.lines)
                case PointHeading():
                    yield from (f"{block.number}  {block.text}", block.state)
                case Room():
                    yield from (block.heading, block.asked)


def document_with(*blocks: Table | Paragraph | LongText | Message | Chart) -> Document:
    return Document("Title", "Evidence report", (("Made", "now"),), (Chapter("one", "One", blocks),), "The end")


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are drawn."""
    drawn: list[str] = []
    draw, draw_line = PrintedText.draw, PrintedText.draw_line

    def remembered(text: PrintedText, painter: QPainter, x: float, y: float) -> None:
        drawn.append(text._layout.text())
        draw(text, painter, x, y)

    def remembered_line(text: PrintedText, painter: QPainter, x: float, y: float, number: int) -> None:
        line = text._layout.lineAt(number) if number < text._layout.lineCount() else None
        drawn.append(text._layout.text()[line.textStart() :][: line.textLength()] if line is not None else "")
        draw_line(text, painter, x, y, number)

    monkeypatch.setattr(PrintedText, "draw", remembered)
    monkeypatch.setattr(PrintedText, "draw_line", remembered_line)
    return drawn


@pytest.fixture(scope="module")
def adult(shared: Path) -> Document:
    return document_of(facts_of(searched(adult_anonymizer(shared))))


def pages_of(content: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", content))


def test_that_everything_that_is_told_of_adult_is_printed(qapp: QApplication, adult: Document, printed: list[str]):
    pdf.pdf_of(adult)
    everything = "".join(printed).replace(" ", "")
    assert [text for text in told(adult) if text.replace(" ", "") not in everything] == []


def test_that_every_point_and_all_room_of_a_form_is_printed(qapp: QApplication, tmp_path: Path, printed: list[str]):
    made = document_of(facts_of(subject(tmp_path, report={"form": "hipaa"}, statements={"expert": "Dr. Weiß"})))
    blocks = [block for chapter in made.chapters for block in chapter.blocks]
    assert any(isinstance(block, PointHeading) for block in blocks)
    assert any(isinstance(block, Room) for block in blocks)
    pdf.pdf_of(made)
    everything = "".join(printed).replace(" ", "")
    assert [text for text in told(made) if text.replace(" ", "") not in everything] == []


def test_that_a_report_of_adult_is_text_and_shapes_for_the_archive(qapp: QApplication, adult: Document):
    content = pdf.pdf_of(adult)
    assert content.startswith(b"%PDF-1.4")
    assert b"pdfaid" in content
    assert b"/Subtype /Image" not in content
    assert b"/Font" in content
    assert pages_of(content) == len(paginated(list(pieces_of(adult, pdf.WIDTH)), pdf.HEIGHT)) > 5


def test_that_what_is_printed_can_be_searched_and_copied(qapp: QApplication, adult: Document):
    """Viewers are told which character a glyph is for those glyphs only that a character has by itself."""
    for size, weight in ((9, 400), (9, 600), (22, 600)):
        for text in (*told(adult), "2026-11-22 14:15:52 UTC", "date (%Y-%m-%d)", "99.94 % (over 9 in 10), 1/5 = x+y"):
            layout = PrintedText(text, Style(size, size * 1.5, "#000000", weight), 1e6)._layout
            for run in layout.glyphRuns():
                of_characters = run.rawFont().glyphIndexesForString(text)
                assert set(run.glyphIndexes()) <= set(of_characters), text


def test_that_every_page_but_the_first_has_its_header_and_all_are_numbered(
    qapp: QApplication, adult: Document, printed: list[str]
):
    number = pages_of(pdf.pdf_of(adult))
    assert [text for text in printed if text.startswith("Page ")] == [
        f"Page {page} of {number}" for page in range(1, number + 1)
    ]
    assert printed.count(adult.remark) == number + 1  # the end of the report, too
    assert printed.count(adult.title) == number  # the title, and the header of all others


def test_that_nothing_reaches_beyond_its_page(qapp: QApplication, adult: Document):
    for page in paginated(list(pieces_of(adult, pdf.WIDTH)), pdf.HEIGHT):
        assert page.filled <= pdf.HEIGHT


@pytest.mark.parametrize(
    "text",
    ["short", "words " * 200, "x" * 3000, "Rechtsschutzversicherungsgesellschaften " * 20, "\u05d0\u05d1 abc", ""],
)
def test_that_lines_are_no_wider_than_their_column(qapp: QApplication, text: str):
    laid = PrintedText(text, Style(8.5, 11.5, "#000000"), 80 * POINT)
    layout: QTextLayout = laid._layout
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    assert all(line.naturalTextWidth() <= 80 * POINT + 1 for line in lines)
    assert sum(line.textLength() for line in lines) == len(text)
    assert laid.height == laid.lines * 11.5 * POINT


def test_that_long_tables_repeat_their_header_on_every_page(qapp: QApplication, printed: list[str]):
    rows = tuple(cells(f"row {number}", "x") for number in range(200))
    content = pdf.pdf_of(document_with(Table("Long", (TableColumn("The header"), TableColumn("Other")), rows)))
    assert pages_of(content) > 2
    assert printed.count("The header") == pages_of(content)
    assert [text for text in printed if text.startswith("row ")] == [f"row {number}" for number in range(200)]


def test_that_short_tables_stay_on_one_page(qapp: QApplication):
    filling = LongText("Before", tuple("line" for _number in range(56)))
    table = Table("Short", (TableColumn("a"),), tuple(cells(str(number)) for number in range(6)))
    pages = paginated(list(pieces_of(document_with(filling, table), pdf.WIDTH)), pdf.HEIGHT)
    with_rows = [page for page in pages if any(piece.header is not None for _top, piece in page.placed)]
    assert len(with_rows) == 1


@pytest.mark.parametrize("number", [1, 2, 7, 12])
def test_that_columns_of_any_texts_share_the_width(qapp: QApplication, number: int):
    heads = tuple(TableColumn(f"Column {place}", "right" if place % 2 else "left") for place in range(number))
    rows = (tuple(Cell("unbreakable" * (place + 1)) for place in range(number)), cells(*["a b c"] * number))
    widths = printed_tables._widths(Table("", heads, rows), pdf.WIDTH)
    assert sum(widths) + printed_tables.GAP * (number - 1) == pytest.approx(pdf.WIDTH, rel=0.01)
    assert all(width > 0 for width in widths)


def test_that_numbers_stay_on_one_line_where_texts_can_give_way(qapp: QApplication):
    heads = (TableColumn("Text"), TableColumn("Number", "right"))
    rows = (cells("many words " * 40, "1,234,567 (12 in 1,000)"),)
    _text, number = printed_tables._widths(Table("", heads, rows), pdf.WIDTH)
    assert PrintedText("1,234,567 (12 in 1,000)", printed_tables.CELL, number, at_right=True).lines == 1


def test_that_no_word_of_a_header_is_broken_where_numbers_are_long(qapp: QApplication):
    titles = (
        "Atacante",
        "Secreto",
        "Revelado con certeza",
        "Acertado",
        "Fuera de la tabla",
        "Diferencia en puntos",
        "",
    )
    heads = tuple(TableColumn(title, "right" if 1 < place < 6 else "left") for place, title in enumerate(titles))
    row = ("Conoce los cuasi-identificadores", "salary-class", "nadie", "76,4 %", "76,5 %", "−0,1 (de −1,4 a +1,2)")
    widths = printed_tables._widths(Table("", heads, (cells(*row, "No más que para personas ajenas"),)), pdf.WIDTH)
    for title, width in zip(titles, widths, strict=True):
        for word in title.split():
            assert PrintedText(word, printed_tables.HEAD, width, at_right=False).lines == 1


def test_that_long_lines_of_a_job_are_broken_and_none_is_lost(qapp: QApplication, printed: list[str]):
    lines = tuple("x" * length for length in (0, 1, 99, 1000, 5000))
    pdf.pdf_of(document_with(LongText("The job", lines)))
    assert sum(text.count("x") for text in printed) == 6100


def test_that_a_report_is_written_whole_or_not_at_all(qapp: QApplication, tmp_path: Path):
    facts = facts_of(subject(tmp_path))
    path = tmp_path / "report.pdf"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(UnwritableFile):
        pdf.write_pdf(path, facts)
    assert path.read_bytes() == b"old"
    path.chmod(0o600)
    pdf.write_pdf(path, facts)
    assert path.read_bytes().startswith(b"%PDF")


def test_that_an_application_that_runs_is_taken(qapp: QApplication):
    assert pdf.require_application() is qapp
