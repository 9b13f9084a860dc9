"""A table whose rows stay where they are: grouped, released and counted again by the engine that holds them."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

import numpy as np

from arxdesk_engine.backends.border.backend import Backend, WrittenRows
from arxdesk_engine.backends.border.listed import naming_the_rows
from arxdesk_engine.backends.border.shape import OUTSIDE, REMOVED, ReleaseShape, tuple_fates
from arxdesk_engine.backends.border.subset import subset_settings
from arxdesk_engine.backends.shown_columns import shown_columns_of_rows
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.raw_table import no_records
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.codebook.contents import ReleasedTable
from arxdesk_engine.release.export import Exported, export, require_exportable, writing_order, written_to
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.findings import Finding
from arxdesk_engine.verification.recount import Recount

Opening = Callable[[Job, Path, Control], contextlib.AbstractContextManager[Backend]]
"""Opens the engine for a job; the folder, which only this user can read, is for whatever it keeps meanwhile."""


class GroupedTable:
    """The distinct tuples of a table, and the way back from them to its rows.

    `tuples` is the job whose table they are, `job` that of the rows, `names` all their columns, and `records` their
    number. The tuples lie in a private folder, which is removed with the session of the engine by `close`, when the
    object is gone, and when the program ends. Nothing can be written or counted after that.
    """

    def __init__(self, job: Job, opening: Opening, control: Control, counted: Collection[str] = ()) -> None:
        """Group the rows; `counted` are columns that the tuples tell apart beside those that the job needs.

        Raises InvalidData, UnreadableFile, UnwritableFile where there is no room to spill, OutOfMemory; Stopped.
        """
        self.job = job
        with contextlib.ExitStack() as stack:
            self._folder = stack.enter_context(private_folder())
            self._backend = stack.enter_context(opening(job, self._folder, control))
            self.names = self._backend.names
            shape = self._backend.shape
            if more := [each for each in counted if each in self.names and each not in shape.grouped]:
                self._backend.reshape(replace(shape, counted=(*shape.counted, *more)))
            tuples = self._folder / "tuples.parquet"
            self.records = self._backend.group(tuples, control)
            if self.records == 0:
                raise no_records(job.table_place)
            self.tuples = self._backend.shape.job_of_tuples(job, tuples)
            self._written: WrittenRows | None = None
            self._released: Exported | None = None
            self._closed = weakref.finalize(self, stack.pop_all().close)

    def close(self) -> None:
        """Remove what lies on disk, and let go of the engine. Closing again does nothing."""
        self._closed()

    @property
    def minimum_levels(self) -> dict[str, int]:
        """The level that each attribute was grouped at whose values were put together before."""
        return {each: start.level for each, start in self._backend.shape.starts.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known of figures of the input: they are those of the minimum levels where these were used."""
        if not self.minimum_levels:
            return ()
        levels = ", ".join(
            tr("level {level} of {name}", level=level, name=quoted(name)) for name, level in self.minimum_levels.items()
        )
        found = tr("There are too many distinct combinations for the memory, so the records were grouped at")
        return (
            tr("{found} {levels}: figures of the input are of the values at these levels.", found=found, levels=levels),
        )

    def naming_the_rows(self) -> contextlib.AbstractContextManager[None]:
        """A block whose errors name the table of the rows in place of the file of the tuples."""
        return naming_the_rows(self.job, self.tuples, "distinct combination")

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that hold the rows; none where a database has them."""
        return tuple(self._backend.files)

    @property
    def explained(self) -> str:
        """The statements of the release with the reason for each, to read and to run."""
        return self._backend.explained

    def job_of_rows(self, tuples: Job) -> Job:
        """The job of the rows that releases them as another job of their tuples does, which has the same roles.

        What that says of grouped columns, its rules and its result take the place of those in `job`. Other columns that
        `job` leaves out stay left out, and its table is that of the result: jobs of tuples do not name them.
        """
        if tuples is self.tuples:
            return self.job
        grouped = self._backend.shape.grouped
        others = {name: settings for name, settings in self.job.attributes.items() if name not in grouped}
        others_out = (each for each in self.job.output.leave_out if each not in grouped)
        left_out = tuple(dict.fromkeys((*tuples.output.leave_out, *others_out)))
        attributes = others | dict(tuples.attributes)
        attributes.pop(self._backend.shape.member, None)
        for name, start in self._backend.shape.starts.items():
            ours = self.job.settings_of(name)
            given, found = start.settings(ours), attributes[name]
            changes: dict[str, object] = {}
            if found.hierarchy is given.hierarchy:
                changes["hierarchy"] = ours.hierarchy
            if (found.type, found.format, found.order) == (given.type, given.format, given.order):
                changes |= {"type": ours.type, "format": ours.format, "order": ours.order}
            attributes[name] = found.model_copy(update=changes)
        output: dict[str, object] = {} if left_out == tuples.output.leave_out else {"leave_out": left_out}
        if tuples.output.table is None and self.job.output.table is not None:
            output |= {"table": self.job.output.table, "replace_table": self.job.output.replace_table}
        whole = {"data": self.job.data, "attributes": attributes, "output": tuples.output.model_copy(update=output)}
        if tuples.subset == self.tuples.subset and self._backend.shape.member:
            whole["subset"] = subset_settings(self.job)
        return tuples.model_copy(update=whole)

    def write(
        self,
        output: Output,
        target: Path | str | None,
        control: Control,
        password: str | None = None,
        tuples: Job | None = None,
    ) -> Exported:
        """Write the released table, whole or not at all; `output` is that of the tuples.

        `target` takes the place of the path in the job, `tuples` that of the job of the tuples (`job_of_rows`).
        Raises InvalidJob where the engine cannot write there, or does not release that way; InvalidData where the table
        has changed since it was grouped; UnwritableFile; Stopped.
        """
        job = self.job if tuples is None else self.job_of_rows(tuples)
        job = job if target is None else written_to(job, target)
        self._backend.require_target(job)
        require_exportable(job, "output.path", password)
        grouped, shape = self._backend.shape, ReleaseShape.of(job, self.names)
        shape = replace(
            shape, counted=grouped.counted, count=grouped.count, member=grouped.member, starts=grouped.starts
        )
        self._backend.reshape(shape)
        self._written = written = self._backend.write(job, output, control)
        of_tuples = self._backend.shape.job_of_tuples(job, Path(self.tuples.data.path))
        of_tuples = written_to(of_tuples, self._folder / "released.parquet")
        kept = output.to_write(with_suppressed=self._backend.shape.keeps_removed)
        order = writing_order(of_tuples, output.dataset.records, kept)
        self._released = export(of_tuples, output.dataset, order, control)
        return Exported(
            *(written.place, written.sha256, np.empty(0, np.int64), written.delimiter, written.table, {}),
            is_shuffled=job.output.shuffle,
            codebook=None if job.output.codebook is None else job.resolve(job.output.codebook),
            left_out=tuple(job.output.leave_out),
            notes=(*self.notes, *written.notes),
        )

    def shown(self, job: Job, tuples: Dataset, output: Output, exported: Exported, control: Control) -> ReleasedTable:
        """The written table as a codebook tells of it; `job` is that of its rows, `tuples` are the input.

        Raises ValueError before `write`; UnreadableFile or InvalidData where it cannot be read again; Stopped.
        """
        if self._written is None:
            raise ValueError("nothing was released yet")
        file = self._folder / "cells.parquet"
        columns = shown_columns_of_rows(self._backend, job, tuples, output, self._written, file, control)
        shape, fates = self._backend.shape, tuple_fates(output)
        has_removed = shape.keeps_removed and bool((fates == REMOVED).any())
        records = tuples.records_of(fates < (OUTSIDE if shape.keeps_removed else REMOVED))
        return ReleasedTable(tuple(columns), records, has_removed, exported.name, exported.sha256)

    @property
    def released(self) -> Exported:
        """The tuples as they were released, in a file of their own. Raises ValueError before `write`."""
        if self._released is None:
            raise ValueError("nothing was released yet")
        return self._released

    def confirmed(self, recount: Recount, control: Control) -> Recount:
        """The recount of the released tuples as one of the written table: its engine counts the groups.

        Raises UnreadableFile or InvalidData where the table cannot be read again; Stopped.
        """
        if self._written is None:
            raise ValueError("nothing was released yet")
        counted = self._backend.count_again(self._written, control)
        reason = "" if counted.differing == 0 else tr("{n} groups have other records", n=whole(counted.differing))
        groups = Finding("groups", counted.differing == 0, reason)
        others = tuple(fact for fact in recount.facts if fact.claim != "sha256")
        facts = (*counted.findings, groups, *others)
        return replace(recount, place=self._written.place, facts=facts, records=counted.records)
