"""A combo box of the attributes of a table, with search if there are many."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QWidget

from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.foundation.language import tr

SEARCHED = 20
"""With more attributes than this, typing any part of a name finds it."""
NARROWEST, WIDEST = 80, 200


class AttributeChoice(ChoiceBox):
    """`chosen` carries the attribute chosen by the user. Typed text that is no attribute is reset."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name or tr("Attribute"), (), parent)
        self._names: tuple[str, ...] = ()
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)

    def set_attributes(self, names: Sequence[str]) -> None:
        """Offer these attributes."""
        if tuple(names) == self._names:
            return
        self._names = tuple(names)
        self.set_options([(name, name) for name in names])
        searched = len(names) > SEARCHED
        with QSignalBlocker(self):
            self.setEditable(searched)
        if searched:
            completer = QCompleter(self.model(), self)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            self.setCompleter(completer)
            self._settle_when_left()
        self.updateGeometry()

    def set_value(self, key: str, text: str = "") -> None:
        """Show an attribute without announcing it, from the beginning of its name."""
        super().set_value(key, text)
        line = self.lineEdit()
        if line is not None:
            line.setCursorPosition(0)

    def sizeHint(self) -> QSize:
        """Room for the longest name, within limits: longer ones are shown in full in the list."""
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(name) for name in self._names), default=0) + 44
        return QSize(max(NARROWEST, min(WIDEST, widest)), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def _settle_when_left(self) -> None:
        line = self.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._settle)

    def _settle(self) -> None:
        place = self.findText(self.currentText())
        if place < 0:
            self.setEditText(self.itemText(self.currentIndex()))
        elif place != self.currentIndex():
            self.setCurrentIndex(place)
            self.chosen.emit(str(self.itemData(place)))
