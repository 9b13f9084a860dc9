"""The population of the project, to be chosen where it is estimated from."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.protection import population_words
from arxdesk.core.protection.population_words import FRACTION, NONE, OPTIONS, SIZE
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.population import PopulationSettings

WIDTH, NUMBER = 116, 104
_SHORT = {NONE: marked("Not known"), SIZE: marked("A number"), FRACTION: marked("A share")}


class PopulationChoice(ChoiceBox):
    """Regions, a number of people, or a share; a choice is a step of undo. `number_row` takes the number, if the
    choice needs one, and shows the resulting sampling fraction."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        options = [(key, tr(_SHORT.get(key, text))) for key, text in OPTIONS.items()]
        super().__init__(tr("Population that the table is a sample of"), options, parent)
        self._document = document
        self._records = document.records
        self.setMinimumContentsLength(10)
        self.setMaximumWidth(WIDTH)
        self.number = NumberEdit(tr("People in the population"), whole=True)
        self.share = NumberEdit(tr("Share of the population in the table, percent"), share=True)
        self._unit = label("", "dense", "2")
        self.consequence = ElidedLabel("", "caption", "3")
        self.number_row = QWidget()
        for edit in (self.number, self.share):
            edit.setFixedWidth(NUMBER)
            edit.editingFinished.connect(self._take_number)
        layouts.row(self.number, self.share, self._unit, (self.consequence, 1), spacing=8, inside=self.number_row)
        self.chosen.connect(self._choose)
        document.population_changed.connect(self.refresh)
        document.lock_changed.connect(self._follow_lock)
        self._follow_lock(document.locked)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        settings = self._document.job.population
        kind = population_words.kind_of(settings)
        self.set_value(kind)
        self.setMinimumWidth(min(WIDTH, self.width_for(self.currentText())))
        self.number.set_value(settings.size if settings else None)
        self.share.set_value(settings.sampling_fraction if settings else None)
        for edit in (self.number, self.share):
            edit.set_problem(False)
        self.number.setVisible(kind == SIZE)
        self.share.setVisible(kind == FRACTION)
        self._unit.setText(tr("people") if kind == SIZE else "%")
        self.number_row.setVisible(kind in (SIZE, FRACTION))
        if settings is not None:
            text, _is_problem = population_words.consequence(settings, self._records)
            self.consequence.setText(text)

    def set_records(self, records: int) -> None:
        """Set the size of the sample: the number of records that count."""
        self._records = records
        self.refresh()

    def _choose(self, kind: str) -> None:
        known, records = self._document.job.population, self._records
        self._put(population_words.settings_for(kind, known, records))

    def _take_number(self) -> None:
        kind, settings = self.value, self._document.job.population
        edit, name = (self.number, "size") if kind == SIZE else (self.share, "sampling_fraction")
        if kind not in (SIZE, FRACTION) or settings is None or edit.value == getattr(settings, name):
            return
        made = population_words.with_number(kind, edit.value)
        edit.set_problem(isinstance(made, str))
        if isinstance(made, str):
            self.consequence.setText(made)
        else:
            self._put(made)

    def _put(self, settings: PopulationSettings | None) -> None:
        if settings != self._document.job.population:
            self._document.push(ChangeSections(self._document, {"population": settings}, told("Population")))

    def _follow_lock(self, locked: bool) -> None:
        for widget in (self, self.number, self.share):
            widget.setEnabled(not locked)
