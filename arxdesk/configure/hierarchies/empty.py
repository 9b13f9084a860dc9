"""The placeholder for a missing hierarchy, with the three ways to create one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk_engine.foundation.language import tr


class NoHierarchy(QWidget):
    """A sentence, and buttons where a hierarchy would be of use."""

    proposal_requested = Signal()
    wizard_requested = Signal()
    file_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = paragraph("", "body", "2")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.propose = dense_button(tr("Propose one"))
        self.new = dense_button(tr("New hierarchy..."))
        self.open = dense_button(tr("Open a file..."), "open")
        self.propose.setToolTip(tr("Build the hierarchy that fits the values best"))
        self.propose.clicked.connect(self.proposal_requested)
        self.new.clicked.connect(self.wizard_requested)
        self.open.clicked.connect(self.file_requested)
        row = layouts.row(layouts.STRETCH, self.propose, self.new, self.open, layouts.STRETCH, spacing=8)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(24, 0, 24, 8)
        column.setSpacing(8)
        column.addStretch()
        column.addWidget(self._sentence)
        layouts.nest(column, row)
        column.addStretch()

    def set_content(self, sentence: str, *, useful: bool) -> None:
        """Set the sentence, with buttons if a hierarchy is of use."""
        self._sentence.setText(sentence)
        self.setAccessibleName(sentence)
        for button in (self.propose, self.new, self.open):
            button.setVisible(useful)
        self._keep_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for all lines of the sentence, which are more where it is narrow."""
        super().resizeEvent(event)
        self._keep_room()

    def _keep_room(self) -> None:
        self.setMinimumHeight(self._column.totalHeightForWidth(self.width()))
