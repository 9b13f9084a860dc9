"""A row of controls that goes on below where it has no room: other languages have longer words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class WrappingRow(QLayout):
    """Lays out widgets from left to right with the same spacing both ways, each as large as it wants to be."""

    def __init__(self, *widgets: QWidget, spacing: int = 8, inside: QWidget | None = None) -> None:
        super().__init__(inside)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """The number of items."""
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:
        """The item at a place, from 0; None behind the last one."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:
        """Take an item out."""
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines in pixels."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """All of it in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        between = self.spacing() * max(0, len(sizes) - 1)
        return QSize(sum(size.width() for size in sizes) + between, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The widest widget in a line of its own."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        """Place the widgets."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Place the widgets, those of a line about its middle, or only find out how high they are together."""
        x, y, high = rect.left(), rect.top(), 0
        line: list[tuple[int, QLayoutItem]] = []
        for item in self._shown():
            size = item.sizeHint()
            if line and x + size.width() > rect.left() + rect.width():
                self._place(line, y, high, rect.width() if move else 0)
                x, y, high, line = rect.left(), y + high + self.spacing(), 0, []
            line.append((x, item))
            x += size.width() + self.spacing()
            high = max(high, size.height())
        self._place(line, y, high, rect.width() if move else 0)
        return y + high - rect.top()

    @staticmethod
    def _place(line: list[tuple[int, QLayoutItem]], top: int, high: int, most: int) -> None:
        """Place the widgets of a line, each at most so wide; none where that is 0."""
        for x, item in line if most else ():
            size = item.sizeHint()
            place = QPoint(x, top + (high - size.height()) // 2)
            item.setGeometry(QRect(place, QSize(min(size.width(), most), size.height())))
