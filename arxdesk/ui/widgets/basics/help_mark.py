"""The question mark beside a title."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk_engine.foundation.language import tr


class HelpMark(QWidget):
    """Opens a page of the help: `requested` carries its name, with a heading behind # perhaps."""

    requested = Signal(str)

    def __init__(self, topic: str, subject: str, parent: QWidget | None = None) -> None:
        """`subject` is the topic of the page, for the tooltip and screen readers."""
        super().__init__(parent)
        self.topic = topic
        self.button = icon_button("help", tr("Help on {subject}", subject=subject))
        self.button.clicked.connect(self._ask)
        layouts.row(self.button, inside=self)

    def explain(self, topic: str, subject: str) -> None:
        """Change the topic."""
        self.topic = topic
        self.button.setToolTip(tr("Help on {subject}", subject=subject))
        self.button.setAccessibleName(tr("Help on {subject}", subject=subject))

    def _ask(self) -> None:
        self.requested.emit(self.topic)
