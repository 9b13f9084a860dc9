"""Pages of which only the one that is shown asks for room."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from arxdesk.ui.widgets.frames.pages import Pages


class Asking(QWidget):
    """A page that needs so much room."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def minimumSizeHint(self) -> QSize:
        """The room."""
        return QSize(self._width, 30)


def test_that_only_the_page_shown_asks_for_room(qtbot):
    pages, wide, narrow = Pages(), Asking(400), Asking(100)
    qtbot.addWidget(pages)
    for page in (wide, narrow):
        pages.addWidget(page)
    assert pages.minimumSizeHint() == QSize(400, 30)
    pages.setCurrentWidget(narrow)
    assert pages.minimumSizeHint() == QSize(100, 30)


def test_that_a_height_that_is_said_holds_for_every_page(qtbot):
    pages = Pages(96)
    qtbot.addWidget(pages)
    pages.addWidget(Asking(400))
    assert pages.minimumSizeHint() == QSize(400, 96)
