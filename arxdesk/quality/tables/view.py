"""Input and output side by side: the same records in the same order, scrolled as one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QMenu, QSplitter, QWidget

from arxdesk.analysis.analyses import Asked
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.legend import GroundLegend
from arxdesk.analysis.shown_records import ShownRecords
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import Removed
from arxdesk.core import file_dialogs as files
from arxdesk.core.records_model import RecordsModel
from arxdesk.core.writing_work import write_rows
from arxdesk.quality.tables.drill_bar import HOME, DrillBar
from arxdesk.quality.tables.order_choice import OrderChoice, turned
from arxdesk.quality.tables.record_risk import RecordRiskCard, shown_group
from arxdesk.quality.tables.work import RowsToShow
from arxdesk.tasks.activity import WRITING
from arxdesk.ui import layouts, words
from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.basics.buttons import icon_button, link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.tables.column_chooser import ColumnChooser
from arxdesk.ui.widgets.tables.coupled_tables import CoupledTables
from arxdesk.ui.widgets.tables.side_table import SideTable
from arxdesk_engine.analysis.shown import sentences
from arxdesk_engine.analysis.shown.record_groups import RecordGroup, group_of
from arxdesk_engine.analysis.shown.rows import RowOrder, ShownRows, SideName

FOOT, NARROWEST = 31, 320
SIDES = ("before", "after")
NAMES = {"before": "Input", "after": "Output"}


class TablesView(AnalysisView):
    """Two tables of records; groups are banded, removed people grey in both, the attribute in focus is tinted.

    While nothing is applied the input takes all of the width. Shows the records that `Analysis.shown_records` asks for.
    """

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self.panes = QSplitter(Qt.Orientation.Horizontal)
        super().__init__(analysis, "", "Input and output", "quality-tables", self.panes, parent)
        self._document = analysis.document
        self._row_order = RowOrder()
        self._with_outside = False
        self._hidden: frozenset[str] = frozenset()
        self._found: ShownRows | None = None
        self._takes_keyboard = False
        self._models = {side: RecordsModel(parent=self) for side in SIDES}
        self._tables = {side: SideTable(NAMES[side]) for side in SIDES}
        self._panes = {side: Pane(NAMES[side]) for side in SIDES}
        self.bar = DrillBar()
        self.order = OrderChoice()
        self.together = QCheckBox("Scroll together")
        self.columns = icon_button("columns", "Choose the columns to show")
        self.save = icon_button("save", "Copy or save what is shown")
        self.legend = GroundLegend()
        self.sentence = ElidedLabel("", "caption", "2")
        self.only = link_button("Show only removed")
        self.outside = link_button("Show those who do not count")
        self._menu: QMenu | None = None
        self.card: RecordRiskCard | None = None
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
        """How many records are shown."""
        return self._models["before"].rowCount()

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu

    def wanted(self) -> Mapping[str, Asked] | str:
        """The records in the order that is chosen."""
        table = self.analysis.output or self.analysis.input
        shown = self.analysis.shown_records
        if shown is None:
            return {"rows": Asked(table, RowsToShow(self._row_order, with_outside=self._with_outside))}
        side: SideName = "after" if shown.table is self.analysis.output else "before"
        return {"rows": Asked(table, RowsToShow(self._row_order, shown.request, side))}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the records from the first one on."""
        rows: ShownRows = found["rows"]
        self._found = rows
        tables = self.analysis.tables
        for side in SIDES:
            columns = tables[side].dataset.columns if side in tables else ()
            self._models[side].set_records(columns, rows.rows, rows.removed, rows.bands)
            self._tables[side].scrollToTop()
        self._show_sides()
        self._coupling.fit_columns(tables["before"].dataset.names)
        self._hide_columns()
        self._describe(rows)
        self.follow_focus()
        if self._takes_keyboard:
            self._takes_keyboard = False
            self._tables["before"].setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back in the tables themselves; the shortcut does so from elsewhere in the perspective."""
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
        menu = QMenu(self.save)
        menu.addAction(icon("copy"), "Copy the selected cells", self._copy)
        self._save_actions = {
            side: menu.addAction(icon("save"), f"Save the {NAMES[side].lower()} as shown...", partial(self._save, side))
            for side in SIDES
        }
        self.save.setMenu(menu)
        self.save.setPopupMode(self.save.ToolButtonPopupMode.InstantPopup)

    def _connect(self) -> None:
        for side, table in self._tables.items():
            table.focused_column_requested.connect(self._focus_column)
            table.clicked.connect(self._focus_cell)
            table.activated.connect(self._focus_cell)
            table.copied.connect(self._tell_copied)
            table.sort_header.sort_requested.connect(partial(self._turn, side))
            table.menu_requested.connect(partial(self._open_menu, side))
        self.order.order_chosen.connect(self.sort)
        self.together.toggled.connect(self._coupling.set_together)
        self.columns.clicked.connect(self._choose_columns)
        self.only.clicked.connect(self._show_removed)
        self.outside.clicked.connect(self._toggle_outside)
        self.bar.all_requested.connect(self._show_all)
        self.bar.back_requested.connect(self._go_back)
        self._leave.activated.connect(self._go_back)
        self._document.focus_changed.connect(self.follow_focus)
        self.analysis.records_changed.connect(self._take_records)
        self.analysis.subject_changed.connect(self._show_sides)

    def _show_sides(self) -> None:
        """Without an output the input takes all of the width, and what belongs to both stands above it."""
        both = self.analysis.output is not None
        self._panes["after"].setVisible(both)
        self.together.setVisible(both)
        self._save_actions["after"].setVisible(both)
        home = self._panes["after" if both else "before"]
        for widget in (self.together, self.columns, self.save, self.help_mark):
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

    def _describe(self, rows: ShownRows) -> None:
        shown = self.analysis.shown_records
        self.bar.show_records(shown, rows.shown)
        output = self.analysis.output
        names = self.analysis.input.dataset.names
        columns = sentences.columns(len(names), len(self._hidden & set(names)), words.LOCAL)
        part = self.analysis.input.policy.part
        self._panes["before"].set_caption(sentences.of_input(rows, part, columns, words.LOCAL, alone=output is None))
        if output is not None:
            self._panes["after"].set_caption(sentences.of_output(rows, columns, words.LOCAL))
        banded = rows.bands is not None
        entries = [("bg.removed", "removed people")] if rows.gone else []
        self.legend.set_entries([*entries, *([("bg.panel bg.band", "bands separate the groups")] if banded else [])])
        self.sentence.setText(sentences.foot(rows, words.LOCAL))
        self.only.setVisible(rows.gone > 0 and not (shown is not None and isinstance(shown.request, Removed)))
        self.outside.setText(sentences.outside(rows.outside, part, words.LOCAL, shown=self._with_outside))
        self.outside.setVisible(rows.outside > 0 and shown is None)

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
            self.analysis.show_records(ShownRecords("removed from the output", output, Removed(), HOME))

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
            self.analysis.go_back_requested.emit(shown.origin)

    def _turn(self, side: str, column: int, _add: bool) -> None:
        self.sort(turned(self._row_order, self._models[side].name_of(column), side))

    def _focus_column(self, column: int) -> None:
        self._document.set_focus(self._models["before"].name_of(column))

    def _focus_cell(self, index: QModelIndex) -> None:
        self._focus_column(index.column())

    def _choose_columns(self) -> None:
        names = self.analysis.input.dataset.names
        chooser = ColumnChooser(names, tuple(name for name in names if name not in self._hidden), self)
        chooser.chosen.connect(self._show_columns)
        chooser.show_below(self.columns)

    def _show_columns(self, shown: tuple[str, ...]) -> None:
        self._hidden = frozenset(self.analysis.input.dataset.names) - frozenset(shown)
        self._hide_columns()
        if self._found is not None:
            self._describe(self._found)

    def _hide_columns(self) -> None:
        for side, model in self._models.items():
            table = self._tables[side]
            for column in range(model.columnCount()):
                if table.isColumnHidden(column) is not (model.name_of(column) in self._hidden):
                    table.setColumnHidden(column, model.name_of(column) in self._hidden)

    def _open_menu(self, side: str, place: QPoint, row: int, column: int) -> None:
        record, name = self._models[side].record_of(row), self._models[side].name_of(column)
        menu = self._menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = self.groups_of(record)
        if groups:
            menu.addAction("Why is this person at risk?", partial(self.explain, record, place))
            for group in groups:
                where, people = NAMES[group.side].lower(), words.people(group.size)
                action = menu.addAction(f"Show the group in the {where} ({people})", partial(self._show_group, group))
                action.setEnabled(group.size > 0)
            menu.addSeparator()
        menu.addAction(icon("copy"), "Copy", self._tables[side].copy_selection)
        menu.addSeparator()
        of = "after" if side == "after" else "before"
        for ascending, way in ((True, "ascending"), (False, "descending")):
            order = RowOrder("attribute", name, of, ascending)  # type: ignore[arg-type]
            menu.addAction(f"Sort by {name}, {way}".replace("&", "&&"), partial(self.sort, order))
        menu.popup(place)

    def groups_of(self, record: int) -> tuple[RecordGroup, ...]:
        """The groups that a record is in, before and after."""
        found = self._found
        if found is None:
            return ()
        both = group_of(record, "before", found.before), group_of(record, "after", found.after)
        return tuple(group for group in both if group is not None)

    def explain(self, record: int, place: QPoint) -> None:
        """Say why a record is at risk."""
        tables = [table.dataset for table in self.analysis.tables.values()]
        attributes = self.analysis.input.quasi_identifiers
        self.card = RecordRiskCard(record, self.groups_of(record), attributes, tables, self)
        self.card.group_requested.connect(self._show_group)
        self.card.show_at(place)

    def _show_group(self, group: RecordGroup) -> None:
        table = self.analysis.tables.get(group.side)
        if table is not None:
            self.analysis.show_records(shown_group(group, table))

    def _copy(self) -> None:
        chosen = [table for table in self.tables if table.selectionModel().hasSelection()]
        (chosen[0] if chosen else self.tables[0]).copy_selection()

    def _tell_copied(self, copied: int, selected: int) -> None:
        self.sentence.setText(sentences.copied(copied, selected, words.LOCAL))

    def _save(self, side: str) -> None:
        table, found = self.analysis.tables.get(side), self._found
        if table is None or found is None:
            return
        path = files.ask_where_to_save_rows(self, Path(f"{self._document.name} {NAMES[side].lower()}.csv"))
        if path is not None:
            columns = [column for column in table.dataset.columns if column.name not in self._hidden]
            work = partial(write_rows, table.job, columns, found.rows, path)
            self.analysis.jobs.start(self, WRITING, work, self._tell_saved, self.analysis.failed.emit)

    def _tell_saved(self, path: object) -> None:
        self.sentence.setText(f"Saved as {path}.")


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
