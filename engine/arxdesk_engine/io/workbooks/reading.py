"""Workbooks (xlsx, xls, ods): a sheet read into columns of texts.

Empty cells and cells with an error are missing values; of merged cells the first one has the value. Rows on which
nothing stands are left out, unless there is only one column. Numbers have the 15 digits that such programs reckon with.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.data.raw_table import RawTable, TableName, chosen_names, no_records, repaired_names, require_names
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, UserError, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.cells.cells import CellColumn, texts_of
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.text.detect import SAMPLE_LINES
from arxdesk_engine.io.text.header import guess_header
from arxdesk_engine.io.workbooks.guard import (
    broken_workbook,
    declared_extents,
    encrypted,
    kind_of_workbook,
    require_moderate,
    require_moderate_sheet,
)

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

DIGITS = 15
_PIECE_ROWS = 5000


def sheets_in(path: Path, control: Control) -> tuple[TableName, ...]:
    """The sheets with cells of a workbook, in their order. Raises UnreadableFile or InvalidData; Stopped."""
    kind = kind_of_workbook(path)
    extents = declared_extents(path) if kind == "xlsx" else {}
    with _opened(path, kind, control) as book:
        names = _sheet_names(book)
    found = []
    for name in names:
        extent = extents.get(name)
        size = (None, None) if extent is None else (max(0, extent.rows - 1), extent.columns)
        found.append(TableName(name, *size))
    return tuple(found)


def read_excel(path: Path, options: TableOptions, control: Control, rows: int | None = None) -> RawTable:
    """Read a sheet, the first one unless it is named, or its first `rows`.

    Raises UnreadableFile; InvalidData for what is no workbook, for one with a password, for a sheet that does not
    exist, is empty or too large, and for too many or nameless columns; Stopped.
    """
    kind = kind_of_workbook(path)
    with _opened(path, kind, control) as book:
        name = _chosen_sheet(path, book, options.sheet)
        place = tr("{path}, sheet {name}", path=path, name=quoted(name))
        require_moderate_sheet(path, kind, name, control)
        sheet = book.get_sheet_by_name(name)
        cells = _rows_with_cells(sheet)
        first = list(itertools.islice(cells, SAMPLE_LINES))
        if not first:
            raise InvalidData(Problem(place, tr("the sheet is empty"), tr("Choose a sheet that holds a table.")))
        guess = guess_header([texts_of(row) for row in first]) if options.header is None else None
        header = guess.is_header if guess is not None else bool(options.header)
        names = [tr("column {n}", n=number) for number in range(1, len(first[0]) + 1)]
        if header:
            names = [_name(cell) for cell in first.pop(0)]
        named = [name for name in names if name]
        if options.repair_names:
            named = repaired_names(named)
            numbered = iter(named)
            names = [next(numbered) if name else "" for name in names]
        require_names(place, named, can_number=True)
        chosen = chosen_names(place, named, options.columns)
        read = _SheetColumns(place, names, chosen)
        limit = options.rows(rows)
        given = itertools.islice(itertools.chain(first, cells), limit)
        expected = max(1, sheet.height if limit is None else min(limit, sheet.height))
        while piece := list(itertools.islice(given, _PIECE_ROWS)):
            control.raise_if_stopped()
            read.add(piece)
            control.report(Progress(tr("Reading the table"), min(1.0, read.records / expected)))
        if not read.records:
            raise no_records(place)
        columns = tuple(column.finished(options.null_values) for column in read.columns)
    guessed = None if guess is None else (guess.is_header, guess.confidence, guess.doubt)
    return RawTable(columns, read.records, header=guessed)


class _SheetColumns:
    """The columns of a sheet that are read, as they grow."""

    def __init__(self, place: str, names: Sequence[str], chosen: Sequence[str]) -> None:
        self.records = 0
        self.columns = [CellColumn(name, digits=DIGITS) for name in chosen]
        self._place = place
        self._places = [names.index(name) for name in chosen]
        self._nameless = [number for number, name in enumerate(names) if not name]

    def add(self, rows: Sequence[Sequence[object]]) -> None:
        """The next rows. A column without a name is no column as long as nothing stands in it."""
        cells = list(zip(*rows, strict=True))
        for number in self._nameless:
            if any(cell != "" for cell in cells[number]):
                found = tr("column {number} has no name", number=number + 1)
                raise InvalidData(Problem(self._place, found, tr("Give every column a name.")))
        for number, column in zip(self._places, self.columns, strict=True):
            column.add(cells[number])
        self.records += len(rows)


def _rows_with_cells(sheet: CalamineSheet) -> Iterator[Sequence[object]]:
    for row in sheet.iter_rows():
        if len(row) == 1 or row.count("") < len(row):
            yield row


def _name(cell: object) -> str:
    """The text of a header cell, on one line."""
    return composed(" ".join(texts_of([cell], DIGITS)[0].split()))


def _chosen_sheet(path: Path, book: CalamineWorkbook, name: str | None) -> str:
    """The sheet with a name, or the first one."""
    names = _sheet_names(book)
    if not names:
        raise InvalidData(
            Problem(str(path), tr("the workbook has no sheet with cells"), tr("Choose another workbook."))
        )
    if name is not None and name not in names:
        raise InvalidData(
            Problem(str(path), tr("there is no sheet {name}", name=quoted(name)), suggestion(name, names))
        )
    return names[0] if name is None else name


def _sheet_names(book: CalamineWorkbook) -> list[str]:
    from python_calamine import SheetTypeEnum  # noqa: PLC0415 - not needed for other tables

    return [sheet.name for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]


@contextlib.contextmanager
def _opened(path: Path, kind: str, control: Control) -> Iterator[CalamineWorkbook]:
    """A workbook that was looked through, and errors in it as ours."""
    import python_calamine  # noqa: PLC0415

    require_moderate(path, kind, control)
    try:
        # By content: workbooks of one kind with the suffix of another are common.
        with path.open("rb") as stream, python_calamine.CalamineWorkbook.from_filelike(stream) as book:
            yield book
    except (UserError, Stopped):
        raise
    except python_calamine.PasswordError as error:
        raise encrypted(path) from error
    except (python_calamine.CalamineError, ValueError, OverflowError) as error:
        raise broken_workbook(path, error) from error
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what the reader raises where it gives up
            raise
        raise broken_workbook(path, error) from error
