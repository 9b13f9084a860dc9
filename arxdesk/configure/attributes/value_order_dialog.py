"""The order of the values of an ordered attribute, lowest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QWidget

from arxdesk.configure.attributes.order_files_work import read_order_file, write_order_file
from arxdesk.core.attributes import value_order
from arxdesk.core.file_dialogs import ask_for_order, ask_where_to_save_order
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.cells import CellDelegate
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import tr, tr_n

MOST_VALUES = 2_000
"""More values are not ordered by hand."""
SIZE = (520, 560)


class ValueOrderDialog(FramedDialog):
    """Values are dragged, moved with Alt and arrow keys, sorted, or read from a text file with one value per line."""

    def __init__(self, column: Column, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Order of {name}", name=column.name))
        self.resize(*SIZE)
        self.column = column
        values = value_order.present(column)
        known = [value for value in column.type.order if value in set(values)]
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Values, lowest first"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setAlternatingRowColors(True)
        self.list.setItemDelegate(CellDelegate(self.list))
        self.list.addItems([*known, *(value for value in values if value not in set(known))])
        self.list.setCurrentRow(0)
        self.up = dense_button(tr("Move up"), "arrow-up")
        self.down = dense_button(tr("Move down"), "arrow-down")
        self.up.setToolTip(tr("Move the selection towards the lowest (Alt+Up)"))
        self.down.setToolTip(tr("Move the selection towards the highest (Alt+Down)"))
        self.sorts = {
            "A to Z": dense_button(tr("A to Z")),
            "By number": dense_button(tr("By number")),
            "By frequency": dense_button(tr("By frequency")),
            "Reverse": dense_button(tr("Reverse")),
        }
        self.read_file = dense_button(tr("Open..."), "open")
        self.write_file = dense_button(tr("Save..."), "save")
        self.read_file.setToolTip(tr("Read the order from a text file, one value per line"))
        self.write_file.setToolTip(tr("Write the order to a text file, one value per line"))
        self.message = Message()
        self.message.hide()
        self.foot = DialogFoot(tr("Use this order"))
        self.foot.note.setText(tr_n(len(values), "{n} value, the lowest first", "{n} values, the lowest first"))
        self._lay_out()
        self._connect()

    @property
    def order(self) -> tuple[str, ...]:
        """The values as they stand."""
        return tuple(self.list.item(row).text() for row in range(self.list.count()))

    def set_order(self, values: Sequence[str], selected: Sequence[int] = ()) -> None:
        """Show the values in another order."""
        self.list.clear()
        self.list.addItems(list(values))
        for row in selected:
            self.list.item(row).setSelected(True)
        if selected:
            self.list.setCurrentRow(selected[0], self.list.selectionModel().SelectionFlag.Current)
        self.message.hide()

    def move_selected(self, step: int) -> None:
        """Move the selected values one place up (-1) or down (1)."""
        rows = sorted(index.row() for index in self.list.selectedIndexes())
        if rows:
            self.set_order(*value_order.moved(self.order, rows, step))
            self.list.setFocus()

    def _lay_out(self) -> None:
        tools = layouts.column(
            self.up,
            self.down,
            12,
            label(tr("Sort"), "caption", "3"),
            *self.sorts.values(),
            12,
            label(tr("Text file"), "caption", "3"),
            self.read_file,
            self.write_file,
            layouts.STRETCH,
            spacing=8,
        )
        middle = layouts.row((self.list, 1), tools, spacing=12)
        text = tr("Set the order of the values. Medians, bounds and comparisons follow this order.")
        body = layouts.column(WrappingLabel(text, "dense", "2"), (middle, 1), self.message, spacing=12, margins=16)
        layouts.column((body, 1), self.foot, spacing=0, inside=self)

    def _connect(self) -> None:
        self.up.clicked.connect(partial(self.move_selected, -1))
        self.down.clicked.connect(partial(self.move_selected, 1))
        for keys, step in (("Alt+Up", -1), ("Alt+Down", 1)):
            QShortcut(QKeySequence(keys), self).activated.connect(partial(self.move_selected, step))
        ways: dict[str, Callable[[Sequence[str]], tuple[str, ...]]] = {
            "A to Z": value_order.by_alphabet,
            "By number": value_order.by_number,
            "By frequency": value_order.by_frequency(self.column),
            "Reverse": lambda values: tuple(reversed(values)),
        }
        for name, button in self.sorts.items():
            button.clicked.connect(partial(self._sort, ways[name]))
        self.read_file.clicked.connect(self._open)
        self.write_file.clicked.connect(self._save)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)

    def _sort(self, way: Callable[[Sequence[str]], tuple[str, ...]], _checked: bool = False) -> None:
        self.set_order(way(self.order))

    def _open(self) -> None:
        path = ask_for_order(self, self.column.name)
        if path is None:
            return
        try:
            self.set_order(read_order_file(path, value_order.present(self.column)))
        except UserError as error:
            self._complain(error)

    def _save(self) -> None:
        path = ask_where_to_save_order(self, self.column.name)
        if path is None:
            return
        try:
            write_order_file(path, self.order)
        except UserError as error:
            self._complain(error)
        else:
            self.message.set_content("ok", tr("Written to {file}.", file=path.name), "")
            self.message.show()

    def _complain(self, error: UserError) -> None:
        first = error.problems[0]
        self.message.set_content("error", f"{first.place}:", f"{first.found}. {first.remedy}")
        self.message.show()
