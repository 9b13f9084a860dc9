"""What this is, which version, and under which licence."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from arxdesk.widgets.label import label, paragraph
from engine import __version__

WIDTH = 440


class AboutDialog(QDialog):
    """Name, version, licence, and where the data stay."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About ArxDesk")
        self.setMinimumWidth(WIDTH)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(8)
        column.addWidget(label("ArxDesk", "page"))
        column.addWidget(label(f"Version {__version__}", "dense", "2"))
        column.addWidget(
            paragraph("Makes tables about people safe to share, with proof. Your data stay on this computer.")
        )
        column.addWidget(paragraph("Apache License 2.0. Inter is under the SIL Open Font License.", "dense", "2"))
        column.addSpacing(8)
        column.addWidget(buttons)
