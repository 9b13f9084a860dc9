"""The base of tables that are only looked at: what a subclass says of a cell becomes what Qt asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from arxdesk.ui.item_roles import CAPTION_ROLE, SHARE_ROLE, TONE_ROLE
from arxdesk.ui.tooltips import plain

Index = QModelIndex | QPersistentModelIndex

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: its title and a line below it, what it means, whether it holds words and not numbers, and whether it is
    of the input. Words with a `width` have so many pixels, others share the room that is left."""

    title: str
    caption: str = ""
    hint: str = ""
    is_text: bool = False
    is_before: bool = False
    width: int = 0


class ReadOnlyTable(QAbstractTableModel):
    """Subclasses say which columns there are, how many rows, and of a cell the text and perhaps more."""

    @property
    def headings(self) -> Sequence[Heading]:
        """The columns."""
        raise NotImplementedError

    @property
    def number_of_rows(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def text(self, row: int, column: int) -> str | None:
        """What a cell reads; None where something is drawn in it."""
        raise NotImplementedError

    def hint(self, row: int, column: int) -> str | None:
        """What is said when the pointer rests on a cell: as much as fits nowhere else."""
        return self.text(row, column)

    def tone(self, row: int, column: int) -> str | None:
        """How a cell stands out, or back."""
        del row, column
        return None

    def share(self, row: int, column: int) -> float | None:
        """How long the bar of a cell is, from 0 to 1; None where it has none."""
        del row, column
        return None

    def spoken(self, row: int, column: int) -> str | None:
        """What screen readers say of a cell without a text."""
        del row, column
        return None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of rows."""
        return 0 if parent.isValid() else self.number_of_rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.headings):
            return None
        heading = self.headings[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return heading.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain(heading.hint or heading.title)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _LEFT if heading.is_text else _RIGHT
            case _ if role == CAPTION_ROLE:
                return heading.caption or None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain(self.hint(row, column) or "")
            case Qt.ItemDataRole.TextAlignmentRole:
                return _LEFT if self.headings[column].is_text else _RIGHT
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(row, column)
            case _ if role == TONE_ROLE:
                return self.tone(row, column)
            case _ if role == SHARE_ROLE:
                return self.share(row, column)
        return None
