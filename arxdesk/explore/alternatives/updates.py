"""Updates from a running search or classification: not too often, and never two at a time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from arxdesk.ui.timing import Throttle

PAUSE = 500
"""Milliseconds between two updates."""


class Updates:
    """Knows whether an update is due and calls for it after a pause; one under way is waited for."""

    def __init__(self, update: Callable[[], object], is_under_way: Callable[[], bool], parent: QObject) -> None:
        self._update, self._is_under_way = update, is_under_way
        self._pause = Throttle(self.catch_up, PAUSE, parent)
        self.is_due = False
        """Whether something happened since the last update."""

    def request(self) -> None:
        """Update soon."""
        self.is_due = True
        self._pause.request()

    def begin(self) -> None:
        """Count the update that begins now: it covers everything so far."""
        self.is_due = False

    def catch_up(self) -> None:
        """Update now if one is due, or after another pause if one is under way."""
        if not self.is_due:
            return
        if self._is_under_way():
            self._pause.start()
        else:
            self._update()
