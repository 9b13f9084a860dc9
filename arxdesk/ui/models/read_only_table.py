"""The base of read-only tables: translates the methods of subclasses into the roles of Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from arxdesk.ui.item_roles import CAPTION_ROLE, SHARE_ROLE, TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk_engine.foundation.language import tr

Index = QModelIndex | QPersistentModelIndex

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: its title with a line below it, its meaning, whether it holds words instead of numbers, and whether it
    belongs to the input. Words with a `width` have that many pixels, others share the remaining room."""

    title: str
    caption: str = ""
    hint: str = ""
    is_text: bool = False
    is_before: bool = False
    width: int = 0


def translated(headings: Iterable[Heading]) -> tuple[Heading, ...]:
    """Declared headings, whose texts are marked, in the language of the window."""
    return tuple(replace(each, title=tr(each.title), caption=tr(each.caption), hint=tr(each.hint)) for each in headings)


class ReadOnlyTable(QAbstractTableModel):
    """Subclasses define the columns, the number of rows, and the text of a cell, perhaps with more."""

    @property
    def headings(self) -> Sequence[Heading]:
        """The headings of the columns."""
        raise NotImplementedError

    @property
    def number_of_rows(self) -> int:
        """The number of rows."""
        raise NotImplementedError

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell; None if something is drawn instead."""
        raise NotImplementedError

    def hint(self, row: int, column: int) -> str | None:
        """The tooltip of a cell."""
        return self.text(row, column)

    def tone(self, row: int, column: int) -> str | None:
        """The emphasis of a cell."""
        del row, column
        return None

    def share(self, row: int, column: int) -> float | None:
        """The length of the bar of a cell, from 0 to 1; None without a bar."""
        del row, column
        return None

    def spoken(self, row: int, column: int) -> str | None:
        """The accessible text of a cell without a text."""
        del row, column
        return None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of rows."""
        return 0 if parent.isValid() else self.number_of_rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles, explained in tooltips."""
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
        """The content of a cell."""
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
