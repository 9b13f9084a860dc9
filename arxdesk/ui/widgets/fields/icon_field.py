"""A line to write in, with an icon at its beginning and a button at its end that empties it."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from arxdesk.ui.icons import icon
from arxdesk_engine.foundation.language import tr

_BESIDE_WORDS = 56
"""The icon, the button that empties the field, and the padding, in pixels."""


class IconField(QLineEdit):
    """Its name is the accessible name of the field, and part of those of its buttons. `shorter_hint`, if any, stands
    for the hint where that has no room."""

    def __init__(self, name: str, hint: str, icon_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._hint, self.shorter_hint = hint, ""
        self.setPlaceholderText(hint)
        if icon_name:
            self.addAction(icon(icon_name, "text.3"), QLineEdit.ActionPosition.LeadingPosition).setEnabled(False)
        leading = self.findChildren(QToolButton)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(name if button in leading else tr("Empty {name}", name=name))

    def width_for(self, words: str) -> int:
        """The width in pixels in which words are whole."""
        self.ensurePolished()
        return self.fontMetrics().horizontalAdvance(words) + _BESIDE_WORDS

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the hint that fits."""
        super().resizeEvent(event)
        if self.shorter_hint:
            is_whole = self.width() >= self.width_for(self._hint)
            self.setPlaceholderText(self._hint if is_whole else self.shorter_hint)
