"""A header by which a table is sorted: an arrow under the pointer, in the column in focus and where it is sorted.

The arrow stands beside the caption, so that the name keeps its line even in a narrow column.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPolygon
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.column_header import PADDING, ColumnHeader

_ZONE = 20
_GRIP = 4


class SortableHeader(ColumnHeader):
    """`sort_requested` on a click on an arrow, True with Shift held: one more key. Elsewhere a click means focus."""

    sort_requested = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None, *, two_lines: bool = True, offers_focus: bool = True) -> None:
        """`offers_focus`: the column in focus has an arrow without being pointed at."""
        super().__init__(two_lines, parent)
        self._top = 22 if two_lines else 2
        self._keys: dict[int, tuple[int, bool]] = {}
        self._offers_focus = offers_focus
        self._hovered = -1
        self._pressed = -1
        self.setMouseTracking(True)

    def set_keys(self, keys: Sequence[tuple[int, bool]]) -> None:
        """Show by which sections the table is sorted, the most important first: (section, ascending)."""
        self._keys = {section: (place, ascending) for place, (section, ascending) in enumerate(keys, 1)}
        self.viewport().update()

    def arrow_rect(self, section: int) -> QRect:
        """The clickable rectangle of the arrow of a section."""
        right = self.sectionViewportPosition(section) + self.sectionSize(section) - _GRIP
        return QRect(right - _ZONE, self._top, _ZONE, 20)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Room for the arrow as well, which any section may have."""
        size, caption = super().sectionSizeFromContents(section), self._caption_width(section)
        return QSize(max(size.width(), caption + _ZONE + _GRIP + PADDING + 4), size.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the arrow that is pressed."""
        self._pressed = (
            self._arrow_at(event.position().toPoint()) if event.button() == Qt.MouseButton.LeftButton else -1
        )
        if self._pressed < 0:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Request sorting if the pointer is still over the pressed arrow."""
        pressed, self._pressed = self._pressed, -1
        if pressed < 0:
            super().mouseReleaseEvent(event)
        elif pressed == self._arrow_at(event.position().toPoint()):
            self.sort_requested.emit(pressed, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the arrow of the section under the pointer."""
        if self._pressed < 0:
            super().mouseMoveEvent(event)
            self._hover(self.logicalIndexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """No section is under the pointer."""
        super().leaveEvent(event)
        self._hover(-1)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw the section, and its arrow over the end of it."""
        super().paintSection(painter, rect, section)
        if not rect.isValid() or not self._has_arrow(section):
            return
        key = self._keys.get(section)
        colors = theme.current()
        painter.save()
        place = QRect(rect.right() - _GRIP - _ZONE, rect.top() + self._top, _ZONE + _GRIP, 20)
        painter.fillRect(place, colors.color("accent.soft" if section == self._focused else "bg.sunken"))
        several = len(self._keys) > 1 and key is not None
        tip = QPoint(place.left() + (6 if several else 10), place.center().y() + 1)
        ascending = key is None or key[1]
        token = "accent" if key is not None else "text.3" if section == self._hovered else "line.control"
        if key is None:  # a way to sort, and no sign that it is sorted
            self._paint_both_arrows(painter, tip, token)
        else:
            self._paint_arrow(painter, tip, token, ascending=ascending)
        if several and key is not None:
            painter.setFont(theme.font("chip"))
            painter.setPen(colors.color("accent"))
            painter.drawText(place.adjusted(13, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, str(key[0]))
        painter.restore()

    def _paint_both_arrows(self, painter: QPainter, tip: QPoint, token: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().color(token))
        for way in (-1, 1):
            base, point = tip.y() + 2 * way, tip.y() + 6 * way
            painter.drawPolygon(
                QPolygon([QPoint(tip.x(), point), QPoint(tip.x() - 4, base), QPoint(tip.x() + 4, base)])
            )
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_words(self, painter: QPainter, rect: QRect, section: int, focused: bool) -> None:
        """In one line, the name ends before the arrow."""
        room = _ZONE if not self._two_lines and self._has_arrow(section) else 0
        super()._paint_words(painter, rect.adjusted(0, 0, -room, 0), section, focused)

    def _has_arrow(self, section: int) -> bool:
        return section in self._keys or section == self._hovered or self._offers(section)

    def _offers(self, section: int) -> bool:
        return self._offers_focus and section == self._focused

    def _is_sorted(self, section: int) -> bool:  # noqa: ARG002 - the arrows here are painted at the end of a section
        return False

    def _caption_end(self, section: int) -> int:
        """The width reserved for the arrow at the end of a section."""
        return _ZONE - PADDING + _GRIP if section in self._keys or self._offers(section) else 0

    def _arrow_at(self, place: QPoint) -> int:
        section = self.logicalIndexAt(place)
        return section if section >= 0 and self.arrow_rect(section).contains(place) else -1

    def _hover(self, section: int) -> None:
        if section != self._hovered:
            self._hovered = section
            self.viewport().update()
