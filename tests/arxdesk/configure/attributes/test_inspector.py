"""The rows of the inspector: role, type, treatment; each change is one step that undo takes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.configure.attributes.inspector import AttributeInspector
from arxdesk.configure.hierarchies.words import without_hierarchy
from arxdesk.core.attributes.treatments import TITLES, Treatment
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, perturbation_from
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.privacy.size import KAnonymity

LONG = 5_000
TABLE = """name;age;sex;visit;mixed;grade;income
Anna;34;f;2024-01-05;7;B;1200
Bert;36;m;2024-01-09;n/a;A;900
Carl;35;m;2024-02-01;12;C;4000
Dora;34;f;2024-02-11;3;A;800
Emil;35;m;2024-03-01;n/a;B;1500
Fria;36;f;2024-03-03;9;C;2500
"""
QUASI = AttributeSettings(role=Role.QUASI_IDENTIFYING)


@pytest.fixture
def document(qapp, tmp_path: Path) -> Document:
    file = tmp_path / "people.csv"
    file.write_text(TABLE, encoding="utf-8")
    job = Job(
        data=DataSource(path=str(file)),
        attributes={
            "name": AttributeSettings(role=Role.IDENTIFYING),
            "age": QUASI,
            "sex": QUASI,
            "income": AttributeSettings(role=Role.SENSITIVE),
        },
        privacy=(KAnonymity(k=2),),
    )
    ages = Hierarchy(tuple((age, "30-39", "*") for age in ("34", "35", "36")), "ages")
    return Document(job, load_dataset(job), {"age": ages}, None)


@pytest.fixture
def inspector(qtbot, document: Document, jobs: Jobs) -> AttributeInspector:
    made = AttributeInspector(document, jobs)
    qtbot.addWidget(made)
    made.resize(556, 480)
    made.show()
    return made


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    chosen = tmp_path / "secret" / "project.key"
    chosen.parent.mkdir()
    for module in ("treatment_rows", "treatment_forms"):
        monkeypatch.setattr(f"arxdesk.configure.attributes.{module}.ask_for_key", lambda *_: chosen)
    return chosen


def settle(inspector: AttributeInspector, qtbot) -> None:
    with qtbot.waitSignal(inspector.type_row.reader.ended, timeout=LONG):
        pass


def choose(inspector: AttributeInspector, treatment: Treatment) -> None:
    box = inspector.treatment_rows.treatment
    box.setCurrentIndex(box.findData(treatment.value))
    box.activated.emit(box.currentIndex())


def is_fresh(document: Document) -> bool:
    """Whether the table is what a fresh reading of it gives."""
    fresh = load_dataset(document.job)
    return all(
        (fresh[column.name].values, fresh[column.name].type) == (column.values, column.type)
        and (fresh[column.name].codes == column.codes).all()
        for column in document.dataset
    )


def test_that_a_chosen_type_is_read_as_one_step_that_undo_takes_back(inspector, document: Document, qtbot):
    document.set_focus("age")
    row = inspector.type_row
    row.kind.setCurrentIndex(row.kind.findData("string"))
    with qtbot.waitSignal(row.reader.ended, timeout=LONG):
        row.kind.activated.emit(row.kind.currentIndex())
    assert document.dataset["age"].type.kind is DataType.STRING
    assert document.settings_of("age").type is DataType.STRING
    assert document.undo_stack.undoText() == "Type of age"
    assert row.conformity.text() == "Any text fits, 3 values"
    assert is_fresh(document)
    document.undo_stack.undo()
    assert document.dataset["age"].type.kind is DataType.INTEGER
    assert row.kind.value == "integer"
    assert row.conformity.text() == "All cells fit, 34 to 36"
    assert is_fresh(document)


def test_that_contradicting_cells_are_shown_and_read_as_missing(inspector, document: Document, qtbot):
    document.set_focus("mixed")
    row = inspector.type_row
    with qtbot.waitSignal(row.reader.contradicted, timeout=LONG):
        row.read_as(DataType.INTEGER)
    assert row.popup.isVisible()
    assert row.popup.lead.text() == "2 cells contradict Integer"
    assert [row.popup.table.item(0, column).text() for column in (0, 1)] == ["n/a", "2"]
    assert document.dataset["mixed"].type.kind is DataType.STRING, "nothing is changed before somebody says what to do"
    assert document.undo_stack.count() == 0
    with qtbot.waitSignal(row.reader.ended, timeout=LONG):
        QTest.mouseClick(row.popup.missing, Qt.MouseButton.LeftButton)
    assert document.dataset["mixed"].type.kind is DataType.INTEGER
    assert document.settings_of("mixed").replace == {"n/a": ""}
    assert "2 cells are missing" in row.conformity.toolTip()
    assert document.undo_stack.count() == 1
    assert is_fresh(document)


def test_that_the_records_behind_contradicting_cells_are_asked_for(inspector, document: Document, qtbot):
    document.set_focus("mixed")
    with qtbot.waitSignal(inspector.type_row.reader.contradicted, timeout=LONG):
        inspector.type_row.read_as(DataType.INTEGER)
    with qtbot.waitSignal(inspector.type_row.filter_requested) as asked:
        QTest.mouseClick(inspector.type_row.popup.records, Qt.MouseButton.LeftButton)
    assert asked.args == ["\"mixed\" in ('n/a')"]
    assert not inspector.type_row.popup.isVisible()


def test_that_a_text_column_says_what_it_nearly_is(inspector, document: Document, qtbot):
    document.set_focus("mixed")
    qtbot.waitUntil(inspector.type_row.hint.isVisible, timeout=LONG)
    assert inspector.type_row.hint.text() == "66.7 % integer..."
    assert "Integer (66.7 %)" in [inspector.type_row.kind.itemText(n) for n in range(inspector.type_row.kind.count())]
    document.set_focus("sex")
    assert not inspector.type_row.hint.isVisible()


def test_that_several_date_formats_are_typed_with_or(inspector, document: Document, qtbot):
    document.set_focus("visit")
    row = inspector.type_row
    row.format.lineEdit().setText("dd.MM.yyyy or yyyy-MM-dd")
    row.format.lineEdit().editingFinished.emit()
    qtbot.waitUntil(lambda: document.dataset["visit"].type.format == "%d.%m.%Y", timeout=LONG)
    assert document.settings_of("visit").other_formats == ("%Y-%m-%d",)


def test_that_a_date_format_is_chosen_typed_and_judged(inspector, document: Document, qtbot):
    document.set_focus("visit")
    row = inspector.type_row
    assert row.format.isVisible()
    assert row.format.currentText() == "yyyy-MM-dd"
    row.format.lineEdit().setText("nonsense")
    row.format.lineEdit().editingFinished.emit()
    assert "names no day" in row.conformity.text()
    row.format.lineEdit().setText("dd.MM.yyyy")
    with qtbot.waitSignal(row.reader.contradicted, timeout=LONG):
        row.format.lineEdit().editingFinished.emit()
    assert row.popup.fit.misfits == 6
    row.popup.close()
    assert row.format.currentText() == "yyyy-MM-dd"
    document.set_focus("age")
    assert not row.format.isVisible()


def test_that_an_order_makes_an_ordered_column(inspector, document: Document, qtbot):
    document.set_focus("grade")
    row = inspector.type_row
    row.kind.setCurrentIndex(row.kind.findData("ordinal"))
    row.kind.activated.emit(row.kind.currentIndex())
    assert row.dialog is not None
    row.dialog.set_order(("C", "A", "B"))
    with qtbot.waitSignal(row.reader.ended, timeout=LONG):
        row.dialog.accept()
    assert row.dialog is None
    assert document.dataset["grade"].values == ("C", "A", "B")
    assert document.settings_of("grade").order == ("C", "A", "B")
    assert row.order.isVisible()
    assert is_fresh(document)


def test_that_more_values_than_anybody_orders_are_not_offered(inspector, document: Document, monkeypatch):
    monkeypatch.setattr("arxdesk.configure.attributes.type_row.MOST_VALUES", 2)
    document.set_focus("grade")
    inspector.type_row.read_as(DataType.ORDINAL)
    assert inspector.type_row.dialog is None
    assert "too many to order" in inspector.type_row.conformity.text()


def test_that_nothing_arrives_for_a_column_that_was_changed_meanwhile(inspector, document: Document, qtbot):
    document.set_focus("age")
    inspector.type_row.read_as(DataType.DECIMAL)
    document.set_locked(True)
    settle(inspector, qtbot)
    assert document.undo_stack.count() == 0
    assert document.dataset["age"].type.kind is DataType.INTEGER


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("age", ["generalize", "microaggregate", "cluster-microaggregate", "suppress"]),
        ("name", ["suppress", "redact", "pseudonym"]),
        ("income", ["keep", "code", "suppress"]),
        ("visit", ["keep", "code", "shift", "suppress"]),
        ("grade", ["keep", "suppress"]),
    ],
)
def test_that_only_treatments_that_suit_role_and_type_are_offered(inspector, document: Document, name, offered):
    document.set_focus(name)
    assert list(inspector.treatment_rows.treatment.keys) == offered


def test_that_functions_follow_the_scale_of_measure(inspector, document: Document, qtbot):
    rows = inspector.treatment_rows
    document.set_focus("age")
    choose(inspector, Treatment.MICROAGGREGATE)
    assert document.settings_of("age").function == "arithmetic-mean"
    assert set(rows.aggregate.function.keys) == {
        *("mode", "set", "median", "interval", "arithmetic-mean", "geometric-mean")
    }
    document.set_focus("sex")
    choose(inspector, Treatment.CLUSTER)
    assert document.settings_of("sex").function == "mode"
    assert set(rows.aggregate.function.keys) == {"mode", "set"}
    assert set(rows.aggregate.missing.keys) == {"ignore", "as-value"}
    assert document.undo_stack.undoText() == f"Transformation of sex: {TITLES[Treatment.CLUSTER]}"
    assert document.obstacles == ()


@pytest.mark.parametrize("treatment", [Treatment.MICROAGGREGATE, Treatment.CLUSTER, Treatment.SUPPRESS])
def test_that_every_treatment_of_a_quasi_identifier_can_be_searched(inspector, document: Document, treatment):
    document.set_focus("age")
    choose(inspector, treatment)
    assert document.obstacles == ()
    anonymizer = Anonymizer.formulate(document.job, document.dataset, document.hierarchies)
    assert anonymizer.search().best is not None
    choose(inspector, Treatment.GENERALIZE)
    assert document.settings_of("age") == QUASI


def test_that_redaction_shows_an_example_and_merges_its_steps(inspector, document: Document):
    choose(inspector, Treatment.REDACT)
    rows = inspector.treatment_rows
    assert rows.consequence.text().startswith("Anna reads A***.")
    rows.redact.last.setValue(1)
    rows.redact.last.setValue(2)
    assert rows.consequence.text().startswith("Anna reads A*na.")
    assert document.undo_stack.count() == 2
    rows.redact.character.setText("#")
    rows.redact.character.editingFinished.emit()
    assert document.settings_of("name").masking.character == "#"


def test_that_pseudonyms_have_a_key_a_length_and_a_mapping(inspector, document: Document, key: Path, monkeypatch):
    rows = inspector.treatment_rows
    choose(inspector, Treatment.PSEUDONYM)
    masking = document.settings_of("name").masking
    assert (masking.method, masking.key_file, masking.create_key) == ("pseudonym", str(key), True)
    assert rows.key.name.text() == "project.key (will be created)"
    assert document.obstacles == ()
    mapping = key.parent / "names.csv"
    module = "arxdesk.configure.attributes.treatment_forms.ask_where_to_write_mapping"
    monkeypatch.setattr(module, lambda *_: mapping)
    QTest.mouseClick(rows.pseudonym.mapping, Qt.MouseButton.LeftButton)
    assert document.settings_of("name").masking.mapping_file == str(mapping)
    QTest.mouseClick(rows.pseudonym.drop, Qt.MouseButton.LeftButton)
    assert document.settings_of("name").masking.mapping_file is None
    rows.pseudonym.length.setValue(20)
    assert document.settings_of("name").masking.length == 20


def test_that_a_key_that_is_not_chosen_changes_nothing(inspector, document: Document, monkeypatch):
    monkeypatch.setattr("arxdesk.configure.attributes.treatment_rows.ask_for_key", lambda *_: None)
    choose(inspector, Treatment.PSEUDONYM)
    assert document.undo_stack.count() == 0
    assert inspector.treatment_rows.treatment.value == "suppress"


def test_that_a_key_of_no_use_is_told(inspector, document: Document, key: Path):
    key.write_bytes(b"short")
    choose(inspector, Treatment.PSEUDONYM)
    assert "5 bytes" in inspector.treatment_rows.consequence.text()
    assert document.obstacles[0].attribute == "name"


def test_that_bounds_are_proposed_counted_and_judged_while_typing(inspector, document: Document):
    document.set_focus("income")
    rows = inspector.treatment_rows
    choose(inspector, Treatment.CODE)
    assert document.settings_of("income").coding.top == "4000"
    rows.coding.bottom.setText("1000")
    rows.coding.bottom.editingFinished.emit()
    assert rows.consequence.text().endswith("3 of 6 cells (50 %).")
    steps = document.undo_stack.count()
    for wrong in ("x", "9000"):
        rows.coding.bottom.setText(wrong)
        rows.coding.bottom.textEdited.emit(wrong)
        assert rows.coding.bottom.property("problem")
        rows.coding.bottom.editingFinished.emit()
    assert document.undo_stack.count() == steps, "what is no bound is not taken"
    assert document.obstacles == ()


def test_that_dates_move_per_person(inspector, document: Document, key: Path):
    document.set_focus("visit")
    choose(inspector, Treatment.SHIFT)
    rows = inspector.treatment_rows
    shift = document.settings_of("visit").shift
    assert (shift.person, shift.days, shift.key_file) == ("name", 30, str(key))
    rows.shift.days.setValue(60)
    rows.shift.days.setValue(90)
    rows.shift.person.chosen.emit("grade")
    shift = document.settings_of("visit").shift
    assert (shift.person, shift.days) == ("grade", 90)
    assert document.undo_stack.count() == 3
    assert document.obstacles == ()


def test_that_a_role_takes_back_what_it_cannot_have_and_undo_brings_it_again(inspector, document: Document, key):
    document.set_focus("visit")
    choose(inspector, Treatment.SHIFT)
    before = document.settings_of("visit")
    document.push(change_roles(document, ["visit"], Role.QUASI_IDENTIFYING))
    assert document.settings_of("visit").shift is None
    assert all(each.attribute != "visit" for each in document.obstacles)
    document.undo_stack.undo()
    assert document.settings_of("visit") == before


def test_that_a_function_that_does_not_suit_the_type_any_more_is_told(inspector, document: Document, qtbot):
    document.set_focus("age")
    choose(inspector, Treatment.MICROAGGREGATE)
    with qtbot.waitSignal(inspector.type_row.reader.ended, timeout=LONG):
        inspector.type_row.read_as(DataType.STRING)
    assert "arithmetic-mean cannot be formed" in inspector.treatment_rows.consequence.text()
    assert inspector.treatment_rows.aggregate.function.value == "arithmetic-mean"


def test_that_a_target_is_a_step_of_its_own(inspector, document: Document):
    document.set_focus("income")
    inspector._target.click()
    assert document.job.quality.targets == ("income",)
    assert document.undo_stack.undoText() == "income as target"
    inspector._target.click()
    assert document.job.quality.targets == ()
    document.set_focus("name")
    assert not inspector._target.isVisible()


def test_that_rows_keep_their_places_whatever_they_show(inspector, document: Document, key: Path):
    places = set()
    for name in document.dataset.names:
        document.set_focus(name)
        for treatment in inspector.treatment_rows.treatment.keys:
            choose(inspector, Treatment(treatment))
            QTest.qWait(1)
            places.add((inspector.treatment_rows.treatment.geometry().top(), inspector.hierarchy_view.geometry().top()))
    assert len(places) == 1


def test_that_a_locked_document_locks_every_row(inspector, document: Document, key: Path):
    for name in document.dataset.names:
        document.set_focus(name)
        rows = inspector.treatment_rows
        controls = (inspector.type_row.kind, rows.treatment, rows.levels.weight, rows.key, rows.coding, rows.shift)
        document.set_locked(True)
        assert not any(control.isEnabled() for control in controls)
        choose(inspector, Treatment.SUPPRESS)
        document.set_locked(False)
    assert document.undo_stack.count() == 0


def test_that_a_perturbed_column_is_not_said_to_stay(inspector: AttributeInspector, document: Document):
    document.set_focus("income")
    assert inspector.treatment_rows.consequence.text().startswith("Values stay as they are.")
    asked = perturbation_from({"method": "mdav", "columns": ["income"], "k": 3})
    document.set_sections({"perturbation": (asked,)})
    told = inspector.treatment_rows.consequence.text()
    assert told == f"Cells are changed at the end: {asked.title}. It gives no guarantee."
    document.set_sections({"perturbation": ()})
    assert inspector.treatment_rows.consequence.text().startswith("Values stay as they are.")


def test_that_the_place_of_its_hierarchy_says_so_too(document: Document):
    settings = document.settings_of("income")
    assert without_hierarchy("income", settings).startswith("income stays as it is")
    told = without_hierarchy("income", settings, perturbed=True)
    assert told == "income is perturbed in the output. It needs no hierarchy."
