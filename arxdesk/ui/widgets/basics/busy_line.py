"""A thin line below the header of a pane while something is computed, with a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk_engine.foundation.language import tr

LINE = 2


class BusyLine(QFrame):
    """A computation in words, its progress as a line of 2 px, and Stop."""

    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "sunken")
        self.setFixedHeight(26)
        self._fraction: float | None = None
        self._activity = ElidedLabel("", "caption", "2")
        stop = link_button(tr("Stop"))
        stop.clicked.connect(self.stop_requested)
        layouts.row((self._activity, 1), stop, margins=(12, LINE, 12, 0), inside=self)

    @property
    def activity(self) -> str:
        """The name of the activity."""
        return self._activity.text()

    def show_progress(self, activity: str, fraction: float | None) -> None:
        """Show an activity, with its progress if known."""
        self._fraction = fraction
        self._activity.setText(activity)
        self.setAccessibleName(activity)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line; all of it where the share is not known, in the colour of ranges."""
        super().paintEvent(event)
        colors = theme.current()
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 0, self.width(), LINE), colors.color("accent.line"))
        if self._fraction is not None:
            painter.fillRect(QRectF(0, 0, self.width() * self._fraction, LINE), colors.color("accent"))
