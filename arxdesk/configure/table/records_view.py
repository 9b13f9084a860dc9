"""The input table: every record, header chips coloured by role, sorted, found, filtered, ticked."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QMenu, QStackedWidget, QWidget

from arxdesk.configure.forms.expression import ExpressionHelp, example_of
from arxdesk.configure.table.cell_menu import CellActions, menu_for
from arxdesk.configure.table.column_changes import ColumnChanges
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
from arxdesk.ui.widgets.tables.column_chooser import ColumnChooser
from arxdesk.ui.widgets.tables.input_table import InputTable
from arxdesk.ui.words import capitalized, count, count_with_share
from arxdesk_engine.analysis.shown.viewed import SortKey
from arxdesk_engine.data.schema import Role
from arxdesk_engine.data.selection import InvalidSelection

PATIENCE = 1500
"""Milliseconds without a key before an incomplete expression is reported as wrong."""
_WAYS = {"ascending": True, "descending": False}


class RecordsView(QFrame):
    """Shows the table of the document; a click on a header puts that attribute into focus, one on its arrow sorts."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.setAccessibleName("Table")
        self._document = document
        self._model = RecordsModel(self._role_of, self)
        self._model.set_records(document.dataset.columns)
        self._table = InputTable("Input table")
        self._table.setModel(self._model)
        self._table.ticks.set_longest(count(document.dataset.records))
        self.shown = ViewedRecords(document, jobs, self)
        self.subset_controls = SubsetControls(self._table, self._model, self.shown, document, jobs)
        self.bar = RecordsBar(example_of(document), self.subset_controls.words, self.subset_controls.button)
        self.finder = Finder(self.bar.sought, self._table, self._model, self.shown, document, jobs)
        self.replacing = Replacing(document, jobs, self)
        self.column_changes = ColumnChanges(document, self)
        self._help = ExpressionHelp(self.bar.filter, document, jobs, self)
        self.filter_message, self.subset_message = Message("info"), Message("warn")
        self._empty = EmptyState("No record passes the filter.", "Show all records")
        self._body = QStackedWidget()
        self._menu: QMenu | None = None
        self._columns_settled = Debounce(self._take_columns, 0, self)  # one step may change hundreds of columns
        self._sorted_by = self.shown.viewed.keys
        self._is_confirmed = False
        self._refused: InvalidSelection | None = None
        self._patience = Debounce(self._lose_patience, PATIENCE, self)
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
        self.bar.filter.put(expression)
        self.shown.filter(expression)

    def choose_columns(self) -> None:
        """Open the list of columns."""
        names = self._document.dataset.names
        shown = tuple(name for section, name in enumerate(names) if not self._table.isColumnHidden(section))
        chooser = ColumnChooser(names, shown, self)
        chooser.chosen.connect(self._show_columns)
        chooser.show_below(self.bar.columns)

    def _lay_out(self) -> None:
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        messages = QWidget()
        for message in (self.filter_message, self.subset_message):
            message.hide()
        layouts.column(self.filter_message, self.subset_message, spacing=8, margins=(12, 8, 12, 8), inside=messages)
        messages.hide()
        self._messages = messages
        self._body.addWidget(self._table)
        self._body.addWidget(self._empty)
        layouts.column(
            self.bar,
            rule,
            (self._body, 1),
            messages,  # below, where one that comes moves no row
            spacing=0,
            inside=self,
        )

    def _connect(self) -> None:
        document, table, bar = self._document, self._table, self.bar
        table.focused_column_requested.connect(self._focus_column)
        table.sort_header.sort_requested.connect(self._turn)
        table.menu_requested.connect(self._open_menu)
        bar.sought.step_requested.connect(self.finder.step)
        bar.sought.left.connect(self._focus_table)
        bar.next.clicked.connect(partial(self._step, 1))
        bar.previous.clicked.connect(partial(self._step, -1))
        bar.filter.settled.connect(self.shown.filter)
        bar.filter.confirmed.connect(self._confirm_filter)
        bar.filter.textChanged.connect(self._forget_error)
        bar.columns.clicked.connect(self.choose_columns)
        self.finder.told.connect(bar.show_matches)
        self.shown.changed.connect(self._show_records)
        self.shown.refused.connect(self._show_error)
        self.subset_controls.told.connect(self._show_subset_problem)
        self.filter_message.link_activated.connect(self._show_all)
        self._empty.action_triggered.connect(self._show_all)
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
        expression, rows, records = self.shown.viewed.expression, self.shown.rows, self._document.dataset.records
        self._body.setCurrentWidget(self._table if rows or not expression else self._empty)
        if expression:
            counted = f"{count_with_share(rows, records, 'records')}: {expression}"
            self.filter_message.set_content("info", "Filtered.", counted, (("all", "Show all records"),))
        self._show_message(self.filter_message, bool(expression))

    def _show_model(self) -> None:
        """Show the records; the current cell stays on its record if that is still shown."""
        index, model = self._table.currentIndex(), self._model
        record = model.record_of(index.row()) if index.isValid() and index.row() < model.rowCount() else -1
        across = self._table.horizontalScrollBar().value()
        model.set_records(self._document.dataset.columns, self.shown.viewed.order)
        model.set_ticked(self.subset_controls.subset.ticked)
        row = model.row_of(record) if record >= 0 else -1
        if row >= 0:
            self._table.setCurrentIndex(model.index(row, index.column()))
            self._table.scrollTo(model.index(row, index.column()))
        self._table.horizontalScrollBar().setValue(across)

    def _show_error(self, error: InvalidSelection) -> None:
        """Show the error of the filter; the records stay those of the last valid one."""
        if error.expression != self.bar.filter.text():
            return
        if self.bar.filter.hasFocus() and not self._is_confirmed:
            self._refused = error  # whoever types is not done yet
            self._patience.start()
            return
        self._tell_error(error)

    def _lose_patience(self) -> None:
        """Report the expression after a pause in typing."""
        error, self._refused = self._refused, None
        if error is None or error.expression != self.bar.filter.text():
            return
        self._tell_error(error)

    def _confirm_filter(self, expression: str) -> None:
        self._is_confirmed = True
        self.shown.filter(expression)

    def _tell_error(self, error: InvalidSelection) -> None:
        self.bar.filter.show_error(error.position - 1)
        problem, valid = error.problems[0], self.shown.viewed.expression
        place = f"Character {error.position}: " if error.position <= len(error.expression) else ""
        rest = f" Still shown: {valid}." if valid else " All records are still shown."
        sentence = f"{place}{problem.found}. {problem.remedy}{rest}"
        links = (("all", "Show all records"),) if valid else (("all", "Clear"),)
        self.filter_message.set_content("error", "Not a filter yet.", capitalized(sentence), links)
        self._show_message(self.filter_message, True)

    def _forget_error(self, text: str) -> None:
        self._is_confirmed = False
        self._patience.stop()
        self._refused = None
        if self.filter_message.kind == "error":
            self._show_records()
        if not text:
            self.shown.filter("")

    def _show_all(self, _link: str = "") -> None:
        self.show_only("")
        self._show_records()

    def _show_subset_problem(self, lead: str, sentence: str) -> None:
        if lead:
            self.subset_message.set_content("warn", lead, sentence)
        self._show_message(self.subset_message, bool(lead))

    def _show_message(self, message: Message, visible: bool) -> None:
        message.setVisible(visible)
        self._messages.setVisible(not self.filter_message.isHidden() or not self.subset_message.isHidden())

    def _show_columns(self, names: tuple[str, ...]) -> None:
        shown = set(names)
        for section, name in enumerate(self._document.dataset.names):
            if self._table.isColumnHidden(section) is (name in shown):
                self._table.setColumnHidden(section, name not in shown)
        hidden = len(self._document.dataset.names) - len(shown)
        self.bar.columns.setText(f"Columns ({hidden} hidden)..." if hidden else "Columns...")
        self.finder.look_again()

    def _open_menu(self, place: QPoint, row: int, section: int) -> None:
        name = self._model.name_of(section)
        value = self._model.value_at(row, section) if row >= 0 else None
        actions = CellActions(
            copy=self._table.copy_selection,
            find=self.finder.look_for,
            filter=self._narrow,
            sort=lambda attribute, ascending: self.shown.sort((SortKey(attribute, ascending),)),
            unsort=lambda: self.shown.sort(()),
            replace=lambda attribute, found: self.replacing.ask(self.window(), attribute, found),
            set_role=self._set_role,
            hide=self._hide,
            rename=self.column_changes.rename,
            leave_out=lambda attribute: self.column_changes.leave_out([attribute]),
            fill_back=self.column_changes.fill_back,
        )
        self._menu = menu_for(self, self._document, name, value, actions)
        self._menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._menu.popup(place)

    def _narrow(self, condition: str) -> None:
        """Add a condition to the filter."""
        known = self.shown.viewed.expression
        joined = f"({known}) and {condition}" if " or " in known.lower() else f"{known} and {condition}"
        self.show_only(joined if known else condition)

    def _set_role(self, attribute: str, role: Role) -> None:
        if self._document.shown_role(attribute) != role.value:
            self._document.push(change_roles(self._document, [attribute], role))

    def _hide(self, attribute: str) -> None:
        names = self._document.dataset.names
        left = [each for section, each in enumerate(names) if not self._table.isColumnHidden(section)]
        if len(left) > 1:
            self._show_columns(tuple(each for each in left if each != attribute))
