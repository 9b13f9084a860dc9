"""The hierarchy object, and its form bound to a column: codes to codes per level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.foundation.language import tr


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """A rectangular table of texts: each row is a value followed by coarser and coarser labels.

    `rows[r][l]` is the label of row r at level l; level 0 is the value itself. Equal labels of different levels
    are unrelated. Rows for values that do not occur in the data are allowed and count for
    the domain. `source` names the hierarchy in messages, `lines[r]` is the source line of row r.
    """

    rows: tuple[tuple[str, ...], ...]
    source: str = "hierarchy"
    lines: tuple[int, ...] = ()

    @classmethod
    def identity(cls, values: Sequence[str]) -> Hierarchy:
        """One level without generalization, for an attribute without a hierarchy."""
        return cls(tuple((value,) for value in values), tr("no hierarchy"))

    @property
    def levels(self) -> int:
        """The number of levels, including the original values."""
        return len(self.rows[0])

    def line(self, row: int) -> int:
        """The line that `row` came from; its number where it did not come from a file."""
        return self.lines[row] if self.lines else row + 1

    def groups(self, level: int) -> int:
        """The number of distinct labels of a level."""
        return len({row[level] for row in self.rows})


@dataclass(frozen=True, slots=True)
class BoundHierarchy:
    """A hierarchy mapped onto the codes of a column; values that do not occur remain only in the counts.

    For each level l: `codes[l]` (int32, one per value of the column) is the code of the value's label,
    `labels[l]` are the texts of those codes, and `domain_rows[l]` (int64, one per label) is the number of rows of the
    hierarchy carry the label. `domain_size` is the number of rows of the hierarchy, written |D|. `finer[l]` (int64, one
    per label) is the number of labels of the level below under the label, those that do not occur included; 0 at level
    0. `rows` are those of the hierarchy itself.
    """

    codes: tuple[Codes, ...]
    labels: tuple[tuple[str, ...], ...]
    domain_rows: tuple[NDArray[np.int64], ...]
    domain_size: int
    finer: tuple[NDArray[np.int64], ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def levels(self) -> int:
        """The number of levels, including the original values."""
        return len(self.codes)

    @property
    def maximum_level(self) -> int:
        """The coarsest level."""
        return len(self.codes) - 1


def bind(hierarchy: Hierarchy, column: Column) -> BoundHierarchy:
    """Map a hierarchy onto the codes of a column; it must list all its values (see `validation`)."""
    row_of = {row[0]: index for index, row in enumerate(hierarchy.rows)}
    used = np.fromiter((row_of[value] for value in column.values), np.intp, len(column.values))
    codes, labels, domain_rows, finer = [], [], [], []
    below = np.zeros(len(hierarchy.rows), np.int64)
    for level, texts in enumerate(zip(*hierarchy.rows, strict=True)):
        position: dict[str, int] = {}
        every = np.fromiter((position.setdefault(text, len(position)) for text in texts), np.int64, len(texts))
        if level == 0:  # the column's own codes, so that level 0 is the data itself
            present, compact = every[used], np.arange(len(used), dtype=np.int32)
        else:
            present, inverse = np.unique(every[used], return_inverse=True)
            compact = inverse.astype(np.int32)
        names = list(position)
        codes.append(compact)
        labels.append(tuple(names[code] for code in present))
        domain_rows.append(np.bincount(every, minlength=len(names))[present])
        pairs = np.unique(every * len(every) + below) // max(1, len(every)) if level else every[:0]
        finer.append(np.bincount(pairs, minlength=len(names))[present])
        below = every
    size = len(hierarchy.rows)
    return BoundHierarchy(tuple(codes), tuple(labels), tuple(domain_rows), size, tuple(finer), hierarchy.rows)
