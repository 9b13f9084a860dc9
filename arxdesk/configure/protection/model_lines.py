"""The entries of the list of privacy models: name and promise, grouped under the harm they protect against."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtCore import QPersistentModelIndex as _Persistent
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from arxdesk.ui import theme
from arxdesk.ui.words import capitalized, unbroken
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.description import Description

HEADING_ROLE = Qt.ItemDataRole.UserRole + 1
LINES, HEADING = 58, 28
_INSIDE, _TOP, _NAME, _BOTTOM, _BAR = 8, 5, 18, 4, 10
Index = QModelIndex | _Persistent


def show_headings(models: QListWidget, width: int) -> None:
    """Put a heading above the first visible entry of each group; `width` is that of the list."""
    before = ""
    for row in range(models.count()):
        item = models.item(row)
        kind = _described(item.data(Qt.ItemDataRole.UserRole)).against
        is_first = not item.isHidden() and kind != before
        heading = tr("Against {harm}", harm=kind) if is_first else ""
        item.setData(HEADING_ROLE, heading)
        item.setSizeHint(QSize(0, _height(item, width) + _heading_height(heading, width - _BAR)))
        before = before if item.isHidden() else kind


def _described(name: object) -> Description:
    return MODELS[str(name)].description


def _height(item: QListWidgetItem, width: int) -> int:
    """The height of an entry: a promise may take more than the usual two lines."""
    promise = unbroken(_described(item.data(Qt.ItemDataRole.UserRole)).promise)
    room = QRect(0, 0, width - 2 * _INSIDE - _BAR, 10 * LINES)
    wrapped = QFontMetrics(theme.font("caption")).boundingRect(room, Qt.TextFlag.TextWordWrap, promise)
    return max(LINES, _TOP + _NAME + wrapped.height() + _BOTTOM)


def _heading_height(heading: str, width: int) -> int:
    """The height of a heading in an entry of a width: of one line, or of two."""
    if not heading:
        return 0
    room = QRect(0, 0, width - _INSIDE, 10 * LINES)
    metrics = QFontMetrics(theme.font("caption", 600))
    wrapped = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, capitalized(heading)).height()
    return HEADING + wrapped - metrics.height()


class ModelLines(QStyledItemDelegate):
    """Paints the name and the promise of a model, below a heading if it has one."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one entry."""
        colors, rect = theme.current(), QRect(option.rect)
        heading, words = index.data(HEADING_ROLE), _described(index.data(Qt.ItemDataRole.UserRole))
        painter.save()
        if heading:
            painter.setFont(theme.font("caption", 600))
            painter.setPen(colors.color("text.2"))
            height = _heading_height(str(heading), rect.width())
            above = QRect(rect.left() + _INSIDE, rect.top(), rect.width() - _INSIDE, height)
            painter.drawText(above, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, capitalized(str(heading)))
            rect.setTop(rect.top() + height)
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors.color("accent.soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colors.color("bg.hover"))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        inside = rect.adjusted(_INSIDE, _TOP, -_INSIDE, -_BOTTOM)
        painter.setFont(theme.font("dense", 600))
        painter.setPen(colors.color("text.1"))
        painter.drawText(inside, Qt.AlignmentFlag.AlignTop, words.name)
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("text.3"))
        wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
        painter.drawText(inside.adjusted(0, _NAME, 0, 0), wrapped, unbroken(words.promise))
        painter.restore()


def names_width() -> int:
    """The pixels that the longest name of a model takes."""
    metrics = QFontMetrics(theme.font("dense", 600))
    return max(metrics.horizontalAdvance(model.description.name) for model in MODELS.values())
