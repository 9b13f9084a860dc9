"""A small table of figures that are written already: rows of texts below headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.item_roles import CAPTION_ROLE, TONE_ROLE
from arxdesk.tooltips import plain

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


@dataclass(frozen=True, slots=True)
class FigureRow:
    """The texts of a row; `hint` says more about its words, `is_strong` makes its figures bold."""

    texts: tuple[str, ...]
    is_strong: bool = False
    hint: str = ""


class FiguresModel(QAbstractTableModel):
    """Rows of texts; what was before is grey."""

    def __init__(self, headings: Sequence[Heading], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = tuple(headings)
        self._rows: tuple[FigureRow, ...] = ()

    @property
    def rows(self) -> tuple[FigureRow, ...]:
        """What is shown."""
        return self._rows

    def set_rows(self, rows: Sequence[FigureRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def numbers(self) -> str:
        """All of it as tab-separated text."""
        titles = [" ".join(part for part in (each.title, each.caption) if part) for each in self._headings]
        lines = [titles, *(row.texts for row in self._rows)]
        return "\n".join("\t".join(texts) for texts in lines)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of headings."""
        return 0 if parent.isValid() else len(self._headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical:
            return None
        heading = self._headings[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return heading.title
        if role == CAPTION_ROLE:
            return heading.caption or None
        if role == Qt.ItemDataRole.ToolTipRole:
            return heading.hint or None
        return (_LEFT if heading.is_text else _RIGHT) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        row, heading = self._rows[index.row()], self._headings[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(row.hint or row.texts[index.column()]) if heading.is_text else heading.hint or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if heading.is_text else _RIGHT
        if role == TONE_ROLE:
            return "muted" if heading.is_before else "strong" if row.is_strong else None
        return None
