"""How something is computed, from the help."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from arxdesk.widgets.label import label

SIZE = QSize(560, 360)


class FormulaDialog(QDialog):
    """A title and a text in Markdown."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(SIZE)
        self.text = QTextBrowser()
        self.text.setMarkdown(text)
        self.text.setAccessibleName(f"Formula of {title}")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        column.addWidget(label(title, "lead"))
        column.addWidget(self.text, 1)
        column.addWidget(buttons)
