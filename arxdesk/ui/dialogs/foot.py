"""The foot of a dialog: a message on the left, Cancel and one primary button on the right; or Close alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import primary_button, secondary_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk_engine.foundation.language import tr

_HEIGHT = 56


class DialogFoot(QFrame):
    """`accepted` and `rejected` as in a button box; Return presses the primary button. Without an `action` there is
    only the other button."""

    accepted = Signal()
    rejected = Signal()

    def __init__(self, action: str, cancel: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "window")
        self.primary = primary_button(action)
        if not action:
            self.primary.hide()
        self.cancel = secondary_button(cancel or tr("Cancel"))
        (self.primary if action else self.cancel).setDefault(True)
        self.note = ElidedLabel("", "dense", "2")
        self.primary.clicked.connect(self.accepted)
        self.cancel.clicked.connect(self.rejected)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        bar = QWidget()
        self._row = row = QHBoxLayout(bar)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.note, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.primary)
        layouts.column(rule, (bar, 1), spacing=0, inside=self)
        self.setFixedHeight(_HEIGHT)

    def add_leading(self, widget: QWidget) -> None:
        """Put a control to the left of the message."""
        self._row.insertWidget(self._row.indexOf(self.note), widget)


def lay_out_over_foot(dialog: QDialog, *parts: QWidget, foot: DialogFoot | None = None) -> QVBoxLayout:
    """Fill a dialog with stacked parts and a foot, by default one with Close alone; returns the
    column of the parts."""
    if foot is None:
        foot = DialogFoot("", tr("Close"))
        foot.rejected.connect(dialog.reject)
    body = layouts.column(*parts, spacing=8, margins=20)
    layouts.column((body, 1), foot, spacing=0, inside=dialog)
    return body
