"""The sizes of the groups in numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QWidget

from arxdesk import words
from arxdesk.models.class_sizes import ClassSizesModel, Shown, size_counts
from arxdesk.perspectives.risk.figures import Figures
from arxdesk.widgets.pane import HEADER, Pane
from arxdesk.widgets.records_table import ROW_HEIGHT, RecordsTable
from engine.risk.distribution import size_ranges

FIRST, NARROWEST = 216, 88
SHORTEST = 50  # a header and a row
TALLEST = HEADER + 1 + ROW_HEIGHT * (len(size_ranges()) + 2) + 1


class SizesView(Pane):
    """Groups, people and their share by size, before and after."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Group sizes", "", parent)
        self._model = ClassSizesModel(self)
        self._table = RecordsTable("Group sizes", two_line_header=False)
        self._table.setModel(self._model)
        self._table.verticalHeader().hide()
        self._table.header.setMinimumSectionSize(NARROWEST)
        self._table.header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._table.header.setSectionResizeMode(Shown.SIZES, QHeaderView.ResizeMode.Fixed)
        self._table.setColumnWidth(Shown.SIZES, FIRST)
        self._table.setMinimumHeight(SHORTEST)
        self.setMaximumHeight(TALLEST)
        self.set_body(self._table)

    @property
    def table(self) -> RecordsTable:
        """The numbers."""
        return self._table

    def show_figures(self, figures: Figures) -> None:
        """Show other figures."""
        before, after = figures.before.classes, figures.after.classes
        self.set_caption(f"{words.counted(before, 'group', 'groups')} before, {words.count(after)} after")
        self._model.set_sizes(size_counts(figures.applied), figures.threshold)

    def show_threshold(self, figures: Figures) -> None:
        """Mark what is above another threshold."""
        self._model.set_threshold(figures.threshold)
