"""All attributes at a glance: searched, filtered, sorted, changed one by one or many at once."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStackedWidget,
    QStyleOptionViewItem,
    QWidget,
)

from arxdesk.configure.attributes.bulk_actions import BulkActions
from arxdesk.configure.attributes.column_reader import ColumnReader, Contradiction
from arxdesk.configure.attributes.model import AttributesModel, Trait
from arxdesk.core.attributes import type_words
from arxdesk.core.configured_table import UNDECIDED
from arxdesk.core.document import Document
from arxdesk.core.values.role_words import role_title
from arxdesk.help.mark import help_mark
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts, theme
from arxdesk.ui.help_topics import ATTRIBUTES
from arxdesk.ui.item_roles import ROLE_ROLE
from arxdesk.ui.widgets.basics.buttons import dense_button, fit_words, link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.tab_bar import TabBar
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index, NameDelegate
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.role_chip import HEIGHT, WIDTH, paint_role_chip
from arxdesk.ui.words import joined
from arxdesk_engine.data import type_names
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr, tr_n, tr_of

SEARCHED_FROM = 13
"""Fewer attributes are seen at a glance: the rows need the room."""
LEAST_NAME = 112
_WIDTHS = {
    Trait.TYPE: 60,
    Trait.VALUES: 66,
    Trait.MISSING: 66,
    Trait.FITS: 58,
    Trait.HIERARCHY: 78,
    Trait.LEVELS: 62,
    Trait.TREATMENT: 128,
    Trait.WEIGHT: 64,
}
_AROUND_HEADING, _AROUND_WORDS = 20, 18
_EVERY = "every"


class AttributeTable(RecordsTable):
    """Rows are selected; Ctrl+A means every row that is found, on all pages."""

    everything_requested = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Attributes"), two_line_header=False)
        self.setItemDelegate(CellDelegate(self))
        self.set_cell_delegate(Trait.NAME, ChipDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setShowGrid(False)
        self.verticalHeader().hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select everything on the usual key."""
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.everything_requested.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """End with a whole column."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give the name the width that remains beside as many whole columns as fit."""
        room = self.viewport().width() - LEAST_NAME
        for shown in _WIDTHS:
            wide = 0 if self.isColumnHidden(shown) else self.columnWidth(shown)
            if wide > room:
                break
            room -= wide
        self.setColumnWidth(Trait.NAME, LEAST_NAME + max(0, room))

    def keyboardSearch(self, _text: str) -> None:
        """Letters change roles here; the field above searches."""


class ChipDelegate(NameDelegate):
    """A name with the chip of its role."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw chip and name."""
        role = index.data(ROLE_ROLE)
        if role:
            top = rect.top() + (rect.height() - HEIGHT) / 2
            paint_role_chip(painter, QRectF(rect.left() + 8, top, WIDTH, HEIGHT), role)
        self.paint_text(painter, rect.adjusted(WIDTH + 14, 0, -8, 0), index)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of chip and name."""
        return super().sizeHint(option, index) + QSize(WIDTH + 6, 0)


class AttributesView(Pane):
    """A list of the attributes; choosing one puts it into focus, several are changed in one step."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(tr("Attributes"), parent=parent)
        self._document = document
        self._model = AttributesModel(document, self)
        self.table = AttributeTable()
        self.paged = PagedList(self.table, tr("Attributes"))
        self.paged.set_model(self._model)
        self.reader = ColumnReader(document, jobs, self)
        self.actions_of_several = BulkActions(document, self.reader, self._names, self.table)
        roles = [(role.value, role_title(role)) for role in Role]
        shown = [(_EVERY, tr("All roles")), *roles, (UNDECIDED, tr("Not decided"))]
        self.role_filter = ChoiceBox(tr("Show attributes of a role"), shown)
        self.role_filter.setFixedWidth(136)
        self.role_filter.set_value(_EVERY)
        self.several = ElidedLabel("", "dense", "2")
        self.everything = link_button("")
        self.change = dense_button(tr_of("a button", "Change"))
        self.change.setProperty("opens-menu", True)
        self.change.setMenu(self.actions_of_several.menu)
        self._every_found = False
        self.tabs = TabBar()
        self.tabs.setAccessibleName(tr("Attributes and weights"))
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.currentChanged.connect(self._show_page)
        self._lay_out()
        self._connect()
        self._show_columns()
        self._show_caption()
        self._show_selection()

    @property
    def model(self) -> AttributesModel:
        """The model of all pages."""
        return self._model

    def selected(self) -> tuple[str, ...]:
        """The attributes that an action changes, in the order of the rows."""
        return self._names()

    def select_everything(self) -> None:
        """Select every attribute that is found, on all pages."""
        self.table.selectAll()
        self._every_found = True
        self._show_selection()

    def add_page(self, title: str, page: QWidget) -> None:
        """Put another view behind the list; tabs in place of the title lead to them."""
        if not self.tabs.count():
            self.tabs.addTab(tr("Attributes"))
            self.title.hide()
            self.insert_first_widget(self.tabs)
        self.tabs.addTab(title)
        self._pages.addWidget(page)

    def _show_page(self, place: int) -> None:
        self._pages.setCurrentIndex(place)
        self.change.setVisible(place == 0)
        self._show_caption()

    def _lay_out(self) -> None:
        for shown, width in _WIDTHS.items():
            self.table.setColumnWidth(shown, self._room_for(shown, width))
        self.table.header.setSortIndicatorShown(True)
        self.table.header.setSortIndicatorClearable(True)  # a third click: as the table has them
        self.table.header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        foot = layouts.row((self.several, 1), self.everything, spacing=8)
        body = QWidget()
        layouts.column((self.paged, 1), foot, spacing=4, margins=(12, 4, 12, 4), inside=body)
        self.paged.add_tool(self.role_filter)
        is_long = len(self._document.dataset.names) >= SEARCHED_FROM
        for control in (self.paged.search, self.role_filter):
            control.setVisible(is_long)
        fit_words(self.change)
        self.add_header_widget(self.change)
        self.add_header_widget(help_mark(ATTRIBUTES, tr("the list of attributes")))
        self._pages = QStackedWidget()
        self._pages.addWidget(body)
        self.set_body(self._pages)

    def _connect(self) -> None:
        document = self._document
        self.paged.current_changed.connect(self._focus_row)
        self.table.clicked.connect(self._focus_current)
        self.table.selectionModel().selectionChanged.connect(self._take_selection)
        self.table.everything_requested.connect(self.select_everything)
        self.everything.clicked.connect(self.select_everything)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.table.header.sortIndicatorChanged.connect(self._model.sort)
        self.role_filter.chosen.connect(self._choose_filter)
        self.paged.page_model.modelReset.connect(self._take_selection)
        self.reader.left_out.connect(self._tell_left_out)
        self.reader.contradicted.connect(self._tell_contradiction)
        document.focus_changed.connect(self._show_focus)
        document.attributes_changed.connect(self._show_caption)
        document.privacy_changed.connect(self._show_caption)
        document.attributes_changed.connect(self._refresh_actions)
        document.column_changed.connect(self._show_columns)
        document.lock_changed.connect(self._refresh_actions)

    def _names(self) -> tuple[str, ...]:
        if self._every_found:
            return tuple(self._model.name_of(row) for row in self.paged.found_rows)
        selection = self.table.selectionModel().selection()
        spans = (selection.at(place) for place in range(selection.count()))
        rows = sorted({row for each in spans for row in range(each.top(), each.bottom() + 1)})
        shown = self.paged.page_model.rows
        return tuple(self._model.name_of(shown[row]) for row in rows if row < len(shown))

    def _room_for(self, shown: Trait, usual: int) -> int:
        """The width of a column: more than usual where a language has longer words."""
        heading = self._model.headerData(shown, Qt.Orientation.Horizontal)
        header = self.table.horizontalHeader().fontMetrics().horizontalAdvance(str(heading)) + _AROUND_HEADING
        words = tuple(type_names.NAMES.values()) if shown is Trait.TYPE else ()
        words = (tr("Complete"), tr_of("a hierarchy", "None")) if shown is Trait.HIERARCHY else words
        metrics = QFontMetrics(theme.font("dense"))
        return max(usual, header, *(metrics.horizontalAdvance(each) + _AROUND_WORDS for each in words))

    def _take_selection(self, *_what: object) -> None:
        self._every_found = False
        self._show_selection()

    def _show_selection(self) -> None:
        names = self._names()
        self._tell("")
        found = len(self.paged.found_rows)
        more = 1 < len(names) < found and len(names) == len(self.paged.page_model.rows)
        self.everything.setVisible(more)
        self.everything.setText(tr_n(found, "Select all {n}", "Select all {n}"))
        self._show_caption()
        self._refresh_actions()

    def _tell(self, text: str) -> None:
        self.several.setText(text)
        self.several.setVisible(bool(text))

    def _show_columns(self, *_what: object) -> None:
        """Hide the column of missing cells if there are none."""
        self.table.setColumnHidden(Trait.MISSING, not self._model.any_missing)
        self.table.fit()

    def _refresh_actions(self, *_what: object) -> None:
        self.actions_of_several.refresh()
        can_bring_back = bool(self._document.left_out) and not self._document.locked
        self.change.setEnabled(self.actions_of_several.usable or can_bring_back)

    def _open_menu(self, place: QPoint) -> None:
        self.actions_of_several.refresh()
        self.actions_of_several.menu.popup(self.table.viewport().mapToGlobal(place))

    def _focus_row(self, row: int) -> None:
        if row >= 0:
            self._document.set_focus(self._model.name_of(row))

    def _focus_current(self) -> None:
        self._focus_row(self.paged.current_row)

    def _show_focus(self, name: str) -> None:
        """Scroll to the row of the focus after another view moved it, unless several are selected or searched for."""
        row = self._model.row_of(name)
        if row >= 0 and row != self.paged.current_row and len(self._names()) < 2 and not self.paged.search.text():
            self.paged.show_row(row)

    def _choose_filter(self, key: str) -> None:
        self._model.set_role(None if key == _EVERY else key)
        self._show_caption()

    def _tell_left_out(self, names: tuple[str, ...]) -> None:
        self._tell(
            tr_n(
                len(names),
                "{n} column stays as before, with cells that do not fit: {columns}",
                "{n} columns stay as before, with cells that do not fit: {columns}",
                columns=joined(names, 3),
            )
        )

    def _tell_contradiction(self, found: Contradiction) -> None:
        problem = type_words.contradicting(found.fit.misfits, found.fit.type)
        self._tell(tr("{column} stays as before: {problem}", column=found.attribute, problem=problem))

    def _show_caption(self, *_what: object) -> None:
        chosen = len(self._names())
        if chosen > 1 and self._pages.currentIndex() == 0:
            self.set_caption(tr_n(chosen, "{n} selected", "{n} selected"))
            return
        self.set_caption("" if self._model.rowCount() else tr("no attribute has this role"))
