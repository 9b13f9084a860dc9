"""The menu of a record: its groups, why it is at risk, and orders by one of its columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.core.records_model import RecordsModel
from arxdesk.quality.tables.record_risk import RecordRiskCard, shown_group
from arxdesk.ui import words
from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.tables.side_table import SideTable
from arxdesk_engine.analysis.shown.record_groups import RecordGroup, group_of
from arxdesk_engine.analysis.shown.rows import RowOrder, SideName, VisibleRows
from arxdesk_engine.foundation.language import tr


class RecordMenu(QObject):
    """Opens at a record of either table. `sort` shows both tables in another order."""

    def __init__(self, analysis: Analysis, sort: Callable[[RowOrder], None], window: QWidget) -> None:
        super().__init__(window)
        self._analysis, self._sort, self._window = analysis, sort, window
        self._rows: VisibleRows | None = None
        self.menu: QMenu | None = None
        """The menu that was opened last."""
        self.card: RecordRiskCard | None = None

    def show_rows(self, rows: VisibleRows) -> None:
        """Other rows are shown."""
        self._rows = rows

    def open(self, side: SideName, table: SideTable, model: RecordsModel, place: QPoint, row: int, column: int) -> None:
        """Open the menu of a cell at a place on the screen."""
        record, name = model.record_of(row), model.name_of(column)
        menu = self.menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = self.groups_of(record)
        if groups:
            menu.addAction(tr("Why is this record at risk?"), partial(self.explain, record, place))
            for group in groups:
                alike = group.counted(group.size, words.LOCAL)
                action = menu.addAction(
                    tr("Show the group in the input ({alike})", alike=alike)
                    if group.side == "before"
                    else tr("Show the group in the output ({alike})", alike=alike),
                    partial(self._show_group, group),
                )
                action.setEnabled(group.size > 0)
            menu.addSeparator()
        menu.addAction(icon("copy"), tr("Copy"), table.copy_selection)
        menu.addSeparator()
        for ascending, said in (
            (True, tr("Sort by {name}, ascending", name=name)),
            (False, tr("Sort by {name}, descending", name=name)),
        ):
            order = RowOrder("attribute", name, side, ascending)
            menu.addAction(said.replace("&", "&&"), partial(self._sort, order))
        menu.popup(place)

    def groups_of(self, record: int) -> tuple[RecordGroup, ...]:
        """The groups that a record is in, before and after."""
        rows = self._rows
        if rows is None:
            return ()
        both = group_of(record, "before", rows.before), group_of(record, "after", rows.after)
        return tuple(group for group in both if group is not None)

    def explain(self, record: int, place: QPoint) -> None:
        """Show why a record is at risk."""
        tables = [table.dataset for table in self._analysis.tables.values()]
        attributes = self._analysis.input.quasi_identifiers
        self.card = RecordRiskCard(record, self.groups_of(record), attributes, tables, self._window)
        self.card.group_requested.connect(self._show_group)
        self.card.show_at(place)

    def _show_group(self, group: RecordGroup) -> None:
        table = self._analysis.tables.get(group.side)
        if table is not None:
            self._analysis.show_records(shown_group(group, table))
