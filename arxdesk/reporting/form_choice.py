"""The choice of the form of a report, with a sentence about each."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.report.forms.catalogue import ALL_FORMS

NO_FORM = "none"
_OWN = marked("Sections of ArxDesk")
_ABOUT_OWN = marked("The sections below, in their order.")
_ANNEXES = marked("Each point is answered, left open for people, or said not to apply. The sections follow as annexes.")


class FormChoice(QWidget):
    """`value` is the key of the form, "" for none; `changed` tells of another choice of the user."""

    changed = Signal()

    def __init__(self, form: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        options = [(NO_FORM, tr(_OWN)), *((key, tr(form.title)) for key, form in ALL_FORMS.items())]
        self.box = ChoiceBox(tr("Form"), options)
        self.box.set_value(form or NO_FORM)
        self.sentence = paragraph("", "caption", "3")
        layouts.column(label(tr("Form"), "lead"), self.box, self.sentence, spacing=6, inside=self)
        self.box.chosen.connect(self._take)
        self._refresh()

    @property
    def value(self) -> str:
        """The chosen form."""
        return "" if self.box.value == NO_FORM else self.box.value

    def _take(self, _key: str) -> None:
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        form = ALL_FORMS.get(self.value)
        self.sentence.setText(tr(_ABOUT_OWN) if form is None else f"{tr(form.sentence)} {tr(_ANNEXES)}")
