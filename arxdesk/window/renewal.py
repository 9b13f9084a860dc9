"""Another language without a restart: the window is made anew over the same session, so that no work is lost."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from arxdesk.core.settings import Settings
from arxdesk.help.window import end_help, show_help, shown_help
from arxdesk.ui import languages
from arxdesk.ui.languages import LanguageChoice
from arxdesk.window.window import MainWindow

LOOK_MILLISECONDS = 50


class Renewal(QObject):
    """Holds the window, and replaces it where another language was chosen.

    It waits until no dialog is open and no work runs that the window shows: searches, exports and saving tell the
    window how they go.
    """

    renewed = Signal(MainWindow)
    """The new window; the one before is about to go."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(QApplication.instance())
        self.window, self._settings = window, settings
        self._choice: LanguageChoice = "system"
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MILLISECONDS)
        self._timer.timeout.connect(self._renew_when_free)
        self._follow()

    def _follow(self) -> None:
        self.window.flows.settings.language_chosen.connect(self._wait_for)

    def _wait_for(self, choice: LanguageChoice) -> None:
        self._choice = choice
        self._timer.start()

    def _renew_when_free(self) -> None:
        is_shown = any(activity.shown for activity in self.window.session.jobs.running)
        if is_shown or self.window.dialog is not None or QApplication.activeModalWidget() is not None:
            return
        self._timer.stop()
        if self.window.isVisible():
            self._renew()

    def _renew(self) -> None:
        old = self.window
        help_window = shown_help()
        page = help_window.topic if help_window is not None and help_window.isVisible() else None
        end_help()
        old.setUpdatesEnabled(False)
        perspective, has_panel = old.rail.current, old.actions_by_name["panel"].isChecked()
        old.workspace.close_document()
        languages.begin(self._choice)
        self.window = MainWindow(self._settings, old.session)
        self.window.panel.runs.take_over(old.panel.runs)
        if self.window.document is not None:
            self.window.show_perspective(perspective)
            self.window.actions_by_name["panel"].setChecked(has_panel)
        self.window.setGeometry(old.geometry())
        self.window.setWindowState(old.windowState())
        self._follow()
        self.renewed.emit(self.window)
        self.window.show()
        old.hide()
        old.deleteLater()
        if page is not None:
            show_help("#".join(page))
