"""Workbooks (xlsx) written cell by cell: numbers and dates as such where reading them gives the same text, else text.

There are no formulas, whatever a text begins with. Missing cells are empty. A workbook cannot hold a record of which
nothing is known: rows on which nothing stands are no records when it is read.
"""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.io.cells.records import Records, numbers_of
from arxdesk_engine.io.cells.typed import Abilities, WrittenCells, mixed_cells, require_held
from arxdesk_engine.io.files.atomic import atomic_writer, waiting_folder
from arxdesk_engine.io.workbooks.guard import MAX_CELLS
from arxdesk_engine.io.workbooks.reading import DIGITS

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MAX_ROWS, MAX_SHEET_COLUMNS, MAX_CHARACTERS = 1_048_576, 16_384, 32_767
_HOLDS = Abilities(first_day=dt.date(1900, 3, 1), digits=DIGITS)  # days before are a matter of dispute there
_BATCH = 5_000
_NO_CHARACTERS = "\ufffe\uffff"
_OTHER_FORMAT = marked("Choose another format, such as Parquet or CSV.")
_UNTIMED = dt.datetime(2000, 1, 1)  # noqa: DTZ001 - workbooks know no time zones; the same table, the same file


def write_excel(
    path: Path, columns: Sequence[Column], *, records: Records | None = None, control: Control | None = None
) -> None:
    """Write columns with a header into the only sheet of a workbook, atomically; `records` selects what is written.

    Raises InvalidData, before anything is written, for what a sheet cannot hold; UnwritableFile; Stopped. The old file
    then stays as it was.
    """
    control, chosen = control or Control(), numbers_of(records)
    number = columns[0].records if chosen is None else len(chosen)
    _require_size(path, number, len(columns))
    cells = [mixed_cells(column, chosen, _HOLDS) for column in columns]
    require_held(str(path), cells, _fault, tr(_OTHER_FORMAT))
    _require_visible(path, cells)
    with atomic_writer(path) as stream, _new_workbook(stream, path.resolve().parent) as book:
        sheet = book.add_worksheet("data")
        sheet.freeze_panes(1, 0)
        formats: dict[type, Format] = {
            dt.date: book.add_format({"num_format": "yyyy-mm-dd"}),
            dt.datetime: book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        }
        bold = book.add_format({"bold": True})
        for place, column in enumerate(cells):
            sheet.write_string(0, place, column.name, bold)
        _write_rows(sheet, cells, number, formats, control)


@contextlib.contextmanager
def _new_workbook(stream: BinaryIO, folder: Path) -> Iterator[Workbook]:
    """A workbook that is written to a stream row by row. Until then they wait in a place of their own in `folder`."""
    import xlsxwriter  # noqa: PLC0415 - not needed for other tables
    from xlsxwriter.exceptions import FileCreateError, FileSizeError  # noqa: PLC0415

    settings = {"constant_memory": True, "strings_to_formulas": False, "strings_to_numbers": False}
    with waiting_folder(folder) as waiting:
        book = xlsxwriter.Workbook(stream, settings | {"strings_to_urls": False, "tmpdir": str(waiting)})
        book.set_properties({"created": _UNTIMED})
        try:
            yield book
            book.close()
        except FileCreateError as error:
            raise error.args[0] from error  # that of the file system
        except FileSizeError as error:
            raise InvalidData(
                Problem(str(folder), tr("the workbook would be larger than 4 GB"), tr(_OTHER_FORMAT))
            ) from error
        finally:
            for sheet in book.worksheets():
                sheet.row_data_fh.close()


def _write_rows(
    sheet: Worksheet,
    columns: Sequence[WrittenCells],
    records: int,
    formats: Mapping[type, Format],
    control: Control,
) -> None:
    def writer(value: object) -> Callable[[int, int], object] | None:
        match value:
            case None:
                return None
            case str():
                return lambda row, place: sheet.write_string(row, place, value)
            case dt.date():
                form = formats[type(value)]
                return lambda row, place: sheet.write_datetime(row, place, value, form)
            case _:
                return lambda row, place: sheet.write_number(row, place, value)

    writers = [[writer(value) for value in column.values] for column in columns]
    for start in range(0, records, _BATCH):
        control.raise_if_stopped()
        control.report(Progress(tr("Writing the table"), start / records))
        batches = [column.codes[start : start + _BATCH].tolist() for column in columns]
        for row, codes in enumerate(zip(*batches, strict=True), start + 1):
            for place, code in enumerate(codes):
                write = writers[place][code]
                if write is not None:
                    write(row, place)
    control.raise_if_stopped()


def _fault(text: str) -> str | None:
    characters = len(text.encode("utf-16-le")) // 2
    if characters > MAX_CHARACTERS:
        return tr(
            "the cell has {characters} characters; a cell of a workbook holds {max_characters}",
            characters=whole(characters),
            max_characters=whole(MAX_CHARACTERS),
        )
    if any(each in text for each in _NO_CHARACTERS):
        return tr("the cell has a character that a workbook cannot hold")
    return None


def _require_visible(path: Path, columns: Sequence[WrittenCells]) -> None:
    """Raises InvalidData for records that nobody would find in the sheet, since nothing stands in their row."""
    codes_of_missing = [column.texts.index("") if "" in column.texts else -1 for column in columns]
    empty = np.logical_and.reduce(
        [column.codes == missing for column, missing in zip(columns, codes_of_missing, strict=True)]
    )
    if len(columns) == 1:  # there, only those at the end are not found
        empty = np.logical_and.accumulate(empty[::-1])[::-1]
    if empty.any():
        place = tr("{path}, record {flatnonzero}", path=path, flatnonzero=int(np.flatnonzero(empty)[0]) + 1)
        found = tr(
            "all cells are missing in {sum} records, and a workbook drops such rows", sum=whole(int(empty.sum()))
        )
        raise InvalidData(Problem(place, found, tr("Leave these records out, or choose another format.")))


def _require_size(path: Path, records: int, columns: int) -> None:
    faults = []
    if records + 1 > MAX_ROWS:
        faults.append(
            tr(
                "the table has {n} records; a sheet holds {most} and the names of the columns",
                n=whole(records),
                most=whole(MAX_ROWS - 1),
            )
        )
    if columns > MAX_SHEET_COLUMNS:
        faults.append(
            tr("the table has {n} columns; a sheet holds {most}", n=whole(columns), most=whole(MAX_SHEET_COLUMNS))
        )
    if (records + 1) * columns > MAX_CELLS:
        faults.append(
            tr(
                "the table has {n} cells; a workbook of more than {most} cannot be read again",
                n=whole(records * columns),
                most=whole(MAX_CELLS),
            )
        )
    if faults:
        raise InvalidData(Problem(str(path), fault, tr(_OTHER_FORMAT)) for fault in faults)
