"""Unsaved changes outlive the program: kept aside, found at the next start, restored or discarded."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess

from arxdesk import recovery
from arxdesk.session import Session
from arxdesk.window import MainWindow
from arxdesk.workers.recovery import SUFFIX, Leftover, leftovers, lock_of
from engine.control import Control
from engine.errors import UserError
from engine.job import load_job
from tests.arxdesk.changes import change_suppression_limit

TEXT = """\
# agreed with the officer
[data]
path = "people.csv"

[attributes.age]
role = "quasi-identifying"

[[privacy]]
model = "k-anonymity"
k = 2
"""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "DELAY_MILLISECONDS", 1)
    monkeypatch.setattr(recovery.Recovery, "set_delay", lambda *_: None)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text("age,name\n30,a\n31,b\n32,c\n")
    path = tmp_path / "people.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def session(qtbot, no_thread_left: None):
    made = Session()
    yield made
    made.end()


def open_project(qtbot, session: Session, project: Path) -> None:
    with qtbot.waitSignal(session.document_opened):
        session.open(project)


def kept(session: Session) -> bool:
    return session.recovery.file.exists()


def change(session: Session, limit: float) -> None:
    assert session.document is not None
    session.document.push(change_suppression_limit(session.document, limit))


def left_behind(qtbot, session: Session, project: Path, limit: float = 0.25) -> Path:
    """What a program that was killed leaves: a file whose lock nobody holds."""
    open_project(qtbot, session, project)
    change(session, limit)
    qtbot.waitUntil(lambda: kept(session) and session.recovery.file.stat().st_size > 0)
    copy = session.recovery.file.with_name(f"earlier{SUFFIX}")
    copy.write_bytes(session.recovery.file.read_bytes())
    return copy


def test_that_a_change_is_kept_until_it_is_saved(qtbot, session, project):
    open_project(qtbot, session, project)
    assert not kept(session)
    change(session, 0.25)
    qtbot.waitUntil(lambda: kept(session))
    with qtbot.waitSignal(session.saved):
        session.save(project)
    qtbot.waitUntil(lambda: not kept(session))


def test_that_a_change_that_is_undone_is_not_kept(qtbot, session, project):
    open_project(qtbot, session, project)
    change(session, 0.25)
    qtbot.waitUntil(lambda: kept(session))
    session.document.undo_stack.undo()
    qtbot.waitUntil(lambda: not kept(session))


def test_that_what_is_kept_is_for_its_owner_alone(qtbot, session, project):
    file = left_behind(qtbot, session, project)
    assert stat.S_IMODE(session.recovery.file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["project"] == str(project)


def test_that_a_program_that_still_runs_keeps_its_own(qtbot, session, project, tmp_path):
    file = left_behind(qtbot, session, project)
    lock = lock_of(file)
    assert lock.tryLock(0)
    assert leftovers(file.parent, tmp_path, Control()) == ()  # that of the session is held as well
    lock.unlock()
    assert [each.file for each in leftovers(file.parent, tmp_path, Control())] == [file]


def test_that_a_program_that_was_killed_leaves_its_changes(qtbot, session, project, tmp_path):
    file = left_behind(qtbot, session, project)
    script = (
        "import sys, time; from pathlib import Path; from arxdesk.workers.recovery import lock_of;"
        "lock = lock_of(Path(sys.argv[1])); assert lock.tryLock(0); print('held', flush=True); time.sleep(60)"
    )
    other = QProcess()
    other.start(sys.executable, ["-c", script, str(file)])
    assert other.waitForReadyRead(20_000)
    assert leftovers(file.parent, tmp_path, Control()) == ()
    other.kill()
    assert other.waitForFinished(20_000)
    assert [each.name for each in leftovers(file.parent, tmp_path, Control())] == ["people"]


def test_that_restored_changes_are_still_unsaved_and_kept_by_the_new_start(qtbot, session, project):
    file = left_behind(qtbot, session, project)
    session.close_document()
    (left,) = leftovers(file.parent, session.recovery.file, Control())
    with qtbot.waitSignal(session.document_opened):
        session.restore(left)
    document = session.document
    assert (document.job.suppression.limit, document.modified, document.file) == (0.25, True, project)
    qtbot.waitUntil(lambda: kept(session) and not file.exists())
    with qtbot.waitSignal(session.saved):
        session.save(project)
    assert project.read_text().startswith("# agreed with the officer")
    assert load_job(project).suppression.limit == 0.25


@pytest.mark.parametrize(
    "content",
    ["", "[" * 100_000, "{}", '{"version": 1, "name": "a", "project": null, "kept": "never", "job": ""}', "\0"],
    ids=["empty", "deep", "nothing", "no time", "no text"],
)
def test_that_a_file_that_says_nothing_sensible_is_passed_over(tmp_path, content):
    (tmp_path / f"broken{SUFFIX}").write_text(content)
    assert leftovers(tmp_path, tmp_path / "own", Control()) == ()


def test_that_a_time_without_its_zone_keeps_nobody_from_the_others(tmp_path):
    content = {"version": 1, "name": "a", "project": None, "kept": "2026-01-01T10:00:00+00:00", "job": ""}
    (tmp_path / f"whole{SUFFIX}").write_text(json.dumps(content))
    (tmp_path / f"odd{SUFFIX}").write_text(json.dumps(content | {"kept": "2026-01-01T10:00:00"}))
    assert [left.file.name for left in leftovers(tmp_path, tmp_path / "own", Control())] == [f"whole{SUFFIX}"]


@pytest.mark.parametrize("job", ["[data]\npath = 3", "[data", "a = " + "[" * 5000], ids=["fault", "no TOML", "deep"])
def test_that_a_leftover_with_a_broken_job_is_told(qtbot, session, project, job):
    file = left_behind(qtbot, session, project)
    content = json.loads(file.read_text())
    file.write_text(json.dumps(content | {"job": job}))
    session.close_document()
    left = Leftover(file, "people", leftovers(file.parent, session.recovery.file, Control())[0].kept)
    with qtbot.waitSignal(session.failed) as told:
        session.restore(left)
    assert isinstance(told.args[0], UserError)
    assert file.exists()


def test_that_the_start_page_offers_what_was_left(qtbot, window: MainWindow, project, tmp_path):
    session = window.session
    file = left_behind(qtbot, session, project)
    session.close_document()
    message = window.workspace.start_page.unsaved
    qtbot.waitUntil(message.isVisible)
    assert "people" in message.text.text()
    with qtbot.waitSignal(session.document_opened):
        message.link_activated.emit("restore")
    assert window.document.modified
    qtbot.waitUntil(lambda: not file.exists())


def test_that_what_was_left_can_be_discarded(qtbot, window: MainWindow, project):
    file = left_behind(qtbot, window.session, project)
    window.session.close_document()
    message = window.workspace.start_page.unsaved
    qtbot.waitUntil(message.isVisible)
    message.link_activated.emit("discard")
    qtbot.waitUntil(lambda: not file.exists())
    assert not message.isVisible()


def test_that_an_orderly_end_leaves_nothing(qtbot, project):
    session = Session()
    open_project(qtbot, session, project)
    change(session, 0.25)
    qtbot.waitUntil(lambda: kept(session))
    folder = session.recovery.file.parent
    session.end()
    assert list(folder.iterdir()) == []


def test_that_a_folder_that_cannot_be_written_is_told_once_and_loses_nothing(qtbot, session, project, monkeypatch):
    monkeypatch.setattr(session.recovery, "_file", Path("/dev/null/unsaved") / f"x{SUFFIX}")
    told: list[object] = []
    session.recovery.failed.connect(told.append)
    open_project(qtbot, session, project)
    change(session, 0.25)
    qtbot.waitUntil(lambda: len(told) == 1)
    change(session, 0.5)
    qtbot.wait(100)
    assert len(told) == 1
    assert session.document.job.suppression.limit == 0.5
