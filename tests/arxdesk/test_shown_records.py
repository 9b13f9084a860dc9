"""The records behind a figure of Risk stand in the tables of Quality, and the way back leads to Risk."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.quality.perspective import QualityPerspective
from arxdesk_engine.risk.reidentification import prosecutor_risk

LONG = 60_000


@pytest.mark.parametrize("by_keyboard", [True, False])
def test_that_they_are_shown_in_quality_and_the_way_back_leads_to_risk(window, qtbot, by_keyboard):
    window.show()
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    document = window.document
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        window.session.searching.anonymize()
    window.show_perspective("risk")
    analysis = window.workspace.analysis
    analysis.show_records(FigureRecords("alone in the input", analysis.input, InClassesOfSize(1, 1), "risk"))
    quality = window.workspace.currentWidget()
    assert isinstance(quality, QualityPerspective)
    tables = quality.tables
    qtbot.waitUntil(lambda: tables.rows > 0 and not tables.is_pending, timeout=LONG)
    unique = prosecutor_risk(document.result.anonymizer.problem.grouping.input_sizes[0]).sample_uniques
    assert 0 < unique < document.dataset.records
    assert tables.rows == unique
    assert tables.bar.sentence.text().endswith("records alone in the input.")
    assert tables.isAncestorOf(window.focusWidget())
    if by_keyboard:
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(tables.bar.back, Qt.MouseButton.LeftButton)
    assert window.workspace.currentWidget() is window.workspace.perspectives["risk"]
    assert analysis.shown_records is None
