"""Input and output side by side: the same records in the same order, scrolled as one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QSplitter, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.legend import GroundLegend
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import title
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import Removed
from arxdesk.core.records_model import RecordsModel
from arxdesk.quality.tables.column_visibility import ColumnVisibility
from arxdesk.quality.tables.drill_bar import HOME, DrillBar
from arxdesk.quality.tables.order_choice import OrderChoice, turned
from arxdesk.quality.tables.record_menu import RecordMenu
from arxdesk.quality.tables.saving import RowsSaving
from arxdesk.quality.tables.sides import SIDES
from arxdesk.quality.tables.work import RowsToShow
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.tables.coupled_tables import CoupledTables
from arxdesk.ui.widgets.tables.side_table import SideTable
from arxdesk_engine.analysis.recoding.sentences import groups_read
from arxdesk_engine.analysis.shown import sentences
from arxdesk_engine.analysis.shown.rows import RowOrder, SideName, VisibleRows
from arxdesk_engine.foundation.language import tr

FOOT, NARROWEST = 31, 320


class TablesView(AnalysisView):
    """Two tables of records; groups are banded, removed people grey in both, the attribute in focus is tinted.

    While nothing is applied the input takes all of the width. Shows the records that `Analysis.shown_records` asks for.
    """

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self.panes = QSplitter(Qt.Orientation.Horizontal)
        super().__init__(analysis, "", tr("Input and output"), "quality-tables", self.panes, parent)
        self._document = analysis.document
        self._row_order = RowOrder()
        self._with_outside = False
        self._found: VisibleRows | None = None
        self._takes_keyboard = False
        self._models = {side: RecordsModel(parent=self) for side in SIDES}
        self._tables = {side: SideTable(title(side)) for side in SIDES}
        self._panes = {side: Pane(title(side)) for side in SIDES}
        self.bar = DrillBar()
        self.order = OrderChoice()
        self.together = QCheckBox(tr("Scroll together"))
        self.legend = GroundLegend()
        self.sentence = ElidedLabel("", "caption", "2")
        self.sentence.in_parts = True
        self.only = link_button(tr("Show only removed"))
        self.outside = link_button(tr("Show records that do not count"))
        self.columns = ColumnVisibility(analysis, self._tables, self._models, self)
        self.saving = RowsSaving(analysis, self._tables, self.columns, self.sentence.setText, self)
        self.record_menu = RecordMenu(analysis, self.sort, self)
        self.replace_header(self.bar)
        self._lay_out()
        self._coupling = CoupledTables(*self.tables, parent=self)
        self._leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._leave.setEnabled(False)
        self._connect()
        self._show_sides()
        if analysis.shown_records is not None:  # which somebody wanted to see before there was this view
            self._take_records()

    @property
    def tables(self) -> tuple[SideTable, SideTable]:
        """Input and output."""
        return self._tables["before"], self._tables["after"]

    @property
    def rows(self) -> int:
        """The number of records shown."""
        return self._models["before"].rowCount()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The records in the order that is chosen."""
        table = self.analysis.output or self.analysis.input
        shown = self.analysis.shown_records
        if shown is None:
            return {"rows": TableRequest(table, RowsToShow(self._row_order, with_outside=self._with_outside))}
        side: SideName = "after" if shown.table is self.analysis.output else "before"
        return {"rows": TableRequest(table, RowsToShow(self._row_order, shown.request, side))}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the records from the first one on."""
        rows: VisibleRows = found["rows"]
        self._found = rows
        tables = self.analysis.tables
        for side in SIDES:
            columns = tables[side].dataset.columns if side in tables else ()
            self._models[side].set_records(columns, rows.rows, rows.removed, rows.bands)
            self._tables[side].scrollToTop()
        self._show_sides()
        self._coupling.fit_columns(tables["before"].dataset.names)
        self.columns.apply()
        self.saving.show_rows(rows)
        self.record_menu.show_rows(rows)
        self._describe(rows)
        self.follow_focus()
        if self._takes_keyboard:
            self._takes_keyboard = False
            self._tables["before"].setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back on Escape in the tables; the shortcut does so elsewhere in the perspective."""
        if event.key() == Qt.Key.Key_Escape and self.analysis.shown_records is not None:
            self._go_back()
        else:
            super().keyPressEvent(event)

    def follow_focus(self, _attribute: str = "") -> None:
        """Tint the attribute in focus, and bring it into sight."""
        self._offer_orders()
        for side, model in self._models.items():
            table, column = self._tables[side], model.column_of(self._document.focus)
            table.focused_column = column
            if column >= 0 and not table.isColumnHidden(column):
                table.reveal(column)

    def sort(self, order: RowOrder) -> None:
        """Show both tables in another order."""
        self._row_order = order
        self._offer_orders()
        self.refresh()

    def _lay_out(self) -> None:
        self.together.setChecked(True)
        self._panes["before"].add_header_widget(self.order)
        feet = {
            "before": _foot(self.legend, self.outside, stretched=False),
            "after": _foot(self.sentence, self.only, stretched=True),
        }
        for side, pane in self._panes.items():
            self._tables[side].setModel(self._models[side])
            pane.set_body(_body(self._tables[side], feet[side]))
            pane.setMinimumWidth(NARROWEST)
            self.panes.addWidget(pane)
        self.panes.setObjectName("quality tables")
        self.panes.setHandleWidth(1)
        self.panes.setChildrenCollapsible(False)
        self.panes.setSizes([684, 683])

    def _connect(self) -> None:
        for side, table in self._tables.items():
            table.header.focused_section_requested.connect(self._focus_column)
            table.clicked.connect(self._focus_cell)
            table.activated.connect(self._focus_cell)
            table.sort_header.sort_requested.connect(partial(self._turn, side))
            table.menu_requested.connect(partial(self.record_menu.open, side, table, self._models[side]))
        self.order.order_chosen.connect(self.sort)
        self.together.toggled.connect(self._coupling.set_together)
        self.columns.changed.connect(self._describe_columns)
        self.only.clicked.connect(self._show_removed)
        self.outside.clicked.connect(self._toggle_outside)
        self.bar.all_requested.connect(self._show_all)
        self.bar.back_requested.connect(self._go_back)
        self._leave.activated.connect(self._go_back)
        self._document.focus_changed.connect(self.follow_focus)
        self.analysis.records_changed.connect(self._take_records)
        self.analysis.subject_changed.connect(self._show_sides)

    def _show_sides(self) -> None:
        """Give the input all of the width where there is no output."""
        both = self.analysis.output is not None
        self._panes["after"].setVisible(both)
        self.together.setVisible(both)
        self.saving.actions["after"].setVisible(both)
        home = self._panes["after" if both else "before"]
        for widget in (self.together, self.columns.button, self.saving.button, self.help_mark):
            if widget.parentWidget() is None or not home.isAncestorOf(widget):
                home.add_header_widget(widget)
                widget.setVisible(widget is not self.together or both)
        self._offer_orders()

    def _offer_orders(self) -> None:
        order = self._row_order
        if order.side == "after" and self.analysis.output is None:
            order = self._row_order = RowOrder()
        has_groups = bool(self.analysis.input.quasi_identifiers)
        shown = RowOrder("file") if order.kind == "group" and not has_groups else order
        self.order.offer(shown, self._document.focus, has_groups=has_groups)
        for side, table in self._tables.items():
            column = self._models[side].column_of(order.attribute) if order.kind == "attribute" else -1
            is_here = column >= 0 and order.side == side
            table.sort_header.set_keys([(column, order.ascending)] if is_here else [])

    def _describe(self, rows: VisibleRows) -> None:
        shown = self.analysis.shown_records
        self.bar.show_records(shown, rows.shown)
        output = self.analysis.output
        names = self.analysis.input.dataset.names
        columns = sentences.columns(len(names), self.columns.hidden, words.LOCAL)
        part = self.analysis.input.policy.part
        self._panes["before"].set_caption(sentences.of_input(rows, part, columns, words.LOCAL, alone=output is None))
        if output is not None:
            self._panes["after"].set_caption(sentences.of_output(rows, columns, words.LOCAL))
        banded = rows.bands is not None
        entries = [("bg.removed", tr("removed records"))] if rows.gone else []
        self.legend.set_entries(
            [*entries, *([("bg.panel bg.band", tr("bands separate the groups"))] if banded else [])]
        )
        read = "" if output is None else groups_read(output.applied, words.LOCAL)
        self.sentence.setText(" ".join(part for part in (sentences.foot(rows, words.LOCAL), read) if part))
        self.only.setVisible(rows.gone > 0 and not (shown is not None and isinstance(shown.request, Removed)))
        self.outside.setText(sentences.outside(rows.outside, part, words.LOCAL, shown=self._with_outside))
        self.outside.setVisible(rows.outside > 0 and shown is None)

    def _describe_columns(self) -> None:
        if self._found is not None:
            self._describe(self._found)

    def _take_records(self) -> None:
        shown = self.analysis.shown_records
        self.bar.show_records(shown)
        self._leave.setEnabled(shown is not None)
        if shown is not None and shown.attribute is not None:
            self._document.set_focus(shown.attribute)
        self._takes_keyboard = shown is not None
        self.refresh()

    def _show_removed(self) -> None:
        output = self.analysis.output
        if output is not None:
            self.analysis.show_records(FigureRecords(tr("removed from the output"), output, Removed(), HOME))

    def _toggle_outside(self) -> None:
        self._with_outside = not self._with_outside
        self.refresh()

    def _show_all(self) -> None:
        self.analysis.show_records(None)
        self._tables["before"].setFocus()  # the link that was pressed is gone

    def _go_back(self) -> None:
        shown = self.analysis.shown_records
        self._show_all()
        if shown is not None and shown.origin != HOME:
            self.analysis.wishes.show_perspective(shown.origin)

    def _turn(self, side: SideName, column: int, _add: bool) -> None:
        self.sort(turned(self._row_order, self._models[side].name_of(column), side))

    def _focus_column(self, column: int) -> None:
        self._document.set_focus(self._models["before"].name_of(column))

    def _focus_cell(self, index: QModelIndex) -> None:
        self._focus_column(index.column())


def _body(table: SideTable, foot: QFrame) -> QWidget:
    body = QWidget()
    rule = QFrame()
    rule.setProperty("line", "horizontal")
    layouts.column((table, 1), rule, foot, spacing=0, inside=body)
    return body


def _foot(said: QWidget, action: QWidget, *, stretched: bool) -> QFrame:
    foot = QFrame()
    foot.setProperty("layer", "sunken")
    foot.setFixedHeight(FOOT)
    row = QHBoxLayout(foot)
    row.setContentsMargins(12, 0, 12, 0)
    row.setSpacing(12)
    row.addWidget(said, 1 if stretched else 0)
    if not stretched:
        row.addStretch()
    row.addWidget(action)
    return foot
