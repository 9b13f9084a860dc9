"""The number of entries per page that the user has set for all lists without a number of their own."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

DEFAULT_PAGE_SIZE = 100


class PageSize(QObject):
    """The default number of entries per page."""

    changed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.number = DEFAULT_PAGE_SIZE

    def set(self, number: int) -> None:
        """Show another number of entries from now on."""
        if number != self.number:
            self.number = number
            self.changed.emit(number)


page_size = PageSize()
"""The number in the settings of the user; the window sets it."""
