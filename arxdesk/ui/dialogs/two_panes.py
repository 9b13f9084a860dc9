"""A dialog of two panes: a list on the left, the chosen entry on the right, the foot below."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFrame, QWidget

from arxdesk.ui import layouts


def lay_out_two_panes(dialog: QDialog, left: QWidget, right: QWidget, foot: QWidget) -> None:
    """Fill a dialog; the right pane takes the room that is left."""
    line = QFrame()
    line.setProperty("line", "vertical")
    middle = layouts.row(*((part, stretch) for part, stretch in ((left, 0), (line, 0), (right, 1))), spacing=0)
    layouts.column((middle, 1), foot, spacing=0, inside=dialog)
