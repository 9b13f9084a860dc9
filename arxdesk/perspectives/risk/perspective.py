"""Risk: could somebody be found, before and after."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from arxdesk.document import Document
from arxdesk.perspectives.applied import AppliedPerspective
from arxdesk.perspectives.risk.attackers_view import AttackersView
from arxdesk.perspectives.risk.distribution_view import DistributionView
from arxdesk.perspectives.risk.figures import figures
from arxdesk.perspectives.risk.sizes_view import SizesView
from arxdesk.perspectives.risk.verdict_view import VerdictView
from arxdesk.results import Applied
from arxdesk.widgets.splitter import splitter


class RiskPerspective(AppliedPerspective):
    """Lays out the views of what is applied, and gives all of them one threshold; does nothing while it is hidden."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "Risk", parent)
        self.verdict = VerdictView()
        self.distribution = DistributionView()
        self.attackers = AttackersView()
        self.sizes = SizesView()
        above = splitter(Qt.Orientation.Horizontal, [(self.distribution, 1008), (self.attackers, 359)])
        above.setObjectName("risk charts")
        views = splitter(Qt.Orientation.Vertical, [(above, 373), (self.sizes, 326)])
        views.setObjectName("risk views")
        views.setStretchFactor(0, 0)
        views.setStretchFactor(1, 1)  # a low window takes its rows from the table, which scrolls
        self.lay_out(self.verdict, views)
        self.verdict.threshold_changed.connect(self._follow_threshold)

    def show_applied(self, applied: Applied) -> None:
        """Fill the views."""
        shown = figures(applied, self.verdict.threshold)
        for view in (self.verdict, self.distribution, self.attackers, self.sizes):
            view.show_figures(shown)

    def _follow_threshold(self, threshold: float) -> None:
        if self._document.applied is None:
            return
        shown = figures(self._document.applied, threshold)
        self.verdict.show_figures(shown)
        self.attackers.show_figures(shown)
        self.distribution.show_threshold(shown)
        self.sizes.show_threshold(shown)
