"""Small models with everything the table widgets can show."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from arxdesk.ui.item_roles import (
    BAND_ROLE,
    CAPTION_ROLE,
    HEIGHTS_ROLE,
    LEVELS_ROLE,
    REMOVED_ROLE,
    ROLE_ROLE,
    SHARE_ROLE,
    STATE_ROLE,
    TONE_ROLE,
)

NAMES = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]
LONG = "Bundesausbildungsförderungsgesetz-Bezug"
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Records(QAbstractTableModel):
    """A check column, then attributes; cells are computed, so any number of rows costs nothing."""

    def __init__(self, rows=1_190_000, names=(*NAMES, LONG)):
        super().__init__()
        self.rows = rows
        self.names = names
        self.unchecked = set()
        self.asked = 0

    def rowCount(self, parent=QModelIndex()):  # noqa: B008 (Qt's signature)
        return 0 if parent.isValid() else self.rows

    def columnCount(self, parent=QModelIndex()):  # noqa: B008 (Qt's signature)
        return 0 if parent.isValid() else len(self.names) + 1

    def flags(self, index):
        self.asked += 1
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def setData(self, index, value, role=Qt.ItemDataRole.EditRole):
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.unchecked ^= {index.row()}
        self.dataChanged.emit(index, index)
        return True

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == 0:
            return Qt.CheckState.Unchecked if row in self.unchecked else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.DisplayRole and column:
            return str(17 + row % 70) if column == 2 else f"{self.names[column - 1][:12]} {row % 7}"
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 2:
            return RIGHT
        if role == REMOVED_ROLE:
            return row % 9 in (3, 7)
        if role == BAND_ROLE:
            return row // 3 % 2 == 1
        if role == TONE_ROLE:
            return {(2, 3): "problem", (4, 4): "missing", (5, 5): "strong", (6, 6): "muted"}.get((row, column))
        return None

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole):
        if orientation == Qt.Orientation.Vertical:
            return f"{section + 1:,}" if role == Qt.ItemDataRole.DisplayRole else None
        if section == 0:
            return None
        roles = ["quasi-identifying", "quasi-identifying", "sensitive", "insensitive", "identifying"]
        return {
            Qt.ItemDataRole.DisplayRole: self.names[section - 1],
            ROLE_ROLE: roles[section % 5] if section < len(self.names) else None,
            CAPTION_ROLE: "Integer" if section == 2 else "Text · 7",
            Qt.ItemDataRole.TextAlignmentRole: RIGHT if section == 2 else None,
        }.get(role)


class Transformations(QAbstractTableModel):
    """Lattice states, levels and shares."""

    HEADINGS = ("", "Levels", "Picture", "Score", "Share")

    def rowCount(self, parent=QModelIndex()):  # noqa: B008 (Qt's signature)
        return 0 if parent.isValid() else 40

    def columnCount(self, parent=QModelIndex()):  # noqa: B008 (Qt's signature)
        return 0 if parent.isValid() else len(self.HEADINGS)

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return {1: "0, 3, 0, 0, 2, 1, 1, 2, 0", 3: f"{0.2419 + row * 0.0103:.4f}"}.get(column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 3:
            return RIGHT
        if role == STATE_ROLE:
            return ("anonymous", "not", "unknown")[row % 3] if row else "optimum"
        if role == TONE_ROLE and column == 3:
            return "strong" if row == 0 else None
        return {
            LEVELS_ROLE: (0, 3 if row < 3 else 4, 0, row % 3, 2, 1, 1, 2, 0),
            HEIGHTS_ROLE: (1, 4, 1, 2, 3, 2, 2, 2, 1),
            SHARE_ROLE: 1 / (row + 1),
        }.get(role)

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole):
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self.HEADINGS[section]
            if role == Qt.ItemDataRole.TextAlignmentRole and section == 3:
                return RIGHT
        return None
