"""The parameters of each treatment of an attribute, one line each. They show settings and emit changed ones."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from arxdesk.core.attributes import treatments
from arxdesk.core.attributes.treatments import Treatment
from arxdesk.core.file_dialogs import ask_for_key, ask_where_to_write_mapping
from arxdesk.ui.widgets.basics.buttons import dense_button, icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.job.attributes import AttributeSettings, CodingSettings

MOST_CHARACTERS, MOST_DAYS, LONGEST = 99, 36_500, 64


class TreatmentForm(QWidget):
    """`changed` carries the new settings, a description of the change, and whether it merges with the previous one."""

    changed = Signal(AttributeSettings, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(8)
        self._settings = AttributeSettings()

    def show_settings(self, settings: AttributeSettings, column: Column, others: tuple[str, ...]) -> None:
        """Show the settings of a column; `others` are the other columns of the table."""
        self._settings = settings
        self.fill(settings, column, others)

    def fill(self, settings: AttributeSettings, column: Column, others: tuple[str, ...]) -> None:
        """Put the settings into the controls, without announcing it."""

    def tell(self, text: str, *, mergeable: bool = False, **update: object) -> None:
        """Announce changed settings."""
        after = self._settings.model_copy(update=update)
        if after != self._settings:
            self.changed.emit(after, text, mergeable)


class LevelsForm(TreatmentForm):
    """The finest and coarsest allowed levels, and the weight of the attribute."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.low, self.high = SpinBox(), SpinBox()
        self.low.setAccessibleName(tr("Lowest level allowed"))
        self.high.setAccessibleName(tr("Highest level allowed"))
        self.weight = NumberField(tr("Weight"), 0.0, 1.0, 0.5)
        self.weight.setMaximumWidth(200)
        self.weight.setToolTip(tr("A higher weight keeps this column more detailed than others"))
        self._levels = 0
        self.row.addWidget(self.low)
        self.row.addWidget(label(tr_of("between the lowest and the highest level", "to"), "dense", "2"))
        self.row.addWidget(self.high)
        self.row.addSpacing(16)
        self.row.addWidget(label(tr("Weight"), "dense", "2"))
        self.row.addWidget(self.weight, 1)
        self.row.addStretch()
        self.low.valueChanged.connect(self._change_levels)
        self.high.valueChanged.connect(self._change_levels)
        self.weight.value_changed.connect(self._change_weight)

    def set_levels(self, levels: int) -> None:
        """Set the number of levels above the values; called before the settings are shown."""
        self._levels = levels

    def set_usable(self, *, levels: bool, weight: bool) -> None:
        """Enable the usable fields."""
        self.low.setEnabled(levels)
        self.high.setEnabled(levels)
        self.weight.setEnabled(weight)

    def fill(self, settings: AttributeSettings, _column: Column, _others: tuple[str, ...]) -> None:
        """Show limits and weight."""
        top = self._levels if settings.maximum_level is None else min(settings.maximum_level, self._levels)
        with QSignalBlocker(self.low), QSignalBlocker(self.high), QSignalBlocker(self.weight):
            self.low.setRange(0, top)
            self.low.setValue(settings.minimum_level)
            self.high.setRange(min(settings.minimum_level, self._levels), self._levels)
            self.high.setValue(top)
            self.weight.set_value(settings.weight)

    def _change_levels(self) -> None:
        high = None if self.high.value() == self._levels else self.high.value()
        self.tell(tr("Levels"), minimum_level=self.low.value(), maximum_level=high)

    def _change_weight(self, weight: float) -> None:
        self.tell(tr("Weight"), mergeable=True, weight=round(weight, 2))


ARROW = 36
"""The width of a combo box beside its text."""


def _room_for(box: ChoiceBox, texts: Iterable[str]) -> int:
    """The width of a box that shows any of the texts."""
    return box.fontMetrics().horizontalAdvance(max(map(tr, texts), key=len)) + ARROW


class AggregateForm(TreatmentForm):
    """The function that aggregates the values of a group, and the treatment of missing cells."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.function = ChoiceBox(tr("Function"))
        self.missing = ChoiceBox(tr("Missing cells"))
        self.missing.setMinimumWidth(_room_for(self.missing, treatments.MISSING.values()))
        self.function.setMinimumWidth(_room_for(self.function, treatments.FUNCTIONS.values()))
        self.row.addWidget(self.function, 1)
        self.row.addWidget(self.missing)
        self.function.chosen.connect(self._choose_function)
        self.missing.chosen.connect(self._choose_missing)
        self._column: Column | None = None

    def fill(self, settings: AttributeSettings, column: Column, _others: tuple[str, ...]) -> None:
        """Offer the functions that suit the type."""
        self._column = column
        names = treatments.functions_for(column.type)
        self.function.set_options((name, tr(treatments.FUNCTIONS[name])) for name in names)
        if settings.function is not None:
            self.function.set_value(settings.function, tr(treatments.FUNCTIONS[settings.function]))
        ways = treatments.missing_for(settings.function, column.type)
        self.missing.set_options((way, tr(treatments.MISSING[way])) for way in ways)
        self.missing.set_value(settings.missing, tr(treatments.MISSING[settings.missing]))

    def _choose_function(self, key: str) -> None:
        if self._column is not None:
            ways = treatments.missing_for(key, self._column.type)  # type: ignore[arg-type]
            kept = self._settings.missing if self._settings.missing in ways else "ignore"
            self.tell(tr("Function"), function=key, missing=kept)

    def _choose_missing(self, key: str) -> None:
        self.tell(tr("Missing cells"), missing=key)


class RedactForm(TreatmentForm):
    """The number of characters kept at both ends, and the replacement of the others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first, self.last = SpinBox(0, MOST_CHARACTERS), SpinBox(0, MOST_CHARACTERS)
        self.first.setAccessibleName(tr("Characters kept at the beginning"))
        self.last.setAccessibleName(tr("Characters kept at the end"))
        self.character = QLineEdit()
        self.character.setMaxLength(1)
        self.character.setFixedWidth(28)
        for kept in (self.first, self.last):
            kept.setFixedWidth(50)
        self.character.setAccessibleName(tr("Replacement character"))
        titles = (tr("Keep first"), tr_of("characters kept", "last"), tr_of("characters replaced", "rest"))
        for words, box in zip(titles, (self.first, self.last, self.character), strict=True):
            self.row.addWidget(label(words, "dense", "2"))
            self.row.addWidget(box)
        self.row.addStretch()
        self.first.valueChanged.connect(self._change)
        self.last.valueChanged.connect(self._change)
        self.character.editingFinished.connect(self._change)

    def fill(self, settings: AttributeSettings, _column: Column, _others: tuple[str, ...]) -> None:
        """Show the kept characters."""
        with QSignalBlocker(self.first), QSignalBlocker(self.last):
            self.first.setValue(settings.masking.keep_first)
            self.last.setValue(settings.masking.keep_last)
        self.character.setText(settings.masking.character)

    def _change(self) -> None:
        if self._settings.masking.method != "redact":
            return
        character = self.character.text() or self._settings.masking.character
        update = {"keep_first": self.first.value(), "keep_last": self.last.value(), "character": character}
        self.tell(tr("Masking"), mergeable=True, masking=self._settings.masking.model_copy(update=update))


class KeyForm(TreatmentForm):
    """The file with the key of pseudonyms or moved dates."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ElidedLabel()
        self.choose = dense_button(tr("Key file..."), "lock")
        self.choose.setToolTip(tr("Choose a key file, or name a new one"))
        self.folder = Path()
        """The initial folder of the dialog: not that of the table, which is often shared."""
        self.row.addWidget(self.choose)
        self.row.addWidget(self.name, 1)
        self.choose.clicked.connect(self._choose)

    def fill(self, settings: AttributeSettings, _column: Column, _others: tuple[str, ...]) -> None:
        """Show the file, and whether it is still to be created."""
        section = settings.shift if settings.shift is not None else settings.masking
        path = None if section.key_file is None else Path(section.key_file)
        if path is None:
            self.name.setText("")
        else:
            self.name.setText(path.name if path.exists() else tr("{file} (will be created)", file=path.name))
        self.name.setToolTip("" if path is None else str(path))

    def ask(self) -> Path | None:
        """Ask for a key file."""
        return ask_for_key(self, self.folder / "project.key")

    def _choose(self) -> None:
        path = self.ask()
        if path is not None:
            after = treatments.with_key(self._settings, path)
            if after != self._settings:
                self.changed.emit(after, tr("Key"), False)


class PseudonymForm(TreatmentForm):
    """The length of pseudonyms, and the file of their mapping."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.length = SpinBox(1, LONGEST)
        self.length.setAccessibleName(tr("Characters of a pseudonym"))
        self.length.setFixedWidth(50)
        self.mapping = dense_button(tr("Mapping..."))
        self.mapping.setToolTip(tr("Write every value with its pseudonym to a file, to reverse the coding"))
        self.name = ElidedLabel(tr("no mapping"), "dense", "3")
        self.drop = icon_button("close", tr("Write no mapping"))
        self.row.addWidget(label(tr("Length"), "dense", "2"))
        self.row.addWidget(self.length)
        self.row.addWidget(self.mapping)
        self.row.addWidget(self.name, 1)
        self.row.addWidget(self.drop)
        self.length.valueChanged.connect(self._change_length)
        self.mapping.clicked.connect(self._choose)
        self.drop.clicked.connect(self._drop)

    def fill(self, settings: AttributeSettings, _column: Column, _others: tuple[str, ...]) -> None:
        """Show length and mapping."""
        with QSignalBlocker(self.length):
            self.length.setValue(settings.masking.length)
        path = settings.masking.mapping_file
        self.name.setText(tr("no mapping") if path is None else Path(path).name)
        self.name.setToolTip(path or "")
        self.drop.setVisible(path is not None)

    def _change_length(self, length: int) -> None:
        masking = self._settings.masking.model_copy(update={"length": length})
        self.tell(tr("Length of pseudonyms"), mergeable=True, masking=masking)

    def _choose(self) -> None:
        key = Path(self._settings.masking.key_file or "")
        path = ask_where_to_write_mapping(self, key.parent / "pseudonyms.csv")
        if path is not None:
            self._put(str(path))

    def _drop(self) -> None:
        self._put(None)

    def _put(self, path: str | None) -> None:
        masking = self._settings.masking.model_copy(update={"mapping_file": path})
        self.tell(tr("Mapping of pseudonyms"), masking=masking)


class CodingForm(TreatmentForm):
    """The bounds of top and bottom coding; invalid bounds are reported at once."""

    complained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bottom, self.top = QLineEdit(), QLineEdit()
        self.bottom.setAccessibleName(tr("Lower bound"))
        self.top.setAccessibleName(tr("Upper bound"))
        for words, field in ((tr("Below"), self.bottom), (tr_of("bounds of values", "from"), self.top)):
            field.setPlaceholderText(tr("no bound"))
            self.row.addWidget(label(words, "dense", "2"))
            self.row.addWidget(field, 1)
            field.textEdited.connect(self._judge)
            field.editingFinished.connect(self._change)
        self.row.addWidget(label(tr_of("bounds of values: from ... on", "on"), "dense", "2"))
        self._column: Column | None = None

    def fill(self, settings: AttributeSettings, column: Column, _others: tuple[str, ...]) -> None:
        """Show the bounds."""
        self._column = column
        coding = settings.coding
        self.bottom.setText("" if coding is None else coding.bottom or "")
        self.top.setText("" if coding is None else coding.top or "")
        self._mark("")

    def _problem(self) -> str:
        if self._column is None:
            return ""
        return treatments.bound_problem(self._column, self.bottom.text().strip(), self.top.text().strip())

    def _judge(self) -> None:
        problem = self._problem()
        self._mark(problem)
        self.complained.emit(problem)

    def _mark(self, problem: str) -> None:
        for field in (self.bottom, self.top):
            if bool(field.property("problem")) != bool(problem):
                field.setProperty("problem", bool(problem))
                field.style().unpolish(field)
                field.style().polish(field)

    def _change(self) -> None:
        if self._settings.coding is None or self._problem():
            return
        bottom, top = self.bottom.text().strip() or None, self.top.text().strip() or None
        self.tell(tr("Bounds"), coding=CodingSettings(bottom=bottom, top=top))


class ShiftForm(TreatmentForm):
    """The column whose values shift dates together, and the largest shift."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.person = ChoiceBox(tr("Column that identifies the person"))
        self.days = SpinBox(1, MOST_DAYS)
        self.days.setAccessibleName(tr("Largest shift in days"))
        self.days.setFixedWidth(72)
        self.row.addWidget(label(tr("Per"), "dense", "2"))
        self.row.addWidget(self.person, 1)
        self.row.addWidget(label(tr("up to"), "dense", "2"))
        self.row.addWidget(self.days)
        self.row.addWidget(label(tr("days"), "dense", "2"))
        self.person.chosen.connect(self._choose_person)
        self.days.valueChanged.connect(self._change_days)

    def fill(self, settings: AttributeSettings, _column: Column, others: tuple[str, ...]) -> None:
        """Offer the other columns."""
        self.person.set_options((name, name) for name in others)
        if settings.shift is not None:
            self.person.set_value(settings.shift.person)
            with QSignalBlocker(self.days):
                self.days.setValue(settings.shift.days)

    def _choose_person(self, person: str) -> None:
        if self._settings.shift is not None:
            self.tell(tr("Shifted dates"), shift=self._settings.shift.model_copy(update={"person": person}))

    def _change_days(self, days: int) -> None:
        if self._settings.shift is not None:
            shift = self._settings.shift.model_copy(update={"days": days})
            self.tell(tr("Days of shifted dates"), mergeable=True, shift=shift)


LINES: dict[Treatment, tuple[str, ...]] = {
    Treatment.MICROAGGREGATE: ("aggregate", "levels"),
    Treatment.CLUSTER: ("aggregate", "levels"),
    Treatment.GENERALIZE: ("", "levels"),
    Treatment.CODE: ("coding", ""),
    Treatment.SHIFT: ("shift", "key"),
    Treatment.REDACT: ("redact", ""),
    Treatment.PSEUDONYM: ("pseudonym", "key"),
}
"""The forms on the first line, beside the treatment, and on the second."""
