"""One of several options in a combo box."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

_PADDING = 4


class ChoiceBox(QComboBox):
    """Options with keys; `chosen` carries the key chosen by the user. The wheel scrolls the page until the box has
    the focus.

    A current option that is not offered (a setting that no longer fits) stays visible.
    """

    chosen = Signal(str)

    def __init__(self, name: str, options: Iterable[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_options(options)
        self.activated.connect(self._announce)

    @property
    def value(self) -> str:
        """The key of the option shown, or ""."""
        return str(self.currentData() or "")

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all options."""
        return tuple(str(self.itemData(place)) for place in range(self.count()))

    def set_options(self, options: Iterable[tuple[str, str]]) -> None:
        """Offer other options without a signal; the current one stays."""
        wanted, shown = list(options), self.value
        if [(str(self.itemData(place)), self.itemText(place)) for place in range(self.count())] == wanted:
            return
        with QSignalBlocker(self):
            self.clear()
            for key, text in wanted:
                self.addItem(text, key)
            self.setCurrentIndex(self.findData(shown))
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)

    def set_value(self, key: str, text: str = "") -> None:
        """Show an option without announcing it; one that is not offered is added as `text`."""
        with QSignalBlocker(self):
            if self.findData(key) < 0 and key:
                self.addItem(text or key, key)
            self.setCurrentIndex(self.findData(key))
        self.setToolTip(self.currentText())

    @property
    def shown_text(self) -> str:
        """The current option, elided: the style would cut it off in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - _PADDING
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box with the text that fits."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only while focused."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _announce(self, place: int) -> None:
        self.chosen.emit(str(self.itemData(place)))
