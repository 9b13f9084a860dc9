"""A key number: caption above, the number big, its unit small."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.spoken import Role


class Figure(QWidget):
    """Caption, number and unit, such as "Gap 3.1 %"."""

    spoken_role = Role.StaticText

    def __init__(self, caption: str = "", value: str = "", unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = label(caption, "caption", "2")
        self._value = label(value, "figure")
        self._unit = label(unit, "dense", "2")
        row = layouts.row(
            (self._value, 0, Qt.AlignmentFlag.AlignBaseline),
            (self._unit, 0, Qt.AlignmentFlag.AlignBaseline),
            layouts.STRETCH,
            spacing=4,
        )
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(2)
        column.addWidget(self._caption)
        layouts.nest(column, row)
        self.set_value(value, unit)

    def set_value(self, value: str, unit: str | None = None) -> None:
        """Show another number, and another unit if one is given."""
        self._value.setText(value)
        if unit is not None:
            self._unit.setText(unit)
        self._unit.setVisible(bool(self._unit.text()))
        self.setAccessibleName(f"{self._caption.text()}: {value} {self._unit.text()}".rstrip())

    def set_padding(self, across: int, upward: int) -> None:
        """Set the padding in pixels."""
        self._column.setContentsMargins(across, upward, across, upward)

    def set_caption(self, caption: str) -> None:
        """Set the caption."""
        self._caption.setText(caption)
        self.set_value(self._value.text())

    @property
    def value(self) -> str:
        """The number as text."""
        return self._value.text()

    @property
    def unit(self) -> str:
        """The unit as text."""
        return self._unit.text()
