"""The research subset in the table of Configure: ticked, filtered, drawn, read from a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.configure.table.records_view import RecordsView
from arxdesk.configure.table.subset_dialogs import ExpressionDialog, RandomDialog
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.applied_documents import plain
from tests.arxdesk.configure.table.records_views import (
    FRAME,
    LEFT,
    LONG,
    document_with,
    records,
    settled,
    shown,
    type_into,
)

"""The offscreen platform says so of every popup."""


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return document_with()


@pytest.fixture
def view(qtbot, document: Document, jobs: Jobs) -> RecordsView:
    return shown(qtbot, document, jobs)


def ticked(view: RecordsView) -> list[int]:
    return np.flatnonzero(view.subset_controls.subset.ticked).tolist()


def click_box(view: RecordsView, row: int) -> None:
    header = view.table.ticks
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(15, header.sectionViewportPosition(row) + 12))


def test_that_ticks_by_hand_are_undo_steps_and_stand_in_the_job(view: RecordsView, document: Document):
    click_box(view, 1)
    click_box(view, 3)
    assert document.job.subset == SubsetSettings(exclude="2, 4")
    assert ticked(view) == [0, 2, 4, 5]
    assert plain(view.subset_controls.words.text()) == "Subset: 4 of 6 (67 %)"
    assert view.table.model().index(1, 0).data(TONE_ROLE) == "muted"
    assert view.table.corner.state is Qt.CheckState.PartiallyChecked
    click_box(view, 1)
    assert document.job.subset == SubsetSettings(exclude="4")
    document.undo_stack.undo()
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.job.subset is None
    assert view.subset_controls.words.text() == "Subset: all records"
    assert not document.modified


def test_that_the_space_bar_ticks_all_selected_rows(qtbot, view: RecordsView, document: Document):
    view.show_only("age > 9")
    qtbot.waitUntil(lambda: records(view) == [0, 2, 4, 5], timeout=LONG)
    model, flags = view.table.model(), QItemSelectionModel.SelectionFlag
    for row in (0, 1, 3):
        view.table.selectionModel().select(model.index(row, 0), flags.Select | flags.Rows)
    QTest.keyClick(view.table, Qt.Key.Key_Space)
    assert ticked(view) == [1, 3, 4]
    assert document.undo_stack.count() == 1
    view.table.selectAll()
    QTest.keyClick(view.table, Qt.Key.Key_Space)
    assert document.job.subset is None


def test_that_the_box_in_the_corner_is_for_the_records_shown(qtbot, view: RecordsView, document: Document):
    QTest.mouseClick(view.table.corner, LEFT)
    assert document.job.subset == SubsetSettings(base="none")
    view.show_only("city = 'Rome'")
    qtbot.waitUntil(lambda: records(view) == [0, 5], timeout=LONG)
    QTest.mouseClick(view.table.corner, LEFT)
    assert document.job.subset == SubsetSettings(base="none", include="1, 6")
    assert view.table.corner.state is Qt.CheckState.Checked
    QTest.mouseClick(view.table.corner, LEFT)
    assert ticked(view) == []


def test_that_the_filter_becomes_the_subset_and_can_be_inverted(qtbot, view: RecordsView, document: Document):
    entry = view.subset_controls.actions["filter"]
    assert not entry.isEnabled()
    view.show_only("age >= 30")
    qtbot.waitUntil(entry.isEnabled, timeout=LONG)
    entry.trigger()
    qtbot.waitUntil(lambda: ticked(view) == [0, 4, 5], timeout=LONG)
    assert document.job.subset == SubsetSettings(select="age >= 30")
    click_box(view, 0)
    assert document.job.subset == SubsetSettings(select="age >= 30", exclude="1")
    view.subset_controls.choose("invert")
    qtbot.waitUntil(lambda: ticked(view) == [0, 1, 2, 3], timeout=LONG)
    assert document.job.subset == SubsetSettings(select="age >= 30", invert=True, include="1")
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: ticked(view) == [4, 5], timeout=LONG)


def test_that_a_file_is_looked_up_and_a_wrong_one_is_told(qtbot, view: RecordsView, document: Document, tmp_path: Path):
    listed = tmp_path / "some.csv"
    FRAME.iloc[[0, 2]].to_csv(listed, index=False)
    view.subset_controls.choose_file(listed)
    qtbot.waitUntil(lambda: ticked(view) == [0, 2], timeout=LONG)
    other = tmp_path / "other.csv"
    other.write_text("age,city,note\n1,x,y\n", encoding="utf-8")
    view.subset_controls.choose_file(other)
    qtbot.waitUntil(lambda: not view.subset_message.isHidden(), timeout=LONG)
    assert "is not in the table" in view.subset_message.text.text()
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: ticked(view) == [0, 2], timeout=LONG)
    assert view.subset_message.isHidden()


def test_that_an_expression_is_counted_before_it_is_used(qtbot, view: RecordsView, document: Document):
    view.subset_controls.choose("select")
    dialog = view.subset_controls.dialog
    assert isinstance(dialog, ExpressionDialog)
    assert not dialog.foot.primary.isEnabled()
    type_into(dialog.field, "age > 9 an")
    qtbot.waitUntil(lambda: "is not expected here" in dialog.outcome.text(), timeout=LONG)
    assert not dialog.foot.primary.isEnabled()
    type_into(dialog.field, "age > 9")
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    assert plain(dialog.outcome.text()) == "4 of 6 records (67 %)."
    QTest.mouseClick(dialog.foot.primary, LEFT)
    qtbot.waitUntil(lambda: ticked(view) == [0, 2, 4, 5], timeout=LONG)
    assert document.undo_stack.undoText() == "Subset by expression"


def test_that_a_random_share_is_drawn_with_its_seed(qtbot, view: RecordsView, document: Document):
    view.subset_controls.choose("random")
    dialog = view.subset_controls.dialog
    assert isinstance(dialog, RandomDialog)
    dialog._number.setValue(2)
    dialog._seed.setValue(5)
    QTest.mouseClick(dialog.foot.primary, LEFT)
    qtbot.waitUntil(lambda: len(ticked(view)) == 2, timeout=LONG)
    assert document.job.subset == SubsetSettings(random=2 / 6, seed=5)
    first = ticked(view)
    document.undo_stack.undo()
    document.undo_stack.redo()
    qtbot.waitUntil(lambda: ticked(view) == first, timeout=LONG)


def test_that_a_subset_of_a_model_is_shown_and_moves_to_the_job_when_it_is_changed(qtbot, jobs: Jobs):
    presence = {"model": "delta-presence", "dmin": 0.0, "dmax": 0.9, "subset": "age >= 30"}
    document = document_with(privacy=[presence])
    view = shown(qtbot, document, jobs)
    qtbot.waitUntil(lambda: view.subset_controls.subset.ticked is not None and ticked(view) == [0, 4, 5], timeout=LONG)
    click_box(view, 1)
    assert document.job.subset == SubsetSettings(select="age >= 30", include="2")
    assert document.job.privacy[0].subset is None
    document.undo_stack.undo()
    assert document.job.privacy[0].subset == "age >= 30"
    settled(qtbot, view)


@pytest.mark.parametrize(
    ("privacy", "sections"),
    [
        ([{"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "scheme": "medium"}], {}),
        ([{"model": "k-anonymity", "k": 2}], {"sampling": {"fraction": 0.5}}),
    ],
)
def test_that_nothing_can_be_ticked_where_a_sample_is_drawn(qtbot, jobs: Jobs, privacy, sections):
    document = document_with(privacy, **sections)
    view = shown(qtbot, document, jobs)
    assert not view.subset_controls.button.isEnabled()
    assert view.subset_controls.button.toolTip()
    click_box(view, 1)
    QTest.keyClick(view.table, Qt.Key.Key_Space)
    assert document.undo_stack.count() == 0


def test_that_a_locked_document_is_not_ticked(view: RecordsView, document: Document):
    document.set_locked(True)
    click_box(view, 1)
    view.subset_controls.choose("none")
    assert document.job.subset is None
    assert not view.subset_controls.button.isEnabled()
    document.set_locked(False)
    click_box(view, 1)
    assert document.job.subset == SubsetSettings(exclude="2")
