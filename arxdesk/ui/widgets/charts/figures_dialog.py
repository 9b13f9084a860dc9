"""The figures of a chart as a table: for whoever reads numbers rather than pictures, or hears them."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTableView, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.language import short, tr

SIZE = QSize(560, 420)
_EXACT = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")
_GROUPED = re.compile(r"-?\d{1,3}(?:\.\d{3})+")
"""A whole number, where points separate thousands."""


class FiguresDialog(FramedDialog):
    """Tab-separated lines, the first of which are the headings; the keyboard begins in the first cell."""

    def __init__(self, title: str, numbers: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(SIZE)
        headings, *rows = [line.split("\t") for line in numbers.split("\n")]
        wide = max(len(headings), *(len(row) for row in rows), 0)
        filled = [[*map(_shown, row)] + [""] * (wide - len(row)) for row in (headings, *rows)]
        self.model = FigureTableModel(self)
        self.model.set_table(FigureTable.of(filled[0], filled[1:]))
        self.table = QTableView()
        self.table.setAccessibleName(title)
        self.table.setModel(self.model)
        self.table.setTabKeyNavigation(False)  # Tab leads to Close
        self.table.verticalHeader().hide()
        self.table.resizeColumnsToContents()
        self.table.horizontalHeader().setStretchLastSection(True)
        close = secondary_button(tr("Close"))
        close.clicked.connect(self.reject)
        layouts.column((self.table, 1), layouts.row(layouts.STRETCH, close), spacing=12, margins=16, inside=self)
        if rows:
            self.table.setCurrentIndex(self.model.index(0, 0))
        self.table.setFocus()


def _shown(cell: str) -> str:
    """A cell; a number that charts give exactly with six digits, as the language writes it."""
    is_number = _EXACT.fullmatch(cell) is not None and _GROUPED.fullmatch(cell) is None
    return short(float(cell)) if is_number else cell
