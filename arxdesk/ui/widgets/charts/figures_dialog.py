"""The figures of a chart as a table: for whoever reads numbers rather than pictures, or hears them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTableView, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.language import short, tr, whole

SIZE = QSize(560, 420)


class FiguresDialog(FramedDialog):
    """Shows the cells of figures, the first row of which are the headings; the keyboard begins in the first cell."""

    def __init__(self, title: str, numbers: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(SIZE)
        every = FiguresText.of(numbers).rows
        wide = max((len(row) for row in every), default=0)
        filled = [[*map(_shown, row)] + [""] * (wide - len(row)) for row in every] or [[]]
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
        if filled[1:]:
            self.table.setCurrentIndex(self.model.index(0, 0))
        self.table.setFocus()


def _shown(cell: Cell) -> str:
    """A cell; a number with six digits at most, as the language writes it."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    return short(cell) if isinstance(cell, float) else whole(cell)
