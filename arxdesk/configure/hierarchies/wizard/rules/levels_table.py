"""The figures of each level of a hierarchy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QWidget

from arxdesk.ui import theme
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.preview import LevelFigures

ROW = 24
_HEADINGS = (marked("Level"), marked("Groups"), marked("Fewest people"), marked("Values each"))


class LevelsTable(QTableWidget):
    """Groups, the people in the smallest, and how many values a group joins; nothing can be chosen here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_HEADINGS), parent)
        self.setAccessibleName(tr("Levels"))
        self.setFont(theme.font("dense"))
        self.setHorizontalHeaderLabels(list(map(tr, _HEADINGS)))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setStretchLastSection(True)

    def show_levels(self, levels: Sequence[LevelFigures]) -> None:
        """Replace the levels, in columns as wide as their numbers."""
        self.setRowCount(len(levels))
        for level, figures in enumerate(levels):
            for column, text in enumerate(_texts(level, figures)):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(level, column, item)
        self.resizeColumnsToContents()


def _texts(level: int, figures: LevelFigures) -> tuple[str, str, str, str]:
    fewest, most = figures.fewest_values, figures.most_values
    values = count(fewest) if fewest == most else f"{count(fewest)}–{count(most)}"
    return str(level), count(figures.groups), count(figures.fewest_people), values
