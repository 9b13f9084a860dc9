"""The smallest keys of a table: how many there are of each size, and how often an attribute is part of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import SHARE_ROLE, TONE_ROLE

Index = QModelIndex | QPersistentModelIndex
SHOW = "Show"


@dataclass(frozen=True, slots=True)
class KeysOfSize:
    """How many keys have so many attributes, and how many people have one."""

    size: int
    keys: int
    people: int


class ShownSize(IntEnum):
    """The columns of the table of sizes."""

    SIZE = 0
    KEYS = 1
    BAR = 2
    SHOW = 3


@dataclass(frozen=True, slots=True)
class KeysWith:
    """An attribute, the keys it is part of, their share of all keys, and their share of all scores."""

    attribute: str
    keys: int
    share: float
    score_share: float


class ShownAttribute(IntEnum):
    """The columns of the table of attributes."""

    ATTRIBUTE = 0
    BAR = 1
    SHARE = 2
    SCORES = 3


_ATTRIBUTE_TITLES = ("Attribute", "Part of the keys", "", "Of scores")
_ATTRIBUTE_HINTS = (
    "The attribute that is part of most keys first",
    "How often an attribute is part of such a key",
    "How often an attribute is part of such a key",
    "The share of all scores that the keys with this attribute have: small keys count more",
)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class KeySizesModel(QAbstractTableModel):
    """One row per size, small ones first; bars are shares of the size that most keys have."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sizes: tuple[KeysOfSize, ...] = ()
        self._most = 1

    def set_sizes(self, sizes: Sequence[KeysOfSize]) -> None:
        """Show other numbers."""
        self.beginResetModel()
        self._sizes = tuple(sizes)
        self._most = max([1, *(each.keys for each in sizes)])
        self.endResetModel()

    def size_at(self, row: int) -> KeysOfSize:
        """The size in a row."""
        return self._sizes[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of sizes."""
        return 0 if parent.isValid() else len(self._sizes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(ShownSize)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        each, column = self._sizes[index.row()], ShownSize(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _size_text(each, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            have = "has" if each.people == 1 else "have"
            return (
                f"{words.counted(each.keys, 'combination', 'combinations')} of "
                f"{words.counted(each.size, 'value', 'values')} that nobody else has, and nothing smaller in them; "
                f"{words.people(each.people)} {have} one"
            )
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column is ShownSize.KEYS else _LEFT
        if role == SHARE_ROLE and column is ShownSize.BAR:
            return each.keys / self._most
        if role == TONE_ROLE:
            return "muted" if not each.keys else None
        return None


def _size_text(each: KeysOfSize, column: ShownSize) -> str | None:
    match column:
        case ShownSize.SIZE:
            return words.counted(each.size, "attribute", "attributes")
        case ShownSize.KEYS:
            return words.count(each.keys)
        case ShownSize.SHOW:
            return SHOW if each.people else ""
        case _:
            return None


class KeyAttributesModel(QAbstractTableModel):
    """One row per attribute, the one that is part of most keys first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attributes: tuple[KeysWith, ...] = ()

    def set_attributes(self, attributes: Sequence[KeysWith]) -> None:
        """Show other attributes."""
        self.beginResetModel()
        self._attributes = tuple(sorted(attributes, key=lambda each: -each.keys))
        self.endResetModel()

    def attribute_at(self, row: int) -> KeysWith | None:
        """The attribute in a row."""
        return self._attributes[row] if 0 <= row < len(self._attributes) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of attributes."""
        return 0 if parent.isValid() else len(self._attributes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(ShownAttribute)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(ShownAttribute):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _ATTRIBUTE_TITLES[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _ATTRIBUTE_HINTS[section]
        right = role == Qt.ItemDataRole.TextAlignmentRole and section in (ShownAttribute.SHARE, ShownAttribute.SCORES)
        return _RIGHT if right else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        each, column = self._attributes[index.row()], ShownAttribute(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            texts = {
                ShownAttribute.ATTRIBUTE: each.attribute,
                ShownAttribute.SHARE: words.percent_fixed(each.share),
                ShownAttribute.SCORES: words.percent_fixed(each.score_share),
            }
            return texts.get(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                f"{each.attribute} is part of {words.counted(each.keys, 'key', 'keys')} ({words.percent(each.share)}), "
                f"which make {words.percent(each.score_share)} of all scores"
            )
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column in (ShownAttribute.SHARE, ShownAttribute.SCORES) else _LEFT
        if role == SHARE_ROLE and column is ShownAttribute.BAR:
            return each.share
        return None
