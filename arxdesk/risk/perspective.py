"""Risk: chances of re-identification, before and after."""

from __future__ import annotations

from functools import cache, partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.perspective import AnalysisPerspective
from arxdesk.risk.attackers.view import AttackersView
from arxdesk.risk.attacks.findings_page import FindingsPage
from arxdesk.risk.attacks.pages import AttackPages
from arxdesk.risk.attacks.sets_page import SetsPage
from arxdesk.risk.attacks.targets_page import TargetsPage
from arxdesk.risk.attacks.view import AttacksView
from arxdesk.risk.classes.distribution_view import RiskDistributionView
from arxdesk.risk.classes.sizes_view import SizesView
from arxdesk.risk.classes.view import RiskClassesView
from arxdesk.risk.histories.people_page import PeoplePage
from arxdesk.risk.histories.view import HistoriesView
from arxdesk.risk.items.view import RareItemsView
from arxdesk.risk.keys.view import KeysView
from arxdesk.risk.ranking.view import RankingView
from arxdesk.risk.sample.view import SampleView
from arxdesk.risk.uniqueness.view import UniquenessView
from arxdesk.risk.verdict.overview_view import RiskOverviewView
from arxdesk.risk.verdict.view import RiskVerdictView
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.frames.foot_tabs import FootTabs, Tab
from arxdesk_engine.foundation.language import tr

NARROWEST = 500
"""Of the distribution: from there on all of its labels can be read."""
LOW_CHARTS, LOW_BELOW = (296, 380), 340
"""For a narrow window, where the views are stacked and scroll."""
LOWEST = 568
"""Of both rows together: in less, the charts of neither can be read."""


class RiskPerspective(AnalysisPerspective):
    """The success of attackers above, its causes below."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(analysis, tr("Risk"), parent)
        self.verdict = RiskVerdictView(analysis)
        self._distribution = Deferred(partial(RiskDistributionView, analysis))
        self._classes = Deferred(partial(RiskClassesView, analysis))
        self._sizes = Deferred(partial(SizesView, analysis))
        self._items = Deferred(partial(RareItemsView, analysis))
        people = cache(PeoplePage)
        self._histories = Deferred(lambda: HistoriesView(analysis, people=people()), prepare=(people,))
        self._attackers = Deferred(partial(AttackersView, analysis))
        self._overview = Deferred(partial(RiskOverviewView, analysis))
        self._sample = Deferred(partial(SampleView, analysis))
        targets, findings, sets = cache(TargetsPage), cache(FindingsPage), cache(SetsPage)
        pages = cache(lambda: AttackPages(targets=targets(), findings=findings(), sets=sets()))
        self._attacks = Deferred(lambda: AttacksView(analysis, pages=pages()), prepare=(targets, findings, sets, pages))
        self.spread = FootTabs(
            tr("Distribution of risks"),
            [
                Tab("look-alikes", tr("Look-alikes"), self._distribution),
                Tab("classes", tr("Risk classes"), self._classes),
                Tab("sizes", tr("In numbers"), self._sizes),
                Tab("items", tr("Rare items"), self._items),
                Tab("histories", tr("Histories"), self._histories),
            ],
        )
        self.spread.setMinimumWidth(NARROWEST)
        self.achieved = FootTabs(
            tr("Attackers"),
            [
                Tab("attackers", tr("Attackers"), self._attackers),
                Tab("attacks", tr("Attacks"), self._attacks),
                Tab("overview", tr("Overview"), self._overview),
                Tab("sample", tr("Sample"), self._sample),
            ],
        )
        self._above = splitter(Qt.Orientation.Horizontal, [(self.spread, 556), (self.achieved, 812)])
        self._above.setObjectName("risk charts")
        self._uniqueness = Deferred(partial(UniquenessView, analysis))
        self._ranking = Deferred(partial(RankingView, analysis))
        self._keys = Deferred(partial(KeysView, analysis))
        lower: list[Deferred[QWidget]] = [self._uniqueness, self._ranking, self._keys]
        below = splitter(Qt.Orientation.Horizontal, [(place, 456) for place in lower])
        below.setObjectName("risk below")
        self._rows = splitter(Qt.Orientation.Vertical, [(self._above, 404), (below, 296)])
        self._rows.setObjectName("risk views")
        spread = [self._classes, self._sizes, self._items, self._histories]
        upper = [self._distribution, self._attackers, *spread, self._overview, self._sample, self._attacks]
        self.lay_out(self.verdict, self._rows, LOWEST, [*upper, *lower])

    def arrange(self, *, is_narrow: bool) -> int:
        """Put the attackers below the distribution where they do not fit beside it."""
        self._above.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)
        self._above.setSizes(list(LOW_CHARTS) if is_narrow else [556, 812])
        self._rows.setSizes([sum(LOW_CHARTS), LOW_BELOW] if is_narrow else [404, 296])
        return sum(LOW_CHARTS) + LOW_BELOW if is_narrow else LOWEST

    @property
    def distribution(self) -> RiskDistributionView:
        """The distribution of people over risks."""
        return self.turns.reach(self._distribution)

    @property
    def classes(self) -> RiskClassesView:
        """The same by classes of risk."""
        return self.turns.reach(self._classes)

    @property
    def sizes(self) -> SizesView:
        """The distribution in numbers."""
        return self.turns.reach(self._sizes)

    @property
    def items(self) -> RareItemsView:
        """The rare combinations of items in sets."""
        return self.turns.reach(self._items)

    @property
    def histories(self) -> HistoriesView:
        """The people whom known records single out."""
        return self.turns.reach(self._histories)

    @property
    def overview(self) -> RiskOverviewView:
        """The main figures of risk."""
        return self.turns.reach(self._overview)

    @property
    def sample(self) -> SampleView:
        """The risk of a table that is a sample of a population."""
        return self.turns.reach(self._sample)

    @property
    def attacks(self) -> AttacksView:
        """What somebody finds out who attacks the release."""
        return self.turns.reach(self._attacks)

    @property
    def uniqueness(self) -> UniquenessView:
        """Estimated uniqueness in the population."""
        return self.turns.reach(self._uniqueness)

    @property
    def ranking(self) -> RankingView:
        """Attributes ranked by how well they identify people."""
        return self.turns.reach(self._ranking)

    @property
    def keys(self) -> KeysView:
        """The smallest combinations that single out one person."""
        return self.turns.reach(self._keys)

    @property
    def attackers(self) -> AttackersView:
        """The success of three kinds of attackers."""
        return self.turns.reach(self._attackers)
