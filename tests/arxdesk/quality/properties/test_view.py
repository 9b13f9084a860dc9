"""Properties of input and output: what the job and the result say."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from arxdesk.quality.properties.model import PropertiesModel, Property
from arxdesk.quality.properties.view import PropertiesView
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle, show
from tests.arxdesk.analysis.applied_documents import adult, document_of, plain, put_on, wards

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def properties(qtbot, jobs):
    held = []  # a window that is collected as garbage while it is shown takes the program with it

    def make(document):
        held.append(show(qtbot, PropertiesView(analysis_of(document, jobs)), (700, 400)))
        return held[-1]

    return make


def said(view):
    """Input and output of every line, by the names on the way to it."""
    found, path = {}, []
    for line in view.model.lines()[1:]:
        name, before, after = line.split("\t")
        depth = (len(name) - len(name.lstrip(" "))) // 2
        path[depth:] = [name.strip()]
        found[tuple(path)] = plain(before), plain(after)
    return found


@pytest.mark.parametrize("of", ["census", "example"])
def test_that_the_lines_are_those_of_the_job_and_the_result(properties, shared, of):
    document = adult(shared / "data" / "adult") if of == "census" else example_document()
    put_on(document)
    lines = said(properties(document))
    facts = document.result.anonymizer.describe(document.result.solution, document.applied.output)
    people, removed = facts["input"]["records"], facts["solution"]["suppressed_records"]
    assert lines["Table", "Records that count"] == (f"{people:,}", f"{people - removed:,}")
    assert lines["Table", "Groups"] == (f"{facts['input']['distinct_records']:,}", f"{facts['solution']['classes']:,}")
    smallest, largest = facts["solution"]["smallest_class"], facts["solution"]["largest_class"]
    assert lines["Table", "Sizes of groups"][1].startswith(f"{smallest:,} to {largest:,}, ")
    assert lines["Table", "Removed"][1].startswith(f"{removed:,} of {people:,} records")
    assert lines["Transformation", "Levels"][1] == ", ".join(map(str, facts["solution"]["levels"].values()))
    assert lines["Transformation", "Loss"][1] == f"{facts['solution']['score']:.4f}"
    assert lines["Transformation", "Found as"][1] == "optimum, proven"
    assert lines["Transformation", "Gap to the best possible"][1] == "none, proven"
    assert lines["Privacy models",][0] == str(len(document.job.privacy))
    for model in document.job.privacy:
        assert lines["Privacy models", model.title][0] == model.sentence
    heights = {name: each.maximum_level for name, each in document.result.anonymizer.hierarchies.items()}
    for name, level in facts["solution"]["levels"].items():
        wanted = "as it was" if level == 0 else f"level {level} of {heights[name]}"
        assert lines["Quasi-identifying", name][1] == wanted


def test_that_parameters_weights_and_limits_are_told(properties):
    document = wards()
    settings = document.settings_of("ward").model_copy(update={"weight": 0.8, "maximum_level": 1})
    document.set_attribute("ward", settings)
    lines = said(properties(document))
    assert lines["Quasi-identifying", "ward", "Weight"][0] == "0.80"
    assert lines["Quasi-identifying", "ward", "Levels allowed"][0] == "0 to 1"
    assert lines["Quasi-identifying", "ward", "Hierarchy"][0] == "2 levels"
    assert lines["Quality and search", "Suppression limit"][0] == "20 %"
    assert lines["Quality and search", "Quality model"][0] == "Loss"
    assert lines["Privacy models", "3-anonymity", "k"][0] == "3"
    assert lines["Not sensitive", "cost"][0] == "Integer"


def test_that_without_an_output_there_is_no_column_for_it(properties, qtbot):
    document = wards()
    view = properties(document)
    assert view.model.columnCount() == 2
    assert ("Transformation",) not in said(view)
    put_on(document, (0, 1))
    settle(qtbot, view)
    assert view.model.columnCount() == 3
    assert said(view)["Quasi-identifying", "ward"] == ("Text", "level 1 of 2")


def test_that_another_transformation_than_the_best_is_said_to_be_chosen(properties):
    document = wards()
    put_on(document, (1, 2))
    lines = said(properties(document))
    assert lines["Transformation", "Found as"][1] == "chosen among the alternatives"
    assert lines["Transformation", "Gap to the best possible"][1].startswith("at most ")


def test_that_without_quasi_identifiers_no_groups_are_told(properties):
    lines = said(properties(document_of(wards().dataset.to_pandas().astype(str), {})))
    assert ("Table", "Groups") not in lines
    assert lines["Table", "Records"][0] == "12"


def test_that_lines_are_copied_and_folded_lines_stay_folded(properties, qtbot):
    document = wards()
    view = properties(document)
    index = view.model.index(0, 0)
    view.tree.selectionModel().select(
        view.model.index(1, 0, index),
        QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
    )
    qtbot.keyClick(view.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Records\t12"
    view.tree.collapse(index)
    put_on(document, (0, 0))
    settle(qtbot, view)
    assert not view.tree.isExpanded(view.model.index(0, 0))
    assert view.tree.isExpanded(view.model.index(1, 0))


def test_that_a_click_on_an_attribute_moves_the_focus(properties):
    document = wards()
    view = properties(document)
    roots = {view.model.index(row, 0).data(): view.model.index(row, 0) for row in range(view.model.rowCount())}
    view.tree.clicked.emit(view.model.index(1, 0, roots["Quasi-identifying"]))
    assert document.focus == "ward"


def test_that_the_model_keeps_the_rules_of_models(qtbot):
    model = PropertiesModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    leaf = Property("leaf", "1", "2")
    model.set_properties([Property("root", children=(leaf, Property("twig", children=(leaf,))))], has_output=True)
    twig = model.index(1, 0, model.index(0, 0))
    assert model.index(0, 2, twig).data() == "2"
    assert model.parent(model.index(0, 2, twig)) == twig
    model.set_properties([], has_output=False)
    assert model.rowCount() == 0
    assert tester.model() is model
