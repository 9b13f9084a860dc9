"""A dialog of two panes: a list to choose from at the left, what it is about at the right, the foot below."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget


def lay_out_two_panes(dialog: QDialog, left: QWidget, right: QWidget, foot: QWidget) -> None:
    """Fill a dialog; the right pane takes the room that is left."""
    line = QFrame()
    line.setProperty("line", "vertical")
    middle = QHBoxLayout()
    middle.setSpacing(0)
    for part, stretch in ((left, 0), (line, 0), (right, 1)):
        middle.addWidget(part, stretch)
    whole = QVBoxLayout(dialog)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addLayout(middle, 1)
    whole.addWidget(foot)
