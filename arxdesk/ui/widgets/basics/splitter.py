"""Splitters between panes: a line of one pixel that is easier to grab than it looks."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget


def splitter(orientation: Qt.Orientation, parts: Sequence[tuple[QWidget, int]] = ()) -> QSplitter:
    """Return a splitter of parts with their sizes in the reference window; no part can be folded away."""
    made = QSplitter(orientation)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    fill(made, parts)
    return made


def fill(empty: QSplitter, parts: Sequence[tuple[QWidget, int]]) -> None:
    """Put parts into a splitter that has a place already: large ones are moved once then, which takes time."""
    for place, (part, size) in enumerate(parts):
        empty.addWidget(part)
        empty.setStretchFactor(place, size)
    empty.setSizes([size for _, size in parts])
