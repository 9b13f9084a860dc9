"""The values of a column in an order that is changed by dragging, by buttons, or by keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr, tr_n


class _List(QListWidget):
    moved = Signal()
    wanted = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the current value with Alt and the arrows."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.wanted.emit(step)
        else:
            super().keyPressEvent(event)


class ValueList(QWidget):
    """A list with Move up and Move down; `reordered` announces that `values` stand in another order."""

    reordered = Signal()

    def __init__(self, name: str, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most
        self.list = _List()
        self.list.setAccessibleName(name)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setUniformItemSizes(True)
        self.list.setAlternatingRowColors(True)
        self.list.setFont(theme.font("dense"))
        self.list.setSpacing(1)
        self.up_button = dense_button(tr("Move up"), "arrow-up")
        self.down_button = dense_button(tr("Move down"), "arrow-down")
        self.up_button.setToolTip(tr("Move up (Alt+Up)"))
        self.down_button.setToolTip(tr("Move down (Alt+Down)"))
        self.note = paragraph("", "caption", "2")
        buttons = layouts.row(self.up_button, self.down_button, layouts.STRETCH, spacing=8)
        layouts.column((self.list, 1), self.note, buttons, spacing=8, inside=self)
        self.up_button.clicked.connect(lambda: self.move_current(-1))
        self.down_button.clicked.connect(lambda: self.move_current(1))
        self.list.wanted.connect(self.move_current)
        self.list.model().rowsMoved.connect(self.reordered)
        self.list.currentRowChanged.connect(self._refresh_buttons)

    @property
    def values(self) -> list[str]:
        """The values as they stand."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def set_values(self, values: Sequence[str]) -> None:
        """Show values; more than can be ordered by hand are truncated, and cannot be moved."""
        shown = list(values[: self._most])
        if shown != self.values:
            self.list.clear()
            self.list.addItems(shown)
        self.can_move = len(values) <= self._most
        mode = QAbstractItemView.DragDropMode
        self.list.setDragDropMode(mode.InternalMove if self.can_move else mode.NoDragDrop)
        few = tr_n(
            len(values),
            "The first {most} of {n} values; too many to order by hand.",
            "The first {most} of {n} values; too many to order by hand.",
            most=count(self._most),
        )
        self.note.setText("" if self.can_move else few)
        self.note.setVisible(not self.can_move)
        self._refresh_buttons()

    def move_current(self, step: int) -> None:
        """Move the current value up (-1) or down (1)."""
        row = self.list.currentRow()
        target = row + step
        if not self.can_move or row < 0 or not 0 <= target < self.list.count():
            return
        item = self.list.takeItem(row)
        self.list.insertItem(target, item)
        self.list.setCurrentRow(target)
        self.reordered.emit()

    def _refresh_buttons(self, *_row: int) -> None:
        row = self.list.currentRow()
        self.up_button.setEnabled(self.can_move and row > 0)
        self.down_button.setEnabled(self.can_move and 0 <= row < self.list.count() - 1)

    can_move = True
