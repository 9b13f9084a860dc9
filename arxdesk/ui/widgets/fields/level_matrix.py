"""The allowed levels of each attribute: a row of small cells per attribute, with search and pages if many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.tooltips import plain
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.fields.icon_field import IconField
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr

CELL, GAP, LINE = 20, 2, 24
NARROWEST_CELL = 15
"""Cells become that narrow before they need a second line."""
NAMES_SHARE, LEAST_SHARE = 0.46, 0.38
"""The most width of the names if cells need several lines, and the least if they need one."""
MOST_AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """An attribute with its levels from `lowest` to `highest`."""

    name: str
    lowest: int
    highest: int


class _CellPlaces:
    """The places of names and cells of some attributes in a width."""

    def __init__(self, choices: Sequence[LevelChoice], width: int) -> None:
        self._choices, self._width = choices, width
        metrics = QFontMetrics(theme.font("dense"))
        self._widest = max((metrics.horizontalAdvance(choice.name) for choice in choices), default=0) + 2
        self._most = max((choice.highest - choice.lowest + 1 for choice in choices), default=0)
        self._wide = self._cell_width()
        left_over = width - 6 - self._most * (self._wide + GAP) + GAP
        self.names = min(self._widest, left_over if left_over >= width * LEAST_SHARE else int(width * NAMES_SHARE))
        self._per_line = max(1, (width - self.names - 6 + GAP) // (self._wide + GAP))

    def cell(self, row: int, level: int) -> QRect:
        """The rectangle of a cell; cells that do not fit wrap to the next line."""
        line, place = divmod(level - self._choices[row].lowest, self._per_line)
        top = self.top(row) + line * LINE + (LINE - CELL) // 2
        return QRect(self.names + 6 + place * (self._wide + GAP), top, self._wide, CELL)

    def top(self, row: int) -> int:
        """The top of a row."""
        lines = (-(-(choice.highest - choice.lowest + 1) // self._per_line) for choice in self._choices[:row])
        return sum(lines) * LINE

    def _cell_width(self) -> int:
        """The width at which all cells of a row fit on one line beside the names, within bounds."""
        for names in (self._widest, max(int(self._width * LEAST_SHARE) + 1, 0)):
            room = (self._width - 6 - names + GAP) // max(1, self._most) - GAP
            if room >= NARROWEST_CELL:
                return min(CELL, room)
        return CELL  # more lines are needed in any case


class LevelCells(QWidget):
    """The rows of one page. `toggled` carries attribute and level of the clicked cell."""

    spoken_role = Role.Table

    toggled = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices: tuple[LevelChoice, ...] = ()
        self._forbidden: Mapping[str, Sequence[int]] = {}
        self._selected: Mapping[str, int] = {}
        self._current = (0, 0)  # row, level
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Level per attribute"))

    @property
    def current(self) -> tuple[str, int] | None:
        """Attribute and level of the cell that the keyboard is at."""
        row, level = self._current
        return (self.choices[row].name, level) if row < len(self.choices) else None

    def show_choices(self, choices: Sequence[LevelChoice]) -> None:
        """Replace the attributes."""
        self.choices = tuple(choices)
        self._go_to(0, self.choices[0].lowest if choices else 0)
        self.updateGeometry()
        self.update()

    def show_state(self, forbidden: Mapping[str, Sequence[int]], selected: Mapping[str, int]) -> None:
        """Show which levels are left out, and which the selection has."""
        self._forbidden, self._selected = forbidden, selected
        self._say()
        self.update()

    def is_allowed(self, name: str, level: int) -> bool:
        """Whether a level is allowed."""
        return level not in self._forbidden.get(name, ())

    @property
    def _places(self) -> _CellPlaces:
        return _CellPlaces(self.choices, self.width())

    def cell_rect(self, row: int, level: int) -> QRect:
        """The rectangle of a cell."""
        return self._places.cell(row, level)

    def cell_at(self, point: QPoint) -> tuple[int, int] | None:
        """Row and level of the cell under a point."""
        places = self._places
        for row, choice in enumerate(self.choices):
            for level in range(choice.lowest, choice.highest + 1):
                if places.cell(row, level).adjusted(-1, -1, 1, 1).contains(point):
                    return row, level
        return None

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        return QSize(200, self._places.top(len(self.choices)))

    def minimumSizeHint(self) -> QSize:
        """Become narrower, with more lines."""
        return QSize(120, self._places.top(len(self.choices)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the cells again."""
        super().resizeEvent(event)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from cell to cell, Home and End along a row, the space bar changes one."""
        if not self.choices:
            super().keyPressEvent(event)
            return
        (row, level), key = self._current, event.key()
        choice = self.choices[row]
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.toggled.emit(choice.name, level)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._go_to(row, level + (1 if key == Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._go_to(row + (1 if key == Qt.Key.Key_Down else -1), level)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go_to(row, choice.lowest if key == Qt.Key.Key_Home else choice.highest)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle the clicked cell."""
        found = self.cell_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and found is not None and self.isEnabled():
            self._go_to(*found)
            self.toggled.emit(self.choices[found[0]].name, found[1])

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that it is elsewhere."""
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Attribute and level in words as a tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tooltip_at(event.pos()), self)
            return True
        return super().event(event)

    def tooltip_at(self, point: QPoint) -> str:
        """The tooltip of the cell or the name at a point; "" between them."""
        found = self.cell_at(point)
        if found is not None:
            return plain(self._in_words(*found))
        places = self._places
        rows = (row for row in range(len(self.choices)) if places.top(row) <= point.y() < places.top(row + 1))
        row = next(rows, None)
        return plain(self.choices[row].name) if row is not None and point.x() < places.names else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw names and cells."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places, metrics = self._places, QFontMetrics(theme.font("dense"))
        for row, choice in enumerate(self.choices):
            top = places.top(row)
            if not event.rect().intersects(QRect(0, top, self.width(), places.top(row + 1) - top)):
                continue
            painter.setFont(theme.font("dense"))
            painter.setPen(theme.current().color("text.1" if self.isEnabled() else "text.disabled"))
            cut = metrics.elidedText(choice.name, Qt.TextElideMode.ElideMiddle, places.names)
            painter.drawText(QRect(0, top, places.names, LINE), Qt.AlignmentFlag.AlignVCenter, cut)
            for level in range(choice.lowest, choice.highest + 1):
                self._paint_cell(painter, QRectF(places.cell(row, level)), row, level)

    def _paint_cell(self, painter: QPainter, rect: QRectF, row: int, level: int) -> None:
        colors, name = theme.current(), self.choices[row].name
        allowed, selected = self.is_allowed(name, level), self._selected.get(name) == level
        painter.setPen(QPen(colors.color("accent"), 1.5) if selected else Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("accent.soft" if allowed and self.isEnabled() else "bg.removed"))
        painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 3, 3)
        font = theme.font("dense" if level < 100 else "caption", 600 if selected else 400)
        painter.setFont(font)
        ink = "text.disabled" if not self.isEnabled() else "text.1" if allowed else "text.3"
        painter.setPen(colors.color(ink))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(level))
        if not allowed:
            painter.setPen(QPen(colors.color(ink), 1.2))
            middle = rect.center()
            painter.drawLine(int(middle.x()) - 6, int(middle.y()), int(middle.x()) + 6, int(middle.y()))
        if self.hasFocus() and (row, level) == self._current:
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 4, 4)

    def _go_to(self, row: int, level: int) -> None:
        if self.choices:
            row = min(max(row, 0), len(self.choices) - 1)
            self._current = (row, min(max(level, self.choices[row].lowest), self.choices[row].highest))
        self._say()
        self.update()

    def _in_words(self, row: int, level: int) -> str:
        choice = self.choices[row]
        said = tr("as it was") if level == 0 else tr("level {level}", level=level)
        if self._selected.get(choice.name) == level:
            if self.is_allowed(choice.name, level):
                return tr("{name}, {level}: shown; the selection has it", name=choice.name, level=said)
            return tr("{name}, {level}: left out; the selection has it", name=choice.name, level=said)
        if self.is_allowed(choice.name, level):
            return tr("{name}, {level}: shown", name=choice.name, level=said)
        return tr("{name}, {level}: left out", name=choice.name, level=said)

    def _say(self) -> None:
        """Announce the cell with the focus."""
        said = self._in_words(*self._current) if self._current[0] < len(self.choices) else ""
        self.setAccessibleName(tr("Level per attribute. {said}", said=said).strip())


class LevelMatrix(QWidget):
    """The cells of all attributes; above `MOST_AT_ONCE` of them with a search field and pages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = LevelCells()
        self.search = IconField(tr("Find an attribute"), tr("Find an attribute"), "search")
        self.previous_button = icon_button("chevron-left", tr("Previous attributes (Ctrl+PageUp)"))
        self.next_button = icon_button("chevron-right", tr("Next attributes (Ctrl+PageDown)"))
        self._range = ElidedLabel("", "caption", "3")
        self._pager = QWidget()
        self._choices: tuple[LevelChoice, ...] = ()
        self._found: tuple[LevelChoice, ...] = ()
        self._page = 0
        layouts.row((self._range, 1), self.previous_button, self.next_button, spacing=4, inside=self._pager)
        layouts.column(self.search, self.cells, self._pager, spacing=6, inside=self)
        self.search.textChanged.connect(self._find)
        self.previous_button.clicked.connect(self._go_back)
        self.next_button.clicked.connect(self._go_on)
        self._find()

    @property
    def pages(self) -> int:
        """The number of pages."""
        return max(1, -(-len(self._found) // MOST_AT_ONCE))

    def show_choices(self, choices: Sequence[LevelChoice]) -> None:
        """Replace the attributes."""
        if tuple(choices) != self._choices:
            self._choices = tuple(choices)
            self.search.clear()
            self._find()

    def show_state(self, forbidden: Mapping[str, Sequence[int]], selected: Mapping[str, int]) -> None:
        """Show which levels are left out, and which the selection has."""
        self.cells.show_state(forbidden, selected)

    def go_to_page(self, page: int) -> None:
        """Turn to a page."""
        self._page = min(max(page, 0), self.pages - 1)
        first = self._page * MOST_AT_ONCE
        shown = self._found[first : first + MOST_AT_ONCE]
        self.cells.show_choices(shown)
        self._range.setText(
            tr(
                "{first}–{last} of {rows}",
                first=count(first + 1),
                last=count(first + len(shown)),
                rows=count(len(self._found)),
            )
            if shown
            else tr("None found")
        )
        self.search.setVisible(len(self._choices) > MOST_AT_ONCE)
        self._pager.setVisible(len(self._choices) > MOST_AT_ONCE)
        self.previous_button.setEnabled(self._page > 0)
        self.next_button.setEnabled(self._page < self.pages - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages by the keyboard."""
        steps = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        step = steps.get(Qt.Key(event.key()), 0) if event.modifiers() == Qt.KeyboardModifier.ControlModifier else 0
        if step:
            self.go_to_page(self._page + step)
        else:
            super().keyPressEvent(event)

    def _find(self) -> None:
        words = self.search.text().casefold().split()
        self._found = tuple(each for each in self._choices if all(word in each.name.casefold() for word in words))
        self.go_to_page(0)

    def _go_back(self) -> None:
        self.go_to_page(self._page - 1)

    def _go_on(self) -> None:
        self.go_to_page(self._page + 1)
