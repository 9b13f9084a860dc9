"""A small table of figures, with words at its left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from arxdesk.ui import theme
from arxdesk.ui.models.figures import FiguresModel
from arxdesk.ui.models.read_only_table import Heading
from arxdesk.ui.widgets.tables.records_table import RecordsTable

NARROWEST, AROUND, LEAST_WORDS = 68, 18, 112


class FiguresTable(RecordsTable):
    """Words on the left, which shrink where there is little room, and figures of one width."""

    def __init__(self, name: str, headings: Sequence[Heading], parent: QWidget | None = None) -> None:
        super().__init__(name, any(heading.caption for heading in headings), parent)
        self._sharing: list[int] = []
        self.figures = FiguresModel(headings, self)
        self.setModel(self.figures)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.header.setMinimumSectionSize(NARROWEST - 16)
        for place, heading in enumerate(headings):
            if heading.is_text and not heading.width:
                self._sharing.append(place)
            else:
                self.setColumnWidth(place, heading.width or max(NARROWEST, self._needed(heading)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new room."""
        super().resizeEvent(event)
        self._share_out()

    def show_columns(self, columns: Iterable[int], *, shown: bool) -> None:
        """Show columns, or hide them, and share out the room that there is then."""
        for column in columns:
            self.setColumnHidden(column, not shown)
        self._share_out()

    def _share_out(self) -> None:
        """Give the words the room that the figures leave; scroll where that is too little."""
        shown = [place for place in range(self.figures.columnCount()) if not self.isColumnHidden(place)]
        taken = sum(self.columnWidth(place) for place in shown if place not in self._sharing)
        room = self.viewport().width() - taken
        for number, place in enumerate(self._sharing):
            share = room // len(self._sharing) + (room % len(self._sharing) if number == 0 else 0)
            self.setColumnWidth(place, max(LEAST_WORDS, share))

    @staticmethod
    def _needed(heading: Heading) -> int:
        title = QFontMetrics(theme.font("dense", 600)).horizontalAdvance(heading.title)
        return max(title, QFontMetrics(theme.font("caption")).horizontalAdvance(heading.caption)) + AROUND

    def choose(self, row: int) -> None:
        """Make a row the current one."""
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self.figures.index(row, 0), flags.ClearAndSelect | flags.Rows)
