"""The list of the pages of the help, and the places where searched words were found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from arxdesk.help.contents import Group
from arxdesk.help.searching import Hit
from arxdesk.ui import theme
from arxdesk_engine.foundation.language import tr

PAGE = Qt.ItemDataRole.UserRole
_HIT = PAGE + 1
_INDENT = 12
_HEIGHT = 56


class ContentsView(QTreeWidget):
    """Pages in groups; groups can be folded, and are not chosen themselves."""

    page_chosen = Signal(str)

    def __init__(self, groups: Sequence[Group], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages of the help"))
        self.setHeaderHidden(True)
        self.setIndentation(_INDENT)
        self.setUniformRowHeights(True)
        self._items: dict[str, QTreeWidgetItem] = {}
        for group in groups:
            self._add(group)
        self.currentItemChanged.connect(self._tell)
        self.itemActivated.connect(self._tell)

    def show_current(self, name: str) -> None:
        """Mark the page that is shown, without telling."""
        with QSignalBlocker(self):
            item = self._items.get(name)
            if item is None:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
                return
            above = item.parent()
            while above is not None:
                above.setExpanded(True)
                above = above.parent()
            self.setCurrentItem(item)

    @property
    def names(self) -> tuple[str, ...]:
        """All pages that are listed."""
        return tuple(self._items)

    def item(self, name: str) -> QTreeWidgetItem:
        """The line of a page."""
        return self._items[name]

    def _add(self, group: Group) -> None:
        top = QTreeWidgetItem(self, [group.title])
        top.setFlags(Qt.ItemFlag.ItemIsEnabled)
        top.setFont(0, theme.font("dense", 600))
        above = top
        for entry in group.entries:
            item = QTreeWidgetItem(above if entry.depth else top, [entry.title])
            item.setData(0, PAGE, entry.name)
            item.setToolTip(0, entry.hint or entry.title)
            if not entry.depth:
                above = item
            self._items.setdefault(entry.name, item)
        top.setExpanded(True)

    def _tell(self, item: QTreeWidgetItem | None, _more: object = None) -> None:
        if item is not None and item.data(0, PAGE):
            self.page_chosen.emit(str(item.data(0, PAGE)))


class HitsView(QListWidget):
    """Places found, the best first: where it is above, a part of the text below."""

    hit_chosen = Signal(Hit)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Found in the help"))
        self.setItemDelegate(_HitDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(self._tell)
        self.itemActivated.connect(self._tell)

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show other places; none of them is chosen."""
        with QSignalBlocker(self):
            self.clear()
            for hit in hits:
                item = QListWidgetItem(title_of(hit))
                item.setData(_HIT, hit)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title_of(hit)}: {hit.snippet}")
                item.setToolTip(hit.snippet)
                item.setSizeHint(QSize(0, _HEIGHT))
                self.addItem(item)

    def _tell(self, item: QListWidgetItem | None, _before: object = None) -> None:
        if item is not None:
            self.hit_chosen.emit(item.data(_HIT))


def title_of(hit: Hit) -> str:
    """Where something was found, in words."""
    return f"{hit.heading} – {hit.title}" if hit.heading else hit.title


class _HitDelegate(QStyledItemDelegate):
    """A title on one line, two lines of text below."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colors, rect = theme.current(), QRect(option.rect)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors.color("accent.soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colors.color("bg.hover"))
        painter.save()
        inside = rect.adjusted(8, 4, -8, -4)
        painter.setFont(theme.font("dense", 600))
        painter.setPen(colors.color("text.1"))
        words = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(QRect(inside.left(), inside.top(), inside.width(), 16), words)
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("text.2"))
        below = QRect(inside.left(), inside.top() + 17, inside.width(), 30)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
        painter.drawText(below, flags, index.data(_HIT).snippet)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()
