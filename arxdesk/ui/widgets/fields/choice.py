"""One of several options in a combo box, which shortens what has no room instead of cutting it off."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

_PADDING = 4


class ElidingBox(QComboBox):
    """A combo box whose words end in an ellipsis: the style would cut them off in the middle of a letter."""

    @property
    def shown_text(self) -> str:
        """The current option as it is painted; the words in its place where there is none."""
        room = self.width() - self._around()
        words = self.placeholderText() if self.currentIndex() < 0 else self.currentText()
        return self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)

    def width_for(self, words: str) -> int:
        """The width in pixels in which words are not shortened."""
        return self.fontMetrics().horizontalAdvance(words) + self._around() + 1

    def _around(self) -> int:
        """The pixels beside the words: frame, arrow and padding."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        return option.rect.width() - field.width() + _PADDING

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box with the text that fits."""
        if self.isEditable():
            super().paintEvent(event)
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        painter = QStylePainter(self)
        if self.currentIndex() < 0:
            faint = option.palette.placeholderText()
            option.palette.setBrush(QPalette.ColorRole.ButtonText, faint)
            option.palette.setBrush(QPalette.ColorRole.Text, faint)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class ChoiceBox(ElidingBox):
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

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only while focused."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _announce(self, place: int) -> None:
        self.chosen.emit(str(self.itemData(place)))
