"""Weights: rows for a few attributes, a table for many."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.configure.limits.weights_view import MOST_ROWS, WEIGHT, WeightsPanel
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import job_from


@pytest.fixture
def panel(qtbot, small_document: Document) -> WeightsPanel:
    return shown(qtbot, small_document)


def shown(qtbot, document: Document) -> WeightsPanel:
    made = WeightsPanel(document)
    qtbot.addWidget(made)
    made.resize(360, 300)
    made.show()
    return made


def wide_document(number: int) -> Document:
    frame = pd.DataFrame({f"q{place}": ["a", "b"] for place in range(number)})
    job = job_from({"data": {"path": "wide.csv"}, "attributes": {"*": {"role": "quasi-identifying"}}})
    return Document(job, Dataset.from_pandas(frame, "wide.csv"), {}, None)


def test_that_each_quasi_identifier_has_a_row_whose_slider_is_one_step(panel, small_document):
    assert [row.name for row in panel.rows] == ["age", "sex"]
    for weight in (0.6, 0.7, 0.8):
        panel.rows[1].field.box.setValue(weight)
    assert small_document.settings_of("sex").weight == 0.8
    assert small_document.undo_stack.count() == 1
    small_document.undo_stack.undo()
    assert panel.rows[1].field.value == 0.5


def test_that_reset_makes_all_alike_in_one_step(panel, small_document):
    assert not panel.reset.isEnabled()
    panel.rows[0].field.box.setValue(0.9)
    panel.rows[1].field.box.setValue(0.1)
    panel.reset.click()
    assert {small_document.settings_of(name).weight for name in ("age", "sex")} == {0.5}
    assert small_document.undo_stack.undoText() == "Reset the weights"
    small_document.undo_stack.undo()
    assert panel.rows[0].field.value == 0.9


def test_that_rows_follow_the_roles(panel, small_document):
    small_document.push(change_roles(small_document, ["sex"], Role.SENSITIVE))
    assert [row.name for row in panel.rows] == ["age"]
    small_document.push(change_roles(small_document, ["age"], Role.SENSITIVE))
    assert panel._pages.currentWidget() is panel._none


def test_that_models_without_weights_say_so(panel, small_document):
    quality = small_document.job.quality.model_copy(update={"model": "discernibility"})
    small_document.set_sections({"quality": quality})
    assert "weights all attributes equally" in panel.note.text()
    assert not panel.rows[0].field.isEnabled()


def test_that_a_search_locks_the_weights(panel, small_document):
    small_document.set_locked(True)
    assert not panel.rows[0].field.isEnabled()
    assert not panel.reset.isEnabled()


def test_that_many_attributes_stand_in_a_table_that_is_searched_and_changed(qtbot, qapp):
    document = wide_document(500)
    panel = shown(qtbot, document)
    assert panel._pages.currentWidget() is panel.many
    assert panel.model.rowCount() == 500
    assert panel.many.pages == 5
    panel.many.search.setText("q49")
    qtbot.waitUntil(lambda: panel.table.model().rowCount() == 11)
    index = panel.table.model().index(0, WEIGHT)
    place = panel.table.visualRect(index)
    QTest.mouseClick(
        panel.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.left() + 14, place.center().y())
    )
    assert document.settings_of("q49").weight == 0.0
    assert document.undo_stack.undoText() == "Weight of q49"
    panel.table.model().setData(index, 0.7)
    assert document.settings_of("q49").weight == 0.7
    document.set_locked(True)
    assert not panel.table.model().flags(index) & Qt.ItemFlag.ItemIsEditable


def test_that_the_table_begins_where_rows_end(qtbot, qapp):
    few, many = wide_document(MOST_ROWS), wide_document(MOST_ROWS + 1)
    assert len(shown(qtbot, few).rows) == MOST_ROWS
    assert shown(qtbot, many).rows == ()
