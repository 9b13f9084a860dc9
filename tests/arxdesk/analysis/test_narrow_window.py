"""Quality and Risk in the smallest window: below each other, and scrolled, what would be cut beside each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QSplitter

from arxdesk.quality.detail.model import DetailColumn
from arxdesk.quality.perspective import QualityPerspective
from arxdesk.risk.perspective import RiskPerspective
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle
from tests.arxdesk.analysis.applied_documents import put_on, wards

NARROW, WIDE = (952, 576), (1368, 796)
"""What a window of 1024 x 680 and one of 1440 x 900 have beside the rail and the bars."""


@pytest.fixture
def shown(qtbot, jobs):
    held = []

    def show(kind, size):
        document = wards()
        put_on(document, (0, 0))
        perspective = kind(analysis_of(document, jobs))
        held.append(perspective)
        qtbot.addWidget(perspective)
        perspective.resize(*size)
        perspective.show()
        return perspective

    return show


def test_that_attackers_stand_beside_each_other_below_the_distribution(shown, qtbot):
    risk = shown(RiskPerspective, NARROW)
    settle(qtbot, risk.distribution, risk.attackers)
    assert risk.achieved.y() >= risk.spread.height()
    cards = list(risk.attackers.cards.values())
    assert len({card.y() for card in cards}) == 1
    scrolled = risk.attackers.findChild(QScrollArea, options=Qt.FindChildOption.FindChildrenRecursively)
    assert scrolled.verticalScrollBar().maximum() == 0, "the whole perspective scrolls, nothing inside it"
    assert risk._scrolled.verticalScrollBar().maximum() > 0
    assert risk._scrolled.horizontalScrollBar().maximum() == 0


def test_that_the_verdict_leaves_room_and_gets_its_size_back(shown, qtbot):
    risk = shown(RiskPerspective, NARROW)
    settle(qtbot, risk.distribution)
    qtbot.waitUntil(lambda: not risk.verdict.is_pending)
    assert risk.verdict.height() <= 100
    assert risk.verdict.explain.y() > risk.verdict.show_them.y()
    risk.resize(*WIDE)
    qtbot.waitUntil(lambda: risk.verdict.explain.y() == risk.verdict.show_them.y())
    assert risk.achieved.x() >= risk.spread.width()


def test_that_detail_has_a_row_of_its_own_where_there_is_no_room_beside(shown, qtbot):
    quality = shown(QualityPerspective, NARROW)
    settle(qtbot, quality.tables, quality.detail)
    detail = quality.detail
    assert detail.width() > 900
    assert not detail.table.isColumnHidden(DetailColumn.FATE), "what happened to each attribute is told"
    quality.resize(*WIDE)
    assert detail.width() < 500


def test_that_sizes_of_one_arrangement_are_not_kept_for_the_other(shown):
    quality = shown(QualityPerspective, WIDE)
    names = {each.objectName() for each in quality.findChildren(QSplitter)}
    assert {"quality views", "quality below", "quality attribute"} <= names
    quality.resize(*NARROW)
    assert {"quality views narrow", "quality below narrow", "quality attribute narrow"} <= {
        each.objectName() for each in quality.findChildren(QSplitter)
    }
    quality.resize(*WIDE)
    assert {each.objectName() for each in quality.findChildren(QSplitter)} == names
