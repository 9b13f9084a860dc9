"""The three thresholds, each with its meaning, and presets of the highest risk with their sources."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.analysis import THRESHOLD_PRESETS, ThresholdPreset, Thresholds

WIDTH, PADDING = 444, 16
_SOURCE = 36
"""Room for two lines, so that nothing moves when another preset is chosen."""
_OWN = marked("Own value")
_NO_PRESET = marked("No preset has this highest risk.")
FIELD = 212
KINDS = (
    ("highest_risk", marked("Highest risk"), marked("Accepted risk of the person who is easiest to find.")),
    ("records_at_risk", marked("Share at risk"), marked("Accepted share above that risk.")),
    ("success_rate", marked("Success rate"), marked("Accepted share found by an attack on all.")),
)


class ThresholdsPopup(QFrame):
    """Opens below a button; every view follows while a slider moves."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("layer", "popup")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(tr("Thresholds"))
        self._analysis = analysis
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        self.fields: dict[str, NumberField] = {}
        for place, (key, title, meaning) in enumerate(KINDS):
            title, meaning = tr(title), tr(meaning)
            field = percent_field(title, meaning)
            field.setFixedWidth(FIELD)
            field.value_changed.connect(partial(self._set, key))
            name = label(title, "dense", "1")
            name.setBuddy(field)
            grid.addWidget(name, 2 * place, 0)
            grid.addWidget(field, 2 * place, 1, Qt.AlignmentFlag.AlignRight)
            said = WrappingLabel(meaning, "caption", "3")
            below = 12 if place + 1 < len(KINDS) else 0
            said.setContentsMargins(0, 0, 0, below)
            said.setFixedHeight(said.heightForWidth(WIDTH - 2 * PADDING) + below)  # its hint is that of a narrower one
            grid.addWidget(said, 2 * place + 1, 0, 1, 2)
            self.fields[key] = field
        grid.setColumnStretch(0, 1)
        self.presets = ChoiceBox(tr("Preset of the highest risk"), _options())
        self.presets.chosen.connect(self._take_preset)
        self.source = WrappingLabel("", "caption", "3")
        self.source.setFixedHeight(_SOURCE)
        preset = label(tr("Preset"), "dense", "1")
        preset.setBuddy(self.presets)
        self.presets.setFixedWidth(FIELD)
        self.usual = link_button(tr("Use common values"))
        self.usual.setToolTip(tr("20 %, 5 % and 5 %, as is usual for data that are shared in confidence"))
        self.usual.clicked.connect(self._take_usual)
        layouts.column(
            label(tr("Thresholds"), "body", "1", 600),
            layouts.row(preset, layouts.STRETCH, self.presets),
            self.source,
            grid,
            (self.usual, 0, Qt.AlignmentFlag.AlignLeft),
            spacing=12,
            margins=(PADDING, 12, PADDING, 12),
            inside=self,
        )
        analysis.document.analysis_changed.connect(self._show)
        self._show()

    def open_below(self, widget: QWidget) -> None:
        """Open under a widget, as far to the left as it takes to be seen whole."""
        self.adjustSize()
        place = widget.mapToGlobal(QPoint(widget.width() - WIDTH, widget.height() + 4))
        place.setX(max(widget.screen().availableGeometry().left(), place.x()))
        self.move(place)
        self.show()
        self.fields["records_at_risk"].setFocus()

    def _show(self) -> None:
        for key, field in self.fields.items():
            percent = getattr(self._analysis.thresholds, key) * 100
            if abs(field.value - percent) > 1e-6:
                field.set_value(percent)
        preset = _preset_of(self._analysis.thresholds)
        self.presets.set_value(_OWN if preset is None else preset.name)
        self.source.setText(tr(_NO_PRESET) if preset is None else f"{tr(preset.source)}.")
        self.usual.setEnabled(self._analysis.thresholds != Thresholds())

    def _set(self, key: str, percent: float) -> None:
        thresholds = self._analysis.thresholds
        self._analysis.set_thresholds(thresholds.model_copy(update={key: round(percent / 100, 6)}))

    def _take_preset(self, name: str) -> None:
        """Take the highest risk of a preset, as it is: a third is more than 33.3333 %."""
        preset = next((each for each in THRESHOLD_PRESETS if each.name == name), None)
        if preset is not None:
            changed = {"highest_risk": preset.highest_risk}
            self._analysis.set_thresholds(self._analysis.thresholds.model_copy(update=changed))
        self._show()

    def _take_usual(self) -> None:
        self._analysis.set_thresholds(Thresholds())


def _options() -> list[tuple[str, str]]:
    return [(_OWN, tr(_OWN)), *((each.name, tr(each.name)) for each in THRESHOLD_PRESETS)]


def _preset_of(thresholds: Thresholds) -> ThresholdPreset | None:
    """The preset whose highest risk is the one that is accepted."""
    return next((each for each in THRESHOLD_PRESETS if each.highest_risk == thresholds.highest_risk), None)


def percent_field(name: str, meaning: str) -> NumberField:
    """A share in percent: the slider moves in whole percent, typed values have two decimals."""
    field = NumberField(name, 0, 100, 0, decimals=2, suffix=" %", slider_decimals=0)
    field.setToolTip(meaning)
    return field
