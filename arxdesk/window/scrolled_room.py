"""Scrolling for a window that is larger than the screen because its text is enlarged."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from arxdesk.core import text_size
from arxdesk_engine.foundation.language import tr

WINDOW = QSize(1024, 680)
"""The least size of the window, and of what is in it beside the rail and the bars."""
CONTENT = QSize(952, 576)


def smallest_window(screen: QSize) -> QSize:
    """The least size of the window: where texts are drawn larger, a small screen has room for less of it."""
    return WINDOW.boundedTo(screen) if text_size.is_larger() else WINDOW


def show_beginning(content: QWidget) -> None:
    """Scroll back to the top left, where another perspective begins."""
    around = content.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.horizontalScrollBar().setValue(0)
            around.verticalScrollBar().setValue(0)
        around = around.parentWidget()


def scrolled_room(content: QWidget) -> QScrollArea:
    """Return a frameless area that scrolls a content that it is too small for."""
    content.setMinimumSize(CONTENT)
    made = QScrollArea()
    made.setAccessibleName(tr("Window"))
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the keyboard
    made.setWidgetResizable(True)
    made.setWidget(content)
    return made
