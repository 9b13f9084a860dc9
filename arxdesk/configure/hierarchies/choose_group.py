"""Choosing a group of a hierarchy: a level, then a group of it, found by typing a part of its label."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot, lay_out_over_foot
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.cells import Index
from arxdesk.ui.widgets.tables.records_table import ROW_HEIGHT
from arxdesk_engine.foundation.language import marked, tr, tr_n

SIZE = (420, 480)
_MISSING = marked("missing value")


class _GroupRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Give rows the height of table rows."""
        return QSize(super().sizeHint(option, index).width(), ROW_HEIGHT)


class ChooseGroupDialog(FramedDialog):
    """`group_chosen` carries level and label."""

    group_chosen = Signal(int, str)

    def __init__(
        self,
        title: str,
        sentence: str,
        verb: str,
        groups: Sequence[Sequence[str]],
        lowest: int,
        parent: QWidget | None = None,
    ) -> None:
        """`groups` are the labels of every level; those from `lowest` on can be chosen."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(*SIZE)
        self._groups = groups
        self._lowest = lowest
        self.level = QComboBox()
        self.level.setAccessibleName(tr("Level"))
        for level in range(lowest, len(groups)):
            self.level.addItem(
                tr_n(
                    len(groups[level]),
                    "Level {level} ({n} group)",
                    "Level {level} ({n} groups)",
                    level=level,
                )
            )
        self.search = IconField(tr("Find a group"), tr("Find a group"))
        self._model = QStringListModel(self)
        self.list = QListView()
        self.list.setAccessibleName(tr("Groups"))
        self.list.setModel(self._model)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_GroupRows(self.list))
        self.list.setProperty("framed", True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.foot = DialogFoot(verb)
        self.ok = self.foot.primary
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.list.doubleClicked.connect(self.accept)
        self.level.currentIndexChanged.connect(self._fill)
        self.search.textChanged.connect(self._fill)
        top = layouts.row(label(tr("Group of"), "dense", "2"), (self.level, 1), spacing=8)
        column = lay_out_over_foot(self, foot=self.foot)
        column.setSpacing(12)
        column.addWidget(paragraph(sentence))
        layouts.nest(column, top)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        self._fill()
        self.search.setFocus()

    @property
    def chosen(self) -> tuple[int, str] | None:
        """Level and label of the group that is selected."""
        index = self.list.currentIndex()
        if not index.isValid():
            return None
        return self._level, self._labels[index.row()]

    def accept(self) -> None:
        """Emit the chosen group."""
        chosen = self.chosen
        if chosen is not None:
            super().accept()
            self.group_chosen.emit(*chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the list while typing in the field."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in steps and self.search.hasFocus():
            row = self.list.currentIndex().row() + steps[Qt.Key(event.key())]
            self._select(max(0, min(row, len(self._labels) - 1)))
            return
        super().keyPressEvent(event)

    @property
    def _level(self) -> int:
        return self._lowest + max(0, self.level.currentIndex())

    def _fill(self) -> None:
        part = self.search.text().casefold()
        labels = self._groups[self._level] if self._level < len(self._groups) else ()
        self._labels = [each for each in labels if part in (each or tr(_MISSING)).casefold()]
        self._model.setStringList([each or tr(_MISSING) for each in self._labels])
        self._select(0)
        self.ok.setEnabled(bool(self._labels))

    def _select(self, row: int) -> None:
        index = self._model.index(row)
        if index.isValid():
            self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.list.scrollTo(index)
