"""The settings dialog and its effects on the running program."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from arxdesk.core import text_size
from arxdesk.core.preferences import (
    BEGINNING,
    CORES,
    KEEP_AFTER,
    LANGUAGE,
    LOOK,
    PAGE_SIZE,
    SETTINGS,
    STILL,
    TEXT_SIZE,
    Look,
    TextSize,
)
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.settings.dialog import SettingsDialog
from arxdesk.ui import languages, motion, theme
from arxdesk.ui.languages import LanguageChoice
from arxdesk.ui.widgets.tables.paging.page_size import page_size
from arxdesk.window.actions import Actions
from arxdesk_engine.foundation.language import tr


class SettingsFlow(QObject):
    """Asks for the settings, stores them, and lets everything that reads them once know."""

    dialog_made = Signal(QDialog)
    message = Signal(str)
    language_chosen = Signal(str)
    """Another language was chosen, and stored."""

    def __init__(self, window: QWidget, session: Session, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._settings = window, session, settings
        self._use()

    def ask(self) -> None:
        """Show the dialog. A look is previewed at once, everything else takes effect with Apply."""
        dialog = SettingsDialog({each.key: self._settings.value(each) for each in SETTINGS}, self._window)
        dialog.look_tried.connect(_put_on)
        dialog.accepted.connect(partial(self._take, dialog))
        dialog.rejected.connect(self._back_to_look)
        self.dialog_made.emit(dialog)

    def choose_look(self, look: Look) -> None:
        """Apply a look and store it."""
        self._settings.store(LOOK, look)
        _put_on(look)

    def serve(self, actions: Actions) -> None:
        """Follow the actions that change a setting by themselves."""
        self._actions = actions
        actions.themes.triggered.connect(lambda action: self.choose_look(action.data()))
        for name, step in (("larger", 1), ("smaller", -1)):
            actions[name].triggered.connect(partial(self._change_text_size, step))
        actions["usual_size"].triggered.connect(partial(self.choose_text_size, "system"))
        self._tick_look()

    def choose_text_size(self, size: TextSize, *_checked: bool) -> None:
        """Store a text size, and say when it takes effect."""
        self._settings.store(TEXT_SIZE, size)
        self.message.emit(text_size.sentence(size, self._settings))

    def last_project(self) -> Path | None:
        """The project to open at the start if no file is given."""
        if self._settings.value(BEGINNING) != "last-project":
            return None
        return next((Path(project.path) for project in self._settings.recent[:1] if project.exists), None)

    def _take(self, dialog: SettingsDialog) -> None:
        values, size, language = dialog.values, self._settings.value(TEXT_SIZE), self._settings.value(LANGUAGE)
        for setting in SETTINGS:
            if values[setting.key] != self._settings.value(setting):
                self._settings.store(setting, values[setting.key])
        self._use()
        self._back_to_look()
        self._tick_look()
        if values[TEXT_SIZE.key] != size:
            self.message.emit(text_size.sentence(values[TEXT_SIZE.key], self._settings))
        if values[LANGUAGE.key] != language:
            self._change_language(values[LANGUAGE.key])

    def _change_text_size(self, step: int, *_checked: bool) -> None:
        self.choose_text_size(text_size.next_size(self._settings.value(TEXT_SIZE), step, self._settings))

    def _change_language(self, choice: LanguageChoice) -> None:
        if languages.VARIABLE in os.environ:
            self.message.emit(tr("The language is that of ARXDESK_LANGUAGE."))
            return
        if any(activity.shown for activity in self._session.jobs.running):
            self.message.emit(tr("The language changes as soon as what runs has ended."))
        self.language_chosen.emit(choice)

    def _tick_look(self) -> None:
        self._actions[self._settings.value(LOOK)].setChecked(True)

    def _use(self) -> None:
        page_size.set(self._settings.value(PAGE_SIZE))
        self._session.jobs.threads = self._settings.value(CORES) or None
        self._session.recovery.set_delay(self._settings.value(KEEP_AFTER))
        motion.set_still(_application(), still=self._settings.value(STILL))

    def _back_to_look(self) -> None:
        if theme.watcher.choice != self._settings.value(LOOK):
            _put_on(self._settings.value(LOOK))


def _put_on(look: str) -> None:
    theme.apply(_application(), cast("Look", look))


def _application() -> QApplication:
    return cast("QApplication", QApplication.instance())
