"""Could somebody be found: in one sentence, with the threshold that drives every view."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arxdesk import words
from arxdesk.perspectives.risk.figures import Figures
from arxdesk.widgets.label import label
from arxdesk.widgets.number_field import NumberField
from arxdesk.widgets.verdict_card import VerdictCard
from engine.risk.reidentification import DEFAULT_THRESHOLD

ICON = "risk"


class VerdictView(VerdictCard):
    """The verdict over the risk of being found in what is applied; `threshold_changed` carries a share."""

    threshold_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(96)
        self._field = NumberField("Threshold", 1, 100, DEFAULT_THRESHOLD * 100, decimals=0, suffix=" %")
        self._field.setMinimumWidth(212)
        self._field.setToolTip("The highest risk of being found that you accept")
        self._field.value_changed.connect(self._announce)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        name = label("Threshold", "dense", "2")
        name.setBuddy(self._field)
        row.addWidget(name)
        row.addWidget(self._field)
        control = QWidget()
        control.setLayout(row)
        self.add_slot_widget(control)

    @property
    def field(self) -> NumberField:
        """The threshold in percent."""
        return self._field

    @property
    def threshold(self) -> float:
        """The threshold as a share."""
        return self._field.value / 100

    def show_figures(self, figures: Figures) -> None:
        """Judge other figures."""
        details = [f"{_before(figures)} {_now(figures)}", _smallest_groups(figures)]
        good = figures.within
        lines = [words.unbroken(line) for line in details if line]
        self.set_verdict("ok" if good else "warn", ICON, words.unbroken(_verdict(figures)), lines)

    def _announce(self, percent: float) -> None:
        self.threshold_changed.emit(percent / 100)


def _verdict(figures: Figures) -> str:
    after = figures.after
    if after.records == 0:
        return "Nobody is left in the output, so nobody can be found."
    highest, threshold = words.percents_apart(after.highest, figures.threshold)
    side = "within" if figures.within else "above"
    risks = f"Highest risk {highest} ({words.one_in(after.highest)}), average {words.risk(after.average)}"
    return f"{risks}: {side} your threshold of {threshold}."


def _before(figures: Figures) -> str:
    before = figures.before
    where = "this table" if figures.applied.output.included is None else "the shared part of the table"
    if before.sample_uniques == 0:
        return f"Before, nobody was unique in {where}."
    verb = "was" if before.sample_uniques == 1 else "were"
    unique = words.count_with_share(before.sample_uniques, before.records)
    return f"Before, {unique} {verb} unique in {where} and could be singled out."


def _now(figures: Figures) -> str:
    after = figures.after
    if after.sample_uniques == 0:
        return "Now nobody is." if figures.before.sample_uniques else "Nobody is now."
    verb = "is" if after.sample_uniques == 1 else "are"
    return f"Now {words.count_with_share(after.sample_uniques, after.records)} {verb}."


def _smallest_groups(figures: Figures) -> str:
    """Who carries the highest risk: everybody above the threshold, else the people in the smallest groups."""
    after = figures.after
    if after.records == 0:
        return ""
    threshold = words.percent(figures.threshold)
    if not figures.within:
        above = figures.people_above_after
        verb = "is" if above == 1 else "are"
        return f"{words.count_with_share(above, after.records)} {verb} above the threshold."
    sizes = figures.applied.sizes_after
    smallest = int(sizes.min())
    groups = int((sizes == smallest).sum())
    people = words.people(groups * smallest)
    verb = "is" if groups * smallest == 1 else "are"
    where = f"in {words.counted(groups, 'group', 'groups')} of exactly {words.count(smallest)}"
    if after.highest == figures.threshold:
        return f"{people} {verb} still at the threshold itself, in {where[3:]}."
    return f"The highest risk is that of {people}, {where}; nobody is above {threshold}."
