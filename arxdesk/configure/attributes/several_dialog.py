"""Settings for several attributes at once: a weight, or limits of their levels."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.language import tr, tr_n, tr_of

WIDTH = 400


class _SeveralDialog(FramedDialog):
    """A sentence, a row of controls, and a foot."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setFixedWidth(WIDTH)
        self.foot = DialogFoot(tr("Apply"))
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.row = QHBoxLayout()
        self.row.setSpacing(8)
        self.body = layouts.column(self.row, WrappingLabel(sentence, "caption", "3"), spacing=12, margins=16)
        layouts.column(self.body, self.foot, spacing=0, inside=self)


class WeightDialog(_SeveralDialog):
    """The weight of several quasi-identifiers."""

    def __init__(self, number: int, weight: float, parent: QWidget | None = None) -> None:
        title = tr_n(number, "Weight of {n} attribute", "Weight of {n} attributes")
        text = tr("A higher weight keeps them more detailed than others. Only quasi-identifiers have one.")
        super().__init__(title, text, parent)
        self.field = NumberField(tr("Weight"), 0.0, 1.0, weight)
        self.row.addWidget(label(tr("Weight"), "dense", "2"))
        self.row.addWidget(self.field, 1)
        self.field.setFocus()

    @property
    def weight(self) -> float:
        """The chosen weight."""
        return round(self.field.value, 2)


class LevelsDialog(_SeveralDialog):
    """The level limits of several quasi-identifiers, as far as each has the levels."""

    def __init__(self, number: int, highest: int, parent: QWidget | None = None) -> None:
        title = tr_n(number, "Levels of {n} attribute", "Levels of {n} attributes")
        text = tr(
            "An attribute with fewer levels is limited by its highest one. Those without a hierarchy stay as they are."
        )
        super().__init__(title, text, parent)
        self.low, self.high = SpinBox(0, highest, 0), SpinBox(0, highest, highest)
        self.low.setAccessibleName(tr("Lowest level allowed"))
        self.high.setAccessibleName(tr("Highest level allowed"))
        self.to_the_top = QCheckBox(tr("up to the top of each"))
        self.to_the_top.setChecked(True)
        self.high.setEnabled(False)
        self.to_the_top.toggled.connect(self.high.setDisabled)
        self.low.valueChanged.connect(self.high.setMinimum)
        self.row.addWidget(label(tr("Levels"), "dense", "2"))
        self.row.addWidget(self.low)
        self.row.addWidget(label(tr_of("between the lowest and the highest level", "to"), "dense", "2"))
        self.row.addWidget(self.high)
        self.row.addStretch()
        self.body.insertWidget(1, self.to_the_top)
        self.low.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def limits(self) -> tuple[int, int | None]:
        """The chosen limits; None: no upper limit."""
        return self.low.value(), None if self.to_the_top.isChecked() else self.high.value()
