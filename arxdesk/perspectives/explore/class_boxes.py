"""Which classes of transformations are shown: a tick, the mark, the words and the number of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from arxdesk.widgets.label import label
from arxdesk.widgets.state_mark import STATES, paint_state_mark
from arxdesk.words import count

_MARK = 26


class _MarkedBox(QCheckBox):
    """A check box with the mark of a state between tick and words."""

    def __init__(self, state: str) -> None:
        super().__init__(" " * 7 + STATES[state][1])  # blanks where the mark is painted, so that it can be clicked
        self._state = state
        self.setAccessibleName(STATES[state][1])

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        paint_state_mark(painter, QRectF(_MARK, 0, 16, self.height()).center(), self._state)


class ClassBoxes(QWidget):
    """`toggled` tells the state, and whether it is to be shown."""

    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        self.boxes: dict[str, QCheckBox] = {}
        self._counts = {state: label("", "dense", "2") for state in STATES}
        for row, state in enumerate(STATES):
            box = self.boxes[state] = _MarkedBox(state)
            box.clicked.connect(partial(self.toggled.emit, state))
            grid.addWidget(box, row, 0)
            grid.addWidget(self._counts[state], row, 1, Qt.AlignmentFlag.AlignRight)

    def show_classes(self, shown: Mapping[str, bool]) -> None:
        """Tick those that are shown."""
        for state, box in self.boxes.items():
            box.setChecked(shown[state])

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """How many there are of each."""
        for state, number in counts.items():
            words = count(number)
            self._counts[state].setText(words)
            self.boxes[state].setAccessibleDescription(words)

    def count_text(self, state: str) -> str:
        """The number beside a box."""
        return self._counts[state].text()
