"""A menu bar that underlines its letters only while Alt is held."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenuBar, QStyleOptionMenuItem


class MenuBar(QMenuBar):
    """Underlines the access keys from the press of Alt until its release."""

    def __init__(self, window: QMainWindow) -> None:
        """The menu bar of that window from now on."""
        super().__init__(window)
        self._shows_letters = False
        window.setMenuBar(self)
        window.installEventFilter(self)

    @property
    def shows_letters(self) -> bool:
        """Whether they are underlined."""
        return self._shows_letters

    def initStyleOption(self, option: QStyleOptionMenuItem, action: QAction) -> None:
        """Leave the marks of the letters out where they are not wanted."""
        super().initStyleOption(option, action)
        if not self._shows_letters:
            option.text = option.text.replace("&", "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the Alt key, which goes to the window wherever nothing else wants it."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Alt:
            self._show_letters(event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride))
        elif event.type() == QEvent.Type.WindowDeactivate:
            self._show_letters(False)
        return super().eventFilter(watched, event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Alt alone brings the keyboard here: the letters stay until it goes."""
        super().focusInEvent(event)
        self._show_letters(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the underlines."""
        super().focusOutEvent(event)
        self._show_letters(bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier))

    def _show_letters(self, shows: bool) -> None:
        if shows != self._shows_letters:
            self._shows_letters = shows
            self.update()
