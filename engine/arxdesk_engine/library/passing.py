"""Columns that pass through although their values could name people."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.errors import InvalidData, quoted
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from arxdesk_engine.io.parquet import is_text
from arxdesk_engine.job.attributes import FEWEST
from arxdesk_engine.library.frames.frame import Frame
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.posing import PosedFrame

if TYPE_CHECKING:
    import pyarrow as pa

LOOKED_AT = 2_000
"""The first rows of a frame, which are looked at."""
NAMING = 0.95
"""From this share of different values among them on, a column of texts or whole numbers can name people."""


class PassedThroughWarning(UserWarning):
    """A column that nobody named passes through, and its values could name people."""


def warn_of_names(posed: PosedFrame) -> None:
    """Warn of columns that nobody named where nearly every row has a text or whole number of its own."""
    found = naming_columns(posed.frame, posed.untouched)
    if found:
        names = ", ".join(map(quoted, found))
        message = (
            f"nobody named {names}, which could name people: nearly every row has a value of its own. They are in the "
            "result as they are. Name them as identifying, or as insensitive where that is right."
        )
        warnings.warn(message, PassedThroughWarning, stacklevel=4)


def warn_of_numbers(posed: PosedFrame) -> None:
    """Warn of numbers whose digits are to be redacted: as codes they may have lost their leading zeros."""
    found = [
        column.name
        for column in posed.raw.columns
        if isinstance(posed.job.settings_of(column.name).hierarchy, RedactionBuilder) and column.declared != ValueType()
    ]
    if found:
        names = ", ".join(map(quoted, found))
        message = (
            f"digits of {names} are redacted, but the cells are numbers: of codes such as 04103 the leading zeros are "
            "lost. Read such columns as text, as pandas does with dtype=str."
        )
        warnings.warn(message, UserWarning, stacklevel=4)


def naming_columns(frame: Frame, names: tuple[str, ...]) -> tuple[str, ...]:
    """The columns of texts or whole numbers whose values are nearly all different in the first rows."""
    rows = min(frame.records, LOOKED_AT)
    if rows < FEWEST or not names:
        return ()
    first = frame_of(frame.released(np.arange(rows, dtype=np.intp), {}))
    return tuple(name for name in names if _names_people(first, name, rows))


def _names_people(frame: Frame, name: str, rows: int) -> bool:
    import pyarrow as pa  # noqa: PLC0415 - slow to import
    import pyarrow.compute as pc  # noqa: PLC0415

    try:
        cells: pa.ChunkedArray = frame.cells(name)
    except InvalidData:
        return False
    if not (is_text(cells.type) or pa.types.is_integer(cells.type)):
        return False
    return bool(pc.count_distinct(cells).as_py() >= NAMING * rows)
