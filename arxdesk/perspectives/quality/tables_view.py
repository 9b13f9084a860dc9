"""Input and output side by side: the same records in the same order, scrolled as one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from arxdesk import words
from arxdesk.document import Document
from arxdesk.models.records import RecordsModel
from arxdesk.perspectives.quality.legend import GroundLegend
from arxdesk.results import Applied, Result
from arxdesk.widgets.buttons import link_button
from arxdesk.widgets.coupled_tables import CoupledTables
from arxdesk.widgets.elided_label import ElidedLabel
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.records_table import RecordsTable
from arxdesk.widgets.segmented import Segmented

FOOT, NARROWEST = 31, 320
AS_IN_FILE, BY_GROUP = "file", "group"


class TablesView(QSplitter):
    """Two tables of records; groups are banded, removed people grey in both, the attribute in focus is tinted."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._document = document
        self._only_removed = False
        self._models = (RecordsModel(parent=self), RecordsModel(parent=self))
        self._tables = (RecordsTable("Input", False), RecordsTable("Output", False))
        self._panes = (Pane("Input"), Pane("Output"))
        self._order = Segmented("Order of the records", [(BY_GROUP, "By group"), (AS_IN_FILE, "As in the file")])
        self._together = QCheckBox("Scroll together")
        self._together.setChecked(True)
        self._legend = GroundLegend()
        self._sentence = ElidedLabel("", "caption", "2")
        self._only = link_button("")
        self._panes[0].add_header_widget(self._order)
        self._panes[1].add_header_widget(self._together)
        feet = (_foot(self._legend), _foot(self._sentence, self._only))
        for pane, table, model, foot in zip(self._panes, self._tables, self._models, feet, strict=True):
            table.setModel(model)
            table.focused_column_requested.connect(self._focus_column)
            table.clicked.connect(self._focus_cell)
            table.activated.connect(self._focus_cell)
            pane.set_body(_body(table, foot))
            pane.setMinimumWidth(NARROWEST)
            self.addWidget(pane)
        self._coupling = CoupledTables(*self._tables, parent=self)
        self._order.chosen.connect(self._reorder)
        self._together.toggled.connect(self._coupling.set_together)
        self._only.clicked.connect(self._toggle_removed)
        self.setObjectName("quality tables")
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.setSizes([684, 683])

    @property
    def tables(self) -> tuple[RecordsTable, RecordsTable]:
        """Input and output."""
        return self._tables

    @property
    def rows(self) -> int:
        """How many records are shown."""
        return self._models[0].rowCount()

    def refresh(self) -> None:
        """Show what is applied now, from its beginning."""
        self._only_removed = False
        self._show_records()
        self.follow_focus()

    def follow_focus(self) -> None:
        """Tint the attribute in focus, and bring it into sight."""
        for table, model in zip(self._tables, self._models, strict=True):
            column = model.column_of(self._document.focus)
            table.focused_column = column
            if column >= 0:
                _reveal(table, column)

    def _show_records(self) -> None:
        result, applied = self._document.result, self._document.applied
        if result is None or applied is None:
            return
        order = self._shown_order(applied)
        bands = applied.bands if self._order.value == BY_GROUP else None
        removed = applied.output.suppressed
        tables = (result.anonymizer.dataset, applied.output.dataset)
        for model, dataset in zip(self._models, tables, strict=True):
            model.set_records(dataset.columns, order, removed, bands)
        for table in self._tables:
            table.scrollToTop()
        self._coupling.fit_columns(tables[0].names)
        self._describe(result, applied)

    def _shown_order(self, applied: Applied) -> NDArray[np.intp] | None:
        output, by_group = applied.output, self._order.value == BY_GROUP
        included = output.included
        if self._only_removed:
            return np.flatnonzero(output.suppressed if included is None else output.suppressed & included)
        if included is None:
            return applied.order if by_group else None
        return applied.order[included[applied.order]] if by_group else np.flatnonzero(included)

    def _describe(self, result: Result, applied: Applied) -> None:
        records, removed = result.records, applied.output.suppressed_records
        columns = words.counted(len(result.anonymizer.dataset.names), "column", "columns")
        groups = words.counted(len(applied.sizes_after), "group", "groups")
        self._panes[0].set_caption(f"{words.people(records)}{result.of_part}, {columns}")
        self._panes[1].set_caption(f"{words.people(records - removed)} in {groups}")
        by_group = self._order.value == BY_GROUP and not self._only_removed
        banded = [("bg.band", "bands separate the groups")] if by_group else []
        self._legend.set_entries([*([("bg.removed", "removed people")] if removed else []), *banded])
        self._sentence.setText(self._foot_sentence(applied, removed))
        self._only.setText("Show all people" if self._only_removed else "Show only removed")
        self._only.setVisible(removed > 0)

    def _foot_sentence(self, applied: Applied, removed: int) -> str:
        reads = "read * in every quasi-identifier"
        if self._only_removed:
            return f"Only the removed are shown: {words.people(removed)}, who {reads} of the output."
        smallest, largest = applied.check.smallest_class, applied.check.largest_class
        sizes = words.count(smallest) if smallest == largest else f"{words.count(smallest)} to {words.count(largest)}"
        groups = f"Groups of {sizes} people." if len(applied.sizes_after) else ""
        return f"{groups} {f'Removed people {reads}.' if removed else 'Nobody was removed.'}".strip()

    def _reorder(self, _key: str) -> None:
        self._show_records()

    def _toggle_removed(self) -> None:
        self._only_removed = not self._only_removed
        self._show_records()

    def _focus_column(self, column: int) -> None:
        self._document.set_focus(self._models[0].name_of(column))

    def _focus_cell(self, index: QModelIndex) -> None:
        self._focus_column(index.column())


def _body(table: RecordsTable, foot: QFrame) -> QWidget:
    body = QWidget()
    rule = QFrame()
    rule.setProperty("line", "horizontal")
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(table, 1)
    column.addWidget(rule)
    column.addWidget(foot)
    return body


def _foot(words_of_foot: QWidget, action: QWidget | None = None) -> QFrame:
    foot = QFrame()
    foot.setProperty("layer", "sunken")
    foot.setFixedHeight(FOOT)
    row = QHBoxLayout(foot)
    row.setContentsMargins(12, 0, 12, 0)
    row.setSpacing(12)
    row.addWidget(words_of_foot, 1 if action else 0)
    if action is None:
        row.addStretch()
    else:
        row.addWidget(action)
    return foot


def _reveal(table: RecordsTable, column: int) -> None:
    """Scroll sideways until a column is in sight."""
    left, width = table.columnViewportPosition(column), table.columnWidth(column)
    bar = table.horizontalScrollBar()
    if left < 0:
        bar.setValue(bar.value() + left)
    elif left + width > table.viewport().width():
        bar.setValue(bar.value() + left + width - table.viewport().width())
