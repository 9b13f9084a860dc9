"""A slider and a number field that always agree."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox
from arxdesk_engine.foundation.language import tr


class QuietSlider(QSlider):
    """A horizontal slider that leaves the wheel to the page until it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel unless focused."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class NumberField(QWidget):
    """A number between limits as slider and spin box; `value_changed` while moving, `value_committed` when settled.

    The slider may have larger steps than typed numbers (`slider_decimals`); then whole numbers have no decimals.
    """

    spoken_role = Role.Grouping

    value_changed = Signal(float)
    value_committed = Signal(float)

    def __init__(
        self,
        name: str,
        minimum: float = 0.0,
        maximum: float = 1.0,
        value: float = 0.0,
        decimals: int = 2,
        suffix: str = "",
        parent: QWidget | None = None,
        *,
        slider_decimals: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._steps = 10 ** (decimals if slider_decimals is None else slider_decimals)
        self._slider = QuietSlider()
        self._slider.setAccessibleName(tr("{name}, slider", name=name))
        self._box = DoubleSpinBox(minimum, maximum, value, decimals)
        if slider_decimals is not None:
            self._box.is_trimmed = True
            self._box.setSingleStep(float(10.0**-slider_decimals))
        self._box.setAccessibleName(name)
        self._box.setSuffix(suffix)
        self._box.setMinimumWidth(68)
        self.setAccessibleName(name)
        self.setFocusProxy(self._box)
        self.set_range(minimum, maximum)
        self._committed = self._box.value()
        layouts.row((self._slider, 1), self._box, spacing=12, inside=self)
        self._slider.valueChanged.connect(self._slid)
        self._slider.sliderReleased.connect(self._commit)
        self._box.valueChanged.connect(self._typed)

    @property
    def value(self) -> float:
        """The current number."""
        return self._box.value()

    @property
    def slider(self) -> QSlider:
        """The slider, for tests and for finer set-up."""
        return self._slider

    @property
    def box(self) -> DoubleSpinBox:
        """The spin box, for tests and for finer set-up."""
        return self._box

    def set_value(self, value: float) -> None:
        """Show another number without announcing it."""
        with QSignalBlocker(self._box), QSignalBlocker(self._slider):
            self._box.setValue(value)
            self._slider.setValue(round(self._box.value() * self._steps))
        self._committed = self._box.value()

    def set_range(self, minimum: float, maximum: float) -> None:
        """Move the limits without announcing a change of the number."""
        with QSignalBlocker(self._box), QSignalBlocker(self._slider):
            self._box.setRange(minimum, maximum)
            self._slider.setRange(round(minimum * self._steps), round(maximum * self._steps))
            self._slider.setPageStep(max(1, (self._slider.maximum() - self._slider.minimum()) // 10))
            self._slider.setValue(round(self._box.value() * self._steps))

    def _slid(self, position: int) -> None:
        with QSignalBlocker(self._box):
            self._box.setValue(position / self._steps)
        self.value_changed.emit(self._box.value())
        if not self._slider.isSliderDown():
            self._commit()

    def _typed(self, value: float) -> None:
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(value * self._steps))
        self.value_changed.emit(value)
        self._commit()

    def _commit(self) -> None:
        if self._box.value() != self._committed:
            self._committed = self._box.value()
            self.value_committed.emit(self._committed)
