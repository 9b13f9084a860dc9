"""A whole number for each of some columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.foundation.language import tr

USUAL = 1
_WIDTH = 88


class WeightsField(QWidget):
    """Columns that nothing is said of have the weight 1; `changed` is called when the user has changed one."""

    def __init__(
        self, name: str, limits: tuple[int, int], changed: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name, self._limits, self._changed = name, limits, changed
        self.setAccessibleName(name)
        self.boxes: dict[str, SpinBox] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    @property
    def value(self) -> dict[str, int]:
        """The weights other than 1, by column."""
        return {name: box.value() for name, box in self.boxes.items() if box.value() != USUAL}

    def set_names(self, names: Sequence[str]) -> None:
        """Offer other columns; those that remain keep their weight."""
        known = self.value
        if list(self.boxes) == list(names):
            return
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes = {}
        for row, name in enumerate(names):
            box = SpinBox(*self._limits, known.get(name, USUAL))
            box.setFixedWidth(_WIDTH)
            box.setAccessibleName(tr("{setting} of {column}", setting=self._name, column=name))
            box.valueChanged.connect(self._tell)
            self._grid.addWidget(box, row, 0)
            self._grid.addWidget(ElidedLabel(name, "dense", "2"), row, 1)
            self.boxes[name] = box

    def set_value(self, weights: Mapping[str, object]) -> None:
        """Show weights without announcing them."""
        for name, box in self.boxes.items():
            weight = weights.get(name, USUAL)
            blocked = box.blockSignals(True)
            box.setValue(weight if isinstance(weight, int) else USUAL)
            box.blockSignals(blocked)

    def _tell(self, *_what: object) -> None:
        self._changed()
