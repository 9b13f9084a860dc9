"""The frame of a release: cells that changed, and everything else as it was."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.io.parquet import array_of
from arxdesk_engine.library.frames.frame import ChangedColumn, Frame, Rows
from arxdesk_engine.library.hierarchies import ordered_labels
from arxdesk_engine.library.posing import PosedFrame
from arxdesk_engine.release.export import writing_order
from arxdesk_engine.release.transform.apply import Output


def released_rows(posed: PosedFrame, output: Output) -> Rows:
    """The rows that a job hands out, intp[rows], in their order."""
    job = posed.job
    keeps = posed.anonymizer.policy.keeps_suppressed
    return writing_order(job, output.dataset.records, output.to_write(with_suppressed=keeps)).astype(np.intp)


def released_frame(posed: PosedFrame, output: Output, rows: Rows) -> Any:  # noqa: ANN401 - of the library of the frame
    """A frame of the kind of the input; cells of columns that show the same values are those of the input."""
    left_out = posed.job.output.leave_out
    changed = {
        column.name: changed_column(posed.frame, posed.anonymizer.dataset[column.name], column, rows)
        for column in output.dataset
        if not _shows_the_same(posed.anonymizer.dataset[column.name], column, rows)
    }
    whole = len(rows) == posed.frame.records and bool((np.diff(rows) == 1).all())
    frame = posed.frame.released(None if whole else rows, changed)
    return frame if not left_out else posed.frame.without(frame, left_out)


def changed_column(frame: Frame, before: Column, after: Column, rows: Rows) -> ChangedColumn:
    """The cells of a released column; labels of an ordered column have its order where they can."""
    order = frame.order_of(before.name)
    if not order:
        return ChangedColumn(array_of(after, rows))
    pairs = np.unique(before.codes[rows].astype(np.int64) * len(after.values) + after.codes[rows]).tolist()
    shown = [(before.values[each // len(after.values)], after.values[each % len(after.values)]) for each in pairs]
    shown = [(value, label) for value, label in shown if value and label not in ("", SUPPRESSED)]
    labels = dict(shown)
    if len(labels) < len(shown):  # groups have levels of their own
        return ChangedColumn(array_of(after, rows))
    return ChangedColumn(array_of(after, rows), _with_star(ordered_labels(labels, order), after, rows))


def _with_star(order: tuple[str, ...], after: Column, rows: Rows) -> tuple[str, ...]:
    shown = {after.values[code] for code in np.unique(after.codes[rows]).tolist()}
    return (*order, SUPPRESSED) if order and SUPPRESSED in shown and SUPPRESSED not in order else order


def _shows_the_same(before: Column, after: Column, rows: NDArray[np.intp]) -> bool:
    if before is after:
        return True
    place = {text: code for code, text in enumerate(after.values)}
    same = np.fromiter((place.get(text, -1) for text in before.values), np.int32, len(before.values))
    return bool(np.array_equal(same[before.codes[rows]], after.codes[rows]))
