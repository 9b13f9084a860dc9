"""The input table: every record, header chips coloured by role, sorted, found, filtered, ticked."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QMenu, QStackedWidget, QWidget

from arxdesk.configure.forms.expression import ExpressionHelp, example_of
from arxdesk.configure.table.cell_menu import CellActions, menu_for
from arxdesk.configure.table.column_changes import ColumnChanges
from arxdesk.configure.table.column_hiding import ColumnHiding
from arxdesk.configure.table.filtering import Filtering
from arxdesk.configure.table.finding import Finder
from arxdesk.configure.table.records_bar import RecordsBar
from arxdesk.configure.table.replacing import Replacing
from arxdesk.configure.table.shown_records import ViewedRecords
from arxdesk.configure.table.subset_controls import SubsetControls
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.core.records_model import RecordsModel
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.tables.input_table import InputTable
from arxdesk.ui.words import count
from arxdesk_engine.analysis.shown.viewed import SortKey
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr, tr_n

_WAYS = {"ascending": True, "descending": False}


class RecordsView(QFrame):
    """Shows the table of the document; a click on a header puts that attribute into focus, one on its arrow sorts."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.setAccessibleName(tr("Table"))
        self._document = document
        self._model = RecordsModel(self._role_of, self)
        self._model.set_records(document.dataset.columns)
        self._table = InputTable(tr("Input table"))
        self._table.setModel(self._model)
        self._table.ticks.set_longest(_longest(document.dataset))
        self.shown = ViewedRecords(document, jobs, self)
        self.subset_controls = SubsetControls(self._table, self._model, self.shown, document, jobs)
        self.bar = RecordsBar(example_of(document), self.subset_controls.words, self.subset_controls.button)
        self.finder = Finder(self.bar.sought, self._table, self._model, self.shown, document, jobs)
        self.replacing = Replacing(document, jobs, self)
        self.column_changes = ColumnChanges(document, self)
        self._help = ExpressionHelp(self.bar.filter, document, jobs, self)
        self.filtering = Filtering(self.bar.filter, self.shown, document, self)
        self.columns = ColumnHiding(self._table, self.bar.columns, document, self)
        self.subset_message = Message("warn")
        self.subset_message.hide()
        self._messages = QWidget()
        self._empty = EmptyState(tr("No record passes the filter."), tr("Show all records"))
        self._body = QStackedWidget()
        self._menu: QMenu | None = None
        self._columns_settled = Debounce(self._take_columns, 0, self)  # one step may change hundreds of columns
        self._sorted_by = self.shown.viewed.keys
        self._lay_out()
        self._connect()
        self._table.fit_columns()
        self._show_focus(document.focus)

    @property
    def table(self) -> InputTable:
        """The table itself."""
        return self._table

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu

    def begin_finding(self) -> None:
        """Put the keyboard into the field for finding."""
        self.bar.sought.setFocus()
        self.bar.sought.selectAll()

    def begin_filtering(self) -> None:
        """Put the keyboard into the field of the filter."""
        self.bar.filter.setFocus()
        self.bar.filter.selectAll()

    def replace(self) -> None:
        """Find and replace in the attribute in focus."""
        self.replacing.ask(self.window(), self._document.focus, None)

    def sort(self, way: str) -> None:
        """Sort by the attribute in focus, "ascending" or "descending"; "original": as the records are."""
        self.shown.sort((SortKey(self._document.focus, _WAYS[way]),) if way in _WAYS else ())

    def show_only(self, expression: str) -> None:
        """Filter by an expression; "" shows all records."""
        self.filtering.show_only(expression)

    def _lay_out(self) -> None:
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        messages = (self.filtering.message, self.subset_message)
        layouts.column(*messages, spacing=8, margins=(12, 8, 12, 8), inside=self._messages)
        self._messages.hide()
        self._body.addWidget(self._table)
        self._body.addWidget(self._empty)
        layouts.column(
            self.bar,
            rule,
            (self._body, 1),
            self._messages,  # below, where one that comes moves no row
            spacing=0,
            inside=self,
        )

    def _connect(self) -> None:
        document, table, bar = self._document, self._table, self.bar
        table.header.focused_section_requested.connect(self._focus_column)
        table.sort_header.sort_requested.connect(self._turn)
        table.menu_requested.connect(self._open_menu)
        bar.sought.step_requested.connect(self.finder.step)
        bar.sought.left.connect(self._focus_table)
        bar.next.clicked.connect(partial(self._step, 1))
        bar.previous.clicked.connect(partial(self._step, -1))
        self.filtering.told.connect(self._show_messages)
        self.columns.changed.connect(self.finder.look_again)
        self.finder.told.connect(bar.show_matches)
        self.shown.changed.connect(self._show_records)
        self.subset_controls.told.connect(self._show_subset_problem)
        self._empty.action_triggered.connect(self.filtering.show_all)
        document.attribute_changed.connect(self._model.refresh_header)
        document.column_changed.connect(self._await_columns)
        document.focus_changed.connect(self._show_focus)

    def _role_of(self, attribute: str) -> str:
        return self._document.shown_role(attribute)

    def _focus_column(self, section: int) -> None:
        self._document.set_focus(self._model.name_of(section))

    def _focus_table(self) -> None:
        self._table.setFocus()

    def _show_focus(self, attribute: str) -> None:
        section = self._model.column_of(attribute)
        self._table.focused_column = section
        if self._model.rowCount() and not self._table.isColumnHidden(section):
            self._table.scrollTo(self._model.index(max(0, self._table.rowAt(0)), section))

    def _step(self, way: int, _checked: bool = False) -> None:
        self.finder.step(way)

    def _turn(self, section: int, add: bool) -> None:
        self.shown.turn(self._model.name_of(section), add=add)

    def _await_columns(self, _attribute: str) -> None:
        self._columns_settled.start()

    def _take_columns(self) -> None:
        """Refresh records, matches and ticks that depend on the changed columns."""
        self._show_model()
        self.shown.look_again()
        self.finder.forget_values()
        self.subset_controls.subset.forget_base()

    def _show_records(self) -> None:
        self._show_model()
        keys = ((self._model.column_of(key.attribute), key.ascending) for key in self.shown.viewed.keys)
        self._table.sort_header.set_keys(list(keys))
        if self._sorted_by != self.shown.viewed.keys:
            self._sorted_by = self.shown.viewed.keys
            self._table.scrollToTop()  # the sorted values are at the top
        is_empty = bool(self.shown.viewed.expression) and not self.shown.rows
        self._body.setCurrentWidget(self._empty if is_empty else self._table)

    def _show_model(self) -> None:
        """Show the records; the current cell stays on its record if that is still shown."""
        index, model = self._table.currentIndex(), self._model
        record = model.record_of(index.row()) if index.isValid() and index.row() < model.rowCount() else -1
        across = self._table.horizontalScrollBar().value()
        model.set_records(self._document.dataset.columns, self.shown.viewed.order)
        model.set_ticked(self.subset_controls.shown_ticks)
        row = model.row_of(record) if record >= 0 else -1
        if row >= 0:
            self._table.setCurrentIndex(model.index(row, index.column()))
            self._table.scrollTo(model.index(row, index.column()))
        self._table.horizontalScrollBar().setValue(across)

    def _show_subset_problem(self, lead: str, sentence: str) -> None:
        if lead:
            self.subset_message.set_content("warn", lead, sentence)
        self.subset_message.setVisible(bool(lead))
        self._show_messages()

    def _show_messages(self) -> None:
        """Leave room for the messages while there is one."""
        self._messages.setVisible(not self.filtering.message.isHidden() or not self.subset_message.isHidden())

    def _open_menu(self, place: QPoint, row: int, section: int) -> None:
        name = self._model.name_of(section)
        value = self._model.value_at(row, section) if row >= 0 else None
        actions = CellActions(
            copy=self._table.copy_selection,
            find=self.finder.look_for,
            filter=self.filtering.narrow,
            sort=lambda attribute, ascending: self.shown.sort((SortKey(attribute, ascending),)),
            unsort=lambda: self.shown.sort(()),
            replace=lambda attribute, found: self.replacing.ask(self.window(), attribute, found),
            set_role=self._set_role,
            hide=self.columns.hide,
            rename=self.column_changes.rename,
            leave_out=lambda attribute: self.column_changes.leave_out([attribute]),
            fill_back=self.column_changes.fill_back,
        )
        self._menu = menu_for(self, self._document, name, value, actions)
        self._menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._menu.popup(place)

    def _set_role(self, attribute: str, role: Role) -> None:
        if self._document.shown_role(attribute) != role.value:
            self._document.push(change_roles(self._document, [attribute], role))


def _longest(dataset: Dataset) -> str:
    """The longest words at the left of a row."""
    if dataset.weights is None:
        return count(dataset.records)
    return tr_n(int(dataset.weights.max(initial=1)), "{n} record", "{n} records")
