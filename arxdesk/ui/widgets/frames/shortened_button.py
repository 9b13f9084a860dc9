"""A button that shows an icon instead of its words where they have no room."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton, QWidget

from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.basics.buttons import PADDING

_ICON, _BETWEEN, _NO_LIMIT = QSize(16, 16), 4, 16_777_215


class ShortenedButton(QPushButton):
    """A dense button; while it is short, its words are its tooltip. They always are its accessible name. Where its icon
    `leads`, that stands before the words, too."""

    def __init__(
        self, words: str, hint: str, icon_name: str, parent: QWidget | None = None, *, leads: bool = False
    ) -> None:
        super().__init__(parent)
        self._leads = leads
        self._icon_name, self._hint, self._words = icon_name, hint, ""
        self._short = False
        self.setAutoDefault(False)
        self.setProperty("dense", True)
        self.setIconSize(_ICON)
        self.set_words(words)

    @property
    def words(self) -> str:
        """What it says, also while only its icon is shown."""
        return self._words

    @property
    def is_short(self) -> bool:
        """Whether the icon alone is shown."""
        return self._short

    @property
    def saved(self) -> int:
        """The pixels that the icon takes less than the words."""
        words = self.fontMetrics().horizontalAdvance(self._words)
        return words + _BETWEEN if self._leads else max(0, words - _ICON.width())

    def set_words(self, words: str) -> None:
        """Say something else."""
        self._words = words
        self.setAccessibleName(words)
        self._show()

    def set_short(self, short: bool) -> None:
        """Show the icon alone, or the words."""
        if short != self._short:
            self._short = short
            self._show()

    def _show(self) -> None:
        self.setText("" if self._short else self._words)
        self.setIcon(icon(self._icon_name, "text.1") if self._short or self._leads else QIcon())
        self.setToolTip(self._words if self._short else self._hint)
        shown = _ICON.width() if self._short else self.fontMetrics().horizontalAdvance(self._words)
        if self._leads and not self._short:  # as wide as any button with an icon
            self.setMinimumWidth(0)
            self.setMaximumWidth(_NO_LIMIT)
        else:
            self.setFixedWidth(shown + 2 * PADDING)
