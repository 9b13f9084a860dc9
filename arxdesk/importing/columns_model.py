"""The columns of a table that is being imported: whether they are kept, their names and their roles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtCore import QPersistentModelIndex as _Persistent

from arxdesk.core.values.declared import DECLARED_HINTS, DECLARED_TITLES, DeclaredPart
from arxdesk.core.values.role_words import role_title
from arxdesk.ui.item_roles import ROLE_ROLE, TONE_ROLE
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_of

Index = QModelIndex | _Persistent
KEEP, NAME, ROLE, TYPE, REASON = range(5)
TITLES = ("", marked("Column"), marked("Role"), marked("Type"), marked("Reason"))


@dataclass(frozen=True, slots=True)
class ImportColumn:
    """One row: the column under its new name, with its proposals."""

    source: str
    name: str
    keep: bool
    role: Role
    own: bool
    """Whether the user chose the role."""
    type: str
    reason: str
    undecided: bool = False
    """Whether no role is proposed, so that the user has to choose one."""
    awaited: bool = False
    """Whether a role will be proposed once the whole table was read."""
    declared: DeclaredPart | None = None
    """What it is beside its role."""


class ImportColumnsModel(QAbstractTableModel):
    """Checks and names can be edited; edits are announced and shown once the choices have them."""

    keep_changed = Signal(int, bool)
    name_changed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: list[ImportColumn] = []
        self._is_renamable = True

    def set_renamable(self, renamable: bool) -> None:
        """Whether names can be edited: records that stay where they are keep the names of their columns."""
        self._is_renamable = renamable

    @property
    def columns(self) -> Sequence[ImportColumn]:
        """The rows of the model."""
        return self._columns

    def set_columns(self, columns: Sequence[ImportColumn]) -> None:
        """Set columns, or the same ones in another reading; views keep their place if they can."""
        if len(columns) != len(self._columns):
            self.beginResetModel()
            self._columns = list(columns)
            self.endResetModel()
            return
        changed = [row for row, column in enumerate(columns) if column != self._columns[row]]
        self._columns = list(columns)
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], len(TITLES) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """One row a column of the file."""
        return 0 if parent.isValid() else len(self._columns)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Kept or not, name, role, type, reason."""
        return 0 if parent.isValid() else len(TITLES)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Names are edited and checked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == KEEP:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == NAME and self._is_renamable else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words of a cell."""
        if not index.isValid() or index.row() >= len(self._columns):
            return None
        column, place = self._columns[index.row()], index.column()
        words = ("", column.name, self._role(column), column.type, self._reason(column))
        if role == Qt.ItemDataRole.DisplayRole:
            return words[place]
        if role == Qt.ItemDataRole.EditRole and place == NAME:
            return column.name
        if role == Qt.ItemDataRole.CheckStateRole and place == KEEP:
            return Qt.CheckState.Checked if column.keep else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            renamed = place == NAME and column.name != column.source
            return (
                tr("{name}, in the file: {source}", name=column.name, source=column.source) if renamed else words[place]
            )
        if role == Qt.ItemDataRole.AccessibleTextRole and place == KEEP:
            return tr("{name} is kept" if column.keep else "{name} is left out", name=column.name)
        if role == ROLE_ROLE and place == ROLE and column.keep and not column.awaited:
            return "undecided" if column.undecided else column.role.value
        if role == TONE_ROLE:
            if column.undecided and column.keep and place == ROLE:
                return "warn"
            return "muted" if not column.keep or (place == REASON and column.own and column.declared is None) else None
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit the checked or typed value."""
        if not index.isValid():
            return False
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == KEEP:
            self.keep_changed.emit(index.row(), Qt.CheckState(value) == Qt.CheckState.Checked)
            return True
        if role == Qt.ItemDataRole.EditRole and index.column() == NAME:
            name = str(value).strip()
            if name and name != self._columns[index.row()].name:
                self.name_changed.emit(index.row(), name)
            return bool(name)
        return False

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles of the columns."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return tr(TITLES[section]) if orientation == Qt.Orientation.Horizontal else str(section + 1)

    @staticmethod
    def _role(column: ImportColumn) -> str:
        if column.awaited:
            return "–"
        return tr("Not decided") if column.undecided else role_title(column.role)

    @staticmethod
    def _reason(column: ImportColumn) -> str:
        if not column.keep:
            return tr_of("a column", "Left out")
        if column.declared is not None:
            return f"{tr(DECLARED_TITLES[column.declared])}. {tr(DECLARED_HINTS[column.declared])}."
        return tr("Your choice") if column.own else column.reason
