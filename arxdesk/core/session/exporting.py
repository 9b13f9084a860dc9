"""Exports of the output: tables and evidence reports, written in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.core.audit_words import exported_text, reported_text
from arxdesk.core.document import Document
from arxdesk.core.session.activities import COMPARING, REPORTING
from arxdesk.core.session.activity_line import ActivityLine
from arxdesk.core.session.permission import Permission
from arxdesk.core.session.releasing_work import RecordedExport, compare_with_ledger, write_and_record
from arxdesk.core.session.reporting_work import ReportRequest, ReportWords, WrittenReport, load_printing, report
from arxdesk.core.writing_work import ExportOptions, ExportResult, write
from arxdesk.tasks.activity import WRITING
from arxdesk.tasks.jobs import Jobs
from arxdesk.tasks.task import Work
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.projects.overlap import Overlap
from arxdesk_engine.report.layout.content import ReportContent

Failed = Callable[[Exception], object]
Progressed = Callable[[Progress], object]


class Exporting(QObject):
    """Writes the applied transformation and records each export in the audit trail and in the ledger."""

    exported = Signal(ExportResult)
    reported = Signal(WrittenReport)

    def __init__(
        self, jobs: Jobs, line: ActivityLine, permission: Permission, fail: Failed, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._line, self._permission, self._fail = jobs, line, permission, fail
        self._document: Document | None = None

    def follow(self, document: Document | None) -> None:
        """Export from another document from now on; running exports finish."""
        self._document = document

    def export(
        self,
        target: str | Path,
        options: ExportOptions | None = None,
        password: str | None = None,
        *,
        failed: Failed | None = None,
        progressed: Progressed | None = None,
    ) -> None:
        """Write the output table of what is applied to a file or a database; `exported` tells.

        `options` are those of the job unless others are given. Who gives `failed` is told instead of everybody.
        """
        document = self._document
        searched = document.searched if document is not None else None
        if document is None or searched is None or document.applied is None:
            return
        write_it = partial(write, searched, document.applied, target, options=options, password=password)
        work = partial(write_and_record, write_it, searched, document.applied, document.snapshot)
        told = failed or self._fail, progressed or self._line.follow
        begin = partial(self._begin_export, document, Path(target).name, work, *told)
        self._permission.ask(document, begin, partial(told[0], Stopped()))

    def _begin_export(
        self, document: Document, name: str, work: Work[RecordedExport], failed: Failed, progressed: Progressed
    ) -> None:
        self._line.say(tr("Writing {name}", name=name))
        self._jobs.start(self, WRITING, work, partial(self._take_written, document), failed, progressed)

    def report(
        self,
        path: Path,
        content: ReportContent | None = None,
        words: ReportWords | None = None,
        *,
        written: ExportResult | None = None,
        failed: Failed | None = None,
        progressed: Progressed | None = None,
    ) -> None:
        """Write an evidence report of what is applied; `reported` tells. `written` is where the table was handed out.

        `words` are what the report says of the project, where that is not what the job says.
        """
        document = self._document
        searched = document.searched if document is not None else None
        if document is None or document.result is None or searched is None or document.applied is None:
            return
        self._line.say(tr("Writing {name}", name=path.name))
        result = replace(document.result, anonymizer=searched)
        said, trail, origin = words or ReportWords.of(document.job), document.audit.trail, document.provenance.origin
        request = ReportRequest(result, document.applied, said, trail, written, origin, document.snapshot)
        load_printing(path)
        work = partial(report, request, content or ReportContent(), path)
        listeners = failed or self._fail, progressed or self._line.follow
        self._jobs.start(self, REPORTING, work, partial(self._take_reported, document), *listeners)

    def stop_writing(self) -> None:
        """End writing a table or a report soon, without a trace; who has asked for it is told of `Stopped`."""
        self._jobs.stop(WRITING)
        self._jobs.stop(REPORTING)

    def compare(self, owner: QObject, name: str, taken: Callable[[Overlap], object]) -> bool:
        """Put what is applied beside the releases in the ledger; false if there are none. It ends with its owner.

        Who asks is not told of failures: an export goes without.
        """
        document = self._document
        if document is None or document.applied is None or document.rows is not None or not document.ledger.now.entries:
            return False
        work = partial(compare_with_ledger, document.snapshot, document.applied, name)
        self._jobs.start(owner, COMPARING, work, taken, self._ignore)
        return True

    def _ignore(self, error: Exception) -> None:
        """Stopped with its document, or told by the log."""

    def _take_written(self, document: Document, recorded: RecordedExport) -> None:
        written = recorded.written
        if document is self._document:
            if recorded.entry is not None:
                document.ledger.record(recorded.entry)
            document.audit.record("exported", exported_text(written.name, written.records, written.sha256))
            document.title_changed.emit()  # the saved archive does not record it yet
        self.exported.emit(written)

    def _take_reported(self, document: Document, reported: WrittenReport) -> None:
        if document is self._document:
            document.audit.record("reported", reported_text(reported.path.name, reported.sha256))
            document.title_changed.emit()
        self.reported.emit(reported)
