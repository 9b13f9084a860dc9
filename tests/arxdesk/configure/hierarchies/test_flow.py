"""Hierarchies from and to files, and proposed ones, through the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.configure.hierarchies import exporting as hierarchy_export
from arxdesk.configure.hierarchies import flow as hierarchy_flow
from arxdesk.configure.hierarchies.flow import BUILDING, EXAMINING, matched
from arxdesk.configure.hierarchies.import_dialog import HierarchyImportDialog
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.tasks.activity import WRITING
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.io.hierarchy import read_hierarchy
from tests.arxdesk.conftest import small_project

LONG = 30_000
LEFT = Qt.MouseButton.LeftButton
AGES = "".join(f"{age};{age // 5 * 5}-{age // 5 * 5 + 4};*\n" for age in range(10, 20))


@pytest.fixture
def document(window: MainWindow) -> Document:
    made = Document(*small_project(), None, window.session)
    window.session._replace_document(made)
    window.show()
    return made


def opened(window: MainWindow, qtbot, attribute: str, path: Path) -> HierarchyImportDialog:
    window.flows.hierarchies.open(attribute, path)
    dialog = window.flows.hierarchies.dialog
    assert dialog is not None
    assert not dialog.use.isEnabled()
    qtbot.waitUntil(lambda: not window.session.is_busy(EXAMINING), timeout=LONG)
    return dialog


def test_that_a_file_is_looked_at_and_then_used_as_one_step(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    path = tmp_path / "age.csv"
    path.write_text(AGES, encoding="utf-8")
    dialog = opened(window, qtbot, "age", path)
    assert dialog.message.accessibleName().startswith("It fits. All 8 values have an entry. 2 entries never occur")
    assert (dialog.delimiter.currentText(), dialog.use.text()) == ("Semicolon", "Use")
    assert dialog.table.model().rowCount() == 10
    before = document.undo_stack.count()
    QTest.mouseClick(dialog.use, LEFT)
    assert document.settings_of("age").hierarchy == str(path)
    assert document.hierarchies["age"].levels == 3
    assert document.undo_stack.count() == before + 1
    assert document.undo_stack.undoText() == "Hierarchy of age from age.csv"
    qtbot.waitUntil(lambda: window.flows.hierarchies.dialog is None)


def test_that_another_separator_is_read_at_once_and_kept_in_the_job(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    path = tmp_path / "age.csv"
    path.write_text(AGES, encoding="utf-8")
    dialog = opened(window, qtbot, "age", path)
    dialog.delimiter.setCurrentIndex(dialog.delimiter.findData(","))
    dialog.delimiter.activated.emit(dialog.delimiter.currentIndex())
    qtbot.waitUntil(dialog.use.isEnabled, timeout=LONG)
    assert dialog.message.accessibleName().startswith("It does not fit. None of the 8 values has an entry")
    QTest.mouseClick(dialog.use, LEFT)
    assert isinstance(document.settings_of("age").hierarchy, TableBuilder)  # a job would read the file differently
    assert document.hierarchies["age"].levels == 1


def test_that_faults_are_listed_and_repaired_and_the_file_stays(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    path = tmp_path / "age.csv"
    text = "10;10-14;*\n11;10-14;*\n11;10-14;*\n12;10-14;other\n13;10-14\n"
    path.write_text(text, encoding="utf-8")
    dialog = opened(window, qtbot, "age", path)
    leads = [message.accessibleName() for message in dialog.fault_messages]
    assert [lead.partition(".")[0] for lead in leads] == [
        "1 row has another length",
        "1 value is listed again",
        "1 group falls apart",
    ]
    assert dialog.message.accessibleName().startswith("4 values have no entry: 14, 15, 16 and 1 more.")
    assert dialog.use.text() == "Repair and use"
    QTest.mouseClick(dialog.use, LEFT)
    source = document.settings_of("age").hierarchy
    assert isinstance(source, TableBuilder)
    assert source.rows == (("10", "10-14", "*"), ("11", "10-14", "*"), ("12", "10-14", "*"), ("13", "10-14", "*"))
    assert path.read_text(encoding="utf-8") == text


def test_that_what_cannot_be_read_is_said_in_the_dialog(window: MainWindow, document: Document, qtbot, tmp_path: Path):
    path = tmp_path / "empty.csv"
    path.write_text("", encoding="utf-8")
    before = document.hierarchies["age"]
    dialog = opened(window, qtbot, "age", path)
    assert dialog.message.kind == "error"
    assert not dialog.use.isEnabled()
    dialog.reject()
    assert document.hierarchies["age"] is before


def test_that_a_dialog_for_a_document_that_was_replaced_goes(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    path = tmp_path / "sex.csv"
    path.write_text("m;*\nf;*\n", encoding="utf-8")
    window.flows.hierarchies.open("sex", path)
    second = Document(*small_project(), None, window.session)
    window.session._replace_document(second)
    qtbot.waitUntil(lambda: window.flows.hierarchies.dialog is None)
    assert "sex" not in second.hierarchies
    assert not second.modified


def test_that_a_file_is_not_used_while_a_search_has_the_document_locked(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    path = tmp_path / "sex.csv"
    path.write_text("m;*\nf;*\n", encoding="utf-8")
    dialog = opened(window, qtbot, "sex", path)
    document.set_locked(True)
    QTest.mouseClick(dialog.use, LEFT)
    assert "sex" not in document.hierarchies
    window.flows.hierarchies.open("sex", path)
    assert window.flows.hierarchies.dialog is None
    document.set_locked(False)


def test_that_a_hierarchy_is_exported_and_its_file_never_replaced_without_a_question(
    window: MainWindow, document: Document, qtbot, tmp_path: Path, monkeypatch
):
    path = tmp_path / "age.csv"
    path.write_text(AGES, encoding="utf-8")
    dialog = opened(window, qtbot, "age", path)
    QTest.mouseClick(dialog.use, LEFT)
    view = window.workspace.perspectives["configure"].inspector.hierarchy_view
    monkeypatch.setattr(hierarchy_export, "ask_where_to_export_hierarchy", lambda *_: path)
    asked = []

    def answer(*arguments: object) -> bool:
        asked.append(arguments[2])
        return False

    monkeypatch.setattr(hierarchy_export, "ask", answer)
    view.more["export"].trigger()
    assert asked == ["age.csv is read by this project. Replace it?"]
    assert not window.session.is_busy(WRITING)
    other = tmp_path / "other.csv"
    monkeypatch.setattr(hierarchy_export, "ask_where_to_export_hierarchy", lambda *_: other)
    with qtbot.waitSignal(window.flows.hierarchies.exporting.message, timeout=LONG) as told:
        view.more["export"].trigger()
    assert told.args == [f"1 hierarchy written to {other}"]
    assert read_hierarchy(other).rows == document.hierarchies["age"].rows


def test_that_hierarchies_are_proposed_for_all_that_have_none_as_one_step(
    window: MainWindow, document: Document, qtbot
):
    document.push(change_roles(document, ["sex", "note"], Role.QUASI_IDENTIFYING))
    before = document.undo_stack.count()
    with qtbot.waitSignal(window.flows.hierarchies.message, timeout=LONG) as told:
        window.actions_by_name["propose_hierarchies"].trigger()
    assert told.args[0].startswith("Proposed: sex (2 levels) and note (")
    assert set(document.hierarchies) == {"age", "sex", "note"}
    assert document.undo_stack.count() == before + 1
    assert document.undo_stack.undoText() == "Propose 2 hierarchies"
    document.undo_stack.undo()
    assert set(document.hierarchies) == {"age"}
    document.push(change_roles(document, ["sex", "note"], Role.INSENSITIVE))
    with qtbot.waitSignal(window.flows.hierarchies.message) as told:
        window.actions_by_name["propose_hierarchies"].trigger()
    assert told.args == ["Every quasi-identifier has a hierarchy already."]


def test_that_one_is_proposed_from_the_empty_place(window: MainWindow, document: Document, qtbot):
    document.set_focus("sex")
    view = window.workspace.perspectives["configure"].inspector.hierarchy_view
    with qtbot.waitSignal(document.hierarchy_changed, timeout=LONG):
        QTest.mouseClick(view.empty.propose, LEFT)
    assert document.hierarchies["sex"].rows == (("f", "*"), ("m", "*"))
    assert document.undo_stack.undoText() == "Propose the hierarchy of sex"


def test_that_several_files_find_their_columns_and_all_are_exported(
    window: MainWindow, document: Document, qtbot, tmp_path: Path, monkeypatch
):
    (tmp_path / "adult_hierarchy_age.csv").write_text(AGES, encoding="utf-8")
    (tmp_path / "sex.csv").write_text("f;*\nm;*\n", encoding="utf-8")
    paths = tuple(sorted(tmp_path.glob("*.csv")))
    monkeypatch.setattr(hierarchy_flow, "ask_for_hierarchies", lambda *_: paths)
    with qtbot.waitSignal(window.flows.hierarchies.message, timeout=LONG) as told:
        window.actions_by_name["import_hierarchies"].trigger()
    assert told.args == ["Opened: age (3 levels) and sex (2 levels)"]
    assert document.settings_of("sex").hierarchy == str(tmp_path / "sex.csv")
    folder = tmp_path / "out"
    folder.mkdir()
    monkeypatch.setattr(hierarchy_export, "ask_for_folder", lambda *_: folder)
    with qtbot.waitSignal(window.flows.hierarchies.exporting.message, timeout=LONG):
        window.actions_by_name["export_hierarchies"].trigger()
    assert sorted(path.name for path in folder.iterdir()) == ["hierarchy_age.csv", "hierarchy_sex.csv"]
    assert document.audit.trail.entries[-1].text == "Hierarchies: hierarchy_age.csv, hierarchy_sex.csv"


def test_that_a_proposal_for_a_document_that_was_closed_is_dropped(window: MainWindow, document: Document, qtbot):
    document.push(change_roles(document, ["sex"], Role.QUASI_IDENTIFYING))
    window.flows.hierarchies.propose_all()
    window.session.close_document()
    qtbot.waitUntil(lambda: not window.session.is_busy(BUILDING), timeout=LONG)
    assert "sex" not in document.hierarchies


@pytest.mark.parametrize(
    ("file", "column"),
    [
        ("age.csv", "age"),
        ("hierarchy_age.csv", "age"),
        ("adult_hierarchy_age.csv", "age"),
        ("age_hierarchy.csv", "age"),
        ("adult_hierarchy_marital-status.csv", "marital-status"),
        ("Marital Status.csv", "marital-status"),
        ("adult-age.csv", "age"),
        ("page.csv", None),
        ("hierarchy.csv", None),
        ("status.csv", "status"),
    ],
)
def test_that_files_find_their_columns_by_their_names(file: str, column: str | None):
    found, unmatched = matched([Path(file)], ["age", "status", "marital-status", "--"])
    assert found == ({column: Path(file)} if column else {})
    assert unmatched == ([] if column else [Path(file)])


def test_that_a_column_takes_one_file_only():
    found, unmatched = matched([Path("age.csv"), Path("hierarchy_age.csv")], ["age"])
    assert found == {"age": Path("age.csv")}
    assert unmatched == [Path("hierarchy_age.csv")]
