"""Names to be ticked, searchable and paged: as good for five columns as for five thousand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtCore import QPersistentModelIndex as _Persistent
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.tooltips import plain
from arxdesk.ui.widgets.tables.paged_list import PagedList

ROW = 24
SEARCHED_FROM = 8
"""Fewer entries than these are seen at a glance."""


@dataclass(frozen=True, slots=True)
class CheckEntry:
    """One line: its key, and the text after it in brackets."""

    key: str
    note: str = ""


class _Entries(QAbstractListModel):
    """The entries and which of them are checked; `ticked` is called when the user has changed that."""

    def __init__(self, exclusive: bool, ticked: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._exclusive, self._ticked = exclusive, ticked
        self.entries: tuple[CheckEntry, ...] = ()
        self.checked: set[str] = set()

    def show_entries(self, entries: Sequence[CheckEntry]) -> None:
        self.beginResetModel()
        self.entries = tuple(entries)
        self.checked &= {entry.key for entry in entries}
        self.endResetModel()

    def check(self, keys: Iterable[str]) -> None:
        self.checked = {entry.key for entry in self.entries} & set(keys)
        if self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))

    def rowCount(self, parent: QModelIndex | _Persistent = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: QModelIndex | _Persistent) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: QModelIndex | _Persistent, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.key} ({entry.note})" if entry.note else entry.key
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(entry.key)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if entry.key in self.checked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: QModelIndex | _Persistent, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        key, is_on = self.entries[index.row()].key, Qt.CheckState(value) == Qt.CheckState.Checked
        kept = set() if self._exclusive else self.checked - {key}
        self.check(kept | {key} if is_on or self._exclusive else kept)
        self._ticked()
        return True


class _Lines(QStyledItemDelegate):
    """Lines as high as rows elsewhere."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | _Persistent) -> QSize:
        return QSize(super().sizeHint(option, index).width(), ROW)


class CheckList(QWidget):
    """Any number of names are checked, or exactly one if `exclusive`; `changed` announces changes by the user."""

    changed = Signal()

    def __init__(self, name: str, *, exclusive: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Entries(exclusive, self.changed.emit, self)
        self.view = QListView()
        self.view.setAccessibleName(name)
        self.view.setUniformItemSizes(True)
        self.view.setItemDelegate(_Lines(self.view))
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setFrameShape(QListView.Shape.StyledPanel)
        self._pressed: object = None
        self.view.pressed.connect(self._remember)
        self.view.doubleClicked.connect(self._remember)
        self.view.clicked.connect(self._tick_by_text)
        self.list = PagedList(self.view, name)
        self.list.set_model(self._model)
        self.setAccessibleName(name)
        self.setFocusProxy(self.view)
        layouts.column(self.list, inside=self)

    def set_entries(self, entries: Sequence[CheckEntry]) -> None:
        """Offer other names; checked ones that remain stay checked."""
        self._model.show_entries(entries)
        self.list.search.setVisible(len(entries) >= SEARCHED_FROM)

    @property
    def checked(self) -> tuple[str, ...]:
        """The checked names, in the order of the entries."""
        return tuple(entry.key for entry in self._model.entries if entry.key in self._model.checked)

    def set_checked(self, keys: Iterable[str]) -> None:
        """Check these and no others, without a signal."""
        self._model.check(keys)

    def _remember(self, index: QModelIndex) -> None:
        self._pressed = index.data(Qt.ItemDataRole.CheckStateRole)

    def _tick_by_text(self, index: QModelIndex) -> None:
        """A click anywhere on a line toggles it; a click on the box has done so already, and is no press."""
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        pressed, self._pressed = self._pressed, None
        if state == pressed:
            on = Qt.CheckState(state) is not Qt.CheckState.Checked
            after = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            self.view.model().setData(index, after, Qt.ItemDataRole.CheckStateRole)

    def tick(self, key: str, *, on: bool = True) -> None:
        """Check or uncheck a name, as the user would."""
        row = next(row for row, entry in enumerate(self._model.entries) if entry.key == key)
        state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        self._model.setData(self._model.index(row), state, Qt.ItemDataRole.CheckStateRole)
