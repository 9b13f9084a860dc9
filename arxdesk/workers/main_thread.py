"""Letting the main thread go first: whoever computes waits a moment while it answers its user."""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QObject, Qt

LONGEST_WAIT = 0.02
"""Seconds that somebody waits at a time."""
GIVE_UP_AFTER = 1.0
"""Seconds after which the main thread is not busy for its user, but in a dialog of the system, for instance."""


class MainThreadWatch(QObject):
    """Knows whether the event loop of the main thread is at work or waits for something to happen.

    Threads share the interpreter lock. The main thread gives it up with nearly every call of Qt, and a search that
    takes it each time makes one look at a table thirty times as long.
    """

    def __init__(self, dispatcher: QAbstractEventDispatcher, parent: QObject) -> None:
        super().__init__(parent)
        self._idle = threading.Event()
        self._idle.set()
        self._since = 0.0
        dispatcher.awake.connect(self._begin, Qt.ConnectionType.DirectConnection)
        dispatcher.aboutToBlock.connect(self._idle.set, Qt.ConnectionType.DirectConnection)

    def give_way(self) -> None:
        """Wait a moment where the main thread is at work. Called from any other thread."""
        if not self._idle.is_set() and time.perf_counter() - self._since < GIVE_UP_AFTER:
            self._idle.wait(LONGEST_WAIT)

    def _begin(self) -> None:
        if self._idle.is_set():
            self._since = time.perf_counter()
            self._idle.clear()


def main_thread_watch() -> MainThreadWatch | None:
    """The one of this application; None where the main thread has no event loop. Called from the main thread."""
    application, dispatcher = QCoreApplication.instance(), QAbstractEventDispatcher.instance()
    if application is None or dispatcher is None:
        return None
    known = application.findChild(MainThreadWatch, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return known if known is not None else MainThreadWatch(dispatcher, application)
