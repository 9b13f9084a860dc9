"""A card of facts: headings on the left, words on the right, selectable if they may be copied."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk_engine.foundation.language import tr

_HEADING = 128


class LinesCard(QFrame):
    """`texts` are its words by heading."""

    def __init__(self, heading: int = _HEADING, parent: QWidget | None = None) -> None:
        """`heading` is how wide the headings are."""
        super().__init__(parent)
        self.setProperty("layer", "card")
        self._lines: dict[str, WrappingLabel] = {}
        self._shown: list[QWidget] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 16, 16, 16)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(10)
        self._grid.setColumnMinimumWidth(0, heading)
        self._grid.setColumnStretch(1, 1)

    @property
    def texts(self) -> dict[str, str]:
        """The words by heading."""
        return {heading: line.text() for heading, line in self._lines.items()}

    def set_lines(self, lines: Mapping[str, str]) -> None:
        """Set the lines."""
        if list(lines) != list(self._lines):
            self._make(lines)
        for heading, words in lines.items():
            self._lines[heading].setText(words)
            self._lines[heading].setAccessibleName(tr("{label}: {text}", label=heading, text=words))
        self.updateGeometry()

    def _make(self, headings: Mapping[str, str]) -> None:
        for widget in self._shown:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._shown, self._lines = [], {}
        for row, heading in enumerate(headings):
            title, line = label(heading, "dense", "2"), WrappingLabel()
            line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)  # as high as its width asks
            self._grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(line, row, 1)
            self._shown += [title, line]
            self._lines[heading] = line
