"""The visible columns of the table: a searchable check list below the button."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.tables.check_list import ROW, CheckEntry, CheckList
from arxdesk_engine.foundation.language import tr

WIDTH, HIGHEST = 280, 420
AROUND = 96
"""Pixels of the search field, the link and the margins."""


class ColumnChooser(QFrame):
    """A list that goes when something else is clicked. At least one column stays."""

    chosen = Signal(tuple)
    """The names of the columns to show."""

    def __init__(self, names: tuple[str, ...], shown: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("layer", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._names = names
        self._shown = shown
        self.columns = CheckList(tr("Columns to show"))
        self.columns.set_entries([CheckEntry(name) for name in names])
        self.columns.set_checked(shown)
        self.columns.changed.connect(self._take)
        self.everything = link_button(tr("Show all"))
        self.everything.clicked.connect(self._show_all)
        foot = layouts.row(self.everything, layouts.STRETCH)
        layouts.column((self.columns, 1), foot, spacing=4, margins=8, inside=self)
        self.resize(WIDTH, min(HIGHEST, AROUND + ROW * len(names)))

    def show_below(self, button: QWidget) -> None:
        """Open under a button, its right edge below that of the button."""
        corner = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 2))
        self.move(corner)
        self.show()
        self.columns.setFocus()

    def _take(self) -> None:
        if not self.columns.checked:
            self.columns.set_checked(self._shown)  # a table without columns would show nothing to click on
            return
        self._shown = self.columns.checked
        self.chosen.emit(self._shown)

    def _show_all(self) -> None:
        self.columns.set_checked(self._names)
        self._take()
