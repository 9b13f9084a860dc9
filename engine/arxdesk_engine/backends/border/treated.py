"""Columns of a result that are changed cell by cell: their distinct cells are treated as those of a table in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from arxdesk_engine.backends.border.listed import job_of_listed, naming_the_rows
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import Role, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.io.parquet import write_parquet
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.release.treatments.faults import faults_of
from arxdesk_engine.release.treatments.treatments import Release

LABEL, TEXT = "label", "text"
"""What a treated cell becomes: with the type of its column, and as text."""


@dataclass(frozen=True, slots=True)
class TreatedColumn:
    """A column whose cells become others: each depends on itself, and on the `person` whose dates are shifted."""

    name: str
    person: str | None = None

    @property
    def inputs(self) -> tuple[str, ...]:
        """The stored columns that decide."""
        return (self.name,) if self.person is None else (self.name, self.person)


def treated_column(name: str, settings: AttributeSettings, columns: Sequence[str]) -> TreatedColumn | None:
    """The treatment of a column of a table with these columns that is not quasi-identifying and shown; None: none."""
    if settings.shift is not None:
        person = settings.shift.person
        return TreatedColumn(name, person if person in columns and person != name else None)
    is_treated = bool(settings.replaced) or settings.coding is not None or settings.masking.method != "suppress"
    return TreatedColumn(name) if is_treated else None


class DistinctCells:
    """The distinct cells of a treated column, with those of the person beside them, as a file lists them."""

    def __init__(self, job: Job, treated: TreatedColumn, file: Path) -> None:
        """Read the file. Raises InvalidData, UnreadableFile, OutOfMemory, naming the table of the job; InvalidJob for a
        treatment that contradicts the cells."""
        alone = job_of_listed(job, file, {each: job.settings_of(each) for each in treated.inputs})
        with naming_the_rows(job, alone):
            self._dataset = load_dataset(alone)
        self._treated = treated
        if faults := faults_of(job, self._dataset):
            raise InvalidJob(faults)
        attributes = dict(job.attributes)
        if treated.person is not None:  # which decides on the days as it is stored
            attributes[treated.person] = AttributeSettings()
        self._release = Release(job.model_copy(update={"attributes": attributes}), self._dataset)

    @cached_property
    def label(self) -> Column:
        """What becomes of each cell, a row for a row. Keys that are to be created are.

        Raises InvalidJob for a key that is none and a mapping that would take the place of another file, InvalidData
        where pseudonyms collide or dates cannot be written, UnreadableFile and UnwritableFile.
        """
        self._release.require_free_mappings()
        name = self._treated.name
        return self._release.treatment.columns.get(name, self._dataset[name])

    def write_labels(self, file: Path, control: Control) -> None:
        """Write the labels to a Parquet file. Raises as `label`, and UnwritableFile; Stopped."""
        label = self.label
        columns = [replace(label, name=LABEL), replace(label, name=TEXT, type=ValueType())]
        write_parquet(file, columns, control=control)

    def write_mappings(self) -> None:
        """Write what pseudonyms stand for where the job says so. Raises as `Release.write_mappings` does."""
        self._release.write_mappings()


def is_starred(settings: AttributeSettings, job: Job) -> bool:
    """Whether a column that is not quasi-identifying reads "*" in removed records."""
    return {
        Role.IDENTIFYING: True,
        Role.SENSITIVE: job.suppression.sensitive,
        Role.INSENSITIVE: job.suppression.insensitive,
    }.get(settings.role, False)
