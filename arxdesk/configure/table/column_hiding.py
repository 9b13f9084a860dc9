"""The columns of the table that are shown, chosen from a list or hidden one by one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.ui.widgets.frames.shortened_button import ShortenedButton
from arxdesk.ui.widgets.tables.column_chooser import ColumnChooser
from arxdesk.ui.widgets.tables.input_table import InputTable
from arxdesk_engine.foundation.language import tr, tr_n


class ColumnHiding(QObject):
    """Hides columns of the table; the button that opens the list tells how many."""

    changed = Signal()

    def __init__(self, table: InputTable, button: ShortenedButton, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._table, self._button, self._document, self._parent = table, button, document, parent
        button.clicked.connect(self.choose)

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the columns that are shown."""
        names = self._document.dataset.names
        return tuple(name for section, name in enumerate(names) if not self._table.isColumnHidden(section))

    def choose(self) -> None:
        """Open the list of columns."""
        chooser = ColumnChooser(self._document.dataset.names, self.shown, self._parent)
        chooser.chosen.connect(self.show_only)
        chooser.show_below(self._button)

    def show_only(self, names: Iterable[str]) -> None:
        """Show these columns and no others."""
        shown, every = set(names), self._document.dataset.names
        for section, name in enumerate(every):
            if self._table.isColumnHidden(section) is (name in shown):
                self._table.setColumnHidden(section, name not in shown)
        hidden = len(every) - len(shown)
        self._button.set_words(
            tr_n(hidden, "Columns ({n} hidden)...", "Columns ({n} hidden)...") if hidden else tr("Columns...")
        )
        self.changed.emit()

    def hide(self, name: str) -> None:
        """Hide a column; the last one stays."""
        left = self.shown
        if len(left) > 1:
            self.show_only(each for each in left if each != name)
