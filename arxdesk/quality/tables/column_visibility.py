"""The columns that both tables show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.core.records_model import RecordsModel
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.tables.column_chooser import ColumnChooser
from arxdesk.ui.widgets.tables.side_table import SideTable
from arxdesk_engine.analysis.shown.rows import SideName
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.language import tr


class ColumnVisibility(QObject):
    """Hides columns in both tables alike; they stay hidden when other rows are shown."""

    changed = Signal()

    def __init__(
        self,
        analysis: Analysis,
        tables: Mapping[SideName, SideTable],
        models: Mapping[SideName, RecordsModel],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._analysis, self._tables, self._models, self._window = analysis, tables, models, window
        self._hidden: frozenset[str] = frozenset()
        self.button: QToolButton = icon_button("columns", tr("Choose the columns to show"))
        self.button.clicked.connect(self._choose)

    @property
    def hidden(self) -> int:
        """The number of columns of the input that are hidden."""
        return len(self._hidden & set(self._analysis.input.dataset.names))

    def of(self, dataset: Dataset) -> list[Column]:
        """The columns of a table that are shown."""
        return [column for column in dataset.columns if column.name not in self._hidden]

    def show_only(self, shown: Iterable[str]) -> None:
        """Show these columns and no others."""
        self._hidden = frozenset(self._analysis.input.dataset.names) - frozenset(shown)
        self.apply()
        self.changed.emit()

    def apply(self) -> None:
        """Hide them in the tables as they are now."""
        for side, model in self._models.items():
            table = self._tables[side]
            for column in range(model.columnCount()):
                is_hidden = model.name_of(column) in self._hidden
                if table.isColumnHidden(column) is not is_hidden:
                    table.setColumnHidden(column, is_hidden)

    def _choose(self) -> None:
        names = self._analysis.input.dataset.names
        chooser = ColumnChooser(names, tuple(name for name in names if name not in self._hidden), self._window)
        chooser.chosen.connect(self.show_only)
        chooser.show_below(self.button)
