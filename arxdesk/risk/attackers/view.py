"""The success of three kinds of attackers, before and after."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.work import AboveRisk
from arxdesk.risk.attackers.card import PADDING, AttackerCard
from arxdesk.risk.attackers.population_records import AboveJournalistRisk
from arxdesk.risk.figures.view import RiskView
from arxdesk.ui import words
from arxdesk.ui.widgets.charts.series_legend import Entry, SeriesLegend
from arxdesk_engine.analysis.risk.attackers import ATTACKERS, TITLES, Attacker
from arxdesk_engine.analysis.risk.figures import RiskFigures
from arxdesk_engine.foundation.language import marked, tr

NARROW = 190
"""Narrower cards are stacked."""
ROOMY = 306
"""From this height on gauges have their full size."""
NO_LIMIT = 16_777_215
BEFORE_MARK: Entry = ("mark", "series.before", marked("Before"))
BEFORE_FILL: Entry = ("bar", "series.before", marked("Before"))
AFTER_FILL: Entry = ("bar", "series.1", marked("After"))
THRESHOLD: Entry = ("dash", "series.2", marked("Threshold"))


class _Scrolled(QScrollArea):
    """Emits a signal after its height has changed, once the parent has its new height."""

    def __init__(self, resized: Callable[[], object]) -> None:
        super().__init__()
        self._resized = resized

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Announce the new height."""
        super().resizeEvent(event)
        self._resized()


class AttackersView(RiskView):
    """Prosecutor, journalist and marketer side by side, judged by the thresholds of the user."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self.cards = {kind: AttackerCard(kind) for kind in ATTACKERS}
        self._body = QWidget()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._body)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._rules: list[QFrame] = []
        for place, card in enumerate(self.cards.values()):
            if place:
                rule = QFrame()
                rule.setProperty("line", "vertical")
                self._rules.append(rule)
                self._row.addWidget(rule)
            self._row.addWidget(card, 1)
        self._scrolled = scrolled = _Scrolled(self._line_up)
        scrolled.setAccessibleName(tr("Attackers"))
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(self._body)
        super().__init__(analysis, tr("Three attackers"), "", "attackers", scrolled, parent)
        self._legend = SeriesLegend()
        self.add_header_widget(self._legend)
        self.add_export(self._body, self.numbers)
        self._shown: RiskFigures | None = None
        analysis.subject_changed.connect(self._show_currency)
        analysis.document.freshness_changed.connect(self._show_currency)
        for kind, card in self.cards.items():
            card.table.opened.connect(partial(self._open, kind))

    @property
    def legend(self) -> SeriesLegend:
        """The legend of the shapes."""
        return self._legend

    def numbers(self) -> str:
        """All figures as tab-separated text."""
        lines = [tr("Attacker\tFigure\tBefore\tAfter\tAccepted")]
        for kind, card in self.cards.items():
            lines += [
                f"{tr(TITLES[kind])}\t{row.label}\t{row.before}\t{row.after}\t{row.accepted}" for row in card.table.rows
            ]
        return "\n".join(lines)

    def show_figures(self, shown: RiskFigures) -> None:
        """Show figures."""
        self._shown = shown
        both = shown.before is not None and shown.after is not None
        before = [BEFORE_MARK if both else BEFORE_FILL] if shown.before is not None else []
        after = [AFTER_FILL] if shown.after is not None else []
        self._legend.set_entries([(shape, ink, tr(said)) for shape, ink, said in (*before, *after, THRESHOLD)])
        for card in self.cards.values():
            card.show_figures(shown)
        self._show_currency()
        self._line_up()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the cards where they would be too narrow."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < NARROW * len(self.cards)
        directions = QBoxLayout.Direction
        wanted = directions.TopToBottom if is_narrow else directions.LeftToRight
        if self._row.direction() != wanted:
            self._row.setDirection(wanted)
            for rule in self._rules:
                rule.setProperty("line", "horizontal" if is_narrow else "vertical")
                rule.style().unpolish(rule)
                rule.style().polish(rule)
        self._line_up()

    def _show_currency(self, *_what: object) -> None:
        """Judgements stand back where the figures of the output are out of date."""
        current = self.analysis.output is None or self.analysis.document.result_is_current
        for card in self.cards.values():
            card.judgement.set_current(current)

    def _line_up(self) -> None:
        cards = self.cards.values()
        if self._row.direction() == QBoxLayout.Direction.TopToBottom:
            for card in cards:
                card.line_up(0)
            return
        room = (self.width() - 2) // len(cards) - 2 * PADDING
        tallest = max(card.sentence.heightForWidth(room) for card in cards)
        is_low = self._scrolled.height() < ROOMY
        for card in cards:
            card.line_up(tallest)
            card.gauge.setMaximumHeight(card.gauge.minimumSizeHint().height() if is_low else NO_LIMIT)

    def _open(self, kind: Attacker, _row: int, side: str) -> None:
        threshold = self.analysis.thresholds.highest_risk
        shown = words.threshold(threshold)
        if kind == "prosecutor":
            self.open_people(side, AboveRisk(threshold), tr("with a risk above {threshold}", threshold=shown))
        else:
            reason = tr("with a risk above {threshold} for somebody who does not know who is there,", threshold=shown)
            self.open_people(side, AboveJournalistRisk(threshold), reason)
