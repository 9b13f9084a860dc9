"""Risk: could somebody be found, before and after."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from arxdesk.analyzing.analysis import Analysis
from arxdesk.perspectives.analysis_perspective import AnalysisPerspective
from arxdesk.perspectives.risk.attackers_view import AttackersView
from arxdesk.perspectives.risk.distribution_view import DistributionView
from arxdesk.perspectives.risk.verdict_view import VerdictView
from arxdesk.widgets.deferred import Deferred
from arxdesk.widgets.splitter import splitter


class RiskPerspective(AnalysisPerspective):
    """Who could be found above, by whom; below what gives people away."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(analysis, "Risk", parent)
        self.verdict = VerdictView()
        self._distribution = Deferred(DistributionView)
        self._attackers = Deferred(AttackersView)
        above = splitter(Qt.Orientation.Horizontal, [(self._distribution, 556), (self._attackers, 812)])
        above.setObjectName("risk charts")
        lower: list[tuple[Deferred[QWidget], int]] = []  # the places of the views below, with their widths
        below = splitter(Qt.Orientation.Horizontal, [(place, width) for place, width in lower])
        below.setObjectName("risk below")
        views = splitter(Qt.Orientation.Vertical, [(above, 356), (below, 344)])
        views.setObjectName("risk views")
        self.lay_out(self.verdict, views, [self._distribution, self._attackers, *(place for place, _width in lower)])

    @property
    def distribution(self) -> DistributionView:
        """How people spread over risks."""
        return self.turns.reach(self._distribution)

    @property
    def attackers(self) -> AttackersView:
        """What three kinds of attackers achieve."""
        return self.turns.reach(self._attackers)
