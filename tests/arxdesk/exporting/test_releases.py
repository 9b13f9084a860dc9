"""Earlier releases in the export wizard, and their list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.exporting.released_words import details, overlap_words
from arxdesk.exporting.releases_dialog import EMPTY, ForgetBox, ReleasesDialog
from arxdesk.window.window import MainWindow
from arxdesk_engine.projects.archive import read_project
from arxdesk_engine.projects.input_identity import InputIdentity
from arxdesk_engine.projects.ledger import Ledger
from arxdesk_engine.projects.overlap import overlap_of
from tests.arxdesk.exporting.conftest import LONG, RECORDS
from tests.arxdesk.exporting.exporting import LEFT, export_to, shown_export
from tests.engine.projects.test_ledger import ledger_of, records


def compared(wizard, qtbot) -> tuple[str, str]:
    """The message of the wizard about earlier releases, once they are compared."""
    message = wizard.table_page.released
    qtbot.waitUntil(lambda: wizard.course.overlap is not None, timeout=LONG)
    assert message.isVisible()
    return message.kind, message.accessibleName()


def exported(window: MainWindow, path: Path, qtbot) -> None:
    export_to(window, path, qtbot).accept()


def shown_releases(window: MainWindow) -> ReleasesDialog:
    window.actions_by_name["releases"].trigger()
    assert isinstance(window.dialog, ReleasesDialog)
    return window.dialog


def test_that_the_first_export_says_nothing_of_releases(window: MainWindow, study: Document):
    assert not shown_export(window).table_page.released.isVisible()


def test_that_the_same_table_again_tells_nothing_new(window: MainWindow, study: Document, qtbot, tmp_path: Path):
    exported(window, tmp_path / "one.csv", qtbot)
    kind, said = compared(shown_export(window), qtbot)
    assert (kind, "Released once before." in said) == ("ok", True)
    assert "leave nobody among fewer than" in said


def test_that_another_table_of_the_same_people_is_warned_of(window: MainWindow, study: Document, qtbot, tmp_path: Path):
    """The other one has the people in fours, whoever they are."""
    exported(window, tmp_path / "one.csv", qtbot)
    entry = study.ledger.now[1]
    fours = replace(entry.shown, classes=(np.arange(RECORDS) // 4).astype(np.int32))
    study.ledger.forget(1)
    study.ledger.record(replace(entry, shown=fours))
    wizard = shown_export(window)
    kind, said = compared(wizard, qtbot)
    assert (kind, said.startswith("Together with earlier releases ")) == ("warn", True)
    wizard.table_page.released.link_activated.emit("releases")
    (dialog,) = wizard.findChildren(ReleasesDialog)
    assert [each.name for each in dialog.model.rows] == ["one.csv"]
    QTest.mouseClick(dialog.forget, LEFT)
    box = window.flows.export.question
    assert isinstance(box, ForgetBox)
    QTest.mouseClick(box.forget, LEFT)
    dialog.reject()
    assert not study.ledger.now.entries
    assert not wizard.table_page.released.isVisible()


def test_that_the_list_shows_releases_and_forgets_them_with_a_trace(
    window: MainWindow, study: Document, qtbot, tmp_path: Path
):
    dialog = shown_releases(window)
    assert dialog.current is None
    assert not dialog.forget.isVisible()
    dialog.reject()
    for name in ("one.csv", "two.csv"):
        exported(window, tmp_path / name, qtbot)
    dialog = shown_releases(window)
    assert [dialog.model.text(row, 1) for row in range(2)] == ["two.csv", "one.csv"]
    assert dialog.card.texts["SHA-256"] == study.ledger.now.entries[1].sha256
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.card.texts["SHA-256"] == study.ledger.now.entries[0].sha256
    QTest.mouseClick(dialog.forget, LEFT)
    box = window.flows.export.question
    QTest.mouseClick(box.button(box.StandardButton.Cancel), LEFT)
    assert len(study.ledger.now.entries) == 2
    QTest.mouseClick(dialog.forget, LEFT)
    QTest.mouseClick(window.flows.export.question.forget, LEFT)
    assert [each.name for each in study.ledger.now.entries] == ["two.csv"]
    assert [each.name for each in dialog.model.rows] == ["two.csv"]
    last = study.audit.trail.entries[-1]
    assert (last.action, last.text.startswith("Release one.csv of ")) == ("forgotten", True)
    dialog.reject()
    study.undo_stack.undo()
    assert [each.name for each in study.ledger.now.entries] == ["two.csv"]


def test_that_what_was_forgotten_is_asked_about_before_it_is_lost(
    window: MainWindow, study: Document, qtbot, tmp_path: Path
):
    exported(window, tmp_path / "one.csv", qtbot)
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.session.saving.save(tmp_path / "study.arxdesk")
    assert not study.modified
    study.ledger.forget(1)
    study.audit.record("forgotten", "Release one.csv")
    assert (study.modified, study.lacks_trail_alone) == (True, True)
    assert len(read_project(tmp_path / "study.arxdesk").ledger.entries) == 1


HERE = InputIdentity("0" * 64, 12, "", None)
THIRDS, HALVES = [0] * 4 + [1] * 4 + [2] * 4, [0] * 6 + [1] * 6


def words(ledger: Ledger, classes: list[int]) -> tuple[str, str, str]:
    return overlap_words(overlap_of(ledger, HERE, np.array(classes, np.int32), "new.csv"))


def test_that_the_first_two_releases_that_suffice_are_named():
    ledger = ledger_of(records(THIRDS, name="one.csv"), records(HALVES, name="two.csv"))
    kind, lead, sentence = words(ledger, HALVES)
    assert (kind, lead) == ("warn", "Together with earlier releases 4 people are among fewer than 4.")
    assert "This table and one.csv suffice for 4 of them." in sentence
    kind, _lead, sentence = words(ledger, [0] * 12)
    assert "two.csv and one.csv, which are out already, suffice for 4." in sentence


@pytest.mark.parametrize("number", [1, 2])
def test_that_releases_of_other_people_are_said_to_be_left_out(number: int):
    others = [records([0] * 5, digest="1" * 64, name=f"{each}.csv") for each in range(number)]
    kind, lead, sentence = words(ledger_of(*others), HALVES)
    assert (kind, lead) == ("info", f"Released {('once', 'twice')[number - 1]} before.")
    assert sentence.startswith(("1 release is not compared", "2 releases are not compared")[number - 1])


def test_that_people_who_came_and_went_are_counted():
    before = records([0] * 11 + [-1], name="one.csv")
    _kind, _lead, sentence = words(ledger_of(before), [-1] + [0] * 11)
    assert "Of them 1 are not in all earlier releases and 1 are in earlier ones only." in sentence


def test_that_what_is_not_kept_is_said():
    assert details(records([0] * 5))["Kept of it"] == "Its rows, and the groups of its records"
    assert EMPTY.startswith("Nothing was exported")
