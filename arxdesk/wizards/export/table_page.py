"""The first page: what is handed out."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.state_sentence import WITHOUT_RECODING
from arxdesk.widgets.label import label
from arxdesk.widgets.message import Message
from arxdesk.wizards.export.course import ExportCourse
from arxdesk.wizards.export.lines_card import LinesCard
from arxdesk.words import count


class TablePage(QWidget):
    """Tells; nothing is chosen here, since another transformation is applied in Explore."""

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        facts = course.facts
        self.card = LinesCard()
        self.card.set_lines(facts.lines())
        self.message = Message(
            "warn", "A step is left out.", f"This is the table {WITHOUT_RECODING}. It is as safe; some detail is lost."
        )
        self.message.setVisible(facts.misses_recoding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(label(f"{count(facts.result.records)} records are ready to be handed out.", "lead"))
        column.addWidget(self.card)
        column.addWidget(self.message)
        column.addStretch()
