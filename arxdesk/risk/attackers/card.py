"""One kind of attacker: a sentence, a gauge, figures with their thresholds, and a link to the people at risk."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import layouts, theme, words
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.gauge import Gauge
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow, ComparisonTable
from arxdesk_engine.analysis.risk.attackers import (
    HINTS,
    MISSING,
    TITLES,
    Attacker,
    AttackerFigure,
    attacker_figures,
    attacker_sentence,
    is_within,
    main_measure,
)
from arxdesk_engine.analysis.risk.figures import RiskFigures
from arxdesk_engine.foundation.language import marked, tr, tr_of

PADDING, NARROWEST = 16, 160
CAPTIONS = {"highest_risk": marked("highest risk"), "success_rate": marked("success rate")}


class ThresholdMark(QWidget):
    """A check mark with "within", or a triangle with "above"."""

    spoken_role = Role.StaticText

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._within, self._current = True, True
        self.set_within(True)

    @property
    def text(self) -> str:
        """The judgement in one word."""
        return tr_of("a threshold", "within") if self._within else tr_of("a threshold", "above")

    @property
    def tone(self) -> str:
        """The colour of the judgement: none that speaks where it is of figures that are out of date."""
        return "text.3" if not self._current else "ok" if self._within else "warn"

    def set_within(self, within: bool) -> None:
        """Show whether the threshold is met."""
        self._within = within
        self.updateGeometry()
        self._describe()

    def set_current(self, current: bool) -> None:
        """Show whether the figures belong to the current configuration."""
        self._current = current
        self._describe()

    def _describe(self) -> None:
        said = (
            tr("Within all your thresholds")
            if self._within
            else tr("Above some of your thresholds, which are marked below")
        )
        said = said if self._current else f"{tr('Out of date.')} {said}"
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of icon and word."""
        return QSize(16 + 4 + QFontMetrics(theme.font("dense")).horizontalAdvance(self.text) + 2, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw icon and word at the right."""
        color = theme.current().color(self.tone)
        painter = QPainter(self)
        painter.setFont(theme.font("dense"))
        painter.setPen(color)
        width = painter.fontMetrics().horizontalAdvance(self.text) + 2
        painter.drawText(QRectF(self.width() - width, 0, width, 20), Qt.AlignmentFlag.AlignVCenter, self.text)
        at = QRectF(self.width() - width - 20, 2, 16, 16)
        paint_icon(painter, at, "check" if self._within else "warning", color)


class AttackerCard(QWidget):
    """The success of one attacker; a click on a figure of its table asks for the people at risk on that side."""

    spoken_role = Role.Grouping

    def __init__(self, kind: Attacker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.setMinimumWidth(NARROWEST)  # else the card with the longest text would be wider than the others
        self.setAccessibleName(tr(TITLES[kind]))
        self.judgement = ThresholdMark()
        self.sentence = paragraph("", "dense", "2")
        self.gauge = Gauge()
        self.table = ComparisonTable()
        self._lay_out()

    def show_figures(self, shown: RiskFigures) -> None:
        """Show figures, or the same figures under other thresholds."""
        side = shown.judged
        self.judgement.setVisible(side is not None and side.people > 0)
        self.judgement.set_within(is_within(self.kind, shown))
        self.sentence.setText(attacker_sentence(self.kind, shown))
        self.sentence.setToolTip(tr(HINTS[self.kind]))
        self._show_gauge(shown)
        sides = shown.sides
        headings = ("", tr("before") if "before" in sides else "", tr("after") if "after" in sides else "")
        self.table.set_rows([_row(each) for each in attacker_figures(self.kind, shown, words.LOCAL)], headings)

    def line_up(self, sentence: int) -> None:
        """Leave as much room for the sentence as the cards beside need, so that gauges stand in a row."""
        self.sentence.setMinimumHeight(max(0, sentence))

    def _lay_out(self) -> None:
        head = layouts.row((label(tr(TITLES[self.kind]), "dense", "1", 600), 1), self.judgement)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        layouts.column(
            head,
            self.sentence,
            layouts.Stretch(1),
            self.gauge,
            layouts.Stretch(1),
            self.table,
            spacing=4,
            margins=(PADDING, 8, PADDING, 6),
            inside=self,
        )

    def _show_gauge(self, shown: RiskFigures) -> None:
        measure = main_measure(self.kind, shown.thresholds)
        accepted = measure.accepted(shown.thresholds)
        values = {name: measure.value(side) if side.people else None for name, side in shown.sides.items()}
        main = "after" if shown.after is not None else "before"
        value = values.get(main)
        number, limit = (MISSING, words.threshold(accepted))
        if value is not None:
            number, limit = words.against_threshold(value, accepted)
        self.gauge.set_values(
            value,
            values.get("before") if main == "after" else None,
            accepted,
            number,
            tr(CAPTIONS[measure.key]),
            limit,
            "series.1" if main == "after" else "series.before",
        )


def _row(figure: AttackerFigure) -> ComparisonRow:
    hint = f"{figure.hint}. {tr('Click shows the records.')}" if figure.counts_people else figure.hint
    return ComparisonRow(
        figure.label, figure.before, figure.after, hint, figure.accepted, figure.is_above, figure.opens
    )
