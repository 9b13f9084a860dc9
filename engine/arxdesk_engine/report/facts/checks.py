"""The facts of the recount: claims confirmed in a file of the result by a path independent of the search.

An exported result is recounted where it is. Otherwise the result is written to a file of its own, in a private
folder that is removed afterwards: so there are always checks, and no file of the user is touched. Where the rows are
outside memory, that file has the distinct tuples with their counts.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import hashlib
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePath

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import Problem, UnwritableFile
from arxdesk_engine.foundation.language import ENGLISH, in_language, tr
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.job.output import OutputSettings
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.linked_export import numbered_keys
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.verification.findings import Finding
from arxdesk_engine.verification.recount import Recount, UnconfirmedFile

_QUOTED = re.compile(r"""(["']).*\1""", re.DOTALL)
"""From the first quote to the last one: there may be quotes in a cell."""
_USUAL = ".csv"
COMPARABLE = (".csv", ".tsv", ".parquet", ".xlsx")
"""Formats that are written alike every time."""


@dataclass(frozen=True, slots=True)
class ReportedExport:
    """The destination of an exported result. `is_the_same`: whether it equals the recounted table byte by byte; None if

    not comparable. `sha256` and `changed` are None without a readable file.
    """

    name: str
    sha256: str | None
    changed: dt.datetime | None
    is_the_same: bool | None


@dataclass(frozen=True, slots=True)
class ChecksFacts:
    """The recount. `sha256` is that of the recounted file, `suffix` its format, "" for a table of a database.

    `is_copy`: whether a file of the report's own was recounted instead of the exported one; `has_tuples`: whether that
    file has the distinct tuples of rows outside memory, and so another SHA-256 than the result.
    """

    models: tuple[Finding, ...]
    facts: tuple[Finding, ...]
    records: int
    suppressed_records: int
    classes: int
    smallest_class: int
    largest_class: int
    sha256: str
    suffix: str
    is_copy: bool
    has_tuples: bool
    handed_out: ReportedExport | None

    @property
    def refuted(self) -> tuple[Finding, ...]:
        """The refuted claims."""
        return tuple(each for each in (*self.models, *self.facts) if each.verified is False)

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """The claims that could not be recounted."""
        return tuple(each for each in (*self.models, *self.facts) if each.verified is None)

    def require_confirmed(self) -> None:
        """Raises UnconfirmedFile where the file contradicts a claim."""
        if self.refuted:
            found = "the recount of the table contradicts a claim"
            details = (Problem(each.claim, each.reason) for each in self.refuted)
            raise UnconfirmedFile([Problem("the result", found, "Do not share it."), *details])


def checks_facts(subject: Subject, control: Control, *, with_values: bool) -> ChecksFacts | None:
    """The facts of the recount; None without an applied transformation. Raises UnwritableFile; Stopped."""
    if subject.output is None:
        return None
    if subject.exported is not None and subject.recount is not None:
        handed_out = _still_there(subject.exported)
        return _facts(subject, subject.exported, subject.recount, handed_out, is_copy=False, with_values=with_values)
    control.report(Progress("Recounting the result"))
    exported, recount = _counted(subject, control)
    compared = None if subject.written is None else _compared(subject, subject.written, exported.sha256)
    return _facts(subject, exported, recount, compared, is_copy=True, with_values=with_values)


def _counted(subject: Subject, control: Control) -> tuple[Exported, Recount]:
    """The confirmations from a temporary file of the output."""
    output, anonymizer = subject.output, subject.anonymizer
    if output is None:
        raise ValueError("there is no output")
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except OSError as error:
            raise UnwritableFile.from_os_error(Path(tempfile.gettempdir()), error) from error
        path = folder / f"result{_suffix(subject)}"
        # A job that asks for nothing beside the table, and no release: mappings of pseudonyms are not written again.
        # Rows outside memory stay there: the tuples with their counts are written and recounted.
        job = anonymizer.job.model_copy(update={"output": _plain_output(subject, path)})
        writing = dataclasses.replace(anonymizer, job=job, release=None, rows=None)
        exported = writing.write(output, control=control)
        control.raise_if_stopped()
        claims = {**writing.claims(output, subject.local_recoding), "output": exported.plain()}
        return exported, writing.verify(claims, output, exported, control)


def _plain_output(subject: Subject, path: Path) -> OutputSettings:
    """The columns and the form of delimited text that the job asks for, and nothing else."""
    asked = {"path": str(path), "table": None, "replace_table": False, "shuffle": False}
    asked |= {"codebook": None, "spread": None}
    return subject.anonymizer.job.output.model_copy(update=asked)


def _suffix(subject: Subject) -> str:
    """The format of the file: that of the file to compare it with, if possible."""
    suffix = "" if subject.written is None else subject.written.suffix.lower()
    return suffix if suffix in COMPARABLE else _USUAL


def _facts(
    subject: Subject,
    exported: Exported,
    recount: Recount,
    handed_out: ReportedExport | None,
    *,
    is_copy: bool,
    with_values: bool,
) -> ChecksFacts:
    titles = _titles(subject)
    models = (dataclasses.replace(each, claim=titles.get(each.claim, each.claim)) for each in recount.models)
    return ChecksFacts(
        tuple(_told(each, with_values) for each in models),
        tuple(_told(each, with_values) for each in recount.facts),
        recount.records,
        recount.suppressed_records,
        recount.classes,
        recount.smallest_class,
        recount.largest_class,
        exported.sha256,
        "" if is_address(exported.place) else PurePath(exported.place).suffix.lower(),
        is_copy,
        is_copy and subject.anonymizer.rows is not None,
        handed_out,
    )


def _titles(subject: Subject) -> dict[str, str]:
    """The titles of the models by those in English: an export was recounted before the report had a language."""
    models = subject.anonymizer.job.privacy
    with in_language(ENGLISH):
        english = [each.title for each in models]
    return dict(zip(english, (each.title for each in models), strict=True))


def _told(finding: Finding, with_values: bool) -> Finding:
    """A finding without quotations in its reason, which may be cells."""
    if with_values:
        return finding
    return dataclasses.replace(finding, reason=_QUOTED.sub(tr("(a value, left out)"), finding.reason), group=())


def _still_there(exported: Exported) -> ReportedExport:
    """Whether an exported file is still the recounted one."""
    if is_address(exported.place):
        return ReportedExport(tr("table {name}", name=exported.table), None, None, None)
    digest, changed = _looked_at(Path(exported.place))
    return ReportedExport(PurePath(exported.place).name, digest, changed, digest == exported.sha256)


def _compared(subject: Subject, path: Path, digest: str) -> ReportedExport:
    """Whether a file equals the recounted one; None for shuffled records, and keys with other numbers each time."""
    found, changed = _looked_at(path)
    anonymizer = subject.anonymizer
    is_alike = path.suffix.lower() in COMPARABLE and not anonymizer.job.output.shuffle and anonymizer.rows is None
    is_alike &= not numbered_keys(anonymizer.job, anonymizer.dataset)
    return ReportedExport(path.name, found, changed, found == digest if is_alike or found == digest else None)


def _looked_at(path: Path) -> tuple[str | None, dt.datetime | None]:
    """The SHA-256 of a file, and when it was written."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return digest, dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
    except OSError:
        return None, None
