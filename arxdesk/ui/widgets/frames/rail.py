"""The slim rail at the left: one item per perspective, with a badge where something needs attention."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolBar, QWidget

from arxdesk.ui import theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import tr

WIDTH, ITEM = 72, 60


class RailItem(QAbstractButton):
    """Icon above its words; when chosen a card with an accent bar at the window's edge."""

    spoken_role = Role.RadioButton

    badge_pressed = Signal()

    def __init__(self, text: str, icon_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self._icon = icon_name
        self._badge = 0
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def badge(self) -> int:
        """The number of items that need attention."""
        return self._badge

    def set_badge(self, count: int, why: str = "") -> None:
        """Show how many things need attention, and why in the tooltip; 0 takes the badge away."""
        self._badge = count
        self.setToolTip(why)
        self.setAccessibleDescription(f"{count} {why}".strip() if count else "")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the fixed size."""
        return QSize(WIDTH - 1, ITEM)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the badge asks for its reason."""
        if self._badge and self._badge_rect().contains(event.position()):
            self.badge_pressed.emit()
            event.accept()
        else:
            super().mousePressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw card, bar, icon, words and badge."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF((self.width() - ITEM) / 2 + 0.5, 0.5, ITEM - 1, self.height() - 1)
        ink = "accent" if self.isChecked() else "text.2"
        if not self.isEnabled():
            ink = "text.disabled"
        if self.isChecked():
            painter.fillRect(QRectF(0, 11, 3, self.height() - 22), colors.color("accent"))
        if self.isChecked() or (self.underMouse() and self.isEnabled()):
            painter.setPen(QPen(colors.color("line.pane" if self.isChecked() else "bg.hover"), 1))
            painter.setBrush(colors.color("bg.panel" if self.isChecked() else "bg.hover"))
            painter.drawRoundedRect(card, 4, 4)
        paint_icon(painter, QRectF(self.width() / 2 - 10, 11, 20, 20), self._icon, colors.color(ink))
        face = theme.font("caption", 600 if self.isChecked() else None)
        painter.setFont(face)
        painter.setPen(colors.color(ink))
        words = QFontMetrics(face).elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(0, 33, self.width(), 18), Qt.AlignmentFlag.AlignCenter, words)
        if self._badge:
            self._paint_badge(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRoundedRect(card.adjusted(1, 1, -1, -1), 4, 4)

    def _badge_text(self) -> str:
        return str(self._badge) if self._badge < 100 else "99+"

    def _badge_rect(self) -> QRectF:
        width = max(16, QFontMetrics(theme.font("chip")).horizontalAdvance(self._badge_text()) + 8)
        return QRectF(self.width() / 2 + 4, 5.5, width, 15)

    def _paint_badge(self, painter: QPainter) -> None:
        colors = theme.current()
        painter.setFont(theme.font("chip"))
        pill = self._badge_rect()
        painter.setPen(QPen(colors.color("warn.line"), 1))
        painter.setBrush(colors.color("warn.soft"))
        painter.drawRoundedRect(pill, 7.5, 7.5)
        painter.setPen(colors.color("warn"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, self._badge_text())


class Rail(QToolBar):
    """The perspectives in a column; `chosen` carries the key chosen by the user."""

    chosen = Signal(str)
    badge_pressed = Signal(str)
    """The key of a perspective whose badge was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Perspectives"), parent)
        self.setProperty("rail", True)
        self.setOrientation(Qt.Orientation.Vertical)
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]  # a tool bar always has a layout
        self.layout().setSpacing(4)  # type: ignore[union-attr]
        self.setFixedWidth(WIDTH)
        self._items: dict[str, RailItem] = {}
        above = QWidget()
        above.setFixedSize(1, 4)
        self.addWidget(above)

    def add_item(self, key: str, text: str, icon_name: str) -> RailItem:
        """Add a perspective and return its item."""
        item = RailItem(text, icon_name)
        item.setObjectName(key)
        item.clicked.connect(self._clicked)
        item.badge_pressed.connect(self._press_badge)
        self.addWidget(item)
        self._items[key] = item
        return item

    def item(self, key: str) -> RailItem:
        """Return the item of a perspective."""
        return self._items[key]

    @property
    def current(self) -> str:
        """The key of the chosen perspective, or ""."""
        return next((key for key, item in self._items.items() if item.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Choose a perspective without announcing it; Tab goes to it, arrow keys to the others."""
        self._items[key].setChecked(True)
        for name, item in self._items.items():
            item.setFocusPolicy(Qt.FocusPolicy.TabFocus if name == key else Qt.FocusPolicy.NoFocus)

    def clear_current(self) -> None:
        """Clear the choice while no project is open."""
        for item in self._items.values():
            item.setAutoExclusive(False)
            item.setChecked(False)
            item.setAutoExclusive(True)

    def set_badge(self, key: str, count: int, why: str = "") -> None:
        """Show how many things need attention in a perspective."""
        self._items[key].set_badge(count, why)

    def _clicked(self) -> None:
        item = self.sender()
        if item is not None:
            self.chosen.emit(item.objectName())

    def _press_badge(self) -> None:
        item = self.sender()
        if item is not None:
            self.badge_pressed.emit(item.objectName())
