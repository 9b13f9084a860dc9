"""Projects that are saved, searched, restored and left at the same time: nothing is lost, and nothing false is said."""

from __future__ import annotations

import gc
import os
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk.commands import ChangeColumns, ChangeSections
from arxdesk.dialogs.conflict import Way
from arxdesk.document import Document
from arxdesk.session import Session
from arxdesk.window import MainWindow
from arxdesk.workers import restoring, saving, search
from engine.job import load_job
from engine.project.archive import read_project, write_project
from engine.search_settings import SearchSettings
from engine.subset_settings import SubsetSettings
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.gates import Gate
from tests.arxdesk.projects import LONG, job_file, opened, saved, searched


@pytest.fixture
def session(qtbot, no_thread_left: None):
    made = Session()
    yield made
    made.end()
    made.deleteLater()


@pytest.fixture
def archive(qtbot, session: Session, tmp_path: Path) -> Path:
    """A project that was searched and saved with its table, closed again."""
    opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    session.close_document()
    return path


def at_rest(qtbot, session: Session) -> None:
    qtbot.waitUntil(lambda: not session.jobs._tasks, timeout=LONG)


def held_up(qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Document, Gate]:
    """An archive that is open, and whose result is still looked at again."""
    gate = Gate(restoring.restore_result)
    monkeypatch.setattr("arxdesk.restoring.restore_result", gate)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(archive)
    assert gate.entered.wait(5)
    return session.document, gate


# A search, and a save that ends before it


def test_that_a_search_that_a_save_overtakes_leaves_a_result_that_is_current(
    qtbot, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    document = opened(qtbot, session, job_file(tmp_path))
    gate = Gate(search.search)
    monkeypatch.setattr("arxdesk.session.search", gate)
    session.anonymize()
    assert gate.entered.wait(5)
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    gate.opened.set()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert document.result_is_current
    assert document.modified, "the result is not in the file"
    saved(qtbot, session, path)
    assert read_project(path).outcome is not None


def test_that_a_search_goes_on_after_a_save_and_its_result_is_current(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    settings = SearchSettings(check_limit=1)
    document.push(ChangeSections(document, {"search": settings}, "Search settings"))
    searched(qtbot, session)
    assert document.can_search_on
    saved(qtbot, session, tmp_path / "study.arxdesk")
    first = document.result
    session.search_on()
    qtbot.waitUntil(lambda: document.result is not first and not session.jobs._tasks, timeout=LONG)
    assert document.result_is_current
    assert document.searched.job.data.path == str(tmp_path / "study.arxdesk" / "data.parquet")


def test_that_a_search_that_fails_lets_the_kept_result_be_restored(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    document, gate = held_up(qtbot, session, archive, monkeypatch)

    def fail(*_: object) -> object:
        raise ValueError("a defect")

    monkeypatch.setattr("arxdesk.session.search", fail)
    with qtbot.waitSignal(session.crashed, timeout=LONG):
        session.anonymize()
    gate.opened.set()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)


# The result that an archive holds


def test_that_a_save_does_not_lose_the_result_that_is_being_restored(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    before = read_project(archive).outcome
    document, gate = held_up(qtbot, session, archive, monkeypatch)
    project = document.job.project.model_copy(update={"title": "New"})
    document.push(ChangeSections(document, {"project": project}, "Title"))
    saved(qtbot, session, archive)
    assert read_project(archive).outcome == before
    second = archive.with_name("second.arxdesk")
    saved(qtbot, session, second)
    assert read_project(second).outcome == before
    gate.opened.set()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert document.result_is_current
    assert not document.modified


def test_that_a_change_that_is_undone_brings_the_result_back(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    before = read_project(archive).outcome
    document, gate = held_up(qtbot, session, archive, monkeypatch)
    document.push(change_suppression_limit(document, 0.6))
    qtbot.waitUntil(lambda: gate.was_stopped, timeout=LONG)
    document.undo_stack.undo()
    saved(qtbot, session, archive)
    assert read_project(archive).outcome == before
    gate.opened.set()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert document.result_is_current


def test_that_a_result_that_no_longer_belongs_is_not_saved_before_it_is_restored(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    document, _gate = held_up(qtbot, session, archive, monkeypatch)
    document.push(change_suppression_limit(document, 0.6))
    saved(qtbot, session, archive)
    assert read_project(archive).outcome is None


def test_that_nothing_is_restored_into_a_search_that_runs(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    document, gate = held_up(qtbot, session, archive, monkeypatch)
    searching = Gate(search.search)
    monkeypatch.setattr("arxdesk.session.search", searching)
    session.anonymize()
    assert searching.entered.wait(5)
    gate.opened.set()
    qtbot.waitUntil(lambda: gate.was_stopped, timeout=LONG)
    qtbot.wait(100)
    assert document.result is None
    searching.opened.set()
    qtbot.waitUntil(lambda: document.result is not None, timeout=LONG)


def test_that_a_document_that_is_left_while_it_is_restored_goes(
    qtbot, session: Session, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    gate = Gate(restoring.restore_result)
    monkeypatch.setattr("arxdesk.restoring.restore_result", gate)
    session.open(archive)
    qtbot.waitUntil(gate.entered.is_set, timeout=LONG)
    document = weakref.ref(session.document)  # `waitSignal` would keep what it was told
    session.open(tmp_path / "people.toml")
    qtbot.waitUntil(lambda: session.document is not document(), timeout=LONG)
    gate.opened.set()
    at_rest(qtbot, session)
    qtbot.waitUntil(lambda: (gc.collect(), document() is None)[1], timeout=LONG)


def test_that_an_undone_replacement_brings_the_result_back(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    column, settings = document.dataset["city"], document.settings_of("city")
    values = tuple("Köln" if value == "Bonn" else value for value in column.values)
    document.push(ChangeColumns(document, [(replace(column, values=values), settings)], "Replace"))
    assert not document.result_is_current
    document.undo_stack.undo()
    assert document.result_is_current
    saved(qtbot, session, archive)
    assert read_project(archive).outcome is not None


# Saves that run after one another


def test_that_the_second_of_two_saves_knows_what_the_first_has_moved(
    qtbot, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Else its subset would be read from a place where the first has put another one."""
    document = opened(qtbot, session, job_file(tmp_path))
    lines = (tmp_path / "people.csv").read_text().splitlines()
    for folder, kept in (("a", lines[1:20]), ("b", lines[30:70])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "subset.csv").write_text("\n".join([lines[0], *kept]) + "\n")
    path = tmp_path / "study.arxdesk"
    first, second = (SubsetSettings(file=str(tmp_path / each / "subset.csv")) for each in ("a", "b"))
    document.push(ChangeSections(document, {"subset": first}, "Subset"))
    saved(qtbot, session, path)
    document.push(ChangeSections(document, {"subset": second}, "Subset"))
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.saving.save", gate)
    session.save(path)
    assert gate.entered.wait(5)
    document.undo_stack.undo()
    assert document.job.subset.file == str(path / "subsets" / "1" / "subset.parquet")
    session.save(path)
    gate.opened.set()
    at_rest(qtbot, session)
    found = read_project(path)
    document = opened(qtbot, session, path)
    searched(qtbot, session)
    assert found.job.subset is not None
    assert document.result.records == 19


def test_that_a_save_that_waits_is_cancelled_with_the_one_that_runs(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    document = opened(qtbot, session, archive)
    before = archive.read_bytes()
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.saving.save", gate)
    document.push(change_suppression_limit(document, 0.4))
    session.save(archive)
    session.save(archive)
    assert gate.entered.wait(5)
    session.saving.stop()
    at_rest(qtbot, session)
    assert archive.read_bytes() == before
    assert document.modified


def test_that_the_program_ends_after_both_saves(qtbot, no_thread_left: None, tmp_path: Path):
    session = Session()
    document = opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    for limit in (0.2, 0.3):
        document.push(change_suppression_limit(document, limit))
        session.save(path)
    session.end()
    session.deleteLater()
    assert read_project(path).job.suppression.limit == 0.3


def test_that_the_trail_of_a_file_is_the_beginning_of_every_later_one(
    qtbot, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    document = opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.saving.save", gate)
    session.save(path)
    assert gate.entered.wait(5)
    document.push(change_suppression_limit(document, 0.4))
    with qtbot.waitSignal(session.saved, timeout=LONG):
        gate.opened.set()
    first = read_project(path).trail
    saved(qtbot, session, path)
    second = read_project(path).trail
    assert second.entries[: len(first.entries)] == first.entries
    assert document.audit.trail.entries[: len(second.entries)] == second.entries
    assert [entry.action for entry in second.entries] == ["opened", "saved", "changed", "saved"]


# Questions that are answered when another project is open


def test_that_a_conflict_of_a_project_that_was_left_overwrites_nothing(
    qtbot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    session = window.session
    document = opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    other = tmp_path / "other.toml"
    other.write_text((tmp_path / "people.toml").read_text())
    write_project(path, replace(read_project(path), trail=document.audit.trail.with_entry("saved", "By another")))
    theirs = path.read_bytes()

    def answer(*_: object) -> Way:
        """The project that is being opened arrives while the question is there."""
        session.close_document()
        opened(qtbot, session, other)
        return Way.OVERWRITE

    asked: list[object] = []
    monkeypatch.setattr("arxdesk.flows.project.ask_about_conflict", lambda *_: asked.append(1) or answer())
    document.push(change_suppression_limit(document, 0.3))
    window.flow.save()
    qtbot.waitUntil(lambda: bool(asked) and not session.jobs._tasks, timeout=LONG)
    assert path.read_bytes() == theirs
    assert session.document.file == other


def test_that_a_conflict_is_not_asked_about_once_another_project_is_open(
    qtbot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    session = window.session
    opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    project = read_project(path)
    write_project(path, replace(project, trail=project.trail.with_entry("saved", "By another")))
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.saving.save", gate)
    asked: list[object] = []
    monkeypatch.setattr("arxdesk.flows.project.ask_about_conflict", lambda *_: asked.append(1) or Way.OVERWRITE)
    session.save(path)
    assert gate.entered.wait(5)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(tmp_path / "people.toml")
    with qtbot.waitSignal(session.failed, timeout=LONG):
        gate.opened.set()
    at_rest(qtbot, session)
    assert asked == []
    assert session.document.file == tmp_path / "people.toml"


def test_that_the_name_that_was_asked_for_one_project_is_not_given_to_another(
    qtbot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    session = window.session
    opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "mine.arxdesk"

    def answer(*_: object) -> Path:
        session.close_document()
        opened(qtbot, session, tmp_path / "people.toml")
        return path

    monkeypatch.setattr("arxdesk.flows.project.ask_where_to_save", answer)
    window.flow.save_as()
    at_rest(qtbot, session)
    assert not path.exists()


# Names


def test_that_a_folder_whose_name_is_not_in_utf8_holds_projects(qtbot, session: Session, tmp_path: Path):
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    opened(qtbot, session, job_file(tmp_path))
    path = folder / "study.arxdesk"
    saved(qtbot, session, path)
    document = opened(qtbot, session, path)
    document.push(change_suppression_limit(document, 0.35))
    saved(qtbot, session, path)
    assert read_project(path).job.suppression.limit == 0.35


def test_that_the_longest_name_can_be_saved_and_opened(qtbot, session: Session, tmp_path: Path):
    opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / f"{'x' * (255 - len('.arxdesk'))}.arxdesk"
    saved(qtbot, session, path)
    assert opened(qtbot, session, path).audit.trail.is_intact


def test_that_a_link_stays_one_and_its_project_is_saved(qtbot, session: Session, archive: Path):
    link = archive.with_name("link.arxdesk")
    link.symlink_to(archive)
    document = opened(qtbot, session, link)
    document.push(change_suppression_limit(document, 0.35))
    saved(qtbot, session, link)
    assert link.is_symlink()
    assert read_project(archive).job.suppression.limit == 0.35
    assert not document.modified


def test_that_a_job_file_saved_from_an_archive_is_opened_again(qtbot, session: Session, archive: Path):
    opened(qtbot, session, archive)
    path = archive.with_name("settings.toml")
    saved(qtbot, session, path)
    assert load_job(path).data.path == "study.arxdesk/data.parquet"
    assert opened(qtbot, session, path).dataset.records == 200
