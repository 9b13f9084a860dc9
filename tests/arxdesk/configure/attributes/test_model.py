"""The attributes as rows: they follow the document, each change its own row."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import Qt

from arxdesk.configure.attributes.model import AttributesModel, Trait
from arxdesk.core.commands import ChangeAttributes, ChangeHierarchy, ChangeWeight, change_roles
from arxdesk.core.document import Document
from arxdesk.ui.item_roles import ROLE_ROLE, TONE_ROLE
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import job_from
from tests.arxdesk.conftest import banded_hierarchy

AGE = ["age", "Integer", "8", "–", "100 %", "Complete", "0 to 3", "Generalize", "0.50"]
SEX = ["sex", "Text", "2", "–", "–", "None", "–", "Generalize", "0.50"]
NOTE = ["note", "Text", "8", "–", "–", "–", "–", "Keep as it is", "–"]


def aggregated(document: Document, transformation: str) -> ChangeAttributes:
    update = {"transformation": transformation, "function": "median"}
    return ChangeAttributes(document, {"age": document.settings_of("age").model_copy(update=update)}, "x")


def names(model: AttributesModel) -> list[str]:
    return [model.name_of(number) for number in range(model.rowCount())]


@pytest.fixture
def model(small_document: Document) -> AttributesModel:
    return AttributesModel(small_document)


def row(model: AttributesModel, number: int) -> list[object]:
    return [model.index(number, column).data() for column in Trait]


def test_that_the_model_keeps_the_rules_of_qt(model: AttributesModel, qtmodeltester):
    qtmodeltester.check(model)


def test_that_a_row_tells_role_values_levels_and_weight(model: AttributesModel):
    assert row(model, 0) == AGE
    assert row(model, 1) == SEX
    assert row(model, 2) == NOTE
    assert [model.index(number, Trait.NAME).data(ROLE_ROLE) for number in range(3)] == [
        *("quasi-identifying", "quasi-identifying", "undecided"),
    ]
    assert model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "note, undecided"


@pytest.mark.parametrize(
    ("make", "number", "expected"),
    [
        (
            lambda d: change_roles(d, ["note"], Role.QUASI_IDENTIFYING),
            2,
            ["note", "Text", "8", "–", "–", "None", "–", "Generalize", "0.50"],
        ),
        (lambda d: ChangeWeight(d, "sex", 0.75), 1, [*SEX[:-1], "0.75"]),
        (
            lambda d: ChangeAttributes(d, {"age": d.settings_of("age").model_copy(update={"maximum_level": 2})}, "x"),
            0,
            [*AGE[: Trait.LEVELS], "0 to 2", *AGE[Trait.LEVELS + 1 :]],
        ),
        (
            lambda d: ChangeHierarchy(d, "age", None, None),
            0,
            ["age", "Integer", "8", "–", "100 %", "None", "–", "Generalize", "0.50"],
        ),
        (lambda d: aggregated(d, "microaggregate"), 0, [*AGE[: Trait.HIERARCHY], "Complete", "–", "Median", "0.50"]),
        (lambda d: aggregated(d, "cluster-microaggregate"), 0, [*AGE[: Trait.TREATMENT], "Median, clustered", "0.50"]),
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
    assert [model.index(number, Trait.NAME).data(TONE_ROLE) for number in range(3)] == [None, "strong", None]
    assert model.index(1, Trait.VALUES).data(TONE_ROLE) is None


def test_that_titles_stand_above_their_columns(model: AttributesModel):
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in Trait]
    assert titles[:3] == ["Attribute", "Type", "Values"]
    assert titles[-2:] == ["Transformation", "Weight"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    for column in Trait:
        role = Qt.ItemDataRole.TextAlignmentRole
        assert model.index(0, column).data(role) == model.headerData(column, Qt.Orientation.Horizontal, role)


def test_that_rows_are_sorted_by_what_cells_mean_and_come_back_to_the_order_of_the_table(small_document, model):
    small_document.push(ChangeWeight(small_document, "sex", 0.1))
    model.sort(Trait.VALUES)
    assert names(model)[0] == "sex"
    model.sort(Trait.WEIGHT, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["age", "sex", "note"]
    for shown in Trait:
        model.sort(shown)
        assert sorted(names(model)) == ["age", "note", "sex"]
    model.sort(-1)
    assert names(model) == ["age", "sex", "note"]


def test_that_the_filter_follows_changed_roles(small_document: Document, model: AttributesModel):
    model.set_role(Role.QUASI_IDENTIFYING)
    assert names(model) == ["age", "sex"]
    small_document.push(change_roles(small_document, ["sex"], Role.SENSITIVE))
    assert names(model) == ["age"]
    assert (model.row_of("age"), model.row_of("sex")) == (0, -1)
    model.set_role(Role.IDENTIFYING)
    assert model.rowCount() == 0
    model.set_role(None)
    assert names(model) == ["age", "sex", "note"]


def test_that_a_hierarchy_without_entries_says_how_many_and_stands_out(small_document: Document, model):
    small_document.push(ChangeHierarchy(small_document, "age", banded_hierarchy(["10", "11"]), "/x.csv"))
    assert row(model, 0)[Trait.HIERARCHY] == "6 missing"
    assert model.index(0, Trait.HIERARCHY).data(TONE_ROLE) == "warn"


def test_that_missing_cells_are_counted_and_are_no_value(qapp):
    frame = pd.DataFrame({"age": ["3", "", "5", ""], "city": ["a", "", "b", "c"], "full": list("wxyz")})
    dataset = Dataset.from_pandas(frame)
    made = AttributesModel(Document(job_from({"data": {"path": "x.csv"}}), dataset, {}, None))
    counted = [tuple(row(made, number)[Trait.VALUES : Trait.FITS]) for number in range(3)]
    assert counted == [("2", "2"), ("3", "1"), ("4", "–")]
