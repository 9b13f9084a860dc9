"""What a person can read in the windows that are shown, and what of it has no room."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QWidget,
)

from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.shrinking_link import ShrinkingLink

MOST_ENTRIES = 40
"""So many entries of a list and columns of a table are looked at."""
_TAG = re.compile(r"<[^>]+>")


def shown_windows() -> list[QWidget]:
    """The windows on the screen."""
    return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


def visible_texts() -> Iterator[tuple[str, str]]:
    """Where a text is, and the text without marks of form."""
    for window in shown_windows():
        yield "title", window.windowTitle()
        for widget in [window, *window.findChildren(QWidget)]:
            if widget.isVisible():
                for kind, text in _of(widget):
                    yield f"{type(widget).__name__}.{kind}", plain(text)


def plain(text: str) -> str:
    """A text without tags, entities and letters of the keyboard."""
    return html.unescape(_TAG.sub(" ", text)).replace("&&", "\0").replace("&", "").replace("\0", "&")


def _of(widget: QWidget) -> Iterator[tuple[str, str]]:
    yield "toolTip", widget.toolTip()
    yield "accessibleName", widget.accessibleName()
    match widget:
        case QLabel() | QAbstractButton():
            yield "text", widget.text()
        case QGroupBox():
            yield "title", widget.title()
        case QLineEdit() | QPlainTextEdit():
            yield "placeholder", widget.placeholderText()
        case QComboBox():
            yield from (("entry", widget.itemText(place)) for place in range(min(MOST_ENTRIES, widget.count())))
        case QTabBar():
            yield from (("tab", widget.tabText(place)) for place in range(widget.count()))
        case QMenuBar() | QMenu():
            yield from _of_menu(widget)
        case QTableView() if widget.model() is not None and widget.horizontalHeader().isVisible():
            model = widget.model()
            for column in range(min(MOST_ENTRIES, model.columnCount())):
                yield "header", str(model.headerData(column, Qt.Orientation.Horizontal) or "")


def _of_menu(menu: QMenuBar | QMenu) -> Iterator[tuple[str, str]]:
    for action in menu.actions():
        yield "action", action.text()
        yield "toolTip", action.toolTip()
        if action.menu() is not None:
            yield from _of_menu(action.menu())


def clipped_texts() -> Iterator[tuple[str, str]]:
    """Kind and text of labels and buttons that are narrower than what they say, and do not shorten it."""
    for window in shown_windows():
        for widget in window.findChildren(QWidget):
            is_text = isinstance(widget, QLabel | QAbstractButton) and not isinstance(
                widget, ElidedLabel | ShrinkingLink
            )
            if not is_text or not widget.isVisible() or not widget.text() or _gives_way(widget):
                continue
            if widget.sizeHint().width() > widget.width() + 1:
                yield type(widget).__name__, plain(widget.text())


def _gives_way(widget: QWidget) -> bool:
    """Whether it wraps, or shortens its text by itself and has all of it in its tooltip."""
    return (isinstance(widget, QLabel) and widget.wordWrap()) or widget.toolTip() == widget.text()
