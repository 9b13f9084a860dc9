"""The form of a report in its dialog: the choice, and what people write for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.reporting.dialog import EvidenceReportDialog
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.report import FORMS
from arxdesk_engine.job.statements import MOST_STATEMENT, Statements
from arxdesk_engine.report.forms.catalogue import ALL_FORMS
from arxdesk_engine.report.forms.statements import QUESTIONS
from tests.arxdesk.exporting.conftest import LONG

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(window: MainWindow, study: Document) -> EvidenceReportDialog:
    window.actions_by_name["report"].trigger()
    assert isinstance(window.dialog, EvidenceReportDialog)
    return window.dialog


def choose(dialog: EvidenceReportDialog, form: str) -> None:
    """Choose a form as somebody does who opens the box."""
    dialog.form.box.setCurrentIndex(dialog.form.box.findData(form))
    dialog.form.box.activated.emit(dialog.form.box.currentIndex())


def test_that_each_form_is_offered_with_a_sentence(dialog: EvidenceReportDialog):
    assert dialog.form.value == ""
    assert dialog.form.box.keys == ("none", *FORMS)
    for form in FORMS:
        choose(dialog, form)
        assert dialog.form.sentence.text().startswith(ALL_FORMS[form].sentence)
        assert dialog.choices.report.form == form


def test_that_texts_are_offered_with_a_form_alone(dialog: EvidenceReportDialog):
    assert not dialog.parts.isVisible()
    assert dialog._title.text() == "Sections"
    choose(dialog, "ico")
    assert dialog.parts.isVisible()
    assert dialog._title.text() == "Annexes"
    QTest.mouseClick(dialog.parts.segment("texts"), LEFT)
    dialog.texts.field(ALL_FORMS["ico"].statements[-1])
    shown = [key for key, field in dialog.texts.fields.items() if field.isVisible()]
    assert sorted(shown) == sorted(ALL_FORMS["ico"].statements)
    for key in shown:
        assert dialog.texts.fields[key].edit.accessibleName() == QUESTIONS[key].label
    choose(dialog, "none")
    assert not any(field.isVisible() for field in dialog.texts.fields.values())


def test_that_open_texts_are_counted_and_forms_share_them(dialog: EvidenceReportDialog):
    choose(dialog, "wp29")
    number = len(ALL_FORMS["wp29"].statements)
    assert dialog.texts.left.text() == f"{number} of {number} texts still to be written"
    field = dialog.texts.field("motives")
    assert field.state.text() == "to be written"
    field.edit.setPlainText("  Insurers.\nJournalists. ")
    assert (field.state.text(), dialog.texts.open_ones) == ("written", number - 1)
    choose(dialog, "ema")
    assert dialog.texts.open_ones == len(ALL_FORMS["ema"].statements) - 1
    assert dialog.choices.statements == Statements(motives="Insurers.\nJournalists.")


def test_that_fields_stand_in_the_order_of_the_form(qtbot, dialog: EvidenceReportDialog):
    for form in ("hipaa", "wp29"):
        choose(dialog, form)
        keys = ALL_FORMS[form].statements
        QTest.mouseClick(dialog.parts.segment("texts"), LEFT)
        qtbot.waitUntil(lambda keys=keys: set(keys) <= set(dialog.texts.fields))

        def tops(keys=keys) -> list[int]:
            return [dialog.texts.field(key).y() for key in keys]

        qtbot.waitUntil(lambda tops=tops: len(set(tops())) == len(tops()))
        assert tops() == sorted(tops())


def test_that_a_field_keeps_the_keyboard_while_somebody_types(window: MainWindow, qtbot, dialog: EvidenceReportDialog):
    choose(dialog, "iso-27559")
    QTest.mouseClick(dialog.parts.segment("texts"), LEFT)
    edit = dialog.texts.field("purpose").edit
    dialog.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    QTest.keyClicks(edit, "Teaching")
    assert edit.hasFocus()
    assert dialog.choices.statements.purpose == "Teaching"


def test_that_a_text_beyond_the_limit_is_cut(dialog: EvidenceReportDialog):
    choose(dialog, "wp29")
    field = dialog.texts.field("purpose")
    field.edit.setPlainText("x" * (MOST_STATEMENT + 5))
    assert len(field.text) == MOST_STATEMENT
    assert field.state.text() == "no more fits"


def test_that_form_and_texts_are_in_the_report_and_steps_that_can_be_undone(
    window: MainWindow, qtbot, study: Document, dialog: EvidenceReportDialog, tmp_path: Path
):
    choose(dialog, "ico")
    dialog.texts.field("recipients").edit.setPlainText("Two hospitals.")
    dialog.file.setText(str(tmp_path / "ico.html"))
    QTest.mouseClick(dialog.foot.primary, LEFT)
    qtbot.waitUntil(lambda: not dialog._busy, timeout=LONG)
    page = (tmp_path / "ico.html").read_text("utf-8")
    assert "Overview of the points" in page
    assert "Two hospitals." in page
    assert (study.job.report.form, study.job.statements.recipients) == ("ico", "Two hospitals.")
    assert study.result_is_current, "texts change nothing that is searched"
    assert any("statements.recipients" in entry.values for entry in study.audit.trail.entries)
    dialog.accept()
    study.undo_stack.undo()
    study.undo_stack.undo()
    assert (study.job.report.form, study.job.statements) == ("", Statements())
    study.undo_stack.redo()
    assert study.job.report.form == "ico"


def test_that_texts_are_kept_where_no_report_is_written(
    window: MainWindow, study: Document, dialog: EvidenceReportDialog
):
    choose(dialog, "hipaa")
    dialog.texts.field("expert").edit.setPlainText("A statistician.")
    QTest.mouseClick(dialog.foot.cancel, LEFT)
    assert window.dialog is None
    assert study.job.statements.expert == "A statistician."
    window.actions_by_name["report"].trigger()
    assert window.dialog.form.value == "hipaa"
    assert window.dialog.texts.field("expert").text == "A statistician."
    window.dialog.done(0)
    assert study.undo_stack.undoText() == "What people write for the report"


def test_that_closing_the_project_keeps_nothing_of_the_dialog(window: MainWindow, dialog: EvidenceReportDialog):
    choose(dialog, "ema")
    window.session.close_document()
    assert window.dialog is None
    assert window.document is None
