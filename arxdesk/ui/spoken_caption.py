"""Accessibility: the label of a combo box.

On Linux Qt gives readers the chosen text as the name of a combo box, and leaves what it is for to the label beside it
(`QAccessibleComboBox::text`). Boxes named in code alone get a label that nobody sees.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QComboBox, QLabel, QSplitter, QWidget


class SpokenCaption(QLabel):
    """Says the accessible name of a box, beside it wherever it is put."""

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box.accessibleName(), _place_of(box))
        self.hide()
        self.setBuddy(box)
        self._box = box
        box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the box, and follow its name."""
        if watched is self._box:
            if event.type() == QEvent.Type.ParentChange:
                self.setParent(_place_of(self._box))
            elif event.type() == QEvent.Type.FocusIn:
                self.setText(self._box.accessibleName())
        return super().eventFilter(watched, event)


def caption(box: QComboBox) -> None:
    """Give a box its label, unless a label in sight names it."""
    beside = _place_of(box).children()
    if box.accessibleName() and not any(isinstance(each, QLabel) and each.buddy() is box for each in beside):
        SpokenCaption(box)


def _place_of(box: QComboBox) -> QWidget:
    """Where Qt looks for labels; while there is no such place, the box itself."""
    around = box.parentWidget()
    return box if around is None or isinstance(around, QSplitter) else around
