"""The choice of what may differ in width: nothing, the labels of groups, or those of people left by earlier steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk.ui.words import percent_fixed
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings, RecodingSettings

Way = Literal["none", "groupwise", "iterated"]
WAYS: Mapping[Way, tuple[str, str]] = {
    "none": (
        marked("One scale per column"),
        marked("Everybody's labels are equally wide, so that they can be compared everywhere."),
    ),
    "groupwise": (
        marked("Group by group"),
        marked(
            "Finer where many are alike; the labels of one column differ in width. Mostly this keeps by far the most."
        ),
    ),
    "iterated": (
        marked("In several steps"),
        marked("Records that would be removed are anonymized again on their own, with coarser labels."),
    ),
}
"""The name of each way and what it means."""
SECONDS = 30.0
"""So long the improvement may take unless the project says otherwise: enough for tens of thousands of records."""
DEFENCE = marked("Keep the method from giving values away")
COST = marked(
    "Groups are only divided where people who know this method cannot conclude that a finer value is certain. "
    "In the census example 20 % of the detail is lost, not 5 %."
)
_INDENT = 22


class RecodingChoice(QWidget):
    """The three ways with their meaning; the seconds and the defence of the one by groups.

    `kept` is the detail that a way is known to keep (0 to 1). Ways that are `unfit`, for this reason, cannot be chosen;
    settings for one stay as they were.
    """

    changed = Signal()
    grown = Signal()
    """Other fields are shown, which take another height."""

    def __init__(
        self,
        settings: RecodingSettings | None,
        kept: Mapping[str, float],
        unfit: Mapping[Way, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._before, self._unfit = settings, unfit
        self.ways: dict[Way, QRadioButton] = {way: QRadioButton(tr(name)) for way, (name, _meaning) in WAYS.items()}
        group = QButtonGroup(self)
        for way, button in self.ways.items():
            group.addButton(button)
            button.setAccessibleDescription(tr(WAYS[way][1]))
            button.setEnabled(way not in unfit)
        by_groups = settings if isinstance(settings, GroupwiseSettings) else GroupwiseSettings(time_limit=SECONDS)
        self.seconds = NumberEdit(tr("Seconds for recoding group by group"))
        self.seconds.setPlaceholderText(tr("no limit"))
        self.seconds.set_value(by_groups.time_limit)
        self.defend = QCheckBox(tr(DEFENCE))
        self.defend.setAccessibleDescription(tr(COST))
        self.defend.setChecked(by_groups.defence != "none")
        self._of_groups = self._lay_out_groups()
        self._lay_out(kept)
        asked = _way_of(settings)
        self.ways["none" if asked in unfit else asked].setChecked(True)
        self._of_groups.setVisible(self.way == "groupwise")
        group.buttonToggled.connect(self._choose)
        self.defend.clicked.connect(self.changed)

    @property
    def way(self) -> Way:
        """The chosen way."""
        return next(way for way, button in self.ways.items() if button.isChecked())

    @property
    def settings(self) -> RecodingSettings | None:
        """What is chosen, with the settings of the project where it is the same way; without the typed seconds."""
        if self.way == "none" and _way_of(self._before) in self._unfit:
            return self._before
        match self.way:
            case "groupwise":
                return GroupwiseSettings(defence="public-splits" if self.defend.isChecked() else "none")
            case "iterated":
                return self._before if isinstance(self._before, LocalRecodingSettings) else LocalRecodingSettings()
            case _:
                return None

    @property
    def takes_seconds(self) -> bool:
        """Whether the field for the seconds counts."""
        return self.way == "groupwise"

    def _choose(self, _button: object, on: bool) -> None:
        if on:
            self._of_groups.setVisible(self.way == "groupwise")
            self.changed.emit()
            self.grown.emit()

    def _lay_out(self, kept: Mapping[str, float]) -> None:
        column = self.column = layouts.column(spacing=4, inside=self)
        for way, button in self.ways.items():
            known = kept.get(way)
            beside = label(
                "" if known is None else tr("keeps {known} of the detail", known=percent_fixed(known)),
                "dense",
                "1",
                600,
            )
            layouts.nest(column, layouts.row(button, layouts.STRETCH, beside, spacing=8))
            meaning = paragraph(tr(WAYS[way][1]), "dense", "2")
            meaning.setContentsMargins(_INDENT, 0, 0, 0)
            column.addWidget(meaning)
            if way == "groupwise":
                column.addWidget(self._of_groups)
        for reason in dict.fromkeys(self._unfit.values()):
            column.addWidget(paragraph(reason, "dense", "2"))

    def _lay_out_groups(self) -> QWidget:
        made = QWidget()
        cost = paragraph(tr(COST), "caption", "2")
        cost.setContentsMargins(_INDENT, 0, 0, 0)
        seconds = layouts.row(
            label(tr("Improve for"), "dense", "2"),
            self.seconds,
            (label(tr("seconds, the proof as long again"), "dense", "2"), 1),
            spacing=8,
        )
        layouts.column(seconds, self.defend, cost, spacing=4, margins=(_INDENT, 2, 0, 4), inside=made)
        return made


def _way_of(settings: RecodingSettings | None) -> Way:
    if settings is None:
        return "none"
    return "groupwise" if isinstance(settings, GroupwiseSettings) else "iterated"
