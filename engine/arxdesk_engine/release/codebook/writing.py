"""A codebook as a page, a table or a workbook."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.release.codebook.contents import Codebook, ColumnEntry

if TYPE_CHECKING:
    from jinja2 import Template

CODEBOOK_SUFFIXES = (".html", ".csv", ".xlsx")
COLUMN_HEADINGS = (
    *("column", "name in the file", "role", "type", "treatment", "range"),
    *("different values", "missing", "removed"),
)
LABEL_HEADINGS = ("value", "meaning")
MOST_ON_PAGE = 1_000
"""So many labels of a column stand on a page; tables have them all."""
_MOST_CHARACTERS = 32_767


def require_codebook_format(path: Path, place: str) -> None:
    """Raises InvalidJob, naming `place`, where a codebook cannot be written in the format of a suffix."""
    if path.suffix.lower() not in CODEBOOK_SUFFIXES:
        found = tr("{path} has no suffix that a codebook can have", path=quoted(path.name))
        raise InvalidJob(Problem(place, found, suggestion(path.suffix.lower(), CODEBOOK_SUFFIXES)))


def write_codebook(path: Path, codebook: Codebook) -> None:
    """Write a codebook in the format that the suffix names, whole or not at all. Raises UnwritableFile."""
    match path.suffix.lower():
        case ".html":
            content = html_of(codebook).encode(errors="xmlcharrefreplace")
        case ".csv":
            content = _csv(codebook)
        case _:
            content = _workbook(codebook)
    with atomic_writer(path) as stream:
        stream.write(content)


def html_of(codebook: Codebook) -> str:
    """The page: no scripts, nothing from elsewhere."""
    return _template().render(codebook=codebook, most=MOST_ON_PAGE)


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - not needed for tables

    text = files("arxdesk_engine.release.codebook").joinpath("codebook.html.j2").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(text)


def _cells(column: ColumnEntry) -> tuple[str | int, ...]:
    """The cells of a column's row, under `COLUMN_HEADINGS`."""
    return (
        *(column.name, column.stored_name, column.role, column.type, column.done, column.range),
        *(column.distinct, column.missing, column.removed),
    )


def _csv(codebook: Codebook) -> bytes:
    """A row for each column, and one for each of its labels below it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMN_HEADINGS, *LABEL_HEADINGS))
    for column in codebook.columns:
        writer.writerow((*_cells(column), "", ""))
        nothing = ("",) * (len(COLUMN_HEADINGS) - 1)
        writer.writerows((column.name, *nothing, label.text, label.sentence) for label in column.labels)
    return text.getvalue().encode(errors="backslashreplace")


def _workbook(codebook: Codebook) -> bytes:
    import xlsxwriter  # noqa: PLC0415 - not needed for pages

    stream = io.BytesIO()
    settings = {"in_memory": True, "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(stream, settings)
    bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True, "valign": "top"})
    about: list[tuple[str, str | int]] = [
        ("title", codebook.title),
        ("description", codebook.description),
        ("table", codebook.name),
    ]
    about += [("SHA-256", codebook.sha256), ("records", codebook.records), *(("note", note) for note in codebook.notes)]
    sheets: dict[str, tuple[Sequence[str], Sequence[Sequence[str | int]], tuple[int, ...]]] = {
        "about": ((), [row for row in about if row[1] != ""], (14, 90)),
        "columns": (COLUMN_HEADINGS, [_cells(each) for each in codebook.columns], (24, 24, 18, 20, 60, 26, 16, 10, 10)),
        "labels": (
            ("column", *LABEL_HEADINGS),
            [(each.name, label.text, label.sentence) for each in codebook.columns for label in each.labels],
            (24, 40, 70),
        ),
    }
    for name, (headings, rows, widths) in sheets.items():
        sheet = book.add_worksheet(name)
        for place, width in enumerate(widths):
            sheet.set_column(place, place, width)
        for place, heading in enumerate(headings):
            sheet.write_string(0, place, heading, bold)
        if headings:
            sheet.freeze_panes(1, 0)
        for number, row in enumerate(rows, 1 if headings else 0):
            for place, cell in enumerate(row):
                if isinstance(cell, int):
                    sheet.write_number(number, place, cell, wrapped)
                else:
                    sheet.write_string(number, place, cell[:_MOST_CHARACTERS], wrapped)
    book.close()
    return stream.getvalue()
