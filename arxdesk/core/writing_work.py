"""Writing results, away from the main thread."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.shown.viewed import Records
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.opening import require_possible
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.text.delimited import write_delimited
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import Exported, require_input_kept, require_no_input, written_to
from arxdesk_engine.release.linked_export import with_tables_beside

if TYPE_CHECKING:
    from arxdesk_engine.analysis.spread.errors import SpreadErrors
    from arxdesk_engine.verification.recount import Recount


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How an output table is written; the fields are those of the section [output] of a job."""

    suppressed: Literal["keep", "drop"] = "drop"
    shuffle: bool = False
    table: str | None = None
    replace_table: bool = False
    codebook: Path | None = None
    spread: Path | None = None
    leave_out: tuple[str, ...] = ()
    delimiter: str | None = None
    decimal_mark: Literal[".", ","] | None = None
    encoding: str | None = None
    line_end: Literal["lf", "crlf"] = "lf"


@dataclass(frozen=True, slots=True)
class ExportResult:
    """An output table that was written and counted again.

    `target` is its file, or the address of its database without a password, with the `table` there. `sha256` is that of
    the file, or of the records in the table. `renamed` are the names of columns that the format forbids, with those
    that they have there. `recount` is what counting it again has confirmed, `job` what was written by, `exported` what
    the engine says of it. `spread_errors` tells how far tables of a copy with drawn values are from the input.
    """

    target: str
    sha256: str
    records: int
    recount: Recount
    job: Job
    exported: Exported
    spread_errors: SpreadErrors | None = None
    table: str | None = None
    renamed: Mapping[str, str] | None = None
    codebook: Path | None = None

    @property
    def place(self) -> str:
        """Where it is, in words."""
        return self.target if self.table is None else tr("{file}, table {table}", file=self.target, table=self.table)

    @property
    def name(self) -> str:
        """The same without the folders that it is in."""
        name = Path(self.target).name
        return name if self.table is None else tr("{file}, table {table}", file=name, table=self.table)

    @property
    def sentence(self) -> str:
        """What was confirmed by counting it again, and what was not."""
        return self.recount.sentence

    @property
    def is_refuted(self) -> bool:
        """Whether it is not what it is claimed to be; then nobody may share it."""
        return bool(self.recount.refuted)


def write(
    anonymizer: Anonymizer,
    applied: Applied,
    target: str | Path,
    control: Control,
    options: ExportOptions | None = None,
    password: str | None = None,
) -> ExportResult:
    """Write an output table, whole or not at all, and never over the input, and count it again.

    `target` is a file, whose suffix says in which format, or the address of a database; `options` are those of the job
    unless others are given. Linked tables are written beside the first one. Whoever stops it while it is counted again
    gets the table, and is told that nobody has counted it. Raises a UserError, among them PasswordNeeded; Stopped, and
    nothing is there then.
    """
    job = with_tables_beside(written_to(anonymizer.job, target))
    if options is not None:
        job = job.with_output(
            table=options.table,
            replace_table=options.replace_table,
            suppressed=options.suppressed,
            shuffle=options.shuffle,
            codebook=None if options.codebook is None else str(options.codebook.absolute()),
            spread=None if options.spread is None else str(options.spread.absolute()),
            leave_out=options.leave_out,
            delimiter=options.delimiter,
            decimal_mark=options.decimal_mark,
            encoding=options.encoding,
            line_end=options.line_end,
        )
    if anonymizer.rows is not None:
        require_possible(anonymizer.rows.job_of_rows(job))
    require_input_kept(job, str(target))
    exporting = replace(anonymizer, job=job)
    recoding = None if applied.recoded is None else applied.recoded.found
    exported = exporting.write(applied.output, control=control, password=password, local_recoding=recoding)
    control.report(Progress(tr("Recounting the written file")))
    facts = exporting.claims(applied.output, recoding) | {"output": exported.plain()}
    try:
        recount = exporting.verify(facts, applied.output, exported, control)
    except Stopped:  # the table is there by now; that nobody has counted it is said
        recount = _left_uncounted(job, exported)
    errors = None
    if exported.spread is not None:
        with contextlib.suppress(Stopped):
            errors = exporting.spread_errors(applied.output, exported, control)
    return ExportResult(
        exported.place,
        exported.sha256,
        exported.records if anonymizer.rows is None else recount.records,
        recount,
        job,
        exported,
        errors,
        exported.table,
        exported.renamed,
        exported.codebook,
    )


def _left_uncounted(job: Job, exported: Exported) -> Recount:
    from arxdesk_engine.verification.recount import not_counted  # noqa: PLC0415 - pandas is slow to import

    return not_counted(job, exported.place, tr("the recount was stopped"))


def write_rows(job: Job, columns: Sequence[Column], rows: Records | None, path: Path, control: Control) -> Path:
    """Write some records of a table as they are shown (`rows` intp[rows], None: all), never over the input.

    Raises a UserError.
    """
    require_no_input(path, job, str(path))
    control.report(Progress(tr("Writing the records")))
    if rows is not None:
        columns = [column.at(rows) for column in columns]
    control.raise_if_stopped()
    write_delimited(path, columns)
    return path
