"""The course of an export: its subject, its choices, and the writing. Knows no widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from arxdesk.core.session.reporting_work import ReportWords, WrittenReport
from arxdesk.core.writing_work import ExportOptions, ExportResult
from arxdesk.exporting.choices import ExportChoices
from arxdesk.exporting.words import ExportFacts, replaced
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.foundation.errors import PasswordNeeded, UserError
from arxdesk_engine.projects.overlap import Overlap
from arxdesk_engine.report.layout.content import ReportContent


class Writer(Protocol):
    """The owner of long work: the session. Each callback is called once at the end, `progressed` in between."""

    def export(
        self,
        target: str | Path,
        options: ExportOptions | None = None,
        password: str | None = None,
        *,
        failed: Callable[[Exception], None] | None = None,
        progressed: Callable[[Progress], None] | None = None,
    ) -> None:
        """Write the output table."""

    def report(
        self,
        path: Path,
        content: ReportContent | None = None,
        words: ReportWords | None = None,
        *,
        written: ExportResult | None = None,
        failed: Callable[[Exception], None] | None = None,
        progressed: Callable[[Progress], None] | None = None,
    ) -> None:
        """Write an evidence report."""

    def stop_writing(self) -> None:
        """End both soon, without a trace."""


class ExportCourse(QObject):
    """Holds the choices and has them carried out: the table first, then the report."""

    changed = Signal()
    progressed = Signal(Progress)
    ended = Signal()
    """Written, failed or stopped: see `written`, `reported`, `error` and `was_stopped`."""
    crashed = Signal(Exception)
    releases_requested = Signal()
    compared = Signal()
    """What the table tells together with earlier releases is known: see `overlap`."""

    def __init__(
        self,
        facts: ExportFacts,
        choices: ExportChoices,
        writer: Writer,
        content: ReportContent,
        words: ReportWords,
        own: Iterable[Path] = (),
        parent: QObject | None = None,
    ) -> None:
        """`content` and `words` are those of a report.

        `own` are files written by earlier exports: they are replaced without a question.
        """
        super().__init__(parent)
        self.facts, self.choices = facts, choices
        self.password: str | None = None
        self.busy = False
        self.written: ExportResult | None = None
        self.reported: WrittenReport | None = None
        self.error: UserError | None = None
        self.was_stopped = False
        self.stopping = False
        """Whether the user has requested a stop that is still pending."""
        self._writer, self._content, self._words = writer, content, words
        self.own = set(own)
        self.releases = 0
        """How often something was released before, if that is compared."""
        self.overlap: Overlap | None = None
        self._agreed: set[Path] = set()

    def ask_for_releases(self) -> None:
        """Show what was released before."""
        self.releases_requested.emit()

    def expect_overlap(self, releases: int) -> None:
        """The table is being compared with so many earlier releases; 0: there are none."""
        self.releases, self.overlap = releases, None
        self.compared.emit()

    def take_overlap(self, overlap: Overlap) -> None:
        """Note what the table tells together with earlier releases."""
        self.overlap = overlap
        self.compared.emit()

    def change(self, **changes: object) -> None:
        """Change some choices."""
        self.take(replace(self.choices, **changes))  # type: ignore[arg-type] # names of its fields

    def take(self, choices: ExportChoices) -> None:
        """Replace all choices."""
        if choices != self.choices:
            self.choices = choices
            self.changed.emit()

    def in_the_way(self) -> tuple[Path, ...]:
        """The existing files that the user has not agreed to replace."""
        return tuple(path for path in replaced(self.choices) if path not in self.own | self._agreed)

    def agree(self, paths: Iterable[Path], *, agreed: bool = True) -> None:
        """Agree to replace files, or withdraw the agreement."""
        if agreed:
            self._agreed |= set(paths)
        else:
            self._agreed -= set(paths)
        self.changed.emit()

    def begin(self) -> None:
        """Start writing."""
        self.busy, self.was_stopped, self.stopping = True, False, False
        self.written = self.reported = self.error = None
        chosen = self.choices
        self._writer.export(
            chosen.target, chosen.options, self.password, failed=self._fail, progressed=self.progressed.emit
        )

    def stop(self) -> None:
        """Stop soon; existing files stay as they were, unless the table is written by then."""
        self.stopping = True
        self._writer.stop_writing()

    def take_written(self, written: ExportResult) -> None:
        """Note the written table."""
        if not self.busy or self.written is not None:
            return
        self.written = written
        self.own |= {path for path in (*self.choices.files(), written.codebook) if path is not None}
        path = self.choices.report_path
        if path is None or written.is_refuted or self.stopping:
            self._end()
            return
        told = self._content, self._words
        self._writer.report(path, *told, written=written, failed=self._fail, progressed=self.progressed.emit)

    def take_reported(self, reported: WrittenReport) -> None:
        """Note the written report."""
        self.reported = reported
        if self.busy:
            self._end()

    @property
    def needs_password(self) -> bool:
        """Whether the database wants one, or another one."""
        return isinstance(self.error, PasswordNeeded)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, Stopped):
            self.was_stopped = True
        elif isinstance(error, UserError):
            self.error = error
        else:
            self.crashed.emit(error)
        self._end()

    def _end(self) -> None:
        self.busy = self.stopping = False
        self.ended.emit()
