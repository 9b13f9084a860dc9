"""The table of the open project with everything that names its columns, for renaming and leaving out columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.columns import (
    OmittedColumnSettings,
    renamed_job,
    source_of,
    with_columns,
    without_columns,
)

Missing = Mapping[str, tuple[Hierarchy, Column, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class OmittedColumn:
    """A column left out of the table: as read, as it is now, and its position."""

    said: OmittedColumnSettings
    place: int
    column: Column
    read: Column
    raw: RawColumn | None = None
    hierarchy: Hierarchy | None = None


@dataclass(frozen=True, slots=True)
class TableContent:
    """Tables and hierarchies are never changed, only replaced: two contents share what is the same in both.

    `read` is the table as it was opened, `raw` what the preparation has altered, `stated` the attributes that the job
    named then, `missing` what is known of values without a place in a hierarchy.
    """

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]
    read: Dataset
    raw: tuple[RawColumn, ...]
    stated: frozenset[str]
    missing: Missing
    focus: str
    left_out: tuple[OmittedColumn, ...] = ()

    def renamed(self, old: str, new: str) -> TableContent:
        """A copy with another name for a column. Raises InvalidJob."""
        job = renamed_job(self.job, old, new, self.dataset.names)
        new = job.data.rename.get(source_of(self.job.data, old), source_of(self.job.data, old))
        dataset = _renamed_in(self.dataset, old, new)

        def change(name: str) -> str:
            return new if name == old else name

        return replace(
            self,
            job=job,
            dataset=dataset,
            hierarchies={change(name): each for name, each in self.hierarchies.items()},
            read=_renamed_in(self.read, old, new),
            raw=tuple(replace(each, name=change(each.name)) for each in self.raw),
            stated=frozenset(map(change, self.stated)),
            missing={
                change(name): (hierarchy, dataset[change(name)], codes)
                for name, (hierarchy, column, codes) in self.missing.items()
                if column is self.dataset[name]
            },
            focus=change(self.focus),
        )

    def without(self, names: Collection[str]) -> TableContent:
        """A copy without some columns, which can be restored. Raises InvalidJob."""
        job = without_columns(self.job, names, self.dataset.names)
        raw = {each.name: each for each in self.raw}
        gone = tuple(
            OmittedColumn(
                OmittedColumnSettings(
                    source_of(self.job.data, column.name), column.name, self.job.attributes.get(column.name)
                ),
                place,
                column,
                self.read[column.name],
                raw.get(column.name),
                self.hierarchies.get(column.name),
            )
            for place, column in enumerate(self.dataset)
            if column.name in names
        )
        dataset = _only(self.dataset, lambda name: name not in names)
        after = self.dataset.place_of(self.focus)
        return replace(
            self,
            job=job,
            dataset=dataset,
            hierarchies={name: each for name, each in self.hierarchies.items() if name not in names},
            read=_only(self.read, lambda name: name not in names),
            raw=tuple(each for each in self.raw if each.name not in names),
            missing={name: each for name, each in self.missing.items() if name not in names},
            focus=self.focus if self.focus not in names else dataset.names[min(after, len(dataset.names) - 1)],
            left_out=(*self.left_out, *gone),
        )

    def with_back(self, names: Collection[str]) -> TableContent:
        """A copy with left-out columns in their old positions. Raises InvalidJob."""
        back = sorted((each for each in self.left_out if each.said.name in names), key=lambda each: each.place)
        columns, read = list(self.dataset.columns), list(self.read.columns)
        for each in back:
            columns.insert(each.place, each.column)
            read.insert(each.place, each.read)
        job = with_columns(self.job, (each.said for each in back), [column.name for column in columns])
        hierarchies = {each.said.name: each.hierarchy for each in back if each.hierarchy is not None}
        return replace(
            self,
            job=job,
            dataset=replace(self.dataset, columns=tuple(columns)),
            hierarchies={**self.hierarchies, **hierarchies},
            read=replace(self.read, columns=tuple(read)),
            raw=(*self.raw, *(each.raw for each in back if each.raw is not None)),
            focus=back[0].said.name if back else self.focus,
            left_out=tuple(each for each in self.left_out if each.said.name not in names),
        )


def _renamed_in(dataset: Dataset, old: str, new: str) -> Dataset:
    columns = tuple(replace(each, name=new) if each.name == old else each for each in dataset)
    return replace(dataset, columns=columns, linked=tuple(each.renamed({old: new}) for each in dataset.linked))


def _only(dataset: Dataset, is_kept: Callable[[str], bool]) -> Dataset:
    return replace(dataset, columns=tuple(each for each in dataset if is_kept(each.name)))
