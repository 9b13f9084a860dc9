"""What the user settles once: how many entries lists show."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFormLayout, QVBoxLayout, QWidget

from arxdesk.dialogs.foot import DialogFoot
from arxdesk.settings import LIST_PAGE_SIZES
from arxdesk.widgets.label import label, paragraph
from arxdesk.widgets.spin_box import SpinBox

WIDTH = 440


class SettingsDialog(QDialog):
    """Takes the settings and keeps what was chosen; who opened it stores that once it is accepted."""

    def __init__(self, list_page_size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setMinimumWidth(WIDTH)
        self.page_size = SpinBox(*LIST_PAGE_SIZES, value=list_page_size)
        self.page_size.setSingleStep(10)
        self.page_size.setAccessibleName("Entries per page")
        self.page_size.setMinimumWidth(80)
        self.foot = DialogFoot("Apply")
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.addRow(label("Entries per page"), self.page_size)
        column = QVBoxLayout()
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(8)
        column.addWidget(label("Lists", "lead"))
        column.addLayout(form)
        column.addWidget(
            paragraph(
                "Longer lists are shown in pages of so many entries, with a field to search them.", "caption", "2"
            )
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(column)
        whole.addWidget(self.foot)
