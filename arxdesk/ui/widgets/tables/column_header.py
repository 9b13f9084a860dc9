"""The two-line header of a table of records: role chip and name, and a caption below."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPen, QPolygon
from PySide6.QtWidgets import QHeaderView, QToolTip, QWidget

from arxdesk.ui import theme
from arxdesk.ui.item_roles import CAPTION_ROLE, ROLE_ROLE
from arxdesk.ui.widgets.tables.role_chip import HEIGHT, ROLES, WIDTH, paint_role_chip
from arxdesk_engine.foundation.language import tr

PADDING = 8


class ColumnHeader(QHeaderView):
    """A horizontal header with chips, captions and one focused section; `focused_section_requested` on a click."""

    focused_section_requested = Signal(int)

    def __init__(self, two_lines: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._two_lines = two_lines
        self._focused = -1
        self._own_selection: QItemSelectionModel | None = None
        self._name_font = theme.font("dense", 600)
        self._caption_font = theme.font("caption")
        self.setFont(self._name_font)
        self.setAccessibleName(tr("Column headers"))
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setResizeContentsPrecision(0)
        self.setMinimumSectionSize(28)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.sectionClicked.connect(self.focused_section_requested)

    @property
    def focused_section(self) -> int:
        """The section tinted as the one in focus, or -1."""
        return self._focused

    @focused_section.setter
    def focused_section(self, section: int) -> None:
        if section != self._focused:
            self._focused = section
            self.viewport().update()

    def setSelectionModel(self, _selection: QItemSelectionModel) -> None:
        """Install a selection model of its own: with the table's, "select all" asks every cell for its flags."""
        previous = self._own_selection
        self._own_selection = QItemSelectionModel(self.model(), self)
        super().setSelectionModel(self._own_selection)
        if previous is not None:
            previous.deleteLater()

    def sizeHint(self) -> QSize:
        """Return the fixed height, two lines or one."""
        return QSize(self.length(), 44 if self._two_lines else 24)  # the base would measure hundreds of sections

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the room for chip, name and caption."""
        name, role, _caption = self._content(section)
        sorted_by = 14 if self._is_sorted(section) else 0
        first = QFontMetrics(self._name_font).horizontalAdvance(name) + (WIDTH + 6 if role else 0) + sorted_by
        second = self._caption_width(section) if self._two_lines else 0
        return QSize(max(first, second) + 2 * PADDING + 2, self.sizeHint().height())

    def widen(self, section: int, width: int) -> None:
        """Give a section a width, or the one that its words take where they are longer."""
        self.resizeSection(section, max(width, self.sectionSizeFromContents(section).width()))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw a section."""
        if not rect.isValid():
            return
        colors = theme.current()
        focused = section == self._focused
        painter.save()
        painter.fillRect(rect, colors.color("accent.soft" if focused else "bg.sunken"))
        painter.setPen(QPen(colors.color("line.grid"), 1))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(QPen(colors.color("line.pane"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if focused:
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), colors.color("accent"))
        self._paint_words(painter, rect.adjusted(PADDING, 0, -PADDING - 1, 0), section, focused)
        painter.restore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the whole name as a tooltip if it is elided and the model has no tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            section = self.logicalIndexAt(event.pos())
            if section >= 0:
                name, role, caption = self._content(section)
                words = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.ToolTipRole)
                parts = [str(words)] if words else [name, ROLES[role][2] if role else "", caption]
                QToolTip.showText(event.globalPos(), "\n".join(part for part in parts if part), self.viewport())
                return True
        return super().viewportEvent(event)

    def _paint_words(self, painter: QPainter, rect: QRect, section: int, focused: bool) -> None:
        colors = theme.current()
        name, role, caption = self._content(section)
        right = bool(self._alignment(section) & Qt.AlignmentFlag.AlignRight)
        sorted_by = self._is_sorted(section)
        two = self._two_lines and bool(caption)
        line = QRect(rect.left(), rect.top() + (5 if two else 0), rect.width(), 20 if two else rect.height())
        chip, arrow = (WIDTH + 6 if role else 0), (14 if sorted_by else 0)
        metrics = QFontMetrics(self._name_font)
        shown = metrics.elidedText(name, self.textElideMode(), max(0, line.width() - chip - arrow))
        width = metrics.horizontalAdvance(shown)
        left = line.right() + 1 - chip - width - arrow if right else line.left()
        if role:
            top = line.top() + (line.height() - HEIGHT) / 2
            paint_role_chip(painter, QRectF(left, top, WIDTH, HEIGHT), role)
        painter.setFont(self._name_font)
        strong = (
            "accent" if sorted_by or (focused and not self._two_lines) else "text.1" if self._two_lines else "text.2"
        )
        painter.setPen(colors.color(strong))
        painter.drawText(QRect(left + chip, line.top(), width + 2, line.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        if sorted_by:
            tip = QPoint(left + chip + width + 9, line.center().y() + 1)
            self._paint_arrow(painter, tip, "accent", ascending=self._ascends(section))
        if two:
            room = rect.width() - self._caption_end(section)
            below = QRect(rect.left(), rect.top() + 24, room, 16)
            painter.setFont(self._caption_font)
            painter.setPen(colors.color("text.2" if focused else "text.3"))
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            cut = QFontMetrics(self._caption_font).elidedText(caption, self.textElideMode(), below.width())
            painter.drawText(below, side | Qt.AlignmentFlag.AlignVCenter, cut)

    def _paint_arrow(self, painter: QPainter, tip: QPoint, token: str, *, ascending: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().color(token))
        way = -1 if ascending else 1
        corners = [QPoint(tip.x(), tip.y() + 4 * way), QPoint(tip.x() - 5, tip.y() - 4 * way)]
        painter.drawPolygon(QPolygon([*corners, QPoint(tip.x() + 5, tip.y() - 4 * way)]))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _caption_width(self, section: int) -> int:
        return QFontMetrics(self._caption_font).horizontalAdvance(self._content(section)[2])

    def _caption_end(self, section: int) -> int:  # noqa: ARG002 - headers that sort may need room here
        return 0

    def _ascends(self, section: int) -> bool:  # noqa: ARG002 - all sections have one indicator
        return self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder

    def _is_sorted(self, section: int) -> bool:
        return self.isSortIndicatorShown() and self.sortIndicatorSection() == section

    def _alignment(self, section: int) -> Qt.AlignmentFlag:
        found = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.TextAlignmentRole)
        return Qt.AlignmentFlag(found) if found is not None else self.defaultAlignment()

    def _content(self, section: int) -> tuple[str, str | None, str]:
        model = self.model()
        name = model.headerData(section, self.orientation(), Qt.ItemDataRole.DisplayRole)
        role = model.headerData(section, self.orientation(), ROLE_ROLE)
        caption = model.headerData(section, self.orientation(), CAPTION_ROLE)
        return ("" if name is None else str(name)), role, ("" if caption is None else str(caption))
