"""Painting large views one after the other where something has changed all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtWidgets import QApplication, QWidget

from arxdesk.ui.widgets.basics.deferred import Steps


class Repainting(Steps):
    """Lets views keep their pictures for a moment, then paints them again, one in every turn of the event loop.

    All of them painted in the turn that changes them take several hundredths of a second.
    """

    def __init__(self, views: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(self._paint_next, parent)
        self._views = tuple(views)
        self._waiting: deque[QWidget] = deque()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_keyboard)

    def begin(self) -> None:
        """Everything changes now. Views that wait already keep their turns, so that each is painted soon; the one with
        the keyboard, where somebody is at work, does not wait."""
        at_work = QApplication.focusWidget()
        for view in self._views:
            is_at_work = at_work is not None and view.isAncestorOf(at_work)
            if view not in self._waiting and view.isVisible() and not is_at_work:
                view.setUpdatesEnabled(False)
                self._waiting.append(view)
        self.start()

    def _follow_keyboard(self, _before: QWidget | None, at_work: QWidget | None) -> None:
        for view in tuple(self._waiting):
            if at_work is not None and view.isAncestorOf(at_work):
                self._waiting.remove(view)
                view.setUpdatesEnabled(True)

    def _paint_next(self) -> None:
        if self._waiting:
            self._waiting.popleft().setUpdatesEnabled(True)
        else:
            self.stop()
