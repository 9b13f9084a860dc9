"""The flows of the window, each of several steps, and the actions that begin them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMainWindow

from arxdesk.configure.hierarchies.flow import HierarchyFlow
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.exporting.flow import ExportFlow
from arxdesk.help.about import AboutDialog
from arxdesk.help.window import search_help
from arxdesk.projects.copying import CopyFlow
from arxdesk.projects.flow import ProjectFlow
from arxdesk.projects.linking import LinkFlow
from arxdesk.projects.provenance_flow import ProvenanceFlow
from arxdesk.reporting.flow import ReportFlow
from arxdesk.window.actions import OF_SEARCHING_ON, Actions
from arxdesk.window.messages import Messages
from arxdesk.window.settings import SettingsFlow
from arxdesk.window.shortcuts_dialog import ShortcutsDialog


class Flows:
    """Makes the flows, lets them show dialogs and sentences, and has the actions begin them."""

    def __init__(self, window: QMainWindow, session: Session, settings: Settings, messages: Messages) -> None:
        self._window, self._session, self._messages = window, session, messages
        self.project = ProjectFlow(window, session, settings)
        self.hierarchies = HierarchyFlow(window, session)
        self.export = ExportFlow(window, session, settings)
        self.report = ReportFlow(window, session, settings)
        self.copying = CopyFlow(window, session)
        self.linking = LinkFlow(window, session)
        self.provenance = ProvenanceFlow(window, session)
        self.settings = SettingsFlow(window, session, settings)
        for showing in (
            self.linking,
            self.project,
            self.project.imports,
            self.provenance,
            self.export,
            self.report,
            self.settings,
        ):
            showing.dialog_made.connect(messages.show)
        hierarchies = (self.hierarchies, self.hierarchies.exporting)
        for telling in (self.linking, self.project, self.provenance, self.copying, self.settings, *hierarchies):
            telling.message.connect(messages.say)

    def serve(self, actions: Actions) -> None:
        """Connect the actions with the flows."""
        self.settings.serve(actions)
        for name, handler in self._handlers().items():
            actions[name].triggered.connect(without_checked(handler))

    def _handlers(self) -> dict[str, Callable[[], object]]:
        project, session = self.project, self._session
        searching = {name: partial(session.searching.search_on, seconds) for name, seconds in OF_SEARCHING_ON.items()}
        return searching | {
            "open": project.ask_and_open,
            "import": project.import_table,
            "folder": project.import_folder,
            "database": project.import_from_database,
            "open_arx": project.open_arx,
            "example": project.open_example,
            "properties": self.provenance.ask_for_properties,
            "audit_trail": self.provenance.show_trail,
            "arx_import": self.provenance.show_arx_import,
            "save": project.save,
            "save_as": project.save_as,
            "export": self.export.export,
            "releases": self.export.show_releases,
            "report": self.report.ask,
            "link": self.linking.link,
            "copy_job": self.copying.copy_job,
            "copy_python": self.copying.copy_python,
            "close": project.close,
            "quit": self._window.close,
            "previous": partial(self._move_focus, -1),
            "next": partial(self._move_focus, 1),
            "stop": session.searching.stop,
            "settings": self.settings.ask,
            "search_help": search_help,
            "shortcuts": self._show_shortcuts,
            "about": self._show_about,
            "create_hierarchy": self.hierarchies.create_for_focus,
            "propose_hierarchies": self.hierarchies.propose_all,
            "import_hierarchies": self.hierarchies.import_several,
            "export_hierarchies": self.hierarchies.exporting.export_all,
        }

    def _move_focus(self, step: int) -> None:
        if self._session.document is not None:
            self._session.document.move_focus(step)

    def _show_shortcuts(self) -> None:
        self._messages.show(ShortcutsDialog(self._window.menuBar(), self._window))

    def _show_about(self) -> None:
        self._messages.show(AboutDialog(self._window))


def without_checked(handler: Callable[[], object]) -> Callable[[bool], None]:
    """A handler for `triggered` without its argument."""

    def handle(_checked: bool = False) -> None:
        handler()

    return handle
