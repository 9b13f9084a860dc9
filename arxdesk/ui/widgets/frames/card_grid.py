"""Cards side by side, as many as fit; the others follow below."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

MARGIN, GAP = 12, 8
NARROWEST, WIDEST = 216, 600
STEP = 20


class CardGrid(QScrollArea):
    """Cards of one width in rows that scroll. Those of one row are equally high; a single row takes all the height."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.verticalScrollBar().setSingleStep(STEP)
        self._cards: tuple[QWidget, ...] = ()
        self._columns = 0
        body = QWidget()
        self._grid = QGridLayout(body)
        self._grid.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        self._grid.setSpacing(GAP)
        self.setWidget(body)

    @property
    def columns(self) -> int:
        """The number of cards in a row."""
        return self._columns

    def set_cards(self, cards: Sequence[QWidget]) -> None:
        """Show cards in this order. Previous cards are removed; their owner deletes them."""
        for card in self._cards:
            self._grid.removeWidget(card)
            if card not in cards:
                card.hide()
        self._cards = tuple(cards)
        self._columns = 0
        self._arrange()
        for card in cards:
            card.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the cards their share of the new width."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        room = self.viewport().width() - 2 * MARGIN
        most = max(1, (room + GAP) // (NARROWEST + GAP))
        columns = max(1, min(most, len(self._cards)))
        width = min(WIDEST, max(NARROWEST, (room - (columns - 1) * GAP) // columns))
        for card in self._cards:
            card.setFixedWidth(width)
        if columns != self._columns:
            self._columns = columns
            self._place(columns)

    def _place(self, columns: int) -> None:
        grid = self._grid
        for card in self._cards:
            grid.removeWidget(card)
        for row in range(grid.rowCount()):
            grid.setRowStretch(row, 0)
        for column in range(grid.columnCount()):
            grid.setColumnStretch(column, 0)
        for place, card in enumerate(self._cards):
            grid.addWidget(card, place // columns, place % columns)
        grid.setColumnStretch(columns, 1)
        rows = -(-len(self._cards) // columns)
        if rows > 1:
            grid.setRowStretch(rows, 1)
