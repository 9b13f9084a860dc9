"""Doing something later: once it is quiet, at most so often, or when a view is seen. No view makes its own way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget


class Debounce(QTimer):
    """Calls a function this many milliseconds after the last call of `start`.

    For the consequences of typing and dragging: every `start` restarts the wait, and the last one counts. With 0
    milliseconds all requests in one turn of the event loop lead to one call in the next. `stop` drops the
    call; `isActive` tells whether one is pending.
    """

    def __init__(self, call: Callable[[], object], milliseconds: int, parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(milliseconds)
        self.timeout.connect(call)


class Throttle(Debounce):
    """Calls a function at most once in this many milliseconds, however often `request` is called.

    For the consequences of a stream, such as the progress of a search: the wait is not restarted, so that the view is
    updated while the stream goes on. The first call waits as well, and covers all requests in the meantime.
    """

    def request(self) -> None:
        """Have the function called, unless it is about to be."""
        if not self.isActive():
            self.start()


class WhenVisible:
    """Refreshes a widget only while it is visible; a hidden one sleeps and is refreshed when it is shown.

    The widget asks with `request` and calls `wake` in its `showEvent`. One that drops unfinished work in its
    `hideEvent` calls `postpone`, so that the work is started again.
    """

    def __init__(self, widget: QWidget, refresh: Callable[[], object]) -> None:
        self._widget, self._refresh = widget, refresh
        self.is_stale = True
        """Whether a refresh is still to come."""

    def request(self) -> None:
        """Refresh now, or when the widget is shown."""
        self.is_stale = True
        if self._widget.isVisible():
            self._run()

    def wake(self) -> None:
        """Refresh the widget now that it is shown, if requested."""
        if self.is_stale:
            self._run()

    def postpone(self) -> None:
        """Refresh again when the widget is shown."""
        self.is_stale = True

    def _run(self) -> None:
        self.is_stale = False
        self._refresh()
