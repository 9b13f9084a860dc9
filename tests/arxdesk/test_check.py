"""The check for packagers goes through the real window, and does not pass where something is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arxdesk import __main__, check
from arxdesk.check import NOT_PASSED, PASSED, Check, CheckStep, steps_for
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.errors import InvalidJob, Problem

LONG = 120_000


def go_through(window: MainWindow, steps, qtbot) -> tuple[Check, int]:
    checking = Check(window, list(steps))
    with qtbot.waitSignal(checking.ended, timeout=LONG) as ended:
        checking.start()
    return checking, ended.args[0]


def test_that_it_goes_through_every_perspective_with_the_example_and_writes_the_result(
    window: MainWindow, tmp_path: Path, qtbot, capsys: pytest.CaptureFixture[str]
):
    checking, status = go_through(window, steps_for(window, tmp_path, keeps_pictures=True), qtbot)
    assert (status, checking.failures) == (PASSED, [])
    names = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    looks = [f"Viewed {name}" for name in ("Configure", "Explore", "Quality", "Risk")]
    assert names == ["Opened the example", "Anonymized it", *looks, "Wrote the result"]
    pictures = {path.name for path in tmp_path.glob("*.png")}
    assert pictures == {"configure.png", "explore.png", "quality.png", "risk.png"}
    assert len((tmp_path / "check.csv").read_text(encoding="utf-8").splitlines()) == 10_001
    assert not window.isVisible()


def test_that_an_example_that_is_missing_does_not_pass(
    window: MainWindow, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("arxdesk.projects.flow.example_project", lambda _name: tmp_path / "absent.toml")
    checking, status = go_through(window, steps_for(window, tmp_path, keeps_pictures=False), qtbot)
    assert status == NOT_PASSED
    assert "absent.toml" in checking.failures[0]


def test_that_what_is_wrong_after_a_step_does_not_pass(window: MainWindow, qtbot):
    checking, status = go_through(window, [CheckStep("Viewed", str, lambda: True, lambda: "it is blank.")], qtbot)
    assert (status, checking.failures) == (NOT_PASSED, ["Viewed: it is blank."])


def test_that_an_error_of_the_session_does_not_pass(window: MainWindow, qtbot):
    error = InvalidJob(Problem("people.csv", "it is empty", "Choose another."))
    checking, status = go_through(window, [CheckStep("Failed", lambda: window.session.failed.emit(error), bool)], qtbot)
    assert status == NOT_PASSED
    assert "people.csv" in checking.failures[0]


def test_that_a_step_without_end_does_not_pass(window: MainWindow, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check, "PATIENCE_SECONDS", 0.2)
    checking, status = go_through(window, [CheckStep("Waited", str, bool)], qtbot)
    assert (status, checking.failures) == (NOT_PASSED, ["Waited: not done after 0.2 s."])


def test_that_a_blank_window_is_seen(window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot):
    monkeypatch.setattr(check, "colors_of", lambda image: 1)
    checking, status = go_through(window, steps_for(window, Path(), keeps_pictures=False), qtbot)
    assert (status, checking.failures) == (NOT_PASSED, ["Viewed Configure: the window is blank."])


def test_that_the_option_starts_it_and_hands_on_the_folder(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(check, "run", lambda arguments: 40 + len(arguments))
    assert __main__.main(["--check"]) == 40
    assert __main__.main(["--check", "pictures"]) == 41


def test_that_it_leaves_nothing_in_the_folder_for_temporary_files(tmp_path: Path):
    code = "from arxdesk import check; check.steps_for = lambda *_, **__: []; raise SystemExit(check.run([]))"
    environ = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, timeout=120, check=True)
    assert list(tmp_path.iterdir()) == []
