"""A list or table of many entries: a search field above, one page of entries, a pager below if there are several."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QMetaObject, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.widgets.tables.paging.page_model import Index, PageModel
from arxdesk.ui.widgets.tables.paging.page_size import page_size
from arxdesk.ui.widgets.tables.paging.paged_rows import PagedRows, Rows
from arxdesk.ui.widgets.tables.paging.pager import Pager
from arxdesk.ui.widgets.tables.paging.row_search import RowSearch
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr


class PagedList(QWidget):
    """Puts a search field and a pager around a view; whatever the size of the model, the view has one page.

    `size` is the number of entries per page (None: follows the settings of the user), `column` the
    searched one. Search reads the texts in slices between events, so that no number of rows blocks.
    """

    current_changed = Signal(int)
    activated = Signal(int)

    def __init__(
        self,
        view: QAbstractItemView,
        name: str,
        size: int | None = None,
        column: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.view = view
        self.search = IconField(tr("Find in {name}", name=name), tr("Find"), "search")
        self.found = ElidedLabel("", "caption", "2")
        self.pager = Pager()
        self.page_model = PageModel(self)
        self._source: QAbstractItemModel | None = None
        self._connections: list[QMetaObject.Connection] = []
        self._follows_settings = size is None
        self._paged = PagedRows(page_size.number if size is None else size)
        self._row_search = RowSearch(column, self._take_found, self)
        self._announced = -1
        view.setModel(self.page_model)
        if not view.accessibleName():
            view.setAccessibleName(name)
        self._lay_out()
        self._connect()

    @property
    def per_page(self) -> int:
        """The number of entries per page."""
        return self._paged.size

    @property
    def page(self) -> int:
        """The number of the page, from 0."""
        return self._paged.page

    @property
    def pages(self) -> int:
        """The number of pages; at least one."""
        return self._paged.pages

    @property
    def found_rows(self) -> Rows:
        """The rows of the model that the search finds, on all pages; all of them without one."""
        return self._paged.rows

    @property
    def current_row(self) -> int:
        """The row of the model that is current; -1 where none is."""
        return self.source_row(self.view.currentIndex())

    def set_model(self, model: QAbstractItemModel | None) -> None:
        """Set the model."""
        for connection in self._connections:
            QObject.disconnect(connection)
        self._source, self._connections = model, []
        if model is not None:
            signals = (model.modelReset, model.layoutChanged, model.rowsInserted, model.rowsRemoved, model.rowsMoved)
            self._connections = [signal.connect(self._start_again) for signal in signals]
        self._paged.turn_to(0)
        self._announced = -1
        self._start_again()

    def source_row(self, index: Index) -> int:
        """The row of the model that an index of the view stands for; -1 where it stands for none."""
        return self.page_model.source_index(index).row()

    def show_row(self, row: int) -> None:
        """Go to the page with a row of the model and make it current; a search that leaves it out is ended."""
        if self._source is None or not 0 <= row < self._source.rowCount():
            return
        if row not in self._paged.rows:
            self.search.clear()
            self._take_all()
        self._paged.turn_to_row(row)
        self._show_page(row)

    def add_tool(self, widget: QWidget) -> None:
        """Put a control beside the search field."""
        self._above.addWidget(widget)

    def go_to_page(self, page: int) -> None:
        """Show another page, its first entry current."""
        before = self.page
        self._paged.turn_to(page)
        if self.page != before:
            self._show_page(self._paged.in_sight[0])

    def eventFilter(self, watched: QObject, event: object) -> bool:
        """The arrow keys go on to the neighbouring page; Down leaves the search field for the entries."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if watched is self.view:
                return self._turn(event) or self._step_over(event.key())
            if watched is self.search:
                return self._leave_search(event.key())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages from the search field and the pager, too."""
        if not self._turn(event):
            super().keyPressEvent(event)

    def _turn(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        step = steps.get(Qt.Key(event.key()), 0) if event.modifiers() == Qt.KeyboardModifier.ControlModifier else 0
        if step:
            self.go_to_page(self.page + step)
        return step != 0

    def _step_over(self, key: int) -> bool:
        row, last = self.view.currentIndex().row(), self.page_model.rowCount() - 1
        if key == Qt.Key.Key_Down and row == last and self.page < self.pages - 1:
            self.go_to_page(self.page + 1)
            return True
        if key == Qt.Key.Key_Up and row == 0 and self.page > 0:
            self._paged.turn_to(self.page - 1)
            self._show_page(self._paged.in_sight[-1])
            return True
        return False

    def _leave_search(self, key: int) -> bool:
        if key == Qt.Key.Key_Down:
            self.view.setFocus()
            if not self.view.currentIndex().isValid():
                self.view.setCurrentIndex(self.page_model.index(0, 0))
            return True
        if key == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            return True
        return key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)  # a dialog around it is not meant

    def _start_again(self, *_what: object) -> None:
        words = self.search.text().casefold().split()
        if words:
            self._row_search.start(self._source, words)
        else:
            self._take_all()
            self._show_page(self.current_row)

    def _take_all(self) -> None:
        self._row_search.stop()
        self._paged.take(range(self._source.rowCount() if self._source is not None else 0))

    def _take_found(self, rows: list[int]) -> None:
        self._paged.take(rows)
        self._paged.turn_to(0)
        self._show_page(self.current_row)

    def _show_page(self, current: int) -> None:
        """Show the page that is chosen; the row `current` of the model stays current where it is on it."""
        rows = self._paged.in_sight
        self.page_model.show_rows(self._source, rows)
        if current in rows:
            column = max(0, self.view.currentIndex().column())
            self.view.setCurrentIndex(self.page_model.index(rows.index(current), column))
            self.view.scrollTo(self.view.currentIndex())
        several = self.pages > 1
        if not several and self.pager.isAncestorOf(self.focusWidget() or self):
            self.view.setFocus()
        self.pager.setVisible(several)
        self.pager.show_rows(self._paged)
        if self.search.text().strip():
            total, every = len(self._paged.rows), self._source.rowCount() if self._source is not None else 0
            self.found.setText(
                tr("{total} of {every}", total=count(total), every=count(every)) if total else tr("None found")
            )
        self.found.setVisible(bool(self.search.text().strip()))

    def _take_settings(self, number: int) -> None:
        if self._follows_settings:
            self._paged.size = number
            self._paged.turn_to(0)
            self._show_page(self.current_row)

    def _announce_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = self.source_row(index)
        if row >= 0 and row != self._announced:
            self._announced = row
            self.current_changed.emit(row)

    def _announce_activated(self, index: QModelIndex) -> None:
        self.activated.emit(self.source_row(index))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._start_again)
        self.pager.page_chosen.connect(self.go_to_page)
        self.view.selectionModel().currentChanged.connect(self._announce_current)
        self.view.activated.connect(self._announce_activated)
        self.view.installEventFilter(self)
        self.search.installEventFilter(self)
        page_size.changed.connect(self._take_settings)

    def _lay_out(self) -> None:
        self._above = above = QHBoxLayout()
        above.setSpacing(8)
        above.addWidget(self.search, 1)
        above.addWidget(self.found)
        layouts.column(above, (self.view, 1), self.pager, spacing=8, inside=self)
        self.setFocusProxy(self.view)
