"""The check of a file with drawn values beside the result: every cell is a value below the label of its record.

The leaves of a label are found in the rows of its hierarchy as they were read again, at the levels reported. Where
removed records are in the result, a record of "*" alone shows it in the copy, too. A hierarchy that a job builds from
the values of the table has no leaves of its own: only values that the result shows may be drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.findings import Finding, compared
from arxdesk_engine.verification.source import Source

Bools = NDArray[np.bool_]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SpreadCheck:
    """A result and the copy of it with drawn values, both as texts.

    `rows` int64[records of the copy] is the record of the result that each belongs to; None where they cannot be
    matched. `levels` are those that each generalized attribute shows; `removed_stay`: whether the result has removed
    records.
    """

    job: Job
    source: Source
    result: pd.DataFrame
    copy: pd.DataFrame
    rows: Numbers | None
    levels: Mapping[str, Collection[int]]
    removed_stay: bool

    def findings(self) -> Iterator[Finding]:
        """Whether the copy has as many records, and cells that fit."""
        yield (records := compared("spread records", len(self.copy), len(self.result)))
        if list(self.copy.columns) != list(self.result.columns):
            yield Finding("spread cells", False, tr("the columns are not those of the result"))
        elif self.rows is None or not records.verified:
            yield Finding("spread cells", None, tr("the records of copy and result cannot be matched"))
        else:
            number = int(self._wrong(self.rows).sum())
            wrong = tr_n(
                number,
                "in {n} record they are not values below the labels of the result, or not what it shows in other "
                "columns",
                "in {n} records they are not values below the labels of the result, or not what it shows in other "
                "columns",
            )
            yield Finding("spread cells", number == 0, wrong if number else "")

    def _wrong(self, rows: Numbers) -> Bools:
        """The records of the copy with a cell that does not fit, bool[records]."""
        wrong = np.zeros(len(rows), np.bool_)
        stays = self._stars()[rows]
        for name in self.result.columns:
            released, drawn = self.result[name].array[rows], self.copy[name].array
            pairs = released.codes.astype(np.int64) * len(drawn.categories) + drawn.codes
            present, number = np.unique(pairs, return_inverse=True)
            texts = [
                (released.categories[label], drawn.categories[value])
                for label, value in (divmod(pair, len(drawn.categories)) for pair in present.tolist())
            ]
            is_same = np.array([label == value for label, value in texts], np.bool_)
            fits = is_same
            if name in self.levels:
                allowed = self._allowed(name)
                fits = np.array([value in allowed.get(label, (label,)) for label, value in texts], np.bool_)
            wrong |= ~np.where(stays, is_same[number], fits[number])
        return wrong

    def _stars(self) -> Bools:
        """The records of the result that may be removed ones, bool[records]."""
        names = [name for name in self.source.quasi_identifiers if name in self.result]
        if not self.removed_stay or not names:
            return np.zeros(len(self.result), np.bool_)
        found: Bools = np.logical_and.reduce([np.asarray(self.result[name].array == SUPPRESSED) for name in names])
        return found

    def _allowed(self, name: str) -> dict[str, set[str]]:
        """The values that may stand in the place of each label; a label without any stays."""
        under: dict[str, set[str]] = {}
        for level in self.levels[name]:
            for value, label in self.source.labels(name, level).items():
                under.setdefault(label, set()).add(value)
        hierarchy = self.job.settings_of(name).hierarchy
        if hierarchy is None or (isinstance(hierarchy, HierarchyBuilder) and not isinstance(hierarchy, TableBuilder)):
            cells = self.result[name].array[~self._stars()]
            shown = set(cells.categories[np.unique(cells.codes)]) if 0 in self.levels[name] else set()
            shown &= set(self.source.labels(name, 0))
            under = {label: values & shown for label, values in under.items()}
        return {label: values for label, values in under.items() if values}
