"""How well columns are known: a column is chosen, and its error typed beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.job.job import job_from

WIDTH = 84


class ErrorsOfColumns(QWidget):
    """Hidden without columns that have a scale. A column without an error is known exactly."""

    changed = Signal()

    def __init__(self, error: Mapping[str, float | str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = dict(error)
        self._faults: dict[str, str] = {}
        self.column = ChoiceBox(tr("Column that is known with an error"))
        self.error = QLineEdit()
        self.error.setAccessibleName(tr("Error of what is known"))
        self.error.setPlaceholderText(tr_of("no error", "none"))
        self.error.setToolTip(
            tr(
                "How far off what is known may be: a number in the units of the column (days for dates), or a share "
                "of the value such as 5 %"
            )
        )
        self.error.setFixedWidth(WIDTH)
        parts = (label(tr("Error of"), "dense", "2"), (self.column, 1), label(tr("at most"), "dense", "2"), self.error)
        layouts.row(*parts, spacing=8, inside=self)
        self.column.chosen.connect(self._show)
        self.error.textEdited.connect(self._take)
        self.hide()

    @property
    def values(self) -> Mapping[str, float | str]:
        """The errors by their columns, as a job has them."""
        return self._values

    @property
    def fault(self) -> str:
        """What is wrong with an error; "" where nothing is."""
        return next(iter(self._faults.values()), "")

    def offer(self, names: Sequence[str]) -> None:
        """Offer the columns that are known and have a scale."""
        self._faults = {name: each for name, each in self._faults.items() if name in names}
        self.column.set_options([(name, name) for name in names])
        if names and self.column.value not in names:
            self.column.set_value(names[0])
            self._show()
        self.setVisible(bool(names))

    def _show(self, _name: str = "") -> None:
        with QSignalBlocker(self.error):
            self.error.setText(_text(self._values.get(self.column.value, "")))

    def _take(self, text: str) -> None:
        name, text = self.column.value, text.strip()
        self._faults.pop(name, None)
        self._values.pop(name, None)
        if text:
            try:
                value: float | str = float(text)
            except ValueError:
                value = text
            said = {"name": "-", "knows": [name], "error": {name: value}}
            try:
                job_from({"data": {"path": "-"}, "attackers": [said]})
            except InvalidJob:
                self._faults[name] = tr("Type how far {name} may be off: a number, or a share such as 5 %.", name=name)
            else:
                self._values[name] = value
        self.changed.emit()


def _text(error: float | str) -> str:
    return f"{error:g}" if isinstance(error, float | int) else error
