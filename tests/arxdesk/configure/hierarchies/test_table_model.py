"""A hierarchy as a table: equal neighbours are one cell, the header counts groups."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt

from arxdesk.configure.hierarchies.table_model import HierarchyModel
from arxdesk.ui.item_roles import CAPTION_ROLE, CONTINUES_ROLE, TONE_ROLE
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

ROWS = (("10", "10-11", "*"), ("11", "10-11", "*"), ("12", "12-13", "*"), ("", "12-13", "*"))


@pytest.fixture
def model(qapp) -> HierarchyModel:
    made = HierarchyModel()
    made.set_hierarchy(Hierarchy(ROWS))
    return made


def column(model: HierarchyModel, level: int, role: int = Qt.ItemDataRole.DisplayRole) -> list[object]:
    return [model.index(row, level).data(role) for row in range(model.rowCount())]


def test_that_the_model_keeps_the_rules_of_qt(model: HierarchyModel, qtmodeltester):
    qtmodeltester.check(model)
    model.set_hierarchy(None)
    qtmodeltester.check(model)
    model.set_hierarchy(Hierarchy(ROWS[:1]))
    qtmodeltester.check(model)


def test_that_a_label_stands_in_the_first_row_of_its_group_only(model: HierarchyModel):
    assert column(model, 0) == ["10", "11", "12", ""]
    assert column(model, 1) == ["10-11", "", "12-13", ""]
    assert column(model, 2) == ["*", "", "", ""]


def test_that_cells_know_whether_their_group_goes_on_below(model: HierarchyModel):
    assert column(model, 0, CONTINUES_ROLE) == [False] * 4
    assert column(model, 1, CONTINUES_ROLE) == [True, False, True, False]
    assert column(model, 2, CONTINUES_ROLE) == [True, True, True, False]


def test_that_every_cell_tells_its_label_as_a_tooltip(model: HierarchyModel):
    assert column(model, 1, Qt.ItemDataRole.ToolTipRole) == ["10-11", "10-11", "12-13", "12-13"]


def test_that_the_empty_value_is_shown_as_missing(model: HierarchyModel):
    assert column(model, 0, TONE_ROLE) == [None, None, None, "missing"]


def test_that_the_header_counts_values_and_groups(model: HierarchyModel):
    captions = [model.headerData(level, Qt.Orientation.Horizontal, CAPTION_ROLE) for level in range(3)]
    assert captions == ["4 values", "2 groups", "1 group"]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Level 1"
    assert model.headerData(3, Qt.Orientation.Vertical) == "4"


def test_that_without_a_hierarchy_there_is_nothing(model: HierarchyModel):
    model.set_hierarchy(None)
    assert (model.rowCount(), model.columnCount()) == (0, 0)
    assert model.hierarchy is None
    assert model.data(QModelIndex()) is None
