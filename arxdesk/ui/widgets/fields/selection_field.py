"""A field for an expression: parts in colours, the place of an error underlined, and offers below the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QApplication, QCompleter, QListView, QWidget

from arxdesk.ui import theme
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk_engine.foundation.language import tr

PAUSE = 250
"""Milliseconds without a key before an expression is checked."""
_COLORS = {"attribute": "text.1", "operator": "text.2", "value": "ok", "word": "accent"}
_CLOSING = (Qt.Key.Key_Enter, Qt.Key.Key_Return, Qt.Key.Key_Tab)
_MOVING = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
_ENDING = "'\")0123456789"
"""Endings of an expression that need a blank before the next word."""


class SelectionField(IconField):
    """Requests completions while typing (`offers_wanted`), and announces pauses (`settled`).

    It does not know the language: its owner answers with `show_offers`, `show_parts` and `show_error`.
    """

    offers_wanted = Signal(str, int)
    settled = Signal(str)
    confirmed = Signal(str)

    def __init__(self, name: str, hint: str = "", icon_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, hint, icon_name, parent)
        self._parts: tuple[tuple[int, int, str], ...] = ()
        self._error = -1
        self._moved = False
        self._replaced = (0, 0)
        self._offers = QStringListModel(self)
        self._completer = QCompleter(self._offers, self)
        self._completer.setWidget(self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(10)
        self._completer.activated.connect(self._take)
        self._list = QListView()
        self._list.setUniformItemSizes(True)
        self._list.setAccessibleName(tr("Offers for {name}", name=name))
        self._completer.setPopup(self._list)
        self._list.installEventFilter(self)
        self._pause = Debounce(self._settle, PAUSE, self)
        self.textEdited.connect(self._begin_pause)
        self.textChanged.connect(self._forget_marks)
        self.returnPressed.connect(self._confirm)
        theme.watcher.changed.connect(self._paint_marks)

    @property
    def offers(self) -> list[str]:
        """The offered completions."""
        return self._offers.stringList() if self._list.isVisible() else []

    @property
    def error_place(self) -> int:
        """The character that is underlined, counted from 0; -1 for none."""
        return self._error

    def put(self, text: str) -> None:
        """Show another expression, without asking for anything."""
        self._pause.stop()
        self.setText(text)
        self.setCursorPosition(0)  # the beginning of a long expression is more useful
        self._list.hide()

    def show_offers(self, begin: int, end: int, offers: Sequence[str]) -> None:
        """Offer completions for the characters from `begin` to before `end`; none that are there already."""
        written = self.text()[begin:end]
        useful = [offer for offer in offers if offer != written]
        if not self.hasFocus() or not useful or end != self.cursorPosition():
            self._list.hide()
            return
        self._replaced = (begin, end)
        self._offers.setStringList(useful)
        self._moved = False
        place = self.cursorRect()
        width = self._list.sizeHintForColumn(0) + 40
        self._completer.complete(QRect(place.left(), self.height() - 2, max(160, min(width, 420)), 1))

    def show_parts(self, parts: Iterable[tuple[int, int, str]]) -> None:
        """Colour parts: (begin, length, attribute, operator, value or word)."""
        self._parts = tuple(parts)
        self._paint_marks()

    def show_error(self, place: int) -> None:
        """Underline from a character on, counted from 0; -1 takes the line away."""
        self._error = place
        self._paint_marks()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys of the list of offers to it; Ctrl+Space and Down ask for offers."""
        key, popup = event.key(), self._list
        if popup.isVisible() and key in (*_CLOSING, Qt.Key.Key_Escape, Qt.Key.Key_Backtab):
            event.ignore()
            return
        asked = key == Qt.Key.Key_Down or (
            key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        )
        if asked and not popup.isVisible():
            self.offers_wanted.emit(self.text(), self.cursorPosition())
            return
        if key == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._confirm()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return applies the expression while nothing is chosen in the list; Tab takes the first offer."""
        popup = self._list
        if watched is popup and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in _MOVING:
                self._moved = True
            # The list may open with its first entry current, which is no choice of the user.
            chosen = self._moved and popup.currentIndex().isValid()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not chosen:
                popup.hide()
                self._confirm()
                return True
            if event.key() == Qt.Key.Key_Tab:
                offers = self._offers.stringList()
                row = popup.currentIndex().row() if chosen else 0
                popup.hide()
                self._take(offers[row])
                return True
        return super().eventFilter(watched, event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """An expression that is left is finished."""
        super().focusOutEvent(event)
        if self._pause.isActive() and event.reason() != Qt.FocusReason.PopupFocusReason:
            self._settle()

    def _begin_pause(self, text: str) -> None:
        self._pause.start()
        self.offers_wanted.emit(text, self.cursorPosition())

    def _settle(self) -> None:
        self._pause.stop()
        self.settled.emit(self.text())

    def _confirm(self) -> None:
        self._pause.stop()
        self._list.hide()
        self.confirmed.emit(self.text())

    def _take(self, offer: str) -> None:
        begin, end = self._replaced
        text = self.text()
        blank = "" if offer.endswith("(") or text[end : end + 1] == " " else " "
        apart = " " if begin and text[begin - 1] in _ENDING and offer[:1].isalnum() else ""
        self.setText(text[:begin] + apart + offer + blank + text[end:])
        self.setCursorPosition(begin + len(apart) + len(offer) + len(blank))
        self._begin_pause(self.text())

    def _forget_marks(self) -> None:
        self._parts, self._error = (), -1
        self._paint_marks()

    def _paint_marks(self) -> None:
        """Formats reach a line edit only the way input methods send theirs; places count from the cursor."""
        colors, cursor, length = theme.current(), self.cursorPosition(), len(self.text())
        marks = []
        for begin, size, kind in self._parts:
            form = QTextCharFormat()
            form.setForeground(colors.color(_COLORS[kind]))
            if self._error >= 0 and begin <= self._error < begin + size:
                _underline(form)
            marks.append(_mark(begin - cursor, size, form))
        if self._error >= 0 and not any(begin <= self._error < begin + size for begin, size, _kind in self._parts):
            form = QTextCharFormat()
            _underline(form)
            place = min(self._error, max(0, length - 1))
            marks.append(_mark(place - cursor, 1, form))
        blocked = self.blockSignals(True)
        QApplication.sendEvent(self, QInputMethodEvent("", marks))
        self.blockSignals(blocked)


def _underline(form: QTextCharFormat) -> None:
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    form.setUnderlineColor(theme.current().color("error"))


def _mark(begin: int, length: int, form: QTextCharFormat) -> QInputMethodEvent.Attribute:
    return QInputMethodEvent.Attribute(QInputMethodEvent.AttributeType.TextFormat, begin, length, form)
