"""The Quality perspective."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.perspective import AnalysisPerspective
from arxdesk.quality.classification.choice import PredictionChoice
from arxdesk.quality.classification.pages import ClassificationPages
from arxdesk.quality.classification.view import ClassificationView, PredictionPages
from arxdesk.quality.contingency.view import ContingencyView
from arxdesk.quality.detail.view import DetailView
from arxdesk.quality.distribution.summary_view import SummaryView
from arxdesk.quality.distribution.view import DistributionView
from arxdesk.quality.group_sizes.view import ClassSizesView
from arxdesk.quality.local_recoding.view import LocalRecodingView
from arxdesk.quality.properties.view import PropertiesView
from arxdesk.quality.tables.view import TablesView
from arxdesk.quality.verdict.view import VerdictView
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.frames.foot_tabs import FootTabs, Tab
from arxdesk_engine.foundation.language import tr

NARROWEST_TABS, NARROWEST_SUMMARY, NARROWEST_DETAIL = 412, 248, 280
"""The least width at which columns and choices can be read."""
LOW_TABLES, LOW_ROWS = 244, (348, 348)
"""In a narrow window, where they are below each other and scroll."""
LOWEST = 540
"""Of tables and views together: in less, nothing of either can be read."""


class QualityPerspective(AnalysisPerspective):
    """The two tables side by side, and below them what is left of one attribute, and of all."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(analysis, tr("Quality"), parent)
        self.verdict = VerdictView(analysis)
        self.tables = TablesView(analysis)
        self._detail = Deferred(partial(DetailView, analysis))
        results, choice = cache(ClassificationPages), cache(PredictionChoice)
        pages = cache(lambda: PredictionPages(choice(), results()))
        kinds: list[tuple[str, str, Callable[[Analysis], QWidget]]] = [
            ("distribution", tr("Distribution"), DistributionView),
            ("contingency", tr("Contingency"), ContingencyView),
            ("sizes", tr("Group sizes"), ClassSizesView),
            ("properties", tr("Properties"), PropertiesView),
            (
                "classification",
                tr("Classification"),
                lambda shared: ClassificationView(shared, pages=pages()),
            ),
            ("recoding", tr("Local recoding"), LocalRecodingView),
        ]
        prepared = {"classification": (results, choice, pages)}  # it has the most parts
        tabs = [
            Tab(key, title, Deferred(partial(kind, analysis), prepare=prepared.get(key, ())))
            for key, title, kind in kinds
        ]
        self.tabs = FootTabs(tr("Views of Quality"), tabs)
        self._summary = Deferred(partial(SummaryView, analysis))
        self.tabs.setMinimumWidth(NARROWEST_TABS)
        self._summary.setMinimumWidth(NARROWEST_SUMMARY)
        self._detail.setMinimumWidth(NARROWEST_DETAIL)
        self._attribute = splitter(Qt.Orientation.Horizontal, [(self.tabs, 684), (self._summary, 328)])
        self._attribute.setObjectName("quality attribute")
        self._below = splitter(Qt.Orientation.Horizontal, [(self._attribute, 1012), (self._detail, 356)])
        self._below.setObjectName("quality below")
        self._parts = splitter(Qt.Orientation.Vertical, [(self.tables, 330), (self._below, 352)])
        self._parts.setObjectName("quality views")
        deferred = [*(tab.view for tab in self.tabs.tabs), self._summary, self._detail]
        self.lay_out(self.verdict, self._parts, LOWEST, deferred)
        analysis.records_changed.connect(self.show_top)  # where the tables are

    def arrange(self, *, is_narrow: bool) -> int:
        """Put the detail kept below what is left of one attribute where there is no room beside it."""
        tables, below = (LOW_TABLES, sum(LOW_ROWS)) if is_narrow else (330, 352)
        self._below.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)
        self._below.setSizes(list(LOW_ROWS) if is_narrow else [1012, 356])
        self._attribute.setSizes([664, 288] if is_narrow else [684, 328])
        self._parts.setSizes([tables, below])
        return LOW_TABLES + sum(LOW_ROWS) if is_narrow else LOWEST

    @property
    def detail(self) -> DetailView:
        """The detail kept of each quasi-identifier."""
        return self.turns.reach(self._detail)
