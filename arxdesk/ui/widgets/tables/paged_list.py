"""A list or table of many entries: a search field above, one page of entries, a pager below if there are several."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QMetaObject,
    QModelIndex,
    QObject,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtCore import QPersistentModelIndex as _Persistent
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.words import count

DEFAULT_PAGE_SIZE = 100
_SLICE = 0.01
"""Seconds of searching between two checks for events of the user."""
_STEP = 200
Index = QModelIndex | _Persistent


class _PageSize(QObject):
    """The default number of entries per page."""

    changed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.number = DEFAULT_PAGE_SIZE

    def set(self, number: int) -> None:
        """Show another number of entries from now on."""
        if number != self.number:
            self.number = number
            self.changed.emit(number)


page_size = _PageSize()
"""The number in the settings of the user; the window sets it."""


class PageModel(QAbstractTableModel):
    """The rows of one page of another model. No row is touched that is not on it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: QAbstractItemModel | None = None
        self._rows: range | list[int] = range(0)

    @property
    def rows(self) -> range | list[int]:
        """The visible rows of the source, in order."""
        return self._rows

    def show_rows(self, source: QAbstractItemModel | None, rows: range | list[int]) -> None:
        """Set the visible rows."""
        self.beginResetModel()
        self._source, self._rows = source, rows
        self.endResetModel()

    def source_index(self, index: Index) -> QModelIndex:
        """The index of the source that an index of the page stands for."""
        if self._source is None or not index.isValid() or index.row() >= len(self._rows):
            return QModelIndex()
        return self._source.index(self._rows[index.row()], index.column())

    def refresh(self) -> None:
        """The cells shown may read differently now."""
        if self.rowCount() and self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of entries on the page."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """As in the source."""
        if parent.isValid() or self._source is None:
            return 0
        # Lists do not index a changed number, and it must not be requested.
        return 1 if isinstance(self._source, QAbstractListModel) else self._source.columnCount()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """As in the source."""
        found: object = self.source_index(index).data(role)
        return found

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Passed to the source."""
        return self._source is not None and self._source.setData(self.source_index(index), value, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """As in the source."""
        found = self.source_index(index)
        return found.flags() if found.isValid() else Qt.ItemFlag.NoItemFlags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """As in the source."""
        if self._source is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            section = self._rows[section] if section < len(self._rows) else -1
        found: object = self._source.headerData(section, orientation, role)
        return found


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
        self.search = IconField(f"Find in {name}", "Find", "search")
        self.found = ElidedLabel("", "caption", "2")
        self.previous_button = icon_button("chevron-left", "Previous page (Ctrl+PageUp)")
        self.next_button = icon_button("chevron-right", "Next page (Ctrl+PageDown)")
        self.range_label = ElidedLabel("", "dense", "2")
        self.pager = QWidget()
        self.page_model = PageModel(self)
        self._source: QAbstractItemModel | None = None
        self._rows: range | list[int] = range(0)
        self._page = 0
        self._size = size
        self._column = column
        self._announced = -1
        self._connections: list[QMetaObject.Connection] = []
        self._looking: Iterator[None] | None = None
        self._slices = QTimer(self)
        self._slices.timeout.connect(self._look_on)
        view.setModel(self.page_model)
        if not view.accessibleName():
            view.setAccessibleName(name)
        self._lay_out()
        self._connect()

    @property
    def per_page(self) -> int:
        """The number of entries per page."""
        return page_size.number if self._size is None else self._size

    @property
    def page(self) -> int:
        """The number of the page, from 0."""
        return self._page

    @property
    def pages(self) -> int:
        """The number of pages; at least one."""
        return max(1, -(-len(self._rows) // self.per_page))

    @property
    def found_rows(self) -> range | list[int]:
        """The rows of the model that the search finds, on all pages; all of them without one."""
        return self._rows

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
            self._connections.append(model.dataChanged.connect(self._refresh))
            self._connections.append(model.headerDataChanged.connect(self._refresh_headers))
        self._page, self._announced = 0, -1
        self._start_again()

    def set_per_page(self, size: int | None) -> None:
        """Set the number of entries per page; None: as in the settings. The current entry stays visible."""
        current, first = self.current_row, self._page * self.per_page
        self._size = size
        in_sight = self._rows.index(current) if current in self._rows else first
        self._page = in_sight // self.per_page
        self._show_page(current)

    def source_row(self, index: Index) -> int:
        """The row of the model that an index of the view stands for; -1 where it stands for none."""
        return self.page_model.source_index(index).row()

    def show_row(self, row: int) -> None:
        """Go to the page with a row of the model and make it current; a search that leaves it out is ended."""
        if self._source is None or not 0 <= row < self._source.rowCount():
            return
        if row not in self._rows:
            self.search.clear()
            self._take_all()
        self._page = self._rows.index(row) // self.per_page
        self._show_page(row)

    def add_tool(self, widget: QWidget) -> None:
        """Put a control beside the search field."""
        self._above.addWidget(widget)

    def go_to_page(self, page: int) -> None:
        """Show another page, its first entry current."""
        page = min(max(page, 0), self.pages - 1)
        if page != self._page:
            self._page = page
            self._show_page(self._rows[page * self.per_page] if self._rows else -1)

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
            self.go_to_page(self._page + step)
        return step != 0

    def _step_over(self, key: int) -> bool:
        row, last = self.view.currentIndex().row(), self.page_model.rowCount() - 1
        if key == Qt.Key.Key_Down and row == last and self._page < self.pages - 1:
            self.go_to_page(self._page + 1)
            return True
        if key == Qt.Key.Key_Up and row == 0 and self._page > 0:
            self._page -= 1
            self._show_page(self._rows[(self._page + 1) * self.per_page - 1])
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
        if self.search.text().strip():
            self._begin_search()
        else:
            self._take_all()
            self._show_page(self.current_row)

    def _take_all(self) -> None:
        self._looking = None
        self._slices.stop()
        self._rows = range(self._source.rowCount() if self._source is not None else 0)

    def _begin_search(self) -> None:
        words = self.search.text().casefold().split()
        if not words:
            self._start_again()
            return
        self._looking = self._look_for(words)
        self._slices.start(0)
        self._look_on()

    def _look_on(self) -> None:
        """Search for the time of a slice."""
        end = time.perf_counter() + _SLICE
        while self._looking is not None and time.perf_counter() < end:
            next(self._looking, None)

    def _look_for(self, words: list[str]) -> Iterator[None]:
        source, found = self._source, list[int]()
        for row in range(source.rowCount() if source is not None else 0):
            text = str(source.index(row, self._column).data() or "").casefold() if source is not None else ""
            if all(word in text for word in words):
                found.append(row)
            if row % _STEP == _STEP - 1:
                yield
        self._looking = None
        self._slices.stop()
        self._rows, self._page = found, 0
        self._show_page(self.current_row)

    def _show_page(self, current: int) -> None:
        """Show the page that is chosen; the row `current` of the model stays current where it is on it."""
        self._page = min(self._page, self.pages - 1)
        first = self._page * self.per_page
        rows = self._rows[first : first + self.per_page]
        self.page_model.show_rows(self._source, rows)
        if current in rows:
            column = max(0, self.view.currentIndex().column())
            self.view.setCurrentIndex(self.page_model.index(rows.index(current), column))
            self.view.scrollTo(self.view.currentIndex())
        total = len(self._rows)
        self.range_label.setText(f"{count(first + 1)}–{count(first + len(rows))} of {count(total)}" if rows else "")
        self.range_label.setAccessibleName(f"Entries {self.range_label.text()}")
        several = self.pages > 1
        if not several and self.pager.isAncestorOf(self.focusWidget() or self):
            self.view.setFocus()
        self.pager.setVisible(several)
        self.previous_button.setEnabled(self._page > 0)
        self.next_button.setEnabled(self._page < self.pages - 1)
        if self.search.text().strip():
            every = self._source.rowCount() if self._source is not None else 0
            self.found.setText(f"{count(total)} of {count(every)}" if total else "None found")
        self.found.setVisible(bool(self.search.text().strip()))

    def _refresh(self, *_where: object) -> None:
        self.page_model.refresh()

    def _refresh_headers(self, orientation: Qt.Orientation, _first: int, _last: int) -> None:
        across = (
            self.page_model.columnCount() if orientation == Qt.Orientation.Horizontal else len(self.page_model.rows)
        )
        if across:
            self.page_model.headerDataChanged.emit(orientation, 0, across - 1)

    def _take_settings(self, _number: int) -> None:
        if self._size is None:
            self._page = 0
            self._show_page(self.current_row)

    def _announce_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = self.source_row(index)
        if row >= 0 and row != self._announced:
            self._announced = row
            self.current_changed.emit(row)

    def _announce_activated(self, index: QModelIndex) -> None:
        self.activated.emit(self.source_row(index))

    def _go_back(self) -> None:
        self.go_to_page(self._page - 1)

    def _go_on(self) -> None:
        self.go_to_page(self._page + 1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._begin_search)
        self.previous_button.clicked.connect(self._go_back)
        self.next_button.clicked.connect(self._go_on)
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
        layouts.row(
            layouts.STRETCH, self.range_label, self.previous_button, self.next_button, spacing=4, inside=self.pager
        )
        self.pager.hide()
        layouts.column(above, (self.view, 1), self.pager, spacing=8, inside=self)
        self.setFocusProxy(self.view)
