"""The main window: wires actions, session, perspectives and status together; decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog, QMainWindow, QWidget

from arxdesk.core import text_size
from arxdesk.core.document import Document
from arxdesk.core.session.activities import RECODING, SEARCHING
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.core.state_sentence import describe
from arxdesk.core.wishes import Wishes
from arxdesk.explore.search.panel import SearchPanel
from arxdesk.explore.search.panel_place import PanelPlace
from arxdesk.help.window import end_help, show_help
from arxdesk.projects.words import window_title
from arxdesk.ui import layouts, theme
from arxdesk.ui.help_topics import of_perspective
from arxdesk.ui.widgets.basics.eye_order import move_focus
from arxdesk.ui.widgets.fields.dropped_files import dropped_files, offer_to_copy
from arxdesk.ui.widgets.frames.command_bar import CommandBar
from arxdesk.ui.widgets.frames.menu_bar import MenuBar
from arxdesk.ui.widgets.frames.rail import Rail
from arxdesk.window import attribute_actions, explore_actions, menus, table_actions
from arxdesk.window.action_buttons import ActionButtons, search_on_menu
from arxdesk.window.actions import OF_PROTECTION, PERSPECTIVES, Actions, available
from arxdesk.window.flows import Flows, without_checked
from arxdesk.window.messages import Messages
from arxdesk.window.problems import Problems
from arxdesk.window.recoding import RecodingFlow
from arxdesk.window.remade_views import RemadeViews
from arxdesk.window.scrolled_room import scrolled_room, show_beginning, smallest_window
from arxdesk.window.searching import SearchFlow
from arxdesk.window.sides_switch import SidesSwitch
from arxdesk.window.start import Start
from arxdesk.window.status_bar import StatusBar
from arxdesk.window.undo import UndoActions
from arxdesk.window.workspace import Workspace

FIRST_SIZE = (1440, 900)


class MainWindow(QMainWindow):
    """One window, one project; over a session that goes on, or one of its own."""

    def __init__(self, settings: Settings, session: Session | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.session = Session() if session is None else session
        self.session.setParent(self)
        self.actions_by_name = Actions(self)
        self.panel = SearchPanel()
        self.rail = Rail()
        self.status = StatusBar()
        self.messages = Messages(self, self.status, self.session)
        self.flows = Flows(self, self.session, settings, self.messages)
        self.workspace = Workspace(settings, self.refresh)
        self.command_bar = CommandBar()
        self.sides = SidesSwitch()
        self.search_flow = SearchFlow(self, self.session, self.panel, self.status)
        self.recoding_flow = RecodingFlow(self, self.session, self.panel)
        self.buttons = ActionButtons(self.actions_by_name, self.command_bar)
        self.undo_actions = UndoActions(self)
        recent = menus.fill(MenuBar(self), self.actions_by_name, self.undo_actions.undo, self.undo_actions.redo)
        self.start = Start(self.workspace.start_page, recent, self.session, self.flows, settings)
        self.problems = Problems(self, self.session, self.workspace, self.rail, self.show_perspective)
        self.panel_place = PanelPlace(self.actions_by_name["panel"], self.session.searching.works, self)
        self._lay_out()
        self._connect_actions()
        self._connect_panel()
        self._connect_session()
        self._restore()
        if self.document is not None:
            self._take_document(self.document)
        elif session is not None:
            self.session.recovery.look()
        self.refresh()

    @property
    def document(self) -> Document | None:
        """The open project."""
        return self.session.document

    @property
    def dialog(self) -> QDialog | None:
        """The dialog that is open."""
        return self.messages.dialog

    def show_perspective(self, key: str) -> None:
        """Bring a perspective to the front."""
        self.panel_place.move(key)
        self.rail.set_current(key)
        theme.restyling.catch_up()
        self.workspace.show_perspective(key)
        show_beginning(self.workspace)
        self.refresh()

    def refresh(self) -> None:
        """Update texts, badges and enabled actions."""
        document, searching = self.document, self.session.is_busy(SEARCHING)
        recoding = self.session.is_busy(RECODING)
        sentence = describe(document, self.rail.current, searching=searching, recoding=recoding)
        self.command_bar.set_state(sentence.lead, sentence.rest)
        obstacles = document.concerns if document else ()
        self.rail.set_badge("configure", len(obstacles), "\n".join(map(str, obstacles)))
        left, why = self.workspace.attention()
        self.rail.set_badge("risk", left, why)
        self.rail.setEnabled(document is not None)
        self.sides.setVisible(document is not None and self.rail.current == "risk")
        if self.focusWidget() is self.buttons["stop"] and not (searching or recoding):
            self.workspace.focus_current()  # the button goes, and would pass the keyboard to the rail
        for name, enabled in available(document, searching=searching, recoding=recoding).items():
            self.actions_by_name[name].setEnabled(enabled)
        self.actions_by_name.explain_rows(document)
        self.buttons.show_for(document, self.rail.current, searching=searching or recoding)
        self.undo_actions.follow(document)
        self.setWindowTitle(window_title(document))
        self.setWindowModified(document is not None and document.modified)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab in reading order."""
        return move_focus(self, super().focusNextPrevChild, forward=forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, end all tasks, store the layout."""
        unsaved = self.document is not None and (self.document.modified or self.session.saving.is_busy)
        if unsaved or self.session.is_busy(SEARCHING):
            event.ignore()
            self.flows.project.leave(self._close_without_question)
            return
        end_help()
        self.flows.project.imports.end()
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
            self.flows.project.open(dropped_files(event)[0])

    def _lay_out(self) -> None:
        for key in PERSPECTIVES:
            self.rail.add_item(key, self.actions_by_name[key].text(), key)
        for action in (self.undo_actions.undo, self.undo_actions.redo):
            self.command_bar.add_icon_action(action)
        self.command_bar.add_leading_widget(self.sides)
        self.panel.hide()
        content = QWidget()
        layouts.row((self.workspace, 1), self.panel, self.recoding_flow.panel, spacing=0, inside=content)
        central = QWidget()
        room = scrolled_room(content) if text_size.is_larger() else content
        layouts.column(self.command_bar, (room, 1), spacing=0, inside=central)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.rail)
        self.setCentralWidget(central)
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        self.setMinimumSize(smallest_window(self.screen().availableSize()))

    def _connect_actions(self) -> None:
        self.flows.serve(self.actions_by_name)
        handlers: dict[str, Callable[[], object]] = {
            "anonymize": self.search_flow.anonymize,
            "apply": self.workspace.apply_selection,
            "problems": self.problems.open_for,
            "help": self._show_help,
        }
        handlers |= {name: partial(self._protect, name) for name in ("guess_roles", *OF_PROTECTION)}
        handlers |= {key: partial(self.show_perspective, key) for key in PERSPECTIVES}
        for name, handler in handlers.items():
            self.actions_by_name[name].triggered.connect(without_checked(handler))
        to_configure = partial(self.show_perspective, "configure")
        attribute_actions.connect(self.actions_by_name, self.workspace, to_configure)
        self.rail.badge_pressed.connect(self.problems.open_for)
        table_actions.connect(self.actions_by_name, self.workspace, to_configure)
        explore_actions.connect(self.actions_by_name, self.workspace, partial(self.show_perspective, "explore"))
        self.rail.chosen.connect(self.show_perspective)

    def _connect_panel(self) -> None:
        self.actions_by_name["panel"].toggled.connect(self.recoding_flow.set_shown)
        self.panel.set_search_on(search_on_menu(self.actions_by_name, self.panel.search_on))
        self.actions_by_name["search_on"].enabledChanged.connect(self.panel.set_can_search_on)
        self.panel.improvements.selected.connect(self.workspace.select)
        for panel in (self.panel, self.recoding_flow.panel):
            panel.stop_requested.connect(self.session.searching.stop)
            panel.closed.connect(partial(self.actions_by_name["panel"].setChecked, False))

    def _connect_session(self) -> None:
        session = self.session
        session.document_opened.connect(self._take_document)
        session.document_closed.connect(self._show_start_page)
        self._remade_views = RemadeViews(session, self.workspace, (self.sides, self.status, self.panel_place))
        self._remade_views.made.connect(lambda: self.show_perspective(self.rail.current))
        session.line.changed.connect(self.status.show_activity)
        session.searching.started.connect(self._begin_search)
        session.searching.streamed.connect(self.workspace.follow_search)
        session.searching.ended.connect(self._end_search)
        session.searching.recoding_started.connect(self.panel_place.begin)
        session.searching.recoding_started.connect(self.refresh)
        for ending in (session.searching.recoding_finished, session.searching.recoding_given_up):
            ending.connect(self._end_recoding)
        session.saving.started.connect(self.status.begin_saving)
        session.saving.ended.connect(self.status.end_saving)
        self.status.cancel_saving.clicked.connect(session.saving.stop)
        self.search_flow.dialog_made.connect(self.messages.show)

    def _restore(self) -> None:
        self.resize(QSize(*FIRST_SIZE).boundedTo(self.screen().availableSize() - QSize(0, 40)))  # its title bar
        self.restoreGeometry(self.settings.bytes("window/geometry"))

    def _take_document(self, document: Document) -> None:
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
        wishes.end_of_search.connect(self.session.searching.stop)
        wishes.table_export.connect(self.flows.export.export)
        wishes.evidence_report.connect(self.flows.report.ask)
        wishes.perspective.connect(self.show_perspective)
        wishes.place.connect(self.problems.lead_to)
        wishes.help_page.connect(self.messages.show_help)
        hierarchies = self.flows.hierarchies
        wishes.hierarchy_proposals.connect(hierarchies.propose_several)
        wishes.hierarchy_file.connect(hierarchies.ask_for_file)
        wishes.hierarchy_file_again.connect(hierarchies.reopen)
        wishes.hierarchy_wizard.connect(hierarchies.create)
        wishes.hierarchy_export.connect(hierarchies.exporting.export)
        wishes.failure.connect(self.messages.tell_failure)

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
        self.workspace.begin_search()

    def _end_recoding(self) -> None:
        self.panel_place.end(self.rail.current)
        self.refresh()

    def _end_search(self) -> None:
        self.panel_place.end(self.rail.current)
        self.workspace.end_search()
        self.refresh()
        self.workspace.focus_current()

    def _keep_keyboard(self) -> None:
        """Keep the focus in Explore: the pressed button disappears and would pass it to the rail."""
        if self.rail.current == "explore":
            self.workspace.focus_current()

    def _protect(self, name: str) -> None:
        if self.document is not None:
            self.show_perspective("configure")
            self.workspace.protect(name)

    def _anonymize_or_explain(self) -> None:
        if self.document is not None and self.document.obstacles:
            self.problems.open_for()
        else:
            self.actions_by_name["anonymize"].trigger()

    def _show_help(self) -> None:
        show_help(of_perspective(self.rail.current))

    def _close_without_question(self) -> None:
        self.session.close_document()
        QTimer.singleShot(0, self, self.close)  # Qt ignores a close from inside the close event that asked
