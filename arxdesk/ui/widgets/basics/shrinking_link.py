"""A link whose words end in an ellipsis where its row has no room for all of them; whole in the tooltip then."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from arxdesk.ui.widgets.basics.elided_label import fitting

_LEAST = 40


class ShrinkingLink(QPushButton):
    """Reads as a link; other languages have longer words than fit beside others. `shorter` words, if any, stand for
    them where they fit and the whole ones do not."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._hint = ""
        self.shorter = ""
        self.setAutoDefault(False)
        self.setProperty("link", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Room for the first letters is enough."""
        hint = super().minimumSizeHint()
        return QSize(min(_LEAST, hint.width()), hint.height())

    def elided(self) -> str:
        """The words as they are painted."""
        if self.width() >= self.sizeHint().width():
            return self.text()
        around = self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text())
        return fitting(self.text(), self.shorter, self.fontMetrics(), self.width() - max(0, around))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say in the tooltip what is left out; another tooltip says more than the words."""
        super().resizeEvent(event)
        if self.toolTip() in ("", self._hint):
            self._hint = "" if self.elided() == self.text() else self.text()
            self.setToolTip(self._hint)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words that fit."""
        if self.width() >= self.sizeHint().width():
            super().paintEvent(event)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.elided()
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)
