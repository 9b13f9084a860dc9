"""Whom the table is a sample of: a region, a number of people, or the share of them in the table."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.perspectives.configure.section_form import SectionForm, choices, choose, chosen
from arxdesk.widgets.label import label, set_tone
from arxdesk.widgets.number_edit import NumberEdit
from arxdesk.words import capitalized, count, one_in
from engine.errors import InvalidJob
from engine.job import PopulationSettings, job_from
from engine.population import REGIONS, Population

NONE, SIZE, FRACTION = "none", "size", "fraction"


class PopulationForm(SectionForm):
    """One choice, a number where it needs one, and what that makes of the table."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "population", parent)
        self.add_heading("Population")
        entries = {NONE: "Not known", **{region: region for region in REGIONS}}
        self.kind = choices("Population", entries | {SIZE: "So many people", FRACTION: "The table is a share of it"})
        self.kind.activated.connect(self._choose)
        self.number = NumberEdit("People in the population", whole=True)
        self.share = NumberEdit("Share of the population in the table, percent", share=True)
        for edit in (self.number, self.share):
            edit.editingFinished.connect(self._take_number)
        self._unit = label("people", "dense", "2")
        self.add_row("Drawn from", self.kind)
        self._numbers = QWidget()
        row = QHBoxLayout(self._numbers)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.number, self.share, self._unit):
            row.addWidget(widget)
        row.addStretch()
        self.add_row("", self._numbers)
        self.consequence = self.add_note()
        document.population_changed.connect(self.refresh)
        document.column_changed.connect(self._say)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        settings = self._document.job.population
        by_number = SIZE if settings is not None and settings.size is not None else FRACTION
        kind = NONE if settings is None else settings.region or by_number
        choose(self.kind, kind)
        self.number.set_value(settings.size if settings else None)
        self.share.set_value(settings.sampling_fraction if settings else None)
        self._show_fields(kind)
        self._say()

    def _show_fields(self, kind: str) -> None:
        self.number.setVisible(kind == SIZE)
        self.share.setVisible(kind == FRACTION)
        self._unit.setText("people" if kind == SIZE else "%")
        self.form.setRowVisible(self._numbers, kind in (SIZE, FRACTION))

    def _say(self) -> None:
        settings, records = self._document.job.population, self._document.dataset.records
        if settings is None:
            self._tell("Only models that estimate from it need it.")
            return
        try:
            size = Population(settings.region, settings.size, settings.sampling_fraction).size_for(records)
        except ValueError as error:
            self._tell(f"{capitalized(str(error).rstrip('.'))}.", problem=True)
            return
        people = f" of {count(size)} people" if settings.size is None else ""
        self._tell(f"The table is about {one_in(records / size)}{people}." if size > records else "It is all of them.")

    def _tell(self, text: str, *, problem: bool = False) -> None:
        self.consequence.setText(text)
        set_tone(self.consequence, "error" if problem else "3")

    def _choose(self) -> None:
        kind = chosen(self.kind)
        records = self._document.dataset.records
        match kind:
            case "none":
                self.put(None, "Population")
            case "size":
                known = self._document.job.population
                size = REGIONS[known.region] if known is not None and known.region is not None else 10 * records
                self.put(PopulationSettings(size=max(size, records, 1)), "Population")
            case "fraction":
                self.put(PopulationSettings(sampling_fraction=0.1), "Population")
            case region:
                self.put(PopulationSettings(region=region), "Population")

    def _take_number(self) -> None:
        kind = chosen(self.kind)
        edit, name = (self.number, "size") if kind == SIZE else (self.share, "sampling_fraction")
        settings = self._document.job.population
        if kind not in (SIZE, FRACTION) or settings is None or edit.value == getattr(settings, name):
            return
        try:
            job = job_from({"data": {"path": "-"}, "population": {name: edit.value}})
        except InvalidJob as error:
            problem = error.problems[0]
            edit.set_problem(True)
            self._tell(f"{capitalized(problem.found)}. {problem.remedy}", problem=True)
            return
        edit.set_problem(False)
        self.put(job.population, "Population")
