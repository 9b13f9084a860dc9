"""Cells that show the role of an attribute: its chip and its name."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from arxdesk.ui.item_roles import ROLE_ROLE
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index
from arxdesk.ui.widgets.tables.role_chip import HEIGHT, WIDTH, paint_role_chip


class RoleDelegate(CellDelegate):
    """Draws the chip (ROLE_ROLE) before the text."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The room of the text and of the chip before it."""
        hint = super().sizeHint(option, index)
        return QSize(hint.width() + (WIDTH + 6 if index.data(ROLE_ROLE) else 0), hint.height())

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw chip and text."""
        role = index.data(ROLE_ROLE)
        if role:
            paint_role_chip(
                painter, QRectF(rect.left() + 8, rect.top() + (rect.height() - HEIGHT) / 2, WIDTH, HEIGHT), role
            )
        self.paint_text(painter, rect.adjusted(8 + WIDTH + 6, 0, -8, 0), index)
