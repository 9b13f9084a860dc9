"""Doing something later: once it is quiet, at most so often, or when a view is seen. No view makes its own way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget


class Debounce(QTimer):
    """Calls a function once nobody has called `start` any more for so many milliseconds.

    For what follows from typing and dragging: every `start` begins the wait anew, and the last one counts. With 0
    milliseconds all that happens in one turn of the event loop is followed by one call in the next. `stop` drops the
    call; `isActive` tells that one is to come.
    """

    def __init__(self, call: Callable[[], object], milliseconds: int, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(milliseconds)
        self.timeout.connect(call)


class Throttle(Debounce):
    """Calls a function at most once in so many milliseconds, however often `request` is called.

    For what follows from a stream, such as the progress of a search: the wait is not begun anew, so that something is
    to be seen while the stream goes on. The first call waits as well, and takes all that comes in the meantime along.
    """

    def request(self) -> None:
        """Have the function called, unless it is about to be."""
        if not self.isActive():
            self.start()


class WhenVisible:
    """Refreshes a widget only while it is visible; a hidden one sleeps and catches up when it is shown.

    The widget asks with `request` and calls `wake` in its `showEvent`. One that drops unfinished work in its
    `hideEvent` calls `postpone`, so that the work is begun again.
    """

    def __init__(self, widget: QWidget, refresh: Callable[[], object]) -> None:
        self._widget, self._refresh = widget, refresh
        self.is_stale = True
        """Whether a refresh is still to come."""

    def request(self) -> None:
        """Refresh now, or when the widget is shown next."""
        self.is_stale = True
        if self._widget.isVisible():
            self._run()

    def wake(self) -> None:
        """Catch up, now that the widget is shown."""
        if self.is_stale:
            self._run()

    def postpone(self) -> None:
        """Refresh again when the widget is shown next."""
        self.is_stale = True

    def _run(self) -> None:
        self.is_stale = False
        self._refresh()
