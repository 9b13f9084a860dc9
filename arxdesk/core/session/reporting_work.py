"""Evidence reports, away from the main thread."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk.core.session.saving_work import project_of
from arxdesk.core.values.declared import with_sample_of
from arxdesk.core.values.provenance import Snapshot
from arxdesk.core.values.results import Result
from arxdesk.core.writing_work import ExportResult
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.project import ProjectSettings
from arxdesk_engine.job.report import ReportSettings
from arxdesk_engine.job.statements import Statements
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.release.export import require_no_input
from arxdesk_engine.report.layout.content import ReportContent

if TYPE_CHECKING:
    from arxdesk_engine.attacks.earlier import EarlierRelease

PDF_SUFFIX = ".pdf"


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report that was written."""

    path: Path
    sha256: str


@dataclass(frozen=True, slots=True)
class ReportWords:
    """What a project says of itself in a report: its description, the form, and what people write for it."""

    project: ProjectSettings = field(default_factory=ProjectSettings)
    report: ReportSettings = field(default_factory=ReportSettings)
    statements: Statements = field(default_factory=Statements)

    @classmethod
    def of(cls, job: Job) -> ReportWords:
        """Those of a job."""
        return cls(job.project, job.report, job.statements)

    @property
    def sections(self) -> dict[str, object]:
        """The sections of the job that hold them."""
        return {"project": self.project, "report": self.report, "statements": self.statements}


@dataclass(frozen=True, slots=True, eq=False)
class ReportRequest:
    """What a report is made of: a result, what was applied of it, what the project says of itself, its audit trail.

    `written` is where the same table was handed out, None where it was not: what was counted there is told.
    """

    result: Result
    applied: Applied | None
    words: ReportWords
    trail: Trail
    written: ExportResult | None = None
    origin: Origin | None = None
    """Where the table came from that the project keeps."""
    snapshot: Snapshot | None = None
    """The document as it is, whose ledger has the earlier releases; None: nothing is compared."""


def report(asked: ReportRequest, content: ReportContent, path: Path, control: Control) -> WrittenReport:
    """Write a report, whole or not at all; the suffix says whether it is PDF, or an HTML page.

    Raises a UserError; Stopped.
    """
    from arxdesk_engine.report.facts import facts_of  # noqa: PLC0415 - it counts with pandas, which takes long to import
    from arxdesk_engine.report.facts.subject import Restored, Subject  # noqa: PLC0415

    result, applied, written = asked.result, asked.applied, asked.written
    job = result.job if written is None else with_sample_of(written.job, result.job)
    job = job.model_copy(update=asked.words.sections)
    require_no_input(path, job, str(path))
    control.report(Progress(tr("Collecting the evidence")))
    earlier, not_compared = _earlier(asked)
    facts = facts_of(
        Subject(
            anonymizer=replace(result.anonymizer, job=job),
            solution=result.solution,
            output=None if applied is None else applied.output,
            local_recoding=None if applied is None or applied.recoded is None else applied.recoded.found,
            exported=None if written is None else written.exported,
            recount=None if written is None else written.recount,
            cut_short=result.cut_short,
            origin=asked.origin,
            trail=asked.trail,
            earlier=earlier,
            not_compared=not_compared,
            restored=Restored(result.moment, result.version) if result.is_restored else None,
        ),
        content,
        control,
    )
    control.raise_if_stopped()
    control.report(Progress(tr("Writing the report")))
    if path.suffix.lower() == PDF_SUFFIX:
        from arxdesk.printing.pdf import write_pdf  # noqa: PLC0415

        write_pdf(path, facts, control)
    else:
        from arxdesk_engine.report.html import write_html  # noqa: PLC0415

        write_html(path, facts, control)
    return WrittenReport(path, sha256_of_file(path))


def load_printing(path: Path) -> None:
    """Import what prints a file that is a PDF; in the main thread, which alone makes classes of Qt (see `Warming`)."""
    if path.suffix.lower() == PDF_SUFFIX:
        importlib.import_module("arxdesk.printing.pdf")


def _earlier(asked: ReportRequest) -> tuple[tuple[EarlierRelease, ...], tuple[str, ...]]:
    """The releases before the one that was written, and the names of those that cannot be compared."""
    from arxdesk_engine.earlier_releases import releases_of  # noqa: PLC0415 - pandas is slow to import

    snapshot = asked.snapshot
    if asked.applied is None or snapshot is None or snapshot.rows is not None or not snapshot.ledger.entries:
        return (), ()
    return releases_of(project_of(snapshot, snapshot.trail), "" if asked.written is None else asked.written.sha256)
