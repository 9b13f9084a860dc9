"""A few exclusive options as one button."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role


@dataclass(frozen=True)
class Option:
    """One segment: its key, its words and the colour tokens it wears while chosen."""

    key: str
    text: str
    ink: str = "accent"
    soft: str = "accent.soft"


_AROUND, _TIGHT, _LEAST = 18, 4, 56
"""The room beside the words of a segment, what remains of it before they are shortened, and the width that it keeps
when it shrinks."""


class _Segment(QAbstractButton):
    spoken_role = Role.RadioButton

    def __init__(self, option: Option, first: bool, last: bool) -> None:
        super().__init__()
        self.option = option
        self._ends = (first, last)
        self.setText(option.text)
        self.setAccessibleName(option.text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(theme.font("dense", 600)).horizontalAdvance(self.text())
        return QSize(round(width) + _AROUND, 26)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST, self.sizeHint().width()), 26)

    def _shown(self) -> str:
        """The words, with an ellipsis where the room is too narrow for them; whole in the tooltip then."""
        metrics = QFontMetricsF(theme.font("dense", 600))
        room = self.width() - _TIGHT
        shown = self.text()
        if metrics.horizontalAdvance(shown) > room:
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
        return shown

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.toolTip() in ("", self.text()):  # another one says more than the words
            self.setToolTip("" if self._shown() == self.text() else self.text())

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5 if self._ends[1] else 0.5, -0.5)
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        shape.addRoundedRect(rect, 4, 4)
        if not self._ends[0]:
            shape.addRect(QRectF(rect.left(), rect.top(), 6, rect.height()))
        if not self._ends[1]:
            shape.addRect(QRectF(rect.right() - 6, rect.top(), 6, rect.height()))
        shape = shape.simplified()
        fill, text = "bg.control", "text.2"
        if self.isChecked():
            fill, text = self.option.soft, self.option.ink
        elif self.underMouse() and self.isEnabled():
            fill = "bg.hover"
        painter.fillPath(shape, colors.color(fill))
        painter.setPen(QPen(colors.color("line.control" if self.isEnabled() else "line.pane"), 1))
        painter.drawPath(shape)
        painter.setPen(colors.color(text if self.isEnabled() else "text.disabled"))
        painter.setFont(theme.font("dense", 600 if self.isChecked() else None))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._shown())
        if self.hasFocus():
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 2, 2)


class Segmented(QWidget):
    """Exclusive segmented buttons; arrow keys move the choice, `chosen` carries the key chosen by the user."""

    spoken_role = Role.Grouping

    chosen = Signal(str)

    def __init__(self, name: str, options: Sequence[Option | tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._segments: dict[str, _Segment] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        made = [option if isinstance(option, Option) else Option(*option) for option in options]
        for place, option in enumerate(made):
            segment = _Segment(option, place == 0, place == len(made) - 1)
            self._segments[option.key] = segment
            self._group.addButton(segment)
            row.addWidget(segment)
        if made:
            self._segments[made[0].key].setChecked(True)
        self._show_tab_stop()
        self._group.buttonToggled.connect(self._show_tab_stop)
        self._group.buttonClicked.connect(self._clicked)

    def let_shrink(self) -> None:
        """Let the segments get narrower than their words where the row has no room for them."""
        policy = QSizePolicy.Policy
        for part in (self, *self._segments.values()):
            part.setSizePolicy(policy.Maximum, policy.Fixed)

    @property
    def value(self) -> str:
        """The key of the chosen option, or "" if none is."""
        return next((key for key, segment in self._segments.items() if segment.isChecked()), "")

    def set_value(self, key: str | None) -> None:
        """Choose an option without announcing it, or none at all (several attributes that differ, for example)."""
        self._group.setExclusive(False)
        for name, segment in self._segments.items():
            segment.setChecked(name == key)
        self._group.setExclusive(True)

    def set_option_enabled(self, key: str, enabled: bool) -> None:
        """Allow or forbid one option."""
        self._segments[key].setEnabled(enabled)

    def segment(self, key: str) -> QAbstractButton:
        """Return the button of an option."""
        return self._segments[key]

    def _show_tab_stop(self) -> None:
        """Tab goes to the chosen button, so that a screen reader announces it; to the first one without a choice."""
        stop = self.value or next(iter(self._segments), "")
        for key, segment in self._segments.items():
            segment.setFocusPolicy(Qt.FocusPolicy.StrongFocus if key == stop else Qt.FocusPolicy.ClickFocus)

    def _clicked(self, button: QAbstractButton) -> None:
        if isinstance(button, _Segment):
            self.chosen.emit(button.option.key)
