"""The fit of columns to their readings, and the records with misfits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.importing.table import SHOWN_RECORDS, Example, Judgement, Reading, ReadTable
from arxdesk_engine.preparation.preparation import spelling_of

EXAMPLES = 20
"""So many examples are given of one kind at most."""
Records = NDArray[np.int64]
NO_RECORDS: Records = np.empty(0, np.int64)


def judge(
    table: ReadTable, readings: Mapping[int, Reading], records: Records | None, control: Control
) -> dict[int, Judgement]:
    """The fit of columns to other readings; `records` limits it to the cells of these."""
    found = {}
    for place, reading in readings.items():
        control.raise_if_stopped()
        column = table.columns[place]
        seen = None if records is None else np.unique(column.codes[records])
        found[place] = judgement(table.raw.columns[place], reading, table.data, seen)
    return found


def records_with_problems(table: ReadTable, misfits: Mapping[int, Judgement], control: Control) -> Records:
    """The first records with cells that do not fit, ascending."""
    found = np.zeros(table.records, np.bool_)
    for place, judged in misfits.items():
        control.raise_if_stopped()
        found |= judged.contradicting[table.columns[place].codes]
    return np.flatnonzero(found)[:SHOWN_RECORDS]


def judgement(column: RawColumn, reading: Reading, data: DataSource, seen: NDArray[np.int32] | None) -> Judgement:
    """The fit of cells to a reading; `seen` limits it to these codes."""
    codes, texts = column.codes, column.dictionary
    counts = np.bincount(codes, minlength=len(texts))
    empty = np.fromiter((not text for text in texts), np.bool_, len(texts))
    unfit = np.zeros(len(texts), np.bool_)
    looked_at = np.arange(len(texts)) if seen is None else seen
    if reading.type.has_scale and len(looked_at):
        some = [texts[code] for code in looked_at.tolist()]
        unfit[looked_at] = ~_fits(some, reading, data, column.has_numbers)
    unfit &= ~empty
    misfits, missing = int(counts[unfit].sum()), int(counts[empty].sum())
    worst = np.flatnonzero(unfit)
    worst = worst[np.argsort(-counts[worst], kind="stable")][:EXAMPLES]
    examples = tuple(Example(texts[code], int(counts[code]), "") for code in worst.tolist())
    return Judgement(
        reading, int(counts.sum()) - misfits - missing, misfits, missing, unfit, examples, whole=seen is None
    )


def _fits(texts: list[str], reading: Reading, data: DataSource, has_numbers: bool) -> NDArray[np.bool_]:
    kind = reading.type
    if kind.kind.is_numeric:
        spelling = spelling_of(reading.settings, data, has_numbers=has_numbers)
        return ~np.isnan(kind.positions([spelling.number(text) or "" for text in texts]))
    fits = ~np.isnan(kind.positions(texts))
    for other in reading.other_formats:
        left = np.flatnonzero(~fits)
        fits[left] = ~np.isnan(ValueType(DataType.DATE, other).positions([texts[at] for at in left.tolist()]))
    return fits
