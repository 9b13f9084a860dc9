"""A stack of pages that is sized by the visible page alone."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


class Pages(QStackedWidget):
    """A stack as small as its visible page; the others do not widen it.

    With `height` it requires at least that, and prefers no more.
    """

    def __init__(self, height: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._height = height
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return the room that the page shown needs."""
        page = self.currentWidget()
        return self._limited(page.minimumSizeHint() if page is not None else QSize())

    def sizeHint(self) -> QSize:
        """Return the room that the page shown would like."""
        page = self.currentWidget()
        return self._limited(page.sizeHint() if page is not None else QSize())

    def hasHeightForWidth(self) -> bool:
        """Return False: words on a page wrap within the given width."""
        return False

    def _limited(self, size: QSize) -> QSize:
        return size if self._height is None else QSize(size.width(), self._height)
