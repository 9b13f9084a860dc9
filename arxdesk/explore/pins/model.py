"""The pinned transformations as a list of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from arxdesk.ui.item_roles import FIGURE_ROLE, HEIGHTS_ROLE, LEVELS_ROLE, NOTE_ROLE, REMARK_ROLE, STATE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk_engine.lattice.lattice import Levels

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class PinCard:
    """A pin on screen; `levels` is None if it belongs to other quasi-identifiers."""

    title: str
    note: str
    levels: Levels | None
    heights: Levels
    state: str
    figure: str
    remark: str


class PinsModel(QAbstractListModel):
    """An item model of cards; edits and drags are emitted, and return as new cards."""

    title_edited = Signal(int, str)
    note_edited = Signal(int, str)
    moved = Signal(int, int)
    """A card is to stand before another one, or at the end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards: tuple[PinCard, ...] = ()

    @property
    def cards(self) -> tuple[PinCard, ...]:
        """The cards of the model."""
        return self._cards

    def show_cards(self, cards: Sequence[PinCard]) -> None:
        """Replace the cards. If only their words changed, editors stay open and cards stay selected."""
        before, self._cards = self._cards, tuple(cards)
        if [card.levels for card in before] == [card.levels for card in cards]:
            for row, (old, new) in enumerate(zip(before, cards, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(row), self.index(row))
            return
        self._cards = before
        self.beginResetModel()
        self._cards = tuple(cards)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of pins."""
        return 0 if parent.isValid() else len(self._cards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a card."""
        if not index.isValid():
            return None
        card = self._cards[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return card.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain("\n".join(part for part in (card.title, card.note) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (card.title, card.figure, card.remark, card.note) if part)
        return {
            NOTE_ROLE: card.note,
            FIGURE_ROLE: card.figure,
            REMARK_ROLE: card.remark,
            STATE_ROLE: card.state,
            LEVELS_ROLE: card.levels,
            HEIGHTS_ROLE: card.heights,
        }.get(role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit the typed text."""
        if not index.isValid():
            return False
        if role == Qt.ItemDataRole.EditRole:
            self.title_edited.emit(index.row(), str(value))
        elif role == NOTE_ROLE:
            self.note_edited.emit(index.row(), str(value))
        return role in (Qt.ItemDataRole.EditRole, NOTE_ROLE)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cards can be edited, dragged, and dropped between others."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled

    def supportedDropActions(self) -> Qt.DropAction:
        """Cards are moved, not copied."""
        return Qt.DropAction.MoveAction

    def moveRows(self, source: Index, row: int, number: int, target: Index, before: int) -> bool:
        """Emit that a card was dropped before another one."""
        if number != 1 or source.isValid() or target.isValid() or not 0 <= row < len(self._cards):
            return False
        self.moved.emit(row, before)
        return True
