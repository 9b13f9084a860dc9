"""The columns of a result outside memory as a codebook tells of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from arxdesk_engine.backends.border.backend import CELL, RECORDS, Backend, WrittenRows
from arxdesk_engine.backends.border.shape import OUTSIDE, REMOVED, tuple_fates
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import read_table
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.codebook.contents import ShownColumn
from arxdesk_engine.release.transform.apply import Output


def shown_columns_of_rows(
    backend: Backend, job: Job, tuples: Dataset, output: Output, written: WrittenRows, file: Path, control: Control
) -> Iterator[ShownColumn]:
    """The columns of a result that an engine has written; `job` is that of the rows, `output` that of their tuples.

    Columns that the tuples have are counted there, the cells of all others by the engine, which lists them in `file`;
    their types are those of the cells that were written, where the job and the file name none.
    Raises UnreadableFile or InvalidData where the result cannot be read again; Stopped.
    """
    shape = backend.shape
    is_written = tuple_fates(output) < (OUTSIDE if shape.keeps_removed else REMOVED)
    weights = np.ones(tuples.records, np.int64) if tuples.weights is None else tuples.weights
    weights = np.where(is_written, weights, 0)
    level_of = dict(zip(shape.quasi_identifiers, output.levels, strict=True))
    for name in shape.columns:
        if name in shape.hidden:
            yield ShownColumn(name, name, ValueType(), {SUPPRESSED: int(weights.sum())}, of_numbers=False)
        elif name in shape.grouped:
            column, kind = output.dataset[name], tuples[name].type.kind
            counts = np.bincount(column.codes, weights, len(column.values)).astype(np.int64).tolist()
            cells = dict(zip(column.values, counts, strict=True))
            levels = (level_of.get(name, 0),)
            yield ShownColumn(name, name, column.type, cells, kind.is_numeric, levels)
        else:
            backend.list_cells(written, name, file, control)
            yield _shown(name, job.settings_of(name), file, control)


def _shown(name: str, settings: AttributeSettings, file: Path, control: Control) -> ShownColumn:
    """A column whose cells a file lists with the numbers of their records."""
    cells, records = read_table(str(file), TableOptions(columns=(CELL, RECORDS)), control).columns
    numbers = np.array([int(each) for each in records.dictionary], np.int64)[records.codes]
    found = np.zeros(len(cells.dictionary), np.int64)
    np.add.at(found, cells.codes, numbers)  # missing cells are nulls and empty texts
    counts = dict(zip(cells.dictionary, found.tolist(), strict=True))
    present = [text for text in counts if text not in ("", SUPPRESSED)]
    codes = np.arange(len(present), dtype=np.int32)
    try:
        column = Column.encode(name, codes, present, settings.value_type or cells.declared)
    except InvalidData:  # it has become text
        column = Column.encode(name, codes, present, ValueType())
    order = [*column.values, *(text for text in ("", SUPPRESSED) if text in counts)]
    shown = {text: counts.get(text, 0) for text in order}
    return ShownColumn(name, name, column.type, shown, column.type.kind.is_numeric)
