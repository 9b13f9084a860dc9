"""Files of SAS (sas7bdat, xpt), Stata (dta) and SPSS (sav, zsav, por).

Where they label values, the labels stand in place of the codes if that is wanted; values that a file declares missing
are missing. Dates and times have ISO form.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from arxdesk_engine.data.raw_table import MAX_RECORDS, RawTable, chosen_names, no_records, require_names
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.extras import require_extra
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.cells.cells import CellColumn
from arxdesk_engine.io.cells.memory import out_of_memory
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.statistical.transport import is_cut_off

_STATA_START, _STATA_END = b"<stata_dta>", b"</stata_dta>"
_PIECE_RECORDS = 50_000
_PIECES = 20
"""A reader of these formats starts again for each piece, and skips the previous ones: there must not be many."""

Cells = Mapping[str, Sequence[object]]


def read_statistical(path: Path, options: TableOptions, control: Control, rows: int | None = None) -> RawTable:
    """Read a table, or its first `rows`.

    Raises UnreadableFile; InvalidData for what is no such file, and for too many or nameless columns; Stopped.
    """
    _require_file(path)
    facts = _described(path)
    require_names(str(path), [composed((name or "").strip()) for name in facts.column_names])
    stored = {composed(name.strip()): name for name in facts.column_names}
    chosen = chosen_names(str(path), list(stored), options.columns)
    labels = dict(zip(facts.column_names, facts.column_labels, strict=True))
    columns = {stored[name]: CellColumn(name, labels[stored[name]] or "") for name in chosen}
    wordings = facts.variable_value_labels if options.labels else {}
    limit, records = options.rows(rows), 0
    expected = min(facts.number_rows or MAX_RECORDS, limit or MAX_RECORDS)
    for cells in _pieces(path, list(columns), facts.number_rows, limit, control):
        for name, column in columns.items():
            column.add(_labelled(cells[name], wordings.get(name)))
        records += len(next(iter(cells.values())))
        control.report(Progress(tr("Reading the table"), min(1.0, records / expected) if facts.number_rows else None))
    if not records:
        raise no_records(path)
    return RawTable(tuple(column.finished(options.null_values) for column in columns.values()), records)


def _labelled(cells: Sequence[object], wording: Mapping[Any, str] | None) -> Sequence[object]:
    """Cells with the labels of their values; a value without one, or with an empty one, stays."""
    if not wording:
        return cells
    known = {value: label for value, label in wording.items() if label.strip()}
    return [known.get(cell, cell) for cell in cells]


def _pieces(
    path: Path, columns: Sequence[str], size: int | None, limit: int | None, control: Control
) -> Iterator[Cells]:
    """The records of a file, some at a time. Raises InvalidData; Stopped."""
    step = max(_PIECE_RECORDS, -(-(size or 0) // _PIECES))
    offset, end = 0, limit if limit is not None else MAX_RECORDS
    while offset < end and (size is None or offset < size):
        control.raise_if_stopped()
        wanted = min(step, end - offset)
        cells, _facts = _read(path, usecols=list(columns), row_offset=offset, row_limit=wanted)
        found = len(next(iter(cells.values()), ()))
        if found:
            yield cells
        if found < wanted:
            return
        offset += found


def _described(path: Path) -> Any:  # noqa: ANN401 - the class of the package has no name for users
    """The declarations of a file: names, labels, number of records (None where it does not declare it)."""
    _cells, facts = _read(path, metadataonly=True)
    if not facts.column_names:
        raise InvalidData(Problem(str(path), tr("the table has no columns"), tr("Choose a file with columns.")))
    return facts


def _read(path: Path, **options: object) -> tuple[Cells, Any]:
    require_extra("statistical", str(path))
    import pyreadstat  # noqa: PLC0415 - slow to import, and not needed for other tables

    readers: dict[str, Callable[..., tuple[Cells, Any]]] = {
        ".sas7bdat": pyreadstat.read_sas7bdat,
        ".xpt": pyreadstat.read_xport,
        ".dta": pyreadstat.read_dta,
        ".sav": pyreadstat.read_sav,
        ".zsav": pyreadstat.read_sav,
        ".por": pyreadstat.read_por,
    }
    try:
        return readers[path.suffix.lower()](os.fspath(path), output_format="dict", **options)
    except MemoryError as error:
        raise out_of_memory(path) from error
    except (pyreadstat.PyreadstatError, pyreadstat.ReadstatError, ValueError, OverflowError, TypeError) as error:
        found = tr(
            "the file cannot be read as a table of {program} ({reason})",
            program=_PROGRAM[path.suffix.lower()],
            reason=_reason(error),
        )
        remedy = tr("Check that it is complete and has the format that its suffix names.")
        raise InvalidData(Problem(str(path), found, remedy)) from error


_PROGRAM = {".sas7bdat": "SAS", ".xpt": "SAS", ".dta": "Stata", ".sav": "SPSS", ".zsav": "SPSS", ".por": "SPSS"}


def _reason(error: Exception) -> str:
    text = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return text[:1].lower() + text[1:]


def _require_file(path: Path) -> None:
    """The readers only say that something is wrong, and not even that of a Stata file whose labels are cut off.

    Raises UnreadableFile or InvalidData.
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(len(_STATA_START))
            stream.seek(max(0, path.stat().st_size - len(_STATA_END)))
            end = stream.read()
        is_short = path.suffix.lower() == ".xpt" and is_cut_off(path)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if is_short:
        found = tr("the file cannot be read as a table of SAS (its end is missing)")
        raise InvalidData(Problem(str(path), found, tr("Get a complete copy.")))
    if start == _STATA_START and end != _STATA_END:
        found = tr("the file cannot be read as a table of Stata (its end is missing)")
        raise InvalidData(Problem(str(path), found, tr("Get a complete copy.")))
