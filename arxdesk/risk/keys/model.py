"""The smallest keys of a table: their number by size, and the frequency of each attribute in them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.analysis.risk.keys import KeyMembership, KeysOfSize
from arxdesk_engine.foundation.language import marked, tr, tr_n

SHOW = marked("Show")


class KeySizeColumn(IntEnum):
    """The columns of the table of sizes."""

    SIZE = 0
    KEYS = 1
    BAR = 2
    SHOW = 3


class KeyAttributeColumn(IntEnum):
    """The columns of the table of attributes."""

    ATTRIBUTE = 0
    BAR = 1
    SHARE = 2
    SCORES = 3


_PART = marked("How often an attribute is part of such a key")
_SIZE_HEADINGS = (Heading("", is_text=True), Heading(""), Heading("", is_text=True), Heading("", is_text=True))
_ATTRIBUTE_HEADINGS = (
    Heading(marked("Attribute"), hint=marked("The attribute that is part of most keys first"), is_text=True),
    Heading(marked("Part of the keys"), hint=_PART, is_text=True),
    Heading("", hint=_PART),
    Heading(
        marked("Of scores"),
        hint=marked("The share of all scores that the keys with this attribute have: small keys count more"),
    ),
)


class KeySizesModel(ReadOnlyTable):
    """One row per size, small ones first; bars are shares of the size that most keys have."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sizes: tuple[KeysOfSize, ...] = ()
        self._most = 1

    def set_sizes(self, sizes: Sequence[KeysOfSize]) -> None:
        """Replace the numbers."""
        self.beginResetModel()
        self._sizes = tuple(sizes)
        self._most = max([1, *(each.keys for each in sizes)])
        self.endResetModel()

    def size_at(self, row: int) -> KeysOfSize:
        """The size in a row."""
        return self._sizes[row]

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns, which need no titles."""
        return _SIZE_HEADINGS

    @property
    def number_of_rows(self) -> int:
        """The number of sizes."""
        return len(self._sizes)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        return _size_text(self._sizes[row], KeySizeColumn(column))

    def hint(self, row: int, column: int) -> str:
        """The meaning of a number."""
        del column
        each = self._sizes[row]
        keys = tr_n(
            each.keys,
            "{n} combination of {values} that no other record has, and nothing smaller in them",
            "{n} combinations of {values} that no other record has, and nothing smaller in them",
            values=tr_n(each.size, "{n} value", "{n} values"),
        )
        have = tr_n(each.people, "{n} record has one", "{n} records have one")
        return tr("{before}; {after}", before=keys, after=have)

    def tone(self, row: int, column: int) -> str | None:
        """Faint for zero."""
        del column
        return None if self._sizes[row].keys else "muted"

    def share(self, row: int, column: int) -> float | None:
        """Of the size that most keys have."""
        return self._sizes[row].keys / self._most if column == KeySizeColumn.BAR else None


def _size_text(each: KeysOfSize, column: KeySizeColumn) -> str | None:
    match column:
        case KeySizeColumn.SIZE:
            return tr_n(each.size, "{n} attribute", "{n} attributes")
        case KeySizeColumn.KEYS:
            return words.count(each.keys)
        case KeySizeColumn.SHOW:
            return tr(SHOW) if each.people else ""
        case _:
            return None


class KeyAttributesModel(ReadOnlyTable):
    """One row per attribute, the one that is part of most keys first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_ATTRIBUTE_HEADINGS)
        self._attributes: tuple[KeyMembership, ...] = ()

    def set_attributes(self, attributes: Sequence[KeyMembership]) -> None:
        """Replace the attributes."""
        self.beginResetModel()
        self._attributes = tuple(sorted(attributes, key=lambda each: -each.keys))
        self.endResetModel()

    def attribute_at(self, row: int) -> KeyMembership | None:
        """The attribute in a row."""
        return self._attributes[row] if 0 <= row < len(self._attributes) else None

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of attributes."""
        return len(self._attributes)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        each = self._attributes[row]
        texts = {
            KeyAttributeColumn.ATTRIBUTE: each.attribute,
            KeyAttributeColumn.SHARE: words.percent_fixed(each.share),
            KeyAttributeColumn.SCORES: words.percent_fixed(each.score_share),
        }
        return texts.get(KeyAttributeColumn(column))

    def hint(self, row: int, column: int) -> str:
        """The numbers behind the shares."""
        del column
        each = self._attributes[row]
        return tr_n(
            each.keys,
            "{attribute} is part of {n} key ({share}), which make {score_share} of all scores",
            "{attribute} is part of {n} keys ({share}), which make {score_share} of all scores",
            attribute=each.attribute,
            share=words.percent(each.share),
            score_share=words.percent(each.score_share),
        )

    def share(self, row: int, column: int) -> float | None:
        """The share of the keys that contain the attribute."""
        return self._attributes[row].share if column == KeyAttributeColumn.BAR else None
