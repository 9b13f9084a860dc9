"""The configuration on the clipboard: what is copied does what the window does."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from arxdesk.cli import commands as cli
from arxdesk.core.document import Document
from arxdesk.projects import copying
from arxdesk.projects.copying import COPYING
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.job import job_from, load_job
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.exporting.conftest import LONG
from tests.arxdesk.exporting.exporting import export_to
from tests.places import SEARCH_PATH


def copied(window: MainWindow, qtbot, action: str) -> tuple[str, str]:
    """The text on the clipboard, and what the status bar says."""
    QGuiApplication.clipboard().setText("what was there before")
    with qtbot.waitSignal(window.flows.copying.message, timeout=LONG) as told:
        window.actions_by_name[action].trigger()
    assert window.status.currentMessage() == told.args[0]
    return QGuiApplication.clipboard().text(), told.args[0]


def test_that_the_job_that_is_copied_is_the_configuration_as_it_is_now(window: MainWindow, qtbot, study: Document):
    study.push(change_suppression_limit(study, 0.25))
    text, told = copied(window, qtbot, "copy_job")
    assert job_from(tomllib.loads(text)).content() == study.job.absolute().content()
    assert told.startswith(f"Copied the job file, {len(text.splitlines())} lines; arxdesk run")


def test_that_the_job_that_is_copied_makes_the_table_that_the_window_makes(
    window: MainWindow,
    qtbot,
    study: Document,
    tmp_path: Path,
):
    export_to(window, tmp_path / "window.csv", qtbot).accept()
    text, _told = copied(window, qtbot, "copy_job")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "pasted.toml").write_text(text, encoding="utf-8")
    assert load_job(elsewhere / "pasted.toml").privacy == study.job.privacy
    assert cli.main(["run", str(elsewhere / "pasted.toml"), "--output", str(tmp_path / "run.csv")]) == 0
    assert (tmp_path / "run.csv").read_bytes() == (tmp_path / "window.csv").read_bytes()


def test_that_the_script_that_is_copied_does_the_same(
    window: MainWindow,
    qtbot,
    study: Document,
    tmp_path: Path,
):
    text, told = copied(window, qtbot, "copy_python")
    assert "the Python script" in told
    compile(text, "pasted.py", "exec")
    script = tmp_path / "pasted.py"
    script.write_text(text, encoding="utf-8")
    environment = {"PYTHONPATH": SEARCH_PATH, "PATH": "", "HOME": str(tmp_path)}
    finished = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False, env=environment
    )
    assert finished.returncode == 0, finished.stderr


def test_that_a_text_that_is_too_long_is_not_copied_and_that_is_said(
    window: MainWindow,
    qtbot,
    study: Document,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(copying, "MOST_CHARACTERS", 100)
    text, told = copied(window, qtbot, "copy_job")
    assert text == "what was there before"
    assert told.startswith("Not copied: the job file has")
    assert "more than 100. Save the project instead." in told


def test_that_there_is_something_to_copy_only_with_a_project(window: MainWindow, qtbot):
    assert not window.actions_by_name["copy_job"].isEnabled()
    assert not window.actions_by_name["copy_python"].isEnabled()
    window.flows.copying.copy_job()
    assert not window.session.is_busy(COPYING)


def test_that_a_defect_while_copying_is_told(window: MainWindow, qtbot, study: Document, monkeypatch):
    def broken(*_arguments: object) -> str:
        raise RuntimeError("a defect")

    monkeypatch.setattr(copying, "job_text", broken)
    with qtbot.waitSignal(window.session.crashed, timeout=LONG):
        window.actions_by_name["copy_job"].trigger()
    window.dialog.reject()
