"""Row numbers with a check box each, and the one in the corner that stands for all of them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.cells import paint_check
from arxdesk.ui.widgets.tables.row_header import RowHeader
from arxdesk_engine.foundation.language import tr

_ROOM, _SIZE, _PADDING = 30, 14, 9


class TickHeader(RowHeader):
    """A click on the box of a row asks to tick it or to clear it; a click on the number selects the row."""

    tick_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed = -1
        self._longest = ""

    def set_longest(self, number: str) -> None:
        """The longest number that any row can have: the base would measure hundreds of rows to find it."""
        self._longest = number

    def sizeHint(self) -> QSize:
        """Room for the box and the number."""
        width = self.fontMetrics().horizontalAdvance(self._longest) + 2 * _PADDING
        return QSize(width + (_ROOM if self._state(0) is not None else 0), self.length())

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw the number, and the box at its left."""
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        state = self._state(section)
        if state is not None:
            paint_check(painter, QRectF(rect.left() + 9, rect.top() + (rect.height() - _SIZE) / 2, _SIZE, _SIZE), state)
            painter.setPen(QPen(theme.current().color("line.grid"), 1))
            painter.drawLine(rect.left() + _ROOM, rect.top(), rect.left() + _ROOM, rect.bottom())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the box that is pressed."""
        self._pressed = self._box_at(event.position().toPoint()) if event.button() == Qt.MouseButton.LeftButton else -1
        if self._pressed < 0:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select nothing while a box is pressed."""
        if self._pressed < 0:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the tick of the box that was pressed and is still under the pointer."""
        pressed, self._pressed = self._pressed, -1
        if pressed < 0:
            super().mouseReleaseEvent(event)
        elif pressed == self._box_at(event.position().toPoint()):
            self.tick_requested.emit(pressed)

    def _box_at(self, place: QPoint) -> int:
        row = self.logicalIndexAt(place)
        return row if row >= 0 and place.x() < _ROOM and self.isEnabled() and self._state(row) is not None else -1

    def _state(self, section: int) -> Qt.CheckState | None:
        model = self.model()
        if model is None or section < 0 or section >= model.rowCount():
            return None
        state = model.headerData(section, Qt.Orientation.Vertical, Qt.ItemDataRole.CheckStateRole)
        return None if state is None else Qt.CheckState(state)


class CornerTick(QAbstractButton):
    """The box above the boxes: ticked, clear, or a dash where only some rows are ticked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = Qt.CheckState.Checked
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("All records shown"))
        self.setToolTip(tr("Tick all records shown, or clear them"))
        theme.watcher.changed.connect(self.update)

    def set_state(self, state: bool | None) -> None:
        """All, none, or (None) only some rows are ticked."""
        states = Qt.CheckState
        self.state = states.PartiallyChecked if state is None else states.Checked if state else states.Unchecked
        words = {
            states.Checked: tr("all ticked"),
            states.Unchecked: tr("none ticked"),
            states.PartiallyChecked: tr("some ticked"),
        }
        self.setAccessibleDescription(words[self.state])
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the corner of the table with the box."""
        colors, painter = theme.current(), QPainter(self)
        painter.fillRect(self.rect(), colors.color("bg.sunken"))
        box = QRectF(9, (self.height() - _SIZE) / 2, _SIZE, _SIZE)
        paint_check(painter, box, self.state)
        painter.setPen(QPen(colors.color("line.grid"), 1))
        painter.drawLine(_ROOM, 0, _ROOM, self.height())
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        painter.setPen(QPen(colors.color("line.pane"), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        if self.hasFocus():
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 4, 4)
