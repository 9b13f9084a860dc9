"""The main window: wires actions, session, perspectives and status together; decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QDialog, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from arxdesk.configure.hierarchies.flow import HierarchyFlow
from arxdesk.core import text_size
from arxdesk.core.document import Document
from arxdesk.core.session.recovery_work import Leftover
from arxdesk.core.session.session import SEARCHING, Session
from arxdesk.core.settings import Settings
from arxdesk.core.state_sentence import describe
from arxdesk.core.values.results import Live
from arxdesk.core.wishes import Wishes
from arxdesk.core.writing_work import Written
from arxdesk.explore.search.panel import SearchPanel
from arxdesk.explore.search.panel_place import PanelPlace
from arxdesk.exporting.flow import ExportFlow
from arxdesk.help.about import AboutDialog
from arxdesk.help.window import end_help, search_help, show_help
from arxdesk.projects.copying import CopyFlow
from arxdesk.projects.flow import ProjectFlow
from arxdesk.projects.provenance_flow import ProvenanceFlow
from arxdesk.projects.words import window_title
from arxdesk.reporting.flow import ReportFlow
from arxdesk.ui import theme
from arxdesk.ui.dialogs.crash import CrashDialog, technical_text
from arxdesk.ui.dialogs.problem import ProblemDialog
from arxdesk.ui.help_topics import of_perspective
from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.basics.eye_order import move_focus
from arxdesk.ui.widgets.fields.dropped_files import dropped_files, offer_to_copy
from arxdesk.ui.widgets.frames.command_bar import CommandBar
from arxdesk.ui.widgets.frames.menu_bar import MenuBar
from arxdesk.ui.widgets.frames.rail import Rail
from arxdesk.window import attribute_actions, explore_actions, menus, table_actions
from arxdesk.window.action_buttons import ActionButtons, search_on_menu
from arxdesk.window.actions import OF_PROTECTION, OF_SEARCHING_ON, PERSPECTIVES, Actions, available
from arxdesk.window.remade_views import RemadeViews
from arxdesk.window.scrolled_room import scrolled_room, show_beginning, smallest_window
from arxdesk.window.searching import SearchFlow
from arxdesk.window.settings import SettingsFlow
from arxdesk.window.sides_switch import SidesSwitch
from arxdesk.window.status_bar import StatusBar
from arxdesk.window.workspace import Workspace
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.lattice.lattice import Levels

FIRST_SIZE = (1440, 900)


class MainWindow(QMainWindow):
    """One window, one project."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.session = Session(self)
        self.flow = ProjectFlow(self, self.session, settings)
        self.hierarchy_flow = HierarchyFlow(self, self.session)
        self.export_flow = ExportFlow(self, self.session, settings)
        self.report_flow = ReportFlow(self, self.session, settings)
        self.copy_flow = CopyFlow(self, self.session)
        self.provenance_flow = ProvenanceFlow(self, self.session)
        self.settings_flow = SettingsFlow(self, self.session, settings)
        self.actions_by_name = Actions(self)
        self.workspace = Workspace(settings)
        self.panel = SearchPanel()
        self.rail = Rail()
        self.status = StatusBar()
        self.command_bar = CommandBar()
        self.sides = SidesSwitch()
        self.search_flow = SearchFlow(self, self.session, self.panel, self.status)
        self.buttons = ActionButtons(self.actions_by_name, self.command_bar)
        self._undo_group = QUndoGroup(self)
        self.undo, self.redo = self._undo_action(), self._redo_action()
        self._recent_menu = menus.fill(MenuBar(self), self.actions_by_name, self.undo, self.redo)
        self.dialog: QDialog | None = None
        is_searching = partial(self.session.is_busy, SEARCHING)
        self.panel_place = PanelPlace(self.actions_by_name["panel"], is_searching, self)
        self._last_project: Path | None = None
        self._lay_out()
        self._connect_actions()
        self._connect_workspace()
        self._connect_session()
        self._restore()
        self.refresh()

    @property
    def document(self) -> Document | None:
        """The open project."""
        return self.session.document

    def begin(self, file: Path | None = None) -> None:
        """Open a file, or what was open last where that is wanted and nothing unsaved waits to be taken up."""
        self._last_project = self.settings_flow.last_project() if file is None else None
        self.session.recovery.look()
        if file is not None:
            self.flow.open(file)

    def show_perspective(self, key: str) -> None:
        """Bring a perspective to the front."""
        self.panel_place.move(key)
        self.rail.set_current(key)
        theme.restyling.catch_up()
        self.workspace.show_perspective(key)
        show_beginning(self.workspace)
        self.refresh()

    def show_crash(self, kind: type[BaseException], trace: TracebackType | None) -> None:
        """Tell of a defect of ours, calmly and without data values."""
        self._show(CrashDialog(technical_text(kind, trace), self))

    def refresh(self) -> None:
        """Bring words, badges and what can be done now up to date."""
        document, searching = self.document, self.session.is_busy(SEARCHING)
        sentence = describe(document, self.rail.current, searching=searching)
        self.command_bar.set_state(sentence.lead, sentence.rest)
        obstacles = document.concerns if document else ()
        self.rail.set_badge("configure", len(obstacles), "\n".join(map(str, obstacles)))
        left, why = self.workspace.attention()
        self.rail.set_badge("risk", left, why)
        self.rail.setEnabled(document is not None)
        self.sides.setVisible(document is not None and self.rail.current == "risk")
        for name, enabled in available(document, searching=searching).items():
            self.actions_by_name[name].setEnabled(enabled)
        self.buttons.show_for(document, self.rail.current, searching=searching)
        stack = document.undo_stack if document and not document.locked else None
        self._undo_group.setActiveStack(stack)  # type: ignore[arg-type] # Qt takes none, its stub does not know
        self.setWindowTitle(window_title(document))
        self.setWindowModified(document is not None and document.modified)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes as the eye does."""
        return move_focus(self, super().focusNextPrevChild, forward=forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about what would be lost, end all work, remember where everything was."""
        unsaved = self.document is not None and (self.document.modified or self.session.saving.is_busy)
        if unsaved or self.session.is_busy(SEARCHING):
            event.ignore()
            self.flow.leave(self._close_without_question)
            return
        end_help()
        self.flow.end()
        self.session.end()
        self.workspace.remember_sizes()
        self.settings.store_bytes("window/geometry", self.saveGeometry())
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        offer_to_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file dropped."""
        if offer_to_copy(event):
            self.flow.open(dropped_files(event)[0])

    def _lay_out(self) -> None:
        for key in PERSPECTIVES:
            self.rail.add_item(key, key.capitalize(), key)
        for action in (self.undo, self.redo):
            self.command_bar.add_icon_action(action)
        self.command_bar.add_leading_widget(self.sides)
        self.panel.hide()
        content = QWidget()
        middle = QHBoxLayout(content)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.workspace, 1)
        middle.addWidget(self.panel)
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.command_bar)
        column.addWidget(scrolled_room(content) if text_size.is_larger() else content, 1)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.rail)
        self.setCentralWidget(central)
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        self.setMinimumSize(smallest_window(self.screen().availableSize()))

    def _undo_action(self) -> QAction:
        action = self._undo_group.createUndoAction(self, "Undo")
        action.setShortcut(QKeySequence.StandardKey.Undo)
        action.setIcon(icon("undo"))
        return action

    def _redo_action(self) -> QAction:
        action = self._undo_group.createRedoAction(self, "Redo")
        usual = QKeySequence.keyBindings(QKeySequence.StandardKey.Redo)
        action.setShortcuts([*usual, *(key for key in (QKeySequence("Ctrl+Y"),) if key not in usual)])
        action.setIcon(icon("redo"))
        return action

    def _connect_actions(self) -> None:
        flow, session = self.flow, self.session
        handlers: dict[str, Callable[[], object]] = {
            "open": flow.ask_and_open,
            "import": flow.import_table,
            "database": flow.import_from_database,
            "open_arx": flow.open_arx,
            "example": flow.open_example,
            "properties": self.provenance_flow.ask_for_properties,
            "audit_trail": self.provenance_flow.show_trail,
            "taken_over": self.provenance_flow.show_taken_over,
            "save": flow.save,
            "save_as": flow.save_as,
            "export": self.export_flow.export,
            "report": self.report_flow.ask,
            "copy_job": self.copy_flow.copy_job,
            "copy_python": self.copy_flow.copy_python,
            "close": flow.close,
            "quit": self.close,
            "anonymize": self.search_flow.anonymize,
            "stop": session.stop,
            "apply": self._apply,
            "previous": partial(self._move_focus, -1),
            "next": partial(self._move_focus, 1),
            "problems": self._show_problems,
            "settings": self.settings_flow.ask,
            "help": self._show_help,
            "search_help": search_help,
            "about": lambda: self._show(AboutDialog(self)),
            "create_hierarchy": self.hierarchy_flow.create_for_focus,
            "propose_hierarchies": self.hierarchy_flow.propose_all,
            "import_hierarchies": self.hierarchy_flow.import_several,
            "export_hierarchies": self.hierarchy_flow.export_all,
        }
        handlers |= {name: partial(self._protect, name) for name in ("guess_roles", *OF_PROTECTION)}
        handlers |= {key: partial(self.show_perspective, key) for key in PERSPECTIVES}
        handlers |= {name: partial(session.search_on, seconds) for name, seconds in OF_SEARCHING_ON.items()}
        for name, handler in handlers.items():
            self.actions_by_name[name].triggered.connect(_without_checked(handler))
        to_configure = partial(self.show_perspective, "configure")
        attribute_actions.connect(self.actions_by_name, self.workspace, to_configure)
        self.problems = attribute_actions.Problems(self, self.workspace, to_configure)
        self.export_flow.roles_requested.connect(self.problems.lead_to)
        self.rail.badge_pressed.connect(self._show_problems)
        table_actions.connect(self.actions_by_name, self.workspace, partial(self.show_perspective, "configure"))
        explore_actions.connect(self.actions_by_name, self.workspace, partial(self.show_perspective, "explore"))
        self.actions_by_name["panel"].toggled.connect(self.panel.setVisible)
        self.settings_flow.serve(self.actions_by_name)
        self.rail.chosen.connect(self.show_perspective)
        self.panel.set_search_on(search_on_menu(self.actions_by_name, self.panel.search_on))
        self.actions_by_name["search_on"].enabledChanged.connect(self.panel.set_can_search_on)
        self.panel.selected.connect(self._select)
        self.panel.stop_requested.connect(session.stop)
        self.panel.closed.connect(partial(self.actions_by_name["panel"].setChecked, False))

    def _connect_workspace(self) -> None:
        self.flow.serve(self.workspace.start_page)
        self.workspace.start_page.discard_requested.connect(self._discard_unsaved)
        self.workspace.hierarchy_file_requested.connect(self.hierarchy_flow.ask_for_file)
        self.workspace.hierarchy_view_opened.connect(self.hierarchy_flow.follow)
        self.workspace.propose_requested.connect(self.hierarchy_flow.propose_several)
        self.hierarchy_flow.told.connect(self._tell)
        self.workspace.failed.connect(self._show_failure)
        self.workspace.anonymize_requested.connect(self._anonymize_or_explain)
        self.workspace.explore_requested.connect(partial(self.show_perspective, "explore"))
        self.workspace.configure_requested.connect(partial(self.show_perspective, "configure"))
        self.workspace.perspective_requested.connect(self.show_perspective)
        self.workspace.attention_changed.connect(self.refresh)
        self.workspace.help_requested.connect(show_help)

    def _connect_session(self) -> None:
        session = self.session
        session.document_opened.connect(self._take_document)
        session.document_closed.connect(self._show_start_page)
        self._remade_views = RemadeViews(session, self.workspace, (self.sides, self.status, self.panel_place))
        self._remade_views.made.connect(lambda: self.show_perspective(self.rail.current))
        session.activity_changed.connect(self.status.show_activity)
        session.search_started.connect(self._begin_search)
        session.search_streamed.connect(self._follow_search)
        session.search_ended.connect(self._end_search)
        session.exported.connect(self._show_exported)
        session.failed.connect(self._show_problem)
        session.crashed.connect(self._show_crash_of)
        session.recovery.found.connect(self._offer_unsaved)
        session.recovery.failed.connect(self._show_not_kept)
        self.flow.recent_changed.connect(self._show_recent)
        flows = self.search_flow, self.export_flow, self.report_flow, self.settings_flow
        for flow in (self.flow, self.provenance_flow, *flows):
            flow.dialog_made.connect(self._show)
        self.flow.told.connect(self._tell)
        self.provenance_flow.told.connect(self._tell)
        session.saving.started.connect(self.status.begin_saving)
        session.saving.ended.connect(self.status.end_saving)
        self.status.cancel_saving.clicked.connect(session.saving.stop)
        self.export_flow.report_requested.connect(self.report_flow.ask)
        self.export_flow.place_requested.connect(self.problems.lead_to)
        self.copy_flow.told.connect(self._tell)
        self.settings_flow.told.connect(self._tell)

    def _restore(self) -> None:
        self.resize(QSize(*FIRST_SIZE).boundedTo(self.screen().availableSize() - QSize(0, 40)))  # its title bar
        self.restoreGeometry(self.settings.bytes("window/geometry"))
        self._show_recent()

    def _take_document(self, document: Document) -> None:
        self._undo_group.addStack(document.undo_stack)
        self.panel_place.forget()
        self.workspace.open(document, self.session.jobs)
        self.sides.follow(self.workspace.analysis)
        self.status.follow(document)
        self._fulfil(document.wishes)
        for signal in document.every_change:
            signal.connect(self.refresh)
        self.show_perspective("configure")

    def _fulfil(self, wishes: Wishes) -> None:
        wishes.application.connect(self._keep_keyboard)
        wishes.search.connect(self._anonymize_or_explain)
        wishes.end_of_search.connect(self.session.stop)
        wishes.export.connect(self.export_flow.export)
        wishes.report.connect(self.report_flow.ask)
        wishes.perspective.connect(self.show_perspective)
        wishes.help_page.connect(show_help)
        wishes.hierarchy_proposals.connect(self.hierarchy_flow.propose_several)
        wishes.hierarchy_file.connect(self.hierarchy_flow.ask_for_file)
        wishes.failure.connect(self._show_failure)

    def _show_start_page(self) -> None:
        self.panel_place.forget()
        self.sides.follow(None)
        self.workspace.close_document()
        self.rail.clear_current()
        self.status.clearMessage()
        self.status.follow(None)
        self.session.recovery.look()
        self.refresh()

    def _begin_search(self) -> None:
        self.panel_place.begin()
        self.show_perspective("explore")
        self.buttons["stop"].setFocus()
        if self.workspace.exploration is not None:
            self.workspace.exploration.begin_search()

    def _select(self, levels: Levels) -> None:
        if self.workspace.exploration is not None:
            self.workspace.exploration.select(levels)

    def _follow_search(self, live: Live) -> None:
        if self.workspace.exploration is not None:
            self.workspace.exploration.follow(live)

    def _end_search(self) -> None:
        self.panel_place.end(self.rail.current)
        if self.workspace.exploration is not None:
            self.workspace.exploration.end_search()
        self.refresh()
        self.workspace.focus_current()

    def _apply(self) -> None:
        self.session.apply_selection()
        self._keep_keyboard()

    def _keep_keyboard(self) -> None:
        """Hold the keyboard in Explore: the button that was pressed goes, and would hand it to the rail."""
        if self.rail.current == "explore":
            self.workspace.focus_current()

    def _move_focus(self, step: int) -> None:
        if self.document is not None:
            self.document.move_focus(step)

    def _show_recent(self) -> None:
        projects = self.settings.recent
        self.workspace.start_page.show_recent(projects)
        self._recent_menu.clear()
        for project in projects:
            path = Path(project.path)
            self._recent_menu.addAction(path.stem, partial(self.flow.open, path)).setEnabled(project.exists)
        self._recent_menu.setEnabled(bool(projects))

    def _show_exported(self, written: Written) -> None:
        self.status.showMessage(f"Written to {written.name}.", 10_000)

    def _tell(self, sentence: str) -> None:
        self.status.showMessage(sentence, 10_000)

    def _show_problem(self, error: UserError) -> None:
        self._show(ProblemDialog("This did not work", error, self))

    def _show_crash_of(self, error: Exception) -> None:
        self.show_crash(type(error), error.__traceback__)

    def _protect(self, name: str) -> None:
        if self.document is not None:
            self.show_perspective("configure")
            self.workspace.protect(name)

    def _show_failure(self, error: Exception) -> None:
        if isinstance(error, UserError):
            self._show_problem(error)
        else:
            self._show_crash_of(error)

    def _anonymize_or_explain(self) -> None:
        if self.document is not None and self.document.obstacles:
            self._show_problems()
        else:
            self.actions_by_name["anonymize"].trigger()

    def _show_problems(self, perspective: str = "configure") -> None:
        if self.document is not None and perspective == "risk":
            self.show_perspective("risk")
            self.workspace.show_identifiers()
        elif self.document is not None:
            item = self.rail.item("configure")
            self.problems.open(self.document.concerns, item.mapToGlobal(item.rect().topRight()))

    def _offer_unsaved(self, left: tuple[Leftover, ...]) -> None:
        last, self._last_project = self._last_project, None
        if last is not None and not left and self.document is None:
            self.flow.open(last)
        self.workspace.start_page.show_unsaved(left[0] if left else None)

    def _discard_unsaved(self, left: Leftover) -> None:
        self.session.recovery.discard(left)
        self.session.recovery.look()  # there may be more

    def _show_not_kept(self, _error: object) -> None:
        self.status.showMessage("Unsaved changes could not be kept aside. Save the project now and then.", 10_000)

    def _show_help(self) -> None:
        show_help(of_perspective(self.rail.current))

    def _show(self, dialog: QDialog) -> None:
        """Show a dialog over the window; the event loop goes on."""
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(partial(self._forget_dialog, dialog))
        self.dialog = dialog
        dialog.open()

    def _forget_dialog(self, dialog: QDialog, _result: int) -> None:
        if dialog is self.dialog:
            self.dialog = None

    def _close_without_question(self) -> None:
        self.session.close_document()
        QTimer.singleShot(0, self, self.close)  # Qt ignores a close from inside the close event that asked


def _without_checked(handler: Callable[[], object]) -> Callable[[bool], None]:
    """Actions tell whether they are checked, which most handlers do not want to know."""

    def handle(_checked: bool = False) -> None:
        handler()

    return handle
