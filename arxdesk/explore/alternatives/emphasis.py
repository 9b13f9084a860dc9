"""Emphasis of transformations in all views of Explore: marked rows, and the meaning of colours."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal

from arxdesk_engine.exploration.alternatives import Mask

Coloring = Literal["class", "score"]


class Emphasis(QObject):
    """One set of marked rows and one colouring."""

    marked_changed = Signal()
    coloring_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marked: Mask | None = None
        self._coloring: Coloring = "class"

    @property
    def marked(self) -> Mask | None:
        """The marked rows, bool[n] of the alternatives; None for none. Rows beyond its end are not marked."""
        return self._marked

    @property
    def coloring(self) -> Coloring:
        """The meaning of the colours: the class, or the score."""
        return self._coloring

    def mark(self, rows: Mask | None) -> None:
        """Mark rows, bool[n] of the alternatives, or none."""
        self._marked = None if rows is None or not rows.any() else rows
        self.marked_changed.emit()

    def set_coloring(self, coloring: Coloring) -> None:
        """Give the colours another meaning."""
        if coloring != self._coloring:
            self._coloring = coloring
            self.coloring_changed.emit()
