"""Released files read as a stranger reads them, those of linked tables joined by the keys that stand in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import detect_syntax
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import LinkedTable, column_of
from arxdesk_engine.verification.joining import join_of, rows_in
from arxdesk_engine.verification.written import WrittenFile, read_written


def read_released(job: Job, release: Path) -> pd.DataFrame:
    """The table of a released file, every cell as text; for linked tables the join of all their files.

    The files of linked tables are expected beside the first one, with their names behind its own, as they are written.
    Raises UnreadableFile, or InvalidData for what is no table or has not the keys.
    """
    if not job.tables:
        return _read(release)
    renamed = job.data.rename
    beside = tuple(_released(table, release, renamed.get(table.parent_column)) for table in job.tables)

    def read(place: str, data: DataSource) -> pd.DataFrame:
        del data  # how the input is written says nothing of the release
        return _read(Path(place))

    join, _rows = rows_in(join_of(job.model_copy(update={"tables": beside}), _read(release), read))
    # A column that the job gives another name is written under that, in the file of its table.
    names = {column_of(table.name, new): new for table in job.tables for new in _new_names(table, renamed)}
    return join.rename(columns=names)


def _released(table: LinkedTable, first: Path, parent_key: str | None) -> LinkedTable:
    """A linked table as it was written beside the first one."""
    beside = first.with_name(f"{first.stem}-{table.name}{first.suffix}").absolute()
    key = {"parent_key": parent_key} if parent_key is not None and not table.parent else {}
    return table.model_copy(update={"path": str(beside), "rows": None, "columns": (), "output": None, **key})


def _new_names(table: LinkedTable, renamed: dict[str, str]) -> list[str]:
    head = column_of(table.name, "")
    return [new for old, new in renamed.items() if old.startswith(head) and not new.startswith(head)]


def _read(release: Path) -> pd.DataFrame:
    return read_written(WrittenFile(release, _delimiter(release), np.zeros(0, np.bool_)))[0]


def _delimiter(release: Path) -> str | None:
    """The delimiter of a file of text; None for other formats."""
    if format_of(str(release)) is not TableFormat.DELIMITED:
        return None
    with on_disk(release) as file:
        return detect_syntax(file).delimiter
