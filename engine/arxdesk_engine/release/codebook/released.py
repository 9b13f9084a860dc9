"""The columns of a result as a codebook tells of them, from a table in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.release.codebook.contents import ShownColumn
from arxdesk_engine.release.transform.apply import Output

Levels = NDArray[np.int64] | int
"""The level of each record, int64[records], or the one of all."""


def shown_columns(
    table: Dataset,
    source: Dataset,
    output: Output,
    order: NDArray[np.int64],
    levels: Mapping[str, Levels],
    left_out: Collection[str] = (),
    renamed: Mapping[str, str] | None = None,
) -> Iterator[ShownColumn]:
    """The columns of a released table whose records were written in an order (int64[records written]).

    `source` is the table before, whose types tell of numbers; `levels` are those of the quasi-identifiers. A row that
    stands for several records counts once where the file has its count in a column.
    """
    kept = order[~output.suppressed[order]]
    names = renamed or {}
    for column in table:
        if column.name in left_out:
            continue
        counts = np.bincount(column.codes[order], minlength=len(column.values)).tolist()
        yield ShownColumn(
            column.name,
            names.get(column.name, column.name),
            column.type,
            dict(zip(column.values, counts, strict=True)),
            source[column.name].type.kind.is_numeric,
            _levels_shown(levels.get(column.name, 0), kept),
        )


def _levels_shown(levels: Levels, kept: NDArray[np.int64]) -> tuple[int, ...]:
    """The levels that records which were not removed show in a column."""
    if isinstance(levels, int):
        return (levels,)
    return tuple(np.unique(levels[kept]).tolist()) or (0,)
