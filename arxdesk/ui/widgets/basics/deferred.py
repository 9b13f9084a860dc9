"""Widgets made and deleted later, one after the other, so that the window responds in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

Made_co = TypeVar("Made_co", bound=QWidget, covariant=True)


TURN_MILLISECONDS = 10
"""Pause between two turns, so that new widgets are laid out and painted in a turn of their own."""


class Deferred(QFrame, Generic[Made_co]):
    """The placeholder of a widget that is made on demand, at the latest in its turn.

    It is put into its place in a turn after the one that makes it. Parts of a slow widget are made by `prepare`, each
    in a turn before. All belong to the placeholder from then on: a tree of widgets that nobody has is garbage, which
    Python takes apart in any order, and some orders destroy a widget twice.
    """

    def __init__(
        self, make: Callable[[], Made_co], parent: QWidget | None = None, prepare: Sequence[Callable[[], object]] = ()
    ) -> None:
        super().__init__(parent)
        self._prepare = list(prepare)
        self.setProperty("layer", "panel")
        self._make = make
        self._made: Made_co | None = None
        self._is_placed = False
        self._inside = QVBoxLayout(self)
        self._inside.setContentsMargins(0, 0, 0, 0)

    @property
    def is_made(self) -> bool:
        """Whether the widget is made, and in its place."""
        return self._is_placed

    def get_ready(self) -> bool:
        """Prepare parts of the widget, or make it; False once nothing is left but to put it into its place."""
        if self._made is not None:
            return False
        if self._prepare:
            part = self._prepare.pop(0)()
            if isinstance(part, QWidget):
                part.setParent(self)
        else:
            self._made = self._make()
            self._made.setParent(self)
            self._made.hide()
        return True

    @property
    def widget(self) -> Made_co:
        """The widget, made and put into its place now where it is not there yet."""
        if self._made is None:
            self._made = self._make()
        if not self._is_placed:
            self._is_placed = True
            self._inside.addWidget(self._made)
            self._made.show()  # the layout would do that only later
        return self._made


class Steps(QTimer):
    """Runs steps one after the other once it is started, each in a turn of its own.

    Several of them alternate: steps of two of them never share a turn.
    """

    _last_end = 0.0  # of all of them

    def __init__(self, step: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._step = step
        self.setInterval(TURN_MILLISECONDS)
        self.timeout.connect(self._take_turn)

    def _take_turn(self) -> None:
        if time.perf_counter() - Steps._last_end < TURN_MILLISECONDS / 2000:
            return
        self._step()
        Steps._last_end = time.perf_counter()


def run_in_turns(steps: Sequence[Callable[[], object]], owner: QObject) -> None:
    """Run steps one after the other, each in a turn of its own, as long as the owner lives."""
    waiting = list(steps)

    def run_next() -> None:
        step = waiting.pop(0)
        if not waiting:
            turns.stop()
            turns.deleteLater()
        step()

    turns = Steps(run_next, owner)
    turns.start()


class Turns(Steps):
    """Makes deferred widgets, one in every turn of the event loop. The order is kept: the keyboard goes by it, too."""

    finished = Signal()

    def __init__(self, parts: Sequence[Deferred[QWidget]], parent: QWidget) -> None:
        super().__init__(self._make_next, parent)
        self._waiting = list(parts)
        self.start()

    def insert(self, parts: Sequence[Deferred[QWidget]]) -> None:
        """Run these steps next."""
        self._waiting[:0] = parts

    def reach(self, part: Deferred[Made_co]) -> Made_co:
        """The widget of a part, made now with all that come before it."""
        while not part.is_made and self._waiting:
            self._make_next()
        return part.widget

    def _make_next(self) -> None:
        if self._waiting and not self._waiting[0].get_ready():
            _made = self._waiting.pop(0).widget
        if not self._waiting:
            self.stop()
            self.finished.emit()


class Departures(Steps):
    """Deletes what nobody sees any more, one thing in every turn: the views of a document are thousands of widgets."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(self._delete_next, parent)
        self._waiting: list[QObject] = []

    def add(self, leaving: QObject) -> None:
        """Delete this after all that were added before; its timers end now, as what it shows may go earlier."""
        for timer in leaving.findChildren(QTimer):
            timer.stop()
        self._waiting.append(leaving)
        self.start()

    def _delete_next(self) -> None:
        self._waiting.pop(0).deleteLater()
        if not self._waiting:
            self.stop()
