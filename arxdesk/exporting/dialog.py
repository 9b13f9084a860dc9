"""The export wizard: columns, place, format, and the result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from arxdesk.core.obstacles import Obstacle
from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.place_page import PlacePage
from arxdesk.exporting.result_page import ResultPage
from arxdesk.exporting.table_page import TablePage
from arxdesk.help.window import show_help
from arxdesk.ui.help_topics import EXPORTING
from arxdesk.ui.widgets.basics.buttons import quiet_button
from arxdesk.ui.widgets.basics.deferred import Deferred, Turns
from arxdesk.ui.widgets.frames.step_dialog import StepDialog
from arxdesk_engine.foundation.language import marked, tr

TABLE, PLACE, RESULT = range(3)
_NEXT = (marked("Next: place and format"), marked("Write"), marked("Close"))
Ask = Callable[[QWidget, Path], Path | None]


class ExportDialog(StepDialog):
    """The given functions ask for a file and for a database.

    `report_requested` requests an evidence report of the written table.
    """

    report_requested = Signal()
    place_requested = Signal(Obstacle)
    """The place in Configure to go to, for a decision or a repair."""

    def __init__(
        self, course: ExportCourse, ask_for_file: Ask, ask_for_database: Ask, parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Export"), parent)
        course.setParent(self)
        self.course = course
        self._ask_for_file, self._ask_for_database = ask_for_file, ask_for_database
        self.table_page = TablePage(course)
        self._place: Deferred[PlacePage] = Deferred(self._make_place)
        self._result: Deferred[ResultPage] = Deferred(self._make_result)
        later = (self._place, self._result)
        for title, page in zip(
            (tr("Columns and records"), tr("Place and format"), tr("Result")), (self.table_page, *later), strict=True
        ):
            self.add_page(title, _scrolled(page))
        self._turns = Turns(later, self)
        self.at_once = quiet_button(tr("Write with these settings"))
        self.at_once.setToolTip(tr("Write with the settings of all pages; asks before replacing a file (Ctrl+Return)"))
        self.at_once.setShortcut("Ctrl+Return")
        self.add_foot_widget(self.at_once)
        self._connect()
        self.update_foot()

    @property
    def place_page(self) -> PlacePage:
        """The page of the place; it is made now with the others if its turn has not come."""
        return self._place.widget

    @property
    def result_page(self) -> ResultPage:
        """The page of the result."""
        return self._result.widget

    def write_now(self) -> None:
        """Write at once; if files would be replaced, the page that asks comes first."""
        self.show_page(PLACE if self.course.choices.fault() or self.course.in_the_way() else RESULT)

    def leave_page(self, place: int) -> bool:
        """Whether the page has what the next one needs."""
        if place == TABLE:
            return bool(self.course.facts.written(self.course.choices))
        return place != PLACE or not (self.course.in_the_way() or self.course.choices.fault())

    def enter_page(self, place: int) -> None:
        """Writing begins with the last page."""
        if place == PLACE:
            self.place_page.refresh()
        elif place == RESULT:
            self.course.begin()
            self.result_page.refresh()
        self.update_foot()

    def go_to(self, place: int) -> None:
        """Show another page, but not while something is written."""
        if self.course.busy:
            self._refresh()  # a step that was clicked stays where it was
            self.update_foot()
        else:
            super().go_to(place)

    def reject(self) -> None:
        """Stop writing; close if nothing is being written, or if a stop is pending already."""
        if self.course.busy and not self.course.stopping:
            self.course.stop()
            self.result_page.show_stopping()
            self.update_foot()
        else:
            super().reject()

    def done(self, result: int) -> None:
        """Close; later results of pending work are not shown, since the pages are gone by then."""
        self._turns.stop()
        self.course.blockSignals(True)
        super().done(result)

    def update_foot(self) -> None:
        """Set the text and state of Next."""
        course, place = self.course, self.place
        words = tr("Stopping...") if course.stopping else tr("Writing...") if course.busy else tr(_NEXT[place])
        can = not course.busy and self.leave_page(place)
        if place == PLACE and not course.busy and self.place_page.review.replaces:
            words = tr("Replace and write")
        if not can and self.next_button.hasFocus():
            self.setFocus()  # else the focus would move to some other button, and stay there
        self.set_next(words, enabled=can)
        self.back_button.setEnabled(place > 0 and not course.busy)
        self.cancel_button.setText(tr("Close") if course.stopping else tr("Stop") if course.busy else tr("Cancel"))
        self.cancel_button.setVisible(place != RESULT or course.busy)
        self.at_once.setVisible(place == TABLE)
        self.note.setText("" if place == RESULT else tr("The input is never changed."))

    def _take_end(self) -> None:
        course = self.course
        if course.needs_password:
            self.show_page(PLACE)
            assert course.error is not None  # noqa: S101 - the password is requested for it
            self.place_page.ask_for_password(course.error)
        elif course.was_stopped and course.written is None:
            self.show_page(PLACE)
        self.result_page.refresh()
        self.update_foot()
        if self.place == RESULT:
            self.next_button.setFocus()

    def _browse(self) -> None:
        path = self._ask_for_file(self, self.course.choices.path)
        if path is not None:
            self.course.agree([path])  # the system dialog has asked about an existing file
            self.place_page.show_file(path)

    def _browse_databases(self) -> None:
        path = self._ask_for_database(self, self.course.choices.companions)
        if path is not None:
            self.place_page.form.choose_file(path)

    def _show_place(self) -> None:
        self.show_page(PLACE)

    def _open_folder(self) -> None:
        files = self.course.choices.files()
        if files:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(files[0].parent)))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.result_page.text)
        self.note.setText(tr("Copied: place, SHA-256 and what was confirmed."))

    def _decide(self, name: str) -> None:
        self._lead_to(Obstacle(tr("Decide about {name}.", name=name), "attributes", attribute=name))

    def _show_model(self) -> None:
        """Lead to the model that was refuted first; to all of them where something else was."""
        written = self.course.written
        findings = () if written is None else written.recount.models
        number = next((place for place, each in enumerate(findings) if each.verified is False), None)
        self._lead_to(Obstacle(tr("Check the claims."), "privacy", model=number))

    def _lead_to(self, obstacle: Obstacle) -> None:
        self.accept()
        self.place_requested.emit(obstacle)

    def _ask_for_report(self) -> None:
        self.accept()
        self.report_requested.emit()

    def _show_help(self) -> None:
        show_help(EXPORTING)

    def _connect(self) -> None:
        self.help_requested.connect(self._show_help)
        self.at_once.clicked.connect(self.write_now)
        self.course.changed.connect(self.update_foot)
        self.course.ended.connect(self._take_end)
        self.table_page.place_requested.connect(self._decide)

    def _make_place(self) -> PlacePage:
        page = PlacePage(self.course)
        page.browse_requested.connect(self._browse)
        page.form.file_requested.connect(self._browse_databases)
        return page

    def _make_result(self) -> ResultPage:
        page = ResultPage(self.course)
        page.folder_requested.connect(self._open_folder)
        page.copy_requested.connect(self._copy)
        page.report_requested.connect(self._ask_for_report)
        page.other_place_requested.connect(self._show_place)
        page.model_requested.connect(self._show_model)
        return page


def _scrolled(page: QWidget) -> QScrollArea:
    """A page that is as high as its words need, in a dialog that is not: paths can be long."""
    scroll = QScrollArea()
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the page takes the focus, not its scroll area
    scroll.setWidget(page)
    return scroll
