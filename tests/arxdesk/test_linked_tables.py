"""Tables with a common key, linked in the window, anonymized and written again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.core.commands import ChangeSections, DeclareColumn, change_roles
from arxdesk.core.document import Document
from arxdesk.core.table_commands import leave_out_columns, rename_column
from arxdesk.exporting.dialog import ExportDialog
from arxdesk.importing.linking.dialog import LinkDialog
from arxdesk.projects import linking
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import SuppressionSettings
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.anonymizing import anonymize
from tests.arxdesk.driving import import_table
from tests.arxdesk.exporting.exporting import write_it
from tests.engine.linked import read, tables, write

LEFT = Qt.MouseButton.LeftButton
LONG = 30_000
QUASI = ("sex", "birth", "visits.month")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of three tables."""
    found = tmp_path / "tables"
    found.mkdir()
    write(found, tables())
    return found


@pytest.fixture
def patients(window: MainWindow, folder: Path, qtbot) -> Document:
    """The first table, imported."""
    return import_table(window, folder / "patients.csv", qtbot)


def dialog_for(window: MainWindow, path: Path, monkeypatch, qtbot) -> LinkDialog:
    """The dialog that links a file, once it shows what comes of it."""
    monkeypatch.setattr(linking, "ask_for_table_to_link", lambda _parent: path)
    window.actions_by_name["link"].trigger()
    dialog = window.dialog
    assert isinstance(dialog, LinkDialog)
    qtbot.waitUntil(lambda: not dialog.is_busy, timeout=LONG)
    return dialog


def link(window: MainWindow, path: Path, monkeypatch, qtbot) -> Document:
    """The document once a file is linked as proposed."""
    dialog = dialog_for(window, path, monkeypatch, qtbot)
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        QTest.mouseClick(dialog.foot.primary, LEFT)
    assert window.document is not None
    return window.document


def configure(window: MainWindow, document: Document, qtbot) -> None:
    """Give the columns roles and hierarchies, and ask for three people in every group."""
    document.push(change_roles(document, QUASI, Role.QUASI_IDENTIFYING))
    others = [name for name in document.dataset.names if name in ("diagnoses.code", *document.undecided)]
    document.push(change_roles(document, others, Role.INSENSITIVE))
    changed = {"privacy": (KAnonymity(k=3),), "suppression": SuppressionSettings(limit=0.3)}
    document.push(ChangeSections(document, changed, "Ask for three people"))
    window.flows.hierarchies.propose_all()
    qtbot.waitUntil(lambda: not document.obstacles, timeout=LONG)


def export(window: MainWindow, target: Path, qtbot) -> ExportDialog:
    QTest.mouseClick(window.buttons["export"], LEFT)
    wizard = window.dialog
    assert isinstance(wizard, ExportDialog)
    wizard.place_page.file.setText(str(target))
    write_it(wizard, qtbot)
    return wizard


def test_that_three_tables_go_the_whole_way(window, patients, folder, monkeypatch, qtbot, tmp_path, picture):
    document = link(window, folder / "visits.csv", monkeypatch, qtbot)
    assert document is not patients
    assert document.modified
    document = link(window, folder / "diagnoses.csv", monkeypatch, qtbot)
    assert [each.name for each in document.job.tables] == ["visits", "diagnoses"]
    assert (document.job.tables[1].parent, document.job.data.person) == ("visits", "patient")
    assert document.settings_of("visits.visit").role is Role.IDENTIFYING
    assert document.people == 120
    picture(window, "linked-configure")
    configure(window, document, qtbot)
    anonymize(window, qtbot)
    assert document.applied is not None

    wizard = export(window, tmp_path / "out.csv", qtbot)
    files = {name: read(tmp_path / name) for name in ("out.csv", "out-visits.csv", "out-diagnoses.csv")}
    assert {row["patient"] for row in files["out-visits.csv"]} <= {row["patient"] for row in files["out.csv"]}
    assert {row["visit"] for row in files["out-diagnoses.csv"]} <= {row["visit"] for row in files["out-visits.csv"]}
    written = wizard.course.written
    assert written is not None
    assert written.recount.plain()["all"]
    assert "out-visits.csv" in wizard.result_page.lines.texts["Linked tables"]
    rows = {name: len((tmp_path / name).read_text().splitlines()) - 1 for name in ("out.csv", "out-visits.csv")}
    assert all(f"{number} in {name}" in wizard.result_page.lines.texts["Records"] for name, number in rows.items())
    picture(wizard, "linked-export")


def test_that_a_project_keeps_linked_tables_without_their_files(window, patients, folder, monkeypatch, qtbot, tmp_path):
    link(window, folder / "visits.csv", monkeypatch, qtbot)
    path = tmp_path / "linked.arxdesk"
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.session.save(path)
    for file in folder.iterdir():
        file.unlink()
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.session.open(path)
    document = window.document
    assert [(each.name, each.path) for each in document.job.tables] == [("visits", None)]
    configure(window, document, qtbot)
    anonymize(window, qtbot)
    wizard = export(window, tmp_path / "out.csv", qtbot)
    assert wizard.course.written.recount.plain()["all"]
    assert read(tmp_path / "out-visits.csv")


def test_that_a_renamed_column_stays_in_its_table(window, patients, folder, monkeypatch, qtbot, tmp_path):
    document = link(window, folder / "visits.csv", monkeypatch, qtbot)
    document.push(rename_column(document, "visits.month", "when"))
    document.push(rename_column(document, "patient", "who"))
    path = tmp_path / "linked.arxdesk"
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.session.save(path)
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.session.open(path)
    linked = window.document.dataset.linked[1]
    assert (linked.columns, linked.parent_key) == (("visits.visit", "when"), "who")


def test_that_a_key_stays_in_the_table(window, patients, folder, monkeypatch, qtbot):
    document = link(window, folder / "visits.csv", monkeypatch, qtbot)
    with pytest.raises(InvalidJob):
        leave_out_columns(document, ["patient"])
    document = link(window, folder / "diagnoses.csv", monkeypatch, qtbot)
    with pytest.raises(InvalidJob, match="links the table diagnoses"):
        leave_out_columns(document, ["visits.visit"])


def test_that_what_cannot_be_linked_is_told(window, patients, folder, monkeypatch, qtbot, picture):
    rows = read(folder / "visits.csv")
    rows.append({"visit": "v999", "patient": "nobody", "month": "3"})
    write(folder, {"more": rows})
    dialog = dialog_for(window, folder / "more.csv", monkeypatch, qtbot)
    assert "1 row has" in dialog.found.accessibleName()
    assert not dialog.foot.primary.isEnabled()
    picture(dialog, "linked-unmatched")
    QTest.mouseClick(dialog.drops, LEFT, pos=QPoint(8, dialog.drops.height() // 2))
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    assert "1 without a match" in dialog.found.accessibleName()
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "a.b")
    qtbot.waitUntil(lambda: not dialog.is_busy, timeout=LONG)
    assert "no name for a table" in dialog.found.accessibleName()
    assert not dialog.foot.primary.isEnabled()
    dialog.parent_key.set_value("sex")
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "more")
    qtbot.waitUntil(lambda: "stand in several rows" in dialog.found.accessibleName(), timeout=LONG)
    QTest.mouseClick(dialog.foot.cancel, LEFT)
    assert window.document is patients


def test_that_what_comes_of_an_earlier_name_is_not_taken(window, patients, folder, monkeypatch, qtbot):
    dialog = dialog_for(window, folder / "visits.csv", monkeypatch, qtbot)
    made = dialog._made
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "stays.")
    assert not dialog.foot.primary.isEnabled()
    dialog._take_made(replace(dialog.choices, name="stays"), made)
    assert not dialog.foot.primary.isEnabled()
    qtbot.waitUntil(lambda: not dialog.is_busy, timeout=LONG)
    QTest.keyClick(dialog.name, Qt.Key.Key_Backspace)
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    assert dialog._made.project.job.tables[-1].name == "stays"


def test_that_the_dialog_ends_with_its_project(window, patients, folder, monkeypatch, qtbot):
    dialog = dialog_for(window, folder / "visits.csv", monkeypatch, qtbot)
    window.session.close_document()
    assert not dialog.isVisible()


def test_that_weights_and_households_are_not_offered_for_linked_tables(window, patients, folder, monkeypatch, qtbot):
    document = link(window, folder / "visits.csv", monkeypatch, qtbot)
    perspective = window.workspace.perspectives.get("configure")
    assert isinstance(perspective, ConfigurePerspective)
    document.push(change_roles(document, document.dataset.names, Role.INSENSITIVE))
    for name in document.dataset.names:
        document.set_focus(name)
        boxes = perspective.inspector.declared.boxes
        assert not boxes["weight"].isVisible(), name
        assert not boxes["household"].isVisible(), name
    document.push(DeclareColumn(document, "weight", document.dataset.names[0]))
    assert any("Untick Sampling weight." in obstacle.text for obstacle in document.obstacles)
