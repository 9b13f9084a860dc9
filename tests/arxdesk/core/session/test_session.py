"""Long work for a document: the latest request wins, and a result reaches only the document it was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk.core import writing_work as writing
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.core.session import loading_work as loading
from arxdesk.core.session import saving_work as saving
from arxdesk.core.session import search_work as search
from arxdesk.core.session.activities import SEARCHING
from arxdesk.core.session.session import Session
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnreadableFile
from arxdesk_engine.job.job import load_job
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.arxdesk.conftest import small_project, wide_project
from tests.arxdesk.gates import Gate

LONG = 30_000


def opened(session: Session, project=small_project) -> Document:
    document = Document(*project(), None, session)
    session._replace_document(document)
    return document


@pytest.fixture
def heard(session: Session):
    """Everything the session says, as (signal, argument)."""
    found: list[tuple[str, object]] = []
    signals = {
        "failed": session.failed,
        "crashed": session.crashed,
        "saved": session.saving.saved,
        "exported": session.exporting.exported,
        "search_ended": session.searching.ended,
        "activity_changed": session.line.changed,
    }
    for name, signal in signals.items():
        signal.connect(lambda *arguments, name=name: found.append((name, *arguments)))
    return found


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch):
    """Holds up a kind of work of the session."""
    places = {
        "search": search.search,
        "apply": search.apply,
        "load": loading.load,
        "save": saving.save,
        "write": writing.write,
    }

    rooms = {"search": "searching", "apply": "searching", "load": "session", "save": "saving", "write": "exporting"}

    def held(name: str) -> Gate:
        made = Gate(places[name])
        monkeypatch.setattr(f"arxdesk.core.session.{rooms[name]}.{name}", made)
        return made

    return held


def all_quiet(session: Session) -> bool:
    return not session.jobs._lanes


def names_of(heard: list[tuple[str, object]]) -> list[str]:
    return [name for name, *_ in heard if name != "activity_changed"]


def table(folder: Path, name: str, cell: str) -> Path:
    path = folder / name
    path.write_text(f"a,b\n{cell},1\n{cell},2\n")
    return path


def test_that_a_table_is_opened_as_a_project_without_a_file(session: Session, qtbot, tmp_path: Path):
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(table(tmp_path, "people.csv", "x"))
    assert session.document is not None
    assert session.document.file is None
    assert session.document.name == "people"
    assert not session.document.modified


def test_that_the_latest_of_two_files_is_opened_and_only_that(session: Session, qtbot, gate, tmp_path: Path):
    documents: list[Document] = []
    session.document_opened.connect(documents.append)
    held = gate("load")
    session.open(table(tmp_path, "first.csv", "x"))
    assert held.entered.wait(5)
    second = gate("load")
    second.opened.set()
    session.open(table(tmp_path, "second.csv", "y"))
    qtbot.waitUntil(lambda: all_quiet(session), timeout=LONG)
    assert [document.name for document in documents] == ["second"]


def test_that_a_search_locks_the_document_and_its_result_unlocks_it(session: Session, qtbot, heard):
    document = opened(session)
    session.searching.anonymize()
    assert document.locked
    assert session.is_busy(SEARCHING)
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        pass
    assert not document.locked
    assert document.result is session.searching.last_result
    assert document.applied.check == document.selection
    assert names_of(heard) == ["search_ended"]
    qtbot.waitUntil(lambda: heard[-1] == ("activity_changed", ""), timeout=LONG)


def test_that_a_search_is_over_when_its_end_is_told(session: Session, qtbot):
    opened(session)
    busy: list[bool] = []
    session.searching.ended.connect(lambda: busy.append(session.is_busy(SEARCHING)))
    with qtbot.waitSignal(session.searching.ended, timeout=LONG):
        session.searching.anonymize()
    assert busy == [False]


def test_that_a_second_search_does_not_start_while_one_runs(session: Session, qtbot, gate):
    opened(session)
    held = gate("search")
    started: list[int] = []
    session.searching.started.connect(lambda: started.append(1))
    session.searching.anonymize()
    session.searching.anonymize()
    assert started == [1]
    held.opened.set()
    qtbot.waitUntil(lambda: all_quiet(session), timeout=LONG)


@pytest.mark.parametrize(
    ("error", "told"), [(InvalidJob(Problem("job", "is wrong")), "failed"), (KeyError("bug"), "crashed")]
)
def test_that_a_search_that_fails_unlocks_the_document_and_is_told(
    session: Session, qtbot, heard, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
):
    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("arxdesk.core.session.searching.search", fail)
    document = opened(session)
    with qtbot.waitSignal(getattr(session, told), timeout=LONG):
        session.searching.anonymize()
    assert not document.locked
    assert document.result is None
    assert names_of(heard) == ["search_ended", told]
    assert heard[-1] == (told, error)


def test_that_the_result_of_a_search_whose_document_was_closed_is_dropped(session: Session, qtbot, gate, heard):
    opened(session)
    held = gate("search")
    session.searching.anonymize()
    assert held.entered.wait(5)
    session.close_document()
    assert not session.is_busy(SEARCHING)
    qtbot.waitUntil(lambda: all_quiet(session), timeout=LONG)
    assert held.was_stopped
    assert session.searching.last_result is None
    assert names_of(heard) == []
    assert heard[-1] == ("activity_changed", "")


def test_that_the_result_of_a_search_never_reaches_a_document_opened_meanwhile(session: Session, qtbot, gate):
    opened(session, wide_project)
    held = gate("search")
    session.searching.anonymize()
    assert held.entered.wait(5)
    other = opened(session)
    assert not other.locked
    session.searching.anonymize()  # the new document does not wait for the old search
    assert other.locked
    held.opened.set()
    qtbot.waitUntil(lambda: all_quiet(session) and other.applied is not None, timeout=LONG)
    assert other.result.anonymizer.dataset is other.dataset


def test_that_an_applied_transformation_never_reaches_another_document(session: Session, qtbot, gate):
    first = opened(session)
    held = gate("apply")
    session.searching.anonymize()
    qtbot.waitUntil(held.entered.is_set, timeout=LONG)
    second = opened(session)
    held.opened.set()
    qtbot.waitUntil(lambda: all_quiet(session), timeout=LONG)
    assert first.applied is None
    assert second.applied is None


def test_that_saving_marks_only_what_was_written(session: Session, qtbot, gate, tmp_path: Path):
    document = opened(session)
    document.push(change_suppression_limit(document, 0.1))
    held = gate("save")
    session.save(tmp_path / "project.toml")
    assert held.entered.wait(5)
    document.push(change_suppression_limit(document, 0.2))
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        held.opened.set()
    assert load_job(tmp_path / "project.toml").suppression.limit == 0.1
    assert document.modified
    assert document.file == tmp_path / "project.toml"


def test_that_a_file_that_was_saved_never_becomes_that_of_a_document_opened_meanwhile(
    session: Session, qtbot, gate, heard, tmp_path: Path
):
    document = opened(session)
    document.push(change_suppression_limit(document, 0.1))
    held = gate("save")
    session.save(tmp_path / "project.toml")
    assert held.entered.wait(5)
    second = opened(session)
    second.push(change_suppression_limit(second, 0.2))
    held.opened.set()
    qtbot.waitUntil(lambda: all_quiet(session), timeout=LONG)
    assert (tmp_path / "project.toml").exists()
    assert second.file is None
    assert second.modified
    assert "saved" not in names_of(heard)


def test_that_of_two_saves_the_later_one_stays(session: Session, qtbot, gate, tmp_path: Path):
    document = opened(session)
    document.push(change_suppression_limit(document, 0.1))
    held = gate("save")
    session.save(tmp_path / "project.toml")
    assert held.entered.wait(5)
    document.push(change_suppression_limit(document, 0.2))
    session.save(tmp_path / "project.toml")
    held.opened.set()
    qtbot.waitUntil(lambda: all_quiet(session), timeout=LONG)
    assert load_job(tmp_path / "project.toml").suppression.limit == 0.2
    assert not document.modified


def test_that_an_export_is_finished_and_told_when_its_document_was_closed(
    session: Session, qtbot, gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    document = opened(session)
    session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    held = gate("write")
    session.exporting.export(tmp_path / "out.csv")
    assert held.entered.wait(5)
    session.close_document()
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG) as done:
        held.opened.set()
    assert done.args[0].target == str(tmp_path / "out.csv")
    assert not done.args[0].is_refuted
    assert not held.was_stopped
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 9


def test_that_a_full_disk_is_told_and_leaves_the_old_file(
    session: Session, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    document = opened(session)
    session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    target = tmp_path / "out.csv"
    target.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("arxdesk_engine.io.files.atomic.os.fsync", full)
    with qtbot.waitSignal(session.failed, timeout=LONG) as failure:
        session.exporting.export(target)
    assert "no space left" in failure.args[0].message
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_that_the_input_is_never_overwritten(session: Session, qtbot, tmp_path: Path):
    people = table(tmp_path, "people.csv", "x")
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(people)
    document = session.document
    document.push(change_roles(document, ["a"], Role.QUASI_IDENTIFYING))
    document.push(change_privacy(document, (KAnonymity(k=2),), "Add", mergeable=False))
    before = people.read_text()
    session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    with qtbot.waitSignal(session.failed, timeout=LONG) as failure:
        session.exporting.export(people)
    assert "a file that the job reads" in failure.args[0].message
    assert people.read_text() == before


def test_that_ending_while_everything_runs_leaves_no_thread_and_no_result(
    session: Session, qtbot, gate, heard, tmp_path: Path
):
    document = opened(session, wide_project)
    session.warm()
    loading_gate = gate("load")
    session.open(table(tmp_path, "people.csv", "x"))
    session.searching.anonymize()
    assert loading_gate.entered.wait(5)
    session.end()
    assert all_quiet(session)
    assert document.result is None
    assert names_of(heard) == []


def test_that_an_unreadable_file_is_told_and_the_document_stays(session: Session, qtbot, tmp_path: Path):
    document = opened(session)
    with qtbot.waitSignal(session.failed, timeout=LONG) as failure:
        session.open(tmp_path / "nowhere.csv")
    assert isinstance(failure.args[0], UnreadableFile)
    assert session.document is document


def test_that_without_a_document_nothing_starts(session: Session, heard, tmp_path: Path):
    session.save(tmp_path / "project.toml")
    session.searching.anonymize()
    session.searching.apply((0,))
    session.exporting.export(tmp_path / "out.csv")
    session.searching.stop()
    assert all_quiet(session)
    assert heard == []


def test_that_a_project_without_changes_is_saved_byte_for_byte(session: Session, qtbot, tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "people.csv").write_text("age;sex\n30;m\n31;f\n")
    project = tmp_path / "project.toml"
    raw = (
        b"# agreed\r\n[data]\r\npath = './data/people.csv' # here\r\n\r\n"
        b"[attributes]\r\nage = { role = 'quasi-identifying', weight = 0.50 }\r\n\r\n"
        b"[[privacy]]\r\nk = 2\r\nmodel = 'k-anonymity'\r\n"
    )
    project.write_bytes(raw)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(project)
    document = session.document
    document.push(change_roles(document, ["sex"], Role.QUASI_IDENTIFYING))
    document.undo_stack.undo()
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(project)
    assert project.read_bytes() == raw
    document.push(change_suppression_limit(document, 0.25))
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(project)
    assert project.read_bytes().startswith(raw[:60])
    assert load_job(project).suppression.limit == 0.25


def test_that_nothing_is_changed_while_another_project_is_read(session: Session, qtbot, gate, tmp_path: Path):
    document = opened(session)
    held = gate("load")
    session.open(tmp_path / "missing.toml")
    assert held.entered.wait(5)
    document.push(change_suppression_limit(document, 0.3))
    assert (document.locked, document.modified) == (True, False)
    with qtbot.waitSignal(session.failed, timeout=LONG):
        held.opened.set()
    assert session.document is document
    document.push(change_suppression_limit(document, 0.3))
    assert (document.locked, document.modified) == (False, True)
