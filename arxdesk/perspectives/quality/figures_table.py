"""A small table of figures, with words at its left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk import theme
from arxdesk.models.figures import FiguresModel, Heading
from arxdesk.widgets.records_table import RecordsTable

NARROWEST, AROUND = 68, 18


class FiguresTable(RecordsTable):
    """Words at the left, which give way where there is little room, and figures of one width."""

    def __init__(self, name: str, headings: Sequence[Heading], parent: QWidget | None = None) -> None:
        super().__init__(name, any(heading.caption for heading in headings), parent)
        self.figures = FiguresModel(headings, self)
        self.setModel(self.figures)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.header.setMinimumSectionSize(NARROWEST - 16)
        for place, heading in enumerate(headings):
            shares = heading.is_text and not heading.width
            mode = QHeaderView.ResizeMode.Stretch if shares else QHeaderView.ResizeMode.Interactive
            self.header.setSectionResizeMode(place, mode)
            if not shares:
                self.setColumnWidth(place, heading.width or max(NARROWEST, self._needed(heading)))

    @staticmethod
    def _needed(heading: Heading) -> int:
        title = QFontMetrics(theme.font("dense", 600)).horizontalAdvance(heading.title)
        return max(title, QFontMetrics(theme.font("caption")).horizontalAdvance(heading.caption)) + AROUND

    def choose(self, row: int) -> None:
        """Make a row the current one."""
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self.figures.index(row, 0), flags.ClearAndSelect | flags.Rows)
