"""The place of the search panel: in Explore; elsewhere during a search, or at the user's request."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from arxdesk.ui.timing import Debounce

PANEL_AFTER = 1000
"""Milliseconds before the panel opens for a search; shorter ones have nothing to watch."""
_EXPLORE = "explore"


class PanelPlace(QObject):
    """Controls the action that shows the panel. If closed automatically, it opens again in Explore."""

    def __init__(self, action: QAction, is_searching: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._action, self._is_searching = action, is_searching
        self._waits = False
        self._at = ""  # the rail is ahead: a click has already chosen the other perspective
        self.due = Debounce(partial(action.setChecked, True), PANEL_AFTER, self)

    def begin(self) -> None:
        """Note that a search starts."""
        self._waits = False
        self.due.start()

    def end(self, perspective: str) -> None:
        """Note that the search ended in a perspective."""
        self.due.stop()
        if perspective != _EXPLORE:
            self._step_aside()

    def move(self, after: str) -> None:
        """Note that another perspective comes to the front."""
        before, self._at = self._at, after
        if after == _EXPLORE and self._waits:
            self._waits = False
            self._action.setChecked(True)
        elif before == _EXPLORE != after and not self._is_searching():
            self._step_aside()

    def forget(self) -> None:
        """Reset for another project."""
        self.due.stop()
        self._waits, self._at = False, ""
        self._action.setChecked(False)

    def _step_aside(self) -> None:
        self._waits = self._action.isChecked()
        self._action.setChecked(False)
