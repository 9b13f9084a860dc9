"""A list of cards with a mark, a title, a number, a picture of levels and a note; the words are edited in place."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arxdesk.ui import layouts, theme
from arxdesk.ui.item_roles import FIGURE_ROLE, HEIGHTS_ROLE, LEVELS_ROLE, NOTE_ROLE, REMARK_ROLE, STATE_ROLE
from arxdesk.ui.widgets.basics.quiet_focus import quiet_focus
from arxdesk.ui.widgets.basics.state_mark import STATES, paint_state_mark
from arxdesk.ui.widgets.tables.level_bars import level_bars_width, paint_level_bars
from arxdesk_engine.foundation.language import tr

Index = QModelIndex | QPersistentModelIndex

SIDE, GAP, PADDING = 12, 4, 10
TITLE, PICTURE, SPACE = 20, 20, 4
EDITED_NOTE = 76
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_MOST_LINES = 8
_MOST_MEASURED = 4_000


class PinEditor(QWidget):
    """A line for the title above lines for the note. Edits are emitted at once; Escape reverts them."""

    title_typed = Signal(str)
    note_typed = Signal(str)
    done = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # else the card is seen between the fields
        self.title, self.note = QLineEdit(), QPlainTextEdit()
        self.title.setAccessibleName(tr("Title"))
        self.title.setMaxLength(200)
        self.note.setAccessibleName(tr("Note"))
        self.note.setPlaceholderText(tr("Note"))
        self.note.setTabChangesFocus(True)
        self.note.setProperty("framed", True)
        self._first: tuple[str, str] | None = None
        self._ended = False
        layouts.column(self.title, (self.note, 1), spacing=4, inside=self)
        self.setFocusProxy(self.title)
        for field in (self.title, self.note):
            field.installEventFilter(self)
        self.title.textEdited.connect(self.title_typed)
        self.note.textChanged.connect(self._tell_note)

    def show_texts(self, title: str, note: str) -> None:
        """Set the texts; the first ones are those that Escape restores."""
        if self._first is None:
            self._first = (title, note)
        elif self.title.hasFocus() or self.note.hasFocus():
            return  # the model has the typed text, in one line and within its limit
        if self.title.text() != title:
            self.title.setText(title)
        if self.note.toPlainText() != note:
            self.note.blockSignals(True)
            self.note.setPlainText(note)
            self.note.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return ends the title, Escape takes everything back, leaving both fields ends."""
        if isinstance(event, QKeyEvent) and self._is_ours(watched, event):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # Escape also stops a search
                return True
            if event.type() == QEvent.Type.KeyPress:
                if event.key() == Qt.Key.Key_Escape:
                    self._take_back()
                self._end()
                return True
        if event.type() == QEvent.Type.FocusOut:
            focused = QApplication.focusWidget()
            if focused is None or not (focused is self or self.isAncestorOf(focused)):
                self._end()
        return False

    def _is_ours(self, watched: QObject, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F2):
            return True
        return watched is self.title and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)

    def _end(self) -> None:
        if not self._ended:  # closing takes the focus away once more
            self._ended = True
            self.done.emit()

    def _take_back(self) -> None:
        if self._first is not None:
            self.title_typed.emit(self._first[0])
            self.note_typed.emit(self._first[1])

    def _tell_note(self) -> None:
        self.note_typed.emit(self.note.toPlainText())


class PinDelegate(QStyledItemDelegate):
    """Paints a card, as high as its note needs."""

    edit_begun = Signal()
    width = 320
    edits_note = False
    edited = -1
    """The row of the open editor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes: dict[str, tuple[str, int]] = {}
        self._measured_width = 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw frame, mark, title, number, picture, words and note."""
        colors = theme.current()
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        card = self._card(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(colors.color("accent" if selected or focused else "line.pane"), 2 if selected else 1))
        painter.setBrush(colors.color("accent.soft" if selected else "bg.panel"))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        inner = card.adjusted(PADDING, PADDING - 2, -PADDING, -PADDING)
        self._paint_title(painter, QRect(inner.topLeft(), QSize(inner.width(), TITLE)), index)
        second = QRect(inner.left(), inner.top() + TITLE, inner.width(), PICTURE)
        self._paint_picture(painter, second, index, selected=selected)
        painter.setFont(theme.font("dense"))
        painter.setPen(colors.color("text.2"))
        words = inner.adjusted(0, TITLE + PICTURE + SPACE, 0, 0)
        painter.drawText(words, _WRAPPED.value, self._shown_note(index, inner.width()))
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the card with its note."""
        inner = self.width - 2 * SIDE - 2 * PADDING
        note, room = self._measured(str(index.data(NOTE_ROLE) or "").strip(), inner)
        height = 2 * GAP + 2 * PADDING - 2 + TITLE + PICTURE
        if index.row() == self.edited:
            height += SPACE + EDITED_NOTE
        elif note:
            height += SPACE + room
        return QSize(self.width, height)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Open the fields for title and note; edits go into the model at once."""
        editor = PinEditor(parent)
        place = QPersistentModelIndex(index)
        model = index.model()

        def type_title(text: str) -> None:
            if place.isValid():
                model.setData(model.index(place.row(), 0), text, Qt.ItemDataRole.EditRole)

        def type_note(text: str) -> None:
            if place.isValid():
                model.setData(model.index(place.row(), 0), text, NOTE_ROLE)

        def end() -> None:
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

        editor.title_typed.connect(type_title)
        editor.note_typed.connect(type_note)
        editor.done.connect(end)
        if self.edits_note:
            editor.setFocusProxy(editor.note)
        self.edited = index.row()
        self.sizeHintChanged.emit(index)
        self.edit_begun.emit()
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show the texts of the card."""
        if isinstance(editor, PinEditor):
            editor.show_texts(str(index.data(Qt.ItemDataRole.EditRole)), str(index.data(NOTE_ROLE) or ""))

    def setModelData(self, _editor: QWidget, _model: QAbstractItemModel, _index: Index) -> None:
        """Do nothing: the edits are in the model already."""

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Lay the fields over the card."""
        editor.setGeometry(self._card(option.rect))

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """Give back the room of the fields."""
        self.edited, self.edits_note = -1, False
        super().destroyEditor(editor, index)
        if index.isValid():
            self.sizeHintChanged.emit(index)

    @staticmethod
    def _card(rect: QRect) -> QRect:
        return rect.adjusted(SIDE, GAP, -SIDE, -GAP)

    @staticmethod
    def _paint_title(painter: QPainter, rect: QRect, index: Index) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter.value
        colors, bold = theme.current(), theme.font("dense", 600)
        metrics = QFontMetrics(bold)
        paint_state_mark(
            painter, QPointF(rect.left() + 7, rect.center().y() + 0.5), index.data(STATE_ROLE) or "unknown"
        )
        figure = index.data(FIGURE_ROLE) or ""
        painter.setFont(bold)
        painter.setPen(colors.color("text.1"))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight.value, figure)
        room = rect.adjusted(24, 0, -metrics.horizontalAdvance(figure) - 12, 0)
        title = metrics.elidedText(index.data() or "", Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, middle | Qt.TextFlag.TextSingleLine.value, title)

    @staticmethod
    def _paint_picture(painter: QPainter, rect: QRect, index: Index, *, selected: bool) -> None:
        colors = theme.current()
        remark, levels = index.data(REMARK_ROLE) or "", index.data(LEVELS_ROLE)
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("text.2"))
        width = painter.fontMetrics().horizontalAdvance(remark)
        right = (Qt.AlignmentFlag.AlignRight if levels else Qt.AlignmentFlag.AlignLeft).value
        cut = painter.fontMetrics().elidedText(remark, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter.value | right, cut)
        if levels:
            state = index.data(STATE_ROLE) or "unknown"
            token = "accent" if selected else STATES["anonymous" if state == "optimum" else state][0]
            room = min(level_bars_width(len(levels)), rect.width() - width - 12)
            picture = QRectF(rect.left(), rect.top(), max(8, room), rect.height())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=len(levels) > 20)
            paint_level_bars(painter, picture, levels, index.data(HEIGHTS_ROLE), colors.color(token))

    def _shown_note(self, index: Index, width: int) -> str:
        """The note; a very long one ends after some lines."""
        return self._measured(str(index.data(NOTE_ROLE) or "").strip(), width)[0]

    def _measured(self, note: str, width: int) -> tuple[str, int]:
        """A note as displayed, and its height; cached, as every card is measured whenever one changes."""
        if width != self._measured_width or len(self._notes) > _MOST_MEASURED:
            self._notes.clear()
            self._measured_width = width
        known = self._notes.get(note)
        if known is None:
            known = self._notes[note] = _cut(note, width)
        return known


def _cut(note: str, width: int) -> tuple[str, int]:
    metrics = QFontMetrics(theme.font("dense"))
    most = _MOST_LINES * metrics.lineSpacing() + 1

    def height(text: str) -> int:
        return metrics.boundingRect(QRect(0, 0, width, 10_000), _WRAPPED.value, text).height()

    if not note:
        return note, 0
    if height(note) <= most:
        return note, height(note)
    low, high = 0, len(note)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if height(f"{note[:middle]}…") <= most else (low, middle - 1)
    cut = f"{note[:low].rstrip()}…"
    return cut, height(cut)


class PinList(QListView):
    """The cards in a column; F2 edits the title, a double click the field under it, dragging changes the order."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.cards = PinDelegate(self)
        self.setItemDelegate(self.cards)
        self.setProperty("layer", "panel")
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Not before the card has grown.
        self.cards.edit_begun.connect(self._show_edited, Qt.ConnectionType.QueuedConnection)

    def selected_rows(self) -> list[int]:
        """The rows of the cards that are selected, from above."""
        return sorted(index.row() for index in self.selectedIndexes())

    def edit_note(self) -> None:
        """Edit the note of the current card."""
        index = self.currentIndex()
        if index.isValid():
            self.cards.edits_note = True
            self.edit(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard that comes selects nothing."""
        with quiet_focus(self):
            super().focusInEvent(event)

    def _show_edited(self) -> None:
        """Scroll to the whole card that is being edited."""
        if self.cards.edited >= 0:
            self.doItemsLayout()
            self.scrollTo(self.model().index(self.cards.edited, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the notes to the new width."""
        self.cards.width = self.viewport().width()
        super().resizeEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the title, or the note where it is under the pointer."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            below = event.position().y() - self.visualRect(index).top()
            self.cards.edits_note = below > GAP + PADDING + TITLE + PICTURE
        super().mouseDoubleClickEvent(event)
