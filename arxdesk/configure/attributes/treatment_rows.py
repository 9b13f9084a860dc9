"""The treatment of the attribute in focus: its parameters on two lines, and the consequence in words."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGridLayout, QWidget

from arxdesk.configure.attributes.treatment_forms import (
    ARROW,
    LINES,
    AggregateForm,
    CodingForm,
    KeyForm,
    LevelsForm,
    PseudonymForm,
    RedactForm,
    ShiftForm,
    TreatmentForm,
)
from arxdesk.core.attributes import treatments
from arxdesk.core.attributes.treatments import Treatment
from arxdesk.core.commands import ChangeAttributes
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_key
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.attributes import AttributeSettings

LINE, HEIGHT = 16, 28
NARROWEST, WIDEST = 96, 188
AROUND, WIDE = 124, 10_000
"""The width of labels and margins."""
_SECOND = {"levels": marked("Levels"), "key": marked("Key"), "": ""}


class TreatmentRows(QObject):
    """The rows keep their places whatever they show; every change is one step of the document."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._is_below, self._room = False, WIDE
        self.treatment = ChoiceBox(tr("Transformation"))
        self.levels = LevelsForm()
        self.aggregate, self.coding, self.shift = AggregateForm(), CodingForm(), ShiftForm()
        self.redact, self.pseudonym, self.key = RedactForm(), PseudonymForm(), KeyForm()
        self._forms: dict[str, TreatmentForm] = {
            "levels": self.levels,
            "aggregate": self.aggregate,
            "coding": self.coding,
            "shift": self.shift,
            "redact": self.redact,
            "pseudonym": self.pseudonym,
            "key": self.key,
        }
        self._first, self._second = Pages(), Pages()
        self._nothing = {stack: QWidget() for stack in (self._first, self._second)}
        for stack, empty in self._nothing.items():
            stack.addWidget(empty)
            stack.setFixedHeight(HEIGHT)
        for name, form in self._forms.items():
            (self._second if name in ("levels", "key") else self._first).addWidget(form)
            form.changed.connect(self._push)
        self.second_label = label("", "dense", "2")
        self.consequence = WrappingLabel("", "caption", "3")
        self.consequence.setMinimumHeight(LINE)
        self.treatment.chosen.connect(self._choose)
        self.coding.complained.connect(self._complain)

    def add_to(self, grid: QGridLayout, row: int) -> None:
        """Put the rows into the grid of the inspector: labels in column 0, controls in column 1."""
        line = layouts.row(self.treatment, (self._first, 1), spacing=8)
        self._grid, self._line, self._place = grid, line, row + 1
        grid.addWidget(label(tr("Transformation"), "dense", "2"), row, 0)
        layouts.nest(grid, line, row, 1)
        grid.setRowMinimumHeight(row, HEIGHT)
        grid.addWidget(self.second_label, row + 2, 0)
        grid.addWidget(self._second, row + 2, 1)
        grid.addWidget(self.consequence, row + 3, 1)

    def fit(self, width: int) -> None:
        """Give the parameters a line of their own where the inspector is too narrow for them beside the treatment."""
        self._room = width - AROUND
        self._share_lines()

    def refresh(self) -> None:
        """Show the settings of the attribute in focus."""
        document, name = self._document, self._document.focus
        settings, column = document.settings_of(name), document.dataset[name]
        chosen = treatments.treatment_of(settings)
        self.treatment.set_options(
            (each.value, self._title(each, settings))
            for each in treatments.treatments_for(settings.role, column.type, has_rows=document.rows is None)
        )
        self.treatment.set_value(chosen.value, tr(treatments.TITLES[chosen]))
        hierarchy = document.hierarchies.get(name)
        self.levels.set_levels(hierarchy.levels - 1 if hierarchy else 0)
        others = tuple(each for each in document.dataset.names if each != name)
        first, second = LINES.get(chosen, ("", ""))
        if settings.role is Role.QUASI_IDENTIFYING and not second:
            second = "levels"
        self._show(self._first, first)
        self._show(self._second, second)
        self.second_label.setText(tr(_SECOND[second]))
        for form in {first, second} - {""}:
            self._forms[form].show_settings(settings, column, others)
        self._share_lines()
        self._show_consequence()
        self.set_locked(document.locked)

    def set_locked(self, locked: bool) -> None:
        """Whether anything can be changed."""
        self.treatment.setEnabled(not locked)
        for form in self._forms.values():
            form.setEnabled(not locked)
        settings = self._document.settings_of(self._document.focus)
        has_levels = self._document.focus in self._document.hierarchies
        quasi = settings.role is Role.QUASI_IDENTIFYING
        shown = treatments.treatment_of(settings) is not Treatment.SUPPRESS
        self.levels.set_usable(
            levels=not locked and settings.is_grouped and has_levels, weight=not locked and quasi and shown
        )

    def choose(self, treatment: Treatment) -> None:
        """Treat the attribute in focus in another way; one that needs a key asks for it first."""
        document, name = self._document, self._document.focus
        settings = document.settings_of(name)
        if document.locked or treatment is treatments.treatment_of(settings):
            return
        key, person = None, ""
        if treatments.needs_key(treatment):
            key = ask_for_key(self.treatment, treatments.suggested_key(document.job, document.name))
            if key is None:
                return
            roles = {each: document.settings_of(each).role for each in document.dataset.names}
            person = treatments.proposed_person(document.dataset, roles, name)
        after = treatments.with_treatment(settings, treatment, document.dataset[name], key, person)
        self._push(after, told("Transformation"), False)

    def _title(self, treatment: Treatment, settings: AttributeSettings) -> str:
        if treatment is Treatment.SUPPRESS and settings.role is Role.IDENTIFYING:
            return tr("Suppress (* in every cell)")
        return tr(treatments.TITLES[treatment])

    def _share_lines(self) -> None:
        """Put the first parameters beside the treatment, or below it."""
        form = self._first.currentWidget()
        has_form = form is not None and form is not self._nothing[self._first]
        whole = self.treatment.fontMetrics().horizontalAdvance(self.treatment.currentText()) + ARROW
        words = min(WIDEST, max(NARROWEST, whole))
        needed = words + self._line.spacing() + self._first.minimumSizeHint().width()
        is_below = has_form and needed > self._room
        alone = max(WIDEST, min(whole, self._room))
        self.treatment.setFixedWidth(words if has_form and not is_below else alone)
        if is_below == self._is_below:
            return
        self._is_below = is_below
        if is_below:
            self._line.removeWidget(self._first)
            self._line.addStretch(1)
            self._grid.addWidget(self._first, self._place, 1)
        else:
            self._grid.removeWidget(self._first)
            self._line.takeAt(self._line.count() - 1)
            self._line.addWidget(self._first, 1)

    def _show(self, stack: Pages, form: str) -> None:
        stack.setCurrentWidget(self._forms[form] if form else self._nothing[stack])

    def _show_consequence(self) -> None:
        name = self._document.focus
        problem = next(
            (each.text for each in self._document.obstacles if each.attribute == name and each.field != "hierarchy"), ""
        )
        column = self._document.dataset[name]
        said = treatments.consequence(self._document.settings_of(name), column, self._document.hierarchies.get(name))
        asked = (model.item_combinations for model in self._document.job.privacy)
        if any(each is not None and each.attribute == name for each in asked):
            said = tr(treatments.ITEMS)
        if (perturbed := self._document.job.perturbation_of(name)) is not None:
            said = tr("Cells are changed at the end: {title}. It gives no guarantee.", title=perturbed.title)
        self._say(problem or said, problem=bool(problem))

    def _complain(self, problem: str) -> None:
        if problem:
            self._say(problem, problem=True)
        else:
            self._show_consequence()

    def _say(self, text: str, *, problem: bool) -> None:
        self.consequence.set_tone("error" if problem else "3")
        self.consequence.setText(text)
        self.consequence.setToolTip(text)
        self.consequence.setAccessibleName(text)

    def _choose(self, key: str) -> None:
        self.treatment.set_value(treatments.treatment_of(self._document.settings_of(self._document.focus)).value)
        self.choose(Treatment(key))

    def _push(self, after: AttributeSettings, text: str, mergeable: bool) -> None:
        name = self._document.focus
        became = "" if mergeable else _became(self._document.settings_of(name), after)
        step = (
            told("{setting} of {column}: {new}", setting=text, column=name, new=became)
            if became
            else told("{setting} of {column}", setting=text, column=name)
        )
        self._document.push(ChangeAttributes(self._document, {name: after}, step, mergeable=mergeable))


def _became(before: AttributeSettings, after: AttributeSettings) -> str:
    """The effect of a step on a column, for the history and the audit trail."""
    treatment = treatments.treatment_of(after)
    if treatment is not treatments.treatment_of(before):
        return tr(treatments.TITLES[treatment])
    if after.function != before.function and after.function is not None:
        return tr(treatments.FUNCTIONS[after.function])
    levels = (after.minimum_level, after.maximum_level)
    if levels != (before.minimum_level, before.maximum_level):
        low, high = levels
        return tr("{low} to the highest", low=low) if high is None else tr("{low} to {high}", low=low, high=high)
    return ""
