"""A node of the lattice as a button: its card, with a focus outline around it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from arxdesk.explore.alternatives.transformation_text import card_text, readout, state_of
from arxdesk.explore.lattice.node_card import Card, Ink, paint_card
from arxdesk.ui import theme
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels

FRAME = 4
"""Pixels around the card for the outline of the focus."""


class NodeButton(QAbstractButton):
    """Shows a transformation; emits signals when it is hovered or chosen."""

    pointed = Signal(bool)
    """The pointer has come, or has left."""
    stepped = Signal(int)
    """An arrow key was pressed: Qt.Key."""
    confirmed = Signal()
    """Return was pressed."""
    clicked_twice = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.levels: Levels = ()
        self.lines: list[str] = []
        self._card: Card | None = None
        self._ink = Ink()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def card(self) -> Card | None:
        """The content of the card."""
        return self._card

    def show_node(
        self,
        alternatives: Alternatives,
        levels: Levels,
        ink: Ink,
        *,
        edge: str = "",
        is_selected: bool = False,
        is_faint: bool = False,
        is_marked: bool = False,
    ) -> None:
        """Show a transformation; `edge` is the label of the edge to it."""
        row = alternatives.row_of(levels)
        self.levels, self._ink = levels, ink
        self._card = Card(
            state_of(alternatives, row),
            card_text(alternatives, row),
            levels,
            alternatives.facts.heights,
            float(alternatives.score[row]) if row >= 0 else float("nan"),
            is_selected,
            is_faint,
            is_marked,
        )
        first, *others = readout(alternatives, levels, row)
        self.lines = [first, *([edge] if edge else []), *others]
        self.setAccessibleName(
            tr("{label}: {text}", label=edge, text=first) if edge else tr("In the middle: {node}", node=first)
        )
        self.setAccessibleDescription(", ".join(others))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size that it was given."""
        return self.size()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card and, around it, the focus."""
        if self._card is None:
            return
        painter = QPainter(self)
        rect = QRectF(self.rect()).adjusted(FRAME, FRAME, -FRAME, -FRAME)
        paint_card(painter, rect, self._card, self._ink)
        if self.hasFocus() or self.underMouse():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            focused = self.hasFocus()
            painter.setPen(QPen(theme.current().color("accent" if focused else "accent.line"), 2))
            painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 6, 6)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Announce that the pointer entered."""
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Announce that the pointer left."""
        super().leaveEvent(event)
        self.pointed.emit(False)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Announce the double click; its second press is no click, since another transformation may be here by then."""
        self.clicked_twice.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand on the arrows and Return."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(int(key))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        else:
            super().keyPressEvent(event)
