"""Shows one page of the help in the fonts and colours of the theme."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, QUrl, Signal
from PySide6.QtGui import QResizeEvent, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from arxdesk.help import page_format
from arxdesk.help.pages import anchor, resolve
from arxdesk.ui import help_text, theme
from arxdesk_engine.foundation.language import tr

LONGEST_LINE = 720
"""Pixels: longer lines are hard to read."""
_ABOVE_HEADING = 12
_NETWORK_LINK = re.compile(r"\[([^\]]+)\]\((\w+://[^)\s]+)\)")


class PageView(QTextBrowser):
    """One page. Links between pages are told by `link_chosen`; what leads to the network is text to be copied."""

    link_chosen = Signal(str, str)
    """A page, and the heading on it or ""."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("plain", True)
        self.setOpenLinks(False)
        self.setAccessibleName(tr("Page of the help"))
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.anchorClicked.connect(self._follow)
        self._name = ""
        theme.watcher.changed.connect(self._dress_again)

    @property
    def name(self) -> str:
        """The shown page, by its file name."""
        return self._name

    def show_page(self, name: str) -> None:
        """Show a page from its beginning."""
        self._name = name
        self._fit()
        document = self.document()
        document.setUndoRedoEnabled(False)
        document.setMarkdown(_NETWORK_LINK.sub(r"\1 (`\2`)", help_text.page(name)))
        page_format.put_on(document)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def scroll_to(self, heading: str) -> bool:
        """Bring a heading to the top of the view; False where the page has none of that name."""
        wanted, block = anchor(heading), self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and anchor(block.text()) == wanted:
                self._bring_up(block)
                return True
            block = block.next()
        return False

    def place(self) -> int:
        """The scroll position."""
        return self.verticalScrollBar().value()

    def return_to(self, place: int) -> None:
        """Scroll back to an earlier position."""
        self.verticalScrollBar().setValue(place)

    def find_next(self, text: str, *, backward: bool = False) -> bool:
        """Select the next place of a text, from the other end where there is none; False where there is none at all."""
        flags = QTextDocument.FindFlag.FindBackward if backward else QTextDocument.FindFlag(0)
        if self.find(text, flags):
            return True
        here = self.textCursor()
        end = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
        self.moveCursor(end)
        if self.find(text, flags):
            return True
        self.setTextCursor(here)
        return False

    def copy_all(self) -> None:
        """Copy the selection, or the whole page."""
        if not self.textCursor().hasSelection():
            here = self.textCursor()
            self.selectAll()
            self.copy()
            self.setTextCursor(here)
        else:
            self.copy()

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load nothing: pages are text, and nothing is ever fetched."""
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines as long as there is room, but not longer than can be read."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.viewport().width()
        self.setLineWrapColumnOrWidth(max(1, min(room, LONGEST_LINE + 2 * page_format.MARGIN)))

    def _bring_up(self, block: QTextBlock) -> None:
        rectangle: QRectF = self.document().documentLayout().blockBoundingRect(block)
        self.verticalScrollBar().setValue(round(rectangle.top()) - _ABOVE_HEADING)
        cursor = QTextCursor(block)
        self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(round(rectangle.top()) - _ABOVE_HEADING)

    def _follow(self, link: QUrl) -> None:
        target = resolve(link.toString(), self._name)
        if target is not None:
            self.link_chosen.emit(*target)

    def _dress_again(self) -> None:
        if self._name:
            here = self.place()
            self.show_page(self._name)
            self.return_to(here)
