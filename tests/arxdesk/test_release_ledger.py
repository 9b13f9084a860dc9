"""The ledger of the open project: written by exports alone, saved, and never undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk.core.document import Document
from arxdesk.core.session.recovery_work import SUFFIX, leftovers
from arxdesk.core.session.session import Session
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.projects.archive import read_project
from arxdesk_engine.report.layout.content import ReportContent, ReportSection
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.made_projects import LONG, job_file, opened, saved, searched


@pytest.fixture
def document(qtbot, session: Session, tmp_path: Path) -> Document:
    """A project of 200 people that was searched, applied and saved with its table."""
    found = opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    qtbot.waitUntil(lambda: found.applied is not None, timeout=LONG)
    saved(qtbot, session, tmp_path / "study.arxdesk")
    return found


def export(qtbot, session: Session, path: Path) -> None:
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG):
        session.exporting.export(str(path))


def test_that_each_export_is_in_the_ledger_and_stays_there(qtbot, session: Session, document: Document, tmp_path: Path):
    export(qtbot, session, tmp_path / "one.csv")
    export(qtbot, session, tmp_path / "two.csv")
    one, two = document.ledger.now.entries
    assert (one.name, two.name, one.number, two.number) == ("one.csv", "two.csv", 1, 2)
    assert one.sha256 == sha256_of_file(tmp_path / "one.csv")
    assert one.input_digest == two.input_digest
    assert document.modified
    document.push(change_suppression_limit(document, 0.2))
    document.undo_stack.undo()
    assert len(document.ledger.now.entries) == 2
    saved(qtbot, session, tmp_path / "study.arxdesk")
    assert not document.modified
    session.close_document()
    again = opened(qtbot, session, tmp_path / "study.arxdesk")
    assert [each.sha256 for each in again.ledger.now.entries] == [one.sha256, two.sha256]
    qtbot.waitUntil(lambda: again.applied is not None, timeout=LONG)
    export(qtbot, session, tmp_path / "three.csv")
    assert {each.input_digest for each in again.ledger.now.entries} == {one.input_digest}


def test_that_an_export_that_fails_is_not_in_the_ledger(qtbot, session: Session, document: Document, tmp_path: Path):
    errors = []
    session.exporting.export(str(tmp_path / "nowhere" / "one.csv"), failed=errors.append)
    qtbot.waitUntil(lambda: bool(errors), timeout=LONG)
    assert document.ledger.now.entries == ()
    assert not document.modified


def test_that_what_is_applied_is_compared_with_the_ledger(qtbot, session: Session, document: Document, tmp_path: Path):
    found = []
    session.exporting.compare(session, "next.csv", found.append)
    assert not document.ledger.now.entries
    export(qtbot, session, tmp_path / "one.csv")
    session.exporting.compare(session, "next.csv", found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=LONG)
    (overlap,) = found
    assert (overlap.some, overlap.names) == (0, ("next.csv", "one.csv"))


def test_that_a_saved_project_is_the_only_place_of_what_was_released(
    qtbot, session: Session, document: Document, tmp_path: Path
):
    export(qtbot, session, tmp_path / "one.csv")
    assert not read_project(tmp_path / "study.arxdesk").ledger.entries
    saved(qtbot, session, tmp_path / "people.toml")
    assert "ledger" not in (tmp_path / "people.toml").read_text()


@pytest.mark.parametrize("is_saved", [True, False])
def test_that_a_program_that_ends_suddenly_loses_no_release(
    qtbot, session: Session, document: Document, tmp_path: Path, is_saved: bool
):
    export(qtbot, session, tmp_path / "one.csv")
    if is_saved:
        saved(qtbot, session, tmp_path / "study.arxdesk")
        export(qtbot, session, tmp_path / "two.csv")
    file = session.recovery.file
    last = "two.csv" if is_saved else "one.csv"
    qtbot.waitUntil(lambda: file.exists() and f'"{last}"' in file.read_text(), timeout=LONG)
    copy = file.with_name(f"earlier{SUFFIX}")
    copy.write_bytes(file.read_bytes())
    before = document.ledger.now
    session.close_document()
    (left,) = (each for each in leftovers(copy.parent, file, Control()) if each.file == copy)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.restore(left)
    again = session.document.ledger.now
    assert [each.sha256 for each in again.entries] == [each.sha256 for each in before.entries]
    assert [bool(each.shown.columns) for each in again.entries] == ([True, False] if is_saved else [False])
    for one, other in zip(again.entries, before.entries, strict=True):
        assert one.shown.classes.tolist() == other.shown.classes.tolist()
    saved(qtbot, session, tmp_path / "again.arxdesk")
    assert len(read_project(tmp_path / "again.arxdesk").ledger.entries) == len(before.entries)


def test_that_a_report_compares_with_releases_before_the_one_it_is_about(
    qtbot, session: Session, document: Document, tmp_path: Path
):
    content = ReportContent((ReportSection.ATTACKS,))
    for number in (1, 2):
        with qtbot.waitSignal(session.exporting.exported, timeout=LONG) as told:
            session.exporting.export(str(tmp_path / "one.csv"))
        with qtbot.waitSignal(session.exporting.reported, timeout=LONG):
            session.exporting.report(tmp_path / f"{number}.html", content, written=told.args[0])
        document.ledger.record(replace(document.ledger.now[1], sha256="0" * 64))
    pages = [(tmp_path / f"{number}.html").read_text() for number in (1, 2)]
    assert ["Together with earlier releases" in page for page in pages] == [False, True]
