"""Released files read as a stranger reads them, those of linked tables joined by the keys that stand in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.foundation.file_names import named_beside
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import DELIMITERS, Syntax, detect_syntax, sample_rows
from arxdesk_engine.io.text.form import TextForm
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import LinkedTable, column_of
from arxdesk_engine.job.output import OutputSettings
from arxdesk_engine.verification.joining import join_of, rows_in
from arxdesk_engine.verification.written import WrittenFile, read_written


def read_released(job: Job, release: Path) -> pd.DataFrame:
    """The table of a released file, every cell as text; for linked tables the join of all their files.

    The files of linked tables are expected beside the first one, with their names behind its own, as they are written.
    Raises UnreadableFile, or InvalidData for what is no table or has not the keys.
    """
    if not job.tables:
        return _read(release, job.output)
    renamed = job.data.rename
    beside = tuple(_released(table, release, renamed.get(table.parent_column)) for table in job.tables)

    def read(place: str, data: DataSource) -> pd.DataFrame:
        del data  # how the input is written says nothing of the release
        return _read(Path(place), job.output)

    join, _rows = rows_in(join_of(job.model_copy(update={"tables": beside}), _read(release, job.output), read))
    # A column that the job gives another name is written under that, in the file of its table.
    names = {column_of(table.name, new): new for table in job.tables for new in _new_names(table, renamed)}
    return join.rename(columns=names)


def _released(table: LinkedTable, first: Path, parent_key: str | None) -> LinkedTable:
    """A linked table as it was written beside the first one."""
    beside = named_beside(first, table.name).absolute()
    key = {"parent_key": parent_key} if parent_key is not None and not table.parent else {}
    return table.model_copy(update={"path": str(beside), "rows": None, "columns": (), "output": None, **key})


def _new_names(table: LinkedTable, renamed: dict[str, str]) -> list[str]:
    head = column_of(table.name, "")
    return [new for old, new in renamed.items() if old.startswith(head) and not new.startswith(head)]


def _read(release: Path, output: OutputSettings) -> pd.DataFrame:
    nobody = np.zeros(0, np.bool_)
    if format_of(str(release)) is not TableFormat.DELIMITED:
        return read_written(WrittenFile(release, None, nobody))[0]
    with on_disk(release) as file:
        syntax = _syntax(file, output)
    form = TextForm(syntax.delimiter, encoding=syntax.encoding, escapes_formulas=output.escape_formulas)
    return read_written(WrittenFile(release, syntax.delimiter, nobody, form=form))[0]


def _syntax(file: Path, output: OutputSettings) -> Syntax:
    """How a file of text is written: as it looks; where that is a guess, as the job writes its result."""
    try:
        found = detect_syntax(file)
    except InvalidData:  # some encodings look like no text
        if output.encoding is None:
            raise
        found = detect_syntax(file, encoding=output.encoding)
    encoding = found.encoding if found.encoding.startswith("utf") else output.encoding or found.encoding
    delimiter = found.delimiter
    if output.delimiter is not None and output.delimiter not in DELIMITERS:
        names = sample_rows(file, Syntax(output.delimiter, encoding))[:1]
        delimiter = output.delimiter if names and len(names[0]) > 1 else delimiter
    return Syntax(delimiter, encoding)
