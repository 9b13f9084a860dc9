"""Unsaved changes outlive the program: kept aside, found at the next start, restored or discarded."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess

from arxdesk.core.document import Document
from arxdesk.core.session import recovery
from arxdesk.core.session.recovery_work import SUFFIX, Leftover, leftovers, lock_of
from arxdesk.core.session.session import Session
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.job.job import load_job
from arxdesk_engine.projects.archive import read_project, write_project
from tests.arxdesk import made_projects as projects
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.made_projects import LONG
from tests.engine.arx.arx_projects import written, xml_parts

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
    with qtbot.waitSignal(session.saving.saved):
        session.save(project)
    qtbot.waitUntil(lambda: not kept(session))


def test_that_what_was_kept_goes_at_once_when_the_project_is_saved(qtbot, session, project, monkeypatch):
    open_project(qtbot, session, project)
    change(session, 0.25)
    qtbot.waitUntil(lambda: kept(session))
    session.recovery._timer.setInterval(3_600_000)  # somebody who pulls the plug does not wait for it
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
        "import sys, time; from pathlib import Path; from arxdesk.core.session.recovery_work import lock_of;"
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
    with qtbot.waitSignal(session.saving.saved):
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


KILLED = """\
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from arxdesk.core.session import recovery
from arxdesk.app import make_application, make_window
from arxdesk.core.commands import ChangeSections

folder, project, kind = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
recovery.folder = lambda: folder / "unsaved"
app = make_application([])
app.setOrganizationName("ArxDesk tests")
window = make_window(app)
window.session.recovery.set_delay = lambda seconds: None
window.session.recovery._timer.setInterval(1)
window.session.failed.connect(lambda error: print("failed", error.message, flush=True))

def change(document):
    suppression = document.job.suppression.model_copy(update={"limit": 0.33})
    document.push(ChangeSections(document, {"suppression": suppression}, "Suppression limit"))
    wait()

def wait():
    kept = window.session.recovery.file
    if kept.exists() and kept.stat().st_size:
        print("kept", flush=True)
    else:
        QTimer.singleShot(20, wait)

window.session.document_opened.connect(change)
QTimer.singleShot(30_000, app.quit)
window.session.open(Path(project))
app.exec()
"""


def killed(tmp_path: Path, project: Path, kind: str = "") -> None:
    """A real program with a window opens a project, changes it, and is killed without a warning."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path / "config")}
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(project), kind]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as program:
        said = program.stdout.readline().strip()
        os.kill(program.pid, signal.SIGKILL)
    assert said == "kept"


def restored(qtbot, session: Session) -> Document:
    """What the next start restores; what was kept is taken over."""
    (left,) = leftovers(recovery.folder(), session.recovery.file, Control())
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.restore(left)
    qtbot.waitUntil(lambda: kept(session) and not left.file.exists(), timeout=LONG)
    assert session.document is not None
    return session.document


@pytest.mark.parametrize("kind", ["archive", "arx", "database", "job"])
def test_that_a_program_that_is_killed_loses_no_change(qtbot, session: Session, tmp_path: Path, kind: str):
    source = projects.job_file(tmp_path)
    if kind == "archive":
        projects.opened(qtbot, session, source)
        source = tmp_path / "study.arxdesk"
        projects.saved(qtbot, session, source)
        session.close_document()
    elif kind == "arx":
        source = written(tmp_path / "old.deid", xml_parts())
    elif kind == "database":
        source = tmp_path / "people.sqlite"
        with contextlib.closing(sqlite3.connect(source)) as connection:
            connection.execute("create table people (age text, city text)")
            connection.executemany("insert into people values (?, ?)", [("30", "Ulm"), ("31", "Bonn")])
            connection.commit()
    killed(tmp_path, source)
    document = restored(qtbot, session)
    assert (document.job.suppression.limit, document.modified) == (0.33, True)
    actions = [entry.action for entry in document.audit.trail.entries]
    assert (actions[-2], actions[-1]) == ("changed", "restored")
    assert document.audit.trail.is_intact
    assert document.name == source.stem
    assert document.file == (source if kind in ("archive", "job") else None)
    assert document.source_name == {"archive": "people.csv", "job": "people.csv"}.get(kind, source.name)
    assert (document.provenance.arx_import is not None) is (kind == "arx")
    target = tmp_path / "kept.arxdesk"
    projects.saved(qtbot, session, target)
    assert read_project(target).job.suppression.limit == 0.33


@pytest.mark.parametrize("how", ["overwritten", "left"])
def test_that_hierarchies_of_an_archive_are_kept_with_the_changes(qtbot, session: Session, tmp_path: Path, how: str):
    document = projects.opened(qtbot, session, projects.job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    projects.saved(qtbot, session, path)
    file = left_behind(qtbot, session, path)
    before = document.hierarchies["age"].rows
    session.close_document()
    if how == "overwritten":
        project = read_project(path)
        other = dataclasses.replace(project.hierarchies["age"], rows=tuple((row[0], "*") for row in before))
        write_project(path, dataclasses.replace(project, hierarchies={**project.hierarchies, "age": other}))
    (left,) = leftovers(file.parent, session.recovery.file, Control())
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.restore(left)
    again = session.document
    assert again.hierarchies["age"].rows == before
    is_file = again.settings_of("age").hierarchy_file is not None
    assert is_file is (how == "left")
    with qtbot.waitSignal(session.saving.saved if how == "left" else session.saving.conflicted, timeout=LONG):
        session.save(path)


def test_that_an_archive_that_is_gone_is_told_and_what_was_kept_stays(qtbot, session: Session, tmp_path: Path):
    projects.opened(qtbot, session, projects.job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    projects.saved(qtbot, session, path)
    file = left_behind(qtbot, session, path)
    session.close_document()
    path.rename(tmp_path / "moved.arxdesk")
    (left,) = leftovers(file.parent, session.recovery.file, Control())
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.restore(left)
    assert "study.arxdesk" in told.args[0].message
    assert file.exists()
    (tmp_path / "moved.arxdesk").rename(path)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.restore(left)


def test_that_changes_are_not_put_onto_another_table(qtbot, session: Session, project: Path):
    file = left_behind(qtbot, session, project)
    session.close_document()
    (project.parent / "people.csv").write_text("age,name\n30,a\n31,b\n")
    (left,) = leftovers(file.parent, session.recovery.file, Control())
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.restore(left)
    assert "other records or columns" in told.args[0].message
    assert file.exists()


def test_that_what_the_version_before_has_kept_is_restored(qtbot, session: Session, project: Path):
    recovery.folder().mkdir(parents=True)
    file = recovery.folder() / f"old{SUFFIX}"
    job = load_job(project).absolute()
    limit = job.suppression.model_copy(update={"limit": 0.25})
    text = job.model_copy(update={"suppression": limit}).to_toml()
    content = {"name": "people", "project": str(project), "kept": "2026-01-01T10:00:00+00:00", "job": text}
    file.write_text(json.dumps({**content, "version": 1}))
    (left,) = leftovers(file.parent, session.recovery.file, Control())
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.restore(left)
    document = session.document
    assert (document.job.suppression.limit, document.modified, document.file) == (0.25, True, project)


def test_that_hierarchies_beyond_the_limit_are_kept_by_their_place(qtbot, session: Session, tmp_path, monkeypatch):
    monkeypatch.setattr("arxdesk.core.session.recovery_work.MOST_CELLS", 3)
    projects.opened(qtbot, session, projects.job_file(tmp_path))
    path = tmp_path / "study.arxdesk"
    projects.saved(qtbot, session, path)
    file = left_behind(qtbot, session, path)
    assert json.loads(file.read_text())["hierarchies"] == {}
    assert json.loads(file.read_text())["job"]["attributes"]["age"]["hierarchy"].startswith(str(path))


def test_that_keeping_can_be_switched_off(qtbot, no_thread_left: None, project, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr("arxdesk.core.session.recovery.folder", lambda: project.parent / "unsaved")
    session = Session()
    session.recovery.set_delay(0)
    open_project(qtbot, session, project)
    change(session, 0.25)
    qtbot.wait(50)
    assert not session.recovery._timer.isActive()
    assert not kept(session)
    session.recovery.set_delay(1)
    assert session.recovery._timer.isActive()
    session.end()
    session.deleteLater()
