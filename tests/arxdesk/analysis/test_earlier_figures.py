"""Figures of tables that are gone stay in sight until there are others: they open nothing."""

from __future__ import annotations

import pytest

from arxdesk.analysis.work import Removed
from arxdesk.quality.contingency.view import ContingencyView
from arxdesk.quality.group_sizes.view import ClassSizesView
from arxdesk.risk.keys.view import KeysView
from arxdesk.risk.uniqueness.view import UniquenessView
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle, show
from tests.arxdesk.analysis.applied_documents import discharges, put_on

WAYS = {
    UniquenessView: lambda view: view.chart.clicked.emit(),
    KeysView: lambda view: view._show("who are removed", Removed()),
    ContingencyView: lambda view: view._open("after", 0, 0),
    ClassSizesView: lambda view: view._show("after", "in pairs", 2, 2),
}


@pytest.mark.parametrize("kind", WAYS)
def test_that_a_figure_of_an_output_that_is_gone_opens_nothing(kind, jobs, qtbot):
    document = discharges(500)
    document.set_sections({"privacy": (KAnonymity(k=1),)})
    put_on(document, (0,) * 6)
    analysis = analysis_of(document, jobs)
    analysis.set_sides("after")
    view = show(qtbot, kind(analysis), (800, 700))
    WAYS[kind](view)
    assert analysis.shown_records is not None
    analysis.show_records(None)
    document.set_applied(None)
    WAYS[kind](view)
    assert analysis.shown_records is None
    settle(qtbot, view)
