"""Risk: could somebody be found, before and after."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.perspectives.risk.attackers_view import AttackersView
from arxdesk.perspectives.risk.distribution_view import DistributionView
from arxdesk.perspectives.risk.figures import figures
from arxdesk.perspectives.risk.sizes_view import SizesView
from arxdesk.perspectives.risk.verdict_view import VerdictView
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.message import Message


class RiskPerspective(QWidget):
    """Lays out the views of what is applied, and gives all of them one threshold; does nothing while it is hidden."""

    explore_requested = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Risk")
        self._document = document
        self._stale = True
        self.verdict = VerdictView()
        self.distribution = DistributionView()
        self.attackers = AttackersView()
        self.sizes = SizesView()
        self.empty = EmptyState("Nothing applied yet. Choose a transformation in Explore.", "Go to Explore")
        self.empty.action_triggered.connect(self.explore_requested)
        self.outdated = Message(
            "info", "Not up to date.", "These numbers belong to the configuration before your last change."
        )
        self._lay_out()
        self.verdict.threshold_changed.connect(self._follow_threshold)
        document.applied_changed.connect(self._refresh_when_seen)
        document.currency_changed.connect(self._refresh_currency)
        self._refresh_when_seen()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _lay_out(self) -> None:
        above = _splitter(Qt.Orientation.Horizontal, "risk charts", (self.distribution, self.attackers), (1008, 359))
        views = _splitter(Qt.Orientation.Vertical, "risk views", (above, self.sizes), (373, 326))
        views.setStretchFactor(0, 0)
        views.setStretchFactor(1, 1)  # a low window takes its rows from the table, which scrolls
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        self._notice = QFrame()
        self._notice.setProperty("layer", "panel")
        around = QVBoxLayout(self._notice)
        around.setContentsMargins(20, 12, 20, 0)
        around.addWidget(self.outdated)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._notice, self.verdict, rule):
            column.addWidget(part)
        column.addWidget(views, 1)
        blank = QFrame()
        blank.setProperty("layer", "panel")
        QVBoxLayout(blank).addWidget(self.empty)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(blank)
        self._pages.addWidget(content)

    def _refresh_when_seen(self) -> None:
        self._stale = True
        if self.isVisible() or self._document.applied is None:
            self._refresh()

    def _refresh(self) -> None:
        applied = self._document.applied
        self._stale = False
        self._pages.setCurrentIndex(0 if applied is None else 1)
        if applied is None:
            return
        shown = figures(applied, self.verdict.threshold)
        for view in (self.verdict, self.distribution, self.attackers, self.sizes):
            view.show_figures(shown)
        self._refresh_currency()

    def _follow_threshold(self, threshold: float) -> None:
        if self._document.applied is None:
            return
        shown = figures(self._document.applied, threshold)
        self.verdict.show_figures(shown)
        self.attackers.show_figures(shown)
        self.distribution.show_threshold(shown)
        self.sizes.show_threshold(shown)

    def _refresh_currency(self, _current: bool = True) -> None:
        self._notice.setVisible(not self._document.result_is_current)


def _splitter(orientation: Qt.Orientation, name: str, parts: tuple[QWidget, ...], sizes: tuple[int, ...]) -> QSplitter:
    made = QSplitter(orientation)
    made.setObjectName(name)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    for part in parts:
        made.addWidget(part)
    made.setSizes(list(sizes))
    return made
