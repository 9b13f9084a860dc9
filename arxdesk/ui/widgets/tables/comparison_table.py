"""Measures before and after, with their accepted maximum."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from arxdesk.ui import theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import marked, tr

ROW = 24
MARK = 12
GAP = 12
AT_MOST = marked("at most")
"""The heading of the accepted maximum."""
SIDES = ("before", "after")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class ComparisonRow:
    """One measure with both values as texts; `accepted` is its maximum, `is_above` whether that is exceeded.

    The value that counts is the one after, or the one before if it is the only one. `opens` names the sides, "before"
    and "after", whose value is a link.
    """

    label: str
    before: str
    after: str
    hint: str = ""
    accepted: str = ""
    is_above: bool = False
    opens: tuple[str, ...] = ()


class ComparisonTable(QWidget):
    """Measures before and after, the values that count in bold, hairlines between the rows.

    A side without a heading is left out; so is the accepted maximum if it does not fit. `opened` carries the row and
    the side of a link that was followed, by mouse or, after the arrow keys, by Enter.
    """

    spoken_role = Role.Table

    opened = Signal(int, str)

    def __init__(
        self,
        rows: Sequence[ComparisonRow] = (),
        headings: tuple[str, str, str] = ("", "before", "after"),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._headings = headings
        self._rows: tuple[ComparisonRow, ...] = ()
        self._current = 0  # of the links
        self.setMouseTracking(True)
        self.set_rows(rows)

    @property
    def rows(self) -> tuple[ComparisonRow, ...]:
        """The measures of the table."""
        return self._rows

    @property
    def headings(self) -> tuple[str, str, str]:
        """The headings of the columns."""
        return self._headings

    def set_rows(self, rows: Sequence[ComparisonRow], headings: tuple[str, str, str] | None = None) -> None:
        """Set the measures, and the headings if given."""
        self._rows = tuple(rows)
        self._headings = headings or self._headings
        self.setAccessibleName("; ".join(map(self._spoken, self._rows)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.links else Qt.FocusPolicy.NoFocus)
        self._current = min(self._current, max(0, len(self.links) - 1))
        self.updateGeometry()
        self.update()

    @property
    def links(self) -> list[tuple[int, str]]:
        """The links, by row and side, as the eye goes."""
        sides = [side for side, heading in zip(SIDES, self._headings[1:], strict=True) if heading]
        return [(place, side) for place, row in enumerate(self._rows) for side in sides if side in row.opens]

    def link_at(self, point: QPoint) -> tuple[int, str] | None:
        """The link at a point of the widget."""
        place = point.y() // ROW - 1
        found = [kind for kind, left, width in self._columns() if left <= point.x() < left + width]
        return next(((row, side) for row, side in self.links if row == place and side in found), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that a link can be followed."""
        is_link = self.link_at(event.position().toPoint()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the clicked link."""
        link = self.link_at(event.position().toPoint())
        if link is not None and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(*link)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the links with the arrow keys, follow one with Enter."""
        key, links = Qt.Key(event.key()), self.links
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}.get(key)
        if step and links:
            self._current = max(0, min(len(links) - 1, self._current + step))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and links:
            self.opened.emit(*links[self._current])
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the room of all rows."""
        return QSize(230, ROW * (len(self._rows) + 1) + 1)

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which both values are readable."""
        return QSize(140, self.sizeHint().height())

    def hint_at(self, y: int) -> str:
        """The meaning of the measure at a height."""
        place = y // ROW - 1
        return self._rows[place].hint if 0 <= place < len(self._rows) else ""

    def event(self, event: QEvent) -> bool:
        """Show the meaning of the measure under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.hint_at(event.pos().y()), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw headings, rows and hairlines."""
        colors = theme.current()
        painter = QPainter(self)
        columns, links = self._columns(), self.links
        edge = min((left for _kind, left, _width in columns), default=self.width())
        headings = {"before": self._headings[1], "after": self._headings[2], "accepted": tr(AT_MOST)}
        plain, bold = theme.font("dense"), theme.font("dense", 600)
        _write(painter, QRect(0, 0, edge, ROW), _LEFT, self._headings[0], theme.font("caption"), colors.color("text.2"))
        for kind, left, width in columns:
            painter.drawText(QRect(left, 0, width, ROW), _RIGHT, headings[kind])
        for place, row in enumerate(self._rows, 1):
            top = place * ROW
            painter.setPen(QPen(colors.color("line.grid"), 1))
            painter.drawLine(0, top, self.width(), top)
            cut = QFontMetrics(plain).elidedText(row.label, Qt.TextElideMode.ElideRight, edge - 4)
            _write(painter, QRect(0, top, edge, ROW), _LEFT, cut, plain, colors.color("text.1"))
            for kind, left, width in columns:
                text = str(getattr(row, kind))
                counts = kind == self._counting
                ink = "text.3" if not counts else "warn" if row.is_above else "text.1"
                box = QRect(left, top, width, ROW)
                link = (place - 1, kind) in links
                face = bold if counts else plain
                _write(painter, box, _RIGHT, text, face, colors.color("accent" if link else ink))
                if link and self.hasFocus() and links[self._current] == (place - 1, kind):
                    wide = QFontMetrics(face).horizontalAdvance(text) + 6
                    painter.setPen(QPen(colors.color("accent"), 2))
                    painter.drawRoundedRect(QRectF(box.right() - wide + 3, top + 4, wide, ROW - 7), 2, 2)
                if counts and row.is_above:
                    at = box.right() - QFontMetrics(bold).horizontalAdvance(text) - MARK - 3
                    paint_icon(painter, QRectF(at, top + (ROW - MARK) / 2, MARK, MARK), "warning", colors.color(ink))
        painter.setPen(QPen(colors.color("line.grid"), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)

    @property
    def _counting(self) -> str:
        return "after" if self._headings[2] else "before"

    def _columns(self) -> list[tuple[str, int, int]]:
        """The visible columns, each with its left edge and width; the words get the remaining width."""
        plain, bold = QFontMetrics(theme.font("dense")), QFontMetrics(theme.font("dense", 600))
        kinds = [("before", self._headings[1]), ("after", self._headings[2])]
        shown = [(kind, self._heading_room(heading)) for kind, heading in kinds if heading]
        widths = {}
        for kind, least in shown:
            face = bold if kind == self._counting else plain
            mark = MARK + 3 if kind == self._counting and any(row.is_above for row in self._rows) else 0
            texts = [face.horizontalAdvance(str(getattr(row, kind))) + GAP + mark for row in self._rows]
            widths[kind] = max([least, *texts])
        label = max((plain.horizontalAdvance(row.label) for row in self._rows), default=0) + 4
        accepted = max((plain.horizontalAdvance(row.accepted) for row in self._rows if row.accepted), default=0)
        room = max(self._heading_room(tr(AT_MOST)), accepted + GAP)
        if accepted and label + sum(widths.values()) + room <= self.width():
            widths["accepted"] = room
        columns, left = [], self.width()
        for kind, width in reversed(list(widths.items())):
            left -= width
            columns.append((kind, left, width))
        return columns

    @staticmethod
    def _heading_room(heading: str) -> int:
        return QFontMetrics(theme.font("caption")).horizontalAdvance(heading) + GAP

    def _spoken(self, row: ComparisonRow) -> str:
        sides = zip(self._headings[1:], (row.before, row.after), strict=True)
        said = [f"{heading} {value}" for heading, value in sides if heading]
        said += [tr("at most {limit}", limit=row.accepted)] if row.accepted else []
        said += [tr("above it")] if row.is_above else []
        return f"{row.label}: {', '.join(said)}"


def _write(painter: QPainter, box: QRect, flags: Qt.AlignmentFlag, text: str, font: QFont, ink: QColor) -> None:
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, flags, text)
