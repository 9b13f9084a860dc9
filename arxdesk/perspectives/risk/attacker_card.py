"""One kind of attacker: a sentence, a gauge, figures with what is accepted, and the people behind them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from arxdesk import theme, words
from arxdesk.icons import paint_icon
from arxdesk.perspectives.risk import attacker_words
from arxdesk.perspectives.risk.attacker_words import Kind
from arxdesk.perspectives.risk.figures import Figures
from arxdesk.widgets.buttons import link_button
from arxdesk.widgets.comparison_table import ComparisonTable
from arxdesk.widgets.gauge import Gauge
from arxdesk.widgets.label import label, paragraph

SENTENCE_LINES = 4
CAPTIONS = {"Highest risk": "highest risk", "Success rate": "success rate"}


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
        said = "Within all your thresholds" if within else "Above some of your thresholds, which are marked below"
        self.setAccessibleName(said)
        self.setToolTip(said)
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


class AttackerCard(QWidget):
    """What one attacker achieves; `people_wanted` tells the side whose people at risk are to be shown."""

    people_wanted = Signal(str)

    def __init__(self, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.setAccessibleName(attacker_words.TITLES[kind])
        self.judgement = Judgement()
        self.sentence = paragraph("", "dense", "2")
        self.gauge = Gauge()
        self.table = ComparisonTable()
        self.links: dict[str, QPushButton] = {side: link_button("") for side in ("before", "after")}
        self._links = QWidget()
        self._lay_out()

    def show_figures(self, shown: Figures) -> None:
        """Show other figures, or the same by other thresholds."""
        self.judgement.set_within(attacker_words.is_within(self.kind, shown))
        self.sentence.setText(attacker_words.sentence(self.kind, shown))
        self._show_gauge(shown)
        sides = shown.sides
        headings = ("", "before" if "before" in sides else "", "after" if "after" in sides else "")
        self.table.set_rows(attacker_words.rows(self.kind, shown), headings)
        self._show_links(shown)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(label(attacker_words.TITLES[self.kind], "dense", "1", 600), 1)
        head.addWidget(self.judgement)
        row = QHBoxLayout(self._links)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label("Show who is at risk:", "caption", "3"))
        for side, link in self.links.items():
            link.clicked.connect(self._ask_for_before if side == "before" else self._ask_for_after)
            row.addWidget(link)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addStretch(1)
        column.addWidget(self.gauge)
        column.addStretch(1)
        column.addWidget(self.table)
        column.addWidget(self._links)

    def _show_gauge(self, shown: Figures) -> None:
        measure = attacker_words.gauged(self.kind, shown.thresholds)
        accepted = float(getattr(shown.thresholds, measure.key))
        values = {
            name: measure.value(attacker_words.risk_of(self.kind, side)) if side.people else None
            for name, side in shown.sides.items()
        }
        main = "after" if shown.after is not None else "before"
        value = values.get(main)
        number, limit = (attacker_words.MISSING, words.percent(accepted))
        if value is not None:
            number, limit = words.percents_apart(value, accepted)
        self.gauge.set_values(
            value,
            values.get("before") if main == "after" else None,
            accepted,
            number,
            CAPTIONS[measure.label],
            limit,
            "series.1" if main == "after" else "series.before",
        )

    def _show_links(self, shown: Figures) -> None:
        for name, link in self.links.items():
            side = shown.sides.get(name)
            number = 0
            if side is not None and self.kind != "marketer":
                is_sure = self.kind == "prosecutor"
                number = side.people_above if is_sure else side.people_above_in_population
            link.setVisible(number > 0)
            link.setText(f"{words.count(number)} {name}")
            link.setToolTip(f"{words.people(number)} with a risk above {words.percent(shown.thresholds.highest_risk)}")
        self._links.setVisible(any(not link.isHidden() for link in self.links.values()))

    def _ask_for_before(self) -> None:
        self.people_wanted.emit("before")

    def _ask_for_after(self) -> None:
        self.people_wanted.emit("after")
