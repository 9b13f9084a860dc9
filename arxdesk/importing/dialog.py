"""The import wizard: a file or a database, its format and types, its columns and roles, and the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.help.window import show_help
from arxdesk.importing.choices import Choices
from arxdesk.importing.file_page import FilePage
from arxdesk.importing.finish_page import FinishPage
from arxdesk.importing.flow import Failure, ImportFlow
from arxdesk.importing.format_page import FormatPage
from arxdesk.importing.outside import fault_of
from arxdesk.importing.roles_page import RolesPage
from arxdesk.importing.words import UNCHANGED
from arxdesk.ui.help_topics import OPENING
from arxdesk.ui.widgets.basics.buttons import quiet_button
from arxdesk.ui.widgets.basics.deferred import Deferred, Turns
from arxdesk.ui.widgets.frames.step_dialog import LeavingQuestion, StepDialog
from arxdesk_engine.foundation.language import marked, tr

FILE, FORMAT, ROLES, FINISH = range(4)
_NEXT = (
    marked("Next: format and types"),
    marked("Next: columns and roles"),
    marked("Next: finish"),
    marked("Open the table"),
)
_GROUP = marked("Group the records")
Ask = Callable[[QWidget], Path | None]


class ImportDialog(StepDialog):
    """`project_made` carries the project that was made; the functions given ask for another file or database."""

    project_made = Signal(LoadedProject)

    def __init__(
        self, ask_for_file: Ask, ask_for_folder: Ask, ask_for_database: Ask, parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Open a table"), parent)
        self._ask_for_file, self._ask_for_folder, self._ask_for_database = (
            ask_for_file,
            ask_for_folder,
            ask_for_database,
        )
        self.flow = ImportFlow(self)
        self.file_page = FilePage(self.flow)
        self._format: Deferred[FormatPage] = Deferred(self._make_format)
        self._roles: Deferred[RolesPage] = Deferred(self._make_roles)
        self._finish: Deferred[FinishPage] = Deferred(partial(FinishPage, self.flow))
        self._jumps = False
        self._opening = False
        self.at_once = quiet_button(tr("Open with these settings"))
        self.at_once.setToolTip(tr("Read the table as shown, with the proposed roles and hierarchies (Ctrl+Return)"))
        self.at_once.setShortcut("Ctrl+Return")
        self.at_once.clicked.connect(self.open_now)
        self._connect()
        for title, page in zip(
            (tr("File"), tr("Format and types"), tr("Columns and roles"), tr("Finish")),
            (self.file_page, self._format, self._roles, self._finish),
            strict=True,
        ):
            self.add_page(title, page)
        self.add_foot_widget(self.at_once)
        self._turns = Turns((self._format, self._roles, self._finish), self)
        self.file_page.choose_button.setFocus()
        self.update_foot()

    @property
    def format_page(self) -> FormatPage:
        """The page of the format, made now where its turn has not come."""
        return self._format.widget

    @property
    def roles_page(self) -> RolesPage:
        """The page of the columns, made now where its turn has not come."""
        return self._roles.widget

    @property
    def finish_page(self) -> FinishPage:
        """The last page, made now where its turn has not come."""
        return self._finish.widget

    @property
    def choices(self) -> Choices | None:
        """The current choices."""
        return self.flow.draft.choices

    def open_file(self, path: Path, remembered: Choices | None = None) -> None:
        """Open a file, and continue to its contents if it holds one table."""
        self._jumps = True
        self.file_page.choose_kind("folder" if path.is_dir() else "file")
        self.flow.open(str(path.absolute()), None, remembered)

    def begin_with_database(self) -> None:
        """Start with a database."""
        self.file_page.choose_kind("database")
        self.update_foot()

    def show_help(self) -> None:
        """Open the help about opening tables."""
        show_help(OPENING)

    def open_now(self) -> None:
        """Open with all proposals."""
        if self.flow.draft.asks_for_header:
            self.show_page(FORMAT)
            return
        self._opening = True
        self.flow.finish()
        if fault_of(self.flow.draft):
            self._opening = False
            self.flow.hesitate()
            self.show_page(ROLES)
            return
        self.show_page(FINISH)

    def accept(self) -> None:
        """Make the project; the dialog closes once it is made."""
        self._opening = True
        self.flow.finish()
        self.finish_page.refresh()
        self.update_foot()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return connects where a connection is being written, and goes on everywhere else."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.file_page.form.holds_keyboard():
            self.file_page.form.connect_now()
        else:
            super().keyPressEvent(event)

    def first_stop(self, page: QWidget | None) -> QWidget | None:
        """The button that asks for a file, until there is one; the columns on their page."""
        if self.place == FILE and self.flow.draft.source is None and self.file_page.kind.value != "database":
            return self.file_page.choose_button
        return self.roles_page.view if self.place == ROLES else super().first_stop(page)

    def at_stake(self) -> LeavingQuestion | None:
        """Choices made by the user, which are remembered as long as the program runs."""
        if not self.flow.draft.was_changed:
            return None
        text = tr("Your settings are remembered until the program ends: the same file opens with them again.")
        return LeavingQuestion(tr("Leave without opening the table?"), text, tr("Leave"))

    def leave_page(self, place: int) -> bool:
        """Whether there is something to show on the next page."""
        if place == ROLES:
            return self.flow.draft.choices is not None and not fault_of(self.flow.draft)
        return place == FINISH or self.flow.draft.choices is not None

    def enter_page(self, place: int) -> None:
        """Going back is to think again."""
        if place != FINISH and self._opening:
            self._opening = False
            self.flow.hesitate()
        self.update_foot()
        if place == FORMAT:
            self.format_page.refresh()
        elif place == ROLES:
            self.roles_page.refresh()
        elif place == FINISH:
            self.finish_page.refresh()

    def update_foot(self) -> None:
        """Set the text and state of Next."""
        flow = self.flow
        readable = flow.draft.table is not None or (flow.draft.choices is not None and flow.busy and self.place == FILE)
        enabled = readable and not (self.place == FINISH and self._opening)
        enabled = enabled and not (self.place == FORMAT and flow.draft.asks_for_header)
        if self.place in (ROLES, FINISH):
            enabled = enabled and not fault_of(flow.draft)
        opening = self.place == FINISH and self._opening
        if not enabled and self.next_button.hasFocus():
            self.setFocus()  # else the focus would move to some other button, and stay there
        groups = self.place == FINISH and flow.draft.stays_outside
        self.set_next(tr("Opening...") if opening else tr(_GROUP) if groups else tr(_NEXT[self.place]), enabled=enabled)
        if enabled and self.focusWidget() in (None, self, self.help_button):
            QTimer.singleShot(0, self, self.focus_page)  # once the page shows the result
        self.at_once.setVisible(self.place in (FORMAT, ROLES))
        self.at_once.setEnabled(flow.draft.table is not None)
        kind = str(self.file_page.kind.value)
        grouped_there = kind == "database" and flow.draft.stays_outside
        self.note.setText(tr("The table is not changed.") if grouped_there else tr(UNCHANGED[kind]))

    def done(self, result: int) -> None:
        """Close; no thread goes on."""
        self._turns.stop()
        self.flow.end()
        super().done(result)

    def _take_source(self) -> None:
        source = self.flow.draft.source
        if self._jumps and source is not None:
            self._jumps = False
            if len(source.tables) <= 1 and self.place == FILE:
                self.show_page(FORMAT)
                self.setFocus()  # and from here into the page, once the table is there
            elif self.place == FILE:
                self.file_page.begin_with_tables()
        self.update_foot()

    def _take_failure(self, failure: Failure) -> None:
        self._opening = False
        if failure.stage == "source":
            self._jumps = False
            self.show_page(FILE)
            self.file_page.show_error(failure.error)
        elif failure.stage == "table":
            self.show_page(FORMAT)
            self.format_page.show_error(failure.error)
        else:
            self.finish_page.show_error(failure.error)
        self.update_foot()
        self.focus_page()

    def _take_project(self, project: LoadedProject) -> None:
        self.project_made.emit(project)
        self.done(QDialog.DialogCode.Accepted)

    def _choose_file(self) -> None:
        ask = self._ask_for_folder if self.file_page.kind.value == "folder" else self._ask_for_file
        path = ask(self)
        if path is not None:
            self.open_file(path)

    def _choose_database(self) -> None:
        path = self._ask_for_database(self)
        if path is not None:
            self.file_page.form.choose_file(path)

    def _connect(self) -> None:
        flow = self.flow
        self.help_requested.connect(self.show_help)
        flow.source_changed.connect(self._take_source)
        flow.table_changed.connect(self.update_foot)
        flow.draft.roles_changed.connect(self.update_foot)
        flow.failed.connect(self._take_failure)
        flow.finished.connect(self._take_project)
        self.file_page.choose_button.clicked.connect(self._choose_file)
        self.file_page.card.remedy_chosen.connect(self._choose_file)
        self.file_page.form.file_requested.connect(self._choose_database)
        self.file_page.file_dropped.connect(self.open_file)
        self.file_page.kind.chosen.connect(self.update_foot)

    def _make_format(self) -> FormatPage:
        page = FormatPage(self.flow)
        page.other_file_requested.connect(self._choose_file)
        return page

    def _make_roles(self) -> RolesPage:
        page = RolesPage(self.flow)
        page.changed.connect(self.update_foot)
        return page
