"""The attributes as rows: they follow the document, each change its own row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from arxdesk.commands import ChangeAttributes, ChangeHierarchy, ChangeWeight, change_roles
from arxdesk.document import Document
from arxdesk.item_roles import TONE_ROLE
from arxdesk.models.attributes import AttributesModel, Shown
from engine.schema import Role


@pytest.fixture
def model(small_document: Document) -> AttributesModel:
    return AttributesModel(small_document)


def row(model: AttributesModel, number: int) -> list[object]:
    return [model.index(number, column).data() for column in Shown]


def test_that_the_model_keeps_the_rules_of_qt(model: AttributesModel, qtmodeltester):
    qtmodeltester.check(model)


def test_that_a_row_tells_role_values_levels_and_weight(model: AttributesModel):
    assert row(model, 0) == ["age", "Quasi-identifying", "8", "0 to 3", "0.50"]
    assert row(model, 1) == ["sex", "Quasi-identifying", "2", "0 to 0", "0.50"]
    assert row(model, 2) == ["note", "Insensitive", "8", "–", "–"]


@pytest.mark.parametrize(
    ("make", "number", "expected"),
    [
        (lambda d: change_roles(d, ["note"], Role.SENSITIVE), 2, ["note", "Sensitive", "8", "–", "–"]),
        (lambda d: ChangeWeight(d, "sex", 0.75), 1, ["sex", "Quasi-identifying", "2", "0 to 0", "0.75"]),
        (
            lambda d: ChangeAttributes(d, {"age": d.settings_of("age").model_copy(update={"maximum_level": 2})}, "x"),
            0,
            ["age", "Quasi-identifying", "8", "0 to 2", "0.50"],
        ),
        (lambda d: ChangeHierarchy(d, "age", None, None), 0, ["age", "Quasi-identifying", "8", "0 to 0", "0.50"]),
    ],
)
def test_that_a_change_refreshes_its_row_and_no_other(small_document: Document, model, make, number, expected):
    changed: set[int] = set()
    model.dataChanged.connect(lambda first, last: changed.update(range(first.row(), last.row() + 1)))
    small_document.push(make(small_document))
    assert changed == {number}
    assert row(model, number) == expected
    small_document.undo_stack.undo()
    assert row(model, number) != expected


def test_that_the_attribute_in_focus_stands_out(small_document: Document, model: AttributesModel, qtbot):
    with qtbot.waitSignal(model.dataChanged):
        small_document.set_focus("sex")
    assert [model.index(number, Shown.NAME).data(TONE_ROLE) for number in range(3)] == [None, "strong", None]
    assert model.index(1, Shown.ROLE).data(TONE_ROLE) is None


def test_that_titles_stand_above_their_columns(model: AttributesModel):
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in Shown]
    assert titles == ["Attribute", "Role", "Values", "Levels", "Weight"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    for column in Shown:
        role = Qt.ItemDataRole.TextAlignmentRole
        assert model.index(0, column).data(role) == model.headerData(column, Qt.Orientation.Horizontal, role)
