"""The weights of the quasi-identifiers."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QRect, Qt
from PySide6.QtCore import QPersistentModelIndex as _Persistent
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QGridLayout,
    QHeaderView,
    QScrollArea,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from arxdesk.configure.limits.quality_form import COMBINED
from arxdesk.core.commands import ChangeAttributes, ChangeWeight
from arxdesk.core.document import Document
from arxdesk.ui import layouts, theme
from arxdesk.ui.tooltips import plain
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.role_chip import RoleChip
from arxdesk.ui.words import decimal
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told

USUAL = 0.5
MOST_ROWS = 12
"""The most attributes that have a row of controls each; more of them are listed in a table."""
NAME, WEIGHT = range(2)
_BAR, _STEP = 12, 0.05


class WeightsModel(QAbstractTableModel):
    """Name and weight of each quasi-identifier; a weight is set as one undoable step."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.names: tuple[str, ...] = ()

    def show_names(self, names: tuple[str, ...]) -> None:
        """Show these attributes with their weights."""
        if names != self.names:
            self.beginResetModel()
            self.names = names
            self.endResetModel()
        elif names:
            self.dataChanged.emit(self.index(0, NAME), self.index(len(names) - 1, WEIGHT))

    def rowCount(self, parent: QModelIndex | _Persistent = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """One for each quasi-identifier."""
        return 0 if parent.isValid() else len(self.names)

    def columnCount(self, parent: QModelIndex | _Persistent = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Two: name and weight."""
        return 0 if parent.isValid() else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Attribute"), tr("Weight"))[section]
        return None

    def data(self, index: QModelIndex | _Persistent, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name, or the weight as a number (EditRole) and in words."""
        if not index.isValid():
            return None
        name = self.names[index.row()]
        weight = self._document.settings_of(name).weight
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(name)
        if role == Qt.ItemDataRole.EditRole and index.column() == WEIGHT:
            return weight
        if role == Qt.ItemDataRole.DisplayRole:
            return decimal(weight, 2) if index.column() == WEIGHT else name
        return None

    def setData(self, index: QModelIndex | _Persistent, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Set a weight."""
        if role != Qt.ItemDataRole.EditRole or index.column() != WEIGHT or not isinstance(value, int | float):
            return False
        name, weight = self.names[index.row()], round(min(max(float(value), 0.0), 1.0), 2)
        if weight != self._document.settings_of(name).weight:
            self._document.push(ChangeWeight(self._document, name, weight))
        return True

    def flags(self, index: QModelIndex | _Persistent) -> Qt.ItemFlag:
        """Weights can be changed unless a search uses them."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemIsEditable if index.column() == WEIGHT and not self._document.locked else usual


class WeightDelegate(QStyledItemDelegate):
    """Draws a weight as a bar with its number; a press on the bar or the plus and minus keys change it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | _Persistent) -> None:
        """Bar, handle and number."""
        if index.column() != WEIGHT:
            super().paint(painter, option, index)
            return
        empty = QStyleOptionViewItem(option)
        self.initStyleOption(empty, index)
        empty.text = ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, empty, painter, option.widget)
        colors, weight = theme.current(), float(index.data(Qt.ItemDataRole.EditRole))
        bar = _bar(option.rect)
        usable = bool(option.state & QStyle.StateFlag.State_Enabled)
        accent = colors.color("accent" if usable else "line.control")
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = bar.center().y()
        painter.fillRect(QRect(bar.left(), middle - 1, bar.width(), 3), colors.color("line.control"))
        filled = round(bar.width() * weight)
        painter.fillRect(QRect(bar.left(), middle - 1, filled, 3), accent)
        painter.setBrush(colors.color("bg.panel"))
        pen = painter.pen()
        pen.setColor(accent)
        pen.setWidth(2)
        painter.setPen(pen)
        painter.drawEllipse(QRect(bar.left() + filled - 5, middle - 5, 10, 10))
        painter.setPen(colors.color("text.1" if usable else "text.disabled"))
        painter.setFont(theme.font("dense"))
        room = option.rect.adjusted(0, 0, -8, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, str(index.data()))
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: object,
        option: QStyleOptionViewItem,
        index: QModelIndex | _Persistent,
    ) -> bool:
        """A press or a drag on the bar."""
        pressed = event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove)
        bar = _bar(option.rect)
        if pressed and isinstance(event, QMouseEvent) and isinstance(model, QObject) and index.column() == WEIGHT:
            place = event.position().x()
            if bar.left() - _BAR <= place <= bar.right() + _BAR and index.flags() & Qt.ItemFlag.ItemIsEditable:
                share = (place - bar.left()) / max(1, bar.width())
                return index.model().setData(index, round(share / _STEP) * _STEP)
        return super().editorEvent(event, index.model(), option, index)


def _bar(cell: QRect) -> QRect:
    return cell.adjusted(_BAR, 0, -56, 0)


class WeightRow(QObject):
    """Chip, name and slider of one attribute."""

    def __init__(self, document: Document, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self.name = document, name
        self.chip = RoleChip(Role.QUASI_IDENTIFYING.value)
        self.words = ElidedLabel(name)
        self.field = NumberField(tr("Weight of {name}", name=name), 0.0, 1.0, USUAL)
        self.field.box.setSingleStep(_STEP)
        self.field.value_changed.connect(self._change)

    def show_weight(self) -> None:
        """Show the weight of the job."""
        self.field.set_value(self._document.settings_of(self.name).weight)

    def _change(self, weight: float) -> None:
        self._document.push(ChangeWeight(self._document, self.name, round(weight, 2)))


class WeightsPanel(QWidget):
    """One row per quasi-identifier; a table with search and pages where there are many."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.rows: tuple[WeightRow, ...] = ()
        self.note = paragraph("", "caption", "3")
        self.reset = link_button(tr("Reset"))
        self.reset.setToolTip(tr("Give all attributes the same weight"))
        self.reset.clicked.connect(self._reset)
        self._few = QScrollArea()
        self._few.setFrameShape(QFrame.Shape.NoFrame)
        self._few.setWidgetResizable(True)
        self._few.setAccessibleName(tr("Weights"))
        self.model = WeightsModel(document, self)
        self.table = QTableView()
        self.table.setAccessibleName(tr("Weights"))
        self.table.setItemDelegate(WeightDelegate(self.table))
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.many = PagedList(self.table, tr("weights"))
        self.many.set_model(self.model)
        self.many.setContentsMargins(12, 8, 12, 0)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._none = EmptyState(tr("No column is quasi-identifying yet: nothing is made coarser."))
        self._pages = QStackedWidget()
        for page in (self._none, self._few, self.many):
            self._pages.addWidget(page)
        foot = layouts.row(
            (self.note, 1), (self.reset, 0, Qt.AlignmentFlag.AlignTop), spacing=12, margins=(12, 4, 12, 8)
        )
        layouts.column((self._pages, 1), foot, spacing=0, inside=self)
        document.attributes_changed.connect(self.refresh)
        document.quality_changed.connect(self.refresh)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    def refresh(self) -> None:
        """Show the quasi-identifiers of the document with their weights."""
        names = self._document.attributes_with(Role.QUASI_IDENTIFYING)
        few = 0 < len(names) <= MOST_ROWS
        if few and names != tuple(row.name for row in self.rows):
            self._make_rows(names)
        for row in self.rows if few else ():
            row.show_weight()
        if not few:
            self.model.show_names(names)
        self._pages.setCurrentWidget(self._few if few else self.many if names else self._none)
        weighed = self._document.job.quality.model in COMBINED
        self.note.setText(
            tr("A higher weight keeps an attribute more detailed.")
            if weighed
            else tr("The chosen quality model weights all attributes equally.")
        )
        self._show_lock(self._document.locked)

    def _make_rows(self, names: tuple[str, ...]) -> None:
        self.rows = tuple(WeightRow(self._document, name) for name in names)
        body = QWidget()
        self._few.setWidget(body)  # while it is empty: what is shown is styled, and anew when it is moved
        grid = QGridLayout(body)
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(0)
        for place, row in enumerate(self.rows):
            row.setParent(body)  # deleted with its controls
            grid.addWidget(row.chip, place, 0)
            grid.addWidget(row.words, place, 1)
            grid.addWidget(row.field, place, 2)
            grid.setRowMinimumHeight(place, 26)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 3)
        grid.setRowStretch(len(self.rows), 1)

    def _show_lock(self, locked: bool) -> None:
        weighed = self._document.job.quality.model in COMBINED
        for row in self.rows:
            row.field.setEnabled(not locked and weighed)
        self.table.setEnabled(weighed)
        names = self._document.attributes_with(Role.QUASI_IDENTIFYING)
        changed = any(self._document.settings_of(name).weight != USUAL for name in names)
        self.reset.setEnabled(not locked and changed)

    def _reset(self) -> None:
        names = self._document.attributes_with(Role.QUASI_IDENTIFYING)
        after = {name: self._document.settings_of(name).model_copy(update={"weight": USUAL}) for name in names}
        self._document.push(ChangeAttributes(self._document, after, told("Reset the weights")))
