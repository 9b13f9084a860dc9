"""A project: all that its archive holds, in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.linking import row_columns, row_names
from arxdesk_engine.preparation.preparation import texts_differ
from arxdesk_engine.projects.ledger import Ledger
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.trail import NOTHING_DONE, Trail


@dataclass(frozen=True, slots=True, eq=False)
class Project:
    """A job with its table and hierarchies, and what is known of their past.

    `raw` holds the columns as they were read where `dataset` has other texts by now: what was replaced, rewritten or
    read as missing (`preparation.preparation.altered`). All other columns are the same in both.
    """

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]
    origin: Origin | None
    outcome: Outcome | None = None
    trail: Trail = NOTHING_DONE
    raw: tuple[RawColumn, ...] = ()
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def raw_columns(self) -> tuple[RawColumn, ...]:
        """The table as it was read, in the order and with the names of the dataset; of a join also its row numbers."""
        altered = {column.name: column for column in self.raw}
        read = (
            altered.get(column.name) or RawColumn(column.name, column.codes, column.values) for column in self.dataset
        )
        names = row_names(self.job.tables, self.dataset.names)
        return (*read, *row_columns(self.dataset.linked, names))


def kept_raw(raw: tuple[RawColumn, ...], before: Dataset, after: Dataset) -> tuple[RawColumn, ...]:
    """The new `Project.raw` once the columns of `before` have become those of `after`.

    A column that changes keeps the texts that it was read with.
    """
    known = {column.name for column in raw}
    new = (
        RawColumn(column.name, column.codes, column.values)
        for column in before
        if column.name not in known and column.name in after and texts_differ(column, after[column.name])
    )
    return (*(column for column in raw if column.name in after), *new)
