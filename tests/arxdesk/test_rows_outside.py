"""A table whose rows stay where they are, from the wizard to a verified export: the same release as in memory."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.core.commands import ChangeSections, DeclareColumn, change_roles
from arxdesk.core.document import Document
from arxdesk.core.rows_words import NEEDS_ROWS, WHY_OFF
from arxdesk.core.session.saving_work import save
from arxdesk.core.values.declared import DECLARED_PARTS
from arxdesk.exporting.words import verdict
from arxdesk.importing.dialog import FINISH, FORMAT, ROLES, ImportDialog
from arxdesk.importing.file_page import FilePage
from arxdesk.importing.outside import fault_of
from arxdesk.quality.perspective import QualityPerspective
from arxdesk.risk.perspective import RiskPerspective
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.window.actions import OF_ROWS
from arxdesk.window.window import MainWindow
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.duckdb import choice
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.anonymizing import anonymize
from tests.arxdesk.driving import LONG, click_through, shown_wizard
from tests.arxdesk.exporting.exporting import shown_export, write_it

LEFT = Qt.MouseButton.LeftButton
FILES, EACH = 3, 400
ROLES_GIVEN = {
    "patient": Role.IDENTIFYING,
    "age": Role.QUASI_IDENTIFYING,
    "sex": Role.QUASI_IDENTIFYING,
    "zip": Role.QUASI_IDENTIFYING,
    "diagnosis": Role.SENSITIVE,
    "cost": Role.INSENSITIVE,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three Parquet files with the records of 1,200 patients."""
    made = tmp_path / "visits"
    made.mkdir()
    draw = np.random.default_rng(3)
    for number in range(FILES):
        columns = {
            "patient": [f"P{number}-{each}" for each in range(EACH)],
            "age": draw.integers(20, 40, EACH),
            "sex": draw.choice(["f", "m"], EACH),
            "zip": draw.choice(["80331", "80333", "10115", "10117"], EACH),
            "diagnosis": draw.choice(["flu", "asthma", "gout"], EACH),
            "cost": draw.integers(10, 5000, EACH) / 10,
        }
        pq.write_table(pa.table(columns), made / f"part-{number}.parquet")
    return made


def give_roles(wizard: ImportDialog) -> None:
    """Give every column its role, on the page where that is done."""
    draft = wizard.flow.draft
    assert draft.choices is not None
    for place, column in enumerate(draft.choices.columns):
        draft.set_role([place], ROLES_GIVEN[column.source])


@pytest.fixture
def outside(window: MainWindow, qtbot, folder: Path) -> Document:
    """The folder as an open project: 2-anonymity is to be reached."""
    window.flows.project.open(folder)
    wizard = shown_wizard(window, qtbot)
    give_roles(wizard)
    click_through(wizard, qtbot)
    document = window.document
    assert document is not None
    document.push(ChangeSections(document, {"privacy": (KAnonymity(k=3),)}, "3-anonymity"))
    return document


def test_that_the_start_page_asks_for_a_folder(
    window: MainWindow, qtbot, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("arxdesk.projects.flow.ask_for_table_folder", lambda _parent: folder)
    QTest.mouseClick(window.workspace.start_page.folder_button, LEFT)
    wizard = shown_wizard(window, qtbot)
    assert wizard.file_page.kind.value == "folder"
    wizard.reject()


def test_that_the_wizard_groups_a_folder(window: MainWindow, qtbot, folder: Path):
    window.flows.project.open(folder)
    wizard = shown_wizard(window, qtbot)
    assert wizard.place == FORMAT
    assert f"{FILES * EACH:,}" in wizard.format_page.facts.text()
    QTest.mouseClick(wizard.next_button, LEFT)
    assert wizard.place == ROLES
    assert not wizard.roles_page.declared.isVisible()
    give_roles(wizard)
    draft = wizard.flow.draft
    draft.set_role([1], Role.INSENSITIVE)
    draft.set_role([2], Role.INSENSITIVE)
    draft.set_role([3], Role.INSENSITIVE)
    assert not wizard.next_button.isEnabled()
    assert "No column is quasi-identifying" in wizard.roles_page.message.accessibleName()
    give_roles(wizard)
    QTest.mouseClick(wizard.next_button, LEFT)
    assert wizard.place == FINISH
    assert wizard.next_button.text() == "Group the records"
    assert "age, sex, zip and diagnosis" in wizard.finish_page.lines["Grouped by"].text()
    with qtbot.waitSignal(wizard.project_made, timeout=LONG):
        QTest.mouseClick(wizard.next_button, LEFT)
    document = window.document
    assert document is not None
    assert document.rows is not None
    assert document.records == FILES * EACH > document.dataset.records
    assert document.dataset.names == ("age", "sex", "zip", "diagnosis")
    shown = " ".join(label.text() for label in window.status.findChildren(QLabel))
    assert f"{FILES * EACH:,}" in shown
    assert f"in {FILES} Parquet files" in shown


def test_that_columns_without_a_role_are_not_grouped(window: MainWindow, qtbot, tmp_path: Path):
    made = tmp_path / "plain"
    made.mkdir()
    pq.write_table(pa.table({"age": [*range(20)] * 3, "x7": ["a"] * 60}), made / "one.parquet")
    window.flows.project.open(made)
    wizard = shown_wizard(window, qtbot)
    wizard.flow.draft.set_role([0], Role.QUASI_IDENTIFYING)
    wizard.show_page(ROLES)
    assert "x7" in fault_of(wizard.flow.draft)
    assert not wizard.next_button.isEnabled()
    wizard.flow.draft.set_role([1], Role.INSENSITIVE)
    assert wizard.next_button.isEnabled()


def test_that_an_empty_folder_is_told(window: MainWindow, qtbot, tmp_path: Path):
    window.flows.project.open(tmp_path)
    wizard = shown_wizard(window, qtbot)
    page: FilePage = wizard.file_page
    assert "no Parquet file" in page.card.accessibleName()
    assert page.kind.value == "folder"


def test_that_the_release_is_that_of_the_table_in_memory(
    window: MainWindow, qtbot, outside: Document, folder: Path, tmp_path: Path
):
    anonymize(window, qtbot)
    assert outside.applied is not None
    assert outside.result is not None
    wizard = shown_export(window)
    assert "patient" in {each.name for each in wizard.course.facts.columns}
    target = tmp_path / "released.parquet"
    wizard.place_page.file.setText(str(target))
    write_it(wizard, qtbot)
    written = wizard.course.written
    assert written is not None, wizard.course.error
    assert verdict(written)[0] == "ok"
    whole = pa.concat_tables(pq.read_table(file) for file in sorted(folder.iterdir()))
    pq.write_table(whole, tmp_path / "whole.parquet")
    job = in_memory(outside, tmp_path / "whole.parquet", tmp_path / "expected.parquet")
    anonymizer = Anonymizer.open(job)
    assert anonymizer.rows is None
    solution = anonymizer.search()
    assert solution.best is not None
    assert solution.best.levels == outside.applied.check.levels
    assert solution.best.score == pytest.approx(outside.applied.check.score, rel=1e-12)
    output = anonymizer.apply(solution.best.levels)
    assert output.suppressed_records == outside.applied.output.suppressed_records
    anonymizer.write(output)
    assert written.records == FILES * EACH - output.suppressed_records
    assert rows_of(target) == rows_of(tmp_path / "expected.parquet")


def in_memory(document: Document, path: Path, target: Path) -> Job:
    """The job of the project for the same table in memory."""
    job = document.job_of_rows
    data = job.data.model_copy(update={"path": str(path), "engine": "memory"})
    return job.model_copy(update={"data": data}).with_output(path=str(target), leave_out=("patient",))


def rows_of(file: Path) -> Counter[tuple[str, ...]]:
    """The records of a file as texts, each with its number."""
    table = pq.read_table(file)
    return Counter(tuple(map(str, row.values())) for row in table.to_pylist())


def test_that_everything_that_needs_single_records_is_off(window: MainWindow, outside: Document, qtbot):
    for name in OF_ROWS:
        action = window.actions_by_name[name]
        assert not action.isEnabled(), name
        assert action.toolTip() == WHY_OFF, name
    anonymize(window, qtbot)
    wizard = shown_export(window)
    options, place = wizard.place_page.options, wizard.place_page
    assert not options.spread.isEnabled()
    assert options.report.isEnabled()
    assert not place.format.segment("Excel").isEnabled()
    assert place.format.segment("Parquet").isEnabled()
    assert not place.where.segment("database").isEnabled()
    wizard.reject()


def test_that_a_job_with_treated_columns_and_a_subset_is_released(
    window: MainWindow, qtbot, folder: Path, tmp_path: Path
):
    (tmp_path / "secret").mkdir()
    (tmp_path / "out").mkdir()
    file = tmp_path / "study.toml"
    file.write_text(
        f"""
[data]
path = "{folder}"
[subset]
select = "cost >= 100"
[attributes]
patient = {{ role = "identifying", masking = {{ method = "pseudonym", key_file = "secret/a.key", create_key = true }} }}
age = {{ role = "quasi-identifying" }}
sex = {{ role = "quasi-identifying" }}
zip = {{ role = "quasi-identifying", hierarchy = {{ builder = "redaction" }} }}
diagnosis = {{ role = "sensitive", replace = {{ flu = "influenza" }} }}
cost = {{ role = "insensitive", coding = {{ top = "400" }} }}
[[privacy]]
model = "k-anonymity"
k = 3
[suppression]
limit = 0.2
[output]
path = "out/released.parquet"
"""
    )
    window.session.open(file)
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    hiding = {"suppression": window.document.job.suppression.model_copy(update={"sensitive": True})}
    window.document.push(ChangeSections(window.document, hiding, "Hide sensitive values, too"))
    anonymize(window, qtbot)
    wizard = shown_export(window)
    shown = {each.name: (each.shows, each.is_unchanged) for each in wizard.course.facts.columns}
    assert shown["patient"] == ("Pseudonyms", False)
    assert shown["cost"] == ("Unchanged within bounds", False)
    wizard.table_page.removed.segment("keep").click()
    wizard.table_page.shuffle.setChecked(True)
    wizard.place_page.options.codebook.setChecked(True)
    target = tmp_path / "out" / "again.parquet"
    wizard.place_page.file.setText(str(target))
    write_it(wizard, qtbot)
    written = wizard.course.written
    assert written is not None, wizard.course.error
    assert verdict(written)[0] == "ok"
    table = pq.read_table(target).to_pylist()
    in_subset = [each for part in folder.iterdir() for each in pq.read_table(part).to_pylist() if each["cost"] >= 100]
    assert 0 < len(table) <= len(in_subset) < FILES * EACH
    assert set(wizard.course.choices.leave_out) == set()
    assert not any(each["patient"].startswith("P") and "-" in each["patient"] for each in table)
    assert len(table) == len(in_subset)
    assert {each["diagnosis"] for each in table} == {"influenza", "asthma", "gout", "*"}
    assert {each["diagnosis"] for each in table if each["age"] == "*"} == {"*"}
    assert ">=400" in {each["cost"] for each in table}
    assert (tmp_path / "out" / "again-codebook.html").is_file()


def test_that_views_of_single_records_say_so(window: MainWindow, outside: Document, qtbot):
    anonymize(window, qtbot)
    window.actions_by_name["quality"].trigger()
    perspective = window.workspace.perspectives.get("quality")
    assert isinstance(perspective, QualityPerspective)
    for key in ("classification", "recoding"):
        perspective.tabs.choose(key)

        def said() -> list[str]:
            found = perspective.tabs.findChildren(EmptyState)
            return [each.accessibleName() for each in found if each.isVisible()]

        qtbot.waitUntil(lambda said=said: said() == [NEEDS_ROWS], timeout=LONG)


def test_that_neither_people_nor_samples_are_told_apart(window: MainWindow, outside: Document, qtbot):
    window.actions_by_name["risk"].trigger()
    perspective = window.workspace.perspectives.get("risk")
    assert isinstance(perspective, RiskPerspective)
    perspective.achieved.choose("sample")
    qtbot.waitUntil(lambda: perspective.sample.empty.accessibleName() == NEEDS_ROWS, timeout=LONG)
    told: list[Exception] = []
    outside.wishes.failure.connect(told.append)
    for part in DECLARED_PARTS:
        outside.push(DeclareColumn(outside, part, "age"))
        assert getattr(outside.job.data, part) is None
    assert len(told) == len(DECLARED_PARTS)
    assert "is not possible while the records stay where they are" in str(told[1])
    window.actions_by_name["configure"].trigger()
    configure = window.workspace.perspectives.get("configure")
    assert isinstance(configure, ConfigurePerspective)
    for name in outside.dataset.names:
        outside.set_focus(name)
        assert not any(box.isVisible() for box in configure.inspector.declared.boxes.values()), name


def test_that_roles_stay(window: MainWindow, outside: Document):
    told: list[Exception] = []
    outside.wishes.failure.connect(told.append)
    outside.push(change_roles(outside, ["age"], Role.INSENSITIVE))
    assert outside.settings_of("age").role is Role.QUASI_IDENTIFYING
    assert len(told) == 1
    assert "Import the table again" in str(told[0])


def test_that_a_project_is_saved_as_a_job_that_opens_again(
    window: MainWindow, outside: Document, qtbot, tmp_path: Path, folder: Path
):
    with pytest.raises(InvalidJob, match="Save a job file"):
        save(outside.snapshot, tmp_path / "study.arxdesk", {}, Control())
    file = tmp_path / "study.toml"
    save(outside.snapshot, file, {}, Control())
    job = load_job(file)
    assert Path(job.table_place) == folder
    assert {name: job.settings_of(name).role for name in ROLES_GIVEN} == ROLES_GIVEN
    window.session.open(file)
    qtbot.waitUntil(lambda: window.document is not outside and window.document is not None, timeout=LONG)
    again = window.document
    assert again is not None
    assert again.rows is not None
    assert again.records == FILES * EACH
    assert again.job.privacy == outside.job.privacy
    assert again.dataset.names == outside.dataset.names


def test_that_nothing_is_left_of_a_project_that_is_closed(window: MainWindow, outside: Document, qtbot):
    tuples = Path(outside.job.data.path)
    assert tuples.is_file()
    assert tuples.stat().st_mode & 0o077 == 0 or tuples.parent.stat().st_mode & 0o077 == 0
    outside.undo_stack.setClean()
    window.session.close_document()
    assert window.document is None
    assert not tuples.exists()


def test_that_a_table_stays_in_its_database(window: MainWindow, qtbot, folder: Path, tmp_path: Path):
    database = tmp_path / "records.sqlite"
    frame = pq.read_table(folder).to_pandas()
    with contextlib.closing(sqlite3.connect(database)) as connection:
        frame.to_sql("visits", connection, index=False)
    window.flows.project.import_from_database()
    wizard = window.dialog
    assert isinstance(wizard, ImportDialog)
    wizard.file_page.form.choose_file(database)
    wizard.file_page.form.connect_now()
    qtbot.waitUntil(lambda: not wizard.flow.busy, timeout=LONG)
    assert wizard.file_page.outside.text() == "Leave the records in the database"
    assert not wizard.file_page.outside.isChecked()
    QTest.mouseClick(wizard.file_page.outside, LEFT, pos=QPoint(8, 8))
    qtbot.waitUntil(lambda: not wizard.flow.busy, timeout=LONG)
    assert wizard.file_page.limited.isHidden()
    give_roles(wizard)
    click_through(wizard, qtbot)
    document = window.document
    assert document is not None
    assert document.records == FILES * EACH
    assert document.provenance.place_of_rows == "in table visits of records.sqlite"
    document.push(ChangeSections(document, {"privacy": (KAnonymity(k=3),)}, "3-anonymity"))
    anonymize(window, qtbot)
    export = shown_export(window)
    assert not export.place_page.where.segment("file").isEnabled()
    export.place_page.table.setText("released")
    write_it(export, qtbot)
    written = export.course.written
    assert written is not None, export.course.error
    assert verdict(written)[0] == "ok"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM released").fetchone() == (written.records,)


def test_that_a_large_file_of_text_stays_where_it_is(
    window: MainWindow, qtbot, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(choice, "available_bytes", lambda: 1_000)
    table = pd.concat(pq.read_table(each).to_pandas() for each in sorted(folder.iterdir()))
    table.to_csv(tmp_path / "visits.csv", sep=";", index=False)
    window.flows.project.open(tmp_path / "visits.csv")
    wizard = shown_wizard(window, qtbot)
    assert wizard.flow.draft.stays_outside
    assert not wizard.format_page.syntax.isHidden()
    give_roles(wizard)
    click_through(wizard, qtbot)
    document = window.document
    assert document is not None
    assert document.records == FILES * EACH
    assert "visits.csv" in document.provenance.place_of_rows
    document.push(ChangeSections(document, {"privacy": (KAnonymity(k=3),)}, "3-anonymity"))
    anonymize(window, qtbot)
    export = shown_export(window)
    export.place_page.file.setText(str(tmp_path / "released.csv"))
    write_it(export, qtbot)
    written = export.course.written
    assert written is not None, export.course.error
    assert verdict(written)[0] == "ok"
    lines = (tmp_path / "released.csv").read_text().splitlines()
    assert lines[0] == "age;sex;zip;diagnosis;cost"
    assert len(lines) == written.records + 1


def test_that_the_evidence_report_is_about_the_records(window: MainWindow, outside: Document, qtbot, tmp_path: Path):
    anonymize(window, qtbot)
    failures: list[Exception] = []
    page = tmp_path / "report.html"
    with qtbot.waitSignal(window.session.exporting.reported, timeout=LONG):
        window.session.exporting.report(page, failed=failures.append)
    assert failures == []
    text = page.read_text()
    assert f"{FILES * EACH:,}" in text
    assert "patient" in text


def test_that_a_job_whose_columns_have_no_role_is_refused(window: MainWindow, qtbot, folder: Path, tmp_path: Path):
    file = tmp_path / "study.toml"
    file.write_text(f'[data]\npath = "{folder}"\n[attributes.age]\nrole = "quasi-identifying"\n')
    with qtbot.waitSignal(window.session.failed, timeout=LONG) as told:
        window.session.open(file)
    assert "5 columns have no role" in str(told.args[0])
    assert window.document is None
