"""The last page: the progress, then the result."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from arxdesk.core.writing_work import ExportResult
from arxdesk.exporting.counted_table import RecountTable
from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.lines_card import LinesCard
from arxdesk.exporting.words import NO_REPORT, verdict, written_lines
from arxdesk.ui import layouts
from arxdesk.ui.motion import show_share
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr

MODEL, PLACE = "model", "place"
"""The keys of the links of the message and of the card: where they lead."""
STOPPING = marked("Stopping after this step; you can close this dialog. A table written by then is not recounted.")


class ResultPage(QWidget):
    """Follows the course."""

    folder_requested = Signal()
    copy_requested = Signal()
    report_requested = Signal()
    other_place_requested = Signal()
    model_requested = Signal()

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        self._lead = label("", "lead")
        self._counted_title = label(tr("Recounted in the written file"), "lead")
        self.message = Message()
        self.lines = LinesCard()
        self.counted = RecountTable()
        self.card = ErrorCard()
        self.open_folder = secondary_button(tr("Open folder"), "open")
        self.copy = secondary_button(tr("Copy"), "copy")
        self.copy.setToolTip(tr("Put place, SHA-256 and what was confirmed on the clipboard"))
        self.report = secondary_button(tr("Evidence report..."), "file")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Writing"))
        self.doing = label("", "caption", "3")
        self._lay_out()
        self.open_folder.clicked.connect(self.folder_requested)
        self.copy.clicked.connect(self.copy_requested)
        self.report.clicked.connect(self.report_requested)
        for link in (self.message.link_activated, self.card.remedy_chosen):
            link.connect(self._follow)
        course.progressed.connect(self.show_progress)
        self.refresh()

    @property
    def text(self) -> str:
        """The text for the copy button."""
        return "\n".join(tr("{label}: {text}", label=heading, text=said) for heading, said in self.lines.texts.items())

    def refresh(self) -> None:
        """Show the state of the course."""
        course = self._course
        written, error = course.written, course.error
        for part in (self.progress, self.doing):
            part.setVisible(course.busy)
        self.card.setVisible(error is not None)
        of_the_result: tuple[QWidget, ...] = (
            self.message,
            self.lines,
            self.open_folder,
            self.copy,
            self.report,
            self._counted_title,
            self.counted,
        )
        for each in of_the_result:
            each.setVisible(written is not None and not course.busy)
        self._lead.setText(tr("Writing") if course.busy else _lead_of(course))
        if error is not None:
            self._show_error(error)
        if written is None:
            return
        self.counted.show_recount(written.recount)
        self.lines.set_lines({**written_lines(written), **self._of_report(written)})
        self.open_folder.setVisible(not course.busy and bool(course.choices.files()))
        self.report.setVisible(not course.busy and course.reported is None and not written.is_refuted)
        links = ((MODEL, tr("Show the privacy model in Configure")), (PLACE, tr("Back to place and format")))
        self.message.set_content(*verdict(written), links if written.is_refuted else ())

    def show_progress(self, progress: Progress) -> None:
        """Show the progress."""
        if not self._course.stopping:
            self.doing.setText(progress.activity)
            show_share(self.progress, progress.fraction)

    def show_stopping(self) -> None:
        """Show that a stop is pending."""
        self.doing.setText(tr(STOPPING))
        show_share(self.progress, None)

    def _of_report(self, written: ExportResult) -> dict[str, str]:
        """The outcome of the evidence report."""
        course = self._course
        if course.reported is not None:
            return {tr("Evidence report"): str(course.reported.path)}
        if not course.choices.report:
            return {}
        if written.is_refuted:
            return {tr("Evidence report"): tr(NO_REPORT)}
        return {} if course.error is not None else {tr("Evidence report"): tr("Not written: it was stopped.")}

    def _follow(self, link: str) -> None:
        (self.model_requested if link == MODEL else self.other_place_requested).emit()

    def _show_error(self, error: UserError) -> None:
        first = error.problems[0]
        details = error.message if len(error.problems) > 1 else ""
        links = () if self._course.written is not None else ((PLACE, tr("Choose another place")),)
        self.card.set_error(f"{first.found[:1].upper()}{first.found[1:]}.", first.place, first.remedy, details, links)

    def _lay_out(self) -> None:
        buttons = layouts.row(self.open_folder, self.copy, self.report, layouts.STRETCH, spacing=8)
        layouts.column(
            self._lead,
            self.progress,
            self.doing,
            self.message,
            self.lines,
            self.card,
            buttons,
            8,
            self._counted_title,
            (self.counted, 1),
            layouts.STRETCH,
            spacing=12,
            inside=self,
        )


def _lead_of(course: ExportCourse) -> str:
    written = course.written
    if written is None:
        return tr("Not written")
    return tr("Do not share it") if written.is_refuted else tr("{name} is written", name=written.name)
