"""A small icon that only shows something: sharp at every scale, in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.icons import paint_icon

SIZE = 16


class IconMark(QWidget):
    """It has no accessible name, since the words beside it say the same."""

    def __init__(
        self,
        name: str = "",
        token: str = "text.3",  # noqa: S107 - of a colour
        size: int = SIZE,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._token, self._size = name, token, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, name: str, token: str) -> None:
        """Show an icon in the colour of a token."""
        self._icon, self._token = name, token
        self.update()

    def sizeHint(self) -> QSize:
        """Return the fixed size."""
        return QSize(self._size, self._size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon in the middle."""
        if self._icon:
            side = self._size
            place = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            paint_icon(QPainter(self), place, self._icon, theme.current().color(self._token))
