"""What an attacker achieves, before and after."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from arxdesk import theme, words
from arxdesk.icons import paint_icon
from arxdesk.perspectives.risk.figures import Figures
from arxdesk.widgets.comparison_table import ComparisonRow, ComparisonTable
from arxdesk.widgets.gauge import Gauge
from arxdesk.widgets.label import label, paragraph
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.series_legend import SeriesLegend

NARROWEST = 340


class Judgement(QWidget):
    """A check mark with "within", or a triangle with "above"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._within = True
        self.set_within(True)

    @property
    def text(self) -> str:
        """The judgement in a word."""
        return "within" if self._within else "above"

    def set_within(self, within: bool) -> None:
        """Show another judgement."""
        self._within = within
        self.setAccessibleName(f"{self.text} the threshold")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of icon and word."""
        return QSize(16 + 4 + QFontMetrics(theme.font("dense")).horizontalAdvance("within") + 2, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw icon and word at the right."""
        color = theme.current().color("ok" if self._within else "warn")
        painter = QPainter(self)
        painter.setFont(theme.font("dense"))
        painter.setPen(color)
        width = painter.fontMetrics().horizontalAdvance(self.text) + 2
        painter.drawText(QRectF(self.width() - width, 0, width, 20), Qt.AlignmentFlag.AlignVCenter, self.text)
        at = QRectF(self.width() - width - 20, 2, 16, 16)
        paint_icon(painter, at, "check" if self._within else "warning", color)


class AttackersView(Pane):
    """The attacker who looks for one person and knows that this person is in the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Attackers", "", parent)
        self.setMinimumWidth(NARROWEST)
        entries = [("triangle", "series.before", "Before"), ("bar", "series.1", "After")]
        self.add_header_widget(SeriesLegend([*entries, ("dash", "series.2", "Threshold")]))  # type: ignore[list-item]
        self._judgement = Judgement()
        self._gauge = Gauge()
        self._table = ComparisonTable()
        head = QHBoxLayout()
        head.addWidget(label("Prosecutor", "dense", "1", 600), 1)
        head.addWidget(self._judgement)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(paragraph("Looks for one person and knows that this person is in the table.", "dense", "2"))
        column.addStretch(1)
        column.addWidget(self._gauge)
        column.addStretch(1)
        column.addWidget(self._table)
        scrolled = QScrollArea()
        scrolled.setAccessibleName("Attackers")
        scrolled.setWidgetResizable(True)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(body)
        self.set_body(scrolled)

    @property
    def judgement(self) -> Judgement:
        """Whether the prosecutor stays within the threshold."""
        return self._judgement

    @property
    def gauge(self) -> Gauge:
        """The highest risk."""
        return self._gauge

    @property
    def table(self) -> ComparisonTable:
        """The numbers before and after."""
        return self._table

    def show_figures(self, figures: Figures) -> None:
        """Show other figures."""
        before, after = figures.before, figures.after
        self._judgement.set_within(figures.within)
        threshold = words.percent(figures.threshold)
        highest = words.percent(after.highest)
        self._gauge.set_values(after.highest, before.highest, figures.threshold, highest, "highest risk", threshold)
        self._table.set_rows(
            [
                ComparisonRow(
                    "Share at risk",
                    words.percent(before.records_at_risk),
                    words.percent(after.records_at_risk),
                    f"Share at risk: people whose risk is above {threshold}",
                ),
                ComparisonRow(
                    "Highest risk",
                    words.percent(before.highest),
                    highest,
                    "Highest risk: 1 divided by the size of the smallest group",
                ),
                ComparisonRow(
                    "Average risk",
                    words.percent(before.average),
                    words.percent(after.average),
                    "Average risk: groups divided by people",
                ),
                ComparisonRow(
                    "Unique people",
                    words.count(before.sample_uniques),
                    words.count(after.sample_uniques),
                    "Unique people: those who are alone in their group",
                ),
            ]
        )
