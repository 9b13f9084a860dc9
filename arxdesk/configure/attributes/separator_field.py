"""The field for what stands between the items of a cell that holds a set."""

from __future__ import annotations

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.ui.words import capitalized
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import LONGEST_SEPARATOR, AttributeSettings


class SeparatorField(QLineEdit):
    """`chosen` announces another separator, `complained` why one cannot be; the old one is shown again then."""

    chosen = Signal(str)
    complained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._current = ""
        self.setAccessibleName(tr("Separator of items"))
        self.setMaxLength(LONGEST_SEPARATOR)
        self.setToolTip(tr("What stands between two items of a cell, such as | or ;"))
        self.editingFinished.connect(self._take)

    def show_separator(self, separator: str) -> None:
        """Show the separator that is in use."""
        self._current = separator
        self.setText(separator)

    def _take(self) -> None:
        text = self.text()
        if text == self._current:
            return
        try:
            AttributeSettings(type=DataType.SET, separator=text)
        except ValidationError as error:
            self.setText(self._current)
            self.complained.emit(capitalized(error.errors()[0]["msg"].removeprefix("Value error, ")))
            return
        self.chosen.emit(text)
