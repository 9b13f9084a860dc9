"""Suppression, quality, population, costs, sample and perturbation: the limits and aims of a search."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QWidget

from arxdesk.configure.forms.section_form import SectionForm
from arxdesk.configure.limits.costs_form import CostsForm, SamplingForm
from arxdesk.configure.limits.person_form import PerPersonForm
from arxdesk.configure.limits.population_form import PopulationForm
from arxdesk.configure.limits.quality_form import QualityForm
from arxdesk.configure.perturbation.view import PerturbationView
from arxdesk.core.document import Document
from arxdesk.core.rows_words import WHY_OFF
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import LIMITS
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import percent, unbroken
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.search import GroupwiseSettings

_REMOVED = (("people", marked("Whole people")), ("records", marked("Single records")))


class SuppressionForm(SectionForm):
    """The number of records that may be removed, and the columns hidden in them."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "suppression", parent)
        self.limit = NumberField(tr("Suppression limit"), 0.0, 100.0, 0.0, decimals=1, suffix=" %")
        self.limit.value_changed.connect(self._change_limit)
        self.add_row(tr("Suppression limit"), self.limit)
        self.consequence = self.add_note()
        self.removes = Segmented(tr("What is removed"), [(key, tr(text)) for key, text in _REMOVED])
        self.removes.chosen.connect(self._choose_removed)
        self._removes_label = self.add_row(tr("Remove"), self.removes)
        self.sensitive = QCheckBox(tr_of("values of removed records", "sensitive"))
        self.insensitive = QCheckBox(tr("other values"))
        self.sensitive.setAccessibleName(tr("Hide sensitive values of removed records, too"))
        self.insensitive.setAccessibleName(tr("Hide other values of removed records, too"))
        self.sensitive.toggled.connect(self._hide_sensitive)
        self.insensitive.toggled.connect(self._hide_insensitive)
        for box in (self.sensitive, self.insensitive):
            box.setToolTip(tr("Of removed records the quasi-identifiers are hidden in any case."))
        hidden = layouts.row(self.sensitive, self.insensitive, layouts.STRETCH, spacing=12)
        self.add_row(tr("Also hide their"), hidden)
        document.suppression_changed.connect(self.refresh)
        document.privacy_changed.connect(self.refresh)
        document.subset_changed.connect(self.refresh)
        document.person_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        settings = self._document.job.suppression
        policy = self._document.policy
        self.removes.set_value("people" if policy.removes_people else "records")
        for widget in (self.removes, self._removes_label):
            widget.setVisible(policy.counts_people)
        with QSignalBlocker(self.limit):
            self.limit.set_value(100.0 * settings.limit)
        for box, on in ((self.sensitive, settings.sensitive), (self.insensitive, settings.insensitive)):
            with QSignalBlocker(box):
                box.setChecked(on)
        self.consequence.setText(unbroken(self._described(settings.limit)))

    def _described(self, limit: float) -> str:
        if self._document.policy.suppression_limit is None:
            return tr("Differential privacy has no limit: it removes every group that is too small.")
        if limit > 0.0 and not self._document.policy.counts_all:
            return tr("At most {share} of the research subset may be removed.", share=percent(limit))
        if self._document.policy.removes_people:
            people = math.floor(limit * self._document.people)
            if people == 0:
                return tr("Nobody may be removed, with all of the records.")
            return tr_n(
                people,
                "At most {n} person may be removed, with all of their records.",
                "At most {n} people may be removed, with all of their records.",
            )
        records = math.floor(limit * self._document.records)
        if records == 0:
            return tr("No record may be removed.")
        return tr_n(records, "At most {n} record may be removed.", "At most {n} records may be removed.")

    def _change_limit(self, percents: float) -> None:
        self.change(told("Suppression limit"), mergeable=True, limit=round(percents / 100.0, 6))

    def _choose_removed(self, removed: str) -> None:
        self.change(told("What is removed"), removes=None if removed == "people" else "records")

    def _hide_sensitive(self, on: bool) -> None:
        self.change(told("Sensitive values of removed records"), sensitive=on)

    def _hide_insensitive(self, on: bool) -> None:
        self.change(told("Other values of removed records"), insensitive=on)


class RecodingForm(SectionForm):
    """The note that removed records are recoded, if the project does so; that is done and judged in Quality."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "search", parent)
        self.iterations = label()
        self.leave_out = link_button(tr("Leave it out"))
        self.leave_out.setAccessibleName(tr("Leave local recoding out"))
        self.leave_out.clicked.connect(self._leave_out)
        row = layouts.row((self.iterations, 1), self.leave_out)
        self.add_row(tr("Local recoding"), row)
        self.beginning = self.add_note()
        document.search_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        recoding = self._document.job.search.recoding_settings
        self.setVisible(recoding is not None)
        if isinstance(recoding, GroupwiseSettings):
            self.iterations.setText(tr("Group by group"))
            self.beginning.setText(tr("Every group has levels of its own. Done after a search, and by arxdesk run."))
        elif recoding is not None:
            self.iterations.setText(tr_n(recoding.iterations, "Up to {n} iteration", "Up to {n} iterations"))
            first = percent(recoding.first_limit)
            self.beginning.setText(
                tr("The search before them may remove {share}. Done in Quality, and by arxdesk run.", share=first)
            )

    def _leave_out(self) -> None:
        self.change(
            tr("Leave local recoding out"), local_recoding=None, recoding=None, recoding_time_limit=None, defence="none"
        )


LEAST_WIDTH = 328
"""The width of the forms with a scroll bar."""


class LimitsView(Pane):
    """The forms, one below the other."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(tr("Limits and quality"), parent=parent)
        self.add_header_widget(help_mark(LIMITS, tr("limits and quality")))
        self._document = document
        self.suppression = SuppressionForm(document)
        self.per_person = PerPersonForm(document)
        self.recoding = RecodingForm(document)
        self.quality = QualityForm(document)
        self._population = Deferred(partial(PopulationForm, document))
        self._costs = Deferred(partial(CostsForm, document))
        self._sampling = Deferred(partial(SamplingForm, document))
        self._perturbation = Deferred(partial(PerturbationView, document))
        body = QWidget()
        self.deferred: tuple[Deferred[QWidget], ...] = (
            *(self._population, self._costs, self._sampling, self._perturbation),
        )
        """Forms further down, which can be made a little later."""
        first = (self.suppression, self.recoding, self.quality, self.per_person)
        self._forms: tuple[QWidget, ...] = (*first, *self.deferred)
        self._scroll = scroll = QScrollArea()
        scroll.setAccessibleName(tr("Limits and quality"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setMinimumWidth(LEAST_WIDTH)
        scroll.setWidget(body)  # while it is empty: what is shown is styled, and anew when it is moved
        self.set_body(scroll)
        layouts.column(*self._forms, layouts.STRETCH, spacing=4, margins=(12, 8, 12, 8), inside=body)
        document.lock_changed.connect(self._show_lock)
        self._show_lock(document.locked)

    @property
    def population(self) -> PopulationForm:
        """The people that the table is a sample of."""
        return self._population.widget

    @property
    def costs(self) -> CostsForm:
        """The form of benefits and costs."""
        return self._costs.widget

    @property
    def sampling(self) -> SamplingForm:
        """The choice to share a random sample in place of the table."""
        return self._sampling.widget

    @property
    def perturbation(self) -> PerturbationView:
        """The cards of the perturbations."""
        return self._perturbation.widget

    def lead_to_perturbation(self) -> None:
        """Put the keyboard on the perturbations, further down."""
        self._scroll.ensureWidgetVisible(self.perturbation)
        self.perturbation.add.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def lead_to_sampling(self) -> None:
        """Put the keyboard on the choice to share a random sample, further down."""
        self._scroll.ensureWidgetVisible(self.sampling)
        self.sampling.on.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_lock(self, locked: bool) -> None:
        for form in self._forms:
            form.setEnabled(not locked)
        if self._document.rows is not None:
            self._sampling.setEnabled(False)
            self._sampling.setToolTip(f"{tr(WHY_OFF)}.")
            self._perturbation.setEnabled(False)
            self._perturbation.setToolTip(f"{tr(WHY_OFF)}.")
