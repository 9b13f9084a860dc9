"""Generalization levels as pictures: one small bar per attribute, and one row of segments per attribute."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QStyleOptionViewItem, QToolTip, QWidget

from arxdesk.ui import theme
from arxdesk.ui.item_roles import HEIGHTS_ROLE, LEVELS_ROLE, STATE_ROLE
from arxdesk.ui.tooltips import plain as plain_text
from arxdesk.ui.widgets.basics.state_mark import STATES
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index
from arxdesk_engine.foundation.language import tr

BAR, GAP, TALL = 8, 3, 16
ROW = 22
"""The height of a row of segments."""
MOST_ALIKE, GROUP = 12, 5
"""Pictures of more bars than this part them after every fifth, as the digits beside them are."""


def level_bars_width(count: int) -> int:
    """Return the width of the picture of that many attributes at full size."""
    return max(0, count * (BAR + GAP) - GAP + groups_before(count - 1, count) * GAP)


def groups_before(place: int, count: int) -> int:
    """The number of groups before a bar, if the bars are grouped; 0 if they are few enough to be counted."""
    return max(0, place) // GROUP if count > MOST_ALIKE else 0


def paint_level_bars(
    painter: QPainter, rect: QRectF, levels: Sequence[int], heights: Sequence[int], color: QColor
) -> None:
    """Draw one bar per attribute, filled from below by level over height; narrower ones where the room is short."""
    if not levels:
        return
    bar, gap, between = float(BAR), float(GAP), float(GAP)
    if level_bars_width(len(levels)) > rect.width():
        groups = groups_before(len(levels) - 1, len(levels))
        step = (rect.width() - groups * GAP) / len(levels)
        if step < 3:
            step, between = rect.width() / len(levels), 0.0
        gap = min(gap, step / 3) if step >= 3 else 0.0  # bars of one or two pixels stand side by side
        bar = step - gap
    top = rect.top() + (rect.height() - TALL) / 2
    track = theme.current().color("state.track")
    was_smooth = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # else seams between narrow bars make a pattern
    for place, (level, height) in enumerate(zip(levels, heights, strict=True)):
        left = rect.left() + place * (bar + gap) + groups_before(place, len(levels)) * between
        painter.fillRect(QRectF(left, top, bar, TALL), track)
        if level > 0 and height > 0:
            filled = round(TALL * min(1.0, level / height))
            painter.fillRect(QRectF(left, top + TALL - filled, bar, filled), color)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, was_smooth)


class LevelBarsDelegate(CellDelegate):
    """Cells that show LEVELS_ROLE over HEIGHTS_ROLE, in the colour of STATE_ROLE, or the accent when selected."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the bars."""
        levels, heights = index.data(LEVELS_ROLE), index.data(HEIGHTS_ROLE)
        if levels is None or heights is None:
            return
        state = index.data(STATE_ROLE) or "anonymous"
        # The optimum's yellow is a mark, not a filling: its picture is painted as the anonymous one it is.
        drawn = "accent" if self.selected else STATES["anonymous" if state == "optimum" else state][0]
        inner = QRectF(rect.adjusted(8, 0, -8, 0))
        paint_level_bars(painter, inner, levels, heights, theme.current().color(drawn))

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of all bars."""
        return QSize(level_bars_width(len(index.data(LEVELS_ROLE) or ())) + 18, 24)


class LevelBars(QWidget):
    """A level picture as a widget, for cards."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._levels: tuple[int, ...] = ()
        self._heights: tuple[int, ...] = ()
        self._color = "state.anonymous"
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_levels(self, levels: Sequence[int], heights: Sequence[int], color: str = "state.anonymous") -> None:
        """Show these levels in a colour token."""
        self._levels, self._heights, self._color = tuple(levels), tuple(heights), color
        self.setAccessibleName(tr("Levels {levels}", levels=", ".join(map(str, levels))))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of all bars."""
        return QSize(level_bars_width(len(self._levels)), TALL)

    def minimumSizeHint(self) -> QSize:
        """Let bars become narrower."""
        return QSize(min(40, self.sizeHint().width()), TALL)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bars."""
        color = theme.current().color(self._color)
        paint_level_bars(QPainter(self), QRectF(self.rect()), self._levels, self._heights, color)


@dataclass(frozen=True)
class LevelRow:
    """An attribute with its level and its highest level."""

    name: str
    level: int
    height: int
    example: str = ""
    """A sample value at this level; "" if unknown."""

    @property
    def words(self) -> tuple[str, str]:
        """The level, and of how many."""
        return (
            (tr("level {level}", level=self.level), tr(" of {height}", height=self.height))
            if self.height
            else (tr("no levels"), "")
        )

    @property
    def meaning(self) -> str:
        """The attribute, its level, and the effect on its values."""
        said = f"{self.name}: {''.join(self.words)}"
        if self.level == 0:
            return tr("{said}, every value as it was", said=said)
        if not self.example:
            return said
        return (
            tr("{said}, nothing is left", said=said)
            if self.example == "*"
            else tr("{said}, such as {example}", said=said, example=self.example)
        )


class _BarRows(QWidget):
    SEGMENT, SPACE = 26, 2

    def __init__(self, row: int) -> None:
        super().__init__()
        self.row_height = row
        self.rows: tuple[LevelRow, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(200, self.row_height * len(self.rows))

    def event(self, event: QEvent) -> bool:
        """Show the meaning of a row as a tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = event.pos().y() // self.row_height
            said = self.rows[place].meaning if 0 <= place < len(self.rows) else ""
            QToolTip.showText(event.globalPos(), plain_text(said), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        plain, strong = theme.font("dense"), QFontMetrics(theme.font("dense"))
        names = min(
            max((strong.horizontalAdvance(row.name) for row in self.rows), default=0) + 16, int(self.width() * 0.42)
        )
        names = max(names, min(112, int(self.width() * 0.42)))
        words = max((strong.horizontalAdvance(" ".join(row.words)) for row in self.rows), default=0) + 8
        most = max((row.height for row in self.rows), default=1) or 1
        room = self.width() - names - words - 8
        segment = max(1.0, min(self.SEGMENT, room / most - self.SPACE))
        painter.setFont(plain)
        first = max(0, event.rect().top() // self.row_height)
        last = min(len(self.rows), event.rect().bottom() // self.row_height + 1)
        for place in range(first, last):
            self._paint_row(
                painter,
                self.rows[place],
                QRect(0, place * self.row_height, self.width(), self.row_height),
                names,
                segment,
            )

    def _paint_row(self, painter: QPainter, row: LevelRow, rect: QRect, names: int, segment: float) -> None:
        colors = theme.current()
        metrics = painter.fontMetrics()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(colors.color("text.1"))
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideMiddle, names - 12)
        painter.drawText(rect.adjusted(0, 0, names - rect.width(), 0), middle, name)
        top = rect.top() + (rect.height() - 7) / 2
        for step in range(row.height):
            filled = "state.anonymous" if step < row.level else "state.track"
            place = QPointF(names + step * (segment + self.SPACE), top)
            painter.fillRect(QRectF(place.x(), place.y(), segment, 7), colors.color(filled))
        level, tail = row.words
        painter.setPen(colors.color("text.3"))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, tail)
        painter.setPen(colors.color("text.1"))
        before = rect.adjusted(0, 0, -metrics.horizontalAdvance(tail) - 4 if tail else 0, 0)
        painter.drawText(before, middle | Qt.AlignmentFlag.AlignRight, level)


class LevelRows(QScrollArea):
    """One row per attribute: name, one segment per level, and the level in words; scrolls when there are many."""

    def __init__(self, name: str = "", row: int = ROW, parent: QWidget | None = None) -> None:
        """`row` is the height of one of them."""
        super().__init__(parent)
        self._name = name or tr("Levels")
        self._rows = _BarRows(row)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._rows)
        self.set_rows(())

    @property
    def rows(self) -> tuple[LevelRow, ...]:
        """The rows of the list."""
        return self._rows.rows

    def set_rows(self, rows: Sequence[LevelRow]) -> None:
        """Set the attributes."""
        changed = len(rows) != len(self._rows.rows)
        self._rows.rows = tuple(rows)
        said = ", ".join(f"{row.name} {''.join(row.words)}" for row in self._rows.rows[:50])
        self.setAccessibleName(f"{self._name}: {said}" if said else self._name)
        if changed:
            self._rows.setMinimumHeight(self._rows.sizeHint().height())
            self.updateGeometry()
        self._rows.update()

    def minimumSizeHint(self) -> QSize:
        """Return the room of one row: the words around it are needed more."""
        return QSize(120, self._rows.row_height)

    def sizeHint(self) -> QSize:
        """Return the room of all rows, up to twelve."""
        return QSize(240, self._rows.row_height * min(12, max(1, len(self._rows.rows))))
