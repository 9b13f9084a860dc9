"""The foot of a list that comes in pages: the range in sight, and a button for each direction."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.tables.paging.paged_rows import PagedRows
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr


class Pager(QWidget):
    """Tells which entries are in sight, and which page the user turns to."""

    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.previous_button = icon_button("chevron-left", tr("Previous page (Ctrl+PageUp)"))
        self.next_button = icon_button("chevron-right", tr("Next page (Ctrl+PageDown)"))
        self.range_label = ElidedLabel("", "dense", "2")
        self._page = 0
        layouts.row(layouts.STRETCH, self.range_label, self.previous_button, self.next_button, spacing=4, inside=self)
        self.previous_button.clicked.connect(self._turn_back)
        self.next_button.clicked.connect(self._turn_on)
        self.hide()

    def show_rows(self, paged: PagedRows) -> None:
        """Tell the range in sight, and enable the directions in which there are pages."""
        self._page = paged.page
        first, last = paged.first, paged.first + len(paged.in_sight)
        text = (
            tr("{first}–{last} of {rows}", first=count(first + 1), last=count(last), rows=count(len(paged.rows)))
            if last > first
            else ""
        )
        self.range_label.setText(text)
        self.range_label.setAccessibleName(tr("Entries {text}", text=text))
        self.previous_button.setEnabled(paged.page > 0)
        self.next_button.setEnabled(paged.page < paged.pages - 1)

    def _turn_back(self) -> None:
        self.page_chosen.emit(self._page - 1)

    def _turn_on(self) -> None:
        self.page_chosen.emit(self._page + 1)
