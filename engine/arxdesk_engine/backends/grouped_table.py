"""A table whose rows stay where they are: grouped, released and counted again by the engine that holds them."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from arxdesk_engine.backends.border.backend import Backend, WrittenRows
from arxdesk_engine.data.raw_table import no_records
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError, quoted
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import Exported, export, require_exportable, writing_order, written_to
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.recount import Recount
from arxdesk_engine.verification.textbook import Finding

Opening = Callable[[Job, Path, Control], contextlib.AbstractContextManager[Backend]]
"""Opens the engine for a job; the folder, which only this user can read, is for whatever it keeps meanwhile."""


class GroupedTable:
    """The distinct tuples of a table, and the way back from them to its rows.

    `tuples` is the job whose table they are, `job` that of the rows, `names` all their columns, and `records` their
    number. The tuples lie in a private folder, which is removed with the session of the engine by `close`, when the
    object is gone, and when the program ends. Nothing can be written or counted after that.
    """

    def __init__(self, job: Job, opening: Opening, control: Control) -> None:
        """Group the rows.

        Raises InvalidData, UnreadableFile, UnwritableFile where there is no room to spill, OutOfMemory; Stopped.
        """
        self.job = job
        with contextlib.ExitStack() as stack:
            self._folder = stack.enter_context(private_folder())
            self._backend = stack.enter_context(opening(job, self._folder, control))
            self.names = self._backend.names
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
        levels = ", ".join(f"level {level} of {quoted(name)}" for name, level in self.minimum_levels.items())
        found = "There are too many distinct combinations for the memory, so the records were grouped at"
        return (f"{found} {levels}: figures of the input are of the values at these levels.",)

    @contextlib.contextmanager
    def naming_the_rows(self) -> Iterator[None]:
        """A block whose errors name the table of the rows in place of the file of the tuples."""
        words = {self.tuples.table_place: self.job.table_place, ", record ": ", distinct combination "}
        try:
            yield
        except UserError as error:
            problems = error.problems
            for ours, theirs in words.items():
                problems = tuple(replace(each, place=each.place.replace(ours, theirs)) for each in problems)
            raise error.with_problems(problems) from error

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that hold the rows; none where a database has them."""
        return tuple(self._backend.files)

    @property
    def explained(self) -> str:
        """The statements of the release with the reason for each, to read and to run."""
        return self._backend.explained

    def write(
        self, output: Output, target: Path | str | None, control: Control, password: str | None = None
    ) -> Exported:
        """Write the released table, whole or not at all; `output` is that of the tuples.

        `target` takes the place of the path in the job. Raises InvalidJob where the engine cannot write there;
        InvalidData where the table has changed since it was grouped; UnwritableFile; Stopped.
        """
        job = self.job if target is None else written_to(self.job, target)
        self._backend.require_target(job)
        require_exportable(job, "output.path", password)
        self._written = written = self._backend.write(job, output, control)
        of_tuples = written_to(self.tuples, self._folder / "released.parquet")
        kept = output.to_write(with_suppressed=self._backend.shape.keeps_removed)
        order = writing_order(of_tuples, output.dataset.records, kept)
        self._released = export(of_tuples, output.dataset, order, control)
        return Exported(
            *(written.place, written.sha256, np.empty(0, np.int64), written.delimiter, written.table, {}),
            left_out=tuple(job.output.leave_out),
            notes=(*self.notes, *written.notes),
        )

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
        reason = "" if counted.differing == 0 else f"{counted.differing:,} groups have other records"
        groups = Finding("groups", counted.differing == 0, reason)
        others = tuple(fact for fact in recount.facts if fact.claim != "sha256")
        facts = (*counted.findings, groups, *others)
        return replace(recount, place=self._written.place, facts=facts, records=counted.records)
