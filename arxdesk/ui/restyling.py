"""Applying a style sheet to all widgets: visible ones at once, the rest in small slices afterwards.

`QApplication.setStyleSheet` styles each widget once for every widget around it, hidden ones as well: seconds for
thousands of widgets. Here each is styled once. Code that shows something hidden calls `catch_up` before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

_SLICE = 0.012
"""Seconds of one slice: the window stays smooth meanwhile."""


class Restyling(QObject):
    """Styles widgets again after the style sheet of the application has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_finished(self) -> bool:
        """Whether nothing wears the style before."""
        return not self._waiting

    def put_on(self, app: QApplication, sheet: str) -> None:
        """Give the application another style sheet."""
        self._waiting.clear()
        self._timer.stop()
        if not app.styleSheet():
            app.setStyleSheet(sheet)
            return
        app.style().unpolish(app)  # forgets the rules of all widgets, so that Qt finds none to style again
        app.setStyleSheet(sheet)
        hidden: list[QWidget] = []
        for widget in _all_widgets(app):
            if widget.isVisible():
                _style(app, widget)
            elif widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # Qt styles the others when shown
                hidden.append(widget)
        self._waiting = hidden[::-1]
        self._go_on()  # a small window is ready at once
        if self._waiting:
            self._timer.start()

    def catch_up(self) -> None:
        """Style all waiting widgets now."""
        while self._waiting:
            self._style_next()
        self._timer.stop()

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        while self._waiting and time.perf_counter() < end:
            self._style_next()
        if not self._waiting:
            self._timer.stop()

    def _style_next(self) -> None:
        widget, app = self._waiting.pop(), QApplication.instance()
        if isValid(widget) and isinstance(app, QApplication):
            _style(app, widget)


def _all_widgets(app: QApplication) -> Iterator[QWidget]:
    """Every widget, parents first: children inherit their colours."""
    for top in app.topLevelWidgets():
        yield top
        yield from top.findChildren(QWidget)


def _style(app: QApplication, widget: QWidget) -> None:
    app.style().polish(widget)
    QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
