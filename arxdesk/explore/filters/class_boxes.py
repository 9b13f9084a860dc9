"""Filters by class: a check box, the mark, the words and the number of each class."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.state_mark import STATES, paint_state_mark
from arxdesk.ui.words import count, short_count
from arxdesk_engine.foundation.language import tr

_MARK = 26


class _MarkedBox(QCheckBox):
    """A check box with the mark of a state between tick and words."""

    def __init__(self, state: str) -> None:
        super().__init__()
        self._state = state
        self.show_words(tr(STATES[state][1]))

    def show_words(self, words: str) -> None:
        """Set the name of the class."""
        self.setText(" " * 7 + words)  # blanks where the mark is painted, so that it can be clicked
        self.setAccessibleName(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        paint_state_mark(painter, QRectF(_MARK, 0, 16, self.height()).center(), self._state)


class ClassBoxes(QWidget):
    """`toggled` carries the state, and whether to show it."""

    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        self.boxes: dict[str, _MarkedBox] = {}
        self._counts = {state: label("", "dense", "2") for state in STATES}
        for row, state in enumerate(STATES):
            box = self.boxes[state] = _MarkedBox(state)
            box.clicked.connect(partial(self._announce, state))
            grid.addWidget(box, row, 0)
            grid.addWidget(self._counts[state], row, 1, Qt.AlignmentFlag.AlignRight)

    def show_classes(self, shown: Mapping[str, bool]) -> None:
        """Check the shown classes."""
        for state, box in self.boxes.items():
            box.setChecked(shown[state])

    def show_counts(self, counts: Mapping[str, int], *, is_proven: bool) -> None:
        """Show the number of each class; the best one is called the optimum only if that is proven."""
        for state, number in counts.items():
            self._counts[state].setText(short_count(number))
            self._counts[state].setToolTip(count(number) if short_count(number) != count(number) else "")
            self.boxes[state].setAccessibleDescription(count(number))
        self.boxes["optimum"].show_words(tr(STATES["optimum"][1]) if is_proven else tr("Best so far"))

    def count_text(self, state: str) -> str:
        """The text beside a check box."""
        return self._counts[state].text()

    def _announce(self, state: str) -> None:
        self.toggled.emit(state, self.boxes[state].isChecked())
