"""The export wizard, as a person goes through it: real files, a real database, and everything that can go wrong."""

from __future__ import annotations

import csv
import errno
import hashlib
import sqlite3
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.preferences import REMOVED as REMOVED_SETTING
from arxdesk.core.preferences import SHUFFLE
from arxdesk.core.settings import Settings
from arxdesk.exporting.dialog import PLACE, RESULT, TABLE, ExportDialog
from arxdesk.reporting.dialog import EvidenceReportDialog
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.errors import PasswordNeeded, Problem
from arxdesk_engine.job.search import LocalRecodingSettings
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.exporting.conftest import LONG, RECORDS, REMOVED
from tests.arxdesk.exporting.exporting import LEFT, click_to, export_to, shown_export, write_it
from tests.arxdesk.gates import Gate

SUPPRESSED = "*"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def left_behind(folder: Path) -> list[str]:
    """Temporary files of writers."""
    return [path.name for path in folder.iterdir() if path.suffix == ".part" or path.name.startswith(".")]


def use_form(wizard: ExportDialog, file: Path, table: str) -> None:
    """Choose a file of SQLite, and name a table."""
    QTest.mouseClick(wizard.place_page.where.segment("database"), LEFT)
    wizard.place_page.form.file.setText(str(file))
    wizard.place_page.table.setText(table)


# The way through


def test_that_return_through_the_pages_writes_a_csv_beside_the_project(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    wizard = shown_export(window)
    with qtbot.waitActive(wizard):
        wizard.activateWindow()
    for place in (TABLE, PLACE):
        assert wizard.place == place
        QTest.keyClick(wizard.focusWidget() or wizard, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not wizard.course.busy, timeout=LONG)
    rows = rows_of(tmp_path / "study-anonymous.csv")
    assert len(rows) == RECORDS - REMOVED
    assert list(rows[0]) == ["age", "sex", "note"], "a column of * alone is left out"
    assert wizard.result_page.message.kind == "ok"
    QTest.keyClick(wizard.focusWidget() or wizard, Qt.Key.Key_Return)
    assert window.dialog is None


def test_that_each_page_begins_with_its_first_field(window: MainWindow, study: Document):
    wizard = shown_export(window)
    assert wizard.focusWidget().accessibleName() == "Exported columns"
    QTest.keyClick(wizard.focusWidget(), Qt.Key.Key_Return)
    assert wizard.place == PLACE
    assert wizard.focusWidget().text() == "File"
    wizard.reject()


def test_that_one_press_writes_with_what_is_chosen(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    wizard = shown_export(window)
    QTest.mouseClick(wizard.at_once, LEFT)
    qtbot.waitUntil(lambda: not wizard.course.busy, timeout=LONG)
    assert (wizard.place, wizard.course.written.target) == (RESULT, str(tmp_path / "study-anonymous.csv"))


def test_that_the_first_page_says_what_leaves_of_each_column(window: MainWindow, study: Document):
    page = shown_export(window).table_page
    assert page.card.texts == {
        "Protected by": "2-anonymity",
        "Removed": "2 of 40 records (5 %)",
        "Detail kept": page.card.texts["Detail kept"],
        "Unchanged": "note (40 different values)",
    }
    shown = {page.model.text(row, 0): page.model.text(row, 2) for row in range(page.model.rowCount())}
    assert shown["name"] == "Left out"
    assert shown["note"] == "Unchanged"
    assert "level" in shown["age"]


def test_that_a_column_that_tells_people_apart_is_warned_of_and_can_be_left_out(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    wizard = shown_export(window)
    page = wizard.table_page
    assert page.message.isVisible()
    assert "note leaves unchanged and can tell people apart." in page.message.text.text()
    page.message.link_activated.emit("leave-out")
    assert not page.message.isVisible()
    assert wizard.course.choices.leave_out == ("name", "note")
    write_it(wizard, qtbot)
    assert list(rows_of(tmp_path / "study-anonymous.csv")[0]) == ["age", "sex"]
    assert wizard.result_page.message.kind == "ok"


def test_that_a_warning_leads_to_the_column_in_configure(window: MainWindow, study: Document):
    shown_export(window).table_page.message.link_activated.emit("decide:note")
    assert window.dialog is None
    assert (window.rail.current, study.focus) == ("configure", "note")


def test_that_no_table_without_a_column_is_written(window: MainWindow, study: Document):
    wizard = shown_export(window)
    wizard.table_page.model.set_left_out(["name", "age", "sex", "note"])
    assert not wizard.next_button.isEnabled()


def test_that_text_is_written_as_it_is_wanted(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    for field, value in ((wizard.place_page.text.separator, ";"), (wizard.place_page.text.line_end, "crlf")):
        field.set_value(value)
        field.chosen.emit(value)
    write_it(wizard, qtbot)
    assert (tmp_path / "study-anonymous.csv").read_bytes().startswith(b"age;sex;note\r\n")
    assert wizard.result_page.message.kind == "ok"


def test_that_a_result_that_is_out_of_date_cannot_be_exported(window: MainWindow, study: Document):
    study.push(change_suppression_limit(study, 0.5))
    assert not window.actions_by_name["export"].isEnabled()
    window.flows.export.export()
    assert window.dialog is None


def test_that_a_recoding_that_is_asked_for_and_missing_is_told(window: MainWindow, study: Document, monkeypatch):
    assert not shown_export(window).table_page.recoding.isVisible()
    window.dialog.reject()
    asking = study.job.search.model_copy(update={"local_recoding": LocalRecodingSettings()})
    monkeypatch.setattr(study, "_job", study.job.model_copy(update={"search": asking}))
    monkeypatch.setattr(type(study), "result_is_current", property(lambda _self: True))
    assert shown_export(window).table_page.recoding.isVisible()


def test_that_the_last_page_proves_what_was_written(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    target = tmp_path / "out.csv"
    wizard = export_to(window, target, qtbot)
    lines = wizard.result_page.lines.texts
    assert lines["Table"] == str(target)
    assert lines["Records"] == "38"
    assert lines["SHA-256"] == hashlib.sha256(target.read_bytes()).hexdigest()
    assert lines["Recounted"] == "2-anonymity"
    claims = {row.texts[0]: row.texts[1:] for row in wizard.result_page.counted.figures.rows}
    assert claims["2-anonymity"] == ("", "Confirmed")
    assert claims["Number of records"] == ("38", "Confirmed")
    assert int(claims["Smallest group"][0]) >= 2
    QTest.mouseClick(wizard.result_page.copy, LEFT)
    copied = QGuiApplication.clipboard().text()
    assert all(words in copied for words in lines.values())


def test_that_the_folder_is_opened(window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch):
    shown: list[QUrl] = []
    monkeypatch.setattr("arxdesk.exporting.dialog.QDesktopServices.openUrl", shown.append)
    wizard = export_to(window, tmp_path / "out.csv", qtbot)
    QTest.mouseClick(wizard.result_page.open_folder, LEFT)
    assert [url.toLocalFile() for url in shown] == [str(tmp_path)]


def test_that_a_report_is_asked_for_from_the_last_page(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    wizard = export_to(window, tmp_path / "out.csv", qtbot)
    QTest.mouseClick(wizard.result_page.report, LEFT)
    qtbot.waitUntil(lambda: isinstance(window.dialog, EvidenceReportDialog), timeout=LONG)
    assert window.dialog.choices.path == tmp_path / "out-report.pdf"


# What can be chosen


@pytest.mark.parametrize("name", ["CSV", "TSV", "Excel", "Parquet", "Stata", "SPSS"])
def test_that_a_format_is_chosen_by_a_press_and_written(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, name: str
):
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    QTest.mouseClick(wizard.place_page.format.segment(name), LEFT)
    suffix = {"CSV": ".csv", "TSV": ".tsv", "Excel": ".xlsx", "Parquet": ".parquet", "Stata": ".dta", "SPSS": ".sav"}
    target = tmp_path / f"study-anonymous{suffix[name]}"
    assert wizard.place_page.file.text() == str(target)
    write_it(wizard, qtbot)
    assert wizard.course.error is None
    readers = {
        "Excel": partial(pd.read_excel, engine="calamine"),
        "Parquet": pd.read_parquet,
        "Stata": pd.read_stata,
        "SPSS": pd.read_spss,
    }
    frame = readers.get(name, lambda path: pd.read_csv(path, sep="\t" if name == "TSV" else ","))(target)
    shown = study.applied.output.dataset["sex"].texts()
    assert list(frame["sex"].astype(str)) == [text for text in shown if text != SUPPRESSED]


def test_that_a_typed_suffix_shows_its_format_and_an_unknown_one_keeps_from_going_on(
    window: MainWindow, study: Document
):
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    wizard.place_page.file.setText("/data/a.parquet")
    assert wizard.place_page.format.value == "Parquet"
    wizard.place_page.file.setText("/data/a.docx")
    assert wizard.place_page.format.value == ""
    assert not wizard.next_button.isEnabled()
    assert "no suffix" in wizard.place_page.fault.text()
    wizard.write_now()
    assert wizard.place == PLACE


@pytest.mark.parametrize(("key", "records"), [("keep", RECORDS), ("drop", RECORDS - REMOVED)])
def test_that_removed_records_stay_or_go(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, key: str, records: int
):
    wizard = shown_export(window)
    QTest.mouseClick(wizard.table_page.removed.segment(key), LEFT)
    click_to(wizard, PLACE)
    of = "" if key == "keep" else " of 40"
    assert (
        wizard.place_page.review.card.texts["Table"] == f"study-anonymous.csv: {records}{of} records in 3 of 4 columns"
    )
    write_it(wizard, qtbot)
    assert len(rows_of(tmp_path / "study-anonymous.csv")) == wizard.course.written.records == records


def test_that_shuffled_records_are_the_same_ones_in_another_order(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    export_to(window, tmp_path / "ordered.csv", qtbot).accept()
    wizard = shown_export(window)
    wizard.place_page.file.setText(str(tmp_path / "shuffled.csv"))
    wizard.table_page.shuffle.click()
    write_it(wizard, qtbot)
    ordered, shuffled = rows_of(tmp_path / "ordered.csv"), rows_of(tmp_path / "shuffled.csv")
    assert ordered != shuffled, "one of 40! orders is that of the input"
    assert sorted(ordered, key=lambda row: row["note"]) == sorted(shuffled, key=lambda row: row["note"])
    assert wizard.result_page.message.kind == "ok"


def test_that_codebook_and_report_are_written_beside_the_table(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    wizard.place_page.options.codebook.click()
    wizard.place_page.options.report.click()
    click_to(wizard, PLACE)
    assert wizard.place_page.review.card.texts["Codebook"] == "study-anonymous-codebook.html"
    write_it(wizard, qtbot)
    assert wizard.course.error is None
    assert "age" in (tmp_path / "study-anonymous-codebook.html").read_text("utf-8")
    assert (tmp_path / "study-anonymous-report.pdf").read_bytes().startswith(b"%PDF")
    lines = wizard.result_page.lines.texts
    assert lines["Evidence report"] == str(tmp_path / "study-anonymous-report.pdf")
    assert not wizard.result_page.report.isVisible()


def test_that_a_copy_with_drawn_values_is_written_confirmed_and_compared(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    assert not wizard.place_page.options.spread.isChecked()
    QTest.mouseClick(wizard.place_page.options.spread, LEFT, pos=QPoint(8, 8))
    copy = tmp_path / "study-anonymous-spread.csv"
    assert wizard.place_page.review.card.texts["Drawn values"] == copy.name
    write_it(wizard, qtbot)
    assert wizard.course.error is None
    table, rows = rows_of(tmp_path / "study-anonymous.csv"), rows_of(copy)
    assert [(row["sex"], row["note"]) for row in rows] == [(row["sex"], row["note"]) for row in table]
    for released, drawn in zip(table, rows, strict=True):
        assert released["age"] == f"{int(drawn['age']) // 10 * 10}s"
    page = wizard.result_page
    assert page.message.kind == "ok"
    said = page.lines.texts["Drawn values"]
    assert said.startswith(f"A copy with values drawn for 38 labels was written to {copy}.")
    assert "Tables made of drawn values differ from those of the input by" in said
    claims = {row.texts[0] for row in page.counted.figures.rows}
    assert claims >= {"Drawn values", "SHA-256 of the drawn values", "Number of records with drawn values"}


def test_that_the_project_keeps_that_a_copy_is_drawn(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    wizard = shown_export(window)
    wizard.place_page.options.spread.click()
    write_it(wizard, qtbot)
    wizard.accept()
    assert study.job.output.spread == "study-anonymous-spread.csv"
    for action, words in (
        ("copy_job", f'spread = "{tmp_path / "study-anonymous-spread.csv"}"'),
        ("copy_python", f'"spread": "{tmp_path / "study-anonymous-spread.csv"}"'),
    ):
        window.actions_by_name[action].trigger()
        qtbot.waitUntil(lambda words=words: words in QGuiApplication.clipboard().text(), timeout=LONG)
    window.flows.export._choices = None  # as after the project was opened again
    again = shown_export(window)
    assert again.place_page.options.spread.isChecked()
    again.place_page.options.spread.click()
    write_it(again, qtbot)
    assert study.job.output.spread is None


def test_that_an_older_copy_is_replaced_only_with_consent(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    copy = tmp_path / "study-anonymous-spread.csv"
    copy.write_text("old")
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    wizard.place_page.options.spread.click()
    assert wizard.course.in_the_way() == (copy,)
    assert not wizard.next_button.isEnabled()
    wizard.place_page.review.replace.click()
    write_it(wizard, qtbot)
    assert wizard.course.error is None
    assert len(rows_of(copy)) == RECORDS - REMOVED


def test_that_choices_are_kept_while_the_project_is_open(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    wizard.place_page.file.setText(str(tmp_path / "mine.tsv"))
    click_to(wizard, PLACE)
    wizard.show_page(TABLE)
    QTest.mouseClick(wizard.table_page.removed.segment("keep"), LEFT)
    wizard.place_page.options.codebook.click()
    wizard.reject()
    again = shown_export(window)
    assert again.place_page.file.text() == str(tmp_path / "mine.tsv")
    assert again.table_page.removed.value == "keep"
    assert again.place_page.options.codebook.isChecked()
    again.reject()
    window.session.close_document()
    assert window.flows.export._choices is None


def test_that_the_settings_of_the_user_are_proposed(window: MainWindow, study: Document):
    Settings().store(REMOVED_SETTING, "keep")
    Settings().store(SHUFFLE, True)
    wizard = shown_export(window)
    assert wizard.table_page.removed.value == "keep"
    assert wizard.table_page.shuffle.isChecked()


# Databases


def test_that_a_table_of_a_database_is_made_and_a_second_one_only_replaced_when_asked(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    file = tmp_path / "results.sqlite"
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    assert wizard.next_button.isEnabled()
    use_form(wizard, file, "people")
    write_it(wizard, qtbot)
    assert wizard.course.error is None
    with sqlite3.connect(file) as database:
        rows = database.execute("select sex from people").fetchall()
    assert len(rows) == RECORDS - REMOVED
    assert wizard.result_page.lines.texts["Table"].endswith("table people")
    wizard.accept()

    wizard = shown_export(window)
    assert wizard.place_page.form.file.text() == str(file)
    QTest.mouseClick(wizard.table_page.removed.segment("keep"), LEFT)
    write_it(wizard, qtbot)
    assert wizard.course.written is None
    assert "people" in wizard.course.error.message
    assert wizard.result_page.card.isVisible()
    with sqlite3.connect(file) as database:
        assert database.execute("select count(*) from people").fetchone() == (RECORDS - REMOVED,)
    wizard.result_page.card.findChild(type(wizard.next_button), "place").click()
    assert wizard.place == PLACE
    wizard.place_page.replace_table.click()
    write_it(wizard, qtbot)
    with sqlite3.connect(file) as database:
        assert database.execute("select count(*) from people").fetchone() == (RECORDS,)


def test_that_a_password_that_is_needed_is_asked_for_where_it_is_typed(
    window: MainWindow, qtbot, study: Document, monkeypatch: pytest.MonkeyPatch
):
    given: list[str | None] = []

    def needs(*arguments: object, password: str | None = None, **_named: object) -> None:
        given.append(password)
        raise PasswordNeeded(Problem("postgresql://me@host/db", "wants a password", "Type it."))

    monkeypatch.setattr("arxdesk.core.session.exporting.write", needs)
    wizard = shown_export(window)
    QTest.mouseClick(wizard.place_page.where.segment("database"), LEFT)
    form = wizard.place_page.form
    form.kind.setCurrentIndex(form.kind.findData("postgresql"))
    form.user.setText("me")
    form.database.setText("db")
    write_it(wizard, qtbot)
    assert wizard.place == PLACE
    assert wizard.place_page.card.isVisible()
    qtbot.waitUntil(lambda: wizard.focusWidget() is form.password, timeout=LONG)
    form.password.setText("secret")
    write_it(wizard, qtbot)
    assert given == [None, "secret"]
    assert "secret" not in repr(wizard.course.choices)
    wizard.reject()


# What can go wrong


def test_that_a_file_that_is_there_is_replaced_only_with_a_tick(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    target = tmp_path / "precious.csv"
    target.write_text("precious")
    wizard = shown_export(window)
    wizard.place_page.file.setText(str(target))
    QTest.mouseClick(wizard.at_once, LEFT)
    assert wizard.place == PLACE
    assert not wizard.next_button.isEnabled()
    assert "precious.csv" in wizard.place_page.review.there.text()
    QTest.keyClick(wizard, Qt.Key.Key_Return)
    assert target.read_text() == "precious"
    wizard.place_page.review.replace.click()
    assert wizard.next_button.text() == "Replace and write"
    write_it(wizard, qtbot)
    assert len(rows_of(target)) == RECORDS - REMOVED
    wizard.accept()
    again = shown_export(window)
    click_to(again, PLACE)
    assert again.next_button.isEnabled(), "what was written from here is replaced without a question"
    assert "written from here before" in again.place_page.review.there.text()
    again.reject()


def test_that_a_tick_for_one_file_is_none_for_another(window: MainWindow, study: Document, tmp_path: Path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("precious")
    wizard = shown_export(window)
    wizard.place_page.file.setText(str(tmp_path / "a.csv"))
    click_to(wizard, PLACE)
    wizard.place_page.review.replace.click()
    wizard.show_page(PLACE)
    wizard.place_page.file.setText(str(tmp_path / "b.csv"))
    click_to(wizard, PLACE)
    assert not wizard.next_button.isEnabled()
    wizard.reject()


def test_that_a_file_of_the_dialog_of_the_system_needs_no_second_answer(
    window: MainWindow, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "there.csv").write_text("old")
    wizard = shown_export(window)
    click_to(wizard, PLACE)
    answers = [None, tmp_path / "there.csv"]
    monkeypatch.setattr(wizard, "_ask_for_file", lambda *_: answers.pop(0))
    QTest.mouseClick(wizard.place_page.browse, LEFT)
    assert wizard.place_page.file.text() == str(tmp_path / "study-anonymous.csv")
    QTest.mouseClick(wizard.place_page.browse, LEFT)
    click_to(wizard, PLACE)
    assert wizard.next_button.isEnabled()
    wizard.reject()


@pytest.mark.parametrize("target", ["people.csv", "age.csv"])
def test_that_what_the_project_reads_is_never_written_to(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, target: str
):
    before = (tmp_path / target).read_text()
    wizard = shown_export(window)
    wizard.place_page.show_file(tmp_path / target)
    wizard.course.agree([tmp_path / target])
    write_it(wizard, qtbot)
    assert "a file that the job reads" in wizard.course.error.message
    assert (tmp_path / target).read_text() == before
    assert wizard.result_page.card.isVisible()
    assert not wizard.result_page.lines.isVisible()


def test_that_a_folder_that_is_not_there_is_told_with_its_place(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    wizard = export_to(window, tmp_path / "nowhere" / "out.csv", qtbot)
    assert "nowhere" in wizard.course.error.message
    assert wizard.result_page.card.isVisible()
    assert not (tmp_path / "nowhere").exists()


def test_that_a_folder_without_permission_is_told(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refused(*_arguments: object, **_named: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("arxdesk_engine.io.files.atomic.os.open", refused)
    monkeypatch.setattr("arxdesk_engine.io.files.atomic.tempfile.mkstemp", refused, raising=False)
    monkeypatch.setattr("arxdesk_engine.io.files.atomic.tempfile.NamedTemporaryFile", refused, raising=False)
    wizard = export_to(window, tmp_path / "out.csv", qtbot)
    monkeypatch.undo()
    assert "permission denied" in wizard.course.error.message
    assert not (tmp_path / "out.csv").exists()


def test_that_a_full_disk_leaves_the_old_file(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    target = tmp_path / "out.csv"
    target.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    wizard = shown_export(window)
    wizard.place_page.show_file(target)
    wizard.course.agree([target])
    with monkeypatch.context() as patch:
        patch.setattr("arxdesk_engine.io.files.atomic.os.fsync", full)
        write_it(wizard, qtbot)
    assert "no space left" in wizard.course.error.message
    assert "Free some space" in wizard.course.error.message
    assert target.read_text() == "old"
    assert left_behind(tmp_path) == []
    QTest.mouseClick(wizard.back_button, LEFT)
    write_it(wizard, qtbot)
    assert len(rows_of(target)) == RECORDS - REMOVED, "the same once more, when there is room"


def test_that_stop_ends_the_writing_without_a_trace(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    target = tmp_path / "out.csv"
    target.write_text("old")
    gate = Gate(lambda *arguments, **_named: arguments[-1].raise_if_stopped())
    monkeypatch.setattr("arxdesk.core.session.exporting.write", gate)
    wizard = shown_export(window)
    wizard.place_page.show_file(target)
    wizard.course.agree([target])
    click_to(wizard, RESULT)
    assert gate.entered.wait(10)
    assert (wizard.cancel_button.text(), wizard.next_button.isEnabled()) == ("Stop", False)
    assert not wizard.back_button.isEnabled()
    wizard.go_to(TABLE)
    assert wizard.place == RESULT
    QTest.mouseClick(wizard.cancel_button, LEFT)
    qtbot.waitUntil(lambda: not wizard.course.busy, timeout=LONG)
    assert wizard.isVisible()
    assert wizard.place == PLACE
    assert wizard.place_page.stopped.isVisible()
    assert target.read_text() == "old"
    assert window.dialog is wizard, "nothing is told as a defect"
    wizard.reject()
    assert window.dialog is None


def test_that_a_defect_is_told_as_one(window: MainWindow, qtbot, study: Document, monkeypatch: pytest.MonkeyPatch):
    def broken(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("arxdesk.core.session.exporting.write", broken)
    wizard = shown_export(window)
    with qtbot.waitSignal(window.session.crashed, timeout=LONG):
        click_to(wizard, RESULT)
    assert not wizard.course.busy
    window.dialog.reject()
    wizard.reject()


def test_that_a_table_that_is_not_what_it_is_claimed_to_be_is_not_recommended(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from arxdesk_engine.anonymizer import Anonymizer  # noqa: PLC0415 - only to spoil what it writes

    write = Anonymizer.write

    def spoiled(self: Anonymizer, *arguments: object, **named: object) -> object:
        exported = write(self, *arguments, **named)
        path = tmp_path / "study-anonymous.csv"
        lines = path.read_text().splitlines()
        cells = lines[5].split(",")
        lines[5] = ",".join(("39", *cells[1:]))
        path.write_text("\n".join(lines) + "\n")
        return exported

    monkeypatch.setattr(Anonymizer, "write", spoiled)
    wizard = shown_export(window)
    wizard.place_page.options.report.click()
    write_it(wizard, qtbot)
    assert wizard.result_page.message.kind == "error"
    told = wizard.result_page.message.accessibleName()
    assert "2-anonymity: claimed 2, counted 1 (records in the smallest group), in the group age 39 and sex" in told
    lines = wizard.result_page.lines.texts
    assert lines["Recounted"].startswith("Refuted: 2-anonymity")
    assert wizard.course.reported is None
    assert lines["Evidence report"].startswith("Not written: the recount refutes")
    assert not wizard.result_page.report.isVisible()
    wizard.result_page.message.link_activated.emit("model")
    assert window.dialog is None
    assert window.rail.current == "configure"


def test_that_a_report_tells_of_the_table_that_was_written_however_that_was(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    wizard = shown_export(window)
    wizard.place_page.file.setText(str(tmp_path / "out.csv"))
    click_to(wizard, PLACE)
    wizard.course.change(shuffle=True, suppressed="drop", report=".html")
    write_it(wizard, qtbot)
    page = (tmp_path / "out-report.html").read_text("utf-8")
    assert hashlib.sha256((tmp_path / "out.csv").read_bytes()).hexdigest() in page
    assert "is not the table" not in page
    assert "that order cannot be drawn again" in page
    assert "shuffle = true" in page


def test_that_a_report_that_cannot_be_written_leaves_the_table(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "study-anonymous-report.pdf").mkdir()
    wizard = shown_export(window)
    wizard.place_page.options.report.click()
    wizard.course.agree([tmp_path / "study-anonymous-report.pdf"])
    write_it(wizard, qtbot)
    assert wizard.course.written is not None
    assert wizard.course.error is not None
    assert wizard.result_page.card.isVisible()
    assert wizard.result_page.lines.isVisible()
    assert len(rows_of(tmp_path / "study-anonymous.csv")) == RECORDS - REMOVED


def test_that_the_project_cannot_be_left_behind_the_wizard(window: MainWindow, study: Document):
    wizard = shown_export(window)
    window.session.close_document()
    assert not wizard.isVisible()
    assert window.dialog is None


def test_that_everything_in_the_wizard_has_a_name_and_help_is_at_hand(window: MainWindow, study: Document, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr("arxdesk.exporting.dialog.show_help", asked.append)
    wizard = shown_export(window)
    QTest.mouseClick(wizard.help_button, LEFT)
    assert asked == ["exporting"]
    for place in (TABLE, PLACE):
        click_to(wizard, place)
        for field in (wizard.place_page.file, wizard.place_page.table, wizard.place_page.options.codebook_kind):
            assert field.accessibleName()
    wizard.reject()
