"""Doing something later: once it is quiet, or at most so often. The only two ways, so that no view makes its own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


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
