"""The population that the table is a sample of: a region, a number of people, or the share of them in the table."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.configure.forms.section_form import SectionForm, choices, choose, chosen
from arxdesk.core.document import Document
from arxdesk.core.protection import population_words
from arxdesk.core.protection.population_words import FRACTION, OPTIONS, SIZE
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, set_tone
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told


class PopulationForm(SectionForm):
    """One choice, its number where it needs one, and the consequence for the table."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "population", parent)
        self.kind = choices(tr("Population"), {key: tr(words) for key, words in OPTIONS.items()})
        self.kind.activated.connect(self._choose)
        self.number = NumberEdit(tr("People in the population"), whole=True)
        self.share = NumberEdit(tr("Share of the population in the table, percent"), share=True)
        for edit in (self.number, self.share):
            edit.editingFinished.connect(self._take_number)
        self._unit = label(tr("people"), "dense", "2")
        self.add_row(tr("Population"), self.kind)
        self._numbers = QWidget()
        layouts.row(self.number, self.share, self._unit, layouts.STRETCH, spacing=8, inside=self._numbers)
        self.add_row("", self._numbers)
        self.consequence = self.add_note()
        document.population_changed.connect(self.refresh)
        for signal in (document.column_changed, document.subset_changed, document.privacy_changed):
            signal.connect(self._say)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        settings = self._document.job.population
        kind = population_words.kind_of(settings)
        choose(self.kind, kind)
        self.number.set_value(settings.size if settings else None)
        self.share.set_value(settings.sampling_fraction if settings else None)
        self._show_fields(kind)
        self._say()

    def _show_fields(self, kind: str) -> None:
        self.number.setVisible(kind == SIZE)
        self.share.setVisible(kind == FRACTION)
        self._unit.setText(tr("people") if kind == SIZE else "%")
        self.form.setRowVisible(self._numbers, kind in (SIZE, FRACTION))

    def _say(self) -> None:
        settings, records = self._document.job.population, self._document.records
        if settings is None:
            self._tell(tr("For models that estimate from it."))
            return
        if not self._document.policy.counts_all:
            self._tell(tr("The share of the records that count is known after a search."))
            return
        text, is_problem = population_words.consequence(settings, records)
        self._tell(text, problem=is_problem)

    def _tell(self, text: str, *, problem: bool = False) -> None:
        self.consequence.setText(text)
        set_tone(self.consequence, "error" if problem else "3")

    def _choose(self) -> None:
        known, records = self._document.job.population, self._document.records
        self.put(population_words.settings_for(chosen(self.kind), known, records), told("Population"))

    def _take_number(self) -> None:
        kind = chosen(self.kind)
        edit, name = (self.number, "size") if kind == SIZE else (self.share, "sampling_fraction")
        settings = self._document.job.population
        if kind not in (SIZE, FRACTION) or settings is None or edit.value == getattr(settings, name):
            return
        made = population_words.with_number(kind, edit.value)
        edit.set_problem(isinstance(made, str))
        if isinstance(made, str):
            self._tell(made, problem=True)
        else:
            self.put(made, told("Population"))
