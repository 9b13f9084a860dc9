"""A column read as sets of items: its separator, the hierarchy of its items, and what a model of them lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk.configure.attributes.inspector import AttributeInspector
from arxdesk.configure.protection.model_context import what_it_lacks
from arxdesk.configure.protection.model_words import parameters
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.item_sets import proposed_separator
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.loading import load_dataset

LONG = 5_000
TABLE = "age,items\n30,a;b\n31,b;c\n30,\n31,a;b;c\n"
ROWS = (("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"))


@pytest.fixture
def document(qapp, tmp_path: Path) -> Document:
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    job = job_from(
        {
            "data": {"path": str(tmp_path / "table.csv"), "delimiter": ","},
            "attributes": {"age": {"role": "quasi-identifying"}, "items": {"role": "sensitive"}},
            "privacy": [{"model": "km-anonymity", "attribute": "items", "k": 2, "m": 1}],
        }
    )
    return Document(job, load_dataset(job), {"items": Hierarchy(ROWS, "items")}, None)


@pytest.fixture
def inspector(qtbot, document: Document, jobs: Jobs) -> AttributeInspector:
    made = AttributeInspector(document, jobs)
    qtbot.addWidget(made)
    made.resize(556, 480)
    made.show()
    document.set_focus("items")
    return made


def read_as_sets(inspector: AttributeInspector, qtbot) -> None:
    with qtbot.waitSignal(inspector.type_row.reader.ended, timeout=LONG):
        inspector.type_row.read_as(DataType.SET)


def test_that_sets_are_chosen_with_the_separator_that_is_there(inspector, document, qtbot):
    row = inspector.type_row
    assert not row.separator.isVisible()
    read_as_sets(inspector, qtbot)
    assert row.separator.isVisible()
    assert row.separator.text() == ";"
    assert row.conformity.text() == "3 different items, up to 3 in a cell"
    assert document.settings_of("items").separator == ";"
    assert document.settings_of("items").type is DataType.SET
    document.undo_stack.undo()
    assert document.settings_of("items").separator is None
    assert document.dataset["items"].type.kind is DataType.STRING


def test_that_another_separator_is_typed_and_a_bad_one_refused(inspector, document, qtbot):
    read_as_sets(inspector, qtbot)
    row = inspector.type_row
    row.separator.setText("*")
    row.separator.editingFinished.emit()
    assert row.separator.text() == ";"
    assert "stands for removed cells" in row.conformity.text()
    with qtbot.waitSignal(row.reader.ended, timeout=LONG):
        row.separator.setText("|")
        row.separator.editingFinished.emit()
    assert document.dataset["items"].type.separator == "|"


def test_that_the_hierarchy_is_that_of_the_items(inspector, document, qtbot):
    assert document.missing_values("items") != ()
    read_as_sets(inspector, qtbot)
    assert document.missing_values("items") == ()
    assert document.hierarchy_column("items").values == ("a", "b", "c")
    assert document.hierarchy_column("age") is document.dataset["age"]


def test_that_a_model_of_items_lacks_the_type_until_it_is_chosen(inspector, document, qtbot):
    (model,) = document.job.privacy
    assert what_it_lacks(document, model)[0] == "items is not read as sets of items: choose the type Set for it."
    said = "2^1-anonymity of items needs items to be read as sets of items. Choose the type Set for it."
    assert said in [str(each) for each in document.obstacles]
    read_as_sets(inspector, qtbot)
    assert what_it_lacks(document, model) == ("", ())
    assert document.obstacles == ()
    anonymizer = Anonymizer.formulate(document.job, document.dataset, document.hierarchies)
    assert anonymizer.apply((0,)).dataset["items"].texts().tolist() == ["a;b", "b;c", "", "a;b;c"]


def test_that_the_share_of_items_left_out_is_told(document):
    (model,) = document.job.privacy
    assert parameters(model, document.job) == ""
    said = parameters(model.model_copy(update={"removal_limit": 0.05}), document.job)
    assert said == "Items left out at most: 5 %"


def test_that_sets_cannot_be_quasi_identifying(inspector, document, qtbot):
    read_as_sets(inspector, qtbot)
    document.set_attribute("items", AttributeSettings(role=Role.QUASI_IDENTIFYING, type=DataType.SET, separator=";"))
    assert any("sets of items form no groups" in str(each) for each in document.obstacles)


def test_that_a_column_without_separators_gets_the_usual_one():
    assert proposed_separator(("abc",)) == "|"
