"""The number of records that is allowed of each person, where a column says whose record each is."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QWidget

from arxdesk.configure.forms.section_form import SectionForm
from arxdesk.core.commands import LimitRecords
from arxdesk.core.document import Document
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, set_tone
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.words import capitalized
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.job.data_source import PerPersonSettings
from arxdesk_engine.job.job import job_from

FIRST_NUMBER = 5
FIELD, SEED = 72, 104
_KEEP = (("random", marked("At random")), ("common", marked("Most common")))
_WHAT = marked("What is beyond is as if it were not in the table. Histories in Risk shows the effect.")
_WITHOUT_PERSON = marked("No column says whose record each is: leave the limit out, or tick Person for a column.")


class PerPersonForm(SectionForm):
    """Switches the limit on and off, and says how many records stay and which ones."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "data", parent)
        self.add_heading(tr("Records of each person"))
        self.on = QCheckBox(tr("Limit their number"))
        self.on.setToolTip(tr("Long histories single people out"))
        self.on.toggled.connect(self._switch)
        self.form.addRow(self.on)
        self.number = NumberEdit(tr("Records of each person at most"), whole=True)
        self.seed = NumberEdit(tr("Seed of the draw"), whole=True)
        self.keep = Segmented(tr("Which records stay"), [(key, tr(text)) for key, text in _KEEP])
        self.keep.chosen.connect(self._choose)
        self._numbers, self._draw = QWidget(), QWidget()
        for edit, width in ((self.number, FIELD), (self.seed, SEED)):
            edit.setFixedWidth(width)
            edit.editingFinished.connect(self._take)
        layouts.row(self.number, layouts.STRETCH, inside=self._numbers)
        layouts.row(self.seed, label(tr("of the draw"), "dense", "2"), layouts.STRETCH, spacing=8, inside=self._draw)
        self.add_row(tr("At most"), self._numbers)
        self.add_row(tr("Keep"), self.keep)
        self.add_row(tr_of("a field", "Seed"), self._draw)
        self.consequence = self.add_note()
        document.person_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        data = self._document.job.data
        limit = data.per_person
        self.setVisible(data.person is not None or limit is not None)
        with QSignalBlocker(self.on):
            self.on.setChecked(limit is not None)
        is_drawn = limit is not None and limit.keep == "random"
        for row, shown in ((self._numbers, limit is not None), (self.keep, limit is not None), (self._draw, is_drawn)):
            self.form.setRowVisible(row, shown)
        self.number.set_value(None if limit is None else limit.records)
        self.seed.set_value(None if limit is None else limit.seed)
        self.keep.set_value("random" if limit is None else limit.keep)
        for edit in (self.number, self.seed):
            edit.set_problem(False)
        is_open = limit is not None and data.person is None
        set_tone(self.consequence, "error" if is_open else "3")
        self.consequence.setText(tr("Any number.") if limit is None else tr(_WITHOUT_PERSON) if is_open else tr(_WHAT))

    def _switch(self, on: bool) -> None:
        self._document.push(LimitRecords(self._document, PerPersonSettings(records=FIRST_NUMBER) if on else None))

    def _choose(self, keep: str) -> None:
        limit = self._document.job.data.per_person
        if limit is not None and keep != limit.keep:
            self._put({"records": limit.records, "keep": keep})

    def _take(self) -> None:
        limit = self._document.job.data.per_person
        if limit is None or (self.number.value, self.seed.value) == (limit.records, limit.seed):
            return
        seed = {"seed": self.seed.value} if limit.keep == "random" else {}
        self._put({"records": self.number.value, "keep": limit.keep, **seed})

    def _put(self, said: dict[str, object]) -> None:
        try:
            job = job_from({"data": {"path": "-", "per_person": said}})
        except InvalidJob as error:
            problem = error.problems[0]
            self.number.set_problem("records" in problem.place)
            self.seed.set_problem("seed" in problem.place)
            self.consequence.setText(f"{capitalized(problem.found)}. {problem.remedy}")
            set_tone(self.consequence, "error")
            return
        self._document.push(LimitRecords(self._document, job.data.per_person))
