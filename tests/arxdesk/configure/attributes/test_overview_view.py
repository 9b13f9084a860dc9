"""The list of attributes: selected rows change in one step, on all pages, and hundreds of them at once."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from arxdesk.configure.attributes.model import Trait
from arxdesk.configure.attributes.overview_view import AttributesView
from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.core.attributes.treatments import Treatment
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.job.job import job_from
from tests.arxdesk.conftest import banded_hierarchy
from tests.lines import lines_of

LONG = 5_000
COLUMNS = 250


def wide_document(columns: int, records: int = 40) -> Document:
    generator = np.random.default_rng(3)
    frame = pd.DataFrame({f"column {n}": generator.integers(0, 9, records).astype(str) for n in range(columns)})
    frame["words"] = [*("ab" * (records // 2))]
    job = job_from({"data": {"path": "wide.csv"}, "privacy": [{"model": "k-anonymity", "k": 2}]})
    return Document(job, Dataset.from_pandas(frame, "wide.csv"), {}, None)


@pytest.fixture
def document(qapp) -> Document:
    return wide_document(COLUMNS - 1)


@pytest.fixture
def view(qtbot, document: Document, jobs: Jobs) -> AttributesView:
    made = AttributesView(document, jobs)
    qtbot.addWidget(made)
    made.resize(480, 280)
    made.show()
    return made


def select(view: AttributesView, *rows: int) -> None:
    view.table.clearSelection()
    model = view.table.selectionModel()
    for row in rows:
        model.select(view.paged.page_model.index(row, 0), model.SelectionFlag.Select | model.SelectionFlag.Rows)


def test_that_few_attributes_are_seen_at_once_with_whole_columns(qtbot, jobs: Jobs):
    view = AttributesView(wide_document(8), jobs)
    qtbot.addWidget(view)
    view.resize(416, 308)
    view.show()
    last = view.table.visualRect(view.paged.page_model.index(8, 0))
    assert view.table.viewport().rect().contains(last.topLeft())
    assert view.table.isColumnHidden(Trait.MISSING)  # no cell is
    assert not view.paged.search.isVisible()
    width = view.table.viewport().width()
    edges = [view.table.columnViewportPosition(each) for each in Trait if not view.table.isColumnHidden(each)]
    assert width in edges


@pytest.mark.parametrize(
    ("key", "role"),
    [
        (Qt.Key.Key_I, Role.IDENTIFYING),
        (Qt.Key.Key_Q, Role.QUASI_IDENTIFYING),
        (Qt.Key.Key_S, Role.SENSITIVE),
    ],
)
def test_that_a_letter_gives_what_is_selected_a_role_as_one_step(view, document: Document, qtbot, key, role: Role):
    with qtbot.waitActive(view):
        view.activateWindow()
    view.table.setFocus()
    select(view, 0, 2, 3)
    QTest.keyClick(view.table, key)
    assert document.attributes_with(role) == ("column 0", "column 2", "column 3")
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Role of 3 attributes"
    QTest.keyClick(view.table, key)
    assert document.undo_stack.count() == 1, "they have it already"
    QTest.keyClick(view.table, Qt.Key.Key_N)
    assert document.attributes_with(role) == ()
    assert len(view.selected()) == 3, "the selection stays"


def test_that_everything_that_is_found_is_changed_on_all_pages(view, document: Document, qtbot):
    with qtbot.waitActive(view):
        view.activateWindow()
    view.table.setFocus()
    assert view.paged.pages > 1
    QTest.keyClick(view.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert view.caption == f"{COLUMNS} selected"
    QTest.keyClick(view.table, Qt.Key.Key_Q)
    assert len(document.attributes_with(Role.QUASI_IDENTIFYING)) == COLUMNS
    view.paged.search.setText("column 1")
    found = sum("1" in name for name in document.dataset.names)
    qtbot.waitUntil(lambda: len(view.paged.found_rows) == found, timeout=LONG)
    view.select_everything()
    view.actions_of_several.set_role(Role.SENSITIVE)
    assert len(document.attributes_with(Role.SENSITIVE)) == found


def test_that_a_whole_page_offers_the_rest(view):
    assert not view.everything.isVisible()
    view.table.selectAll()
    assert view.everything.isVisible()
    assert view.everything.text() == f"Select all {COLUMNS}"
    QTest.mouseClick(view.everything, Qt.MouseButton.LeftButton)
    assert len(view.selected()) == COLUMNS
    assert not view.everything.isVisible()


def test_that_weights_and_levels_change_where_there_are_any(view, document: Document):
    bulk = view.actions_of_several
    select(view, 0, 1)
    assert not bulk.weight.isEnabled(), "only quasi-identifiers have weights"
    bulk.set_role(Role.QUASI_IDENTIFYING)
    document.set_hierarchies({"column 0": banded_hierarchy([str(n) for n in range(9)])})
    select(view, 0, 1, 2)
    assert bulk.weight.isEnabled()
    bulk.weight.trigger()
    bulk.dialog.field.box.setValue(0.9)
    bulk.dialog.accept()
    assert [document.settings_of(f"column {n}").weight for n in range(3)] == [0.9, 0.9, 0.5]
    assert document.undo_stack.undoText() == "Weight of 2 attributes"
    bulk.levels.trigger()
    bulk.dialog.to_the_top.setChecked(False)
    bulk.dialog.low.setValue(1)
    bulk.dialog.high.setValue(2)
    bulk.dialog.accept()
    settings = document.settings_of("column 0")
    assert (settings.minimum_level, settings.maximum_level) == (1, 2)
    assert document.undo_stack.undoText() == "Levels of column 0"
    bulk.remove.trigger()
    assert document.hierarchies == {}
    document.undo_stack.undo()
    assert list(document.hierarchies) == ["column 0"]


def test_that_a_type_is_given_to_columns_it_fits_and_the_others_are_named(view, document: Document, qtbot):
    last = COLUMNS - 1
    view.paged.show_row(last)
    place = view.paged.page_model.rows.index(last)
    select(view, place - 2, place - 1, place)
    with qtbot.waitSignal(view.reader.ended, timeout=LONG):
        view.actions_of_several.read_as(DataType.DECIMAL)
    assert document.dataset[f"column {last - 1}"].type.kind is DataType.DECIMAL
    assert document.dataset["words"].type.kind is DataType.STRING
    assert document.undo_stack.undoText() == "Type of 2 attributes"
    assert view.several.text().startswith("1 column stays as before")
    document.undo_stack.undo()
    assert document.dataset[f"column {last - 1}"].type.kind is DataType.INTEGER


def test_that_treatments_reach_those_they_suit(view, document: Document):
    bulk = view.actions_of_several
    select(view, 0, 1)
    bulk.treat(Treatment.MICROAGGREGATE)
    assert document.undo_stack.count() == 0, "no quasi-identifier among them"
    bulk.set_role(Role.QUASI_IDENTIFYING)
    select(view, 0, 1, 2)
    bulk.menu.aboutToShow.emit()
    shown = {each.text() for each in bulk.treatments.actions() if each.isVisible()}
    assert "Microaggregate (2 of 3)" in shown
    assert "Redact" not in shown
    bulk.treat(Treatment.MICROAGGREGATE)
    assert [document.settings_of(f"column {n}").transformation for n in range(3)] == [
        *("microaggregate", "microaggregate", "generalize")
    ]


def test_that_proposals_are_asked_for_what_is_selected(view, document: Document, qtbot):
    select(view, 1, 4)
    with qtbot.waitSignal(document.wishes.hierarchy_proposals) as asked:
        view.actions_of_several.propose.trigger()
    assert asked.args == [("column 1", "column 4")]


def test_that_a_locked_document_locks_the_actions(view, document: Document):
    select(view, 0, 1)
    assert view.change.isEnabled()
    document.set_locked(True)
    assert not view.change.isEnabled()
    assert not view.actions_of_several.roles[Role.IDENTIFYING].isEnabled()
    view.actions_of_several.set_role(Role.IDENTIFYING)
    assert document.undo_stack.count() == 0


def test_that_sorting_goes_up_down_and_back(view, document: Document):
    header = view.table.header
    place = header.sectionViewportPosition(Trait.NAME) + 10
    seen = []
    for _ in range(3):
        QTest.mouseClick(
            header.viewport(), Qt.MouseButton.LeftButton, pos=header.viewport().rect().topLeft() + _at(place)
        )
        seen.append(view.model.name_of(0))
    assert seen == ["column 0", "words", "column 0"]
    assert view.model.name_of(10) == "column 10"


def _at(x: int):
    from PySide6.QtCore import QPoint  # noqa: PLC0415

    return QPoint(x, 10)


def test_that_the_role_filter_leaves_the_others_out(view, document: Document):
    select(view, 5)
    view.actions_of_several.set_role(Role.SENSITIVE)
    view.role_filter.chosen.emit("sensitive")
    assert view.model.rowCount() == 1
    view.role_filter.chosen.emit("identifying")
    assert view.caption == "no attribute has this role"
    view.role_filter.chosen.emit("every")
    assert view.model.rowCount() == COLUMNS


def test_that_the_focus_comes_into_sight_on_its_page(view, document: Document):
    document.set_focus("words")
    assert view.paged.page == view.paged.pages - 1
    assert view.paged.current_row == COLUMNS - 1
    assert document.undo_stack.count() == 0


def test_that_500_roles_change_in_one_step_that_grows_with_their_number_alone(qtbot, qapp, jobs: Jobs):
    def lines(columns: int) -> list[int]:
        document = wide_document(columns)
        configure = ConfigurePerspective(document, jobs)
        qtbot.addWidget(configure)
        configure.resize(1368, 796)
        configure.show()
        QTest.qWait(200)
        view = configure.overview_view
        view.select_everything()
        taken = []
        for role in (Role.QUASI_IDENTIFYING, Role.SENSITIVE, Role.IDENTIFYING):
            taken.append(lines_of(partial(view.actions_of_several.set_role, role)))
            QCoreApplication.sendPostedEvents()
            QTest.qWait(20)
        assert document.undo_stack.count() == 3
        return taken

    for few, many in zip(lines(100), lines(500), strict=True):
        assert many < 6 * few
