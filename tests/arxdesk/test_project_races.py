"""Projects that are saved, searched, restored and left at the same time: nothing is lost, and nothing false is said."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk.core.commands import ChangeColumns, ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.session import restoring_work as restoring
from arxdesk.core.session import saving_work as saving
from arxdesk.core.session import search_work as search
from arxdesk.core.session.recovery_work import SUFFIX, Leftover
from arxdesk.core.session.session import Session
from arxdesk.projects.conflict import ConflictAnswer
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.job import load_job
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.projects.archive import read_project, write_project
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.gates import Gate
from tests.arxdesk.made_projects import LONG, job_file, opened, saved, searched


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
    qtbot.waitUntil(lambda: not session.jobs._lanes, timeout=LONG)


def held_up(qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Document, Gate]:
    """An archive that is open, and whose result is still looked at again."""
    gate = Gate(restoring.restore_result)
    monkeypatch.setattr("arxdesk.core.session.restoring.restore_result", gate)
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
    monkeypatch.setattr("arxdesk.core.session.searching.search", gate)
    session.searching.anonymize()
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
    session.searching.search_on()
    qtbot.waitUntil(lambda: document.result is not first and not session.jobs._lanes, timeout=LONG)
    assert document.result_is_current
    assert document.searched.job.data.path == str(tmp_path / "study.arxdesk" / "data.parquet")


def test_that_a_search_that_fails_lets_the_kept_result_be_restored(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch
):
    document, gate = held_up(qtbot, session, archive, monkeypatch)

    def fail(*_: object) -> object:
        raise ValueError("a defect")

    monkeypatch.setattr("arxdesk.core.session.searching.search", fail)
    with qtbot.waitSignal(session.crashed, timeout=LONG):
        session.searching.anonymize()
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
    monkeypatch.setattr("arxdesk.core.session.searching.search", searching)
    session.searching.anonymize()
    assert searching.entered.wait(5)
    gate.opened.set()
    qtbot.waitUntil(lambda: gate.was_stopped, timeout=LONG)
    qtbot.wait(100)
    assert document.result is None
    searching.opened.set()
    qtbot.waitUntil(lambda: document.result is not None, timeout=LONG)


def test_that_a_project_that_is_left_while_it_is_restored_is_not_held(
    qtbot, session: Session, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    document, gate = held_up(qtbot, session, archive, monkeypatch)
    opened(qtbot, session, tmp_path / "people.toml")
    gate.opened.set()
    at_rest(qtbot, session)
    assert session.restoring._document is None
    assert document.result is None


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
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
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
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
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
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    session.save(path)
    assert gate.entered.wait(5)
    document.push(change_suppression_limit(document, 0.4))
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
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

    def answer(*_: object) -> ConflictAnswer:
        """The project that is being opened arrives while the question is there."""
        session.close_document()
        opened(qtbot, session, other)
        return ConflictAnswer.OVERWRITE

    asked: list[object] = []
    monkeypatch.setattr("arxdesk.projects.flow.ask_about_conflict", lambda *_: asked.append(1) or answer())
    document.push(change_suppression_limit(document, 0.3))
    window.flows.project.save()
    qtbot.waitUntil(lambda: bool(asked) and not session.jobs._lanes, timeout=LONG)
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
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    asked: list[object] = []
    monkeypatch.setattr(
        "arxdesk.projects.flow.ask_about_conflict", lambda *_: asked.append(1) or ConflictAnswer.OVERWRITE
    )
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

    monkeypatch.setattr("arxdesk.projects.flow.ask_where_to_save", answer)
    window.flows.project.save_as()
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


# What is said of it


def test_that_a_report_of_an_archive_names_the_table_it_came_from_and_whose_proof_it_tells(
    qtbot, session: Session, archive: Path, tmp_path: Path
):
    document = opened(qtbot, session, archive)
    assert document.result.is_restored
    path = tmp_path / "evidence.html"
    with qtbot.waitSignal(session.exporting.reported, timeout=LONG):
        session.exporting.report(path)
    text = path.read_text()
    assert "people.csv" in text
    assert "Proven by the search that the project keeps" in text


def test_that_what_is_restored_is_recorded_as_such(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    entry = document.audit.trail.entries[-1]
    assert entry.action == "restored"
    assert "its proof was not repeated" in entry.text


# What is kept aside


@pytest.fixture
def kept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxdesk.core.session.recovery.DELAY_MILLISECONDS", 10)


def left_by(qtbot, session: Session) -> Leftover:
    """What a program that is killed now would leave."""
    qtbot.waitUntil(lambda: session.recovery.file.exists() and not session.recovery._timer.isActive(), timeout=LONG)
    at_rest(qtbot, session)
    left = session.recovery.file.with_name(f"left{SUFFIX}")
    left.write_bytes(session.recovery.file.read_bytes())
    return Leftover(left, "study", dt.datetime.now(dt.UTC))


def test_that_a_result_that_was_not_saved_survives_a_crash(
    qtbot, kept_often: None, tmp_path: Path, no_thread_left: None
):
    session = Session()
    document = opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    searched(qtbot, session)
    best = document.result.solution.best
    left = left_by(qtbot, session)
    session.close_document()
    session.restore(left)
    qtbot.waitUntil(lambda: session.document is not None and session.document.applied is not None, timeout=LONG)
    at_rest(qtbot, session)
    document = session.document
    assert document.result.solution.best == best
    assert document.modified
    saved(qtbot, session, path)
    assert read_project(path).outcome.solution.best == best
    session.end()
    session.deleteLater()


def test_that_a_change_while_a_save_runs_is_kept_with_the_places_of_after_the_save(
    qtbot, kept_often: None, tmp_path: Path, no_thread_left: None, monkeypatch: pytest.MonkeyPatch
):
    session = Session()
    document = opened(qtbot, session, job_file(tmp_path))
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    path = tmp_path / "study.arxdesk"
    session.save(path)
    assert gate.entered.wait(5)
    document.push(change_suppression_limit(document, 0.4))
    qtbot.waitUntil(session.recovery.file.exists, timeout=LONG)
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        gate.opened.set()
    qtbot.wait(50)
    left = left_by(qtbot, session)
    for name in ("people.csv", "age.csv"):
        (tmp_path / name).unlink()
    session.close_document()
    session.restore(left)
    qtbot.waitUntil(lambda: session.document is not None, timeout=LONG)
    at_rest(qtbot, session)
    assert session.document.file == path
    assert session.document.job.suppression.limit == 0.4
    saved(qtbot, session, path)
    session.end()
    session.deleteLater()


def test_that_changes_are_not_put_onto_the_table_that_somebody_else_has_put_into_the_archive(
    qtbot, kept_often: None, tmp_path: Path, no_thread_left: None
):
    session = Session()
    document = opened(qtbot, session, job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    document.push(change_suppression_limit(document, 0.4))
    left = left_by(qtbot, session)
    session.close_document()
    at_rest(qtbot, session)
    project = read_project(path)
    codes = project.dataset["city"].codes[::-1].copy()
    columns = tuple(replace(each, codes=codes) if each.name == "city" else each for each in project.dataset)
    raw = tuple(replace(each, codes=codes) if each.name == "city" else each for each in project.raw)
    write_project(path, replace(project, dataset=replace(project.dataset, columns=columns), raw=raw))
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.restore(left)
    assert "somebody else has replaced the records" in told.args[0].message
    assert left.file.exists()
    session.end()
    session.deleteLater()
