"""Three columns: what, before, after."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk import theme

ROW = 24


@dataclass(frozen=True)
class ComparisonRow:
    """One measure with its two values as they are shown."""

    label: str
    before: str
    after: str
    hint: str = ""


class ComparisonTable(QWidget):
    """Measures before and after, the values that count now in bold, hairlines between the rows."""

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
        self.set_rows(rows)

    @property
    def rows(self) -> tuple[ComparisonRow, ...]:
        """What is shown."""
        return self._rows

    def set_rows(self, rows: Sequence[ComparisonRow], headings: tuple[str, str, str] | None = None) -> None:
        """Show these measures, and other headings if given."""
        self._rows = tuple(rows)
        self._headings = headings or self._headings
        _, before, after = self._headings
        self.setAccessibleName("; ".join(f"{r.label}: {before} {r.before}, {after} {r.after}" for r in self._rows))
        self.setToolTip("\n".join(row.hint for row in self._rows if row.hint))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of all rows."""
        return QSize(230, ROW * (len(self._rows) + 1) + 1)

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which both values are readable."""
        return QSize(140, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw headings, rows and hairlines."""
        colors = theme.current()
        painter = QPainter(self)
        bold = theme.font("dense", 600)
        metrics = QFontMetrics(bold)
        after = max([56, *(metrics.horizontalAdvance(row.after) + 12 for row in self._rows)])
        before = max([64, *(metrics.horizontalAdvance(row.before) + 12 for row in self._rows)])
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        edge = self.width() - after
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("text.2"))
        painter.drawText(QRect(0, 0, edge - before, ROW), Qt.AlignmentFlag.AlignVCenter, self._headings[0])
        painter.drawText(QRect(edge - before, 0, before, ROW), right, self._headings[1])
        painter.drawText(QRect(edge, 0, after, ROW), right, self._headings[2])
        for place, row in enumerate(self._rows, 1):
            top = place * ROW
            painter.setPen(QPen(colors.color("line.grid"), 1))
            painter.drawLine(0, top, self.width(), top)
            painter.setFont(theme.font("dense"))
            painter.setPen(colors.color("text.1"))
            cut = QFontMetrics(painter.font()).elidedText(row.label, Qt.TextElideMode.ElideRight, edge - before - 4)
            painter.drawText(QRect(0, top, edge - before, ROW), Qt.AlignmentFlag.AlignVCenter, cut)
            painter.setPen(colors.color("text.3"))
            painter.drawText(QRect(edge - before, top, before, ROW), right, row.before)
            painter.setFont(bold)
            painter.setPen(colors.color("text.1"))
            painter.drawText(QRect(edge, top, after, ROW), right, row.after)
        painter.setPen(QPen(colors.color("line.grid"), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
