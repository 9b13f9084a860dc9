"""Reading input a second time in a process of its own, where the reader of its format can bring a program down.

What reads there is the reader of the second count; only the way there and back is that of the first reading.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.apart import read_apart
from arxdesk_engine.io.apart.child import main as serve
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import TableFormat, format_of, is_read_apart
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.verification.tables import read_typed

_READER = "again"


def read_typed_safely(place: str, kind: TableFormat, data: DataSource) -> pd.DataFrame:
    """What `read_typed` gives, from a process that may break down where the format is a dangerous one.

    Raises UnreadableFile or InvalidData.
    """
    if kind is TableFormat.DATABASE or not is_read_apart(Path(place), kind):
        return read_typed(place, kind, data)
    options = TableOptions(sheet=data.sheet, header=data.header, repair_names=data.repair_names, labels=data.labels)
    table = read_apart(Path(place), _READER, options, Control(), None, module=__name__)
    return pd.DataFrame({each.name: _cells(each) for each in table.columns})


def _cells(column: RawColumn) -> pd.Categorical:
    return pd.Categorical.from_codes(column.codes, pd.Index(column.dictionary, dtype=object))


def _read(path: Path, options: TableOptions, _control: Control, _rows: int | None) -> RawTable:
    data = DataSource(
        path=str(path),
        sheet=options.sheet,
        header=options.header,
        repair_names=options.repair_names,
        labels=options.labels,
    )
    frame = read_typed(str(path), format_of(str(path)), data)
    columns = []
    for name in frame.columns:
        cells: pd.Categorical = frame[name].array
        columns.append(RawColumn(str(name), cells.codes.astype(np.int32), tuple(map(str, cells.categories))))
    return RawTable(tuple(columns), len(frame))


def main() -> None:
    """Serve what stands on the standard input."""
    serve({_READER: _read})


if __name__ == "__main__":
    main()
