"""Cells as tables paint them: bands, removed records, the focused column, problems; and cells that are pictures."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arxdesk.ui import theme
from arxdesk.ui.item_roles import BAND_ROLE, CELL_ROLE, REMOVED_ROLE, SHARE_ROLE, STATE_ROLE, TONE_ROLE
from arxdesk.ui.widgets.basics.state_mark import paint_state_mark

Index = QModelIndex | QPersistentModelIndex

# tone: (colour of the text, fill or None, weight)
TONES: dict[str, tuple[str, str | None, int]] = {
    "problem": ("error", "error.soft", 600),
    "missing": ("text.removed", "bg.removed", 400),
    "strong": ("text.1", None, 600),
    "muted": ("text.3", None, 400),
    "warn": ("warn", "warn.soft", 400),
    "differs": ("text.1", "accent.soft", 400),
    "found": ("text.1", "warn.line", 600),
}


# Members of enumerations as numbers: painting asks for them by the thousand.
_SELECTED, _ENABLED = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_Enabled.value
_HAS_FOCUS, _ALTERNATE = QStyle.StateFlag.State_HasFocus.value, QStyleOptionViewItem.ViewItemFeature.Alternate.value
_ACROSS = Qt.AlignmentFlag.AlignHorizontal_Mask
_flags: dict[int | Qt.AlignmentFlag | None, int] = {}


def _text_flags(alignment: int | Qt.AlignmentFlag | None) -> int:
    """The drawing flags for an alignment of the model."""
    known = _flags.get(alignment)
    if known is None:
        side = Qt.AlignmentFlag(alignment) & _ACROSS if alignment is not None else Qt.AlignmentFlag.AlignLeft
        known = _flags[alignment] = side.value | Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value
    return known


class CellDelegate(QStyledItemDelegate):
    """Paints cells directly, which is faster than style rules and knows bands, removed rows and the focused column."""

    focused_column = -1
    ink = "text.1"  # colour token and selection of the cell being painted, for paint_content
    selected = False
    tone: str | None = None
    elide_mode = Qt.TextElideMode.ElideRight
    asks_once = False
    """Whether the model answers everything about a cell at once (CELL_ROLE): texts only, no check boxes."""
    _cell: tuple[str, int | Qt.AlignmentFlag, str | None] | None = None
    _row: tuple[int, bool, bool | None] = (-1, False, None)
    _fonts: tuple[QFont, QFont] | None = None
    _measures: tuple[QFontMetrics, QFontMetrics] | None = None

    def begin_paint(self) -> None:
        """Clear the cached row; the table calls this before every repaint."""
        self._row = (-1, False, None)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw background, content, and the outline of the current cell."""
        rect: QRect = option.rect
        state: int = option.state.value
        features: int = option.features.value
        if index.row() != self._row[0]:
            self._row = (index.row(), bool(index.data(REMOVED_ROLE)), index.data(BAND_ROLE))
        _, removed, band = self._row
        if band is None:
            band = bool(features & _ALTERNATE)
        self._cell = index.data(CELL_ROLE) if self.asks_once else None
        tone = self.tone = index.data(TONE_ROLE) if self._cell is None else self._cell[2]
        selected = bool(state & _SELECTED)
        fill = "bg.removed" if removed else "bg.band" if band else "bg.panel"
        if index.column() == self.focused_column and not removed:
            fill = "accent.soft"
        if tone in TONES:
            fill = TONES[tone][1] or fill
        if selected:
            fill = "accent.soft"
        colors = theme.current()
        painter.fillRect(rect, colors.color(fill))
        if tone == "problem":
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), colors.color("error"))
        enabled = bool(state & _ENABLED)
        ink = "text.removed" if removed else TONES[tone][0] if tone in TONES else "text.1"
        self.ink, self.selected = ink if enabled else "text.disabled", selected
        self.paint_content(painter, rect, index)
        if state & _HAS_FOCUS:
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the inside of a cell: a check box if it is checkable, and its text."""
        check = index.data(Qt.ItemDataRole.CheckStateRole) if self._cell is None else None
        inner = rect.adjusted(8, 0, -8, 0)
        if check is not None:
            text = index.data(Qt.ItemDataRole.DisplayRole)
            left = inner.left() if text else rect.left() + (rect.width() - 14) // 2
            paint_check(painter, QRectF(left, rect.top() + (rect.height() - 14) / 2, 14, 14), Qt.CheckState(check))
            inner.setLeft(left + 22)
        self.paint_text(painter, inner, index)

    def paint_text(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the cell's text with the model's alignment, cut off where the room ends."""
        known = self._cell
        value = index.data(Qt.ItemDataRole.DisplayRole) if known is None else known[0]
        if value is None:
            return
        text = value if isinstance(value, str) else str(value)
        strong = self.tone in TONES and TONES[self.tone][2] > 400
        face = self._faces()[1 if strong else 0]
        flags = _text_flags(index.data(Qt.ItemDataRole.TextAlignmentRole) if known is None else known[1])
        painter.setFont(face)
        painter.setPen(theme.current().color(self.ink))
        cut = self._metrics()[1 if strong else 0].elidedText(text, self.elide_mode, rect.width())
        painter.drawText(rect, flags, cut)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text and its padding, in a row of 24 px."""
        value = index.data(Qt.ItemDataRole.DisplayRole)
        width = self._metrics()[1].horizontalAdvance(str(value)) if value is not None else 0
        check = 22 if index.data(Qt.ItemDataRole.CheckStateRole) is not None else 0
        return QSize(width + check + 20, 24)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Toggle a checkable cell by a click anywhere in it, or by the space bar."""
        flags = index.flags()
        check = index.data(Qt.ItemDataRole.CheckStateRole)
        usable = flags & Qt.ItemFlag.ItemIsUserCheckable and flags & Qt.ItemFlag.ItemIsEnabled
        if check is None or not usable:
            return super().editorEvent(event, model, option, index)
        clicked = (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
        )
        pressed = (
            isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Space
        )
        if not clicked and not pressed:
            return False
        on = Qt.CheckState(check) == Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
        return model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)

    def _metrics(self) -> tuple[QFontMetrics, QFontMetrics]:
        if self._measures is None:
            regular, strong = self._faces()
            self._measures = (QFontMetrics(regular), QFontMetrics(strong))
        return self._measures

    def _faces(self) -> tuple[QFont, QFont]:
        if self._fonts is None:
            self._fonts = (theme.font("dense"), theme.font("dense", 600))
        return self._fonts


class NameDelegate(CellDelegate):
    """Shortens names in the middle: those of columns often begin alike, such as admission_date and admission_type."""

    elide_mode = Qt.TextElideMode.ElideMiddle


class StateMarkDelegate(CellDelegate):
    """Cells that show the mark of a lattice state (STATE_ROLE)."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the mark in the middle."""
        state = index.data(STATE_ROLE)
        if state:
            paint_state_mark(painter, QRectF(rect).center(), state)


class BarDelegate(CellDelegate):
    """Cells that show a share (SHARE_ROLE, 0 to 1) as a bar of series.1 on its track."""

    track = True

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw track and bar."""
        share = index.data(SHARE_ROLE)
        if share is None:
            return
        inner = rect.adjusted(8, (rect.height() - 10) // 2, -8, 0)
        inner.setHeight(10)
        colors = theme.current()
        if self.track:
            painter.fillRect(inner, colors.color("state.track"))
        length = max(0.0, min(1.0, float(share))) * inner.width()
        bar = QRectF(inner.left(), inner.top(), max(1.0, length) if share > 0 else 0.0, inner.height())
        painter.fillRect(bar, colors.color("series.1"))


def paint_check(painter: QPainter, rect: QRectF, state: Qt.CheckState) -> None:
    """Draw a check box as the style rules do."""
    colors = theme.current()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    on = state != Qt.CheckState.Unchecked
    painter.setPen(QPen(colors.color("accent" if on else "line.control"), 1))
    painter.setBrush(colors.color("accent" if on else "bg.control"))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if on:
        pen = QPen(colors.color("accent.text"), 1.7)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        at = rect.topLeft() + QPointF(1, 1)
        if state == Qt.CheckState.Checked:
            painter.drawPolyline([at + QPointF(2.6, 6.3), at + QPointF(5, 8.7), at + QPointF(9.6, 3.7)])
        else:
            painter.drawLine(at + QPointF(3, 6), at + QPointF(9, 6))
    painter.restore()
