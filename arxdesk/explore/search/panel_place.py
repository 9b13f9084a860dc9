"""When the panel of the search is there: in Explore; elsewhere while a search runs, or where somebody asked for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from arxdesk.ui.timing import Debounce

PANEL_AFTER = 1000
"""Milliseconds a search takes until its panel opens: for less there is nothing to look at."""
_EXPLORE = "explore"


class PanelPlace(QObject):
    """Checks the action that shows the panel. What it has closed by itself it opens again in Explore."""

    def __init__(self, action: QAction, is_searching: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._action, self._is_searching = action, is_searching
        self._waits = False
        self._at = ""  # the rail is ahead of us: a click has chosen the other perspective already
        self.due = Debounce(partial(action.setChecked, True), PANEL_AFTER, self)

    def begin(self) -> None:
        """A search begins."""
        self._waits = False
        self.due.start()

    def end(self, perspective: str) -> None:
        """It is over, while a perspective is shown."""
        self.due.stop()
        if perspective != _EXPLORE:
            self._step_aside()

    def move(self, after: str) -> None:
        """Another perspective comes to the front."""
        before, self._at = self._at, after
        if after == _EXPLORE and self._waits:
            self._waits = False
            self._action.setChecked(True)
        elif before == _EXPLORE != after and not self._is_searching():
            self._step_aside()

    def forget(self) -> None:
        """The project goes."""
        self.due.stop()
        self._waits, self._at = False, ""
        self._action.setChecked(False)

    def _step_aside(self) -> None:
        self._waits = self._action.isChecked()
        self._action.setChecked(False)
