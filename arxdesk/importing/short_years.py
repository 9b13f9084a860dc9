"""The century of two-digit years, by the day after which no date is read."""

from __future__ import annotations

import datetime as dt

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.importing.choices import Choices, today
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.preparation.importing.table import ReadTable

WORDS = marked("Years with two digits: no date after")
HINT = marked(
    "Years with two digits are the latest ones that put no date after this day. Appointments to come need a later day,"
    " dates of birth of the old an earlier one."
)


class ShortYears(QWidget):
    """Asks for the day if a kept column has dates with two-digit years, and shows an example."""

    chosen = Signal(dt.date)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setFixedWidth(104)
        self.field.setAccessibleName(tr(WORDS))
        self.field.setToolTip(tr(HINT))
        self.field.installEventFilter(self)
        self.example = ElidedLabel("", "caption", "2")
        title = label(tr(WORDS), "dense", "1", 600)
        title.setToolTip(tr(HINT))
        title.setBuddy(self.field)
        layouts.row(title, self.field, (self.example, 1), spacing=8, inside=self)
        self._until = today()
        self._said = ""
        self.field.textEdited.connect(self._judge)
        self.field.editingFinished.connect(self._choose)
        self.hide()

    def show_choices(self, table: ReadTable | None, choices: Choices | None) -> None:
        """Show the day that holds, where one is needed."""
        examples: list[str] = []
        needed = False
        if table is not None and choices is not None:
            for place, column in choices.kept():
                found = table.columns[place]
                if (column.reading or found.candidates[0].reading).has_short_year:
                    needed = True
                    if found.short_year is not None:
                        short, year = found.short_year
                        example = tr("{name}: {short} is read as {year}", name=column.name, short=short, year=year)
                        examples.append(example)
        self.setVisible(needed)
        if not needed or choices is None:
            return
        self._until = choices.data.two_digit_years_until or today()
        self._said = examples[0] if examples else tr("the latest year that puts no date after this day")
        if not self.field.isModified():
            self.field.setText(self._until.isoformat())
            self._judge()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return takes the day and does nothing else; Escape brings back the one that holds."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.field.isModified():
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.field.setText(self._until.isoformat())
                self._judge()
                return True
        return super().eventFilter(watched, event)

    @property
    def day(self) -> dt.date | None:
        """The typed day; None if invalid."""
        try:
            return dt.date.fromisoformat(self.field.text().strip())
        except ValueError:
            return None

    def _judge(self) -> None:
        is_wrong = self.day is None
        if bool(self.field.property("problem")) != is_wrong:
            self.field.setProperty("problem", is_wrong)
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)
        self.example.setText(tr("Write a day, such as 2025-12-31.") if is_wrong else self._said)

    def _choose(self) -> None:
        day = self.day
        if day is None or not self.field.isModified():
            return
        self.field.setModified(False)
        if day != self._until:
            self.chosen.emit(day)
